"""Bornes in words: every event, refusal, move, rule and score in English and French, as each edition would say it.

>>> from bornes import Card
>>> from bornes.i18n import Translator
>>> Translator("en", "asmodee").card(Card.ROLL), Translator("fr", "dujardin").card(Card.ROLL)
('GO', 'Feu Vert')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.marks import N_
from .catalogs import (
    BrokenCatalog,
    CatalogNotCompiled,
    UnknownLanguage,
    available_languages,
    catalog,
    system_language,
)

if TYPE_CHECKING:
    from .rendering import Translator

__all__ = [
    "N_",
    "BrokenCatalog",
    "CatalogNotCompiled",
    "Translator",
    "UnknownLanguage",
    "available_languages",
    "catalog",
    "system_language",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load ``Translator``, and with it the whole game, when it is first used: ``--help`` only needs a catalogue."""
        if name == "Translator":
            from .rendering import Translator

            return globals().setdefault(name, Translator)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
