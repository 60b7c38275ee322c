"""Requests by the thousand, over a few connections that stay open; and floods of everything else."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from .live_server import LiveServer
from .raw import open_table, request

ELSEWHERE = "127.0.0.2"
"""Another address of this machine: whoever attacks does not come from where the players are."""
BATCH = 32
Hear = Callable[[int, bytes], None]


async def hammer(
    server: LiveServer, requests: Iterator[bytes], connections: int = 8, hear: Hear | None = None
) -> Counter[int]:
    """Send all these requests, many at a time, and count how they are answered; 0 where the connection ended."""
    statuses: Counter[int] = Counter()
    await asyncio.gather(*(_send_all(server, requests, statuses, hear) for _ in range(connections)))
    return statuses


async def _send_all(server: LiveServer, requests: Iterator[bytes], statuses: Counter[int], hear: Hear | None) -> None:
    while batch := list(islice(requests, BATCH)):
        try:
            reader, writer = await asyncio.open_connection(server.host, server.port, local_addr=(ELSEWHERE, 0))
        except OSError:
            statuses[0] += 1
            continue
        try:
            while batch:
                await _send_batch(reader, writer, batch, statuses, hear)
                batch = list(islice(requests, BATCH))
        except (OSError, asyncio.IncompleteReadError):
            statuses[0] += 1
        finally:
            writer.transport.abort()


async def _send_batch(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    batch: list[bytes],
    statuses: Counter[int],
    hear: Hear | None,
) -> None:
    writer.write(b"".join(batch))
    for _ in batch:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length: ")[2].partition("\r")[0])
        body = await reader.readexactly(length)
        status = int(head.split(" ")[1])
        statuses[status] += 1
        if hear is not None:
            hear(status, body)


def for_seconds(seconds: float, data: bytes) -> Iterator[bytes]:
    """Return the same request again and again, for a time."""
    until = monotonic() + seconds
    while monotonic() < until:
        yield data


async def flood_requests(server: LiveServer, seconds: float) -> Counter[int]:
    """Ask for the same thing for some seconds, as often as the server answers."""
    data = request(path="/api/about", connection="keep-alive")
    return await hammer(server, for_seconds(seconds, data), connections=50)


async def flood_connections(server: LiveServer, count: int, seconds: float) -> int:
    """Open many connections and say nothing; return how many of them the server kept."""
    opened = await asyncio.gather(*(_connect(server) for _ in range(count)))
    await asyncio.sleep(seconds)
    kept = sum(reader is not None and not reader.at_eof() and reader.exception() is None for reader, _ in opened)
    for _, writer in opened:
        if writer is not None:
            writer.transport.abort()
    return kept


async def _connect(server: LiveServer) -> tuple[asyncio.StreamReader | None, asyncio.StreamWriter | None]:
    try:
        return await asyncio.open_connection(server.host, server.port, local_addr=(ELSEWHERE, 0))
    except OSError:
        return None, None


async def flood_sockets(server: LiveServer, count: int) -> Counter[int]:
    """Open many sockets to the lobby, and count how they were closed; 1000 for those that were not."""
    sockets = await asyncio.gather(*(_open_socket(server, "/api/lobby/socket") for _ in range(count)))
    codes: Counter[int] = Counter()
    for socket in sockets:
        codes[await _first_words(socket)] += 1
    await asyncio.gather(*(socket.close() for socket in sockets if socket is not None))
    return codes


async def _open_socket(server: LiveServer, path: str) -> ClientConnection | None:
    with suppress(OSError, InvalidHandshake, InvalidMessage, TimeoutError):
        return await connect(server.socket_base + path, local_addr=(ELSEWHERE, 0), open_timeout=60)
    return None


async def _first_words(socket: ClientConnection | None) -> int:
    """Return how a socket was closed after the first message; 1000 where it was not."""
    if socket is None:
        return 0
    try:
        async with asyncio.timeout(30):
            first = json.loads(await socket.recv())
            if first["type"] != "error":
                return 1000
            await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006
    return 1000


async def flood_commands(server: LiveServer, count: int) -> int:
    """Send commands as fast as they go, and return the code that the socket was closed with; 0 where it was not."""
    seated: dict[str, Any] = await open_table(server, players=2)
    async with connect(f"{server.socket_base}/api/tables/{seated['table']}/socket", max_queue=None) as socket:
        await socket.send(json.dumps({"command": "Hello", "secret": seated["secret"]}))
        try:
            for number in range(count):
                await socket.send(json.dumps({"command": "React", "reaction": "well-played", "id": str(number)}))
                if number % 50 == 0:
                    await asyncio.sleep(0.05)
            async with asyncio.timeout(30):
                while True:
                    await socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006
        except TimeoutError:
            return 0
