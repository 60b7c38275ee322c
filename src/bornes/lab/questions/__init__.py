"""Questions that fans argue about, answered by simulation."""

from __future__ import annotations

from ...base.translatable import N_, closest_match
from .coup_fourre import COUP_FOURRE, HOLD_OR_LAY
from .edition_comparison import RULEBOOKS
from .opening_hand import EACH_CARD, EACH_SAFETY
from .report import Answer, ResearchQuestion, ResearchQuestionError
from .samples import Sample
from .trip import EXTENSION, TWO_HUNDREDS
from .win_chances import COMEBACKS, FIRST_PLAYER

QUESTIONS: dict[str, ResearchQuestion] = {
    each.name: each
    for each in (
        EACH_SAFETY,
        FIRST_PLAYER,
        HOLD_OR_LAY,
        TWO_HUNDREDS,
        EXTENSION,
        RULEBOOKS,
        EACH_CARD,
        COUP_FOURRE,
        COMEBACKS,
    )
}
"""All questions by name, in the order of the page."""


def question(name: str) -> ResearchQuestion:
    """Return the question of this name, or raise an error that names those that exist."""
    if name in QUESTIONS:
        return QUESTIONS[name]
    meant = closest_match(name, QUESTIONS)
    text = (
        N_("there is no question {name!r}; did you mean {nearest}? The questions are {known}")
        if meant
        else N_("there is no question {name!r}; the questions are {known}")
    )
    raise ResearchQuestionError(text, name=name, nearest=meant, known=", ".join(QUESTIONS))


__all__ = ["QUESTIONS", "Answer", "ResearchQuestion", "ResearchQuestionError", "Sample", "question"]
