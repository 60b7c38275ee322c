"""Many deals between automatic players, added up.

The sums are whole numbers, so they are exact and the order of adding does not matter: one seed gives one result, on
however many cores and in however many chunks the deals were played.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from ..base.workers import map_in_order, useful_threads
from ..engine import COMPILED
from ..engine.codes import Ending
from ..engine.playout import Eager, Policy, play_deals
from ..game.deal_results import DealResults
from ..game.moves import TEAM_LETTERS
from ..game.position import compile_rules
from ..rules.editions import edition, house_rules
from ..rules.ruleset import Rules
from .estimates import Tally

POLICIES: dict[str, type[Policy]] = {"eager": Eager, "random": Policy}
"""Who plays: eager plays what it can and discards only when it must; random makes any legal move."""

SEEDS = 1 << 64
"""A seed is a whole number below this."""

# A chunk is short enough for a lively progress bar and a prompt Ctrl-C; 24 is a multiple of every number of
# players, so each chunk begins with seat 0 to start.
_CHUNK = 24 * (100 if COMPILED else 2)


@dataclass(frozen=True, slots=True)
class SideResult:
    """How one team did, or whichever team was first, second and so on to play."""

    score: Tally = field(default_factory=Tally)
    wins: int = 0
    """Deals in which it alone had the highest score."""
    ties: int = 0
    """Deals in which it shared the highest score."""
    trips: int = 0
    """Deals that it completed."""

    def __add__(self, other: SideResult) -> SideResult:
        return SideResult(
            self.score + other.score,
            self.wins + other.wins,
            self.ties + other.ties,
            self.trips + other.trips,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"score": self.score.as_dict(), "wins": self.wins, "ties": self.ties, "trips": self.trips}


@dataclass
class Simulation:
    """What came of the deals so far."""

    rules: Rules
    policy: str
    seed: int
    deals: int = 0

    def __post_init__(self) -> None:
        self.endings = dict.fromkeys(Ending, 0)
        self.moves, self.turns = Tally(), Tally()
        self._sides = [[SideResult()] * self.rules.teams for _ in range(self.rules.players)]
        """For each seat that may start, how each team did when it started."""

    @property
    def teams(self) -> list[SideResult]:
        """How each team did."""
        return [sum((row[team] for row in self._sides), SideResult()) for team in range(self.rules.teams)]

    @property
    def places(self) -> list[SideResult]:
        """How each did in the order of play: the team that starts a deal is in place 0."""
        teams = self.rules.teams
        return [
            sum((row[(starter + place) % teams] for starter, row in enumerate(self._sides)), SideResult())
            for place in range(teams)
        ]

    def add(self, chunk: array[int]) -> None:
        """Add deals as ``play_deals`` gives them, the first of which seat 0 started."""
        played, players = DealResults(self.rules.teams, chunk), self.rules.players
        for starter in range(min(players, len(played))):
            self._add_started_by(starter, played[starter::players])

    def _add_started_by(self, starter: int, played: DealResults) -> None:
        self.deals += len(played)
        self.moves += Tally.of(played.moves)
        self.turns += Tally.of(played.turns)
        for ending, count in played.endings.items():
            self.endings[ending] += count
        sides = zip(map(Tally.of, played.scores), played.wins, played.ties, played.completions, strict=True)
        for team, side in enumerate(sides):
            self._sides[starter][team] += SideResult(*side)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: the same for the same question, whatever the machine."""
        form = edition(self.rules.edition).form_of(self.rules)
        return {
            "edition": self.rules.edition,
            "form": {"players": form.players, "partners": form.partners, "short": form.short},
            "house_rules": house_rules(self.rules),
            "policy": self.policy,
            "seed": self.seed,
            "deals": self.deals,
            "endings": {str(ending): count for ending, count in self.endings.items()},
            "teams": [{"team": TEAM_LETTERS[i], **side.as_dict()} for i, side in enumerate(self.teams)],
            "places": [{"place": i + 1, **side.as_dict()} for i, side in enumerate(self.places)],
            "moves": self.moves.as_dict(),
            "turns": self.turns.as_dict(),
        }


def simulate(
    rules: Rules,
    deals: int,
    *,
    seed: int,
    policy: str = "eager",
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda deals: None,
) -> Simulation:
    """Play deals, the seat that starts going round, on ``jobs`` threads; ``progress`` is told how many are done."""
    if deals < 1:
        raise ValueError(f"deals must be 1 or more, not {deals}")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed}")
    if policy not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
    result = Simulation(rules, policy, seed)
    for chunk in _chunks(rules, deals, seed, POLICIES[policy](), jobs or useful_threads(COMPILED)):
        result.add(chunk)
        progress(result.deals)
    return result


def _chunks(rules: Rules, deals: int, seed: int, policy: Policy, jobs: int) -> Iterator[array[int]]:
    compiled = compile_rules(rules)

    def play(first: int) -> array[int]:
        return play_deals(compiled, [policy], min(_CHUNK, deals - first), seed, first)

    with ThreadPoolExecutor(jobs) as pool:
        yield from map_in_order(lambda first: pool.submit(play, first), range(0, deals, _CHUNK), 4 * jobs)
