"""Work on all cores and beside an event loop: how many can work at once, and threads and processes that end in time."""

from __future__ import annotations

import asyncio
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

Call = TypeVar("Call")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)


class FutureLike(Protocol[Given]):
    """A result to come: the future of a thread, a process or a cluster."""

    def result(self) -> Given:
        """Wait for the result, and return it."""

    def cancel(self) -> object:
        """Say that the result is no longer wanted."""


def cpu_count() -> int:
    """Return how many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def useful_threads(compiled: bool) -> int:
    """Return how many threads can work at once: one for plain Python, because it holds the GIL."""
    return cpu_count() if compiled else 1


def map_in_order(submit: Callable[[Call], FutureLike[Result]], calls: Iterable[Call], ahead: int) -> Iterator[Result]:
    """Submit calls and yield their results in order, while up to ``ahead`` of them are under way.

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


async def run_in_thread(task: Callable[[], Result]) -> Result:
    """Do something that takes time in a thread beside the event loop, and return what comes of it.

    The thread keeps no program from ending, unlike those of ``asyncio.to_thread``; who stops waiting lets it go on.
    """
    promise: Future[Result] = Future()
    promise.set_running_or_notify_cancel()  # from now on nobody can take it back, so that the thread may answer

    def run() -> None:
        try:
            promise.set_result(task())
        except BaseException as error:  # whoever waits decides what to do with it
            promise.set_exception(error)

    threading.Thread(target=run, name="bornes beside", daemon=True).start()
    return await asyncio.wrap_future(promise)


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start a pool of processes, which end at once when the block is left, whatever they are doing.

    A bot may think for minutes; nobody who pressed Ctrl-C should wait for it.  SIGTERM is handled as Ctrl-C is: a
    process that dies of it leaves semaphores behind, and Python complains of them.
    """
    context = get_context("spawn")
    with _terminated_as_interrupted():
        child_end, parent_end = context.Pipe(duplex=False)
        pool = _Pool(jobs, context, initializer=_begin_work, initargs=(child_end,))
        try:
            yield pool
        finally:
            with _blocked(signal.SIGINT, signal.SIGTERM):  # a second Ctrl-C waits until this is done
                parent_end.close()
                pool.shutdown(cancel_futures=True)
                child_end.close()


class _Pool(ProcessPoolExecutor):
    """Processes that Ctrl-C never reaches, not even while they start: a terminal sends it to all of them."""

    def submit(self, *call: Any, **named: Any) -> Future[Any]:
        """Submit a call; processes and threads that are started for it inherit the blocked signal."""
        with _blocked(signal.SIGINT):
            return super().submit(*call, **named)


@contextmanager
def _blocked(*signals: signal.Signals) -> Iterator[None]:
    """Hold these signals back until the block is left."""
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


def _begin_work(child_end: Connection) -> None:
    """Leave Ctrl-C to the parent, and end when the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(child_end,), daemon=True).start()


def _end_with(child_end: Connection) -> None:
    child_end.poll(None)  # nothing is ever sent: this returns when the other end is closed
    os._exit(1)
