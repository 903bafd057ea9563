#!/usr/bin/env python3
"""The whole way in miniature, on the processor: generate, train, export, check, play, and once more
with the weights that came of it. It shows that the way is open, not that it leads anywhere: for
that a thousand times the games are needed.

usage: BASTIDE_PROGRAM=build/dev/bastide pipeline_test.py
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import check
import data
import weights

PROGRAM = os.environ["BASTIDE_PROGRAM"]
HERE = pathlib.Path(__file__).parent


def bastide(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, "network", *map(str, arguments)], capture_output=True, text=True)


class Pipeline(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.shards = pathlib.Path(cls.folder.name) / "shards"
        cls.weights = pathlib.Path(cls.folder.name) / "small.net"
        cls.made = bastide("generate", "--games", 300, "--share", 0.03, "--tiles", 4, "--threads", 2,
                           "--seed", 5, "--out", cls.shards)  # fmt: skip
        trained = [sys.executable, HERE / "train.py", cls.shards, "--out", cls.weights, "--program", PROGRAM]
        trained += ["--passes", "3", "--batch", "64", "--device", "cpu"]
        cls.trained = subprocess.run(list(map(str, trained)), capture_output=True, text=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_games_become_siblings(self):
        self.assertEqual(self.made.returncode, 0, self.made.stderr)
        siblings = data.Siblings([self.shards], "cpu", [0.1, 0.2, 0.2, 0.2, 0.3])
        self.assertGreater(siblings.count, 300)
        self.assertEqual(int(siblings.siblings.min() >= 2), 1)
        self.assertEqual(int(siblings.siblings.max()), 6)
        self.assertGreater(float(siblings.residual.std()), 1)

    def test_the_same_seed_makes_the_same_shards(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a", "b"):
                made = bastide("generate", "--games", 4, "--threads", 2, "--seed", 6, "--out", f"{folder}/{name}")
                self.assertEqual(made.returncode, 0, made.stderr)
            for file in sorted(pathlib.Path(folder, "a").iterdir()):
                self.assertEqual(file.read_bytes(), pathlib.Path(folder, "b", file.name).read_bytes())

    def test_training_ends_in_weights_that_the_program_runs_as_meant(self):
        self.assertEqual(self.trained.returncode, 0, self.trained.stdout + self.trained.stderr)
        self.assertIn("300 positions agree", self.trained.stdout)
        numbers, terms = weights.read(self.weights)
        self.assertEqual(terms, check.terms_of(PROGRAM))
        self.assertTrue(np.any(numbers["out_weight"]) and np.any(numbers["direct"]))
        marked = set()
        for name in data.shards([self.shards]):
            marked |= set(data.read_shard(name)[1]["row"].flatten().tolist())
        rows = [bool(np.any(row)) for row in numbers["row"]]
        self.assertEqual(rows, [row in marked for row in range(len(rows))], "nothing where nothing was learned")

    def test_a_number_of_the_file_is_in_every_answer(self):
        numbers, terms = weights.read(self.weights)
        changed = {**numbers, "out_bias": numbers["out_bias"] + 1}
        other = self.weights.with_name("other.net")
        weights.write(other, changed, terms)
        answers = check.asked(PROGRAM, "run", other, data.shards([self.shards])[0], "--positions", 20)
        before = check.asked(PROGRAM, "run", self.weights, data.shards([self.shards])[0], "--positions", 20)
        self.assertEqual([int(a) - 1 for a in answers], [int(b) for b in before])

    def test_the_weights_play_and_make_the_next_shards(self):
        played = bastide("compare", "--weights", self.weights, "--against", "learned", "--pairs", 4, "--seed", 9)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn("one ply against learned: ", played.stdout)
        # A network of nothing but noughts plays as the terms that it corrects.
        nothing = self.weights.with_name("nothing.net")
        numbers, terms = weights.read(self.weights)
        weights.write(nothing, {name: np.zeros_like(part) for name, part in numbers.items()}, terms)
        against = bastide("compare", "--weights", self.weights, "--against", nothing, "--pairs", 4, "--seed", 9)
        self.assertEqual(against.stdout, played.stdout.replace("learned", str(nothing)), against.stderr)
        next_one = bastide("generate", "--weights", self.weights, "--games", 4, "--tiles", 4,
                           "--out", self.shards.with_name("next"))  # fmt: skip
        self.assertEqual(next_one.returncode, 0, next_one.stderr)

    def test_damaged_weights_are_refused_in_one_line(self):
        damaged = self.weights.with_name("damaged.net")
        content = bytearray(self.weights.read_bytes())
        content[len(content) // 2] ^= 1
        damaged.write_bytes(content)
        refused = bastide("compare", "--weights", damaged)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("wrong checksum", refused.stderr)
        self.assertEqual(refused.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
