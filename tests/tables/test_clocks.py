"""Clocks: when a person's time runs out, who decides then, and how long everything else takes."""

from __future__ import annotations

import pytest

from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.state import TIMEOUTS, Pace
from bornes.tables.table import PATIENCE
from tests.support.rooms import Room
from tests.support.scenes import rules_of

PAIRS = rules_of("parker-1962", 4, partners=True)
HANDS = ("roll", "roll", "25", "25")


def room_of(kinds: str = "pppp", **options: object) -> Room:
    return Room(PAIRS, kinds, hands=HANDS, **options)  # type: ignore[arg-type]


def test_when_the_time_runs_out_the_bot_of_the_seat_decides_once() -> None:
    room = room_of()
    (ran_out,) = room.wait(30_000)
    assert ran_out == log.TimeRanOut(at=31_000, seat=0)
    assert room.table.asked == {}
    assert [one.seat for one in room.table.thoughts()] == [0]
    room.now += 1_000
    (moved,) = room.bot_moves("roll")
    assert (moved.seat, moved.by) == (0, "bot")  # type: ignore[attr-defined]
    room.play("roll", "-25", "-25")
    assert room.table.asked.keys() == {0}  # this time the person is asked again


def test_what_comes_after_the_time_has_run_out_is_late() -> None:
    room = room_of()
    asked = room.table.asked[0]
    room.wait(30_000)
    assert room.ask(0, ask.Play(move="roll", asked=asked)) == no.Late()


def test_a_decision_in_the_last_moment_counts() -> None:
    room = room_of()
    assert room.wait(29_999) == ()
    room.play("roll")
    assert room.table.open_deal.seat == 1


def test_after_three_times_in_a_row_the_bot_drives_until_the_player_is_back() -> None:
    room = room_of()
    for number in range(1, TIMEOUTS + 1):
        room.wait(30_000)
        assert room.table.state.seats[0].driven == (number == TIMEOUTS)
        room.discard(4)
    assert [one.seat for one in room.table.thoughts()] == [0]
    assert room.ask(0, ask.Play(move="-25", asked=1)) == no.BotDrives()
    room.do(0, ask.Return())
    assert room.table.asked.keys() == {0}
    assert room.table.due == room.now + 30_000
    assert room.table.state.seats[0].timeouts == 0


def test_a_decision_made_in_time_is_a_new_beginning() -> None:
    room = room_of()
    room.wait(30_000)
    room.play("roll", "roll", "-25", "-25")
    room.play("-25")
    assert room.table.state.seats[0].timeouts == 0


def test_who_leaves_is_driven_for_and_the_bot_has_its_time() -> None:
    room = room_of(pace=Pace(bots=1_000))
    room.now += 10 * PATIENCE  # without a clock one may think for as long as one likes
    room.do(0, ask.Leave())
    assert room.table.due == room.now + 1_000 + PATIENCE
    assert room.ask(0, ask.Leave()) == no.BotDrives()
    moment = room.table.thoughts()[0].moment
    assert room.ask(None, ask.BotChose(moment=moment, move=0)) == no.NotDue()


def test_who_is_back_in_the_middle_of_a_decision_has_all_the_time() -> None:
    room = room_of()
    room.do(0, ask.Leave())
    room.now += 500
    moment = room.table.thoughts()[0].moment
    room.do(0, ask.Return())
    room.now += 5_000
    assert room.ask(None, ask.BotChose(moment=moment, move=0)) == no.Late()
    assert room.table.due == 1_500 + 30_000


def test_a_bot_shows_its_move_at_its_pace_and_not_before() -> None:
    room = room_of("bppp")
    moment = room.table.thoughts()[0].moment
    roll = next(move for move in room.table.open_deal.legal_moves if move.notation() == "roll")
    room.now += 999
    assert room.ask(None, ask.BotChose(moment=moment, move=int(roll))) == no.NotDue()
    room.now += 1
    room.do(None, ask.BotChose(moment=moment, move=int(roll)))
    assert room.ask(None, ask.BotChose(moment=moment, move=int(roll))) == no.Late()


def test_a_bot_that_never_decides_is_replaced_for_this_decision() -> None:
    room = room_of("bppp")
    (moved,) = room.wait(1_000 + PATIENCE)
    assert isinstance(moved, log.Moved)
    assert (moved.seat, moved.by) == (0, "clock")


def test_without_a_clock_nobody_is_hurried() -> None:
    room = room_of(pace=Pace())
    assert room.wait(10**12) == ()
    room.play("roll")


def test_between_deals_the_next_one_begins_ready_or_not() -> None:
    room = Room(rules_of("parker-1962", 2, turn_cap=1), "pp")
    room.ready()
    room.discard()
    assert room.table.open_deal.over
    (began,) = room.wait(30_000)
    assert isinstance(began, log.DealBegan)


def test_before_the_first_deal_and_after_the_game_there_is_no_hurry() -> None:
    room = Room(rules_of("dujardin", 2, turn_cap=1, game_goal=0), "pp")
    assert room.table.due is None
    room.ready()
    room.discard()
    assert room.table.game_over
    assert room.table.due is None


def test_time_that_passed_while_nobody_could_reach_the_table_is_given_back() -> None:
    room = room_of()
    assert room.ask(None, ask.Renew()) == no.NotDue()
    room.now += 100_000
    room.do(None, ask.Renew())
    assert room.names(2) == ["ClockReset"]
    assert room.table.due == room.now + 30_000
    assert room.table.asked.keys() == {0}


def test_a_new_pace_holds_at_once() -> None:
    room = room_of()
    room.now += 20_000
    room.do(0, ask.SetPace(pace=Pace(decision=10_000, window=1_000)))
    assert room.table.due == room.now + 10_000


@pytest.mark.parametrize(
    "pace", [Pace(decision=0), Pace(decision=-1), Pace(1, bots=-1), Pace(1, window=10**12), Pace()]
)
def test_nobody_can_play_at_such_a_pace(pace: Pace) -> None:
    assert isinstance(room_of().ask(0, ask.SetPace(pace=pace)), no.BadPace)


def test_time_in_a_log_never_runs_back() -> None:
    room = room_of()
    room.now = 500
    (moved,) = room.answer(0, "roll")
    assert moved.at == 1_000


def test_the_clock_says_nothing_before_its_time() -> None:
    assert room_of().ask(None, ask.Tick()) == no.NotDue()
