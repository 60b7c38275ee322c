"""What surrounds the simulated server: a store that fails in every way, and bots that get stuck."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from bornes.bots import BotFault
from bornes.game.deal import View
from bornes.review.verdicts import Hint
from bornes.server.workers.bot_processes import HintUnavailable
from bornes.store import SqliteStore
from bornes.store.sqlite_database import database_identity, migrate
from bornes.store.sqlite_threads import InlineWorker
from bornes.tables.bot_runner import BotMove, choose_bot_move, choose_fallback_move
from bornes.tables.entries import Entry
from bornes.tables.table import BotTask
from bornes.tables.table_store import CommitUnknown, LogSlice, StoreError, StoreUnavailable
from tests.simulation import FailureRates, VirtualLoop
from tests.simulation.loop import SECOND_MS
from tests.simulation.world import AskedBot

from .dying import NOBODY, Process

Faults = Counter[str]
"""How often what went wrong."""
SLOW = 5 * SECOND_MS
"""The longest time that a store takes when it is slow, in milliseconds."""


class Disk:
    """What stays when processes die: one database, and how badly it can be reached."""

    def __init__(self, loop: VirtualLoop, luck: Random, faults: Faults, kill: Callable[[], None]) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        migrate(self._connection)
        self.store = SqliteStore(InlineWorker(self._connection), database_identity(self._connection, "sim"))
        self.weather = FailureRates()
        self.faults = faults
        self.loop = loop
        self.luck = luck
        self._kill = kill

    def threaten(self) -> None:
        """Let the process that appends now die meanwhile, now and then."""
        if self.luck.random() < self.weather.crashes / 2:
            self.loop.call_later(self.luck.uniform(0, 2 * self.weather.delay) / SECOND_MS, self._kill, context=NOBODY)

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None
    ) -> None:
        """Append, at this very moment."""
        await self.store.append(table, expected, entries, due, listing)

    def length(self, table: str) -> int:
        """Return how many entries a log has."""
        found = self._connection.execute("SELECT entries FROM tables WHERE id = ?", (table,)).fetchone()
        return int(found[0])

    def land_later(self, *append: Any) -> None:
        """Let an append that a dead process had sent arrive after all, once others have gone on."""
        self.loop.call_later(self.luck.uniform(0, 3), self._land, append, context=NOBODY)

    def _land(self, append: tuple[Any, ...]) -> None:
        async def landing() -> None:
            try:
                await self.append(*append)
                self.faults["appended after its sender died"] += 1
            except StoreError:
                self.faults["refused after its sender died"] += 1

        self.loop.create_task(landing())


class Handle:
    """The disk as one process reaches it: slowly, not at all, or without an answer."""

    def __init__(self, disk: Disk, process: Process) -> None:
        self.name, self.key = disk.store.name, disk.store.key
        self._disk = disk
        self._process = process

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries, or not, and say so, or not."""
        disk, weather, luck = self._disk, self._disk.weather, self._disk.luck
        disk.threaten()
        await self._travel(partial(disk.land_later, table, expected, tuple(entries), due, listing))
        fate = luck.random()
        if fate < weather.fails:
            disk.faults["append failed"] += 1
            raise StoreUnavailable("the disk is full")
        lost = fate < weather.fails + weather.unclear
        if lost and luck.random() < 0.5:
            disk.faults["append unclear, not done"] += 1
            raise CommitUnknown("no answer, and nothing was done")
        await disk.append(table, expected, entries, due, listing)
        await self._travel(lambda: disk.faults.update(["died between commit and answer"]))
        if lost:
            disk.faults["append unclear, done"] += 1
            raise CommitUnknown("no answer, and it was done")

    async def _travel(self, dies: Callable[[], None]) -> None:
        """Take the time of the way to the disk or back; ``dies`` is called where the process ends meanwhile, or not."""
        if not self._process.alive:
            raise asyncio.CancelledError
        try:
            await asyncio.sleep(self._time() / SECOND_MS)
        except asyncio.CancelledError:
            if not self._process.alive and self._disk.luck.random() < 0.5:
                dies()
            raise

    def _time(self) -> int:
        disk = self._disk
        if not disk.weather.delay:
            return 0
        if disk.luck.random() < disk.weather.fails:
            disk.faults["store slow"] += 1
            return disk.luck.randint(disk.weather.delay, SLOW)
        return disk.luck.randint(0, disk.weather.delay)

    async def read(self, table: str) -> LogSlice:
        """Return the whole log."""
        await self._reach()
        return await self._disk.store.read(table)

    async def read_deal(self, table: str) -> LogSlice:
        """Return the log from the entry that began the last deal."""
        await self._reach()
        return await self._disk.store.read_deal(table)

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on."""
        await self._reach()
        return await self._disk.store.read_from(table, first, most)

    async def _reach(self) -> None:
        await self._travel(lambda: None)
        if self._disk.luck.random() < self._disk.weather.fails:
            self._disk.faults["read failed"] += 1
            raise StoreUnavailable("the connection broke")

    def __getattr__(self, name: str) -> Any:
        """Return any other thing that the store does, which fails as often as a read."""
        done = getattr(self._disk.store, name)

        async def through(*values: Any) -> Any:
            await self._reach()
            return await done(*values)

        return through


class Thinkers:
    """Lets bots think in virtual time, as long as it takes, now and then to no end."""

    def __init__(self, disk: Disk, longest: int) -> None:
        self.asked: dict[str, list[AskedBot]] = defaultdict(list)
        """Which bots were asked at which table, and when."""
        self._disk = disk
        self._longest = longest

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move of a bot after a while."""
        disk, luck = self._disk, self._disk.luck
        self.asked[table].append(AskedBot(disk.loop.now, thought.moment, disk.length(table)))
        if luck.random() < disk.weather.stuck:
            disk.faults["bot stuck"] += 1
            if luck.random() < 0.5:
                raise OSError("no more processes")
            await asyncio.sleep(50)
            return BotMove(choose_fallback_move(thought, view), BotFault("stalled", "no answer within 50 s"))
        if self._longest:
            await asyncio.sleep(luck.randint(0, self._longest) / SECOND_MS)
        return choose_bot_move(thought, view)

    async def work_hint(self, table: str, view: View) -> Hint:
        """Give no hint: what it says does not matter here."""
        await asyncio.sleep(0.1)
        raise HintUnavailable
