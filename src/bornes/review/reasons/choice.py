"""Which reason is given: for the move that a hint recommends, and for the one that a review finds better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from ...engine.codes import TAKE
from ...game.moves import Move
from ..situation import Situation
from . import answers, attacks, discards, distances, draws, remedies, safeties
from .kinds import (
    DecisiveReasonAgainst,
    DecisiveReasonFor,
    ExchangePurpose,
    HardlyMatters,
    MoveReason,
    NumericReason,
    ReasonAgainst,
    ReasonFor,
    TooCloseToCall,
    TopDiscardUseless,
    WorthMore,
)
from .objections import AGAINST

if TYPE_CHECKING:
    from ..verdicts import PricedMove


NEGLIGIBLE_POINTS = 10
_STEP = 5
"""To which points are rounded up that hardly matter."""


def why_recommended(at: Situation, moves: Sequence[PricedMove], unit: float) -> MoveReason:
    """Return why the first of these moves is the one to make, ``unit`` being what a point is worth in chance."""
    found = next(reasons_for(at, moves[0].move), None)
    return by_numbers(at, moves, unit) if found is None else found


def besides_recommended(at: Situation, move: Move, natural: Move) -> MoveReason | None:
    """Return what else there is to say of a card that is given up, ``natural`` being the move that suggests itself.

    Where it is exchanged: what for, unless that was said already.  Elsewhere: why nothing is played.
    """
    if not move.is_discard:
        return None
    if at.drawing:
        _, *others = [*reasons_for(at, move), None]
        return next((one for one in others if isinstance(one, ExchangePurpose)), None)
    return None if natural.is_discard else next(reasons_against(at, natural, move), None)


def why_better(at: Situation, better: Move, made: PricedMove, unit: float) -> MoveReason:
    """Return why another move was better than the one that was made.

    What speaks for both says nothing, so it is left out; what speaks against the move that was made goes before what
    speaks for the other, unless that is decisive and the move no grave one.
    """
    found, against = _only_for(at, better, made.move), next(reasons_against(at, made.move, better), None)
    if isinstance(found, DecisiveReasonFor) and not isinstance(against, DecisiveReasonAgainst):
        return found
    return against or found or WorthMore(made.move, max(1, round(made.chance / unit)))


def _only_for(at: Situation, better: Move, made: Move) -> ReasonFor | None:
    of_both: set[type[ReasonFor]] = {type(reason) for reason in reasons_for(at, made)}
    if made != TAKE:
        of_both.add(TopDiscardUseless)  # that nothing useful lies there says nothing against an exchange
    return next((reason for reason in reasons_for(at, better) if type(reason) not in of_both), None)


def by_numbers(at: Situation, moves: Sequence[PricedMove], unit: float) -> NumericReason:
    """Say what the figures say, where nothing else speaks for the first move."""
    tied = [one for one in moves if one.tied]
    if len(tied) == 1:
        return WorthMore(moves[1].move, max(1, round(moves[1].chance / unit)))
    every = len(tied) == len(at.view.legal_moves)
    costs = [one.option.chance_cost.mean / unit for one in tied]
    points = _STEP * max(1, ceil((max(costs) - min(costs)) / _STEP))
    return HardlyMatters(len(tied), every, points) if points <= NEGLIGIBLE_POINTS else TooCloseToCall(len(tied), every)


_FINDERS: tuple[Callable[[Situation, Move], ReasonFor | None], ...] = (
    *answers.FINDERS,
    *draws.FINDERS,
    *distances.FINDERS,
    *remedies.REMEDY_FINDERS,
    *safeties.SAFETY_FINDERS,
    *attacks.FINDERS,
    *discards.FINDERS,
)


def reasons_for(at: Situation, move: Move) -> Iterator[ReasonFor]:
    """Yield what speaks for a move, the weightiest first."""
    return (found for find in _FINDERS if (found := find(at, move)) is not None)


def reasons_against(at: Situation, move: Move, better: Move) -> Iterator[ReasonAgainst]:
    """Yield what speaks against a move where another is better, the weightiest first."""
    return (found for find in AGAINST if (found := find(at, move, better)) is not None)
