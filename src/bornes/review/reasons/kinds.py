"""The reasons for a move, and those against one: each a type with values, from what the player can see.

A hint names one for the move that it recommends, a review for the move that would have been better, or the one against
the move that was made where that says more.  ``review.finders`` finds them, ``review.sentences`` puts them into words.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ...engine.codes import Phase
from ...game.moves import Move
from ...rules.cards import Card


@dataclass(frozen=True, slots=True)
class MoveReason:
    """Why a move is better than another."""

    def as_dict(self, phase: Phase = Phase.PLAY) -> dict[str, Any]:
        """Return plain values for JSON: the name of the reason, and what it speaks of."""
        values = {field.name: _plain(getattr(self, field.name), phase) for field in fields(self)}
        return {"reason": type(self).__name__, **values}


def _plain(value: Any, phase: Phase) -> Any:
    if isinstance(value, Card):
        return value.notation
    return value.notation(phase) if isinstance(value, Move) else value


@dataclass(frozen=True, slots=True)
class ReasonFor(MoveReason):
    """What speaks for a move."""


@dataclass(frozen=True, slots=True)
class DecisiveReasonFor(ReasonFor):
    """What speaks for a move, and says more than most that speaks against another."""


@dataclass(frozen=True, slots=True)
class ReasonAgainst(MoveReason):
    """What speaks against the move that was made."""


@dataclass(frozen=True, slots=True)
class DecisiveReasonAgainst(ReasonAgainst):
    """What speaks against the move that was made, and says more than anything that speaks for another."""


@dataclass(frozen=True, slots=True)
class NumericReason(MoveReason):
    """Nothing but the figures of the judgement: the last resort."""


# -- answers to a hazard ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallsCoupFourre(DecisiveReasonFor):
    """The safety in the hand answers the hazard that was just laid."""

    safety: Card
    hazard: Card
    points: int
    """For the safety and the coup fourré."""


@dataclass(frozen=True, slots=True)
class AnswersAtOnce(DecisiveReasonFor):
    """In fast play the remedy can be laid out of turn."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class HitsAnotherTeam(ReasonFor):
    """The hazard lies on another team, and the safety can wait."""

    hazard: Card
    team: int
    safety: Card


# -- the extension ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomToExtend(DecisiveReasonFor):
    """No opponent is near, and there are cards enough for the longer trip."""

    so_far: int
    """How far the foremost opponent has come."""
    cards: int
    """Left to draw."""


@dataclass(frozen=True, slots=True)
class OpponentNear(DecisiveReasonFor):
    """In an extension an opponent might arrive first."""

    team: int
    so_far: int


@dataclass(frozen=True, slots=True)
class FewCardsLeft(DecisiveReasonFor):
    """There are hardly cards enough for an extension."""

    cards: int


@dataclass(frozen=True, slots=True)
class TripSecured(DecisiveReasonFor):
    """What the trip scores is certain now."""

    points: int


# -- driving ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinsRace(DecisiveReasonFor):
    """The card brings the points that end the race."""

    so_far: int
    """What the team then has."""


@dataclass(frozen=True, slots=True)
class DelayedAction(DecisiveReasonFor):
    """The trip is completed with the draw pile gone."""

    points: int


@dataclass(frozen=True, slots=True)
class ShutOut(DecisiveReasonFor):
    """The trip is completed while no opponent has driven."""

    points: int


@dataclass(frozen=True, slots=True)
class SafeTrip(DecisiveReasonFor):
    """The trip is completed without any 200."""

    points: int


@dataclass(frozen=True, slots=True)
class CompletesTrip(DecisiveReasonFor):
    """The card completes the trip."""


@dataclass(frozen=True, slots=True)
class NothingLeftToDraw(ReasonFor):
    """The draw pile is gone, and what is not played scores nothing."""


@dataclass(frozen=True, slots=True)
class FirstMiles(ReasonFor):
    """Nobody scores a shut-out over a team that has driven."""

    points: int


@dataclass(frozen=True, slots=True)
class LeavesExactRest(ReasonFor):
    """What is then left of the trip is what another card in the hand makes up."""

    rest: int
    card: Card


@dataclass(frozen=True, slots=True)
class KeepsSafeTrip(ReasonFor):
    """A longer card would be a 200, which gives up the safe trip."""

    points: int


@dataclass(frozen=True, slots=True)
class SafeTripGone(ReasonFor):
    """A 200 lies already, so that another one costs nothing."""


@dataclass(frozen=True, slots=True)
class LongestUnderLimit(ReasonFor):
    """The longest card in the hand that the Speed Limit allows."""


@dataclass(frozen=True, slots=True)
class LongestDistance(ReasonFor):
    """Nothing that can be played goes farther."""


# -- getting the car going -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollToStart(DecisiveReasonFor):
    """Nobody drives without a Roll."""


@dataclass(frozen=True, slots=True)
class RollAfterRemedy(DecisiveReasonFor):
    """What stopped the team is mended, and a Roll is missing."""


