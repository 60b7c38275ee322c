"""A server that runs: the store, the service, the doors and what goes on by itself, from start to stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic, time
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..client.protocol import RESTART
from ..tables.state import SECOND
from .logs import LOG, note
from .service import Service
from .settings import Settings
from .store import SqliteStore
from .thinking import ServerThinkers
from .upkeep import Upkeep
from .web_app.app import build_app
from .web_app.context import Context

FRAME_BYTES = 8 * 1024
"""So long a message of a client may be."""
HEAD_SECONDS = 10
"""So long the head of a request may take to arrive."""
STOP_SECONDS = 1
"""So long connections have to end when the server stops."""


class SteadyClock:
    """The time of day in milliseconds, which never runs back."""

    def __init__(self) -> None:
        self._ahead = time() - monotonic()

    def __call__(self) -> int:
        """Return the time now; a clock that was set forward is followed, one that was set back is not."""
        self._ahead = max(self._ahead, time() - monotonic())
        return int((self._ahead + monotonic()) * SECOND)


class PatientProtocol(H11Protocol):
    """HTTP that lets go of whoever does not finish the head of a request."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.loop.call_later(HEAD_SECONDS, self._look)

    def _look(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Uvicorn, which lets everybody know when it stops."""

    def __init__(self, config: uvicorn.Config, context: Context, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._context = context
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and tell where."""
        await super().startup(sockets)
        if self.servers:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: no new work, everybody is told to come back, then what is left ends."""
        self._context.close_all(RESTART)
        await asyncio.sleep(0.05)  # time for the last words
        await super().shutdown(sockets)


def serve(settings: Settings, ready: Callable[[str], None]) -> int:
    """Serve until stopped; DatabaseError and OSError say why it cannot be.  ``ready`` is told the address."""
    store = SqliteStore.open(settings.database, settings.database_name)
    clock = SteadyClock()
    thinkers = ServerThinkers(settings.workers)
    return asyncio.run(_serve(settings, store, thinkers, clock, ready), loop_factory=_loop_factory())  # type: ignore[call-arg]
