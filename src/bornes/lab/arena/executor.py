"""Who plays the chunks of a match: threads for compiled policies, processes for bots, or a cluster for both."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Protocol

from ...engine import COMPILED
from ...workers import Promise, cores, in_order, processes, useful_threads
from .chunk import Chunk
from .cluster import cluster
from .pairing import Pairing, policy_of
from .table import play


class Pool(Protocol):
    """Workers that chunks are handed to."""

    def submit(self, function: Any, /, *args: Any) -> Promise[Chunk]:
        """Have a function called by a worker."""


class Executor:
    """Plays pairings in chunks; the workers that it has started serve one pairing after another."""

    def __init__(self, jobs: int | None = None, address: str | None = None) -> None:
        self._jobs = jobs
        self._address = address
        self._pools: dict[bool, tuple[Pool, int]] = {}
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

        def submit(first: int) -> Promise[Chunk]:
            return pool.submit(play, pairing, first, min(size, duplicates - first))

        yield from in_order(submit, starts, 4 * workers)

    def _local_jobs(self, pairing: Pairing) -> int:
        return self._jobs or (useful_threads() if pairing.compiled else cores())

    def _pool(self, pairing: Pairing) -> tuple[Pool, int]:
        if pairing.compiled not in self._pools:
            jobs = self._local_jobs(pairing)
            opened = ThreadPoolExecutor(jobs) if pairing.compiled else processes(jobs)
            self._pools[pairing.compiled] = self._open.enter_context(opened), jobs
        return self._pools[pairing.compiled]


def chunk_size(pairing: Pairing) -> int:
    """Return how many duplicates take a moment: for a lively progress bar, and so that Ctrl-C is heard."""
    if pairing.compiled:
        quick = 32 if pairing.games else 1200
        return quick if COMPILED else quick // 32
    both_quick = None not in (policy_of(pairing.one), policy_of(pairing.other))
    return 4 if both_quick and not pairing.games else 1
