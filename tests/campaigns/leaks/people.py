"""Those who come to one of two servers: players who do what is written, spectators, and whoever is curious."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

import msgspec

from bornes.client.protocol import Hello, decode_socket_message, encode
from bornes.tables import commands as ask
from bornes.tables.messages import FullState, Update
from tests.simulation.twins import ScriptedPlayer

from .asgi import Hear, Socket, request
from .world import World


class Person:
    """Somebody at the table: a player, or a spectator where ``seat`` is None."""

    def __init__(self, world: World, seat: int | None, secret: str, watch: str = "") -> None:
        self.world = world
        self.seat = seat
        self.secret = secret
        self.watch = watch
        self.name = "spectator" if seat is None else f"seat {seat}"
        self.address = f"10.0.0.{9 if seat is None else seat}"
        self.player = ScriptedPlayer(world.loop, world.course, seat, world.number, self.send, self._look)
        self._socket: Socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._devices = 0

    # -- the own connection ----------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Come, or come back."""
        self._socket = self._open(self._take)
        self._socket.send(self._hello(self.player.mirror.number))

    def disconnect(self) -> None:
        """Go away."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _open(self, hear: Hear, table: str = "") -> Socket:
        return Socket(self.world.app, f"/api/tables/{table or self.world.table}/socket", self.address, hear)

    def _hello(self, seen: int, language: str = "en") -> bytes:
        hello = Hello(secret=self.secret, watch=self.watch, seen=seen, viewer=self.seat, language=language)
        return encode(hello)

    def _take(self, data: bytes) -> None:
        self.world.hear(self.name, data)
        if data.startswith(b"closed"):
            return
        message = decode_socket_message(data)
        if isinstance(message, Update | FullState):
            self.player.take(message)

    def send(self, command: ask.Command) -> None:
        """Send a command; who is away sends nothing."""
        if self._socket is not None:
            self._socket.send(encode(command))

    # -- what else somebody can try --------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: bytes | None = None, language: str = "en") -> None:
        """Send a request, and hear the answer."""
        self._start(self._ask(method, path, body, language, self.secret or self.watch))

    async def _ask(self, method: str, path: str, body: bytes | None, language: str, word: str) -> None:
        answer = await request(self.world.app, method, path, self.address, secret=word, body=body, lang=language)
        self.world.hear(f"{self.name} {method} {path}", answer.all)

    def _look(self) -> None:
        self.look(0, 0)

    def look(self, seen: int, stay: int, language: str = "fr", table: str = "") -> None:
        """Come with another device for a while, having seen so many messages."""
        self._start(self._look_with_another(self._hello(max(0, seen), language), stay, table))

    async def _look_with_another(self, hello: bytes, stay: int, table: str) -> None:
        self._devices += 1
        name = f"{self.name} device {self._devices}"
        socket = self._open(lambda data: self.world.hear(name, data), table)
        socket.send(hello)
        await asyncio.sleep(0.05 + stay / 1000)
        socket.close()
        await socket.task

    def try_move(self, luck: Random) -> None:
        """Send a move that cannot be made: not asked, too late, none at all, or not in the hand."""
        if self.seat is None or self._socket is None:
            return
        mirror = self.player.mirror
        legal = [] if mirror.question is None else [offer.move for offer in mirror.question.moves]
        moves = [move for move in ("!", "pass", "25", "-25", "nonsense", "~", "200") if move not in legal]
        asked = luck.choice((mirror.asked or mirror.number, mirror.number, 1, 0))
        if legal and asked == mirror.asked and mirror.question is not None and mirror.question.phase == "react":
            moves = ["nonsense"]
        command = ask.Play(id=f"try {luck.random()}", move=luck.choice(moves), question_number=asked)
        self._socket.send(encode(command))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.world.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Stranger(Person):
    """Somebody without a seat and without an invitation."""

    def __init__(self, world: World) -> None:
        super().__init__(world, None, "")
        self.name, self.address = "stranger", "10.0.0.99"

    def guess(self, luck: Random) -> None:
        """Try to come in with a secret that is none, or at a table that is none."""
        table = luck.choice((self.world.table, f"twin-{'b' * 16}"))
        self.secret = luck.choice(("", "w" * 32))
        self.ask("GET", f"/api/tables/{table}/invitation")
        self.look(0, 0, table=table)
        self.secret = ""
        self.ask("POST", "/api/join", msgspec.json.encode({"table": table, "name": "Zoé", "secret": "z" * 32}))
