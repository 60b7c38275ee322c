"""The time after a hazard: who is asked, how long it takes, and that nothing of it shows what somebody holds."""

from __future__ import annotations

import pytest

from bornes import Phase
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.happenings import PassNoted
from bornes.tables.state import Pace
from tests.support.rooms import CLOCKED, Room
from tests.support.scenes import rules_of

PAIRS = rules_of("parker-1962", 4, partners=True)
TWO = rules_of("parker-1962", 2)
FAST_PAIRS = rules_of("asmodee", 4, partners=True)
START = ("roll", "roll", "-25", "-25")
"""Both teams of the pairs are rolling after this, and seat 0 is to play."""
HOLDING = ("roll stop out-of-gas", "roll priority", "25", "25 tank")
NOBODY_HOLDS = ("roll stop out-of-gas", "roll", "25", "25")
UNCLOCKED = Pace(bots=1_000)


def attacked(kinds: str, hands: tuple[str, ...] = HOLDING, move: str = "stop>B", **options: object) -> Room:
    """Return a room of pairs in which seat 0 has just laid a hazard on the others."""
    room = Room(PAIRS, kinds, hands=hands, **options)  # type: ignore[arg-type]
    room.play(*START, move)
    return room


def window_open(room: Room) -> bool:
    return room.table.open_deal.phase is Phase.WINDOW


# -- nobody, the next player, bots -------------------------------------------------------------------------------------


def test_where_nobody_could_answer_the_move_itself_closes_the_window() -> None:
    room = Room(PAIRS, "pppp", hands=("roll tank out-of-gas", "roll", "25", "25"))
    room.play("roll", "roll", "-25", "-25", "tank")  # for all to see: nobody else can have it
    room.play("out-of-gas>B")
    assert isinstance(room.log[-1], log.Moved)
    assert not window_open(room)
    assert room.names(None)[:3] == ["Attacked", "WindowOpened", "WindowClosed"]


@pytest.mark.parametrize("hand", ["roll priority", "roll"])
def test_the_next_player_alone_is_asked_whatever_the_hand_and_goes_on_in_their_own_time(hand: str) -> None:
    room = Room(TWO, "pp", hands=("roll stop", hand))
    room.play("roll", "roll")
    before = room.now
    room.play("stop>B")
    plan = room.table.window
    assert plan is not None
    assert plan.asked == plan.waits == (1,)
    assert plan.clock == before + 30_000
    room.wait(20_000)
    assert window_open(room)
    entries = room.answer(1, "pass")
    assert [type(entry) for entry in entries] == [log.Passed, log.WindowEnded]
    assert room.table.open_deal.seat == 1


def test_silence_of_the_next_player_is_a_pass_and_never_a_missed_decision() -> None:
    room = Room(TWO, "pp", hands=("roll stop", "roll priority"))
    room.play("roll", "roll", "stop>B")
    (ended,) = room.wait(30_000)
    assert ended == log.WindowEnded(at=room.now)
    assert room.table.state.seats[1].timeouts == 0
    assert room.table.asked.keys() == {1}  # all the time for the turn itself is there


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
def test_a_window_of_bots_takes_one_bots_pace_whoever_holds_what(hands: tuple[str, ...]) -> None:
    room = attacked("pbpb", hands)
    opened = room.now
    assert room.table.askable() == ()
    room.now += 1_000
    if room.table.thoughts():
        room.bot_moves("pass")
    else:
        room.wait(0)
    assert not window_open(room)
    assert room.log[-1].at == opened + 1_000


def test_a_bot_is_asked_about_a_hazard_only_when_it_holds_an_answer_and_never_about_its_turn_before() -> None:
    assert [(one.seat, one.window) for one in attacked("pbpb").table.thoughts()] == [(1, True)]
    assert attacked("pbpb", NOBODY_HOLDS).table.thoughts() == ()


def test_a_bot_in_a_window_that_never_decides_is_given_up() -> None:
    room = attacked("pbpb")
    assert room.wait(59_999) == ()
    assert [type(entry) for entry in room.wait(2)] == [log.WindowEnded]


