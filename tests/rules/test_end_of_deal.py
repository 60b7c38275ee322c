"""How a deal ends: at the target, or when the last hand is played out; and how asmodee's race ends."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import Ending, Piles, RulesError
from bornes.game import illegal_reasons
from bornes.game.events import Drew, Skipped, TurnBegan
from tests.support.scenes import Card, Deal, Phase, piles, rules_of, scene


def driven(miles: int) -> str:
    """Distance cards for so many miles, none of them a 200."""
    rest = miles % 100
    return "100 " * (miles // 100) + (str(rest) if rest else "")


def follow(deal: Deal, moves: str) -> None:
    for move in moves.split():
        deal.play(move)


def arrived(deal: Deal) -> bool:
    """Whether a trip was just completed; where it may be extended, that question comes first."""
    return deal.over or deal.phase is Phase.EXTEND


# --- At the target ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 4, marks=pytest.mark.clause("P62-58")),
        pytest.param("parker-1988", 4, marks=pytest.mark.clause("P88-57")),
        pytest.param("game-cabinet", 4, marks=pytest.mark.clause("GC-67")),
        pytest.param("dujardin", 4, marks=pytest.mark.clause("DJ-43")),
    ],
)
def test_a_team_at_exactly_the_target_ends_the_deal_at_once(name: str, players: int) -> None:
    deal = scene(rules_of(name, players), hand="100 75 roll", tables={0: piles("roll", distances=driven(900))})
    deal.play("100")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)
    assert deal.seat is None
    assert not deal.legal_moves
    assert isinstance(deal.why_not("-75"), illegal_reasons.DealIsOver)


@pytest.mark.clause("Q-28")
@pytest.mark.parametrize(
    ("name", "players", "pairs", "short", "target"),
    [
        pytest.param("parker-1962", 2, False, False, 700, marks=pytest.mark.clause("P62-70")),
        pytest.param("parker-1962", 3, False, False, 700, marks=pytest.mark.clause("P62-70")),
        pytest.param("parker-1962", 4, True, False, 1000, marks=pytest.mark.clause("P62-58")),
        pytest.param("parker-1962", 6, True, False, 700, marks=pytest.mark.clause("Q-26")),
        pytest.param("parker-1988", 2, False, False, 700, marks=pytest.mark.clause("P88-71")),
        pytest.param("parker-1988", 3, False, False, 700, marks=pytest.mark.clause("P88-71")),
        pytest.param("parker-1988", 4, True, False, 1000, marks=pytest.mark.clause("P88-57")),
        pytest.param("parker-1988", 6, True, False, 700, marks=pytest.mark.clause("P88-75")),
        pytest.param("game-cabinet", 2, False, False, 700, marks=pytest.mark.clause("GC-80")),
        pytest.param("game-cabinet", 3, False, False, 700, marks=pytest.mark.clause("GC-80")),
        pytest.param("game-cabinet", 4, True, False, 1000, marks=pytest.mark.clause("GC-67")),
        pytest.param("game-cabinet", 6, True, False, 700, marks=pytest.mark.clause("GC-87")),
        pytest.param("dujardin", 2, False, False, 1000, marks=pytest.mark.clause("DJ-43")),
        pytest.param("dujardin", 3, False, False, 1000, marks=pytest.mark.clause("DJ-43")),
        pytest.param("dujardin", 4, False, False, 1000, marks=pytest.mark.clause("DJ-43")),
        pytest.param("dujardin", 4, False, True, 700, marks=pytest.mark.clause("DJ-43", "DJ-09")),
        pytest.param("dujardin", 6, True, False, 1000, marks=pytest.mark.clause("DJ-43")),
        pytest.param("dujardin", 8, True, False, 1000, marks=pytest.mark.clause("DJ-43")),
        pytest.param("dujardin", 8, True, True, 700, marks=pytest.mark.clause("DJ-43", "DJ-09")),
        pytest.param("asmodee", 2, False, False, 1000, marks=pytest.mark.clause("AS-52")),
        pytest.param("asmodee", 3, False, False, 1000, marks=pytest.mark.clause("AS-52")),
        pytest.param("asmodee", 4, False, False, 1000, marks=pytest.mark.clause("AS-52")),
        pytest.param("asmodee", 4, True, False, 1000, marks=pytest.mark.clause("AS-52")),
        pytest.param("asmodee", 6, True, False, 1000, marks=pytest.mark.clause("AS-52")),
    ],
)
def test_how_long_the_trip_is(name: str, players: int, pairs: bool, short: bool, target: int) -> None:
    rules = rules_of(name, players, partners=pairs, short=short)
    for card, there in (("75", False), ("100", True)):
        deal = scene(rules, hand="75 100", tables={0: piles("roll", distances=driven(target - 100))})
        deal.play(card)
        assert arrived(deal) is there


@pytest.mark.clause("Q-28")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
def test_a_house_may_agree_on_another_target(name: str) -> None:
    deal = scene(rules_of(name, target=500), hand="100 25", tables={0: piles("roll", distances=driven(400))})
    deal.play("100")
    assert arrived(deal)


@pytest.mark.clause("Q-28", "DJ-43", "DJ-52")
@pytest.mark.parametrize("players", [4, 8])
def test_a_deal_that_dujardin_players_agreed_to_play_to_700_ends_there_without_extension(players: int) -> None:
    rules = rules_of("dujardin", players, short=True)
    deal = scene(rules, hand="100 100", tables={0: piles("roll", distances=driven(600))})
    deal.play("100")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)


@pytest.mark.clause("Q-28")
@pytest.mark.parametrize(
    ("name", "players"),
    [("dujardin", 2), ("dujardin", 3), ("dujardin", 6), ("asmodee", 4), ("parker-1962", 4)],
)
def test_nobody_else_may_agree_on_700(name: str, players: int) -> None:
    with pytest.raises(RulesError, match="700 option"):
        rules_of(name, players, short=True)


# --- The play-out ----------------------------------------------------------------------------------------


@pytest.mark.clause("Q-19")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-59")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-58")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-68")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-44", "DJ-52")),
    ],
)
def test_when_the_draw_pile_is_gone_hands_are_played_out_without_drawing(name: str) -> None:
    deal = scene(rules_of(name), hand="roll 25", hands={1: "end"}, draw="75", empty=True)
    deal.play("roll")
    assert deal.seat == 1  # drew the last card
    deal.play("-75")
    assert deal.seat == 0
    assert deal.hand(0) == (Card.D25,)  # nothing was drawn, no discard came back
    follow(deal, "25 -end")
    assert (deal.ending, deal.completer) == (Ending.EXHAUSTED, None)
    assert [event.seat for event in deal.events if isinstance(event, Drew)] == [1]
    assert deal.score_sheet().rows["milestones"] == (25, 0)


@pytest.mark.clause("Q-47", "Q-65")
@pytest.mark.parametrize(
    ("name", "score"),
    [
        pytest.param("parker-1962", 500, marks=pytest.mark.clause("P62-59")),
        pytest.param("parker-1988", 500, marks=pytest.mark.clause("P88-58")),
        pytest.param("game-cabinet", 500, marks=pytest.mark.clause("GC-68")),
        # Who drove furthest has won there, and the others are blank.
        pytest.param("dujardin", 500 + 400 + 200 + 500, marks=pytest.mark.clause("DJ-44")),
    ],
)
def test_dead_cards_are_discarded_one_a_turn_until_all_hands_are_empty(name: str, score: int) -> None:
    laid = piles("roll", distances="100", coups="ace")
    deal = scene(rules_of(name), hand="gas gas", hands={1: "end end"}, tables={0: laid}, empty=True)
    follow(deal, "-gas -end -gas")
    assert not deal.over
    deal.play("-end")
    assert (deal.ending, deal.completer) == (Ending.EXHAUSTED, None)
    assert deal.scores == (score, 0)


@pytest.mark.clause("Q-65", "Q-19")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-59")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-58")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-68")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-44")),
    ],
)
def test_empty_hands_are_skipped_and_the_last_seat_with_cards_takes_turn_after_turn(name: str) -> None:
    deal = scene(rules_of(name, 3), hand="roll 100 end", others=False, empty=True)
    for move in ("roll", "100", "-end"):
        assert deal.seat == 0
        deal.play(move)
    assert deal.over
    assert {event.seat for event in deal.events if isinstance(event, Skipped)} >= {1, 2}


@pytest.mark.clause("Q-19")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_in_the_play_out_a_seat_that_could_play_may_discard_but_not_pass(name: str) -> None:
    deal = scene(rules_of(name), hand="25", tables={0: piles("roll")}, empty=True)
    assert deal.legal_moves.notation == ("25", "-25")


@pytest.mark.clause("Q-19")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_under_a_house_rule_whoever_can_play_in_the_play_out_must(name: str) -> None:
    rules = rules_of(name, forced_play=True)
    deal = scene(rules, hand="25 gas", tables={0: piles("roll")}, empty=True)
    assert deal.legal_moves.notation == ("25",)
    reason = deal.why_not("-gas")
    assert isinstance(reason, illegal_reasons.MustPlay)
    assert reason.clause == "house rule forced_play"
    before = scene(rules, hand="25 gas", tables={0: piles("roll")}, draw="50", empty=True)
    assert "-gas" in before.legal_moves.notation  # there is still a card to draw


@pytest.mark.clause("Q-19", "Q-65")
@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-59")),
        "game-cabinet",
        "dujardin",
    ],
)
def test_stopping_once_nobody_can_play_would_give_the_same_score(name: str) -> None:
    def last_playable_card(early_stop: bool) -> Deal:
        rules = rules_of(name, early_stop=early_stop)
        laid = {0: piles("roll", distances="100"), 1: piles("roll", distances="50")}
        deal = scene(rules, hand="75 gas", hands={1: "end"}, tables=laid, empty=True)
        deal.play("75")
        return deal

    stopped, full = last_playable_card(early_stop=True), last_playable_card(early_stop=False)
    assert stopped.ending is Ending.EXHAUSTED
    assert not full.over
    follow(full, "-end -gas")
    assert full.ending is Ending.EXHAUSTED
    assert full.scores == stopped.scores


@pytest.mark.clause("Q-19")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_safety_in_any_hand_keeps_an_early_stopping_play_out_alive(name: str) -> None:
    rules = rules_of(name, early_stop=True)
    deal = scene(rules, hand="gas gas", hands={1: "ace"}, empty=True)
    deal.play("-gas")
    assert deal.seat == 1
    deal.play("ace")
    assert deal.ending is Ending.EXHAUSTED


@pytest.mark.clause("Q-19")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_under_a_house_rule_the_deal_stops_after_the_turn_of_the_last_drawn_card(name: str) -> None:
    rules = rules_of(name, empty_draw_pile="stop")
    deal = scene(rules, hand="roll 25", hands={1: "roll 25 50 75"}, draw="end", empty=True)
    deal.play("roll")
    assert deal.seat == 1
    deal.play("roll")
    assert deal.ending is Ending.EXHAUSTED
    assert len(deal.hand(1)) == 4


@pytest.mark.clause("Q-19")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_under_a_house_rule_the_discards_come_back_as_a_new_draw_pile(name: str) -> None:
    rules = rules_of(name, empty_draw_pile="reshuffle", turn_cap=500)
    deal = scene(rules, hand="roll 25", hands={1: "25"}, empty=True)
    deal.play("-roll")
    assert deal.phase is Phase.CHANCE
    deal.reshuffle(sorted(deal.view().discards))
    assert deal.seat == 1
    assert len(deal.hand(1)) == 2


@pytest.mark.clause("DJ-52")
def test_in_dujardin_discards_are_never_picked_up() -> None:
    deal = scene(rules_of("dujardin"), hand="200 25", hands={1: "50"}, draw="75")
    deal.play("-200")
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)
    assert deal.hand(1) == (Card.D50, Card.D75)  # drawn from the pile without being asked
    assert "take" not in deal.legal_moves.notation


@pytest.mark.clause("AS-56", "AS-52")
def test_in_asmodee_an_empty_draw_pile_ends_nothing() -> None:
    deal = scene(rules_of("asmodee"), hand="gas", others=False, empty=True)
    deal.play("-gas")
    assert deal.seat == 1
    assert "draw" in deal.legal_moves.notation


@pytest.mark.clause("AS-56")
@pytest.mark.parametrize("ending", ["play-out", "stop"])
def test_with_asmodee_too_a_house_may_let_the_cards_run_out(ending: str) -> None:
    deal = scene(rules_of("asmodee", empty_draw_pile=ending), hand="gas", others=False, empty=True)
    deal.play("-gas")
    assert deal.ending is Ending.EXHAUSTED


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-59")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-58")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-68")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-44")),
    ],
)
def test_no_number_of_turns_ends_a_deal_that_is_played_out(name: str) -> None:
    deal = scene(rules_of(name), hand="gas 25", turns=1_000_000)
    deal.play("-gas")
    assert not deal.over


# --- Safeties at the end ---------------------------------------------------------------------------------


@pytest.mark.clause("Q-42")
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("parker-1962", 4),
        pytest.param("parker-1988", 4, marks=pytest.mark.clause("P88-68")),
        pytest.param("game-cabinet", 4, marks=pytest.mark.clause("GC-76")),
        pytest.param("dujardin", 4, marks=pytest.mark.clause("DJ-47")),
        pytest.param("asmodee", 4, marks=pytest.mark.clause("AS-54")),
    ],
)
def test_a_safety_still_in_hand_when_the_trip_is_complete_is_worth_nothing(name: str, players: int) -> None:
    laid = {0: piles("roll", distances=driven(900)), 1: piles("roll", distances="25")}
    deal = scene(rules_of(name, players), hand="100 ace", hands={1: "priority"}, tables=laid)
    deal.play("100")
    assert isinstance(deal.why_not("ace"), illegal_reasons.DealIsOver)
    assert isinstance(deal.why_not("coup"), illegal_reasons.DealIsOver)
    sheet = deal.score_sheet()
    assert not any(sheet.rows["safeties"])
    assert not any(sheet.rows["coups_fourres"])


@pytest.mark.clause("Q-42")
@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-68")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-76")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-47")),
    ],
)
def test_a_safety_thrown_away_in_the_play_out_is_worth_nothing(name: str) -> None:
    deal = scene(rules_of(name), hand="ace", others=False, empty=True)
    deal.play("-ace")
    assert deal.over
    assert deal.score_sheet().rows["safeties"] == (0, 0)


@pytest.mark.clause("Q-42")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_safety_laid_before_the_completing_card_of_the_same_extra_turn_counts(name: str) -> None:
    deal = scene(rules_of(name, 4), hand="ace 100", tables={0: piles("roll", distances=driven(900))})
    follow(deal, "ace 100")
    assert deal.completer == 0
    assert deal.score_sheet().rows["safeties"][0] == 100


@pytest.mark.clause("Q-42")
def test_in_asmodee_too_a_safety_laid_before_the_card_that_ends_the_race_counts() -> None:
    deal = scene(rules_of("asmodee"), hand="ace 100", tables={0: piles("roll", distances=driven(800))})
    follow(deal, "ace draw 100")
    assert deal.completer == 0
    assert deal.scores[0] == 1000


@pytest.mark.clause("Q-42", "Q-65")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_safety_as_the_last_card_of_the_play_out_counts_and_its_extra_turn_lapses(name: str) -> None:
    deal = scene(rules_of(name), hand="ace", others=False, empty=True)
    events = deal.play("ace")
    assert deal.ending is Ending.EXHAUSTED
    assert not any(isinstance(event, TurnBegan) for event in events)
    assert deal.score_sheet().rows["safeties"] == (100, 0)


# --- Asmodee's race --------------------------------------------------------------------------------------


@pytest.mark.clause("AS-52", "Q-31")
def test_distance_and_safety_cards_together_end_the_race_at_1000() -> None:
    laid = {0: piles("roll", distances=driven(800), safeties="ace")}
    for card, over in (("75", False), ("100", True)):
        deal = scene(rules_of("asmodee"), hand="75 100", tables=laid)
        deal.play(card)
        assert deal.over is over


@pytest.mark.clause("AS-52", "Q-31")
def test_the_race_may_end_above_1000_and_every_mile_counts() -> None:
    deal = scene(rules_of("asmodee"), hand="200", tables={0: piles("roll", distances=driven(975))})
    deal.play("200")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)
    assert deal.scores[0] == 1175


@pytest.mark.clause("AS-52", "Q-31", "Q-42")
def test_a_safety_that_lifts_the_total_to_1000_ends_the_race_without_an_extra_turn() -> None:
    deal = scene(rules_of("asmodee"), hand="ace 100", tables={0: piles("roll", distances=driven(900))})
    events = deal.play("ace")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)
    assert not any(isinstance(event, TurnBegan | Drew) for event in events)


@pytest.mark.clause("AS-52", "Q-31", "Q-42", "Q-30")
@pytest.mark.parametrize(("miles", "over"), [(775, False), (800, True)])
def test_a_coup_fourre_worth_200_in_all_may_end_the_race_out_of_turn(miles: int, over: bool) -> None:
    laid = {1: piles("roll", distances=driven(miles))}
    deal = scene(rules_of("asmodee"), hand="stop", hands={1: "priority 100"}, tables=laid)
    deal.play("stop")
    events = deal.play("coup")
    assert deal.over is over
    assert deal.completer == (1 if over else None)
    assert any(isinstance(event, Drew) for event in events) is not over  # no refill after the end


@pytest.mark.clause("Q-30")
def test_with_the_other_reading_of_the_coup_fourre_it_is_worth_300_in_all() -> None:
    laid = {1: piles("roll", distances=driven(700))}
    deal = scene(rules_of("asmodee", coup_fourre_points=200), hand="stop", hands={1: "priority"}, tables=laid)
    follow(deal, "stop coup")
    assert deal.completer == 1
    assert deal.scores[1] == 1000


@pytest.mark.clause("Q-31", "Q-64")
@pytest.mark.parametrize(
    ("house", "by_miles", "by_safety", "by_coups"),
    [
        pytest.param({}, True, True, True, id="ruling"),
        pytest.param({"end_measure": "points-without-coups"}, True, True, False, id="points-without-coups"),
        pytest.param({"end_measure": "miles"}, True, False, False, id="miles"),
    ],
)
def test_what_counts_towards_1000(house: dict[str, Any], by_miles: bool, by_safety: bool, by_coups: bool) -> None:
    def ends(laid: Piles, card: str) -> bool:
        deal = scene(rules_of("asmodee", **house), hand=card, tables={0: laid})
        deal.play(card)
        return deal.over

    assert ends(piles("roll", distances=driven(900)), "100") is by_miles
    assert ends(piles("roll", distances=driven(900)), "ace") is by_safety
    assert ends(piles("roll", distances=driven(550), coups="ace proof"), "50") is by_coups


@pytest.mark.clause("Q-64")
@pytest.mark.parametrize(
    ("house", "over"),
    [
        pytest.param({}, True, id="ruling"),
        pytest.param({"end_measure": "points-without-coups"}, True, id="points-without-coups"),
        pytest.param({"end_measure": "miles"}, False, id="miles"),
    ],
)
def test_whether_a_coup_fourre_can_end_the_race_depends_on_the_measure(house: dict[str, Any], over: bool) -> None:
    laid = {1: piles("roll", distances=driven(900))}
    deal = scene(rules_of("asmodee", **house), hand="stop", hands={1: "priority"}, tables=laid)
    follow(deal, "stop coup")
    assert deal.over is over


@pytest.mark.clause("Q-41", "Q-61")
def test_a_race_that_nobody_finishes_ends_after_2000_turns() -> None:
    deal = scene(rules_of("asmodee"), hand="gas gas", turns=1999)
    deal.play("-gas")
    assert (deal.turns, deal.over) == (2000, False)
    follow(deal, "draw -25")
    assert (deal.ending, deal.completer) == (Ending.CAPPED, None)


@pytest.mark.clause("Q-61")
def test_extra_turns_count_among_the_2000() -> None:
    deal = scene(rules_of("asmodee"), hand="ace 25", turns=2000)
    deal.play("ace")
    assert deal.ending is Ending.CAPPED
    assert deal.scores == (100, 0)


@pytest.mark.clause("Q-61", "Q-42")
def test_the_last_turn_can_still_finish_the_race() -> None:
    deal = scene(rules_of("asmodee"), hand="100", tables={0: piles("roll", distances=driven(900))}, turns=2000)
    deal.play("100")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)


@pytest.mark.clause("Q-41", "Q-61")
@pytest.mark.parametrize("name", ["asmodee", "parker-1962", "dujardin"])
def test_a_house_may_cap_the_turns_elsewhere(name: str) -> None:
    deal = scene(rules_of(name, turn_cap=10), hand="gas gas", turns=10)
    deal.play("-gas")
    assert deal.ending is Ending.CAPPED


@pytest.mark.clause("Q-41")
def test_a_race_in_which_discards_come_back_needs_a_cap() -> None:
    with pytest.raises(RulesError, match="turn_cap"):
        rules_of("asmodee", turn_cap=0)
