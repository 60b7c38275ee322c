"""The Extension: who completes the short trip may stretch it to 1000, for more points or for the opponents' joy."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import Ending, Piles, Rules, RulesError
from bornes.game import illegal_reasons
from tests.support.scenes import Deal, Phase, piles, rules_of, scene

AT_900 = piles("roll", distances="100 " * 9)


def short_trip(rules: Rules, distances: str = "100 " * 6, others: Piles | None = None, **moment: Any) -> Deal:
    """Team A lays the 100 that completes the short trip; a 75 is left in its hand."""
    tables = {0: piles("roll", distances=distances), 1: others or piles()}
    deal = scene(rules, hand="100 75", tables=tables, **moment)
    deal.play("100")
    return deal


def drive_on(rules: Rules, reply: str, *, empty: bool = False) -> Deal:
    """Team A calls and drives three 100s; team B lays or discards its 25 first.

    The six cards that they draw are on the pile at the call, and with ``empty`` no more.
    """
    rest = "end 100 end 100 end 100"
    deal = short_trip(rules, others=piles("roll"), hands={1: "25"}, draw=rest, empty=empty)
    for move in ("extend", reply, "100", "-end", "100", "-end", "100"):
        assert not deal.over
        deal.play(move)
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)
    return deal


def long_trip(rules: Rules, *laid: Piles, called_by: int = 0, **moment: Any) -> Deal:
    """After the call team A lays the 100 that makes 1000 miles, or whatever it stands for."""
    deal = scene(rules, hand="100", tables=dict(enumerate(laid)), extended_by=called_by, **moment)
    deal.play("100")
    return deal


def fell_short(rules: Rules, *laid: Piles) -> Deal:
    """Team A has called, and the last card is thrown away before anybody arrives."""
    tables = dict(enumerate(laid or [AT_900]))
    deal = scene(rules, hand="end", tables=tables, others=False, empty=True, extended_by=0)
    deal.play("-end")
    assert deal.ending is Ending.EXHAUSTED
    return deal


def row(deal: Deal, name: str) -> tuple[int, ...]:
    """A row of the sheet; one that is not printed there counts nothing."""
    return deal.score_sheet().rows.get(name, (0,) * deal.rules.teams)


# --- The call --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 2, marks=pytest.mark.clause("P62-71")),
        pytest.param("parker-1962", 3, marks=pytest.mark.clause("P62-71")),
        pytest.param("parker-1962", 6, marks=pytest.mark.clause("Q-26")),
        pytest.param("parker-1988", 2, marks=pytest.mark.clause("P88-72")),
        pytest.param("parker-1988", 3, marks=pytest.mark.clause("P88-72")),
        pytest.param("parker-1988", 6, marks=pytest.mark.clause("P88-75")),
        pytest.param("game-cabinet", 2, marks=pytest.mark.clause("GC-81")),
        pytest.param("game-cabinet", 3, marks=pytest.mark.clause("GC-81")),
        pytest.param("game-cabinet", 6, marks=pytest.mark.clause("GC-87")),
    ],
)
def test_who_stands_at_exactly_700_may_call_an_extension_or_finish(name: str, players: int) -> None:
    deal = short_trip(rules_of(name, players))
    assert (deal.phase, deal.seat) == (Phase.EXTEND, 0)  # the player who drove decides, not the partner
    assert set(deal.legal_moves.notation) == {"extend", "finish"}
    deal.play("extend")
    assert not deal.over
    assert deal.seat == 1
    assert deal.view().target == 1000


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-71")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-72")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-81")),
    ],
)
def test_it_is_called_at_that_very_moment_or_not_at_all(name: str) -> None:
    deal = scene(rules_of(name), hand="75 100 25", tables={0: piles("roll", distances="100 100 100 100 100 50")})
    assert isinstance(deal.why_not("extend"), illegal_reasons.ExtensionNotAllowed)
    deal.play("75")  # 625 of 700
    assert isinstance(deal.why_not("extend"), illegal_reasons.ExtensionNotAllowed)

    deal = short_trip(rules_of(name))
    assert isinstance(deal.why_not("-75"), illegal_reasons.DecideExtensionFirst)
    deal.play("finish")
    assert isinstance(deal.why_not("extend"), illegal_reasons.DealIsOver)


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-71")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-72")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-81")),
    ],
)
def test_declined_the_deal_ends_at_700_with_all_that_was_earned_there(name: str) -> None:
    deal = short_trip(rules_of(name), empty=True)
    deal.play("finish")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)
    column = deal.score_sheet().column(0)
    assert {name: points for name, points in column.items() if points} == {
        "milestones": 700,
        "trip": 400,
        "delayed_action": 300,
        "safe_trip": 300,
        "shut_out": 500,
    }


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_it_may_be_called_in_the_play_out(name: str) -> None:
    deal = short_trip(rules_of(name), empty=True, hands={1: "25"})
    deal.play("extend")
    deal.play("-25")
    deal.play("75")
    assert row(deal, "milestones") == (775, 0)


@pytest.mark.clause("Q-67")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
@pytest.mark.parametrize(
    ("mine", "theirs", "pile", "offered"),
    [
        pytest.param("", "", "", False, id="no card anywhere"),
        pytest.param("25", "", "", True, id="a card in the own hand"),
        pytest.param("", "25", "", True, id="a card in an opposing hand"),
        pytest.param("", "", "25", True, id="a card in the draw pile"),
    ],
)
def test_it_is_offered_only_while_a_card_is_left(name: str, mine: str, theirs: str, pile: str, offered: bool) -> None:
    tables = {0: piles("roll", distances="100 " * 6)}
    deal = scene(rules_of(name), hand=f"100 {mine}", hands={1: theirs}, tables=tables, draw=pile, empty=True)
    deal.play("100")
    assert deal.over is not offered
    assert row(deal, "trip")[0] == (0 if offered else 400)


# --- The longer trip -------------------------------------------------------------------------------------


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-71", "P62-72")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-72")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-82")),
    ],
)
def test_nobody_passes_700_before_the_call_and_everybody_may_after_it(name: str) -> None:
    near = piles("roll", distances="100 100 100 100 100 100 50")
    deal = scene(rules_of(name), hand="75 25", tables={0: near})
    assert isinstance(deal.why_not("75"), illegal_reasons.OvershootsTrip)

    deal = short_trip(rules_of(name), others=near, distances="200 200 100 50 50", hands={1: "75 50"})
    deal.play("extend")
    deal.play("75")
    assert row(deal, "milestones") == (700, 725)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-71", "P62-72")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-72")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-81", "GC-82")),
    ],
)
def test_there_is_one_call_in_a_deal_and_700_means_nothing_after_it(name: str) -> None:
    called = piles("roll", distances="200 200 75 75 75 75")
    deal = long_trip(rules_of(name), piles("roll", distances="100 " * 6), called, called_by=1)
    assert row(deal, "milestones") == (700, 700)
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-71")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-72")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-82")),
    ],
)
def test_after_the_call_the_deal_runs_to_exactly_1000_or_to_empty_hands(name: str) -> None:
    rules = rules_of(name)
    deal = scene(rules, hand="50 75 100", tables={0: piles("roll", distances="100 " * 9 + "50")}, extended_by=0)
    assert isinstance(deal.why_not("75"), illegal_reasons.OvershootsTrip)
    deal.play("50")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)

    deal = scene(rules, hand="25", hands={1: "25"}, tables={0: AT_900}, empty=True, extended_by=0)
    deal.play("25")
    assert not deal.over
    deal.play("-25")
    assert (deal.ending, deal.completer) == (Ending.EXHAUSTED, None)


# --- What it is worth ------------------------------------------------------------------------------------


@pytest.mark.clause("Q-27")
@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 2, marks=pytest.mark.clause("P62-73", "P62-74")),
        pytest.param("parker-1962", 3, marks=pytest.mark.clause("P62-73", "P62-74")),
        pytest.param("parker-1962", 6, marks=pytest.mark.clause("Q-26")),
        pytest.param("parker-1988", 2, marks=pytest.mark.clause("P88-73", "P88-74")),
        pytest.param("parker-1988", 3, marks=pytest.mark.clause("P88-73", "P88-74")),
        pytest.param("parker-1988", 6, marks=pytest.mark.clause("P88-75")),
        pytest.param("game-cabinet", 2, marks=pytest.mark.clause("GC-83", "GC-85")),
        pytest.param("game-cabinet", 3, marks=pytest.mark.clause("GC-83", "GC-85")),
        pytest.param("game-cabinet", 6, marks=pytest.mark.clause("GC-87")),
    ],
)
def test_a_caller_who_is_first_at_1000_scores_the_400_and_200_more(name: str, players: int) -> None:
    deal = long_trip(rules_of(name, players), AT_900)
    nothing = (0,) * (deal.rules.teams - 1)
    assert deal.completer == 0
    assert row(deal, "trip") == (400, *nothing)
    assert row(deal, "extension") == (200, *nothing)


@pytest.mark.clause("Q-27")
@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 3, marks=pytest.mark.clause("P62-73", "P62-75")),
        pytest.param("parker-1962", 6, marks=pytest.mark.clause("Q-26")),
        pytest.param("parker-1988", 3, marks=pytest.mark.clause("P88-73", "P88-74")),
        pytest.param("parker-1988", 6, marks=pytest.mark.clause("P88-75")),
        pytest.param("game-cabinet", 3, marks=pytest.mark.clause("GC-83", "GC-86")),
        pytest.param("game-cabinet", 6, marks=pytest.mark.clause("GC-87")),
    ],
)
def test_a_rival_first_at_1000_takes_the_400_and_each_opponent_of_the_caller_200(name: str, players: int) -> None:
    deal = long_trip(rules_of(name, players), AT_900, piles("roll", distances="200 200 75 75 75 75"), called_by=1)
    assert deal.completer == 0
    assert row(deal, "trip") == (400, 0, 0)
    assert row(deal, "extension") == (200, 0, 200)


@pytest.mark.clause("Q-27", "Q-36")
@pytest.mark.parametrize(
    ("name", "players", "consolation"),
    [
        pytest.param("parker-1962", 2, 200, marks=pytest.mark.clause("P62-73", "P62-75")),
        pytest.param("parker-1962", 3, 200, marks=pytest.mark.clause("P62-73", "P62-75")),
        pytest.param("parker-1962", 6, 200, marks=pytest.mark.clause("Q-26")),
        pytest.param("parker-1988", 2, 0, marks=pytest.mark.clause("P88-73", "P88-74")),
        pytest.param("parker-1988", 3, 0, marks=pytest.mark.clause("P88-73", "P88-74")),
        pytest.param("parker-1988", 6, 0, marks=pytest.mark.clause("P88-75")),
        pytest.param("game-cabinet", 2, 0, marks=pytest.mark.clause("GC-84", "GC-86")),
        pytest.param("game-cabinet", 3, 0, marks=pytest.mark.clause("GC-84", "GC-86")),
        pytest.param("game-cabinet", 6, 0, marks=pytest.mark.clause("GC-87")),
    ],
)
def test_nobody_there_nobody_has_the_400_and_only_parker_1962_consoles_the_opponents(
    name: str, players: int, consolation: int
) -> None:
    deal = fell_short(rules_of(name, players))
    others = deal.rules.teams - 1
    assert deal.scores == (900, *[consolation] * others)  # no Safe Trip, Shut-Out or Delayed Action either


@pytest.mark.clause("Q-27")
@pytest.mark.parametrize(
    ("name", "fails", "extension"),
    [
        ("parker-1962", False, (0, 0, 0)),
        ("parker-1988", True, (0, 200, 200)),
        ("game-cabinet", True, (0, 200, 200)),
    ],
)
def test_a_house_may_decide_otherwise_about_a_call_that_ran_out_of_cards(
    name: str, fails: bool, extension: tuple[int, ...]
) -> None:
    deal = fell_short(rules_of(name, 3, extension_fails_on_exhaustion=fails))
    assert row(deal, "extension") == extension


@pytest.mark.clause("Q-27")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_a_house_may_value_the_extension_differently(name: str) -> None:
    assert row(long_trip(rules_of(name, extension_points=350), AT_900), "extension") == (350, 0)


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_even_where_the_furthest_wins_without_arriving_an_extension_that_failed_has_no_winner(
    name: str,
) -> None:
    deal = fell_short(rules_of(name, exhaustion_winner="most-miles"))
    assert row(deal, "trip") == (0, 0)


# --- As if it had always been 1000 -----------------------------------------------------------------------


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-72")),
        "parker-1988",
        "game-cabinet",
    ],
)
def test_a_200_before_or_after_the_call_spoils_the_safe_trip(name: str) -> None:
    rules = rules_of(name)
    assert row(long_trip(rules, AT_900), "safe_trip") == (300, 0)
    with_200 = piles("roll", distances="200 " + "100 " * 7)
    assert row(long_trip(rules, with_200), "safe_trip") == (0, 0)
    deal = scene(rules, hand="200", tables={0: piles("roll", distances="100 " * 8)}, extended_by=0)
    deal.play("200")
    assert row(deal, "safe_trip") == (0, 0)


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-72")),
        "parker-1988",
        "game-cabinet",
    ],
)
def test_an_opponent_who_starts_driving_after_the_call_undoes_the_shut_out(name: str) -> None:
    assert row(drive_on(rules_of(name), "-25"), "shut_out") == (500, 0)
    assert row(drive_on(rules_of(name), "25"), "shut_out") == (0, 0)


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-72")),
        "parker-1988",
        "game-cabinet",
    ],
)
def test_the_delay_is_judged_at_1000_not_at_the_call(name: str) -> None:
    assert row(drive_on(rules_of(name), "-25", empty=True), "delayed_action") == (300, 0)
    assert row(drive_on(rules_of(name), "-25"), "delayed_action") == (0, 0)


@pytest.mark.clause("Q-36")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_the_call_does_not_renew_the_two_200s(name: str) -> None:
    deal = short_trip(rules_of(name), "200 200 100 100", hands={1: "25"}, draw="50 200")
    deal.play("extend")
    deal.play("-25")
    assert isinstance(deal.why_not("200"), illegal_reasons.TooMany200s)


# --- Where there is none ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 4, marks=pytest.mark.clause("P62-71")),
        pytest.param("parker-1988", 4, marks=pytest.mark.clause("P88-72")),
        pytest.param("game-cabinet", 4, marks=pytest.mark.clause("GC-81")),
        pytest.param("dujardin", 2, marks=pytest.mark.clause("DJ-52")),
        pytest.param("dujardin", 4, marks=pytest.mark.clause("DJ-52")),
        pytest.param("asmodee", 2, marks=pytest.mark.clause("AS-56")),
    ],
)
def test_a_trip_of_1000_has_no_extension(name: str, players: int) -> None:
    deal = scene(rules_of(name, players), hand="100 25", tables={0: AT_900})
    deal.play("100")
    assert deal.over
    assert isinstance(deal.why_not("extend"), illegal_reasons.DealIsOver)
    assert not any(row(deal, "extension"))


@pytest.mark.clause("Q-26", "Q-72")
def test_the_literal_rest_of_the_1962_text_gives_six_players_1000_miles_and_no_extension() -> None:
    literal = rules_of(
        "parker-1962",
        6,
        target=1000,
        extension=False,
        extension_points=0,
        extension_fails_on_exhaustion=False,
    )
    deal = short_trip(literal)
    assert not deal.over
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)
    deal = scene(literal, hand="100", tables={0: AT_900})
    deal.play("100")
    assert deal.completer == 0


@pytest.mark.clause("Q-72")
@pytest.mark.parametrize(
    "contradiction",
    [
        pytest.param({"target": 1000}, id="extension of a long trip"),
        pytest.param({"extension": False}, id="points for no extension"),
        pytest.param({"extension": False, "extension_points": 0}, id="failure of no extension"),
    ],
)
def test_target_and_extension_cannot_contradict_each_other(contradiction: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="extension"):
        rules_of("parker-1962", 6, **contradiction)
