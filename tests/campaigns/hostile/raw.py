"""Requests as bytes: what no client would send, and what comes back."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

from .live_server import Base

PATIENCE = 60.0
"""Seconds after which no answer is expected any more."""
UPGRADE = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    """0 where nothing came."""
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def request(
    method: str = "GET",
    path: str = "/api/about",
    headers: str = "",
    body: bytes = b"",
    *,
    host: str = "localhost",
    connection: str = "close",
) -> bytes:
    """Return a request as bytes."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: {connection}\r\n{headers}\r\n"
    return head.encode("latin-1") + body


def post(path: str, body: Any, headers: str = "") -> bytes:
    """Return a request that sends JSON, or bytes that claim to be."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    about = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return request("POST", path, about + headers, data)


def bearer(secret: str) -> str:
    """Return the header that says who asks."""
    return f"Authorization: Bearer {secret}\r\n"


async def talk(server: Base, data: bytes, seconds: float = PATIENCE) -> bytes:
    """Send bytes on a connection of their own, and return all that comes until it is closed."""
    reader, writer = await asyncio.open_connection(server.host, server.port)
    try:
        async with asyncio.timeout(seconds):
            writer.write(data)
            return await reader.read()
    except (ConnectionError, TimeoutError):
        return b""
    finally:
        writer.transport.abort()


async def ask(server: Base, data: bytes) -> Answer:
    """Send a request on a connection of its own, and return the answer."""
    return parse(await talk(server, data))


def parse(data: bytes) -> Answer:
    """Return the first answer that there is in what came."""
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if len(words) < 2 or not words[1].isdigit():
        return Answer(0, {}, data)
    if words[1] == "100":
        return parse(body)
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
    return Answer(int(words[1]), headers, body)


async def open_table(server: Base, **wanted: Any) -> dict[str, Any]:
    """Open a table, and return the seat that it was opened from."""
    answer = await ask(server, post("/api/tables", wanted))
    assert answer.status == 201, answer
    seated: dict[str, Any] = answer.json
    return seated


async def join_table(server: Base, seated: dict[str, Any]) -> dict[str, Any]:
    """Sit down at a table that somebody else has opened."""
    invitation = seated["invitation"]["join"].partition("#join=")[2]
    answer = await ask(server, post("/api/join", {"table": seated["table"], "invitation": invitation}))
    assert answer.status == 201, answer
    joined: dict[str, Any] = answer.json
    return joined
