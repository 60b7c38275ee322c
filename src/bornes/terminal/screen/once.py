"""Screens that are left once, however many keys come in a burst."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

T = TypeVar("T")


class Once(Screen[T]):
    """A screen that takes its first answer: a second one would take away the screen below it.

    Name it behind ``ModalScreen``, since styles are inherited from the first base alone.
    """

    _left = False

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Leave the screen, unless it is left already."""
        if self._left:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)
