"""Work that takes time, in a thread beside the event loop that keeps nobody from leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T], name: str) -> T:
    """Do the work in a thread of its own, and return or raise what it does.

    Whoever stops waiting leaves the work to end by itself, and so does the program.  A thread of the loop's own pool
    would be waited for at the end of the program, however long it thinks.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def deliver(result: T | None, error: BaseException | None) -> None:
        if answer.done():  # nobody waits any more
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:  # whoever waits decides what to do with it
            error = raised
        with suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(deliver, result, error)

    Thread(target=run, name=name, daemon=True).start()
    return await answer
