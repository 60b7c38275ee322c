"""What is said of a decision, a deal and a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from ..cards import Card
from ..engine.codes import Phase
from ..game import Game
from ..moves import Move
from .judge import Option
from .scale import TIED, Label, calibration, trusted
from .whys import Why


@dataclass(frozen=True, slots=True)
class Priced:
    """A move that came into question, and what it costs as far as that is believed."""

    option: Option
    points: float
    """Points of this deal that it gives away beside the best move; below 0 where it is the best that gives some away
    to win the game."""
    chance: float
    """The chance of winning that it gives away, from 0 to 1."""
    tied: bool
    """As good as the best move, for all that can be told."""

    @property
    def move(self) -> Move:
        """The move."""
        return self.option.move

    def as_dict(self, phase: Phase) -> dict[str, Any]:
        """Plain values, for JSON; what was claimed before doubts is there as well."""
        claimed = {
            "points": self.option.points_cost.mean,
            "points_error": self.option.points_cost.error,
            "chance": self.option.chance_cost.mean,
            "chance_error": self.option.chance_cost.error,
        }
        return {
            "move": self.move.notation(phase),
            "costs": {"points": self.points, "chance": self.chance},
            "tied": self.tied,
            "claimed": claimed,
            "worlds": self.option.worlds,
        }


def price(option: Option, unit: float) -> Priced:
    """What of the costs is believed; the points of a move that is as good as the best are luck."""
    chance = trusted(option.chance_cost, unit)
    tied = chance <= TIED * unit
    return Priced(option, 0.0 if tied else calibration().slope * option.points_cost.mean, chance, tied)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one decision."""

    deal: int
    number: int
    """Which of the deal's moves it is, from 0."""
    turn: int
    seat: int
    phase: Phase
    move: Move
    moves: tuple[Priced, ...]
    """The moves that came into question and the one that was made, the best first; none where there was no choice."""
    before: float
    """The player's chance of winning with the best move, by what it knew."""
    after: float
    """The same with the move that was made."""
    weight: float
    """What the move cost, in points as they count at the even start of a game."""
    label: Label | None
    """None where there was no choice."""
    why: Why | None
    open_chances: tuple[float, ...]
    """Every team's chance before the move, to one who sees all hands."""

    @property
    def made(self) -> Priced | None:
        """The move that was made, with its price."""
        return next((one for one in self.moves if one.move == self.move), None)

    @property
    def better(self) -> tuple[Priced, ...]:
        """The best move and those as good, if the one that was made is not among them."""
        best = tuple(one for one in self.moves if one.tied)
        return () if any(one.move == self.move for one in best) else best

    @property
    def marked(self) -> bool:
        """Whether it is worth a remark."""
        return self.label is not None and self.label > Label.FINE

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "deal": self.deal,
            "number": self.number,
            "turn": self.turn,
            "seat": self.seat,
            "phase": str(self.phase),
            "move": self.move.notation(self.phase),
            "label": None if self.label is None else str(self.label),
            "before": self.before,
            "after": self.after,
            "weight": self.weight,
            "moves": [one.as_dict(self.phase) for one in self.moves],
            "why": None if self.why is None else _why_as_dict(self.why),
            "open_chances": list(self.open_chances),
        }


def _why_as_dict(why: Why) -> dict[str, Any]:
    values = {field.name: getattr(why, field.name) for field in fields(why)}
    plain = {name: value.notation if isinstance(value, Card) else value for name, value in values.items()}
    return {"reason": type(why).__name__, **plain}


@dataclass(frozen=True, slots=True)
class DealReview:
    """What is said of one deal."""

    number: int
    verdicts: tuple[Verdict, ...]
    chances_after: tuple[float, ...]
    """Every team's chance to win the game after the last move; whoever has won it has 1."""

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "deal": self.number,
            "decisions": [verdict.as_dict() for verdict in self.verdicts],
            "chances_after": list(self.chances_after),
        }


@dataclass(frozen=True, slots=True)
class Balance:
    """How a seat played, over all its decisions that were judged."""

    choices: int
    """Decisions with more than one legal move."""
    labels: dict[Label, int]
    points: float
    """Given away in all."""
    chance: float

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Balance:
        """The balance of these decisions."""
        judged = [verdict for verdict in verdicts if verdict.label is not None]
        made = [verdict.made for verdict in judged]
        return cls(
            len(judged),
            {label: sum(verdict.label is label for verdict in judged) for label in Label},
            sum(one.points for one in made if one is not None),
            sum(one.chance for one in made if one is not None),
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        labels = {str(label): count for label, count in self.labels.items()}
        return {"choices": self.choices, "labels": labels, "points": self.points, "chance": self.chance}


@dataclass(frozen=True, slots=True)
class Review:
    """What is said of a game, or of some of its deals."""

    game: Game
    deals: tuple[DealReview, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """All of them, in order."""
        return tuple(verdict for deal in self.deals for verdict in deal.verdicts)

    @property
    def balances(self) -> tuple[Balance, ...]:
        """How each seat played."""
        seats = range(self.game.rules.players)
        return tuple(Balance.of(one for one in self.verdicts if one.seat == seat) for seat in seats)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        rules = self.game.rules
        return {
            "edition": rules.edition,
            "players": rules.players,
            "teams": rules.teams,
            "names": list(self.game.names),
            "deals": [deal.as_dict() for deal in self.deals],
            "seats": [balance.as_dict() for balance in self.balances],
        }
