"""What a bot is: a view in, a move out, and a name.

A bot is made for one seat and may remember; it never meets a ``Deal``.  What it receives is a ``View``, which holds
what its seat may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from ..base.translatable import TranslatableError
from ..engine.playout import Policy, Rng, decide
from ..game.deal import View
from ..game.moves import Move
from ..rules.ruleset import Rules

PolicyOf = Callable[[Rules], Policy]
"""Gives the compiled policy that plays by these rules."""


_READ, _SHOWN = 2000, 300
"""So much of what an error says is looked at, and told."""


class BotError(TranslatableError, ValueError):
    """A bot that does not exist, or an option it does not know."""


class BrokenBot(BotError):
    """A bot that exists and cannot be had: its package does not load, or makes something else."""


def one_line_error(error: BaseException) -> str:
    """Return what an error says, on one line, whatever it is made of."""
    try:
        # Cut before it is split, and by str itself: an error may say megabytes, or in a string of its own making.
        said = " ".join(str.split(str.__getitem__(str(error), slice(_READ))))
    except BaseException:  # the error's own code runs here
        said = ""
    kind = type_name(error)
    return (f"{kind}: {said}" if said else kind)[:_SHOWN]


def type_name(thing: object) -> str:
    """Return the name of what a thing is, without asking the thing."""
    name: str = type.__dict__["__name__"].__get__(type(thing))
    return name


@runtime_checkable
class Bot(Protocol):
    """An automatic player."""

    @property
    def name(self) -> str:
        """What the bot is called, as it is typed."""

    def choose(self, view: View) -> Move:
        """Choose one of ``view.legal_moves``; asked only while ``view.to_decide``."""


class PolicyBot:
    """A compiled policy as a bot."""

    def __init__(self, name: str, policy_of: PolicyOf, seed: int) -> None:
        self.name = name
        self._policy_of = policy_of
        self._rng = Rng(seed)

    def choose(self, view: View) -> Move:
        """Ask the policy in a world that fits the view; what is hidden there it does not look at."""
        return Move(decide(self._policy_of(view.rules), view.possible_position(), self._rng))
