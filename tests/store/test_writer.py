"""The thread that writes: groups that are durable before anybody is answered, and nobody who spoils one for others."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from bornes.store import DamagedLog, SqliteStore, sqlite_logs
from bornes.store.sqlite_database import connect, prepare_database
from bornes.store.sqlite_threads import WriterThread
from bornes.tables.entries import Entry
from bornes.tables.table_store import AppendConflict, CommitUnknown, LogSlice, StoreUnavailable
from tests.support.stores import LOG, MOVE, in_store, opened


class HeldUp:
    """A writer that is kept busy until it is let go, so that others gather behind the first."""

    def __init__(self, path: Path, limit: int = 100, kind: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        prepare_database(path)
        self.statements: list[str] = []
        connection = connect(path) if kind is sqlite3.Connection else _connected(path, kind)
        connection.set_trace_callback(self.statements.append)
        self.writer = WriterThread(connection, limit)
        self._busy, self._go = Event(), Event()

    async def gather(self, *works: Callable[[sqlite3.Connection], Any]) -> list[object]:
        """Let all of these gather while the writer is busy, and return what came of each."""
        held = asyncio.create_task(self.writer.do(self._hold))
        await asyncio.to_thread(self._busy.wait)
        waiting = [asyncio.create_task(self.writer.do(work, "t")) for work in works]
        await asyncio.sleep(0)  # all of them are in the queue now
        self._go.set()
        await held
        outcomes: list[object] = await asyncio.gather(*waiting, return_exceptions=True)
        return outcomes

    def _hold(self, connection: sqlite3.Connection) -> None:
        self._busy.set()
        self._go.wait()


def _connected(path: Path, kind: type[sqlite3.Connection]) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=kind)


def append(table: str, expected: int, *entries: Entry) -> Callable[[sqlite3.Connection], None]:
    """Return the work of appending entries."""
    grown = sqlite_logs.prepare_append(table, expected, entries)
    return lambda connection: sqlite_logs.append_entries(connection, grown, None, None)


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Let a story happen."""

    async def told() -> None:
        await story()

    asyncio.run(told())


def test_those_who_wait_go_together_and_who_is_refused_does_the_others_no_harm(tmp_path: Path) -> None:
    async def story() -> None:
        held = HeldUp(tmp_path / "db")
        works = [append("t", 0, LOG[0]), append("t", 0, LOG[0]), append("u", 7, MOVE), append("t", 1, LOG[1])]
        first, taken, unknown, second = await held.gather(*works)
        assert first is None
        assert second is None
        assert isinstance(taken, AppendConflict)
        assert isinstance(unknown, AppendConflict)
        await held.writer.close()
        assert held.statements.count("COMMIT") == 2, "one for whoever held the writer up, one for all the others"

    run(story)
    in_store(tmp_path / "db", partial(holds, expected=LogSlice(0, LOG[:2])))


async def holds(store: SqliteStore, expected: LogSlice) -> None:
    """Demand that a store has this log, and no other."""
    assert await store.read("t") == expected
    assert await store.count_tables() == 1


def test_one_whose_log_is_damaged_fails_alone(tmp_path: Path) -> None:
    """An entry lies where the log of t has not come to: SQLite notices in the middle of the group."""

    async def story() -> None:
        held = HeldUp(tmp_path / "db")
        await held.writer.do(append("t", 0, LOG[0]))
        await held.writer.do(lambda connection: connection.execute("INSERT INTO entries VALUES (1, 1, x'00', 0)"))
        before, damaged, after = await held.gather(
            append("a", 0, LOG[0]), append("t", 1, LOG[1]), append("b", 0, *LOG[:2])
        )
        assert before is None
        assert after is None
        assert isinstance(damaged, DamagedLog)
        assert "table t" in str(damaged)
        await held.writer.close()

    run(story)

    async def later(store: SqliteStore) -> None:
        assert await store.read("a") == LogSlice(0, LOG[:1])
        assert await store.read("b") == LogSlice(0, LOG[:2])

    in_store(tmp_path / "db", later)


