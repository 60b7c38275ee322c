"""Why a hazard is laid on an opponent, and on this one."""

from __future__ import annotations

from ...game.moves import Move
from ...rules.cards import HAZARDS, Card
from ..situation import NEAR_ARRIVAL_MILES, Situation
from .kinds import (
    CannotBeAnswered,
    CoversHazard,
    KeepsBehind,
    KeepsShutOut,
    ReasonFor,
    SlowsDown,
    StopsArrival,
    StopsCar,
    StopsFirstMiles,
    StopsLeader,
    StopsRestart,
)


def stops_arrival(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the opponent is about to arrive."""
    if move.team is None:
        return None
    left = at.view.progress_left(move.team)
    return StopsArrival(move.team, left) if left <= NEAR_ARRIVAL_MILES else None


def covers_hazard(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the opponent is stopped already, or on the point of rolling again."""
    if move.team is None or move.card is Card.SPEED_LIMIT or at.state.rolling(move.team):
        return None
    top = at.view.tables[move.team].battle[-1:]
    if top and top[0] in HAZARDS and at.state.live(move.team):
        return CoversHazard(move.team, top[0]) if top[0] is not move.card else None
    return StopsRestart(move.team)


def keeps_shut_out(at: Situation, move: Move) -> ReasonFor | None:
    """Find that no opponent has driven yet, and that the own team has."""
    if move.team is None or not at.rules.shut_out_points or not at.nobody_has_driven or not at.laid.miles:
        return None
    return None if move.card is Card.SPEED_LIMIT else KeepsShutOut(move.team, at.rules.shut_out_points)


def stops_leader(at: Situation, move: Move) -> ReasonFor | None:
    """Find that nobody has come farther."""
    if move.team is None:
        return None
    so_far = at.view.progress(move.team)
    first = all(so_far > at.view.progress(team) for team in range(at.rules.teams) if team != move.team)
    return StopsLeader(move.team, so_far) if first else None


def cannot_be_answered(at: Situation, move: Move) -> ReasonFor | None:
    """Find that its safety is in the player’s hand or lies before a team, so that nobody can answer."""
    if move.team is None or move.card is None or at.unseen(move.card.safety):
        return None
    safety = move.card.safety
    if safety in at.view.hand:
        return CannotBeAnswered(safety, held=True)
    shown = any(safety in laid.safeties for laid in at.view.tables)
    return CannotBeAnswered(safety, held=False) if shown else None


def slows_down(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the opponent could drive long distances."""
    if move.team is None or move.card is not Card.SPEED_LIMIT or not at.limit_bars or at.state.limited(move.team):
        return None
    return SlowsDown(move.team, at.rules.speed_limit)


def keeps_behind(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the opponent is behind."""
    if move.team is None or move.card is Card.SPEED_LIMIT:
        return None
    so_far = at.view.progress(move.team)
    behind = at.view.tables[move.team].miles and so_far < at.view.progress(at.team)
    return KeepsBehind(move.team, so_far) if behind else None


def stops_car(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the opponent is on the road, or about to begin."""
    if move.team is None or move.card is Card.SPEED_LIMIT:
        return None
    driven = at.view.tables[move.team].miles
    return StopsCar(move.team, at.view.progress(move.team)) if driven else StopsFirstMiles(move.team)


FINDERS = (
    stops_arrival,
    covers_hazard,
    keeps_shut_out,
    stops_leader,
    cannot_be_answered,
    slows_down,
    keeps_behind,
    stops_car,
)
