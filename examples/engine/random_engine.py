#!/usr/bin/env python3
"""An engine in Python: legal moves at random, rather with a figure than without.

usage: bastide arena --agents 'cmd:python3 examples/engine/random_engine.py;time=0.5,random' --pairs 5
needs: nothing but Python. docs/engine-protocol.md has the protocol.
"""
import random
import sys

chance = random.Random(1)
moves = []


def say(*lines):
    print(*lines, sep="\n", flush=True)


def choose():
    """One of the moves for the tile in hand. "0,-1,2,f0" puts a follower on segment 0."""
    with_figure = [move for move in moves if move.count(",") > 2]
    return chance.choice(with_figure or moves)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "bep":
        say("id name Random in Python", "id author Bastide's examples",
            "option name Seed type spin default 1 min 0 max 1000000",
            "wants moves", "bepok 1")
    elif word == "setoption" and rest.startswith("name Seed value "):
        chance = random.Random(int(rest.split()[-1]))
    elif word == "isready":
        say("readyok")
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        if moves:
            say("bestmove " + choose())
        else:
            say("error go: there is no position yet")
    elif word == "quit":
        break
    # newgame, position and everything that is not known: nothing to do for this one
