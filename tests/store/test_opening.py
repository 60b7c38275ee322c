"""How a database is opened: one server at a time, what it is not is told, and steps are taken once."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import stat
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bornes.server.settings import default_database
from bornes.store import DatabaseLocked, NewerSchema, NotADatabase, SqliteStore, sqlite
from bornes.store.sqlite_database import APPLICATION_ID, Migration, connect, known_migrations, migrate, prepare_database
from bornes.tables.table_store import LogSlice, StoreUnavailable
from tests.support.paths import ROOT
from tests.support.stores import LOG, in_store


def content(folder: Path) -> dict[str, str]:
    """Return what lies in a folder, each file by its digest."""
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_a_new_database_has_a_short_name_and_a_key_and_keeps_both(tmp_path: Path) -> None:
    found: list[tuple[str, bytes]] = []

    async def look(store: SqliteStore) -> None:
        found.append((store.name, store.key))
        assert store.key.hex() not in repr(vars(store)["_worker"])

    for _ in range(2):
        in_store(tmp_path / "deep" / "server.sqlite3", look)
    in_store(tmp_path / "other.sqlite3", look)
    assert found[0] == found[1]
    assert found[1] != found[2]
    assert re.fullmatch("[a-z]{4}", found[0][0])
    assert len(found[0][1]) == 32


def test_whoever_makes_a_database_may_name_it(tmp_path: Path) -> None:
    for name in ("lyon", "metz"):  # which is for a new one
        store = SqliteStore.open(tmp_path / "db", name)
        assert store.name == "lyon"
        asyncio.run(store.close())


def test_only_the_owner_can_read_its_files(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = SqliteStore.open(tmp_path / "db")
        asyncio.run(store.append("t", 0, LOG, None))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir() if path.suffix != ".lock"}
        asyncio.run(store.close())
    finally:
        os.umask(before)
    assert modes == {"db": 0o600, "db-wal": 0o600, "db-shm": 0o600}


def test_once_it_is_closed_one_file_is_left(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)

    in_store(tmp_path / "db", story)
    assert [path.name for path in tmp_path.iterdir()] == ["db"]


def test_nothing_is_written_to_a_file_that_was_moved_away_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WRITABLE_CACHE_SECONDS", 0.0)

    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)
        for _ in range(2):
            (tmp_path / "db").rename(tmp_path / "elsewhere")
            for refused in (store.append("u", 0, LOG, None), store.check_writable()):
                with pytest.raises(StoreUnavailable):
                    await refused
            (tmp_path / "db").write_bytes(b"something else")
            with pytest.raises(StoreUnavailable, match="removed, replaced or emptied"):
                await store.check_writable()
            (tmp_path / "elsewhere").replace(tmp_path / "db")
            await store.check_writable()
        assert (await store.read("t")).entries == LOG

    in_store(tmp_path / "db", story)


def test_many_who_ask_whether_it_can_be_written_are_answered_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    async def story(store: SqliteStore) -> None:
        loop = asyncio.get_running_loop()
        written = store._worker.write

        async def write(work: Any, table: str = "") -> Any:
            asked.append(loop.time())
            return await written(work, table)

        monkeypatch.setattr(store._worker, "write", write)
        await asyncio.gather(*(store.check_writable() for _ in range(50)))
        await store.check_writable()
        assert len(asked) == 1
        monkeypatch.setattr(sqlite, "WRITABLE_CACHE_SECONDS", 0.0)
        await store.check_writable()
        assert len(asked) == 2

    in_store(tmp_path / "db", story)


# -- one server at a time ------------------------------------------------------------------------------------------


def test_a_second_server_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        with pytest.raises(DatabaseLocked) as refused:
            SqliteStore.open(tmp_path / "db")
        assert str(tmp_path / "db") in str(refused.value)
        assert f"process {os.getpid()}" in str(refused.value)

    in_store(tmp_path / "db", story)
    in_store(tmp_path / "db", lambda store: store.append("t", 0, LOG, None))


def test_a_server_in_another_process_is_refused_too(tmp_path: Path) -> None:
    script = """
import asyncio, sys
from pathlib import Path
from typing import Any
from bornes.store import DatabaseLocked, SqliteStore
try:
    SqliteStore.open(Path(sys.argv[1]))
except DatabaseLocked as error:
    print(error)
