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


def can_be_seen(name: str) -> bool:
    """Return whether a name shows anything at all."""
    return bool(_shown(name))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names cannot be told apart at a glance: by case, by width, or by letters of other scripts."""
    shown = _shown(one), _shown(other)
    return len(shown[0]) == len(shown[1]) and all(map(_same_letter, *shown))


def _shown(name: str) -> str:
    """Return what there is to see of a name, letters and their accents apart."""
    shown = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in shown if char not in _BLANK and not char.isspace())


def _same_letter(one: str, other: str) -> bool:
    return one == other or not {one, *_LOOKS.get(one, "")}.isdisjoint({other, *_LOOKS.get(other, "")})


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
)
"""Characters that count as printable and show nothing: joiners, fillers of Hangul, vowels of Khmer, Braille without a
dot, and what only chooses the form of the character before."""
_CYRILLIC = "аa вb гr еe кk мm нh оo рp сc тt уy хx ьb ѕs іi јj ѵv һh ӏil үy ԁd ԛq ԝw"
_GREEK = "αa βb γy εe ζz ηhn ιi κk μmu νnv οo ρp σc τt υuy χx ωw ϳj"
_LOOKS = {look[0]: look[1:] for look in f"{_CYRILLIC} {_GREEK} ıi ɑa ɡg".split()}
"""The Latin letters that a letter of another script is taken for, be it as a capital (en for H) or as a small one
(nu for v).  It is a short list on purpose: what is in daily use, not every alphabet there is."""


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
