"""Who sits at the keyboard: one person throughout, or several who take turns and must not see each other's cards.

With several, a hand is shown only while it is that seat's turn and its player has pressed Enter, and covered
otherwise.  About a hazard all who may answer it are asked together, whoever holds what: neither the question nor its
time gives anything away.
"""

from __future__ import annotations

from ...client.table_client import TableClient
from ...game.deal import View
from ...game.position import Window
from .dialogs import HazardAnswer


class SharedKeyboard:
    """Whose view is shown, and who is asked what."""

    def __init__(self, table: TableClient) -> None:
        self.table = table
        self.here = tuple(at for at, seat in enumerate(table.seats) if seat.here)
        self.seat: int | None = self.here[0] if len(self.here) == 1 else None
        """Whose hand is shown now."""

    @property
    def shared(self) -> bool:
        """Whether several people play here."""
        return len(self.here) > 1

    def view(self) -> View:
        """Return what may be seen on the screen: what the player here decides with or knows, or what all may see."""
        if self.seat is None:
            return self.table.view(None)
        return self.table.question(self.seat) or self.table.view(self.seat)

    def window(self) -> Window | None:
        """Return the hazard that several people here are asked about together; the last player's hand is covered."""
        window = self.table.window if self.shared else None
        if window is not None:
            self.seat = None
        return window

    def possible_answers(self) -> list[HazardAnswer]:
        """Return how those who are asked about a hazard could answer it, whatever they hold, a coup fourré first."""
        public = self.table.view(None)
        return [
            HazardAnswer(seat, move)
            for seat in self.table.asked
            for move in sorted(public.possible_answers(seat), reverse=True)
        ]

    def next_player(self) -> int | None:
        """Return who has to come to the keyboard now, and cover the hand of whoever need not decide any more."""
        if not self.shared:
            return None
        deciding = next(iter(self.table.asked), None)
        if self.seat is not None and self.seat != deciding:
            self.seat = None
        return deciding if deciding != self.seat else None

    def uncover(self, seat: int) -> None:
        """Show the hand of a seat whose player is ready."""
        self.seat = seat