@dataclass(frozen=True, slots=True)
class RollLiftsStop(DecisiveReasonFor):
    """The team stands at a Stop."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class RemedyThenRoll(DecisiveReasonFor):
    """The remedy for what stops the team, and the Roll that has to follow is in the hand."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class RemedyNeeded(DecisiveReasonFor):
    """The remedy for what stops the team."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class EndsLimitFor(ReasonFor):
    """A longer card waits in the hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class EndsLimit(ReasonFor):
    """The Speed Limit holds the team back."""

    limit: int


# -- safeties --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SafetyLifts(DecisiveReasonFor):
    """The safety lifts the hazard that stops the team."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class RightOfWayStarts(DecisiveReasonFor):
    """Right of Way takes the place of the missing Roll."""


@dataclass(frozen=True, slots=True)
class RightOfWayLiftsLimit(ReasonFor):
    """Right of Way lifts the Speed Limit."""


@dataclass(frozen=True, slots=True)
class AllFourSafeties(ReasonFor):
    """It is the last of the four."""

    points: int


@dataclass(frozen=True, slots=True)
class NoHazardLeft(ReasonFor):
    """No hazard is left that a coup fourré could answer."""


@dataclass(frozen=True, slots=True)
class SafetyBeforeArrival(ReasonFor):
    """An opponent may soon end the deal, and a safety in the hand scores nothing."""

    team: int
    left: int
    """How much that opponent still lacks."""


@dataclass(frozen=True, slots=True)
class SafetyBeforeLastCards(ReasonFor):
    """The cards will soon be gone, and a safety in the hand scores nothing."""

    cards: int


@dataclass(frozen=True, slots=True)
class SafetyScores(ReasonFor):
    """The safety scores, and gives another turn."""

    points: int


# -- attacks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StopsArrival(ReasonFor):
    """The opponent is about to arrive."""

    team: int
    left: int


@dataclass(frozen=True, slots=True)
class KeepsShutOut(ReasonFor):
    """No opponent has driven yet."""

    team: int
    points: int


@dataclass(frozen=True, slots=True)
class StopsLeader(ReasonFor):
    """Nobody has come farther than this opponent."""

    team: int
    so_far: int


@dataclass(frozen=True, slots=True)
class CannotBeAnswered(ReasonFor):
    """No coup fourré can answer this hazard."""

    safety: Card
    held: bool
    """Whether it is in the player’s hand, and not on a table."""


@dataclass(frozen=True, slots=True)
class SlowsDown(ReasonFor):
    """The opponent is free to drive long distances."""

    team: int
    limit: int


@dataclass(frozen=True, slots=True)
class CoversHazard(ReasonFor):
    """The opponent may have the remedy for the hazard that lies there."""

    team: int
    hazard: Card


@dataclass(frozen=True, slots=True)
class StopsRestart(ReasonFor):
    """The opponent lacks only a Roll."""

    team: int


@dataclass(frozen=True, slots=True)
class KeepsBehind(ReasonFor):
    """The opponent is behind, and stays there."""

    team: int
    so_far: int


@dataclass(frozen=True, slots=True)
class StopsFirstMiles(ReasonFor):
    """The opponent is about to drive for the first time."""

    team: int


@dataclass(frozen=True, slots=True)
class StopsCar(ReasonFor):
    """The opponent is on the road."""

    team: int
    so_far: int


# -- cards that are given up -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WaitsForEnd(ReasonFor):
    """To arrive after the last card of the draw pile pays."""

    points: int
    cards: int


@dataclass(frozen=True, slots=True)
class NoMore200s(ReasonFor):
    """No further 200 may be laid."""


@dataclass(frozen=True, slots=True)
class TooLong(ReasonFor):
    """The card is longer than what is left of the trip."""

    rest: int


@dataclass(frozen=True, slots=True)
class CoveredBySafety(ReasonFor):
    """The safety on the table makes the remedy needless."""

    safety: Card


@dataclass(frozen=True, slots=True)
class NothingToRemedy(ReasonFor):
    """No hazard is left that the remedy answers."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class NoTeamToStop(ReasonFor):
    """All opponents are protected against the hazard."""


@dataclass(frozen=True, slots=True)
class SafetyInHand(ReasonFor):
    """The safety in the hand answers the same hazard."""

    safety: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class DuplicateInHand(ReasonFor):
    """There is another one in the hand."""


@dataclass(frozen=True, slots=True)
class EasyToReplace(ReasonFor):
    """More of the remedy than of its hazard is still unseen."""

    hazard: Card
    unseen: int
    remedies: int


@dataclass(frozen=True, slots=True)
class HeldByLimit(ReasonFor):
    """The Speed Limit forbids the card."""


@dataclass(frozen=True, slots=True)
class ShortestDistance(ReasonFor):
    """The other distance cards in the hand are longer."""


