"""Who plays the chunks of a match: threads for compiled policies, processes for bots, or a cluster for both.

A chunk is a pure function of the pairing and its numbers, so it does not matter who plays it, or how often: when a
worker of a cluster dies its chunks are played elsewhere, and each is added up once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from socket import create_connection
from threading import Event
from time import sleep
from types import TracebackType
from typing import Any, Protocol
from urllib.parse import urlsplit

from ...base.translatable import N_, TranslatableError
from ...base.workers import FutureLike, cpu_count, map_in_order, process_pool, useful_threads
from ...engine import COMPILED
from .duplicates import Chunk, Pairing, play, policy_of


class ChunkRunner(Protocol):
    """Workers that chunks are handed to."""

    def submit(self, function: Any, /, *args: Any) -> FutureLike[Chunk]:
        """Have a function called by a worker."""


class Executor:
    """Plays pairings in chunks; the workers that it has started serve one pairing after another."""

    def __init__(self, jobs: int | None = None, address: str | None = None) -> None:
        self._jobs = jobs
        self._address = address
        self._pools: dict[bool, tuple[ChunkRunner, int]] = {}
        self._open = ExitStack()

    def __enter__(self) -> Executor:
        if self._address is not None:
            there = self._open.enter_context(cluster(self._address))
            self._pools = dict.fromkeys((True, False), (there, there.workers))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def play(self, pairing: Pairing, duplicates: int) -> Iterator[Chunk]:
        """Play the duplicates of a pairing, and yield them chunk by chunk in order."""
        size = chunk_size(pairing)
        starts = range(0, duplicates, size)
        if self._address is None and min(self._local_jobs(pairing), len(starts)) == 1:
            for first in starts:
                yield play(pairing, first, min(size, duplicates - first))
            return
        pool, workers = self._pool(pairing)

        def submit(first: int) -> FutureLike[Chunk]:
            return pool.submit(play, pairing, first, min(size, duplicates - first))

        yield from map_in_order(submit, starts, 4 * workers)

    def _local_jobs(self, pairing: Pairing) -> int:
        return self._jobs or (useful_threads(COMPILED) if pairing.compiled else cpu_count())

    def _pool(self, pairing: Pairing) -> tuple[ChunkRunner, int]:
        if pairing.compiled not in self._pools:
            jobs = self._local_jobs(pairing)
            opened = ThreadPoolExecutor(jobs) if pairing.compiled else process_pool(jobs)
            self._pools[pairing.compiled] = self._open.enter_context(opened), jobs
        return self._pools[pairing.compiled]


def chunk_size(pairing: Pairing) -> int:
    """Return how many duplicates take a moment: for a lively progress bar, and so that Ctrl-C is heard."""
    if pairing.compiled:
        quick = 32 if pairing.games else 1200
        return quick if COMPILED else quick // 32
    both_quick = None not in (policy_of(pairing.one), policy_of(pairing.other))
    return 4 if both_quick and not pairing.games else 1


# -- on many machines, by Dask ------------------------------------------------------------------------------------

CLUSTER_TIMEOUT_SECONDS = 10.0
"""For the scheduler's answer, and for the first worker."""
_POLL_SECONDS = 1.0
"""How often a waiting process checks that the scheduler is alive."""
_ATTEMPTS = 5
"""How often a chunk is submitted again once Dask itself has given up on it."""
_LOGGERS = ("distributed", "tornado", "asyncio")
"""Those that print tracebacks when a connection breaks."""


class ClusterError(TranslatableError, RuntimeError):
    """A cluster that cannot be reached, or cannot finish."""


