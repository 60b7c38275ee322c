"""A box that says where the page in the browser is, while a server for it is found or started."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rich.text import Text
from textual import work
from textual.widgets import Static

from ...words import Words
from ..browser_server import BrowserServer, NoServer
from ..sentences import error_sentence
from .dialogs import Choice, Dialog


@runtime_checkable
class HasBrowserServer(Protocol):
    """An app with a server for the browser, which ends with the app."""

    browser_server: BrowserServer


class BrowserDialog(Dialog[None]):
    """Opens the page in the browser and says where it is."""

    DEFAULT_CSS = """
    BrowserDialog > Vertical { width: 70; }
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        back = Choice(words.gettext("Esc"), words.gettext("back to the terminal"), None)
        super().__init__(words.gettext("In the browser"), words.gettext("One moment …"), [back], None)

    def on_mount(self) -> None:
        """Begin to look for a server."""
        self._open()

    @work(exclusive=True)
    async def _open(self) -> None:
        words = self.words
        assert isinstance(self.app, HasBrowserServer)
        server = self.app.browser_server
        try:
            address = await server.open(words.language)
        except (NoServer, OSError) as error:
            self._say(Text(error_sentence(error, words), "bold red"))
            return
        lines = [Text(words.gettext("Your browser opens this page:")), Text(address, "bold")]
        if server.started_here:
            lines.append(Text(words.gettext("It is there as long as this program runs; nothing is lost when it ends.")))
        self._say(Text("\n").join(lines))

    def _say(self, text: Text) -> None:
        if self.is_up:
            self.query_one(".body", Static).update(text)
