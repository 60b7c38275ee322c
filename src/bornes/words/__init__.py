"""Bornes in words: every event, refusal, move, rule and score in English and French, as each edition would say it.

>>> from bornes import Card
>>> from bornes.words import Words
>>> Words("en", "asmodee").card(Card.ROLL), Words("fr", "dujardin").card(Card.ROLL)
('GO', 'Feu Vert')
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.codes import Phase
from ..events import Event
from ..explain import Reason
from ..game import Game
from ..moves import Move
from ..player_names import usual_name
from ..rules import Rules
from ..scores import DealSheet, GameSheet
from ..wording import N_
from .catalogues import (
    CatalogueNotCompiled,
    UnknownLanguage,
    available_languages,
    catalogue,
    language_of_system,
)
from .names import Names
from .sentences import event_sentence, move_label, reason_sentence, score_sheet

__all__ = [
    "N_",
    "CatalogueNotCompiled",
    "UnknownLanguage",
    "Words",
    "available_languages",
    "catalogue",
    "language_of_system",
]


class Words(Names):
    """Speaks of a game in one language and in the words of one edition."""

    @classmethod
    def of(cls, game: Game, language: str = "en") -> Words:
        """Make the words for this game and its players; who was given no name gets one in the language."""
        return cls.for_players(language, game.rules, game.names)

    @classmethod
    def for_players(cls, language: str, rules: Rules, names: Sequence[str]) -> Words:
        """Make the words for players of these names; who was given none gets one in the language."""
        unnamed = cls(language, rules.edition)
        chosen = [unnamed.seat(seat) if name == usual_name(seat) else name for seat, name in enumerate(names)]
        return cls(language, rules.edition, chosen, rules.teams)

    def move(self, move: Move, phase: Phase = Phase.PLAY) -> str:
        """Return a move as it is offered: ``play Roll``, ``lay Stop on Bob``."""
        return move_label(move, phase, self)

    def event(self, event: Event) -> str | None:
        """Tell an event in a sentence, and no more than it holds; None where there is nothing to tell."""
        return event_sentence(event, self)

    def reason(self, reason: Reason) -> str:
        """Say in a sentence why a move is refused, with the clause."""
        return reason_sentence(reason, self)

    def score_sheet(self, sheet: DealSheet | GameSheet) -> str:
        """Write a score sheet as a table in plain text."""
        return score_sheet(sheet, self)
