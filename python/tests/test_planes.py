"""Planes say what the JSON of a board says, and the page names them all."""

import json
import pathlib
import unittest

import numpy as np

import bastide

ROOT = pathlib.Path(__file__).parents[2]
MIXES = [
    ("classic-1", {}, 2),
    ("new", {"abbot": True, "river": True}, 3),
    ("winter", {"farms": "off"}, 4),
    ("hunters", {}, 5),
]
TOKENS = {"follower": bastide.FOLLOWER, "abbot": bastide.ABBOT, "hut": bastide.HUT}
AREAS_AT_SIDES = {"road": "line", "river": "line", "city": "mass", "forest": "mass"}


def tiles():
    """Sides of every segment of every kind of tile, as printed."""
    found = {}
    for path in (ROOT / "data/tiles").glob("*.json"):
        for tile in json.loads(path.read_text())["tiles"]:
            sides = [["NESW".index(edge) for edge in part.get("edges", [])] for part in tile["features"]]
            found[tile["id"]] = sides
    return found


def expected(game, printed):
    """The planes by name, from JSON alone; `points` and `edges` only of complete areas."""
    told = game.position()
    now, areas = told["position"], told["areas"]
    at_sides = [area for area in areas if area["kind"] in AREAS_AT_SIDES]
    area_at = {tuple(where): area for area in at_sides for where in area["segments"]}
    planes = {}

    def put(name, cell, value, side=0):
        planes.setdefault(name, {})[(cell["x"], cell["y"], side)] = value

    for tile in now["board"]:
        put("tile", tile, 1)
        for segment, sides in enumerate(printed[tile["tile"]]):
            area = area_at.get((tile["x"], tile["y"], segment))
            if area is None:
                continue
            others = [*area["tokens"][: now["player"]], *area["tokens"][now["player"] + 1 :]]
            for side in sides:
                turned = (side + tile["rot"]) % 4
                put(AREAS_AT_SIDES[area["kind"]], tile, 1, turned)
                put("own", tile, area["tokens"][now["player"]], turned)
                put("other", tile, max(others), turned)
                put("complete", tile, int(area["complete"]), turned)
                if area["complete"]:
                    put("points", tile, area["finished"], turned)
    for cell in now["open"]:
        put("open", cell, 1)
    for token in now["tokens"]:
        name = "own token" if token["player"] == now["player"] else "other token"
        put(name, token, TOKENS[token["token"]])
    for x, y, _ in {(int(m["x"]), int(m["y"]), int(m["rotation"])) for m in game.moves()}:
        cell = {"x": x, "y": y}
        put("fits", cell, planes.get("fits", {}).get((x, y, 0), 0) + 1)
    return planes


class Planes(unittest.TestCase):
    def compare(self, game, printed):
        seen = game.see("planes")
        self.assertEqual(seen["overflows"][0], 0)
        x0, y0 = (int(number) for number in seen["origins"])
        planes = expected(game, printed)
        for group in bastide.planes():
            for side in range(group["count"]):
                plane = seen["planes"][group["first"] + side]
                wanted = np.zeros_like(plane)
                for (x, y, at), value in planes.get(group["name"], {}).items():
                    if at == side:
                        wanted[y - y0, x - x0] = value
                if group["name"] == "edges":
                    here = [(at, v) for at, v in planes.get("complete", {}).items() if at[2] == side]
                    self.assertTrue(all((plane[y - y0, x - x0] == 0) == v for (x, y, _), v in here))
                elif group["name"] == "points":
                    self.assertTrue((plane[wanted > 0] == wanted[wanted > 0]).all())
                elif group["name"] not in ("site", "own field", "other field"):
                    self.assertTrue((plane == wanted).all(), (group["name"], side))
        return seen["planes"]

    def test_planes_are_the_board_of_the_json(self):
        printed = tiles()
        for edition, options, players in MIXES:
            game = bastide.Game(edition, players, options=options, seed=8)
            agents, chance = [bastide.Agent(n) for n in ("greedy", "random")], bastide.Chance(3)
            fields = 0
            for turn in range(200):
                if not game.deal():
                    break
                planes = self.compare(game, printed)
                fields += int(planes[3].sum() + planes[31].sum())
                sites = [a for a in game.areas() if a["kind"] in ("monastery", "garden")]
                self.assertEqual((planes[28] > 0).sum(), len(sites))
                game.apply(agents[turn % 2].choose(game, chance))
            self.assertEqual(fields > 0, options.get("farms") != "off", edition)

    def test_a_batch_shows_what_its_games_show(self):
        batch = bastide.Batch("new", 3, seed=4, threads=2, observe=("planes", "tokens", "tables"))
        game = bastide.Game("new", seed=bastide.deck_seed(4, 1))
        for turn in range(40):
            game.deal()
            seen = game.see("planes", "tokens", "tables")
            self.assertTrue((batch.planes[1] == seen["planes"]).all())
            self.assertTrue((batch.origins[1] == seen["origins"]).all())
            self.assertTrue((batch.tokens[1] == seen["tokens"]).all())
            self.assertTrue((batch.tables[1] == seen["tables"]).all())
            self.assertEqual(batch.rows[1], seen["rows"][0])
            action = turn * 7 % len(game.moves())
            game.apply(game.moves()[action])
            batch.step([-1, action, -1])
        with self.assertRaisesRegex(bastide.BadArgument, '"pixels" is none of'):
            game.see("pixels")

    def test_a_board_beyond_the_window_is_flagged(self):
        batch = bastide.Batch("hunters", 1, observe=("planes",))
        while batch.overflows[0] & 4 == 0 and not batch.ends[0]:
            batch.step([0])  # far out in the west
        self.assertEqual(batch.overflows[0] & 4, 4)
        self.assertLess(batch.planes[0, 0].sum(), 30)

    def test_the_page_names_them_all(self):
        lines = ["| planes | name | value |", "| --- | --- | --- |"]
        for group in bastide.planes():
            last = group["first"] + group["count"] - 1
            which = f"{group['first']}" if group["count"] == 1 else f"{group['first']} to {last}"
            lines.append(f"| {which} | {group['name']} | {group['meaning']} |")
        self.assertIn("\n".join(lines), (ROOT / "docs/python.md").read_text(), "\n".join(lines))


if __name__ == "__main__":
    unittest.main()
