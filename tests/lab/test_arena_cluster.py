"""The arena on a cluster: workers may come and go, and the result is the same."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from bornes import edition
from bornes.lab.arena import executor, match
from bornes.lab.arena.duplicates import Chunk
from bornes.lab.arena.executor import ClusterChunkRunner, ClusterError
from bornes.lab.arena.standings import Match
from tests.support.shell import SOURCE, run

TWO = edition("parker-1962").rules(2)


@pytest.fixture
def workers() -> Iterator[Any]:
    """A real cluster of two processes on this machine."""
    from distributed import LocalCluster

    make: Any = LocalCluster  # which has no types
    with make(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,  # that a worker was killed is what we want, and nothing to complain of
    ) as found:
        yield found


@pytest.mark.slow
@pytest.mark.compiled_only
def test_a_worker_that_dies_in_the_middle_changes_nothing(workers: Any) -> None:
    asked: dict[str, Any] = {"deals": 20, "seed": 5, "low_variance": 1}
    pids = [worker.pid for worker in workers.workers.values()]

    def end_one(found: Match) -> None:
        if len(pids) == 2 and found.duplicates >= 4:
            os.kill(pids.pop(), signal.SIGKILL)

    there = match(TWO, "sunday-driver", "random", cluster=workers.scheduler_address, progress=end_one, **asked)
    assert len(pids) == 1
    assert there.as_dict() == match(TWO, "sunday-driver", "random", jobs=1, **asked).as_dict()


@pytest.fixture
def far(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler and a worker in processes of their own: the scheduler's, and its address."""
    told = tmp_path / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}

    def begin(what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(told), *options]
        with (tmp_path / f"{what}.log").open("wb") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    scheduler = begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    while not told.exists():
        assert scheduler.poll() is None
        sleep(0.05)
    worker = begin("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path))
    while b"Registered to" not in (tmp_path / "worker.log").read_bytes():
        assert worker.poll() is None
        sleep(0.05)
    yield scheduler, json.loads(told.read_text(encoding="utf-8"))["address"]
    for process in (scheduler, worker):
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("as_json", [False, True])
def test_a_scheduler_that_dies_in_the_middle_leaves_what_was_played(
    as_json: bool,
    far: tuple[subprocess.Popen[bytes], str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    scheduler, address = far
    monkeypatch.setattr(executor, "CLUSTER_TIMEOUT_SECONDS", 3.0)  # of which Dask takes as much until it gives up
    add = Match.add

    def last_words(match: Match, chunk: Chunk) -> None:
        add(match, chunk)
        if match.duplicates == 8:
            scheduler.kill()

    monkeypatch.setattr(Match, "add", last_words)
    options = ["--deals", "100000", "--low-variance", "--playouts", "1", "--cluster", address]
    ended = run("arena", "sunday-driver", "random", *options, *(["--json"] if as_json else []))
    assert ended.exit_code == 1
    assert ended.stderr == f"bornes: the cluster at {address} went away\n"
    if as_json:
        told = json.loads(ended.stdout)
        assert told["interrupted"]
        assert told["deals"] == 2 * told["duplicates"] >= 16
    else:
        assert "interrupted; this is what was played so far" in ended.stdout
        assert "decks from both sides" in ended.stdout
    assert capfd.readouterr() == ("", ""), "Dask has nothing to add"


class Future:
    """One of Dask's, whose chunk is lost, there, or under way for ever."""

    def __init__(self, lost: bool, done: bool = True) -> None:
        self.lost = lost
        self.done = done

    def add_done_callback(self, tell: Callable[[Future], None]) -> None:
        if self.done:
            tell(self)

    def result(self) -> int:
        from distributed import KilledWorker

        if self.lost:
            make: Any = KilledWorker  # it takes three dead workers to get a real one
            raise make("chunk", "worker", 3)
        return 7


class Client:
    """One of Dask's, of a cluster that loses so many chunks."""

    status = "running"

    def __init__(self, losses: int, done: bool = True) -> None:
        self.losses = losses
        self.done = done

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def submit(self, *args: Any, **options: Any) -> Future:
        self.losses -= 1
        return Future(self.losses >= 0, self.done)


def test_a_piece_that_the_cluster_gives_up_on_is_handed_out_again() -> None:
    assert ClusterChunkRunner(Client(2), "tcp://there:1").submit(int).result() == 7


def test_a_piece_that_is_lost_again_and_again_is_an_error_in_the_end() -> None:
    with pytest.raises(ClusterError, match="the cluster at tcp://there:1 lost a chunk 5 times"):
        ClusterChunkRunner(Client(100), "tcp://there:1").submit(int).result()


def test_nobody_waits_for_a_cluster_that_went_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_POLL_SECONDS", 0.01)
    client = Client(0, done=False)
    pool = ClusterChunkRunner(client, "tcp://there:1")
    under_way = pool.submit(int)
    client.status = "closed"
    with pytest.raises(ClusterError, match="the cluster at tcp://there:1 went away"):
        under_way.result()
    with pytest.raises(ClusterError, match="the cluster at tcp://there:1 went away"):
        pool.submit(int)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1"])
def test_where_nobody_listens_that_is_said(address: str) -> None:
    with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {address}; one is started with"):
        match(TWO, "random", "random", cluster=address)


def test_somebody_else_who_listens_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "CLUSTER_TIMEOUT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(ClusterError, match="no Dask scheduler"):
        match(TWO, "random", "random", cluster=f"127.0.0.1:{silent.getsockname()[1]}")


@pytest.mark.parametrize("address", ["nowhere", "tcp://host:door", "http://127.0.0.1:80"])
def test_what_is_no_address_is_answered_with_one(address: str) -> None:
    with pytest.raises(ClusterError, match=r"looks like tcp://127.0.0.1:8786"):
        match(TWO, "random", "random", cluster=address)


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'bornes\[cluster\]'"):
        match(TWO, "random", "random", cluster="tcp://127.0.0.1:8786")
