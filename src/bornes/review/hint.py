"""What to do now, and why: the judgement of a decision that is still to be made."""

from __future__ import annotations

from dataclasses import dataclass

from ..bots.inference import doubts
from ..deal import View
from ..engine.codes import Phase
from .decisions import Decision
from .judge import CARE, judge, worth_of_a_point
from .mistakes import Mistake, why
from .verdict import PricedMove, price


@dataclass(frozen=True, slots=True)
class Hint:
    """What the moves that come into question are worth, the best first."""

    phase: Phase
    chance: float
    """Of winning the game with the best move."""
    moves: tuple[PricedMove, ...]
    why: Mistake | None
    """What speaks for the best move and against the next that is not as good, where it can be named."""


def hint(view: View, seed: int = 0, care: float = CARE) -> Hint:
    """Judge the moves of the player who has this view and is to decide."""
    if not view.to_decide:
        raise ValueError("there is nothing to decide for this seat now")
    legal = list(view.legal_moves)
    at = Decision(1, 0, view.turns, view, doubts(view), view.stand_in(), legal[0])
    options = judge(at, seed, care)
    unit = worth_of_a_point(view.rules)
    priced = tuple(price(option, unit) for option in options)
    worse = next((one for one in priced if not one.tied), None)
    reason = None if worse is None else why(Decision(1, 0, view.turns, view, {}, at.state, worse.move), priced[0].move)
    return Hint(view.phase, options[0].chance, priced, reason)
