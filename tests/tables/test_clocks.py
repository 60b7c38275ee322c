"""Clocks: when a person's time runs out, who decides then, and how long everything else takes."""

from __future__ import annotations

import pytest

from bornes import Card, Move
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.seat_rules import DEFAULT_DECISION_MS
from bornes.tables.table import BOT_STUCK_AFTER_MS
from bornes.tables.table_state import TIMEOUTS_BEFORE_AUTOPILOT, Pace
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

PAIRS = rules_of("parker-1962", 4, partners=True)
HANDS = ("roll", "roll", "25", "25")


def stepped_table(kinds: str = "pppp", **options: object) -> SteppedTable:
    return SteppedTable(PAIRS, kinds, hands=HANDS, **options)  # type: ignore[arg-type]


def test_when_the_time_runs_out_the_bot_of_the_seat_decides_once() -> None:
    stepped = stepped_table()
    (ran_out,) = stepped.wait(30_000)
    assert ran_out == log.DecisionTimedOut(at=31_000, seat=0)
    assert stepped.table.asked == {}
    assert [one.seat for one in stepped.table.bot_tasks()] == [0]
    stepped.now += 1_000
    (moved,) = stepped.bot_moves("roll")
    assert (moved.seat, moved.by) == (0, "bot")  # type: ignore[attr-defined]
    stepped.play("roll", "-25", "-25")
    assert stepped.table.asked.keys() == {0}  # this time the person is asked again


def test_what_comes_after_the_time_has_run_out_is_late() -> None:
    stepped = stepped_table()
    asked = stepped.table.asked[0]
    stepped.wait(30_000)
    assert stepped.ask(0, ask.Play(move="roll", question_number=asked)) == no.TooLate()


def test_a_decision_in_the_last_moment_counts() -> None:
    stepped = stepped_table()
    assert stepped.wait(29_999) == ()
    stepped.play("roll")
    assert stepped.table.open_deal.seat == 1


def test_after_three_times_in_a_row_the_bot_drives_until_the_player_is_back() -> None:
    stepped = stepped_table()
    for number in range(1, TIMEOUTS_BEFORE_AUTOPILOT + 1):
        stepped.wait(30_000)
        assert stepped.table.state.seats[0].autopilot == (number == TIMEOUTS_BEFORE_AUTOPILOT)
        stepped.discard(4)
    assert [one.seat for one in stepped.table.bot_tasks()] == [0]
    assert stepped.ask(0, ask.Play(move="-25", question_number=1)) == no.OnAutopilot()
    stepped.do(0, ask.Return())
    assert stepped.table.asked.keys() == {0}
    assert stepped.table.due == stepped.now + 30_000
    assert stepped.table.state.seats[0].timeouts == 0


def test_a_decision_made_in_time_is_a_new_beginning() -> None:
    stepped = stepped_table()
    stepped.wait(30_000)
    stepped.play("roll", "roll", "-25", "-25")
    stepped.play("-25")
    assert stepped.table.state.seats[0].timeouts == 0


def test_who_leaves_is_driven_for_and_the_bot_has_its_time() -> None:
    stepped = stepped_table(pace=Pace(bots=1_000))
    stepped.now += 10 * BOT_STUCK_AFTER_MS  # without a clock one may think for as long as one likes
    stepped.do(0, ask.StepAway())
    assert stepped.table.due == stepped.now + 1_000 + BOT_STUCK_AFTER_MS
    assert stepped.ask(0, ask.StepAway()) == no.OnAutopilot()
    moment = stepped.table.bot_tasks()[0].moment
    assert stepped.ask(None, ask.SubmitBotMove(moment=moment, move=0)) == no.NotDue()


def test_who_is_back_in_the_middle_of_a_decision_has_what_is_left_of_the_time() -> None:
    stepped = stepped_table()
    stepped.do(0, ask.StepAway())
    stepped.now += 500
    moment = stepped.table.bot_tasks()[0].moment
    stepped.do(0, ask.Return())
    stepped.now += 5_000
    assert stepped.ask(None, ask.SubmitBotMove(moment=moment, move=0)) == no.TooLate()
    assert stepped.table.due == 1_000 + 30_000


def test_nobody_gains_time_by_going_and_coming_back() -> None:
    stepped = stepped_table()
    for _ in range(5):
        stepped.now += 7_000
        stepped.do(0, ask.StepAway())
        stepped.do(0, ask.Return())
        if stepped.table.due is not None and stepped.now >= stepped.table.due:
            break
    assert stepped.now == 1_000 + 35_000
    assert [type(entry) for entry in stepped.wait(0)] == [log.DecisionTimedOut]


