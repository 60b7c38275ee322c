"""Moves as advice: what to do, said to the player."""

from __future__ import annotations

from ..cards import Family
from ..engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ..moves import DRAWING, Move
from ..words import N_, Words

_CARDLESS: dict[int, str] = {
    COUP: N_("Call coup fourré"),
    EXTEND: N_("Extend the trip to {long_trip}"),
    FINISH: N_("End the trip here"),
    TAKE: N_("Take the top discard"),
}


def advice(move: Move, phase: Phase, words: Words) -> str:
    """Tell the player to make a move: ``Play Roll``, ``Lay Stop on Bob``."""
    if move.card is None:
        return words.gettext(_without_card(move, phase))
    values: dict[str, str] = {"card": words.card(move.card)}
    if move.is_discard:
        message = N_("Exchange {card}") if phase in DRAWING else N_("Discard {card}")
    elif move.team is not None:
        message = N_("Lay {card} on {team}")
        values["team"] = words.team(move.team)
    elif move.card.family is Family.DISTANCE:
        message = N_("Drive {distance}")
        values["distance"] = words.distance(move.card.miles)
    else:
        message = N_("Answer with {card}") if phase is Phase.REACT else N_("Play {card}")
    return words.gettext(message, **values)


def _without_card(move: Move, phase: Phase) -> str:
    if move == PASS:
        return N_("Let it pass") if phase is Phase.REACT else N_("Pass the turn")
    if move == DRAW:
        return N_("Draw as many cards as you gave") if phase is Phase.EXCHANGE else N_("Draw a card")
    return _CARDLESS[move]
