"""Why a safety is laid, and not kept for a coup fourré."""

from __future__ import annotations

from ...game.moves import Move
from ...rules.cards import SAFETIES, Card, Family
from ..situation import NEAR_ARRIVAL_MILES, Situation
from .kinds import (
    AllFourSafeties,
    NoHazardLeft,
    NothingLeftToDraw,
    ReasonFor,
    RightOfWayLiftsLimit,
    RightOfWayStarts,
    SafetyBeforeArrival,
    SafetyBeforeLastCards,
    SafetyLifts,
    SafetyScores,
)


def lifts(at: Situation, move: Move) -> ReasonFor | None:
    """Find the hazard on the table that a safety lifts, or the Roll that it makes needless."""
    safety, hazard = at.lays(move, Family.SAFETY), at.stopped_by
    if safety is None:
        return None
    if hazard is not None and hazard.safety is safety:
        return SafetyLifts(hazard)
    if safety is not Card.RIGHT_OF_WAY:
        return None
    if hazard is None and not at.rolling:
        return RightOfWayStarts()
    return RightOfWayLiftsLimit() if at.limited and at.rules.right_of_way_covers_limit else None


def all_four(at: Situation, move: Move) -> ReasonFor | None:
    """Find that it is the last of the four."""
    shown = at.lays(move, Family.SAFETY) is not None and len(at.laid.safeties) == len(SAFETIES) - 1
    return AllFourSafeties(at.rules.all_safeties_points) if shown and at.rules.all_safeties_points else None


def no_hazard_left(at: Situation, move: Move) -> ReasonFor | None:
    """Find that no coup fourré can come any more."""
    safety = at.lays(move, Family.SAFETY)
    return NoHazardLeft() if safety is not None and at.gone_for_good and not at.answers(safety) else None


def before_the_end(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the deal may soon be over."""
    if at.lays(move, Family.SAFETY) is None or not at.rules.safety_points:
        return None
    if at.few_cards and not at.view.draw_pile_size:
        return NothingLeftToDraw()
    if at.few_cards:
        return SafetyBeforeLastCards(at.view.draw_pile_size)
    ahead = at.farthest()
    left = at.view.progress_left(ahead)
    return SafetyBeforeArrival(ahead, left) if left <= NEAR_ARRIVAL_MILES else None


def scores(at: Situation, move: Move) -> ReasonFor | None:
    """Find what a safety scores, and that it gives another turn."""
    again = at.view.draw_pile_size or not at.runs_out or at.rules.extra_turn_after_exhaustion
    return SafetyScores(at.rules.safety_points) if at.lays(move, Family.SAFETY) is not None and again else None


SAFETY_FINDERS = (lifts, all_four, no_hazard_left, before_the_end, scores)
