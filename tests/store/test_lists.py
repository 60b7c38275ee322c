"""What a server asks of its store beside the logs: clocks, the lobby, codes, reviews, and what is to be forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bornes.store import ReviewKey, SqliteStore, StoredReview, sqlite_rows
from bornes.store.server_store import DealOffset, DealOffsets
from bornes.store.sqlite_database import connect
from bornes.tables.commands import GiveUpSeat, Rename, SwapSeats, TakeSeat
from bornes.tables.entries import DealBegan, Opened
from bornes.tables.table import Table
from bornes.tables.table_store import AppendConflict, LogSlice, StoreUnavailable
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


# -- reviews -------------------------------------------------------------------------------------------------------


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
