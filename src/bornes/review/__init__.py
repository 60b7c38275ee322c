"""Hints and reviews: what the better move is, or would have been, and why.

``hint(view)`` judges the moves of a player who is to decide; it sees what that player sees and returns a ``Hint``.

``review(game)`` judges every decision of a game, each by what its player could know, and returns a ``Review``: for each
deal a ``DealReview`` with a ``Verdict`` on every decision, and for each seat a ``SeatSummary``.  ``decisions`` and
``judge_decision`` are the two steps of it, for those who want one verdict at a time.

A ``PricedMove`` says what a move gives away beside the best one, a ``MoveLabel`` what a move is called, and a
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

from .evaluation import PLAYOUT_FACTOR, CandidateMove, Decision, decisions
from .game_review import DealReview, Review, SeatSummary, review
from .reasons.kinds import MoveReason
from .review_text import MARKS, hint_sentences, remarks, why_sentence
from .verdicts import LABEL_THRESHOLDS_POINTS, LABELS, Hint, MoveLabel, PricedMove, Verdict, hint, judge_decision

__all__ = [
    "LABELS",
    "LABEL_THRESHOLDS_POINTS",
    "MARKS",
    "PLAYOUT_FACTOR",
    "CandidateMove",
    "DealReview",
    "Decision",
    "Hint",
    "MoveLabel",
    "MoveReason",
    "PricedMove",
    "Review",
    "SeatSummary",
    "Verdict",
    "decisions",
    "hint",
    "hint_sentences",
    "judge_decision",
    "remarks",
    "review",
    "why_sentence",
]
