"""The characters one can play against, from the weakest to the strongest, and how they are asked for by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from ..engine.playout import Eager, Policy
from ..rules import Rules
from ..words import N_
from .bot import Bot, BotError, PolicyBot, PolicyOf
from .champion import CAUTION, Champion
from .heuristic import Heuristic
from .inference import BELIEF
from .plugins import Guest, guests
from .weights import tuned_policy

Maker = Callable[..., Bot]
Option = int | float | str
Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody to play against."""

    name: str
    """As it is typed."""
    title: str
    line: str
    """Who that is, in a line; both are English, and ours have their French in the catalogues."""
    make: Maker
    """Called with ``seed`` and the options, by name."""
    policy_of: PolicyOf | None = None
    """The same player as a compiled policy, where it is one: the arena then needs no views."""
    package: str | None = None
    """The package that brings it; None for ours."""

    def options(self) -> tuple[str, ...] | None:
        """The names of its options; None where it takes any.  A guest is loaded for it, and may be a BrokenBot."""
        maker = self.make.load() if isinstance(self.make, Guest) else self.make
        try:
            takes = inspect.signature(maker).parameters.values()
        except (TypeError, ValueError):  # as of some that are not written in Python
            return None
        if any(one.kind is one.VAR_KEYWORD for one in takes):
            return None
        named = (one.name for one in takes if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY))
        return tuple(name for name in named if name != "seed")


WHO = {
    "random": (N_("The Learner"), N_("Makes any legal move, and has no idea why.")),
    "sunday-driver": (
        N_("The Sunday Driver"),
        N_("Plays whatever can be played, and discards only when nothing can."),
    ),
    "rule-of-thumb": (N_("The Old Hand"), N_("Keeps the rules of thumb of an experienced player.")),
    "tuned": (
        N_("The Mechanic"),
        N_("The old hand’s rules, with every weight tuned by playing millions of deals."),
    ),
    "champion": (
        N_("The Champion"),
        N_("Imagines what cannot be seen, plays each move out thousands of times, and takes the best."),
    ),
}
"""The title and the line of each of ours."""


def _of_policy(name: str, policy_of: PolicyOf) -> Character:
    def make(seed: int) -> Bot:
        return PolicyBot(name, policy_of, seed)

    return Character(name, *WHO[name], make, policy_of)


def _champion(
    seed: int,
    playouts: int | None = None,
    seconds: float | None = None,
    caution: float = CAUTION,
    belief: float = BELIEF,
    aim: str = "game",
) -> Bot:
    return Champion(seed, playouts=playouts, seconds=seconds, caution=caution, belief=belief, aim=aim)


ROSTER: tuple[Character, ...] = (
    _of_policy("random", lambda rules: Policy()),
    _of_policy("sunday-driver", lambda rules: Eager()),
    _of_policy("rule-of-thumb", lambda rules: Heuristic()),
    _of_policy("tuned", tuned_policy),
    Character("champion", *WHO["champion"], _champion),
)
"""Ours, from the weakest to the strongest."""


def characters() -> dict[str, Character]:
    """Everybody there is by name: our ladder, then those that other packages bring; nobody takes another's name."""
    found = {character.name: character for character in ROSTER}
    for guest in guests():
        line = f"From the package {guest.package}."
        found.setdefault(guest.name, Character(guest.name, guest.name, line, guest, package=guest.package))
    return found


@dataclass(frozen=True, slots=True)
class Spec:
    """A character with options, as it is typed: ``champion`` or ``champion:playouts=4000``."""

    character: Character
    options: tuple[tuple[str, Option], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """The spec that a text means; what is wrong with it is said in a BotError."""
        name, _, rest = text.partition(":")
        spec = cls(_character(name), tuple(_option(text, part) for part in rest.split(",") if part))
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
        names = [name for name, _ in self.options]
        allowed = self.character.options() if names else None
        for number, name in enumerate(names):
            if allowed is not None and name not in allowed:
                has = f"its options are {', '.join(allowed)}" if allowed else "it has none"
                raise BotError(f"{self.character.name} has no option {name!r}; {has}")
            if name in names[:number]:
                raise BotError(f"{self.character.name}: the option {name!r} is given twice")


def _character(name: str) -> Character:
    for character in ROSTER:  # without a look at what is installed, which takes its time
        if character.name == name:
            return character
    known = characters()
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 1)
    guess = f"; did you mean {near[0]}?" if near else ""
    raise BotError(f"there is no bot {name!r}, the bots are {', '.join(known)}{guess}")


def _option(text: str, part: str) -> tuple[str, Option]:
    name, equals, value = part.partition("=")
    if not equals or not name.isidentifier():
        raise BotError(f"{text!r}: an option is written name=value, such as champion:playouts=4000")
    if name == "seed":
        raise BotError(f"{text!r}: the seed is no option, each seat gets its own")
    for number in (int, float):
        try:
            return name, number(value)
        except ValueError:
            continue
    return name, value


def bot(text: str, *, seed: int = 0) -> Bot:
    """A bot by name, such as ``bot("tuned")`` or ``bot("champion:playouts=4000", seed=7)``."""
    return Spec.parse(text).bot(seed)


def as_list(players: Player | Sequence[Player]) -> list[Player]:
    """Return players as a list, which may have been given as one alone; a name is one, although text is a sequence."""
    many = isinstance(players, Sequence) and not isinstance(players, str | bytes)
    return list(players) if many else [players]  # type: ignore[list-item,arg-type]  # one, or many of them


def for_each_seat(players: Sequence[Player], rules: Rules) -> list[Player]:
    """Return who sits in each seat, where one is given for all, one for each team, or one for each seat."""
    if len(players) not in (1, rules.teams, rules.players):
        counts = [f"{rules.teams} (one for each team)", f"{rules.players} (one for each seat)"]
        wanted = " or ".join(counts if rules.teams < rules.players else counts[1:])
        raise BotError(f"give one bot for all, or {wanted}, not {len(players)}")
    return [players[seat % len(players)] for seat in range(rules.players)]  # partners sit a round of the teams apart
