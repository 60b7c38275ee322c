"""Who is next: each has a queue of its own, and all are served in turn."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class QueueFull(Exception):
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
            raise QueueFull(f"{len(own)} wait here, {self._count} in all")
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


class QueueOwner(NamedTuple):
    """Whose turn something takes."""

    attended: bool
    """Whether people are present: they go first."""
    address: str
    """Where the table was opened from: those of one address share its turn."""
    table: str


class TableQueue(Generic[T]):
    """Things that wait for tables: those where people are present go first, then by turns of addresses and tables.

    At most ``most`` things wait in all, and ``most_each`` of one table.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._waiting: dict[bool, dict[str, dict[str, deque[T]]]] = {True: {}, False: {}}
        """By whether people are present, address and table, each in the order in which they are served."""
        self._turns: dict[str, QueueOwner] = {}
        """Of each table for which something waits."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def push(self, turn: QueueOwner, thing: T) -> None:
        """Let something wait; Crowded where too much waits already."""
        turn = self._turns.get(turn.table, turn)
        own = self._waiting[turn.attended].get(turn.address, {}).get(turn.table, ())
        if self._count >= self._most or len(own) >= self._most_each:
            raise QueueFull(f"{len(own)} wait here, {self._count} in all")
        self._of_table(turn).append(thing)
        self._count += 1

    def _of_table(self, turn: QueueOwner) -> deque[T]:
        """Return what waits for a table; a new one is served last."""
        self._turns[turn.table] = turn
        return self._waiting[turn.attended].setdefault(turn.address, {}).setdefault(turn.table, deque())

    def pop(self) -> T | None:
        """Take what is next, or None where nothing waits."""
        addresses = self._waiting[True] or self._waiting[False]
        if not addresses:
            return None
        address = next(iter(addresses))
        tables = addresses[address]
        table = next(iter(tables))
        turn, own = self._turns[table], tables[table]
        self._take_out(turn)
        thing = own.popleft()
        if tables:
            addresses[address] = addresses.pop(address)  # at the end
        if own:
            self._of_table(turn).extend(own)
        self._count -= 1
        return thing

    def drop(self, table: str, thing: T) -> None:
        """Forget something that nobody wants any more, if it still waits."""
        turn = self._turns.get(table)
        if turn is not None:
            own = self._of_table(turn)
            with suppress(ValueError):
                own.remove(thing)
                self._count -= 1
            if not own:
                self._take_out(turn)

    def prioritize(self, table: str) -> None:
        """Let what waits for a table wait among those where people are present."""
        turn = self._turns.get(table)
        if turn is not None and not turn.attended:
            own = self._of_table(turn)
            self._take_out(turn)
            self._of_table(turn._replace(attended=True)).extend(own)

    def _take_out(self, turn: QueueOwner) -> None:
        """Let nothing wait for a table."""
        del self._turns[turn.table]
        addresses = self._waiting[turn.attended]
        del addresses[turn.address][turn.table]
        if not addresses[turn.address]:
            del addresses[turn.address]
