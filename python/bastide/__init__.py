"""Carcassonne by the rulebooks: games, batches of games for learners, computer players.

    game, player = bastide.Game("new", players=2, seed=1), bastide.Agent("greedy")
    while game.deal():
        game.apply(player.choose(game))

docs/python.md explains it.
"""

from __future__ import annotations

import json
from typing import Any

from . import _library
from ._library import BadArgument, BadRecord, BastideError, IllegalMove
from .agent import Agent, Chance, agent_names
from .batch import Batch
from .game import (
    ABBOT,
    BIG_FOLLOWER,
    BUILDER,
    DEPLOY,
    DRAW,
    EVENT,
    FOLLOWER,
    HUT,
    MAN,
    MOVE,
    MOVE_MAN,
    NO_TOKEN,
    NOTHING,
    OVER,
    PIG,
    PLACE,
    RECALL,
    Game,
    State,
    deck_seed,
    move_seed,
)
from .match import Match, arena, play_game

__version__: str = _library.lib.bastide_version().decode()


def catalog() -> dict[str, Any]:
    """Editions, their options and the values these take."""
    return json.loads(_library.text_of(_library.lib.bastide_catalog))


def planes() -> list[dict[str, Any]]:
    """The planes of an observation: {"first", "count", "name", "meaning"} of each group."""
    return json.loads(_library.text_of(_library.lib.bastide_planes))


__all__ = [
    "ABBOT", "Agent", "BIG_FOLLOWER", "BUILDER", "BadArgument", "BadRecord", "BastideError", "Batch", "Chance", "DEPLOY",
    "DRAW", "EVENT", "FOLLOWER", "Game", "HUT", "IllegalMove", "MAN", "MOVE", "MOVE_MAN", "Match",
    "NOTHING", "NO_TOKEN", "OVER", "PIG", "PLACE", "RECALL", "State", "agent_names", "arena", "catalog",
    "deck_seed", "move_seed", "planes", "play_game",
]  # fmt: skip
