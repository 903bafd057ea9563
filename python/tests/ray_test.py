"""examples/ray/many_games.py on a local Ray of two workers, one of which is lost: ./dev adapters."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "examples/ray"))
os.environ["PYTHONPATH"] = str(ROOT / "examples/ray")  # of the workers
import many_games  # noqa: E402

PROGRAM = os.environ["BASTIDE_PROGRAM"]


def job(way, **more):
    told = {"way": way, "program": PROGRAM, "edition": "classic-2", "players": 2, "seed": 5}
    return {**told, "agents": "greedy,random", "parts": 4, "workers": 2, **more}


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def pairs_of(path):
    """What was played, without what it took."""
    found = []
    for line in path.read_text().splitlines():
        told = json.loads(line)
        if "pair" in told:
            found.append((told["pair"], told["scores"]))
    return found


class Ray(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)

    def do(self, name, told):
        many_games.open_folder(self.folder / name, told)
        many_games.do_parts(self.folder / name, told)
        return many_games.put_together(self.folder / name, told)

    def kill_the_first(self, note):
        """The worker of the part that was begun first, as soon as it was."""
        while not (note.exists() and note.read_text().endswith("\n")):
            time.sleep(0.01)
        os.kill(int(note.read_text().split()[1]), signal.SIGKILL)

    def test_a_match_with_a_worker_lost_is_the_match(self):
        note = self.folder / "note"
        killer = threading.Thread(target=self.kill_the_first, args=(note,), daemon=True)
        killer.start()
        told = job("arena", agents="bastide:nodes=300,greedy", pairs=8, note=str(note))
        merged = self.do("match", told)
        killer.join()
        begun = [line.split()[0] for line in note.read_text().splitlines()]
        self.assertGreater(len(begun), 4, "no part was begun twice: nobody was lost in the middle")
        self.assertEqual(set(begun), {"0", "1", "2", "3"})
        whole = self.folder / "whole.jsonl"
        program(
            "arena", "--agents", told["agents"], "--edition", "classic-2", "--seed", "5",
            "--pairs", "8", "--threads", "2", "--out", str(whole),
        )  # fmt: skip
        shards = sorted((self.folder / "match").glob("part-*.jsonl"))
        together = sorted(pair for shard in shards for pair in pairs_of(shard))
        self.assertEqual(together, sorted(pairs_of(whole)))
        self.assertEqual(len(together), 8)
        self.assertIn("8 pairs (16 games)", merged)
        # Begun again, nothing is left to do; with other arguments it is another job.
        before = [shard.stat().st_mtime_ns for shard in shards]
        self.assertEqual(self.do("match", told), merged)
        self.assertEqual([shard.stat().st_mtime_ns for shard in shards], before)
        with self.assertRaisesRegex(SystemExit, "another job"):
            self.do("match", {**told, "pairs": 9})

    def test_games_and_their_analyses_come_in_order(self):
        self.do("games", job("play", games=6))
        records = (self.folder / "games/all.jsonl").read_text()
        wanted = [
            program("simulate", "--edition", "classic-2", "--agents", "greedy,random", "--records",
                    "-", "--games", str(games), "--seed", str(5 + part))
            for part, games in enumerate([1, 2, 1, 2])
        ]  # fmt: skip
        self.assertEqual(records, "".join(wanted))
        lines = records.splitlines(keepends=True)
        (self.folder / "games/part-00002.jsonl").unlink()  # as if it had been stopped before
        self.do("games", job("play", games=6))
        self.assertEqual((self.folder / "games/all.jsonl").read_text(), records)
        self.do("analyses", job("analyze", nodes=4, lines=lines))
        told = (self.folder / "analyses/all.jsonl").read_text().splitlines()
        self.assertEqual(len(told), 6)
        self.assertEqual(json.loads(told[0]), json.loads(program("analyze", "--nodes", "4", "--json",
                                                                 "--seed", "5", self.first(lines))))

    def first(self, lines):
        path = self.folder / "first.json"
        path.write_text(lines[0])
        return str(path)


if __name__ == "__main__":
    unittest.main()
