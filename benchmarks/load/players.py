"""Scripted players: tables over real sockets, a move whenever one is due, and when everybody has seen it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec
from msgspec import Struct

from bornes.client.protocol import Hello, encode
from bornes.tables.commands import Play, Ready

from .recorded import SECRETS, table_id
from .wire import Wire, connect

AT_A_TIME = 50
"""So many connect at once."""
OTHERS_TRIES, OTHERS_SECONDS = 20, 0.005
"""So often, and so long each time, what others are told is waited for: of a silent pass they are told nothing."""


class Offer(Struct):
    """What a scripted player needs to know of a move."""

    move: str
    discard: bool = False


class Asked(Struct):
    """What a scripted player needs to know of a question."""

    moves: list[Offer]


class News(Struct):
    """What a scripted player needs to know of a message; the rest is passed over."""

    type: str
    number: int = 0
    question_number: int | None = None
    question: Asked | None = None


_news = msgspec.json.Decoder(News)


@dataclass
class Samples:
    """What was measured of some moves."""

    shown: list[float] = field(default_factory=list)
    """Seconds from the time at which a move was due to everybody's screen."""
    late: list[float] = field(default_factory=list)
    """By how many seconds the client was late with it: its own fault."""
    sent: int = 0
    refused: int = 0
    held: int = 0
    """Moves that were not made, since the one before had not been answered."""
    unheard: int = 0
    """Moves that not everybody was told of: somebody passed in silence."""
    seconds: float = 0.0
    client_cpu: float = 0.0
    """Seconds of CPU that the client took."""


class ScriptedTable:
    """Two players at one table, and perhaps somebody who looks on."""

    def __init__(self, number: int, watched: bool) -> None:
        self.id = table_id(number)
        self.viewers = (0, 1, None) if watched else (0, 1)
        self.wires: list[Wire] = []
        self.seen = [0, 0, 0]
        """The number of the last message of each viewer."""
        self.moves = 0
        """How many commands were sent."""
        self.samples = Samples()
        self.on_answer: Callable[[], None] = lambda: None
        self._questions: list[News | None] = [None, None]
        self._waiting: set[int] = set()
        self._answered = True
        """Whether the last command was answered."""
        self._since = 0.0
        self._luck = Random(number)

    async def sit_down(self, port: int) -> None:
        """Connect everybody, and wait until each has been told the state."""
        self.wires = [await self._connect(port, at) for at in range(len(self.viewers))]

    async def _connect(self, port: int, at: int) -> Wire:
        told = asyncio.get_running_loop().create_future()

        def first(data: bytes) -> None:
            if not data.startswith(b'{"type":"welcome"') and not told.done():
                told.set_result(None)
                wire.take = lambda data: self._take(at, data)
            self._take(at, data)

        wire = await connect(port, f"/api/tables/{self.id}/socket", first)
        viewer = self.viewers[at]
        secret = "" if viewer is None else SECRETS[viewer]
        wire.send(encode(Hello(secret=secret, seen=self.seen[at], viewer=viewer)))
        async with asyncio.timeout(60):
            await told
        return wire

    async def come_back(self, port: int, at: int) -> None:
        """Let one of those at the table lose the connection, and connect again."""
        self.wires[at].close()
        self.wires[at] = await self._connect(port, at)

    @property
    def seen_by_all(self) -> bool:
        """Whether everybody has been told of the last move."""
        return not self._waiting

    def leave(self) -> None:
        """Let everybody go away."""
        for wire in self.wires:
            wire.close()
        self.wires = []

    def move(self, due: float) -> None:
        """Send the next command: of whoever is asked, or that somebody is ready for the next deal."""
        if not self._answered:
            self.samples.held += 1
            return
        self.samples.unheard += bool(self._waiting)
        self._since, self._waiting, self._answered = due, set(range(len(self.wires))), False
        seat = next((at for at in (0, 1) if self._questions[at] is not None), None)
        self.moves += 1
        self.samples.sent += 1
        self.samples.late.append(perf_counter() - due)
        if seat is None:
            self.wires[self.moves % 2].send(encode(Ready(id=f"r{self.moves}.{due}")))
            return
        asked = self._questions[seat]
        assert asked is not None
        assert asked.question is not None
        assert asked.question_number is not None
        offers = asked.question.moves
        chosen = self._luck.choice([one for one in offers if not one.discard] or offers)
        id, number = f"m{self.moves}.{due}", asked.question_number
        self.wires[seat].send(encode(Play(id=id, move=chosen.move, question_number=number)))

    def _take(self, at: int, data: bytes) -> None:
        """Take a message: what was asked, and whether everybody has seen the move by now."""
        if data.startswith((b'{"type":"update"', b'{"type":"state"')):
            news = _news.decode(data)
            self.seen[at] = news.number
            if at < 2 and (news.question is not None or news.question_number is None):
                self._questions[at] = news if news.question is not None else None
            if at in self._waiting:
                self._waiting.remove(at)
                if not self._waiting:
                    self.samples.shown.append(perf_counter() - self._since)
        elif data.startswith(b'{"type":"done"'):
            self._answered = True
            self.on_answer()
        elif data.startswith((b'{"type":"refused"', b'{"type":"error"')):
            self.samples.refused += 1
            self._answered = True
            self._waiting.clear()
            self.on_answer()


class Crowd(NamedTuple):
    """Many tables of one server."""

    port: int
    tables: list[ScriptedTable]

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return sum(len(table.wires) for table in self.tables)

    async def sit_down(self) -> None:
        """Connect everybody, some at a time."""
        gate = asyncio.Semaphore(AT_A_TIME)

        async def one(table: ScriptedTable) -> None:
            async with gate:
                await table.sit_down(self.port)

        await asyncio.gather(*map(one, self.tables))

    def leave(self) -> None:
        """Let everybody go away."""
        for table in self.tables:
            table.leave()

    def _begin(self) -> Samples:
        samples = Samples()
        for table in self.tables:
            table.samples = samples
        return samples

    async def play_by_the_clock(self, seconds: float, every: float) -> Samples:
        """Make a move at each table every so many seconds, however long the server takes: an open loop."""
        samples, cpu = self._begin(), process_time()
        start, count = perf_counter() + 0.01, len(self.tables)
        for number in range(round(seconds / every * count)):
            due = start + number * every / count
            if (wait := due - perf_counter()) > 0:
                await asyncio.sleep(wait)
            elif number % 32 == 0:
                await asyncio.sleep(0)  # what has come is read, however late everything is
            self.tables[number % count].move(due)
        samples.seconds = perf_counter() - start
        samples.client_cpu = process_time() - cpu
        await asyncio.sleep(0.5)  # for the last of them
        return samples

    async def play_at_once(self, moves: int, longest: float) -> Samples:
        """Make so many moves at each table, each as soon as the last was answered: a closed loop."""
        samples, cpu, start = self._begin(), process_time(), perf_counter()
        await asyncio.gather(*(_play_at_once(table, moves, start + longest) for table in self.tables))
        samples.seconds = perf_counter() - start
        samples.client_cpu = process_time() - cpu
        return samples


async def _play_at_once(table: ScriptedTable, moves: int, end: float) -> None:
    answered = asyncio.Event()
    table.on_answer = answered.set
    for _ in range(moves):
        if perf_counter() > end:
            break
        answered.clear()
        table.move(perf_counter())
        async with asyncio.timeout(60):
            await answered.wait()
        for _ in range(OTHERS_TRIES):  # the answer may overtake what others are told
            if table.seen_by_all:
                break
            await asyncio.sleep(OTHERS_SECONDS)
    table.on_answer = lambda: None
