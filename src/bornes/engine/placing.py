"""Hidden cards placed at random, without the GIL: a stream of worlds that look alike to one viewer.

What the viewer knows comes as scenarios (see ``bornes.worlds``): each has a weight, pools of unseen cards, and for
every seat how many of its hidden cards stem from each pool.  The last pool is the one that the draw pile belongs to.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from .playout import Rng
from .state import State

KINDS = 19
ONE = 1
TRIES = 20
"""Worlds that may be disbelieved before one is taken as it is."""
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
        self.doubted = [0] * 8  # bit k: that the seat holds kind k is doubted
        self.belief: Any = memoryview(array("d", [1.0]) * (8 * KINDS))  # by seat and kind

    def doubt(self, seat: int, kind: int, belief: float) -> None:
        """Take a world in which the seat holds a card of this kind only so often."""
        self.doubted[seat] |= ONE << kind
        self.belief[seat * KINDS + kind] *= belief

    def believed(self, world: State, rng: Rng) -> bool:
        """Whether a world passes all doubts."""
        chance = 1.0
        seat = 0
        while seat < self.players:
            kinds = self.doubted[seat] & world.have[seat]
            kind = 0
            while kinds:
                if kinds & 1:
                    chance *= self.belief[seat * KINDS + kind]
                kinds >>= 1
                kind += 1
            seat += 1
        return chance >= 1.0 or rng.next() / FULL < chance

    def place(self, world: State, rng: Rng) -> None:
        """Make ``world`` one that fits, and is believed unless such worlds are too rare."""
        tries = 0
        while tries < TRIES:
            self.place_once(world, rng)
            if self.believed(world, rng):
                return
            tries += 1

    def cover(self, pools: Sequence[bytes]) -> None:
        """What lies in the pools does not lie open."""
        for pool in pools:
            for kind in range(KINDS):
                self.base.shown[kind] -= pool[kind]

    def place_once(self, world: State, rng: Rng) -> None:
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
