"""Python looks for what nothing leads to when connections and tables have gone, and never in the middle of play."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bornes.client.protocol import Hello, encode
from bornes.server.connections import PatientSocket
from bornes.server.garbage import ENOUGH, Garbage
from bornes.server.serving import serve
from bornes.server.settings import Settings
from tests.support.shell import PATIENCE


class Knot:
    """Something that only it holds itself, as a connection that ended and its transport do each other."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave Python's own looks as they were."""
    yield
    gc.enable()


def test_a_look_is_taken_when_enough_have_gone_and_frees_them() -> None:
    gone = 0
    garbage = Garbage(lambda: gone)
    left = weakref.ref(Knot())
    gone = ENOUGH - 1
    assert not garbage.look()
    assert left() is not None, "Python's own looks are off"
    gone = ENOUGH
    assert garbage.look()
    assert left() is None
    assert not garbage.look(), "the next one only after as many again"
    gone = 2 * ENOUGH
    assert garbage.look()


def test_a_socket_that_is_over_leaves_nothing_to_look_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there: weakref.WeakSet[PatientSocket] = weakref.WeakSet()
    begun: list[int] = []
    begin = PatientSocket.__init__

    def note(socket: PatientSocket, *arguments: Any, **named: Any) -> None:
        begin(socket, *arguments, **named)
        there.add(socket)
        begun.append(id(socket))

    monkeypatch.setattr(PatientSocket, "__init__", note)

    async def come_and_go(address: str) -> None:
        gc.collect()
        gc.disable()
        try:
            for _ in range(5):
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
        serve(Settings(port=0, database=tmp_path / "tables.sqlite3"), ready)
    finally:
        gc.unfreeze()
    assert coming[0].done()
    assert coming[0].exception() is None, "somebody still holds a socket that is over"
    assert len(begun) == 5
