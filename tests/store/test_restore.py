"""Backups: one that is taken under load holds one moment whole; restoring it says what came after, and is checked."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bornes.store import DatabaseError, DatabaseLocked, NotADatabase, SqliteStore, read_store, restore_database
from bornes.tables.table_store import LogSlice
from tests.support.stores import LOG, MOVE, in_store, opened

TABLES = [f"t{number}" for number in range(6)]


async def play(store: SqliteStore, table: str, acknowledged: dict[str, int]) -> None:
    """Append to a table until cancelled, and note what was acknowledged."""
    while True:
        expected = acknowledged.get(table, 0)
        await store.append(table, expected, [MOVE] if expected else LOG[:1], None)
        acknowledged[table] = expected + 1


def under_load(folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Take a backup while six tables are written; returns what was acknowledged before it, and in the end."""
    before: dict[str, int] = {}
    acknowledged: dict[str, int] = {}

    async def story() -> None:
        async with opened(folder / "db") as store:
            players = [asyncio.create_task(play(store, table, acknowledged)) for table in TABLES]
            await until_each_has(acknowledged, 40)
            before.update(acknowledged)
            await store.backup(folder / "backup")
            most = max(acknowledged.values())
            await until_each_has(acknowledged, most + 20)
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

    asyncio.run(story())
    return before, acknowledged


async def until_each_has(acknowledged: dict[str, int], entries: int) -> None:
    """Wait until every table has so many entries."""
    while any(acknowledged.get(table, 0) < entries for table in TABLES):
        await asyncio.sleep(0.001)


def lengths(path: Path) -> dict[str, int]:
    """Return how long each log is, each of which is whole."""
    found: dict[str, int] = {}

    async def story(store: SqliteStore) -> None:
        for row in await store.tables():
            log = await store.read(row.id)
            assert log == LogSlice(0, [LOG[0], *[MOVE] * (len(log.entries) - 1)])
            found[row.id] = len(log.entries)
            await store.append(row.id, len(log.entries), [MOVE], None)

    in_store(path, story)
    return found


def test_a_backup_under_load_is_restored_whole_and_says_what_came_after_it(tmp_path: Path) -> None:
    before, acknowledged = under_load(tmp_path)
    report = restore_database(tmp_path / "backup", tmp_path / "db")
    assert (report.tables, set(report.lost or {})) == (len(TABLES), set(TABLES))
    assert report.kept == tmp_path / "db.replaced"
    replaced, restored = lengths(report.kept), lengths(tmp_path / "db")
    assert sum(restored.values()) == report.entries
    for table in TABLES:
        assert before[table] <= restored[table], "what was acknowledged before the backup is in it"
        assert acknowledged[table] <= replaced[table], "nothing is gone for good"
        assert report.lost is not None
        assert report.lost[table] == replaced[table] - restored[table] > 0


def keep(path: Path, tables: int = 2) -> Path:
    """Keep a database with some tables."""

    async def fill(store: SqliteStore) -> None:
        for table in TABLES[:tables]:
            await store.append(table, 0, LOG, None)

    in_store(path, fill)
    return path


def test_a_database_that_a_killed_server_left_keeps_what_only_its_log_has(tmp_path: Path) -> None:
    backup = keep(tmp_path / "backup", tables=1)
    keep(tmp_path / "db", tables=1)
    left = tmp_path / "left"
    left.mkdir()

    async def story(store: SqliteStore) -> None:
        await store.append("late", 0, LOG, None)
        for name in ("db", "db-wal"):
            shutil.copy(tmp_path / name, left / name)

    in_store(tmp_path / "db", story)
    report = restore_database(backup, left / "db")
    assert report.lost == {"late": len(LOG)}
    assert sorted(path.name for path in left.iterdir()) == ["db", "db.replaced"]
    assert report.kept is not None
    in_store(report.kept, lambda store: store.read("late"))


def test_a_database_that_cannot_be_read_is_replaced_and_kept(tmp_path: Path) -> None:
    backup = keep(tmp_path / "backup")
    for number in (1, 2):
        (tmp_path / "db").write_bytes(b"nonsense" * 1000)
        (tmp_path / "db-wal").write_bytes(b"and more")
        report = restore_database(backup, tmp_path / "db")
        assert report.lost is None
        assert report.kept == tmp_path / ("db.replaced" if number == 1 else "db.replaced-2")
        assert report.kept.read_bytes().startswith(b"nonsense")
        assert not (tmp_path / "db-wal").exists()
    in_store(tmp_path / "db", lambda store: store.read("t0"))


def test_where_there_was_nothing_nothing_was_lost(tmp_path: Path) -> None:
    report = restore_database(keep(tmp_path / "backup"), tmp_path / "db")
    assert (report.tables, report.entries, report.lost, report.kept) == (2, 2 * len(LOG), {}, None)


def damaged_copy(path: Path) -> Path:
    """Return a database one of whose tables is damaged."""
    keep(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET checksum = 0 WHERE table_key = 1 AND number = 3")
    return path


def test_a_damaged_backup_is_refused_and_nothing_has_changed(tmp_path: Path) -> None:
    keep(tmp_path / "db")
    before = (tmp_path / "db").read_bytes()
    damaged_copy(tmp_path / "backup")
    with pytest.raises(NotADatabase, match=r"t0: entry 4 is not what was written.; nothing was changed"):
        restore_database(tmp_path / "backup", tmp_path / "db")
    (tmp_path / "nonsense").write_text("nonsense")
    with pytest.raises(NotADatabase, match="nonsense cannot be read as a database"):
        restore_database(tmp_path / "nonsense", tmp_path / "db")
    with pytest.raises(NotADatabase, match=r"there is no backup .*nowhere"):
        restore_database(tmp_path / "nowhere", tmp_path / "db")
    with pytest.raises(DatabaseError, match="is the database itself"):
        restore_database(tmp_path / "db", tmp_path / "db")
    assert (tmp_path / "db").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "db", "nonsense"]


def test_the_database_of_a_running_server_is_not_replaced(tmp_path: Path) -> None:
    backup = keep(tmp_path / "backup")

    async def story(store: SqliteStore) -> None:
        with pytest.raises(DatabaseLocked, match="another server uses"):
            restore_database(backup, tmp_path / "db")

    in_store(keep(tmp_path / "db"), story)


def test_a_check_names_what_is_damaged_and_reads_the_rest(tmp_path: Path) -> None:
    damaged_copy(tmp_path / "db")
    with read_store(tmp_path / "db") as store:
        found = asyncio.run(store.check())
    assert (found.tables, found.entries) == (2, len(LOG))
    [(table, why)] = found.damaged
    assert (table, str(why)) == ("t0", "entry 4 is not what was written")
