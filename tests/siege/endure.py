#!/usr/bin/env python3
"""A server over a long time: honest play, hostile noise, restarts and kills; and nothing may pile up.

usage: endure.py --program BASTIDE [--hours H | --seconds S] [--seed N] [--only ATTACK,… | --without ATTACK,…]

Rounds follow each other until the time is over. In each, `bastide load` plays, strangers that pull their
own cables play bots, and attackers make noise. Three of four rounds leave the server alone, so that what
piles up shows; the fourth stops or kills it in the middle, once the games have begun. No run is so short that memory is not compared.
After each round everybody leaves, and memory, descriptors, slots and the database are looked at. BASTIDE_ENDURE_SECONDS sets the time of a test run.
"""
import argparse
import asyncio
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import stranger
from server import Server, compare
from siege import Failed, choose_attacks, expect, load_command, prepare, read_load, reason, start_attackers, stop_attackers

GROWTH_MIB = 48  # of memory, from the second look at a process on: caches and the allocator's holes
ROUND_SECONDS = (12, 60)  # in a short run and in a long one
CYCLE = 4  # rounds; the last of them disturbs the server


async def strangers(port, seed):
    """Games with bots, cables pulled now and then."""
    person, bot = {"kind": "person"}, {"kind": "bot", "agent": "random"}
    games = [stranger.one_game(port, [person, bot], seed * 10 + i, f"127.67.0.{i + 1}") for i in range(3)]
    for result, _ in await asyncio.gather(*games):
        expect(result["reason"] == "complete", f"a game ended with {result}")


class Load:
    """`bastide load` beside us. What it says on standard error is read as it comes, so that it can be
    waited for, and so that it never waits for us."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said, self.told = [], threading.Event()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stderr:
            self.said.append(line)
            if line.endswith("ready\n"):
                self.told.set()
        self.told.set()  # it ended

    def begun(self):
        """Waits until it plays. False when it ended before that; finish() has the reason."""
        self.told.wait()
        return any(line.endswith("ready\n") for line in self.said)

    def finish(self):
        out = self.process.stdout.read()
        self.listener.join()
        return subprocess.CompletedProcess([], self.process.wait(), out, "".join(self.said))

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.finish()


def disturb(server, seconds, chance):
    """Down and up again, once or twice, politely or not."""
    for _ in range(chance.randint(1, 2)):
        time.sleep(seconds * chance.uniform(0.2, 0.4))
        server.stop(chance.choice((signal.SIGTERM, signal.SIGKILL)))
        server.start()


def one_round(arguments, server, games, number, chance, folder):
    quiet = number % CYCLE != CYCLE - 1
    moves = folder / f"moves{number}"
    attackers = start_attackers(server, arguments, games)
    load = Load(load_command(arguments, server, moves))
    try:
        if quiet:
            asyncio.run(strangers(server.port, number))
        elif load.begun():
            disturb(server, arguments.seconds, chance)
        done = load.finish()
    finally:
        load.end()
        stop_attackers(attackers)
    expect(server.alive(), f"round {number}: the server ended with {server.process.poll()}")
    report = read_load(done, f"round {number}")
    expect(report["unanswered"] == 0, f"round {number}: {report['unanswered']} moves without an answer")
    slots = server.settle()
    expect(not any(slots.values()), f"round {number}: not everything was given back: {slots}")
    return report, quiet


def endure(arguments, server, folder):
    chance = random.Random(arguments.seed)
    server.start()
    begin, number, looks, played, compared = time.monotonic(), 0, [], 0, 0
    try:
        games = asyncio.run(prepare(server.port))
        while time.monotonic() - begin < arguments.total or number < CYCLE:
            report, quiet = one_round(arguments, server, games, number, chance, folder)
            played += report["moves"]
            if not quiet:
                looks = []  # another process: what it needs is looked at anew
            looks.append((server.rss_mib(), server.descriptors()))
            print(f"{time.monotonic() - begin:7.0f} s  round {number}: {report['moves']} moves, p99 {report['ack_ms']['p99']:.0f} ms, "
                  f"{report['reconnects']} reconnects; RSS {looks[-1][0]:.0f} MiB, {looks[-1][1]} descriptors, "
                  f"{int(server.metrics()['bastide_rooms'])} rooms, database {server.database_mib():.1f} MiB", flush=True)  # fmt: skip
            if len(looks) > 2:
                compared += 1
                expect(looks[-1][0] <= looks[1][0] + GROWTH_MIB, f"memory grows: {looks}")
            expect(looks[-1][1] <= looks[0][1] + 4, f"descriptors are lost: {looks}")
            troubles = server.metrics()["bastide_troubles_total"]
            expect(troubles == 0, f"{troubles} troubles")
            number += 1
    finally:
        status = server.stop()
    expect(status == 0, f"the server ended with {status}")
    totals = {"acked": 0, "lost": 0, "doubled": 0}
    for moves in folder.glob("moves*"):
        for what, count in compare(server.file, moves).items():
            totals[what] += count
    print(f"{number} rounds: {totals['acked']} moves acknowledged, {totals['lost']} lost, {totals['doubled']} doubled; "
          f"memory of one process compared {compared} times")  # fmt: skip
    expect(compared > 0, "memory was never compared")
    expect(totals["lost"] == 0 and totals["doubled"] == 0 and totals["acked"] > 0, f"{totals}")
    checked = subprocess.run([arguments.program, "db", "check", f"sqlite:{server.file}"], capture_output=True, text=True)
    print(checked.stdout.strip())
    expect(checked.returncode == 0, f"db check: {checked.stdout}{checked.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--hours", type=float)
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("BASTIDE_ENDURE_SECONDS", "60")))
    parser.add_argument("--seed", type=int, default=1)
    choose_attacks(parser)
    arguments = parser.parse_args()
    arguments.total = arguments.hours * 3600 if arguments.hours else arguments.seconds
    long = arguments.total >= 3600
    arguments.seconds = ROUND_SECONDS[long]
    arguments.games, arguments.rate, arguments.hostile = (200, 200, 200) if long else (20, 20, 60)
    arguments.addresses, arguments.processes = 20, 1
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program, folder, "--keep-idle-seconds", "2")
        try:
            endure(arguments, server, pathlib.Path(folder))
        except Exception as failure:  # whatever it is: somebody has to understand it from the log alone
            print(f"endure: FAILED: {reason(failure)}\nthe server's log ends with:\n{server.tail()}", flush=True)
            return 1
    print("endure: held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
