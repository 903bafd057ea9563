"""HTTP and WebSocket by hand, on asyncio: everything a polite library would not let us send.

A connection can come from any address of 127.0.0.0/8, so that one machine plays many strangers.
"""
import asyncio
import base64
import json
import logging
import os
import socket
import struct

logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # writing to who has gone is our trade

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 120  # seconds for what is sure to come, however busy the machine; it says nothing about speed


class Gone(Exception):
    """The other side closed, or did not answer in time."""


async def open_stream(port, source=None, receive_buffer=None):
    """A reader and a writer to the server; from `source`, if it is given."""
    own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    own.setblocking(False)
    own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if receive_buffer:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    try:
        if source:
            own.bind((source, 0))
        await asyncio.wait_for(asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port)), PATIENCE)
        return await asyncio.open_connection(sock=own, limit=1 << 22)
    except (OSError, asyncio.TimeoutError) as error:
        own.close()
        raise Gone(str(error)) from error


def reset(writer):
    """Ends a connection as a crash does: with RST, not FIN."""
    own = writer.get_extra_info("socket")
    if own is not None and own.fileno() >= 0:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def head(method, path, headers=None, body=None):
    """A request; a body that is no bytes is sent as JSON."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    lines = {"Host": "localhost", "X-Bastide": "1"}
    if body is not None:
        lines |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines |= headers or {}
    text = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v is not None)
    return text.encode("utf-8", "surrogatepass") + b"\r\n" + (body or b"")


async def read_answer(reader, method="GET", seconds=PATIENCE):
    """Status, headers and body of one answer."""
    try:
        return await asyncio.wait_for(_read_answer(reader, method), seconds)
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError, IndexError) as error:
        raise Gone(repr(error)) from error


async def _read_answer(reader, method):
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        if ":" in line:
            name, value = line.split(":", 1)
            headers[name.strip().lower()] = value.strip()
    size = 0 if method == "HEAD" else int(headers.get("content-length", 0))
    return int(lines[0].split()[1]), headers, await reader.readexactly(size)


class Http:
    """One kept connection, opened again when the server closed it."""

    def __init__(self, port, source=None, token=None):
        self.port, self.source, self.token, self.stream = port, source, token, None

    async def exchange(self, request, method="GET"):
        for fresh in (False, True):
            if self.stream is None or fresh:
                self.close()
                self.stream = await open_stream(self.port, self.source)
            try:
                self.stream[1].write(request)
                status, headers, body = await read_answer(self.stream[0], method)
                if headers.get("connection", "").lower() == "close":
                    self.close()
                return status, headers, body
            except (Gone, OSError) as error:
                self.close()
                if fresh:
                    raise Gone(str(error)) from error

    async def call(self, method, path, body=None):
        headers = {"Authorization": "Bearer " + self.token} if self.token else {}
        status, _, answer = await self.exchange(head(method, path, headers, body), method)
        return status, json.loads(answer) if answer else None

    async def guest(self, name):
        """Begins a session; the token, or None when the server wants no more of them."""
        status, answer = await self.call("POST", "/api/session", {"name": name, "token": True})
        self.token = answer["token"] if status == 200 else None
        return self.token

    def close(self):
        if self.stream is not None:
            self.stream[1].transport.abort()
            self.stream = None


def frame(opcode, payload=b"", fin=True, mask=b"\0\0\0\0"):
    """A client's frame. A mask of zeros is a mask, and costs nothing."""
    size = len(payload)
    if size < 126:
        length = struct.pack("!B", 0x80 | size)
    elif size < 65536:
        length = struct.pack("!BH", 0x80 | 126, size)
    else:
        length = struct.pack("!BQ", 0x80 | 127, size)
    if any(mask):
        payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
    return bytes([(0x80 if fin else 0) | opcode]) + length + mask + payload


class WebSocket:
    """A socket that can be as rude as it likes; receive() answers pings by itself."""

    def __init__(self, reader, writer):
        self.reader, self.writer, self.parts, self.close_code = reader, writer, b"", None

    @classmethod
    async def open(cls, port, source=None, token=None, receive_buffer=None):
        reader, writer = await open_stream(port, source, receive_buffer)
        headers = {
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }  # fmt: skip
        if token:
            headers["Authorization"] = "Bearer " + token
        writer.write(head("GET", "/ws", headers))
        try:
            status, _, body = await read_answer(reader)
        except Gone:
            writer.transport.abort()
            raise
        if status != 101:
            writer.transport.abort()
            raise Gone(f"{status} {body[:80]!r}")
        return cls(reader, writer)

    def say(self, **message):
        self.send(TEXT, json.dumps(message).encode())

    def send(self, opcode, payload=b"", fin=True, mask=b"\0\0\0\0"):
        self.writer.write(frame(opcode, payload, fin, mask))

    async def receive_raw(self, seconds=PATIENCE):
        """The next text. Gone when there is no more."""
        try:
            return await asyncio.wait_for(self._receive(), seconds)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            raise Gone(repr(error)) from error

    async def receive(self, seconds=PATIENCE):
        return json.loads(await self.receive_raw(seconds))

    async def _receive(self):
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size >= 126:
                width = 2 if size == 126 else 8
                size = int.from_bytes(await self.reader.readexactly(width), "big")
            payload = await self.reader.readexactly(size)
            opcode = first & 0x0F
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == CLOSE:
                self.close_code = int.from_bytes(payload[:2], "big") if payload else None
                raise Gone(f"closed {self.close_code}")
            elif opcode in (0, TEXT, BINARY):
                self.parts += payload
                if first & 0x80:
                    whole, self.parts = self.parts, b""
                    return whole

    async def until(self, *kinds, seconds=PATIENCE):
        """The next message of one of these types; others are passed over."""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            message = await self.receive(max(0.01, end - asyncio.get_running_loop().time()))
            if message["type"] in kinds:
                return message

    async def drain(self):
        try:
            await asyncio.wait_for(self.writer.drain(), PATIENCE)
        except (OSError, asyncio.TimeoutError) as error:
            raise Gone(repr(error)) from error

    def reset(self):
        reset(self.writer)

    def close(self):
        self.writer.transport.abort()
