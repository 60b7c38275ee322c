"""The characters one can play against, from the weakest to the strongest, and how others join them.

A package adds its own by an entry point of the group ``bornes.bots``: a callable that takes ``seed`` and whatever
options it likes, by name, and returns a ``Bot``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from ..engine.playout import Eager, Policy
from .bot import Bot, BotError, PolicyBot, PolicyOf

GROUP = "bornes.bots"
Maker = Callable[..., Bot]
Option = int | float | str


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody to play against."""

    name: str
    """As it is typed."""
    title: str
    line: str
    """Who that is, in a line; both are English and have their French in the catalogues."""
    make: Maker
    """Called with ``seed`` and the options, by name."""
    policy_of: PolicyOf | None = None
    """The same player as a compiled policy, where it is one: the arena then needs no views."""


def _of_policy(name: str, title: str, line: str, policy_of: PolicyOf) -> Character:
    def make(seed: int) -> Bot:
        return PolicyBot(name, policy_of, seed)

    return Character(name, title, line, make, policy_of)


LADDER: tuple[Character, ...] = (
    _of_policy("random", "The Learner", "Makes any legal move, and has no idea why.", lambda rules: Policy()),
    _of_policy(
        "sunday-driver",
        "The Sunday Driver",
        "Plays whatever can be played, and discards only when nothing can.",
        lambda rules: Eager(),
    ),
)
"""Ours, from the weakest to the strongest."""


def characters() -> dict[str, Character]:
    """Everybody there is by name: our ladder, then those that other packages bring."""
    found = {character.name: character for character in LADDER}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        line = f"From the package {entry.dist.name}." if entry.dist else "From another package."
        found.setdefault(entry.name, Character(entry.name, entry.name, line, partial(_load, entry.name)))
    return found


def _load(entry: str, **options: Any) -> Bot:
    (found,) = entry_points(group=GROUP, name=entry)
    made = found.load()(**options)
    if not isinstance(made, Bot):
        raise BotError(f"{entry}: {found.value} gave {made!r}, which has no name or no choose(view)")
    return made


@dataclass(frozen=True, slots=True)
class Spec:
    """A character with options, as it is typed: ``champion`` or ``champion:playouts=4000``."""

    character: Character
    options: tuple[tuple[str, Option], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """The spec that a text means; what is wrong with it is said in a BotError."""
        name, _, rest = text.partition(":")
        known = characters()
        if name not in known:
            near = get_close_matches(name, known, 1)
            guess = f"; did you mean {near[0]}?" if near else ""
            raise BotError(f"there is no bot {name!r}, the bots are {', '.join(known)}{guess}")
        options = tuple(_option(text, part) for part in rest.split(",") if part)
        spec = cls(known[name], options)
        spec._check_options()
        return spec

    def bot(self, seed: int = 0) -> Bot:
        """A bot of this kind, made for one seat."""
        return self.character.make(seed=seed, **dict(self.options))

    @property
    def policy_of(self) -> PolicyOf | None:
        """The compiled policy, where it is one."""
        return self.character.policy_of if not self.options else None

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.character.name}:{options}" if options else self.character.name

    def _check_options(self) -> None:
        try:
            takes = inspect.signature(self.character.make).parameters
        except ValueError:
            return
        if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in takes.values()):
            return
        allowed = [name for name in takes if name != "seed"]
        for name, _ in self.options:
            if name not in allowed:
                has = f"its options are {', '.join(allowed)}" if allowed else "it has none"
                raise BotError(f"{self.character.name} has no option {name!r}; {has}")


def _option(text: str, part: str) -> tuple[str, Option]:
    name, equals, value = part.partition("=")
    if not equals or not name.isidentifier():
        raise BotError(f"{text!r}: an option is written name=value, such as champion:playouts=4000")
    for number in (int, float):
        try:
            return name, number(value)
        except ValueError:
            continue
    return name, value


def bot(text: str, *, seed: int = 0) -> Bot:
    """A bot by name, such as ``bot("tuned")`` or ``bot("champion:playouts=4000", seed=7)``."""
    return Spec.parse(text).bot(seed)
