"""Files of the database that are removed while they are open, and disks without room: noticed, told, nothing lost."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from bornes.store import SqliteStore, sqlite
from bornes.tables.table_store import LogSlice, StoreUnavailable
from tests.support.servers import ServerProcess, serving
from tests.support.shell import PATIENCE
from tests.support.stores import LOG, MOVE, in_store


def killed_copy(folder: Path) -> Path:
    """Return what a process that is killed now would leave, as another database."""
    left = folder / "left"
    left.mkdir()
    for path in folder.glob("db*"):
        if path.suffix != ".lock":
            shutil.copy(path, left / path.name)
    return left / "db"


async def append_until_refused(store: SqliteStore, tries: int = 20) -> int:
    """Append moves one after another, and return how many were acknowledged."""
    acknowledged = 0
    for _ in range(tries):
        try:
            await store.append("t", len(LOG) + acknowledged, [MOVE], None)
            acknowledged += 1
        except StoreUnavailable:
            pass
    return acknowledged


@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_a_removed_file_is_noticed_and_all_that_was_acknowledged_is_there_after_a_kill(
    tmp_path: Path, end: str, caplog: pytest.LogCaptureFixture
) -> None:
    lengths: list[int] = []

    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)
        (tmp_path / f"db{end}").unlink()
        with caplog.at_level(logging.ERROR, "bornes.server"):
            lengths.append(len(LOG) + await append_until_refused(store))
        with pytest.raises(StoreUnavailable):
            await store.check_writable()
        assert (await store.read("t")).entries[: len(LOG)] == LOG, "reading goes on"
        left = killed_copy(tmp_path)

        async def later(again: SqliteStore) -> None:
            lengths.append(len((await again.read("t")).entries))

        await asyncio.to_thread(in_store, left, later)

    in_store(tmp_path / "db", story)
    assert lengths[0] == lengths[1] == len(LOG)
    (lost, _) = caplog.records
    assert "restart the server" in lost.message
    assert lost.values == {"file": f"{tmp_path / 'db'}{end}", "acknowledged": "saved"}  # type: ignore[attr-defined]


def test_nothing_is_acknowledged_once_the_write_ahead_log_was_emptied(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)
        (tmp_path / "db-wal").write_bytes(b"")
        assert await append_until_refused(store) == 0
        with pytest.raises(StoreUnavailable):
            await store.check_writable()

    in_store(tmp_path / "db", story)


def test_a_checkpoint_of_another_program_empties_the_write_ahead_log_rightly(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)
        with closing(sqlite3.connect(tmp_path / "db")) as other:
            assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        assert (tmp_path / "db-wal").stat().st_size == 0
        assert await append_until_refused(store, 3) == 3

    in_store(tmp_path / "db", story)


def test_what_is_written_while_the_file_goes_is_saved_before_it_is_acknowledged(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)

        def remove(connection: object) -> None:
            (tmp_path / "db-wal").unlink()

        waiting = asyncio.gather(store._worker.write(remove), store.append("t", len(LOG), [MOVE], None))
        await waiting
        with pytest.raises(StoreUnavailable):
            await store.append("t", len(LOG) + 1, [MOVE], None)

        async def later(again: SqliteStore) -> None:
            assert await again.read("t") == LogSlice(0, [*LOG, MOVE])

        await asyncio.to_thread(in_store, killed_copy(tmp_path), later)

    in_store(tmp_path / "db", story)


def test_what_is_written_while_the_database_goes_is_not_acknowledged_in_any_way(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)

        def move(connection: object) -> None:
            (tmp_path / "db").rename(tmp_path / "elsewhere")

        outcomes = await asyncio.gather(
            store._worker.write(move), store.append("t", len(LOG), [MOVE], None), return_exceptions=True
        )
        assert [type(one) for one in outcomes] == [StoreUnavailable, StoreUnavailable]
        with pytest.raises(StoreUnavailable):
            await store.read("t")
        (tmp_path / "elsewhere").rename(tmp_path / "db")
        await store.check_writable()
        assert await store.read("t") == LogSlice(0, [*LOG, MOVE])

    in_store(tmp_path / "db", story)


def test_files_that_are_back_under_their_names_are_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WRITABLE_CACHE_SECONDS", 0.0)

    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)
        (tmp_path / "db-wal").rename(tmp_path / "kept")
        with pytest.raises(StoreUnavailable):
            await store.check_writable()
        (tmp_path / "kept").rename(tmp_path / "db-wal")
        await store.check_writable()
        await store.append("t", len(LOG), [MOVE], None)

    in_store(tmp_path / "db", story)
    in_store(tmp_path / "db", lambda store: store.append("t", len(LOG) + 1, [MOVE], None))


def test_a_disk_with_little_room_counts_as_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MIN_FREE_BYTES", shutil.disk_usage(tmp_path).free * 2)

    async def story(store: SqliteStore) -> None:
        with pytest.raises(StoreUnavailable, match="full"):
            await store.check_writable()
        await store.append("t", 0, LOG, None)  # as long as it works

    in_store(tmp_path / "db", story)


def test_only_the_owner_can_read_any_of_its_files(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.append("t", 0, LOG, None)
        assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == dict.fromkeys(
            ["db", "db-wal", "db-shm", "db.lock"], 0o600
        )

    in_store(tmp_path / "db", story)


# -- a server ------------------------------------------------------------------------------------------------------


def ready(server: ServerProcess) -> tuple[int, str]:
    """Return what a server says about being ready."""
    try:
        with urlopen(f"{server.address}/readyz", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.slow
def test_a_server_says_that_it_is_not_ready_on_a_full_disk_and_without_its_write_ahead_log(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        wal = Path(f"{server.database}-wal")
        assert ready(server) == (200, "ready\n")
        with server.limited_files(wal.stat().st_size):
            until_ready(server, 503)
        until_ready(server, 200)
        wal.unlink()
        until_ready(server, 503)
    lines = [json.loads(line) for line in (tmp_path / "server.log").read_text(encoding="utf-8").splitlines()]
    assert any("restart the server" in line["event"] for line in lines)


def until_ready(server: ServerProcess, wanted: int) -> None:
    """Wait until a server answers so: what it says is up to a second old."""
    end = monotonic() + PATIENCE
    while (found := ready(server))[0] != wanted:
        assert monotonic() < end, found
        sleep(0.05)
    assert wanted == 200 or found[1] == "the database cannot be written\n"
