"""What all decisions share: their context, their results, and the case to decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Literal

from ..rules.cards import Card
from . import entries as log
from . import refusals as no
from .table import Table, next_deal_state
from .table_limits import CORRESPONDENCE_MS, NO_LIMITS, TableLimits
from .table_state import SECOND_MS, SeatState, TableState, find_acting_host

ABSENT_AFTER_MS = 5 * 60 * SECOND_MS
"""A player without a connection for this long is absent: their seat may be freed, and no game waits for them."""

Present = Literal["nobody", "bots", "people"]
"""Who is connected. Spectators count as people, and so do players whose seat no bot drives, unless all of them say that
they are programs."""
Shuffle = Callable[[Sequence[Card]], Sequence[Card]]


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """The time, seeds, connections and limits that a decision needs from outside the table."""

    now: int
    """The time, in milliseconds."""
    secret: Callable[[int, int], bytes]
    """Returns the server's seed for a deal, given the numbers of the game and the deal."""
    shuffle: Shuffle = field(default=lambda cards: SystemRandom().sample(cards, len(cards)))
    """Shuffles the discards of a deal whose cards came in a given order."""
    away: Callable[[int], int] = field(default=lambda seat: 0)
    """Returns for how many milliseconds a seat has had no connection."""
    present: Callable[[Sequence[SeatState]], Present] = field(default=lambda seats: "people")
    """Returns who is connected, given the seats: a player whose seat a bot drives doesn't count."""
    limits: TableLimits = NO_LIMITS
    own_table: bool = False
    """Whether the sender owns the program that runs the table: they may seat any bot, and may run a table of
    bots without a seat."""


@dataclass(frozen=True, slots=True)
class RepeatedCommand:
    """A command that was carried out before. It gets its first answer again, and changes nothing."""

    id: str


Decision = tuple[log.Entry, ...] | no.Refusal | RepeatedCommand


