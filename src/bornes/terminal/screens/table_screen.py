"""The table screen: it shows what the person at the keyboard may know, after every change, and passes the keyboard on.

It is given a ``Table``, which has views and moves but no deal, so the game may run anywhere.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events, work
from textual.binding import BindingType

from ...client.table_client import TableError
from ...game.moves import IllegalMove
from ...game.position import Window
from .dialogs import HazardAnswer, ReadyDialog, WindowDialog
from .table_input import TableMoves
from .widgets import AZERTY_KEYS


class TableScreen(TableMoves):
    """A game at the table; dismissed with AGAIN or LEAVE of the dialogs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(number), f"card({number})") for number in range(1, 9)),
        *((key, f"card({number})") for number, key in enumerate(AZERTY_KEYS, 1)),
        ("left", "step(-1)"),
        ("right", "step(1)"),
        ("enter", "enter"),
        ("space", "draw"),
        ("d,delete,backspace", "discard"),
        ("x", "exchange"),
        ("c", "coup"),
        ("p", "pass"),
        ("escape", "escape"),
        ("e", "extend"),
        ("f", "finish"),
        ("t", "take"),
        ("h", "hint"),
        ("w", "why"),
        ("u", "undo"),
        ("s", "sheet"),
        ("r", "rules"),
        ("i", "howto"),
        ("question_mark", "keys"),
        ("l,pageup", "log"),
        ("greater_than_sign,plus,equals_sign", "faster"),
        ("less_than_sign", "slower"),
        ("n", "next"),
        ("q", "leave"),
    ]

    def on_mount(self) -> None:
        """Begin to follow the game."""
        self.table.listen(self._hear)
        self._hear()
        self._follow()

    # -- following the game --------------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Note a change; where a bot has answered the hazard that people are asked about, ask no more."""
        if self.asking is not None and self.table.window is None:
            self.asking.dismiss(None)
        self.changed.set()

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """Pass the keyboard to whoever it belongs to, and draw the table, after every change."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            self.begin_moment()
            self.notify_faults()
            self.celebrate()
            await self._pass_keyboard()
            self.draw()

    def begin_moment(self) -> None:
        """Drop what was chosen or said for the last moment: every change at this table is a new one."""
        self.reset()

    async def _pass_keyboard(self) -> None:
        """Ask all who play here about a hazard, cover the hand, and wait until the next player is ready.

        Where one person plays here there is nothing to ask and nobody to wait for.
        """
        while (window := self.keyboard.window()) is not None:
            self.draw()
            answer = await self._ask_all(window)
            if self.table.window == window:
                await self._give(answer, window)
        seat = self.keyboard.next_player()
        if seat is not None:
            self.draw()
            await self.app.push_screen_wait(ReadyDialog(self.words.seat(seat), self.words))
            self.keyboard.uncover(seat)

    async def _ask_all(self, window: Window) -> HazardAnswer | None:
        """Ask all who play here about a hazard; where a bot answers it first, nobody has to any more."""
        dialog = WindowDialog(window, self.keyboard.possible_answers(), self.words)
        self.asking = dialog
        try:
            return await self.app.push_screen_wait(dialog)
        finally:
            self.asking = None

    async def _give(self, answer: HazardAnswer | None, window: Window) -> None:
        """Give the answer that those here agreed on, or let the hazard pass."""
        if answer is not None:
            try:
                await self.table.play(answer.seat, answer.move)
                return
            except IllegalMove:
                seat, hazard = self.words.seat(answer.seat), self.words.card(window.hazard)
                message = self.words.gettext("{seat} had no answer to {hazard}.", seat=seat, hazard=hazard)
                self.note(message)
            except TableError:  # a bot was quicker
                return
        await self.table.let_pass()

    def on_key(self, event: events.Key) -> None:
        """Say so where a key does nothing."""
        if event.is_printable and event.character is not None and event.key not in self.active_bindings:
            self.say(self.words.gettext("“{key}” does nothing here; ? shows the keys.", key=event.character))
