"""The app: which screen comes first, which follows, and how the terminal is left."""

from __future__ import annotations

from dataclasses import replace

from textual import work

from ...client.http_api import ServerError
from ...i18n import Translator
from ...store.saved_games import SaveError, game_name, latest_game, saved_games
from ..local_server import LocalServer
from ..local_table import LocalTable
from ..online_session import OnlineSession
from ..phrases import error_sentence
from ..preferences import DEFAULT_BOT, SCREEN_PACE_SECONDS, PlayOptions
from ..seat_session import LocalSession, open_new, open_record, open_saved, words_for
from ..shutdown import INTERRUPTED_EXIT_CODE
from .base_app import TerminalApp, run_app
from .dialogs import AGAIN, HOME
from .games_screen import GamesScreen
from .home_screen import CONTINUE, PLAY, HomeScreen
from .lobby_screen import LobbyScreen
from .new_game_screen import NewGameScreen
from .online_app import play_online_table
from .online_table_screen import LOST
from .table_screen import TableScreen
from .watch_screen import WatchScreen


class BornesApp(TerminalApp):
    """The home screen, and as many games as are wished for; one that was named is played first."""

    def __init__(self, options: PlayOptions) -> None:
        super().__init__(ascii=options.choices.ascii, colour=options.choices.colour, calm=options.choices.calm)
        self.options = options
        self.session: LocalSession | None = None
        """The game at the table."""
        self.online_session: OnlineSession | None = None
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
        await self._close_online_session()
        await self.browser_server.stop()

    async def _close_session(self) -> None:
        if self.session is not None:
            session, self.session = self.session, None
            await session.close()

    async def _close_online_session(self) -> None:
        if self.online_session is not None:
            session, self.online_session = self.online_session, None
            await session.close()

    def _way_back(self) -> str | None:
        """Say how to go on with the last game that was left, or how to look back at it; None where there is none."""
        if self.online_session is not None:
            self.online_session.left = True
            return self.online_session.way_back(self.words)
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
        session.store.on_failure(self._warn_not_saved)
        words = words_for(session.table, self.options.lang)
        if session.table.bots_only:
            await self.push_screen_wait(WatchScreen(session.table, words, self.look))
            return None
        screen = TableScreen(session.table, words, self.look)
        screen.is_saved = lambda: session.store.failure is None
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
        file, game = self.options.file, self.options.game
        assert file is not None
        assert game is not None
        name = game_name(file)
        if name is not None:
            return await open_saved(name, pace=self._pace)
        return await open_record(game, self.options.choices, pace=self._pace)

    async def _last_game(self) -> LocalSession:
        found, damaged = saved_games()
        self.tell_damage(damaged, self.words)
        return await open_saved(latest_game(found), pace=self._pace)

    async def _reopened(self, name: str) -> LocalSession | None:
        """Return a saved game; None, and why, where it cannot be opened."""
        try:
            return await open_saved(name, pace=self._pace)
        except SaveError as error:
            self.notify(error_sentence(error, self.words), severity="error", markup=False)
            return None

    async def _pick_kept_game(self) -> LocalSession | None:
        """Return the game that was picked among those that were played here; None where none was."""
        picked = await self.push_screen_wait(GamesScreen(self.options.lang, self.look))
        return None if picked is None else await self._reopened(picked.name)

    async def _choose_game(self) -> LocalSession | None:
        """Return the game chosen on the new game screen, which stays until it can be played; None to leave."""
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
        return await open_new(self.options.choices, seed=self.options.seed, pace=self._pace)

    @property
    def _pace(self) -> float:
        chosen = self.options.choices.pace
        return SCREEN_PACE_SECONDS if chosen is None else chosen

    # -- looking on, and tables far away ---------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Let somebody choose bots, and watch them; with a person among them it is a game like any other."""
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
        self.online_session = await self.push_screen_wait(LobbyScreen(self.options.lang))
        if self.online_session is None:
            return
        try:
            left = await play_online_table(self, self.online_session, self.options.lang)
            lost = self.online_session.table.lost if left == LOST else None
            self._left = self.online_session.way_back(self.words) if lost is None else None
        except ServerError as error:
            lost = error
        if lost is not None:
            self.notify(error_sentence(lost, self.words), severity="error", markup=False)
        await self._close_online_session()


def run_game(options: PlayOptions) -> int:
    """Play on the screen until somebody leaves; returns the exit code."""
    return run_app(BornesApp(options))
