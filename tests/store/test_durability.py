"""Acknowledged means durable: with real processes that are killed, a disk that is full, and only what was synced."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from bornes.store import SqliteStore
from bornes.store.sqlite_database import prepare_database
from bornes.tables.table_store import LogSlice
from tests.support.paths import ROOT
from tests.support.stores import LOG, MOVE, in_store
from tests.support.synced import Moment, moments, trace

CHILD = [sys.executable, "-m", "tests.support.store_child"]


def demand(path: Path, acknowledged: Sequence[str]) -> int:
    """Demand that a store has every entry that was acknowledged, and return how many entries it has."""
    last: Counter[str] = Counter()
    for line in acknowledged:
        table, number = line.split()
        last[table] = max(last[table], int(number) + 1)
    there: list[int] = []

    async def story(store: SqliteStore) -> None:
        logs = {row.id: (await store.read(row.id)).entries for row in await store.tables()}
        missing = {table: count for table, count in last.items() if len(logs.get(table, [])) < count}
        assert not missing, f"acknowledged and lost: {missing}"
        assert all(log == [LOG[0], *[MOVE] * (len(log) - 1)] for log in logs.values())
        there.append(sum(map(len, logs.values())))

    in_store(path, story)
    return there[0]


# -- killed --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_acknowledged_before_a_kill_is_there_after_it(tmp_path: Path) -> None:
    """The same store, killed again and again; it opens each time, and goes on."""
    acknowledged: list[str] = []
    for lines in (1, 40, 300, 700):
        child = subprocess.Popen([*CHILD, "forever", tmp_path / "db"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        acknowledged += islice(child.stdout, lines)
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read()
        child.stdout.close()
        child.wait()
        acknowledged += rest.splitlines(keepends=True)[: rest.count("\n")]  # a last line without its end was not told
        assert demand(tmp_path / "db", acknowledged) >= len(acknowledged)


# -- full ----------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_a_failure_and_once_there_is_room_all_goes_on(tmp_path: Path) -> None:
    done = subprocess.run([*CHILD, "full", tmp_path / "db"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    acknowledged = {line.split()[0] for line in done.stdout.splitlines()}
    assert "after" in acknowledged

    async def story(store: SqliteStore) -> None:
        assert {row.id for row in await store.tables()} == acknowledged | {"before"}, (
            "all of it, and nothing that failed"
        )
        for table in acknowledged:
            assert await store.read(table) == LogSlice(0, LOG)

    in_store(tmp_path / "db", story)


# -- only what was synced ------------------------------------------------------------------------------------------


def run_traced(folder: Path, *arguments: str) -> list[Moment]:
    """Let a process append, and return what was told and safe at each moment."""
    done = trace([*CHILD, "some", str(folder / "db"), *arguments], folder / "calls", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found = list(moments(folder / "calls"))
    assert len(found) == 24
    return found


def cut_power(folder: Path, found: Sequence[Moment]) -> None:
    """Demand, moment by moment, that what was told by then is in the files as they were synced by then."""
    for number, moment in enumerate(found):
        left = folder / f"cut {number}"
        left.mkdir()
        for path, content in moment.files.items():
            (left / path.name).write_bytes(content)
        demand(left / "db", moment.told)


@pytest.mark.slow
def test_what_is_acknowledged_survives_a_power_cut_at_that_very_moment(tmp_path: Path) -> None:
    cut_power(tmp_path, run_traced(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["sync-off", "answer-first"])
def test_a_store_that_answers_too_early_is_caught(tmp_path: Path, fault: str) -> None:
    found = run_traced(tmp_path, fault)
    with pytest.raises(AssertionError, match="acknowledged and lost"):
        cut_power(tmp_path, found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("fdatasync:error=EIO:when=6", "CommitUnknown"),
        ("pwrite64:error=ENOSPC:when=40", "StoreUnavailable"),
        ("pwrite64:error=EIO:when=40", "StoreUnavailable"),
    ],
)
def test_one_error_of_the_disk_is_told_and_the_next_append_works(tmp_path: Path, fault: str, error: str) -> None:
    """Whoever reads again after a failure, as a host does, has all that was acknowledged, and nothing twice."""
    prepare_database(tmp_path / "db")  # what is made at the start is not what is meant to fail
    done = trace([*CHILD, "stubborn", str(tmp_path / "db")], tmp_path / "calls", "-e", f"inject={fault}", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    *told, closed = done.stdout.splitlines()
    assert closed == "closed"
    assert [line.split()[0] for line in told].count(error) == 1, told
    acknowledged = [line for line in told if line.startswith("t ")]
    assert len(acknowledged) == 11
    assert demand(tmp_path / "db", acknowledged) == 12
