"""What a command leads to: entries for the log, or a refusal. Nothing here changes the table."""

from __future__ import annotations

from functools import singledispatch

from ..engine.codes import PASS, Phase
from ..game.fair import Seeds, SeedsError
from ..game.moves import Move, MoveError, parse
from ..i18n import N_
from . import commands as ask
from . import entries as log
from . import refusals as no
from . import seat_rules
from .bot_runner import choose_fallback_move
from .decision_case import Case, Decision, DecisionContext, RepeatedCommand
from .table import Table
from .window import plan_window

LIMITED_COMMANDS = (
    ask.SeatBot,
    ask.FreeSeat,
    ask.SwapSeats,
    ask.Rename,
    ask.StepAway,
    ask.TransferHost,
    ask.SetAccess,
    ask.SetPace,
    ask.GiveSeed,
    ask.SetStandingAnswer,
    ask.Undo,
)
"""Commands that a seat may send a limited number of times until the next deal begins. Commands that a game needs to go
on aren't limited: moves, returning, being ready, giving up a seat."""


def decide(table: Table, command: ask.Command, seat: int | None, outside: DecisionContext) -> Decision:
    """Return the entries that a command leads to, or why it is refused; ``seat`` is the sender's own."""
    if seat is not None and not 0 <= seat < table.rules.players:
        return no.NoSuchSeat(seat)
    if command.id and seat is not None and command.id in table.state.seats[seat].recent_command_ids:
        return RepeatedCommand(command.id)
    at = max(outside.now, table.state.at)  # time in a log never goes backward
    case = Case(table, seat, at, outside, command.id)
    return no.TooManyChanges() if isinstance(command, LIMITED_COMMANDS) and case.is_crowded else _decide(command, case)


@singledispatch
def _decide(command: ask.Command, case: Case) -> Decision:
    raise TypeError(f"not a command of a table: {type(command).__name__}")


# -- playing -------------------------------------------------------------------------------------------------------


