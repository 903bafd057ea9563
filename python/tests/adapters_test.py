"""The adapters under the tests of their frameworks: ./dev adapters, which asks PyPI for them.

BASTIDE_WRITE_PLAYTHROUGHS=1 writes OpenSpiel's playthroughs anew, as the hashes of their text.
"""

import contextlib
import hashlib
import io
import json
import os
import pathlib
import time
import unittest
import unittest.mock
import warnings

import gymnasium.spaces
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from pettingzoo.test import api_test, performance_benchmark, seed_test

import bastide
import bastide.gymnasium
import bastide.openspiel
import bastide.pettingzoo

# Every edition with every number of players, and what else changes what a move is.
OPTIONS = {"new": {"abbot": True, "river": True}, "winter": {"gingerbread": True}}
EDITIONS = [edition["id"] for edition in bastide.catalog()["editions"]]
MIXES = [(edition, {}, players) for edition in EDITIONS for players in range(2, 6)]
MIXES += [(edition, options, 3) for edition, options in OPTIONS.items()]
GOLDEN = pathlib.Path(__file__).parent / "playthroughs.json"


class FastClock:
    """PettingZoo's performance test lasts five seconds by the clock it looks at."""

    @staticmethod
    def time():
        return time.time() * 20


class PettingZoo(unittest.TestCase):
    def test_it_passes_the_tests_of_pettingzoo(self):
        for edition, options, players in MIXES:

            def make(edition=edition, options=options, players=players):
                return bastide.pettingzoo.env(edition=edition, options=options, players=players)

            with self.subTest(f"{edition}, {players}"), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an observation with a mask is no plain array
                with contextlib.redirect_stdout(io.StringIO()) as printed:
                    api_test(make(), num_cycles=150)
                    seed_test(make, num_cycles=60)
                    clock = "pettingzoo.test.performance_benchmark.time"
                    with unittest.mock.patch(clock, FastClock):
                        performance_benchmark(make())
                self.assertIn("turns per second", printed.getvalue())

    def test_rewards_are_the_final_scores(self):
        env = bastide.pettingzoo.env(edition="classic-2", players=3)
        env.reset(seed=4)
        random, points = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            points[agent] += reward
            self.assertTrue((info["action_mask"] == observation["action_mask"]).all())
            mask = observation["action_mask"]
            over = terminated or truncated
            env.step(None if over else int(random.choice(np.flatnonzero(mask))))
        self.assertGreater(sum(points.values()), 0)
        self.assertEqual(env.agents, [])


class Gymnasium(unittest.TestCase):
    def test_it_passes_the_checker_of_gymnasium(self):
        for edition, options, players in MIXES:
            env = bastide.gymnasium.Env(edition=edition, options=options, players=players)
            env.action_space = FirstActions(env.action_space.n)
            with self.subTest(f"{edition}, {players}"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_env(env, skip_render_check=True)

    def test_a_vector_of_games_goes_on_after_their_ends(self):
        for edition, options, players in MIXES:
            made = [
                bastide.gymnasium.VectorEnv(
                    3, edition=edition, options=options, players=players, opponent="random"
                )
                for _ in range(2)
            ]
            seen = [envs.reset(seed=5)[0] for envs in made]
            ended, lead = 0, np.zeros(3)
            for _ in range(120):
                actions = [0 if mask.sum() == 0 else int(mask.sum()) - 1 for mask in seen[0]["action_mask"]]
                told = [envs.step(actions) for envs in made]
                seen = [step[0] for step in told]
                self.assertTrue(made[0].observation_space.contains(seen[0]))
                for key in seen[0]:
                    self.assertTrue((seen[0][key] == seen[1][key]).all())
                self.assertTrue((told[0][1] == told[1][1]).all())
                over = told[0][2]
                self.assertTrue(((seen[0]["table"][:, 1] == 0) | over).all())
                ended += int(over.sum())
                lead += told[0][1]
            self.assertGreaterEqual(ended, 3)
            self.assertTrue((lead != 0).any())


class FirstActions(gymnasium.spaces.Discrete):
    """Samples for a checker that knows no masks: the first action is always legal."""

    def sample(self, *arguments, **named):
        return np.int64(0)


class OpenSpiel(unittest.TestCase):
    def test_it_passes_the_random_simulations_of_openspiel(self):
        bastide.openspiel.register()
        bastide.openspiel.register()
        for edition, options, players in MIXES:
            told = ";".join(f"{key}:{str(value).lower()}" for key, value in options.items())
            name = f"bastide(edition={edition},options={told},players={players})"
            with self.subTest(name):
                game = pyspiel.load_game(name)
                self.assertEqual(game.observation_tensor_shape(), [256 * 16 + 128])
                self.assertEqual(game.information_state_tensor_size(), 256 * 16 + 128)
                pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)

    def test_a_playthrough_of_every_edition_is_what_it_was(self):
        bastide.openspiel.register()
        told = {}
        for edition in EDITIONS:
            # Most of the time would go into rounding whole numbers of NumPy.
            with unittest.mock.patch.object(
                generate_playthrough, "round", lambda number, digits: float(number), create=True
            ):
                name = f"bastide(edition={edition},players=2)"
                text = generate_playthrough.playthrough(name, None, seed=7)
            told[edition] = hashlib.sha256(text.encode()).hexdigest()
        if os.environ.get("BASTIDE_WRITE_PLAYTHROUGHS"):
            GOLDEN.write_text(json.dumps(told, indent=1) + "\n")
        self.assertEqual(told, json.loads(GOLDEN.read_text()))

    def test_what_is_observed_is_what_a_game_shows(self):
        bastide.openspiel.register()
        state = pyspiel.load_game("bastide(edition=new)").new_initial_state()
        for _ in range(30):
            state.apply_action(state.legal_actions()[-1])
        seen = state.board.see("tokens", "tables")
        wanted = [*seen["tokens"].ravel(), *seen["tables"]]
        for player in range(2):
            self.assertEqual(state.observation_tensor(player), wanted)
        self.assertEqual(state.information_state_string(0), state.history_str())

    def test_returns_are_the_scores_of_the_record(self):
        bastide.openspiel.register()
        state = pyspiel.load_game("bastide(edition=classic-2)").new_initial_state()
        random = np.random.default_rng(3)
        while not state.is_terminal():
            if state.is_chance_node():
                tiles, weights = zip(*state.chance_outcomes())
                state.apply_action(int(random.choice(tiles, p=weights)))
            else:
                state.apply_action(int(random.choice(state.legal_actions())))
        again = bastide.Game.from_record(state.board.record())
        self.assertEqual(state.returns(), list(again.final_scores))
        self.assertEqual(state.board.state.placed, 72)

    def test_an_unknown_edition_is_told(self):
        bastide.openspiel.register()
        with self.assertRaisesRegex(Exception, "chess"):
            pyspiel.load_game("bastide(edition=chess)")


if __name__ == "__main__":
    unittest.main()
