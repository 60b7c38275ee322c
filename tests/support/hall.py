"""One screen on a bare app: what it shows after some keys, and what it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from tests.support.pilots import driven

T = TypeVar("T")
NOTHING = object()
"""No answer yet."""


class Hall(App[None]):
    """A bare app with something on it, and a screen over that."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self.shown = screen
        self.answer: Any = NOTHING

    def compose(self) -> ComposeResult:
        """What is to be covered."""
        yield Static("A SECRET HAND " * 200)

    def on_mount(self) -> None:
        """Ask."""
        self.push_screen(self.shown, self.got)

    def got(self, answer: Any) -> None:
        """Keep the answer."""
        self.answer = answer


def text_of(app: App[Any]) -> str:
    """What the screen shows, as plain text."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def visit(
    screen: Screen[Any],
    steps: Callable[[Hall, Pilot[None]], Awaitable[T]],
    size: tuple[int, int] = (80, 24),
) -> T:
    """Do something on a screen."""

    async def go() -> T:
        app = Hall(screen)
        async with driven(app, size) as pilot:
            return await steps(app, pilot)

    return asyncio.run(go())


def shown_on(screen: Screen[Any], *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """What a screen shows after these keys."""

    async def steps(app: Hall, pilot: Pilot[None]) -> str:
        await pilot.press(*keys)
        return text_of(app)

    return visit(screen, steps, size)


def answer_of(screen: Screen[Any], *keys: str) -> Any:
    """What a screen answers to these keys."""

    async def steps(app: Hall, pilot: Pilot[None]) -> Any:
        await pilot.press(*keys)
        return app.answer

    return visit(screen, steps)
