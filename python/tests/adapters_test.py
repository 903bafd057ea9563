"""The adapters under the tests of their frameworks: ./dev adapters, which asks PyPI for them.

BASTIDE_WRITE_PLAYTHROUGHS=1 writes OpenSpiel's playthroughs anew, as the hashes of their text.
"""

import contextlib
import hashlib
import io
import json
import os
import pathlib
import re
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
# Boxes with Inns & Cathedrals and Traders & Builders, in which six may play.
BOTH = {"inns": True, "traders": True}
WIDER = [edition for edition in EDITIONS if edition != "hunters"]
MIXES += [(edition, BOTH, players) for edition in WIDER for players in (2, 6)]
MIXES += [(edition, {**options, **BOTH}, 6) for edition, options in OPTIONS.items()]
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

    def test_a_builder_earns_a_second_part_of_the_turn(self):
        player, chance = bastide.Agent("greedy"), bastide.Chance(1)
        for players in (2, 6):
            env = bastide.pettingzoo.env(edition="new", players=players, options=BOTH)
            decided, twice = [], 0
            for seed in range(3):
                env.reset(seed=seed)
                for agent in env.agent_iter():
                    observation, _, terminated, _, _ = env.last()
                    if terminated:
                        break
                    self.assertEqual(observation["observation"]["table"][0], players)
                    decided.append(env.possible_agents.index(agent))
                    env.step(env.unwrapped._batch.choose(0, player, chance))
                steps = np.diff(decided) % players
                decided.clear()
                self.assertTrue((steps <= 1).all())
                self.assertFalse(((steps[1:] == 0) & (steps[:-1] == 0)).any(), "never a third")
                twice += int((steps == 0).sum())
            self.assertGreater(twice, 0, players)

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

    def test_a_learners_second_part_is_a_step_of_its_own(self):
        placed, player, chance = 7, bastide.Agent("greedy"), bastide.Chance(1)
        for players in (2, 6):
            envs = bastide.gymnasium.VectorEnv(4, players=players, options=BOTH)
            seen, _ = envs.reset(seed=2)
            over, twice = np.zeros(4, bool), 0
            for _ in range(60):
                before = seen["table"][:, placed]
                actions = [
                    0 if over[i] else envs._tables._batch.choose(i, player, chance) for i in range(4)
                ]
                seen, _, over, _, _ = envs.step(actions)
                # One tile more is the learner's own, and nobody has moved since.
                twice += int(((seen["table"][:, placed] == before + 1) & ~over).sum())
            self.assertGreater(twice, 0, players)


class FirstActions(gymnasium.spaces.Discrete):
    """Samples for a checker that knows no masks: the first action is always legal."""

    def sample(self, *arguments, **named):
        return np.int64(0)


PLAYTHROUGHS = [(edition, {}, players) for edition in EDITIONS for players in range(2, 6)]
PLAYTHROUGHS += [(edition, BOTH, players) for edition in WIDER for players in range(2, 7)]


def openspiel_name(edition, options, players):
    if not options:
        return f"bastide(edition={edition},players={players})"
    told = ";".join(f"{key}:{str(value).lower()}" for key, value in options.items())
    return f"bastide(edition={edition},options={told},players={players})"


def unrounded(number, digits):
    return float(number)


def hash_of_tensor(tensor, name):
    return [f"{name}: {hashlib.sha256(tensor.tobytes()).hexdigest()}"]


class OpenSpiel(unittest.TestCase):
    def test_it_passes_the_random_simulations_of_openspiel(self):
        bastide.openspiel.register()
        bastide.openspiel.register()
        for edition, options, players in MIXES:
            name = openspiel_name(edition, options, players)
            with self.subTest(name):
                game = pyspiel.load_game(name)
                size = 512 * 32 + 256 if "inns" in options else 256 * 16 + 128
                self.assertEqual(game.observation_tensor_shape(), [size])
                self.assertEqual(game.information_state_tensor_size(), size)
                pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)

    def test_a_playthrough_of_every_edition_and_number_of_players_is_what_it_was(self):
        bastide.openspiel.register()
        told = {}
        for edition, options, players in PLAYTHROUGHS:
            # Most of the time would go into rounding whole numbers of NumPy. Those of a wide box
            # are so many that their hash stands for them.
            quick = ("_format_tensor", hash_of_tensor) if options else ("round", unrounded)
            with unittest.mock.patch.object(generate_playthrough, *quick, create=True):
                name = openspiel_name(edition, options, players)
                text = generate_playthrough.playthrough(name, None, seed=7)
            key = ", ".join([edition, *options, str(players)])
            told[key] = hashlib.sha256(text.encode()).hexdigest()
        if os.environ.get("BASTIDE_WRITE_PLAYTHROUGHS"):
            GOLDEN.write_text(json.dumps(told, indent=1) + "\n")
        self.assertEqual(told, json.loads(GOLDEN.read_text()))

    def test_what_is_observed_is_what_a_game_shows(self):
        bastide.openspiel.register()
        for options, wide in ({}, ""), (BOTH, "wide_"):
            state = pyspiel.load_game(openspiel_name("new", options, 2)).new_initial_state()
            for _ in range(30):
                state.apply_action(state.legal_actions()[-1])
            seen = state.board.see(f"{wide}tokens", f"{wide}tables")
            wanted = [*seen[f"{wide}tokens"].ravel(), *seen[f"{wide}tables"]]
            for player in range(2):
                self.assertEqual(state.observation_tensor(player), wanted)
            self.assertEqual(state.information_state_string(0), state.history_str())

    def test_a_builder_earns_a_second_part_of_the_turn(self):
        bastide.openspiel.register()
        random, twice = np.random.default_rng(3), 0
        for players in (2, 6):
            state = pyspiel.load_game(openspiel_name("new", BOTH, players)).new_initial_state()
            decided = []
            while not state.is_terminal():
                if not state.is_chance_node():
                    decided.append(state.current_player())
                actions = state.legal_actions()
                state.apply_action(int(random.choice(actions)))
            steps = np.diff(decided) % players
            self.assertTrue((steps <= 1).all())
            twice += int((steps == 0).sum())
        self.assertGreater(twice, 0)

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


class Documents(unittest.TestCase):
    def test_what_the_page_shows_of_the_adapters_runs(self):
        page = (pathlib.Path(__file__).parents[2] / "docs/python.md").read_text()
        blocks = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(blocks), 3)
        for block in blocks:
            exec(block, {})


if __name__ == "__main__":
    unittest.main()
