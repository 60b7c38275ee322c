"""The apps: which screen comes first, which follows, and how the terminal is left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar
from unicodedata import category

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter, NoColor
from textual.message import Message
from textual.screen import Screen

from ...base.translatable import UNSAFE_CATEGORIES, sanitize
from ...i18n import Translator
from ..ascii_output import to_ascii
from ..drawing.theme import Theme
from ..local_server import LocalServer
from ..phrases import damage_sentence, error_sentence
from ..preferences import DEFAULT_BOT, SCREEN_PACE_SECONDS, PlayOptions
from ..shutdown import INTERRUPTED_EXIT_CODE, exit_on_signals

if TYPE_CHECKING:
    from ..online_session import OnlineSession
    from ..saved_games.saves import DamagedSave
    from ..seat_session import LocalSession


class SafeOutputFilter(LineFilter):
    """Takes out of every line that is shown what would move the cursor or do something else to the terminal.

    Names and sentences may come from any server, and from files that anybody gave away.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without what does harm; it stays as wide as it was laid out."""
        return [segment if segment.text.isprintable() else self._shown(segment) for segment in segments]

    def _shown(self, segment: Segment) -> Segment:
        text, style, control = segment
        shown = (char for char in text if cell_len(char) or category(char) not in UNSAFE_CATEGORIES)
        return Segment(sanitize("".join(shown)), style, control)


class AsciiFilter(LineFilter):
    """Turns every line that is shown into ASCII of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in ASCII."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


class DamageFound(Message):
    """Screens that look at saved games post this, with those that cannot be read: whatever app they are in."""

    def __init__(self, damaged: Sequence[DamagedSave], words: Translator) -> None:
        super().__init__()
        self.damaged = damaged
        self.words = words


