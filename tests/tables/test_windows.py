"""The time after a hazard: who is asked, how long it takes, and that nothing of it shows what somebody holds."""

from __future__ import annotations

import pytest

from bornes import Phase
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.table_events import PassConfirmed
from bornes.tables.table_state import Pace
from bornes.tables.window import BOT_GRACE_MS
from tests.support.scenes import rules_of
from tests.support.stepped_table import CLOCKED, SteppedTable

PAIRS = rules_of("parker-1962", 4, partners=True)
TWO = rules_of("parker-1962", 2)
FAST_PAIRS = rules_of("asmodee", 4, partners=True)
START = ("roll", "roll", "-25", "-25")
"""Both teams of the pairs are rolling after this, and seat 0 is to play."""
HOLDING = ("roll stop out-of-gas", "roll priority", "25", "25 tank")
NOBODY_HOLDS = ("roll stop out-of-gas", "roll", "25", "25")
UNCLOCKED = Pace(bots=1_000)


def attacked(kinds: str, hands: tuple[str, ...] = HOLDING, move: str = "stop>B", **options: object) -> SteppedTable:
    """Return a table of pairs in which seat 0 has just laid a hazard on the others."""
    stepped = SteppedTable(PAIRS, kinds, hands=hands, **options)  # type: ignore[arg-type]
    stepped.play(*START, move)
    return stepped


def window_open(stepped: SteppedTable) -> bool:
    return stepped.table.open_deal.phase is Phase.WINDOW


# -- nobody, the next player, bots -------------------------------------------------------------------------------------


def test_where_nobody_could_answer_the_move_itself_closes_the_window() -> None:
    stepped = SteppedTable(PAIRS, "pppp", hands=("roll tank out-of-gas", "roll", "25", "25"))
    stepped.play("roll", "roll", "-25", "-25", "tank")  # for all to see: nobody else can have it
    stepped.play("out-of-gas>B")
    assert isinstance(stepped.log[-1], log.MoveMade)
    assert not window_open(stepped)
    assert stepped.names(None)[:3] == ["Attacked", "WindowOpened", "WindowClosed"]


@pytest.mark.parametrize("hand", ["roll priority", "roll"])
def test_the_next_player_alone_is_asked_whatever_the_hand_and_goes_on_in_their_own_time(hand: str) -> None:
    stepped = SteppedTable(TWO, "pp", hands=("roll stop", hand))
    stepped.play("roll", "roll")
    before = stepped.now
    stepped.play("stop>B")
    plan = stepped.table.window
    assert plan is not None
    assert plan.asked == plan.waits == (1,)
    assert plan.clock == before + 30_000
    stepped.wait(20_000)
    assert window_open(stepped)
    entries = stepped.answer(1, "pass")
    assert [type(entry) for entry in entries] == [log.WindowPassed, log.WindowResolved]
    assert stepped.table.open_deal.seat == 1


def test_silence_of_the_next_player_is_a_pass_and_never_a_missed_decision() -> None:
    stepped = SteppedTable(TWO, "pp", hands=("roll stop", "roll priority"))
    stepped.play("roll", "roll", "stop>B")
    (ended,) = stepped.wait(30_000)
    assert ended == log.WindowResolved(at=stepped.now)
    assert stepped.table.state.seats[1].timeouts == 0
    assert stepped.table.asked.keys() == {1}  # all the time for the turn itself is there


@pytest.mark.parametrize("passes", [True, False])
def test_whether_somebody_has_passed_shows_in_nothing_that_comes_after(passes: bool) -> None:
    """A pass is private: it makes up for no turn that was missed, or a bot that drives later would tell of it."""
    stepped = attacked("pppp", HOLDING, pace=Pace(decision=30_000, window=5_000))
    asked = stepped.table.askable()
    for seat in asked:
        stepped.table.state.seats[seat].timeouts = 1
    if passes:
        for seat in asked:
            stepped.answer(seat, "pass")
    while window_open(stepped):
        stepped.wait(1_000)
    assert [stepped.table.state.seats[seat].timeouts for seat in asked] == [1] * len(asked)


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
def test_a_window_of_bots_takes_one_bots_pace_whoever_holds_what(hands: tuple[str, ...]) -> None:
    stepped = attacked("pbpb", hands)
    opened = stepped.now
    assert stepped.table.askable() == ()
    stepped.now += 1_000
    if stepped.table.bot_tasks():
        stepped.bot_moves("pass")
    assert stepped.wait(BOT_GRACE_MS - 1) == ()
    assert [type(entry) for entry in stepped.wait(1)] == [log.WindowResolved]
    assert stepped.log[-1].at == opened + 1_000 + BOT_GRACE_MS


def test_a_bot_is_asked_about_a_hazard_only_when_it_holds_an_answer_and_never_about_its_turn_before() -> None:
    assert [(one.seat, one.window) for one in attacked("pbpb").table.bot_tasks()] == [(1, True)]
    assert attacked("pbpb", NOBODY_HOLDS).table.bot_tasks() == ()


