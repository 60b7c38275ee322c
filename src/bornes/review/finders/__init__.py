"""Who finds the reasons for a move: one module for each kind of move.

A finder is asked about a move in a situation, and answers with a reason or with None.  In each module they stand in
order, the weightiest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...moves import Move
from ..reasons import AgainstMove, ForMove
from ..situation import Situation
from . import answering, attacking, drawing, driving, giving_up, remedies, safeties
from .against import AGAINST

_FINDERS: tuple[Callable[[Situation, Move], ForMove | None], ...] = (
    *answering.FINDERS,
    *drawing.FINDERS,
    *driving.FINDERS,
    *remedies.FINDERS,
    *safeties.FINDERS,
    *attacking.FINDERS,
    *giving_up.FINDERS,
)


def reasons_for(at: Situation, move: Move) -> Iterator[ForMove]:
    """Yield what speaks for a move, the weightiest first."""
    return (found for find in _FINDERS if (found := find(at, move)) is not None)


def reasons_against(at: Situation, move: Move, better: Move) -> Iterator[AgainstMove]:
    """Yield what speaks against a move where another is better, the weightiest first."""
    return (found for find in AGAINST if (found := find(at, move, better)) is not None)
