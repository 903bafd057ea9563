"""Which columns an adapter shows of a box: those for five players, or the wide ones."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _library as c
from .game import BIG_FOLLOWER, PIG, Game


class Form(NamedTuple):
    tokens: str  # their name in Batch and in Game.see
    tables: str
    areas: tuple[int, int]  # rows and columns of tokens
    columns: int  # of a table
    undrawn: int  # its first column that counts undrawn tiles of a kind


NARROW = Form("tokens", "tables", (c.TOKEN_ROWS, c.TOKEN_COLUMNS), c.TABLE_COLUMNS, 32)
WIDE = Form(
    "wide_tokens", "wide_tables", (c.WIDE_TOKEN_ROWS, c.WIDE_TOKEN_COLUMNS), c.WIDE_TABLE_COLUMNS, 96
)
_SUPPLIES = 14  # of followers in a wide table, then of the other kinds of token


def form_of(game: Game) -> Form:
    """Wide if there is a sixth player or a token that only the wide columns know."""
    table = game.see("wide_tables")["wide_tables"]
    first, last = (
        _SUPPLIES + (kind - 1) * c.MOST_PLAYERS for kind in (BIG_FOLLOWER, PIG + 1)
    )
    return WIDE if table[0] > c.MAX_PLAYERS or table[first:last].any() else NARROW


def form_of_setup(setup: dict[str, Any]) -> Form:
    """The same of a box that nobody plays yet; what is unknown of it raises."""
    names = ("edition", "players", "options")
    return form_of(Game(**{name: setup[name] for name in names}))