class TerminalApp(App[int]):
    """What all screens have in common: colours that every terminal has, and an orderly end whatever happens."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    ToastRack { dock: top; align: right top; margin: 0; }  /* below, they would hide the hand and what is asked */
    .-colourless OptionList > .option-list--option-highlighted { text-style: bold underline; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True)]
    TITLE = "Bornes"

    def __init__(self, *, ascii: bool = False, colour: bool = True, calm: bool = False) -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.look = Theme(colour=colour and not self.no_color, boxes=not ascii, calm=calm)
        """How tables are drawn."""
        self._damage_told: set[str] = set()
        """The saved games of which was said already that they cannot be read."""
        self.set_class(ascii, "-ascii")
        self.set_class(not self.look.colour, "-colourless")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return filters that take harm, colours and box characters out of what Textual draws by itself, too."""
        colourless = [] if self.look.colour else [NoColor()]
        ascii_only = [] if self.look.boxes else [AsciiFilter()]
        return [*super().get_line_filters(), SafeOutputFilter(), *colourless, *ascii_only]

    def on_mount(self) -> None:
        """See that the program ends when it is asked to from outside, and restores the terminal if there is one."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()

        def leave(code: int) -> bool:
            with suppress(RuntimeError):  # the loop is closed: it has been left
                loop.call_soon_threadsafe(self.exit, code)
            return self.is_running

        exit_on_signals(leave)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; while the program ends, none that somebody caused, since there may be no screen left."""
        if self.is_running or not event.bubble:
            await super().on_event(event)

    def on_damage_found(self, found: DamageFound) -> None:
        """Say what a screen found."""
        self.tell_damage(found.damaged, found.words)

    def tell_damage(self, damaged: Sequence[DamagedSave], words: Translator) -> None:
        """Say once, and in one sentence, which saved games cannot be read."""
        if fresh := [one for one in damaged if one.name not in self._damage_told]:
            self._damage_told.update(one.name for one in fresh)
            self.notify(damage_sentence(fresh, words), severity="warning", markup=False)

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C): whatever was played is saved already."""
        self.exit(INTERRUPTED_EXIT_CODE)


class OneScreenApp(TerminalApp):
    """Shows one screen, and ends when it is left."""

    def __init__(
        self,
        make: Callable[[Theme], Awaitable[Screen[None]]],
        *,
        ascii: bool = False,
        colour: bool = True,
        calm: bool = False,
    ) -> None:
        super().__init__(ascii=ascii, colour=colour, calm=calm)
        self._make = make
        """Makes the screen, once there is a loop for it to run on."""

    def on_mount(self) -> None:
        """Show the screen."""
        self._show()

    @work(exit_on_error=True)
    async def _show(self) -> None:
        self.push_screen(await self._make(self.look), lambda _: self.exit(0))


class BornesApp(TerminalApp):
    """The home screen, and as many games as are wished for; one that was named is played first."""

    def __init__(self, options: PlayOptions) -> None:
        super().__init__(ascii=options.choices.ascii, colour=options.choices.colour, calm=options.choices.calm)
        self.options = options
        self.session: LocalSession | None = None
        """The game at the table."""
        self.far_session: OnlineSession | None = None
        """The table on a server, while somebody is there."""
        self.browser_server = LocalServer()
        """The server for the browser, once somebody asked for it."""
        self._left: str | None = None
        """How to go on with the game that was left last, or how to look back at it."""

    @property
    def words(self) -> Translator:
        """The words for what concerns no game in particular."""
        return Translator(self.options.lang, self.options.choices.edition)

    def on_mount(self) -> None:
        """Begin with what was asked for."""
        self._go()

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left, and end what was started for the browser."""
        await self._close_session()
        await self._close_far_session()
        await self.browser_server.stop()

    async def _close_session(self) -> None:
        if self.session is not None:
            session, self.session = self.session, None
            await session.close()

    async def _close_far_session(self) -> None:
        if self.far_session is not None:
            session, self.far_session = self.far_session, None
            await session.close()

    def _way_back(self) -> str | None:
        """Say how to go on with the last game that was left, or how to look back at it; None where there is none."""
        if self.far_session is not None:
            self.far_session.left = True
            return self.far_session.way_back(self.words)
        if self.session is None:
            return self._left
        return self.session.way_back(self.words)

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C), and say where the game is saved."""
        self.exit(INTERRUPTED_EXIT_CODE, message=self._way_back())

    # -- from home to a table and back -----------------------------------------------------------------------------

    @work(exit_on_error=True)
    async def _go(self) -> None:
        """Play the game that was named, if one was, and be at home before or after it."""
        from .dialogs import HOME

        if self.options.names_a_game:
            try:
                self.session = await self._first_game()
            except (ValueError, OSError) as error:
                self.exit(1, message=self.words.gettext("bornes: {error}", error=self.words.error(error)))
                return
            if await self._play_games() != HOME:
                self.exit(0, message=self._left)
                return
        await self._be_at_home()
        self.exit(0, message=self._left)

    async def _be_at_home(self) -> None:
        """Offer what there is to do, and do it, until somebody leaves."""
        from .home_screen import CONTINUE, PLAY, HomeScreen

        marked: str | None = None
        while True:
            answer = await self.push_screen_wait(HomeScreen(self.options, self.look, marked))
            self.options = answer.options
            match answer.what:
                case "continue" if answer.saved is not None:
                    self.session = await self._reopened(answer.saved.name)
                case "play":
                    self.session = await self._choose_game()
                case "games":
                    self.session = await self._pick_kept_game()
                case "watch":
                    await self._watch()
                case "join":
                    await self._join()
                case _:
                    return
            await self._play_games()
            marked = None if answer.what in (CONTINUE, PLAY) else answer.what

    async def _play_games(self) -> str | None:
        """Play the game at the table, if there is one, and others after it; returns how the last one was left."""
        from .dialogs import AGAIN

        left: str | None = None
        while self.session is not None:
            left = await self._play_game(self.session)
            self._left = self._way_back()
            await self._close_session()
            if left == AGAIN:
                self.session = await self._choose_game()
        return left

    async def _play_game(self, session: LocalSession) -> str | None:
        """Play a game until it is left, or watch one between bots; returns what the table screen does."""
        from ..seat_session import words_for

        session.slot.on_failure(self._warn_not_saved)
        words = words_for(session.table, self.options.lang)
        if session.table.bots_only:
            from .watch_screen import WatchScreen

            await self.push_screen_wait(WatchScreen(session.table, words, self.look))
            return None
        from .table_screen import TableScreen

        screen = TableScreen(session.table, words, self.look)
        screen.is_saved = lambda: session.slot.failure is None
        return await self.push_screen_wait(screen)

    def _warn_not_saved(self, reason: str) -> None:
        message = self.words.gettext("The game cannot be saved ({reason}); it goes on all the same.", reason=reason)
        self.notify(message, severity="warning", markup=False)

    # -- which game ------------------------------------------------------------------------------------------------

    async def _first_game(self) -> LocalSession | None:
        """Return the game that was named: by a file, the last one, one that options describe, or a new one."""
        options = self.options
        if options.file is not None:
            return await self._open_file()
        if options.resume:
            return await self._last_game()
        return await self._new_game() if options.begin else await self._choose_game()

    async def _open_file(self) -> LocalSession:
        from ..saved_games.saves import save_name
        from ..seat_session import open_record, open_saved

        file, game = self.options.file, self.options.game
        assert file is not None
        assert game is not None
        name = save_name(file)
        if name is not None:
            return await open_saved(name, pace=self._pace)
        return await open_record(game, self.options.choices, pace=self._pace)

    async def _last_game(self) -> LocalSession:
        from ..saved_games.saves import latest_save, saved_games
        from ..seat_session import open_saved

        found, damaged = saved_games()
        self.tell_damage(damaged, self.words)
        return await open_saved(latest_save(found), pace=self._pace)

    async def _reopened(self, name: str) -> LocalSession | None:
        """Return a saved game; None, and why, where it cannot be opened."""
        from ..saved_games.saves import SaveError
        from ..seat_session import open_saved

        try:
            return await open_saved(name, pace=self._pace)
        except SaveError as error:
            self.notify(error_sentence(error, self.words), severity="error", markup=False)
            return None

    async def _pick_kept_game(self) -> LocalSession | None:
        """Return the game that was picked among those that were played here; None where none was."""
        from .games_screen import GamesScreen

        picked = await self.push_screen_wait(GamesScreen(self.options.lang, self.look))
        return None if picked is None else await self._reopened(picked.name)

    async def _choose_game(self) -> LocalSession | None:
        """Return the game chosen on the new game screen, which stays until it can be played; None to leave."""
        from .new_game_screen import NewGameScreen

        while True:
            chosen = await self.push_screen_wait(NewGameScreen(self.options))
            if chosen is None:
                return None
            self.options = chosen
            try:
                return await self._new_game()
            except ValueError as error:
                self.notify(error_sentence(error, self.words), severity="error", markup=False)

    async def _new_game(self) -> LocalSession:
        from ..seat_session import open_new

        return await open_new(self.options.choices, seed=self.options.seed, pace=self._pace)

    @property
    def _pace(self) -> float:
        chosen = self.options.choices.pace
        return SCREEN_PACE_SECONDS if chosen is None else chosen

    # -- looking on, and tables far away ---------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Let somebody choose bots, and watch them; with a person among them it is a game like any other."""
        from ..local_table import LocalTable
        from ..seat_session import words_for
        from .new_game_screen import NewGameScreen
        from .watch_screen import WatchScreen

        bots = tuple(seat.bot or DEFAULT_BOT for seat in self.options.choices.seats())
        offered = replace(self.options, choices=replace(self.options.choices, bots=bots, names=()))
        chosen = await self.push_screen_wait(NewGameScreen(offered, watching=True))
        if chosen is None:
            return
        if chosen.choices.people:
            self.options = chosen
            self.session = await self._new_game()
            return
        choices = chosen.choices
        table = await LocalTable.new(choices.rules(), choices.seats(), seed=chosen.seed, pace=self._pace)
        await self.push_screen_wait(WatchScreen(table, words_for(table, self.options.lang), self.look))

    async def _join(self) -> None:
        """Let somebody find a table on a server, and play there; leaving it leads home."""
        from ...client.http_api import ServerError
        from .lobby_screen import LobbyScreen
        from .online_app import play_online_table
        from .online_table_screen import LOST

        self.far_session = await self.push_screen_wait(LobbyScreen(self.options.lang))
        if self.far_session is None:
            return
        try:
            left = await play_online_table(self, self.far_session, self.options.lang)
            lost = self.far_session.table.lost if left == LOST else None
            self._left = self.far_session.way_back(self.words) if lost is None else None
        except ServerError as error:
            lost = error
        if lost is not None:
            self.notify(error_sentence(lost, self.words), severity="error", markup=False)
        await self._close_far_session()


def run_game(options: PlayOptions) -> int:
    """Play on the screen until somebody leaves; returns the exit code."""
    return run_app(BornesApp(options))


def run_app(app: TerminalApp) -> int:
    """Run an app to its end; returns the exit code."""
    result = app.run()
    if result is None:  # something went wrong, and Textual has said what
        return app.return_code or 1
    return result
