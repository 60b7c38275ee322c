"""Phrases that several screens use."""

from __future__ import annotations

from ..bots.roster import ROSTER, Character
from ..words import Words
from ..words.about import form_name as form_name
from ..words.about import form_words as form_words


def bot_place(place: int | None, words: Words) -> str:
    """Say where a bot stands on the ladder: ``strength 3 of 5``; nothing of one that has no place there."""
    return "" if place is None else words.gettext("strength {place} of {count}", place=place, count=len(ROSTER))


def bot_description(character: Character, words: Words) -> str:
    """Say in this language how a bot plays, or which package it comes from."""
    if character.package is None:
        return words.gettext(character.line)
    return words.gettext("From the package {package}.", package=character.package)
