"""Many games at once, for learners."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from ctypes import byref

import numpy as np
import numpy.typing as npt

from . import _library as c
from .agent import Agent, Chance

#: What `observe` may name, with the shape of one game and the type.
_OBSERVED: dict[str, tuple[tuple[int, ...], type]] = {
    "masks": ((c.MAX_ACTIONS,), np.uint8),
    "actions": ((c.MAX_ACTIONS, c.ACTION_COLUMNS), np.int8),
    "tokens": ((c.TOKEN_ROWS, c.TOKEN_COLUMNS), np.int16),
    "tables": ((c.TABLE_COLUMNS,), np.int16),
    "planes": ((c.PLANES, c.WINDOW, c.WINDOW), np.uint8),
    "wide_tokens": ((c.WIDE_TOKEN_ROWS, c.WIDE_TOKEN_COLUMNS), np.int16),
    "wide_tables": ((c.WIDE_TABLE_COLUMNS,), np.int16),
}
_NOT_THE_WINDOW = np.uint8(3)  # the bits of `overflows` that a step tells


class Batch:
    """`n` games of the program's series of `seed`, stepped together.

    Slot i begins with game i and goes on with i + n. The arrays are made once and written by every
    call: copy what has to last. docs/c-library.md has every column.
    """

    players: npt.NDArray[np.uint8]  #: who decides
    phases: npt.NDArray[np.uint8]  #: PLACE, MAN or OVER
    counts: npt.NDArray[np.uint16]  #: legal actions: 0 to counts[i] - 1
    rewards: npt.NDArray[np.float32]  #: [n, players] points of the step
    ends: npt.NDArray[np.uint8]  #: 1: over, and the next step begins another game
    #: 1: more actions than are offered, 2: more areas than rows, 4: a board beyond the window
    overflows: npt.NDArray[np.uint8]
    games: npt.NDArray[np.uint64]  #: number of the game in the series
    rows: npt.NDArray[np.uint16]  #: areas in `tokens`
    masks: npt.NDArray[np.uint8] | None
    actions: npt.NDArray[np.int8] | None
    tokens: npt.NDArray[np.int16] | None
    tables: npt.NDArray[np.int16] | None
    planes: npt.NDArray[np.uint8] | None
    wide_tokens: npt.NDArray[np.int16] | None  #: with room for six players
    wide_tables: npt.NDArray[np.int16] | None
    wide_rows: npt.NDArray[np.uint16] | None  #: areas in `wide_tokens`
    origins: npt.NDArray[np.int8] | None  #: [n, 2] x, y of the first cell of the planes' window

    def __init__(
        self,
        edition: str | None = None,
        n: int = 1024,
        *,
        players: int = 2,
        options: dict[str, object] | None = None,
        first_player: int = 0,
        seed: int = 1,
        threads: int = 1,
        observe: tuple[str, ...] = ("masks",),
    ):
        self._handle: int | None = None
        self._error = c.Error()
        for name in observe:
            if name not in _OBSERVED:
                known = ", ".join(_OBSERVED)
                raise c.BadArgument(c.BAD_ARGUMENT, f'"{name}" is none of {known}')
        if not 0 < n < 1 << 32 or not 0 < threads < 1 << 32:
            raise c.BadArgument(c.BAD_ARGUMENT, "there must be games and threads")
        setup = c.setup_of(edition, options, players, None, first_player)
        handle = ctypes.c_void_p()
        self._must(
            c.lib.bastide_batch_new(
                byref(setup), n, c.seed_of(seed), threads, byref(handle), byref(self._error)
            )
        )
        self._handle = handle.value
        self.n = n
        self._make_buffers(n, players, observe)
        self.reset()

    def _make_buffers(self, n: int, players: int, observe: tuple[str, ...]) -> None:
        self.players = np.zeros(n, np.uint8)
        self.phases = np.zeros(n, np.uint8)
        self.counts = np.zeros(n, np.uint16)
        self.rewards = np.zeros((n, players), np.float32)
        self.ends = np.zeros(n, np.uint8)
        self.overflows = np.zeros(n, np.uint8)
        self.games = np.zeros(n, np.uint64)
        self.rows = np.zeros(n, np.uint16)
        for name, (shape, kind) in _OBSERVED.items():
            setattr(self, name, np.zeros((n, *shape), kind) if name in observe else None)
        self.origins = None if self.planes is None else np.zeros((n, 2), np.int8)
        self._left_out = np.zeros(n, np.uint8)
        self._sight: c.Sight | None = None
        if self.planes is not None:
            seen = {"planes": self.planes, "origins": self.origins, "overflows": self._left_out}
            self._sight = c.sight_of(seen)
        self.wide_rows = None if self.wide_tokens is None else np.zeros(n, np.uint16)
        self._wide_left_out = np.zeros(n, np.uint8)
        wide = {
            "wide_tokens": self.wide_tokens,
            "wide_rows": self.wide_rows,
            "wide_tables": self.wide_tables,
        }
        wide = {name: array for name, array in wide.items() if array is not None}
        if wide:
            wide["wide_overflows"] = self._wide_left_out
        self._wide_sight = c.wide_sight_of(wide)
        self._buffers = self._buffers_of(c.BUFFERS)
        # Random play needs no list of what might have been done instead.
        unlisted = {"counts", "masks", "actions", "overflows"}
        self._unlisted = self._buffers_of(name for name in c.BUFFERS if name not in unlisted)

    def _buffers_of(self, names: Iterable[str]) -> c.Buffers:
        buffers = c.Buffers()
        for name in names:
            array = getattr(self, name)
            if array is not None:
                setattr(buffers, name, array.ctypes.data_as(c.BUFFERS[name]))
        return buffers

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            c.lib.bastide_batch_free(self._handle)
            self._handle = None

    def _must(self, status: int) -> None:
        if status != c.OK:
            c.fail(status, self._error)

    def _see(self) -> None:
        """What a step does not tell, if it was asked for, after whatever changed the games."""
        if self._wide_sight is not None:
            self._must(
                c.lib.bastide_batch_see_wide(
                    self._handle, byref(self._wide_sight), byref(self._error)
                )
            )
            self.overflows |= self._wide_left_out
        if self._sight is not None:
            self._must(
                c.lib.bastide_batch_see(self._handle, byref(self._sight), byref(self._error))
            )
            self.overflows &= _NOT_THE_WINDOW
            self.overflows |= self._left_out

    def reset(self) -> None:
        """All games from their beginning again."""
        self._must(c.lib.bastide_batch_reset(self._handle, byref(self._buffers), byref(self._error)))
        self._see()

    def step(self, actions: npt.ArrayLike) -> None:
        """One action in each game: a number below counts[i], or -1, which leaves the game as it is.

        Where ends[i] is 1, any other number begins the next game.
        """
        chosen = np.ascontiguousarray(actions, dtype=np.int32)
        if chosen.shape != (self.n,):
            raise c.BadArgument(c.BAD_ARGUMENT, f"there must be {self.n} actions")
        self._must(
            c.lib.bastide_batch_step(
                self._handle, chosen.ctypes.data, byref(self._buffers), byref(self._error)
            )
        )
        self._see()

    def choose(self, slot: int, agent: Agent, chance: Chance) -> int:
        """The action that an agent takes in one of the games."""
        if not 0 <= slot < self.n:
            raise c.BadArgument(c.BAD_ARGUMENT, "there is no such game")
        action = ctypes.c_int32()
        self._must(
            c.lib.bastide_batch_choose(
                self._handle,
                slot,
                agent._handle,
                None,
                byref(chance._value),
                byref(action),
                byref(self._error),
            )
        )
        return action.value

    def play_random(self, turns: int = 1, *, listed: bool = True) -> int:
        """Random turns in each game, as the agent "random" plays; how many in all.

        listed=False leaves counts, masks, actions and overflows as they were, which is faster.
        """
        if not 0 <= turns < 1 << 32:
            raise c.BadArgument(c.BAD_ARGUMENT, "there cannot be so many turns")
        played = ctypes.c_uint64()
        buffers = self._buffers if listed else self._unlisted
        self._must(
            c.lib.bastide_batch_random(
                self._handle, turns, byref(buffers), byref(played), byref(self._error)
            )
        )
        self._see()
        return played.value
