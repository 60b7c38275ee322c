"""What lies before the teams: their piles, and the hazard that may still be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.codes import Phase
from ..rules.cards import DISTANCES, HAZARDS, MILES, Card, Hazard, Seat, Team
from ..rules.ruleset import Rules
from .moves import TEAM_LETTERS


@dataclass(frozen=True, slots=True)
class Piles:
    """What lies before one team, each pile from bottom to top."""

    battle: tuple[Card, ...] = ()
    speed: tuple[Card, ...] = ()
    distances: tuple[Card, ...] = ()
    safeties: tuple[Card, ...] = ()
    coups: tuple[Card, ...] = ()
    """Those of the safeties that were played as a coup fourré."""
    roll_due: bool = False
    """A Roll is owed after an End of Limit; only where a house rule asks for it."""

    @property
    def miles(self) -> int:
        """How far the team has come."""
        return sum(map(MILES.__getitem__, self.distances))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the team."""
        return self.battle + self.speed + self.distances + self.safeties

    @property
    def distance_text(self) -> str:
        """How far the team has come, and with which cards: ``375 (3×100 75)``."""
        counted = [(self.distances.count(card), card) for card in DISTANCES]
        laid = " ".join(f"{many}×{card}" if many > 1 else f"{card}" for many, card in reversed(counted) if many)
        return f"{self.miles} ({laid})" if laid else "0"

    @property
    def battle_text(self) -> str:
        """The top of the Battle pile; a dash where nothing lies."""
        return f"{self.battle[-1] if self.battle else '-'}{', a Roll is due' if self.roll_due else ''}"

    @property
    def speed_text(self) -> str:
        """The top of the Speed pile; a dash where nothing lies."""
        return str(self.speed[-1]) if self.speed else "-"

    @property
    def safeties_text(self) -> str:
        """The safeties, those played as a coup fourré with a star; a dash where there are none."""
        return ", ".join(f"{card}{'*' if card in self.coups else ''}" for card in self.safeties) or "-"

    def __str__(self) -> str:
        shown = f"battle {self.battle_text}; speed {self.speed_text}; safeties {self.safeties_text}"
        return f"miles {self.distance_text}; {shown}"


@dataclass(frozen=True, slots=True)
class Window:
    """A hazard that was just laid and may still be answered."""

    attacker: Seat
    """The seat that laid it."""
    target: Team
    """The team that it was laid on."""
    hazard: Hazard

    def __str__(self) -> str:
        return f"{self.hazard} laid on team {TEAM_LETTERS[self.target]} by seat {self.attacker}"


def progress(rules: Rules, laid: Piles) -> int:
    """Return how far a team has come by what ends the race: its miles, or its points where those are counted."""
    counted = laid.miles
    if rules.end_measure != "miles":
        counted += rules.safety_points * len(laid.safeties)
    if rules.end_measure == "points":
        counted += rules.coup_fourre_points * len(laid.coups)
    return counted


def completed(rules: Rules, laid: Piles, target: int) -> bool:
    """Say whether a team has reached its target, by what these rules count."""
    return progress(rules, laid) >= target


def just_laid(phase: Phase, window: Window | None, laid: Piles) -> tuple[Card, ...]:
    """Return what the seat on turn may have laid already in this turn, ``laid`` being the piles of its team."""
    if window is not None:
        return (window.hazard,)
    if phase is Phase.EXTEND:
        return laid.distances[-1:]
    return HAZARDS if phase is Phase.CHANCE else ()


def cards(text: str | Sequence[Card]) -> tuple[Card, ...]:
    """Read cards from notation, as in ``cards("roll 100 stop")``; a sequence of cards is returned as a tuple."""
    if isinstance(text, str):
        return tuple(Card.parse(word) for word in text.replace(",", " ").split())
    return tuple(Card(card) for card in text)


def piles(
    battle: str | Sequence[Card] = "",
    speed: str | Sequence[Card] = "",
    distances: str | Sequence[Card] = "",
    safeties: str | Sequence[Card] = "",
    coups: str | Sequence[Card] = "",
    *,
    roll_due: bool = False,
) -> Piles:
    """Read a team's piles from notation; coups are safeties too and need not be named twice."""
    played_as_coup = cards(coups)
    shown = cards(safeties)
    shown += tuple(card for card in played_as_coup if card not in shown)
    return Piles(cards(battle), cards(speed), cards(distances), shown, played_as_coup, roll_due)
