#!/usr/bin/env python3
"""A client without the engine, written from docs/protocol.md, docs/record.md and data/tiles alone.

usage: stranger.py --program BASTIDE [--games N]

It plays whole games of classic-1, against a bot and against itself, over HTTP and the WebSocket as a
stranger's client would, and checks what the documents promise: the order of answers, repeats, resuming,
scores that are the sum of their events.
"""
import argparse
import asyncio
import itertools
import json
import pathlib
import random
import secrets
import sys
import tempfile

from server import Server
from wire import PATIENCE, Gone, Http, WebSocket

TILES = pathlib.Path(__file__).parents[2] / "data" / "tiles" / "base.json"
SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}  # y grows to the south
ORDER = "NESW"


def turned(side, rot):
    return ORDER[(ORDER.index(side) + rot) % 4]


def opposite(side):
    return turned(side, 2)


class Tile:
    """One tile in one rotation: which feature each side shows, and how it looks."""

    def __init__(self, features, rot):
        self.features, self.sides, looks = features, {side: None for side in ORDER}, []
        for number, feature in enumerate(features):
            edges = frozenset(turned(side, rot) for side in feature.get("edges", []))
            halves = frozenset((half + 2 * rot) % 8 for half in feature.get("halves", []))
            looks.append((feature["kind"], edges, halves, feature.get("shields", 0)))
            for side in edges:
                self.sides[side] = number
        self.looks = frozenset(looks)

    def kind(self, side):
        number = self.sides[side]
        return "field" if number is None else self.features[number]["kind"]


class Tiles:
    def __init__(self):
        listed = json.loads(TILES.read_text())["tiles"]
        self.start = next(tile["id"] for tile in listed if "start" in tile)
        self.rotations = {}
        for tile in listed:
            ways, seen = {}, set()
            for rot in range(4):  # of rotations that look the same the lowest counts
                way = Tile(tile["features"], rot)
                if way.looks not in seen:
                    seen.add(way.looks)
                    ways[rot] = way
            self.rotations[tile["id"]] = ways


