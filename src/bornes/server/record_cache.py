"""The records of what is over: read from the log in parts, and kept for a while for others who ask.

What is kept holds finished deals alone, and holds until a deal begins or ends: how quickly somebody is answered depends
on nothing that is hidden, and a game that goes on is not read again with every move.  One log is folded at a time, a
part of it in another thread and then the next: neither the event loop nor those who load tables wait for it, and memory
doesn't grow with the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..game.deal import Deal
from ..game.game import Game
from ..rules.ruleset import Rules
from ..store import DealOffsets
from ..tables.entries import DealBegan, Entry, Opened
from ..tables.public_view import FinishedDeals, FinishedGame
from ..tables.table import Table
from ..tables.table_store import LogSlice

MAX_CACHED_BYTES = 16 * 1024 * 1024
"""Size of the LRU cache of records."""
ENTRIES_PER_READ = 256
"""Entries that are folded before other work has its turn."""


class LogReader(Protocol):
    """Where logs can be read in parts."""

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on, at most so many entries of it."""

    async def beginnings(self, table: str) -> DealOffsets:
        """Return where each deal begins in a log."""


class RecordVersion(NamedTuple):
    """What changes about a table when a deal begins or ends, or is taken back."""

    game: int
    deal: int
    playing: bool
    undone: int

    @classmethod
    def of(cls, table: Table) -> RecordVersion:
        """Return the moment of a table."""
        return cls(table.state.game, table.state.deal, table.playing, table.undone)


class RecordKey(NamedTuple):
    """A record that was asked for."""

    table: str
    game: int | None
    """The last one where None."""
    moment: RecordVersion | None
    """Up to when the record holds; None for a game after which another has begun, since nothing is added to that."""


class PlayedDeal(NamedTuple):
    """A deal that is over, with what is to be known of its game."""

    deal: Deal
    rules: Rules
    names: tuple[str, ...]
    deals: int
    """How many deals of the game are over."""


class RecordCache:
    """Keeps the records that were asked for last."""

    def __init__(self, logs: LogReader, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self._logs = logs
        self._max_bytes = max_bytes
        self._bytes = 0
        self._kept: dict[RecordKey, FinishedGame | None] = {}
        self._folding = asyncio.Lock()
        self._forgotten = 0
        """How often something was forgotten: what was read before that is not kept."""

    def __len__(self) -> int:
        return len(self._kept)

    async def find(self, asked: RecordKey) -> FinishedGame | None:
        """Return what is over of a game; None where nothing is."""
        async with self._folding:  # one at a time: whoever asks for the same waits, and finds it
            if asked in self._kept:
                self._kept[asked] = found = self._kept.pop(asked)
                return found
            forgotten = self._forgotten
            found = await self._read(asked)
            if forgotten == self._forgotten:
                self._keep(asked, found)
            return found

    async def deal(self, table: str, game: int, number: int) -> PlayedDeal | None:
        """Return a deal that is over, read from its own part of the log; None where there is none."""
        async with self._folding:
            begun, end = await self._logs.beginnings(table)
            of_game = [one for one in begun if one.game == game and one.deal]
            wanted = next((one for one in of_game if one.deal == number), None)
            if wanted is None:
                begun_elsewhere = game == 1 and 0 < number < (of_game[0].deal if of_game else number + 1)
                return await self._read_deal(table, number) if begun_elsewhere else None
            following = [one.at for one in begun if one.at > wanted.at]
            played = await self._fold(table, wanted.at, following[0] if following else end)
            if played.playing:
                return None
            over = of_game[-1].deal - (await self._is_played(table, of_game[-1].at, begun[-1].at, end))
            deal = await asyncio.to_thread(_played_again, played)
            return PlayedDeal(deal, played.rules, played.game_names, over)

    async def _read_deal(self, table: str, number: int) -> PlayedDeal | None:
        """Return a finished deal of a first game that was begun elsewhere: its log begins with the record of it."""
        found = await self._read(RecordKey(table, 1, None))
        if found is None or number > found.deals:
            return None
        deals = await asyncio.to_thread(lambda: Game.replay(found.record).deals)
        return PlayedDeal(deals[number - 1], found.rules, found.names, found.deals)

    async def _is_played(self, table: str, at: int, last: int, end: int) -> bool:
        """Say whether the last deal of a game is not over yet."""
        return at == last and (await self._fold(table, at, end)).playing

    async def _fold(self, table: str, first: int, end: int) -> Table:
        part = await self._logs.read_from(table, first, end - first)
        return await asyncio.to_thread(lambda: part.table)

    async def _read(self, asked: RecordKey) -> FinishedGame | None:
        """Return what is over of a game, or without a number of the last game that has something."""
        begun, end = await self._logs.beginnings(asked.table)
        starts = {1: 0, **{one.game: one.at for one in reversed(begun) if one.game > 1}}
        wanted = sorted(starts, reverse=True) if asked.game is None else [asked.game] if asked.game in starts else []
        for game in wanted:
            found = await self._read_game(asked.table, starts[game], starts.get(game + 1, end))
            if found is not None:
                return found
        return None

    async def _read_game(self, table: str, first: int, end: int) -> FinishedGame | None:
        deals: FinishedDeals | None = None
        for at in range(first, end, ENTRIES_PER_READ):
            part = await self._logs.read_from(table, at, min(ENTRIES_PER_READ, end - at))
            deals = await asyncio.to_thread(_take, deals, part.entries)
        return None if deals is None else await asyncio.to_thread(deals.game)

    def _keep(self, asked: RecordKey, found: FinishedGame | None) -> None:
        self._kept[asked] = found
        self._bytes += _size(found)
        while self._bytes > self._max_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, asked: RecordKey) -> None:
        self._bytes -= _size(self._kept.pop(asked))

    def forget(self, table: str) -> None:
        """Keep nothing any more of a table."""
        self._forgotten += 1
        for asked in [one for one in self._kept if one.table == table]:
            self._drop(asked)


def _take(deals: FinishedDeals | None, entries: Sequence[Entry]) -> FinishedDeals:
    """Take in some entries of a game, and begin with the first."""
    following = iter(entries)
    if deals is None:
        first = next(following)
        assert isinstance(first, Opened | DealBegan)
        deals = FinishedDeals(first)
    for entry in following:
        deals.take(entry)
    return deals


def _played_again(table: Table) -> Deal:
    """Return the deal of a table as its record tells it, which doesn't stop behind hazards."""
    played, number = table.open_deal, table.state.deal
    seeds, before = table.deal_seeds(), played.totals_before  # every deal of a server is shuffled from seeds
    deal = Deal(table.rules, seeds=seeds, number=number, first=played.first, totals_before=before)
    for one in played.moves:
        deal.play(one.notation)
    return deal


def _size(found: FinishedGame | None) -> int:
    """Return about how many bytes a record takes in memory."""
    return 1000 + (0 if found is None else len(found.record) + 100 * len(found.stood_in))
