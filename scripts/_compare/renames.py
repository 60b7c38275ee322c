"""The table of renames: which tags of the old side are called otherwise on the new one.

A file has two columns, the old name and the new one; ``#`` begins a comment.  A heading in brackets says where the
names below it stand:

==============  =======================================================================================
``[entry]``     values of the JSON key ``entry``; likewise ``[event]``, ``[command]``, ``[refusal]``, ``[reason]`` …
``[keys]``      keys of JSON objects
``[*]``         whole JSON strings wherever they stand, unless a heading of their key says otherwise
==============  =======================================================================================

Only whole JSON strings are replaced, never a part of one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

KEYS, ANYWHERE = "keys", "*"
_heading = re.compile(r"\[([^\[\]\s]+)\]")
_key_before = re.compile(r'"([^"\\]*)"\s*:\s*$')
_colon_after = re.compile(r"\s*:")
KEY_LENGTH = 100
"""How far back the key of a value is looked for, in characters."""
SORTED_IN_SCHEMAS = ("anyOf", "oneOf", "enum", "required", "allOf")
"""Lists of a JSON Schema whose order means nothing, and may follow the names."""


class RenameError(ValueError):
    """A table of renames that cannot be used; says which line is wrong."""


class Renames:
    """Names of the old side with those of the new one, by where they stand."""

    def __init__(self, names: dict[str, dict[str, str]]) -> None:
        self.names = names
        everywhere = sorted({old for table in names.values() for old in table}, key=len, reverse=True)
        literals = "|".join(re.escape(json.dumps(old, ensure_ascii=False)) for old in everywhere)
        self._literal = re.compile(rf"(?<!\\)(?:{literals})") if everywhere else None

    def __bool__(self) -> bool:
        return self._literal is not None

    @classmethod
    def read(cls, text: str) -> Renames:
        """Read a table; RenameError names the line that is wrong."""
        names: dict[str, dict[str, str]] = {}
        where = ANYWHERE
        for number, line in enumerate(text.splitlines(), 1):
            words = re.sub(r"(^|\s)#.*", "", line).split()
            if not words:
                continue
            if heading := _heading.fullmatch(words[0]) if len(words) == 1 else None:
                where = heading[1]
                continue
            if len(words) != 2:
                raise RenameError(f"line {number}: expected an old and a new name, found: {line.strip()}")
            old, new = words
            table = names.setdefault(where, {})
            if table.setdefault(old, new) != new:
                raise RenameError(f"line {number}: {old} is renamed twice under [{where}]")
        return cls(names)

    @classmethod
    def load(cls, path: Path | None) -> Renames:
        """Read the table of a file; without one, nothing is renamed."""
        return cls({}) if path is None else cls.read(path.read_text(encoding="utf-8"))

    @property
    def reversed(self) -> Renames:
        """The table from the new names to the old ones."""
        return Renames({where: {new: old for old, new in table.items()} for where, table in self.names.items()})

    def apply(self, text: str) -> str:
        """Rename the JSON strings of a text, and leave all else as it is, byte for byte."""
        return text if self._literal is None else self._literal.sub(self._renamed, text)

    def _renamed(self, found: re.Match[str]) -> str:
        old = str(json.loads(found[0]))
        text, start = found.string, found.start()
        if _colon_after.match(text, found.end()):
            new = self.names.get(KEYS, {}).get(old, old)
        else:
            key = _key_before.search(text, max(0, start - KEY_LENGTH), start)
            tags = self.names.get(key[1], {}) if key else {}
            new = tags.get(old) or self.names.get(ANYWHERE, {}).get(old, old)
        return json.dumps(new, ensure_ascii=False)

    # -- descriptions of formats -------------------------------------------------------------------------------------

    def apply_to_schema(self, lines: Iterable[str]) -> list[str]:
        """Rename the lines of a schema, where a name may be a tag, a type, or the end of a reference; sort what is
        ordered by name."""
        merged = {old: new for table in self.names.values() for old, new in table.items()}
        renamed = []
        for line in lines:
            label, _, text = line.partition("\t")
            words = [merged.get(word, word) for word in label.split(" ")]
            with suppress(ValueError):  # a sentence, which stays as it is
                value = _schema_renamed(json.loads(text), merged)
                text = json.dumps(value, ensure_ascii=False, sort_keys=True)
            renamed.append(f"{' '.join(words)}\t{text}")
        return sorted(renamed)


def _schema_renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        before, slash, last = value.rpartition("/")
        return f"{before}{slash}{names.get(last, last)}"
    if isinstance(value, list):
        return [_schema_renamed(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    renamed = {names.get(key, key): _schema_renamed(one, names) for key, one in value.items()}
    for key in SORTED_IN_SCHEMAS:
        if isinstance(renamed.get(key), list):
            renamed[key] = sorted(renamed[key], key=lambda one: json.dumps(one, sort_keys=True))
    return renamed
