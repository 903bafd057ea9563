#!/usr/bin/env python3
"""How fast the Python package plays, in turns per second of processor time.

usage: batch_speed.py [--edition NAME] [--players N] [--threads N] [--seconds S]

Each line is one way to play, measured for that long after a warm-up; `BASTIDE_LIBRARY` names the
library, and a release build is what to measure.
"""
import argparse
import time

import numpy as np

import bastide


def rate(seconds, play):
    """Turns per second of this process; `play` plays some and says how many."""
    play()
    turns, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        turns += play()
    return turns / spent


def stepping(batch):
    """Uniform actions by NumPy, one step of all games."""
    chance = np.random.default_rng(1)

    def play():
        actions = chance.integers(0, np.maximum(batch.counts, 1))
        over = int(batch.ends.sum())
        batch.step(actions)
        return batch.n - over

    return play


def by_play(game, index):
    """A whole game by `moves` and `play`, which deals; its turns."""
    turns, runs = 0, game.deal()
    while runs:
        moves = game.moves()
        runs = game.play(moves[(index + turns) % len(moves)])
        turns += 1
    return turns


def by_apply(game, index):
    """The same by `deal`, `moves` and `apply`."""
    turns = 0
    while game.deal():
        moves = game.moves()
        game.apply(moves[(index + turns) % len(moves)])
        turns += 1
    return turns


def one_game(edition, players, way):
    """One game at a time through Game."""
    start = bastide.Game(edition, players)
    index = 0

    def play():
        nonlocal index
        index += 1
        game = start.copy()
        game.seed(index)
        return way(game, index)

    return play


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--edition", default="classic-2")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1024, help="in a batch")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=2)
    arguments = parser.parse_args()

    def batch(observe):
        return bastide.Batch(
            arguments.edition, arguments.games, players=arguments.players,
            threads=arguments.threads, observe=observe,
        )  # fmt: skip

    plain, tokens, planes = batch(()), batch(("tokens", "tables")), batch(("planes",))
    ways = [
        ("random turns, 64 at a time", lambda: plain.play_random(64, listed=False)),
        ("random turns, 1 at a time", lambda: plain.play_random(1, listed=False)),
        ("random turns, 1 at a time, tokens", lambda: tokens.play_random(1, listed=False)),
        ("random turns, 1 at a time, planes", lambda: planes.play_random(1, listed=False)),
        ("steps by actions", stepping(batch(()))),
        ("steps by actions, masks", stepping(batch(("masks",)))),
        ("steps by actions, masks, tokens", stepping(batch(("masks", "tokens", "tables")))),
        ("steps by actions, masks, planes", stepping(batch(("masks", "planes")))),
        ("one game: deal, moves, apply", one_game(arguments.edition, arguments.players, by_apply)),
        ("one game: moves, play", one_game(arguments.edition, arguments.players, by_play)),
    ]
    print(f"{arguments.games} games of {arguments.edition}, {arguments.threads} threads")
    for name, play in ways:
        print(f"{name:36} {rate(arguments.seconds, play):14,.0f} turns/s", flush=True)


if __name__ == "__main__":
    main()
