"""What a viewer can work out about hidden cards, and worlds drawn from it.

Every unseen card is equally likely in every hidden place it can be in.  Without a reshuffle all unseen cards form one
pool.  A reshuffle makes a new pool of the discards, which everybody has seen: from then on a card in a hand is known
to stem from before or after it.  When a seat plays a kind that both pools may hold, either could be the source, so
knowledge is a mixture of scenarios, each with the weight of the placements behind it.  The mixture is exact up to
``MAX_SCENARIOS`` scenarios, which a table of two or of teams does not reach; beyond them it is thinned to so many,
drawn by weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from random import Random

from ..rules.cards import Card
from ..rules.ruleset import Rules
from .events import (
    Attacked,
    CoupFourre,
    Dealt,
    Discarded,
    Drew,
    Event,
    ExchangedCard,
    Laid,
    Remedied,
    Reshuffled,
    SetUp,
    TookDiscard,
    Unknown,
    Viewer,
)
from .position import just_laid

Pool = tuple[int, ...]
"""How many unseen cards of each kind stem from one shuffle."""
Scenario = tuple[tuple[Pool, ...], tuple[tuple[int, ...], ...]]
"""The pools, and for each seat how many of its hidden cards stem from each; the last pool is the draw pile's."""

MAX_SCENARIOS = 4096
"""Scenarios kept; four single players who reshuffle twice would come to a hundred thousand."""

_SHOWN = (Laid, Attacked, Discarded, ExchangedCard, Remedied)


class ViewerKnowledge:
    """What one viewer knows of the hidden cards, kept up to date event by event."""

    def __init__(self, rules: Rules, viewer: Viewer) -> None:
        self.rules = rules
        self.viewer = viewer
        self.scenarios: dict[Scenario, float] = {}
        self.known: list[Counter[Card]] = [Counter() for _ in range(rules.players)]
        """Cards that a seat took from the discards and still holds."""
        self.discards: list[Card] = []
        self._lost = False
        """Whether the deal stands in a way that nothing has told since an unknown event."""

    def copy(self) -> ViewerKnowledge:
        """Return an independent copy."""
        twin = copy(self)
        twin.scenarios, twin.discards = dict(self.scenarios), list(self.discards)
        twin.known = [cards.copy() for cards in self.known]
        return twin

    def learn(self, events: Iterable[Event]) -> None:
        """Take in what the viewer sees."""
        for event in events:
            self._learn(event)

    def _learn(self, event: Event) -> None:
        if self._lost and not isinstance(event, SetUp):
            return
        match event:
            case Unknown():
                self._lost = True
            case Dealt():
                own = self.own(event.hands)
                sizes = [self.rules.hand_size] * self.rules.players
                self._begin(Counter(own), sizes)
            case SetUp():
                self._set_up(event)
            case Drew():
                self._draw(event.seat, event.card)
            case TookDiscard():
                self.discards.pop()
                if event.seat != self.viewer:
                    self.known[event.seat][event.card] += 1
            case Reshuffled():
                self._reshuffle()
            case CoupFourre():
                self._show(event.seat, event.safety)
                if event.discarded:
                    self.discards.append(event.hazard)
            case _ if isinstance(event, _SHOWN):
                self._show(event.seat, event.card)
                if isinstance(event, Discarded | ExchangedCard):
                    self.discards.append(event.card)

    def _set_up(self, event: SetUp) -> None:
        self._lost, self.known = False, [Counter() for _ in range(self.rules.players)]
        seen, sizes = Counter(self.own(event.hands)), list(event.hand_sizes)
        for laid in event.tables:
            seen.update(laid.cards)
        seen.update(event.discards)
        self.discards = list(event.discards)
        gone = just_laid(event.phase, event.window, event.tables[self.rules.team_of(event.turn)])
        if event.taken is not None and event.taken not in gone and event.turn != self.viewer:
            self.known[event.turn][event.taken] += 1
            seen[event.taken] += 1
            sizes[event.turn] -= 1
        self._begin(seen, sizes)

    def own(self, hands: tuple[tuple[Card, ...] | None, ...]) -> tuple[Card, ...]:
        """Return the viewer's hand among hands of which it sees only this one; a spectator has none."""
        return () if self.viewer is None else hands[self.viewer] or ()

    def _begin(self, seen: Counter[Card], sizes: list[int]) -> None:
        pool = tuple(self.rules.deck[card] - seen[card] for card in Card)
        slots = tuple((0,) if seat == self.viewer else (size,) for seat, size in enumerate(sizes))
        self.scenarios = {((pool,), slots): 1.0}

    def _draw(self, seat: int, card: Card | None) -> None:
        if card is None:
            self.scenarios = {
                (pools, _with(slots, seat, -1, +1)): weight for (pools, slots), weight in self.scenarios.items()
            }
            return
        drawn: dict[Scenario, float] = {}
        for (pools, slots), weight in self.scenarios.items():
            if pools[-1][card]:
                chance = pools[-1][card] / sum(pools[-1])
                _add(drawn, (_without(pools, -1, card), slots), weight * chance)
        self.scenarios = _scaled(drawn)

    def _show(self, seat: int, card: Card) -> None:
        """Learn from a card that leaves a hand in the open; one that was taken up before is the one that goes."""
        if seat == self.viewer:
            return
        if self.known[seat][card]:
            self.known[seat][card] -= 1
            return
        shown: dict[Scenario, float] = {}
        for (pools, slots), weight in self.scenarios.items():
            for source, pool in enumerate(pools):
                if pool[card] and slots[seat][source]:
                    chance = pool[card] * slots[seat][source] / sum(pool)
                    after = (_without(pools, source, card), _with(slots, seat, source, -1))
                    _add(shown, after, weight * chance)
        self.scenarios = _thinned(_scaled(shown))

    def _reshuffle(self) -> None:
        counts = Counter(self.discards)
        fresh = tuple(counts[card] for card in Card)
        self.discards.clear()
        merged: dict[Scenario, float] = {}
        for (pools, slots), weight in self.scenarios.items():
            kept = [i for i, pool in enumerate(pools) if any(pool)]
            pools_now = (*(pools[i] for i in kept), fresh)
            slots_now = tuple((*(row[i] for i in kept), 0) for row in slots)
            _add(merged, (pools_now, slots_now), weight)
        self.scenarios = merged

    def rows(self) -> Iterator[tuple[float, list[bytes], list[bytes]]]:
        """Yield the scenarios as ``engine.sampler`` takes them."""
        for (pools, slots), weight in self.scenarios.items():
            yield weight, [bytes(pool) for pool in pools], [bytes(row) for row in slots]


