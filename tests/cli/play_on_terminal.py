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

    def press_until(self, text, keys, pause):
        while text not in self.seen:
            self.press(keys)
            if not self.read(pause):
                sys.exit(f"it ended before {text!r}; seen: {self.seen[-2000:]!r}")

    def status(self):
        while self.read(0.02):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Place:
    """Where the program is played: its folder, and how it is to look."""

    def __init__(self, bastide, folder, look):
        folder.mkdir(parents=True)
        self.bastide, self.folder, self.look = bastide, folder, look
        self.environment = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
            "TERM": "xterm-256color" if look == "colour" else "vt100",
            "LC_ALL": "C.UTF-8" if look == "colour" else "C",
        }
        if look == "plain":
            self.environment["NO_COLOR"] = "1"
        self.saved = folder / ".local/state/bastide/play.json"
        self.beside = self.saved.with_name("play-1.json")  # the first game, when it was over
        self.record = folder / "game.json"
        self.named = folder / "a b.json"

    def play(self, *arguments):
        return Player([self.bastide, "play", *map(str, arguments)], self.environment)


def left_in_the_middle(at):
    game = at.play("--people", "Ada", "--against", "random", "--seed", "3")
    game.wait_for(b"Bastide")
    for _ in range(10):  # a few turns
        game.press(b"\r")
        game.read(0.02)
    game.press(b"\x03")
    if game.status() != 0:
        sys.exit("Ctrl-C is a way to leave")
    if b"goes on with it" not in game.seen:
        sys.exit("it does not say how the game goes on")
    if list(at.saved.parent.iterdir()) != [at.saved]:
        sys.exit(f"something is left beside the game: {list(at.saved.parent.iterdir())}")
    if at.saved.read_text().count('"tile"') < 3:
        sys.exit("the turns were not kept")
    if (b"\x1b[38;5;" in game.seen) != (at.look == "colour"):
        sys.exit(f"colours are wrong for {at.look}")
    if at.look == "plain" and any(byte > 126 for byte in game.seen):
        sys.exit("plain ASCII was asked for")


def another_in_its_place(at):
    before = at.saved.read_text()
    refused = at.play("--edition", "winter")
    if refused.status() != 2 or b"a game is not finished" not in refused.seen:
        sys.exit("another game must not begin silently in its place")
    if at.saved.read_text() != before:
        sys.exit("the game that waits was changed")


def played_to_its_end(at):
    game = at.play("--record", at.record)
    game.press_until(b"The game is over", b"\r", 0.01)
    game.press(b"q")
    if game.status() != 0:
        sys.exit("q is a way to leave")
    if b"Ada" not in game.seen[-200:]:
        sys.exit("the result is not told at the end")
    if b"Ada: margin " not in game.seen[-200:] or b", luck of all draws " not in game.seen[-200:]:
        sys.exit("luck is not told at the end")


def the_game_before(at):
    finished = at.saved.read_text()
    game = at.play("--people", "Ada,Bo")
    game.wait_for(b"Bastide")
    game.press(b"q")
    if game.status() != 0 or b"The game before it is kept in" not in game.seen:
        sys.exit("it does not say where the game before is kept")
    if at.look == "plain" and b"\x1b[J" not in game.seen[game.seen.rindex(b"? help") :]:
        sys.exit("what is told at the end stands on what was drawn")
    if at.beside.read_text() != finished:
        sys.exit("the finished game is lost")


def record_of_a_finished_game(at):
    again = at.folder / "again.json"
    game = at.play("--game", at.beside, "--record", again)
    game.wait_for(b"The game is over")
    game.press(b"q")
    if game.status() != 0 or again.read_text() != at.record.read_text():
        sys.exit("the record of a finished game cannot be had later")


def named_game(at):
    game = at.play("--game", at.named, "--people", "Ada,Bo")
    game.wait_for(b"Bastide")
    game.press(b"q")
    if game.status() != 0 or f"play --game '{at.named}'` goes on".encode() not in game.seen:
        sys.exit("it does not say how a game goes on that was named")


