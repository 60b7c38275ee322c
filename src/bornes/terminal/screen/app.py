"""The apps: which screen comes first, which follows, and how the terminal is left."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from ...game import Game
from ...words import Words
from ..ascii import to_ascii
from ..drawing.look import Look
from ..storage.choices import SCREEN_PACE, PlayOptions

if TYPE_CHECKING:
    from ..storage.session import Session

INTERRUPTED = 130
"""The exit code of a program that ends by Ctrl-C."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that ask the program from outside to end: the terminal is restored first."""


class AsciiFilter(LineFilter):
    """Turns every line that is shown into ASCII of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in ASCII."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


class TerminalApp(App[int]):
    """What all screens have in common: colours that every terminal has, and an orderly end whatever happens."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "ToastRack { align: right top; }"  # at the bottom they would lie over the hand and what is asked
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True)]
    TITLE = "Bornes"

    def __init__(self, *, ascii: bool = False, colour: bool = True) -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.look = Look(colour=colour and not self.no_color, boxes=not ascii)
        """How tables are drawn."""
        self.set_class(ascii, "-ascii")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return filters that take colours and box characters out of what Textual draws by itself, too."""
        colourless = [] if self.look.colour else [NoColor()]
        return [*super().get_line_filters(), *colourless, *([] if self.look.boxes else [AsciiFilter()])]

    def on_mount(self) -> None:
        """See that the terminal is restored when the program is asked from outside to end."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            with suppress(NotImplementedError, AttributeError, RuntimeError):  # as on Windows
                number = int(getattr(signal, name))
                loop.add_signal_handler(number, self.exit, 128 + number)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; while the program ends, none that somebody caused, since there may be no screen left."""
        if self.is_running or not event.bubble:
            await super().on_event(event)

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C): whatever was played is saved already."""
        self.exit(INTERRUPTED)


class OneScreenApp(TerminalApp):
    """Shows one screen, and ends when it is left."""

    def __init__(
        self, make: Callable[[Look], Awaitable[Screen[None]]], *, ascii: bool = False, colour: bool = True
    ) -> None:
        super().__init__(ascii=ascii, colour=colour)
        self._make = make
        """Makes the screen, once there is a loop for it to run on."""

    def on_mount(self) -> None:
        """Show the screen."""
        self._show()

    @work(exit_on_error=True)
    async def _show(self) -> None:
        self.push_screen(await self._make(self.look), lambda _: self.exit(0))


class BornesApp(TerminalApp):
    """Plays a game, and as many more as are wished for."""

    def __init__(self, options: PlayOptions) -> None:
        super().__init__(ascii=options.choices.ascii, colour=options.choices.colour)
        self.options = options
        self.session: Session | None = None

    @property
    def words(self) -> Words:
        """The words for what concerns no game in particular."""
        return Words(self.options.lang, self.options.choices.edition)

    def on_mount(self) -> None:
        """Begin with the first game."""
        self._play_games()

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        await self._close_session()

    async def _close_session(self) -> None:
        if self.session is not None:
            session, self.session = self.session, None
            await session.close()

    # -- one game after another ----------------------------------------------------------------------------------

    @work(exit_on_error=True)
    async def _play_games(self) -> None:
        """Play the first game, and as many more as are wished for."""
        from .dialogs import AGAIN

        try:
            self.session = await self._first_game()
        except (ValueError, OSError) as error:
            self.exit(1, message=self.words.gettext("bornes: {error}", error=self.words.error(error)))
            return
        left: str | None = None
        while self.session is not None:
            again = await self._play_game(self.session) == AGAIN
            left = self._way_back()
            await self._close_session()
            if again:
                self.session = await self._choose_game()
        self.exit(0, message=left)

    def _way_back(self) -> str | None:
        """Say where the game at the table is saved and how to go on with it; None where there is none."""
        if self.session is None or self.session.table.over:
            return None
        return self.session.way_back(self.words)

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C), and say where the game is saved."""
        self.exit(INTERRUPTED, message=self._way_back())

    async def _play_game(self, session: Session) -> str | None:
        """Play a game until it is left, or watch one between bots; returns what the table screen does."""
        from ..storage.session import words_for

        session.slot.on_failure(self._warn_not_saved)
        words = words_for(session.table, self.options.lang)
        if session.table.bots_only:
            from ..spectate.watch import WatchScreen

            await self.push_screen_wait(WatchScreen(session.table, words, self.look))
            return None
        from .table_screen import TableScreen

        return await self.push_screen_wait(TableScreen(session.table, words, self.look))

    def _warn_not_saved(self, reason: str) -> None:
        message = self.words.gettext("The game cannot be saved ({reason}); it goes on all the same.", reason=reason)
        self.notify(message, severity="warning", markup=False)

    async def _first_game(self) -> Session | None:
        """Return the game that was asked for, a saved one, or the one chosen on the new game screen."""
        options = self.options
        if options.file is not None:
            return await self._open_file()
        saved = await self._saved_game() if options.resume is not False else None
        if saved is not None:
            return saved
        return await self._new_game() if options.begin else await self._choose_game()

    async def _open_file(self) -> Session:
        from ..storage.saves import save_name
        from ..storage.session import open_record, open_saved

        file = self.options.file
        assert file is not None
        name = save_name(file)
        if name is not None:
            return await open_saved(name, pace=self._pace)
        return await open_record(Game.replay(file.read_text(encoding="utf-8")), self.options.choices, pace=self._pace)

    async def _saved_game(self) -> Session | None:
        """Return a saved game, if there is one and it is wanted."""
        from ..storage.saves import SaveError, latest_save, saved_games
        from ..storage.session import open_saved
        from .dialogs import ResumeDialog

        found, damaged = saved_games()
        for one in damaged:
            self.notify(self.words.say(one.message), severity="warning", markup=False)
        if self.options.resume:
            return await open_saved(latest_save(found), pace=self._pace)
        while found:
            saved = await self.push_screen_wait(ResumeDialog(found, self.words))
            if saved is None:
                return None
            try:
                return await open_saved(saved.name, pace=self._pace)
            except SaveError as error:
                self.notify(self.words.error(error), severity="error", markup=False)
                found, _ = saved_games()
        return None

    async def _choose_game(self) -> Session | None:
        """Return the game chosen on the new game screen, which stays until it can be played; None to leave."""
        from .new_game import NewGameScreen

        while True:
            chosen = await self.push_screen_wait(NewGameScreen(self.options))
            if chosen is None:
                return None
            self.options = chosen
            try:
                return await self._new_game()
            except ValueError as error:
                self.notify(self.words.error(error), severity="error", markup=False)

    async def _new_game(self) -> Session:
        from ..storage.session import open_new

        return await open_new(self.options.choices, seed=self.options.seed, pace=self._pace)

    @property
    def _pace(self) -> float:
        chosen = self.options.choices.pace
        return SCREEN_PACE if chosen is None else chosen


def run(options: PlayOptions) -> int:
    """Play on the screen until somebody leaves; returns the exit code."""
    return run_app(BornesApp(options))


def run_app(app: TerminalApp) -> int:
    """Run an app to its end; returns the exit code."""
    result = app.run()
    if result is None:  # something went wrong, and Textual has said what
        return app.return_code or 1
    return result
