"""Why a remedy is played."""

from __future__ import annotations

from ...game.moves import Move
from ...rules.cards import Card, Family
from ..situation import Situation
from .kinds import (
    EndsLimit,
    EndsLimitFor,
    ReasonFor,
    RemedyNeeded,
    RemedyThenRoll,
    RollAfterRemedy,
    RollLiftsStop,
    RollToStart,
)


def roll(at: Situation, move: Move) -> ReasonFor | None:
    """Find why a Roll is needed: to start, against a Stop, or to drive on."""
    if at.lays(move, Family.REMEDY) is not Card.ROLL or not at.can_still_drive:
        return None
    if at.stopped_by is not None:
        return RollLiftsStop(at.stopped_by)
    return RollAfterRemedy() if at.laid.battle else RollToStart()


def remedy_needed(at: Situation, move: Move) -> ReasonFor | None:
    """Find the hazard that a remedy lifts, and whether the Roll that must follow is at hand."""
    card, hazard = at.lays(move, Family.REMEDY), at.stopped_by
    if card is None or hazard is None or card is not hazard.remedy or card is Card.ROLL or not at.can_still_drive:
        return None
    needs_roll = at.rules.roll_after_remedy and Card.RIGHT_OF_WAY not in at.laid.safeties
    return RemedyThenRoll(hazard) if needs_roll and Card.ROLL in at.view.hand else RemedyNeeded(hazard)


def ends_limit(at: Situation, move: Move) -> ReasonFor | None:
    """Find what a Speed Limit keeps the team from."""
    if at.lays(move, Family.REMEDY) is not Card.END_OF_LIMIT or not at.limit_bars:
        return None
    held = [card for card in at.view.hand if at.rules.speed_limit < card.miles <= _reach(at) and not at.too_many(card)]
    return EndsLimitFor(held[-1]) if held else EndsLimit(at.rules.speed_limit)


def _reach(at: Situation) -> int:
    return at.rest if at.exact else Card.D200.miles


REMEDY_FINDERS = (roll, remedy_needed, ends_limit)
