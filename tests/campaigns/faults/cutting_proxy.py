"""A proxy on loopback that lets requests through and now and then loses the answer: committed, and nobody was told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

PATIENCE = 0.03
"""Seconds within which a connection is cut after a request has gone through."""


class CuttingProxy:
    """Stands before a server that may be another one at any time."""

    def __init__(self, target: Callable[[], str], luck: Random, cuts: float) -> None:
        self.cut = 0
        """How many connections were cut."""
        self.cuts = cuts
        """How often a connection is cut after something was sent through it, from 0 to 1."""
        self._target = target
        self._luck = luck
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """Begin, and return the address."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """End, and cut everybody off."""
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        far: asyncio.StreamWriter | None = None
        try:
            address = urlsplit(self._target())
            answers, far = await asyncio.open_connection(address.hostname, address.port)
            async with asyncio.TaskGroup() as group:
                back = group.create_task(_copy(answers, writer))
                await self._forward(reader, far, back)
        except (OSError, ExceptionGroup, asyncio.CancelledError):
            pass  # whoever is cut off comes back
        finally:
            self._tasks.discard(task)
            for one in (writer, far):
                if one is not None:
                    one.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, far: asyncio.StreamWriter, back: asyncio.Task[None]) -> None:
        """Pass requests on; after one of them let nothing come back, and cut."""
        while not back.done() and (data := await reader.read(65536)):
            lose = self._luck.random() < self.cuts
            if lose:
                back.cancel()
            far.write(data)
            await far.drain()
            if lose:
                self.cut += 1
                await asyncio.sleep(self._luck.uniform(0, PATIENCE))
                break
        back.cancel()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()
