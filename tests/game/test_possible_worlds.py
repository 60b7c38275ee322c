"""Worlds: what a viewer can work out about hidden cards, checked against a complete enumeration on small decks.

The enumeration follows the viewer's events with labelled cards.  It begins with every placement of the unseen cards,
drops those that an event contradicts, and branches where either of two alike cards may have been shown.  Every
placement counts the same; that is what uniform means here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from math import factorial
from random import Random

import pytest

from bornes import Card, Deal, Rules
from bornes.game.events import Dealt, Discarded, Drew, Event, ExchangedCard, Reshuffled, TookDiscard, seen_by
from bornes.game.possible_worlds import _SHOWN, ViewerKnowledge
from bornes.rules.cards import sorted_deck
from tests.support.scenes import Phase, fresh, piles, rules_of, scene

Label = int
World = tuple[tuple[frozenset[Label], ...], tuple[Label, ...], tuple[Label, ...], frozenset[Label]]
"""Hands, draw pile in order, discards, and which cards in hands were taken from the discards: as labelled cards."""
Faces = tuple[tuple[Card, ...], ...]
"""Hands and draw pile as they look, since cards of a kind look alike."""


class Enumeration:
    """Every world that fits what a viewer has seen, with labelled cards."""

    def __init__(self, rules: Rules, viewer: int | None) -> None:
        self.rules = rules
        self.viewer = viewer
        self.kinds = sorted_deck(rules.deck)
        self.worlds: Counter[World] = Counter()

    def follow(self, event: Event) -> None:
        """Keep the worlds in which this event could have been seen."""
        if isinstance(event, Dealt):
            self.worlds = Counter(self._deals(event))
            return
        after: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            for next_world in self._next(world, event):
                after[next_world] += weight
        self.worlds = after

    def _deals(self, event: Dealt) -> Iterator[World]:
        labels = list(range(len(self.kinds)))
        own: list[Label] = []
        for card in (event.hands[self.viewer] or ()) if self.viewer is not None else ():
            own.append(next(label for label in labels if self.kinds[label] is card))
            labels.remove(own[-1])
        others = [seat for seat in range(self.rules.players) if seat != self.viewer]
        size = self.rules.hand_size
        for order in permutations(labels):
            hands = [frozenset(own)] * self.rules.players
            for i, seat in enumerate(others):
                hands[seat] = frozenset(order[i * size : (i + 1) * size])
            yield tuple(hands), order[len(others) * size :], (), frozenset()

    def _next(self, world: World, event: Event) -> Iterator[World]:
        hands, pile, discards, taken = world
        match event:
            case Drew():
                if event.card in (None, self.kinds[pile[0]]):
                    yield _put(hands, event.seat, pile[0]), pile[1:], discards, taken
            case TookDiscard():
                top = discards[-1]
                yield _put(hands, event.seat, top), pile, discards[:-1], taken | {top}
            case Reshuffled():
                for order in permutations(discards):
                    yield hands, order, (), taken
            case _ if isinstance(event, _SHOWN):
                for label in self._shown(hands[event.seat], event.card, taken):
                    laid_off = (*discards, label) if isinstance(event, Discarded | ExchangedCard) else discards
                    yield _drop(hands, event.seat, label), pile, laid_off, taken - {label}
            case _:
                yield world

    def _shown(self, hand: frozenset[Label], card: Card, taken: frozenset[Label]) -> list[Label]:
        """The cards that may be the one shown; one that was taken up before is it."""
        fitting = [label for label in hand if self.kinds[label] is card]
        known = [label for label in fitting if label in taken]
        return known[:1] or fitting

    def distribution(self) -> dict[Faces, float]:
        """How likely each deal of hands and draw pile is, as far as cards can be told apart."""
        counted: Counter[Faces] = Counter()
        for (hands, pile, _, _), weight in self.worlds.items():
            faces = [tuple(sorted(self.kinds[label] for label in hand)) for hand in hands]
            counted[(*faces, tuple(self.kinds[label] for label in pile))] += weight
        total = sum(counted.values())
        return {world: weight / total for world, weight in counted.items()}


def _put(hands: tuple[frozenset[Label], ...], seat: int, label: Label) -> tuple[frozenset[Label], ...]:
    return (*hands[:seat], hands[seat] | {label}, *hands[seat + 1 :])


def _drop(hands: tuple[frozenset[Label], ...], seat: int, label: Label) -> tuple[frozenset[Label], ...]:
    return (*hands[:seat], hands[seat] - {label}, *hands[seat + 1 :])


def believed(knowledge: ViewerKnowledge, deal: Deal) -> dict[Faces, float]:
    """The distribution that the viewer's knowledge stands for, worked out from its scenarios."""
    likely: dict[Faces, float] = defaultdict(float)
    for (pools, slots), weight in knowledge.scenarios.items():
        placed: list[tuple[list[list[Card]], tuple[Card, ...], float]] = [
            ([list(known.elements()) for known in knowledge.known], (), weight)
        ]
        for source, pool in enumerate(pools):
            cards_of = [card for card in Card for _ in range(pool[card])]
            further = []
            for hands, _, likelihood in placed:
                for order in permutations(cards_of):
                    dealt, rest = [list(hand) for hand in hands], list(order)
                    for seat, row in enumerate(slots):
                        dealt[seat] += [rest.pop() for _ in range(row[source])]
                    further.append((dealt, tuple(reversed(rest)), likelihood / factorial(len(cards_of))))
            placed = further
        for hands, pile, likelihood in placed:
            if knowledge.viewer is not None:
                hands[knowledge.viewer] = list(deal.hand(knowledge.viewer))
            likely[(*(tuple(sorted(hand)) for hand in hands), pile)] += likelihood
    return likely


