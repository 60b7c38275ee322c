"""What differs between two runs of one program: times, folders, ports, ids; each becomes a stable placeholder."""

from __future__ import annotations

import re
from pathlib import Path

_CONSTANT = (
    (re.compile(r"\b1[6-9]\d{11}\b"), "<ms>"),
    (re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)?"), "<time>"),
    (re.compile(r"\b20\d\d-\d\d-\d\d-\d{4}-([a-z]+(-[a-z]+|-19\d\d)?)(-\d{1,3}\b)?"), r"<minute>-\1"),
    (re.compile(r'("(?:seconds|deals_per_second|retry_after|elapsed|bytes)":\s*)[\d.]+'), r"\1<number>"),
    (re.compile(r"[\d\u202f\u00a0,.]+[ \u202f\u00a0]\w+/s\b"), "<speed>"),
    (re.compile(r"127\.0\.0\.1:\d+"), "<server>"),
    (re.compile(r'"qr":\[[^\]]*\]'), '"qr":<squares>'),
    (re.compile(r"/web/[0-9a-f]+/"), "/web/<version>/"),
    (re.compile(r'data-version="[0-9a-f]+"'), 'data-version="<version>"'),
)
"""Patterns, each with what is written instead."""
_NUMBERED = (
    ("table", re.compile(r"\bcmp-[a-z0-9]{16}\b")),
    ("invitation", re.compile(r"(?<=#join=)[\w-]{24}|(?<=#watch=)[\w-]{24}")),
    (
        "secret",
        re.compile(r"(?<=#seat=)[\w-]{22,64}|(?<=\"secret\":\")[\w-]{22,64}|(?<=\"server_seed\":\")[\w-]{22,64}"),
    ),
    ("code", re.compile(r'(?<="code":")\d{9,}')),
)
"""Kinds of names that a run makes up; each name becomes its kind with a number, by order of appearance."""


class Placeholders:
    """Replaces what is volatile in the texts of one run."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = None if folder is None else str(folder)
        self._known: dict[tuple[str, str], str] = {}

    def apply(self, text: str) -> str:
        """Return a text with placeholders."""
        if self._folder is not None:
            text = text.replace(self._folder, "<folder>")
        for pattern, instead in _CONSTANT:
            text = pattern.sub(instead, text)
        for kind, pattern in _NUMBERED:
            text = pattern.sub(lambda found, kind=kind: self._name(kind, found[0]), text)  # type: ignore[misc]
        return text

    def _name(self, kind: str, name: str) -> str:
        number = 1 + sum(one == kind for one, _ in self._known)
        return self._known.setdefault((kind, name), f"<{kind} {number}>")
