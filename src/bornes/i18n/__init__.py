"""Bornes in words: every event, refusal, move, rule and score in English and French, as each edition would say it.

>>> from bornes import Card
>>> from bornes.i18n import Words
>>> Words("en", "asmodee").card(Card.ROLL), Words("fr", "dujardin").card(Card.ROLL)
('GO', 'Feu Vert')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.marks import N_
from .catalogs import (
    BrokenCatalogue,
    CatalogueNotCompiled,
    UnknownLanguage,
    available_languages,
    catalogue,
    language_of_system,
)

if TYPE_CHECKING:
    from .rendering import Words

__all__ = [
    "N_",
    "BrokenCatalogue",
    "CatalogueNotCompiled",
    "UnknownLanguage",
    "Words",
    "available_languages",
    "catalogue",
    "language_of_system",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load ``Words``, and with it the whole game, when it is first used: ``--help`` only needs a catalogue."""
        if name == "Words":
            from .rendering import Words

            return globals().setdefault(name, Words)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
