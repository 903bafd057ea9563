"""One game."""

from __future__ import annotations

import ctypes
import json
from ctypes import byref
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library as c

DRAW, PLACE, MAN, OVER = range(4)
NOTHING, DEPLOY, RECALL, MOVE_MAN = range(4)
NO_TOKEN, FOLLOWER, ABBOT, HUT, BIG_FOLLOWER, BUILDER, PIG = range(7)

_PLACE_TYPE = np.dtype([("x", "i1"), ("y", "i1"), ("segment", "u1")])
#: A move, as bastide_move of bastide.h has it.
MOVE = np.dtype(
    [
        ("x", "i1"),
        ("y", "i1"),
        ("rotation", "u1"),
        ("action", "u1"),
        ("token", "u1"),
        ("segment", "u1"),
        ("man_moves", "u1"),
        ("man", _PLACE_TYPE, (2,)),
        ("unused", "u1", (3,)),
    ]
)
#: What a move was worth, as bastide_event of bastide.h has it.
EVENT = np.dtype(
    [
        ("points", "i4"),
        ("area", "u1"),
        ("reason", "u1"),
        ("player", "u1"),
        ("tiles", "u1"),
        ("extras", "u1"),
        ("own", "u1"),
        ("rival", "u1"),
        ("where", _PLACE_TYPE),
        ("unused", "u1", (2,)),
    ]
)
_MOVE_BYTES = 16
assert MOVE.itemsize == _MOVE_BYTES and EVENT.itemsize == 16

# What a loop over moves calls; `quick` because a call costs as much as what it does. For the same
# reason a name is looked up once, and `play` and `moves` have no helpers on their usual way.
_turn, _list_moves = c.quick("bastide_game_turn"), c.quick("bastide_game_moves")
_check, _apply = c.quick("bastide_game_check"), c.quick("bastide_game_apply")
_tell_state = c.quick("bastide_game_state")
_frombuffer, _join, _void = np.frombuffer, b"".join, np.void

_NOT_LISTED = -1

_RECORD, _POSITION, _AREAS, _FINAL, _LOG, _PICTURE = range(6)

_SEEN = {
    "tokens": ("tokens", "rows"),
    "tables": ("tables",),
    "planes": ("planes", "origins"),
    "wide_tokens": ("wide_tokens", "wide_rows", "wide_overflows"),
    "wide_tables": ("wide_tables",),
}
_SEEN_SHAPES: dict[str, tuple[Any, Any]] = {
    "tokens": ((c.TOKEN_ROWS, c.TOKEN_COLUMNS), np.int16),
    "rows": (1, np.uint16),
    "tables": (c.TABLE_COLUMNS, np.int16),
    "planes": ((c.PLANES, c.WINDOW, c.WINDOW), np.uint8),
    "origins": (2, np.int8),
    "wide_tokens": ((c.WIDE_TOKEN_ROWS, c.WIDE_TOKEN_COLUMNS), np.int16),
    "wide_rows": (1, np.uint16),
    "wide_overflows": (1, np.uint8),
    "wide_tables": (c.WIDE_TABLE_COLUMNS, np.int16),
}


class State(NamedTuple):
    players: int
    player: int  # whose turn it is
    phase: int  # DRAW, PLACE or OVER
    hand: int | None  # number of the tile in hand
    turns: int  # played
    placed: int  # tiles on the table
    left: int  # tiles to be drawn
    scores: tuple[int, ...]


def deck_seed(seed: int, index: int) -> int:
    """What game `index` of the program's series of `seed` is dealt by."""
    return c.lib.bastide_deck_seed(c.seed_of(seed), c.seed_of(index))


def move_seed(seed: int, index: int) -> int:
    """What the chance of its players begins with: Chance(move_seed(seed, index))."""
    return c.lib.bastide_move_seed(c.seed_of(seed), c.seed_of(index))