class ViewerMemory:
    """The events that a viewer has seen, and the knowledge that follows, worked out only when it is asked for.

    Copies of a view share one memory as long as they go the same way, so that a bot which samples at every move learns
    each event once.
    """

    def __init__(self, rules: Rules, viewer: Viewer, events: Iterable[Event] = ()) -> None:
        self.rules = rules
        self.viewer = viewer
        self.events = list(events)
        self._knowledge = ViewerKnowledge(rules, viewer)
        self._learned = 0

    def up_to(self, count: int) -> ViewerMemory:
        """Return a memory of the first ``count`` events to go on from: this one, if nothing came after them."""
        return self if count == len(self.events) else ViewerMemory(self.rules, self.viewer, self.events[:count])

    def detached(self, count: int) -> ViewerMemory:
        """Return a memory of the first ``count`` events that shares nothing with this one."""
        twin = ViewerMemory(self.rules, self.viewer, self.events[:count])
        twin._knowledge, twin._learned = self.knowledge(count).copy(), count
        return twin

    def knowledge(self, count: int) -> ViewerKnowledge:
        """Return what the first ``count`` events tell."""
        if count < self._learned:
            return ViewerMemory(self.rules, self.viewer, self.events[:count]).knowledge(count)
        self._knowledge.learn(self.events[self._learned : count])
        self._learned = count
        return self._knowledge


def _with(slots: tuple[tuple[int, ...], ...], seat: int, source: int, change: int) -> tuple[tuple[int, ...], ...]:
    row = list(slots[seat])
    row[source] += change
    return (*slots[:seat], tuple(row), *slots[seat + 1 :])


def _without(pools: tuple[Pool, ...], source: int, card: Card) -> tuple[Pool, ...]:
    changed = list(pools)
    pool = list(changed[source])
    pool[card] -= 1
    changed[source] = tuple(pool)
    return tuple(changed)


def _add(mixture: dict[Scenario, float], scenario: Scenario, weight: float) -> None:
    mixture[scenario] = mixture.get(scenario, 0.0) + weight


def _scaled(mixture: dict[Scenario, float]) -> dict[Scenario, float]:
    total = sum(mixture.values())
    return {scenario: weight / total for scenario, weight in mixture.items()}


def _thinned(mixture: dict[Scenario, float]) -> dict[Scenario, float]:
    """Keep at most MOST scenarios, picked evenly spaced along the weights, so each in proportion to its own."""
    if len(mixture) <= MAX_SCENARIOS:
        return mixture
    kept: dict[Scenario, float] = {}
    step = 1.0 / MAX_SCENARIOS
    reached, pick = 0.0, Random(len(mixture)).random() * step
    for scenario, weight in mixture.items():
        reached += weight
        while pick < reached:
            _add(kept, scenario, step)
            pick += step
    return _scaled(kept)
