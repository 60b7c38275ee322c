"""What surrounds a table in a simulation: a store that fails, bots that take their time, and a bad network."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bornes.bots import BotFault
from bornes.game.deal import View
from bornes.tables.bot_runner import BotMove, choose_bot_move, choose_fallback_move
from bornes.tables.entries import Entry
from bornes.tables.table import BotTask
from bornes.tables.table_store import CommitUnknown, LogSlice, MemoryStore, StoreUnavailable

from .loop import SECOND_MS, VirtualLoop


class FailureRates(NamedTuple):
    """How badly things go; the numbers are chances out of one, and milliseconds."""

    delay: int = 0
    """The longest time that the store or a message takes."""
    fails: float = 0.0
    """How often the store does nothing and says so."""
    unclear: float = 0.0
    """How often the store does not answer: half of the time it has done its work."""
    drops: float = 0.0
    """How often a message ends its connection instead of arriving."""
    stuck: float = 0.0
    """How often a bot comes to nothing."""
    crashes: float = 0.0
    """How often a host dies, each time that somebody looks around."""


class SimulatedStore:
    """One store for all hosts: it takes its time, fails, and loses answers."""

    def __init__(self, loop: VirtualLoop, luck: Random, weather: FailureRates) -> None:
        self.inner = MemoryStore()
        self.weather = weather
        self.grown: Callable[[str, int], None] = lambda table, number: None
        """Told whenever a log has grown."""
        self._loop = loop
        self._luck = luck

    def lines(self, table: str) -> Sequence[bytes]:
        """Return the log of a table as it stands now."""
        return self.inner.lines(table)

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries, or not, and say so, or not."""
        await self._take_time()
        fate = self._luck.random()
        if fate < self.weather.fails:
            raise StoreUnavailable("the disk is full")
        lost = fate < self.weather.fails + self.weather.unclear
        if lost and self._luck.random() < 0.5:
            raise CommitUnknown("the connection broke before the answer, and before the commit")
        await self.inner.append(table, expected, entries, due, listing)
        self.grown(table, expected + len(entries))
        await self._take_time()
        if lost:
            raise CommitUnknown("the connection broke before the answer, and after the commit")

    async def read(self, table: str) -> LogSlice:
        """Return the whole log."""
        await self._reach()
        return await self.inner.read(table)

    async def read_deal(self, table: str) -> LogSlice:
        """Return the log from the entry that began the last deal."""
        await self._reach()
        return await self.inner.read_deal(table)

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on."""
        await self._reach()
        return await self.inner.read_from(table, first, most)

    async def overdue(self, now: int) -> list[str]:
        """Return the tables whose clock has something to say."""
        return await self.inner.overdue(now)

    async def _reach(self) -> None:
        await self._take_time()
        if self._luck.random() < self.weather.fails:
            raise StoreUnavailable("the connection broke")

    async def _take_time(self) -> None:
        if self.weather.delay:
            await asyncio.sleep(self._luck.randint(0, self.weather.delay) / SECOND_MS)


class AskedBot(NamedTuple):
    """That a bot was asked for a decision."""

    at: int
    moment: str
    entries: int
    """How many entries the log had."""


class SimulatedBotRunner:
    """Lets bots think in virtual time: up to ``longest`` milliseconds, now and then to no end."""

    def __init__(self, loop: VirtualLoop, luck: Random, store: SimulatedStore, longest: int) -> None:
        self.asked: list[AskedBot] = []
        self._loop = loop
        self._luck = luck
        self._store = store
        self._longest = longest

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move of a bot after a while."""
        self.asked.append(AskedBot(self._loop.now, thought.moment, len(self._store.lines(table))))
        if self._luck.random() < self._store.weather.stuck:
            if self._luck.random() < 0.5:
                raise OSError("no more processes")
            await asyncio.sleep(50)
            return BotMove(choose_fallback_move(thought, view), BotFault("stalled", "no answer within 50 s"))
        if self._longest:
            await asyncio.sleep(self._luck.randint(0, self._longest) / SECOND_MS)
        return choose_bot_move(thought, view)


class NetworkLine:
    """One direction of a connection: messages arrive in order, each after a while, until it is cut."""

    def __init__(
        self, loop: VirtualLoop, luck: Random, weather: FailureRates, receive: Callable[[bytes], None]
    ) -> None:
        self.open = True
        self._loop = loop
        self._luck = luck
        self._weather = weather
        self._receive = receive
        self._last = 0
        self._under_way: deque[bytes] = deque()

    def send(self, data: bytes) -> None:
        """Send a message; it never fails, and arrives unless the line is cut before."""
        if self.open:
            wait = self._luck.randint(0, self._weather.delay) if self._weather.delay else 0
            self._last = max(self._last, self._loop.now + wait)
            self._under_way.append(data)
            self._loop.after(self._last - self._loop.now, self._arrive)

    def _arrive(self) -> None:
        data = self._under_way.popleft()  # timers of one moment may come in any order
        if self.open:
            self._receive(data)
