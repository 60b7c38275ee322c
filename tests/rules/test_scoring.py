"""What a deal is worth: the score sheet row by row, in all five editions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bornes import Ending, Piles, Rules
from tests.support.scenes import Deal, Phase, piles, rules_of, scene

BLANK = piles()
DROVE = piles("roll", distances="25")
FOUR = "tank proof ace priority"


def driven(miles: int) -> str:
    """Distance cards for so many miles, none of them a 200."""
    rest = miles % 100
    return "100 " * (miles // 100) + (str(rest) if rest else "")


def arrival(rules: Rules, mine: Piles | None = None, theirs: Iterable[Piles] = (), **moment: Any) -> Deal:
    """The deal in which team A lays its last 100 and is content with that."""
    mine = mine or piles("roll", distances=driven(rules.target - 100))
    tables = dict(enumerate([mine, *theirs]))
    deal = scene(rules, hand="100 end", tables=tables, **moment)
    deal.play("100")
    if deal.phase is Phase.EXTEND:
        deal.play("finish")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)
    return deal


def exhausted(rules: Rules, *laid: Piles) -> Deal:
    """The deal in which the last card of the play-out is thrown away with this on the table."""
    deal = scene(rules, hand="end", tables=dict(enumerate(laid)), others=False, empty=True)
    deal.play("-end")
    assert deal.ending is Ending.EXHAUSTED
    return deal


def row(deal: Deal, name: str) -> tuple[int, ...]:
    """A row of the sheet; one that is not printed there counts nothing."""
    return deal.score_sheet().rows.get(name, (0,) * deal.rules.teams)


# --- What counts whether or not anybody arrives ----------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-62")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-61")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-70")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-46")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-53")),
    ],
)
def test_every_team_scores_its_miles_winner_or_not(name: str) -> None:
    deal = arrival(rules_of(name, 4), theirs=[piles("roll", distances="200 75")])
    assert row(deal, "milestones")[:2] == (1000, 275)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-62")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-61")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-70")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-46")),
    ],
)
def test_miles_score_although_nobody_arrived(name: str) -> None:
    deal = exhausted(rules_of(name), piles("roll", distances="200 75"), piles("roll", distances="50"))
    assert row(deal, "milestones") == (275, 50)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-63")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-63")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-71")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-47")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-54")),
    ],
)
def test_each_safety_played_scores_100(name: str) -> None:
    deal = scene(rules_of(name), hand="ace 25", tables={1: piles(safeties="tank proof")})
    assert row(deal, "safeties") == (0, 200)
    deal.play("ace")
    assert row(deal, "safeties") == (100, 200)


@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
def test_a_house_may_value_safeties_differently(name: str) -> None:
    deal = scene(rules_of(name, safety_points=150), hand="25", tables={0: piles(safeties="tank proof")})
    assert row(deal, "safeties") == (300, 0)


@pytest.mark.parametrize(
    ("name", "bonus"),
    [
        pytest.param("parker-1962", 300, marks=pytest.mark.clause("P62-65")),
        pytest.param("parker-1988", 300, marks=pytest.mark.clause("P88-65")),
        pytest.param("game-cabinet", 300, marks=pytest.mark.clause("GC-65")),
        pytest.param("dujardin", 300, marks=pytest.mark.clause("DJ-41")),
        pytest.param("asmodee", 100, marks=pytest.mark.clause("AS-54", "AS-46", "Q-30")),
    ],
)
def test_a_coup_fourre_scores_on_top_of_the_100_for_its_safety(name: str, bonus: int) -> None:
    deal = scene(rules_of(name), hand="flat", hands={1: "proof 25"}, tables={1: piles("roll")})
    deal.play("flat")
    deal.play("coup")
    assert row(deal, "safeties") == (0, 100)
    assert row(deal, "coups_fourres") == (0, bonus)
    assert deal.scores == (0, 100 + bonus)


@pytest.mark.clause("Q-30")
def test_asmodee_s_coup_fourre_may_be_read_as_200_on_top() -> None:
    deal = scene(rules_of("asmodee", coup_fourre_points=200), hand="25", tables={0: piles(coups="ace")})
    assert deal.scores == (300, 0)


@pytest.mark.clause("Q-35")
@pytest.mark.parametrize(
    ("name", "bonus"),
    [
        pytest.param("parker-1962", 300, marks=pytest.mark.clause("P62-64")),
        pytest.param("parker-1988", 300, marks=pytest.mark.clause("P88-64")),
        pytest.param("game-cabinet", 300, marks=pytest.mark.clause("GC-72")),
        pytest.param("dujardin", 0, marks=pytest.mark.clause("DJ-52")),
        pytest.param("asmodee", 0, marks=pytest.mark.clause("AS-56")),
    ],
)
def test_what_one_team_gets_more_for_all_four_safeties(name: str, bonus: int) -> None:
    laid = {0: piles(safeties="tank proof"), 1: piles(safeties="ace")}
    deal = scene(rules_of(name, 4), hand="priority 25", tables=laid)
    deal.play("priority")
    assert deal.scores[:2] == (300, 100)  # the four are out, but not with one team
    deal = scene(rules_of(name, 4), hand="priority 25", tables={0: piles(safeties="tank proof ace")})
    deal.play("priority")
    assert deal.scores[:2] == (400 + bonus, 0)


@pytest.mark.clause("Q-35")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_coups_fourres_count_towards_the_four(name: str) -> None:
    laid = piles(safeties="tank proof", coups="ace priority")
    deal = scene(rules_of(name), hand="25", tables={0: laid})
    assert deal.scores == (400 + 300 + 2 * 300, 0)


@pytest.mark.clause("Q-35")
@pytest.mark.parametrize(
    ("name", "house"),
    [
        ("parker-1962", 0),
        ("parker-1988", 0),
        ("game-cabinet", 0),
        ("dujardin", 300),
        ("asmodee", 300),
    ],
)
def test_a_house_may_give_or_withhold_the_bonus_for_all_four(name: str, house: int) -> None:
    rules = rules_of(name, all_safeties_points=house)
    deal = scene(rules, hand="25", tables={0: piles(safeties=FOUR)})
    assert deal.scores == (400 + house, 0)


# --- Completing the trip ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-66")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-62")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-73")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-48", "Q-68")),
    ],
)
def test_completing_the_trip_scores_400(name: str) -> None:
    assert row(arrival(rules_of(name, 4), theirs=[DROVE]), "trip")[:2] == (400, 0)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-66")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-62")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-73")),
    ],
)
def test_who_drove_furthest_without_arriving_scores_only_what_lies_on_the_table(name: str) -> None:
    deal = exhausted(rules_of(name, 4), piles("roll", distances=driven(975)), BLANK)
    assert deal.scores == (975, 0)


@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_house_may_value_the_trip_differently(name: str) -> None:
    assert row(arrival(rules_of(name, trip_points=500)), "trip") == (500, 0)


@pytest.mark.clause("Q-20")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-60")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-60")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-69")),
    ],
)
def test_arriving_after_the_draw_pile_is_gone_is_a_delayed_action_and_scores_300(name: str) -> None:
    assert row(arrival(rules_of(name, 4), empty=True), "delayed_action") == (300, 0)
    one_card_left = arrival(rules_of(name, 4), draw="25", empty=True)
    assert row(one_card_left, "delayed_action") == (0, 0)


@pytest.mark.clause("Q-20")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-60")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-60")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-69")),
    ],
)
def test_the_very_last_card_drawn_completes_a_delayed_action_in_the_same_turn(name: str) -> None:
    laid = {1: piles("roll", distances=driven(900))}
    deal = scene(rules_of(name, 4), hand="25", tables=laid, draw="100", empty=True)
    deal.play("-25")
    deal.play("100")
    assert deal.completer == 1
    assert row(deal, "delayed_action") == (0, 300)


@pytest.mark.clause("Q-20")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-60")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-60")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-69")),
    ],
)
def test_a_play_out_in_which_nobody_arrives_is_no_delayed_action(name: str) -> None:
    assert row(exhausted(rules_of(name), DROVE, DROVE), "delayed_action") == (0, 0)


@pytest.mark.parametrize(
    ("name", "bonus"),
    [
        pytest.param("parker-1962", 300, marks=pytest.mark.clause("P62-67")),
        pytest.param("parker-1988", 300, marks=pytest.mark.clause("P88-66")),
        pytest.param("game-cabinet", 300, marks=pytest.mark.clause("GC-74")),
        pytest.param("dujardin", 200, marks=pytest.mark.clause("DJ-49", "Q-68")),
    ],
)
def test_a_trip_without_any_200_is_a_safe_trip(name: str, bonus: int) -> None:
    fast = piles("roll", distances="200 100 100 100 100 100 100 100")
    theirs = [piles("roll", distances="200")]  # what others drove with does not matter
    assert row(arrival(rules_of(name, 4), theirs=theirs), "safe_trip")[:2] == (bonus, 0)
    assert row(arrival(rules_of(name, 4), fast, theirs), "safe_trip")[:2] == (0, 0)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-68")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-67")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-75")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-50", "Q-68")),
    ],
)
def test_opponents_who_never_drove_are_shut_out_for_500(name: str) -> None:
    rules = rules_of(name)
    assert row(arrival(rules, theirs=[piles("roll", safeties="ace")]), "shut_out") == (500, 0)
    assert row(arrival(rules, theirs=[DROVE]), "shut_out") == (0, 0)


@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_house_may_value_the_other_bonuses_differently(name: str) -> None:
    rules = rules_of(name, delayed_action_points=25, safe_trip_points=50, shut_out_points=75)
    column = arrival(rules, empty=True).score_sheet().column(0)
    assert (column["delayed_action"], column["safe_trip"], column["shut_out"]) == (25, 50, 75)


# --- Shut-outs with several opponents --------------------------------------------------------------------


@pytest.mark.clause("Q-29")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-68")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-67")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-75")),
    ],
)
@pytest.mark.parametrize("players", [3, 6])
def test_for_a_shut_out_the_trip_is_complete_and_all_opponents_are_blank(name: str, players: int) -> None:
    rules = rules_of(name, players)
    assert row(arrival(rules, theirs=[BLANK, BLANK]), "shut_out") == (500, 0, 0)
    assert row(arrival(rules, theirs=[BLANK, DROVE]), "shut_out") == (0, 0, 0)
    assert row(exhausted(rules, DROVE, BLANK, BLANK), "shut_out") == (0, 0, 0)


@pytest.mark.clause("Q-33", "DJ-50")
@pytest.mark.parametrize("players", [3, 6])
def test_dujardin_pays_every_team_that_drove_if_another_did_not_winner_or_not(players: int) -> None:
    rules = rules_of("dujardin", players)
    assert row(arrival(rules, theirs=[BLANK, DROVE]), "shut_out") == (500, 0, 500)
    assert row(arrival(rules, theirs=[BLANK, BLANK]), "shut_out") == (500, 0, 0)
    assert row(exhausted(rules, DROVE, BLANK, DROVE), "shut_out") == (500, 0, 500)
    assert row(exhausted(rules, BLANK, BLANK, BLANK), "shut_out") == (0, 0, 0)


@pytest.mark.clause("Q-29", "Q-33")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
@pytest.mark.parametrize(
    ("rule", "one_blank", "two_blank", "nobody_arrived", "nobody_drove"),
    [
        ("completer", (0, 0, 0), (500, 0, 0), (0, 0, 0), (0, 0, 0)),
        ("nonblank-only", (500, 0, 500), (500, 0, 0), (500, 0, 0), (0, 0, 0)),
        ("once", (500, 0, 500), (500, 500, 500), (500, 500, 500), (500, 500, 500)),
        ("stacked", (500, 0, 500), (1000, 500, 500), (1000, 500, 500), (1000, 1000, 1000)),
    ],
)
def test_the_readings_of_the_shut_out_that_a_house_may_choose(
    name: str,
    rule: str,
    one_blank: tuple[int, ...],
    two_blank: tuple[int, ...],
    nobody_arrived: tuple[int, ...],
    nobody_drove: tuple[int, ...],
) -> None:
    rules = rules_of(name, 3, shut_out_rule=rule)
    assert row(arrival(rules, theirs=[BLANK, DROVE]), "shut_out") == one_blank
    assert row(arrival(rules, theirs=[BLANK, BLANK]), "shut_out") == two_blank
    assert row(exhausted(rules, DROVE, BLANK, BLANK), "shut_out") == nobody_arrived
    assert row(exhausted(rules, BLANK, BLANK, BLANK), "shut_out") == nobody_drove


# --- A deal that nobody completed ------------------------------------------------------------------------


@pytest.mark.clause("DJ-45", "DJ-48", "DJ-49", "Q-32")
def test_in_dujardin_who_drove_furthest_wins_a_deal_that_nobody_completed() -> None:
    deal = exhausted(rules_of("dujardin", 3), DROVE, piles("roll", distances="100 100"), DROVE)
    assert deal.completer is None
    assert row(deal, "trip") == (0, 400, 0)
    assert row(deal, "safe_trip") == (0, 200, 0)


@pytest.mark.clause("DJ-49", "Q-32")
def test_in_dujardin_a_deal_won_by_exhaustion_with_a_200_earns_no_200() -> None:
    deal = exhausted(rules_of("dujardin"), piles("roll", distances="200 100"), DROVE)
    assert row(deal, "trip") == (400, 0)
    assert row(deal, "safe_trip") == (0, 0)


@pytest.mark.clause("Q-32", "DJ-45")
@pytest.mark.parametrize(
    ("house", "trip", "safe_trip"),
    [
        pytest.param({}, (0, 0, 0), (0, 0, 0), id="ruling"),
        pytest.param({"exhaustion_tie": "all"}, (400, 400, 0), (200, 200, 0), id="all"),
        pytest.param({"exhaustion_tie": "split"}, (200, 200, 0), (100, 100, 0), id="split"),
    ],
)
def test_what_those_get_who_share_the_lead(
    house: dict[str, Any], trip: tuple[int, ...], safe_trip: tuple[int, ...]
) -> None:
    far = piles("roll", distances="100 50")
    deal = exhausted(rules_of("dujardin", 3, **house), far, piles("roll", distances="75 75"), DROVE)
    assert row(deal, "trip") == trip
    assert row(deal, "safe_trip") == safe_trip


@pytest.mark.clause("Q-32")
@pytest.mark.parametrize(("tie", "points"), [("none", 0), ("all", 400 + 200), ("split", 400 // 3 + 200 // 3)])
def test_where_nobody_drove_all_share_the_lead(tie: str, points: int) -> None:
    """All at 0 is a tie for the most miles like any other: who pays all leaders of one pays them here too."""
    rules = rules_of("dujardin", 3, exhaustion_tie=tie)
    assert exhausted(rules, BLANK, BLANK, BLANK).scores == (points, points, points)


@pytest.mark.clause("Q-32")
def test_a_dujardin_house_may_let_a_deal_without_arrival_go_without_winner() -> None:
    deal = exhausted(rules_of("dujardin", exhaustion_winner="none"), piles("roll", distances="100"), DROVE)
    assert deal.scores == (100, 25)


@pytest.mark.clause("Q-32")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_other_houses_may_let_the_furthest_win_as_dujardin_does(name: str) -> None:
    rules = rules_of(name, exhaustion_winner="most-miles")
    deal = exhausted(rules, piles("roll", distances="100"), DROVE)
    assert deal.scores == (100 + 400 + 300, 25)


# --- The whole sheet -------------------------------------------------------------------------------------

PARKER = 400 + 300 + 2 * 300 + 400 + 300 + 300 + 500
"""Four safeties, all of them, two as coups fourrés, trip, Delayed Action, Safe Trip, Shut-Out."""
DUJARDIN = 400 + 2 * 300 + 400 + 200 + 500
"""Four safeties, two as coups fourrés, trip, no 200, the others blank; nothing for all four, nothing for the delay."""


@pytest.mark.parametrize(
    ("name", "players", "short", "score"),
    [
        pytest.param("parker-1962", 2, False, 700 + PARKER, marks=pytest.mark.clause("P62-76")),
        pytest.param("parker-1962", 3, False, 700 + PARKER, marks=pytest.mark.clause("P62-76")),
        pytest.param("parker-1962", 4, False, 1000 + PARKER, marks=pytest.mark.clause("P62-76")),
        pytest.param("parker-1962", 6, False, 700 + PARKER, marks=pytest.mark.clause("Q-26")),
        pytest.param("parker-1988", 2, False, 700 + PARKER, marks=pytest.mark.clause("P88-81")),
        pytest.param("parker-1988", 3, False, 700 + PARKER, marks=pytest.mark.clause("P88-81")),
        pytest.param("parker-1988", 4, False, 1000 + PARKER, marks=pytest.mark.clause("P88-81")),
        pytest.param("parker-1988", 6, False, 700 + PARKER, marks=pytest.mark.clause("P88-75")),
        pytest.param("game-cabinet", 2, False, 700 + PARKER, marks=pytest.mark.clause("GC-88")),
        pytest.param("game-cabinet", 3, False, 700 + PARKER, marks=pytest.mark.clause("GC-88")),
        pytest.param("game-cabinet", 4, False, 1000 + PARKER, marks=pytest.mark.clause("GC-88")),
        pytest.param("game-cabinet", 6, False, 700 + PARKER, marks=pytest.mark.clause("GC-87", "GC-88")),
        pytest.param("dujardin", 2, False, 1000 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 3, False, 1000 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 4, False, 1000 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 4, True, 700 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 6, False, 1000 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 8, False, 1000 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 8, True, 700 + DUJARDIN, marks=pytest.mark.clause("DJ-52")),
    ],
)
def test_the_perfect_deal_is_worth_the_same_bonuses_whatever_the_number_of_players(
    name: str, players: int, short: bool, score: int
) -> None:
    rules = rules_of(name, players, short=short)
    mine = piles("roll", distances=driven(rules.target - 100), safeties="tank proof", coups="ace priority")
    deal = arrival(rules, mine, empty=True)
    assert deal.scores == (score, *[0] * (rules.teams - 1))
    assert deal.score_sheet().totals == deal.scores


@pytest.mark.clause("AS-56", "AS-54", "AS-53")
@pytest.mark.parametrize(("players", "pairs"), [(2, False), (3, False), (4, False), (4, True), (6, True)])
def test_asmodee_knows_miles_and_safeties_and_no_bonus_whatsoever(players: int, pairs: bool) -> None:
    rules = rules_of("asmodee", players, partners=pairs)
    mine = piles("roll", distances=driven(300), safeties="tank proof", coups="ace priority")
    deal = arrival(rules, mine, empty=True)
    scored = {name: points for name, points in deal.score_sheet().column(0).items() if points}
    assert scored == {"milestones": 400, "safeties": 400, "coups_fourres": 200}
    assert deal.scores == (1000, *[0] * (rules.teams - 1))


@pytest.mark.clause("P88-70")
def test_the_sheet_has_the_rows_of_the_printed_one_and_a_total() -> None:
    sheet = arrival(rules_of("parker-1988", 4), theirs=[piles("roll", distances="200", coups="ace")]).score_sheet()
    printed = [
        ("milestones", 1000, 200),
        ("safeties", 0, 100),
        ("coups fourrés", 0, 300),
        ("trip", 400, 0),
        ("delayed action", 0, 0),
        ("safe trip", 300, 0),
        ("shut out", 0, 0),
        ("extension", 0, 0),
        ("total for deal", 1700, 600),
    ]
    lines = [f"{name:<16}{a:>7}{b:>7}" for name, a, b in printed]
    assert [line for line in str(sheet).splitlines()[1:] if line in lines] == lines


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        pytest.param("dujardin", "trip safe_trip shut_out", marks=pytest.mark.clause("DJ-52", "Q-68")),
        pytest.param("asmodee", "", marks=pytest.mark.clause("AS-56")),
    ],
)
def test_a_bonus_that_an_edition_does_not_know_has_no_row(name: str, rows: str) -> None:
    deal = scene(rules_of(name), hand="25")
    assert tuple(deal.score_sheet().rows) == ("milestones", "safeties", "coups_fourres", *rows.split())
    house = scene(rules_of(name, all_safeties_points=300), hand="25", tables={0: piles(safeties=FOUR)})
    assert row(house, "all_safeties") == (300, 0)


@pytest.mark.clause("P88-70", "Q-35")
def test_parker_1988_has_no_row_for_all_four_safeties_so_the_bonus_stands_with_them() -> None:
    deal = scene(rules_of("parker-1988"), hand="25", tables={0: piles(safeties=FOUR)})
    assert tuple(deal.score_sheet().rows) == (
        "milestones",
        "safeties",
        "coups_fourres",
        "trip",
        "delayed_action",
        "safe_trip",
        "shut_out",
        "extension",
    )
    assert row(deal, "safeties") == (700, 0)


@pytest.mark.clause("Q-68")
def test_dujardin_s_400_200_and_500_stand_in_the_rows_trip_safe_trip_and_shut_out() -> None:
    column = arrival(rules_of("dujardin"), theirs=[BLANK]).score_sheet().column(0)
    assert {name: points for name, points in column.items() if points} == {
        "milestones": 1000,
        "trip": 400,
        "safe_trip": 200,
        "shut_out": 500,
    }


@pytest.mark.clause("Q-73")
@pytest.mark.parametrize(
    ("name", "four", "coup"),
    [
        ("parker-1962", 300, 300),
        ("parker-1988", 300, 300),
        ("game-cabinet", 300, 300),
        ("dujardin", 0, 300),
        ("asmodee", 0, 100),
    ],
)
def test_in_the_middle_of_a_deal_only_what_is_certain_counts(name: str, four: int, coup: int) -> None:
    laid = piles("roll", distances="100 100", safeties="tank proof ace", coups="priority")
    deal = scene(rules_of(name), hand="25", tables={0: laid}, empty=True)
    so_far = 200 + 400 + four + coup
    assert deal.scores == deal.score_sheet().totals == (so_far, 0)  # B is blank, but the deal is not over
    assert not any(any(row(deal, late)) for late in ("trip", "safe_trip", "shut_out"))


@pytest.mark.clause("Q-73", "GC-81", "P88-72", "P62-71")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_while_the_extension_is_undecided_the_trip_is_not_scored(name: str) -> None:
    deal = scene(rules_of(name), hand="100 25", tables={0: piles("roll", distances=driven(600))})
    deal.play("100")
    assert deal.phase is Phase.EXTEND
    assert deal.scores == (700, 0)
    deal.play("finish")
    assert deal.scores == (700 + 400 + 300 + 500, 0)
