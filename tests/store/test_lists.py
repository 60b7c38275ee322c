"""What a server asks of its store beside the logs: clocks, the lobby, codes, reviews, and what is to be forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bornes.store import CodeTaken, ReviewKey, SqliteStore, StoredReview, sqlite_rows
from bornes.store.server_store import DealOffset, DealOffsets
from bornes.store.sqlite_database import connect
from bornes.tables.commands import GiveUpSeat, Rename, SwapSeats, TakeSeat
from bornes.tables.entries import DealBegan, Opened, WindowPassed, decode_entry
from bornes.tables.table import Table
from bornes.tables.table_store import AppendConflict, LogSlice, NoSuchTable, StoreUnavailable
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable
from tests.support.stores import LOG, MOVE, in_store

FIRST = LOG[0]


def tell(story: Callable[[SqliteStore], Awaitable[None]]) -> None:
    """Let a story happen to a store in memory."""

    async def told() -> None:
        store = SqliteStore.in_memory()
        await story(store)
        await store.close()

    asyncio.run(told())


# -- clocks, the lobby, what is idle -------------------------------------------------------------------------------


def test_who_has_waited_longest_comes_first_and_no_more_than_asked_for() -> None:
    async def story(store: SqliteStore) -> None:
        assert await store.next_due() is None
        for table, due in (("a", 30), ("b", 10), ("c", 20), ("d", 99), ("e", None)):
            await store.append(table, 0, [FIRST], due)
        assert await store.due_before(50) == ["b", "c", "a"]
        assert await store.due_before(50, limit=2) == ["b", "c"]
        assert await store.next_due() == 10

    tell(story)


def test_where_each_deal_begins_is_found_without_reading_the_log() -> None:
    room = SteppedTable(rules_of("parker-1962", 2, turn_cap=3, game_goal=0), "pp")
    for _ in range(3):  # each deal is a game
        room.ready()
        while room.table.playing:
            room.discard()
    begun = [
        DealOffset(at, entry.table.game, entry.table.deal)
        for at, entry in enumerate(room.log)
        if isinstance(entry, Opened | DealBegan)
    ]

    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, room.log, None)
        assert await store.beginnings("a") == DealOffsets(begun, len(room.log))

    assert len(begun) == 4
    tell(story)


def test_the_lobby_shows_public_tables_the_latest_first() -> None:
    async def story(store: SqliteStore) -> None:
        for at, table in enumerate("abcd"):
            await store.append(table, 0, [replace(FIRST, at=at)], None, None if table == "c" else table.encode())
        assert await store.listings() == [("d", b"d"), ("b", b"b"), ("a", b"a")]
        assert await store.listings(since=1) == [("d", b"d"), ("b", b"b")]
        await store.append("b", 1, [replace(MOVE, at=9)], None, b"changed")
        await store.append("d", 1, [replace(MOVE, at=9)], None, None)  # closed to newcomers
        assert await store.listings() == [("b", b"changed"), ("a", b"a")]

    tell(story)


def test_a_table_is_removed_with_all_that_is_its_own() -> None:
    async def story(store: SqliteStore) -> None:
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

    tell(story)


def test_a_new_table_under_an_old_name_has_nothing_of_the_old_one() -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, LOG, 5, b"{}")
        await store.remove("a")
        await store.append("a", 0, [FIRST], None)
        assert await store.read("a") == LogSlice(0, [FIRST])
        assert await store.overdue(9) == []

    tell(story)


def test_that_somebody_passed_in_silence_does_not_show() -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, [replace(FIRST, at=5)], None)
        await store.append("a", 1, [WindowPassed(at=70, seat=1)], None)
        assert (await store.tables())[0].touched_at == 5
        await store.append("a", 2, [replace(MOVE, at=80), WindowPassed(at=90, seat=0)], None)
        assert (await store.tables())[0].touched_at == 80

    tell(story)


def test_tables_in_short_say_how_they_stood_when_the_last_deal_began() -> None:
    async def story(store: SqliteStore) -> None:
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

    tell(story)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with ten thousand tables."""
    path = tmp_path_factory.mktemp("crowded") / "db"

    async def story(store: SqliteStore) -> None:
        appends = (store.append(f"t{n}", 0, [replace(FIRST, at=n)], n, b"{}") for n in range(10_000))
        await asyncio.gather(*appends)
        assert await store.due_before(5000, limit=3) == ["t0", "t1", "t2"]

    in_store(path, story)
    return path


@pytest.mark.parametrize(
    "ask",
    [
        lambda connection: sqlite_rows.overdue_tables(connection, 5, 10),
        lambda connection: sqlite_rows.overdue_or_ahead(connection, 5, 10),
        sqlite_rows.next_due,
        lambda connection: sqlite_rows.listings(connection, 5),
    ],
    ids=["overdue", "ahead", "next_due", "listings"],
)
def test_what_is_asked_often_is_found_by_an_index_however_many_tables_there_are(
    crowded: Path, ask: Callable[[sqlite3.Connection], object]
) -> None:
    with closing(connect(crowded, read_only=True)) as connection:
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        ask(connection)
        connection.set_trace_callback(None)
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}")]
    assert any(step.startswith("SEARCH tables USING") for step in plan), plan
    assert not any("SCAN" in step or step == "USE TEMP B-TREE FOR ORDER BY" for step in plan), plan


# -- codes ---------------------------------------------------------------------------------------------------------


def test_a_code_leads_to_one_table_until_its_time_is_over() -> None:
    async def story(store: SqliteStore) -> None:
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

    tell(story)


