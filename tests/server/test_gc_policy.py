"""The garbage collector runs over new objects only, and what comes and goes leaves nothing for it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bornes.client.protocol import Hello, encode
from bornes.server.api_errors import ApiError
from bornes.server.connection_limits import MonitoredConnection
from bornes.server.lifecycle import (
    FULL_COLLECTION_THRESHOLD,
    MAX_TABLES_FOR_FULL_COLLECTION,
    YOUNG_COLLECTION_THRESHOLD,
    GcPolicy,
    serve,
)
from bornes.server.settings import ServerSettings
from bornes.tables.live_table import LiveTable
from tests.support.online import Online, online
from tests.support.shell import PATIENCE


class Knot:
    """Something that only it holds itself, as a connection that ended and its transport do each other."""

    def __init__(self) -> None:
        self.itself = self


async def send_garbage(port: int | None) -> None:
    """Send what is no request, and read the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GARBAGE\r\n\r\n")
    assert b"400 Bad Request" in await reader.read()
    writer.close()


class Server:
    """How many tables are awake, and how many connections and tables have gone."""

    awake = gone = 0


@pytest.fixture
def watched() -> Iterator[tuple[GcPolicy, Server]]:
    """Give a collector that is run by hand, and leave Python's own runs as they were."""
    server = Server()
    gc.collect()
    yield GcPolicy(lambda: server.awake, lambda: server.gone), server
    gc.unfreeze()
    gc.enable()


def test_new_objects_are_looked_at_once_there_are_many_and_never_again(watched: tuple[GcPolicy, Server]) -> None:
    garbage, _ = watched
    knot = Knot()
    left = weakref.ref(Knot())
    garbage.collect_if_due()
    assert left() is not None, "there are few new objects"
    kept = [[number] for number in range(YOUNG_COLLECTION_THRESHOLD)]
    garbage.collect_if_due()
    assert left() is None
    assert gc.get_freeze_count() > len(kept)

    old = weakref.ref(knot)
    del knot
    kept += [[number] for number in range(YOUNG_COLLECTION_THRESHOLD)]
    garbage.collect_if_due()
    assert old() is not None, "it was there at the last look"


def test_everything_is_looked_at_when_many_have_gone_and_few_tables_are_awake(watched: tuple[GcPolicy, Server]) -> None:
    garbage, server = watched
    knot = Knot()
    old = weakref.ref(knot)
    gc.freeze()
    del knot
    server.gone, server.awake = FULL_COLLECTION_THRESHOLD, MAX_TABLES_FOR_FULL_COLLECTION + 1
    garbage.collect_if_due()
    assert old() is not None
    server.awake = MAX_TABLES_FOR_FULL_COLLECTION
    garbage.collect_if_due()
    assert old() is None
    left = weakref.ref(Knot())
    garbage.collect_if_due()
    assert left() is not None, "the next one only after as many again"


@pytest.fixture
def no_runs() -> Iterator[None]:
    """Let nothing run the collector that the test does not run."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_a_table_that_is_not_there_or_goes_to_sleep_leaves_nothing_to_look_for(no_runs: None) -> None:
    async def story(server: Online) -> None:
        there: weakref.WeakSet[LiveTable] = weakref.WeakSet()
        run = server.service.host._running

        def noted(id: str) -> LiveTable:
            running = run(id)
            there.add(running)
            return running

        server.service.host._running = noted  # type: ignore[method-assign]
        with pytest.raises(ApiError):
            await server.service.authorize("test-aaaaaaaaaaaaaaaa", "x" * 32)
        assert not there
        seated = await server.open()
        ann = await server.come(seated)
        assert len(there) == 1
        ann.session.end()
        assert server.service.host.unload_if_idle(seated.table)
        assert not there

    online(story)


def test_a_connection_that_is_over_leaves_nothing_to_look_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there: weakref.WeakSet[MonitoredConnection] = weakref.WeakSet()
    begun: list[str] = []
    begin = MonitoredConnection.__init__

    def note(connection: MonitoredConnection, *arguments: Any, **named: Any) -> None:
        begin(connection, *arguments, **named)
        there.add(connection)
        begun.append(type(connection).__name__)

    monkeypatch.setattr(MonitoredConnection, "__init__", note)

    async def come_and_go(address: str) -> None:
        gc.collect()
        gc.disable()
        try:
            for _ in range(5):
                await send_garbage(urlsplit(address).port)
                async with connect(f"{address.replace('http', 'ws', 1)}/api/tables/none-1/socket") as socket:
                    await socket.send(encode(Hello(secret="wrong")))
                    with suppress(ConnectionClosed):  # it is told why not, and the server closes
                        while True:
                            await socket.recv()
            async with asyncio.timeout(PATIENCE):
                while there:  # the server's last words to them
                    await asyncio.sleep(0.01)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    coming: list[asyncio.Task[None]] = []

    def ready(address: str) -> None:
        coming.append(asyncio.get_running_loop().create_task(come_and_go(address)))

    try:
        serve(ServerSettings(port=0, database=tmp_path / "tables.sqlite3"), ready)
    finally:
        gc.unfreeze()
    assert coming[0].done()
    assert coming[0].exception() is None, "something still holds a connection that is over"
    assert Counter(begun) == {"TimeoutHttpProtocol": 10, "TimeoutWebSocketProtocol": 5}
