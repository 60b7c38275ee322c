"""A rulebook as data, before anything is played by it: its forms, its values with their clauses, its refusals.

``Rules`` checks itself against its rulebook, and an ``Edition`` is a rulebook that makes ``Rules``: so what both need
lies below them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..base.translatable import N_, OrList, TranslatableError, TranslatableText, closest_match

EDITION_NAMES = ("parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee")
"""The editions, oldest rulebook family first."""

Cited = tuple[Any, str]
"""A value and the clause or ruling it comes from."""


class RulesError(TranslatableError, ValueError):
    """A value or combination of values that no game can be played with; ``field`` is the rule that is wrong."""

    def __init__(self, field: str, text: str, /, **values: object) -> None:
        self.field = field
        self.why = TranslatableText(text, values)
        """What is wrong with it."""
        super().__init__(N_("{field}: {why}"), field=field, why=self.why)


@dataclass(frozen=True, slots=True)
class Form:
    """A player count with or without partners; ``short`` is a rulebook's own option of a 700 trip."""

    players: int
    """How many play."""
    partners: bool = False
    """Whether two share one set of piles."""
    short: bool = False
    """Whether the trip is the shorter one that the rulebook offers."""

    def __str__(self) -> str:
        return f"{self.players}{' pairs' if self.partners else ''}{' short' if self.short else ''}"


@dataclass(frozen=True)
class Rulebook:
    """What an edition's module holds: which forms it allows, what each fixes, and which clause refuses what."""

    name: str
    """As it is typed, such as ``parker-1962``."""
    title: str
    """As a reader knows it, in English."""
    line: str
    """What it is like to play by it, in a sentence, in English."""
    language: str
    """The language the rulebook was written in."""
    values: Mapping[str, Cited]
    """What holds in every form."""
    forms: Mapping[Form, Mapping[str, Cited]]
    """What a form adds or changes.  The first form of a player count is the one played unless asked otherwise."""
    refusals: Mapping[str, str]
    """The clause behind each reason for which a move can be refused; Q-09 and its like are rulings."""
    row_for_all_safeties: bool = True
    """Whether the sheet has a row for the bonus for all four safeties, or counts it among the safeties."""

    def form(self, players: int, *, partners: bool | None = None, short: bool = False) -> Form:
        """Return the form so described; RulesError names what this edition allows instead.

        ``partners`` may be left out where the rulebook leaves no choice, or its first choice will do.
        """
        self.check_players(players)
        fitting = [form for form in self.forms if form.players == players]
        if partners is not None:
            fitting = [form for form in fitting if form.partners == partners]
        if not fitting:
            text = (
                N_("{edition} with {players} players is played with everybody alone only")
                if partners
                else N_("{edition} with {players} players is played with partners only")
            )
            raise RulesError("partners", text, edition=self.name, players=players)
        fitting = [form for form in fitting if form.short == short]
        if not fitting:
            raise self._no_short_trip(players)
        return fitting[0]

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the rulebook does not know."""
        counts = sorted({form.players for form in self.forms})
        if players not in counts:
            text = N_("{edition} is played by {counts}, not {players!r}")
            raise RulesError("players", text, edition=self.name, counts=OrList(tuple(counts)), players=players)

    def _no_short_trip(self, players: int) -> RulesError:
        """Say where the rulebook has the option of a shorter trip, for somebody who asked for it elsewhere."""
        options = sorted({form.players for form in self.forms if form.short})
        if not options:
            return RulesError("short", N_("{edition} never offers the 700 option"), edition=self.name)
        text = N_("{edition} offers the 700 option with {counts} players, not with {players}")
        return RulesError("short", text, edition=self.name, counts=OrList(tuple(options)), players=players)


def rulebook(name: str) -> Rulebook:
    """Return the rulebook of this name."""
    if name not in EDITION_NAMES:
        raise _no_edition(name)
    module = import_module(f".editions.{name.replace('-', '_')}", __package__)
    found: Rulebook = module.EDITION
    return found


def _no_edition(name: object) -> RulesError:
    """Say which editions there are, and which was perhaps meant."""
    meant = closest_match(name, EDITION_NAMES) if isinstance(name, str) else None
    text = (
        N_("must be one of {known}, not {name!r}; did you mean {nearest}?")
        if meant
        else N_("must be one of {known}, not {name!r}")
    )
    return RulesError("edition", text, known=", ".join(EDITION_NAMES), name=name, nearest=meant)
