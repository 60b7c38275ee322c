"""Thousands of deals at once: a learner's moves in, what it sees next out, and no Python call for each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...bots.roster import compiled_policy
from ...engine.argument_checks import check_integer
from ...engine.playout import Policy
from ...game.position import compile_rules
from ...rules.ruleset import Rules
from .batch_slot import BatchSlot, BatchSlotGroup
from .episode import Opponent, seat_opponents
from .features import ACTIONS, SIZE, Mask, Numbers

MAX_BATCH_DEALS = 2**31 - 1
"""Memory runs out long before."""
ABANDON_DEAL = -1
"""In place of an action: the deal ends here without scores."""


class DealBatch:
    """A number of deals of one form, all played on at once.

    ``opponents`` play the seats that are not the learner's: one policy for all of them or one for each seat, compiled
    policies or names of bots that are (``"tuned"``).  Without opponents every seat is the learner's: it then plays
    against itself.  ``seats`` are the learner's; the first one unless given, and where a list of opponents has None.

    After ``reset`` and every ``step`` the arrays say what is now to be decided.  They are written anew each time, so
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
        self.n = check_integer("n", n, 1, MAX_BATCH_DEALS)
        self.seed = seed
        seated = seat_opponents(rules, opponents, seats)
        self._policies = [who if who is None else compiled_policy(who, rules) for who in seated]
        self._make_arrays()
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin anew with the first deal of every row, from another seed if one is given."""
        if seed is not None:
            self.seed = seed
        self._slots = self._linked_slots()
        for name in ("done", "rewards", "scores", "finals"):
            self._arrays[name][...] = 0
        self._check(self._slots[0].begin_all(0))

    def step(self, actions: ArrayLike) -> None:
        """Make a move in every deal and go on to the learner's next decisions.

        An action that is not legal raises ValueError, and nothing is changed.  ABANDON_DEAL for an action ends a deal.
        """
        given = np.array(actions)  # a copy: what was given may change in another thread
        legal = self.legal(given) | (given == ABANDON_DEAL)
        if not legal.all():
            row = int(np.argmin(legal))
            may = np.flatnonzero(self.masks[row]).tolist()
            raise ValueError(f"actions: {given[row]} is not legal in deal {row}; there it may be one of {may}")
        self._check(self._slots[0].step_all(np.ascontiguousarray(given, np.int32).data))

    def legal(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Say which of these actions are legal, one for each deal."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions: {self.n} whole numbers, one for each deal, not {given.dtype} {given.shape}")
        within = (given >= 0) & (given < ACTIONS)
        legal: NDArray[np.bool_] = within & (self.masks[self._all, np.where(within, given, 0)] != 0)
        return legal

    def state(self, row: int) -> Any:
        """Return a copy of a deal as the engine has it, all cards open, for those who may look on."""
        return self._slots[row].state_copy()

    def _linked_slots(self) -> list[BatchSlot]:
        """Make a slot for each deal, and link them for compiled code."""
        policies = [policy or Policy() for policy in self._policies]
        learners = sum(1 << seat for seat in self.seats)
        rows = {name: array.reshape(-1).data for name, array in self._arrays.items()}
        group = BatchSlotGroup(compile_rules(self.rules), policies, learners, self.seed, rows, self.n)
        slots = [BatchSlot(group, number) for number in range(self.n)]
        for slot in slots:
            slot.link(slots)
        return slots

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle and copy what the deals go on from, so that every copy goes on alike."""
        arrays = {name: array.copy() for name, array in self._arrays.items()}
        snapshots = [slot.snapshot() for slot in self._slots]
        return _restored, (type(self), self.rules, self.n, self.seed, self._policies, arrays, snapshots)

    def _check(self, goes_on: bool) -> None:
        if not goes_on:
            raise ValueError("by these rules the learner is never asked for a move")

    def _make_arrays(self) -> None:
        n, rules = self.n, self.rules
        self.seats = tuple(seat for seat, policy in enumerate(self._policies) if policy is None)
        """The learner's seats."""
        self._all = np.arange(n)
        self._arrays: dict[str, NDArray[Any]] = {
            "observations": np.zeros((n, SIZE), np.int32),
            "finals": np.zeros((n, SIZE), np.int32),
            "masks": np.zeros((n, ACTIONS), np.int8),
            "seat": np.zeros(n, np.int32),
            "done": np.zeros(n, np.int8),
            "rewards": np.zeros((n, rules.players), np.float64),
            "scores": np.zeros((n, rules.teams), np.int32),
        }
        self.observations: Numbers = self._read_only("observations")
        """What the seat that decides may know, a row for each deal; ``features`` says what is where."""
        self.masks: Mask = self._read_only("masks")
        """A 1 for each action that is legal now."""
        self.seat: Numbers = self._read_only("seat")
        """Who decides."""
        self.done: NDArray[np.bool_] = self._read_only("done").view(np.bool_)
        """Whether the last step ended the deal of this row."""
        self.rewards: NDArray[np.float64] = self._read_only("rewards")
        """For every seat, where a deal ended: its team's points less the mean of the other teams'; else 0."""
        self.scores: Numbers = self._read_only("scores")
        """The teams' points, where a deal ended; else 0."""
        self.finals: Numbers = self._read_only("finals")
        """Where a deal ended, its end as the learner's seat that moved last sees it; elsewhere nothing of use."""

    def _read_only(self, name: str) -> NDArray[Any]:
        """Return a view of an array that users cannot write to: it would no longer tell what the deals are."""
        view = self._arrays[name].view()
        view.flags.writeable = False
        return view


def _restored(
    kind: type[DealBatch],
    rules: Rules,
    n: int,
    seed: int,
    policies: list[Policy | None],
    arrays: dict[str, NDArray[Any]],
    snapshots: list[Any],
) -> DealBatch:
    """Make a batch that goes on from where another stood when it was copied."""
    batch = kind.__new__(kind)
    batch.rules, batch.n, batch.seed, batch._policies = rules, n, seed, policies
    batch._make_arrays()
    for name, array in arrays.items():
        batch._arrays[name][...] = array
    batch._slots = batch._linked_slots()
    for slot, snapshot in zip(batch._slots, snapshots, strict=True):
        slot.restore(*snapshot)
    return batch
