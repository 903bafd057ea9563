"""Matches in this process, between agents by name and Python functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Union

from .agent import Agent, Chance
from .game import Game, deck_seed, move_seed

#: Takes a game with a tile in hand (a copy, whose tiles to come are others) and gives a move.
Player = Union[str, Callable[[Game], Any]]


@dataclass
class Match:
    """Points by game, and what they come to for the first of two players."""

    scores: list[tuple[int, ...]] = field(default_factory=list)  # by agent, not by seat
    records: list[str] = field(default_factory=list)

    @property
    def wins(self) -> float:
        """Of the first: a tie is half a win."""
        return sum((s[0] > s[1]) + (s[0] == s[1]) / 2 for s in self.scores)

    @property
    def margin(self) -> float:
        """Points that the first is ahead by, per game."""
        return sum(s[0] - s[1] for s in self.scores) / max(1, len(self.scores))


def play_game(
    players: list[Player],
    *,
    edition: str | None = None,
    options: dict[str, object] | None = None,
    seed: int = 1,
    index: int = 0,
) -> Game:
    """Game `index` of the series of `seed`, to its end: with agents by name the program's own."""
    game = Game(
        edition,
        len(players),
        options=options,
        names=[_name(player) for player in players],
        seed=deck_seed(seed, index),
    )
    chance = Chance(move_seed(seed, index))
    seats = [Agent(player) if isinstance(player, str) else player for player in players]
    while game.deal():
        seat = seats[game.player]
        if isinstance(seat, Agent):
            game.apply(seat.choose(game, chance))
        else:
            seen = game.copy()
            seen.seed(chance.value ^ game.hash)  # what comes is not the player's to know
            game.apply(seat(seen))
    return game


def arena(
    first: Player,
    second: Player,
    *,
    pairs: int = 10,
    edition: str | None = None,
    options: dict[str, object] | None = None,
    seed: int = 1,
) -> Match:
    """Pairs of games with the same tiles, each player beginning once."""
    match = Match()
    for pair in range(pairs):
        for beginner, seats in enumerate(([first, second], [second, first])):
            game = play_game(seats, edition=edition, options=options, seed=seed, index=pair)
            scores = game.final_scores
            match.scores.append(scores if beginner == 0 else scores[::-1])
            match.records.append(game.record())
    return match


def _name(player: Player) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", "python")[:64]
