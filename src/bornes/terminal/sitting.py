"""Somebody at a table: what the screens know of how they came there and how they leave, wherever the game runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ..client.table import Table
from ..events import Viewer
from ..tables.listeners import Send
from ..tables.messages import Done, Refused
from ..words import Words


class Sitting(Protocol):
    """A table, and the way to it and back."""

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def resumed(self) -> bool:
        """Whether the game was begun earlier."""

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved."""

    def way_back(self, words: Words) -> str | None:
        """Say how to come back to the game; None where that cannot be."""

    async def close(self) -> None:
        """Leave the table; nothing is lost."""


class ForPrograms(Protocol):
    """A table that hands out its messages as they are, and takes commands as they are."""

    @property
    def over(self) -> bool:
        """Whether no further deal will be played."""

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""

    async def attach(self, viewer: Viewer, language: str, send: Send) -> None:
        """Send a viewer's messages, first the whole state and then what is new."""

    async def command(self, seat: int | None, command: Any, language: str = "en") -> Done | Refused:
        """Carry out any command of a seat here, and return what to answer."""
