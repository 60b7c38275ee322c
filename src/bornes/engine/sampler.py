"""Hidden cards placed at random, without the GIL: a stream of worlds that look alike to one viewer.

What the viewer knows comes as scenarios (see ``bornes.game.possible_worlds``): each has a weight, pools of unseen
cards, and for every seat how many of its hidden cards stem from each pool.  The last pool is the one that the draw pile
belongs to.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from . import uncompiled as cython

from . import playout
from .argument_checks import check_index, check_integer, low_64_bits
from .codes import NONE, Phase
from .playout import MAX_RUNS, Policy, Rng, SeatPolicies
from .state import State
from .uncompiled import heed_signals

KINDS = 19
ONE = 1
MAX_DECK = 106
MAX_WEIGHT = 1e9
MAX_ATTEMPTS = 20
"""Worlds that are rejected before one is accepted as it is."""
ON_PLAY = int(Phase.PLAY)
ON_EXCHANGE = int(Phase.EXCHANGE)
ON_REACT = int(Phase.REACT)
WORLDS_PER_SIGNAL_CHECK = 256
"""Worlds between two checks for Ctrl-C."""
FULL = 4294967296.0  # 2**32: what a generator's number is divided by


Scenario = tuple[float, Sequence[bytes], Sequence[bytes]]
"""A weight, a row of kinds for each pool, and a row of pools for each seat."""


class Sampler:
    """Makes worlds from what is open and from scenarios for what is not."""

    def __cinit__(self, state: State, scenarios: Iterable[Scenario]) -> None:
        """Take what is known: ``state`` holds the known cards alone."""
        if not isinstance(state, State):
            raise TypeError(f"a sampler begins from a State, not from {type(state).__name__}")
        self.known = state.clone()
        self.base = state.clone()
        self.players = state.rules.players
        self.scenarios: list[Scenario] = []
        self.doubts: list[tuple[int, int, float]] = []
        records: list[bytes] = []
        starts = array("i")
        reached = array("d")
        total = 0.0
        size = 0
        for weight, pools, slots in scenarios:
            kinds, rows = tuple(pools), tuple(slots)
            share = float(weight)
            record = bytes([len(kinds)]) + b"".join(kinds) + b"".join(rows)
            self.check(share, len(kinds), record)
            if not records:
                self.cover(len(kinds), record)
            self.scenarios.append((share, kinds, rows))
            records.append(record)
            starts.append(size)
            size += len(record)
            total += share
            reached.append(total)
        if not records:
            raise ValueError("no scenarios: at least one must say where the hidden cards may be")
        self.data = b"".join(records)
        self.starts = memoryview(starts)
        self.reached = memoryview(reached)
        self.doubted = [0] * 8  # bit k: that the seat holds kind k is doubted
        self.belief: Any = memoryview(array("d", [1.0]) * (8 * KINDS))  # by seat and kind
        self.count = len(records)

    if not cython.compiled:  # pragma: no branch - coverage sees only that build

        def __init__(self, state: State, scenarios: Iterable[Scenario]) -> None:
            self.__cinit__(state, scenarios)

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle and copy what this was made from, and what was doubted since."""
        return restore_sampler, (self.known, self.scenarios, self.doubts)

    def check(self, weight: float, pools: int, record: bytes) -> None:
        """Refuse a scenario that could not be placed: hands that are too large, or more cards than there are."""
        slots = 1 + KINDS * pools
        if not pools or len(record) != slots + self.players * pools:
            raise ValueError(f"a scenario has a row of {KINDS} kinds for each pool and a row of pools for each seat")
        if not 0.0 <= weight <= MAX_WEIGHT:
            raise ValueError(f"the weight of a scenario is a number from 0 to {MAX_WEIGHT}, not {weight!r}")
        room = MAX_DECK - self.base.cards_hidden()
        source = 0
        while source < pools:
            cards = 0
            at = 1 + KINDS * source
            while at < 1 + KINDS * source + KINDS:
                cards += record[at]
                at += 1
            room -= cards
            seat = 0
            while seat < self.players:
                cards -= record[slots + seat * pools + source]
                seat += 1
            if cards < 0 or room < 0:
                raise ValueError("a scenario has hands of more cards than its pools, or pools of more than the deck")
            source += 1
        self.check_hands(pools, record)

    def check_hands(self, pools: int, record: bytes) -> None:
        """Refuse a scenario in which a hand is larger than hands are, or in which somebody is to play without cards."""
        slots = 1 + KINDS * pools
        seat = 0
        while seat < self.players:
            held = self.base.held[seat]
            source = 0
            while source < pools:
                held += record[slots + seat * pools + source]
                source += 1
            most = self.base.most_held(seat)
            if held > most:
                raise ValueError(f"a scenario gives seat {seat} {held} cards; {most} is the most there")
            playing = self.base.phase == ON_PLAY or self.base.phase == ON_EXCHANGE
            if held == 0 and playing and seat == self.base.seat:
                raise ValueError(f"a scenario gives seat {seat} no card, and it is to play one")
            seat += 1

    def doubt(self, seat: int, kind: int, belief: float) -> None:
        """Take a world in which the seat holds a card of this kind only so often."""
        who = check_index("seat", seat, self.players)
        card = check_index("card", kind, KINDS)
        if not 0.0 <= belief <= 1.0:
            raise ValueError(f"belief: must be from 0 to 1, not {belief!r}")
        self.doubts.append((who, card, belief))
        self.doubted[who] |= ONE << card
        self.belief[who * KINDS + card] *= belief

    def believed(self, world: State, rng: Rng) -> bool:
        """Return whether a world passes all doubts."""
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
        """Make ``world`` one that fits what is known, and that is believed unless such worlds are too rare."""
        tries = 0
        while tries < MAX_ATTEMPTS:
            self.place_once(world, rng)
            if self.believed(world, rng):
                return
            tries += 1

    def cover(self, pools: int, record: bytes) -> None:
        """Take what lies in the pools from the cards that count as lying open."""
        at = 1
        while at < 1 + KINDS * pools:
            kind = (at - 1) % KINDS
            if record[at] > self.base.shown[kind]:
                raise ValueError(f"a scenario has more of card {kind} than the deck")
            self.base.shown[kind] -= record[at]
            at += 1

    def place_once(self, world: State, rng: Rng) -> None:
        """Make ``world`` one that fits what is known."""
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
        """Choose a scenario by weight."""
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
        """Lay the cards of a pool, shuffled, in the place of the draw pile; return how many."""
        cards = 0
        kind = 0
        while kind < KINDS:
            copies = self.data[at + kind]
            while copies > 0:
                # Inside-out: each card goes to a random place among those laid.
                j = rng._below(cards + 1)
                world.pile[cards] = world.pile[j]
                world.pile[j] = kind
                cards += 1
                copies -= 1
            kind += 1
        return cards

    def world(self, seed: int, number: int) -> State:
        """Return the world of this number, for Python."""
        made = State(self.base.rules)
        self.place(made, Rng(seed, number))
        return made


