"""Who sits at the keyboard: one person throughout, or several who take turns and must not see each other's cards.

With several, the hand of whoever said to be ready is shown while it is that seat's turn, and covered else.  After every
hazard that somebody here might answer all of them are asked together, whoever holds what, and the screen waits at that
moment: neither the question nor its time gives anything away.
"""

from __future__ import annotations

from typing import NamedTuple

from ...cards import Card
from ...engine.codes import PASS, Phase
from ...events import Attacked, Event
from ...moves import Move
from ...position import Window
from ...view import View
from ..table import Table
from .dialogs import Answer


class BrokenWord(NamedTuple):
    """An answer that was announced and could not be given."""

    seat: int
    hazard: Card


class Keyboard:
    """Whose view is shown, and who is asked what."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.here = tuple(at for at, seat in enumerate(table.seats) if seat.here)
        self.seat: int | None = self.here[0] if len(self.here) == 1 else None
        """Who may see the own hand now."""
        self._asked = _begin(table.view(None))
        """Up to where in the deal hazards have been asked about; those of the past are not asked about again."""
        self._deal = table.number
        self._window: Window | None = None
        """The hazard that is being asked about."""
        self._answer: Answer | None = None
        self._broken: BrokenWord | None = None

    @property
    def shared(self) -> bool:
        """Whether several people play here."""
        return len(self.here) > 1

    def view(self) -> View:
        """What may be seen on the screen: while all are asked about a hazard, the table as it was then."""
        if self._window is not None:
            events = self.table.view(None).events[: self._asked]
            return View.fold(self.table.rules, None, events, self.table.view(None).totals_before)
        return self.table.view(self.seat)

    # -- hazards -------------------------------------------------------------------------------------------------

    def next_window(self) -> Window | None:
        """The next hazard that people here are to be asked about, if they have not been yet."""
        if not self.shared:
            return None
        if self._deal != self.table.number:
            self._deal, self._asked = self.table.number, 0
        events = self.table.view(None).events
        for place in range(self._asked, len(events)):
            window = _window(events[place])
            if window is not None and self.answerers(window):
                self._asked = place + 2  # with the opening of the window
                self._window, self.seat = window, None
                return window
        self._asked = len(events)
        return None

    def answerers(self, window: Window) -> tuple[int, ...]:
        """Who of those here may answer a hazard, whatever they hold."""
        rules = self.table.rules
        anybody = rules.coup_fourre_scope == "any"
        attacker = rules.team_of(window.attacker)
        return tuple(
            seat
            for seat in self.here
            if rules.team_of(seat) == window.target or (anybody and rules.team_of(seat) != attacker)
        )

    def answered(self, answer: Answer | None) -> None:
        """What those here agreed on: an answer, or to let the hazard pass."""
        self._answer = answer
        if answer is not None and self._window is not None:
            self._broken = BrokenWord(answer.seat, self._window.hazard)
        self._window = None

    def reaction(self) -> tuple[int, Move] | None:
        """The move of somebody here who is asked about a hazard: what was agreed on, else to let it pass."""
        asked = self._asked_now()
        if asked is None:
            return None
        if self._answer is not None and self._answer.seat == asked:
            move, self._answer = self._answer.move, None
            if move in self.table.view(asked).legal_moves:
                self._broken = None
                return asked, move
        return asked, Move(PASS)

    def _asked_now(self) -> int | None:
        if not self.shared or self._window is not None:
            return None
        views = ((seat, self.table.view(seat)) for seat in self.here)
        return next((seat for seat, view in views if view.to_decide and view.phase is Phase.REACT), None)

    def broken_word(self) -> BrokenWord | None:
        """An answer that could not be given, once the moment is over."""
        if self._broken is None or self.table.view(None).window is not None:
            return None
        broken, self._broken, self._answer = self._broken, None, None
        return broken

    # -- turns ---------------------------------------------------------------------------------------------------

    def to_come(self) -> int | None:
        """Who has to come to the keyboard now; the hand of whoever is no longer to decide is covered."""
        if not self.shared:
            return None
        public = self.table.view(None)
        deciding = public.seat if public.seat in self.here and not public.over else None
        if self.seat is not None and self.seat != deciding:
            self.seat = None
        return deciding if deciding != self.seat else None

    def sit_down(self, seat: int) -> None:
        """Somebody is ready."""
        self.seat = seat


def _begin(public: View) -> int:
    """From where on hazards are asked about: from one that waits for an answer, else from now."""
    events = public.events
    if public.window is None:
        return len(events)
    return max((place for place, event in enumerate(events) if isinstance(event, Attacked)), default=len(events))


def _window(event: Event) -> Window | None:
    return Window(event.seat, event.team, event.card) if isinstance(event, Attacked) else None
