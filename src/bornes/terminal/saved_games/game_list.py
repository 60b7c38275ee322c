"""All games that are kept, those that can be continued and those that are over: to be listed, looked at, deleted."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ...base.files import data_folder
from ...base.translatable import N_
from ...game.game import Game
from ...i18n import Translator
from ...rules.ruleset import Rules
from ...tables.table import Table
from .save_slot import FINISHED_FOLDER
from .saves import (
    DamagedSave,
    SavedGame,
    SaveError,
    check_free,
    delete_save,
    game_file,
    read_saved,
    remove_game,
    saved_games,
    saved_names,
)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game that was played here."""

    saved: SavedGame
    path: Path
    """Its file."""
    over: bool
    """Whether it lies with the finished games."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.saved.name

    @property
    def when(self) -> datetime:
        """When the last move was made."""
        return self.saved.when

    @property
    def table(self) -> Table:
        """The table as it was left."""
        return self.saved.table

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.table.rules

    @property
    def deal(self) -> int:
        """Which deal is played or was the last, from 1."""
        return self.table.state.deal

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points, with those of a deal that is being played."""
        return self.table.totals

    @property
    def deals_over(self) -> int:
        """How many deals are over, and can be looked at."""
        return len(self.table.sheets)

    @property
    def winner(self) -> int | None:
        """The team that has won; None while the game goes on, and where it is drawn."""
        return self.table.winner if self.over else None

    def words(self, language: str) -> Translator:
        """Return the words for this game and its players; where one person played here, they speak to that person."""
        people = self.table.people
        return Translator.for_players(language, self.rules, self.table.names, people[0] if len(people) == 1 else None)

    def game(self) -> Game:
        """Return the deals that are over, to be replayed or reviewed: the hands of one that is played stay hidden.

        SaveError where none is over.
        """
        record = Table.fold(self.saved.log.entries, keep_deals=True).finished_record()
        if not record:
            raise SaveError(N_("no deal of the game {name} is over yet"), name=self.name)
        return Game.replay(record)

    def check_free(self) -> None:
        """Raise SaveInUse where another terminal has the game, so that nobody can delete it now."""
        if not self.over:
            check_free(self.name)

    def delete(self) -> None:
        """Delete the game; raise SaveInUse where another terminal has it, SaveError where it cannot be deleted."""
        if self.over:
            remove_game(self.path.parent, self.name)
        else:
            delete_save(self.name)


def list_games() -> tuple[list[GameSummary], list[DamagedSave]]:
    """Return all games, the latest first, and what could not be read of those that can be continued."""
    folder = data_folder() / "games"
    saves, damaged = saved_games()
    found = [GameSummary(saved, game_file(folder, saved.name), over=False) for saved in saves]
    return sorted([*found, *_finished_games(folder / FINISHED_FOLDER)], key=lambda one: one.when, reverse=True), damaged


def _finished_games(folder: Path) -> list[GameSummary]:
    """Return the games that are over; what cannot be read there is left out."""
    found = []
    for name in saved_names(folder):
        with suppress(SaveError, OSError):
            found.append(GameSummary(read_saved(folder, name), game_file(folder, name), over=True))
    return found


def has_played_before() -> bool:
    """Say whether any game was played here, be it over or not."""
    folder = data_folder() / "games"
    return any((*saved_names(folder), *saved_names(folder / FINISHED_FOLDER)))


def latest_reviewable_game() -> GameSummary:
    """Return the latest game of which a deal is over; SaveError where there is none."""
    found, _ = list_games()
    for one in found:
        if one.deals_over:
            return one
    raise SaveError(N_("there is no game to look at yet: no deal was played to its end"))
