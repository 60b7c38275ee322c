"""The deal, who deals and who starts, what lies face up and what is secret."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bornes import Deal, Game, Rules, RulesError
from bornes.game.events import Attacked, Dealt, Discarded, Laid, seen_by
from tests.support.scenes import cards, fresh, piles, rules_of, scene
from tests.support.stories import follow, plays
from tests.support.turns import draw, every_form, throw_away

DEALT_BY_A_DEALER = ("parker-1962", "parker-1988", "game-cabinet", "dujardin")


def dealt(deal: Deal) -> Dealt:
    event = deal.events[0]
    assert isinstance(event, Dealt)
    return event


# -- the deal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-14")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-14")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-16")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-11")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-14")),
    ],
)
def test_everybody_is_dealt_six_cards_one_by_one_beginning_with_who_starts(name: str) -> None:
    for rules in every_form(name):
        players, deck = rules.players, Game(rules, seed=1).deal.deck
        assert deck is not None
        if name in DEALT_BY_A_DEALER:
            deal = Game(rules, deck=deck, dealer=0).deal
        else:
            deal = Game(rules, deck=deck, first=1).deal
        for seat in range(players):
            place = (seat - 1) % players
            assert dealt(deal).hands[seat] == tuple(sorted(deck[place + i * players] for i in range(6)))
        draw(deal)
        rest = deck[6 * players :]
        assert sorted(deal.hand(1)) == sorted((*(dealt(deal).hands[1] or ()), rest[0]))
        assert tuple(deal.state.draw_pile()) == rest[1:]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        pytest.param("parker-1962", {2: 89, 3: 83, 4: 82, 6: 70}, marks=pytest.mark.clause("P62-14")),
        pytest.param("parker-1988", {2: 89, 3: 83, 4: 82, 6: 70}, marks=pytest.mark.clause("P88-14")),
        pytest.param("game-cabinet", {2: 89, 3: 83, 4: 82, 6: 70}, marks=pytest.mark.clause("GC-16")),
        pytest.param("dujardin", {2: 94, 3: 88, 4: 82, 6: 70, 8: 58}, marks=pytest.mark.clause("DJ-11", "Q-48")),
        pytest.param("asmodee", {2: 94, 3: 88, 4: 82, 6: 70}, marks=pytest.mark.clause("AS-14")),
    ],
)
def test_the_rest_is_the_draw_pile(name: str, sizes: dict[int, int]) -> None:
    for rules in every_form(name):
        start = dealt(Game(rules, seed=1).deal)
        assert start.draw_pile_size == sizes[rules.players]
        assert [len(hand or ()) for hand in start.hands] == [6] * rules.players


# -- who starts and who deals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-15")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-15")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-18")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-12", "Q-04")),
    ],
)
def test_the_player_on_the_dealers_left_starts(name: str) -> None:
    for rules in every_form(name):
        for dealer in range(rules.players):
            game = Game(rules, seed=1, dealer=dealer)
            assert game.deal.turn == (dealer + 1) % rules.players
        assert Game(rules, seed=1).deal.turn == 0, "the last seat deals unless the table says otherwise"


@pytest.mark.clause("AS-15", "Q-04")
def test_the_youngest_starts_which_only_the_table_can_know() -> None:
    for rules in every_form("asmodee"):
        for youngest in range(rules.players):
            assert Game(rules, seed=1, first=youngest).deal.turn == youngest
        assert Game(rules, seed=1).deal.turn == 0
        with pytest.raises(RulesError, match="dealer: in asmodee the youngest starts"):
            Game(rules, seed=1, dealer=1)


@pytest.mark.clause("Q-04")
@pytest.mark.parametrize("name", DEALT_BY_A_DEALER)
def test_a_house_may_let_the_youngest_start(name: str) -> None:
    rules = rules_of(name, 4, first_player="youngest")
    assert Game(rules, seed=1, first=2).deal.turn == 2
    with pytest.raises(RulesError, match="dealer: "):
        Game(rules, seed=1, dealer=2)


@pytest.mark.clause("Q-04")
def test_a_house_may_let_the_dealers_neighbour_start_in_asmodee() -> None:
    rules = rules_of("asmodee", 4, first_player="left-of-dealer")
    assert Game(rules, seed=1, dealer=2).deal.turn == 3
    with pytest.raises(RulesError, match="first: "):
        Game(rules, seed=1, first=2)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-16")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-16")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-19")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-12")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-15", "AS-19")),
    ],
)
def test_the_turn_passes_to_the_left(name: str) -> None:
    for rules in every_form(name):
        deal = fresh(rules, first=1)
        for step in range(1, 2 * rules.players):
            assert deal.turn == step % rules.players
            throw_away(deal)


def next_dealers(rules: Rules) -> list[tuple[int, int]]:
    """The dealer of each of three deals, and who starts it."""
    game = Game(rules, seed=1, dealer=1)
    found = [(game.dealer, game.deal.turn)]
    for _ in range(2):
        while not game.deal.over:
            game.play(next(iter(game.deal.legal_moves)))
        game.next_deal()
        found.append((game.dealer, game.deal.turn))
    return found


@pytest.mark.clause("Q-05")
@pytest.mark.parametrize("name", DEALT_BY_A_DEALER)
def test_the_deal_passes_one_seat_to_the_left(name: str) -> None:
    for rules in every_form(name):
        seats = [(1 + n) % rules.players for n in range(4)]
        assert next_dealers(rules) == list(pairwise(seats))


@pytest.mark.clause("Q-05")
@pytest.mark.parametrize("name", DEALT_BY_A_DEALER)
def test_a_house_may_let_the_dealer_stay(name: str) -> None:
    assert next_dealers(rules_of(name, 3, dealer_rotation="stays")) == [(1, 2)] * 3


@pytest.mark.clause("Q-05")
def test_one_race_needs_no_second_dealer() -> None:
    with pytest.raises(RulesError, match="dealer_rotation: must be left where a single deal is played"):
        rules_of("asmodee", dealer_rotation="stays")


# -- open and secret -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-77")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-17")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-17")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-55")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-10", "AS-60")),
    ],
)
def test_hands_are_secret_from_opponents_partners_and_onlookers(name: str) -> None:
    for rules in every_form(name):
        deck = list(fresh(rules, "roll", "ace", draw="25 25 25").deck or ())
        here = deck.index(cards("ace")[0])  # in the hand of seat 1
        swapped = deck.copy()
        swapped[here], swapped[-1] = deck[-1], deck[here]
        worlds = [Deal(rules, order) for order in (deck, swapped)]
        for deal in worlds:
            draw(deal).play("roll")
            for _ in range(rules.players):
                throw_away(deal)
        one, other = worlds
        assert one.hand(1) != other.hand(1)
        assert one.view(1) != other.view(1)
        for viewer in (None, *range(rules.players)):
            if viewer != 1:
                assert one.view(viewer) == other.view(viewer)
                assert seen_by(viewer, one.events) == seen_by(viewer, other.events)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-77")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-17")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-17")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-55")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-60")),
    ],
)
def test_everybody_sees_the_own_hand_and_how_many_cards_the_others_hold(name: str) -> None:
    for rules in every_form(name):
        deal = draw(Game(rules, seed=1).deal)
        for seat in range(rules.players):
            assert deal.view(seat).hand == deal.hand(seat)
            assert deal.view(seat).hand_sizes == (7,) + (6,) * (rules.players - 1)
        assert deal.view().hand == ()


@pytest.mark.clause("P62-17")
def test_everything_is_played_face_up() -> None:
    deal = fresh(rules_of("parker-1962", 3), "roll", "stop", "25")
    follow(deal, "roll", "stop>A", "-25")
    for viewer in (None, 0, 1, 2):
        seen = [event for event in seen_by(viewer, deal.events) if isinstance(event, Laid | Attacked | Discarded)]
        roll, stop, distance = cards("roll stop 25")
        assert seen == [Laid(0, roll), Attacked(1, stop, 0), Discarded(2, distance)]


@pytest.mark.clause("P62-18")
@pytest.mark.parametrize(
    ("battle", "speed", "legal"),
    [
        ("roll", "", {"25", "100"}),
        ("roll stop", "", set()),
        ("roll stop roll", "", {"25", "100"}),
        ("roll", "limit", {"25"}),
        ("roll", "limit end", {"25", "100"}),
        ("roll", "limit end limit", {"25"}),
    ],
)
def test_only_the_top_card_of_battle_and_speed_pile_counts(battle: str, speed: str, legal: set[str]) -> None:
    deal = scene(rules_of("parker-1962", 4), hand="25 100", tables={0: piles(battle, speed)})
    assert plays(deal) == legal


@pytest.mark.clause("P62-19")
def test_all_safeties_and_distance_cards_stay_visible() -> None:
    deal = fresh(rules_of("parker-1962", 4), "roll tank 100", "", "ace 50")
    follow(deal, "roll", "-25", "ace", "50", "-75", "tank", "100")
    shown = deal.view().tables[0]
    assert shown.safeties == cards("ace tank")
    assert shown.distances == cards("50 100")
