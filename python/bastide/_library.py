"""The C library: where it is found, and its functions with their types."""

from __future__ import annotations

import ctypes
import functools
import json
import os
import pathlib
from ctypes import POINTER, c_char, c_char_p, c_double, c_float, c_int8, c_int16, c_int32
from ctypes import c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any

OK = 0
REFUSED = 1
BAD_ARGUMENT = 2
BAD_RECORD = 3
TOO_SMALL = 4

MAX_PLAYERS = 5  # of State
MOST_PLAYERS = 6
MAX_ACTIONS = 512
ACTION_COLUMNS = 6
TOKEN_ROWS = 256
TOKEN_COLUMNS = 16
TABLE_COLUMNS = 128
PLANES = 32
WINDOW = 25
WIDE_TOKEN_ROWS = 512
WIDE_TOKEN_COLUMNS = 32
WIDE_TABLE_COLUMNS = 256


class BastideError(Exception):
    """What the library refused. `status` is a bastide_status of bastide.h."""

    def __init__(self, status: int, text: str):
        super().__init__(text)
        self.status = status


class IllegalMove(BastideError, ValueError):
    """The rules refuse it; the text is their code, such as "area_is_occupied"."""


class BadArgument(BastideError, ValueError):
    """An unknown name, or a number out of range."""


class BadRecord(BastideError, ValueError):
    """A record that cannot be read or played."""


_ERRORS = {REFUSED: IllegalMove, BAD_ARGUMENT: BadArgument, BAD_RECORD: BadRecord}


class Error(ctypes.Structure):
    _fields_ = [("status", c_int32), ("text", c_char * 252)]


class Setup(ctypes.Structure):
    _fields_ = [
        ("edition", c_char_p),
        ("options", c_char_p),
        ("names", POINTER(c_char_p)),
        ("players", c_uint32),
        ("first_player", c_uint32),
    ]


class State(ctypes.Structure):
    _fields_ = [
        ("players", c_uint32),
        ("player", c_uint32),
        ("phase", c_int32),
        ("hand", c_int32),
        ("turns", c_uint32),
        ("placed", c_uint32),
        ("left", c_uint32),
        ("scores", c_int32 * MAX_PLAYERS),
    ]


class Turn(ctypes.Structure):
    _fields_ = [
        ("moves", c_void_p),
        ("capacity", c_size_t),
        ("count", c_size_t),
        ("player", c_uint32),
        ("phase", c_int32),
    ]


class Limits(ctypes.Structure):
    _fields_ = [
        ("seconds", c_double),
        ("nodes", c_uint64),
        ("threads", c_uint32),
        ("unused", c_uint32),
    ]


#: What a batch writes, and as what.
BUFFERS: dict[str, Any] = {
    "players": POINTER(c_uint8),
    "phases": POINTER(c_uint8),
    "counts": POINTER(c_uint16),
    "masks": POINTER(c_uint8),
    "actions": POINTER(c_int8),
    "rewards": POINTER(c_float),
    "ends": POINTER(c_uint8),
    "overflows": POINTER(c_uint8),
    "games": POINTER(c_uint64),
    "tokens": POINTER(c_int16),
    "rows": POINTER(c_uint16),
    "tables": POINTER(c_int16),
}


class Buffers(ctypes.Structure):
    _fields_ = list(BUFFERS.items())


#: What is seen of games, and as what.
SIGHT: dict[str, Any] = {
    "tokens": POINTER(c_int16),
    "rows": POINTER(c_uint16),
    "tables": POINTER(c_int16),
    "planes": POINTER(c_uint8),
    "origins": POINTER(c_int8),
    "overflows": POINTER(c_uint8),
}


class Sight(ctypes.Structure):
    _fields_ = list(SIGHT.items())


#: The same with room for six players.
WIDE_SIGHT: dict[str, Any] = {
    "tokens": POINTER(c_int16),
    "rows": POINTER(c_uint16),
    "tables": POINTER(c_int16),
    "overflows": POINTER(c_uint8),
}


class WideSight(ctypes.Structure):
    _fields_ = list(WIDE_SIGHT.items())


