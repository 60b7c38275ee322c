"""Why a hazard is answered or let pass, and why a trip is extended or ended; and that there is no choice at all."""

from __future__ import annotations

from ...engine.codes import COUP, EXTEND, FINISH, PASS, Phase
from ...game.moves import Move
from ..situation import Situation
from .kinds import (
    AnswersAtOnce,
    CallsCoupFourre,
    FewCardsLeft,
    HitsAnotherTeam,
    OnlyMove,
    OpponentNear,
    ReasonFor,
    RoomToExtend,
    TripSecured,
)

_NO_DANGER = 300
"""Miles behind the short trip from which an opponent will hardly win an extension."""


def only_move(at: Situation, move: Move) -> ReasonFor | None:
    """Find that no other move is legal."""
    return OnlyMove() if len(at.view.legal_moves) == 1 else None


def coup_fourre(at: Situation, move: Move) -> ReasonFor | None:
    """Find the coup fourré."""
    if move != COUP or at.view.window is None:
        return None
    hazard = at.view.window.hazard
    return CallsCoupFourre(hazard.safety, hazard, at.rules.safety_points + at.rules.coup_fourre_points)


def answered_at_once(at: Situation, move: Move) -> ReasonFor | None:
    """Find the remedy out of turn."""
    if at.phase is not Phase.REACT or move.card is None or at.view.window is None:
        return None
    return AnswersAtOnce(move.card, at.view.window.hazard)


def hits_somebody_else(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the safety may wait, since the hazard lies on another team."""
    window = at.view.window
    if at.phase is not Phase.REACT or move != PASS or window is None or window.target == at.team:
        return None
    return HitsAnotherTeam(window.hazard, window.target, window.hazard.safety)


def extension(at: Situation, move: Move) -> ReasonFor | None:
    """Find why the trip is extended or ended."""
    if at.phase is not Phase.EXTEND:
        return None
    ahead = at.farthest()
    so_far, cards = at.view.progress(ahead), at.view.draw_pile_size
    distant = so_far <= at.view.target - _NO_DANGER
    if move == EXTEND:
        return RoomToExtend(so_far, cards) if distant and not at.few_cards else None
    assert move == FINISH
    if at.few_cards:
        return FewCardsLeft(cards)
    if not distant:
        return OpponentNear(ahead, so_far)
    return TripSecured(at.rules.trip_points) if at.rules.trip_points else None


FINDERS = (only_move, coup_fourre, answered_at_once, hits_somebody_else, extension)
