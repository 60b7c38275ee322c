"""A bot for Bornes that drives the longest distance it can, and leaves the rest to a Sunday driver."""

from __future__ import annotations

from bornes import Move, View
from bornes.bots import bot


class Leadfoot:
    """Foot down.  With ``least`` it does not care for shorter distances."""

    name = "leadfoot"

    def __init__(self, seed: int = 0, least: int = 25) -> None:
        self.least = least
        self._driver = bot("sunday-driver", seed=seed)

    def choose(self, view: View) -> Move:
        """The longest distance, if there is one."""
        longest = max(view.legal_moves, key=miles)
        return longest if miles(longest) >= self.least else self._driver.choose(view)


def miles(move: Move) -> int:
    """How far a move drives."""
    return 0 if move.card is None or move.is_discard else move.card.miles
