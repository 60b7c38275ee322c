"""A pair who only want to play: they do, whatever goes on around them, and note how long their moves take."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from .live_server import PATIENCE, ROOT, Base, LiveServer
from .raw import join_table, open_table

PAUSE = 0.02
"""Seconds that a player thinks."""
LOST = 60.0
"""What a lost connection counts for, in seconds: it must not be."""
PACE = {"decision": 600_000, "window": 20, "bots": 0}


class Player:
    """Plays the first move that is offered, and is ready for every deal."""

    def __init__(self, server: Base, seated: dict[str, Any], times: list[float]) -> None:
        self._server = server
        self._seated = seated
        self._times = times
        self._sent = 0
        self._waiting: dict[str, float] = {}
        """When the commands were sent that are not answered yet."""

    async def play(self) -> None:
        """Go on until cancelled, and come back where the connection is lost."""
        path = f"{self._server.socket_base}/api/tables/{self._seated['table']}/socket"
        while True:
            with suppress(ConnectionClosed, OSError):
                async with connect(path, max_queue=None) as socket:
                    await socket.send(json.dumps({"command": "Hello", "secret": self._seated["secret"]}))
                    self._waiting.clear()
                    await self._follow(socket)
            self._times.append(LOST)
            await asyncio.sleep(0.1)

    async def _follow(self, socket: ClientConnection) -> None:
        await self._send(socket, "Ready")
        async for data in socket:
            message = json.loads(data)
            if message["type"] in ("done", "refused", "error"):
                self._note(message.get("id", ""))
            elif message.get("question"):
                await asyncio.sleep(PAUSE)
                first = message["question"]["moves"][0]["move"]
                await self._send(socket, "Play", move=first, question_number=message["question_number"])
            elif _is_over(message):
                await self._send(socket, "Ready")

    async def _send(self, socket: ClientConnection, command: str, **values: Any) -> None:
        self._sent += 1
        id = f"{self._sent}"
        self._waiting[id] = perf_counter()
        await socket.send(json.dumps({"command": command, "id": id, **values}))

    def _note(self, id: str) -> None:
        if id in self._waiting:
            self._times.append(perf_counter() - self._waiting.pop(id))


def _is_over(message: dict[str, Any]) -> bool:
    """Say whether a message tells that a deal is over."""
    return any(event.get("event") in ("ShuffleRevealed", "GameOver") for event in message.get("events", ()))


class Pair:
    """Two players at a table of their own, in a process of their own: what attacks cost here is not to slow them."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def take_times(self) -> list[float]:
        """Return how long each command took since this was asked last, from its sending to its answer, in seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        async with asyncio.timeout(PATIENCE):
            times: list[float] = json.loads(await self._process.stdout.readline())
        return times


@asynccontextmanager
async def playing_pair(server: LiveServer) -> AsyncIterator[Pair]:
    """Let two people play while something else goes on."""
    command = (sys.executable, "-m", __spec__.name, server.base)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=2**24, cwd=ROOT)
    pair = Pair(process)
    try:
        await pair.take_times()  # they are there
        yield pair
    finally:
        process.kill()
        await process.wait()


async def play(server: Base) -> None:
    """Play, and whenever a line comes say how long commands took since; until nobody asks any more."""
    times: list[float] = []
    ann = await open_table(server, name="Ann", players=2, edition="parker-1962", pace=PACE)
    both = (ann, await join_table(server, ann))
    tasks = [asyncio.create_task(Player(server, seated, times).play()) for seated in both]
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(times), flush=True)
        times.clear()
    for task in tasks:
        task.cancel()


def percentile(times: list[float], share: float) -> float:
    """Return the time that so large a share of all is not above; 0 where there are none."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0


if __name__ == "__main__":
    asyncio.run(play(Base(sys.argv[1])))
