"""Processes that a test looks after."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

LONG = 120.0
"""Seconds after which a story hangs."""


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a story that must come to its end."""

    async def told() -> None:
        async with asyncio.timeout(LONG):
            await story()

    asyncio.run(told())


async def until(condition: Callable[[], object]) -> None:
    """Wait until something holds."""
    while not condition():
        await asyncio.sleep(0.002)


def running(pid: int) -> bool:
    """Return whether a process still runs; one that has ended and that nobody has asked about does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def kill(pid: int) -> None:
    """End a process without asking it."""
    os.kill(pid, signal.SIGKILL)
