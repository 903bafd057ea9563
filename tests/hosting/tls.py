#!/usr/bin/env python3
"""A table with TLS as the documents describe it: their own blocks, real proxies, a test certificate.

usage: tls.py --program BASTIDE --proxies ROOT [PROXY...]      caddy, internal, nginx, haproxy; default all

ROOT holds the proxies' Debian packages, unpacked. Of a block nothing is changed but ports, the files of
the certificate and, for caddy, the line that names them. Over TLS and through the proxy a page, a session
and a WebSocket have to come as a browser would get them at https://play.example.
"""
import argparse
import http.client
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "siege"))
from server import Server, free_port  # noqa: E402

HERE = pathlib.Path(__file__).parents[2]
NAME = "play.example"


def block(page, before):
    """The block of code that follows the line `before` of a document."""
    text = (HERE / "docs" / page).read_text(encoding="utf-8")
    found = re.search(re.escape(before) + r"\n+```[^\n]*\n(.*?)\n```", text, re.DOTALL)
    if found is None:
        raise SystemExit(f"tls: docs/{page} has no block after {before!r}")
    return found[1] + "\n"


def changed(text, *changes):
    """Each change has to find what it changes: a document that says something else fails."""
    for old, new in changes:
        if old not in text:
            raise SystemExit(f"tls: {old!r} is not in\n{text}")
        text = text.replace(old, new)
    return text


def make_certificate(folder):
    """An authority of our own and a certificate for NAME by it, as PEM files."""
    authority = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=A test",
                 "-keyout", "ca.key", "-out", "ca.pem"]  # fmt: skip
    own = ["-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-keyout", "play.key", "-out", "play.csr"]
    signed = ["-req", "-in", "play.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
              "-extfile", "names", "-out", "play.crt"]  # fmt: skip
    (folder / "names").write_text(f"subjectAltName=DNS:{NAME}\n")
    for command in (["req", *authority], ["req", *own], ["x509", *signed]):
        subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)
    (folder / "play.pem").write_text((folder / "play.crt").read_text() + (folder / "play.key").read_text())


CADDY_OPTIONS = "{{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n    https_port {port}\n}}\n"


def run_caddy(root, folder, port, text):
    (folder / "Caddyfile").write_text(CADDY_OPTIONS.format(port=port) + text)
    return [root / "usr/bin/caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile"]


def caddy(root, folder, port, server, more, page="tutorials/a-table-for-friends.md", before="`/etc/caddy/Caddyfile`:"):
    text = changed(block(page, before), ("127.0.0.1:8080", f"127.0.0.1:{server}"),
                   (f"{NAME} {{\n", f"{NAME} {{\n    {more}\n"))  # fmt: skip
    return run_caddy(root, folder, port, text)


def caddy_with_certificate(root, folder, port, server):
    return caddy(root, folder, port, server, f"tls {folder}/play.crt {folder}/play.key")


def caddy_of_hosting(root, folder, port, server):
    return caddy(root, folder, port, server, f"tls {folder}/play.crt {folder}/play.key", "hosting.md", "caddy:")


def caddy_internal(root, folder, port, server):
    text = changed(block("tutorials/a-table-for-friends.md", "its own authority:"),
                   ("homeserver {", f"{NAME} {{"), ("127.0.0.1:8080", f"127.0.0.1:{server}"))  # fmt: skip
    return run_caddy(root, folder, port, text)


def nginx(root, folder, port, server):
    text = changed(block("hosting.md", "nginx:"), ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                   ("127.0.0.1:8080", f"127.0.0.1:{server}"),
                   ("/etc/ssl/play.example.crt", f"{folder}/play.crt"),
                   ("/etc/ssl/play.example.key", f"{folder}/play.key"))  # fmt: skip
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in
                     ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))  # fmt: skip
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{text}}}\n"
    )
    return [root / "usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf"]


def haproxy(root, folder, port, server):
    text = changed(block("hosting.md", "HAProxy:"), ("bind :443 ssl", f"bind 127.0.0.1:{port} ssl"),
                   ("/etc/haproxy/play.pem", f"{folder}/play.pem"),
                   ("127.0.0.1:8080", f"127.0.0.1:{server}"))  # fmt: skip
    # As Debian's own file begins, to which the block is added.
    (folder / "haproxy.cfg").write_text("defaults\n    mode http\n    timeout connect 5000\n" + text)
    return [root / "usr/sbin/haproxy", "-db", "-f", folder / "haproxy.cfg"]


def settings(folder, server):
    """The package's file with what the tutorial puts at its end."""
    packaged = (HERE / "packaging/bastide.toml").read_text(encoding="utf-8")
    return changed(packaged, ("port = 8080", f"port = {server.port}"),
                   ("/var/lib/bastide/bastide.db.key", f"{server.file}.key"),
                   ("/var/lib/bastide/bastide.db", str(server.file)),
                   ("/var/lib/bastide/", f"{folder}/")) + block(
                       "tutorials/a-table-for-friends.md", "without the `#`:")  # fmt: skip


