"""Work cut into pieces, done on all cores, and handed back in order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from ..engine import COMPILED

Call = TypeVar("Call")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)


class Promise(Protocol[Given]):
    """Something that will be there: the future of a thread, a process or a cluster."""

    def result(self) -> Given:
        """Wait for it."""

    def cancel(self) -> object:
        """It is no longer wanted."""


def cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def useful_threads() -> int:
    """How many threads can work at once: plain Python holds the GIL, so there it is one."""
    return cores() if COMPILED else 1


def in_order(submit: Callable[[Call], Promise[Result]], calls: Iterable[Call], ahead: int) -> Iterator[Result]:
    """The results of the calls, one by one in their order, while up to ``ahead`` of them are under way.

    A few ahead keep every worker busy; all at once would fill the memory of a long run.
    """
    rest = iter(calls)
    waiting = deque(submit(call) for call in islice(rest, ahead))
    try:
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(submit(call) for call in islice(rest, 1))
    finally:
        for promise in waiting:
            promise.cancel()


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes, which end at once when we leave, whatever they are doing.

    A bot may think for minutes; nobody who pressed Ctrl-C should wait for it.
    """
    context = get_context("spawn")
    held, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin_work, initargs=(held,))
    try:
        yield pool
    finally:
        leash.close()
        pool.shutdown(cancel_futures=True)
        held.close()


def _begin_work(held: Connection) -> None:
    """Leave Ctrl-C to the one who started us, and end when that one lets go or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(held,), daemon=True).start()


def _end_with(held: Connection) -> None:
    held.poll(None)  # nothing is ever sent: what comes is the end
    os._exit(1)
