"""Names of players: what a record can hold, and what players are called who gave none."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .wording import N_, TranslatableError

BOT_NAMES = ("Ada", "Boris", "Chloé", "Denis", "Elsa", "Félix", "Gina", "Hugo")
"""What bots are called, by seat."""


class NamesError(TranslatableError, ValueError):
    """Names that the players of a game cannot have."""


def is_name(text: str) -> bool:
    """Return whether a player can have this name: it can be seen, and a record can hold it."""
    return bool(text.strip()) and text.isprintable() and "|" not in text


def looks_like(name: str) -> str:
    """Return what a name looks like: the same for two that cannot be told apart at a glance, empty for one unseen."""
    shown = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in shown if char not in _BLANK and not char.isspace())


_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as printable and show nothing: fillers of Hangul, and Braille without a dot."""


def usual_name(seat: int) -> str:
    """Return what a player is called who gave no name."""
    return f"Player {seat + 1}"


def checked_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Return the names, one for each seat, or the usual ones where none are given."""
    if names is None:
        return tuple(usual_name(seat) for seat in range(players))
    if isinstance(names, str | bytes) or not isinstance(names, Sequence):
        raise TypeError(f"names must be a sequence, one name for each seat, not {type(names).__name__}")
    if len(names) != players:
        text = N_("names: {players} players need {players} names, not {names}")
        raise NamesError(text, players=players, names=len(names))
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"names: a name is text, not {type(name).__name__}: {name!r}")
        if not is_name(name):
            raise NamesError(N_("names: {name!r} must be printable text without |"), name=name)
    return tuple(name.strip() for name in names)
