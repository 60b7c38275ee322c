"""Screens driven by a pilot that waits for them: until nothing is left to do, or until something came about.

Textual's own pilot takes a screen for finished when this process uses little of the processor, as it also does where
others keep the machine busy. All that a screen does runs on one loop, so the loop can say when there is nothing left;
bots that think and timers are beside it, and are waited for by what they bring about.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import textual.app
import textual.pilot
from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot

from tests.support.shell import PATIENCE

T = TypeVar("T")


class InVain(AssertionError):
    """What was waited for did not come about."""


async def at_rest(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Wait until the loop has nothing left to do and the screen shows it, however long Textual would sleep."""
    loop, given_up = asyncio.get_running_loop(), time.monotonic() + PATIENCE
    while True:
        while loop._ready:  # type: ignore[attr-defined]
            if time.monotonic() > given_up:
                raise InVain("the screen does not come to rest")
            await asyncio.sleep(0)
        _next_picture(active_app.get())
        if not loop._ready:  # type: ignore[attr-defined]
            return


def _next_picture(app: App[object]) -> None:
    """Do at once what Textual leaves to timers of some milliseconds: follow the window, lay out, draw."""
    app._check_resize()
    for screen in app.screen_stack[-1:]:
        screen._on_timer_update()


textual.pilot.wait_for_idle = at_rest  # type: ignore[attr-defined]
textual.app.wait_for_idle = at_rest  # type: ignore[attr-defined]


@asynccontextmanager
async def driven(app: App[T], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[T]]:
    """Run an app without a terminal and hand out its pilot, once the first screen is up."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def until(reached: Callable[[], bool]) -> None:
    """Wait for something that bots or timers bring about, with a screen or without."""
    given_up = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > given_up:
            raise InVain("waited in vain")
        await asyncio.sleep(0.005)
    if active_app.get(None) is not None:
        await at_rest()