# -- with a clock ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
@pytest.mark.parametrize("passing", [(), (1,), (3,), (1, 3)])
def test_with_a_clock_a_window_takes_exactly_its_time_whoever_holds_or_passes(
    hands: tuple[str, ...], passing: tuple[int, ...]
) -> None:
    room = attacked("pppp", hands)
    opened = room.now
    assert room.table.askable() == (1, 3)
    for seat in passing:
        room.now += 500
        room.answer(seat, "pass")
    assert window_open(room)
    assert room.wait(opened + 3_999 - room.now) == ()
    assert [entry.at for entry in room.wait(1)] == [opened + 4_000]
    assert not window_open(room)


def test_an_answer_ends_the_window_at_once() -> None:
    room = attacked("pppp")
    room.now += 700
    (ended,) = room.answer(1, "coup")
    assert ended == log.WindowEnded(at=room.now, seat=1, id=ended.id, move="coup")
    assert room.table.open_deal.seat == 1


def test_the_first_answer_to_arrive_counts_and_holders_before_it_are_written_as_passing() -> None:
    room = Room(FAST_PAIRS, "pppp", hands=("roll out-of-gas", "roll gas", "25", "25 gas"))
    room.play("draw", "roll", "draw", "roll", "draw", "-25", "draw", "-25", "draw", "out-of-gas>B")
    assert room.table.askable() == (1, 3)
    room.answer(3, "gas")
    answers = [(move.seat, move.notation) for move in room.table.open_deal.moves if move.phase is Phase.REACT]
    assert answers == [(1, "pass"), (3, "gas")]


def test_who_passes_is_told_so_and_nobody_else_notices() -> None:
    room = attacked("pppp")
    others = {viewer: len(told) for viewer, told in room.told.items() if viewer != 3}
    room.answer(3, "pass")
    assert room.events(3) == [PassNoted(3)]
    assert {viewer: len(told) for viewer, told in room.told.items() if viewer != 3} == others
    assert 3 not in room.table.asked


def test_a_pass_is_final() -> None:
    room = attacked("pppp")
    asked = room.table.asked[1]
    room.answer(1, "pass")
    assert room.ask(1, ask.Play(move="coup", asked=asked)) == no.Late()


def test_who_holds_no_answer_is_told_why() -> None:
    room = attacked("pppp", NOBODY_HOLDS)
    refusal = room.try_answer(1, "coup")
    assert isinstance(refusal, no.IllegalMove)
    assert refusal.move == "coup"


def test_an_answer_after_the_window_is_late() -> None:
    room = attacked("pppp")
    asked = room.table.asked[3]
    room.wait(4_000)
    assert room.ask(3, ask.Play(move="coup", asked=asked)) == no.Late()


def test_bots_among_people_answer_at_their_pace_and_pass_unseen() -> None:
    room = attacked("pbpp")
    assert [one.seat for one in room.table.thoughts()] == [1]
    room.now += 1_000
    told = {viewer: len(messages) for viewer, messages in room.told.items()}
    room.bot_moves("pass")
    assert {viewer: len(messages) for viewer, messages in room.told.items()} == told
    assert window_open(room)
    state = room.speaker().state(None)
    assert state.at == room.log[-2].at  # not even by asking for everything


# -- without a time for windows ----------------------------------------------------------------------------------------


def test_without_a_clock_who_always_calls_need_not_be_asked() -> None:
    room = attacked("pppp", pace=UNCLOCKED)
    assert room.table.askable() == ()
    (ended,) = room.wait(0)
    assert (ended.seat, ended.move) == (1, "coup")  # type: ignore[attr-defined]


def test_without_a_clock_and_an_answer_the_window_closes_at_once() -> None:
    room = attacked("pppp", NOBODY_HOLDS, pace=UNCLOCKED)
    assert [type(entry) for entry in room.wait(0)] == [log.WindowEnded]


