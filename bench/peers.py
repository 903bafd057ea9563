#!/usr/bin/env python3
"""Random play from Python, side by side with comparable games of other libraries.

usage: peers.py [--seconds S] [--games N]

Steps per second of processor time, each in its library's own sense: a move, and where chance is a
player (OpenSpiel) a draw or a throw of dice too. Who steps many games at once is faster for it, so the
size of the batch stands in every row: one game, SMALL, whose games fit the cache, or `--games`. Ours are
stepped by one call per turn, and once by one call for many turns of random play, which is the engine's own
speed and no way to learn. What is not installed is left out and named. The ways are measured by turns,
`--rounds` times, and the best of each counts, because other programs may run beside it. `BASTIDE_LIBRARY` names our library; a release build is what to measure.
"""
import argparse
import importlib
import time

import numpy as np

import bastide
from batch_speed import by_play, one_game, stepping

SMALL = 64  # games
TURNS = 64  # of random play in one call


def ours(games):
    return [*batches(SMALL), *batches(games), (1, "moves, play", one_game("classic-2", 2, by_play))]


def batches(games):
    plain = bastide.Batch("classic-2", games, observe=())
    masked = bastide.Batch("classic-2", games)
    tokens = bastide.Batch("classic-2", games, observe=("tokens", "tables"))
    planes = bastide.Batch("classic-2", games, observe=("planes",))
    return [
        (games, f"random play, {TURNS} turns per call", lambda: plain.play_random(TURNS, listed=False)),
        (games, "random play, a turn per call", lambda: plain.play_random(1, listed=False)),
        (games, "the same, tokens", lambda: tokens.play_random(1, listed=False)),
        (games, "the same, planes", lambda: planes.play_random(1, listed=False)),
        (games, "actions by NumPy, masks", stepping(masked)),
    ]


def open_spiel(games):
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("bastide.openspiel").register()
    chance = np.random.default_rng(1)

    def way(name):
        game = pyspiel.load_game(name)

        def play():
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(chance.integers(len(actions)))])
                steps += 1
            return steps

        return play

    names = ["connect_four", "backgammon", "chess", "go(board_size=9)", "bastide(edition=classic-2)"]
    return [(1, name, way(name)) for name in names]


def pgx(games):
    jax, library = importlib.import_module("jax"), importlib.import_module("pgx")
    again = importlib.import_module("pgx.experimental").auto_reset

    def way(name):
        env = library.make(name)
        begin = jax.jit(jax.vmap(env.init))

        def step(state, key):
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(key, logits, axis=1)
            keys = jax.random.split(key, games)
            return jax.vmap(again(env.step, env.init))(state, actions, keys)

        run = jax.jit(lambda state, key: jax.lax.fori_loop(
            0, 8, lambda i, state: step(state, jax.random.fold_in(key, i)), state))  # fmt: skip
        state = begin(jax.random.split(jax.random.PRNGKey(1), games))
        rounds = 0

        def play():
            nonlocal state, rounds
            rounds += 1
            state = jax.block_until_ready(run(state, jax.random.PRNGKey(rounds)))
            return 8 * games

        return play

    names = ["connect_four", "backgammon"]
    return [(games, name, way(name)) for name in names]


def envpool(games):
    library = importlib.import_module("envpool")
    known = sorted({"Backgammon-v1", "ConnectFour-v1"} & set(library.list_all_envs()))
    if not known:
        raise ImportError("it has no comparable game")

    def way(name):
        envs = library.make_gymnasium(name, num_envs=games, num_threads=1)
        chance = np.random.default_rng(1)
        _, told = envs.reset()
        masks = told["legal_action_mask"] if "legal_action_mask" in told else None

        def play():
            nonlocal masks
            if masks is None:
                actions = chance.integers(0, envs.action_space.n, games)
            else:
                actions = (chance.random(masks.shape) * masks).argmax(1)
            *_, told = envs.step(actions.astype(np.int32))
            masks = told.get("legal_action_mask")
            return games

        return play

    return [(games, name, way(name)) for name in known]


LIBRARIES = {"Bastide": ours, "OpenSpiel": open_spiel, "Pgx": pgx, "EnvPool": envpool}


def rate(seconds, play):
    turns, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        turns += play()
    return turns / spent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=1024, help="in a batch")
    arguments = parser.parse_args()
    ways, missing = [], []
    for library, make in LIBRARIES.items():
        try:
            found = make(arguments.games)
            for *_, play in found:
                play()
            ways += [(library, *way) for way in found]
        except ImportError as error:
            missing.append(f"{library}: {error}")
    best = dict.fromkeys(range(len(ways)), 0.0)
    for _ in range(arguments.rounds):
        for number, (*_, play) in enumerate(ways):
            best[number] = max(best[number], rate(arguments.seconds, play))
    print("| library | what | games at once | steps/s |\n| --- | --- | --- | --- |")
    for number, (library, games, name, _) in enumerate(ways):
        print(f"| {library} | {name} | {games:,} | {best[number]:,.0f} |")
    for line in missing:
        print(f"\nnot measured, {line}")


if __name__ == "__main__":
    main()
