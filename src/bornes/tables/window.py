"""Who is asked about a hazard at a table, and when that time is over.

Between a hazard and what follows lies a time in which somebody may answer.  How long it is depends on what everybody
sees and on nothing else: who could answer, judging by the cards that lie open.  Where one person plays alone against
bots there is nobody from whom anything must be hidden but that person, who knows the own hand.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from ..engine.codes import COUP
from ..game.moves import Move

if TYPE_CHECKING:
    from .table import Table


BOT_GRACE_MS = 250
"""How long after their pace bots can still answer when others watch. Later is too late: the time that a bot thinks
would tell that it has something to think about."""


class WindowPlan(NamedTuple):
    """What is to happen in an open window."""

    asked: tuple[int, ...] = ()
    """The people who may answer now."""
    waits: tuple[int, ...] = ()
    """Those of them without whom the window is not closed, unless their time runs out."""
    bots: tuple[int, ...] = ()
    """The bots that hold an answer and have not decided yet."""
    closes: int | None = None
    """When it is over; None while it waits for somebody."""
    patient: bool = False
    """Whether bots that still think are waited for."""
    call: tuple[int, Move] | None = None
    """An answer that a player wants given whenever that is possible."""
    clock: int | None = None
    """When everybody sees that it will be over, whoever has passed by now."""

    def is_over(self, now: int) -> bool:
        """Say whether nobody is waited for any more."""
        thinking = self.patient and bool(self.bots)
        return self.closes is not None and now >= self.closes and not self.waits and not thinking


def plan_window(table: Table, passed: Collection[int] | None = None) -> WindowPlan:
    """Return who is asked about the hazard that lies open, and when the window closes.

    ``passed`` are those who let it pass; the table's own unless others are given.
    """
    passed = table.passed if passed is None else passed
    deal, pace, since = table.open_deal, table.pace, table.since
    able = deal.answerers
    people = [seat for seat in able if not table.bot_decides(seat)]
    bot_seats = [seat for seat in able if table.bot_decides(seat)]
    holders = tuple(seat for seat in bot_seats if seat not in passed and _holds(table, seat))
    undecided = tuple(seat for seat in people if seat not in passed)
    one_pace = since + (pace.bots if bot_seats else 0)
    if table.is_solo:
        holding = tuple(seat for seat in undecided if _holds(table, seat))
        closes = _deadline(since, pace.decision) if holding else one_pace
        return WindowPlan(holding, holding, holders, closes, patient=True, clock=closes if holding else None)
    patient = not table.watched
    one_pace += BOT_GRACE_MS if bot_seats and not patient else 0
    if not people:
        return WindowPlan((), (), holders, one_pace, patient=patient)
    if able == (table.next_seat,):
        deadline = _deadline(since, pace.decision)
        return WindowPlan(undecided, undecided, closes=deadline if undecided else since, clock=deadline)
    if pace.window is not None:
        return WindowPlan(undecided, (), holders, since + pace.window, clock=since + pace.window)
    wanting = tuple(seat for seat in undecided if _wants_to_be_asked(table, seat))
    called = next((call for seat in undecided if (call := _standing_answer(table, seat)) is not None), None)
    deadline = _deadline(since, pace.decision)
    closes = deadline if wanting else one_pace
    # The clock is the same whoever wants to be asked: that is nobody else's business.
    return WindowPlan(wanting, wanting, holders, closes, patient=patient, call=called, clock=deadline)


def _deadline(since: int, time: int | None) -> int | None:
    return None if time is None else since + time


def _holds(table: Table, seat: int) -> bool:
    """Say whether a seat could do anything else than let the hazard pass."""
    return len(table.open_deal.answers(seat)) > 1


def _wants_to_be_asked(table: Table, seat: int) -> bool:
    """Say whether a player wants to be asked about hazards, whatever the hand."""
    chosen = table.state.seats[seat]
    return chosen.coup_fourre == "ask" or (table.rules.fast_play and chosen.remedy == "ask")


def _standing_answer(table: Table, seat: int) -> tuple[int, Move] | None:
    """Return the answer that a player wants given without being asked, if the hand has it."""
    chosen = table.state.seats[seat]
    for move in table.open_deal.answers(seat):
        if move == COUP and chosen.coup_fourre == "call":
            return seat, move
        if move.card is not None and chosen.remedy == "call":
            return seat, move
    return None
