"""The table of renames, ``scripts/renames.txt``: which names of the old side are others on the new one.

A line has a kind, an old name and a new one; the file says what the kinds mean.  Only what stands in JSON is renamed:
tags under their keys, and the fields of the objects that have them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

KEYS = {
    "command": ("command",),
    "entry": ("entry",),
    "event": ("event",),
    "table-event": ("event",),
    "refusal": ("refusal", "error"),  # over HTTP an error has the name of the refusal
    "reason": ("reason",),
    "review-reason": ("review-reason",),
    "signal": ("signal",),
    "message": ("type",),
    "error-code": ("error",),
}
"""The JSON keys under which the names of a kind stand; a reason without a clause is one of a review."""
CODE = ("constant", "function")
"""Kinds that show in no transcript."""
DESCRIBED = (
    "bornes.client.protocol.",
    "bornes.guide.",
    "bornes.server.http.",
    "bornes.tables.commands.",
    "bornes.tables.messages.",
    "bornes.tables.public_view.",
    "bornes.tables.refusals.",
)
"""Where the classes are that the schemas name."""
TAGS = ("command", "entry", "event", "refusal", "type")
"""Keys whose value names the class of an object."""
UNTAGGED: dict[str, tuple[str, ...]] = {
    "About": ("server", "languages", "phrases"),
    "FormerPlayer": ("key", "sitting", "game"),
    "Invitation": ("join", "watch", "until"),
    "Listing": ("id", "house", "playing"),
    "MovesSoFar": ("viewer", "number", "game", "deal", "moves"),
    "OwnSeat": ("seat", "name", "here"),
    "Replay": ("frames", "start", "house"),
    "SeatInfo": ("kind", "team", "driven", "ready"),
    "SeatState": ("timeouts", "sitting", "told", "recent"),
    "Start": ("first", "hands", "draw_pile", "events"),
    "TableInfo": ("opener", "opened_by", "sheets"),
    "TableState": ("opener", "sittings", "log_bytes"),
    "decision": ("deal", "number", "driven"),
}
"""Classes of objects without a tag, each with fields that no other object has together, by their old names."""
WHOLE: dict[str, tuple[str, ...]] = {
    "Clock": ("until",),
    "Game": ("edition", "players", "partners", "short", "house", "name", "secret", "seats", "pace", "public", "bot"),
    "JoinTable": ("code", "table", "invitation", "seat", "name", "secret", "back"),
}
"""Classes each with all of its fields: an object that has no others is one of them."""
HEIRS = {"OpenTable": "Game", "PlayNow": "Game"}
"""Classes that have the fields of another."""
_SIZES = re.compile(r'(?<="log_bytes":)\d+')
"""How long a log is follows from the names in it."""


_PLACEHOLDER = re.compile(r"(?<=[:\[, ])(<[a-z]+>)(?=[,}\]])")
_MARKED = re.compile(r'"\\u0001(<[a-z]+>)"')
"""What stands for a volatile number is no JSON; it is a marked string meanwhile."""


class RenameError(ValueError):
    """A table of renames that cannot be used; says which line is wrong."""


class Renames:
    """Names of the old side with those of the new one, by where they stand."""

    def __init__(
        self,
        tags: Mapping[str, dict[str, str]] | None = None,
        fields: Mapping[str, dict[str, str]] | None = None,
        types: Mapping[str, str] | None = None,
        untagged: Mapping[str, tuple[str, ...]] = UNTAGGED,
        whole: Mapping[str, tuple[str, ...]] = WHOLE,
    ) -> None:
        self.tags = dict(tags or {})
        self.fields = dict(fields or {})
        self.types = dict(types or {})
        self._untagged = [(name, frozenset(keys)) for name, keys in untagged.items() if name in self.fields]
        self._whole = [(name, frozenset(keys)) for name, keys in whole.items() if name in self.fields]
        tables = (*self.tags.values(), *self.fields.values())
        names = sorted({old for table in tables for old in table}, key=len, reverse=True)
        self._origin: Renames | None = None
        self._literal = re.compile("|".join(re.escape(f'"{name}"') for name in names)) if names else None

    def __bool__(self) -> bool:
        return self._literal is not None

    @classmethod
    def read(cls, text: str) -> Renames:
        """Read a table; RenameError names the line that is wrong."""
        tags: dict[str, dict[str, str]] = {}
        fields: dict[str, dict[str, str]] = {}
        types: dict[str, str] = {}
        for number, line in enumerate(text.splitlines(), 1):
            words = re.sub(r"(^|\s)#.*", "", line).split()
            if not words:
                continue
            if len(words) != 3:
                raise RenameError(f"line {number}: expected a kind, an old and a new name, found: {line.strip()}")
            kind, old, new = words
            if kind in KEYS:
                tables = [(tags.setdefault(key, {}), old) for key in KEYS[kind]]
            elif kind == "field" and "." in old:
                path, _, field = old.rpartition(".")
                tables = [(fields.setdefault(path.rpartition(".")[2], {}), field)]
            elif kind == "class":
                if old.startswith(DESCRIBED):
                    types.setdefault(old.rpartition(".")[2], new)
                continue
            elif kind in CODE:
                continue
            else:
                raise RenameError(f"line {number}: unknown kind: {line.strip()}")
            for table, name in tables:
                if table.setdefault(name, new) != new:
                    raise RenameError(f"line {number}: {old} is renamed twice")
        return cls(tags, fields, types)

    @classmethod
    def load(cls, path: Path | None) -> Renames:
        """Read the table of a file; without one, nothing is renamed."""
        return cls() if path is None else cls.read(path.read_text(encoding="utf-8"))

    @property
    def reversed(self) -> Renames:
        """The table from the new names to the old ones."""
        if self._origin is not None:
            return self._origin
        fields = {self._renamed_class(name): _turned(table) for name, table in self.fields.items()}
        turned = Renames(
            {key: _turned(table) for key, table in self.tags.items()},
            fields,
            _turned(self.types),
            {name: self._keys(name, keys) for name, keys in UNTAGGED.items()},
            {name: self._keys(name, keys) for name, keys in WHOLE.items()},
        )
        turned._origin = self
        return turned

    def _renamed_class(self, name: str) -> str:
        """Return the class by whose name a tagged object is known; the others keep their old one."""
        for key in TAGS:
            if name in self.tags.get(key, {}):
                return self.tags[key][name]
            if name.lower() in self.tags.get("type", {}):
                return self.tags["type"][name.lower()].capitalize()
        return name

    def _keys(self, name: str, keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.fields.get(name, {}).get(key, key) for key in keys)

    # -- text --------------------------------------------------------------------------------------------------------

    def apply(self, text: str) -> str:
        """Rename what stands in the JSON of a text, and leave all else as it is, byte for byte."""
        if self._literal is None:
            return text
        return "\n".join(self._line(line) if self._literal.search(line) else line for line in text.split("\n"))

    def without_sizes(self, text: str) -> str:
        """Return a text without the numbers that depend on how long names are."""
        return _SIZES.sub("0", text)

    def _line(self, line: str) -> str:
        """Rename the values that JSON tells anywhere in a line."""
        line = _PLACEHOLDER.sub(r'"\\u0001\1"', line)
        done, at = [], 0
        for start in (found.start() for found in re.finditer(r"[{\[]", line)):
            if start < at:
                continue
            with suppress(ValueError):
                value, end = _decoder.raw_decode(line, start)
                style = next((style for style in _STYLES if _written(value, style) == line[start:end]), None)
                if style is not None:
                    done += [line[at:start], _written(self.value(value), style)]
                    at = end
        return _MARKED.sub(r"\1", "".join([*done, line[at:]]))

    def value(self, value: Any) -> Any:
        """Rename tags and fields in a value."""
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if not isinstance(value, dict):
            return value
        fields = self._fields_of(value)
        return {fields.get(key, key): self._member(key, one, value) for key, one in value.items()}

    def _member(self, key: str, one: Any, of: dict[str, Any]) -> Any:
        if isinstance(one, str):
            if key == "field" and "error" in of:  # an error names the field of a request
                return next((self.fields[name][one] for name, _ in self._whole if one in self.fields[name]), one)
            if key == "reason" and "clause" not in of:
                key = "review-reason"
            return self.tags.get(key, {}).get(one, one)
        if key == "values" and isinstance(one, dict) and isinstance(of.get("signal"), str):
            renamed = self.fields.get(of["signal"], {})
            return {renamed.get(name, name): self.value(value) for name, value in one.items()}
        return self.value(one)

    def _fields_of(self, value: dict[str, Any]) -> dict[str, str]:
        for key in TAGS:
            if isinstance(tag := value.get(key), str):
                found = self.fields.get(tag.capitalize() if key == "type" else tag)
                if found is not None or key in ("command", "entry", "type"):
                    return found or {}
        keys = value.keys()
        for name, needed in self._untagged:
            if keys >= needed:
                return self.fields[name]
        return next((self.fields[name] for name, known in self._whole if keys and keys <= known), {})

    # -- descriptions of formats -------------------------------------------------------------------------------------

    def apply_to_schema(self, lines: Iterable[str]) -> list[str]:
        """Rename the lines of a schema, each of which describes a type or a path; sort what is ordered by name."""
        renamed = []
        for line in lines:
            label, _, text = line.partition("\t")
            kind, _, name = label.partition(" ")
            with suppress(ValueError):  # a sentence, which stays as it is
                short = name.rpartition(".")[2]
                fields = self.fields.get(HEIRS.get(short, short), {})
                text = json.dumps(self._schema(json.loads(text), fields, ""), ensure_ascii=False, sort_keys=True)
            renamed.append(f"{kind} {self._type(name)}\t{text}")
        return sorted(renamed)

    def _type(self, name: str) -> str:
        union, dot, member = name.rpartition(".")  # Event.Took
        return (
            f"{union}{dot}{self.tags.get(union.lower(), {}).get(member, member)}" if dot else self.types.get(name, name)
        )

    def _schema(self, value: Any, fields: Mapping[str, str], key: str) -> Any:
        if isinstance(value, str):
            before, slash, last = value.rpartition("/")
            if slash and before.startswith("#"):
                return f"{before}{slash}{self._type(last)}"
            if key == "title":
                return self._type(value)
            return fields.get(value, value) if key == "required" else self.tags.get(key, {}).get(value, value)
        if isinstance(value, list):
            items = [self._schema(one, fields, key) for one in value]
            return sorted(items, key=_sorted_by) if key in SORTED_IN_SCHEMAS or key in TAGS else items
        if not isinstance(value, dict):
            return value
        if key == "properties":
            return {fields.get(name, name): self._schema(one, fields, name) for name, one in value.items()}
        if key == "discriminator" and "propertyName" in value:
            tags = self.tags.get(value["propertyName"], {})
            mapping = {tags.get(tag, tag): self._schema(ref, {}, "") for tag, ref in value["mapping"].items()}
            return {**value, "mapping": mapping}
        inner = key if key in self.tags else ""
        return {
            name: self._schema(one, fields, inner if name in ("enum", "const") else name) for name, one in value.items()
        }


SORTED_IN_SCHEMAS = ("anyOf", "oneOf", "enum", "required", "allOf")
"""Lists of a JSON Schema whose order means nothing, and may follow the names."""
_decoder = json.JSONDecoder()
_STYLES = tuple((separators, ascii_only) for separators in ((",", ":"), (", ", ": ")) for ascii_only in (False, True))


def _written(value: Any, style: tuple[tuple[str, str], bool]) -> str:
    return json.dumps(value, separators=style[0], ensure_ascii=style[1])


def _sorted_by(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _turned(names: Mapping[str, str]) -> dict[str, str]:
    return {new: old for old, new in names.items()}
