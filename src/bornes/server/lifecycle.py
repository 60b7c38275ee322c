"""How many files and connections this process may have open."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from logging import WARNING
from signal import SIGINT, SIGTERM
from time import monotonic, time
from typing import Any

import uvicorn
from starlette.applications import Starlette

from ..base.structured_log import LOG, log_event
from ..client.protocol import CLOSE_RESTART
from ..store import ServerStore, open_store
from ..tables.table_limits import ONLINE_LIMITS
from ..tables.table_state import SECOND_MS
from .connection_limits import ConnectionMonitor, TimeoutHttpProtocol, TimeoutWebSocketProtocol
from .http.app_context import AppContext
from .http.asgi_app import build_app
from .maintenance import Maintenance
from .review_queue import ReviewQueue, StoredReviews
from .service import Service
from .settings import ServerSettings
from .workers.bot_processes import ProcessBotRunner


def allow_files(wanted: int) -> None:
    """Let this process have so many open, as far as the system allows: the usual limit is a thousand."""
    try:
        import resource
    except ImportError:  # elsewhere there is no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


YOUNG_COLLECTION_THRESHOLD = 20_000
"""New objects since the last collection: those of about ten tables, scanned in about ten milliseconds."""
FULL_COLLECTION_THRESHOLD = 100_000
"""Connections and tables that ended since the last full collection."""
MAX_TABLES_FOR_FULL_COLLECTION = 100
"""With this many tables awake, a full collection takes some tenths of a second."""


class GcPolicy:
    """Runs the collector; ``awake`` says how many tables are, ``gone`` how many connections and tables went, ever."""

    def __init__(self, awake: Callable[[], int], gone: Callable[[], int]) -> None:
        self._awake = awake
        self._gone = gone
        self._looked_at = gone()
        gc.disable()
        gc.freeze()

    def collect_if_due(self) -> None:
        """Free what nothing leads to any more, where it is time for that; called some times in a second."""
        gone = self._gone()
        if gone - self._looked_at >= FULL_COLLECTION_THRESHOLD and self._awake() <= MAX_TABLES_FOR_FULL_COLLECTION:
            self._looked_at = gone
            gc.unfreeze()
        elif gc.get_count()[0] < YOUNG_COLLECTION_THRESHOLD:
            return
        gc.collect()
        gc.freeze()


MAX_FRAME_BYTES = 8 * 1024
"""The longest message of a client."""
SHUTDOWN_TIMEOUT_SECONDS = 1
"""How long connections have to close when the server stops."""
TABLE_LIMITS = ONLINE_LIMITS
SWITCH_INTERVAL_SECONDS = 0.0005
"""How long the reader and writer threads may wait for the GIL. The database releases it at every row: with Python's
usual 5 ms, a busy event loop would delay each row by that long."""
ROOT_WARNING = (
    "the server runs as root, and needs no privileges: a hole in it would give away the whole machine; run it as a "
    "user of its own, as docs/running.md shows"
)


class SteadyClock:
    """The time of day in milliseconds, which never runs back."""

    def __init__(self) -> None:
        self._ahead = time() - monotonic()

    def __call__(self) -> int:
        """Return the time now; a clock that was set forward is followed, one that was set back is not."""
        self._ahead = max(self._ahead, time() - monotonic())
        return int((self._ahead + monotonic()) * SECOND_MS)


class BornesServer(uvicorn.Server):
    """Uvicorn, which lets everybody know when it stops."""

    def __init__(self, config: uvicorn.Config, context: AppContext, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._context = context
        self._ready = ready
        self._rounds = ConnectionMonitor()
        host = context.service.host
        self._garbage = GcPolicy(lambda: host.awake, lambda: context.connections.left + host.slept)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when asked to; uvicorn's own way would end the process before everything is written and told."""
        loop = asyncio.get_running_loop()
        for signal in (SIGINT, SIGTERM):
            loop.add_signal_handler(signal, self.handle_exit, signal, None)
        try:
            yield
        finally:
            for signal in (SIGINT, SIGTERM):
                loop.remove_signal_handler(signal)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and tell where."""
        await super().startup(sockets)
        if self.servers:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def on_tick(self, counter: int) -> bool:
        """Look at the connections and at what they left, ten times in a second; say whether to stop."""
        self._rounds.go_on(self.server_state.connections)
        self._garbage.collect_if_due()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: no new work, everybody is told to come back, then what is left ends."""
        self._context.close_all(CLOSE_RESTART)
        await asyncio.sleep(0.05)  # time for the last words
        await super().shutdown(sockets)


def serve(settings: ServerSettings, ready: Callable[[str], None]) -> int:
    """Serve until stopped, and return the exit code; DatabaseError and OSError (of the address) say why it cannot be.

    ``ready`` is told the address as soon as requests are taken.
    """
    _be_steady()
    with _listen(settings) as door:
        store = open_store(settings.database, settings.database_name)
        try:
            with asyncio.Runner(loop_factory=_new_loop) as runner:
                return runner.run(_serve(settings, store, door, ready))
        finally:
            gc.freeze()  # the process ends: to look for what could be freed in thousands of tables takes seconds


def warn_of_root() -> None:
    """Log that the server runs as root, which it has no need for."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        log_event(ROOT_WARNING, level=WARNING)


def _listen(settings: ServerSettings) -> socket.socket:
    """Return the socket that everybody comes to; uvicorn would not say why there is none, and end the process."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=2048)


def _be_steady() -> None:
    """Let this process answer evenly: threads take turns sooner, and what is there for good is not looked at again."""
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    gc.collect()
    gc.freeze()


def _new_loop() -> asyncio.AbstractEventLoop:
    """Return uvloop's event loop, where there is one."""
    try:
        import uvloop
    except ImportError:  # it does not run everywhere
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _serve(
    settings: ServerSettings, store: ServerStore, door: socket.socket, ready: Callable[[str], None]
) -> int:
    warn_of_root()
    allow_files(settings.sockets + 1000)
    thinkers = ProcessBotRunner(settings.workers or None)
    service = Service(
        store,
        thinkers,
        SteadyClock(),
        wrong_codes_per_minute=settings.wrong_codes_per_minute,
        most_tables=settings.tables,
        limits=TABLE_LIMITS,
    )
    thinkers.owner_of, service.on_attended = service.bot_queue_owner, thinkers.prioritize
    reviews = ReviewQueue(StoredReviews(store), most_of_an_address=settings.reviews_per_address)
    context = AppContext(service, settings, reviews)
    server = BornesServer(_config(settings, build_app(context, _lifespan(service, settings))), context, ready)
    asyncio.get_running_loop().set_exception_handler(_report)
    try:
        await server.serve([door])
    finally:
        await reviews.close()
        await service.close()
        await thinkers.close()
        await store.close()
        log_event("stopped")
    return 0 if server.started else 1


def _lifespan(service: Service, settings: ServerSettings) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await service.start()
        upkeep = Maintenance(service, sleep_after=settings.sleep_after, keep_days=settings.keep_days)
        running = asyncio.get_running_loop().create_task(upkeep.run())
        yield
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    return lifespan


def _config(settings: ServerSettings, app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=TimeoutHttpProtocol,
        ws=TimeoutWebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
        h11_max_incomplete_event_size=16 * 1024,
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        proxy_headers=False,
    )


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Write down what went wrong where nobody waits for it, such as a table that was put aside."""
    LOG.error(context.get("message", "fault"), exc_info=context.get("exception"))
