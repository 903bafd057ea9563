#!/usr/bin/env python3
"""Plays random legal moves on a Bastide server: joins the table of a link and plays to the end.

usage: random_bot.py http://HOST:PORT/t/ID [NAME]
needs: python3-websockets, and the program bastide (or BASTIDE) to ask for legal moves
"""
import asyncio, json, os, random, secrets, subprocess, sys, tempfile, urllib.error, urllib.request

try:
    import websockets
    site, game = sys.argv[1].replace("/#/table/", "/t/").split("/t/")
except (ImportError, IndexError, ValueError) as error:
    sys.exit(f"{__doc__}\n{error}" if isinstance(error, ImportError) else __doc__)
name = sys.argv[2] if len(sys.argv) > 2 else "random_bot.py"
token = None


def call(path, body=None):
    headers = {"Content-Type": "application/json", "X-Bastide": "1"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(site + path, data, headers)) as answer:
        return json.load(answer)


def choose(tile):
    """One of the legal moves for this tile at the end of the game so far."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as record:
        json.dump(call(f"/api/games/{game}/record"), record)
        record.flush()
        command = [os.environ.get("BASTIDE", "bastide"), "moves", record.name, "--tile", tile]
        return json.loads(random.choice(subprocess.check_output(command, text=True).splitlines()))


async def play():
    ws = site.replace("http", "ws", 1) + "/ws"
    old = int(websockets.__version__.split(".")[0]) < 14
    named = "extra_headers" if old else "additional_headers"
    async with websockets.connect(ws, **{named: {"Authorization": "Bearer " + token}}) as socket:
        say = lambda **message: socket.send(json.dumps(message))
        await say(type="hello", game=game)
        seat = None
        async for text in socket:
            message = json.loads(text)
            entries = []
            if message["type"] == "state":
                seat, entries = message["you"], message["plies"][-1:]
            elif message["type"] == "ply":
                entries = [message["entry"]]
            elif message["type"] in ("stale", "refused", "error"):
                sys.exit(text)
            for entry in entries:
                if entry["kind"] == "end":
                    return print(json.dumps(entry["result"]))
                draw = entry.get("draw", {})
                if draw.get("player") == seat and "tile" in draw:
                    await say(type="move", game=game, expect_ply=entry["ply"],
                              move_id=secrets.token_hex(8), move=choose(draw["tile"]))


try:
    token = call("/api/session", {"name": name, "token": True})["token"]
    call(f"/api/tables/{game}/join", {})
except urllib.error.HTTPError as refused:
    sys.exit(f"{sys.argv[1]}: {json.load(refused)['error']}")
print(f"{name} sits at {sys.argv[1]}", file=sys.stderr)
asyncio.run(play())
