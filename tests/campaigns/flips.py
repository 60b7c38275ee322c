"""Prove that the clause tests mean something: change every value of every edition, and one of them must fail.

    python -m tests.campaigns.flips                 all editions, with a line for each value that no test noticed
    python -m tests.campaigns.flips parker-1962     one of them

Each value that an edition's data holds is replaced by each other value it could have, one at a time.  Some need a
companion to make playable rules (Right of Way that does not cover limits cannot answer them either); then a test must
fail that the companion alone leaves passing.  What makes no playable rules even so is noticed by ``Rules`` itself;
everything else must be noticed by a test that is marked with a clause of that edition or with a ruling.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import pytest

from bornes import Edition, Form, Rules, RulesError
from bornes.rules import editions
from bornes.rules.clauses import clause
from bornes.rules.ruleset import choices
from tests.support.paths import TESTS

NUMBERS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "hand_size": lambda n: (n - 1,),
    "exchange_min": lambda n: (n - 1, n + 1),
    "turn_cap": lambda n: (n - 1, n + 1) if n else (20,),
    "speed_limit": lambda n: (n - 25, n + 25),
    "max_200s": lambda n: (n - 1, n + 1),
    "target": lambda n: (1000,) if n == 700 else (700,),
    "game_goal": lambda n: (n - 25, n + 25, 0) if n else (5000,),
}


NO_EXTENSION = {"extension": False, "extension_points": 0, "extension_fails_on_exhaustion": False}
COMPANIONS: tuple[dict[str, Any], ...] = (
    {},
    {"coup_fourre_on_limit": False},
    {"turn_cap": 500},
    {"target": 700},
    {"extension_points": 0, "extension_fails_on_exhaustion": False},
    NO_EXTENSION,
    {"overshoot": "allow"},
    {"overshoot": "allow", **NO_EXTENSION},
    {"end_measure": "miles"},
)
"""What may have to change as well, the least first."""


@dataclass(frozen=True)
class Flip:
    """One value of an edition, changed."""

    edition: Edition
    form: Form | None
    """The form whose own value it is; None for a value of all forms."""
    field: str
    value: Any

    def __str__(self) -> str:
        where = f"{self.edition.name} {self.form or 'all forms'}"
        return f"{where}: {self.field} = {self.value!r} instead of {self._printed!r}"

    @property
    def _printed(self) -> Any:
        return self._values[self.field][0]

    @property
    def _source(self) -> str:
        return self._values[self.field][1]

    @property
    def _values(self) -> Mapping[str, editions.Cited]:
        return self.edition.values if self.form is None else self.edition.forms[self.form]

    def changed(self) -> Edition:
        """Return the edition with the other value."""
        return self._with({self.field: self.value})

    def playable(self) -> tuple[Edition, Edition] | None:
        """Return the edition with the other value and what it needs, and one with what it needs alone, or None."""
        for companion in COMPANIONS:
            if self.field not in companion:
                changed = self._with({**companion, self.field: self.value})
                alone = self._with(companion)
                if playable(changed) and playable(alone):
                    return changed, alone
        return None

    def _with(self, changes: dict[str, Any]) -> Edition:
        """Return the edition with these values: the flipped one in its place, companions in every form concerned."""
        book = self.edition
        own = {self.field: (changes[self.field], self._source)} if self.field in changes else {}
        companions = {name: (value, "") for name, value in changes.items() if name != self.field}
        forms = {form: dict(values) for form, values in book.forms.items()}
        for form in book.forms if self.form is None else [self.form]:
            forms[form].update(companions)
        if self.form is None:
            return replace(book, values={**book.values, **own}, forms=forms)
        forms[self.form].update(own)
        return replace(book, forms=forms)


def flips_of(book: Edition) -> Iterator[Flip]:
    """List every change of one value."""
    for field, (value, _) in book.values.items():
        for other in others(field, value):
            yield Flip(book, None, field, other)
    for form, values in book.forms.items():
        for field, (value, _) in values.items():
            for other in others(field, value):
                yield Flip(book, form, field, other)


def others(field: str, value: Any) -> Iterator[Any]:
    """Return what else a field could say."""
    if choices(field):
        yield from (other for other in choices(field) if other != value)
    elif field == "deck":
        for kind, count in enumerate(value):
            yield (*value[:kind], count - 1, *value[kind + 1 :])
    elif field in ("players", "teams"):
        yield from (value - 1, value * 2)
    elif field in NUMBERS:
        yield from NUMBERS[field](value)
    else:  # points
        yield from (value + 25, value - 25) if value else (100,)


def install(book: Edition) -> None:
    """Let everybody who asks for the edition get this one."""
    import_module(f"bornes.rules.editions.{book.name.replace('-', '_')}").EDITION = book  # type: ignore[attr-defined]
    editions.edition.cache_clear()
    editions._rules.cache_clear()


def playable(book: Edition) -> bool:
    """Return whether rules can be made of every form of the edition."""
    try:
        for form in book.forms:
            Rules(**{field: value for field, (value, _) in book.cited(form).items()})
    except RulesError:
        return False
    return True


class Flipper:
    """A pytest plugin that runs the clause tests against one flip after another instead of once."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.unnoticed: list[Flip] = []
        self.broken: list[str] = []
        """Tests that fail without any change, and so prove nothing."""
        self.tried = 0
        self.refused = 0
        self.favourites: dict[str, list[str]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run everything here."""
        for name in self.names:
            book = editions.edition(name)
            items = [item for item in session.items if isinstance(item, pytest.Function) and _concerns(item, name)]
            self.broken += [item.nodeid for item in items if _fails(item)]
            for flip in flips_of(book):
                self.tried += 1
                found = flip.playable()
                if found is None:
                    self.refused += 1
                elif not self._noticed(flip, items, *found):
                    self.unnoticed.append(flip)
                    print(f"\nunnoticed: {flip}", flush=True)
                install(book)
            print(f"\n{name}: {self.tried} changes so far, {len(self.unnoticed)} unnoticed", flush=True)
        return True

    def _noticed(self, flip: Flip, items: list[pytest.Function], changed: Edition, alone: Edition) -> bool:
        """Return whether some test fails because of the flip; those that noticed the field before are tried first."""
        known = self.favourites.setdefault(flip.field, [])
        ordered = sorted(items, key=lambda item: _name(item) not in known)
        for item in ordered:
            if _fails_with(changed, item) and not _fails_with(alone, item):
                if _name(item) not in known:
                    known.append(_name(item))
                return True
        return False


def _name(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _concerns(item: pytest.Item, name: str) -> bool:
    if set(_parameters(item)) != set(getattr(item, "fixturenames", ())):
        return False  # needs more than its parameters
    ids = [id_ for mark in item.iter_markers("clause") for id_ in mark.args]
    return any(id_.startswith("Q-") or clause(id_).edition == name for id_ in ids)


def _parameters(item: pytest.Item) -> dict[str, Any]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


def _fails_with(book: Edition, item: pytest.Function) -> bool:
    install(book)
    return _fails(item)


def _fails(item: pytest.Function) -> bool:
    """Call the test as a plain function: a thousand flips leave no time for pytest's ceremonies."""
    try:
        item.obj(**_parameters(item))
    except (Exception, pytest.fail.Exception):
        return True
    return False


def main(names: list[str]) -> int:
    """Flip everything; 0 if every change was noticed."""
    flipper = Flipper(names or list(editions.EDITION_NAMES))
    # Only what speaks of clauses: to import the rest takes longer than many flips.
    speaking = [str(path) for path in sorted(TESTS.rglob("test_*.py")) if "mark.clause" in path.read_text("utf-8")]
    options = ["-q", "-p", "no:cacheprovider", "-n", "0", "-m", "clause", "-W", "ignore", *speaking]
    code = pytest.main(options, plugins=[flipper])
    print(f"{flipper.tried} changes, {flipper.refused} make no playable rules, {len(flipper.unnoticed)} unnoticed")
    if flipper.broken:
        print("these fail already:", *flipper.broken, sep="\n  ")
        return 1
    if not flipper.tried or code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code) or 1
    return 1 if flipper.unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
