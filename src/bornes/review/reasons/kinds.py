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
class ForMove(MoveReason):
    """What speaks for a move."""


@dataclass(frozen=True, slots=True)
class Decisive(ForMove):
    """What speaks for a move, and says more than most that speaks against another."""


@dataclass(frozen=True, slots=True)
class AgainstMove(MoveReason):
    """What speaks against the move that was made."""


@dataclass(frozen=True, slots=True)
class Grave(AgainstMove):
    """What speaks against the move that was made, and says more than anything that speaks for another."""


@dataclass(frozen=True, slots=True)
class ByNumbers(MoveReason):
    """Nothing but the figures of the judgement: the last resort."""


# -- answers to a hazard ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CoupFourre(Decisive):
    """The safety in the hand answers the hazard that was just laid."""

    safety: Card
    hazard: Card
    points: int
    """For the safety and the coup fourré."""


@dataclass(frozen=True, slots=True)
class AnsweredAtOnce(Decisive):
    """In fast play the remedy can be laid out of turn."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class HitsSomebodyElse(ForMove):
    """The hazard lies on another team, and the safety can wait."""

    hazard: Card
    team: int
    safety: Card


# -- the extension ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomToExtend(Decisive):
    """No opponent is near, and there are cards enough for the longer trip."""

    so_far: int
    """How far the foremost opponent has come."""
    cards: int
    """Left to draw."""


@dataclass(frozen=True, slots=True)
class OpponentNear(Decisive):
    """In an extension an opponent might arrive first."""

    team: int
    so_far: int


@dataclass(frozen=True, slots=True)
class FewCardsLeft(Decisive):
    """There are hardly cards enough for an extension."""

    cards: int


@dataclass(frozen=True, slots=True)
class TripSecured(Decisive):
    """What the trip scores is certain now."""

    points: int


# -- driving ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinsRace(Decisive):
    """The card brings the points that end the race."""

    so_far: int
    """What the team then has."""


@dataclass(frozen=True, slots=True)
class DelayedAction(Decisive):
    """The trip is completed with the draw pile gone."""

    points: int


@dataclass(frozen=True, slots=True)
class ShutOut(Decisive):
    """The trip is completed while no opponent has driven."""

    points: int


@dataclass(frozen=True, slots=True)
class SafeTrip(Decisive):
    """The trip is completed without any 200."""

    points: int


@dataclass(frozen=True, slots=True)
class CompletesTrip(Decisive):
    """The card completes the trip."""


@dataclass(frozen=True, slots=True)
class NothingLeftToDraw(ForMove):
    """The draw pile is gone, and what is not played scores nothing."""


@dataclass(frozen=True, slots=True)
class FirstMiles(ForMove):
    """Nobody scores a shut-out over a team that has driven."""

    points: int


@dataclass(frozen=True, slots=True)
class LeavesExactRest(ForMove):
    """What is then left of the trip is what another card in the hand makes up."""

    rest: int
    card: Card


@dataclass(frozen=True, slots=True)
class KeepsSafeTrip(ForMove):
    """A longer card would be a 200, which gives up the safe trip."""

    points: int


@dataclass(frozen=True, slots=True)
class SafeTripGone(ForMove):
    """A 200 lies already, so that another one costs nothing."""


@dataclass(frozen=True, slots=True)
class LongestUnderLimit(ForMove):
    """The longest card in the hand that the Speed Limit allows."""


@dataclass(frozen=True, slots=True)
class LongestDistance(ForMove):
    """Nothing that can be played goes farther."""


# -- getting the car going -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollToStart(Decisive):
    """Nobody drives without a Roll."""


@dataclass(frozen=True, slots=True)
class RollAfterRemedy(Decisive):
    """What stopped the team is mended, and a Roll is missing."""


@dataclass(frozen=True, slots=True)
class RollLiftsStop(Decisive):
    """The team stands at a Stop."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class RemedyThenRoll(Decisive):
    """The remedy for what stops the team, and the Roll that has to follow is in the hand."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class RemedyNeeded(Decisive):
    """The remedy for what stops the team."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class EndsLimitFor(ForMove):
    """A longer card waits in the hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class EndsLimit(ForMove):
    """The Speed Limit holds the team back."""

    limit: int


# -- safeties --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SafetyLifts(Decisive):
    """The safety lifts the hazard that stops the team."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class RightOfWayStarts(Decisive):
    """Right of Way takes the place of the missing Roll."""


