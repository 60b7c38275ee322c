"""Hidden cards placed at random, without the GIL: a stream of worlds that look alike to one viewer.

What the viewer knows comes as scenarios (see ``bornes.worlds``): each has a weight, pools of unseen cards, and for
every seat how many of its hidden cards stem from each pool.  The last pool is the one that the draw pile belongs to.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from .playout import Rng
from .state import State

KINDS = 19
FULL = 4294967296.0  # 2**32: what a generator's number is divided by


class Placing:
    """Makes worlds from what is open and from scenarios for what is not."""

    def __init__(self, state: State, scenarios: Iterable[tuple[float, Sequence[bytes], Sequence[bytes]]]) -> None:
        """``state`` holds the known cards alone.  A scenario: weight, a row of kinds a pool, a row of pools a seat."""
        self.base = state.clone()
        self.players = state.law.players
        records: list[bytes] = []
        starts = array("i")
        reached = array("d")
        total = 0.0
        size = 0
        for weight, pools, slots in scenarios:
            record = bytes([len(pools)]) + b"".join(pools) + b"".join(slots)
            if not records:
                self.cover(pools)
            records.append(record)
            starts.append(size)
            size += len(record)
            total += weight
            reached.append(total)
        self.data = b"".join(records)
        self.starts = memoryview(starts)
        self.reached = memoryview(reached)
        self.count = len(records)

    def cover(self, pools: Sequence[bytes]) -> None:
        """What lies in the pools does not lie open."""
        for pool in pools:
            for kind in range(KINDS):
                self.base.shown[kind] -= pool[kind]

    def place(self, world: State, rng: Rng) -> None:
        """Make ``world`` one that fits."""
        world.copy_from(self.base)
        at = self.starts[self.pick(rng)]
        pools = self.data[at]
        slots = at + 1 + KINDS * pools
        source = 0
        while source < pools:
            cards = self.lay_pool(world, at + 1 + KINDS * source, rng)
            seat = 0
            while seat < self.players:
                due = self.data[slots + seat * pools + source]
                while due > 0:
                    cards -= 1
                    world.gain(seat, world.pile[cards])
                    due -= 1
                seat += 1
            world.pile_end = cards
            world.left = cards
            source += 1

    def pick(self, rng: Rng) -> int:
        """A scenario by weight."""
        low = 0
        high = self.count - 1
        if high == 0:
            return 0
        wanted = rng.next() / FULL * self.reached[high]
        while low < high:
            middle = (low + high) // 2
            if self.reached[middle] > wanted:
                high = middle
            else:
                low = middle + 1
        return low

    def lay_pool(self, world: State, at: int, rng: Rng) -> int:
        """The cards of a pool, shuffled, in the place of the draw pile; returns how many."""
        cards = 0
        kind = 0
        while kind < KINDS:
            copies = self.data[at + kind]
            while copies > 0:
                # Inside-out: each card goes to a random place among those laid.
                j = rng.below(cards + 1)
                world.pile[cards] = world.pile[j]
                world.pile[j] = kind
                cards += 1
                copies -= 1
            kind += 1
        return cards

    def world(self, seed: int, number: int) -> State:
        """World of this number, for Python."""
        made = State(self.base.law)
        self.place(made, Rng(seed, number))
        return made
