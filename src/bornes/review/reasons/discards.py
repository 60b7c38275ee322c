"""Why a card is discarded or exchanged, and why this one."""

from __future__ import annotations

from ...engine.codes import Phase
from ...game.moves import Move
from ...rules.cards import DISTANCES, Card, Family
from ..situation import Situation, hazard_remedied_by
from .kinds import (
    CoveredBySafety,
    DuplicateInHand,
    EasyToReplace,
    ExchangesForDistance,
    ExchangesForNeeded,
    ExchangesIdleHand,
    ExchangeUnderWay,
    HeldByLimit,
    LeastMissed,
    NoMore200s,
    NoTargetNow,
    NoTeamToStop,
    NothingToRemedy,
    ReasonFor,
    SafetyInHand,
    ShortestDistance,
    TooLong,
    WaitsForEnd,
)

_NEARLY_EMPTY = 8
"""Turns for each player, while the draw pile lasts, in which one may wait for its end."""


def dead_distance(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a distance card cannot be driven any more."""
    card = at.gives_up(move)
    if card is None or card not in DISTANCES:
        return None
    if at.too_many(card):
        return NoMore200s()
    return TooLong(at.rest) if at.exact and card.miles > at.rest else None


def dead_remedy(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a remedy has nothing left to answer."""
    card = at.gives_up(move)
    if card is None or card.family is not Family.REMEDY:
        return None
    hazard = hazard_remedied_by(card)
    if at.covered(card):
        return CoveredBySafety(hazard.safety)
    return NothingToRemedy(hazard) if at.nothing_to_mend(card) else None


def dead_hazard(at: Situation, move: Move) -> ReasonFor | None:
    """Find that nobody can ever be given a hazard."""
    card = at.gives_up(move)
    return NoTeamToStop() if card is not None and card.family is Family.HAZARD and at.dead(card) else None


def waits_for_end(at: Situation, move: Move) -> ReasonFor | None:
    """Find that it pays to arrive after the last card of the draw pile."""
    cards, points = at.view.draw_pile_size, at.rules.delayed_action_points
    soon = at.runs_out and 0 < cards <= _NEARLY_EMPTY * at.rules.players
    near = at.rules.end_measure == "miles" and any(card.miles == at.rest for card in at.drivable)
    waits = at.gives_up(move) is not None and soon and near and points
    return WaitsForEnd(points, cards) if waits else None


def safety_in_hand(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the safety in the hand does what a remedy does."""
    card = at.gives_up(move)
    if card is None or card.family is not Family.REMEDY:
        return None
    hazard = hazard_remedied_by(card)
    if card is Card.END_OF_LIMIT and not at.rules.right_of_way_covers_limit:
        return None
    return SafetyInHand(hazard.safety, hazard) if hazard.safety in at.view.hand else None


def duplicate(at: Situation, move: Move) -> ReasonFor | None:
    """Find that another one stays in the hand; of distance cards many can be used."""
    card = at.gives_up(move)
    double = card is not None and card not in DISTANCES and at.view.hand.count(card) > 1
    return DuplicateInHand() if double else None


def held_by_limit(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a Speed Limit forbids a card, and that nothing in the hand lifts it."""
    card = at.gives_up(move)
    held = card is not None and at.limited and card.miles > at.rules.speed_limit
    lifts = {Card.END_OF_LIMIT, *([Card.RIGHT_OF_WAY] if at.rules.right_of_way_covers_limit else [])}
    return HeldByLimit() if held and not lifts & {*at.view.hand} else None


def shortest_distance(at: Situation, move: Move) -> ReasonFor | None:
    """Find that all other distance cards are longer, or as short."""
    card = at.gives_up(move)
    if card is None or card not in DISTANCES:
        return None
    held = sorted(other.miles for other in at.view.hand if other in DISTANCES)
    return ShortestDistance() if card.miles == held[0] < held[-1] else None


def easy_to_replace(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a remedy, not needed now, comes more easily than its hazard."""
    card = at.gives_up(move)
    if card is None or card.family is not Family.REMEDY or card is Card.ROLL or at.can_lay(card):
        return None
    hazard = hazard_remedied_by(card)
    unseen, remedies = at.unseen(hazard), at.unseen(card)
    return EasyToReplace(hazard, unseen, remedies) if remedies > unseen else None


def no_target_now(at: Situation, move: Move) -> ReasonFor | None:
    """Find that no opponent can be given a hazard now."""
    card = at.gives_up(move)
    idle = card is not None and card.family is Family.HAZARD and not at.targets(card)
    return NoTargetNow() if idle else None


def exchange_purpose(at: Situation, move: Move) -> ReasonFor | None:
    """Find what cards are exchanged for: the one that the car needs, something to drive, or anything to play."""
    if not at.drawing or not move.is_discard:
        return None
    if at.missing is not None and at.unseen(at.missing):
        return ExchangesForNeeded(at.missing)
    if not at.distances_to_drive:
        return ExchangesForDistance()
    if at.phase is Phase.EXCHANGE:
        return ExchangeUnderWay()
    return ExchangesIdleHand() if not at.playable and not at.holds_safety else None


def least_missed(at: Situation, move: Move) -> ReasonFor | None:
    """Find that nothing can be played."""
    card = at.gives_up(move)
    return LeastMissed() if card is not None and not at.playable and not at.holds_safety else None


FINDERS = (
    waits_for_end,  # whoever could arrive and is told to discard wonders why, and not about the card
    dead_distance,
    dead_remedy,
    dead_hazard,
    safety_in_hand,
    duplicate,
    held_by_limit,
    shortest_distance,
    easy_to_replace,
    no_target_now,
    exchange_purpose,
    least_missed,
)
