"""Why a distance card is driven, and why this one."""

from __future__ import annotations

from ...game.moves import Move
from ...rules.cards import Card, Family
from ..situation import Situation
from .kinds import (
    CompletesTrip,
    DelayedAction,
    FirstMiles,
    KeepsSafeTrip,
    LeavesExactRest,
    LongestDistance,
    LongestUnderLimit,
    NothingLeftToDraw,
    ReasonFor,
    SafeTrip,
    SafeTripGone,
    ShutOut,
    WinsRace,
)


def wins_race(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a card brings the points that end the race."""
    if not at.completes(move) or at.rules.end_measure == "miles" or move.card is None:
        return None
    return WinsRace(at.view.progress(at.team) + (move.card.miles or at.rules.safety_points))


def completes_trip(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a card completes the trip, and what that scores besides."""
    if not at.completes(move):
        return None
    rules, without_200 = at.rules, Card.D200 not in (*at.laid.distances, move.card)
    if rules.shut_out_points and at.nobody_has_driven:
        return ShutOut(rules.shut_out_points)
    if rules.delayed_action_points and at.runs_out and not at.view.draw_pile_size:
        return DelayedAction(rules.delayed_action_points)
    if rules.safe_trip_points and without_200:
        return SafeTrip(rules.safe_trip_points)
    return CompletesTrip()


def nothing_left_to_draw(at: Situation, move: Move) -> ReasonFor | None:
    """Find that nothing is left to draw."""
    drives = at.lays(move, Family.DISTANCE)
    last = at.runs_out and not at.view.draw_pile_size
    return NothingLeftToDraw() if drives is not None and last and drives is at.drivable[-1] else None


def first_miles(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a team which has driven gives nobody a shut-out."""
    first = at.lays(move, Family.DISTANCE) is not None and not at.laid.miles
    return FirstMiles(at.rules.shut_out_points) if first and at.rules.shut_out_points else None


def leaves_exact_rest(at: Situation, move: Move) -> ReasonFor | None:
    """Find that what is then left is what another card in the hand makes up."""
    drives = at.lays(move, Family.DISTANCE)
    if drives is None or not at.exact:
        return None
    rest = at.rest - drives.miles
    left = list(at.view.hand)
    left.remove(drives)
    fits = next((card for card in left if 0 < rest == card.miles and at.can_lay(card)), None)
    second = fits is Card.D200 and at.laid.distances.count(fits) + (drives is fits) >= at.rules.max_200s
    return None if fits is None or second else LeavesExactRest(rest, fits)


def keeps_safe_trip(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a longer card would be the first 200."""
    drives = at.lays(move, Family.DISTANCE)
    if drives is None or not at.rules.safe_trip_points or Card.D200 in at.laid.distances:
        return None
    longer = {card for card in at.drivable if card.miles > drives.miles}
    return KeepsSafeTrip(at.rules.safe_trip_points) if longer == {Card.D200} else None


def safe_trip_gone(at: Situation, move: Move) -> ReasonFor | None:
    """Find that a 200 costs nothing, since one lies already."""
    again = at.lays(move, Family.DISTANCE) is Card.D200 and Card.D200 in at.laid.distances
    return SafeTripGone() if again and at.rules.safe_trip_points else None


def longest_under_limit(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the Speed Limit allows no longer card of the hand."""
    drives = at.lays(move, Family.DISTANCE)
    if drives is None or not at.limited or drives is not _longest(at):
        return None
    return LongestUnderLimit() if any(card.miles > drives.miles for card in at.view.hand) else None


def longest_distance(at: Situation, move: Move) -> ReasonFor | None:
    """Find that nothing goes farther."""
    drives = at.lays(move, Family.DISTANCE)
    return LongestDistance() if drives is not None and drives is _longest(at) else None


def _longest(at: Situation) -> Card:
    return at.drivable[-1]


FINDERS = (
    wins_race,
    completes_trip,
    nothing_left_to_draw,
    leaves_exact_rest,
    first_miles,
    keeps_safe_trip,
    safe_trip_gone,
    longest_under_limit,
    longest_distance,
)
