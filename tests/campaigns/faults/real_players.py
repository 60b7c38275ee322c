"""Small scripted clients on real sockets: they play, are cut off, come back, and ask again what was not answered."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic, time
from typing import Any
from urllib.error import HTTPError, URLError

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bornes.client.protocol import (
    ErrorMessage,
    Hello,
    JoinTable,
    OpenTable,
    SeatAssignment,
    decode_socket_message,
    encode,
)
from bornes.client.replica import Replica
from bornes.tables import commands as ask
from bornes.tables.messages import CommandRefused, Done, FullState, Update
from bornes.tables.table_state import Pace
from tests.simulation.people import choose_offer

from .histories import Hearing, History

PACE = Pace(decision=120_000, window=150, bots=20)
RULES: dict[str, Any] = {"turn_cap": 12, "game_goal": 0}
FORMS: tuple[dict[str, Any], ...] = (
    {"edition": "parker-1962", "players": 2, "seats": ["me", "open"]},
    {"edition": "asmodee", "players": 3, "seats": ["me", "open", "sunday-driver"]},
    {"edition": "dujardin", "players": 2, "seats": ["me", "champion"]},
    {"edition": "parker-1988", "players": 4, "seats": ["me", "open", "open", "open"]},
)
"""Tables of every sort, with a bot that thinks in a process of its own among them."""


class Unreached(Exception):
    """A request that nobody answered."""


async def post(base: str, path: str, request: Any) -> Any:
    """Ask something of a server over HTTP, and return its answer; Unreached where there is none."""
    call = urllib.request.Request(
        base + path, data=encode(request), headers={"Content-Type": "application/json"}, method="POST"
    )

    def fetch() -> bytes:
        with urllib.request.urlopen(call, timeout=20) as answer:
            return bytes(answer.read())

    try:
        return json.loads(await asyncio.to_thread(fetch))
    except HTTPError as error:
        if error.code == 503:
            raise Unreached(str(error)) from None
        raise
    except (URLError, OSError, ValueError) as error:
        raise Unreached(str(error)) from None


@dataclass
class Doors:
    """Where the server is now, for all clients."""

    base: str = ""
    """Empty while there is none."""
    over: bool = False
    """Whether nobody is to do anything new."""
    sent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a command is sent."""
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Count something that happened."""
        self.counts[what] = self.counts.get(what, 0) + 1


class Player:
    """One client in one seat."""

    def __init__(self, doors: Doors, history: History, table: str, secret: str, name: str) -> None:
        self.mirror = Replica("en")
        self.secret = secret
        self.unanswered: dict[str, ask.Command] = {}
        self.resent: dict[str, float] = {}
        """When what was not answered was sent again, in milliseconds of the time of day."""
        self.heard_at = 0.0
        self.wrong: str = ""
        """What this client could not make sense of."""
        self._doors = doors
        self._history = history
        self._table = table
        self._name = name
        self._luck = Random(f"{table} {name}")
        self._ids = 0
        self._answered = 0
        self._next_try = 0.0
        self._hearing: Hearing | None = None

    def use(self, doors: Doors) -> None:
        """Come through these doors from now on."""
        self._doors = doors

    async def run(self) -> None:
        """Play until cancelled, coming back whenever the connection ends."""
        while True:
            if self._doors.base:
                with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                    await self._visit(self._doors.base)
            await asyncio.sleep(self._luck.uniform(0.01, 0.1))

    async def _visit(self, base: str) -> None:
        address = f"ws{base.removeprefix('http')}/api/tables/{self._table}/socket"
        async with connect(address, compression=None, open_timeout=20, close_timeout=1, ping_interval=None) as socket:
            await self._greet(socket)
            while True:
                try:
                    async with asyncio.timeout(0.25):
                        data = await socket.recv(decode=False)
                except TimeoutError:
                    await self._act(socket)
                    continue
                self._take(bytes(data))
                await self._act(socket)

    async def _greet(self, socket: ClientConnection) -> None:
        viewer, seen = self.mirror.viewer, self.mirror.number
        self._hearing = Hearing(self.secret, "en", viewer, seen)
        self._history.hearings.append(self._hearing)
        await socket.send(encode(Hello(secret=self.secret, seen=seen, viewer=viewer)).decode())
        for id, command in list(self.unanswered.items()):
            self.resent[id] = time() * 1000
            await self._send(socket, command)

    def _take(self, data: bytes) -> None:
        self.heard_at = monotonic()
        message = decode_socket_message(data)
        match message:
            case Done(id):
                if self.unanswered.pop(id, None) is not None:
                    self._history.acknowledge(id, monotonic())
                    self._doors.count("acknowledged")
            case CommandRefused():
                self.unanswered.pop(message.id, None)
            case ErrorMessage():
                self._doors.count(f"told {message.error}")
                self._next_try = monotonic() + 0.2
            case Update() | FullState():
                assert self._hearing is not None
                self._hearing.heard.append(data)
                try:
                    self.mirror.take(message)
                except ValueError as error:
                    self.wrong = self.wrong or f"{self._name} of {self._table}: {error}"

    async def _act(self, socket: ClientConnection) -> None:
        """Do what there is to do, one thing at a time; what failed is tried again after a while."""
        if self.unanswered:
            if self._next_try and monotonic() > self._next_try:
                self._next_try = 0.0
                for waiting in list(self.unanswered.values()):
                    await self._send(socket, waiting)
            return
        command = None if self._doors.over or not self.mirror.number else self._wish()
        if command is not None:
            self.unanswered[command.id] = command
            await self._send(socket, command)

    def _wish(self) -> ask.Command | None:
        mirror, luck = self.mirror, self._luck
        seat = mirror.viewer
        if seat is None:
            return None
        me = mirror.info.seats[seat]
        if me.autopilot:
            return ask.Return(id=self._id())
        if mirror.view is None or mirror.view.over:
            return None if me.ready else ask.Ready(id=self._id(), seed=luck.randbytes(16).hex())
        if mirror.asked is None or mirror.question is None or mirror.asked == self._answered:
            return None
        self._answered = mirror.asked
        return ask.Play(
            id=self._id(), move=choose_offer(luck, mirror.question.moves).move, question_number=mirror.asked
        )

    def _id(self) -> str:
        self._ids += 1
        return f"{self._table[-6:]}-{self._name}-{self._ids}"

    async def _send(self, socket: ClientConnection, command: ask.Command) -> None:
        self._history.send(command.id, monotonic())
        await socket.send(ask.encode_command(command).decode())
        self._doors.count("sent")
        self._doors.sent.set()


@dataclass
class RealTable:
    """A table at a real server, with its players."""

    id: str
    history: History
    players: list[Player]

    @classmethod
    async def open(cls, doors: Doors, number: int) -> RealTable:
        """Open a table, and let everybody sit down."""
        form, history = FORMS[number % len(FORMS)], History()
        request = OpenTable(name="P0", secret=_secret(number, 0), house_rules=RULES, pace=PACE, public=True, **form)
        seated = msgspec.convert(await post(doors.base, "/api/tables", request), SeatAssignment)
        names = [f"P{at}" for at in range(1 + form["seats"].count("open"))]
        for at, name in enumerate(names[1:], 1):
            await post(doors.base, "/api/join", JoinTable(table=seated.table, name=name, secret=_secret(number, at)))
        players = [Player(doors, history, seated.table, _secret(number, at), name) for at, name in enumerate(names)]
        return cls(seated.table, history, players)


def _secret(number: int, seat: int) -> str:
    return f"{number:08}-{seat:04}-{'s' * 20}"
