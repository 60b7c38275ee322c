"""What every store promises: one in memory, one in a file, and one for simulations keep the same promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bornes.store import SqliteStore
from bornes.tables.entries import InconsistentLog
from bornes.tables.table import Table
from bornes.tables.table_store import AppendConflict, LogSlice, MemoryStore, NoSuchTable, TableStore
from tests.support.stores import LAST_DEAL, LOG

KINDS = ("memory", "file", "inline")


class Story(Protocol):
    """What happens to a store."""

    def __call__(self, store: TableStore) -> Awaitable[None]: ...


@asynccontextmanager
async def store_of(kind: str) -> AsyncIterator[TableStore]:
    """Open a store of a kind, empty."""
    if kind == "memory":
        yield MemoryStore()
        return
    with TemporaryDirectory() as folder:
        store = SqliteStore.in_memory() if kind == "inline" else SqliteStore.open(Path(folder) / "server.sqlite3")
        try:
            yield store
        finally:
            await store.close()


def tell(kind: str, story: Story) -> None:
    """Let a story happen to a store of a kind."""

    async def told() -> None:
        async with store_of(kind) as store:
            await story(store)

    asyncio.run(told())


every_store = pytest.mark.parametrize("kind", KINDS)


@every_store
def test_a_log_is_read_as_it_was_written_whole_or_from_the_last_deal(kind: str) -> None:
    async def story(store: TableStore) -> None:
        for number, entry in enumerate(LOG):
            await store.append("t", number, [entry], None)
        assert await store.read("t") == LogSlice(0, LOG)
        part = await store.read_deal("t")
        assert part[:2] == (LAST_DEAL, LOG[LAST_DEAL:])
        assert part.sheets == tuple(Table.fold(LOG).sheets)

    tell(kind, story)


@every_store
def test_before_the_first_deal_there_is_only_the_whole_log(kind: str) -> None:
    async def story(store: TableStore) -> None:
        await store.append("t", 0, LOG[:2], None)
        assert await store.read_deal("t") == LogSlice(0, LOG[:2])

    tell(kind, story)


@every_store
def test_entries_are_appended_only_where_they_are_expected_and_all_of_them_or_none(kind: str) -> None:
    async def story(store: TableStore) -> None:
        await store.append("t", 0, LOG[:2], 5)
        for expected in (0, 1, 3):
            with pytest.raises(AppendConflict):
                await store.append("t", expected, LOG[2:4], 9)
        with pytest.raises(TypeError):
            await store.append("t", 2, [LOG[2], object()], 9)  # type: ignore[list-item]
        assert await store.read("t") == LogSlice(0, LOG[:2])
        assert await store.overdue(5) == ["t"]

    tell(kind, story)


@every_store
def test_a_log_that_does_not_exist_cannot_be_continued(kind: str) -> None:
    async def story(store: TableStore) -> None:
        with pytest.raises(AppendConflict):
            await store.append("t", 2, LOG[2:3], None)
        with pytest.raises(NoSuchTable):
            await store.read("t")

    tell(kind, story)


@every_store
def test_tables_whose_clock_has_something_to_say_are_found(kind: str) -> None:
    async def story(store: TableStore) -> None:
        for name, due in (("c", 9), ("a", 10), ("b", 11), ("d", None)):
            await store.append(name, 0, LOG[:1], due)
        assert await store.overdue(8) == []
        assert await store.overdue(10) == ["a", "c"]
        await store.append("a", 1, LOG[1:2], None)
        assert await store.overdue(10) == ["c"]

    tell(kind, story)


@every_store
def test_a_table_that_is_not_there_is_named(kind: str) -> None:
    async def story(store: TableStore) -> None:
        for read in (store.read, store.read_deal):
            with pytest.raises(NoSuchTable, match="nowhere"):
                await read("nowhere")

    tell(kind, story)


@every_store
def test_of_many_who_expect_the_same_number_one_gets_it(kind: str) -> None:
    async def story(store: TableStore) -> None:
        await store.append("t", 0, LOG[:1], None)
        tries = [store.append("t", 1, LOG[1:3], None) for _ in range(20)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(one) for one in outcomes].count(AppendConflict) == 19
        assert outcomes.count(None) == 1
        assert await store.read("t") == LogSlice(0, LOG[:3])

    tell(kind, story)


# -- whatever is done, in whatever order ---------------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "é 'x"]),
        st.integers(-1, 1),  # how far off the expected number is
        st.lists(st.sampled_from(LOG), max_size=3),
        st.none() | st.integers(0, 2**53),
        st.none() | st.binary(max_size=20),
    ),
    max_size=12,
)


async def outcome(work: Awaitable[object]) -> object:
    """Return what came of some work: what it returned, or the kind of its error."""
    try:
        return await work
    except (AppendConflict, NoSuchTable, InconsistentLog) as error:
        return type(error)


@settings(max_examples=40)
@given(STEPS)
@pytest.mark.parametrize("kind", ["file", "inline"])
def test_a_database_does_what_memory_does(kind: str, steps: list[tuple[str, int, list[object], int, bytes]]) -> None:
    async def story(store: TableStore) -> None:
        memory, lengths = MemoryStore(), {"a": 0, "b": 0, "é 'x": 0}
        for table, off, entries, due, listing in steps:
            arguments = (table, max(0, lengths[table] + off), entries, due, listing)
            came = await outcome(memory.append(*arguments))  # type: ignore[arg-type]
            assert await outcome(store.append(*arguments)) == came  # type: ignore[arg-type]
            lengths[table] += len(entries) if came is None else 0
        await same(memory, store, list(lengths))

    tell(kind, story)


async def same(one: MemoryStore, other: TableStore, tables: list[str]) -> None:
    """Ask two stores everything, and demand the same answers."""
    assert isinstance(other, SqliteStore)
    assert await other.overdue(2**52) == await one.overdue(2**52)
    shown = dict(await other.listings())
    for table in tables:
        assert await outcome(other.read(table)) == (found := await outcome(one.read(table)))
        assert await outcome(other.read_deal(table)) == await outcome(one.read_deal(table))
        assert shown.get(table) == (None if found is NoSuchTable else one.listing(table))
