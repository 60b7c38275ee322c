"""The law of the game as data: what the five rulebooks say, clause by clause, and how their gaps are ruled.

Rules, explanations, documentation and tests all cite the same numbers, so a player who asks why a card cannot
be played, and a reader who asks why the code does what it does, arrive at the same sentence.  Clauses
(``P62-26``) are what an edition says; rulings (``Q-09``) are what Bornes decides where it says nothing, or
two things.  The texts stand in ``data/clauses.toml`` and ``data/rulings.toml`` and are read when first asked
for, since most games never ask.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from ..base.translatable import N_, TranslatableError, TranslatableText

Kind = Literal["clause", "ruling", "clause or ruling", "edition"]
_T = TypeVar("_T")

_FORMS: Mapping[Kind, str] = {
    "clause": N_(
        "There is no clause {id!r}.{guess} "
        "Give an edition's prefix (P62, P88, GC, DJ or AS) and two digits, as in P62-26."
    ),
    "ruling": N_("There is no ruling {id!r}.{guess} Give Q and two digits, as in Q-09."),
    "clause or ruling": N_(
        "There is no clause or ruling {id!r}.{guess} "
        "Give a clause such as P62-26 (prefixes P62, P88, GC, DJ, AS) or a ruling such as Q-09."
    ),
    "edition": N_("There is no edition {id!r}.{guess} Give the name of a rulebook, as in parker-1962."),
}


class UnknownClause(TranslatableError, LookupError):
    """Nothing has this id; carries what was asked for and the ids that look most like it."""

    def __init__(self, id: str, kind: Kind, nearest: tuple[str, ...] = ()) -> None:
        guess = TranslatableText(N_(" Nearest: {ids}."), {"ids": ", ".join(nearest)}) if nearest else ""
        super().__init__(_FORMS[kind], id=id, guess=guess)
        self.id = id
        self.kind = kind
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that one rulebook says, in the project's own words."""

    id: str
    edition: str
    tag: str
    """S stated, I inferred, F read from a figure, L lost and rebuilt, A advice; ``S/F`` for a mixture."""
    section: str
    text: str
    rulings: tuple[str, ...] = ()
    """The rulings that settle what the clause leaves open."""
    not_applicable: str | None = None
    """Why no program can show this clause, for the few that speak of things outside the game."""

    @property
    def binds(self) -> bool:
        """Whether a player must heed it: advice is good to know and free to ignore."""
        return self.tag != "A"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What Bornes decides where the rulebooks are silent, garbled or at odds with themselves."""

    id: str
    title: str
    text: str
    """What was unclear and what is ruled."""
    confidence: str | None
    """H the text practically decides, M other readings are respectable, L a free choice; ``H/M`` for both."""
    switches: tuple[str, ...]
    """The fields of ``Rules`` whose other values give the other readings."""
    editions: tuple[str, ...]
    """The editions in which the question arises."""


def clause(id: str) -> Clause:
    """Return the clause with this id, such as ``P62-26``; another id raises UnknownClause."""
    return _find(id, _clauses(), "clause")


def ruling(id: str) -> Ruling:
    """Return the ruling with this id, such as ``Q-09``; another id raises UnknownClause."""
    return _find(id, _rulings(), "ruling")


def cite(id: str) -> Clause | Ruling:
    """Return the clause or the ruling with this id: a value of the rules may rest on either."""
    return _find(id, _everything(), "clause or ruling")


def clauses(edition: str | None = None) -> tuple[Clause, ...]:
    """List all clauses in order, or those of one edition."""
    every = tuple(_clauses().values())
    if edition is None:
        return every
    if edition not in _editions():
        raise UnknownClause(edition, "edition", _nearest(edition, _editions()))
    return tuple(clause for clause in every if clause.edition == edition)


def rulings() -> tuple[Ruling, ...]:
    """List all rulings in order."""
    return tuple(_rulings().values())


def _find(id: str, known: Mapping[str, _T], kind: Kind) -> _T:
    try:
        return known[id]
    except KeyError:
        raise UnknownClause(id, kind, _nearest(id, known)) from None


def _nearest(id: str, known: Iterable[str]) -> tuple[str, ...]:
    """Find the ids that look most like this one, once small letters and a missing zero are mended."""
    spelled = {name.upper(): name for name in known}
    mended = re.sub(r"-(\d)$", r"-0\1", id.upper())
    return tuple(spelled[match] for match in get_close_matches(mended, spelled, cutoff=0.5))


@cache
def _clauses() -> Mapping[str, Clause]:
    found: dict[str, Clause] = {}
    for edition, sections in _read("clauses.toml").items():
        for section in sections:
            heading = section.pop("section")
            found |= {id: _clause(id, edition, heading, **entry) for id, entry in section.items()}
    return MappingProxyType(found)


def _clause(
    id: str,
    edition: str,
    section: str,
    *,
    tag: str,
    text: str,
    rulings: Iterable[str] = (),
    not_applicable: str | None = None,
) -> Clause:
    return Clause(id, edition, tag, section, text, tuple(rulings), not_applicable)


@cache
def _rulings() -> Mapping[str, Ruling]:
    return MappingProxyType({id: _ruling(id, **entry) for id, entry in _read("rulings.toml").items()})


def _ruling(
    id: str,
    *,
    title: str,
    text: str,
    confidence: str | None = None,
    switch: Iterable[str] = (),
    applies: Iterable[str] | None = None,
) -> Ruling:
    one_line = " ".join(text.split())  # the file breaks lines for its readers, not for ours
    editions = _editions() if applies is None else tuple(applies)
    return Ruling(id, title, one_line, confidence, tuple(switch), editions)


@cache
def _everything() -> Mapping[str, Clause | Ruling]:
    return MappingProxyType({**_clauses(), **_rulings()})


@cache
def _editions() -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause.edition for clause in _clauses().values()))


def _read(name: str) -> dict[str, Any]:
    package = __name__.rpartition(".")[0]
    return tomllib.loads((files(package) / "data" / name).read_text(encoding="utf-8"))
