"""Asmodee's open discards: drawing from either pile, taking and throwing back, the reshuffle, the race without end."""

from __future__ import annotations

import pytest

from bornes import Card, Ending, Game, Phase, RulesError
from bornes.game.illegal_reasons import DrawFirst, MayNotRediscard
from tests.support.scenes import cards, fresh, piles, rules_of, scene
from tests.support.stories import follow, refused
from tests.support.turns import every_form


@pytest.mark.clause("AS-16")
def test_the_draw_is_the_top_of_either_pile() -> None:
    for rules in every_form("asmodee"):
        deal = fresh(rules, "200 stop", draw="75 ace")
        assert "take" not in deal.legal_moves.notation, "nothing has been discarded yet"
        follow(deal, "-stop")
        assert {"draw", "take"} <= set(deal.legal_moves.notation)
        assert isinstance(refused(deal, "roll"), DrawFirst)
        drawn, taken = deal.clone(), deal
        drawn.play("draw")
        assert "-ace" in drawn.legal_moves.notation
        assert drawn.view().discards == cards("stop")
        taken.play("take")
        assert "-stop" in taken.legal_moves.notation
        assert taken.view().discards == ()
        assert len(taken.hand(1)) == len(drawn.hand(1)) == 7


@pytest.mark.clause("AS-16")
def test_only_the_top_discard_can_be_taken() -> None:
    deal = scene(rules_of("asmodee"), hand="25 50 75", phase=Phase.DRAW, discards="ace 200")
    deal.play("take")
    assert deal.hand(0) == cards("25 50 75 200")
    assert deal.view().discards == cards("ace")


# -- taking and throwing back ------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-40")
def test_a_discard_may_be_taken_and_thrown_back() -> None:
    for rules in every_form("asmodee"):
        deal = scene(rules, hand="25 50 75", phase=Phase.DRAW, discards="200")
        deal.play("take")
        deal.play("-200")
        assert deal.view().discards == cards("200")
        assert deal.turn == 1


@pytest.mark.clause("Q-40")
def test_a_house_may_forbid_throwing_the_taken_card_back() -> None:
    rules = rules_of("asmodee", rediscard=False)
    deal = scene(rules, hand="25 50 75", phase=Phase.DRAW, discards="200")
    deal.play("take")
    assert isinstance(refused(deal, "-200"), MayNotRediscard)
    assert set(deal.legal_moves.notation) == {"-25", "-50", "-75"}

    another = scene(rules, hand="25 200", phase=Phase.DRAW, discards="200")
    another.play("take")
    assert "-200" in another.legal_moves.notation, "a second card of the kind may go"

    only = scene(rules, hand="", phase=Phase.DRAW, discards="200")
    only.play("take")
    assert set(only.legal_moves.notation) == {"-200"}, "nobody is left without a move"


@pytest.mark.clause("Q-40")
def test_where_nothing_is_taken_nothing_can_be_thrown_back() -> None:
    with pytest.raises(RulesError, match="rediscard: "):
        rules_of("parker-1962", rediscard=False)


# -- the reshuffle -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AS-20", "Q-37")
def test_the_discards_are_shuffled_only_when_somebody_draws_from_the_empty_pile() -> None:
    for rules in every_form("asmodee"):
        deal = scene(rules, hand="25 roll", empty=True, draw="")
        deal.play("-25")
        assert "take" in deal.legal_moves.notation, "the top discard can still be had"
        deal.play("draw")
        assert (deal.phase, deal.seat) == (Phase.CHANCE, None)
        order = sorted(deal.view().discards)
        deal.reshuffle(order)
        assert deal.view().discards == ()
        assert deal.view().draw_pile_size == len(order) - 1
        assert order[0] in deal.hand(1)
        assert deal.phase is Phase.PLAY


@pytest.mark.clause("Q-37")
def test_taking_the_top_discard_needs_no_reshuffle() -> None:
    deal = scene(rules_of("asmodee"), hand="200 roll", empty=True)
    follow(deal, "-200")
    deal.play("take")
    assert deal.phase is Phase.PLAY
    assert "-200" in deal.legal_moves.notation
    assert deal.view().draw_pile_size == 0


@pytest.mark.clause("Q-37")
def test_with_both_piles_empty_one_acts_without_drawing() -> None:
    twelve_cards = tuple({Card.D25: 10, Card.ROLL: 2}.get(card, 0) for card in Card)
    deal = fresh(rules_of("asmodee", deck=twelve_cards), "roll", "roll")
    assert "take" not in deal.legal_moves.notation
    deal.play("draw")
    assert deal.phase is Phase.PLAY
    assert deal.hand(0) == cards("25 25 25 25 25 roll")
    deal.play("roll")
    assert deal.turn == 1


@pytest.mark.clause("Q-37")
def test_a_refill_comes_from_the_draw_pile_and_the_extra_turns_draw_from_either() -> None:
    deal = scene(
        rules_of("asmodee"),
        hand="flat",
        hands={1: "proof 25 25 25 25 25"},
        tables={1: piles("roll")},
        draw="100 200",
    )
    deal.play("flat")
    deal.play("coup")
    assert deal.hand(1) == cards("25 25 25 25 25 100")
    assert deal.phase is Phase.DRAW
    taken = deal.clone()
    taken.play("take")
    assert taken.hand(1) == cards("25 25 25 25 25 100 flat"), "the very hazard that was answered"
    deal.play("draw")
    assert deal.hand(1) == cards("25 25 25 25 25 100 200")


@pytest.mark.clause("Q-37")
def test_an_exchange_draws_from_the_draw_pile_only() -> None:
    deal = scene(rules_of("asmodee"), hand="25 50", phase=Phase.DRAW, discards="ace", draw="100 200")
    deal.play("~25")
    deal.play("~50")
    assert deal.hand(0) == cards("100 200")
    assert deal.turn == 1
    assert deal.view().discards == cards("ace 25 50")
    other = scene(rules_of("asmodee"), hand="25 50", phase=Phase.DRAW, discards="ace")
    other.play("~25")
    refused(other, "take")


# -- the race without end ----------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-41")
def test_after_2000_turns_the_race_is_over() -> None:
    for rules in every_form("asmodee"):
        deal = scene(rules, hand="25", turns=1999)
        follow(deal, "-25")
        assert deal.turns == 2000
        assert not deal.over
        last = scene(rules, hand="25", turns=2000)
        last.play("-25")
        assert last.ending is Ending.CAPPED


@pytest.mark.clause("Q-41")
def test_the_most_points_win_a_race_that_is_cut_short() -> None:
    rules = rules_of("asmodee", turn_cap=3)
    deck = fresh(rules, "roll 100").deck
    game = Game(rules, deck=deck)
    follow(game.deal, "roll", "-50", "100")
    assert game.deal.ending is Ending.CAPPED
    assert game.deal.scores == (100, 0)
    assert game.winner == 0


@pytest.mark.clause("Q-41")
def test_a_race_whose_discards_come_back_must_have_a_cap() -> None:
    with pytest.raises(RulesError, match="turn_cap: must be set"):
        rules_of("asmodee", turn_cap=0)