def small_terminal(at):
    before = at.named.read_text()
    game = at.play("--game", at.named)
    game.wait_for(b"Enter lays")
    game.resize(60, 20)
    game.wait_for(b"this is 60 x 20")
    game.press(b"\r\r\r")
    game.read(0.1)
    game.press(b"q")
    if game.status() != 0 or at.named.read_text() != before:
        sys.exit("something was played where nothing could be seen")


def two_terminals(at):
    before = at.named.read_text()
    first = at.play("--game", at.named)
    first.wait_for(b"Enter lays")
    second = at.play("--new", "--game", at.named)
    if second.status() != 1 or b"is being played at another terminal" not in second.seen:
        sys.exit("two terminals play one game")
    first.press(b"?5q")
    if first.status() != 0 or at.named.read_text() != before:
        sys.exit("the second terminal changed the game of the first")


def spelled_records(at):
    """A record is not written over its game, however its file is called."""
    same = at.folder / "same.json"
    (at.folder / "link").symlink_to(at.folder)
    above = at.folder / ".." / at.folder.name
    for spelled in (same, above / same.name, at.folder / "link" / same.name, os.path.relpath(same)):
        refused = at.play("--game", same, "--record", spelled)
        if refused.status() != 2 or b"--game and --record" not in refused.seen:
            sys.exit(f"the record would be written over the game: {spelled}")


def long_names(at):
    """What is told at the end is folded: the name alone is wider than the terminal."""
    name = "Lady " + "Ada Augusta, " * 7
    long_named = at.folder / "long.json"
    long_named.write_text(at.beside.read_text().replace('"Ada"', f'"{name}"'))
    game = at.play("--game", long_named)
    game.wait_for(b"The game is over")
    game.press(b"q")
    if game.status() != 0 or b"luck of all draws" not in game.seen:
        sys.exit("a long name has no luck")
    # The name ends in a blank, so that two stand before the score. What is told begins with the
    # name's first word, where the line of the score begins.
    told = game.seen[game.seen.rindex(b"Lady", 0, game.seen.rindex(b"Augusta,  ")) :]
    # What stood in a line before, the progress of the judging, was cleared.
    if any(len(line.rsplit(b"\x1b[K")[-1].strip()) > 80 for line in told.split(b"\n")):
        sys.exit(f"the end is wider than the terminal: {told!r}")


def wide_names(at):
    wide = "日本語のプレイヤー"
    game = at.play("--people", f"{wide},Bo", "--seed", "3", "--game", at.folder / "wide.json")
    game.wait_for(b"Bastide")
    # Whole it stands above the log, in that player's turn. In plain letters it is question marks.
    game.press_until(wide.encode() if at.look == "colour" else b"Bo:", b"\r", 0.02)
    game.press(b"q")
    if game.status() != 0:
        sys.exit("one cannot leave a game of wide names")


def slow_computer(at):
    """It thinks for minutes; one looks around, and it answers at once when one leaves."""
    against = ["--people", "Ada", "--against", "bastide:time=600"]
    game = at.play(*against, "--game", at.folder / "slow.json")
    game.press_until(b"thinks", b"\r", 0.1)
    game.press(b"?")
    game.wait_for(b"keys and signs")
    game.press(b"?g")
    game.wait_for(b"PageDown scroll")
    game.press(b"q")
    if game.status() != 0:
        sys.exit("one cannot leave while the computer thinks")


def six_players(at):
    six = at.play("--new", "--option", "inns=true", "--people", "P1,P2,P3,P4,P5,P6")
    six.wait_for(b"P6")
    six.press(b"q")
    if six.status() != 0:
        sys.exit("six cannot play")
    if at.look == "colour" and b"\x1b[48;5;255m" not in six.seen:
        sys.exit("the sixth player has no colour")


def main():
    at = Place(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])
    # One game, from its first turn to its record.
    left_in_the_middle(at)
    another_in_its_place(at)
    played_to_its_end(at)
    the_game_before(at)
    record_of_a_finished_game(at)
    # Another, which has a name.
    named_game(at)
    small_terminal(at)
    two_terminals(at)
    # The rest needs none of these, but long_names the finished one.
    spelled_records(at)
    long_names(at)
    wide_names(at)
    slow_computer(at)
    six_players(at)


if __name__ == "__main__":
    main()
