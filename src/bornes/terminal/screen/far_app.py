"""The app for a table far away: waiting for the first deal, then the table, and the way back when it is left."""

from __future__ import annotations

import os

from textual import work

from ...client.api import ServerError
from ...words import Words
from ..far_session import FarSession
from ..storage.session import words_for
from .app import INTERRUPTED, TerminalApp, run_app
from .far_table import LOST, FarTableScreen
from .waiting_screen import WaitingScreen


class FarApp(TerminalApp):
    """Plays at one table far away, as many games as are wished for."""

    def __init__(
        self, session: FarSession, lang: str, *, ascii: bool = False, colour: bool = True, calm: bool = False
    ) -> None:
        super().__init__(ascii=ascii, colour=colour, calm=calm)
        self.session = session
        self.lang = lang

    def on_mount(self) -> None:
        """Go to the table."""
        super().on_mount()
        self._play()

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        await self.session.close()

    @work(exit_on_error=True)
    async def _play(self) -> None:
        table, words = self.session.table, Words(self.lang)
        try:
            await table.open()
        except ServerError as error:
            self.exit(1, message=words.gettext("bornes: {error}", error=words.error(error)))
            return
        left = "" if table.begun else await self.push_screen_wait(WaitingScreen(self.session, self.lang))
        if table.begun and left not in (LOST, "leave"):
            left = await self.push_screen_wait(FarTableScreen(table, words_for(table, self.lang), self.look)) or ""
        self._leave(left)

    def _leave(self, why: str) -> None:
        """End, and say how to come back, or why that cannot be."""
        words, lost = Words(self.lang), self.session.table.lost
        if why == LOST and lost is not None:
            self.exit(1, message=words.gettext("bornes: {error}", error=words.error(lost)))
            return
        self.session.left = True
        self.exit(0, message=self.session.way_back(words))

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C), and say how to come back."""
        self.session.left = True
        self.exit(INTERRUPTED, message=self.session.way_back(Words(self.lang)))


def run(session: FarSession, lang: str, *, ascii: bool = False, colour: bool | None = None, calm: bool = False) -> int:
    """Play on the screen until somebody leaves; returns the exit code."""
    wanted = not os.environ.get("NO_COLOR") if colour is None else colour
    return run_app(FarApp(session, lang, ascii=ascii, colour=wanted, calm=calm))
