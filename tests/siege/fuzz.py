#!/usr/bin/env python3
"""Generated requests and messages over real sockets; every answer must be one the documents allow.

usage: fuzz.py --program BASTIDE [--cases N | --seconds N] [--seed N]

Requests are made from openapi.json and schema.json, messages from asyncapi.json: some right, most with
something wrong, some damaged as bytes. No crash (run it on the build with AddressSanitizer), no 5xx, no
answer outside the schema, an answer to every request that is a whole one, and the server still plays a
game afterwards. The seed decides everything but
the ids that the server gives.
"""
import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time

import stranger
from schema import Schema, spoil, spoil_bytes
from server import Server
from wire import BINARY, CLOSE, PING, PONG, TEXT, Gone, Http, WebSocket, head, open_stream, read_answer

BATCH = 25  # messages before their answers are awaited


class Found(Exception):
    pass


def is_whole(request):
    """Whether a server that has read this to its end has a request to answer: a head, and as much body as it says."""
    head_text, end, body = request.lstrip(b"\r\n").partition(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*(?:\r\n|$)", head_text.lower())
    return end != b"" and (length is None or int(length[1]) <= len(body))


class Fuzzer:
    def __init__(self, port, seed):
        self.port, self.chance, self.schema = port, random.Random(seed), Schema()
        self.http, self.tokens, self.games, self.users = Http(port), [], [], []
        self.counts, self.prepared = {}, 0
        person, bot = {"kind": "person"}, {"kind": "bot", "agent": "random"}
        self.rules = [
            {"edition": edition, "seats": seats, "clock": {"kind": "fischer", "initial_s": 60, "increment_s": 1}}
            for edition in ("classic-1", "new", "hunters") for seats in ([person, person], [person, bot])
        ]  # fmt: skip
        self.calls = [
            (path, method, call)
            for path, methods in self.schema.openapi["paths"].items()
            for method, call in methods.items()
            if method in ("get", "post", "delete", "put", "patch")
        ]
        self.shared = {path: methods.get("parameters", []) for path, methods in self.schema.openapi["paths"].items()}

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def known(self):
        near = [{"x": x, "y": y, "rot": rot} for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)) for rot in range(4)]
        return {"GameId": self.games, "UserId": self.users, "Login": ["fuzzer", "other"], "Password": ["a fuzzed password"],
                "Ply": [0, 1, 2, 3, 4], "Move": near, "TableRules": self.rules if self.chance.random() < 0.5 else []}  # fmt: skip

    async def prepare(self):
        """People and tables for the cases to be about; again and again, for cases end both. New names
        each time: a case may have made an account of a guest, and the name is taken then."""
        self.tokens, self.users, self.games = [], [], []
        self.prepared += 1
        http = Http(self.port)
        for number in range(3):
            http.token = None
            if await http.guest(f"Fuzzer {self.prepared}.{number}") is None:
                raise Found("no guest to begin with")
            self.tokens.append(http.token)
            _, answer = await http.call("GET", "/api/session")
            self.users.append(answer["user"]["id"])
        for rules in self.rules[:4]:
            http.token = self.tokens[0]
            status, answer = await http.call("POST", "/api/tables", {"rules": rules})
            if status != 201:
                raise Found(f"no table to begin with: {status} {answer}")
            self.games.append(answer["table"]["game"])
            if len(self.games) < 4:  # the last one stays open
                http.token = self.tokens[1]
                await http.call("POST", f"/api/tables/{self.games[-1]}/join", {})
        http.close()

    # --- HTTP

    def request(self):
        """One request, and where its answers are described."""
        chance = self.chance
        path, method, call = chance.choice(self.calls)
        if method == "delete" and chance.random() < 0.7:  # or nobody would be left to do the rest
            path, method, call = chance.choice(self.calls)
        target = path
        for parameter in call.get("parameters", []) + self.shared[path]:
            value = self.schema.make(parameter["schema"], chance, self.known())
            if chance.random() < 0.15:
                value = chance.choice(("", "%00", "..", "a" * 16, "a" * 3000, "-1", "99999999999999999999", "%ff", "é"))
            if parameter["in"] == "path":
                target = target.replace("{" + parameter["name"] + "}", str(value).replace(" ", "%20"))
            elif chance.random() < 0.7:
                target += f"{'&' if '?' in target else '?'}{parameter['name']}={value}"
        headers = {}
        if chance.random() < 0.8:
            headers["Authorization"] = "Bearer " + (chance.choice(self.tokens) if chance.random() < 0.9 else "x" * 64)
        body = None
        if "requestBody" in call:
            value = self.schema.make(call["requestBody"]["content"]["application/json"]["schema"], chance, self.known())
            if chance.random() < 0.6:
                value = spoil(value, chance)
            body = json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
            if chance.random() < 0.2:
                body = spoil_bytes(body, chance)
        elif method != "get":
            body = b"{}"
        if chance.random() < 0.1:
            headers[chance.choice(("X-Bastide", "Content-Type", "Host", "Origin", "Cookie", "Content-Length", "Expect", "X-Forwarded-For"))] = (
                chance.choice((None, "", "0", "text/plain", "http://evil.example", "bastide=x", "100-continue", "a" * 2000))
            )
        return head(method.upper(), target, headers, body), method.upper(), call

    async def try_http(self):
        request, method, call = self.request()
        whole = self.chance.random() >= 0.05
        alone = not whole or b"Content-Length: a" in request or b"100-continue" in request
        if not whole:
            request = spoil_bytes(request, self.chance)
        try:
            # What may be two requests, or less than one, gets a connection of its own.
            if not alone:
                status, headers, body = await self.http.exchange(request, method)
            else:
                status, headers, body = await self.damaged(request)
        except (Gone, OSError) as gone:
            if is_whole(request):
                raise Found(f"no answer ({gone!r}) to {request[:2000]!r}") from gone
            self.count("HTTP cut short")
            return
        self.count(f"HTTP {status}")
        if status >= 500:
            raise Found(f"{status} {body[:300]!r} to {request[:2000]!r}")
        if not whole or status in (304, 426) or not headers.get("content-type", "").startswith("application/json"):
            return
        value = json.loads(body)
        responses = call["responses"]
        described = responses.get(str(status)) or responses.get(f"{status // 100}XX")
        if described is None and status < 300:
            raise Found(f"{status} is not in openapi.json for {request[:500]!r}")
        allowed = (described or responses["4XX"]).get("content", {}).get("application/json", {}).get("schema", {})
        # A path that the damage changed is another call: its success is described there.
        wrong = self.schema.wrong(value, allowed)
        if wrong and status >= 400:
            raise Found(f"{wrong}: {body[:300]!r} to {request[:2000]!r}")
        if wrong and not any(self.fits(value, other, status) for _, _, other in self.calls):
            raise Found(f"{wrong}: {body[:300]!r} to {request[:2000]!r}")

    def fits(self, value, call, status):
        described = call["responses"].get(str(status), {}).get("content", {}).get("application/json", {}).get("schema")
        return described is not None and self.schema.wrong(value, described) is None

    async def damaged(self, request):
        reader, writer = await open_stream(self.port)
        try:
            writer.write(request)
            writer.write_eof()
            return await read_answer(reader)
        finally:
            writer.transport.abort()

    # --- WebSocket

    async def try_messages(self):
        """A handful of messages on one socket, then a ping: whatever comes until its pong must fit."""
        chance = self.chance
        token = chance.choice(self.tokens) if chance.random() < 0.8 else None
        socket = await WebSocket.open(self.port, None, token)
        try:
            for game in self.games if chance.random() < 0.8 else ():
                socket.say(type="hello", game=game)
            for _ in range(chance.randint(1, BATCH)):
                self.send_one(socket)
                self.count("messages")
            socket.say(type="ping")
            while True:
                text = await socket.receive_raw(30)
                message = json.loads(text)
                wrong = self.schema.wrong(message, {"oneOf": self.schema.direction("from_server")})
                if wrong:
                    raise Found(f"{wrong}: {text[:1000]!r}")
                self.count(f"told {message['type']}")
                if message["type"] == "pong":
                    break
        except (Gone, OSError):
            self.count("sockets closed by the server")
        finally:
            socket.close()

    def send_one(self, socket):
        chance = self.chance
        value = self.schema.make(chance.choice(self.schema.direction("from_client")), chance, self.known())
        if chance.random() < 0.5:
            value = spoil(value, chance)
        data = json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
        if chance.random() < 0.15:
            data = spoil_bytes(data, chance)
        mask = bytes(chance.randrange(256) for _ in range(4))
        shape = chance.random()
        if shape < 0.85:
            socket.send(TEXT, data, mask=mask)
        elif shape < 0.93:  # in fragments, with a ping between
            middle = chance.randint(0, len(data))
            socket.send(TEXT, data[:middle], fin=False)
            socket.send(PING, b"between")
            socket.send(0, data[middle:], mask=mask)
        elif shape < 0.97:
            socket.send(chance.choice((PING, PONG)), data[:125])
        elif shape < 0.99:
            socket.send(BINARY, data)
        elif shape < 0.995:
            socket.send(chance.choice((0, 3, 7, CLOSE, 11)), data[:100], fin=chance.random() < 0.8)
        else:
            socket.writer.write(spoil_bytes(b"\x81\x85\0\0\0\0" + data[:100], chance))

    async def run(self, more):
        number = 0
        while more(number):
            if number % 60 == 0:
                await self.prepare()
            try:
                await (self.try_http() if self.chance.random() < 0.7 else self.try_messages())
            except Gone as gone:
                raise Found(f"case {number}: the server cannot be reached: {gone}") from gone
            except Found as found:
                raise Found(f"case {number}: {found}") from found
            number += 1
        self.http.close()
        await stranger.one_game(self.port, [{"kind": "person"}, {"kind": "bot", "agent": "random"}], 1)
        return number


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begin = time.monotonic()
    more = (lambda number: time.monotonic() - begin < arguments.seconds) if arguments.seconds else (lambda number: number < arguments.cases)
    many = "1000000"
    limits = [part for name in ("requests-per-second", "request-burst", "messages-per-second", "message-burst", "tables-per-hour",
                                "table-burst", "guests-per-hour", "guest-burst", "connections-per-address") for part in ("--" + name, many)]  # fmt: skip
    options = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=1"}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program, folder, *limits, environment=options).start()
        fuzzer = Fuzzer(server.port, arguments.seed)
        failure = None
        try:
            number = asyncio.run(fuzzer.run(more))
        except Found as found:
            failure = str(found)
        troubles = server.metrics()["bastide_troubles_total"] if server.alive() else 0
        status = server.stop()
        if troubles:
            failure = failure or f"{troubles} troubles"
        if status != 0:
            failure = f"{failure or ''}\nthe server ended with {status}:\n{server.tail(60)}"
    print(", ".join(f"{what} {count}" for what, count in sorted(fuzzer.counts.items())))
    if failure:
        print(f"fuzz: FAILED with seed {arguments.seed}: {failure}")
        return 1
    print(f"fuzz: {number} cases in {time.monotonic() - begin:.0f} s, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
