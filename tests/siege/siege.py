#!/usr/bin/env python3
"""Honest players beside hostile clients: nothing may be lost, everything must be given back.

usage: siege.py --program BASTIDE [--seconds N] [--games N] [--rate N] [--hostile N] [--addresses N] [--timings]
                [--only ATTACK,… | --without ATTACK,…]

The server runs with its default limits. `bastide load` plays honest games, each from an address of its
own, first undisturbed, then while the attacks of attacks.py go on from other addresses. Correctness is
always checked; --timings also asks that the honest p99 stays within 20 times the undisturbed one.
"""
import argparse
import asyncio
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import stranger
from attacks import ENDLESS, MIX
from server import Server, compare
from wire import PATIENCE, Http, WebSocket, open_stream, reset

MOST_MIB = 600  # of the server's memory, whatever 500 hostile sockets do
PASSWORD = "an honest password"


class Failed(Exception):
    pass


def expect(true, what):
    if not true:
        raise Failed(what)


def reason(failure):
    """In a line or two: what was expected, or what broke and where."""
    if isinstance(failure, Failed):
        return str(failure)
    place = traceback.extract_tb(failure.__traceback__)[-1]
    return f"{type(failure).__name__} in {pathlib.Path(place.filename).name}, line {place.lineno}: {failure}"


def load_command(arguments, server, moves):
    return [arguments.program, "load", "--url", f"http://127.0.0.1:{server.port}", "--games", str(arguments.games),
            "--rate", str(arguments.rate), "--seconds", str(arguments.seconds), "--sources", str(arguments.games),
            "--moves", str(moves), "--json"]  # fmt: skip


def read_load(done, what):
    text = done.stdout.strip()
    expect(text.startswith("{"), f"{what}: bastide load said: {done.stdout}{done.stderr}")
    report = json.loads(text)
    expect(not report["errors"], f"{what}: {report['errors']}")
    return report


def play_load(arguments, server, moves, what):
    done = subprocess.run(load_command(arguments, server, moves), capture_output=True, text=True)
    return read_load(done, what)


async def prepare(port):
    """An honest account, finished games that anybody may look at, and tables that wait for players."""
    honest = Http(port, "127.65.0.1")
    await honest.guest("Honest")
    status, answer = await honest.call("POST", "/api/account", {"login": "honest", "password": PASSWORD})
    expect(status in (200, 201), f"no account: {status} {answer}")
    honest.close()
    games = []
    for seed in range(6):
        http = Http(port, f"127.65.0.{seed + 2}")
        await http.guest(f"Stranger {seed}")
        rules = {"edition": "classic-1", "seats": [{"kind": "person"}, {"kind": "bot", "agent": "random"}]}
        status, answer = await http.call("POST", "/api/tables", {"rules": rules})
        expect(status == 201, f"no table: {status} {answer}")
        games.append(answer["table"]["game"])
        await stranger.Player(port, http.token, games[-1], seed, f"127.65.0.{seed + 2}").play()
        rules["seats"] = [{"kind": "person"}] * 2
        for _ in range(8):
            status, answer = await http.call("POST", "/api/tables", {"rules": rules})
            if status == 201:
                games.append(answer["table"]["game"])
        http.close()
    return games


async def leave_while_it_sleeps(server, games):
    """Hello and reset reach a server that was stopped meanwhile: it finds both at once, the game not in
    memory, the peer already gone. A busy machine does the same by chance."""
    sockets = [await WebSocket.open(server.port, f"127.65.1.{number + 1}") for number in range(len(games))]
    for socket in sockets:
        await socket.until("welcome")
    server.process.send_signal(signal.SIGSTOP)
    try:
        for number, socket in enumerate(sockets):
            for _ in range(5 * (number % 2)):
                socket.say(type="hello", game=games[number])
                socket.say(type="bye", game=games[number])
            socket.say(type="hello", game=games[number])
            await socket.drain()
            socket.reset()
        await asyncio.sleep(0.2)
    finally:
        server.process.send_signal(signal.SIGCONT)


async def stuff(server):
    """Requests without an end: MiB that the server kept of 32 MiB each, the connections still open."""
    before, writers = server.rss_mib(), []
    for begin in ENDLESS:
        _, writer = await open_stream(server.port, "127.65.2.1")
        writers.append(writer)
        try:
            writer.write(begin)
            for _ in range(512):
                writer.write(b"a" * 65536)
                await asyncio.wait_for(writer.drain(), 5)
        except (OSError, asyncio.TimeoutError):
            pass  # refused, as it should be
    kept = server.rss_mib() - before
    for writer in writers:
        reset(writer)
    return kept


async def live_honestly(port):
    """What a visitor does besides moving: sign in, watch the lobby, play a bot to the end. Seconds of each."""
    begin = time.monotonic()
    http = Http(port, "127.66.0.1")
    for _ in range(PATIENCE):  # the one thread for passwords may be busy: who is told so asks again
        status, answer = await http.call("POST", "/api/login", {"login": "honest", "password": PASSWORD})
        if status not in (429, 503):
            break
        await asyncio.sleep(1)
    expect(status == 200, f"the owner of a password is refused: {status} {answer}")
    signed_in = time.monotonic() - begin
    status, _ = await http.call("GET", "/api/tables")
    expect(status == 200, f"the lobby answers {status}")
    http.close()
    begin = time.monotonic()
    seats = [{"kind": "person"}, {"kind": "bot", "agent": "beginner"}]
    result, _ = await stranger.one_game(port, seats, 1, "127.66.0.2")
    expect(result["reason"] == "complete", f"the game against a bot ended with {result}")
    return {"sign_in_s": signed_in, "bot_game_s": time.monotonic() - begin}


