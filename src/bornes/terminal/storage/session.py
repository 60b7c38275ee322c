"""How a game comes to the table: a new one, a saved one, or one from a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...game import Game
from ...words import Words
from ..local import LocalTable
from ..table import Seat, Table
from .choices import Choices
from .save_slot import SaveSlot
from .saves import SaveError, begin, take


@dataclass(frozen=True, slots=True)
class Opened:
    """A table, and where its game is kept."""

    table: LocalTable
    place: SaveSlot
    resumed: bool = False

    async def close(self) -> None:
        """Leave; nothing is lost."""
        await self.table.close()
        self.place.close()


def open_new(choices: Choices, *, seed: str | None = None, pace: float = 0.0) -> Opened:
    """A new game.  RulesError, GameError and BotError, all of them ValueErrors, say what cannot be played."""
    rules, seats = choices.rules(), choices.seats()
    place = begin(seats, rules.edition, seed)
    try:
        table = LocalTable.new(rules, seats, seed=seed, pace=_pace(choices, pace), keep=place.keep)
    except BaseException:
        place.close()
        raise
    return Opened(table, place)


def open_saved(name: str, *, pace: float = 0.0) -> Opened:
    """A saved game; SaveTaken where another terminal has it."""
    saved, place = take(name)
    if saved.game.over:
        place.keep(saved.game)
        place.close()
        raise SaveError(f"the game {name} is over")
    return _go_on(saved.game, saved.seats, place, pace)


def open_record(game: Game, choices: Choices, *, pace: float = 0.0) -> Opened:
    """A game from a record, which stays as it is: what is played from now on is kept as a saved game.

    The record's names stay; who of them is a bot, the choices say.
    """
    if game.over:
        raise SaveError("the game is over: there is nothing to go on with")
    chosen = replace(choices, players=game.rules.players, names=game.names)
    place = begin(chosen.seats(), game.rules.edition)
    return _go_on(game, chosen.seats(), place, _pace(choices, pace))


def _go_on(game: Game, seats: Sequence[Seat], place: SaveSlot, pace: float) -> Opened:
    try:
        return Opened(LocalTable.resume(game, seats, pace=pace, keep=place.keep), place, resumed=True)
    except BaseException:
        place.close()
        raise


def _pace(choices: Choices, usual: float) -> float:
    return usual if choices.pace is None else choices.pace


def words_for(table: Table, language: str) -> Words:
    """The words for a table and its players; who was given no name gets one in the language."""
    unnamed = Words(language, table.rules.edition)
    names = [seat.name for seat in table.seats]
    chosen = [unnamed.seat(at) if name == f"Player {at + 1}" else name for at, name in enumerate(names)]
    return Words(language, table.rules.edition, chosen, table.rules.teams)