@dataclass(frozen=True, slots=True)
class RightOfWayLiftsLimit(ForMove):
    """Right of Way lifts the Speed Limit."""


@dataclass(frozen=True, slots=True)
class AllFourSafeties(ForMove):
    """It is the last of the four."""

    points: int


@dataclass(frozen=True, slots=True)
class NoHazardLeft(ForMove):
    """No hazard is left that a coup fourré could answer."""


@dataclass(frozen=True, slots=True)
class SafetyBeforeArrival(ForMove):
    """An opponent may soon end the deal, and a safety in the hand scores nothing."""

    team: int
    left: int
    """How much that opponent still lacks."""


@dataclass(frozen=True, slots=True)
class SafetyBeforeLastCards(ForMove):
    """The cards will soon be gone, and a safety in the hand scores nothing."""

    cards: int


@dataclass(frozen=True, slots=True)
class SafetyScores(ForMove):
    """The safety scores, and gives another turn."""

    points: int


# -- attacks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StopsArrival(ForMove):
    """The opponent is about to arrive."""

    team: int
    left: int


@dataclass(frozen=True, slots=True)
class KeepsShutOut(ForMove):
    """No opponent has driven yet."""

    team: int
    points: int


@dataclass(frozen=True, slots=True)
class StopsLeader(ForMove):
    """Nobody has come farther than this opponent."""

    team: int
    so_far: int


@dataclass(frozen=True, slots=True)
class CannotBeAnswered(ForMove):
    """No coup fourré can answer this hazard."""

    safety: Card
    held: bool
    """Whether it is in the player’s hand, and not on a table."""


@dataclass(frozen=True, slots=True)
class SlowsDown(ForMove):
    """The opponent is free to drive long distances."""

    team: int
    limit: int


@dataclass(frozen=True, slots=True)
class CoversHazard(ForMove):
    """The opponent may have the remedy for the hazard that lies there."""

    team: int
    hazard: Card


@dataclass(frozen=True, slots=True)
class StopsRestart(ForMove):
    """The opponent lacks only a Roll."""

    team: int


@dataclass(frozen=True, slots=True)
class KeepsBehind(ForMove):
    """The opponent is behind, and stays there."""

    team: int
    so_far: int


@dataclass(frozen=True, slots=True)
class StopsFirstMiles(ForMove):
    """The opponent is about to drive for the first time."""

    team: int


@dataclass(frozen=True, slots=True)
class StopsCar(ForMove):
    """The opponent is on the road."""

    team: int
    so_far: int


# -- cards that are given up -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WaitsForEnd(ForMove):
    """To arrive after the last card of the draw pile pays."""

    points: int
    cards: int


@dataclass(frozen=True, slots=True)
class TooMany200s(ForMove):
    """No further 200 may be laid."""


@dataclass(frozen=True, slots=True)
class TooLong(ForMove):
    """The card is longer than what is left of the trip."""

    rest: int


@dataclass(frozen=True, slots=True)
class CoveredBySafety(ForMove):
    """The safety on the table makes the remedy needless."""

    safety: Card


