"""A review that was kept as plain values, put into the words of a reader.

What is kept is the same for everybody; sentences are added when somebody reads it, in that reader's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

from ..cards import Card
from ..engine.codes import Phase
from ..moves import Move, parse
from ..rules import Rules
from ..words import Words
from . import reasons
from .reasons import MoveReason
from .sentences import why_sentence


def tell_review(review: Mapping[str, Any], words: Words, rules: Rules) -> dict[str, Any]:
    """Return what ``Review.as_dict`` gave with a ``text`` in every move that came into question and in every reason."""
    deals = [
        {**deal, "decisions": [_told(decision, words, rules) for decision in deal["decisions"]]}
        for deal in review["deals"]
    ]
    return {**review, "deals": deals}


def _told(decision: dict[str, Any], words: Words, rules: Rules) -> dict[str, Any]:
    phase = Phase[decision["phase"].upper()]
    moves = [{**one, "text": words.move(parse(one["move"], phase), phase)} for one in decision["moves"]]
    why = decision["why"]
    if why is not None:
        why = {**why, "text": why_sentence(read_reason(why, phase), words, rules, phase)}
    return {**decision, "moves": moves, "why": why}


def read_reason(values: Mapping[str, Any], phase: Phase = Phase.PLAY) -> MoveReason:
    """Return the reason that ``MoveReason.as_dict`` wrote; LookupError where there is none of this name."""
    kind = _kinds()[values["reason"]]
    types = get_type_hints(kind, vars(reasons))
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
