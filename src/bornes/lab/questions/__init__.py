"""Questions that fans argue about, answered by simulation."""

from __future__ import annotations

from difflib import get_close_matches

from . import (
    comebacks,
    coup_fourre,
    extension,
    first_player,
    opening_hand,
    right_of_way,
    rulebooks,
    safeties,
    two_hundreds,
)
from .answer import Answer, Question, QuestionError
from .sampling import Sample

QUESTIONS: dict[str, Question] = {
    module.QUESTION.name: module.QUESTION
    for module in (
        safeties,
        first_player,
        right_of_way,
        two_hundreds,
        extension,
        rulebooks,
        opening_hand,
        coup_fourre,
        comebacks,
    )
}
"""All questions by name, in the order of the page."""


def question(name: str) -> Question:
    """Return the question of this name, or raise an error that names those that exist."""
    if name in QUESTIONS:
        return QUESTIONS[name]
    nearest = get_close_matches(name, QUESTIONS, 1)
    hint = f"did you mean {nearest[0]}? " if nearest else ""
    raise QuestionError(f"there is no question {name!r}; {hint}the questions are {', '.join(QUESTIONS)}")


__all__ = ["QUESTIONS", "Answer", "Question", "QuestionError", "Sample", "question"]
