"""What a server sends, made harmless before anything is made of it: any server may be hostile, or no server of ours.

Whatever is shown on a terminal can move its cursor, change its title or write to its clipboard, unless control and
direction characters are taken out.  They are taken out here, of every text of every message, so that nothing further
in has to remember it.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ..base.translatable import sanitize

SPACES = {0xA0: None, 0x202F: None, 0x2009: None}
"""What sentences have beside printable characters: spaces that do not break."""

ESCAPES = re.compile(r"\\[bfnrtu]")
"""How JSON writes control characters, and any other."""


def sanitized_json(data: bytes) -> bytes:
    """Return JSON with a sign in place of each harmful character; ValueError for what is no JSON."""
    text = data.decode()
    if not ESCAPES.search(text) and text.translate(SPACES).isprintable():
        return data
    try:
        return msgspec.json.encode(_harmless(msgspec.json.decode(data)))
    except RecursionError:
        raise ValueError("this is nested too deep") from None


def _harmless(value: Any) -> Any:
    if isinstance(value, str):
        return sanitize(value)
    if isinstance(value, list):
        return [_harmless(one) for one in value]
    if isinstance(value, dict):
        return {sanitize(name): _harmless(one) for name, one in value.items()}
    return value
