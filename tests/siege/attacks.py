"""Hostile clients. Each attack is one coroutine that goes on until it is cancelled; it may do anything a
stranger on the internet can. They do not care about answers, only about being a nuisance.

An attack gets a `Field`: the port, an address to come from, what it may know, and counters.
"""
import asyncio
import json
import os
import random
from dataclasses import dataclass, field

from wire import BINARY, PING, PONG, TEXT, Gone, Http, WebSocket, frame, head, open_stream, reset

ERRORS = (Gone, OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError, KeyError, TypeError)


@dataclass
class Field:
    port: int
    source: str
    seed: int
    games: list  # ids that anybody may follow
    login: str  # of an honest account
    counts: dict = field(default_factory=dict)

    def __post_init__(self):
        self.chance = random.Random(self.seed)

    def count(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def game(self):
        return self.chance.choice(self.games)

    async def guest(self):
        http = Http(self.port, self.source)
        try:
            return await http.guest("Mallory")
        finally:
            http.close()

    async def open_table(self, http, rules, **more):
        status, answer = await http.call("POST", "/api/tables", {"rules": rules, **more})
        self.count(f"tables {status}")
        return answer["table"]["game"] if status == 201 else None


async def hello_and_reset(f):
    """H1: a peer that is gone before the room knows it."""
    token = await f.guest()
    while True:
        socket = await WebSocket.open(f.port, f.source, token)
        for _ in range(f.chance.choice((0, 10))):
            game = f.game()
            socket.say(type="hello", game=game)
            socket.say(type="bye", game=game)
        socket.say(type="hello", game=f.game())
        await asyncio.sleep(f.chance.choice((0, 0, 0.001, 0.01)))
        socket.reset()
        f.count("resets")
        await asyncio.sleep(0.02)


async def hello_bye_storm(f):
    """M3: everybody is told of everybody who comes and goes."""
    game = f.games[0]  # all of them meet in one room
    socket = await WebSocket.open(f.port, f.source)
    reading = asyncio.create_task(swallow(socket))
    try:
        while not reading.done():
            socket.say(type="hello", game=game)
            socket.say(type="bye", game=game)
            f.count("hellos")
            await asyncio.sleep(0.1)
    finally:
        reading.cancel()
        socket.close()


async def swallow(socket):
    try:
        while await socket.reader.read(1 << 16):
            pass
    except OSError:
        pass


async def slow_headers(f):
    reader, writer = await open_stream(f.port, f.source)
    writer.write(b"GET /api/info HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    await trickle(f, reader, writer, "slow headers")


async def slow_body(f):
    reader, writer = await open_stream(f.port, f.source)
    request = head("POST", "/api/session", {"Content-Length": "9000"}, b"{")
    writer.write(request)
    await trickle(f, reader, writer, "slow bodies")


async def trickle(f, reader, writer, what):
    f.count(what)
    ended = asyncio.create_task(reader.read(1))
    try:
        while not ended.done():
            writer.write(b" ")
            await asyncio.sleep(1.5)
    finally:
        ended.cancel()
        writer.transport.abort()


CHUNKED = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nX-Bastide: 1\r\nContent-Type: application/json\r\n" \
          b"Transfer-Encoding: chunked\r\n\r\n"  # fmt: skip
ENDLESS = [CHUNKED + begin for begin in (b"2;", b"2\r\n{}\r\n0\r\nA: ", b"2;a=\"", b"0000000000000000")]


async def chunk_extensions(f):
    """H3: bytes that no limit of headers or bodies counts."""
    _, writer = await open_stream(f.port, f.source)
    writer.write(f.chance.choice(ENDLESS))
    piece = b"a" * 65536
    try:
        for _ in range(4800):  # 300 MB
            writer.write(piece)
            await asyncio.wait_for(writer.drain(), 20)
            f.count("chunk MB/16")
    finally:
        reset(writer)
        await asyncio.sleep(0.2)


async def flood(f, what, block, number):
    socket = await WebSocket.open(f.port, f.source)
    reading = asyncio.create_task(swallow(socket))
    try:
        while not reading.done():
            socket.writer.write(block)
            await socket.drain()
            f.count(what, number)
            await asyncio.sleep(0.001)
    finally:
        reading.cancel()
        socket.close()


async def ping_flood(f):
    await flood(f, "pings", frame(PING, b"x" * f.chance.choice((0, 125))) * 500, 500)


async def pong_flood(f):
    await flood(f, "pongs", frame(PONG) * 500, 500)


async def empty_fragments(f):
    await flood(f, "empty fragments", frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * 2000, 2000)


async def huge_messages(f):
    """Too long, too deep, binary, endless fragments, a length of petabytes."""
    shapes = [
        lambda s: s.send(TEXT, b"a" * 17000),
        lambda s: s.send(TEXT, b"[" * 16000),
        lambda s: s.send(TEXT, b'{"type":"move","move":' * 700),
        lambda s: s.send(BINARY, os.urandom(16000)),
        lambda s: s.writer.write(b"\x81\xff" + (1 << 50).to_bytes(8, "big") + b"\0\0\0\0" + b"a" * 60000),
        lambda s: [s.send(TEXT if i == 0 else 0, b"a" * 1000, fin=False) for i in range(30)],
        lambda s: s.send(TEXT, b"\xff\xfe\xfd" * 1000),
        lambda s: s.writer.write(os.urandom(4000)),
        lambda s: s.send(TEXT, json.dumps({"type": "chat", "game": f.game(), "text": "\U0001f3f0" * 500}).encode()),
    ]
    while True:
        socket = await WebSocket.open(f.port, f.source)
        f.chance.choice(shapes)(socket)
        f.count("huge messages")
        await asyncio.sleep(0.05)
        socket.close()


async def unread(f):
    """Asks for a lot and reads nothing."""
    socket = await WebSocket.open(f.port, f.source, receive_buffer=2048)
    socket.writer.transport.pause_reading()
    f.count("unread sockets")
    try:
        while not socket.writer.transport.is_closing():
            socket.say(type="hello", game=f.game())
            socket.say(type="ping")
            await asyncio.sleep(0.1)
    finally:
        socket.close()


async def many_states(f):
    """M2 from the other side: as many large answers as the limits allow, read at leisure."""
    socket = await WebSocket.open(f.port, f.source)
    reading = asyncio.create_task(swallow(socket))
    try:
        while not reading.done():
            for game in f.games[:60]:
                socket.say(type="hello", game=game)
            f.count("states asked for", 60)
            await asyncio.sleep(3)
    finally:
        reading.cancel()
        socket.close()


async def masses(f):
    """M7: guests and tables without number."""
    http = Http(f.port, f.source)
    rules = {"edition": "new", "seats": [{"kind": "person"}] * 5}
    try:
        while True:
            if await http.guest("\u3164" if f.chance.random() < 0.5 else "Mallory") is None:
                f.count("guests refused")
                await asyncio.sleep(0.2)
                continue
            f.count("guests")
            while await f.open_table(http, rules) is not None:
                pass
            http.token = None
    finally:
        http.close()


async def guess_passwords(f):
    """M8: for one login, from everywhere."""
    http = Http(f.port, f.source)
    try:
        while True:
            status, _ = await http.call("POST", "/api/login", {"login": f.login, "password": f"guess {f.chance.random()}"})
            f.count(f"logins {status}")
            await asyncio.sleep(0.1)
    finally:
        http.close()


ABSURD = (
    "bastide:nodes=99999999999999", "uct:nodes=99999999999999", "star25:nodes=99999999999999", "bastide:time=5",
    "bastide:time=1e300", "bastide:time=-1", "bastide:threads=1000000", "bastide:nodes=0,time=0", "bastide:" + "a=1," * 18,
    "random:time=nan", "expert", "strong", "uct:time=5", "greedy:", ":", "\0", "bastide:time=5,nodes=1000000000",
)  # fmt: skip


async def absurd_bots(f):
    """H2: bots that think for ever, at tables that nobody watches."""
    http = Http(f.port, f.source)
    await http.guest("Mallory")
    try:
        while True:
            agent = f.chance.choice(ABSURD)
            seats = [{"kind": "bot", "agent": agent}] * f.chance.randint(1, 5)
            person = f.chance.random() < 0.5
            rules = {"edition": "classic-1", "first": 0 if not person else 1, "seats": seats[:4] + [{"kind": "person"}] * person}
            if f.chance.random() < 0.3:
                rules["takeover"] = {"agent": agent, "after_s": 1}
            await f.open_table(http, rules, sit=person)
            await asyncio.sleep(0.2)
    finally:
        http.close()


async def chatter(f):
    """Chat and mute until the limits, with everything allowed in them."""
    token = await f.guest()
    socket = await WebSocket.open(f.port, f.source, token)
    reading = asyncio.create_task(swallow(socket))
    game = f.games[0]
    socket.say(type="hello", game=game)
    try:
        while not reading.done():
            socket.say(type="chat", game=game, text="\U0001f3f0" * 500)
            socket.say(type="mute", game=game, on=True, user="".join(f.chance.choices("abcdefghijklmnop", k=16)))
            f.count("chat lines")
            await asyncio.sleep(0.12)
    finally:
        reading.cancel()
        socket.close()


async def garbage(f):
    """Anything but HTTP, and HTTP that is nearly right."""
    shapes = [
        os.urandom(3000), b"\x16\x03\x01" + os.urandom(500), b"GET / HTTP/9.9\r\n\r\n", b"A" * 100000,
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        head("GET", "/api/info") * 200, head("GET", "/api/tables/" + "a" * 16) * 100,
    ]  # fmt: skip
    while True:
        reader, writer = await open_stream(f.port, f.source)
        writer.write(f.chance.choice(shapes))
        f.count("garbage")
        try:
            await asyncio.wait_for(reader.read(1 << 16), 1)
        except asyncio.TimeoutError:
            pass
        writer.transport.abort()
        await asyncio.sleep(0.02)


async def idle(f):
    """Takes a place and says nothing."""
    socket = await WebSocket.open(f.port, f.source)
    f.count("idle sockets")
    try:
        await swallow(socket)
    finally:
        socket.close()


# How many of each share the hostile connections.
MIX = {
    hello_and_reset: 8, hello_bye_storm: 20, slow_headers: 8, slow_body: 8, chunk_extensions: 4, ping_flood: 2, pong_flood: 1,
    empty_fragments: 2, huge_messages: 4, unread: 12, many_states: 6, masses: 4, guess_passwords: 4, absurd_bots: 2,
    chatter: 6, garbage: 3, idle: 6,
}  # fmt: skip


async def again(attack, f):
    """Whatever the server does about it, it comes back."""
    while True:
        try:
            await attack(f)
        except ERRORS:
            f.count(f"{attack.__name__} turned away")
        await asyncio.sleep(0.1 + 0.3 * f.chance.random())


def besiege(port, games, login, sockets, addresses, seed, only=None):
    """Starts all attacks; returns their tasks and what they count."""
    chosen = [attack for attack in MIX if only is None or attack.__name__ in only]
    share = sockets / sum(MIX[attack] for attack in chosen)
    counts, tasks, number = {}, [], 0
    for attack in chosen:
        for _ in range(max(1, round(share * MIX[attack]))):
            number += 1
            source = f"127.100.{number % addresses // 250}.{number % addresses % 250 + 1}"
            f = Field(port, source, seed * 100003 + number, games, login, counts)
            tasks.append(asyncio.create_task(again(attack, f)))
    return tasks, counts


def main():
    """A process of its own: besiege until standard input ends, then print the counts as JSON."""
    import sys

    plan = json.loads(sys.argv[1])
    os.nice(10)  # strangers have machines of their own: their work must not look like the server's

    async def run():
        _tasks, counts = besiege(**plan)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        print(json.dumps(counts), flush=True)
        os._exit(0)  # the system hangs up for all of them at once

    asyncio.run(run())


if __name__ == "__main__":
    main()
