"""Thousands of deals at once: a learner's moves in, what it sees next out, and no call of Python's per move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...engine.checks import whole
from ...engine.playout import Policy
from ...position import compile_rules
from ...rules import Rules
from .berth import Berth, Quay
from .opponents import Opponent, compiled, seated
from .pieces import ACTIONS, SIZE, Mask, Numbers

MOST = 2**31 - 1
"""Deals of a fleet; memory ends long before."""
GIVE_UP = -1
"""Instead of an action: the deal ends here, and nobody scores."""


class Fleet:
    """So many deals of one form, all moved on at once.

    ``opponents`` play the seats that are not the learner's: one policy for all of them or one for each seat, compiled
    policies or names of bots that are (``"tuned"``).  Without opponents every seat is the learner's: it then plays
    against itself.  ``seats`` are the learner's; the first one unless given, and where a list of opponents has None.

    After ``reset`` and every ``step`` the arrays say what is now to be decided.  They are filled in anew each time, so
    copy what you keep.  A deal that ends is followed by the next one at once: ``done`` marks it, ``rewards``,
    ``scores`` and ``finals`` tell how it ended, and everything else is already the new deal's.

    The luck of a deal depends on the seed, its row and how many deals the row has seen: on nothing else.  The seat that
    starts changes from deal to deal.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        opponents: Opponent | Sequence[Opponent] = None,
        *,
        seats: Sequence[int] | None = None,
        seed: int = 0,
    ) -> None:
        self.rules = rules
        self.n = whole("n", n, 1, MOST)
        self.seed = seed
        self._policies = [who if who is None else compiled(rules, who) for who in seated(rules, opponents, seats)]
        self._lay_seats()
        self._lay_rows()
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin anew with the first deal of every row, from another seed if one is given."""
        if seed is not None:
            self.seed = seed
        self._berths = self._moored()
        for name in ("done", "rewards", "scores", "finals"):
            self._rows[name][...] = 0
        self._check(self._berths[0].begin_all(0))

    def step(self, actions: ArrayLike) -> None:
        """Make a move in every deal and go on to the learner's next decisions.

        An action that is not legal raises ValueError, and nothing is changed.  GIVE_UP for an action ends a deal.
        """
        given = np.array(actions)  # a copy: what was given may change in another thread
        legal = self.legal(given) | (given == GIVE_UP)
        if not legal.all():
            row = int(np.argmin(legal))
            may = np.flatnonzero(self.masks[row]).tolist()
            raise ValueError(f"actions: {given[row]} is not legal in deal {row}; there it may be one of {may}")
        self._check(self._berths[0].step_all(np.ascontiguousarray(given, np.int32).data))

    def legal(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Which of these actions are legal, one for each deal."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions: {self.n} whole numbers, one for each deal, not {given.dtype} {given.shape}")
        within = (given >= 0) & (given < ACTIONS)
        legal: NDArray[np.bool_] = within & (self.masks[self._all, np.where(within, given, 0)] != 0)
        return legal

    def state(self, row: int) -> Any:
        """A copy of a deal as the engine has it, all cards open: for those who look over the learner's shoulder."""
        return self._berths[row].deal_here()

    def _moored(self) -> list[Berth]:
        """Berths for all deals, each knowing the way on."""
        policies = [policy or Policy() for policy in self._policies]
        learners = sum(1 << seat for seat in self.seats)
        rows = {name: row.reshape(-1).data for name, row in self._rows.items()}
        quay = Quay(compile_rules(self.rules), policies, learners, self.seed, rows, self.n)
        berths = [Berth(quay, number) for number in range(self.n)]
        for berth in berths:
            berth.moor(berths)
        return berths

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle and copy what the deals go on from, alike in every copy."""
        rows = {name: row.copy() for name, row in self._rows.items()}
        noted = [berth.noted() for berth in self._berths]
        return _as_it_was, (type(self), self.rules, self.n, self.seed, self._policies, rows, noted)

    def _check(self, well: bool) -> None:
        if not well:
            raise ValueError("by these rules the learner is never asked for a move")

    def _lay_seats(self) -> None:
        self.seats = tuple(seat for seat, policy in enumerate(self._policies) if policy is None)
        """The learner's seats."""

    def _lay_rows(self) -> None:
        n, rules = self.n, self.rules
        self._all = np.arange(n)
        self._rows: dict[str, NDArray[Any]] = {
            "observations": np.zeros((n, SIZE), np.int32),
            "finals": np.zeros((n, SIZE), np.int32),
            "masks": np.zeros((n, ACTIONS), np.int8),
            "seat": np.zeros(n, np.int32),
            "done": np.zeros(n, np.int8),
            "rewards": np.zeros((n, rules.players), np.float64),
            "scores": np.zeros((n, rules.teams), np.int32),
        }
        self.observations: Numbers = self._shown("observations")
        """What the seat that decides may know, a row for each deal; ``pieces`` says what is where."""
        self.masks: Mask = self._shown("masks")
        """A 1 for each action that is legal now."""
        self.seat: Numbers = self._shown("seat")
        """Who decides."""
        self.done: NDArray[np.bool_] = self._shown("done").view(np.bool_)
        """Whether the last step ended the deal that was played here."""
        self.rewards: NDArray[np.float64] = self._shown("rewards")
        """For every seat, where a deal ended: its team's points less the mean of the other teams'; else 0."""
        self.scores: Numbers = self._shown("scores")
        """The teams' points, where a deal ended; else 0."""
        self.finals: Numbers = self._shown("finals")
        """Where a deal ended, its end as the learner's seat that moved last sees it; elsewhere nothing of use."""

    def _shown(self, name: str) -> NDArray[Any]:
        """The row for others to read: written to it would lie about the deals."""
        view = self._rows[name].view()
        view.flags.writeable = False
        return view


def _as_it_was(
    kind: type[Fleet],
    rules: Rules,
    n: int,
    seed: int,
    policies: list[Policy | None],
    rows: dict[str, NDArray[Any]],
    noted: list[Any],
) -> Fleet:
    """A fleet that goes on where another stood when it was copied."""
    fleet = kind.__new__(kind)
    fleet.rules, fleet.n, fleet.seed, fleet._policies = rules, n, seed, policies
    fleet._lay_seats()
    fleet._lay_rows()
    for name, row in rows.items():
        fleet._rows[name][...] = row
    fleet._berths = fleet._moored()
    for berth, stood in zip(fleet._berths, noted, strict=True):
        berth.go_on(*stood)
    return fleet
