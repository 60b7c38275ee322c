"""Values as plain data and back: what JSON can carry, written in one way and read strictly.

The types of a dataclass's fields say how they are written: members of an enumeration by their notation, or else by
their names in small letters, tuples as lists, dataclasses as dicts.  What is known must be written just so: anything
else is a DataError that says where it stands and what is wrong with it, whatever was sent.  A later release may add
fields, so unknown ones are ignored unless the reader is strict, and a field with a default may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

DEFAULT_INTEGER_RANGE = range(-(10**9), 10**9 + 1)
"""The integers that are accepted unless the type says otherwise; no value of a game comes near the ends."""

_LATER_NAME = re.compile(r"[A-Z][A-Za-z]{0,39}")
"""How a class of a later release may be called."""
_T = TypeVar("_T")
_MAX_QUOTE_LENGTH = 40


class DataError(ValueError):
    """Plain data that cannot be read; ``where`` names the part of it, ``why`` says what is wrong there."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, why)
        self.where = where
        self.why = why

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why

    def within(self, outer: str) -> DataError:
        """Return the same error as it is seen from outside, where the part is a part of another."""
        dot = "." if self.where and not self.where.startswith("[") else ""
        return DataError(f"{outer}{dot}{self.where}", self.why)


class FieldCodec(NamedTuple):
    """How values of one type are written and read."""

    write: Callable[[Any], Any] | None
    """None where the value is plain already."""
    read: Callable[[Any], Any]

    def fits(self, value: object) -> bool:
        """Say whether a value is one that can be written and read again."""
        try:
            return bool(self.read(value if self.write is None or value is None else self.write(value)) == value)
        except (AttributeError, LookupError, TypeError, DataError):
            return False


