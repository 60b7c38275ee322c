"""What is said of one decision that was made, and of one that is still to be made: what its moves cost, and why.

A judgement imagines the hidden cards and picks the best of many moves, so it claims too much.  How much too much was
measured (``docs/calibration.md``): decisions of bots were judged, and both moves then played on from the true deal.
What really followed is about ``slope * (claimed - doubt)``, and nothing where that is below zero.

Costs are chances of winning.  To be spoken of they are weighed in points, by what a point buys at the even start of a
game: in the last deal of a close game the same 50 points weigh more, in one that is decided less.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

from ..bots.champion import default_playouts
from ..bots.inference import hand_doubts
from ..engine.codes import Phase
from ..game.deal import View
from ..game.moves import Move
from ..i18n import N_
from ..rules.ruleset import Rules
from .evaluation import (
    PLAYOUT_FACTOR,
    CandidateMove,
    Decision,
    ScoreGap,
    evaluate_moves,
    team_chances,
    worth_of_a_point,
)
from .reasons.choice import besides_recommended, why_better, why_recommended
from .reasons.kinds import MoveReason
from .situation import Situation
from .tie_breaks import naturalness

CALIBRATION_FILE = "calibration.toml"


class MoveLabel(IntEnum):
    """What a move is called by what it costs."""

    FINE = 0
    INACCURACY = 1
    MISTAKE = 2
    BLUNDER = 3

    def __str__(self) -> str:
        return self.name.lower()


LABELS = {
    MoveLabel.FINE: N_("fine"),
    MoveLabel.INACCURACY: N_("inaccuracy"),
    MoveLabel.MISTAKE: N_("mistake"),
    MoveLabel.BLUNDER: N_("blunder"),
}
"""The labels in words, to be translated."""
LABEL_THRESHOLDS_POINTS = {MoveLabel.INACCURACY: 15.0, MoveLabel.MISTAKE: 50.0, MoveLabel.BLUNDER: 120.0}
"""The loss, in points, from which a move has the label."""
TIED_WITHIN_POINTS = 5.0
"""A move that loses at most this much is as good as the best."""


class Calibration(NamedTuple):
    """What was measured: both numbers hold for costs in points."""

    slope: float
    doubt: float


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    """Return the figures of the last measurement."""
    data = tomllib.loads(files(__package__).joinpath(CALIBRATION_FILE).read_text(encoding="utf-8"))
    return Calibration(data["slope"], data["doubt"])


def trusted(cost: ScoreGap, unit: float) -> float:
    """Return what of a claimed cost in chance is believed, ``unit`` being a point's worth; 0 if it may be luck."""
    measured = calibration()
    return measured.slope * max(0.0, cost.mean - measured.doubt * unit) if cost.shown else 0.0


def label(weight: float) -> MoveLabel:
    """Return what a move is called that costs so many points."""
    return max((name for name, least in LABEL_THRESHOLDS_POINTS.items() if weight >= least), default=MoveLabel.FINE)


@dataclass(frozen=True, slots=True)
class PricedMove:
    """A move that came into question, and what it costs as far as that is believed."""

    option: CandidateMove
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
        """Return plain values for JSON, among them what was claimed before doubts."""
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


def price_move(option: CandidateMove, unit: float) -> PricedMove:
    """Say what a move costs as far as that is believed; the points of one as good as the best are taken for luck."""
    chance = trusted(option.chance_cost, unit)
    tied = chance <= TIED_WITHIN_POINTS * unit
    return PricedMove(option, 0.0 if tied else calibration().slope * option.points_cost.mean, chance, tied)


