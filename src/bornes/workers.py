"""Work cut into pieces, done on all cores, and handed back in order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from .engine import COMPILED

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

    A bot may think for minutes; nobody who pressed Ctrl-C should wait for it.  SIGTERM is heard as Ctrl-C is: who dies
    of it without a word leaves semaphores behind, and Python complains of them.
    """
    context = get_context("spawn")
    with _terminated_as_interrupted():
        held, leash = context.Pipe(duplex=False)
        pool = _Pool(jobs, context, initializer=_begin_work, initargs=(held,))
        try:
            yield pool
        finally:
            with _deaf(signal.SIGINT, signal.SIGTERM):  # one who presses twice waits for this moment as well
                leash.close()
                pool.shutdown(cancel_futures=True)
                held.close()


class _Pool(ProcessPoolExecutor):
    """Processes that never hear Ctrl-C, not even while they begin: a terminal sends it to all of them."""

    def submit(self, *call: Any, **named: Any) -> Future[Any]:
        """Hand a call out; processes and threads that are begun for it inherit what is not heard here."""
        with _deaf(signal.SIGINT):
            return super().submit(*call, **named)


@contextmanager
def _deaf(*signals: signal.Signals) -> Iterator[None]:
    """Hear these signals later."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM, unless somebody has other plans for it."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _begin_work(held: Connection) -> None:
    """Leave Ctrl-C to the one who started us, and end when that one lets go or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(held,), daemon=True).start()


def _end_with(held: Connection) -> None:
    held.poll(None)  # nothing is ever sent: what comes is the end
    os._exit(1)