class StructCodec:
    """Named values, each of a kind: how they are read off an object, and read from plain data."""

    def __init__(self, hints: Mapping[str, Any], optional: Collection[str] = ()) -> None:
        self.kinds = {name: codec_for(hint) for name, hint in hints.items()}
        self.optional = frozenset(optional)
        """The values that may be missing."""
        self._writers = [(name, kind.write) for name, kind in self.kinds.items()]

    def write(self, source: object, values: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the attributes of an object as plain data, added to ``values`` if there are any."""
        values = {} if values is None else values
        for name, write in self._writers:
            value = getattr(source, name)
            values[name] = value if write is None or value is None else write(value)
        return values

    def read(self, values: object, *, strict: bool = False) -> dict[str, Any]:
        """Return the known values that plain data holds; only optional ones may be missing.

        If ``strict``, an unknown value is an error.
        """
        if type(values) is not dict:
            raise DataError("", f"must be a dict with {_listed(self.kinds)}, not {quote_value(values)}")
        for name in values if strict else ():
            if name not in self.kinds:
                raise DataError("", f"{quote_value(name)} is not among {_listed(self.kinds)}")
        return {
            name: self._read(name, kind, values)
            for name, kind in self.kinds.items()
            if name in values or name not in self.optional
        }

    def misfit(self, source: object) -> str | None:
        """Name the first attribute of an object whose value is not of its kind; None where all are."""
        return next((name for name, kind in self.kinds.items() if not kind.fits(getattr(source, name))), None)

    def _read(self, name: str, kind: FieldCodec, values: dict[Any, Any]) -> Any:
        if name not in values:
            raise DataError(name, "is missing")
        try:
            return kind.read(values[name])
        except DataError as error:
            raise error.within(name) from None


@cache
def fields_of(kind: type) -> StructCodec:
    """Return how the fields of a dataclass are written and read, worked out once."""
    hints = get_type_hints(kind, include_extras=True)
    optional = [one.name for one in fields(kind) if one.default is not MISSING or one.default_factory is not MISSING]
    return StructCodec({field.name: hints[field.name] for field in fields(kind)}, optional)


class TaggedUnion(Generic[_T]):
    """Dataclasses that are written with the name of their class under one key, by which they are read again."""

    def __init__(
        self, key: str, members: Iterable[type[_T]], unknown: Callable[[str, dict[str, Any]], _T] | None = None
    ) -> None:
        self.key = key
        self._unknown = unknown
        """Makes a member of a later release from its name and values; without it such a member is refused."""
        self.members: dict[str, Any] = {member.__name__: member for member in members}

    def write(self, value: _T) -> dict[str, Any]:
        """Return a member as plain data."""
        kind: Any = value.__class__
        return fields_of(kind).write(value, {self.key: kind.__name__})

    def read(self, values: object) -> _T:
        """Return the member that plain data describes."""
        if type(values) is not dict:
            raise DataError("", f"must be a dict with {self.key!r} and what belongs to it, not {quote_value(values)}")
        if self.key not in values:
            raise DataError(self.key, "is missing")
        name = values[self.key]
        member = self.members.get(name) if type(name) is str else None
        if member is None and self._unknown is not None and type(name) is str and _LATER_NAME.fullmatch(name):
            return self._unknown(name, values)
        if member is None:
            raise DataError(self.key, f"must be one of {_listed(self.members)}, not {quote_value(name)}")
        try:
            read: _T = member(**fields_of(member).read(values))
        except DataError as error:
            raise error.within(name) from None
        return read


# -- kinds -------------------------------------------------------------------------------------------------------------


@cache
def codec_for(hint: Any) -> FieldCodec:
    """Return how values of a type are written and read, the type being one that a dataclass declares a field with."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _numbers(inside[1]) if inside[0] is int else _by_notation(inside[0], inside[1])
    if origin in (Union, UnionType):
        (other,) = (part for part in inside if part is not NoneType)
        return _or_none(codec_for(other))
    if origin is Literal:
        return FieldCodec(None, _one_of({choice: choice for choice in inside}, "one of"))
    if origin in (tuple, list):
        return _row(origin, codec_for(inside[0]))
    return _numbers(DEFAULT_INTEGER_RANGE) if hint is int else _of_class(hint)


def _of_class(hint: Any) -> FieldCodec:
    if hint in (bool, str):
        return FieldCodec(bool if hint is bool else None, _of_type(hint))
    if issubclass(hint, Enum):
        if hasattr(hint, "notation"):
            return _by_notation(hint, hint)
        names = {member: member.name.lower() for member in hint}
        return FieldCodec(names.__getitem__, _one_of({name: member for member, name in names.items()}, "one of"))
    if hasattr(hint, "from_dict"):
        return FieldCodec(hint.as_dict, hint.from_dict)
    if not is_dataclass(hint):
        raise TypeError(f"{hint!r} has no plain form")
    return _dataclass(hint)


def _dataclass(kind: Any) -> FieldCodec:
    inside = fields_of(kind)
    return FieldCodec(inside.write, lambda values: kind(**inside.read(values)))


def _by_notation(kind: type[IntEnum], allowed: Iterable[Any]) -> FieldCodec:
    """Write members of an enumeration, numbered from 0, by their notation."""
    notations: tuple[str, ...] = tuple(member.notation for member in kind)  # type: ignore[attr-defined]
    return FieldCodec(
        notations.__getitem__, _one_of({one.notation: one for one in allowed}, f"a {kind.__name__.lower()}:")
    )


def _numbers(allowed: range) -> FieldCodec:
    def read(value: object) -> object:
        if type(value) is not int:
            raise DataError("", f"must be a whole number, not {quote_value(value)}")
        if value not in allowed:
            raise DataError("", f"must be from {allowed[0]} to {allowed[-1]}, not {quote_value(value)}")
        return value

    return FieldCodec(None, read)


def _of_type(wanted: type) -> Callable[[Any], Any]:
    name = "true or false" if wanted is bool else "text"

    def read(value: object) -> object:
        if type(value) is not wanted:
            raise DataError("", f"must be {name}, not {quote_value(value)}")
        return value

    return read


def _one_of(choices: dict[str, Any], what: str) -> Callable[[Any], Any]:
    def read(value: object) -> object:
        if type(value) is not str or value not in choices:
            raise DataError("", f"must be {what} {_listed(choices)}, not {quote_value(value)}")
        return choices[value]

    return read


def _or_none(kind: FieldCodec) -> FieldCodec:
    write, read = kind
    return FieldCodec(
        None if write is None else lambda value: None if value is None else write(value),
        lambda value: None if value is None else read(value),
    )


def _row(collected: Callable[[Iterable[Any]], Any], kind: FieldCodec) -> FieldCodec:
    write, read_one = kind

    def read(values: object) -> object:
        if type(values) is not list and type(values) is not tuple:
            raise DataError("", f"must be a list, not {quote_value(values)}")
        return collected(read_at(at, value) for at, value in enumerate(values))

    def read_at(at: int, value: object) -> object:
        try:
            return read_one(value)
        except DataError as error:
            raise error.within(f"[{at}]") from None

    return FieldCodec(list if write is None else lambda values: [write(value) for value in values], read)


# -- what errors say ---------------------------------------------------------------------------------------------------


def quote_value(value: object) -> str:
    """Write a value that was given, unless it is long or holds others: it may be anything at all."""
    if isinstance(value, str):
        return repr(value if len(value) <= _MAX_QUOTE_LENGTH else f"{value[:_MAX_QUOTE_LENGTH]}…")
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):
        return str(int(value)) if -(10**20) < value < 10**20 else "a number of more than twenty digits"
    if isinstance(value, list | tuple):
        return "a list"
    return "a dict" if isinstance(value, dict) else f"a value of the type {type(value).__name__}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
