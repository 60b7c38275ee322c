"""Screens that are left once, however many keys come in a burst, and that keep still while the program ends."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

T = TypeVar("T")


class DismissOnce(Screen[T]):
    """A screen that takes its first answer only: a second one would take away the screen below it.

    Name it behind ``ModalScreen``, since styles are inherited from the first base alone.
    """

    _dismissed = False

    @property
    def is_up(self) -> bool:
        """Whether the screen is shown or covered: neither taken down nor, as all are at the end, about to be."""
        return self.app.is_running and self in self.app.screen_stack

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Leave the screen, with whatever was opened over it meanwhile, unless it is left already."""
        if self._dismissed or not self.is_up:
            return AwaitComplete()
        self._dismissed = True
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """Handle a message; on a screen that is taken down, none whose handler could miss what is gone already.

        Those are the beginning, and whatever bubbles: what somebody typed, clicked or marked.
        """
        if self.is_up or not (message.bubble or isinstance(message, events.Mount)):
            await super()._on_message(message)