@dataclass(frozen=True, slots=True)
class NoTargetNow(ReasonFor):
    """No opponent can be given the hazard now."""


@dataclass(frozen=True, slots=True)
class LeastMissed(ReasonFor):
    """Nothing in the hand can be played but a safety, if any."""


# -- drawing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakesRoll(DecisiveReasonFor):
    """The Roll that the team lacks lies on the discards."""


@dataclass(frozen=True, slots=True)
class TakesRemedy(DecisiveReasonFor):
    """The remedy that the team needs lies on the discards."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class TakesSafety(DecisiveReasonFor):
    """A safety lies on the discards."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakesAttack(ReasonFor):
    """A hazard lies on the discards that an opponent can be given."""

    card: Card
    team: int


@dataclass(frozen=True, slots=True)
class TakesDistance(ReasonFor):
    """A distance card lies on the discards that can be driven at once."""

    card: Card


@dataclass(frozen=True, slots=True)
class ExchangePurpose(ReasonFor):
    """What cards are exchanged for, whichever they are."""


@dataclass(frozen=True, slots=True)
class ExchangesForNeeded(ExchangePurpose):
    """The team needs a card that it does not hold."""

    card: Card


@dataclass(frozen=True, slots=True)
class ExchangesForDistance(ExchangePurpose):
    """The hand has nothing to drive."""


@dataclass(frozen=True, slots=True)
class ExchangesIdleHand(ExchangePurpose):
    """Nothing in the hand can be played."""


@dataclass(frozen=True, slots=True)
class ExchangeUnderWay(ExchangePurpose):
    """Cards were given already, so that another one costs no turn."""


@dataclass(frozen=True, slots=True)
class HandReady(ReasonFor):
    """The hand has something to play."""

    card: Card


@dataclass(frozen=True, slots=True)
class TopDiscardUseless(ReasonFor):
    """The top discard cannot be played now."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawsForNeeded(ReasonFor):
    """The team needs a card that may still be drawn."""

    card: Card


@dataclass(frozen=True, slots=True)
class RestWorthKeeping(ReasonFor):
    """An exchange has gone far enough."""

    card: Card


@dataclass(frozen=True, slots=True)
class KeepsDistance(ReasonFor):
    """An exchange has gone far enough: what can be driven later stays."""

    card: Card


# -- no choice -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyMove(DecisiveReasonFor):
    """There is no other move."""


# -- against a move --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SafetyThrownAway(DecisiveReasonAgainst):
    """A safety is discarded."""

    safety: Card
    points: int


@dataclass(frozen=True, slots=True)
class NeededRemedyThrownAway(ReasonAgainst):
    """The remedy for what stops the team is discarded."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class LastRemedyThrownAway(ReasonAgainst):
    """The only answer to a hazard that may still come is discarded."""

    card: Card
    hazard: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class RollThrownAway(ReasonAgainst):
    """A card is discarded that every team without its safety needs again and again."""

    held: int
    """How many stay in the hand."""


@dataclass(frozen=True, slots=True)
class HazardThrownAway(ReasonAgainst):
    """A hazard is discarded that an opponent could still be given."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class LongerCardThrownAway(ReasonAgainst):
    """A distance card is discarded, and a shorter one kept."""

    longer: Card
    shorter: Card


@dataclass(frozen=True, slots=True)
class SafeTripGivenUp(ReasonAgainst):
    """The first 200 is laid."""

    points: int


@dataclass(frozen=True, slots=True)
class CoupFourreGivenUp(ReasonAgainst):
    """A safety is laid while its hazards can still come."""

    safety: Card
    unseen: int
    """Hazards that it answers and that the player has not seen."""


@dataclass(frozen=True, slots=True)
class NothingToDriveYet(ReasonAgainst):
    """The team gets going, so that hazards can hit it, and has nothing to drive."""


@dataclass(frozen=True, slots=True)
class RollCanWait(ReasonAgainst):
    """The team gets going, and only then hazards can stop it."""


@dataclass(frozen=True, slots=True)
class MayBeAnswered(ReasonAgainst):
    """A hazard is laid whose safety somebody may hold."""

    hazard: Card
    safety: Card


@dataclass(frozen=True, slots=True)
class AwkwardRest(ReasonAgainst):
    """What is left of the trip no card in the hand makes up."""

    rest: int


# -- numbers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HardlyMatters(NumericReason):
    """The best moves are worth nearly the same."""

    moves: int
    """How many of them there are."""
    every: bool
    """Whether they are all there are."""
    points: int
    """Between the best and the last of them, at most."""


@dataclass(frozen=True, slots=True)
class TooCloseToCall(NumericReason):
    """The best moves differ by no more than luck."""

    moves: int
    every: bool


@dataclass(frozen=True, slots=True)
class WorthMore(NumericReason):
    """The move is worth more than another."""

    move: Move
    """The other."""
    points: int
    """As they count at the even start of a game."""
