"""What is printed can be read: cards by their names, moves in notation, tables as tables."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given

from bornes import Card, Deal, DealSheet, DrawCause, Game, GameSheet, Phase, Piles, Rules, View, Window
from bornes.game.events import Attacked, DealOver, Dealt, Drew, WindowClosed
from bornes.game.position import cards
from bornes.game.view import describe_table
from tests.support.house_rules import any_rules, lucks, tried
from tests.support.scenes import fresh, piles, rules_of, scene
from tests.support.walks import moments, position_of

# --- Cards -------------------------------------------------------------------------------------------------------


def test_a_card_prints_as_its_name() -> None:
    assert [str(card) for card in cards("25 100 stop limit proof priority")] == [
        *("25", "100", "Stop", "Speed Limit", "Puncture-Proof", "Right of Way")
    ]
    assert f"{Card.STOP}, {Card.RIGHT_OF_WAY:>14}, {Card.D100:<5}|" == "Stop,   Right of Way, 100  |"
    assert "%s" % Card.ROLL == "Roll"  # noqa: UP031 - so do old habits
    assert len({str(card) for card in Card}) == len(Card)


def test_its_number_is_there_for_who_asks_for_it() -> None:
    assert (int(Card.STOP), f"{Card.STOP:d}", f"{Card.STOP:03d}", f"{Card.RIGHT_OF_WAY:x}") == (8, "8", "008", "12")
    assert json.dumps([Card.STOP]) == "[8]"


def test_what_a_programmer_sees_tells_both() -> None:
    assert repr(Card.STOP) == "<Card.STOP: 8>"
    assert [Card.D25].__repr__() == "[<Card.D25: 0>]"


# --- Events ------------------------------------------------------------------------------------------------------


def test_events_print_with_the_names_of_cards_and_teams() -> None:
    assert str(Attacked(0, Card.STOP, 1)) == "Attacked(seat 0, card Stop, team B)"
    assert str(Drew(1, None, DrawCause.TURN)) == "Drew(seat 1, card unseen, cause turn)"
    assert (
        str(Dealt(0, ((Card.D25, Card.ROLL), None), 89))
        == "Dealt(first 0, hands [[25, Roll], unseen], draw_pile_size 89)"
    )
    assert str(WindowClosed()) == "WindowClosed()"


# --- Tables ------------------------------------------------------------------------------------------------------


def test_a_view_prints_as_the_table_that_the_viewer_sees() -> None:
    tables = {
        0: piles("roll stop", "limit", "100 100 75", coups="tank"),
        1: piles("roll", distances="200", safeties="ace", coups="priority"),
    }
    deal = scene(rules_of("parker-1962", 4), hand="roll 25 proof", tables=tables, discards="gas end", turns=12)
    assert str(deal.view(0)).splitlines() == [
        "parker-1962 for 4 in pairs, to 1000, turn 12: seat 0 is to play",
        "          A: seats 0, 2                     B: seats 1, 3",
        "miles     275 (2×100 75)                    200 (200)",
        "battle    Stop                              Roll",
        "speed     Speed Limit                       -",
        "safeties  Extra Tank*                       Driving Ace, Right of Way*",
        "* played as a coup fourré",
        "hand of seat 0: 25, Roll, Puncture-Proof",
        "cards held: 3 6 6 6; draw pile 72, discards 2 with End of Limit on top",
    ]
    assert repr(deal.view(0)) == "<View of seat 0: parker-1962 for 4 in pairs, turn 12, seat 0 is to play>"


def test_a_spectator_sees_no_hand_and_the_one_who_runs_the_game_all() -> None:
    deal = fresh(rules_of("dujardin", 3), "stop", "ace")
    assert "hand of" not in str(deal.view())
    assert repr(deal.view()).startswith("<View of a spectator: dujardin for 3, turn 1, ")
    hands = [deal.hand(seat) for seat in range(3)]
    shown = [line for line in describe_table(deal.view(), hands).splitlines() if line.startswith("hand of seat")]
    assert len(shown) == 3
    assert "Driving Ace" in shown[1]


@pytest.mark.parametrize(
    ("deal", "viewer", "doing"),
    [
        (scene(rules_of("asmodee"), hand="25", phase=Phase.DRAW), 1, "seat 0 is to draw"),
        (
            scene(rules_of("asmodee"), hand="25", discards="50", phase=Phase.EXCHANGE, given=1),
            None,
            "seat 0 is to go on with its exchange",
        ),
        (
            scene(rules_of("asmodee"), hand="25", empty=True, phase=Phase.CHANCE, owed=1),
            None,
            "discards are to be shuffled",
        ),
        (
            scene(
                rules_of("parker-1962"),
                hand="priority",
                tables={0: piles("roll stop")},
                phase=Phase.REACT,
                turn=1,
                window=Window(1, 0, Card.STOP),
            ),
            0,
            "Stop laid on team A by seat 1, and seat 0 is asked",
        ),
    ],
    ids=["draw", "exchange", "chance", "react"],
)
def test_it_says_what_goes_on(deal: Deal, viewer: int | None, doing: str) -> None:
    assert doing in str(deal.view(viewer)).replace("\n  ", " ")
    assert doing.split(",")[0] in str(position_of(deal)).replace("\n  ", " ")


def test_a_view_of_nothing_yet_says_so() -> None:
    view = View.fold(rules_of("parker-1962"), None, ())
    assert str(view) == "parker-1962 for 2: no deal has begun"
    assert repr(view) == "<View of a spectator: parker-1962 for 2, turn 0, no deal has begun>"


def test_in_the_middle_of_a_move_it_says_what_follows() -> None:
    deal = fresh(rules_of("parker-1962"), "roll")
    said = []
    for count in range(1, len(deal.events) + 1):
        view = View.fold(deal.rules, None, deal.events[:count])
        said.append(view.awaited)
        assert view.awaited in str(view).replace("\n  ", " ")
    assert said == [
        "the turn of seat 0 is to begin",
        "seat 0 is to draw a card",
        "seat 0 is to be asked for its decision, in the phase play",
        "seat 0 is to play",
    ]


def test_at_the_end_it_tells_the_scores() -> None:
    deal = scene(
        rules_of("parker-1962", 4), hand="25", tables={0: piles("roll", distances="200 200 100 100 100 100 100 75")}
    )
    deal.play("25")
    assert isinstance(deal.events[-1], DealOver)
    shown = str(deal.view()).splitlines()[0]
    assert shown.startswith("parker-1962 for 4 in pairs, to 1000, turn 1: over, completed by team A; scores")


@given(any_rules(), lucks())
@tried(40)
def test_any_table_fits_a_small_terminal(rules: Rules, luck: Random) -> None:
    for deal in moments(rules, luck, apart=20):
        view = deal.view(luck.choice((None, *range(rules.players))))
        lines = str(view).splitlines()
        assert len(lines) <= 14
        assert max(map(len, lines)) < 80
        assert len(repr(view)) < 160
        everything = str(position_of(deal)).splitlines()
        assert max(map(len, everything)) < 80
        assert sum(line.startswith("hand of seat") for line in everything) == rules.players


# --- Piles, windows and sheets -----------------------------------------------------------------------------------


def test_piles_and_windows_print_in_a_line() -> None:
    assert str(piles("roll", "limit end", "100 25 100", coups="ace")) == (
        "miles 225 (2×100 25); battle Roll; speed End of Limit; safeties Driving Ace*"
    )
    assert str(Piles()) == "miles 0; battle -; speed -; safeties -"
    due = piles("roll", "limit end", roll_due=True)
    assert str(due) == "miles 0; battle Roll, a Roll is due; speed End of Limit; safeties -"
    assert str(Window(2, 1, Card.FLAT_TIRE)) == "Flat Tire laid on team B by seat 2"


def test_sheets_print_as_on_paper() -> None:
    sheet = DealSheet({"milestones": (700, 25), "coups_fourres": (300, 0)})
    assert str(sheet).splitlines() == [
        "                      A      B",
        "milestones          700     25",
        "coups fourrés       300      0",
        "total for deal     1000     25",
    ]
    assert str(GameSheet((sheet,))).splitlines()[-2:] == [
        "carried forward       0      0",
        "grand total        1000     25",
    ]
    assert (str(GameSheet(())), GameSheet(()).totals) == ("no deal yet", ())
    assert str(Game(seed=7).score_sheet()).startswith("deal 1\n")


def test_where_points_end_the_race_the_table_counts_them() -> None:
    laid = {1: piles("roll", "", "100", "ace", "ace")}
    by_points = str(scene(rules_of("asmodee"), hand="25", tables=laid).view(0)).splitlines()
    assert by_points[0].startswith("asmodee for 2, to 1000 points, turn 1")
    assert [row.split() for row in by_points[2:4]] == [["points", "0", "300"], ["miles", "0", "100", "(100)"]]
    by_miles = str(scene(rules_of("dujardin"), hand="25", tables=laid).view(0))
    assert "points" not in by_miles