@dataclass(frozen=True, slots=True)
class NothingToMend(ForMove):
    """No hazard is left that the remedy answers."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class NobodyToStop(ForMove):
    """All opponents are protected against the hazard."""


@dataclass(frozen=True, slots=True)
class SafetyInHand(ForMove):
    """The safety in the hand answers the same hazard."""

    safety: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class Duplicate(ForMove):
    """There is another one in the hand."""


@dataclass(frozen=True, slots=True)
class EasyToReplace(ForMove):
    """More of the remedy than of its hazard is still unseen."""

    hazard: Card
    unseen: int
    remedies: int


@dataclass(frozen=True, slots=True)
class HeldByLimit(ForMove):
    """The Speed Limit forbids the card."""


@dataclass(frozen=True, slots=True)
class ShortestDistance(ForMove):
    """The other distance cards in the hand are longer."""


@dataclass(frozen=True, slots=True)
class NoTargetNow(ForMove):
    """No opponent can be given the hazard now."""


@dataclass(frozen=True, slots=True)
class LeastMissed(ForMove):
    """Nothing in the hand can be played but a safety, if any."""


# -- drawing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakesRoll(Decisive):
    """The Roll that the team lacks lies on the discards."""


@dataclass(frozen=True, slots=True)
class TakesRemedy(Decisive):
    """The remedy that the team needs lies on the discards."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class TakesSafety(Decisive):
    """A safety lies on the discards."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakesAttack(ForMove):
    """A hazard lies on the discards that an opponent can be given."""

    card: Card
    team: int


@dataclass(frozen=True, slots=True)
class TakesDistance(ForMove):
    """A distance card lies on the discards that can be driven at once."""

    card: Card


@dataclass(frozen=True, slots=True)
class ExchangePurpose(ForMove):
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
class HandReady(ForMove):
    """The hand has something to play."""

    card: Card


@dataclass(frozen=True, slots=True)
class DiscardUseless(ForMove):
    """The top discard cannot be played now."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawsForNeeded(ForMove):
    """The team needs a card that may still be drawn."""

    card: Card


@dataclass(frozen=True, slots=True)
class RestWorthKeeping(ForMove):
    """An exchange has gone far enough."""

    card: Card


@dataclass(frozen=True, slots=True)
class KeepsDistance(ForMove):
    """An exchange has gone far enough: what can be driven later stays."""

    card: Card


# -- no choice -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyMove(Decisive):
    """There is no other move."""


# -- against a move --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SafetyThrownAway(Grave):
    """A safety is discarded."""

    safety: Card
    points: int


@dataclass(frozen=True, slots=True)
class NeededRemedyThrownAway(AgainstMove):
    """The remedy for what stops the team is discarded."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class LastRemedyThrownAway(AgainstMove):
    """The only answer to a hazard that may still come is discarded."""

    card: Card
    hazard: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class RollThrownAway(AgainstMove):
    """A card is discarded that every team without its safety needs again and again."""

    held: int
    """How many stay in the hand."""


@dataclass(frozen=True, slots=True)
class HazardThrownAway(AgainstMove):
    """A hazard is discarded that an opponent could still be given."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class LongerCardThrownAway(AgainstMove):
    """A distance card is discarded, and a shorter one kept."""

    longer: Card
    shorter: Card


@dataclass(frozen=True, slots=True)
class SafeTripGivenUp(AgainstMove):
    """The first 200 is laid."""

    points: int


@dataclass(frozen=True, slots=True)
class CoupFourreGivenUp(AgainstMove):
    """A safety is laid while its hazards can still come."""

    safety: Card
    unseen: int
    """Hazards that it answers and that the player has not seen."""


@dataclass(frozen=True, slots=True)
class NothingToDriveYet(AgainstMove):
    """The team gets going, so that hazards can hit it, and has nothing to drive."""


@dataclass(frozen=True, slots=True)
class RollCanWait(AgainstMove):
    """The team gets going, and only then hazards can stop it."""


@dataclass(frozen=True, slots=True)
class MayBeAnswered(AgainstMove):
    """A hazard is laid whose safety somebody may hold."""

    hazard: Card
    safety: Card


@dataclass(frozen=True, slots=True)
class AwkwardRest(AgainstMove):
    """What is left of the trip no card in the hand makes up."""

    rest: int


# -- numbers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HardlyMatters(ByNumbers):
    """The best moves are worth nearly the same."""

    moves: int
    """How many of them there are."""
    every: bool
    """Whether they are all there are."""
    points: int
    """Between the best and the last of them, at most."""


@dataclass(frozen=True, slots=True)
class CannotBeToldApart(ByNumbers):
    """The best moves differ by no more than luck."""

    moves: int
    every: bool


@dataclass(frozen=True, slots=True)
class WorthMore(ByNumbers):
    """The move is worth more than another."""

    move: Move
    """The other."""
    points: int
    """As they count at the even start of a game."""
