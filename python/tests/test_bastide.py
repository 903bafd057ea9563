"""Run by ctest; by hand: BASTIDE_LIBRARY=... BASTIDE_PROGRAM=... PYTHONPATH=python python3 -m unittest"""

import contextlib
import gc
import io
import os
import pathlib
import pickle
import re
import subprocess
import sys
import threading
import unittest

import numpy as np

import bastide

PROGRAM = os.environ["BASTIDE_PROGRAM"]
GAMES = int(os.environ.get("BASTIDE_PYTHON_GAMES", "50"))
# edition, options, players, agents: every edition, and every part of the rules that changes moves
MIXES = [
    ("classic-1", {}, ["random", "random"]),
    ("classic-2", {}, ["greedy", "random", "random"]),
    ("new", {"abbot": True, "river": True}, ["greedy", "greedy"]),
    ("winter", {"gingerbread": True}, ["random", "greedy"]),
    ("hunters", {}, ["random"] * 5),
]


def records_of_program(edition, options, agents, seed, games):
    command = [PROGRAM, "simulate", "--edition", edition, "--players", str(len(agents))]
    for key, value in options.items():
        command += ["--option", f"{key}={str(value).lower()}"]
    command += ["--agents", ",".join(agents), "--seed", str(seed), "--games", str(games)]
    done = subprocess.run([*command, "--records", "-"], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


class Same(unittest.TestCase):
    def test_the_same_seed_gives_the_programs_games(self):
        each = -(-GAMES // len(MIXES))
        for edition, options, agents in MIXES:
            wanted = records_of_program(edition, options, agents, 77, each)
            for index, record in enumerate(wanted):
                game = bastide.play_game(
                    agents, edition=edition, options=options, seed=77, index=index
                )
                self.assertEqual(game.record(), record, f"{edition}, game {index}")

    def test_without_an_edition_the_programs_own_is_played(self):
        command = [PROGRAM, "simulate", "--agents", "random,random", "--seed", "77", "--records", "-"]
        done = subprocess.run([*command, "--games", "1"], check=True, capture_output=True, text=True)
        self.assertEqual(bastide.play_game(["random"] * 2, seed=77).record(), done.stdout.strip())
        first = min(bastide.catalog()["editions"], key=lambda edition: edition["shelf"])["id"]
        self.assertEqual(bastide.Game(seed=1).record(), bastide.Game(first, seed=1).record())
        self.assertEqual(bastide.Batch(n=1).games.shape, (1,))

    def test_a_batch_of_random_games_is_the_programs(self):
        scores = {}
        batch = bastide.Batch("classic-2", 4, seed=9)
        for _ in range(80):
            batch.play_random(1)
            for i in range(4):
                scores.setdefault(int(batch.games[i]), np.zeros(2))
                scores[int(batch.games[i])] += batch.rewards[i]
        for index in range(4):
            game = bastide.play_game(["random"] * 2, edition="classic-2", seed=9, index=index)
            self.assertEqual(tuple(scores[index]), game.final_scores)


class OneGame(unittest.TestCase):
    def setUp(self):
        self.game = bastide.Game("classic-2", seed=1)

    def test_columns_for_six_tell_the_same(self):
        batch = bastide.Batch(
            "new", 3, players=5, observe=("tokens", "tables", "wide_tokens", "wide_tables")
        )
        for _ in range(30):
            batch.play_random(2)
            rows = int(batch.rows.max())
            self.assertEqual(batch.rows.tolist(), batch.wide_rows.tolist())
            five, six = batch.tokens[:, :rows], batch.wide_tokens[:, :rows]
            np.testing.assert_array_equal(five[..., :13], six[..., :13])
            np.testing.assert_array_equal(five[..., 13:], six[..., [16, 14, 15]])
            np.testing.assert_array_equal(batch.tables[:, 32:], batch.wide_tables[:, 96:192])
        game = bastide.Game("hunters", 3, seed=2)
        game.deal()
        seen = game.see("tables", "wide_tokens", "wide_tables")
        self.assertEqual(seen["tables"][:11].tolist(), seen["wide_tables"][:11].tolist())
        self.assertGreater(seen["wide_rows"][0], 2)

    def test_wide_columns_are_the_areas_of_the_json(self):
        """Row by row: what raises an area, its goods, and who has which token there."""
        kinds = {"road": 0, "city": 1, "monastery": 2, "garden": 3, "field": 4}
        goods = ("wine", "grain", "cloth")
        for edition, players, extra in ("new", 6, {"abbot": True}), ("winter", 2, {"river": True}):
            options = {"inns": True, "traders": True, **extra}
            game = bastide.Game(edition, players, options=options, seed=3)
            agents, chance = [bastide.Agent(n) for n in ("greedy", "random")], bastide.Chance(3)
            turn, met = 0, set()
            while game.deal():
                told = game.position()
                now, player = told["position"], told["position"]["player"]
                seats = [(player + i) % players for i in range(players)]
                tokens = {(t["x"], t["y"], t["segment"]): t for t in now["tokens"]}
                wanted = []
                for area in told["areas"]:
                    there = [tokens.get(tuple(where)) for where in area["segments"]]
                    big = [t["player"] for t in there if t and t["token"] == "big"]
                    beside = area.get("builders", []) + area.get("pigs", [])
                    raised = int(area.get("inn", False) or area.get("cathedral", False))
                    met |= {key for key in area if area[key]} | ({"big"} if big else set())
                    wanted.append(
                        [kinds[area["kind"]], raised]
                        + [area["tokens"][seat] for seat in seats]
                        + [area.get("goods", {}).get(kind, 0) for kind in goods]
                        + [int(seat in big) for seat in seats]
                        + [int(seat in beside) for seat in seats]
                    )
                seen = game.see("wide_tokens", "wide_tables")
                rows = seen["wide_tokens"][: seen["wide_rows"][0]]
                columns = [0, 5] + [8 + i for i in range(players)] + [17, 18, 19]
                columns += [20 + i for i in range(players)] + [26 + i for i in range(players)]
                self.assertEqual(sorted(rows[:, columns].tolist()), sorted(wanted))
                taken = [[now["players"][seat]["goods"][kind] for seat in seats] for kind in goods]
                table = seen["wide_tables"][50:68].reshape(3, 6)
                self.assertEqual(table[:, :players].tolist(), taken)
                game.apply(agents[turn % 2].choose(game, chance))
                turn += 1
            self.assertLessEqual({"inn", "cathedral", "goods", "builders", "pigs", "big"}, met)

    def test_play_is_apply_and_deal(self):
        for edition, options, agents in MIXES:
            slow = bastide.Game(edition, len(agents), options=options, seed=4)
            quick = bastide.Game(edition, len(agents), options=options, seed=4)
            runs, turn = quick.deal(), 0
            while slow.deal():
                self.assertTrue(runs)
                # Moves come with the tile from the second time on, and are the same.
                moves = slow.moves()
                self.assertEqual(moves.tobytes(), quick.moves().tobytes())
                self.assertEqual(moves.tobytes(), quick.copy().moves().tobytes())
                move = moves[turn % len(moves)]
                slow.apply(move)
                runs = quick.play(move)
                turn += 1
            self.assertFalse(runs)
            self.assertEqual(len(quick.moves()), 0)
            self.assertEqual(quick.record(), slow.record())

    def test_moves_follow_whatever_changed_the_game(self):
        game = self.game
        game.deal()
        first = game.moves()
        game.play(first[0])
        second = game.moves()
        self.assertNotEqual(first.tobytes(), second.tobytes())
        game.undo()
        self.assertEqual(len(game.moves()), 0)
        game.undo()
        self.assertEqual(game.moves().tobytes(), first.tobytes())
        with self.assertRaises(bastide.IllegalMove):
            game.play(second[-1])
        self.assertEqual(game.moves().tobytes(), first.tobytes())
        game.apply(first[0])
        self.assertEqual(len(game.moves()), 0)

    def test_a_game_is_played_and_taken_back(self):
        game = self.game
        begin = game.hash
        while game.deal():
            game.apply(game.moves()[0])
        self.assertTrue(game.over)
        self.assertFalse(game.deal())
        self.assertEqual(game.state.placed, 72)
        self.assertEqual(bastide.Game.from_record(game.record()).hash, game.hash)
        while game.state.placed > 1 or game.phase != bastide.DRAW:
            game.undo()
        self.assertEqual(game.hash, begin)

    def test_somebody_else_may_draw(self):
        game = bastide.Game("classic-2", players=3, first_player=2)
        self.assertTrue(game.draw("base/K"))
        self.assertEqual((game.hand, game.player), ("base/K", 2))

    def test_moves_are_legal_and_events_are_points(self):
        agent, chance = bastide.Agent("greedy"), bastide.Chance(3)
        points = 0
        while self.game.deal():
            before = sum(self.game.scores)
            self.assertTrue(all(self.game.check(move) is None for move in self.game.moves()))
            self.game.apply(agent.choose(self.game, chance))
            self.assertEqual(self.game.events()["points"].sum(), sum(self.game.scores) - before)
            points += sum(self.game.scores) - before
        self.assertGreater(points, 0)

    def test_a_copy_goes_its_own_way(self):
        self.game.deal()
        other = self.game.copy()
        other.apply(other.moves()[-1])
        self.assertEqual(self.game.state.turns, 0)
        self.assertEqual(other.state.turns, 1)

    def test_a_pickle_holds_what_can_be_seen(self):
        game = bastide.Game("classic-2", players=3, first_player=1)
        for turn in range(3):
            self.assertEqual(pickle.loads(pickle.dumps(game)).hash, game.hash)
            game.draw(["base/D", "base/U", "base/V"][turn])
            self.assertEqual(pickle.loads(pickle.dumps(game)).hash, game.hash)
            game.apply(game.moves()[0])
        with self.assertRaisesRegex(bastide.BastideError, "no seed"):
            self.game.deal()
            pickle.loads(pickle.dumps(self.game)).deal()

    def test_a_board_is_told_and_drawn(self):
        self.game.deal()
        self.assertEqual(self.game.position()["position"]["hand"], self.game.hand)
        self.assertEqual(self.game.position()["areas"], self.game.areas())
        self.assertEqual(self.game.final()["scores"], list(self.game.final_scores))
        self.assertEqual(self.game.log(), [])
        self.assertTrue(self.game._repr_svg_().startswith("<svg"))
        self.assertIn("2 players", repr(self.game))

    def test_agents_think_within_limits(self):
        self.game.deal()
        chosen = [
            bastide.Agent("bastide").choose(self.game, bastide.Chance(5), nodes=200)
            for _ in range(2)
        ]
        self.assertEqual(chosen[0], chosen[1])
        bastide.Agent("bastide").choose(self.game, seconds=0.01)


class Wrong(unittest.TestCase):
    def assertRefused(self, kind, text, call, *arguments, **named):
        with self.assertRaises(kind) as caught:
            call(*arguments, **named)
        self.assertIn(text, str(caught.exception))

    def test_bad_input_is_a_clear_exception(self):
        bad = bastide.BadArgument
        self.assertRefused(bad, '"chess" is unknown', bastide.Game, "chess")
        self.assertRefused(bad, "1 to 5 players", bastide.Game, "new", players=6)
        self.assertRefused(bad, "so many players", bastide.Game, "new", players=-1)
        self.assertRefused(bad, "first player", bastide.Game, "new", first_player=2)
        self.assertRefused(bad, "dragon=true", bastide.Game, "new", options={"dragon": True})
        self.assertRefused(bad, "names for 2", bastide.Game, "new", names=["one"])
        self.assertRefused(bad, "64 bits", bastide.Game, "new", seed=-1)
        self.assertRefused(bad, "nobody", bastide.Agent, "nobody")
        self.assertRefused(bastide.BadRecord, "", bastide.Game.from_record, "{}")
        self.assertRefused(bad, '"pixels" is none of', bastide.Batch, observe=("pixels",))
        self.assertRefused(bad, "games and threads", bastide.Batch, n=0)
        self.assertRefused(bastide.BastideError, "no seed", bastide.Game("new").deal)

    def test_the_rules_say_why(self):
        game = bastide.Game("classic-2", seed=1)
        move = np.zeros(1, bastide.MOVE)[0]
        self.assertRefused(bastide.IllegalMove, "no_tile_drawn", game.apply, move)
        game.deal()
        self.assertRefused(bastide.IllegalMove, "tile_already_drawn", lambda: game.deal() or 1 / 0)
        self.assertEqual(game.check(move), "cell_not_free")
        self.assertRefused(bastide.IllegalMove, "cell_not_free", game.apply, move)
        self.assertRefused(TypeError, "a move is", game.apply, 3)
        self.assertRefused(TypeError, "a move is", game.apply, game.moves()[:2])
        self.assertRefused(bastide.BastideError, "", bastide.Game("new").undo)

    def test_a_batch_refuses_what_it_does_not_offer(self):
        batch = bastide.Batch("new", 3)
        self.assertRefused(bastide.BadArgument, "of game 2", batch.step, [0, 0, batch.counts[2]])
        self.assertRefused(bastide.BadArgument, "3 actions", batch.step, [0, 0])
        batch.step([0, 0, 0])

    def test_a_missing_library_is_told(self):
        environment = {**os.environ, "BASTIDE_LIBRARY": "/nowhere/libbastide.so"}
        done = subprocess.run(
            [sys.executable, "-c", "import bastide"], env=environment, capture_output=True, text=True
        )
        self.assertIn("ImportError: the C library of Bastide was not found", done.stderr)


class ManyGames(unittest.TestCase):
    def test_arrays_have_their_shapes_and_masks_their_counts(self):
        observe = ("masks", "actions", "tokens", "tables")
        batch = bastide.Batch("hunters", 5, players=3, threads=2, observe=observe)
        for step in range(200):
            batch.step(np.where(batch.counts > 0, step % np.maximum(batch.counts, 1), 0))
            self.assertTrue((batch.masks.sum(1) == batch.counts).all())
            self.assertTrue((batch.ends == (batch.phases == bastide.OVER)).all())
            self.assertTrue((batch.tables[:, 1] == batch.players).all())
        self.assertEqual(batch.actions.shape, (5, 512, 6))
        self.assertEqual(batch.tokens.shape, (5, 256, 16))
        self.assertEqual(batch.rewards.shape, (5, 3))
        self.assertTrue((batch.games >= 5).all())
        self.assertIsNone(bastide.Batch("new", 1, observe=()).masks)

    def test_agents_play_in_a_batch_and_games_may_wait(self):
        batch, agent = bastide.Batch("classic-2", 2, seed=6), bastide.Agent("random")
        chance, points = bastide.Chance(bastide.move_seed(6, 1)), np.zeros(2)
        while not batch.ends[1]:
            batch.step([-1, batch.choose(1, agent, chance)])
            points += batch.rewards[1]
        self.assertEqual(batch.games[0], 0)
        wanted = bastide.play_game(["random"] * 2, edition="classic-2", seed=6, index=1)
        self.assertEqual(tuple(points), wanted.final_scores)
        with self.assertRaises(bastide.IllegalMove):
            batch.choose(1, agent, chance)
        with self.assertRaises(bastide.BadArgument):
            batch.choose(2, agent, chance)

    def test_handles_end_with_their_objects(self):
        for _ in range(50):
            bastide.Game("new"), bastide.Agent("random"), bastide.Batch("new", 1)
        gc.collect()

    def test_threads_of_python_have_games_of_their_own(self):
        records = [""] * 4

        def play(i):
            records[i] = bastide.play_game(["random", "random"], seed=3).record()

        threads = [threading.Thread(target=play, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(records)), 1)


class Arena(unittest.TestCase):
    def test_a_function_plays_against_an_agent(self):
        seen = []

        def first_move(game):
            seen.append((game.phase, game.player))
            return game.moves()[0]

        match = bastide.arena("greedy", first_move, pairs=2, edition="classic-2")
        self.assertEqual(len(match.scores), 4)
        self.assertEqual(match.wins, 4)
        self.assertGreater(match.margin, 0)
        self.assertTrue(all(phase == bastide.PLACE for phase, _ in seen))
        self.assertEqual({player for _, player in seen}, {0, 1})
        self.assertIn('"first_move"', match.records[0])

    def test_a_function_is_not_told_what_comes(self):
        """Two games of the same tiles: the copy's next tile is not always the game's."""
        differ = []

        def peek(game):
            later = game.copy()
            later.apply(later.moves()[0])
            expected.append(later.hand if later.deal() else None)
            return game.moves()[0]

        expected = []
        game = bastide.play_game([peek, peek], edition="classic-2", seed=4)
        real = [turn["tile"] for turn in game.log()]
        differ = [a != b for a, b in zip(expected, real[1:])]
        self.assertGreater(sum(differ), 20)

    def test_an_illegal_move_is_an_exception(self):
        def nonsense(game):
            return np.zeros(1, bastide.MOVE)[0]

        with self.assertRaises(bastide.IllegalMove):
            bastide.arena("greedy", nonsense, pairs=1)


class Names(unittest.TestCase):
    def test_editions_agents_and_version_are_told(self):
        editions = {edition["id"] for edition in bastide.catalog()["editions"]}
        files = (pathlib.Path(__file__).parents[2] / "data/editions").glob("*.json")
        self.assertEqual(editions, {file.stem for file in files})
        self.assertIn("greedy", bastide.agent_names())
        told = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True)
        self.assertIn(bastide.__version__, told.stdout)


class Documents(unittest.TestCase):
    def test_what_the_page_shows_runs(self):
        page = (pathlib.Path(__file__).parents[2] / "docs/python.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertGreater(len(blocks), 3)
        with contextlib.redirect_stdout(io.StringIO()):
            names = {}
            for block in blocks:
                exec(block, names)
        self.assertEqual(len(names["match"].scores), 4)


if __name__ == "__main__":
    unittest.main()
