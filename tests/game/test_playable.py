"""What a hand may do now, and why not the rest: a view answers as the engine does, from what the viewer knows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from bornes import Card, Deal, LegalMoves, Move, Phase, Reason, Rules, View, Window
from bornes.engine.codes import MOVES
from bornes.game import illegal_reasons
from bornes.game.moves import card_moves
from tests.support.house_rules import PRINTED, any_rules, cramped_rules, lucks, tried
from tests.support.scenes import piles, rules_of, scene
from tests.support.walks import begin, position_of, step, walk

PARKER = rules_of("parker-1962")


def one_by_one(deal: Deal, view: View) -> dict[Card, tuple[Reason, ...]]:
    """Work out why cards cannot be played by asking about each move."""
    found: dict[Card, tuple[Reason, ...]] = {}
    for card in view.hand:
        reasons = [deal.why_not(move) for move in view.card_moves(card)]
        if None not in reasons:
            found[card] = tuple(dict.fromkeys(reason for reason in reasons if reason is not None))
    return found


def check_answers(deal: Deal) -> None:
    """Check that a view knows what the engine says of every move, as far as that is the viewer's to know."""
    seat = deal.seat
    for viewer in (None, *range(deal.rules.players)):
        view = deal.view(viewer)
        if viewer is None or viewer != seat:
            assert not view.legal_moves
            assert view.why_unplayable() == {}
            continue
        assert view.legal_moves == deal.legal_moves == LegalMoves(deal.state.legal(), deal.phase)
        assert [view.why_not(code) for code in range(MOVES)] == [deal.why_not(code) for code in range(MOVES)]
        unplayable = view.why_unplayable()
        assert unplayable == deal.why_unplayable() == one_by_one(deal, view)
        assert list(unplayable) == sorted(unplayable)
    if seat is None:
        assert deal.why_unplayable() == {}


@given(any_rules(), lucks())
@tried(60)
def test_a_view_answers_as_the_engine_does(rules: Rules, luck: Random) -> None:
    deal = begin(rules, luck)
    for _ in range(60):
        check_answers(deal)
        walk(deal, luck, luck.randint(1, 3))
        if deal.over:
            break
    check_answers(deal)


@given(lucks())
@tried(40)
def test_so_it_does_at_the_end_of_a_deal(luck: Random) -> None:
    deal = begin(cramped_rules(luck), luck)
    while not deal.over:
        step(deal, luck)
        check_answers(deal)


@pytest.mark.parametrize(
    "rules", PRINTED, ids=lambda rules: f"{rules.edition}-{rules.players}-{rules.teams}-{rules.target}"
)
def test_so_it_does_in_every_printed_form(rules: Rules) -> None:
    luck = Random(11)
    deal = begin(rules, luck)
    for _ in range(80):
        if not deal.over:
            check_answers(deal)
            step(deal, luck)


@given(any_rules(), lucks())
@tried(30)
def test_so_it_does_where_a_deal_was_set_up(rules: Rules, luck: Random) -> None:
    deal = begin(rules, luck)
    walk(deal, luck, luck.randint(1, 80))
    if not deal.over:
        check_answers(Deal.from_position(position_of(deal)))


# --- Scenes --------------------------------------------------------------------------------------------------------


def test_each_card_that_cannot_be_played_has_its_reason() -> None:
    deal = scene(PARKER, hand="200 100 roll stop gas ace", tables={0: piles("roll", "limit"), 1: piles("roll stop")})
    assert deal.why_unplayable() == {
        Card.D100: (illegal_reasons.SpeedLimited("P62-30", 50),),
        Card.D200: (illegal_reasons.SpeedLimited("P62-30", 50),),
        Card.STOP: (illegal_reasons.TargetHasHazard("P62-28", 1, Card.STOP),),
        Card.GASOLINE: (illegal_reasons.RemedyUseless("P62-35", Card.GASOLINE, Card.OUT_OF_GAS),),
        Card.ROLL: (illegal_reasons.RollUseless("Q-09"),),
    }
    assert deal.view(0).why_unplayable() == deal.why_unplayable()
    assert deal.view(1).why_unplayable() == {}


def test_a_hazard_has_a_reason_for_each_opponent_in_order() -> None:
    rules = rules_of("parker-1962", 3)
    tables = {1: piles(), 2: piles("roll", safeties="priority")}
    deal = scene(rules, hand="stop flat", tables=tables)
    unplayable = deal.why_unplayable()
    assert [type(reason) for reason in unplayable[Card.STOP]] == [
        illegal_reasons.TargetNotStarted,
        illegal_reasons.TargetProtected,
    ]
    assert Card.FLAT_TIRE not in unplayable


def test_a_reason_that_holds_for_every_opponent_is_told_once() -> None:
    rules = rules_of("parker-1962", 3)
    deal = scene(
        rules, hand="stop", seat=0, phase=Phase.EXTEND, tables={0: piles("roll", distances="200 200 100 100 100")}
    )
    assert deal.why_unplayable() == {Card.STOP: (illegal_reasons.DecideExtensionFirst("P62-71"),)}


def test_in_a_window_the_safety_is_called_and_nothing_else_is_an_answer() -> None:
    tables = {1: piles("roll stop", distances="100")}
    deal = scene(
        PARKER,
        hand="priority 25 roll",
        seat=1,
        turn=0,
        phase=Phase.REACT,
        window=Window(0, 1, Card.STOP),
        tables=tables,
    )
    assert list(deal.why_unplayable()) == [Card.D25, Card.ROLL]
    assert deal.view(1).card_moves(Card.RIGHT_OF_WAY) == [deal.parse("coup")]


@pytest.mark.parametrize(
    ("card", "phase", "discarding", "meant"),
    [
        (Card.D25, Phase.PLAY, False, ["25"]),
        (Card.D25, Phase.PLAY, True, ["-25"]),
        (Card.D25, Phase.EXCHANGE, False, ["-25"]),
        (Card.D25, Phase.DRAW, False, ["25"]),
        (Card.STOP, Phase.PLAY, False, ["stop>B", "stop>D"]),
        (Card.STOP, Phase.PLAY, True, ["-stop"]),
        (Card.RIGHT_OF_WAY, Phase.PLAY, False, ["priority"]),
        (Card.RIGHT_OF_WAY, Phase.REACT, False, ["coup"]),
        (Card.DRIVING_ACE, Phase.REACT, False, ["ace"]),
    ],
)
def test_choosing_a_card_means_one_move_or_one_for_each_opponent(
    card: Card, phase: Phase, discarding: bool, meant: list[str]
) -> None:
    moves = card_moves(card, phase, (1, 3), Card.STOP, discarding=discarding)
    assert [str(move) for move in moves] == meant
    assert all(type(move) is Move for move in moves)
