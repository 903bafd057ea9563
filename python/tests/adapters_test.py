"""The adapters under the tests of their frameworks: ./dev adapters, which asks PyPI for them."""

import contextlib
import io
import unittest
import warnings

import gymnasium.spaces
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

import bastide
import bastide.gymnasium
import bastide.openspiel
import bastide.pettingzoo

# Every edition, and every number of players.
MIXES = [
    ("classic-1", {}, 2),
    ("classic-2", {}, 5),
    ("new", {"abbot": True, "river": True}, 3),
    ("winter", {"gingerbread": True}, 4),
    ("hunters", {}, 2),
]


class PettingZoo(unittest.TestCase):
    def test_it_passes_the_tests_of_pettingzoo(self):
        for edition, options, players in MIXES:

            def make(edition=edition, options=options, players=players):
                return bastide.pettingzoo.env(edition=edition, options=options, players=players)

            with self.subTest(edition), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an observation with a mask is no plain array
                with contextlib.redirect_stdout(io.StringIO()):
                    api_test(make(), num_cycles=300)
                    seed_test(make, num_cycles=100)

    def test_it_passes_the_performance_test(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            performance_benchmark(bastide.pettingzoo.env())
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
            with self.subTest(edition), warnings.catch_warnings():
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
                pyspiel.random_sim_test(pyspiel.load_game(name), 1, serialize=True, verbose=False)

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
