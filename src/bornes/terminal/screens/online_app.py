"""The app for a table far away: waiting for the first deal, then the table, and the way back when it is left."""

from __future__ import annotations

import os

from textual import work

from ...base.translatable import TranslatableError
from ...client.http_api import ServerError
from ...i18n import Translator
from ..online_session import OnlineSession
from ..phrases import error_sentence
from ..seat_session import words_for
from ..shutdown import INTERRUPTED_EXIT_CODE
from .base_app import TerminalApp, run_app
from .dialogs import LEAVE
from .lobby_screen import LobbyScreen
from .online_table_screen import LOST, OnlineTableScreen
from .waiting_room_screen import WaitingRoomScreen


async def play_online_table(app: TerminalApp, session: OnlineSession, lang: str) -> str:
    """Play at a table far away until it is left: first its waiting room, then the table, each on a screen of the app.

    Call it from a worker of the app, with a session that is not connected yet, such as ``LobbyScreen`` returns; close
    the session afterwards.  Returns LEAVE, or LOST where the table is out of reach for good and ``session.table.lost``
    says why; ServerError where it never was in reach.
    """
    table = session.table
    await table.open()
    left = "" if table.begun else await app.push_screen_wait(WaitingRoomScreen(session, lang))
    if table.begun and left not in (LOST, LEAVE):
        left = await app.push_screen_wait(OnlineTableScreen(table, words_for(table, lang), app.look))
    session.left = left != LOST
    return left or LEAVE


class LobbyApp(TerminalApp):
    """Shows the lobby of a server, plays at the tables that are chosen there, and comes back to it."""

    def __init__(
        self,
        lang: str,
        server: str,
        name: str = "",
        *,
        ascii: bool = False,
        colour: bool = True,
        calm: bool = False,
    ) -> None:
        super().__init__(ascii=ascii, colour=colour, calm=calm)
        self.lang = lang
        self.server = server
        self.player = name
        self.session: OnlineSession | None = None

    def on_mount(self) -> None:
        """Show the lobby."""
        self._play()

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        await self._close_session()

    async def _close_session(self) -> None:
        if self.session is not None:
            session, self.session = self.session, None
            await session.close()

    @work(exit_on_error=True)
    async def _play(self) -> None:
        words = Translator(self.lang)
        while True:
            self.session = await self.push_screen_wait(LobbyScreen(self.lang, self.server, self.player))
            if self.session is None:
                break
            self.server = self.session.table.link.server
            try:
                if (
                    await play_online_table(self, self.session, self.lang) == LOST
                    and self.session.table.lost is not None
                ):
                    raise self.session.table.lost
            except TranslatableError as error:
                self.notify(error_sentence(error, words), severity="error", markup=False)
            await self._close_session()
        self.exit(0)

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C), and say how to come back to a table."""
        back = None
        if self.session is not None:
            self.session.left = True
            back = self.session.way_back(Translator(self.lang))
        self.exit(INTERRUPTED_EXIT_CODE, message=back)


class OnlineTableApp(TerminalApp):
    """Plays at one table far away, as many games as are wished for."""

    def __init__(
        self, session: OnlineSession, lang: str, *, ascii: bool = False, colour: bool = True, calm: bool = False
    ) -> None:
        super().__init__(ascii=ascii, colour=colour, calm=calm)
        self.session = session
        self.lang = lang

    def on_mount(self) -> None:
        """Go to the table."""
        self._play()

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        await self.session.close()

    @work(exit_on_error=True)
    async def _play(self) -> None:
        try:
            self._leave(await play_online_table(self, self.session, self.lang))
        except ServerError as error:
            words = Translator(self.lang)
            self.exit(1, message=words.gettext("bornes: {error}", error=words.error(error)))

    def _leave(self, why: str) -> None:
        """End, and say how to come back, or why that cannot be."""
        words, lost = Translator(self.lang), self.session.table.lost
        if why == LOST and lost is not None:
            self.exit(1, message=words.gettext("bornes: {error}", error=words.error(lost)))
            return
        self.exit(int(bool(self.session.table.fairness_violations)), message=self.session.way_back(words))

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C), and say how to come back."""
        self.session.left = True
        self.exit(INTERRUPTED_EXIT_CODE, message=self.session.way_back(Translator(self.lang)))


def run_online_table(
    session: OnlineSession, lang: str, *, ascii: bool = False, colour: bool | None = None, calm: bool = False
) -> int:
    """Play on the screen until somebody leaves; returns the exit code."""
    wanted = not os.environ.get("NO_COLOR") if colour is None else colour
    return run_app(OnlineTableApp(session, lang, ascii=ascii, colour=wanted, calm=calm))


def run_lobby(
    lang: str, server: str, name: str = "", *, ascii: bool = False, colour: bool | None = None, calm: bool = False
) -> int:
    """Show the lobby of a server until somebody leaves; returns the exit code."""
    wanted = not os.environ.get("NO_COLOR") if colour is None else colour
    return run_app(LobbyApp(lang, server, name, ascii=ascii, colour=wanted, calm=calm))
