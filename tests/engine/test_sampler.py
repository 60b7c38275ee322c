"""Hidden cards placed by the thousand: every world fits what is known, and each comes as often as it should."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from bornes import Card, Deal, Event, Piles, Position, Rules
from bornes.engine.sampler import Sampler
from bornes.engine.state import State
from bornes.game.deal import View
from bornes.game.events import (
    Attacked,
    CoupFourre,
    Discarded,
    ExchangedCard,
    Laid,
    Remedied,
    TookDiscard,
    Viewer,
    seen_by,
)
from bornes.rules.cards import sorted_deck
from tests.game.test_possible_worlds import Enumeration, Faces, small_game
from tests.support.house_rules import any_rules, effort, lucks, tried
from tests.support.scenes import fresh, rules_of, scene
from tests.support.walks import moments


def taken_up(events: list[Event], viewer: Viewer) -> dict[int, Counter[Card]]:
    """By seat the cards that others took from the discards and have not shown since."""
    known: dict[int, Counter[Card]] = {}
    for event in events:
        if isinstance(event, TookDiscard) and event.seat != viewer:
            known.setdefault(event.seat, Counter())[event.card] += 1
        elif isinstance(event, Laid | Attacked | Discarded | ExchangedCard | Remedied | CoupFourre):
            shown = event.safety if isinstance(event, CoupFourre) else event.card
            if known.get(event.seat, Counter())[shown]:
                known[event.seat][shown] -= 1
    return known


def check_world(deal: Deal, view: View, world: State) -> None:
    """What is open is as it is; what is hidden is hidden in the right number of cards, all of the deck."""
    true, made = deal.state.snapshot(), world.snapshot()
    here = Counter([*made["draw_pile"], *made["discards"], *(card for laid in view.tables for card in laid.cards)])
    for hand in made["hands"]:
        here.update(hand)
    assert here == Counter(sorted_deck(deal.rules.deck))
    assert [len(hand) for hand in made["hands"]] == [len(hand) for hand in true["hands"]]
    assert len(made["draw_pile"]) == len(true["draw_pile"])
    if view.viewer is not None:
        assert made["hands"][view.viewer] == true["hands"][view.viewer]
    for seat, known in taken_up(deal.events, view.viewer).items():
        assert known <= Counter(made["hands"][seat])
    open_to_all = {"battle", "speed", "safeties", "coups", "miles", "laid_200s", "roll_due", "discards", "turns"}
    open_to_all |= {"phase", "turn_seat", "extra", "taken", "given", "goal", "extended_by", "hazard", "target_team"}
    assert {name: made[name] for name in open_to_all} == {name: true[name] for name in open_to_all}


def check_unseen(world: State) -> None:
    """What a seat has not seen is in other hands or in the draw pile."""
    now = world.snapshot()
    for seat in range(world.rules.players):
        hidden = Counter(now["draw_pile"])
        for other, hand in enumerate(now["hands"]):
            hidden.update(hand if other != seat else ())
        assert [world.unseen(seat, card) for card in Card] == [hidden[card] for card in Card]


def brief(rules: Rules) -> Rules:
    """The same with fewer turns: what can be worked out about many reshuffles takes long to work out."""
    return rules.replace(turn_cap=min(rules.turn_cap or 90, 90))


@given(any_rules(), lucks())
@tried(50)
def test_worlds_fit_what_is_known(rules: Rules, luck: Random) -> None:
    for deal in moments(brief(rules), luck, apart=25):
        view = deal.view(luck.choice((None, *range(rules.players))))
        sampler, seed = view.sampler(), luck.getrandbits(64)
        for number in range(2):
            world = sampler.world(seed, number)
            check_world(deal, view, world)
            check_unseen(world)


@given(any_rules(), lucks())
@tried(30)
def test_the_outline_of_a_view_has_every_card_in_a_place(rules: Rules, luck: Random) -> None:
    for deal in moments(rules, luck, apart=25):
        seat = luck.randrange(rules.players)
        outline = deal.view(seat).possible_position()
        assert outline.hand_of(seat) == deal.state.hand_of(seat)
        check_unseen(outline)


def test_the_same_seed_gives_the_same_worlds_and_each_number_another() -> None:
    view = fresh(rules_of("dujardin", 4), "25 roll").view(0)
    sampler = view.sampler()
    one = [sampler.world(7, number).snapshot() for number in range(20)]
    again = [view.sampler().world(7, number).snapshot() for number in range(20)]
    other = [sampler.world(8, number).snapshot() for number in range(20)]
    assert one == again
    assert all(world not in one for world in other)
    assert len({str(world["hands"]) for world in one}) == 20


def test_making_worlds_leaves_the_view_alone() -> None:
    """A bot may ask for worlds as often as it likes; the next one knows as much as the first."""
    deal = fresh(rules_of("asmodee"), "priority", "25")
    for move in ("draw", "-priority", "take", "-25"):
        deal.play(move)
    view = deal.view(0)
    before = view.copy()
    for number in range(30):
        assert Card.RIGHT_OF_WAY in view.sampler().world(1, number).hand_of(1)
    assert view == before


def test_a_taken_card_that_is_shown_again_may_be_anywhere() -> None:
    deal = scene(rules_of("asmodee"), hand="gas 25 50", taken=Card.GASOLINE)
    worlds = [deal.view(1).sampler().world(3, number) for number in range(30)]
    assert all(Card.GASOLINE in world.hand_of(0) for world in worlds)
    deal.play("-gas")
    worlds = [deal.view(1).sampler().world(3, number) for number in range(30)]
    assert any(Card.GASOLINE not in world.hand_of(0) for world in worlds)


# --- How often -----------------------------------------------------------------------------------------------------


def faces_of(world: State) -> Faces:
    """Hands and draw pile as they look."""
    hands = [tuple(Card(card) for card in world.hand_of(seat)) for seat in range(world.rules.players)]
    return (*hands, tuple(Card(card) for card in world.draw_pile()))


def check_frequencies(drawn: Counter[Faces], right: dict[Faces, float]) -> None:
    """A chi-square test that a fair draw fails once in ten thousand times, and these draws are always the same."""
    worlds = drawn.total()
    assert drawn.keys() <= right.keys()
    chi_square = sum((drawn[world] - worlds * p) ** 2 / (worlds * p) for world, p in right.items())
    freedom = len(right) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_each_world_comes_as_often_as_an_enumeration_says(viewer: int, seed: int) -> None:
    """Beyond a reshuffle, where a card that was shown may stem from before it or from after it."""
    rules, luck = small_game(ROLL=3, D25=3, D50=1), Random(f"{viewer} {seed}")
    deal = Deal(
        rules,
        luck.sample(sorted_deck(rules.deck), 7),
        chance=lambda discards, _: luck.sample(discards, len(discards)),
    )
    enumeration, followed, mixed = Enumeration(rules, viewer), 0, False
    while len(deal.reshuffles) < 2 and not deal.over:
        deal.play(luck.choice([move for move in deal.legal_moves if move.notation(deal.phase) != "take"]))
        for event in seen_by(viewer, deal.events[followed:]):
            enumeration.follow(event)
        followed = len(deal.events)
        sampler, right = deal.view(viewer).sampler(), enumeration.distribution()
        if deal.reshuffles and not deal.over and len(right) > 1:
            worlds = effort(600) * 4
            check_frequencies(Counter(faces_of(sampler.world(seed, number)) for number in range(worlds)), right)
            mixed = True
    assert mixed, "the scene must go beyond a reshuffle to show anything"


def row(*held: Card) -> bytes:
    """A pool: how many of each kind."""
    return bytes(held.count(card) for card in Card)


def test_scenarios_come_by_their_weights() -> None:
    """One to two to five: whether the opponent holds the 25, the 50 or the 75, which the weights alone decide."""
    rules = small_game(ROLL=2, D25=1, D50=1, D75=1)
    known = Position(rules=rules, hands=((Card.ROLL, Card.ROLL), ()), tables=(Piles(), Piles()), draw_pile=())
    hidden = (Card.D25, Card.D50, Card.D75)
    scenarios = [
        (weight, [row(held), row(*(card for card in hidden if card is not held))], [bytes([0, 0]), bytes([1, 0])])
        for weight, held in zip((1.0, 2.0, 5.0), hidden, strict=True)
    ]
    sampler = Sampler(known.state(), scenarios)
    worlds = [sampler.world(11, number) for number in range(4000)]
    held = Counter(tuple(world.hand_of(1)) for world in worlds)
    assert all(len(world.draw_pile()) == 2 for world in worlds)
    for card, share in zip(hidden, (1 / 8, 2 / 8, 5 / 8), strict=True):
        assert held[(card,)] == pytest.approx(4000 * share, abs=4 * (4000 * share * (1 - share)) ** 0.5)
