"""Who is next: each has a queue of its own, and all are served in turn."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class Crowded(Exception):
    """Too much waits already."""


class FairQueue(Generic[T]):
    """Things that wait, by whom they belong to: a table, an address.

    Of each the first that came is taken first; whoever was served goes to the end, behind all who wait.  At most
    ``most`` things wait in all, and ``most_each`` of one.
    """

    def __init__(self, most: int, most_each: int) -> None:
        for name, number in (("most", most), ("most_each", most_each)):
            if number < 1:
                raise ValueError(f"{name}: at least one, not {number}")
        self._most = most
        self._most_each = most_each
        self._waiting: dict[str, deque[T]] = {}
        """In the order in which they are served."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def push(self, whose: str, thing: T) -> None:
        """Let something wait; Crowded where too much waits already."""
        own = self._waiting.get(whose, ())
        if self._count >= self._most or len(own) >= self._most_each:
            raise Crowded(f"{len(own)} wait here, {self._count} in all")
        self._waiting.setdefault(whose, deque()).append(thing)
        self._count += 1

    def pop(self) -> T | None:
        """Take what is next, or None where nothing waits."""
        if not self._waiting:
            return None
        whose = next(iter(self._waiting))
        own = self._waiting.pop(whose)
        thing = own.popleft()
        self._count -= 1
        if own:
            self._waiting[whose] = own  # at the end
        return thing

    def drop(self, whose: str, thing: T) -> None:
        """Forget something that nobody wants any more, if it still waits."""
        own = self._waiting.get(whose, deque())
        with suppress(ValueError):
            own.remove(thing)
            self._count -= 1
            if not own:
                del self._waiting[whose]
