"""A pair who only want to play: they do, whatever goes on around them, and note how long their moves take."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from .live_server import LiveServer
from .raw import join_table, open_table

PAUSE = 0.02
"""Seconds that a player thinks."""
PACE = {"decision": 600_000, "window": 20, "bots": 0}


class Player:
    """Plays the first move that is offered, and is ready for every deal."""

    def __init__(self, server: LiveServer, seated: dict[str, Any], times: list[float]) -> None:
        self._server = server
        self._seated = seated
        self._times = times
        self._sent = 0
        self._waiting: dict[str, float] = {}
        """When the commands were sent that are not answered yet."""
        self.returns = 0
        """How often the connection was lost."""

    async def play(self) -> None:
        """Go on until cancelled, and come back where the connection is lost."""
        path = f"{self._server.socket_base}/api/tables/{self._seated['table']}/socket"
        while True:
            with suppress(ConnectionClosed, OSError):
                async with connect(path, max_queue=None) as socket:
                    await socket.send(json.dumps({"command": "Hello", "secret": self._seated["secret"]}))
                    self._waiting.clear()
                    await self._follow(socket)
            self.returns += 1
            await asyncio.sleep(0.1)

    async def _follow(self, socket: ClientConnection) -> None:
        await self._send(socket, "Ready")
        async for data in socket:
            message = json.loads(data)
            if message["type"] in ("done", "refused", "failed"):
                self._note(message.get("id", ""))
            elif message.get("question"):
                await asyncio.sleep(PAUSE)
                first = message["question"]["moves"][0]["move"]
                await self._send(socket, "Play", move=first, asked=message["asked"])
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
    return any(event.get("event") in ("ShuffleRevealed", "GameWon") for event in message.get("events", ()))


class Pair:
    """Two players at a table of their own."""

    def __init__(self) -> None:
        self.times: list[float] = []
        """How long each command took, from its sending to its answer, in seconds."""
        self.players: list[Player] = []

    def take_times(self) -> list[float]:
        """Return the times since this was asked last."""
        taken = list(self.times)
        self.times.clear()
        return taken

    @property
    def returns(self) -> int:
        """How often one of them lost the connection."""
        return sum(player.returns for player in self.players)


@asynccontextmanager
async def playing_pair(server: LiveServer) -> AsyncIterator[Pair]:
    """Let two people play while something else goes on."""
    pair = Pair()
    ann = await open_table(server, name="Ann", players=2, edition="parker-1962", pace=PACE)
    for seated in (ann, await join_table(server, ann)):
        pair.players.append(Player(server, seated, pair.times))
    tasks = [asyncio.create_task(player.play()) for player in pair.players]
    try:
        yield pair
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def percentile(times: list[float], share: float) -> float:
    """Return the time that so large a share of all is not above; 0 where there are none."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0
