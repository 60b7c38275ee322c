"""Moves compared in the same worlds with the same luck, by points and by the chance to win the game."""

from __future__ import annotations

from array import array
from functools import cache
from statistics import variance
from typing import Any

import pytest

from bornes import Deal, Rules
from bornes.bots.heuristic import Heuristic
from bornes.bots.search import GameAim, MoveTester, PointsAim, chances, compare, outcomes
from bornes.engine.playout import play_on
from tests.support.plain import plain_module
from tests.support.scenes import fresh, piles, rules_of, scene

PARKER = rules_of("parker-1962")
THREE = rules_of("parker-1962", 3)


def compared(
    deal: Deal, moves: str, worlds: int, aim: PointsAim | None = None, seed: int = 5, first: int = 0
) -> list[float]:
    """The sums, then the sums of squares, for these moves of whoever decides."""
    assert deal.seat is not None
    codes = [int(deal.parse(move)) for move in moves.split()]
    sampler = deal.view(deal.seat).sampler()
    return compare(MoveTester(sampler, [Heuristic()], seed), aim or PointsAim(), codes, worlds, first).tolist()


def last_card(rules: Rules = PARKER) -> Deal:
    """The last card of the deal: a 25 that completes the trip of 700, or is thrown away.

    Laid it brings 25 miles, 400 for the trip and 300 for the delayed action; a 200 was played, and nobody is shut out.
    """
    home = piles("roll", distances="200 200 100 100 75")
    tables = {0: home, **{team: piles("roll", distances="25") for team in range(1, rules.teams)}}
    return scene(rules, hand="25", tables=tables, empty=True, others=False)


# --- The comparison -------------------------------------------------------------------------------------------------


def test_a_comparison_cut_into_pieces_adds_up_to_the_whole() -> None:
    deal = fresh(PARKER, "roll 100 stop", draw="25")
    whole = compared(deal, "roll -100 -stop", 24)
    pieces = [compared(deal, "roll -100 -stop", worlds, first=first) for first, worlds in ((0, 5), (5, 12), (17, 7))]
    assert [sum(column) for column in zip(*pieces, strict=True)] == pytest.approx(whole)
    assert whole != compared(deal, "roll -100 -stop", 24, seed=6)


def test_the_first_move_is_what_the_others_are_measured_by() -> None:
    deal = fresh(PARKER, "roll 100 stop", draw="25")
    roll, throw, square_of_roll, square_of_throw = compared(deal, "roll -roll", 16)
    assert roll == square_of_roll == 0.0
    assert throw < 0.0 < square_of_throw
    back = compared(deal, "-roll roll", 16)
    assert back == [0.0, -throw, 0.0, square_of_throw]


def test_a_move_beside_itself_makes_no_difference() -> None:
    """All the luck is the same: what is left is the move alone."""
    deal = fresh(rules_of("asmodee", 3), "roll 100 flat")
    deal.play("draw")
    assert compared(deal, "roll roll roll", 12) == [0.0] * 6


@pytest.mark.parametrize("rules", [PARKER, THREE], ids=["two", "three"])
def test_a_sure_arrival_is_better_by_what_it_pays(rules: Rules) -> None:
    """The others' average does not change, whether there is one of them or two."""
    assert compared(last_card(rules), "-25 25", 10) == [0.0, 10 * 725.0, 0.0, 10 * 725.0**2]


def test_what_the_others_get_is_taken_off_on_average() -> None:
    """A remedy kept from one of two opponents costs him 100 miles and us nothing: that is 50 for us."""
    limited = piles("roll", "limit", distances="25")
    tables = {0: piles("roll", distances="25"), 1: piles("roll", distances="25"), 2: limited}
    deal = scene(THREE, hand="stop", hands={1: "100", 2: ""}, tables=tables, empty=True)
    let, stop, _, square = compared(deal, "-stop stop>B", 6)
    assert (let, stop, square) == (0.0, 6 * 50.0, 6 * 50.0**2)


@pytest.mark.compiled_only
def test_differences_vary_much_less_than_those_of_independent_playouts() -> None:
    deal, n = fresh(PARKER, "roll 100 stop", draw="25"), 400
    _, total, _, squares = compared(deal, "roll -100", n)
    paired = (squares - total**2 / n) / (n - 1)
    sampler, apart = deal.view(0).sampler(), []
    for number in range(n):
        scores = []
        for move, seed in (("roll", 2 * number), ("-100", 2 * number + 1)):
            world = sampler.world(99, seed)
            world.apply(deal.parse(move))
            own, other, *_ = play_on(world, [Heuristic()], 1, seed)
            scores.append(own - other)
        apart.append(scores[1] - scores[0])
    assert variance(apart) > 2 * paired


# --- The way to the goal of the game ----------------------------------------------------------------------------------

AHEAD, BEHIND, EITHER = array("i", [500, 0]), array("i", [0, 500]), array("i", [500, 0, 0, 500])
"""Scores of deals to come: we win them all, the other side does, or each wins one of two."""


