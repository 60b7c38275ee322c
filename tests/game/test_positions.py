"""Positions: any moment can be set up, and an impossible one is refused with the reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from bornes import Card, Deal, Phase, Piles, Position, PositionError, Rules, Window, piles
from bornes.game.position import cards
from tests.support.house_rules import any_rules, lucks, tried
from tests.support.scenes import rules_of, scene
from tests.support.walks import begin, position_of, step, walk

RULES = rules_of("parker-1962", 4)


def position(**changes: Any) -> Position:
    """A possible position, but for the changes."""
    base = scene(RULES, hand="roll", tables={1: piles("roll stop", "limit", "100", coups="ace")})
    state = base.state
    values: dict[str, Any] = {
        "rules": RULES,
        "hands": tuple(base.hand(seat) for seat in range(4)),
        "tables": base.view().tables,
        "draw_pile": tuple(Card(card) for card in state.draw_pile()),
    }
    return Position(**{**values, **changes})


ASMODEE = rules_of("asmodee")
"""Rules with everything that can be under way: discards are taken and reshuffled, cards exchanged, remedies at once."""


def at_asmodee(*, empty: bool = False, hand: str = "gas 25 50", **moment: Any) -> Position:
    """A possible position under rules with open discards and fast play, but for the moment described."""
    laid = {0: piles("roll flat"), 1: piles("roll stop", coups="ace")}
    held = {1: "25 100"}
    base = position_of(scene(ASMODEE, hand=hand, hands=held, tables=laid, discards="25 75 100", empty=empty))
    return replace(base, **moment)


def test_a_possible_position_is_played_on() -> None:
    deal = Deal.from_position(position())
    assert deal.phase is Phase.PLAY
    assert deal.view().tables[1] == piles("roll stop", "limit", "100", coups="ace")
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
    ({"hands": ((), ())}, "hands: 4 players need 4, and there are 2"),
    ({"tables": (Piles(),)}, "tables: 2 teams need 2, and there is 1"),
    ({"seat": 4}, "seat: there is no seat 4"),
    ({"turn": 9}, "turn: there is no seat 9"),
    ({"draw_pile": ()}, "50: there are 8 in the position, and 10 in the deck"),
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
    ({"phase": Phase.REACT, "turn": 0, "window": Window(0, -1, Card.STOP)}, "target: there is no team -1; teams are 0"),
    ({"phase": Phase.REACT, "turn": 0, "window": Window(4, 1, Card.STOP)}, "attacker: there is no seat 4"),
    ({"phase": Phase.REACT, "window": Window(0, 1, Card.STOP)}, "seat 0 has no answer to give, so it is not asked"),
    ({"phase": Phase.REACT, "seat": 3, "turn": 0, "window": Window(0, 1, Card.STOP)}, "seat 3 has no answer to give"),
    ({"seat": 1, "turn": 0}, "seat: in the phase play seat 0, whose turn it is, decides, not seat 1"),
    ({"turns": 0}, "turns must be 1 to 1000000, not 0"),
    ({"turns": -5}, "turns must be 1 to 1000000, not -5"),
    ({"turns": 2**31 - 1}, "turns must be 1 to 1000000, not 2147483647"),
    ({"extra": True}, "extra: a safety earns an extra turn, and the team on turn shows none"),
    ({"taken": Card.ROLL}, "taken: under these rules discards are not taken"),
    ({"given": 1}, "given must be 0 in the phase play"),
    ({"owed": 1}, "owed must be 0 in the phase play"),
    ({"refill": True}, "refill must be False in the phase play"),
    ({"phase": Phase.DRAW}, "nothing to choose before drawing, so they have no phase draw"),
    ({"phase": Phase.EXCHANGE, "given": 1}, "these rules know no exchange of cards"),
    ({"phase": Phase.CHANCE, "owed": 1}, "under these rules the discards are not reshuffled"),
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
        (piles("roll", "end"), "speed pile begins with end"),
        (piles("roll", distances="200 200 200"), "more than 2 200s"),
        (piles("roll", distances="100 100 100 100 100 100 100 100 100 75 75"), "1050 miles, and the target is 1000"),
        (piles(distances="25"), "driven without ever starting"),
        (Piles(coups=(Card.DRIVING_ACE,)), "a coup fourré that is not among its safeties"),
        (Piles(safeties=cards("ace"), coups=cards("ace ace")), "team A: ace is named twice among its coups fourrés"),
        (Piles(speed=cards("limit end"), roll_due=True), "these rules ask for no roll after an end of limit"),
    ],
)
def test_an_impossible_table_is_refused_with_the_reason(laid: Piles, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        scene(RULES, hand="roll", tables={0: laid})


def test_a_hand_too_large_is_refused() -> None:
    with pytest.raises(PositionError, match="seat 0 holds 8 cards; 7 is the most there"):
        scene(RULES, hand="roll roll roll roll roll roll roll roll")


def test_a_safety_cannot_lie_there_twice() -> None:
    base = position()
    twice = replace(base.tables[1], safeties=cards("ace ace"))
    with pytest.raises(PositionError, match="ace: there are 2 in the position, and 1 in the deck"):
        replace(base, tables=(base.tables[0], twice)).check()


NOWHERE: list[tuple[dict[str, Any], str]] = [
    ({"turns": 2001}, "turns must be 1 to 2000, not 2001"),
    ({"phase": Phase.EXCHANGE, "given": 90}, "given must be 1 to 3, as many as a hand holds and .* not 90"),
    ({"phase": Phase.EXCHANGE, "given": 12}, "given must be 1 to 3, .* not 12"),
    ({"phase": Phase.EXCHANGE, "given": 1, "hand": "gas 25 50 75 75 roll"}, "seat 0 holds 6 cards; 5 is the most"),
    ({"phase": Phase.EXCHANGE, "given": 4, "hand": "gas"}, "given must be 1 to 3, .* not 4"),
    ({"phase": Phase.EXCHANGE, "given": 0}, "given must be 1 to 3, .* not 0"),
    ({"phase": Phase.EXCHANGE, "given": -1}, "given must be 1 to 3, .* not -1"),
    ({"phase": Phase.EXCHANGE, "given": 1, "taken": Card.GASOLINE}, "taken must be None in the phase exchange"),
    ({"phase": Phase.DRAW, "taken": Card.GASOLINE}, "taken must be None in the phase draw"),
    ({"phase": Phase.DRAW, "given": 1}, "given must be 0 in the phase draw"),
    ({"phase": Phase.DRAW, "hand": "gas 25 50 75 100 100 roll"}, "seat 0 holds 7 cards; 6 is the most there"),
    ({"taken": Card.DRIVING_ACE}, "taken: seat 0 does not hold ace, and has not just laid it"),
    ({"taken": Card.D100}, "taken: seat 0 does not hold 100"),
    ({"phase": Phase.CHANCE, "owed": 1}, "shuffled when there are some and the draw pile is empty"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 0}, "owed must be 1 to 1 there, not 0"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 2}, "owed must be 1 to 1 there, not 2"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 20}, "owed must be 1 to 1 there, not 20"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 80}, "owed must be 1 to 1 there, not 80"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": -1}, "owed must be 1 to 1 there, not -1"),
    ({"phase": Phase.CHANCE, "empty": True, "given": 2, "owed": 3}, "owed must be 1 to 2 there, not 3"),
    ({"phase": Phase.CHANCE, "empty": True, "given": 7, "owed": 1}, "given must be 1 to 6, .* not 7"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 1, "refill": True}, "owed to an opponent of the seat on turn"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 1, "given": 1, "seat": 1, "turn": 0}, "only the seat on turn exch"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 1, "seat": 0, "turn": 1, "refill": True}, "the team shows none"),
    ({"phase": Phase.CHANCE, "empty": True, "owed": 1, "taken": Card.D25}, "taken must be None in the phase chance"),
]  # fmt: skip


@pytest.mark.parametrize(("moment", "reason"), NOWHERE)
def test_what_is_under_way_must_be_able_to_come_about(moment: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Deal.from_position(at_asmodee(**moment))


POSSIBLE: list[dict[str, Any]] = [
    {"phase": Phase.DRAW},
    {"phase": Phase.EXCHANGE, "given": 3},
    {"phase": Phase.EXCHANGE, "given": 1, "empty": True},
    {"taken": Card.GASOLINE},
    {"turns": 2000},
    {"phase": Phase.CHANCE, "empty": True, "owed": 1},
    {"phase": Phase.CHANCE, "empty": True, "owed": 2, "given": 3},
    {"phase": Phase.CHANCE, "empty": True, "owed": 1, "seat": 1, "turn": 0},
    {"phase": Phase.CHANCE, "empty": True, "owed": 1, "seat": 1, "turn": 0, "refill": True},
    {"phase": Phase.CHANCE, "empty": True, "owed": 1, "seat": 1, "turn": 0, "taken": Card.STOP},
]


@pytest.mark.parametrize("moment", POSSIBLE)
def test_what_can_come_about_is_played_on(moment: dict[str, Any]) -> None:
    walk(Deal.from_position(at_asmodee(**moment)), Random(1), 30)


def test_the_turn_ends_where_the_rules_end_the_deal_with_the_draw_pile() -> None:
    rules = rules_of("parker-1962", empty_draw_pile="stop", extra_turn="optional")
    tables = {0: piles("roll", safeties="ace")}
    with pytest.raises(PositionError, match="the draw pile is empty, and with it these rules end the deal"):
        scene(rules, hand="25", tables=tables, phase=Phase.DRAW, extra=True, empty=True)


def test_who_has_nothing_and_gets_nothing_is_not_asked_how_to_draw() -> None:
    rules = rules_of("parker-1962", take_discard=True, turn_cap=100)
    with pytest.raises(PositionError, match="seat 0 holds no card and can draw none"):
        scene(rules, hand="", phase=Phase.DRAW, empty=True)


SHORT = piles("roll", distances="200 200 100 100 100")
"""A trip of 700 miles."""


@pytest.mark.parametrize(
    ("tables", "moment", "reason"),
    [
        ({0: SHORT}, {"hand": "25 25 25 50 50 50 75"}, "seat 0 holds 7 cards; 6 is the most there"),
        ({0: SHORT}, {"extended_by": 0}, "no extension to decide"),
        ({0: SHORT, 1: piles("roll", distances="100 100 100 100 100 100 100")}, {}, "team B: has completed its trip"),
        ({0: SHORT}, {"hand": "", "others": False, "empty": True}, "no card is left to drive on with"),
        ({1: SHORT}, {}, "team B: has completed its trip"),
    ],
)
def test_an_extension_is_decided_by_who_completed_the_short_trip(
    tables: dict[int, Piles], moment: dict[str, Any], reason: str
) -> None:
    with pytest.raises(PositionError, match=reason):
        scene(rules_of("parker-1962"), tables=tables, phase=Phase.EXTEND, **{"hand": "25", **moment})


@pytest.mark.parametrize(
    ("caller", "reason"),
    [
        (7, "extended_by: there is no team 7; teams are 0 to 1"),
        (-1, "extended_by: there is no team -1; teams are 0 to 1"),
        (1, "extended_by: team B has 0 miles, and extends a trip after 700 only"),
    ],
)
def test_a_trip_is_extended_by_a_team_that_completed_the_short_one(caller: int, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        scene(rules_of("parker-1962"), hand="25", tables={0: SHORT}, extended_by=caller)


def test_a_safety_keeps_its_hazard_away() -> None:
    opened = Window(0, 1, Card.STOP)
    laid = piles("roll stop", safeties="priority")
    with pytest.raises(PositionError, match="the target shows priority, so stop cannot hit it"):
        scene(ASMODEE, hand="roll", seat=1, turn=0, phase=Phase.REACT, window=opened, tables={1: laid})


# --- What is not even of the right type --------------------------------------------------------------------

HUGE = 10**5000
NUMBERS = ("seat", "turns", "given", "owed")
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"rules": "asmodee"}, "rules must be Rules, not 'asmodee'"),
    ({"rules": None}, "rules must be Rules, not None"),
    ({"hands": None}, "hands must be a tuple of hands, not None"),
    ({"hands": [(), (), (), ()]}, r"hands must be a tuple of hands, not \[\(\)"),
    ({"hands": ([], (), (), ())}, r"hands: that of seat 0 must be a tuple of cards, not \[\]"),
    ({"hands": ((13,), (), (), ())}, "every card in hands, tables and piles must be a Card, not 13"),
    ({"hands": (("roll",), (), (), ())}, "every card in hands, tables and piles must be a Card, not 'roll'"),
    ({"tables": (None, None)}, "tables: number 0 must be a Piles, not None"),
    ({"tables": (Piles(battle=[Card.ROLL]), Piles())}, "number 0: battle must be a tuple of cards"),  # type: ignore[arg-type]
    ({"tables": (Piles(), Piles(coups=(99,)))}, "every card .* must be a Card, not 99"),  # type: ignore[arg-type]
    ({"tables": (Piles(roll_due=1), Piles())}, "number 0: roll_due must be True or False, not 1"),  # type: ignore[arg-type]
    ({"draw_pile": "roll"}, "draw_pile must be a tuple of cards, not 'roll'"),
    ({"draw_pile": (HUGE,)}, "must be a Card, not a int that cannot be written down"),
    ({"discards": (None,)}, "every card .* must be a Card, not None"),
    ({"phase": 2}, "phase must be a Phase, not 2"),
    ({"turn": "0"}, "turn must be a whole number or None, not '0'"),
    ({"turn": HUGE}, "turn: there is no seat a int that cannot be written down"),
    ({"extra": 1}, "extra must be True or False, not 1"),
    ({"taken": 13}, "taken must be a Card or None, not 13"),
    ({"window": (0, 1, Card.STOP)}, "window must be a Window or None, not"),
    ({"window": Window(0.0, 1, Card.STOP)}, "window: attacker must be a whole number, not 0.0"),  # type: ignore[arg-type]
    ({"window": Window(0, 1, 8)}, "window: hazard must be a Card, not 8"),  # type: ignore[arg-type]
    ({"extended_by": False}, "extended_by must be a whole number or None, not False"),
    ({"refill": None}, "refill must be True or False, not None"),
    *(({name: wrong}, f"{name} must be a whole number, not") for name in NUMBERS for wrong in (None, "1", 1.0, True)),
    *(({name: HUGE}, "that cannot be written down|must be 0 in") for name in NUMBERS),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "reason"), WRONG)
def test_what_is_no_number_and_no_card_is_refused_by_name(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Deal.from_position(position(**changes))


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (2, "ask_after: there is no seat 2; seats are 0 to 1"),
        (-1, "ask_after: there is no seat -1"),
        ("0", "ask_after must be a whole number or None, not '0'"),
        (0, "ask_after: no window is open"),
    ],
)
def test_asking_on_takes_a_window_and_a_seat(asked: Any, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Deal.from_position(at_asmodee(), ask_after=asked)


# --- What was reached in play ------------------------------------------------------------------------------


@given(any_rules(), lucks())
@tried(60)
def test_every_moment_that_play_comes_to_is_accepted(rules: Rules, luck: Random) -> None:
    deal = begin(rules, luck)
    while not deal.over and deal.turns < 120:
        position_of(deal).check()
        if not deal.reshuffles and luck.random() < 0.05:
            check_imagined(deal, luck)
        step(deal, luck)


def check_imagined(deal: Deal, luck: Random) -> None:
    """Whatever a viewer imagines, and a viewer of what it imagines, is accepted as well."""
    for viewer in (None, *range(deal.rules.players)):
        imagined = deal.view(viewer).sample(luck)
        if not imagined.over:
            imagined.view(luck.choice((None, *range(deal.rules.players)))).sample(luck)


def test_a_card_that_was_taken_and_laid_is_no_longer_held_in_what_a_viewer_imagines() -> None:
    """The only accident there is was taken from the discards and laid at once: nobody can be believed to hold it."""
    deck = list(ASMODEE.deck)
    deck[Card.ACCIDENT] = 1
    rules = ASMODEE.replace(deck=tuple(deck))
    laid = {1: piles("roll")}
    deal = scene(rules, hand="25", hands={1: "repair 25"}, tables=laid, phase=Phase.DRAW, discards="accident")
    deal.play("take")
    deal.play("accident>B")
    imagined = deal.view(1).sample(Random(1))
    assert imagined.phase is Phase.REACT
    assert Card.ACCIDENT not in imagined.view(1).sample(Random(2)).hand(0)


def test_right_of_way_may_open_a_battle_pile() -> None:
    laid = piles("flat", distances="25", safeties="priority")
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
        tables={1: piles("roll stop")},
    )
    deal.play("coup")
    assert deal.view().tables[1].battle == (Card.ROLL,)


def test_cards_and_tables_are_written_as_text() -> None:
    assert cards("roll, 100 stop") == (Card.ROLL, Card.D100, Card.STOP)
    assert cards([Card.ROLL]) == (Card.ROLL,)
    assert piles(safeties="ace", coups="ace priority").safeties == (Card.DRIVING_ACE, Card.RIGHT_OF_WAY)
    with pytest.raises(ValueError, match="'wheel' is not a card; cards are 25"):
        cards("wheel")
