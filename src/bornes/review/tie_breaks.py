"""Which of several moves that cannot be told apart a sensible player would make: the one place that says so."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.codes import COUP, DRAW, FINISH, TAKE, Phase
from ..game.moves import Move
from ..rules.cards import DISTANCES, Card, Family
from .reasons.draws import takes
from .reasons.safeties import lifts
from .situation import Situation, hazard_remedied_by

_SHORT = (Card.D25, Card.D50)


def naturalness(at: Situation, move: Move) -> tuple[int, int]:
    """Return a number for sorting: the more natural a move, the lower."""
    place = next((place for place, (is_so, _) in enumerate(_ORDER) if is_so(at, move)), len(_ORDER))
    within = _ORDER[place][1] if place < len(_ORDER) else _any
    return place, within(at, move)


def _answers(at: Situation, move: Move) -> bool:
    return move == COUP or (at.phase is Phase.REACT and move.card is not None)


def _gets_going(at: Situation, move: Move) -> bool:
    return at.lays(move, Family.REMEDY) not in (None, Card.END_OF_LIMIT)


def _safety_lifts(at: Situation, move: Move) -> bool:
    return lifts(at, move) is not None


def _drives(at: Situation, move: Move) -> bool:
    return at.lays(move, Family.DISTANCE) is not None


def _ends_limit(at: Situation, move: Move) -> bool:
    return at.lays(move, Family.REMEDY) is Card.END_OF_LIMIT


def _attacks(at: Situation, move: Move) -> bool:
    return move.team is not None


def _lays_safety(at: Situation, move: Move) -> bool:
    return at.lays(move, Family.SAFETY) is not None


def _takes_useful(at: Situation, move: Move) -> bool:
    return move == TAKE and takes(at, move) is not None


def _draws(at: Situation, move: Move) -> bool:
    return move == DRAW and at.phase is Phase.DRAW


def _ends_exchange(at: Situation, move: Move) -> bool:
    return move == DRAW and at.phase is Phase.EXCHANGE


def _ends_trip(at: Situation, move: Move) -> bool:
    return move == FINISH


def _gives_up_dead(at: Situation, move: Move) -> bool:
    return move.is_discard and move.card is not None and at.dead(move.card)


def _gives_up_spare(at: Situation, move: Move) -> bool:
    """Say whether another card of the hand does the same."""
    card = at.gives_up(move)
    if card is None or card in DISTANCES:
        return False
    covered = card.family is Family.REMEDY and hazard_remedied_by(card).safety in at.view.hand
    needed = 2 if card is Card.ROLL else 1  # one to go now, and one after the next hazard
    return covered or at.view.hand.count(card) > needed


def _exchanges_short(at: Situation, move: Move) -> bool:
    """Say whether a short distance goes in exchange, while the car lacks what would get it going."""
    return at.drawing and at.missing is not None and at.gives_up(move) in _SHORT


def _gives_up_distance(at: Situation, move: Move) -> bool:
    return at.gives_up(move) in DISTANCES


def _gives_up_remedy(at: Situation, move: Move) -> bool:
    card = at.gives_up(move)
    return card is not None and card.family is Family.REMEDY and card is not Card.ROLL


def _gives_up_hazard(at: Situation, move: Move) -> bool:
    card = at.gives_up(move)
    return card is not None and card.family is Family.HAZARD


def _gives_up_roll(at: Situation, move: Move) -> bool:
    return at.gives_up(move) is Card.ROLL


def _any(at: Situation, move: Move) -> int:
    return int(move)


def _longest_first(at: Situation, move: Move) -> int:
    return -move.card.miles if move.card is not None else 0


def _shortest_first(at: Situation, move: Move) -> int:
    return move.card.miles if move.card is not None else 0


def _foremost_first(at: Situation, move: Move) -> int:
    """Aim at who has come farthest; of hazards keep the Speed Limit, which stops nobody."""
    assert move.team is not None
    return 2 * -at.view.progress(move.team) + (move.card is Card.SPEED_LIMIT)


_ORDER: tuple[tuple[Callable[[Situation, Move], bool], Callable[[Situation, Move], int]], ...] = (
    (_answers, _any),
    (Situation.completes, _longest_first),
    (_gets_going, _any),
    (_safety_lifts, _any),
    (_drives, _longest_first),
    (_ends_limit, _any),
    (_attacks, _foremost_first),
    (_lays_safety, _any),
    (_takes_useful, _any),
    (_draws, _any),
    (_ends_trip, _any),
    (_gives_up_dead, _any),
    (_gives_up_spare, _any),
    (_exchanges_short, _shortest_first),
    (_ends_exchange, _any),
    (_gives_up_distance, _shortest_first),
    (_gives_up_remedy, _any),
    (_gives_up_hazard, _any),
    (_gives_up_roll, _any),
)
"""The most natural first: play rather than discard, get going, drive as far as possible, stop who is in front, and of
the cards give up what is dead or there twice, then short distances; a safety last.  Behind each stands what goes first
among moves of this sort."""