@_decide.register(ask.Play)
def _decide_play(command: ask.Play, case: Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None:
        return no.PlayersOnly()
    if seat not in table.asked:
        if table.playing and table.bot_decides(seat):
            return no.OnAutopilot() if table.state.seats[seat].autopilot else no.TooLate()
        return (
            no.TooLate() if 0 < command.question_number <= table.state.seats[seat].message_count else no.NotYourTurn()
        )
    if command.question_number != table.asked[seat]:
        return no.TooLate()
    return _play(case, seat, command.move, "person")


def _play(case: Case, seat: int, text: str, by: log.By) -> Decision:
    table, deal = case.table, case.table.open_deal
    opponents = [team for team in range(table.rules.teams) if team != table.rules.team_of(seat)]
    try:
        move = parse(text, Phase.REACT if deal.phase is Phase.WINDOW else deal.phase, opponents)
    except MoveError as error:
        return no.UnreadableMove(text, str(error))
    if deal.phase is Phase.WINDOW:
        return _answer(case, seat, move, by)
    reason = deal.why_not(move)
    if reason is not None:
        return no.IllegalMoveRefusal(move.notation(deal.phase), reason.as_dict())
    return (log.MoveMade(at=case.at, seat=seat, id=case.id, move=move.notation(deal.phase), by=by),)


def _answer(case: Case, seat: int, move: Move, by: log.By) -> Decision:
    table, deal = case.table, case.table.open_deal
    reason = deal.why_no_answer(seat, move)
    if reason is not None:
        return no.IllegalMoveRefusal(move.notation(Phase.REACT), reason.as_dict())
    if move != PASS:
        return (log.WindowResolved(at=case.at, seat=seat, id=case.id, move=move.notation(Phase.REACT), by=by),)
    passed = log.WindowPassed(at=case.at, seat=seat, id=case.id, by=by)
    after = plan_window(table, table.passed | {seat})
    if not after.is_over(case.at):
        return (passed,)
    return (passed, log.WindowResolved(at=case.at))


@_decide.register(ask.Undo)
def _decide_undo(command: ask.Undo, case: Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None:
        return no.PlayersOnly()
    if not table.is_solo:
        return no.SoloOnly()
    moves = table.moves_since_decision(seat)
    return case.entry(log.Undone, moves=moves) if moves else no.NothingToUndo()


@_decide.register(ask.SubmitBotMove)
def _decide_bot_move(command: ask.SubmitBotMove, case: Case) -> Decision:
    table = case.table
    thought = next((one for one in table.bot_tasks() if one.moment == command.moment), None)
    if thought is None:
        return no.TooLate()
    if case.at < table.since + table.pace.bots:
        return no.NotDue()
    phase = Phase.REACT if table.open_deal.phase is Phase.WINDOW else table.open_deal.phase
    text = Move(command.move).notation(phase)
    return _play(case, thought.seat, text, "clock" if command.stuck else "bot")


# -- the clock -----------------------------------------------------------------------------------------------------


@_decide.register(ask.Tick)
def _decide_tick(command: ask.Tick, case: Case) -> Decision:
    table = case.table
    due, deal = table.due, table.deal
    if due is None or deal is None or case.at < due:
        return no.NotDue()
    if deal.over:
        return (case.begin_deal(table.state) if case.goes_on_by_itself else log.Paused(at=case.at),)
    if deal.phase is Phase.CHANCE:
        order = case.outside.shuffle(sorted(deal.discards))
        return (log.DiscardsShuffled(at=case.at, order=" ".join(card.notation for card in order)),)
    if (plan := table.window) is not None:
        if plan.call is not None:
            seat, move = plan.call
            return (log.WindowResolved(at=case.at, seat=seat, move=move.notation(Phase.REACT)),)
        return (log.WindowResolved(at=case.at),)
    seat_due = deal.seat
    assert seat_due is not None
    if table.bot_decides(seat_due):  # it is stuck
        view, (thought,) = table.view_for_bot(seat_due), table.bot_tasks()
        return _play(case, seat_due, choose_fallback_move(thought, view).notation(view.phase), "clock")
    return (log.DecisionTimedOut(at=case.at, seat=seat_due),)


@_decide.register(ask.Wake)
def _decide_wake(command: ask.Wake, case: Case) -> Decision:
    if case.table.playing:
        return no.NotDue()
    return case.deal_if_ready(case.resumed()) or no.NotDue()


@_decide.register(ask.RenewDeadline)
def _decide_renew_deadline(command: ask.RenewDeadline, case: Case) -> Decision:
    if case.table.clock_was_ahead(case.outside.now):
        return (log.DeadlineRenewed(at=case.outside.now),)
    return (log.DeadlineRenewed(at=case.at),) if case.table.missed_deadline(case.at) else no.NotDue()


# -- between deals -------------------------------------------------------------------------------------------------


@_decide.register(ask.Ready)
def _decide_ready(command: ask.Ready, case: Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None and not case.watches:
        return no.PlayersOnly()
    if table.playing:
        return no.NotNow("between-deals")
    if table.state.is_last_deal:
        return no.LogFull()
    if seat is None:
        return (case.begin_deal(table.state),)
    seed = _give_seed(case, command.seed) if command.seed else ()
    if isinstance(seed, no.BadSeed):
        return seed
    mine = table.state.seats[seat]
    back = (log.Returned(at=case.at, seat=seat),) if mine.autopilot else ()
    if mine.ready and not back:  # already ready: only what has changed since can begin the deal
        entries = case.deal_if_ready((*seed, *case.entry(log.GotReady)))
        return entries if any(isinstance(entry, log.DealBegan) for entry in entries) else case.still_waiting()
    return case.deal_if_ready((*case.resumed(), *back, *seed, *case.entry(log.GotReady)))


@_decide.register(ask.GiveSeed)
def _decide_give_seed(command: ask.GiveSeed, case: Case) -> Decision:
    if case.own_seat is None:
        return no.PlayersOnly()
    return _give_seed(case, command.seed)


def _give_seed(case: Case, seed: str) -> tuple[log.Entry, ...] | no.BadSeed:
    """Return the entry that accepts a player's seed, or what is wrong with it.

    An empty seed is refused. No one can take a seed back, so a client can rely on one that was accepted.
    """
    try:
        Seeds.parse("00" * 32, [seed])  # as the deal will read it
    except SeedsError:
        seed = ""
    if not seed:
        return no.BadSeed(N_("it is an even number of hexadecimal digits, 128 at most"))
    return case.entry(log.SeedGiven, seed=seed.lower())


# -- seats, names, host and access ---------------------------------------------------------------------------------

_decide.register(ask.TakeSeat, seat_rules.take_seat)
_decide.register(ask.SeatBot, seat_rules.seat_bot)
_decide.register(ask.GiveUpSeat, seat_rules.give_up_seat)
_decide.register(ask.FreeSeat, seat_rules.free_seat)
_decide.register(ask.RemovePlayer, seat_rules.remove_player)
_decide.register(ask.SwapSeats, seat_rules.swap_seats)
_decide.register(ask.StepAway, seat_rules.step_away)
_decide.register(ask.Return, seat_rules.return_to_seat)
_decide.register(ask.Rename, seat_rules.rename)
_decide.register(ask.TransferHost, seat_rules.transfer_host)
_decide.register(ask.SetAccess, seat_rules.set_access)
_decide.register(ask.SetPace, seat_rules.set_pace)
_decide.register(ask.SetStandingAnswer, seat_rules.set_standing_answer)
