"""`pip install .` as somebody does who has just cloned: ./dev adapters, because pip asks PyPI for what
the build needs.

The checkout's files, without what was built in it, are installed into an environment of their own, and
a game is played from another folder.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
import venv

CHECKOUT = pathlib.Path(__file__).parents[2]

GAME = """
import bastide, pathlib, sys
package = pathlib.Path(bastide.__file__).parent
assert package.is_relative_to(sys.prefix), package
assert list(package.glob("libbastide*")), "the library lies beside the package"
game = bastide.play_game(["bastide:nodes=1", "greedy"], edition="new", seed=1)
print(game.state.placed, *game.final_scores)
"""


class Install(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        # Nothing may be found in the checkout; what was compiled before is found again.
        outside = {key: value for key, value in os.environ.items() if not key.startswith(("BASTIDE_", "PYTHON"))}
        self.environment = outside | {"CCACHE_BASEDIR": str(self.folder), "CCACHE_NOHASHDIR": "1"}
        if "BASTIDE_JOBS" in os.environ:
            self.environment["CMAKE_BUILD_PARALLEL_LEVEL"] = os.environ["BASTIDE_JOBS"]

    def clone(self):
        names = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(names, cwd=CHECKOUT, stdout=subprocess.PIPE, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            if name.startswith(("web/", "docs/")) or not (CHECKOUT / name).is_file():
                continue
            (self.folder / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CHECKOUT / name, self.folder / "clone" / name)
        return self.folder / "clone"

    def run_in(self, folder, *command):
        done = subprocess.run(command, cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_a_clone_is_installed_and_plays_a_game_elsewhere(self):
        begin = time.monotonic()
        clone = self.clone()
        venv.create(self.folder / "venv", with_pip=True)
        python = str(self.folder / "venv/bin/python")
        self.run_in(clone, python, "-m", "pip", "install", "-q", "--disable-pip-version-check", ".")
        print(f"installed in {time.monotonic() - begin:.0f} s")
        shutil.rmtree(clone)
        told = self.run_in(self.folder, python, "-I", "-c", GAME)
        placed, *points = map(int, told.split())
        self.assertEqual(placed, 72)
        self.assertEqual(len(points), 2)
        self.assertGreater(min(points), 0)


if __name__ == "__main__":
    unittest.main()
