"""Computer players."""

from __future__ import annotations

import ctypes
import json
from ctypes import byref
from typing import Any

import numpy as np

from . import _library as c
from .game import MOVE, Game


class Chance:
    """Where a player's chance stands: the same value gives the same moves."""

    def __init__(self, value: int = 0):
        self._value = ctypes.c_uint64(c.seed_of(value))

    @property
    def value(self) -> int:
        return self._value.value

    def __repr__(self) -> str:
        return f"Chance({self.value})"


class Agent:
    """A computer player by its description, such as "greedy" or "bastide:time=0.25"."""

    def __init__(self, description: str):
        self._handle: int | None = None
        handle, self._error = ctypes.c_void_p(), c.Error()
        status = c.lib.bastide_agent_new(description.encode(), byref(handle), byref(self._error))
        if status != c.OK:
            c.fail(status, self._error)
        self._handle = handle.value
        self.description = description

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            c.lib.bastide_agent_free(self._handle)
            self._handle = None

    def choose(
        self,
        game: Game,
        chance: Chance | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
    ) -> Any:
        """A move (MOVE) of the tile in hand. Without seconds and nodes: as its description says."""
        chance = chance if chance is not None else Chance()
        limits = None
        if seconds is not None or nodes is not None:
            if threads < 1 or (nodes or 0) < 0:
                raise c.BadArgument(c.BAD_ARGUMENT, "the limits are out of range")
            limits = c.Limits(seconds or 0.0, c.seed_of(nodes or 0), threads, 0)
        move = np.zeros(1, MOVE)
        status = c.lib.bastide_agent_choose(
            self._handle,
            game._handle,
            None if limits is None else byref(limits),
            byref(chance._value),
            move.ctypes.data,
            byref(self._error),
        )
        if status != c.OK:
            c.fail(status, self._error)
        return move[0]

    def __repr__(self) -> str:
        return f"bastide.Agent({self.description!r})"


def agent_names() -> list[str]:
    return json.loads(c.text_of(c.lib.bastide_agent_names))
