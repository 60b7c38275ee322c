"""The law in the reader's language: clauses and rulings as ``bornes.clauses`` has them, with their texts translated."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from .. import clauses
from ..clauses import Clause, Ruling
from .catalogues import SOURCE_LANGUAGE, translations

SECTION = "section"
NOT_APPLICABLE = "not applicable"
TITLE = "title"
"""What a text of the law is translated as, where it is not the text of a clause or a ruling itself."""

_Law = TypeVar("_Law", Clause, Ruling)


def cite(id: str, language: str = SOURCE_LANGUAGE) -> Clause | Ruling:
    """Return the clause or the ruling with this id in a language; what is not translated is in English."""
    return in_language(clauses.cite(id), language)


def in_language(law: _Law, language: str) -> _Law:
    """Return a clause or a ruling with its texts in a language."""
    find = translations(language).find_law
    if isinstance(law, Ruling):
        return replace(law, title=find(f"{law.id} {TITLE}", law.title), text=find(law.id, law.text))
    reason = law.not_applicable
    return replace(
        law,
        section=find(SECTION, law.section),
        text=find(law.id, law.text),
        not_applicable=None if reason is None else find(NOT_APPLICABLE, reason),
    )