def small_game(**counts: int) -> Rules:
    """Asmodee for two with hands of two and a deck of these cards alone: it is soon shuffled again."""
    deck = [0] * len(Card)
    for name, count in counts.items():
        deck[Card[name]] = count
    return rules_of("asmodee", hand_size=2, deck=tuple(deck))


SMALL = (
    {"ROLL": 3, "D25": 3, "D50": 1},
    {"ROLL": 2, "D25": 2, "D100": 2, "GASOLINE": 1},
    {"ROLL": 4, "END_OF_LIMIT": 2, "D200": 1},
)


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("counts", SMALL)
@pytest.mark.parametrize("seed", range(3))
def test_every_placement_is_alike_reshuffles_included(counts: dict[str, int], viewer: int, seed: int) -> None:
    rules = small_game(**counts)
    rng = Random(seed)
    deck = list(sorted_deck(rules.deck))
    rng.shuffle(deck)
    deal = Deal(rules, deck, chance=lambda discards, _: rng.sample(discards, len(discards)))
    knowledge, enumeration = ViewerKnowledge(rules, viewer), Enumeration(rules, viewer)
    followed = 0
    for _ in range(14):
        for event in seen_by(viewer, deal.events[followed:]):
            knowledge.learn([event])
            enumeration.follow(event)
        followed = len(deal.events)
        right, found = enumeration.distribution(), believed(knowledge, deal)
        assert found.keys() == right.keys()
        assert found == pytest.approx(right)
        if deal.over:
            break
        deal.play(rng.choice(list(deal.legal_moves)))
    assert deal.reshuffles, "the scene must reach a reshuffle to show anything"


def test_a_spectator_knows_no_hand() -> None:
    rules = small_game(ROLL=2, D25=2, D50=1)
    deal = Deal(rules, "roll 25 50 25 roll")
    knowledge, enumeration = ViewerKnowledge(rules, None), Enumeration(rules, None)
    for event in seen_by(None, deal.events):
        knowledge.learn([event])
        enumeration.follow(event)
    right = enumeration.distribution()
    found = {(*map(tuple, world),): weight for world, weight in believed(knowledge, deal).items()}
    assert found == pytest.approx(right)


def test_samples_follow_the_distribution() -> None:
    rules = small_game(ROLL=3, D25=2, D50=1)
    rng = Random(5)
    deal = Deal(rules, "roll 25 50 25 roll roll", chance=lambda discards, _: tuple(discards))
    for move in ("draw", "roll", "draw", "-25", "draw"):
        deal.play(move)
    view = deal.view(0)
    knowledge, enumeration = ViewerKnowledge(rules, 0), Enumeration(rules, 0)
    for event in seen_by(0, deal.events):
        knowledge.learn([event])
        enumeration.follow(event)
    right = enumeration.distribution()
    drawn: Counter[Faces] = Counter()
    for _ in range(4000):
        world = view.sample(rng)
        pile = tuple(Card(card) for card in world.state.draw_pile())
        drawn[(world.hand(0), world.hand(1), pile)] += 1
    assert drawn.keys() <= right.keys()
    chi_square = sum((drawn[world] - 4000 * p) ** 2 / (4000 * p) for world, p in right.items())
    freedom = len(right) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


def test_a_discard_that_was_taken_up_stays_in_that_hand() -> None:
    deal = fresh(rules_of("asmodee"), "priority", "25")
    deal.play("draw")
    deal.play("-priority")
    deal.play("take")
    deal.play("-25")
    rng = Random(1)
    assert all(Card.RIGHT_OF_WAY in deal.view(0).sample(rng).hand(1) for _ in range(30))


def test_a_card_taken_this_turn_is_known_in_a_position_too() -> None:
    deal = scene(rules_of("asmodee"), hand="priority 25", taken=Card.RIGHT_OF_WAY)
    rng = Random(1)
    assert all(Card.RIGHT_OF_WAY in deal.view(1).sample(rng).hand(0) for _ in range(30))


def test_an_older_view_knows_no_more_than_it_did() -> None:
    """Copies of a view share what they have learned only as far as they went the same way."""
    deal = fresh(rules_of("asmodee"), "priority", "25")
    early, elsewhere = deal.view(0), deal.clone()
    elsewhere.play("draw")
    for move in ("draw", "-priority", "take", "-25"):
        deal.play(move)
    late, rng = deal.view(0), Random(3)
    assert all(Card.RIGHT_OF_WAY in late.sample(rng).hand(1) for _ in range(20))
    assert all(Card.RIGHT_OF_WAY in early.sample(rng).hand(0) for _ in range(20))
    other = early.copy()
    twin = deal.clone()
    assert twin.view(0) == late
    other.see(elsewhere.events[3:])
    early.see(deal.events[3:])
    assert early == late != other


def test_a_world_in_an_open_window_asks_whoever_can_answer_there() -> None:
    """The attacker cannot tell whether the opponent holds the safety, so some worlds ask and some go on."""
    rules = rules_of("parker-1962")
    deal = scene(rules, hand="stop", hands={1: "priority"}, tables={1: piles("roll")})
    deal.play("stop>B")
    rng = Random(2)
    phases = Counter(deal.view(0).sample(rng).phase for _ in range(200))
    assert phases.keys() == {Phase.REACT, Phase.PLAY}
    assert {deal.view(1).sample(rng).phase for _ in range(20)} == {Phase.REACT}


def test_nothing_is_sampled_from_a_deal_that_is_over() -> None:
    rules = rules_of("parker-1962", 4)
    deal = scene(rules, hand="200", tables={0: piles("roll", distances="200 100 100 100 100 100 100")})
    deal.play("200")
    with pytest.raises(ValueError, match="over"):
        deal.view(0).sample(Random(1))