def test_a_bot_shows_its_move_at_its_pace_and_not_before() -> None:
    stepped = stepped_table("bppp")
    moment = stepped.table.bot_tasks()[0].moment
    roll = next(move for move in stepped.table.open_deal.legal_moves if move.notation() == "roll")
    stepped.now += 999
    assert stepped.ask(None, ask.SubmitBotMove(moment=moment, move=int(roll))) == no.NotDue()
    stepped.now += 1
    stepped.do(None, ask.SubmitBotMove(moment=moment, move=int(roll)))
    assert stepped.ask(None, ask.SubmitBotMove(moment=moment, move=int(roll))) == no.TooLate()


def test_a_bot_that_never_decides_is_replaced_for_this_decision() -> None:
    stepped = stepped_table("bppp")
    (moved,) = stepped.wait(1_000 + BOT_STUCK_AFTER_MS)
    assert isinstance(moved, log.MoveMade)
    assert (moved.seat, moved.by) == (0, "clock")


def test_without_a_clock_nobody_is_hurried() -> None:
    stepped = stepped_table(pace=Pace())
    assert stepped.wait(10**12) == ()
    stepped.play("roll")


def test_between_deals_the_next_one_begins_ready_or_not() -> None:
    stepped = SteppedTable(rules_of("parker-1962", 2, turn_cap=1), "pp")
    stepped.ready()
    stepped.discard()
    assert stepped.table.open_deal.over
    (began,) = stepped.wait(30_000)
    assert isinstance(began, log.DealBegan)


def test_before_the_first_deal_and_after_the_game_there_is_no_hurry() -> None:
    stepped = SteppedTable(rules_of("dujardin", 2, turn_cap=1, game_goal=0), "pp")
    assert stepped.table.due is None
    stepped.ready()
    stepped.discard()
    assert stepped.table.game_over
    assert stepped.table.due is None


def test_time_that_passed_while_nobody_could_reach_the_table_is_given_back() -> None:
    stepped = stepped_table()
    assert stepped.ask(None, ask.RenewDeadline()) == no.NotDue()
    stepped.now += 100_000
    stepped.do(None, ask.RenewDeadline())
    assert stepped.names(2) == ["ClockRestarted"]
    assert stepped.table.due == stepped.now + 30_000
    assert stepped.table.asked.keys() == {0}


def test_a_new_pace_holds_for_bots_at_once_and_for_people_from_the_next_decision_on() -> None:
    stepped = stepped_table()
    stepped.now += 20_000
    stepped.do(0, ask.SetPace(pace=Pace(decision=10_000, window=1_000, bots=70)))
    assert stepped.table.due == 1_000 + 30_000
    assert stepped.table.pace.bots == 70
    stepped.play("roll")
    assert stepped.table.due == stepped.now + 10_000


@pytest.mark.parametrize(
    "pace", [Pace(decision=0), Pace(decision=-1), Pace(1, bots=-1), Pace(1, window=10**12), Pace()]
)
def test_nobody_can_play_at_such_a_pace(pace: Pace) -> None:
    assert isinstance(stepped_table().ask(0, ask.SetPace(pace=pace)), no.BadPace)


def test_time_in_a_log_never_runs_back() -> None:
    stepped = stepped_table()
    stepped.now = 500
    (moved,) = stepped.answer(0, "roll")
    assert moved.at == 1_000


def test_the_clock_says_nothing_before_its_time() -> None:
    assert stepped_table().ask(None, ask.Tick()) == no.NotDue()


@pytest.mark.parametrize("rest", [300, 0])
def test_once_the_time_is_over_nobody_holds_the_table_up_by_going_and_coming(rest: int) -> None:
    stepped = stepped_table()
    stepped.wait(29_000)
    for _ in range(20):
        stepped.wait(rest)
        stepped.do(0, ask.StepAway())
        stepped.wait(rest)
        stepped.do(0, ask.Return())
        if stepped.table.bot_tasks():  # what the bot has chosen is shown as soon as its pace allows
            stepped.ask(
                None, ask.SubmitBotMove(moment=stepped.table.bot_tasks()[0].moment, move=int(Move.lay(Card.ROLL)))
            )
        stepped.wait(1_000)
    assert stepped.table.open_deal.seat != 0
    assert stepped.now <= 1_000 + 30_000 + 20 * 1_600


def test_who_joins_a_table_without_a_clock_brings_one() -> None:
    stepped = SteppedTable(rules_of("parker-1962", 2), "po", pace=Pace(bots=70))
    sat, paced = stepped.do(None, ask.TakeSeat(target_seat=1, name="Bob"))
    assert isinstance(sat, log.PlayerSeated)
    assert isinstance(paced, log.PaceSet)
    assert paced.pace == Pace(decision=DEFAULT_DECISION_MS, bots=70)
    stepped.ready()
    assert stepped.table.due == stepped.now + DEFAULT_DECISION_MS


def test_a_clock_that_goes_goes_at_once() -> None:
    stepped = SteppedTable(PAIRS, "pbbb", hands=HANDS, pace=Pace(decision=5_000))
    assert stepped.table.due is not None
    stepped.do(0, ask.SetPace(pace=Pace(bots=70)))
    assert stepped.table.due is None
    assert stepped.wait(10**9) == ()
