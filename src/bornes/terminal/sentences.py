"""Phrases that several screens use."""

from __future__ import annotations

from ..bots.roster import ROSTER, Character, place_of
from ..words import N_, Words
from ..words.about import form_name as form_name
from ..words.about import form_words as form_words


def bot_title(character: Character, words: Words) -> str:
    """Return what a bot is called in this language; bots of other packages have one name for all languages."""
    return words.gettext(character.title) if character.package is None else character.title


def bot_place(character: Character, words: Words) -> str:
    """Say where a bot stands on the ladder: ``the weakest of 5``, ``3 of 5``; nothing of one from elsewhere."""
    place, count = place_of(character), len(ROSTER)
    if place is None:
        return ""
    ends = {1: N_("the weakest of {count}"), count: N_("the strongest of {count}")}
    between = N_("{place} of {count} from the weakest")
    return words.gettext(ends.get(place, between), place=place, count=count)


def bot_description(character: Character, words: Words) -> str:
    """Say in this language how a bot plays, or which package it comes from."""
    if character.package is None:
        return words.gettext(character.line)
    return words.gettext("From the package {package}.", package=character.package)