def priced_moves(at: Situation, options: Sequence[CandidateMove], unit: float) -> tuple[PricedMove, ...]:
    """Price the moves of a decision, the best first; of those as good as the best, the more natural first."""
    priced = [price_move(option, unit) for option in options]
    tied = sorted((one for one in priced if one.tied), key=lambda one: naturalness(at, one.move))
    return (*tied, *(one for one in priced if not one.tied))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one decision."""

    rules: Rules
    deal: int
    number: int
    """Which of the deal's moves it is, from 0."""
    turn: int
    seat: int
    phase: Phase
    move: Move
    moves: tuple[PricedMove, ...]
    """The moves that came into question and the one that was made, the best first and of those as good as each other
    the more natural first; none where there was no choice."""
    before: float
    """The player's chance of winning with the best move, by what it knew."""
    after: float
    """The player's chance of winning with the move that was made."""
    weight: float
    """What the move cost, in points as they count at the even start of a game."""
    label: MoveLabel | None
    """None where there was no choice."""
    why: MoveReason | None
    """Why another move was better; None where the move is fine."""
    open_chances: tuple[float, ...]
    """Every team's chance before the move, to one who sees all hands."""

    @property
    def made(self) -> PricedMove | None:
        """The move that was made, with its price."""
        return next((one for one in self.moves if one.move == self.move), None)

    @property
    def better(self) -> tuple[PricedMove, ...]:
        """The best move and those as good, if the one that was made is not among them."""
        best = tuple(one for one in self.moves if one.tied)
        return () if any(one.move == self.move for one in best) else best

    @property
    def marked(self) -> bool:
        """Whether it is worth a remark."""
        return self.label is not None and self.label > MoveLabel.FINE

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
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
            "why": None if self.why is None else self.why.as_dict(self.phase),
            "open_chances": list(self.open_chances),
        }


def judge_decision(decision: Decision, seed: int = 0, care: float = PLAYOUT_FACTOR) -> Verdict:
    """Judge one decision; ``care`` times the work of a champion's decision goes into it."""
    view, rules = decision.view, decision.view.rules
    luck = Random(f"{seed}/{decision.deal}/{decision.number}")
    has_choice = len(view.legal_moves) > 1
    options = evaluate_moves(decision, luck.getrandbits(63), care)
    unit = worth_of_a_point(rules)
    at = Situation(view)
    priced = priced_moves(at, options, unit)
    made = next(one for one in priced if one.move == decision.move)
    weight = made.chance / unit
    named = label(weight) if has_choice else None
    worlds = max(1, int(care * default_playouts(rules) / (2 * PLAYOUT_FACTOR)))
    return Verdict(
        rules=rules,
        deal=decision.deal,
        number=decision.number,
        turn=decision.turn,
        seat=decision.seat,
        phase=decision.phase,
        move=decision.move,
        moves=priced if has_choice else (),
        before=options[0].chance,
        after=max(0.0, options[0].chance - made.chance),
        weight=weight,
        label=named,
        why=why_better(at, priced[0].move, made, unit) if named else None,
        open_chances=team_chances(rules, view.totals_before, decision.state, worlds, luck.getrandbits(63)),
    )


# -- a decision that is still to be made --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hint:
    """The move that is recommended, why, and what the others are worth."""

    rules: Rules
    phase: Phase
    chance: float
    """Of winning the game with the best move."""
    moves: tuple[PricedMove, ...]
    """The moves that come into question, the one that is recommended first."""
    why: MoveReason
    """What speaks for the one that is recommended."""
    besides: MoveReason | None = None
    """What else there is to say of a card that is given up: what it is exchanged for, or why nothing is played."""

    @property
    def move(self) -> Move:
        """The move that is recommended: the best, or of several that cannot be told apart the most natural."""
        return self.moves[0].move

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        moves = [one.as_dict(self.phase) for one in self.moves]
        besides = None if self.besides is None else self.besides.as_dict(self.phase)
        return {"chance": self.chance, "moves": moves, "why": self.why.as_dict(self.phase), "besides": besides}


def hint(view: View, seed: int = 0, care: float = PLAYOUT_FACTOR) -> Hint:
    """Judge the moves of the player who has this view and is to decide."""
    if not view.to_decide:
        raise ValueError("there is nothing to decide for this seat now")
    at, unit = Situation(view), worth_of_a_point(view.rules)
    natural = min(view.legal_moves, key=lambda move: naturalness(at, move))
    options = evaluate_moves(Decision(1, 0, view.turns, view, hand_doubts(view), at.state, natural), seed, care)
    moves = priced_moves(at, options, unit)
    why, besides = why_recommended(at, moves, unit), besides_recommended(at, moves[0].move, natural)
    return Hint(view.rules, view.phase, options[0].chance, moves, why, besides)