def _candidates() -> list[str]:
    """BASTIDE_LIBRARY alone if it is set; else beside this file, then where the system looks."""
    named = os.environ.get("BASTIDE_LIBRARY")
    if named:
        return [named]
    here = pathlib.Path(__file__).resolve().parent
    beside = [str(path) for path in sorted(here.glob("libbastide.so*"))]
    return [*beside, "libbastide.so.1"]


# A handle is the address of something opaque, a list or text a buffer of the caller's.
_HANDLE, _OUT, _ERROR = c_void_p, POINTER(c_void_p), POINTER(Error)
_TEXT = [c_void_p, c_size_t, POINTER(c_size_t), _ERROR]
_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "bastide_version": (c_char_p, []),
    "bastide_abi": (c_uint32, []),
    "bastide_catalog": (c_int32, _TEXT),
    "bastide_game_new": (c_int32, [POINTER(Setup), _OUT, _ERROR]),
    "bastide_game_open": (c_int32, [c_char_p, _OUT, _ERROR]),
    "bastide_game_copy": (c_int32, [_HANDLE, _OUT, _ERROR]),
    "bastide_game_free": (None, [_HANDLE]),
    "bastide_game_seed": (c_int32, [_HANDLE, c_uint64, _ERROR]),
    "bastide_deck_seed": (c_uint64, [c_uint64, c_uint64]),
    "bastide_move_seed": (c_uint64, [c_uint64, c_uint64]),
    "bastide_game_deal": (c_int32, [_HANDLE, _ERROR]),
    "bastide_game_draw": (c_int32, [_HANDLE, c_char_p, _ERROR]),
    "bastide_game_state": (c_int32, [_HANDLE, POINTER(State), _ERROR]),
    "bastide_game_final_scores": (c_int32, [_HANDLE, POINTER(c_int32), _ERROR]),
    "bastide_game_hash": (c_int32, [_HANDLE, POINTER(c_uint64), _ERROR]),
    "bastide_game_tile": (c_int32, [_HANDLE, c_uint32, *_TEXT]),
    "bastide_game_moves": (c_int32, [_HANDLE, c_void_p, c_size_t, POINTER(c_size_t), _ERROR]),
    "bastide_game_check": (c_int32, [_HANDLE, c_void_p, _ERROR]),
    "bastide_game_apply": (c_int32, [_HANDLE, c_void_p, _ERROR]),
    "bastide_game_turn": (c_int32, [_HANDLE, c_void_p, POINTER(Turn), _ERROR]),
    "bastide_game_undo": (c_int32, [_HANDLE, _ERROR]),
    "bastide_game_events": (c_int32, [_HANDLE, c_void_p, c_size_t, POINTER(c_size_t), _ERROR]),
    "bastide_game_text": (c_int32, [_HANDLE, c_int32, *_TEXT]),
    "bastide_agent_new": (c_int32, [c_char_p, _OUT, _ERROR]),
    "bastide_agent_free": (None, [_HANDLE]),
    "bastide_agent_names": (c_int32, _TEXT),
    "bastide_agent_choose": (
        c_int32,
        [_HANDLE, _HANDLE, POINTER(Limits), POINTER(c_uint64), c_void_p, _ERROR],
    ),
    "bastide_batch_new": (
        c_int32,
        [POINTER(Setup), c_uint32, c_uint64, c_uint32, _OUT, _ERROR],
    ),
    "bastide_batch_free": (None, [_HANDLE]),
    "bastide_batch_reset": (c_int32, [_HANDLE, POINTER(Buffers), _ERROR]),
    "bastide_batch_step": (c_int32, [_HANDLE, c_void_p, POINTER(Buffers), _ERROR]),
    "bastide_batch_choose": (
        c_int32,
        [_HANDLE, c_uint32, _HANDLE, POINTER(Limits), POINTER(c_uint64), POINTER(c_int32), _ERROR],
    ),
    "bastide_game_see": (c_int32, [_HANDLE, POINTER(Sight), _ERROR]),
    "bastide_batch_see": (c_int32, [_HANDLE, POINTER(Sight), _ERROR]),
    "bastide_planes": (c_int32, _TEXT),
    "bastide_game_scores": (c_int32, [_HANDLE, POINTER(c_int32), POINTER(c_int32), _ERROR]),
    "bastide_game_see_wide": (c_int32, [_HANDLE, POINTER(WideSight), _ERROR]),
    "bastide_batch_see_wide": (c_int32, [_HANDLE, POINTER(WideSight), _ERROR]),
    "bastide_batch_random": (
        c_int32,
        [_HANDLE, c_uint32, POINTER(Buffers), POINTER(c_uint64), _ERROR],
    ),
}


