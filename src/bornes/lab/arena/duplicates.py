"""Duplicates: two entrants who meet on the same luck from every side, and what came of some of them.

A *duplicate* is one deck (with ``games`` the decks of one game) played once for each team: the first entrant on that
team, the second on all others.  A *chunk* is some duplicates, played: what travels back from the worker.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import islice

from ...bots import Spec
from ...bots.bot import PolicyOf
from ...rules import Rules
from ..tally import GameTotals, leaders, win_share

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


@dataclass(slots=True)
class Chunk:
    """Some duplicates of a pairing, played.  A rotation has the number of the team that the first entrant is on."""

    rows: list[array[int]]
    """For each rotation its deals in order, each the scores of the teams and the team that completed it or -1."""
    lengths: list[array[int]]
    """For each rotation the number of deals in each duplicate."""
    advantages: array[int]
    """For each duplicate the advantages added up; empty where they were not asked for."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often bots failed to make a move, by bot and kind."""
    fault_texts: dict[tuple[str, str], str] = field(default_factory=dict)
    """What went wrong the first time, by bot and kind."""

    @classmethod
    def empty(cls, teams: int) -> Chunk:
        """Make a chunk in which nothing is played yet."""
        return cls([array("i") for _ in range(teams)], [array("i") for _ in range(teams)], array("q"))

    @property
    def teams(self) -> int:
        """How many play, and so how many rotations there are."""
        return len(self.rows)

    def cut(self, duplicates: int) -> Chunk:
        """Return the first duplicates only, with all faults, since nobody knows in which they were."""
        lengths = [one[:duplicates] for one in self.lengths]
        rows = [rows[: sum(one) * (self.teams + 1)] for rows, one in zip(self.rows, lengths, strict=True)]
        return Chunk(rows, lengths, self.advantages[:duplicates], self.faults, self.fault_texts)

    def sizes(self) -> list[int]:
        """Return how many deals each duplicate has."""
        return _add_up(self.lengths)

    def edges(self) -> list[int]:
        """Return what the points of each duplicate differ by, in parts of 1 / (teams - 1)."""
        return _add_up(self._by_duplicate(rotation, self._edges(rotation)) for rotation in range(self.teams))

    def wins(self) -> list[int]:
        """Return the deals won in each duplicate, in parts of ``WIN``."""
        return _add_up(self._by_duplicate(rotation, self._wins(rotation)) for rotation in range(self.teams))

    def games(self, running: Sequence[GameTotals], apart: bool) -> Iterator[list[int]]:
        """Yield for each duplicate what was won of the games that ended in it, in parts of ``WIN``.

        ``running`` has the game in progress of each rotation.  With ``apart`` every duplicate begins a game of its own;
        else games go on from one to the next.
        """
        scores = [
            zip(*self._columns(rotation), rows[self.teams :: self.teams + 1], strict=True)
            for rotation, rows in enumerate(self.rows)
        ]
        for lengths in zip(*self.lengths, strict=True):
            won: list[int] = []
            for rotation, (game, length) in enumerate(zip(running, lengths, strict=True)):
                if apart:
                    game.begin()
                for *points, completer in islice(scores[rotation], length):
                    if game.add(points, completer):
                        won.append(win_share(rotation, game.winners))
            yield won

    def _columns(self, rotation: int) -> list[array[int]]:
        return [self.rows[rotation][team :: self.teams + 1] for team in range(self.teams)]

    def _edges(self, rotation: int) -> list[int]:
        columns = self._columns(rotation)
        totals = map(sum, zip(*columns, strict=True))
        return [self.teams * own - total for own, total in zip(columns[rotation], totals, strict=True)]

    def _wins(self, rotation: int) -> list[int]:
        return [win_share(rotation, leaders(points)) for points in zip(*self._columns(rotation), strict=True)]

    def _by_duplicate(self, rotation: int, numbers: list[int]) -> list[int]:
        lengths = self.lengths[rotation]
        if len(numbers) == len(lengths):  # single deals, or as good as
            return numbers
        rest = iter(numbers)
        return [sum(islice(rest, length)) for length in lengths]


def _add_up(rotations: Iterable[Sequence[int]]) -> list[int]:
    """Add up numbers of the duplicates over the rotations."""
    return [sum(numbers) for numbers in zip(*rotations, strict=True)]
