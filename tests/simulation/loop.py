"""An event loop whose time is made up: it jumps to the next timer as soon as nothing is left to do.

There is no file, no socket and no thread in it, so what runs on it runs the same every time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from heapq import heappush
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")

SECOND_MS = 1000
TIME_DIGITS = 6
"""Moments are whole microseconds, so that sums of times that passed in other pieces are the same."""


class LoopStalled(RuntimeError):
    """Everybody waits, and no timer is set: nothing would ever happen again."""


class _Timer(asyncio.TimerHandle):
    """A timer that comes after those which were set before it for the same moment.

    In a heap alone their order would depend on whatever other timers there are, and two worlds could part by it.
    """

    _numbers = count()
    _when: float
    _scheduled: bool

    def __init__(self, when: float, callback: Any, args: Any, loop: Any, context: Any) -> None:
        super().__init__(when, callback, args, loop, context)
        self._number = next(self._numbers)

    def __lt__(self, other: Any) -> bool:
        return bool((self._when, self._number) < (other._when, other._number))


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop in virtual time, which begins at zero."""

    def __init__(self) -> None:
        super().__init__()
        self._elapsed = 0.0
        self._selector = _Sleeper(self)
        self._scheduled: list[asyncio.TimerHandle] = []
        self._clock_resolution = 1e-6
        self.failures: list[BaseException] = []
        """What was raised in a task, or where nobody could take it."""
        self.set_task_factory(_task)
        self.set_exception_handler(_note)

    def time(self) -> float:
        """Return the seconds that have passed in here."""
        return self._elapsed

    @property
    def now(self) -> int:
        """The time in whole milliseconds."""
        return round(self._elapsed * SECOND_MS)

    def after(self, milliseconds: float, call: Callable[..., Any], *values: object) -> asyncio.TimerHandle:
        """Call something when so many milliseconds have passed."""
        return self.call_later(milliseconds / SECOND_MS, call, *values)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call something at a moment; what is due at the same one comes in the order in which it was asked for."""
        timer = _Timer(round(when, TIME_DIGITS), callback, args, self, context)
        heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        self._elapsed = round(self._elapsed + seconds, TIME_DIGITS)

    def _process_events(self, event_list: list[Any]) -> None:
        """Do nothing: no events come from outside."""

    def _write_to_self(self) -> None:
        """Do nothing: no other thread can wake this loop."""


class _Sleeper:
    """Stands where a loop waits for sockets, and lets time pass instead."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        """Let so many seconds pass; None means that nothing would ever happen."""
        if timeout is None:
            raise LoopStalled("everybody waits, and no timer is set")
        if timeout > 0:
            self._loop.sleep(timeout)
        return []


def _task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **options)
    task.add_done_callback(_note_failure)
    return task


def _note_failure(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    loop = task.get_loop()
    if error is not None and isinstance(loop, VirtualLoop):
        loop.failures.append(error)


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception") or RuntimeError(context.get("message"))
    assert isinstance(loop, VirtualLoop)
    loop.failures.append(error)


def run_virtual(main: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    """Run something on a virtual loop to its end; what any task raised is raised, and no task may be left."""
    loop = VirtualLoop()
    try:
        result = loop.run_until_complete(main(loop))
        left = asyncio.all_tasks(loop)
        if loop.failures:
            raise loop.failures[0]
        if left:
            raise RuntimeError(f"tasks are left: {sorted(repr(task.get_coro()) for task in left)}")
        return result
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
