"""Asmodee's fast play, the immediate remedy and the exchange, and the finer points of its open piles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bornes import Ending, Rules
from bornes.engine.codes import DrawCause
from bornes.game.events import AnswerRequested, DealOver, Drew, Remedied, ShuffleNeeded, Skipped, TurnBegan, TurnLost
from bornes.game.illegal_reasons import (
    DrawFirst,
    ExchangeNotAllowed,
    MayNotRediscard,
    NothingToTake,
    PassingNotAllowed,
    TooFewExchanged,
)
from tests.support.scenes import Card, Deal, Phase, cards, fresh, piles, rules_of, scene

HAZARDS = [("out-of-gas", "gas"), ("flat", "spare"), ("accident", "repair"), ("stop", "roll")]


def flat_on(rules: Rules, target: int, *, draw: str = "50 75", **hands: str) -> Deal:
    """Seat 0 has just punctured a rolling team; ``seat1="spare"`` and so on say who holds what."""
    held = {seat: hands.get(f"seat{seat}", "100 100") for seat in range(1, rules.players)}
    deal = scene(rules, hand="flat 25", hands=held, tables={target: piles("roll")}, draw=draw)
    deal.play(f"flat>{'ABCD'[target]}")
    return deal


def to_draw(rules: Rules, hand: str, **around: Any) -> Deal:
    """Seat 0 is about to draw, take or exchange."""
    return scene(rules, hand=hand, phase=Phase.DRAW, **around)


# --- The immediate remedy ------------------------------------------------------------------------------------


@pytest.mark.clause("AS-48", "Q-38")
@pytest.mark.parametrize(("hazard", "remedy"), HAZARDS)
def test_the_victim_may_lay_the_remedy_at_once(hazard: str, remedy: str) -> None:
    deal = scene(rules_of("asmodee"), hand=f"{hazard} 25", hands={1: f"{remedy} 100"}, tables={1: piles("roll")})
    deal.play(f"{hazard}>B")
    assert (deal.seat, deal.phase) == (1, Phase.REACT)
    assert deal.legal_moves.notation == (remedy, "pass")
    told = deal.play(remedy)
    assert Remedied(1, Card.parse(remedy)) in told
    deal.play("draw")
    assert "100" in deal.legal_moves.notation, "the road is free"


@pytest.mark.clause("AS-49", "Q-38")
@pytest.mark.parametrize("target", [1, 2])
def test_after_an_immediate_remedy_the_order_is_what_it_was(target: int) -> None:
    deal = flat_on(rules_of("asmodee", 3), target, **{f"seat{target}": "spare 100"})
    told = deal.play("spare")
    assert not [event for event in told if isinstance(event, TurnLost)]
    assert [event for event in told if isinstance(event, TurnBegan)] == [TurnBegan(1, extra=False)]


@pytest.mark.clause("AS-50")
def test_an_immediate_remedy_neither_wins_nor_costs_points() -> None:
    deal = flat_on(rules_of("asmodee"), 1, seat1="spare 100")
    deal.play("spare")
    assert deal.scores == (0, 0)


@pytest.mark.clause("Q-38")
def test_an_immediate_remedy_is_replaced_from_the_draw_pile_at_once() -> None:
    deal = flat_on(rules_of("asmodee", 3), 2, draw="75", seat2="spare 100")
    told = deal.play("spare")
    assert Drew(2, Card.D75, DrawCause.REFILL) in told
    assert deal.hand(2) == (Card.D75, Card.D100)


@pytest.mark.clause("Q-38")
def test_the_card_for_an_immediate_remedy_may_take_a_reshuffle() -> None:
    deal = scene(
        rules_of("asmodee", 3),
        hand="flat 25",
        hands={2: "spare 100"},
        tables={2: piles("roll")},
        empty=True,
    )
    deal.play("flat>C")
    deal.play("spare")
    assert deal.phase is Phase.CHANCE
    deal.reshuffle(sorted(deal.view().discards))
    assert len(deal.hand(2)) == 2
    assert deal.turn == 1, "the turn is still that of the attacker's left neighbour"


@pytest.mark.clause("Q-38")
def test_only_the_matching_remedy_helps_and_a_speed_limit_waits_for_the_turn() -> None:
    rules = rules_of("asmodee")
    assert flat_on(rules, 1, seat1="gas repair roll").phase is Phase.DRAW
    limited = scene(rules, hand="limit 25", hands={1: "end roll"}, tables={1: piles("roll")})
    limited.play("limit>B")
    assert not [event for event in limited.events if isinstance(event, AnswerRequested)]


@pytest.mark.clause("Q-38")
def test_nobody_has_drawn_when_the_remedy_is_laid() -> None:
    deal = flat_on(rules_of("asmodee", 3), 2, seat2="spare 100")
    assert deal.seat == 2
    assert not [event for event in deal.events if isinstance(event, Drew)]
    deal.play("pass")
    assert isinstance(deal.why_not("spare"), DrawFirst), "it is somebody else's turn now"


@pytest.mark.clause("Q-38")
def test_the_team_mate_may_lay_the_remedy_but_no_third_party() -> None:
    rules = rules_of("asmodee", 6)
    deal = flat_on(rules, 1, seat2="spare", seat4="spare", seat5="spare")
    assert deal.seat == 4
    deal.play("spare")
    assert deal.view().tables[1].battle[-1] is Card.SPARE_TIRE
    assert deal.turn == 1


@pytest.mark.clause("Q-38")
@pytest.mark.parametrize(("answer", "coups"), [("spare", ()), ("coup", (Card.PUNCTURE_PROOF,))])
def test_who_holds_safety_and_remedy_chooses_one(answer: str, coups: tuple[Card, ...]) -> None:
    deal = flat_on(rules_of("asmodee"), 1, seat1="spare proof")
    assert deal.legal_moves.notation == ("spare", "coup", "pass")
    deal.play(answer)
    assert deal.phase is Phase.DRAW, "one answer closes the window"
    assert deal.view().tables[1].coups == coups


@pytest.mark.clause("Q-38", "Q-39")
def test_without_fast_play_there_is_neither_immediate_remedy_nor_exchange() -> None:
    rules = rules_of("asmodee", fast_play=False)
    assert not [event for event in flat_on(rules, 1, seat1="spare 100").events if isinstance(event, AnswerRequested)]
    assert flat_on(rules, 1, seat1="spare proof").legal_moves.notation == ("coup", "pass")
    deal = to_draw(rules, "25 50", discards="75")
    assert deal.legal_moves.notation == ("draw", "take")
    assert isinstance(deal.why_not("~25"), ExchangeNotAllowed)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-20", "P62-35")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-18")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-20")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-13")),
    ],
)
def test_the_other_editions_know_no_fast_play(name: str) -> None:
    deal = flat_on(rules_of(name), 1, seat1="spare 100")
    assert not [event for event in deal.events if isinstance(event, AnswerRequested)]
    assert (deal.seat, deal.phase) == (1, Phase.PLAY), "the draw is no question either"


# --- The exchange --------------------------------------------------------------------------------------------


@pytest.mark.clause("AS-51", "Q-39")
@pytest.mark.parametrize("given", ["25", "25 50 75", "25 50 75 100", "25 50 75 100 roll gas"])
def test_an_exchange_of_one_to_six_cards_takes_the_place_of_the_turn(given: str) -> None:
    deal = to_draw(rules_of("asmodee"), "25 50 75 100 roll gas", draw="200 200 200 200 end end")
    kept = Counter(deal.hand(0)) - Counter(cards(given))
    number = len(given.split())
    for card in given.split():
        deal.play(f"~{card}")
    if number < 6:
        deal.play("draw")
    drawn = Counter(cards("200 200 200 200 end end")[:number])
    assert Counter(deal.hand(0)) == kept + drawn
    assert (deal.turn, deal.phase) == (1, Phase.DRAW), "nothing is played"
    assert deal.scores == (0, 0)


@pytest.mark.clause("Q-39")
def test_an_exchange_is_chosen_before_drawing() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50")
    assert {"~25", "~50"} <= set(deal.legal_moves.notation)
    deal.play("draw")
    assert not [move for move in deal.legal_moves.notation if move.startswith("~")]


@pytest.mark.clause("Q-39")
def test_all_cards_are_given_before_any_is_drawn() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50", draw="75 100")
    deal.play("~25")
    assert deal.phase is Phase.EXCHANGE
    assert deal.hand(0) == (Card.D50,)


@pytest.mark.clause("Q-39")
def test_an_exchange_goes_on_through_a_reshuffle_of_the_own_cards_too() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50 75", draw="200", empty=True)
    deal.play("~25")
    deal.play("~50")
    told = deal.play("draw")
    assert Drew(0, Card.D200, DrawCause.EXCHANGE) in told
    assert ShuffleNeeded(0, owed=1, refill=False) in told
    assert deal.view().discards[-2:] == (Card.D25, Card.D50)
    order = sorted(deal.view().discards)
    assert order[0] is Card.D25
    deal.reshuffle(order)
    assert deal.hand(0) == (Card.D25, Card.D75, Card.D200), "one of the cards just given has come back"
    assert deal.turn == 1


@pytest.mark.clause("Q-39", "AS-51")
def test_an_exchange_of_nothing_would_be_a_bare_pass_and_is_none() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50", draw="75")
    assert isinstance(deal.why_not("pass"), PassingNotAllowed)
    deal.play("~25")
    assert "draw" in deal.legal_moves.notation, "one card is enough"


@pytest.mark.clause("Q-39")
def test_with_a_minimum_of_zero_a_turn_may_be_passed() -> None:
    deal = to_draw(rules_of("asmodee", exchange_min=0), "25 50")
    told = deal.play("pass")
    assert deal.hand(0) == (Card.D25, Card.D50)
    assert TurnBegan(1, extra=False) in told
    assert "pass" in deal.legal_moves.notation
    deal.play("draw")
    assert "pass" not in deal.legal_moves.notation, "not after drawing"


@pytest.mark.clause("Q-39")
@pytest.mark.parametrize("least", [2, 3, 6])
def test_with_a_higher_minimum_an_exchange_cannot_be_closed_before(least: int) -> None:
    rules = rules_of("asmodee", exchange_min=least)
    deal = to_draw(rules, "25 25 25 25 25 25", draw="50 50 50 50 50 50")
    for given in range(1, least):
        deal.play("~25")
        reason = deal.why_not("draw")
        assert isinstance(reason, TooFewExchanged)
        assert (reason.given, reason.needed) == (given, least)
    deal.play("~25")
    if least < 6:
        deal.play("draw")
    assert deal.turn == 1
    assert deal.hand(0).count(Card.D50) == least

    short = to_draw(rules, " ".join(["25"] * (least - 1)))
    assert isinstance(short.why_not("~25"), ExchangeNotAllowed), "a hand too short cannot begin"


@pytest.mark.clause("Q-57")
def test_the_last_card_given_lies_on_top_of_the_discards() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50 75", discards="roll")
    for move in ("~50", "~25", "draw"):
        deal.play(move)
    assert deal.view().discards == cards("roll 50 25")
    deal.play("take")
    assert Card.D25 in deal.hand(1)


@pytest.mark.clause("Q-56")
def test_an_extra_turn_may_be_spent_on_an_exchange() -> None:
    deal = scene(rules_of("asmodee"), hand="ace 25 50")
    deal.play("ace")
    assert deal.turn == 0
    for move in ("~25", "draw"):
        deal.play(move)
    assert deal.turn == 1


@pytest.mark.clause("Q-56")
def test_so_may_the_turn_of_a_coup_fourre() -> None:
    deal = flat_on(rules_of("asmodee", 3), 1, seat1="proof 100")
    deal.play("coup")
    for move in ("~100", "draw"):
        deal.play(move)
    assert deal.turn == 2


@pytest.mark.clause("Q-56")
def test_a_safety_thrown_away_in_an_exchange_earns_nothing() -> None:
    deal = to_draw(rules_of("asmodee"), "ace 25")
    for move in ("~ace", "draw"):
        deal.play(move)
    assert deal.turn == 1
    assert deal.scores == (0, 0)
    assert deal.view().tables[0].safeties == ()


# --- Taking and discarding again -------------------------------------------------------------------------------


@pytest.mark.clause("Q-40")
def test_the_card_just_taken_may_be_discarded_again() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50", discards="gas")
    deal.play("take")
    deal.play("-gas")
    assert deal.view().discards == (Card.GASOLINE,)


@pytest.mark.clause("Q-40")
def test_where_that_is_forbidden_another_copy_may_still_go() -> None:
    rules = rules_of("asmodee", rediscard=False)
    deal = to_draw(rules, "25 50", discards="gas")
    deal.play("take")
    assert isinstance(deal.why_not("-gas"), MayNotRediscard)
    assert "-25" in deal.legal_moves.notation
    second = to_draw(rules, "gas 50", discards="gas")
    second.play("take")
    assert "-gas" in second.legal_moves.notation


# --- Two partners, two answers -----------------------------------------------------------------------------------


@pytest.mark.clause("Q-58")
def test_partners_are_asked_from_the_attackers_left_until_one_answers() -> None:
    deal = flat_on(rules_of("asmodee", 4, partners=True), 1, seat1="spare 100", seat3="proof 100")
    assert (deal.seat, deal.legal_moves.notation) == (1, ("spare", "pass"))
    declined = deal.clone()

    deal.play("spare")
    assert deal.phase is Phase.DRAW, "the partner is not asked any more"
    assert deal.turn == 1

    declined.play("pass")
    assert (declined.seat, declined.legal_moves.notation) == (3, ("coup", "pass"))
    declined.play("coup")
    assert declined.turn == 3
    assert declined.view().discards == (Card.FLAT_TIRE,)


@pytest.mark.clause("Q-58")
def test_a_coup_fourre_of_the_first_leaves_no_room_for_the_seconds_remedy() -> None:
    deal = flat_on(rules_of("asmodee", 4, partners=True), 1, seat1="proof 100", seat3="spare 100")
    assert deal.seat == 1
    deal.play("coup")
    assert (deal.turn, deal.phase) == (1, Phase.DRAW)


# --- Empty piles ---------------------------------------------------------------------------------------------------


def tiny(deck: str, players: int = 2) -> Rules:
    """Asmodee with these cards only, so that little or nothing is left to draw."""
    counts = Counter(cards(deck))
    return rules_of("asmodee", players, deck=tuple(counts[card] for card in Card))


HANDS = ("roll 25 50 75 100 200", "gas gas gas gas gas gas")


@pytest.mark.clause("Q-54")
def test_with_both_piles_empty_drawing_draws_nothing_and_taking_is_not_offered() -> None:
    deal = fresh(tiny(" ".join(HANDS)), *HANDS)
    assert deal.phase is Phase.DRAW
    assert isinstance(deal.why_not("take"), NothingToTake)
    told = deal.play("draw")
    assert not [event for event in told if isinstance(event, Drew)]
    assert (deal.phase, len(deal.hand(0))) == (Phase.PLAY, 6)


@pytest.mark.clause("Q-54")
def test_with_both_piles_empty_an_exchange_brings_the_own_cards_back_shuffled() -> None:
    deal = fresh(tiny(" ".join(HANDS)), *HANDS)
    for move in ("~25", "~50", "draw"):
        deal.play(move)
    assert deal.phase is Phase.CHANCE
    told = deal.reshuffle("50 25")
    drawn = [event.card for event in told if isinstance(event, Drew)]
    assert drawn == [Card.D50, Card.D25]
    assert deal.hand(0) == cards("25 50 75 100 200 roll")
    assert deal.turn == 1


@pytest.mark.clause("Q-55")
def test_a_short_hand_is_never_topped_up() -> None:
    deal = fresh(tiny(" ".join(HANDS)), *HANDS)
    for move in ("draw", "roll", "draw", "-gas"):  # seat 0 has played without drawing and holds five
        deal.play(move)
    deal.play("draw")
    deal.reshuffle("gas")
    assert len(deal.hand(0)) == 6, "one card, not two"
    deal.play("25")
    assert len(deal.hand(0)) == 5


@pytest.mark.clause("Q-55")
def test_an_exchange_is_of_as_many_cards_as_are_held_at_most() -> None:
    deal = to_draw(rules_of("asmodee"), "25 50 75", draw="100 100 100 100")
    for move in ("~25", "~50", "~75"):
        deal.play(move)
    assert deal.hand(0) == cards("100 100 100"), "an empty hand closes the exchange by itself"
    assert deal.turn == 1


@pytest.mark.clause("Q-55")
def test_the_refill_of_a_short_hand_is_one_card() -> None:
    deal = flat_on(rules_of("asmodee", 3), 2, seat2="proof 100")
    told = deal.play("coup")
    assert [event for event in told if isinstance(event, Drew)] == [Drew(2, Card.D50, DrawCause.REFILL)]
    assert len(deal.hand(2)) == 2


def everything_laid(hand: str) -> Deal:
    """The last cards of a tiny deck are in the hand of seat 0; all others lie on the table."""
    laid = piles("roll", distances="75 75 75 75 75 100 100 100")
    rules = tiny(f"{hand} roll 75 75 75 75 75 100 100 100 roll 50 50")
    return scene(rules, hand=hand, others=False, tables={0: laid, 1: piles("roll", distances="50 50")})


@pytest.mark.clause("Q-55")
def test_a_seat_that_has_no_card_and_cannot_draw_is_skipped() -> None:
    deal = everything_laid("25 50")
    told = deal.play("25")
    assert Skipped(1) in told
    assert TurnBegan(0, extra=False) in told


@pytest.mark.clause("Q-55")
def test_but_a_discard_gives_it_something_to_take() -> None:
    deal = everything_laid("25 50")
    deal.play("-25")
    assert deal.seat == 1
    assert deal.legal_moves.notation == ("draw", "take")


@pytest.mark.clause("Q-55")
def test_when_nobody_can_act_the_race_is_over() -> None:
    deal = everything_laid("25")
    told = deal.play("25")
    assert told[-1] == DealOver(Ending.EXHAUSTED, None, (700, 100))


@pytest.mark.clause("Q-59", "Q-21")
def test_the_reshuffle_for_the_refill_includes_the_hazard_just_answered() -> None:
    deal = scene(
        rules_of("asmodee"),
        hand="flat 25",
        hands={1: "proof 100"},
        tables={1: piles("roll")},
        empty=True,
    )
    deal.play("flat>B")
    told = deal.play("coup")
    assert told[-1] == ShuffleNeeded(1, owed=1, refill=True)
    assert deal.view().discards[-1] is Card.FLAT_TIRE
    rest = sorted(deal.view().discards[:-1])
    deal.reshuffle([Card.FLAT_TIRE, *rest])
    assert deal.hand(1) == (Card.D100, Card.FLAT_TIRE), "the caller may even draw it"
    assert (deal.turn, deal.phase) == (1, Phase.DRAW)


# --- The end of the race ---------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-60", "Q-42")
def test_a_coup_fourre_that_reaches_1000_points_ends_the_race_on_the_spot() -> None:
    deal = scene(
        rules_of("asmodee"),
        hand="flat 25",
        hands={1: "proof 100"},
        tables={1: piles("roll", distances="200 200 100 100 100 100")},
    )
    deal.play("flat>B")
    told = deal.play("coup")
    assert told[-1] == DealOver(Ending.COMPLETED, 1, (0, 1000))
    assert not [event for event in told if isinstance(event, Drew | TurnBegan)], "no refill, no turn"
    laid = deal.view().tables[1]
    assert (laid.battle, laid.coups) == ((Card.ROLL,), (Card.PUNCTURE_PROOF,))
    assert deal.view().discards == (Card.FLAT_TIRE,)


@pytest.mark.clause("Q-60")
def test_a_safety_that_reaches_1000_points_ends_the_race_on_the_spot() -> None:
    laid = piles("roll", distances="200 200 100 100 100 100 100")
    deal = scene(rules_of("asmodee"), hand="proof 100", tables={0: laid})
    told = deal.play("proof")
    assert told[-1] == DealOver(Ending.COMPLETED, 0, (1000, 0))
    assert not [event for event in told if isinstance(event, Drew | TurnBegan)]
