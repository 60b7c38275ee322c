"""Names of players: what a record can hold, and what players are called who gave none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..base.translatable import N_, TranslatableError

BOT_NAMES = ("Ada", "Boris", "Chloé", "Denis", "Elsa", "Félix", "Gina", "Hugo")
"""What bots are called, by seat."""


class NamesError(TranslatableError, ValueError):
    """Names that the players of a game cannot have."""


def is_valid_name(text: str) -> bool:
    """Return whether a player can have this name: it can be seen, and a record can hold it."""
    return bool(text.strip()) and text.isprintable() and "|" not in text


def is_visible_name(name: str) -> bool:
    """Return whether a name shows anything at all."""
    return bool(_shown(name))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names cannot be told apart at a glance.

    Case, width, accents, punctuation and invisible characters make no other name, nor do letters of other scripts and
    digits that look like Latin letters.
    """
    first, second = _letters(one), _letters(other)
    if not first or not second:
        return _shown(one) == _shown(other)
    return len(first) == len(second) and all(map(_same_letter, first, second))


def _shown(name: str) -> str:
    """Return what there is to see of a name, letters and their accents apart."""
    shown = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in shown if char not in _BLANK and not char.isspace())


class _Letter(NamedTuple):
    """A letter, and the Latin letters that it is taken for."""

    itself: str
    script: str
    looks: frozenset[str]


@lru_cache(1024)
def _letters(name: str) -> tuple[_Letter, ...]:
    """Return the letters of a name; none for a name that consists of other signs."""
    found: list[_Letter] = []
    accented = False
    for char in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name)):
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me") and accented:
            continue
        letter = _letter(char)
        accented = letter.script in _ACCENTED
        if letter.looks or not (kind[0] in "PZ" or kind == "Sk" or char in _BLANK):
            found += _split(letter)
    return tuple(_joined(found))


@lru_cache(4096)
def _letter(char: str) -> _Letter:
    """Return a letter and what it looks like, as its shape and its Unicode name say."""
    name = unicodedata.name(char, "")
    small = char.casefold()
    looks = set(_LOOKS.get(char, "")) | set(_LOOKS.get(small, ""))
    if (found := _LATIN.search(name)) is not None:
        looks.add(found["letter"].lower())
    return _Letter(small, name.partition(" ")[0], frozenset(looks))


def _split(letter: _Letter) -> list[_Letter]:
    """Return the letters that one stands for: ß is two."""
    parts = _LIGATURES.get(letter.itself)
    return [letter] if parts is None else [_letter(part) for part in parts]


def _joined(letters: list[_Letter]) -> Iterator[_Letter]:
    """Yield letters with one in place of two that look like it together: rn is taken for m."""
    at = 0
    while at < len(letters):
        pair = "".join(letter.itself for letter in letters[at : at + 2])
        together = _PAIRS.get(pair)
        yield letters[at] if together is None else _Letter(together, "LATIN", frozenset(together))
        at += 1 if together is None else 2


def _same_letter(one: _Letter, other: _Letter) -> bool:
    if one.itself == other.itself:
        return True
    if one.script == other.script != "LATIN":  # who reads a script can tell its letters apart
        return False
    return not one.looks.isdisjoint(other.looks)


_ACCENTED = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Scripts whose letters stay what they are without their marks; in others a mark is a vowel."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
)
"""Characters that count as printable and show nothing: joiners, fillers of Hangul, vowels of Khmer, Braille without a
dot, and what only chooses the form of the character before."""
_LATIN = re.compile(
    r"(?:LATIN(?: CAPITAL| SMALL)?|INDICATOR SYMBOL) LETTER (?:SMALL CAPITAL )?(?P<letter>[A-Z])(?: WITH|$)"
)
"""How Unicode names letters that are a Latin one with something at it, in a square, or as a small capital."""
_LIGATURES = {"ss": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "ǆ": "dz", "ӕ": "ae"}
_PAIRS = {"rn": "m", "vv": "w"}
_LOOK_ALIKES = """
    Il 0o 1il 3e 4a 5s 8b @a $s
    ıi ɑa ɐa ɒa ʌa Ʌa əe ɡg ŋn ɲn ɯm ʋv ɩi ʟl
    Λa αa βb γy εe ζz ηhn ιi κk μmu νnv οo πn ρp σc τt υuy χx ωw ϳj
    аa вb гr еe зe кk мm нh оo пn рp сc тt уy хx чy шw ьb яr ѕs іi јj ѵv һh ӏil үy ԁd ԛq ԝw ѧa ҥn ӊn ӈn ԥn
    հh ոn ռn ղn սu օo ցg զq յj աw լl տs
    Ꭺa Ᏼb Ꮯc Ꭰd Ꭼe Ꮐg Ꮋh Ꭵi Ꭻj Ꮶk Ꮮl Ꮇm Ꮑn Ꮲp Ꭱr Ꮢr Ꮪs Ꭲt Ꮩv Ꮤw Ꮃw Ꮍy Ꮓz
    ꓮa ꓐb ꓚc ꓓd ꓰe ꓝf ꓖg ꓧh ꓲil ꓙj ꓗk ꓡl ꓟm ꓠn ꓳo ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓪw ꓫx ꓬy ꓜz
    ⲁa ⲃb ⲥc ⲉe ⲏh ⲓi ⲕk ⲙm ⲛn ⲟo ⲣp ⲧt ⲩy ⲭx ⲍz
    ᗩa ᗅa ᐱa ᗷb ᑕc ᗪd ᗴe ᖴf ᘜg ᕼh ᒍj ᒪl ᗰm ᑎn ᑭp ᖇr ᔕs ᑌu ᐯv ᗯw ᙭x ᘔz
    𐊠a 𐌀a 𐌁b 𐌂c 𐌄e 𐌉i 𐌊k 𐌌m 𐌍n 𐌏o 𐌐p 𐌓r 𐌔s 𐌕t 𐌖v 𐌗x 𐌽n
    ∀a ∧a ⋀a ∆a ∩n ⋂n ∪u ∨v חn סo กn
    Іil Ιil Ӏil Ꭵil ∣il ǀil ߊil ןil ⵏil ⏐il ॥il өo ѳo θo ໐o ०o ဝo ഠo ◯o ○o 〇o ☉o ⊙o †t ₳a △a ▲a ᐃa Дa ภn Иn ßb
"""
_LOOKS = {look[0]: look[1:] for look in _LOOK_ALIKES.split()}
"""The Latin letters that a sign is taken for, be it as a capital (en for H) or as a small one (nu for v)."""


def default_name(seat: int) -> str:
    """Return what a player is called who gave no name."""
    return f"Player {seat + 1}"


def checked_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Return the names, one for each seat, or the usual ones where none are given."""
    if names is None:
        return tuple(default_name(seat) for seat in range(players))
    if isinstance(names, str | bytes) or not isinstance(names, Sequence):
        raise TypeError(f"names must be a sequence, one name for each seat, not {type(names).__name__}")
    if len(names) != players:
        text = N_("names: {players} players need {players} names, not {names}")
        raise NamesError(text, players=players, names=len(names))
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"names: a name is text, not {type(name).__name__}: {name!r}")
        if not is_valid_name(name):
            raise NamesError(N_("names: {name!r} must be printable text without |"), name=name)
    return tuple(name.strip() for name in names)
