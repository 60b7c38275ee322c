"""The engine rooms by themselves: what the pleasant face never lets happen, and what happens below it."""

from __future__ import annotations

import warnings

import pytest

from bornes.engine import ROOMS, UncompiledWarning, warn_uncompiled, without_cython
from bornes.engine.codes import MOVES, Phase, Refused
from bornes.engine.playout import Eager, Policy, random_deals
from bornes.engine.referee import refusal
from bornes.engine.restore import restore
from bornes.engine.state import State
from bornes.position import compile_rules
from tests.support.scenes import Card, piles, rules_of, scene


@pytest.mark.parametrize("code", [-1, MOVES, 1000])
def test_a_number_beyond_the_codes_is_no_move(code: int) -> None:
    state = scene(rules_of("parker-1962"), hand="roll").state
    assert refusal(state, code) is Refused.NO_SUCH_MOVE


def test_who_has_arrived_has_room_for_nothing() -> None:
    """The deal would be over by then; a state made by hand shows that the arithmetic holds all the same."""
    values = scene(rules_of("parker-1962", 4), hand="25 50", tables={0: piles("roll")}).state.snapshot()
    values["miles"][0] = values["goal"]
    state = restore(compile_rules(rules_of("parker-1962", 4)), values)
    assert refusal(state, Card.D25) is Refused.OVER_TARGET


def test_before_a_shuffle_nothing_can_be_played() -> None:
    rules = rules_of("asmodee")
    deal = scene(rules, hand="25", draw="", empty=True, phase=Phase.DRAW)
    deal.play("draw")
    assert deal.phase is Phase.CHANCE
    assert {refusal(deal.state, code) for code in range(MOVES)} == {Refused.SHUFFLE_FIRST}
    assert deal.seat is None
    assert not deal.legal_moves


def test_while_a_hazard_waits_only_an_answer_will_do() -> None:
    rules = rules_of("asmodee")
    deal = scene(rules, hand="flat", hands={1: "spare gas 25"}, tables={1: piles("roll")})
    deal.play("flat>B")
    found = {name: refusal(deal.state, deal.parse(name)) for name in ("spare", "pass", "coup", "gas", "25", "-25")}
    assert found == {
        "spare": Refused.LEGAL,
        "pass": Refused.LEGAL,
        "coup": Refused.NOT_HELD,
        "gas": Refused.NOT_AN_ANSWER,
        "25": Refused.ANSWER_FIRST,
        "-25": Refused.ANSWER_FIRST,
    }


def test_a_clone_goes_its_own_way() -> None:
    state = scene(rules_of("parker-1962"), hand="roll 25").state
    before = state.snapshot()
    twin = state.clone()
    assert twin.snapshot() == before
    twin.apply(Card.ROLL)
    assert state.snapshot() == before != twin.snapshot()


def test_the_journal_is_kept_only_on_request() -> None:
    state = State(compile_rules(rules_of("parker-1962")))
    state.deal(state.rules.deck, 0)
    assert state.happenings() == []
    state.keeps_journal = True
    state.apply(next(code for code in range(MOVES) if state.legal() >> code & 1))
    assert state.happenings()


def test_random_deals_of_a_small_deck_are_shuffled_again() -> None:
    """A race with sixteen cards runs through its draw pile many times before the cap ends it."""
    deck = (0,) * 10 + (4, 4, 4, 4, 0, 0, 0, 0, 0)
    compiled = compile_rules(rules_of("asmodee", deck=deck, turn_cap=60))
    moves, checksum = random_deals(compiled, 2, 1)
    assert moves >= 120
    assert checksum == 0


def test_policies_are_ordinary_objects() -> None:
    assert isinstance(Eager(), Policy)


def test_an_uncompiled_engine_is_warned_of_on_one_line() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_uncompiled()
    assert [warning.category for warning in caught] == [UncompiledWarning]
    assert "C compiler" in str(caught[0].message)


def test_plain_python_needs_no_cython() -> None:
    with without_cython.nogil:
        assert "state" in ROOMS
