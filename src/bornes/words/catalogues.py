"""The catalogues: which languages there are, and how a message is looked up for an edition.

A message is written in the code in English.  A catalogue translates it, and may do so again for an edition that has its
own word for the thing, with the name of the edition as the context; so a catalogue holds only what differs.
"""

from __future__ import annotations

import gettext
import os
import struct
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypedDict

FOLDER = Path(__file__).parent
DOMAIN = "bornes"
SOURCE_LANGUAGE = "en"
"""The language of the messages in the code."""


class Catalogue(TypedDict):
    """A catalogue as plain values."""

    language: str
    plural_forms: str
    """gettext's rule for which plural form a number takes."""
    messages: dict[str, str | list[str]]


class UnknownLanguage(ValueError):
    """A language that there is no catalogue for."""

    def __init__(self, language: str) -> None:
        super().__init__(f"there are no words in {language!r}, the languages are {', '.join(available_languages())}")
        self.language = language


class CatalogueNotCompiled(RuntimeError):
    """The build step that compiles the catalogues was left out."""

    def __init__(self, missing: Path) -> None:
        super().__init__(
            f"{missing} is missing: the catalogues are compiled when bornes is installed; "
            "in a checkout run `pip install -e .` or scripts/catalogues"
        )
        self.missing = missing


def N_(message: str) -> str:
    """Mark a message for the catalogues where it stands; it is translated where it is used."""
    return message


def available_languages() -> tuple[str, ...]:
    """List the languages that there are words in."""
    return tuple(sorted(path.parents[1].name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def language_of_system(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language that the user's environment asks for, English where it asks for none of ours."""
    asked = next((wish for name in _VARIABLES if (wish := environ.get(name))), "")
    known = available_languages()
    codes = (locale[:2].lower() for locale in asked.split(":") if locale[2:3] in ("", "_", "-", ".", "@"))
    return next((code for code in codes if code in known), SOURCE_LANGUAGE)


_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def catalogue(language: str) -> Catalogue:
    """Return a catalogue as plain values, for JSON.

    ``messages`` maps a message to its translation, or to the list of its plural forms.  An edition's own words are
    under the edition's name, ``\\x04`` and the message.  A message that is not there is its own translation.
    """
    path = compiled(language)
    messages = dict(_entries(path.read_bytes()))
    header = str(messages.pop(""))
    fields = dict(line.split(": ", 1) for line in header.splitlines())
    return Catalogue(language=language, plural_forms=fields["Plural-Forms"], messages=messages)


def compiled(language: str) -> Path:
    """Return where the compiled catalogue of a language lies."""
    if language not in available_languages():
        raise UnknownLanguage(language)
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not path.exists():
        raise CatalogueNotCompiled(path)
    return path


def translations(language: str) -> gettext.NullTranslations:
    """Load the words of a language; asked with an edition as the context they fall back on the general ones."""
    return _translations(FOLDER, language)


@cache
def _translations(folder: Path, language: str) -> gettext.NullTranslations:
    """Load the words of a language once: a table asks for them anew whenever somebody sits down."""
    compiled(language)
    general = gettext.translation(DOMAIN, folder, [language])
    own = gettext.translation(DOMAIN, folder, [language])
    own.add_fallback(_General(general))
    return own


class _General(gettext.NullTranslations):
    """Answers with the general word whatever the context."""

    def __init__(self, general: gettext.NullTranslations) -> None:
        super().__init__()
        self._general = general

    def pgettext(self, context: str, message: str) -> str:
        return self._general.gettext(message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self._general.ngettext(singular, plural, n)


def _entries(mo: bytes) -> Iterator[tuple[str, str | list[str]]]:
    """Read the messages of a compiled catalogue and their translations, as gettext's manual describes the format."""
    order = "<" if mo.startswith(b"\xde\x12\x04\x95") else ">"
    count, originals, translated = struct.unpack_from(f"{order}3I", mo, 8)

    def strings(table: int) -> Iterator[str]:
        for place in range(table, table + 8 * count, 8):
            length, start = struct.unpack_from(f"{order}2I", mo, place)
            yield mo[start : start + length].decode()

    for original, translation in zip(strings(originals), strings(translated), strict=True):
        message, plural, _ = original.partition("\0")
        yield message, translation.split("\0") if plural else translation
