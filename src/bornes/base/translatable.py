"""Texts that can be said in every language: how a room below the words says something to a person.

The rooms of the game do not know any language.  What one of them has to say, an error above all, is a
``TranslatableText``: the English text, and apart from it the values that are filled in.  ``bornes.i18n`` says it in the
reader's language.
"""

from __future__ import annotations

import errno
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from .marks import N_ as N_


@dataclass(frozen=True, slots=True)
class OrList:
    """Things to choose from, told as ``2, 3 or 4``."""

    items: tuple[object, ...]

    def __str__(self) -> str:
        *others, last = map(str, self.items or ("",))
        return f"{', '.join(others)} or {last}" if others else last


@dataclass(frozen=True, slots=True)
class AndList:
    """Things that belong together, told as ``one, two and three``."""

    items: tuple[object, ...]

    def __str__(self) -> str:
        *others, last = map(str, self.items or ("",))
        return f"{', '.join(others)} and {last}" if others else last


class Localizable(ABC):
    """A value that each language writes in its own way, such as a figure; ``str`` writes it in English."""

    @abstractmethod
    def localize(self, words: Any) -> str:
        """Return it as these words say it."""


@dataclass(frozen=True, slots=True)
class FormattedNumber(Localizable):
    """A number that may be large, or have decimals: ``1,234.5``."""

    value: float
    decimals: int = 0

    def __str__(self) -> str:
        return f"{self.value:,.{self.decimals}f}"

    def localize(self, words: Any) -> str:
        """Write the number as the language does."""
        text: str = words.number(self.value, self.decimals)
        return text


@dataclass(frozen=True, slots=True)
class TranslatableText:
    """A text in English with values to be filled in; a value may be a message itself, or some things joined."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format_map(self.values)


_TROUBLES = {
    errno.ENOENT: N_("No such file or directory"),
    errno.EACCES: N_("Permission denied"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EEXIST: N_("File exists"),
    errno.EISDIR: N_("Is a directory"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.EROFS: N_("Read-only file system"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.EIO: N_("Input/output error"),
    errno.EPIPE: N_("Broken pipe"),
    errno.EBADF: N_("Bad file descriptor"),
}
"""What the system says of files, as far as people meet it."""


def os_error_text(error: OSError) -> TranslatableText:
    """Return what is in the way of reading or writing; what is not known here as the system says it."""
    return TranslatableText(
        _TROUBLES.get(error.errno or 0) or "{why}", MappingProxyType({"why": error.strerror or str(error)})
    )


MAX_QUOTED_LENGTH = 500


def sanitize_line(text: str, most: int = MAX_QUOTED_LENGTH) -> str:
    """Return a text that may repeat what anybody sent as one that does no harm where it is shown.

    What would move the cursor, turn the direction of reading or show nothing is replaced, and it ends at a length.
    """
    shown = sanitize(text[: most + 1])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def sanitize(text: str) -> str:
    """Return a text of any length with a sign in place of each character that would do harm where it is shown."""
    return "".join(char if unicodedata.category(char) not in UNSAFE_CATEGORIES else "\ufffd" for char in text)


UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories: control and direction characters, surrogates, unassigned characters, line ends."""


class TranslatableError(Exception):
    """An error that can be told in every language; ``str`` tells it in English."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.message = TranslatableText(text, MappingProxyType(values))
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is copied by its arguments, which here are the finished text alone.
        others = {name: value for name, value in self.__dict__.items() if name != "message"}
        return _made_again, (type(self), self.args, self.message.text, dict(self.message.values), others)


def _made_again(
    kind: type[TranslatableError], args: tuple[Any, ...], text: str, values: dict[str, object], others: dict[str, Any]
) -> TranslatableError:
    error = kind.__new__(kind)
    error.args = args
    error.message = TranslatableText(text, MappingProxyType(values))
    error.__dict__.update(others)
    return error


def closest_match(name: str, known: Iterable[str]) -> str | None:
    """Return the one of the known names that somebody who typed another probably meant; None where nobody can say."""
    from difflib import get_close_matches  # late, since most people type what there is

    spelled = {each.casefold().replace("-", "_"): each for each in known}
    typed = name.casefold().replace("-", "_")
    begun = [each for each in spelled if len(typed) > 1 and each.startswith(typed)]
    named = [each for each in spelled if typed in each.split("_")]
    found = begun or (named if len(named) == 1 else []) or get_close_matches(typed, spelled, 1, 0.6)
    return spelled[found[0]] if found else None
