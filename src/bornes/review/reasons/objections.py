"""What speaks against a move, where that says more than what speaks for another."""

from __future__ import annotations

from collections.abc import Callable

from ...game.moves import Move
from ...rules.cards import DISTANCES, HAZARDS, Card, Family
from ..situation import Situation, hazard_remedied_by
from .kinds import (
    AwkwardRest,
    CoupFourreGivenUp,
    HazardThrownAway,
    LastRemedyThrownAway,
    LongerCardThrownAway,
    MayBeAnswered,
    NeededRemedyThrownAway,
    NothingToDriveYet,
    ReasonAgainst,
    RollCanWait,
    RollThrownAway,
    SafeTripGivenUp,
    SafetyThrownAway,
)


def safety_thrown_away(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that a safety is given up."""
    card = at.gives_up(move)
    thrown = card is not None and card.family is Family.SAFETY
    return SafetyThrownAway(card, at.rules.safety_points) if thrown and card is not None else None


def remedy_thrown_away(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that the only remedy for what lies there, or for what may come, is given up."""
    card = at.gives_up(move)
    if card is None or card.family is not Family.REMEDY or card is Card.ROLL or at.view.hand.count(card) > 1:
        return None
    hazard = hazard_remedied_by(card)
    if at.can_lay(card):
        return NeededRemedyThrownAway(card, hazard)
    covered = at.covered(card) or hazard.safety in at.view.hand
    return LastRemedyThrownAway(card, hazard, at.unseen(hazard)) if at.unseen(hazard) and not covered else None


def roll_thrown_away(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that a Roll is given up which will be needed."""
    safe = Card.RIGHT_OF_WAY in at.laid.safeties or Card.RIGHT_OF_WAY in at.view.hand
    if at.gives_up(move) is not Card.ROLL or safe or not at.rules.roll_after_remedy:
        return None
    return RollThrownAway(at.view.hand.count(Card.ROLL) - 1)


def hazard_thrown_away(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that a hazard is given up which an opponent could still be given."""
    card = at.gives_up(move)
    useful = card is not None and card.family is Family.HAZARD and not at.dead(card)
    return HazardThrownAway(card) if useful and card is not None else None


def longer_card_thrown_away(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that a shorter distance card should go first."""
    card, instead = at.gives_up(move), at.gives_up(better)
    if card is None or instead is None or at.dead(card):
        return None
    return LongerCardThrownAway(card, instead) if card.miles > instead.miles > 0 else None


def safe_trip_given_up(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that the first 200 is laid."""
    first = at.lays(move, Family.DISTANCE) is Card.D200 and Card.D200 not in at.laid.distances
    return SafeTripGivenUp(at.rules.safe_trip_points) if first and at.rules.safe_trip_points else None


def coup_given_up(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that a safety is laid while its hazards can still come."""
    safety = at.lays(move, Family.SAFETY)
    if safety is None or not at.answers(safety) or at.lays(better, Family.SAFETY) is not None:
        return None
    return CoupFourreGivenUp(safety, at.answers(safety))


def nothing_to_drive_yet(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that a Roll only opens the way for hazards, since the hand has nothing to drive."""
    rolls = at.lays(move, Family.REMEDY) is Card.ROLL and at.rules.hazard_target == "rolling"
    return NothingToDriveYet() if rolls and not at.distances_to_drive else None


def roll_can_wait(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that no hazard can stop the car before the Roll lies there, and one could afterwards."""
    if at.lays(move, Family.REMEDY) is not Card.ROLL:
        return None
    stopping = [hazard for hazard in HAZARDS if hazard is not Card.SPEED_LIMIT]
    now = any(at.state.hazards_on(at.team) >> hazard & 1 for hazard in stopping)
    then = not all(at.protects(at.laid, hazard) for hazard in stopping)
    return RollCanWait() if then and not now else None


def may_be_answered(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that somebody may hold the safety against a hazard, where the better move attacks nobody."""
    hazard = move.card
    if move.team is None or hazard is None or better.team is not None or not at.unseen(hazard.safety):
        return None
    answerable = hazard is not Card.SPEED_LIMIT or at.rules.coup_fourre_on_limit
    return MayBeAnswered(hazard, hazard.safety) if answerable else None


def awkward_rest(at: Situation, move: Move, better: Move) -> ReasonAgainst | None:
    """Find that what is left of the trip no card in the hand makes up."""
    card = at.lays(move, Family.DISTANCE)
    if card is None or at.rules.end_measure != "miles" or not at.exact:
        return None
    rest = at.rest - card.miles
    left = list(at.view.hand)
    left.remove(card)
    fits = any(other.miles == rest for other in left if other in DISTANCES)
    return AwkwardRest(rest) if rest in (25, 50) and not fits else None


AGAINST: tuple[Callable[[Situation, Move, Move], ReasonAgainst | None], ...] = (
    safety_thrown_away,
    remedy_thrown_away,
    roll_thrown_away,
    hazard_thrown_away,
    longer_card_thrown_away,
    safe_trip_given_up,
    coup_given_up,
    nothing_to_drive_yet,
    roll_can_wait,
    awkward_rest,
    may_be_answered,
)
