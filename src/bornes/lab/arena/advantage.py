"""What the moves of one player are worth over those of another, with most of the luck left out.

Let everybody play as B, but for one team that plays as A.  Wherever A's move is not the one that B would make, both are
played out many times with everybody playing as B from then on, and the difference noted.  Added up over the deal the
differences have the same mean as what A really gains: A's value less B's is the sum, over the decisions that A meets,
of Q_B(A's move) - Q_B(B's move), where Q_B is what a move is worth if everybody plays as B afterwards.  That holds only
if A's own seat plays as B afterwards too: what A makes of its later decisions is counted when they come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...bots import Bot, playouts
from ...deal import Deal
from ...engine.playout import Policy
from ...moves import Move
from ...view import View


class Advantage:
    """The advantages of a team's moves in a deal, added up."""

    def __init__(self, policy: Policy, shadows: Mapping[int, Bot], number: int, seed_of: Callable[[int], int]) -> None:
        self.total = 0
        """Over all playouts, in parts of 1 / (teams - 1) points."""
        self._policy = policy
        self._shadows = shadows
        """B, for the seats that A has."""
        self._number = number
        self._seed_of = seed_of
        self._decisions = 0

    def weigh(self, deal: Deal, view: View, move: Move) -> None:
        """Add what a move is worth over B's, where it is a move of A that differs."""
        seat = view.viewer
        if seat is None or seat not in self._shadows:
            return
        self._decisions += 1
        usual = self._shadows[seat].choose(view)
        if usual != move:
            # Both on the same luck: what they have in common cancels out.
            seed = self._seed_of(self._decisions)
            self.total += self._worth(deal, seat, move, seed) - self._worth(deal, seat, usual, seed)

    def _worth(self, deal: Deal, seat: int, move: Move, seed: int) -> int:
        state, teams = deal.state, deal.rules.teams
        state.apply(move)
        totals = playouts(state, self._number, self._policy, seed=seed).totals
        return teams * totals[deal.rules.team_of(seat)] - sum(totals)
