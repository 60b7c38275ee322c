"""Who is next: all who wait get equal shares of the work, or are served in turn."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from itertools import count
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class QueueFull(Exception):
    """Too much waits already."""


class Waiting(NamedTuple, Generic[T]):
    """Something that waits."""

    since: float
    """What the clock of the queue showed when it came."""
    cost: float
    number: int
    """How many came before it."""
    thing: T

    @property
    def rank(self) -> tuple[float, int]:
        """Its place among the things of one owner: cheap things come first, and the older of two at the same cost."""
        return self.since + self.cost, self.number


class FairQueue(Generic[T]):
    """Things that wait, by their owners, such as addresses; all owners get equal shares of the work.

    This is weighted fair queueing: if the queue worked for all owners at once, at the same speed for each, some thing
    would be finished first, and that is the next one.  So an owner with little to do waits for the thing under way and
    little else, however much others have piled up.  Nothing waits forever, because the clock advances with all work,
    and later things count from a later time.  At most ``most`` things wait in all, and ``most_each`` of one owner.
    """

    def __init__(self, most: int, most_each: int) -> None:
        for name, number in (("most", most), ("most_each", most_each)):
            if number < 1:
                raise ValueError(f"{name}: at least one, not {number}")
        self._most = most
        self._most_each = most_each
        self._waiting: dict[str, list[Waiting[T]]] = {}
        self._shares: dict[str, float] = {}
        """For each owner the clock's time at which their share has paid for all that was taken."""
        self._clock = 0.0
        """The work that an owner would have got who has waited all the time."""
        self._under_way = 0.0
        """The cost of the thing that was taken last."""
        self._numbers = count()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def push(self, whose: str, thing: T, cost: float = 1) -> None:
        """Let something wait that costs so much work; Crowded where too much waits already."""
        own = self._waiting.get(whose, [])
        if len(self) >= self._most or len(own) >= self._most_each:
            raise QueueFull(f"{len(own)} wait here, {len(self)} in all")
        self._waiting.setdefault(whose, []).append(Waiting(self._clock, cost, next(self._numbers), thing))

    def pop(self) -> T | None:
        """Take what is next, or None where nothing waits."""
        self._advance()
        firsts = {whose: min(own, key=lambda one: one.rank) for whose, own in self._waiting.items()}
        if not firsts:
            self._shares.clear()  # nobody waited while the last things were done
            return None
        whose = min(firsts, key=lambda whose: (self._finish(whose, firsts[whose]), firsts[whose].number))
        taken = firsts[whose]
        self._shares[whose], self._under_way = self._finish(whose, taken), taken.cost
        self._remove(whose, taken)
        return taken.thing

    def _advance(self) -> None:
        """Advance the clock by the thing that was taken last: it is done."""
        owners = self._waiting.keys() | self._shares.keys()
        self._clock += self._under_way / max(1, len(owners))
        self._under_way = 0.0
        self._shares = {
            whose: share for whose, share in self._shares.items() if share > self._clock or whose in self._waiting
        }

    def drop(self, whose: str, thing: T) -> None:
        """Forget something that nobody wants any more, if it still waits."""
        found = next((one for one in self._waiting.get(whose, ()) if one.thing == thing), None)
        if found is not None:
            self._remove(whose, found)

    def _finish(self, whose: str, one: Waiting[T]) -> float:
        """Return the clock's time at which the owner's share has paid for this."""
        return max(self._shares.get(whose, 0.0), one.since) + one.cost

    def _remove(self, whose: str, one: Waiting[T]) -> None:
        self._waiting[whose].remove(one)
        if not self._waiting[whose]:
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
