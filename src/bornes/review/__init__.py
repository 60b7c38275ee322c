"""Hints and reviews: what the better move is, or would have been, and why.

``hint(view)`` judges the moves of a player who is to decide; it sees what that player sees and returns a ``Hint``.

``review(game)`` judges every decision of a game, each by what its player could know, and returns a ``Review``: for each
deal a ``DealReview`` with a ``Verdict`` on every decision, and for each seat a ``Balance``.  ``decisions`` and
``verdict_on`` are the two steps of it, for those who want one verdict at a time.

A ``PricedMove`` says what a move gives away beside the best one, a ``Label`` what a move is called, and a
``MoveReason`` why one is better, with its values: ``review.reasons`` has them all.  ``hint_sentences``, ``remarks`` and
``why_sentence`` put them into words, ``LABELS`` and ``MARKS`` name them; ``review.plots``, which needs matplotlib,
draws a review.

>>> import bornes
>>> from bornes.review import hint, review
>>> game = bornes.Game("parker-1962", players=4, seed=7)
>>> advice = hint(game.deal.view(game.deal.seat))
>>> str(advice.move), str(advice.why)
('roll', 'RollToStart()')
>>> _ = game.play("-proof")
>>> [verdict] = review(game).verdicts
>>> str(verdict.label), str(verdict.why)
('blunder', 'SafetyThrownAway(safety=<Card.PUNCTURE_PROOF: 16>, points=100)')
"""

from __future__ import annotations

from .evaluation import CARE, Decision, Option, decisions
from .game_review import Balance, DealReview, Review, review
from .reasons.kinds import MoveReason
from .review_text import MARKS, hint_sentences, remarks, why_sentence
from .verdicts import FROM, LABELS, Hint, Label, PricedMove, Verdict, hint, verdict_on

__all__ = [
    "CARE",
    "FROM",
    "LABELS",
    "MARKS",
    "Balance",
    "DealReview",
    "Decision",
    "Hint",
    "Label",
    "MoveReason",
    "Option",
    "PricedMove",
    "Review",
    "Verdict",
    "decisions",
    "hint",
    "hint_sentences",
    "remarks",
    "review",
    "verdict_on",
    "why_sentence",
]