def play_worlds(sampler: Sampler, policies: Sequence[Policy], n: int, seed: int, ask_after: int = NONE) -> array[int]:
    """Play n worlds to the end of the deal, each with hidden cards of its own; return rows as ``play_on`` does.

    The luck of world i depends on the seed and on i alone, and every seat draws from a lane of its own.  Where a hazard
    waits for an answer and the viewer is not the one asked, ``ask_after`` says after which seat to ask on.
    """
    seats = SeatPolicies(policies)
    runs = check_integer("n", n, 0, MAX_RUNS)
    luck = low_64_bits("seed", seed)
    base = sampler.base
    asker = check_integer("ask_after", ask_after, NONE, base.rules.players - 1)
    if asker != NONE and base.phase != ON_REACT:
        raise ValueError("ask_after: no hazard waits for an answer")
    work = State(base.rules)
    choices = Rng(luck, 1)
    chance = Rng(luck, 0)
    rows = playout.empty_rows(base.rules, runs)
    view = memoryview(rows)
    i = 0
    while i < runs:
        heed_signals()
        end = min(runs, i + WORLDS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while i < end:
                chance._seed(luck, 2 * i)
                choices._seed(luck, 2 * i + 1)
                sampler.place(work, chance)
                work.lay_lanes()
                if asker != NONE:
                    work._ask_after(asker)
                moves = playout.play_out(work, seats, choices, chance)
                playout.write_row(view, i, work, moves)
                i += 1
    return rows


def restore_sampler(state: State, scenarios: Iterable[Scenario], doubts: Iterable[tuple[int, int, float]]) -> Sampler:
    """Return a sampler with all its doubts, as ``pickle`` and ``copy`` make it."""
    sampler = Sampler(state, scenarios)
    for seat, kind, belief in doubts:
        sampler.doubt(seat, kind, belief)
    return sampler