def start_attackers(server, arguments, games):
    attackers = []
    for number in range(arguments.processes):
        plan = {"port": server.port, "games": games, "login": "honest", "seed": number, "addresses": arguments.addresses,
                "sockets": arguments.hostile // arguments.processes, "only": arguments.only}  # fmt: skip
        command = [sys.executable, str(pathlib.Path(__file__).with_name("attacks.py")), json.dumps(plan)]
        attackers.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    return attackers


def stop_attackers(attackers):
    counts = {}
    for attacker in attackers:
        attacker.stdin.close()
    for attacker in attackers:
        said = attacker.stdout.read()
        expect(said.startswith("{"), f"an attacker ended with {attacker.wait()} and said: {said}")
        for what, number in json.loads(said).items():
            counts[what] = counts.get(what, 0) + number
        attacker.wait()
    return counts


def line(name, report, server):
    ack = report["ack_ms"]
    print(f"{name:12} p50 {ack['p50']:8.1f} ms  p99 {ack['p99']:8.1f} ms  {report['moves_per_second']:7.0f} moves/s  "
          f"{report['starved']} without a ready game, {report['unanswered']} unanswered, "
          f"RSS {server.rss_mib():.0f} MiB", flush=True)  # fmt: skip


def siege(arguments, folder):
    server = Server(arguments.program, folder).start()
    try:
        games = asyncio.run(prepare(server.port))
        calm = play_load(arguments, server, folder / "calm", "undisturbed")
        line("undisturbed", calm, server)
        calm_life = asyncio.run(live_honestly(server.port))
        server.stop()
        server.start()  # no game is in memory: who comes first waits for the disk, and may be gone by then
        asyncio.run(leave_while_it_sleeps(server, games))
        kept = asyncio.run(stuff(server))
        expect(kept < 16, f"requests without an end are kept: {kept:.0f} MiB")
        before = server.settle()
        expect(not any(before.values()), f"who left while the server slept is still there: {before}")
        descriptors = server.descriptors()
        attackers = start_attackers(server, arguments, games)
        try:
            time.sleep(3)
            loading = subprocess.Popen(load_command(arguments, server, folder / "siege"), stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)  # fmt: skip
            life = asyncio.run(live_honestly(server.port))
            out, err = loading.communicate()
            besieged = read_load(subprocess.CompletedProcess([], loading.returncode, out, err), "under siege")
            line("under siege", besieged, server)
            held = server.slots()
            expect(server.alive(), "the server ended")
        finally:
            counts = stop_attackers(attackers)
        after = server.settle()
        print("attacks:", ", ".join(f"{what} {number}" for what, number in sorted(counts.items())))
        print(f"a visitor: undisturbed {calm_life}, under siege {life}")
        print(f"slots: before {before}, during {held}, after {after}")
        print(f"descriptors: before {descriptors}, after {server.descriptors()}")
        print(f"memory: most {server.peak_mib():.0f} MiB, after {server.rss_mib():.0f} MiB; database {server.database_mib():.1f} MiB")
        expect(not any(after.values()), f"not everything was given back: {after}")
        expect(server.descriptors() <= descriptors + 4, "descriptors were lost")
        expect(server.peak_mib() < MOST_MIB, f"{server.peak_mib():.0f} MiB of memory")
        troubles = server.metrics()["bastide_troubles_total"]
        expect(troubles == 0, f"{troubles} troubles:\n{server.tail()}")
        for name, report in (("undisturbed", calm), ("under siege", besieged)):
            expect(report["unanswered"] == 0, f"{name}: {report['unanswered']} moves without an answer")
    finally:
        status = server.stop()
    expect(status == 0, f"the server ended with {status}\n{server.tail()}")
    for name in ("calm", "siege"):
        counted = compare(server.file, folder / name)
        print(f"{name}: {counted['acked']} moves acknowledged, {counted['lost']} lost, {counted['doubled']} doubled")
        expect(counted["lost"] == 0 and counted["doubled"] == 0 and counted["acked"] > 0, f"{name}: {counted}")
    if arguments.timings:
        ratio = besieged["ack_ms"]["p99"] / calm["ack_ms"]["p99"]
        print(f"p99 under siege is {ratio:.1f} times the undisturbed one")
        expect(ratio <= 20, "more than 20 times")


def choose_attacks(parser):
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--without", dest="only",
                        type=lambda text: [attack.__name__ for attack in MIX if attack.__name__ not in text.split(",")])  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--hostile", type=int, default=500)
    parser.add_argument("--addresses", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    choose_attacks(parser)
    parser.add_argument("--timings", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            siege(arguments, pathlib.Path(folder))
        except Exception as failure:  # whatever it is: somebody has to understand it from the log alone
            print(f"siege: FAILED: {reason(failure)}")
            return 1
    print("siege: held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
