"""Who plays the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots import BotError, Guarded, Spec
from ...engine.playout import Policy, Rng, decide
from ...rules import Rules
from .episode import Episode

Opponent = str | Policy | None
"""A bot by name, or a compiled policy; None is the learner's own seat."""


def seat_opponents(
    rules: Rules, opponents: Opponent | Sequence[Opponent], seats: Sequence[int] | None
) -> tuple[Opponent, ...]:
    """Say who sits in each seat, None for the learner: from one opponent for all others, or one for each seat."""
    if opponents is None:
        if seats is not None and sorted(seats) != list(range(rules.players)):
            raise ValueError("seats: without opponents every seat is the learner's")
        return (None,) * rules.players
    if isinstance(opponents, str | Policy):
        own = _own_seats(rules, (0,) if seats is None else seats)
        return tuple(None if seat in own else opponents for seat in range(rules.players))
    if seats is not None:
        raise ValueError("seats: with opponents by seat, None among them says which seats are the learner's")
    if len(opponents) != rules.players or None not in opponents:
        raise ValueError(f"opponents: {rules.players}, one for each seat, and None for the learner's")
    return tuple(opponents)


def _own_seats(rules: Rules, seats: Sequence[int]) -> set[int]:
    own = set(seats)
    if not own or not own <= set(range(rules.players)):
        raise ValueError(f"seats: must be some of 0 to {rules.players - 1}, not {list(seats)!r}")
    return own


def compiled_policy(rules: Rules, who: str | Policy) -> Policy:
    """Return a compiled policy, perhaps by the name of its bot, or raise an error if the bot is none."""
    policy = _policy(rules, who)
    if policy is None:
        raise BotError(f"{who!r} is not a compiled policy, and only those can play many deals at once; tuned is one")
    return policy


def _policy(rules: Rules, who: str | Policy) -> Policy | None:
    if isinstance(who, Policy):
        return who
    policy_of = Spec.parse(who).policy_of
    return None if policy_of is None else policy_of(rules)


class Player:
    """An opponent for one episode: a bot is made anew for each, since it may remember."""

    def __init__(self, rules: Rules, who: str | Policy, seed: int) -> None:
        self._rng = Rng(seed)
        self._policy = _policy(rules, who)
        self._bot = None if self._policy is not None else Guarded(Spec.parse(str(who)).bot(seed))

    def choose(self, episode: Episode, seat: int) -> int:
        """Choose a move; a compiled policy reads the engine's state, but uses no more of it than a view shows."""
        if self._policy is not None:
            return decide(self._policy, episode.state, self._rng)
        assert self._bot is not None
        return int(self._bot.choose(episode.view(seat)))
