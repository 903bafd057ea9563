#!/usr/bin/env python3
"""Plays a whole game of `bastide play` on a pseudo terminal of 80 x 24, and begins one of six.

usage: play_on_terminal.py BASTIDE FOLDER colour|plain
"""

import fcntl
import os
import pathlib
import pty
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 120  # seconds for everything; a hanging program is a fault


class Player:
    """The program on a terminal, and what it wrote there."""

    def __init__(self, arguments, environment):
        self.seen = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(arguments[0], arguments, environment)
        self.resize(80, 24)
        self.give_up = time.monotonic() + PATIENCE

    def resize(self, width, height):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, keys):
        try:
            os.write(self.terminal, keys)
        except OSError:
            pass  # it has ended

    def read(self, seconds):
        """What comes until it is silent for that long; False when it has ended."""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                piece = os.read(self.terminal, 65536)
            except OSError:
                return False
            if not piece:
                return False
            self.seen += piece
        if time.monotonic() > self.give_up:
            os.kill(self.pid, signal.SIGKILL)
            sys.exit(f"it does not come to an end; seen last: {self.seen[-2000:]!r}")
        return True

    def wait_for(self, text):
        while text not in self.seen:
            if not self.read(0.02):
                sys.exit(f"it ended before {text!r}; seen: {self.seen[-2000:]!r}")

    def status(self):
        while self.read(0.02):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def main():
    bastide, folder, look = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True)
    environment = {
        "HOME": str(folder),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color" if look == "colour" else "vt100",
        "LC_ALL": "C.UTF-8" if look == "colour" else "C",
    }
    if look == "plain":
        environment["NO_COLOR"] = "1"
    saved = folder / ".local/state/bastide/play.json"

    game = Player(
        [bastide, "play", "--people", "Ada", "--against", "random", "--seed", "3"], environment
    )
    game.wait_for(b"Bastide")
    for _ in range(10):  # a few turns
        game.press(b"\r")
        game.read(0.02)
    game.press(b"\x03")
    if game.status() != 0:
        sys.exit("Ctrl-C is a way to leave")
    if b"goes on with it" not in game.seen:
        sys.exit("it does not say how the game goes on")
    if list(saved.parent.iterdir()) != [saved]:
        sys.exit(f"something is left beside the game: {list(saved.parent.iterdir())}")
    before = saved.read_text()
    if before.count('"tile"') < 3:
        sys.exit("the turns were not kept")
    if (b"\x1b[38;5;" in game.seen) != (look == "colour"):
        sys.exit(f"colours are wrong for {look}")
    if look == "plain" and any(byte > 126 for byte in game.seen):
        sys.exit("plain ASCII was asked for")

    refused = Player([bastide, "play", "--edition", "winter"], environment)
    if refused.status() != 2 or b"a game is not finished" not in refused.seen:
        sys.exit("another game must not begin silently in its place")
    if saved.read_text() != before:
        sys.exit("the game that waits was changed")

    game = Player([bastide, "play", "--record", str(folder / "game.json")], environment)
    while b"The game is over" not in game.seen:
        game.press(b"\r")
        if not game.read(0.01):
            sys.exit(f"it ended early: {game.seen[-2000:]!r}")
    game.press(b"q")
    if game.status() != 0:
        sys.exit("q is a way to leave")
    if b"Ada" not in game.seen[-200:]:
        sys.exit("the result is not told at the end")
    if b"Ada: margin " not in game.seen[-200:] or b", luck of all draws " not in game.seen[-200:]:
        sys.exit("luck is not told at the end")

    finished = saved.read_text()
    game = Player([bastide, "play", "--people", "Ada,Bo"], environment)
    game.wait_for(b"Bastide")
    game.press(b"q")
    if game.status() != 0 or b"The game before it is kept in" not in game.seen:
        sys.exit("it does not say where the game before is kept")
    if look == "plain" and b"\x1b[J" not in game.seen[game.seen.rindex(b"? help") :]:
        sys.exit("what is told at the end stands on what was drawn")
    beside = saved.with_name("play-1.json")
    if beside.read_text() != finished:
        sys.exit("the finished game is lost")

    game = Player(
        [bastide, "play", "--game", str(beside), "--record", str(folder / "again.json")],
        environment,
    )
    game.wait_for(b"The game is over")
    game.press(b"q")
    again = (folder / "again.json") if game.status() == 0 else None
    if again is None or again.read_text() != (folder / "game.json").read_text():
        sys.exit("the record of a finished game cannot be had later")

    named = folder / "a b.json"
    game = Player([bastide, "play", "--game", str(named), "--people", "Ada,Bo"], environment)
    game.wait_for(b"Bastide")
    game.press(b"q")
    if game.status() != 0 or f"play --game '{named}'` goes on".encode() not in game.seen:
        sys.exit("it does not say how a game goes on that was named")

    before = named.read_text()
    game = Player([bastide, "play", "--game", str(named)], environment)
    game.wait_for(b"Enter lays")
    game.resize(60, 20)
    game.wait_for(b"this is 60 x 20")
    game.press(b"\r\r\r")
    game.read(0.1)
    game.press(b"q")
    if game.status() != 0 or named.read_text() != before:
        sys.exit("something was played where nothing could be seen")

    first = Player([bastide, "play", "--game", str(named)], environment)
    first.wait_for(b"Enter lays")
    second = Player([bastide, "play", "--new", "--game", str(named)], environment)
    if second.status() != 1 or b"is being played at another terminal" not in second.seen:
        sys.exit("two terminals play one game")
    first.press(b"?5q")
    if first.status() != 0 or named.read_text() != before:
        sys.exit("the second terminal changed the game of the first")

    same = folder / "same.json"
    (folder / "link").symlink_to(folder)
    above = folder / ".." / folder.name
    for spelled in (same, above / same.name, folder / "link" / same.name, os.path.relpath(same)):
        arguments = ["--game", str(same), "--record", str(spelled)]
        refused = Player([bastide, "play", *arguments], environment)
        if refused.status() != 2 or b"--game and --record" not in refused.seen:
            sys.exit(f"the record would be written over the game: {spelled}")

    # Long names at the end, and wide ones in the game.
    long_named = folder / "long.json"
    long_named.write_text(finished.replace('"Ada"', '"' + "Ada Augusta, " * 5 + '"'))
    game = Player([bastide, "play", "--game", str(long_named)], environment)
    game.wait_for(b"The game is over")
    game.press(b"q")
    if game.status() != 0 or b"luck of all draws" not in game.seen:
        sys.exit("a long name has no luck")
    told = game.seen[game.seen.rindex(b"Ada Augusta,  ") :]
    # What stood in a line before, the progress of the judging, was cleared.
    if any(len(line.rsplit(b"\x1b[K")[-1].strip()) > 80 for line in told.split(b"\n")):
        sys.exit(f"the end is wider than the terminal: {told!r}")

    wide = "日本語のプレイヤー"
    arguments = ["--people", f"{wide},Bo", "--game", str(folder / "wide.json")]
    game = Player([bastide, "play", *arguments], environment)
    game.wait_for(b"Bastide")
    for _ in range(4):
        game.press(b"\r")
        game.read(0.02)
    game.press(b"q")
    if game.status() != 0 or (look == "colour" and wide.encode() not in game.seen):
        sys.exit("wide signs are not shown")

    # The computer thinks for minutes; one looks around, and it answers at once when one leaves.
    arguments = ["--people", "Ada", "--against", "bastide:time=600"]
    game = Player([bastide, "play", *arguments, "--game", str(folder / "slow.json")], environment)
    while b"thinks" not in game.seen:
        game.press(b"\r")
        game.read(0.1)
    game.press(b"?")
    game.wait_for(b"this page")
    game.press(b"?g")
    game.wait_for(b"PageDown scroll")
    game.press(b"q")
    if game.status() != 0:
        sys.exit("one cannot leave while the computer thinks")

    six = Player(
        [bastide, "play", "--new", "--option", "inns=true", "--people", "P1,P2,P3,P4,P5,P6"], environment
    )
    six.wait_for(b"P6")
    six.press(b"q")
    if six.status() != 0:
        sys.exit("six cannot play")
    if look == "colour" and b"\x1b[48;5;255m" not in six.seen:
        sys.exit("the sixth player has no colour")


if __name__ == "__main__":
    main()
