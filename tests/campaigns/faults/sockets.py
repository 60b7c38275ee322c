"""Sockets and requests in virtual time: the server's own application at one end, a client at the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, MutableMapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from bornes.server.outbox import Outbox
from tests.simulation.world import NetworkLine

if TYPE_CHECKING:
    from .people import FarPerson
    from .server import RunningServer

WORD = 1000
"""Bytes that wait at most for a client that has stopped reading: some messages."""
WINDOW = 4
"""So many messages are on their way before a sender has to wait for whoever reads."""
_CLOSED = b"\x00"
"""Begins what tells a client that the socket was closed, with the code behind it."""
Message = MutableMapping[str, Any]
CONNECTION: ContextVar[FarConnection | None] = ContextVar("connection", default=None)
"""Which connection is being served."""


class FarConnection:
    """A socket between a person and a server, which can be cut, and whose reader can doze."""

    def __init__(self, person: FarPerson, server: RunningServer) -> None:
        world = person.world
        self.person = person
        self.server = server
        self.open = True
        self.outbox: NotedOutbox | None = None
        """What waits for this client at the server."""
        self.up = NetworkLine(world.loop, person.luck, world.weather, self._arrived)
        self.down = NetworkLine(world.loop, person.luck, world.weather, self._come)
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._unread: deque[bytes] = deque()
        self._on_the_way = 0
        self._room = asyncio.Event()
        self._dozing = False
        self._inbox.put_nowait({"type": "websocket.connect"})
        server.process.start(self._serve())

    # -- the client's end ------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """End the connection: what is on its way is lost; what the server is about, it goes on with."""
        self.open = self.up.open = self.down.open = False
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self._room.set()

    def doze(self, milliseconds: int) -> None:
        """Read nothing for a while; the less is kept for this client from now on, the sooner it is let go."""
        self._dozing = True
        if self.outbox is not None:
            self.outbox.shrink(WORD)
        self.person.world.loop.after(milliseconds, self._wake)

    def _wake(self) -> None:
        self._dozing = False
        while self._unread and not self._dozing and self.open:
            self._read(self._unread.popleft())

    def _come(self, data: bytes) -> None:
        if self._dozing:
            self._unread.append(data)
        else:
            self._read(data)

    def _read(self, data: bytes) -> None:
        self._on_the_way -= 1
        self._room.set()
        if data.startswith(_CLOSED):
            self.cut()
            self.person.closed(self, int(data[1:]))
        else:
            self.person.receive(data)

    # -- the server's end ------------------------------------------------------------------------------------------

    def _arrived(self, data: bytes) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": data.decode()})

    async def _serve(self) -> None:
        CONNECTION.set(self)
        scope = _scope("websocket", f"/api/tables/{self.person.world.id}/socket", {})
        await self.server.app({**scope, "subprotocols": []}, self._inbox.get, self._send)

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            await self._put(message["text"].encode())
        elif message["type"] == "websocket.close":
            await self._put(_CLOSED + str(message.get("code", 1000)).encode())
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": message.get("code", 1000)})

    async def _put(self, data: bytes) -> None:
        """Send when there is room, as a transport does; OSError once the client has gone."""
        while self.open and self._on_the_way >= WINDOW:
            self._room.clear()
            await self._room.wait()
        if not self.open:
            raise OSError("the client has gone")
        self._on_the_way += 1
        self.down.send(data)


class NotedOutbox(Outbox):
    """An outbox that notes what the server has said, at the moment it says it."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._connection = CONNECTION.get()
        if self._connection is not None:
            self._connection.outbox = self

    def shrink(self, most: int) -> None:
        """Let so many bytes wait at most."""
        self._most = most

    def send(self, data: bytes) -> None:
        """Let a message be sent."""
        connection = self._connection
        if connection is not None and connection.server.process.alive and self.closed is None:
            connection.person.world.note_said(connection.person, data)
        super().send(data)


def small_outbox(most: int, overflowed: Callable[[], None]) -> Callable[[], Outbox]:
    """Return what makes outboxes that are full soon, and says so."""

    class Small(NotedOutbox):
        def __init__(self) -> None:
            super().__init__(most)

        def send(self, data: bytes) -> None:
            before = self.closed
            super().send(data)
            if before is None and self.closed is not None:
                overflowed()

    return Small


async def request(
    server: RunningServer, method: str, path: str, body: bytes = b"", secret: str = ""
) -> tuple[int, bytes]:
    """Ask something of the application, and return the status and the body of the answer."""
    headers = {"host": "localhost", "content-type": "application/json"}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    coming: deque[Message] = deque([{"type": "http.request", "body": body, "more_body": False}])
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.popleft() if coming else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await server.app({**_scope("http", path, headers), "method": method}, receive, send)
    return sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:])


def _scope(kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()],
        "client": ("sim", 1),
        "server": ("sim", 80),
    }
