"""Many connections of one attacker: on one seat, on tables of the lobby, or come and gone by the thousand."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from time import monotonic, perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from .hammer import ELSEWHERE
from .live_server import Base
from .raw import open_table

READERS = 180
"""People who look at the lobby."""
READERS_EACH = 60
"""How many of them come from one address."""


async def crowd_a_seat(server: Base, sockets: int, seconds: float) -> Counter[str]:
    """Open one seat many times, and send commands through all these connections; count how they were answered."""
    seated = await open_table(server, players=2)
    return await _crowd(server, seated, sockets, seconds, ({"command": "React", "reaction": "hello"} for _ in count()))


async def rename_before_lobby(server: Base, sockets: int, seconds: float) -> Counter[str]:
    """Rename the player of a public table all the time; count the people in the lobby who were thrown out."""
    seated = await open_table(server, players=2, public=True)
    result: Counter[str] = Counter()
    readers = [asyncio.create_task(_read_lobby(server, at // READERS_EACH, result)) for at in range(READERS)]
    until = monotonic() + 60
    while result["came"] < READERS and monotonic() < until:
        await asyncio.sleep(0.1)
    result += await _crowd(server, seated, sockets, seconds, ({"command": "Rename", "name": f"A{n}"} for n in count()))
    result["lost"] = sum(reader.done() for reader in readers)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    return result


async def _read_lobby(server: Base, where: int, result: Counter[str]) -> None:
    """Read what the lobby tells, until the connection is lost."""
    place = f"127.0.0.{10 + where}"
    with suppress(ConnectionClosed):
        async with connect(f"{server.socket_base}/api/lobby/socket", local_addr=(place, 0), open_timeout=60) as socket:
            result["came"] += 1
            async for _ in socket:
                result["read"] += 1


async def _crowd(
    server: Base, seated: dict[str, Any], sockets: int, seconds: float, commands: Iterator[dict[str, Any]]
) -> Counter[str]:
    """Send commands through many connections of a seat, each as fast as it goes."""
    result: Counter[str] = Counter()
    until = monotonic() + seconds
    await asyncio.gather(*(_send(server, seated, until, commands, result) for _ in range(sockets)))
    return result


async def _send(
    server: Base, seated: dict[str, Any], until: float, commands: Iterator[dict[str, Any]], result: Counter[str]
) -> None:
    path = f"{server.socket_base}/api/tables/{seated['table']}/socket"
    with suppress(OSError, InvalidHandshake, InvalidMessage, TimeoutError):
        async with connect(path, local_addr=(ELSEWHERE, 0), max_queue=None, open_timeout=60) as socket:
            await socket.send(json.dumps({"command": "Hello", "secret": seated["secret"]}))
            reading = asyncio.create_task(_count(socket, result))
            with suppress(ConnectionClosed):
                while monotonic() < until and not reading.done():
                    for _ in range(8):
                        await socket.send(json.dumps({**next(commands), "id": f"{id(socket)} {monotonic()}"}))
                    await asyncio.sleep(0.02)
            await asyncio.wait([reading], timeout=0.1)
            reading.cancel()
            if socket.close_code is not None:
                result[f"closed {socket.close_code}"] += 1


async def _count(socket: ClientConnection, result: Counter[str]) -> None:
    with suppress(ConnectionClosed):
        async for data in socket:
            result[json.loads(data)["type"]] += 1


async def come_and_go(server: Base, seconds: float, workers: int = 20) -> Counter[str]:
    """Connect, begin a request and leave, as often as it goes."""
    result: Counter[str] = Counter()
    until = monotonic() + seconds
    await asyncio.gather(*(_come_and_go(server, until, result) for _ in range(workers)))
    return result


async def _come_and_go(server: Base, until: float, result: Counter[str]) -> None:
    while monotonic() < until:
        try:
            _, writer = await asyncio.open_connection(server.host, server.port, local_addr=(ELSEWHERE, 0))
            writer.write(b"GET / HTTP/1.1\r\n")
            result["came"] += 1
            await asyncio.sleep(0.005)
            writer.close()
            await writer.wait_closed()
        except OSError:
            result["dropped"] += 1


async def come_back_to_long_log(server: Base, entries: int, times: int = 20) -> list[float]:
    """Make the log of a table long, then come back again and again for the last message; seconds that each took."""
    seated = await open_table(server, players=2)
    path = f"{server.socket_base}/api/tables/{seated['table']}/socket"
    seen, took = 0, []
    async with connect(path, local_addr=(ELSEWHERE, 0), max_queue=None) as socket:
        await socket.send(json.dumps({"command": "Hello", "secret": seated["secret"]}))
        for number in range(entries):
            await socket.send(json.dumps({"command": "Rename", "name": f"A{number}", "id": str(number)}))
            while (message := json.loads(await socket.recv()))["type"] not in ("done", "refused", "error"):
                seen = message.get("number", seen)
        for _ in range(times):
            begun = perf_counter()
            async with connect(path, local_addr=(ELSEWHERE, 0), max_queue=None) as back:
                hello = {"command": "Hello", "secret": seated["secret"], "seen": seen - 1, "viewer": seated["seat"]}
                await back.send(json.dumps(hello))
                while json.loads(await back.recv())["type"] not in ("update", "state"):
                    pass
            took.append(perf_counter() - begun)
    return took
