"""A simulated process: all that it does can end in an instant, wherever it is, and nothing it meant to do happens."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from tests.simulation import VirtualLoop

T = TypeVar("T")
_CURRENT: ContextVar[Process | None] = ContextVar("process", default=None)


class Process:
    """Everything that runs in one process; what it starts belongs to it."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.alive = True
        self._loop = loop
        self._tasks: dict[asyncio.Task[Any], None] = {}

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in this process."""
        context = copy_context()
        context.run(_CURRENT.set, self)
        return self._loop.create_task(work, context=context)

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Let a task end with this process; after its death none begins."""
        self._tasks[task] = None
        task.add_done_callback(lambda done: self._tasks.pop(done, None))
        if not self.alive:
            task.cancel()

    def kill(self) -> None:
        """End at once."""
        self.alive = False
        for task in list(self._tasks):
            task.cancel()


def watch_processes(loop: VirtualLoop) -> None:
    """Let the loop know to which process a task belongs: that of whoever started it."""
    plain = loop.get_task_factory()
    assert plain is not None

    def factory(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
        context: Context | None = options.get("context")
        owner = _CURRENT.get() if context is None else context.get(_CURRENT)
        task: asyncio.Task[Any] = plain(loop, work, **options)  # type: ignore[assignment]
        if owner is not None:
            owner.adopt(task)
        return task

    loop.set_task_factory(factory)


NOBODY = Context()
"""The context of what belongs to no process, such as the disk."""
