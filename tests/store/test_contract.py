"""What every store promises: in memory, in a saved game, in a server's database, and one for simulations."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bornes.store import CodeTaken, ReviewKey, ServerStore, StoredReview
from bornes.tables.entries import InconsistentLog, WindowPassed, decode_entry
from bornes.tables.table import Table
from bornes.tables.table_store import AppendConflict, LogSlice, MemoryStore, NoSuchTable, TableStore
from tests.support.store_kinds import KINDS, StoreKind
from tests.support.stores import LAST_DEAL, LOG, MOVE

FIRST = LOG[0]


class Story(Protocol):
    """What happens to a store."""

    def __call__(self, store: Any) -> Awaitable[None]: ...


def tell(kind: StoreKind, story: Story) -> None:
    """Let a story happen to a store of a kind."""

    async def told() -> None:
        async with kind.opened() as store:
            await story(store)

    asyncio.run(told())


def kinds(wanted: Iterable[StoreKind]) -> pytest.MarkDecorator:
    """Run a test with each of these kinds of store."""
    return pytest.mark.parametrize("kind", list(wanted), ids=str)


every_store = kinds(KINDS)
every_store_of_many = kinds(kind for kind in KINDS if kind.many_tables)
every_server_store = kinds(kind for kind in KINDS if kind.is_server_store)


@every_store
def test_a_log_is_read_as_it_was_written_whole_or_from_the_last_deal(kind: StoreKind) -> None:
    async def story(store: TableStore) -> None:
        for number, entry in enumerate(LOG):
            await store.append("t", number, [entry], None)
        assert await store.read("t") == LogSlice(0, LOG)
        part = await store.read_deal("t")
        assert part[:2] == (LAST_DEAL, LOG[LAST_DEAL:])
        assert part.sheets == tuple(Table.fold(LOG).sheets)

    tell(kind, story)


@every_store
def test_a_log_is_read_from_any_entry_on_and_no_further_than_asked(kind: StoreKind) -> None:
    async def story(store: TableStore) -> None:
        await store.append("t", 0, LOG, None)
        assert await store.read_from("t", 3) == LogSlice(3, LOG[3:])
        assert await store.read_from("t", 3, 2) == LogSlice(3, LOG[3:5])
        assert await store.read_from("t", len(LOG)) == LogSlice(len(LOG), [])

    tell(kind, story)


@every_store
def test_before_the_first_deal_there_is_only_the_whole_log(kind: StoreKind) -> None:
    async def story(store: TableStore) -> None:
        await store.append("t", 0, LOG[:2], None)
        assert await store.read_deal("t") == LogSlice(0, LOG[:2])

    tell(kind, story)


@every_store
def test_entries_are_appended_only_where_they_are_expected_and_all_of_them_or_none(kind: StoreKind) -> None:
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
def test_a_log_that_does_not_exist_cannot_be_continued(kind: StoreKind) -> None:
    async def story(store: TableStore) -> None:
        with pytest.raises(AppendConflict):
            await store.append("t", 2, LOG[2:3], None)
        with pytest.raises(NoSuchTable):
            await store.read("t")

    tell(kind, story)


@every_store_of_many
def test_tables_whose_clock_has_something_to_say_are_found(kind: StoreKind) -> None:
    async def story(store: TableStore) -> None:
        for name, due in (("c", 9), ("a", 10), ("b", 11), ("d", None)):
            await store.append(name, 0, LOG[:1], due)
        assert await store.overdue(8) == []
        assert await store.overdue(10) == ["a", "c"]
        await store.append("a", 1, LOG[1:2], None)
        assert await store.overdue(10) == ["c"]

    tell(kind, story)


@every_store
def test_a_table_that_is_not_there_is_named(kind: StoreKind) -> None:
    async def story(store: TableStore) -> None:
        for read in (store.read, store.read_deal):
            with pytest.raises(NoSuchTable, match="nowhere"):
                await read("nowhere")

    tell(kind, story)


@every_store
def test_of_many_who_expect_the_same_number_one_gets_it(kind: StoreKind) -> None:
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
@every_server_store
def test_a_database_does_what_memory_does(
    kind: StoreKind, steps: list[tuple[str, int, list[object], int, bytes]]
) -> None:
    async def story(store: ServerStore) -> None:
        memory, lengths = MemoryStore(), {"a": 0, "b": 0, "é 'x": 0}
        for table, off, entries, due, listing in steps:
            arguments = (table, max(0, lengths[table] + off), entries, due, listing)
            came = await outcome(memory.append(*arguments))  # type: ignore[arg-type]
            assert await outcome(store.append(*arguments)) == came  # type: ignore[arg-type]
            lengths[table] += len(entries) if came is None else 0
        await same(memory, store, list(lengths))

    tell(kind, story)


async def same(one: MemoryStore, other: ServerStore, tables: list[str]) -> None:
    """Ask two stores everything, and demand the same answers."""
    assert await other.overdue(2**52) == await one.overdue(2**52)
    shown = dict(await other.listings())
    for table in tables:
        assert await outcome(other.read(table)) == (found := await outcome(one.read(table)))
        assert await outcome(other.read_deal(table)) == await outcome(one.read_deal(table))
        assert shown.get(table) == (None if found is NoSuchTable else one.listing(table))


# -- what a server needs ---------------------------------------------------------------------------------------------


@every_server_store
def test_who_has_waited_longest_comes_first_and_no_more_than_asked_for(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        assert await store.next_due() is None
        for table, due in (("a", 30), ("b", 10), ("c", 20), ("d", 99), ("e", None)):
            await store.append(table, 0, [FIRST], due)
        assert await store.due_before(50) == ["b", "c", "a"]
        assert await store.due_before(50, limit=2) == ["b", "c"]
        assert await store.next_due() == 10

    tell(kind, story)


@every_server_store
def test_the_lobby_shows_public_tables_the_latest_first(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        for at, table in enumerate("abcd"):
            await store.append(table, 0, [replace(FIRST, at=at)], None, None if table == "c" else table.encode())
        assert await store.listings() == [("d", b"d"), ("b", b"b"), ("a", b"a")]
        assert await store.listings(since=1) == [("d", b"d"), ("b", b"b")]
        await store.append("b", 1, [replace(MOVE, at=9)], None, b"changed")
        await store.append("d", 1, [replace(MOVE, at=9)], None, None)  # closed to newcomers
        assert await store.listings() == [("b", b"changed"), ("a", b"a")]

    tell(kind, story)


@every_server_store
def test_a_table_is_removed_with_all_that_is_its_own(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        for at, table in enumerate("abc"):
            await store.append(table, 0, [replace(FIRST, at=at)], None)
            await store.add_code(f"code {table}", table, 100)
            await store.put_review(ReviewKey(table, 1, 1), StoredReview("waiting", None))
        await store.remove("a")
        with pytest.raises(NoSuchTable):
            await store.read("a")
        with pytest.raises(NoSuchTable):
            await store.remove("a")
        assert await store.code("code a", 0) is None
        assert await store.review(ReviewKey("a", 1, 1)) is None
        assert [name.table for name in await store.waiting_reviews(9)] == ["b", "c"]
        assert await store.count_tables() == 2
        assert await store.read("b") == LogSlice(0, [replace(FIRST, at=1)])

    tell(kind, story)


@every_server_store
def test_a_new_table_under_an_old_name_has_nothing_of_the_old_one(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, LOG, 5, b"{}")
        await store.remove("a")
        await store.append("a", 0, [FIRST], None)
        assert await store.read("a") == LogSlice(0, [FIRST])
        assert await store.overdue(9) == []

    tell(kind, story)


@every_server_store
def test_that_somebody_passed_in_silence_does_not_show(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, [replace(FIRST, at=5)], None)
        await store.append("a", 1, [WindowPassed(at=70, seat=1)], None)
        assert (await store.tables())[0].touched_at == 5
        await store.append("a", 2, [replace(MOVE, at=80), WindowPassed(at=90, seat=0)], None)
        assert (await store.tables())[0].touched_at == 80

    tell(kind, story)


@every_server_store
def test_tables_in_short_say_how_they_stood_when_the_last_deal_began(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, LOG, 5, b"{}")
        await store.append("b", 0, [replace(FIRST, at=2)], None)
        first, second = await store.tables()
        assert (first.id, first.listed, first.opened_at, first.touched_at) == ("a", True, LOG[-1].at, LOG[-1].at)
        assert first.state is not None
        assert second.state is not None
        assert (first.state.deal, second.state.deal) == (2, 0)
        assert await store.tables("b") == [second]
        assert await store.tables(limit=1) == [first]
        assert await store.tables("nowhere") == []

    tell(kind, story)


@every_server_store
def test_a_code_leads_to_one_table_until_its_time_is_over(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        for table in "ab":
            await store.append(table, 0, [FIRST], None)
        await store.add_code("lynx", "a", 100)
        await store.add_code("otter", "a", 50)
        with pytest.raises(CodeTaken):
            await store.add_code("lynx", "b", 100)
        with pytest.raises(NoSuchTable):
            await store.add_code("heron", "nowhere", 100)
        assert await store.code("lynx", 99) == "a"
        assert await store.code("lynx", 100) is None
        assert await store.code("Lynx", 99) is None
        assert await store.codes_of("a") == [("otter", 50), ("lynx", 100)]
        assert await store.count_codes() == 2
        assert await store.remove_expired_codes(60) == 1
        assert await store.codes_of("a") == [("lynx", 100)]
        await store.remove_codes("a")
        assert await store.code("lynx", 0) is None
        assert await store.count_codes() == 0

    tell(kind, story)


@every_server_store
def test_reviews_are_worked_out_in_the_order_in_which_they_were_asked_for_and_kept(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        for table in "ab":
            await store.append(table, 0, [FIRST], None)
        names = [ReviewKey("b", 1, 1), ReviewKey("a", 1, 1), ReviewKey("a", 1, 2)]
        for name in names:
            await store.put_review(name, StoredReview("waiting", None))
        assert await store.waiting_reviews(9) == names
        assert await store.waiting_reviews() == names[:1]
        await store.put_review(names[0], StoredReview("done", b'{"better": 3}'))
        await store.put_review(names[1], StoredReview("failed", None))
        assert await store.waiting_reviews(9) == names[2:]
        assert await store.review(names[0]) == StoredReview("done", b'{"better": 3}')
        assert await store.review(names[1]) == StoredReview("failed", None)
        assert await store.review(ReviewKey("a", 2, 1)) is None
        with pytest.raises(NoSuchTable):
            await store.put_review(ReviewKey("nowhere", 1, 1), StoredReview("waiting", None))

    tell(kind, story)


@every_server_store
def test_forgetting_somebody_who_never_sat_there_changes_nothing(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, LOG, 5)
        await store.forget("a", 99)
        assert await store.read("a") == LogSlice(0, LOG)
        with pytest.raises(NoSuchTable):
            await store.forget("nowhere", 1)

    tell(kind, story)


@every_server_store
def test_an_export_is_the_log_line_by_line(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, LOG, None)
        exported = await store.export("a")
        assert exported.endswith(b"\n")
        assert [decode_entry(line) for line in exported.splitlines()] == LOG

    tell(kind, story)


@every_server_store
def test_an_exported_log_is_imported_as_another_table_and_never_over_one(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, LOG, None)
        exported = await store.export("a")
        await store.import_log("b", exported)
        assert await store.read("b") == LogSlice(0, LOG)
        assert (await store.read_deal("b")).before == LAST_DEAL
        with pytest.raises(AppendConflict):
            await store.import_log("b", exported)
        with pytest.raises((InconsistentLog, ValueError)):
            await store.import_log("c", exported.partition(b"\n")[2])
        assert await store.count_tables() == 2

    tell(kind, story)


@every_server_store
def test_a_check_reads_everything(kind: StoreKind) -> None:
    async def story(store: ServerStore) -> None:
        await store.append("a", 0, LOG, None)
        await store.append("broken", 0, [FIRST, MOVE], None)
        found = await store.check()
        assert (found.tables, found.entries) == (2, len(LOG) + 2)
        [(table, why)] = found.damaged
        assert (table, "no deal has begun" in str(why)) == ("broken", True)

    tell(kind, story)
