"""Plurals: which form of a message a number takes.

The rule of a language is in the header of its catalogs, as gettext's ``Plural-Forms``: in French, 0 and 1 are singular.
gettext evaluates it. This module has what applies without a catalog: English.
"""

from __future__ import annotations

from collections.abc import Callable

ENGLISH_PLURAL_RULE = "nplurals=2; plural=(n != 1);"


def english_form(singular: str, plural: str, count: int) -> str:
    """Return the form that a number takes in English."""
    return singular if count == 1 else plural


def plural_form(lookup: Callable[[int], str], singular: str, plural: str, count: int) -> str:
    """Return a catalog's form for a number, or the English one if the catalog lacks it."""
    try:
        return lookup(count) or english_form(singular, plural, count)
    except LookupError:
        return english_form(singular, plural, count)