@dataclass(frozen=True, slots=True)
class Case:
    """The circumstances of one command, and the questions that most rules ask about them."""

    table: Table
    seat: int | None
    """The sender's seat."""
    at: int
    """The time of the entries that the command leads to."""
    outside: DecisionContext
    id: str
    """The id of the command."""

    @property
    def own_seat(self) -> int | None:
        """The sender's seat, if a person has it."""
        if self.seat is None or self.table.state.seats[self.seat].kind != "person":
            return None
        return self.seat

    @property
    def is_host(self) -> bool:
        """Whether the sender is the host, or watches bots at their own table."""
        return self.watches or (self.own_seat is not None and self.own_seat == self.table.state.host)

    @property
    def runs_table(self) -> bool:
        """Whether the sender is the host, or stands in for an absent host as the next player to the left."""
        if self.is_host or self.own_seat is None:
            return self.is_host
        absent = [
            (person := one.kind == "person", person and (one.autopilot or self.long_away(at)))
            for at, one in enumerate(self.table.state.seats)
        ]
        return self.own_seat in (self.table.acting_host, find_acting_host(self.table.state.host, absent))

    def long_away(self, seat: int) -> bool:
        """Say whether a player has had no connection for so long that they count as absent.

        That takes ABSENT_AFTER_MS, or the pace's time for a decision if it is longer: days by correspondence.
        """
        return seat != self.seat and self.outside.away(seat) >= max(
            ABSENT_AFTER_MS, self.table.state.pace.decision or 0
        )

    @property
    def watches(self) -> bool:
        """Whether the sender watches bots at their own table, without a seat."""
        return self.seat is None and self.outside.own_table and not self.table.people

    def entry(self, kind: Callable[..., log.Entry], **values: object) -> tuple[log.Entry, ...]:
        """Return one entry of this command, in a tuple."""
        return (kind(at=self.at, seat=self.seat, id=self.id, **values),)

    def seat_exists(self, seat: int) -> bool:
        """Say whether the table has a seat of this number."""
        return 0 <= seat < self.table.rules.players

    def begin_deal(self, after: TableState, entries: tuple[log.Entry, ...] = ()) -> log.Entry:
        """Return the entry that begins the next deal, given the state after the entries that come before it."""
        over = self.table.game_over
        game, number = (after.game + 1, 1) if over else (after.game, after.deal + 1)
        secret = self.outside.secret(game, number + 1)
        state, limits, table = next_deal_state(self.table, after, secret), self.outside.limits, self.table
        state.log_bytes = table.log_bytes + sum(len(log.encode_entry(entry)) + 1 for entry in entries)
        state.is_last_deal = (
            table.entries >= limits.max_entries
            or state.log_bytes >= limits.max_bytes
            or state.deal >= limits.max_game_deals
        )
        sheet = table.sheets[-1] if number > 1 else None
        return log.DealBegan(at=self.at, table=state, previous_deal_entry=table.began, previous_sheet=sheet)

    @property
    def is_crowded(self) -> bool:
        """Whether the sender's seat has used up its changes until the next deal."""
        return self.seat is not None and self.has_changed(self.seat)

    def has_changed(self, seat: int) -> bool:
        """Say whether a seat has used up its changes until the next deal."""
        return self.table.changes.get(seat, 0) >= self.outside.limits.max_changes

    @property
    def goes_on_by_itself(self) -> bool:
        """Whether the next deal of a game begins when it is due, even if players aren't ready.

        It does if someone is connected, or if the game is by correspondence.
        """
        present = self.outside.present(self.table.state.seats)
        return present != "nobody" or _is_correspondence(self.table.state)

    def may_begin_game(self, after: TableState) -> bool:
        """Say whether another game may begin from a state: if people are connected, or by correspondence.

        Programs alone finish their game but don't begin another.
        """
        present = self.outside.present(after.seats)
        return present == "people" or (present == "nobody" and _is_correspondence(after))

    def resumed(self) -> tuple[log.Entry, ...]:
        """Return the entry that ends a pause, or none if the table isn't paused or has used up its pauses."""
        table = self.table
        ends = table.paused and table.pauses < self.outside.limits.max_changes
        return (log.Resumed(at=self.at),) if ends else ()

    def deal_if_ready(self, entries: tuple[log.Entry, ...]) -> tuple[log.Entry, ...]:
        """Return the entries, and those that begin the next deal once every player who isn't absent is ready.

        A bot plays for absent players, who can take over again at any time.
        """
        table = self.table
        if table.playing or table.state.is_last_deal:
            return entries
        after = table.state_after(entries)
        if table.game_over and not self.may_begin_game(after):
            return entries
        absent = [at for at in _unready(after) if self.long_away(at)]
        people = [at for at, seat in enumerate(after.seats) if seat.kind == "person" and not seat.autopilot]
        if self._open_seats_hold_up(after) or _unready(after) != absent or people == absent:
            return entries
        left = tuple(log.SteppedAway(at=self.at, seat=at) for at in absent)
        before = (*entries, *left)
        return (*before, self.begin_deal(table.state_after(before), before))

    def still_waiting(self) -> no.StillWaiting:
        """Return the refusal that names what the next deal waits for."""
        state = self.table.state
        return no.StillWaiting(_unready(state), self._open_seats_hold_up(state))

    def _open_seats_hold_up(self, after: TableState) -> bool:
        """Say whether a game waits for its seats to be taken: only its first deal does."""
        return (after.deal == 0 or self.table.game_over) and any(seat.kind == "open" for seat in after.seats)


def _unready(state: TableState) -> list[int]:
    """Return the seats of people who aren't ready yet."""
    return [at for at, one in enumerate(state.seats) if one.kind == "person" and not one.autopilot and not one.ready]


def _is_correspondence(state: TableState) -> bool:
    """Say whether the pace is that of correspondence, and at least one person plays without a bot driving."""
    slow = (state.pace.decision or 0) >= CORRESPONDENCE_MS
    return slow and any(seat.kind == "person" and not seat.autopilot for seat in state.seats)
