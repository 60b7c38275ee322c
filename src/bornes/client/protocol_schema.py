"""The JSON Schema of what goes between a table and its clients: commands one way, messages the other.

``python -m bornes.client.protocol_schema`` prints it; ``docs/tables.schema.json`` is the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ..game.events import EVENTS, Event
from ..game.illegal_reasons import REASONS, Reason
from ..game.view import VIEW_TYPES
from ..rules.cards import Card
from ..tables.commands import ClientCommand
from ..tables.messages import MESSAGES_VERSION, AnyMessage
from ..tables.table_events import TABLE_EVENTS

REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """Return the whole schema: ``$defs`` has ``Command`` and ``Message`` with all that they are made of."""
    (messages, commands), parts = msgspec.json.schema_components((AnyMessage, ClientCommand), ref_template=REF)
    found: dict[str, Any] = dict(parts)
    found["Message"], found["Command"] = messages, commands
    _add_tagged(found, "Event", "event", {**EVENTS.members, **TABLE_EVENTS}, Event)
    _add_tagged(found, "Reason", "reason", REASONS.members, Reason)
    found["View"] = _object(found, VIEW_TYPES)
    for name in ("Update", "FullState"):
        found[name]["properties"]["events"] = {"type": "array", "items": _ref("Event")}
    found["FullState"]["properties"]["view"] = {"anyOf": [_ref("View"), {"type": "null"}]}
    found["BlockedCard"]["properties"]["reasons"] = {"type": "array", "items": _ref("Reason")}
    found["IllegalMoveRefusal"]["properties"]["reason"] = _ref("Reason")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bornes tables, messages of version {MESSAGES_VERSION}",
        "anyOf": [_ref("Message"), _ref("Command")],
        "$defs": dict(sorted(found.items())),
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": REF.format(name=name)}


def _add_tagged(found: dict[str, Any], union: str, key: str, members: Mapping[str, type], base: type) -> None:
    """Add classes that are told apart by their name under a key; each may carry a sentence besides."""
    for name, member in members.items():
        made = _object(found, _hints(member), member.__doc__ or "")
        made["properties"] = {key: {"const": name}, **made["properties"], "text": {"type": "string"}}
        made["required"] = [key, *made["required"]]
        found[f"{union}.{name}"] = made
    found[union] = {"description": _first_line(base), "anyOf": [_ref(f"{union}.{name}") for name in members]}


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0]


def _object(found: dict[str, Any], hints: Mapping[str, Any], doc: str = "") -> dict[str, Any]:
    described = {"description": doc.strip().split("\n")[0]} if doc else {}
    properties = {name: _of_type(found, hint) for name, hint in hints.items()}
    return {**described, "type": "object", "properties": properties, "required": list(hints)}


def _of_type(found: dict[str, Any], hint: Any) -> dict[str, Any]:
    """Return the schema of one type that a dataclass declares a field with; see ``bornes.base.serialization``."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        if inside[0] is int:
            return {"type": "integer", "minimum": inside[1][0], "maximum": inside[1][-1]}
        return {"enum": [card.notation for card in inside[1]]}
    if origin in (Union, UnionType):
        (other,) = (part for part in inside if part is not NoneType)
        return {"anyOf": [_of_type(found, other), {"type": "null"}]}
    if origin is Literal:
        return {"enum": list(inside)}
    if origin in (tuple, list):
        return {"type": "array", "items": _of_type(found, inside[0])}
    return _of_class(found, hint)


def _of_class(found: dict[str, Any], kind: type) -> dict[str, Any]:
    simple = {int: "integer", str: "string", bool: "boolean"}
    if kind in simple:
        return {"type": simple[kind]}
    if kind is Card:
        found.setdefault("Card", {"description": "A card by its notation.", "enum": [card.notation for card in Card]})
        return _ref("Card")
    if issubclass(kind, Enum):
        found.setdefault(kind.__name__, {"enum": [member.name.lower() for member in kind]})
        return _ref(kind.__name__)
    if issubclass(kind, Event):
        return _ref("Event")
    if not is_dataclass(kind):
        raise TypeError(f"{kind!r} has no schema")
    if kind.__name__ not in found:
        found[kind.__name__] = {}
        found[kind.__name__] = _object(found, _hints(kind), kind.__doc__ or "")
    return _ref(kind.__name__)


def schema_json() -> str:
    """Return the schema as it is published."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_json(), end="")
