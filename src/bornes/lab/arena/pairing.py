"""Two entrants who meet on the same luck from every side.

A *duplicate* is one deck (with ``games`` the decks of one game) played once for each team: the first entrant on that
team, the second on all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from ...bots import Spec
from ...bots.bot import PolicyOf
from ...rules import Rules

_STRIDE = 24 << 20
"""From the decks of one game to those of the next; a multiple of every number of players."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, at what, on which luck."""

    rules: Rules
    one: str
    other: str
    """Bots as they are typed."""
    seed: int
    games: bool = False
    """Whole games, whose players know the totals, rather than single deals."""
    playouts: int = 0
    """How many for each move that differs, where advantages are summed up."""
    patience: float | None = None
    """Seconds a bot may think about a move before it is lost; None waits for ever."""

    @property
    def compiled(self) -> bool:
        """Whether compiled policies play, so that nobody needs a view."""
        return not self.playouts and None not in (policy_of(self.one), policy_of(self.other))

    def seated(self, rotation: int) -> list[str]:
        """Return who sits in each seat while the first entrant is on this team."""
        rules = self.rules
        return [self.one if rules.team_of(seat) == rotation else self.other for seat in range(rules.players)]

    def deck_number(self, duplicate: int, deal: int) -> int:
        """Return the number of a deck, which also says who starts: the number modulo the players.

        Games begin with another seat each; within one the start goes round, unless the deal stays.
        """
        if not self.games:
            return duplicate
        players = self.rules.players
        step = 1 if self.rules.dealer_rotation == "left" else players
        return duplicate * _STRIDE + duplicate % players + deal * step

    def seed_of(self, *what: int | str) -> int:
        """Derive a seed from the match's own and from what it is for; it is small enough for any generator."""
        text = "/".join(map(str, (self.seed, *what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


@lru_cache(maxsize=64)
def spec_of(bot: str) -> Spec:
    """Return the spec that a text means; it is looked up once, since that asks all installed packages for bots."""
    return Spec.parse(bot)


def policy_of(bot: str) -> PolicyOf | None:
    """Return the compiled policy of a bot, or None if it has none."""
    return spec_of(bot).policy_of