# -- reviews -------------------------------------------------------------------------------------------------------


def test_reviews_are_worked_out_in_the_order_in_which_they_were_asked_for_and_kept() -> None:
    async def story(store: SqliteStore) -> None:
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

    tell(story)


# -- forgetting ----------------------------------------------------------------------------------------------------


def evening() -> SteppedTable:
    """Return a table where Zoë sat, was renamed and changed places, played, left, and Ann stayed."""
    room = SteppedTable(rules_of("parker-1962", 3, turn_cap=1), "poo")
    room.do(0, Rename(name="Ann"))
    room.do(None, TakeSeat(id="s1", target_seat=1, name="Zoë Z"))
    room.do(1, Rename(name="Zoë Y"))
    room.do(1, SwapSeats(target_seat=1, other_seat=2))
    room.do(None, TakeSeat(id="s2", target_seat=1, name="Bob"))
    room.ready()
    while room.table.playing:
        room.discard()
    room.do(2, GiveUpSeat())
    room.do(None, TakeSeat(id="s3", target_seat=2, name="Zack"))
    return room


def test_a_name_that_is_forgotten_is_nowhere_in_the_file_and_everything_else_is_as_it_was(tmp_path: Path) -> None:
    room = evening()
    sitting = 4  # three seats were there when the table was opened, and then somebody sat down

    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, room.log, 5, b'{"players": ["Zo\xc3\xab Y"]}')
        await store.append("b", 0, room.log[:1], None)
        await store.put_review(ReviewKey("a", 1, 1), StoredReview("done", '{"names": ["Zoë Y"]}'.encode()))
        before = Table.fold((await store.read("a")).entries)
        await store.forget("a", sitting, b"{}")
        assert await store.review(ReviewKey("a", 1, 1)) is None
        part = await store.read("a")
        after = Table.fold(part.entries)
        assert before.names == after.names == ("Ann", "Bob", "Zack")
        assert after.entries == before.entries
        assert [type(entry) for entry in part.entries] == [type(entry) for entry in room.log]
        assert await store.listings() == [("a", b"{}")]
        assert await store.overdue(5) == ["a"]

    in_store(tmp_path / "db", story)
    content = (tmp_path / "db").read_bytes()
    assert "Zoë".encode() not in content
    assert b"Zack" in content
    assert b"Bob" in content


def test_forgetting_somebody_who_never_sat_there_changes_nothing() -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, LOG, 5)
        await store.forget("a", 99)
        assert await store.read("a") == LogSlice(0, LOG)
        with pytest.raises(NoSuchTable):
            await store.forget("nowhere", 1)

    tell(story)


def test_a_log_that_grows_while_somebody_is_forgotten_loses_nothing(tmp_path: Path) -> None:
    room = evening()

    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, room.log[:-1], None)

        async def grow() -> None:
            for number in range(len(room.log) - 1, len(room.log) + 30):
                entry = room.log[-1] if number == len(room.log) - 1 else replace(MOVE, at=room.now)
                await store.append("a", number, [entry], None)

        await asyncio.gather(grow(), store.forget("a", 4), store.forget("a", 4))
        lines = (await store.export("a")).splitlines()
        assert len(lines) == len(room.log) + 30
        assert not any("Zoë".encode() in line for line in lines)

    in_store(tmp_path / "db", story)


# -- copies --------------------------------------------------------------------------------------------------------


def test_an_export_is_the_log_line_by_line() -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, LOG, None)
        exported = await store.export("a")
        assert exported.endswith(b"\n")
        assert [decode_entry(line) for line in exported.splitlines()] == LOG

    tell(story)


def test_a_backup_made_while_others_write_is_a_moment_of_the_database(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        for number in range(20):
            await store.append(f"t{number}", 0, LOG, 5)
        done = asyncio.Event()

        async def write() -> None:
            number = 0
            while not done.is_set():
                for table in ("one", "other"):  # one is never behind the other by more than an entry
                    await store.append(table, number, [FIRST], None)
                number += 1

        writing = asyncio.create_task(write())
        (tmp_path / "copy").mkdir()
        await store.backup(tmp_path / "copy" / "backup.db")
        done.set()
        await writing

    in_store(tmp_path / "db", story)
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["backup.db"]
    assert (tmp_path / "copy" / "backup.db").stat().st_mode & 0o777 == 0o600

    async def later(store: SqliteStore) -> None:
        assert await store.read("t7") == LogSlice(0, LOG)
        lengths = [
            len((await store.read(row.id)).entries) for row in await store.tables() if row.id in ("one", "other")
        ]
        assert max(lengths, default=0) - min(lengths, default=0) <= 1

    in_store(tmp_path / "copy" / "backup.db", later)


def test_a_backup_that_fails_leaves_the_one_before_it(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, LOG, None)
        target = tmp_path / "backup.db"
        await store.backup(target)
        before = target.read_bytes()
        await store.append("b", 0, LOG, None)
        (tmp_path / "backup.db.new").mkdir()  # in its way
        with pytest.raises(OSError, match=r"backup\.db\.new"):
            await store.backup(target)
        assert target.read_bytes() == before

    in_store(tmp_path / "db", story)


def test_errors_of_a_simulated_store_are_those_of_a_real_one() -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("a", 0, [FIRST], None)
        with pytest.raises(AppendConflict):
            await store.append("a", 0, [FIRST], None)
        await store.append("a", 1, [MOVE], None)
        await store.close()
        with pytest.raises(StoreUnavailable):
            await store.read("a")

    asyncio.run(story(SqliteStore.in_memory()))
