"""Sockets that cost next to nothing: only what the benchmark needs of RFC 6455, so that the client is no limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class WireError(Exception):
    """A socket that the server has not taken, or has closed."""


def frame(kind: int, payload: bytes) -> bytes:
    """Return a frame of a client; it is masked with zeros, which leaves the payload as it is."""
    if len(payload) < 126:
        return bytes((0x80 | kind, 0x80 | len(payload), 0, 0, 0, 0)) + payload
    return bytes((0x80 | kind, 0x80 | 126)) + len(payload).to_bytes(2) + bytes(4) + payload


class Wire(asyncio.Protocol):
    """One socket; ``take`` hears every message."""

    def __init__(self, path: str, take: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.take = take
        self.open = asyncio.get_running_loop().create_future()
        self._data = bytearray()
        self._upgraded = False
        self.closed: int | None = None
        """With which code the server closed it, once it has."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._data += data
        if not self._upgraded and not self._read_head():
            return
        while self._read_frame():
            pass

    def _read_head(self) -> bool:
        head, found, rest = self._data.partition(b"\r\n\r\n")
        if not found:
            return False
        self._data, self._upgraded = rest, True
        if b" 101 " not in head[:16]:
            self._fail(WireError(head[:80].decode(errors="replace")))
        elif not self.open.done():
            self.open.set_result(None)
        return True

    def _read_frame(self) -> bool:
        data = self._data
        if len(data) < 2:
            return False
        begin, size = 2, data[1]
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(data[2:begin])
        if len(data) < begin + size:
            return False
        payload, kind = bytes(data[begin : begin + size]), data[0] & 0xF
        del data[: begin + size]
        if kind == TEXT:
            self.take(payload)
        elif kind == PING:
            self._transport.write(frame(PONG, payload))
        elif kind == CLOSE:
            self.closed = int.from_bytes(payload[:2])
            self._transport.close()
        return True

    def connection_lost(self, error: Exception | None) -> None:
        """Note that nothing more comes."""
        self.closed = self.closed or 1006
        self._fail(WireError(f"closed with {self.closed}"))

    def _fail(self, error: WireError) -> None:
        if not self.open.done():
            self.open.set_exception(error)

    def send(self, payload: bytes) -> None:
        """Send a message."""
        if self.closed is None:
            self._transport.write(frame(TEXT, payload))

    def close(self) -> None:
        """Go away, as a browser does."""
        if self.closed is None:
            self._transport.write(frame(CLOSE, (1000).to_bytes(2)))
            self._transport.close()


async def connect(port: int, path: str, take: Callable[[bytes], None]) -> Wire:
    """Return an open socket to a server of this machine."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, take), "127.0.0.1", port)
    async with asyncio.timeout(60):
        await wire.open
    return wire
