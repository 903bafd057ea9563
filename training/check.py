#!/usr/bin/env python3
"""Whether the program runs weights as they are meant: the same whole numbers as weights.run().

usage: check.py PROGRAM WEIGHTS FOLDER...
"""

import subprocess
import sys

import data
import layout
import weights


def asked(program, *arguments) -> list[str]:
    """The lines that the program answers with."""
    done = subprocess.run([program, "network", *map(str, arguments)], check=True, capture_output=True, text=True)
    return done.stdout.split("\n")[:-1]


def terms_of(program) -> int:
    """Checksum of the terms that a network of this program corrects."""
    return int(asked(program, "terms")[0], 16)


def check(program, path, folders, positions=300) -> None:
    numbers, terms = weights.read(path)
    if terms != terms_of(program):
        raise SystemExit(f"{path}: for other terms than the program's")
    shard = data.shards(folders)[0]
    told = asked(program, "run", path, shard, "--positions", positions)
    seen, tokens = data.read_shard(shard)
    wrong = at = 0
    for position, answer in zip(seen, told):
        mine = tokens[at : at + position["tokens"]]
        at += len(mine)
        kind, whose = divmod(mine["kind_and_whose"].astype(int), layout.RELATIONS)
        wrong += weights.run(numbers, kind, whose, mine["row"], position["global"]) != int(answer)
    if wrong or not told:
        raise SystemExit(f"{path}: {wrong} of {len(told)} positions differ")
    print(f"{path}: {len(told)} positions agree, {100 * sum(map(int, told)) / len(told) / layout.POINTS_ONE:.1f} "
          "hundredths of a point on average")  # fmt: skip


if __name__ == "__main__":
    check(sys.argv[1], sys.argv[2], sys.argv[3:])