@pytest.mark.parametrize("hands", [HOLDING, NOBODY_HOLDS])
def test_without_a_clock_the_window_waits_for_all_who_want_to_be_asked(hands: tuple[str, ...]) -> None:
    room = attacked("pppp", hands, pace=UNCLOCKED, asking="coup remedy")
    assert room.table.askable() == (1, 3)
    assert room.wait(10**9) == ()
    room.answer(3, "pass")
    assert window_open(room)
    assert [type(entry) for entry in room.answer(1, "pass")] == [log.Passed, log.WindowEnded]


def test_where_decisions_have_a_clock_who_is_silent_is_waited_for_no_longer_than_that() -> None:
    room = attacked("pppp", pace=Pace(decision=30_000), asking="coup remedy")
    opened = room.now
    assert [entry.at for entry in room.wait(30_000)] == [opened + 30_000]
    assert not window_open(room)


def test_nobody_sees_who_wants_to_be_asked() -> None:
    room = attacked("pppp", pace=Pace(decision=30_000), asking="coup remedy")
    before = room.speaker().state(None)
    room.do(1, ask.SetStanding(coup_fourre="call", remedy="call"))
    assert room.speaker().state(None) == before


def test_who_does_not_want_to_be_asked_any_more_is_not_waited_for() -> None:
    room = attacked("pppp", NOBODY_HOLDS, pace=UNCLOCKED, asking="coup remedy")
    for seat in (1, 3):
        room.do(seat, ask.SetStanding(coup_fourre="call", remedy="call"))
    room.wait(0)
    assert not window_open(room)


# -- alone with bots ---------------------------------------------------------------------------------------------------


def alone(hands: tuple[str, ...]) -> Room:
    room = Room(PAIRS, "bpbb", hands=hands, pace=UNCLOCKED, spectators=False)
    room.play(*START, "stop>B")
    return room


def test_alone_with_bots_one_is_asked_only_when_holding_an_answer() -> None:
    assert alone(HOLDING).table.askable() == (1,)
    assert alone(NOBODY_HOLDS).table.askable() == ()


def test_alone_with_bots_the_game_waits_for_the_answer() -> None:
    room = alone(HOLDING)
    assert room.wait(10**9) == ()
    room.answer(1, "coup")
    assert not window_open(room)


def test_with_somebody_looking_on_even_one_person_is_asked_whatever_the_hand() -> None:
    room = Room(PAIRS, "bpbb", hands=NOBODY_HOLDS)
    room.play(*START, "stop>B")
    assert room.table.askable() == (1,)


# -- what others may do meanwhile --------------------------------------------------------------------------------------


def test_who_runs_the_table_cannot_cut_an_open_window_short() -> None:
    room = attacked("pppp")
    opened = room.now
    room.do(0, ask.SetPace(pace=Pace(decision=1_000, window=0)))
    assert [entry.at for entry in room.wait(4_000)] == [opened + 4_000]
    assert room.table.pace.decision == 1_000


def test_who_leaves_in_a_window_leaves_the_answer_to_the_bot() -> None:
    room = attacked("pppp")
    room.do(1, ask.Leave())
    assert room.table.askable() == (3,)
    assert [one.seat for one in room.table.thoughts()] == [1]


def test_a_window_that_passed_while_nobody_could_reach_the_table_is_opened_anew_whoever_holds_what() -> None:
    for hands in (HOLDING, NOBODY_HOLDS):
        for kinds in ("pppp", "pbpb"):
            room = attacked(kinds, hands)
            room.now += 10_000
            room.do(None, ask.Renew())
            assert room.names(0) == ["ClockReset"]
            assert room.table.since == room.now


def test_everybody_sees_until_when_a_window_is_open_and_no_pass_changes_it() -> None:
    room = attacked("pppp")
    shown = room.table.shown_due
    assert shown == room.now + CLOCKED.window  # type: ignore[operator]
    room.answer(1, "pass")
    assert room.table.shown_due == shown
