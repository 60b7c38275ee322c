"""Errors that nobody could raise: C functions that promise to raise nothing only print them, and go on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unraised() -> Iterator[set[str]]:
    """Collect what could not be raised, for as long as it lasts; whoever reads it clears it."""
    found: set[str] = set()

    def note(lost: sys.UnraisableHookArgs) -> None:
        found.add(f"could not raise {lost.exc_type.__name__}: {lost.exc_value} ({lost.object})")

    before = sys.unraisablehook, sys.excepthook
    sys.unraisablehook = note
    sys.excepthook = lambda *told: None  # compiled code prints each of them as well, and there can be millions
    try:
        yield found
    finally:
        sys.unraisablehook, sys.excepthook = before
