"""The five rulebooks as data: for every form each value of ``Rules`` with the clause or ruling it comes from.

An edition is a module of this package that fills in an ``Edition``.  Nothing outside asks which edition is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from ..rules import FIELDS, Rules, RulesError

NAMES = ("parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee")
"""The editions, oldest rulebook family first."""

Cited = tuple[Any, str]
"""A value and the clause or ruling it comes from."""


@dataclass(frozen=True, slots=True)
class Form:
    """A player count with or without partners; ``short`` is a rulebook's own option of a 700 trip."""

    players: int
    partners: bool = False
    short: bool = False

    def __str__(self) -> str:
        return f"{self.players}{' pairs' if self.partners else ''}{' short' if self.short else ''}"


@dataclass(frozen=True)
class Edition:
    """A rulebook: which forms it allows, what each fixes, and which clause refuses what."""

    name: str
    title: str
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

    def rules(self, players: int = 2, *, partners: bool | None = None, short: bool = False) -> Rules:
        """The rules of one form.  ``partners`` may be left out where the rulebook leaves no choice."""
        return _rules(self.name, self.form(players, partners=partners, short=short))

    def form(self, players: int, *, partners: bool | None = None, short: bool = False) -> Form:
        """The form so described; RulesError names what this edition allows instead."""
        self.check_players(players)
        fitting = [form for form in self.forms if form.players == players]
        if partners is not None:
            fitting = [form for form in fitting if form.partners == partners]
        if not fitting:
            allowed = "partners" if not partners else "everybody alone"
            raise RulesError("partners", f"{self.name} with {players} players is played with {allowed} only")
        fitting = [form for form in fitting if form.short == short]
        if not fitting:
            options = [str(form.players) for form in self.forms if form.short]
            if not options:
                raise RulesError("short", f"{self.name} never offers the 700 option")
            right = f"with {' or '.join(options)} players"
            raise RulesError("short", f"{self.name} offers the 700 option {right}, not with {players}")
        return fitting[0]

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the rulebook does not know."""
        counts = sorted({form.players for form in self.forms})
        if players not in counts:
            right = f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
            raise RulesError("players", f"{self.name} is played by {right}, not {players!r}")

    def cited(self, form: Form) -> dict[str, Cited]:
        """Every value of the form with its source, in the order of the fields."""
        shape: dict[str, Cited] = {"edition": (self.name, ""), **self.values, **self.forms[form]}
        return {name: shape[name] for name in FIELDS}

    def pays(self, field: str) -> bool:
        """Whether points of this name are paid in any form, and so have a row on the paper sheet.

        Only bonuses are asked about by name: a row that is no bonus is on every sheet.
        """
        return field not in FIELDS or any(self.cited(form)[field][0] for form in self.forms)

    def source(self, rules: Rules, field: str) -> str | None:
        """The clause behind a value of these rules, or None where a house rule replaced it."""
        value, clause = self.cited(self.form_of(rules))[field]
        return str(clause) if getattr(rules, field) == value else None

    def form_of(self, rules: Rules) -> Form:
        """The form that these rules started from: the one that most of what makes a form agrees with."""
        same = [form for form in self.forms if form.players == rules.players]
        return max(same, key=lambda form: (form.partners == rules.partners, self._target(form) == rules.target))

    def _target(self, form: Form) -> int:
        return int(self.cited(form)["target"][0])


@cache
def edition(name: str) -> Edition:
    """The edition of this name."""
    if name not in NAMES:
        raise RulesError("edition", f"must be one of {', '.join(NAMES)}, not {name!r}")
    module = import_module(f".{name.replace('-', '_')}", __name__)
    found: Edition = module.EDITION
    return found


@cache
def _rules(name: str, form: Form) -> Rules:
    return Rules(**{field: value for field, (value, _) in edition(name).cited(form).items()})


def all_forms() -> list[tuple[Edition, Form]]:
    """Every form of every edition."""
    return [(edition(name), form) for name in NAMES for form in edition(name).forms]


def house_rules(rules: Rules) -> dict[str, Any]:
    """The fields in which these rules differ from the form of the edition they started from."""
    book = edition(rules.edition)
    printed = book.cited(book.form_of(rules))
    return {name: getattr(rules, name) for name in FIELDS if getattr(rules, name) != printed[name][0]}
