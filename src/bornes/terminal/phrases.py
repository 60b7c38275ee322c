"""Phrases that several screens use."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..bots.roster import ROSTER, BotProfile, strength_rank
from ..guide.descriptions import form_name as form_name
from ..guide.descriptions import form_words as form_words
from ..i18n import N_, Translator

if TYPE_CHECKING:
    from ..store.saved_games import DamagedSave, SavedGame


def as_sentence(text: str) -> str:
    """Return a text that stands alone as a sentence: with a capital, unless it begins with no word, and an end."""
    if not text:
        return text
    first = text.split(None, 1)[0]
    begins = first.replace("’", "").replace("'", "").isalpha()
    capital = text[0].upper() + text[1:] if begins else text
    return capital if capital[-1] in ".!?…»”)" else f"{capital}."


def error_sentence(error: Exception, words: Translator) -> str:
    """Say what went wrong, where nothing stands before it."""
    return as_sentence(words.error(error))


def damage_sentence(damaged: Sequence[DamagedSave], words: Translator) -> str:
    """Say which saved game cannot be read and why, or of several how to learn that."""
    if len(damaged) == 1:
        return as_sentence(words.translate(damaged[0].message))
    text = N_("{number} saved games cannot be read: “{command} games” says why.")
    return words.gettext(text, number=len(damaged), command=bornes_command())


def saved_game_words(saved: SavedGame, language: str) -> Translator:
    """Return the words for a saved game; where one person played, they speak to that person."""
    people = saved.table.people
    only = people[0] if len(people) == 1 else None
    return Translator.for_players(language, saved.rules, saved.table.names, only)


def bot_place(place: int | None, words: Translator) -> str:
    """Say where a bot stands on the ladder: ``strength 3 of 5``; nothing of one that has no place there."""
    return "" if place is None else words.gettext("strength {place} of {count}", place=place, count=len(ROSTER))


def about_bot(character: BotProfile, words: Translator) -> list[str]:
    """Say how a bot plays, and where it stands on the ladder if it has a place there."""
    place = bot_place(strength_rank(character), words)
    return [bot_description(character, words), *([as_sentence(place)] if place else [])]


def bot_description(character: BotProfile, words: Translator) -> str:
    """Say in this language how a bot plays, or which package it comes from."""
    if character.package is None:
        return words.gettext(character.line)
    return words.gettext("From the package {package}.", package=character.package)


COMMAND = "bornes"


def bornes_command() -> str:
    """Return what to type for ``bornes``: the script of a checkout, or ``python -m bornes``, where that was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and called.parent.name == COMMAND:
        return f"{Path(sys.executable).name} -m {COMMAND}"
    if called.stem != COMMAND or _is_on_path(called):
        return COMMAND
    script = called.absolute().parent.parent.parent / "scripts" / COMMAND  # which runs .venv/bin/bornes
    return _from_here(script if script.is_file() else called.absolute())


def _is_on_path(called: Path) -> bool:
    """Say whether the plain name leads to the same program."""
    found = shutil.which(COMMAND)
    return found is not None and Path(found).absolute() == called.absolute()


def _from_here(path: Path) -> str:
    """Return a path as somebody would type it here: the shorter of the relative and the absolute one."""
    relative = os.path.relpath(path)
    return min(relative if os.sep in relative else f".{os.sep}{relative}", str(path), key=len)
