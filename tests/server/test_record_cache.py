"""Records of what is over are worked out once for many readers, and hold nothing that is hidden or forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.record_cache import RecordCache, RecordKey, RecordVersion
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.store import DealOffset, DealOffsets, SqliteStore
from bornes.tables.entries import SNAPSHOT_ENTRIES
from bornes.tables.table_store import LogSlice
from tests.support.online import QuickThinkers
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

RULES = rules_of("parker-1962", 2, turn_cap=3)


class Shelf:
    """A shelf, the log of a table, and how often that was read."""

    def __init__(self, max_bytes: int = 100_000) -> None:
        self.room = SteppedTable(RULES, "pp")
        self.shelf = RecordCache(self, max_bytes)
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()

    def play(self) -> None:
        """Play a deal to its end."""
        self.room.ready()
        while self.room.table.playing:
            self.room.discard()

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return a part of the log."""
        return LogSlice(first, self.room.log[first : None if most is None else first + most])

    async def beginnings(self, table: str) -> DealOffsets:
        """Return where deals begin, once the log may be read."""
        self.reads += 1
        begun = [
            DealOffset(at, entry.table.game, entry.table.deal)
            for at, entry in enumerate(self.room.log)
            if isinstance(entry, SNAPSHOT_ENTRIES)
        ]
        entries = len(self.room.log)
        await self.gate.wait()
        return DealOffsets(begun, entries)

    async def ask(self, table: str = "a", game: int | None = None) -> str | None:
        """Return the record of a game."""
        found = await self.shelf.find(RecordKey(table, game, RecordVersion.of(self.room.table)))
        return None if found is None else found.record


def tell(story: Callable[[Shelf], Awaitable[None]], max_bytes: int = 100_000) -> None:
    """Let a story happen around the shelf of a table where a deal is over."""

    async def told() -> None:
        table = Shelf(max_bytes)
        table.play()
        await story(table)

    asyncio.run(told())


def test_a_thousand_readers_cost_one_reading() -> None:
    async def story(table: Shelf) -> None:
        records = await asyncio.gather(*(table.ask() for _ in range(1000)))
        assert len(set(records)) == 1
        assert records[0]
        assert table.reads == 1

    tell(story)


def test_a_deal_that_ends_is_in_the_next_record_and_one_that_is_played_in_none() -> None:
    async def story(table: Shelf) -> None:
        first = await table.ask()
        table.room.ready()
        table.room.discard()
        assert await table.ask() == first
        assert first is not None
        assert table.room.table.state.deal_server_seed not in first
        while table.room.table.playing:
            table.room.discard()
        assert await table.ask() != first

    tell(story)


def test_a_log_is_not_read_again_with_every_move() -> None:
    async def story(table: Shelf) -> None:
        first = await table.ask()
        table.room.ready()
        await table.ask()
        while table.room.table.playing:
            assert await table.ask() == first
            table.room.discard()
        assert table.reads == 2  # after the first deal, and since the second began
        assert await table.ask() != first

    tell(story)


def test_only_so_many_are_kept_and_the_last_ones_stay() -> None:
    async def story(table: Shelf) -> None:
        for name in "abac":  # a was asked for again, so b goes
            await table.ask(name)
        assert (len(table.shelf), table.reads) == (2, 3)
        await table.ask("a")
        assert table.reads == 3
        await table.ask("b")
        assert table.reads == 4

    tell(story, max_bytes=3_500)


def test_what_is_forgotten_is_not_kept_even_if_it_was_being_read() -> None:
    async def story(table: Shelf) -> None:
        await table.ask()
        table.shelf.forget("a")
        assert len(table.shelf) == 0
        table.gate.clear()
        asked = asyncio.create_task(table.ask())
        while table.reads < 2:
            await asyncio.sleep(0)
        table.shelf.forget("a")
        table.gate.set()
        await asked
        assert len(table.shelf) == 0, "it was read before"

    tell(story)


async def status_of(context: AppContext, path: str, address: str) -> int:
    """Return how a request of an address is answered."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": [], "client": (address, 1), "server": ("test", 80), "scheme": "http", "http_version": "1.1"}
    await build_app(context)(scope, receive, send)
    return int(sent[0]["status"])


def test_one_address_keeps_nobody_else_from_reading_records() -> None:
    async def story() -> None:
        store = SqliteStore.in_memory("test")
        context = AppContext(
            Service(store, QuickThinkers(), lambda: 0), ServerSettings(), ReviewQueue(StoredReviews(store))
        )
        gate = asyncio.Event()

        async def slow(id: str, word: str, game: int | None = None) -> int | None:
            await gate.wait()
            raise ApiError(ErrorCode.TABLE_NOT_FOUND)

        context.service.authorize_records = slow  # type: ignore[method-assign]
        paths = ["record", "replay/1/1", "reviews/1/1"]
        flood = [
            asyncio.create_task(status_of(context, f"/api/tables/test-a/{paths[number % 3]}", "10.0.0.1"))
            for number in range(20)
        ]
        await asyncio.sleep(0.01)
        other = asyncio.create_task(status_of(context, "/api/tables/test-a/record", "10.0.0.2"))
        await asyncio.sleep(0.01)
        assert not other.done()
        gate.set()
        assert sorted(await asyncio.gather(*flood)) == [404] * 8 + [429] * 12
        assert await other == 404
        assert context.record_readers.count == 0

    asyncio.run(story())
