"""The catalogues: which languages there are, and how a message is looked up for an edition.

A message is written in the code in English.  A catalogue translates it, and may do so again for an edition that has its
own word for the thing, with the name of the edition as the context; so a catalogue holds only what differs.

A language is a folder, and in it a catalogue for each of PARTS: who only needs one part of the program reads one.  What
a catalogue does not translate is said in English, message by message, so that an unfinished language can be used.
"""

from __future__ import annotations

import gettext
import os
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from typing import TypedDict

from .plurals import ENGLISH_PLURAL_RULE, english_form, plural_form

FOLDER = os.path.dirname(__file__)  # no Path: whoever only reads the help of a command would wait for its module
SOURCE_LANGUAGE = "en"
"""The language of the messages in the code."""
CATALOG_PARTS = {"library": "", "terminal": "terminal/", "commands": "cli/", "law": "rules/data/", "page": "web/"}
"""The catalogues of a language, and where in the package their messages stand; what two of them say is in the first.

The law, the texts of clauses and rulings, is longer than all the others and seldom asked for.
"""
STANDALONE_PARTS = ("page",)
"""The parts that hold everything they say, also what others say: a browser fetches the one of its page and no other."""
LOOKUP_PARTS = ("library", "terminal", "commands")
"""The parts that are searched for a message, in this order."""


class Catalog(TypedDict):
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


class UnknownCatalog(ValueError):
    """A part of the program that has no catalogue."""

    def __init__(self, part: str) -> None:
        super().__init__(f"there is no catalogue {part!r}, there are {', '.join(CATALOG_PARTS)}")
        self.part = part


class CatalogNotCompiled(RuntimeError):
    """The build step that compiles the catalogues was left out."""

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"{missing} is missing: the catalogues are compiled when bornes is installed; "
            "in a checkout run `pip install -e .` or scripts/catalogues"
        )
        self.missing = missing


class BrokenCatalog(RuntimeError):
    """A compiled catalogue that cannot be read."""

    def __init__(self, path: str, why: object) -> None:
        super().__init__(f"{path} is no catalogue that can be read ({why}); scripts/catalogues writes it anew")
        self.path = path


_UNREADABLE = (OSError, ValueError, LookupError, struct.error)
"""What comes of reading a file that is something else, or was cut off."""


def available_languages() -> tuple[str, ...]:
    """List the languages that there are words in."""
    return tuple(sorted(entry.name for entry in os.scandir(FOLDER) if entry.is_dir() and _has_catalogues(entry.path)))


def _has_catalogues(folder: str) -> bool:
    return any(name.endswith(".po") for name in os.listdir(folder))


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language that the user's environment asks for, English where it asks for none of ours."""
    asked = next((wish for name in _VARIABLES if (wish := environ.get(name))), "")
    known = available_languages()
    codes = (locale[:2].lower() for locale in asked.split(":") if locale[2:3] in ("", "_", "-", ".", "@"))
    return next((code for code in codes if code in known), SOURCE_LANGUAGE)


_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def catalog(language: str, part: str = "library") -> Catalog:
    """Return one catalogue of a language as plain values, for JSON.

    ``messages`` maps a message to its translation, or to the list of its plural forms.  An edition's own words are
    under the edition's name, ``\\x04`` and the message.  A message that is not there is its own translation.
    """
    path = compiled_catalog_path(language, part)
    if path is None:
        return Catalog(language=language, plural_forms=ENGLISH_PLURAL_RULE, messages={})
    try:
        with open(path, "rb") as file:
            messages = dict(_entries(file.read()))
        header = str(messages.pop(""))
        fields = dict(line.split(": ", 1) for line in header.splitlines())
        return Catalog(language=language, plural_forms=fields["Plural-Forms"], messages=messages)
    except _UNREADABLE as error:
        raise BrokenCatalog(path, error) from error


def compiled_catalog_path(language: str, part: str) -> str | None:
    """Return where a compiled catalogue of a language lies; None where the language has no such part."""
    if language not in available_languages():
        raise UnknownLanguage(language)
    if part not in CATALOG_PARTS:
        raise UnknownCatalog(part)
    path = os.path.join(FOLDER, language, part)
    if os.path.exists(f"{path}.mo"):
        return f"{path}.mo"
    if os.path.exists(f"{path}.po"):
        raise CatalogNotCompiled(f"{path}.mo")
    return None


class Translations:
    """The words of one language: what a message becomes in it, in an edition's own words where it has some."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._loaded: dict[str, gettext.NullTranslations] = {}
        self._part(LOOKUP_PARTS[0])  # so that a language that is unknown or was not compiled is told at once

    def find(self, edition: str, message: str) -> str:
        """Return a message in this language, or as it is where nobody has translated it."""
        for part in map(self._part, LOOKUP_PARTS):
            with suppress(_NotThereError):
                return part.pgettext(edition, message)
            with suppress(_NotThereError):
                return part.gettext(message)
        return message

    def find_counted(self, edition: str, singular: str, plural: str) -> Callable[[int], str]:
        """Return a function that gives a message in the form that a number takes in this language."""
        for part in map(self._part, LOOKUP_PARTS):
            asks = (partial(part.npgettext, edition, singular, plural), partial(part.ngettext, singular, plural))
            for ask in asks:
                with suppress(_NotThereError):
                    ask(1)
                    return partial(plural_form, ask, singular, plural)
        return partial(english_form, singular, plural)

    def find_law(self, id: str, text: str) -> str:
        """Return a text of the law in this language; ``id`` is the clause or ruling, or what else it belongs to."""
        try:
            return self._part("law").pgettext(id, text)
        except _NotThereError:
            return text

    def _part(self, part: str) -> gettext.NullTranslations:
        """Return one catalogue, read when it is first needed."""
        if part not in self._loaded:
            path = compiled_catalog_path(self.language, part)
            found: gettext.NullTranslations = _Nothing()
            if path is not None:
                found = _read(path)
                found.add_fallback(_Nothing())
            self._loaded[part] = found
        return self._loaded[part]


def _read(path: str) -> gettext.GNUTranslations:
    try:
        with open(path, "rb") as file:
            return gettext.GNUTranslations(file)
    except _UNREADABLE as error:
        raise BrokenCatalog(path, error) from error


def translations(language: str) -> Translations:
    """Return the words of a language, loaded once: a table asks for them whenever somebody sits down."""
    return _translations(language, FOLDER)


@cache
def _translations(language: str, folder: str) -> Translations:
    """Load the words of a language that lie in this folder; a test puts some of its own elsewhere."""
    return Translations(language)


class _NotThereError(LookupError):
    """No catalogue that was asked has this message."""


class _Nothing(gettext.NullTranslations):
    """Knows no message, and says so: gettext's own answers as if every message were translated by itself."""

    def gettext(self, message: str) -> str:
        raise _NotThereError

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise _NotThereError

    def pgettext(self, context: str, message: str) -> str:
        raise _NotThereError

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        raise _NotThereError


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
