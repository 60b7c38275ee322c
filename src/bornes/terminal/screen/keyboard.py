"""Who sits at the keyboard: one person throughout, or several who take turns and must not see each other's cards.

With several, a hand is shown only while it is that seat's turn and its player has pressed Enter, and covered
otherwise.  After every hazard that somebody here might answer all of them are asked together, whoever holds what, and
the screen waits at that moment: neither the question nor its time gives anything away.
"""

from __future__ import annotations

from typing import NamedTuple

from ...cards import Card
from ...deal import View
from ...engine.codes import PASS, Phase
from ...events import WindowOpened
from ...moves import Move
from ...position import Window
from ..table import Table, earlier_view
from .dialogs import HazardAnswer


class FailedAnswer(NamedTuple):
    """An answer that was announced and could not be given."""

    seat: int
    hazard: Card


class Keyboard:
    """Whose view is shown, and who is asked what."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.here = tuple(at for at, seat in enumerate(table.seats) if seat.here)
        self.seat: int | None = self.here[0] if len(self.here) == 1 else None
        """Whose hand is shown now."""
        self._asked_until = _first_open_event(table.view(None))
        """How many events of the deal have been looked at for hazards to ask about."""
        self._deal = table.number
        self._window: Window | None = None
        """The hazard that is being asked about."""
        self._answer: HazardAnswer | None = None
        """What those here agreed on and have not given yet."""
        self._failed: FailedAnswer | None = None
        """What those here agreed on, until it turns out that it can be given."""

    @property
    def shared(self) -> bool:
        """Whether several people play here."""
        return len(self.here) > 1

    def view(self) -> View:
        """Return what may be seen on the screen: while all are asked about a hazard, the table as it was then."""
        if self._window is not None:
            return earlier_view(self.table.view(None), self._asked_until)
        return self.table.view(self.seat)

    # -- hazards -------------------------------------------------------------------------------------------------

    def next_window(self) -> Window | None:
        """Return the next hazard that people here are to be asked about, if they have not been yet."""
        if not self.shared:
            return None
        if self._deal != self.table.number:
            self._deal, self._asked_until = self.table.number, 0
        public = self.table.view(None)
        events = public.events
        for number in range(self._asked_until, len(events)):
            if isinstance(events[number], WindowOpened):
                at_stake = earlier_view(public, number + 1)
                if self._possible_answers(at_stake):
                    self._asked_until = number + 1
                    self._window, self.seat = at_stake.window, None
                    return self._window
        self._asked_until = len(events)
        return None

    def possible_answers(self) -> list[HazardAnswer]:
        """Return how those here could answer the hazard that they are asked about, whatever they hold."""
        return self._possible_answers(self.view())

    def _possible_answers(self, public: View) -> list[HazardAnswer]:
        """Return how those here could answer the hazard in an open window, each with a coup fourré first."""
        return [
            HazardAnswer(seat, move)
            for seat in public.answerers
            if seat in self.here
            for move in sorted(public.possible_answers(seat), reverse=True)
        ]

    def agree_on(self, answer: HazardAnswer | None) -> None:
        """Note what those here agreed on: an answer, or None to let the hazard pass."""
        self._answer = answer
        if answer is not None and self._window is not None:
            self._failed = FailedAnswer(answer.seat, self._window.hazard)
        self._window = None

    def reaction(self) -> tuple[int, Move] | None:
        """Return the seat here that is asked about a hazard and its move: what was agreed on, or to let it pass."""
        seat = self._seat_asked()
        if seat is None:
            return None
        if self._answer is not None and self._answer.seat == seat:
            move, self._answer = self._answer.move, None
            if move in self.table.view(seat).legal_moves:
                self._failed = None
                return seat, move
        return seat, Move(PASS)

    def _seat_asked(self) -> int | None:
        if not self.shared or self._window is not None:
            return None
        views = ((seat, self.table.view(seat)) for seat in self.here)
        return next((seat for seat, view in views if view.to_decide and view.phase is Phase.REACT), None)

    def failed_answer(self) -> FailedAnswer | None:
        """Return the answer that could not be given, once, when the hazard is settled."""
        if self._failed is None or self.table.view(None).window is not None:
            return None
        failed, self._failed, self._answer = self._failed, None, None
        return failed

    # -- turns ---------------------------------------------------------------------------------------------------

    def next_player(self) -> int | None:
        """Return who has to come to the keyboard now, and cover the hand of whoever need not decide any more."""
        if not self.shared:
            return None
        public = self.table.view(None)
        deciding = public.seat if public.seat in self.here and not public.over else None
        if self.seat is not None and self.seat != deciding:
            self.seat = None
        return deciding if deciding != self.seat else None

    def uncover(self, seat: int) -> None:
        """Show the hand of a seat whose player is ready."""
        self.seat = seat


def _first_open_event(public: View) -> int:
    """Return the number of the event from which hazards are asked about: one that waits for an answer, or the next."""
    events = public.events
    if public.window is None:
        return len(events)
    return max((number for number, event in enumerate(events) if isinstance(event, WindowOpened)), default=len(events))
