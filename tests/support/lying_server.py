"""The real server with a liar before it, who changes what it sends through sockets and the records it hands out."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bornes.server.connection_limits import BATCH_SEND_SCOPE_KEY
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.store import SqliteStore
from bornes.tables.table_limits import NO_LIMITS
from tests.support.online import QuickThinkers
from tests.support.shell import PATIENCE

Values = dict[str, Any]
ChangeMessage = Callable[[Values], Values | None]
"""Changes a message on its way to a client; None swallows it."""
ChangeRecord = Callable[[str], str]


class Liar:
    """An application that changes what another one says."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.message: ChangeMessage = lambda message: message
        self.record: ChangeRecord = lambda text: text

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and lie."""
        if scope["type"] == "websocket":
            scope.get("extensions", {}).pop(BATCH_SEND_SCOPE_KEY, None)  # would go past the liar
            await self._app(scope, receive, self._through_socket(send))
        elif scope["type"] == "http" and scope["path"].endswith("/record"):
            await self._app(scope, receive, self._through_record(send))
        else:
            await self._app(scope, receive, send)

    def _through_socket(self, send: Send) -> Send:
        async def lie(message: Message) -> None:
            data = message.get("bytes") or message.get("text")
            if message["type"] != "websocket.send" or data is None:
                await send(message)
                return
            changed = self.message(json.loads(data))
            if changed is not None:
                await send({"type": "websocket.send", "text": json.dumps(changed)})

        return lie

    def _through_record(self, send: Send) -> Send:
        head: list[Message] = []
        parts: list[bytes] = []

        async def lie(message: Message) -> None:
            if message["type"] == "http.response.start":
                head.append(message)
                return
            parts.append(message.get("body", b""))
            if message.get("more_body"):
                return
            body = b"".join(parts)
            if head[0]["status"] == 200:
                body = self.record(body.decode()).encode()
            kept = [(name, value) for name, value in head[0]["headers"] if name.lower() != b"content-length"]
            await send({**head[0], "headers": [*kept, (b"content-length", str(len(body)).encode())]})
            await send({"type": "http.response.body", "body": body})

        return lie


class LyingServer:
    """A server in a thread of this process; ``liar`` can be told what to say at any time."""

    def __init__(self) -> None:
        self.address = ""
        self.liar: Liar
        self._server: uvicorn.Server
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def start(self) -> None:
        """Serve on a free port."""
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    def stop(self) -> None:
        """Stop serving."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    async def _run(self) -> None:
        store = SqliteStore.in_memory("lies")
        service = Service(store, QuickThinkers(), lambda: int(time() * 1000), limits=NO_LIMITS)
        settings = ServerSettings(requests_per_minute=100_000, commands_per_minute=100_000, opens_per_hour=10_000)
        reviews = ReviewQueue(StoredReviews(store))
        await service.start()
        self.liar = Liar(build_app(AppContext(service, settings, reviews)))
        config = uvicorn.Config(
            self.liar,
            "127.0.0.1",
            0,
            log_config=None,
            lifespan="off",
            timeout_graceful_shutdown=1,
            ws_ping_interval=None,
        )
        self._server = uvicorn.Server(config)
        serving = asyncio.create_task(self._server.serve())
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.01)
        self.address = f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"
        self._ready.set()
        await serving
        await reviews.close()
        await service.close()
        await store.close()


@contextmanager
def lying() -> Iterator[LyingServer]:
    """Run a lying server while a test lasts; it is honest until it is told to lie."""
    server = LyingServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