"""

    async def story(store: SqliteStore) -> None:
        command = [sys.executable, "-c", script, str(tmp_path / "db")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert f"process {os.getpid()}" in done.stdout

    in_store(tmp_path / "db", story)


# -- what it is not ------------------------------------------------------------------------------------------------


def test_a_database_of_a_later_version_is_told_and_not_touched(tmp_path: Path) -> None:
    in_store(tmp_path / "db", lambda store: store.append("t", 0, LOG, None))
    later = connect(tmp_path / "db")
    later.execute("PRAGMA user_version = 999")
    later.close()
    before = content(tmp_path)
    with pytest.raises(NewerSchema, match="999"):
        SqliteStore.open(tmp_path / "db")
    assert content(tmp_path)["db"] == before["db"]


def test_steps_of_a_later_version_that_only_add_leave_this_one_working(tmp_path: Path) -> None:
    """Whoever has to go back to the release before can."""
    prepare_database(tmp_path / "db")
    later = connect(tmp_path / "db")
    step = Migration(998, "ratings", "CREATE TABLE ratings (id TEXT); ALTER TABLE tables ADD COLUMN mood TEXT;")
    assert migrate(later, [*known_migrations(), step]) == [998]
    later.close()
    in_store(tmp_path / "db", lambda store: store.append("t", 0, LOG, None))


@pytest.mark.parametrize("text", [b"Dear diary, " * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "db").write_bytes(text)
    with pytest.raises(NotADatabase, match=re.escape(str(tmp_path / "db"))):
        SqliteStore.open(tmp_path / "db")
    assert (tmp_path / "db").read_bytes() == text


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    with pytest.raises(NotADatabase):
        SqliteStore.open(tmp_path / "db")


def test_a_database_of_another_program_is_told_and_left_alone(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "db")
    other.execute("CREATE TABLE tables (legs INTEGER)")
    other.close()
    before = content(tmp_path)
    with pytest.raises(NotADatabase, match="another program"):
        SqliteStore.open(tmp_path / "db")
    assert content(tmp_path) == before


def test_after_a_refusal_others_can_have_the_file(tmp_path: Path) -> None:
    (tmp_path / "db").write_bytes(b"no database at all, " * 100)
    with pytest.raises(NotADatabase):
        SqliteStore.open(tmp_path / "db")
    (tmp_path / "db").unlink()
    in_store(tmp_path / "db", lambda store: store.append("t", 0, LOG, None))


# -- steps ---------------------------------------------------------------------------------------------------------


def test_steps_have_numbers_without_gaps_and_are_taken_once(tmp_path: Path) -> None:
    known = known_migrations()
    assert [step.number for step in known] == list(range(1, len(known) + 1))
    prepare_database(tmp_path / "db")
    connection = connect(tmp_path / "db")
    assert migrate(connection) == []
    assert connection.execute("SELECT number, name FROM migrations").fetchall() == [step[:2] for step in known]
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    connection.close()


@pytest.mark.parametrize("sql", ["CREATE TABLE one (a); CREATE TABLE nonsense (", "CREATE TABLE one (a); SELECT no"])
def test_a_step_that_fails_leaves_nothing_behind(tmp_path: Path, sql: str) -> None:
    in_store(tmp_path / "db", lambda store: store.append("t", 0, LOG, None))
    connection = connect(tmp_path / "db")
    with pytest.raises(sqlite3.Error):
        migrate(connection, [*known_migrations(), Migration(997, "broken", sql)])
    assert not connection.in_transaction
    assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'one'").fetchall()
    assert migrate(connection, [*known_migrations(), Migration(997, "mended", "CREATE TABLE one (a);")]) == [997]
    connection.close()

    async def story(store: SqliteStore) -> None:
        assert await store.read("t") == LogSlice(0, LOG)

    in_store(tmp_path / "db", story)


def test_steps_after_the_first_only_add(tmp_path: Path) -> None:
    """So the release before can go on; one that cannot be so says that with ``PRAGMA user_version``."""
    for step in known_migrations()[1:]:
        if not re.search(r"PRAGMA user_version", step.sql):
            assert not re.search(r"\b(DROP|RENAME|DELETE|UPDATE)\b", step.sql, re.I), step.name


# -- where it lies -------------------------------------------------------------------------------------------------


def test_the_file_lies_with_other_data_unless_somebody_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
    monkeypatch.delenv("BORNES_DATABASE", raising=False)
    assert default_database() == tmp_path / "server.sqlite3"
    monkeypatch.setenv("BORNES_DATABASE", "~/games.db")
    assert default_database() == Path.home() / "games.db"
