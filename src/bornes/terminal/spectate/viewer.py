"""The screen for those who look on: ``bornes watch`` and ``bornes replay`` on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.screen import Screen

from ...game import Game, Seed
from ...rules import Rules
from ...words import Words
from ..drawing.look import Look
from ..local import Keep, LocalTable
from ..screen.app import TerminalApp, run_app
from ..storage.session import words_for
from ..table import Seat
from .replay import ReplayScreen
from .watch import WatchScreen

Show = Callable[[Look], Screen[None]]
"""Makes the screen, once there is a loop for it to run on."""


class OnlookerApp(TerminalApp):
    """One screen, and the end when it is left."""

    def __init__(self, show: Show, *, ascii: bool = False, colour: bool = True) -> None:
        super().__init__(ascii=ascii, colour=colour)
        self.show = show

    def on_mount(self) -> None:
        """Show it."""
        self.push_screen(self.show(self.manner), lambda _: self.exit(0))


def watch(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    lang: str = "en",
    seed: Seed | None = None,
    pace: float = 0.8,
    deals: int | None = None,
    keep: Keep | None = None,
    ascii: bool = False,
    colour: bool = True,
) -> int:
    """Bots against bots until somebody leaves; ``keep`` is given the game after every move.

    Returns what the shell is told.
    """

    def show(look: Look) -> Screen[None]:
        table = LocalTable.new(rules, seats, seed=seed, pace=pace, keep=keep)
        return WatchScreen(table, words_for(table, lang), look, deals)

    return run_app(OnlookerApp(show, ascii=ascii, colour=colour))


def replay(game: Game, *, lang: str = "en", deal: int = 1, ascii: bool = False, colour: bool = True) -> int:
    """A recorded game with its review, until somebody leaves; returns what the shell is told."""

    def show(look: Look) -> Screen[None]:
        return ReplayScreen(game, Words.of(game, lang), look, deal=deal)

    return run_app(OnlookerApp(show, ascii=ascii, colour=colour))
