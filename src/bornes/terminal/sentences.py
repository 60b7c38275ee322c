"""Phrases that several screens use."""

from __future__ import annotations

from ..bots.roster import Character
from ..editions import Form, edition
from ..rules import Rules
from ..words import N_, Words


def form_words(words: Words, rules: Rules) -> str:
    """The form: ``2 players``, ``4 players in pairs, short trip``."""
    return form_name(words, edition(rules.edition).form_of(rules))


def form_name(words: Words, form: Form) -> str:
    """The same of a form by itself."""
    seated = N_("{players} players in pairs") if form.partners else N_("{players} players")
    text = words.gettext(seated, players=form.players)
    return words.gettext(N_("{form}, short trip"), form=text) if form.short else text


def title_of(character: Character, words: Words) -> str:
    """What a character is called in this language; guests have one name for all languages."""
    return words.gettext(character.title) if character.package is None else character.title


def line_of(character: Character, words: Words) -> str:
    """Who that is, in this language."""
    if character.package is None:
        return words.gettext(character.line)
    return words.gettext(N_("From the package {package}."), package=character.package)
