"""A review that was kept as plain values, put into the words of a reader.

What is kept is the same for everybody; sentences are added when somebody reads it, in that reader's language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

from ..engine.codes import Phase
from ..game.moves import Move, parse
from ..i18n import Translator
from ..rules.cards import Card
from ..rules.ruleset import Rules
from .reasons import kinds
from .reasons.kinds import MoveReason
from .review_text import why_sentence
from .verdicts import MoveLabel


def localize_review(
    review: Mapping[str, Any], words: Translator, rules: Rules, stood_in: Collection[tuple[int, int]] = ()
) -> dict[str, Any]:
    """Return what ``Review.as_dict`` gave with a ``text`` in every move that came into question and in every reason.

    ``stood_in`` names moves that a bot made for a player, by deal and number. They get ``autopilot``; nobody is blamed
    for them, and they do not count in how a seat played.
    """
    deals = [
        {**deal, "decisions": [_told(_blamed(one, stood_in), words, rules) for one in deal["decisions"]]}
        for deal in review["deals"]
    ]
    if not stood_in:
        return {**review, "deals": deals}
    every = [decision for deal in deals for decision in deal["decisions"]]
    seats = [_balance([one for one in every if one["seat"] == seat]) for seat in range(len(review["seats"]))]
    return {**review, "deals": deals, "seats": seats}


def _blamed(decision: dict[str, Any], stood_in: Collection[tuple[int, int]]) -> dict[str, Any]:
    """Return a decision as it is, or without a label and a reason where it was not the player's own."""
    if (decision["deal"], decision["number"]) not in stood_in:
        return decision
    return {**decision, "autopilot": True, "label": None, "why": None}


def _balance(decisions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Add up how a seat played, as ``SeatSummary.as_dict`` gives it, over the decisions that were its own."""
    judged = [one for one in decisions if one["label"] is not None]
    costs = [move["costs"] for one in judged for move in one["moves"] if move["move"] == one["move"]]
    return {
        "choices": len(judged),
        "labels": {str(label): sum(one["label"] == str(label) for one in judged) for label in MoveLabel},
        "weight": sum(one["weight"] for one in judged),
        "biggest": max((cost["chance"] for cost in costs), default=0.0),
        "points": sum(cost["points"] for cost in costs),
        "chance": sum(cost["chance"] for cost in costs),
    }


def _told(decision: dict[str, Any], words: Translator, rules: Rules) -> dict[str, Any]:
    phase = Phase[decision["phase"].upper()]
    moves = [{**one, "text": words.move(parse(one["move"], phase), phase)} for one in decision["moves"]]
    why = decision["why"]
    if why is not None:
        why = {**why, "text": why_sentence(read_reason(why, phase), words, rules, phase)}
    return {**decision, "moves": moves, "why": why}


def read_reason(values: Mapping[str, Any], phase: Phase = Phase.PLAY) -> MoveReason:
    """Return the reason that ``MoveReason.as_dict`` wrote; LookupError where there is none of this name."""
    kind = _kinds()[values["reason"]]
    types = get_type_hints(kind, vars(kinds))
    return kind(**{field.name: _read(values[field.name], types[field.name], phase) for field in fields(kind)})


def _read(value: Any, kind: type, phase: Phase) -> Any:
    if kind is Card:
        return Card.parse(value)
    return parse(value, phase) if kind is Move else value


@cache
def _kinds() -> dict[str, type[MoveReason]]:
    return {kind.__name__: kind for kind in _below(MoveReason)}


def _below(kind: type[MoveReason]) -> Iterator[type[MoveReason]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)