def test_work_that_fails_has_changed_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        held = HeldUp(tmp_path / "db")

        def broken(connection: sqlite3.Connection) -> None:
            append("x", 0, LOG[0])(connection)
            raise ZeroDivisionError

        first, second = await held.gather(broken, append("t", 0, LOG[0]))
        assert isinstance(first, StoreUnavailable)
        assert second is None
        await held.writer.close()

    run(story)
    in_store(tmp_path / "db", partial(holds, expected=LogSlice(0, LOG[:1])))


def test_when_too_many_wait_the_next_is_refused_and_nobody_is_lost(tmp_path: Path) -> None:
    async def story() -> None:
        held = HeldUp(tmp_path / "db", limit=3)
        outcomes = await held.gather(append("t", 0, LOG[0]), *(append("t", n, LOG[n]) for n in range(1, 5)))
        refused = [one for one in outcomes if isinstance(one, StoreUnavailable)]
        assert outcomes[:3] == [None, None, None]
        assert len(refused) == 2
        assert "too much waits" in str(refused[0])
        await held.writer.do(lambda connection: None)  # there is room again
        await held.writer.close()

    run(story)


class _Lost(sqlite3.Connection):
    """Commits, and then says that the disk has not answered."""

    commits = 0

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Execute, and lose the answer of the second commit."""
        done = super().execute(sql, *parameters)
        self.commits += sql == "COMMIT"
        if sql == "COMMIT" and self.commits == 2:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_IOERR_FSYNC, "SQLITE_IOERR_FSYNC"
            raise error
        return done


def test_a_commit_without_an_answer_is_unclear_to_everybody_in_it(tmp_path: Path) -> None:
    async def story() -> None:
        held = HeldUp(tmp_path / "db", kind=_Lost)
        one, other = await held.gather(append("t", 0, LOG[0]), append("u", 0, LOG[0]))
        assert isinstance(one, CommitUnknown)
        assert isinstance(other, CommitUnknown)
        assert one is not other
        with pytest.raises(AppendConflict):  # it was committed after all
            await held.writer.do(append("t", 0, LOG[0]))
        await held.writer.close()

    run(story)


def test_closing_writes_what_waits_and_nothing_is_taken_afterwards(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as store:
            appends = [asyncio.create_task(store.append(f"t{n}", 0, LOG, None)) for n in range(50)]
            await asyncio.sleep(0)
            await store.close()
            assert await asyncio.gather(*appends) == [None] * 50
            with pytest.raises(StoreUnavailable, match="closed"):
                await store.append("t", 0, LOG[:1], None)
            with pytest.raises(StoreUnavailable, match="closed"):
                await store.read("t0")

    run(story)

    async def later(store: SqliteStore) -> None:
        assert await store.count_tables() == 50

    in_store(tmp_path / "db", later)


def test_whoever_gives_up_waiting_does_not_stop_the_others(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        impatient = asyncio.create_task(store.append("t", 0, LOG[:1], None))
        await asyncio.sleep(0)
        impatient.cancel()
        await store.append("u", 0, LOG[:1], None)
        assert impatient.cancelled()

    in_store(tmp_path / "db", story)


def test_two_threads_append_to_the_same_table_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "db")
    asyncio.run(store.append("t", 0, LOG[:1], None))
    done: list[int] = []

    async def appending() -> None:
        while len(done) < 60:
            expected = len((await store.read("t")).entries)
            try:
                await store.append("t", expected, [MOVE], None)
            except AppendConflict:
                continue
            done.append(expected)

    threads = [Thread(target=lambda: asyncio.run(appending())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def ended() -> None:
        assert sorted(done) == list(range(1, len(done) + 1))
        assert len((await store.read("t")).entries) == len(done) + 1
        await store.close()

    asyncio.run(ended())
