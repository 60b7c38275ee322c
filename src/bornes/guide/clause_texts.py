"""Clauses and rulings of ``bornes.rules.clauses``, with their texts in the reader's language."""

from __future__ import annotations

from dataclasses import replace

from ..i18n.catalogs import SOURCE_LANGUAGE, translations
from ..rules import clauses
from ..rules.clauses import Clause, Ruling

SECTION = "section"
NOT_APPLICABLE = "not applicable"
TITLE = "title"
"""What a text of the law is translated as, where it is not the text of a clause or a ruling itself."""


def cite(id: str, language: str = SOURCE_LANGUAGE) -> Clause | Ruling:
    """Return the clause or the ruling with this id in a language; what is not translated is in English."""
    law = clauses.cite(id)
    return ruling_in(law, language) if isinstance(law, Ruling) else clause_in(law, language)


def clause_in(clause: Clause, language: str) -> Clause:
    """Return a clause with its texts in a language."""
    find = translations(language).find_law
    reason = clause.not_applicable
    return replace(
        clause,
        section=find(SECTION, clause.section),
        text=find(clause.id, clause.text),
        not_applicable=None if reason is None else find(NOT_APPLICABLE, reason),
    )


def ruling_in(ruling: Ruling, language: str) -> Ruling:
    """Return a ruling with its texts in a language."""
    find = translations(language).find_law
    return replace(ruling, title=find(f"{ruling.id} {TITLE}", ruling.title), text=find(ruling.id, ruling.text))
