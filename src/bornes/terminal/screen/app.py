"""The screen: which one comes first, which follows, and how the terminal is left."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor

from ...game import Game
from ...words import N_, Words
from ..drawing.look import Look
from ..storage.choices import PACE, PlayOptions
from .ascii import Ascii

if TYPE_CHECKING:
    from ..storage.session import Opened

INTERRUPTED = 130
"""What a program that ends by Ctrl-C returns to the shell."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Asked from outside to end: the terminal is restored first."""


class TerminalApp(App[int]):
    """What all screens have in common: colours that every terminal has, and an orderly end whatever happens."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True)]
    TITLE = "Bornes"

    def __init__(self, *, ascii: bool = False, colour: bool = True) -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.manner = Look(colour=colour and not self.no_color, boxes=not ascii)
        """How tables are drawn."""
        self.set_class(ascii, "-ascii")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Whatever is shown, of Textual's own too, keeps to the manner."""
        colourless = [] if self.manner.colour else [NoColor()]
        return [*super().get_line_filters(), *colourless, *([] if self.manner.boxes else [Ascii()])]

    def on_mount(self) -> None:
        """Asked from outside to end, restore the terminal first."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            with suppress(NotImplementedError, AttributeError, RuntimeError):  # as on Windows
                number = int(getattr(signal, name))
                loop.add_signal_handler(number, self.exit, 128 + number)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but while the program ends nothing that somebody did: there may be no screen left."""
        if self.is_running or not event.bubble:
            await super().on_event(event)

    def action_interrupt(self) -> None:
        """Ctrl-C: whatever was played is saved already."""
        self.exit(INTERRUPTED)


class BornesApp(TerminalApp):
    """An evening in the terminal: a game, and as many more as are wished for."""

    def __init__(self, options: PlayOptions) -> None:
        super().__init__(ascii=options.choices.ascii, colour=options.choices.colour)
        self.options = options
        self.opened: Opened | None = None

    @property
    def words(self) -> Words:
        """Words for what concerns no game in particular."""
        return Words(self.options.lang, self.options.choices.edition)

    def on_mount(self) -> None:
        """Begin the evening."""
        self._evening()

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        if self.opened is not None:
            opened, self.opened = self.opened, None
            await opened.close()

    # -- one game after another ----------------------------------------------------------------------------------

    @work(exit_on_error=True)
    async def _evening(self) -> None:
        """The first game, and as many more as are wished for."""
        from .dialogs import AGAIN

        try:
            self.opened = await self._first()
        except (ValueError, OSError) as error:
            self.exit(1, message=f"bornes: {error}")
            return
        while self.opened is not None:
            again = await self._at_the_table(self.opened) == AGAIN
            opened, self.opened = self.opened, None
            await opened.close()
            if again:
                self.opened = await self._chosen()
        self.exit(0)

    async def _at_the_table(self, opened: Opened) -> str | None:
        """A game until it is left; bots among themselves are watched."""
        from ..storage.session import words_for

        opened.place.listen(self._tell_trouble)
        words = words_for(opened.table, self.options.lang)
        if opened.table.watched:
            from ..spectate.watch import WatchScreen

            await self.push_screen_wait(WatchScreen(opened.table, words, self.manner))
            return None
        from .table_screen import TableScreen

        return await self.push_screen_wait(TableScreen(opened.table, words, self.manner))

    def _tell_trouble(self, trouble: str) -> None:
        said = self.words.gettext(N_("The game cannot be saved: {trouble}"), trouble=trouble)
        self.notify(said, severity="warning", markup=False)

    async def _first(self) -> Opened | None:
        """The game that was asked for, a saved one, or what the new game screen gives."""
        options = self.options
        if options.file is not None:
            return self._from_file()
        saved = await self._saved() if options.resume is not False else None
        if saved is not None:
            return saved
        return self._begun() if options.begin else await self._chosen()

    def _from_file(self) -> Opened:
        from ..storage.saves import name_of
        from ..storage.session import open_record, open_saved

        file = self.options.file
        assert file is not None
        name = name_of(file)
        if name is not None:
            return open_saved(name, pace=self._pace)
        return open_record(Game.replay(file.read_text(encoding="utf-8")), self.options.choices, pace=self._pace)

    async def _saved(self) -> Opened | None:
        """A saved game, if there is one and it is wanted."""
        from ..storage.saves import SaveError, latest, saved_games
        from ..storage.session import open_saved
        from .dialogs import ResumeDialog

        found, damaged = saved_games()
        for one in damaged:
            self.notify(str(one), severity="warning", markup=False)
        if self.options.resume:
            return open_saved(latest(found), pace=self._pace)
        while found:
            saved = await self.push_screen_wait(ResumeDialog(found, self.words))
            if saved is None:
                return None
            try:
                return open_saved(saved.name, pace=self._pace)
            except SaveError as error:
                self.notify(str(error), severity="error", markup=False)
                found, _ = saved_games()
        return None

    async def _chosen(self) -> Opened | None:
        """What the new game screen gives; what cannot be played is told, and asked again."""
        from .new_game import NewGameScreen

        while True:
            chosen = await self.push_screen_wait(NewGameScreen(self.options))
            if chosen is None:
                return None
            self.options = chosen
            try:
                return self._begun()
            except ValueError as error:
                self.notify(str(error), severity="error", markup=False)

    def _begun(self) -> Opened:
        from ..storage.session import open_new

        return open_new(self.options.choices, seed=self.options.seed, pace=self._pace)

    @property
    def _pace(self) -> float:
        chosen = self.options.choices.pace
        return PACE if chosen is None else chosen


def run(options: PlayOptions) -> int:
    """Play on the screen until somebody leaves; returns what the shell is told."""
    return run_app(BornesApp(options))


def run_app(app: TerminalApp) -> int:
    """Run an app to its end; returns what the shell is told."""
    result = app.run()
    if result is None:  # something went wrong, and Textual has told what
        return app.return_code or 1
    return result