class ClusterChunkRunner:
    """A Dask cluster that chunks are submitted to as to a pool of processes."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self.address = address
        self.workers = sum(client.nthreads().values())

    def submit(self, function: Callable[..., Any], /, *args: Any) -> ClusterFuture:
        """Submit a chunk; one that is lost with its worker will be submitted again."""
        return ClusterFuture(self, function, *args)

    def submit_once(self, function: Callable[..., Any], *args: Any) -> Any:
        """Submit a chunk to Dask, and return its future."""
        while self._client.status == "connecting":  # what is submitted now would be lost without a word
            sleep(_POLL_SECONDS / 10)
        self.check()
        # Not "pure": a key of its own each time, so that what was lost is really played again.
        return self._client.submit(function, *args, pure=False, retries=_ATTEMPTS)

    @property
    def gone(self) -> bool:
        """Whether the scheduler went away; Dask itself would then wait for ever."""
        return bool(self._client.status == "closed")

    def check(self) -> None:
        """Raise an error if the scheduler went away."""
        if self.gone:
            raise _went_away(self.address)


class ClusterFuture:
    """A chunk under way on the cluster."""

    def __init__(self, pool: ClusterChunkRunner, function: Callable[..., Any], *args: Any) -> None:
        self._pool = pool
        self._submit = partial(pool.submit_once, function, *args)
        self._future = self._submit()

    def result(self) -> Any:
        """Wait for the chunk; one that is lost with its worker is submitted again."""
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        for _ in range(_ATTEMPTS):
            try:
                self._wait()
                return self._future.result()
            except (KilledWorker, CancelledError, CommClosedError):
                self._future = self._submit()
        text = N_("the cluster at {address} lost a chunk {times} times; its workers keep dying")
        raise ClusterError(text, address=self._pool.address, times=_ATTEMPTS)

    def _wait(self) -> None:
        """Wait while the scheduler is there; a timeout of ``result`` itself could strike during the transfer."""
        done = Event()
        self._future.add_done_callback(lambda future: done.set())
        while not done.wait(_POLL_SECONDS):
            self._pool.check()

    def cancel(self) -> object:
        """Tell the cluster that the chunk is no longer wanted."""
        return self._pool.gone or self._future.cancel()


@contextmanager
def cluster(address: str) -> Iterator[ClusterChunkRunner]:
    """Connect to the cluster whose scheduler is at an address such as ``tcp://127.0.0.1:8786``."""
    try:
        from distributed import Client
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise ClusterError(N_("a cluster needs Dask: pip install 'bornes[cluster]'")) from None
    _check_scheduler(address)
    make: Any = Client  # which has no types
    with _quiet():
        try:
            with make(address, timeout=CLUSTER_TIMEOUT_SECONDS, set_as_default=False) as client:
                _await_workers(client, address)
                yield ClusterChunkRunner(client, address)
        except (CommClosedError, TimeoutError):  # in the middle of a call, or while closing
            raise _went_away(address) from None


def _await_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CLUSTER_TIMEOUT_SECONDS)
    except TimeoutError:
        text = N_("the cluster at {address} has no workers; one is started with: dask worker")
        raise ClusterError(text, address=address) from None


def _went_away(address: str) -> ClusterError:
    return ClusterError(N_("the cluster at {address} went away"), address=address)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's loggers, which print tracebacks when a scheduler dies: our error says so in a sentence."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGGERS]
    loggers = [logging.getLogger(name) for name in {*names, *_LOGGERS}]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


def _check_scheduler(address: str) -> None:
    """Raise an error if no scheduler answers: Dask's client would wait for long, and could not be closed cleanly."""
    host, port, encrypted = _parts(address)
    try:
        with create_connection((host, port), CLUSTER_TIMEOUT_SECONDS) as there:
            greeted = encrypted or there.recv(1)  # a scheduler speaks first, unless the connection is encrypted
    except OSError:
        greeted = b""
    if not greeted:
        text = N_("no Dask scheduler answers at {address}; one is started with: dask scheduler")
        raise ClusterError(text, address=address)


def _parts(address: str) -> tuple[str, int, bool]:
    """Return the host, the port, and whether the connection is encrypted."""
    whole = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = whole.hostname, whole.port
    except ValueError:
        host, port = None, None
    if host is None or port is None or whole.scheme not in ("tcp", "tls"):
        text = N_("{address}: the address of a Dask scheduler looks like tcp://127.0.0.1:8786")
        raise ClusterError(text, address=address)
    return host, port, whole.scheme == "tls"
