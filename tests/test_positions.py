"""Positions: any moment can be set up, and an impossible one is refused with the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bornes import Card, Deal, Phase, Position, PositionError, Table, Window, table
from bornes.position import cards
from tests.scenes import rules_of, scene

RULES = rules_of("parker-1962", 4)


def position(**changes: Any) -> Position:
    """A possible position, but for the changes."""
    base = scene(RULES, hand="roll", tables={1: table("roll stop", "limit", "100", coups="ace")})
    state = base.state
    values: dict[str, Any] = {
        "rules": RULES,
        "hands": tuple(base.hand(seat) for seat in range(4)),
        "tables": base.view().tables,
        "draw_pile": tuple(Card(card) for card in state.draw_pile()),
    }
    return Position(**{**values, **changes})


def test_a_possible_position_is_played_on() -> None:
    deal = Deal.from_position(position())
    assert deal.phase is Phase.PLAY
    assert deal.view().tables[1] == table("roll stop", "limit", "100", coups="ace")
    assert deal.view().tables[1].miles == 100
    deal.play("roll")


def swap(text: str, team: int = 1) -> dict[str, Any]:
    """Take a card from the draw pile and lay it on a team's Battle pile."""
    base = position()
    card = Card.parse(text)
    pile = list(base.draw_pile)
    pile.remove(card)
    tables = list(base.tables)
    tables[team] = replace(tables[team], battle=(*tables[team].battle, card))
    return {"draw_pile": tuple(pile), "tables": tuple(tables)}


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"hands": ((), ())}, "2 hands for 4 players"),
    ({"tables": (Table(),)}, "1 tables for 2 teams"),
    ({"seat": 4}, "seat: there is no seat 4"),
    ({"turn": 9}, "turn: there is no seat 9"),
    ({"draw_pile": ()}, "8 50 in the position, but 10 in the deck"),
    ({"seat": 1, "hands": (cards("roll"), (), *position().hands[2:]),
      "draw_pile": (*position().draw_pile, *position().hands[1])}, "seat 1 is to play and holds no card"),
    (swap("limit"), "team B: limit does not belong on the battle pile"),
    (swap("100"), "team B: 100 does not belong on the battle pile"),
    (swap("stop", 0), "team A: the battle pile begins with stop, but only a roll can open it"),
    ({"phase": Phase.REACT}, "a window belongs to the phase react"),
    ({"window": Window(0, 1, Card.STOP)}, "a window belongs to the phase react"),
    ({"phase": Phase.REACT, "window": Window(0, 1, Card.FLAT_TIRE)}, "flat is not on top"),
    ({"phase": Phase.REACT, "window": Window(0, 1, Card.ROLL)}, "roll is not a hazard"),
    ({"phase": Phase.REACT, "seat": 1, "window": Window(0, 1, Card.STOP)}, "it is the attacker's turn"),
    ({"phase": Phase.REACT, "seat": 0, "turn": 1, "window": Window(1, 1, Card.STOP)}, "the own side"),
    ({"extended_by": 0}, "know no extension"),
    ({"phase": Phase.EXTEND}, "no extension to decide"),
    ({"phase": Phase.OVER}, "this one is over"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "reason"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Deal.from_position(position(**changes))


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        (table("roll", "end"), "speed pile begins with end"),
        (table("roll", distances="200 200 200"), "more than 2 200s"),
        (table("roll", distances="100 100 100 100 100 100 100 100 100 75 75"), "1050 miles, and the target is 1000"),
        (table(distances="25"), "driven without ever starting"),
        (Table(coups=(Card.DRIVING_ACE,)), "a coup fourré that is not among its safeties"),
    ],
)
def test_an_impossible_table_is_refused_with_the_reason(laid: Table, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        scene(RULES, hand="roll", tables={0: laid})


def test_a_hand_too_large_is_refused() -> None:
    with pytest.raises(PositionError, match="seat 0 holds 8 cards; 7 is the most there"):
        scene(RULES, hand="roll roll roll roll roll roll roll roll")


def test_right_of_way_may_open_a_battle_pile() -> None:
    laid = table("flat", distances="25", safeties="priority")
    deal = scene(rules_of("parker-1988", 4), hand="spare", tables={0: laid})
    assert "spare" in deal.legal_moves


def test_a_position_in_an_open_window_asks_the_seat_named() -> None:
    deal = scene(
        RULES,
        hand="priority",
        seat=1,
        turn=0,
        phase=Phase.REACT,
        window=Window(0, 1, Card.STOP),
        tables={1: table("roll stop")},
    )
    deal.play("coup")
    assert deal.view().tables[1].battle == (Card.ROLL,)


def test_cards_and_tables_are_written_as_text() -> None:
    assert cards("roll, 100 stop") == (Card.ROLL, Card.D100, Card.STOP)
    assert cards([Card.ROLL]) == (Card.ROLL,)
    assert table(safeties="ace", coups="ace priority").safeties == (Card.DRIVING_ACE, Card.RIGHT_OF_WAY)
    with pytest.raises(ValueError, match="'wheel' is not a card; cards are 25"):
        cards("wheel")
