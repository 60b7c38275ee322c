"""The languages that readers are answered in."""

from __future__ import annotations

from functools import cache

from . import available_languages


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are words in; looked up once, since every request asks."""
    return available_languages()


def supported_language(language: str) -> str:
    """Return a language that a reader can be answered in: the one asked for, or English."""
    return language if language in languages() else "en"
