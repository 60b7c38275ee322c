"""What a move is called when it is offered: an imperative without a subject, in small letters."""

from __future__ import annotations

from ..cards import Family
from ..engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ..moves import DRAWING, Move
from .catalogues import N_
from .names import Names

_WORDS: dict[int, str] = {
    COUP: N_("call coup fourré"),
    EXTEND: N_("extend the trip to {long_trip}"),
    FINISH: N_("end the trip here"),
    TAKE: N_("take the top discard"),
}


def move_label(move: Move, phase: Phase, names: Names) -> str:
    """Return a move in words; the phase tells a discard from an exchange, and an answer from a play."""
    if move.card is None:
        return names.gettext(_word(move, phase))
    values: dict[str, str] = {"card": names.card(move.card)}
    if move.is_discard:
        message = N_("exchange {card}") if phase in DRAWING else N_("discard {card}")
    elif move.team is not None:
        message = N_("lay {card} on {team}")
        values["team"] = names.team(move.team)
    elif move.card.family is Family.DISTANCE:
        message = N_("drive {distance}")
        values["distance"] = names.distance(move.card.miles)
    else:
        message = N_("answer with {card}") if phase is Phase.REACT else N_("play {card}")
    return names.gettext(message, **values)


def _word(move: Move, phase: Phase) -> str:
    if move == PASS:
        return N_("let it pass") if phase is Phase.REACT else N_("pass the turn")
    if move == DRAW:
        return N_("draw as many cards as you gave") if phase is Phase.EXCHANGE else N_("draw a card")
    return _WORDS[move]