def test_a_bot_that_thinks_too_long_about_a_hazard_has_let_it_pass() -> None:
    """For how long it thinks would tell that it holds an answer."""
    stepped = attacked("pbpb")
    assert stepped.wait(1_000 + BOT_GRACE_MS - 1) == ()
    assert [type(entry) for entry in stepped.wait(1)] == [log.WindowResolved]


def test_who_plays_alone_waits_for_the_bots() -> None:
    stepped = attacked("pbbb", spectators=False)
    assert stepped.wait(59_999) == ()
    assert [type(entry) for entry in stepped.wait(2)] == [log.WindowResolved]


# -- with a clock ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
@pytest.mark.parametrize("passing", [(), (1,), (3,), (1, 3)])
def test_with_a_clock_a_window_takes_exactly_its_time_whoever_holds_or_passes(
    hands: tuple[str, ...], passing: tuple[int, ...]
) -> None:
    stepped = attacked("pppp", hands)
    opened = stepped.now
    assert stepped.table.askable() == (1, 3)
    for seat in passing:
        stepped.now += 500
        stepped.answer(seat, "pass")
    assert window_open(stepped)
    assert stepped.wait(opened + 3_999 - stepped.now) == ()
    assert [entry.at for entry in stepped.wait(1)] == [opened + 4_000]
    assert not window_open(stepped)


def test_an_answer_ends_the_window_at_once() -> None:
    stepped = attacked("pppp")
    stepped.now += 700
    (ended,) = stepped.answer(1, "coup")
    assert ended == log.WindowResolved(at=stepped.now, seat=1, id=ended.id, move="coup")
    assert stepped.table.open_deal.seat == 1


def test_the_first_answer_to_arrive_counts_and_holders_before_it_are_written_as_passing() -> None:
    stepped = SteppedTable(FAST_PAIRS, "pppp", hands=("roll out-of-gas", "roll gas", "25", "25 gas"))
    stepped.play("draw", "roll", "draw", "roll", "draw", "-25", "draw", "-25", "draw", "out-of-gas>B")
    assert stepped.table.askable() == (1, 3)
    stepped.answer(3, "gas")
    answers = [(move.seat, move.notation) for move in stepped.table.open_deal.moves if move.phase is Phase.REACT]
    assert answers == [(1, "pass"), (3, "gas")]


def test_who_passes_is_told_so_and_nobody_else_notices() -> None:
    stepped = attacked("pppp")
    others = {viewer: len(told) for viewer, told in stepped.told.items() if viewer != 3}
    stepped.answer(3, "pass")
    assert stepped.events(3) == [PassConfirmed(3)]
    assert {viewer: len(told) for viewer, told in stepped.told.items() if viewer != 3} == others
    assert 3 not in stepped.table.asked


def test_a_pass_is_final() -> None:
    stepped = attacked("pppp")
    asked = stepped.table.asked[1]
    stepped.answer(1, "pass")
    assert stepped.ask(1, ask.Play(move="coup", question_number=asked)) == no.TooLate()


def test_who_holds_no_answer_is_told_why() -> None:
    stepped = attacked("pppp", NOBODY_HOLDS)
    refusal = stepped.try_answer(1, "coup")
    assert isinstance(refusal, no.IllegalMoveRefusal)
    assert refusal.move == "coup"


def test_an_answer_after_the_window_is_late() -> None:
    stepped = attacked("pppp")
    asked = stepped.table.asked[3]
    stepped.wait(4_000)
    assert stepped.ask(3, ask.Play(move="coup", question_number=asked)) == no.TooLate()


def test_bots_among_people_answer_at_their_pace_and_pass_unseen() -> None:
    stepped = attacked("pbpp")
    assert [one.seat for one in stepped.table.bot_tasks()] == [1]
    stepped.now += 1_000
    told = {viewer: len(messages) for viewer, messages in stepped.told.items()}
    stepped.bot_moves("pass")
    assert {viewer: len(messages) for viewer, messages in stepped.told.items()} == told
    assert window_open(stepped)
    state = stepped.speaker().state(None)
    assert state.at == stepped.log[-2].at  # not even by asking for everything


# -- without a time for windows ----------------------------------------------------------------------------------------


def test_without_a_clock_who_always_calls_need_not_be_asked() -> None:
    stepped = attacked("pppp", pace=UNCLOCKED)
    assert stepped.table.askable() == ()
    (ended,) = stepped.wait(0)
    assert (ended.seat, ended.move) == (1, "coup")  # type: ignore[attr-defined]


