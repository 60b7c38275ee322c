"""Texts that can be said in every language: how a room below the words says something to a person.

The rooms of the game do not know any language.  What one of them has to say, an error above all, is a ``Message``: the
English text, and apart from it the values that are filled in.  ``bornes.words`` says it in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


def N_(message: str) -> str:
    """Mark a text for the catalogues where it stands; it is translated where it is used."""
    return message


@dataclass(frozen=True, slots=True)
class OneOf:
    """Things to choose from, told as ``2, 3 or 4``."""

    items: tuple[object, ...]

    def __str__(self) -> str:
        *others, last = map(str, self.items)
        return f"{', '.join(others)} or {last}" if others else last


@dataclass(frozen=True, slots=True)
class Message:
    """A text in English with values to be filled in; a value may be a message itself, or ``OneOf`` some things."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format_map(self.values)


class TranslatableError(Exception):
    """An error that can be told in every language; ``str`` tells it in English."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.message = Message(text, MappingProxyType(values))
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
    error.message = Message(text, MappingProxyType(values))
    error.__dict__.update(others)
    return error
