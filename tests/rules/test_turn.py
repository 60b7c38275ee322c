"""The turn: one draw, then one play or one discard; six cards at its end; the extra turn; plays of no use."""

from __future__ import annotations

from random import Random

import pytest

from bornes import Ending, Game, Phase
from bornes.game.illegal_reasons import DrawFirst, MustPlay, PassingNotAllowed
from tests.support.scenes import cards, fresh, piles, rules_of, scene
from tests.support.stories import follow, plays, refused
from tests.support.turns import draw, every_form, throw_away

PARKER_FAMILY = ("parker-1962", "parker-1988", "game-cabinet")
PLAYED_OUT = (*PARKER_FAMILY, "dujardin")
EVERY_EDITION = (*PLAYED_OUT, "asmodee")


# -- one draw, one play or discard -----------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["roll", "limit>B", "-25"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-20")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-18")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-20")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-13", "DJ-16")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-16", "AS-17")),
    ],
)
def test_a_turn_is_one_draw_and_one_play_or_discard(name: str, move: str) -> None:
    for rules in every_form(name):
        deal = fresh(rules, "roll limit 25 25 25 25", draw="200")
        before = deal.view().draw_pile_size + (name != "asmodee")
        draw(deal)
        assert deal.hand(0) == cards("25 25 25 25 200 limit roll")
        assert deal.view().draw_pile_size == before - 1
        deal.play(move)
        assert len(deal.hand(0)) == 6
        assert deal.turn == 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-79")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-20")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-22")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-13")),
    ],
)
def test_the_draw_always_comes_from_the_draw_pile(name: str) -> None:
    for rules in every_form(name):
        deal = fresh(rules, "roll 200", "100", draw="75 ace")
        deal.play("-200")
        assert deal.phase is Phase.PLAY, "there is nothing to ask"
        assert "ace" in deal.legal_moves.notation
        assert deal.view().discards == cards("200")
        refused(deal, "take")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-22")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-21")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-23")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-17")),
    ],
)
def test_discards_lie_face_up_and_never_come_back(name: str) -> None:
    """If all only discard, every card is discarded once and the deal has a turn for each."""
    for rules in every_form(name):
        deal = fresh(rules)
        while not deal.over:
            turns = deal.turns
            throw_away(deal)
            assert len(deal.view().discards) == turns
        assert deal.ending is Ending.EXHAUSTED
        assert deal.turns == len(deal.deck or ())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-59")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-58")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-68")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-44")),
    ],
)
def test_a_deal_ends_with_its_cards_and_not_after_so_many_turns(name: str) -> None:
    for rules in every_form(name):
        deal = scene(rules, hand="25", turns=1_000_000)
        deal.play("-25")
        assert deal.turn == 1
        assert not deal.over


@pytest.mark.clause("AS-18")
def test_who_cannot_play_must_discard_face_up() -> None:
    for rules in every_form("asmodee"):
        deal = draw(fresh(rules, "25 50 75 stop gas end", draw="200"))
        assert plays(deal) == set()
        deal.play("-gas")
        assert deal.view().discards == cards("gas")
        assert len(deal.hand(0)) == 6


# -- six cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-21", "Q-07")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-19", "Q-07")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-21", "Q-07")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-16", "Q-07")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-18", "Q-07")),
    ],
)
def test_everybody_holds_six_cards_between_turns_while_cards_can_be_drawn(name: str) -> None:
    luck = Random(6)
    for rules in every_form(name):
        deal = Game(rules, seed=6).deal
        while not deal.over and deal.view().draw_pile_size:
            held = [6] * rules.players
            if deal.phase is Phase.PLAY:
                held[deal.turn] = 7
            held[deal.turn] -= deal.view().given  # in the middle of an exchange
            assert list(deal.view().hand_sizes) == held
            deal.play(luck.choice(list(deal.legal_moves)))


@pytest.mark.clause("Q-07")
@pytest.mark.parametrize("name", EVERY_EDITION)
def test_a_coup_fourre_too_leaves_six_cards(name: str) -> None:
    for rules in every_form(name):
        deal = fresh(rules, "roll proof", "flat")
        follow(deal, "roll", "flat>A", "coup")
        throw_away(deal)
        assert len(deal.hand(0)) == 6


@pytest.mark.clause("Q-07")
@pytest.mark.parametrize("name", PLAYED_OUT)
def test_without_a_draw_pile_hands_dwindle(name: str) -> None:
    deal = scene(rules_of(name), hand="25 25", empty=True)
    deal.play("-25")
    assert deal.view().hand_sizes == (1, 6)


# -- the free discard --------------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-10")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-20")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-25")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-27")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-17")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-17", "AS-18")),
    ],
)
def test_any_card_may_be_discarded_although_one_could_play(name: str) -> None:
    for rules in every_form(name):
        deal = scene(rules, hand="25 200 stop spare roll ace priority", tables={0: piles("roll"), 1: piles("roll")})
        assert {"25", "200", "stop>B", "ace", "priority"} <= set(deal.legal_moves.notation)
        discards = {str(move) for move in deal.legal_moves if move.is_discard}
        assert discards == {"-25", "-200", "-stop", "-spare", "-roll", "-ace", "-priority"}


@pytest.mark.clause("Q-10")
@pytest.mark.parametrize("name", EVERY_EDITION)
def test_a_house_may_demand_that_who_can_play_does(name: str) -> None:
    rules = rules_of(name, free_discard=False)
    able = scene(rules, hand="25 spare ace", tables={0: piles("roll")})
    assert set(able.legal_moves.notation) == {"25", "ace"}
    assert isinstance(refused(able, "-spare"), MustPlay)
    attacker = scene(rules, hand="limit spare")
    assert set(attacker.legal_moves.notation) == {"limit>B"}
    stuck = scene(rules, hand="25 spare")
    assert set(stuck.legal_moves.notation) == {"-25", "-spare"}