class Board:
    """Tiles, followers, and what is connected: enough to send only legal moves."""

    def __init__(self, tiles):
        self.tiles, self.cells, self.tokens = tiles, {(0, 0): tiles.rotations[tiles.start][0]}, {}

    def fits(self, cell, tile):
        near = {side: (cell[0] + dx, cell[1] + dy) for side, (dx, dy) in SIDES.items()}
        known = {side: self.cells[other] for side, other in near.items() if other in self.cells}
        return known and all(tile.kind(side) == other.kind(opposite(side)) for side, other in known.items())

    def placements(self, tile):
        free = {(x + dx, y + dy) for x, y in self.cells for dx, dy in SIDES.values()} - self.cells.keys()
        ways = self.tiles.rotations[tile].items()
        return [(cell, rot) for cell in sorted(free) for rot, way in ways if self.fits(cell, way)]

    def area(self, cell, segment):
        """All segments that belong together, and whether a side is still open."""
        found, waiting, is_open = set(), [(cell, segment)], False
        while waiting:
            here, number = waiting.pop()
            if (here, number) in found:
                continue
            found.add((here, number))
            for side, shown in self.cells[here].sides.items():
                if shown != number:
                    continue
                other = (here[0] + SIDES[side][0], here[1] + SIDES[side][1])
                if other in self.cells:
                    waiting.append((other, self.cells[other].sides[opposite(side)]))
                else:
                    is_open = True
        return found, is_open

    def choices(self, cell, rot, tile):
        """Segments that may take a follower: not on fields, and nobody may be in the area."""
        self.cells[cell] = self.tiles.rotations[tile][rot]
        free = []
        for number, feature in enumerate(self.cells[cell].features):
            if feature["kind"] == "monastery":
                free.append(number)
            elif feature["kind"] in ("road", "city"):
                found, _ = self.area(cell, number)
                if not found & self.tokens.keys():
                    free.append(number)
        del self.cells[cell]
        return free

    def surrounded(self, cell):
        return all((cell[0] + dx, cell[1] + dy) in self.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    def play(self, turn):
        cell = (turn["x"], turn["y"])
        self.cells[cell] = self.tiles.rotations[turn["tile"]][turn["rot"]]
        if "deploy" in turn:
            self.tokens[cell, turn["deploy"]["segment"]] = turn["player"]
        for (place, segment), _ in list(self.tokens.items()):  # completed areas give them back
            kind = self.cells[place].features[segment]["kind"]
            if kind == "monastery":
                done, area = self.surrounded(place), {(place, segment)}
            elif kind in ("road", "city"):
                area, is_open = self.area(place, segment)
                done = not is_open
            else:
                continue
            if done:
                for one in area:
                    self.tokens.pop(one, None)

    def move(self, tile, player, chance):
        cell, rot = chance.choice(self.placements(tile))
        move = {"x": cell[0], "y": cell[1], "rot": rot}
        free = self.choices(cell, rot, tile)
        left = 7 - sum(1 for owner in self.tokens.values() if owner == player)
        if free and left and chance.random() < 0.5:
            move["deploy"] = {"token": "follower", "segment": chance.choice(free)}
        return move


class Player:
    """One seat: follows, plays, repeats and resumes as protocol.md says."""

    def __init__(self, port, token, game, seed, source=None):
        self.port, self.token, self.game, self.source = port, token, game, source
        self.chance, self.board = random.Random(seed), Board(Tiles())
        self.ply, self.scores, self.result, self.you, self.moves = -1, None, None, None, 0

    async def play(self):
        while self.result is None:
            try:
                socket = await WebSocket.open(self.port, self.source, self.token)
            except Gone:
                await asyncio.sleep(0.2)
                continue
            try:
                await self.follow(socket)
            except Gone:
                pass  # come back and resume
            finally:
                socket.close()
        return self.result

    async def follow(self, socket):
        await socket.until("welcome")
        socket.say(type="hello", game=self.game, **({"since": self.ply} if self.ply >= 0 else {}))
        state = await socket.until("state")
        self.you = state["you"]
        waiting = None
        for entry in state["plies"]:
            waiting = self.take(entry)
        while self.result is None:
            if waiting is not None:
                await self.answer(socket, waiting)
                waiting = None
                if self.moves % 9 == 4:  # a cable is pulled
                    raise Gone("on purpose")
                continue
            waiting = self.take((await socket.until("ply"))["entry"])

    def take(self, entry):
        """The tile to play now, if it is ours."""
        if entry["ply"] <= self.ply:
            return None
        assert entry["ply"] == self.ply + 1, "nothing is ever skipped"
        self.ply = entry["ply"]
        before = self.scores or [0] * len(entry["scores"])
        if "turn" in entry:
            self.board.play(entry["turn"])
        for event in entry.get("events", []):
            before[event["player"]] += event["points"]
        assert before == entry["scores"], (before, entry)
        self.scores = before
        if entry["kind"] == "end":
            self.result = entry["result"]
            assert self.result["scores"] == self.scores
        draw = entry.get("draw", {})
        return draw["tile"] if "tile" in draw and draw["player"] == self.you else None

    async def answer(self, socket, tile):
        move_id = secrets.token_hex(8)
        message = dict(type="move", game=self.game, expect_ply=self.ply, move_id=move_id,
                       move=self.board.move(tile, self.you, self.chance))
        socket.say(**message)
        told = await socket.until("ply", "ack", "stale", "refused", "error")
        assert told["type"] == "ply", f"the entry comes before its answer, not {told} to {message}"
        mine = told["entry"]
        after = []
        while True:
            told = await socket.until("ply", "ack", "stale", "refused", "error")
            if told["type"] == "ack":
                break
            after.append(told["entry"])
            assert told["type"] == "ply", told
        assert told["move_id"] == move_id and told["ply"] == mine["ply"] == self.ply + 1, told
        self.moves += 1
        if self.chance.random() < 0.1:  # a repeat gets the same answer and changes nothing
            socket.say(**message)
            again = await socket.until("ack", "stale", "refused", "error")
            assert again == told, (again, told)
            raise Gone("plies may have come meanwhile: resume")
        for entry in (mine, *after):
            assert self.take(entry) is None or entry is after[-1]
        draw = (after or [mine])[-1].get("draw", {})
        if self.result is None and draw.get("player") == self.you and "tile" in draw:
            await self.answer(socket, draw["tile"])


async def one_game(port, seats, seed, source=None):
    """Strangers take every seat for a person; the result and their moves."""
    owner = Http(port, source)
    await owner.guest("Stranger 0")
    rules = {"edition": "classic-1", "seats": seats, "visibility": "link"}
    status, answer = await owner.call("POST", "/api/tables", {"rules": rules})
    assert status == 201, (status, answer)
    game = answer["table"]["game"]
    players = [Player(port, owner.token, game, seed, source)]
    for number in range(1, sum(seat["kind"] == "person" for seat in seats)):
        http = Http(port, source)
        await http.guest(f"Stranger {number}")
        status, answer = await http.call("POST", f"/api/tables/{game}/join", {})
        assert status == 200, (status, answer)
        players.append(Player(port, http.token, game, seed + number, source))
        http.close()
    results = await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 5 * PATIENCE)
    assert all(result == results[0] for result in results)
    status, record = await owner.call("GET", f"/api/games/{game}/record")
    assert status == 200 and record["result"]["scores"] == results[0]["scores"], record
    owner.close()
    return results[0], [player.moves for player in players]


async def play(port, games):
    person, bot = {"kind": "person"}, {"kind": "bot", "agent": "random"}
    for seed, seats in zip(range(games), itertools.cycle([[person, bot], [person, person], [bot, person, person]])):
        result, moves = await one_game(port, seats, seed)
        assert result["reason"] == "complete" and sum(moves) >= 23, (result, moves)
        print(f"game {seed}: {len(seats)} players, {sum(moves)} moves of ours, scores {result['scores']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--games", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program, folder, "--requests-per-second", "1000", "--messages-per-second", "1000").start()
        try:
            asyncio.run(play(server.port, arguments.games))
        finally:
            status = server.stop()
    return 0 if status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
