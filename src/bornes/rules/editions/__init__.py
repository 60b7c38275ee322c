"""The five rulebooks as data: for every form each value of ``Rules`` with the clause or ruling it comes from.

An edition is a module of this package that fills in a ``Rulebook``.  Nothing outside asks which edition is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from ..rulebook import EDITION_NAMES, Cited, Form, Rulebook, rulebook
from ..ruleset import FIELDS, Rules

__all__ = ["EDITION_NAMES", "Cited", "Edition", "Form", "all_forms", "edition", "first_game", "house_rules"]


class Edition(Rulebook):
    """A rulebook that makes ``Rules``, and says which clause is behind each of their values."""

    def rules(self, players: int = 2, *, partners: bool | None = None, short: bool = False) -> Rules:
        """Return the rules of one form, which is described as in ``form``."""
        return _rules(self.name, self.form(players, partners=partners, short=short))

    def cited(self, form: Form) -> dict[str, Cited]:
        """Return every value of the form with its source, in the order of the fields."""
        shape: dict[str, Cited] = {"edition": (self.name, ""), **self.values, **self.forms[form]}
        return {name: shape[name] for name in FIELDS}

    def pays(self, field: str) -> bool:
        """Say whether points of this name are paid in any form, and so have a row on the paper sheet.

        Only bonuses are asked about by name: a row that is no bonus is on every sheet.
        """
        return field not in FIELDS or any(self.cited(form)[field][0] for form in self.forms)

    def source(self, rules: Rules, field: str) -> str | None:
        """Return the clause behind a value of these rules, or None where a house rule replaced it."""
        value, clause = self.cited(self.form_of(rules))[field]
        return str(clause) if getattr(rules, field) == value else None

    def form_of(self, rules: Rules) -> Form:
        """Return the form that these rules started from: the one that most of what makes a form agrees with."""
        same = [form for form in self.forms if form.players == rules.players]
        return max(same, key=lambda form: (form.partners == rules.partners, self._target(form) == rules.target))

    def _target(self, form: Form) -> int:
        return int(self.cited(form)["target"][0])


@cache
def edition(name: str) -> Edition:
    """Return the edition of this name, one of ``bornes.EDITIONS``."""
    book = rulebook(name)
    return Edition(**{field.name: getattr(book, field.name) for field in fields(book)})


@cache
def _rules(name: str, form: Form) -> Rules:
    return Rules(**{field: value for field, (value, _) in edition(name).cited(form).items()})


FIRST_GAMES: Mapping[str, tuple[str, Form]] = {"en": ("parker-1962", Form(2)), "fr": ("dujardin", Form(2))}
"""The edition and the form that a reader of each language is offered first: a rulebook of theirs, in its units.

It is the form in which most people arrive.  Of 10,000 deals between rules of thumb somebody completed the trip of
dujardin in 64 % with two players, 10 % with three, 1 % with four, 14 % with four in the short form, 24 % with six in
pairs, 3 % with eight and 25 % with eight in the short form.
"""


def first_game(language: str) -> tuple[str, Form]:
    """Return the edition and the form that a reader of this language is offered first."""
    return FIRST_GAMES.get(language, FIRST_GAMES["en"])


def all_forms() -> list[tuple[Edition, Form]]:
    """List every form of every edition."""
    return [(edition(name), form) for name in EDITION_NAMES for form in edition(name).forms]


def house_rules(rules: Rules) -> dict[str, Any]:
    """Return the values in which these rules differ from the form of the edition they started from."""
    book = edition(rules.edition)
    printed = book.cited(book.form_of(rules))
    return {name: getattr(rules, name) for name in FIELDS if getattr(rules, name) != printed[name][0]}