def test_without_a_clock_and_an_answer_the_window_closes_at_once() -> None:
    stepped = attacked("pppp", NOBODY_HOLDS, pace=UNCLOCKED)
    assert [type(entry) for entry in stepped.wait(0)] == [log.WindowResolved]


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
def test_without_a_clock_the_window_waits_for_all_who_want_to_be_asked(hands: tuple[str, ...]) -> None:
    stepped = attacked("pppp", hands, pace=UNCLOCKED, asking="coup remedy")
    assert stepped.table.askable() == (1, 3)
    assert stepped.wait(10**9) == ()
    stepped.answer(3, "pass")
    assert window_open(stepped)
    assert [type(entry) for entry in stepped.answer(1, "pass")] == [log.WindowPassed, log.WindowResolved]


def test_where_decisions_have_a_clock_who_is_silent_is_waited_for_no_longer_than_that() -> None:
    stepped = attacked("pppp", pace=Pace(decision=30_000), asking="coup remedy")
    opened = stepped.now
    assert [entry.at for entry in stepped.wait(30_000)] == [opened + 30_000]
    assert not window_open(stepped)


def test_nobody_sees_who_wants_to_be_asked() -> None:
    stepped = attacked("pppp", pace=Pace(decision=30_000), asking="coup remedy")
    before = stepped.speaker().state(None)
    stepped.do(1, ask.SetStandingAnswer(coup_fourre="call", remedy="call"))
    assert stepped.speaker().state(None) == before


def test_who_does_not_want_to_be_asked_any_more_is_not_waited_for() -> None:
    stepped = attacked("pppp", NOBODY_HOLDS, pace=UNCLOCKED, asking="coup remedy")
    for seat in (1, 3):
        stepped.do(seat, ask.SetStandingAnswer(coup_fourre="call", remedy="call"))
    stepped.wait(0)
    assert not window_open(stepped)


# -- alone with bots ---------------------------------------------------------------------------------------------------


def alone(hands: tuple[str, ...]) -> SteppedTable:
    stepped = SteppedTable(PAIRS, "bpbb", hands=hands, pace=UNCLOCKED, spectators=False)
    stepped.play(*START, "stop>B")
    return stepped


def test_alone_with_bots_one_is_asked_only_when_holding_an_answer() -> None:
    assert alone(HOLDING).table.askable() == (1,)
    assert alone(NOBODY_HOLDS).table.askable() == ()


def test_alone_with_bots_the_game_waits_for_the_answer() -> None:
    stepped = alone(HOLDING)
    assert stepped.wait(10**9) == ()
    stepped.answer(1, "coup")
    assert not window_open(stepped)


def test_with_somebody_looking_on_even_one_person_is_asked_whatever_the_hand() -> None:
    stepped = SteppedTable(PAIRS, "bpbb", hands=NOBODY_HOLDS)
    stepped.play(*START, "stop>B")
    assert stepped.table.askable() == (1,)


# -- what others may do meanwhile --------------------------------------------------------------------------------------


def test_who_runs_the_table_cannot_cut_an_open_window_short() -> None:
    stepped = attacked("pppp")
    opened = stepped.now
    stepped.do(0, ask.SetPace(pace=Pace(decision=1_000, window=0)))
    assert [entry.at for entry in stepped.wait(4_000)] == [opened + 4_000]
    assert stepped.table.pace.decision == 1_000


def test_who_leaves_in_a_window_leaves_the_answer_to_the_bot() -> None:
    stepped = attacked("pppp")
    stepped.do(1, ask.StepAway())
    assert stepped.table.askable() == (3,)
    assert [one.seat for one in stepped.table.bot_tasks()] == [1]


def test_a_window_that_passed_while_nobody_could_reach_the_table_is_opened_anew_whoever_holds_what() -> None:
    for hands in (HOLDING, NOBODY_HOLDS):
        for kinds in ("pppp", "pbpb"):
            stepped = attacked(kinds, hands)
            stepped.now += 10_000
            stepped.do(None, ask.RenewDeadline())
            assert stepped.names(0) == ["ClockRestarted"]
            assert stepped.table.since == stepped.now


def test_everybody_sees_until_when_a_window_is_open_and_no_pass_changes_it() -> None:
    stepped = attacked("pppp")
    shown = stepped.table.shown_due
    assert shown == stepped.now + CLOCKED.window  # type: ignore[operator]
    stepped.answer(1, "pass")
    assert stepped.table.shown_due == shown


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
def test_who_comes_back_into_a_window_is_asked_whatever_the_bot_has_done(hands: tuple[str, ...]) -> None:
    """A bot passes only where it holds an answer: a pass of its own that stayed would tell so."""
    stepped = SteppedTable(PAIRS, "pppp", hands=hands, pace=Pace(decision=30_000, bots=1_000), asking="coup remedy")
    stepped.do(1, ask.StepAway())
    stepped.play(*START, "stop>B")
    if any(thought.seat == 1 for thought in stepped.table.bot_tasks()):
        stepped.now += 1_000
        stepped.bot_moves("pass", seat=1)
    stepped.do(1, ask.Return())
    stepped.answer(3, "pass")
    assert window_open(stepped)
    assert stepped.table.askable() == (1,)
    stepped.answer(1, "pass")
    assert not window_open(stepped)
