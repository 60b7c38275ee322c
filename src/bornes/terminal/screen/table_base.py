"""What the table screen shows and says, and all that is no move: hints, pages, pace, the way out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from textual import work
from textual.app import ComposeResult

from ...view import View
from ...words import N_, Words
from ..drawing.look import Look
from ..drawing.scene import Notice, Scene
from ..pacing import quicker, slower
from ..table import Table, TableError
from .board import Board
from .dialogs import LEAVE, LOOK, GameOverDialog, QuitDialog
from .dismiss_once import Once
from .keyboard import Keyboard
from .playing import hint_notice, keys, playable, prompt, thinking


@runtime_checkable
class Paced(Protocol):
    """A table whose bots can be made slower or faster."""

    pace: float


@runtime_checkable
class Candid(Protocol):
    """A table that says what its bots did wrong."""

    @property
    def faults(self) -> Sequence[tuple[int, object]]:
        """What bots did instead of choosing a legal move, with their seats."""


class Tableside(Once[str]):
    """A screen with a table on it; dismissed with AGAIN or LEAVE of the dialogs."""

    def __init__(self, table: Table, words: Words, look: Look | None = None) -> None:
        super().__init__()
        self.table = table
        self.words = words
        self.look = look or Look()
        self.keyboard = Keyboard(table)
        self.selected: int | None = None
        self.discarding = False
        self.message = ""
        self.warning = False
        self.notice: Notice | None = None
        self.stir = asyncio.Event()
        """Set after every change at the table."""
        self._faulty: set[int] = set()
        """The bots whose faults have been told."""

    def compose(self) -> ComposeResult:
        """The board is all there is."""
        yield Board()

    # -- drawing -------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What is shown: the view of the one at the keyboard, or what all may see."""
        return self.keyboard.view()

    def draw(self) -> None:
        """Show the present moment."""
        if self.is_mounted and (board := self.query(Board)):
            board.first().show(self.scene())

    def scene(self) -> Scene:
        """What there is to see now."""
        table, view, words = self.table, self.view, self.words
        said = self.message or prompt(view, table.seats, words, over=table.over, winner=table.winner)
        return Scene(
            view=view,
            seats=table.seats,
            words=words,
            look=self.look,
            number=table.number,
            totals=table.totals,
            playable=playable(view, self.discarding),
            selected=self.selected,
            message=said,
            warning=self.warning,
            notice=self.notice,
            sheet=table.sheet() if view.over else None,
            keys=keys(view, words, can_undo=table.can_undo, over=table.over),
        )

    def say(self, message: str, warning: bool = False) -> None:
        """Show a message until the next move."""
        self.message, self.warning = message, warning
        self.draw()

    def warn(self, message: str) -> None:
        """Show why something cannot be done."""
        self.say(message, warning=True)

    def forget(self) -> None:
        """A new moment: what was chosen or said for the last one no longer counts."""
        self.selected, self.discarding, self.notice = None, False, None
        self.message, self.warning = "", False

    def tell_faults(self) -> None:
        """Say of each bot, once, that somebody else decided for it."""
        for seat, fault in self.table.faults if isinstance(self.table, Candid) else ():
            if seat not in self._faulty:
                self._faulty.add(seat)
                said = N_("{seat} made no legal move ({fault}); a Sunday driver decides in its place.")
                told = self.words.gettext(said, seat=self.words.seat(seat), fault=str(fault))
                self.notify(told, severity="warning", markup=False)

    def not_now(self) -> None:
        """Say that there is nothing to decide."""
        self.warn(self.words.gettext(N_("It is not for you to decide now.")))

    # -- help and the rest ---------------------------------------------------------------------------------------

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """h: ask the champion, without keeping anybody from playing on."""
        seat, moment = self.keyboard.seat, len(self.view.events)
        if seat is None or not self.view.to_decide:
            self.not_now()
            return
        self.notice = thinking(self.words)
        self.draw()
        try:
            found = await self.table.hint(seat)
        except TableError as error:
            self.notice = None
            self.warn(str(error))
            return
        if self.keyboard.seat == seat and len(self.view.events) == moment:
            self.notice = hint_notice(found, self.words)
            self.draw()

    def action_why(self) -> None:
        """w: what every card can do."""
        from .help import WhyScreen

        if self.keyboard.seat is None:
            self.not_now()
        else:
            self.app.push_screen(WhyScreen(self.view, self.words))

    def action_sheet(self) -> None:
        """s: the score sheet."""
        from .help import SheetScreen

        self.app.push_screen(SheetScreen(self.table.sheet(), self.words))

    def action_rules(self) -> None:
        """r: the rules with their clauses."""
        from .help import RulesScreen

        self.app.push_screen(RulesScreen(self.table.rules, self.words))

    def action_keys(self) -> None:
        """?: what the keys do."""
        from .help import KeysScreen

        self.app.push_screen(KeysScreen(self.words))

    async def action_undo(self) -> None:
        """u: take back the last move."""
        if not self.table.can_undo:
            self.warn(self.words.gettext(N_("There is no move to take back.")))
            return
        try:
            await self.table.undo()
        except TableError as error:
            self.warn(str(error))

    def action_faster(self) -> None:
        """+: bots play faster."""
        self._set_pace(quicker)

    def action_slower(self) -> None:
        """-: bots play slower."""
        self._set_pace(slower)

    def _set_pace(self, change: Callable[[float], float]) -> None:
        if isinstance(self.table, Paced):
            self.table.pace = change(self.table.pace)
            said = N_("{seconds} s between the moves of bots.")
            self.say(self.words.gettext(said, seconds=f"{self.table.pace:g}"))

    async def action_next(self) -> None:
        """n: the next deal; after the game, what now."""
        if self.table.over:
            self._after_the_game()
        elif self.view.over:
            await self.table.next_deal()
        else:
            self.warn(self.words.gettext(N_("Not yet: first this is played to its end.")))

    @work(exclusive=True, group="dialog")
    async def _after_the_game(self) -> None:
        chosen = await self.app.push_screen_wait(GameOverDialog(self.table.sheet(), self.table.winner, self.words))
        if chosen != LOOK:
            self.dismiss(chosen)

    @work(exclusive=True, group="dialog")
    async def action_leave(self) -> None:
        """q: ask, then leave; what was played is saved already."""
        if self.table.over or await self.app.push_screen_wait(QuitDialog(self.words)):
            self.dismiss(LEAVE)