# -- the extra turn ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-08")
@pytest.mark.parametrize("name", EVERY_EDITION)
def test_the_extra_turn_after_a_safety_cannot_be_declined(name: str) -> None:
    for rules in every_form(name):
        deal = scene(rules, hand="ace 25 25 25 25 25 25")
        deal.play("ace")
        assert deal.turn == 0
        assert deal.view().extra
        assert isinstance(refused(deal, "pass"), PassingNotAllowed)
        throw_away(deal)
        assert deal.turn == 1


@pytest.mark.clause("Q-08")
@pytest.mark.parametrize("name", PLAYED_OUT)
def test_in_the_play_out_the_extra_turn_can_cost_a_safety(name: str) -> None:
    deal = scene(rules_of(name), hand="ace tank", empty=True)
    deal.play("ace")
    assert set(deal.legal_moves.notation) == {"tank", "-tank"}


@pytest.mark.clause("Q-08")
@pytest.mark.parametrize("name", EVERY_EDITION)
def test_a_house_may_let_the_extra_turn_be_declined(name: str) -> None:
    deal = scene(rules_of(name, extra_turn="optional"), hand="ace 25 25 25 25 25 25", draw="200")
    assert isinstance(refused(deal, "pass"), PassingNotAllowed), "an ordinary turn is played"
    deal.play("ace")
    assert {"draw", "pass"} <= set(deal.legal_moves.notation)
    assert isinstance(refused(deal, "25"), DrawFirst)
    taken = deal.clone()
    taken.play("draw")
    assert taken.hand(0) == cards("25 25 25 25 25 25 200")
    deal.play("pass")
    assert deal.turn == 1
    assert deal.hand(0) == cards("25 25 25 25 25 25")


# -- plays of no use ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-09")
@pytest.mark.parametrize("name", EVERY_EDITION)
@pytest.mark.parametrize(
    ("battle", "safeties", "legal"),
    [
        ("", "", "everywhere"),
        ("roll", "", "nowhere"),
        ("roll stop", "", "everywhere"),
        ("roll stop roll", "", "nowhere"),
        ("roll accident", "", "nowhere"),
        ("roll out-of-gas gas", "", "not in asmodee"),
        ("roll flat spare", "", "not in asmodee"),
        ("roll accident repair", "", "not in asmodee"),
        ("roll flat", "proof", "not in asmodee"),
        ("", "priority", "nowhere"),
        ("roll stop", "priority", "nowhere"),
        ("roll flat", "priority", "nowhere"),
        ("roll flat spare", "priority", "nowhere"),
        ("roll flat", "proof priority", "nowhere"),
    ],
)
def test_a_roll_is_laid_only_where_it_gets_the_car_going(name: str, battle: str, safeties: str, legal: str) -> None:
    deal = scene(rules_of(name), hand="roll", tables={0: piles(battle, safeties=safeties)})
    expected = legal == "everywhere" or (legal == "not in asmodee" and name != "asmodee")
    assert ("roll" in deal.legal_moves.notation) is expected
    assert "-roll" in deal.legal_moves.notation


@pytest.mark.clause("Q-09")
@pytest.mark.parametrize("name", EVERY_EDITION)
@pytest.mark.parametrize(
    ("battle", "speed", "safeties", "legal"),
    [
        ("", "", "", set()),
        ("roll", "", "", set()),
        ("roll", "limit", "", {"end"}),
        ("roll", "limit end", "", set()),
        ("roll", "limit", "priority", set()),
        ("roll flat", "", "", {"spare"}),
        ("roll flat spare", "", "", set()),
        ("roll flat", "", "proof", set()),
        ("roll out-of-gas", "limit", "", {"gas", "end"}),
        ("roll accident", "", "priority", {"repair"}),
    ],
)
def test_other_remedies_are_laid_only_on_their_live_hazard(
    name: str, battle: str, speed: str, safeties: str, legal: set[str]
) -> None:
    laid = piles(battle, speed, safeties=safeties)
    deal = scene(rules_of(name), hand="gas spare repair end", tables={0: laid})
    assert plays(deal) == legal


# -- sentences that parker-1988 lost -----------------------------------------------------------------------------------


@pytest.mark.clause("Q-06")
def test_no_distance_card_passes_the_target() -> None:
    miles = piles("roll", distances="200 200 100 100 100 100 100 50")
    deal = scene(rules_of("parker-1988", 4), hand="25 50 75 100", tables={0: miles})
    assert plays(deal) == {"25", "50"}
    deal.overshoot("75")
    assert deal.view().discards == cards("75")
    assert deal.turn == 1


@pytest.mark.clause("Q-06")
@pytest.mark.parametrize(("hazard", "remedy"), [("out-of-gas", "gas"), ("flat", "spare"), ("accident", "repair")])
def test_the_right_of_way_leaves_three_hazards_whose_remedy_then_suffices(hazard: str, remedy: str) -> None:
    laid = piles("roll", safeties="priority")
    deal = scene(rules_of("parker-1988", 2), hand=f"{remedy} 100", tables={0: laid}, hands={1: hazard})
    follow(deal, "-100", hazard)
    assert plays(deal) == {remedy}
    follow(deal, remedy, "-25")
    assert "25" in plays(deal)
