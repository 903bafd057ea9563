#!/usr/bin/env python3
"""A server over a long time: honest play, hostile noise, restarts and kills; and nothing may pile up.

usage: endure.py --program BASTIDE [--hours H | --seconds S] [--seed N] [--only ATTACK,… | --without ATTACK,…]

Rounds follow each other until the time is over. In each, `bastide load` plays, strangers that pull their
own cables play bots, and attackers make noise. Three of four rounds leave the server alone, so that what
piles up shows; the fourth stops or kills it in the middle. No run is so short that memory is not compared.
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
import time

import stranger
from server import Server, compare
from siege import Failed, choose_attacks, expect, load_command, prepare, read_load, start_attackers, stop_attackers

GROWTH_MIB = 48  # of memory, from the second look at a process on: caches and the allocator's holes
ROUND_SECONDS = (12, 60)  # in a short run and in a long one
CYCLE = 4  # rounds; the last of them disturbs the server


async def strangers(port, seed):
    """Games with bots, cables pulled now and then."""
    person, bot = {"kind": "person"}, {"kind": "bot", "agent": "random"}
    games = [stranger.one_game(port, [person, bot], seed * 10 + i, f"127.67.0.{i + 1}") for i in range(3)]
    for result, _ in await asyncio.gather(*games):
        expect(result["reason"] == "complete", f"a game ended with {result}")


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
    try:
        loading = subprocess.Popen(load_command(arguments, server, moves), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)  # fmt: skip
        if quiet:
            asyncio.run(strangers(server.port, number))
        else:
            disturb(server, arguments.seconds, chance)
        out, err = loading.communicate()
    finally:
        stop_attackers(attackers)
    report = read_load(subprocess.CompletedProcess([], loading.returncode, out, err), f"round {number}")
    expect(report["unanswered"] == 0, f"round {number}: {report['unanswered']} moves without an answer")
    expect(server.alive(), f"round {number}: the server ended\n{server.tail()}")
    slots = server.settle()
    expect(not any(slots.values()), f"round {number}: not everything was given back: {slots}")
    return report, quiet


def endure(arguments, folder):
    chance = random.Random(arguments.seed)
    server = Server(arguments.program, folder, "--keep-idle-seconds", "2").start()
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
            expect(troubles == 0, f"{troubles} troubles:\n{server.tail()}")
            number += 1
    finally:
        status = server.stop()
    expect(status == 0, f"the server ended with {status}\n{server.tail()}")
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
        try:
            endure(arguments, pathlib.Path(folder))
        except Failed as failure:
            print(f"endure: FAILED: {failure}")
            return 1
    print("endure: held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
