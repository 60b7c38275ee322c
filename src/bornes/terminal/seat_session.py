"""Somebody at a table: what the screens know of how they came there and how they leave, wherever the game runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..client.table_client import TableClient
from ..game.events import Viewer
from ..game.game import Game
from ..i18n import N_, Translator
from ..store.saved_game_store import SavedGameStore
from ..store.saved_games import SaveError, finish_game, new_game, open_game
from ..tables.listeners import Send
from ..tables.messages import CommandRefused, Done
from .local_table import LocalTable
from .phrases import bornes_command
from .preferences import Preferences


class SeatSession(Protocol):
    """A table, and the way to it and back."""

    @property
    def table(self) -> TableClient:
        """The table."""

    @property
    def resumed(self) -> bool:
        """Whether the game was begun earlier."""

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved."""

    def way_back(self, words: Translator) -> str | None:
        """Say how to come back to the game; None where that cannot be."""

    async def close(self) -> None:
        """Leave the table; nothing is lost."""


class RawTable(Protocol):
    """A table that hands out its messages as they are, and takes commands as they are."""

    @property
    def over(self) -> bool:
        """Whether no further deal will be played."""

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""

    async def attach(self, viewer: Viewer, language: str, send: Send) -> None:
        """Send a viewer's messages, first the whole state and then what is new."""

    async def command(self, seat: int | None, command: Any, language: str = "en") -> Done | CommandRefused:
        """Carry out any command of a seat here, and return what to answer."""


@dataclass(frozen=True, slots=True)
class LocalSession:
    """A table, and where its game is saved."""

    table: LocalTable
    store: SavedGameStore
    resumed: bool = False
    """Whether the game was begun earlier."""

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved; now, if that is so already."""
        self.store.on_failure(callback)

    def way_back(self, words: Translator) -> str | None:
        """Say how to come back to the game, or how to look back once it is over; None where it could not be saved."""
        if self.store.failure is not None:
            return None
        if self.table.over:
            text = N_("{command} review shows the better moves of this game, {command} replay every move.")
            return words.gettext(text, command=bornes_command())
        text = N_("Saved as {name}; continue it with {command} play --resume.")
        return words.gettext(text, name=self.store.name, command=bornes_command())

    async def close(self) -> None:
        """Leave the table and unlock its game; nothing is lost."""
        await self.table.close()
        if self.table.over:
            await finish_game(self.store, self.table.record)
        else:
            await self.store.close()


async def open_new(choices: Preferences, *, seed: str | None = None, pace: float = 0.0) -> LocalSession:
    """Begin a new game.  RulesError, TableError and BotError, all of them ValueErrors, say what cannot be played."""
    rules, seats = choices.rules(), choices.seats()
    store = new_game(rules.edition, seed)
    try:
        table = await LocalTable.new(rules, seats, seed=seed, pace=_pace(choices, pace), store=store, id=store.name)
    except BaseException:
        store.unlock()
        raise
    return LocalSession(table, store)


async def open_saved(name: str, *, pace: float = 0.0) -> LocalSession:
    """Continue a saved game; raise SaveInUse where another terminal has it."""
    store = open_game(name)
    try:
        table = await LocalTable.load(store, seed=store.seed, pace=pace, id=store.table or name)
    except BaseException:
        store.unlock()
        raise
    return LocalSession(table, store, resumed=True)


async def open_record(game: Game, choices: Preferences, *, pace: float = 0.0) -> LocalSession:
    """Continue the game of a record, which stays as it is: what is played from now on is a saved game.

    The names are the record's; the choices say which of them are bots.
    """
    if game.over:
        raise SaveError(N_("the game of this record is over: there is nothing left to play"))
    seats = replace(choices, players=game.rules.players, names=game.names).seats()
    store = new_game(game.rules.edition)
    try:
        table = await LocalTable.of_game(game, seats, pace=_pace(choices, pace), store=store, id=store.name)
    except BaseException:
        store.unlock()
        raise
    return LocalSession(table, store, resumed=True)


def _pace(choices: Preferences, usual: float) -> float:
    return usual if choices.pace is None else choices.pace


def words_for(table: TableClient, language: str) -> Translator:
    """Return the words for a table and its players; where one person plays here, they speak to that person."""
    here = [at for at, seat in enumerate(table.seats) if seat.here]
    you = here[0] if len(here) == 1 else None
    return Translator.for_players(language, table.rules, [seat.name for seat in table.seats], you)