PROXIES = {
    "caddy": caddy_with_certificate,
    "caddy-hosting": caddy_of_hosting,
    "internal": caddy_internal,
    "nginx": nginx,
    "haproxy": haproxy,
}


class Browser(http.client.HTTPSConnection):
    """Connects to 127.0.0.1 and asks for NAME, as if that led there on port 443."""

    def __init__(self, port, context):
        super().__init__(NAME, timeout=20, context=context)
        self.real_port, self.trust = port, context

    def connect(self):
        self.sock = self.trust.wrap_socket(socket.create_connection(("127.0.0.1", self.real_port), 20), server_hostname=NAME)

    def ask(self, method, path, body=None, headers=None):
        self.request(method, path, body, {"Origin": f"https://{NAME}", "X-Bastide": "1"} | (headers or {}))
        answer = self.getresponse()
        return answer.status, answer.headers, answer.read()


def want(what, true):
    if not true:
        raise AssertionError(what)


def wait_for_proxy(port, process, seconds=30):
    """Until it has a certificate, whoever signed that: one that makes its own listens before."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), 5) as plain:
                anybody.wrap_socket(plain, server_hostname=NAME).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the proxy did not start")


def check_site(port, authority):
    context = ssl.create_default_context(cafile=authority)
    status, headers, page = Browser(port, context).ask("GET", "/readyz")
    want(f"/readyz: {status} {page}", status == 200 and page.strip() == b"ready")
    want("HSTS over TLS", "max-age" in headers.get("Strict-Transport-Security", ""))
    body = json.dumps({"name": "Ada"})
    status, headers, page = Browser(port, context).ask("POST", "/api/session", body, {"Content-Type": "application/json"})
    cookie = headers.get("Set-Cookie", "")
    want(f"a session: {status} {page}", status == 200)
    want(f"a cookie for TLS alone: {cookie}", cookie.startswith("__Host-bastide=") and "Secure" in cookie)
    check_socket(port, context, cookie.split(";")[0])
    at = f"{NAME}:{port}"  # where 443 is taken, browsers name the port in Host and in Origin
    headers = {"Content-Type": "application/json", "Host": at, "Origin": f"https://{at}"}
    status, _, page = Browser(port, context).ask("POST", "/api/session", body, headers)
    want(f"a session at a port of one's own: {status} {page}", status == 200)
    untrusting = Browser(port, ssl.create_default_context())
    try:
        untrusting.ask("GET", "/")
    except ssl.SSLError:
        return
    raise AssertionError("a certificate of nobody was believed: the test sees nothing")


def check_socket(port, context, cookie):
    """A WebSocket through the proxy: the server's greeting, and a ping that comes back."""
    browser = Browser(port, context)
    browser.connect()
    browser.sock.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {NAME}\r\nOrigin: https://{NAME}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    browser.sock.settimeout(20)
    said = b""
    while b'"welcome"' not in said:
        more = browser.sock.recv(4096)
        want(f"a WebSocket: {said[:200]}", more != b"")
        said += more
    want(f"101: {said[:80]}", said.startswith(b"HTTP/1.1 101"))
    browser.sock.sendall(b"\x89\x84\0\0\0\0ping")  # masked by zeros
    said = b""
    while b"ping" not in said:
        more = browser.sock.recv(4096)
        want("a pong", more != b"")
        said += more
    browser.sock.close()


def check(name, program, root):
    """None, or what went wrong and what the proxy said."""
    with tempfile.TemporaryDirectory(prefix="bastide-tls-") as place:
        folder = pathlib.Path(place)
        make_certificate(folder)
        server = Server(program, folder, "--config", str(folder / "bastide.toml"))
        (folder / "bastide.toml").write_text(settings(folder, server))
        server.start()
        port = free_port()
        environment = os.environ | {
            "XDG_DATA_HOME": place, "XDG_CONFIG_HOME": place, "HOME": place,
            "LD_LIBRARY_PATH": str(root / "usr/lib/x86_64-linux-gnu"),
        }  # fmt: skip
        log = open(folder / "proxy.log", "w+")
        process = subprocess.Popen([str(part) for part in PROXIES[name](root, folder, port, server.port)],
                                   cwd=folder, env=environment, stdout=log, stderr=log)  # fmt: skip
        try:
            wait_for_proxy(port, process)
            authority = folder / "ca.pem"
            if name == "internal":
                authority = folder / "caddy/pki/authorities/local/root.crt"
            check_site(port, authority)
        except (AssertionError, OSError, http.client.HTTPException) as error:
            log.flush()
            log.seek(0)
            return f"{error!r}\n{log.read()[-3000:]}"
        finally:
            process.terminate()
            process.wait(20)
            status = server.stop()
        return None if status == 0 else f"the server ended with {status}\n{server.tail()}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--proxies", type=pathlib.Path, required=True)
    parser.add_argument("proxy", nargs="*")
    arguments = parser.parse_args()
    failed = 0
    for name in arguments.proxy or PROXIES:
        wrong = check(name, os.path.abspath(arguments.program), arguments.proxies.resolve())
        print(f"{name}: {'page, session and WebSocket over TLS' if wrong is None else 'FAILED: ' + wrong}", flush=True)
        failed += wrong is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
