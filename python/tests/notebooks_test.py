"""The notebooks of examples/notebooks, every cell in its order, in their short form: ./dev adapters."""

import contextlib
import io
import json
import math
import os
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).parents[2] / "examples/notebooks"
EDITIONS = FOLDER.parents[1] / "data/editions"


def run(name):
    """The names that a notebook leaves, and what it printed."""
    names, printed = {"__name__": "__main__"}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        for number, cell in enumerate(json.loads((FOLDER / name).read_text())["cells"]):
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), names)
    return names, printed.getvalue()


class Notebooks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["BASTIDE_SHORT"] = "1"
        sys.path.insert(0, str(FOLDER))

    def test_random_play_and_plots(self):
        names, _ = run("random_play.ipynb")
        self.assertEqual(set(names["scores"]), {file.stem for file in EDITIONS.glob("*.json")})
        for points in names["scores"].values():
            self.assertEqual(points.shape, (32, 2))
            self.assertGreater(points.mean(), 5)
        self.assertGreater(len(names["choices"]), 70)
        self.assertTrue(names["game"]._repr_svg_().startswith("<svg"))

    def test_ppo_on_tokens(self):
        names, printed = run("ppo_tokens.ipynb")
        self.assertEqual(len(names["curve"]), 2)
        self.assertTrue(all(map(math.isfinite, names["curve"])))
        self.assertEqual(len(names["steps"]), 4 * 36)
        self.assertIn("round 2", printed)

    def test_alphazero(self):
        names, _ = run("alphazero.ipynb")
        self.assertEqual(len(names["curve"]), 2)
        self.assertTrue(all(map(math.isfinite, names["curve"])))

    def test_outputs_are_not_kept(self):
        found = sorted(FOLDER.glob("*.ipynb"))
        self.assertEqual(len(found), 3)
        for path in found:
            cells = json.loads(path.read_text())["cells"]
            self.assertFalse(any(cell.get("outputs") for cell in cells), path.name)


if __name__ == "__main__":
    unittest.main()