@pytest.mark.parametrize(
    ("totals", "deals", "gain"),
    [
        ((4000, 4800), BEHIND, 1000.0),
        ((4000, 4800), AHEAD, 0.0),
        ((2000, 4800), BEHIND, 0.0),
        ((3625, 5000), BEHIND, 0.0),
        ((3625, 5000), AHEAD, 1000.0),
        ((3626, 5000), BEHIND, 1000.0),
        ((3700, 5000), EITHER, 1000.0),
    ],
    ids=[
        "to arrive wins the game, to throw away loses it",
        "the game is won either way",
        "the game is lost either way",
        "to arrive ties at the goal, and the next deal is lost",
        "to arrive ties at the goal, and the next deal is won",
        "a point more than a tie wins at once",
        "past the goal the higher total wins",
    ],
)
def test_a_game_aim_counts_in_thousandths_of_a_game(totals: tuple[int, int], deals: array[int], gain: float) -> None:
    """Arriving makes 1400 of the deal, throwing the card away 675, and the other side makes 25."""
    aim = GameAim(totals, 5000, deals)
    assert compared(last_card(), "-25 25", 5, aim) == [0.0, 5 * gain, 0.0, 5 * gain**2]


def test_a_tie_at_the_goal_is_as_good_as_the_deals_that_follow() -> None:
    aim = GameAim((3625, 5000), 5000, EITHER)
    _, arrived, _, _ = compared(last_card(), "-25 25", 100, aim)
    assert arrived / 100 == pytest.approx(500, abs=50)


@cache
def chance(own: int, other: int) -> float:
    """To win a game to 5000 from these totals against somebody as good, asked of the uncompiled source itself."""
    search: Any = plain_module("bots.search")
    playout: Any = plain_module("engine.playout")
    state: Any = plain_module("engine.state")
    compiled: Any = plain_module("engine.compiled_rules")
    rules: Any = plain_module("rules.editions").edition("parker-1962").rules(2)
    empty = state.State(compiled.CompiledRules(rules))
    empty.clear()
    deals = array("i", [900, 300, 300, 900, 700, 650, 650, 700, 1500, 0, 0, 1500])
    aim = search.GameAim((own, other), 5000, deals)
    values: list[float] = [aim.value(empty, 0, playout.Rng(3, stream)) for stream in range(60)]
    return sum(values) / len(values)


def test_the_chance_to_win_grows_with_the_own_total_and_is_half_between_equals() -> None:
    chances = [chance(own, 3000) for own in (0, 1500, 2500, 3000, 3500, 4500)]
    assert chances == sorted(chances)
    assert len(set(chances)) == len(chances)
    for total in (0, 3000, 4900):
        assert chance(total, total) == pytest.approx(500, abs=60)
    assert chance(5000, 4999) == 1000.0
    assert chance(4999, 5000) == 0.0


def test_one_sides_chance_is_what_the_other_lacks() -> None:
    for own, other in ((1000, 2000), (4000, 4400)):
        assert chance(own, other) + chance(other, own) == pytest.approx(1000, abs=80)


# --- What moves lead to --------------------------------------------------------------------------------------------


def even_game(teams: int = 2) -> GameAim:
    """A game that has just begun; a deal brings one team 700, another nothing."""
    rows = [[700 * (team == winner) for team in range(teams)] for winner in range(teams)]
    return GameAim([0] * teams, 5000, array("i", [points for row in rows for points in row]))


def test_outcomes_are_what_a_comparison_adds_up() -> None:
    deal = fresh(PARKER, "roll 100 stop", draw="25")
    codes = [int(deal.parse(move)) for move in ("roll", "-100", "-stop")]
    tester = MoveTester(deal.view(0).sampler(), [Heuristic()], 5)
    found = outcomes(tester, even_game(), codes, 24).tolist()
    points = [found[2 * number :: 6] for number in range(3)]
    gained = [sum(a - b for a, b in zip(column, points[0], strict=True)) for column in points]
    assert gained == pytest.approx(compared(deal, "roll -100 -stop", 24)[:3])
    assert all(0 <= chance <= 1000 for chance in found[1::2])


def test_on_an_open_table_the_hands_stay_as_they_are_and_the_pile_does_not() -> None:
    """The last card of each hand decides: with both known there is nothing left to chance."""
    deal = last_card()
    codes = [int(deal.parse(move)) for move in ("25", "-25")]
    found = outcomes(MoveTester(deal.state, [Heuristic()], 1), even_game(), codes, 8).tolist()
    assert len(set(found[0::4])) == 1
    assert len(set(found[2::4])) == 1
    begun = fresh(PARKER, "roll 100 stop", draw="25")
    first = [int(begun.parse("roll"))]
    assert len(set(outcomes(MoveTester(begun.state, [Heuristic()], 1), even_game(), first, 8).tolist()[0::2])) > 1


def test_the_chances_of_all_teams_make_a_whole() -> None:
    for rules in (PARKER, THREE):
        deal = fresh(rules, "roll 100 stop", draw="25")
        sums = chances(MoveTester(deal.state, [Heuristic()], 1), even_game(rules.teams), 50).tolist()
        assert sum(sums) == pytest.approx(50 * 1000)
        assert min(sums) > 0


def test_the_chance_before_a_deal_counts_on_that_deal() -> None:
    """Without a goal the next deal decides, whatever the lead before it."""
    single = GameAim([100, 0], 0, array("i", [700, 0, 0, 700]))
    assert single.chance(0, 2000, 1) == pytest.approx(0.5, abs=0.05)
    assert even_game().chance(0, 2000, 1) == pytest.approx(0.5, abs=0.05)
    ahead = GameAim([4800, 0], 5000, array("i", [700, 0, 0, 700]))
    assert ahead.chance(0, 2000, 1) > 0.95
    assert ahead.chance(0, 100, 1) + ahead.chance(1, 100, 1) == pytest.approx(1.0)
