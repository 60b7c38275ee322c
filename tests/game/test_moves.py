"""Moves: 64 codes, each with a notation that is read back where it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bornes import AmbiguousMove, Card, Deal, Family, InvalidMove, LegalMoves, Move, MoveTypeError, Phase
from bornes.game.moves import parse
from tests.support.scenes import fresh, piles, rules_of, scene


@pytest.mark.parametrize("code", range(64))
def test_every_move_reads_back(code: int) -> None:
    move = Move(code)
    spare = 5 <= code <= 9  # a hazard on the own table is no notation of its own: it needs a target
    if not spare:
        assert parse(str(move)) == move
    if move.is_discard:
        assert parse(move.notation(Phase.DRAW), Phase.DRAW) == move


def test_the_notation_of_each_kind_of_move() -> None:
    assert str(Move.lay(Card.ROLL)) == "roll"
    assert str(Move.attack(Card.STOP, 1)) == "stop>B"
    assert str(Move.discard(Card.D25)) == "-25"
    assert Move.discard(Card.D25).notation(Phase.EXCHANGE) == "~25"
    assert [str(Move(code)) for code in range(58, 64)] == ["coup", "pass", "extend", "finish", "draw", "take"]
    assert repr(Move.attack(Card.STOP, 1)) == "Move(27: stop>B)"


def test_what_a_move_speaks_of() -> None:
    attack = Move.attack(Card.SPEED_LIMIT, 3)
    assert (attack.card, attack.team, attack.is_discard) == (Card.SPEED_LIMIT, 3, False)
    assert (Move(58).card, Move(58).team) == (None, None)
    assert Move.discard(Card.RIGHT_OF_WAY).card is Card.RIGHT_OF_WAY


def test_text_is_read_kindly() -> None:
    assert parse("  STOP>b ") == Move.attack(Card.STOP, 1)
    assert parse("Roll") == Move.lay(Card.ROLL)


def test_a_hazard_without_a_target_means_the_only_opponent() -> None:
    deal = scene(rules_of("parker-1962"), hand="stop", tables={1: piles("roll")})
    assert deal.parse("stop") == Move.attack(Card.STOP, 1)
    assert "stop" in deal.legal_moves


def test_a_hazard_without_a_target_is_ambiguous_among_several() -> None:
    deal = scene(rules_of("parker-1962", 3), hand="stop", tables={1: piles("roll")})
    with pytest.raises(AmbiguousMove, match="stop>B or stop>C"):
        deal.play("stop")
    assert "stop" not in deal.legal_moves


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "cards are 25, 50"),
        ("rolll", "words coup, pass"),
        ("stop>E", "teams are A, B, C, D"),
        ("stop>", "teams are"),
        ("stop>AB", "teams are"),
        ("roll>B", "roll is not a hazard"),
        ("-", "cards are"),
        ("~25", "a discard is written -25"),
    ],
)
def test_text_that_is_no_move_says_what_would_be(text: str, hint: str) -> None:
    with pytest.raises(InvalidMove, match=hint):
        parse(text)


def test_a_discard_before_the_draw_is_no_exchange_by_accident() -> None:
    with pytest.raises(InvalidMove, match="an exchange is written ~25"):
        fresh(rules_of("asmodee"), "25").play("-25")


@pytest.mark.parametrize("code", [-1, 64, 1000, True, 2.5, Phase.PLAY, None])
def test_numbers_that_are_no_move(code: Any) -> None:
    with pytest.raises(InvalidMove, match="0 to 63"):
        Move(code)


def test_a_number_that_nobody_would_read_is_not_written_out() -> None:
    with pytest.raises(
        InvalidMove, match=r"there is no move of more than twenty digits; the codes of moves are 0 to 63"
    ):
        Move(10**5000)


def test_notation_is_read_by_the_deal_and_not_by_move() -> None:
    with pytest.raises(TypeError, match=r"Move takes the code of a move; deal.parse\('roll'\) reads notation"):
        Move("roll")  # type: ignore[arg-type]


ASKED: dict[str, Callable[[Deal, Any], object]] = {
    "in": lambda deal, thing: thing in deal.legal_moves,
    "Move": lambda deal, thing: Move(thing),
    "play": lambda deal, thing: deal.play(thing),
    "why_not": lambda deal, thing: deal.why_not(thing),
    "view.why_not": lambda deal, thing: deal.view(deal.seat).why_not(thing),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize(
    ("thing", "hint"),
    [
        (Card.STOP, r"Card.STOP is a card, not a move: 'stop>B' or Move.attack\(Card.STOP, 1\) lays it on team B"),
        (Card.STOP, r"'-stop' or Move.discard\(Card.STOP\) gives it up"),
        (Card.ROLL, r"Card.ROLL is a card, not a move: 'roll' or Move.lay\(Card.ROLL\) plays it"),
        (Phase.PLAY, "is not a move; moves are codes from 0 to 63, or notation such as 'roll'"),
        (Family.HAZARD, "is not a move"),
        (True, "is not a move"),
    ],
)
def test_a_card_is_a_number_and_yet_no_move(ask: Callable[[Deal, Any], object], thing: object, hint: str) -> None:
    """Card.STOP is 8 to Python, and move 8 is something else: whoever writes it is told what was meant."""
    deal = scene(rules_of("parker-1962"), hand="stop roll", tables={1: piles("roll")})
    before = deal.state.snapshot()
    with pytest.raises(MoveTypeError, match=hint) as caught:
        ask(deal, thing)
    assert isinstance(caught.value, InvalidMove)
    assert isinstance(caught.value, TypeError)
    assert deal.state.snapshot() == before


def test_moves_are_made_of_cards_and_teams() -> None:
    for make in (Move.lay, Move.discard):
        with pytest.raises(MoveTypeError, match=r"13 is not a Card, such as Card.STOP"):
            make(13)  # type: ignore[arg-type]
    for team in (-1, 4, True, Card.STOP):
        with pytest.raises(InvalidMove, match="teams are 0 to 3"):
            Move.attack(Card.STOP, team)
    with pytest.raises(InvalidMove, match="roll is not a hazard"):
        Move.attack(Card.ROLL, 1)


def test_the_class_of_a_number_from_elsewhere_does_not_matter() -> None:
    class Code(int):
        pass

    assert Move(Code(13)) == Move(Move(13)) == Move.lay(Card.ROLL)
    assert Code(13) in LegalMoves(1 << 13)


def test_legal_moves_answer_like_a_collection() -> None:
    legal = LegalMoves(1 << 13 | 1 << 27 | 1 << 39, Phase.PLAY, [1])
    assert len(legal) == 3
    assert bool(legal)
    assert not LegalMoves(0)
    assert [str(move) for move in legal] == ["roll", "stop>B", "-25"] == list(legal.notation)
    assert str(legal) == "roll stop>B -25"
    assert repr(legal) == "<LegalMoves play: roll stop>B -25>"
    assert "roll" in legal
    assert Move(27) in legal
    assert 39 in legal
    assert "200" not in legal
    assert "nonsense" not in legal
    assert 3.5 not in legal
    assert 99 not in legal
    assert legal == LegalMoves(legal.mask)
    assert legal != LegalMoves(legal.mask, Phase.DRAW)
    assert legal != "roll"
    assert hash(legal) == hash(LegalMoves(legal.mask))


def test_cards_find_their_partners() -> None:
    pairs = {hazard.notation: (hazard.remedy.notation, hazard.safety.notation) for hazard in Card if 5 <= hazard <= 9}
    assert pairs == {
        "out-of-gas": ("gas", "tank"),
        "flat": ("spare", "proof"),
        "accident": ("repair", "ace"),
        "stop": ("roll", "priority"),
        "limit": ("end", "priority"),
    }
    with pytest.raises(ValueError, match="roll is not a hazard"):
        _ = Card.ROLL.remedy
    assert (Card.D200.miles, Card.STOP.miles) == (200, 0)
