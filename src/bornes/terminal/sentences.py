"""Phrases that several screens use."""

from __future__ import annotations

from ..bots.roster import Character
from ..editions import Form, edition
from ..rules import Rules
from ..words import N_, Words


def form_words(words: Words, rules: Rules) -> str:
    """Describe the form that is played: ``2 players``, ``4 players in pairs, short trip``."""
    return form_name(words, edition(rules.edition).form_of(rules))


def form_name(words: Words, form: Form) -> str:
    """Describe a form of any edition: ``2 players``, ``4 players in pairs, short trip``."""
    seated = N_("{players} players in pairs") if form.partners else N_("{players} players")
    text = words.gettext(seated, players=form.players)
    return words.gettext("{form}, short trip", form=text) if form.short else text


def bot_title(character: Character, words: Words) -> str:
    """Return what a bot is called in this language; bots of other packages have one name for all languages."""
    return words.gettext(character.title) if character.package is None else character.title


def bot_description(character: Character, words: Words) -> str:
    """Say in this language how a bot plays, or which package it comes from."""
    if character.package is None:
        return words.gettext(character.line)
    return words.gettext("From the package {package}.", package=character.package)