class Game:
    """A game from its first tile on. With a seed it deals; without, `draw` says what came."""

    def __init__(
        self,
        edition: str | None = None,
        players: int = 2,
        *,
        options: dict[str, object] | None = None,
        names: list[str] | None = None,
        first_player: int = 0,
        seed: int | None = None,
    ):
        self._handle: int | None = None
        setup = c.setup_of(edition, options, players, names, first_player)
        self._take(c.lib.bastide_game_new, byref(setup))
        if seed is not None:
            self.seed(seed)

    @classmethod
    def from_record(cls, record: str) -> Game:
        """The game that a record tells, after its last turn."""
        game = cls.__new__(cls)
        game._handle = None
        game._take(c.lib.bastide_game_open, record.encode())
        return game

    def copy(self) -> Game:
        """With the same tiles to come, if this one was given a seed; `seed` gives it others."""
        game = type(self).__new__(type(self))
        game._handle = None
        game._take(c.lib.bastide_game_copy, self._handle)
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> Any:
        """Pickled is what can be seen, so that a seed does not come along."""
        position = self.position()["position"]
        drawn = [*position["skipped"], *([position["hand"]] if position["hand"] else [])]
        return _restored, (self.record(), position["player"], drawn)

    def _take(self, make: Any, argument: object) -> None:
        handle = ctypes.c_void_p()
        self._error = c.Error()
        self._error_at = c.address_of(self._error)
        status = make(argument, byref(handle), byref(self._error))
        if status != c.OK:
            c.fail(status, self._error)
        self._handle = handle.value
        self._self = c.argument_at(handle)
        self._state = c.State()
        self._state_at = c.address_of(self._state)
        self._count = ctypes.c_size_t()
        self._count_at = c.address_of(self._count)
        self._plain = c.Turn(None, 0)
        self._plain_at = c.address_of(self._plain)
        self._make_room(c.MAX_ACTIONS)
        # Who asks for moves in one turn will in the next: then they come with the tile.
        self._wanted = False
        self._listed = _NOT_LISTED

    def _make_room(self, moves: int) -> None:
        """For the list of moves that the library writes."""
        self._room = ctypes.create_string_buffer(_MOVE_BYTES * moves)
        self._room_at = c.address_of(self._room)
        self._room_for = moves
        self._room_size = ctypes.c_size_t(moves)
        self._listing = c.Turn(ctypes.addressof(self._room), moves)
        self._listing_at = c.address_of(self._listing)

    def _next_turn(self, move: bytes | None) -> bool:
        """Without a list of moves."""
        status = _turn(self._self, move, self._plain_at, self._error_at)
        if status:
            if status == c.REFUSED and move is None and self._error.text == b"game_is_over":
                return False
            c.fail(status, self._error)
        self._listed = _NOT_LISTED
        return self._plain.phase == PLACE

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            c.lib.bastide_game_free(self._handle)
            self._handle = None

    def _must(self, status: int) -> None:
        if status != c.OK:
            c.fail(status, self._error)

    def seed(self, seed: int) -> None:
        """From now on `deal` takes the undrawn tiles in the order of this seed."""
        self._must(c.lib.bastide_game_seed(self._handle, c.seed_of(seed), byref(self._error)))

    def deal(self) -> bool:
        """Draws until a tile fits. False: the game is over."""
        if not self._wanted:
            return self._next_turn(None)
        self._wanted = False
        if status := _turn(self._self, None, self._listing_at, self._error_at):
            if status == c.REFUSED and self._error.text == b"game_is_over":
                return False
            c.fail(status, self._error)
        self._listed = count = self._listing.count
        return count > 0

    def play(self, move: Any) -> bool:
        """`apply` and then `deal`, in one call of the library. False: the game is over."""
        if type(move) is not _void or move.dtype is not MOVE:
            _must_be_move(move)
        if not self._wanted:
            return self._next_turn(_join((move,)))
        self._wanted = False
        # What join() gives is what tobytes() gives, in an eighth of its time.
        if status := _turn(self._self, _join((move,)), self._listing_at, self._error_at):
            c.fail(status, self._error)
        self._listed = count = self._listing.count
        return count > 0  # a tile that was drawn has moves

    def draw(self, tile: str) -> bool:
        """The tile that somebody else drew. False: it fits nowhere and was set aside."""
        self._must(c.lib.bastide_game_draw(self._handle, tile.encode(), byref(self._error)))
        self._listed = _NOT_LISTED
        return self.phase == PLACE

    def moves(self) -> npt.NDArray[Any]:
        """All legal moves of the tile in hand, sorted: an array of MOVE, not to be written."""
        self._wanted = True
        if not 0 <= self._listed <= self._room_for:
            self._list_moves()
        # Copied as bytes, because NumPy copies structures field by field.
        return _frombuffer(self._room[: _MOVE_BYTES * self._listed], MOVE)

    def _list_moves(self) -> None:
        status = _list_moves(
            self._self, self._room_at, self._room_size, self._count_at, self._error_at
        )
        if status == c.TOO_SMALL:
            self._make_room(self._count.value)
            return self._list_moves()
        self._must(status)
        self._listed = self._count.value

    def check(self, move: Any) -> str | None:
        """Why the rules refuse the move; None: it is legal."""
        _must_be_move(move)
        status = _check(self._self, _join((move,)), self._error_at)
        if status == c.REFUSED:
            return self._error.text.decode()
        self._must(status)
        return None

    def apply(self, move: Any) -> None:
        """Plays one of `moves()`, or any other MOVE that is legal. `play` also draws."""
        if type(move) is not _void or move.dtype is not MOVE:
            _must_be_move(move)
        if status := _apply(self._self, _join((move,)), self._error_at):
            c.fail(status, self._error)
        self._listed = _NOT_LISTED

    def undo(self) -> None:
        """Takes back the tile in hand, or without one the latest move."""
        self._must(c.lib.bastide_game_undo(self._handle, byref(self._error)))
        self._listed = _NOT_LISTED

    def _read_state(self) -> c.State:
        status = _tell_state(self._self, self._state_at, self._error_at)
        if status:
            c.fail(status, self._error)
        return self._state

    @property
    def state(self) -> State:
        now = self._read_state()
        return State(
            now.players,
            now.player,
            now.phase,
            None if now.hand < 0 else now.hand,
            now.turns,
            now.placed,
            now.left,
            tuple(now.scores[: now.players]) if now.players <= c.MAX_PLAYERS else self._scores(0),
        )

    def _scores(self, which: int) -> tuple[int, ...]:
        """On the track (0), or if the game ended now (1)."""
        scores = (ctypes.c_int32 * c.MOST_PLAYERS)()
        asked = (scores, None) if which == 0 else (None, scores)
        self._must(c.lib.bastide_game_scores(self._handle, *asked, byref(self._error)))
        return tuple(scores[: self._read_state().players])

    @property
    def phase(self) -> int:
        return self._read_state().phase

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self._read_state().player

    @property
    def over(self) -> bool:
        return self._read_state().phase == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def final_scores(self) -> tuple[int, ...]:
        """If the game ended now."""
        return self._scores(1)

    @property
    def hash(self) -> int:
        """Of all that a player can see."""
        value = ctypes.c_uint64()
        self._must(c.lib.bastide_game_hash(self._handle, byref(value), byref(self._error)))
        return value.value

    @property
    def hand(self) -> str | None:
        """The name of the tile in hand."""
        number = self.state.hand
        return None if number is None else self.tile(number)

    def tile(self, number: int) -> str:
        """The name of a kind of tile, such as "base/K"."""
        return c.text_of(c.lib.bastide_game_tile, self._handle, number)

    def events(self) -> npt.NDArray[Any]:
        """What the latest move was worth: an array of EVENT."""
        events = np.empty(64, EVENT)
        self._must(
            c.lib.bastide_game_events(
                self._handle,
                events.ctypes.data,
                len(events),
                byref(self._count),
                byref(self._error),
            )
        )
        return events[: self._count.value]

    def see(self, *names: str) -> dict[str, npt.NDArray[Any]]:
        """What a learner sees: "tokens", "tables", "planes", as Batch has them of one game.

        With tokens come `rows`, with planes `origins`, always `overflows`, as arrays of numbers.
        "wide_tokens" and "wide_tables" have room for six players.
        """
        seen: dict[str, npt.NDArray[Any]] = {"overflows": np.zeros(1, np.uint8)}
        for name in names:
            for part in _SEEN.get(name, ()):
                seen[part] = np.zeros(*_SEEN_SHAPES[part])
            if name not in _SEEN:
                raise c.BadArgument(c.BAD_ARGUMENT, f'"{name}" is none of {", ".join(_SEEN)}')
        sight = c.sight_of(seen)
        self._must(c.lib.bastide_game_see(self._handle, byref(sight), byref(self._error)))
        if (wide := c.wide_sight_of(seen)) is not None:
            self._must(c.lib.bastide_game_see_wide(self._handle, byref(wide), byref(self._error)))
        return seen

    def _text(self, view: int) -> str:
        return c.text_of(c.lib.bastide_game_text, self._handle, view)

    def record(self) -> str:
        """The game as one line of JSON, the program's own form."""
        return self._text(_RECORD)

    def position(self) -> dict[str, Any]:
        """All that a board shows: StepView of data/engine/schema.json."""
        return json.loads(self._text(_POSITION))

    def areas(self) -> list[dict[str, Any]]:
        return json.loads(self._text(_AREAS))

    def final(self) -> dict[str, Any]:
        """Points and events if the game ended now."""
        return json.loads(self._text(_FINAL))

    def log(self) -> list[dict[str, Any]]:
        """Every turn with its events."""
        return json.loads(self._text(_LOG))

    def svg(self) -> str:
        return self._text(_PICTURE)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        now = self.state
        return f"<bastide.Game: {now.players} players, {now.turns} turns, scores {now.scores}>"


def _restored(record: str, player: int, drawn: list[str]) -> Game:
    told = json.loads(record)
    if told["turns"]:
        game = Game.from_record(record)
    else:
        names = [seat["name"] for seat in told["players"]]
        game = Game(
            told["edition"],
            len(names),
            options=told.get("options"),
            names=names,
            first_player=player,
        )
    for tile in drawn:
        game.draw(tile)
    return game


def _must_be_move(move: Any) -> None:
    if getattr(move, "dtype", None) != MOVE or move.size != 1:
        raise TypeError("a move is one element of Game.moves(), or of an array of MOVE")
