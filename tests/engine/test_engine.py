"""The engine rooms by themselves: what the pleasant face never lets happen, and what happens below it."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import pytest

from bornes.engine import COMPILED_MODULES, UncompiledWarning, uncompiled, warn_uncompiled
from bornes.engine.codes import COUP, MOVES, PASS, Phase, RefusalCode
from bornes.engine.playout import Eager, Policy, play_on, random_deals
from bornes.engine.referee import answer_refusal, refusal
from bornes.engine.restore import restore
from bornes.engine.state import State
from bornes.game.moves import Move
from bornes.game.position import compile_rules
from bornes.rules.ruleset import Rules
from tests.support.scenes import Card, piles, rules_of, scene


@pytest.mark.parametrize("code", [-1, MOVES, 1000])
def test_a_number_beyond_the_codes_is_no_move(code: int) -> None:
    state = scene(rules_of("parker-1962"), hand="roll").state
    assert refusal(state, code) is RefusalCode.NO_SUCH_MOVE


def test_who_has_arrived_has_room_for_nothing() -> None:
    """The deal would be over by then; a state made by hand shows that the arithmetic holds all the same."""
    values = scene(rules_of("parker-1962", 4), hand="25 50", tables={0: piles("roll")}).state.snapshot()
    values["miles"][0] = values["goal"]
    state = restore(compile_rules(rules_of("parker-1962", 4)), values)
    assert refusal(state, Card.D25) is RefusalCode.OVER_TARGET


def test_before_a_shuffle_nothing_can_be_played() -> None:
    rules = rules_of("asmodee")
    deal = scene(rules, hand="25", draw="", empty=True, phase=Phase.DRAW)
    deal.play("draw")
    assert deal.phase is Phase.CHANCE
    assert {refusal(deal.state, code) for code in range(MOVES)} == {RefusalCode.SHUFFLE_FIRST}
    assert deal.seat is None
    assert not deal.legal_moves


def test_while_a_hazard_waits_only_an_answer_will_do() -> None:
    rules = rules_of("asmodee")
    deal = scene(rules, hand="flat", hands={1: "spare gas 25"}, tables={1: piles("roll")})
    deal.play("flat>B")
    found = {name: refusal(deal.state, deal.parse(name)) for name in ("spare", "pass", "coup", "gas", "25", "-25")}
    assert found == {
        "spare": RefusalCode.LEGAL,
        "pass": RefusalCode.LEGAL,
        "coup": RefusalCode.NOT_HELD,
        "gas": RefusalCode.NOT_AN_ANSWER,
        "25": RefusalCode.ANSWER_FIRST,
        "-25": RefusalCode.ANSWER_FIRST,
    }


# -- a stop in a window --------------------------------------------------------------------------------------------


def stopped(rules: Rules, hand: str, move: int, **others: Any) -> State:
    """Return a deal that stops behind a hazard of seat 0."""
    values = scene(rules, hand=hand, **others).state.snapshot()
    state = restore(compile_rules(rules), values)
    state.stops_in_windows = True
    state.apply(move)
    assert state.phase == Phase.WINDOW
    return state


STOP_ON_B = Move.attack(Card.STOP, 1)


def behind_a_stop() -> State:
    """Return a deal that stops behind a Stop on seat 1, who holds Right of Way."""
    return stopped(rules_of("parker-1962"), "stop", STOP_ON_B, hands={1: "priority"}, tables={1: piles("roll")})


def test_where_a_deal_stops_nothing_can_be_played() -> None:
    state = behind_a_stop()
    assert state.legal() == 0
    assert {refusal(state, code) for code in range(MOVES)} == {RefusalCode.ANSWER_FIRST}
    with pytest.raises(ValueError, match="not legal here"):
        state.apply(PASS)


def test_a_stop_is_no_part_of_the_deal_that_is_copied_but_of_one_that_is_pickled() -> None:
    state = behind_a_stop()
    assert not state.clone().stops_in_windows
    assert state.clone().phase == Phase.WINDOW
    twin = pickle.loads(pickle.dumps(state))
    assert twin.stops_in_windows
    assert twin.snapshot() == state.snapshot()


def test_a_deal_that_stopped_goes_on_by_asking() -> None:
    state = behind_a_stop()
    state.ask_after(0)
    assert (state.phase, state.seat, state.legal()) == (Phase.REACT, 1, 1 << COUP | 1 << PASS)
    state.apply(PASS)
    assert (state.phase, state.seat) == (Phase.PLAY, 1)
    with pytest.raises(ValueError, match="no hazard waits for an answer"):
        state.ask_after(0)
    assert [state.answers(seat) for seat in range(2)] == [state.possible_answers(seat) for seat in range(2)] == [0, 0]
    assert answer_refusal(state, 1, COUP) is RefusalCode.NO_WINDOW


def test_playouts_do_not_stop_and_go_on_from_where_a_deal_stopped() -> None:
    state = behind_a_stop()
    asked = state.clone()
    asked.ask_after(0)
    assert play_on(state, [Eager()], 20, 1) == play_on(asked, [Eager()], 20, 1)


def test_an_answer_is_refused_for_a_reason_of_the_seat_that_gives_it() -> None:
    rules = rules_of("parker-1962", 3, fast_play=True, coup_fourre_scope="any")
    state = stopped(rules, "stop", STOP_ON_B, hands={1: "roll gas", 2: "priority roll"}, tables={1: piles("roll")})
    gas, roll = Card.GASOLINE, Card.ROLL
    assert [answer_refusal(state, 0, move) for move in (COUP, PASS, roll)] == [RefusalCode.MAY_NOT_ANSWER] * 3
    found = {(seat, move): answer_refusal(state, seat, move) for seat in (1, 2) for move in (COUP, PASS, roll, gas, 0)}
    assert found == {
        (1, COUP): RefusalCode.NOT_HELD,
        (1, PASS): RefusalCode.LEGAL,
        (1, roll): RefusalCode.LEGAL,
        (1, gas): RefusalCode.NOT_AN_ANSWER,
        (1, 0): RefusalCode.ANSWER_FIRST,
        (2, COUP): RefusalCode.LEGAL,
        (2, PASS): RefusalCode.LEGAL,
        (2, roll): RefusalCode.NOT_AN_ANSWER,
        (2, gas): RefusalCode.NOT_AN_ANSWER,
        (2, 0): RefusalCode.ANSWER_FIRST,
    }
    bare = stopped(rules, "stop", STOP_ON_B, hands={1: "25"}, tables={1: piles("roll")})
    assert answer_refusal(bare, 1, roll) is RefusalCode.NOT_HELD


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
    with uncompiled.nogil:
        assert "state" in COMPILED_MODULES
