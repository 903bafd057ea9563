"""The real program in its own process: started, watched from outside, killed, asked for its log."""
import json
import os
import pathlib
import random
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request

from wire import PATIENCE


def free_port():
    """A port that nobody listens on and that the kernel gives to no client: a server that is started
    again must not find that somebody's connection comes from its port meanwhile."""
    lowest = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.SystemRandom().randrange(min(10000, lowest // 2), lowest)
        with socket.socket() as own:
            try:
                own.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass  # taken


class Server:
    def __init__(self, program, folder, *settings, environment=None):
        self.program, self.folder, self.settings = str(program), pathlib.Path(folder), settings
        self.port = free_port()
        self.file = self.folder / "siege.db"
        self.log = self.folder / "log"
        self.environment = os.environ | (environment or {})
        self.process = None

    def start(self):
        command = [self.program, "serve", "--port", str(self.port), "--database", f"sqlite:{self.file}", *self.settings]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.get("/readyz").strip() == "ready":
                    return self
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("the server did not become ready:\n" + self.tail())

    def stop(self, how=signal.SIGTERM):
        """Its exit status; negative when a signal ended it."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def alive(self):
        return self.process.poll() is None

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def metrics(self):
        found = re.findall(r"^(bastide_\w+)(?:\{[^}]*\})? ([0-9.e+-]+)$", self.get("/metrics"), re.MULTILINE)
        sums = {}
        for name, value in found:
            sums[name] = sums.get(name, 0) + float(value)
        return sums

    def rss_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def peak_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def established(self):
        """TCP connections of this port that the kernel has, as the server's side counts them."""
        lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
        rows = [line.split() for line in lines]
        return sum(1 for row in rows if row[1].endswith(f":{self.port:04X}") and row[3] in ("01", "08"))

    def database_mib(self):
        return sum(path.stat().st_size for path in self.folder.glob("siege.db*")) / 1048576

    def tail(self, lines=20):
        """What it said last."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""

    def slots(self):
        """What the server counts and what the kernel has, the question's own connection left out."""
        metrics = self.metrics()
        return {
            "connections": int(metrics["bastide_connections"]) - 1,
            "sockets": int(metrics["bastide_sockets"]),
            "kernel": self.established(),
        }

    def settle(self, seconds=PATIENCE):
        """Waits until nobody is connected any more; the last count."""
        end = time.monotonic() + seconds
        slots = self.slots()
        while any(slots.values()) and time.monotonic() < end:
            time.sleep(0.5)
            slots = self.slots()
        return slots


def compare(database, moves_file):
    """Acknowledged moves (of `bastide load --moves`) against the log: acked, lost, doubled."""
    acked = [line.split() for line in pathlib.Path(moves_file).read_text().splitlines()]
    found = {}
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        for game in {move[0] for move in acked}:
            for ply, body in connection.execute("SELECT ply, body FROM log WHERE game = ?", (game,)):
                entry = json.loads(body)
                if entry.get("kind") == "turn":
                    found.setdefault((game, str(entry["seat"]), entry["move_id"]), []).append(ply)
    lost = sum(1 for game, seat, move, ply in acked if int(ply) not in found.get((game, seat, move), []))
    doubled = sum(1 for plies in found.values() if len(plies) > 1)
    return {"acked": len(acked), "lost": lost, "doubled": doubled}
