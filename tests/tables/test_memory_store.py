"""The store in memory: all or nothing, and only by the expected number."""

from __future__ import annotations

import asyncio

import pytest

from bornes.tables import entries as log
from bornes.tables.table import Table
from bornes.tables.table_store import AppendConflict, LogSlice, MemoryStore, NoSuchTable
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

ROOM = SteppedTable(rules_of("parker-1962", 2, turn_cap=1), "pp")
ROOM.ready()
ROOM.discard()
ROOM.ready()
LOG = ROOM.log


def test_a_log_is_read_as_it_was_written_whole_or_from_the_last_deal() -> None:
    async def story() -> None:
        store = MemoryStore()
        for number, entry in enumerate(LOG):
            await store.append("t", number, [entry], None)
        assert await store.read("t") == LogSlice(0, LOG)
        last = max(number for number, entry in enumerate(LOG) if isinstance(entry, log.DealBegan))
        assert last > 3
        part = await store.read_deal("t")
        assert part[:2] == (last, LOG[last:])
        assert part.sheets == tuple(Table.fold(LOG).sheets)

    asyncio.run(story())


def test_entries_are_appended_only_where_they_are_expected_and_all_of_them_or_none() -> None:
    async def story() -> None:
        store = MemoryStore()
        await store.append("t", 0, LOG[:2], 5)
        for expected in (0, 1, 3):
            with pytest.raises(AppendConflict):
                await store.append("t", expected, LOG[2:4], 9)
        with pytest.raises(TypeError):
            await store.append("t", 2, [LOG[2], object()], 9)  # type: ignore[list-item]
        assert await store.read("t") == LogSlice(0, LOG[:2])
        assert await store.overdue(5) == ["t"]

    asyncio.run(story())


def test_tables_whose_clock_has_something_to_say_are_found() -> None:
    async def story() -> None:
        store = MemoryStore()
        for name, due in (("c", 10), ("a", 10), ("b", 11), ("d", None)):
            await store.append(name, 0, LOG[:1], due)
        assert await store.overdue(9) == []
        assert await store.overdue(10) == ["a", "c"]

    asyncio.run(story())


def test_a_table_that_is_not_there_is_named() -> None:
    async def story() -> None:
        for read in (MemoryStore().read, MemoryStore().read_deal):
            with pytest.raises(NoSuchTable, match="nowhere"):
                await read("nowhere")

    asyncio.run(story())
