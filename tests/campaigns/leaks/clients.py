"""Players and spectators of real tables: quick, and alike whatever they hold."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bornes.client.protocol import Hello, encode

PACE = {"decision": 30_000, "window": 200, "bots": 50}
"""Milliseconds."""
SOON = 0.02
"""Seconds after which a player decides."""
SEATS = (["me", "random", "open", "random"], ["me", "random", "random"], ["me", "open", "random"], ["me", "open"])
FORMS = (("asmodee", False), ("dujardin", False), ("parker-1962", None), ("asmodee", True), ("game-cabinet", None))


def post(address: str, path: str, wish: dict[str, Any], client: str) -> dict[str, Any]:
    """Send a request to a server."""
    headers = {"Content-Type": "application/json", "X-Forwarded-For": client}
    request = Request(address + path, json.dumps(wish).encode(), headers)
    with urlopen(request, timeout=60) as answer:
        told: dict[str, Any] = json.load(answer)
        return told


class RealTable:
    """A table with its players and a spectator."""

    def __init__(self, address: str, number: int, seed: int, opened: Callable[[], None]) -> None:
        self.arrived: dict[int, float] = {}
        """When each message reached the spectator."""
        self.id = ""
        self._address = address
        self._luck = Random(f"leaks {seed} table {number}")
        self._number = number
        self._opened = opened
        self._ids = 0

    async def open(self) -> list[str]:
        """Open the table, fill its seats, and return the players' secrets."""
        luck = self._luck
        while True:
            seats, (edition, partners) = luck.choice(SEATS), luck.choice(FORMS)
            if partners is None and len(seats) == 4:
                partners = True
            if not (partners and len(seats) != 4):
                break
        wish = {"edition": edition, "players": len(seats), "partners": partners or False, "seats": seats}
        wish |= {"pace": PACE, "public": True, "house_rules": {"fast_play": True}}  # more of them hold an answer
        seated = await asyncio.to_thread(post, self._address, "/api/tables", wish, self._client)
        self.id = seated["table"]
        secrets = [seated["secret"]]
        for _ in range(seats.count("open")):
            joined = await asyncio.to_thread(post, self._address, "/api/join", {"table": self.id}, self._client)
            secrets.append(joined["secret"])
        return secrets

    @property
    def _client(self) -> str:
        return f"10.1.{self._number // 250}.{self._number % 250}"

    async def run(self) -> None:
        """Play until cancelled, or until the server ends."""
        secrets = await self.open()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            for secret in secrets:
                tasks.create_task(self._play(secret))

    def _connect(self) -> connect:
        return connect(f"{self._address.replace('http', 'ws')}/api/tables/{self.id}/socket", compression=None)

    async def _watch(self) -> None:
        """Note when each message arrives."""
        async with self._connect() as socket:
            await socket.send(encode(Hello()).decode())
            try:
                async for data in socket:
                    now, message = perf_counter(), json.loads(data)
                    if message["type"] == "update":
                        self.arrived[message["number"]] = now
                        if any(event["event"] == "WindowOpened" for event in message["events"]):
                            self._opened()
            except ConnectionClosed:
                pass

    async def _play(self, secret: str) -> None:
        """Play whatever comes first to mind, and begin every deal."""
        async with self._connect() as socket:
            await socket.send(encode(Hello(secret=secret)).decode())
            try:
                async for data in socket:
                    message = json.loads(data)
                    if message["type"] in ("update", "state"):
                        await self._answer(socket, message)
            except ConnectionClosed:
                pass

    async def _answer(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        names = {event["event"] for event in message.get("events", ())}
        if message["type"] == "state" or "DealOver" in names:
            await self._send(socket, {"command": "Ready"})
        question = message.get("question")
        if question is not None:
            await asyncio.sleep(SOON)
            move = self._choose(question, message)
            if move is not None:
                await self._send(
                    socket, {"command": "Play", "move": move, "question_number": message["question_number"]}
                )

    def _choose(self, question: dict[str, Any], message: dict[str, Any]) -> str | None:
        """Return a move; about a hazard to let it pass, or None to say nothing where that is not waited for."""
        if question["phase"] == "react":
            waited_for = message["clock"]["deadline"] - message["at"] > 10 * PACE["window"]
            return "pass" if waited_for or self._luck.random() < 0.5 else None
        offers = question["moves"]
        attacks = [one for one in offers if one.get("team") is not None and not one.get("discard")]
        plays = [one for one in offers if not one.get("discard")]
        chosen: str = self._luck.choice(attacks or plays or offers)["move"]
        return chosen

    async def _send(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        self._ids += 1
        await socket.send(json.dumps({**command, "id": str(self._ids)}))