def _load() -> ctypes.CDLL:
    tried = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
            continue
        for function, (result, arguments) in _SIGNATURES.items():
            found = getattr(library, function)
            found.restype = result
            found.argtypes = arguments
        return library
    raise ImportError("the C library of Bastide was not found: " + "; ".join(tried))


lib = _load()


_quick = ctypes.PyDLL(lib._name)


def quick(function: str) -> Any:
    """The function without conversions: every argument is a value of ctypes already, or bytes.

    For calls that take microseconds, so that the interpreter's lock is kept meanwhile.
    """
    found = _quick[function]
    found.restype = _SIGNATURES[function][0]
    return found


def address_of(value: Any) -> Any:
    """Where it lies, as an argument that `quick` functions take without another conversion."""
    return ctypes.byref(value)


def argument_at(handle: c_void_p) -> Any:
    """A handle as such an argument."""
    return ctypes.byref(c_char.from_address(handle.value))


def fail(status: int, error: Error) -> None:
    """Raises what a status that is not OK means."""
    text = error.text.decode("utf-8", "replace")
    raise _ERRORS.get(status, BastideError)(status, text)


def text_of(function, *arguments: object) -> str:
    """Text by a function that ends in buffer, capacity, needed, error."""
    capacity, needed, error = 1 << 16, c_size_t(), Error()
    while True:
        buffer = ctypes.create_string_buffer(capacity)
        status = function(*arguments, buffer, capacity, ctypes.byref(needed), ctypes.byref(error))
        if status == OK:
            return buffer.raw[: needed.value - 1].decode("utf-8")
        if status != TOO_SMALL:
            fail(status, error)
        capacity = needed.value


def sight_of(arrays: dict[str, Any]) -> Sight:
    """Where arrays of NumPy want to be written; they must outlive it."""
    sight = Sight()
    for name, array in arrays.items():
        if name in SIGHT:
            setattr(sight, name, array.ctypes.data_as(SIGHT[name]))
    return sight


def wide_sight_of(arrays: dict[str, Any]) -> WideSight | None:
    """The same for those called wide_...; None if there are none."""
    wide = {name[5:]: array for name, array in arrays.items() if name.startswith("wide_")}
    if not wide:
        return None
    sight = WideSight()
    for name, array in wide.items():
        setattr(sight, name, array.ctypes.data_as(WIDE_SIGHT[name]))
    return sight


@functools.cache
def first_edition() -> str:
    """What is played unless somebody says otherwise: the first on the shelf."""
    editions = json.loads(text_of(lib.bastide_catalog))["editions"]
    return min(editions, key=lambda edition: edition["shelf"])["id"]


def setup_of(
    edition: str | None,
    options: dict[str, object] | None,
    players: int,
    names: list[str] | None,
    first_player: int,
) -> Setup:
    """The C structure; its strings live as long as it does. No edition: the first on the shelf."""
    if not 0 <= players < 1 << 32 or not 0 <= first_player < 1 << 32:
        raise BadArgument(BAD_ARGUMENT, "there cannot be so many players")
    if names is not None and len(names) != players:
        raise BadArgument(BAD_ARGUMENT, f"{len(names)} names for {players} players")
    setup = Setup()
    setup.edition = (first_edition() if edition is None else edition).encode()
    if options:
        setup.options = ",".join(f"{key}={_option(value)}" for key, value in options.items()).encode()
    if names is not None:
        setup.names = (c_char_p * players)(*(name.encode() for name in names))
    setup.players = players
    setup.first_player = first_player
    return setup


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def seed_of(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise BadArgument(BAD_ARGUMENT, "a seed is a whole number of 64 bits")
    return seed
