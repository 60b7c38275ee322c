"""The application of a server, spoken to without a network and in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Scope

Hear = Callable[[bytes], None]


class Answer(NamedTuple):
    """What a request was answered with."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def all(self) -> bytes:
        """Every byte of it."""
        lines = [str(self.status).encode(), *(name + b": " + value for name, value in self.headers), b"", self.body]
        return b"\n".join(lines)


def _scope(kind: str, path: str, address: str, headers: dict[str, str]) -> Scope:
    """Return what a server such as uvicorn says of a connection."""
    parts = urlsplit(path)
    named = {"host": "localhost", **headers}
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "client": (address, 1),
        "server": ("bornes.test", 80),
    }


async def request(
    app: ASGIApp, method: str, path: str, address: str, *, secret: str = "", body: bytes | None = None, lang: str = "en"
) -> Answer:
    """Send a request, and return the whole answer."""
    headers = {"accept-language": lang}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    if body is not None:
        headers["content-type"] = "application/json"
    waiting = [{"type": "http.request", "body": body or b"", "more_body": False}]
    heard: list[bytes] = []
    start: Message = {}

    async def receive() -> Message:
        if waiting:
            return waiting.pop()
        await asyncio.Event().wait()  # the client stays
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        elif message.get("body"):
            heard.append(message["body"])

    await app({**_scope("http", path, address, headers), "method": method}, receive, send)
    return Answer(
        start["status"], tuple((bytes(name), bytes(value)) for name, value in start["headers"]), b"".join(heard)
    )


class Socket:
    """A web socket, from the client's side."""

    def __init__(self, app: ASGIApp, path: str, address: str, hear: Hear) -> None:
        self._hear = hear
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        scope = {**_scope("websocket", path, address, {}), "subprotocols": []}
        self.task = asyncio.ensure_future(app(scope, self._incoming.get, self._send))

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._hear(message["text"].encode())
        elif message["type"] == "websocket.close":
            self._hear(f"closed with {message['code']}".encode())

    def send(self, data: bytes) -> None:
        """Send a message."""
        self._incoming.put_nowait({"type": "websocket.receive", "text": data.decode()})

    def close(self) -> None:
        """Go away."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
