#!/usr/bin/env python3
"""Many games on Ray: self-play, a match in shards, analyses. The same script on a laptop and on a
cluster (RAY_ADDRESS says which); it may be stopped and started again.

usage: many_games.py FOLDER play --agents greedy,random --games 1000
       many_games.py FOLDER arena --agents bastide:time=0.1,greedy --pairs 400
       many_games.py FOLDER analyze --records games.jsonl --nodes 2000

The work is cut into --parts. A part depends on its number alone, so that it may be done anywhere, and
again if a worker is lost. What a part gives comes back to this process, which writes it as one file
of FOLDER; a part whose file is there is not done again. At the end the files are put together: records
and analyses in the order of the games, shards by `bastide arena --merge`.

Every worker needs the program `bastide` (--program names it). FOLDER belongs to one job: a second one
with other arguments is refused.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Workers of this machine alone meet on the loopback; Ray has this switch for two other systems.
if "RAY_ADDRESS" not in os.environ:
    os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")

import ray  # noqa: E402


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def share(count, part, parts):
    """First and last of a part's share of `count` things."""
    return count * part // parts, count * (part + 1) // parts


def edition(job):
    """Unless one is named, the program says which."""
    return [] if job["edition"] is None else ["--edition", job["edition"]]


def play(job, part):
    """Games of a series of its own: the part's number is part of the seed."""
    begin, end = share(job["games"], part, job["parts"])
    if begin == end:
        return ""
    command = [job["program"], "simulate", *edition(job), "--agents", job["agents"]]
    command += ["--players", str(job["players"]), "--games", str(end - begin)]
    return run([*command, "--seed", str(job["seed"] + part), "--records", "-"])


def arena(job, part):
    if part >= job["pairs"]:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "pairs.jsonl"
        command = [job["program"], "arena", *edition(job), "--agents", job["agents"]]
        command += ["--players", str(job["players"]), "--seed", str(job["seed"])]
        command += ["--pairs", str(job["pairs"]), "--shard", f"{part + 1}/{job['parts']}"]
        run([*command, "--threads", "1", "--out", str(out)])
        return out.read_text()


def analyze(job, part):
    lines = job["lines"]
    begin, end = share(len(lines), part, job["parts"])
    if begin == end:
        return ""
    command = [job["program"], "analyze", "-", "--nodes", str(job["nodes"]), "--json"]
    return run([*command, "--seed", str(job["seed"])], "".join(lines[begin:end]))


WAYS = {"play": play, "arena": arena, "analyze": analyze}


@ray.remote(max_retries=5)  # a worker that dies is no reason to stop
def work(job, part):
    if job.get("note"):  # a test wants to know who does what
        with open(job["note"], "a") as note:
            note.write(f"{part} {os.getpid()}\n")
    return part, WAYS[job["way"]](job, part)


def open_folder(folder, job):
    """The folder's job is this one, also when it was begun before."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {key: value for key, value in job.items() if key not in ("program", "workers", "note")}
    note = folder / "job.json"
    if note.exists() and json.loads(note.read_text()) != told:
        raise SystemExit(f"{folder} belongs to another job: see {note}")
    note.write_text(json.dumps(told))


def part_file(folder, part):
    return folder / f"part-{part:05}.jsonl"


def start_ray(workers):
    """The cluster of RAY_ADDRESS, or else workers on this machine alone."""
    if "RAY_ADDRESS" in os.environ:
        ray.init(logging_level="warning")
    else:
        ray.init(num_cpus=workers, include_dashboard=False, logging_level="warning")


def do_parts(folder, job):
    missing = [part for part in range(job["parts"]) if not part_file(folder, part).exists()]
    if missing and not ray.is_initialized():
        start_ray(job["workers"])
    waiting = []
    if missing:
        kept = ray.put(job)
        waiting = [work.remote(kept, part) for part in missing]
    while waiting:
        ready, waiting = ray.wait(waiting)
        part, text = ray.get(ready[0])
        # A file is there as a whole or not at all.
        unfinished = part_file(folder, part).with_suffix(".unfinished")
        unfinished.write_text(text)
        unfinished.replace(part_file(folder, part))
        print(f"part {part + 1} of {job['parts']}", file=sys.stderr, flush=True)


def put_together(folder, job):
    files = [part_file(folder, part) for part in range(job["parts"])]
    if job["way"] == "arena":
        held = [str(path) for path in files if path.stat().st_size > 0]
        return run([job["program"], "arena", "--merge", *held])
    whole = folder / "all.jsonl"
    whole.write_text("".join(path.read_text() for path in files))
    return f"{len(whole.read_text().splitlines())} lines in {whole}\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("way", choices=WAYS)
    parser.add_argument("--program", default=os.environ.get("BASTIDE_PROGRAM", "bastide"))
    parser.add_argument("--edition", help="the first on the shelf unless it is named")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--agents", default="greedy,random")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--records", type=pathlib.Path, help="one record per line")
    parser.add_argument("--nodes", type=int, default=2000, help="per move, for analyze")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--workers", type=int, help="on this machine; as many as there are cores")
    arguments = parser.parse_args()
    job = vars(arguments).copy()
    folder, records = job.pop("folder"), job.pop("records")
    if job["way"] == "analyze":
        if records is None:
            parser.error("analyze needs --records")
        job["lines"] = records.read_text().splitlines(keepends=True)
    open_folder(folder, job)
    do_parts(folder, job)
    print(put_together(folder, job), end="")


if __name__ == "__main__":
    main()
