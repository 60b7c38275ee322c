"""How each entry changes a table: the only place where a table changes."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from ..base.translatable import N_
from ..engine.codes import Phase
from ..game.deal import Deal
from ..game.events import Event
from ..game.game import Game
from . import entries as log
from .entries import InconsistentLog
from .table_events import (
    AccessChanged,
    BotJoined,
    BotTookOver,
    ClockRestarted,
    DealStarted,
    GameOver,
    HostChanged,
    MovesUndone,
    PaceChanged,
    PassConfirmed,
    PlayerJoined,
    PlayerReady,
    PlayerRenamed,
    PlayerReturned,
    PlayerTimedOut,
    SeatsSwapped,
    SeatVacated,
    SeedAccepted,
    ShuffleRevealed,
    StandingAnswerChanged,
    TableOpened,
    TablePaused,
    TableResumed,
)
from .table_state import MAX_FORMER_PLAYERS, TIMEOUTS_BEFORE_AUTOPILOT, FormerPlayer, SeatState, copy_state

if TYPE_CHECKING:
    from .table import Table


@singledispatch
def apply_entry(entry: log.Entry, table: Table) -> list[Event]:
    """Change a table as an entry says, and return what happened, with every private part."""
    raise InconsistentLog(N_("{entry} cannot follow"), entry=type(entry).__name__)


def begin_table(table: Table, entry: log.Opened | log.DealBegan) -> list[Event]:
    """Begin as the first entry says: before the first deal, with a deal, or in the middle of a game."""
    if isinstance(entry, log.DealBegan):
        return _deal_out(table, entry)
    _turn_to(table, entry.at)
    if entry.record:
        _resume(table, entry.record)
    return [TableOpened(table.commitment)]


def _resume(table: Table, record: str) -> None:
    """Go on with a game that was begun elsewhere."""
    game = Game.replay(record)
    if game.rules != table.rules:
        raise InconsistentLog(N_("the rules of the record are not those of the table"))
    table.state.deal = len(game.deals)
    table.state.first, table.state.scheme = game.first, game.scheme
    table.state.totals = list(game.deal.totals_before)
    table.sheets = [deal.score_sheet().as_dict() for deal in game.deals if deal.over]
    table.deal = game.deal
    _stop_in_windows(table.deal)
    seeds = game.seeds[-1]
    if seeds is not None:
        table.state.deal_server_seed = seeds.server.hex()
        table.state.deal_seeds = [seed.hex() for seed in seeds.players]
    if table.finished is not None:
        table.finished += zip(game.deals[:-1], game.seeds[:-1], strict=True)


def _stop_in_windows(deal: Deal) -> None:
    """Let a deal stop behind each hazard from now on, and behind one that somebody was being asked about."""
    deal.stop_in_windows()
    if deal.phase is Phase.REACT:
        attack = next(number for number in reversed(range(len(deal.moves))) if deal.moves[number].phase is Phase.PLAY)
        taken_back = deal.take_back(len(deal.moves) - attack)
        deal.play(taken_back[0].move)


@apply_entry.register(log.DealBegan)
def _take_deal_began(entry: log.DealBegan, table: Table) -> list[Event]:
    if table.playing:
        raise InconsistentLog(N_("the deal before it is not over"))
    if table.finished is not None and table.deal is not None:
        table.finished = [] if entry.table.deal == 1 else [*table.finished, (table.deal, table.deal_seeds())]
    if entry.table.deal == 1:
        table.sheets = []
    table.state = copy_state(entry.table)
    table.began = table.entries
    return _deal_out(table, entry)


def _deal_out(table: Table, entry: log.DealBegan) -> list[Event]:
    state, rules = table.state, table.rules
    turned = state.deal - 1 if rules.dealer_rotation == "left" else 0
    seeds = table.deal_seeds()
    table.deal = Deal(
        rules,
        seeds=seeds,
        number=state.deal,
        first=(state.first + turned) % rules.players,
        totals_before=tuple(state.totals),
        stops_in_windows=True,
    )
    table.undone = table.pauses = 0
    table.changes = {}
    _turn_to(table, entry.at)
    seeds_given = tuple(state.deal_seeds)
    started = DealStarted(
        state.game, state.deal, table.deal_commitment, seeds_given, table.commitment, state.is_last_deal
    )
    return [started, *table.deal.events, *_after_deal(table)]


@apply_entry.register(log.MoveMade)
def _take_moved(entry: log.MoveMade, table: Table) -> list[Event]:
    deal = table.open_deal
    if deal.seat != entry.seat:
        raise InconsistentLog(N_("a move of seat {seat}, but {right} is to decide"), seat=entry.seat, right=deal.seat)
    events = list(deal.play(entry.move))
    _note_decision(table, entry.seat, entry.by)
    if deal.phase is Phase.WINDOW and not deal.answerers:
        events += deal.close_window()
    _turn_to(table, entry.at)
    return [*events, *_after_deal(table)]


@apply_entry.register(log.WindowPassed)
def _take_passed(entry: log.WindowPassed, table: Table) -> list[Event]:
    seat = _seat_of(entry)
    if table.window is None or seat not in table.open_deal.answerers:
        raise InconsistentLog(N_("seat {seat} has no hazard to let pass"), seat=seat)
    table.passed.add(seat)  # and nothing else: a pass is private, so that it is no decision by which anybody counts
    return [PassConfirmed(seat)] if table.state.seats[seat].kind == "person" else []


@apply_entry.register(log.WindowResolved)
def _take_window_ended(entry: log.WindowResolved, table: Table) -> list[Event]:
    answered = entry.move and entry.move != "pass"
    if answered:
        _note_decision(table, entry.seat, entry.by)
    events = table.open_deal.close_window(entry.seat, entry.move) if answered else table.open_deal.close_window()
    _turn_to(table, entry.at)
    return [*events, *_after_deal(table)]


@apply_entry.register(log.DiscardsShuffled)
def _take_shuffled(entry: log.DiscardsShuffled, table: Table) -> list[Event]:
    events = table.open_deal.reshuffle(entry.order)
    _turn_to(table, entry.at)
    return [*events, *_after_deal(table)]


@apply_entry.register(log.DecisionTimedOut)
def _take_time_ran_out(entry: log.DecisionTimedOut, table: Table) -> list[Event]:
    seat = _seat_of(entry)
    if not table.playing or table.open_deal.seat != seat:
        raise InconsistentLog(N_("seat {seat} is not to decide"), seat=seat)
    taken = table.state.seats[seat]
    taken.timeouts += 1
    table.late, table.since = True, entry.at
    if taken.timeouts < TIMEOUTS_BEFORE_AUTOPILOT:
        return [PlayerTimedOut(seat)]
    taken.autopilot = True
    return [PlayerTimedOut(seat), BotTookOver(seat)]


@apply_entry.register(log.DeadlineRenewed)
def _take_clock_renewed(entry: log.DeadlineRenewed, table: Table) -> list[Event]:
    table.since = table.clock_since = entry.at
    return [ClockRestarted()]


@apply_entry.register(log.Paused)
def _take_paused(entry: log.Paused, table: Table) -> list[Event]:
    if table.playing or table.paused:
        raise InconsistentLog(N_("there is nothing to pause"))
    table.paused = True
    table.pauses += 1
    return [TablePaused()]


@apply_entry.register(log.Resumed)
def _take_resumed(entry: log.Resumed, table: Table) -> list[Event]:
    if not table.paused:
        raise InconsistentLog(N_("the table is not paused"))
    table.paused = False
    table.since = table.clock_since = entry.at
    return [TableResumed()]


@apply_entry.register(log.Undone)
def _take_taken_back(entry: log.Undone, table: Table) -> list[Event]:
    deal = table.open_deal
    if entry.moves < 1:
        raise InconsistentLog(N_("{moves} moves cannot be taken back"), moves=entry.moves)
    if deal.over:
        table.sheets.pop()
    deal.take_back(entry.moves)
    table.undone += 1
    _turn_to(table, entry.at)
    return [MovesUndone()]


def _turn_to(table: Table, at: int) -> None:
    """Begin a new moment: whoever is to decide now has all their time."""
    table.since, table.passed, table.late, table.pace = at, set(), False, table.state.pace
    table.clock_since, table.paused = at, False


def _note_decision(table: Table, seat: int | None, by: log.By) -> None:
    """Note that somebody is there, by a decision that everybody sees."""
    if seat is not None and by == "person":
        table.state.seats[seat].timeouts = 0


def _after_deal(table: Table) -> list[Event]:
    """Note the end of a deal, once it is over, and reveal what its shuffle came from."""
    deal, state = table.open_deal, table.state
    if not deal.over:
        return []
    table.sheets.append(deal.score_sheet().as_dict())
    for seat in state.seats:
        seat.ready = seat.kind != "person"
    ended: list[Event] = []
    if state.deal_server_seed:
        ended.append(ShuffleRevealed(state.deal, state.deal_server_seed))
    if table.game_over:
        ended.append(GameOver(table.winner, table.totals))
    return ended


# -- people ----------------------------------------------------------------------------------------------------


def _seat_of(entry: log.Entry) -> int:
    """Return whose doing an entry was; InconsistentLog for one that does not say."""
    if entry.seat is None:
        raise InconsistentLog(N_("it does not say whose doing it was"))
    return entry.seat


def _settle(table: Table, seat: int, taken: SeatState) -> None:
    """Let somebody else have a seat; what the seat was told stays counted."""
    table.state.occupant_count += 1
    taken.message_count, taken.occupant = (
        table.state.seats[seat].message_count,
        taken.occupant or table.state.occupant_count,
    )
    table.state.seats[seat] = taken


def _remember_former(table: Table, seat: int, for_good: bool) -> None:
    """Keep the key of a player who loses a seat, unless that is for good: for coming back, and for the record."""
    lost, state = table.state.seats[seat], table.state
    before = next((one.game for one in state.former_players if one.occupant == lost.occupant), 0)
    others = [one for one in state.former_players if one.occupant != lost.occupant]
    if for_good or lost.kind != "person" or not lost.secret_hash:
        state.former_players = others
        return
    game = state.game if table.has_played(seat) else before
    played = [one for one in others if one.game][-(MAX_FORMER_PLAYERS - 1) :]
    kept = [one for one in others if not one.game or one in played]
    state.former_players = [*kept, FormerPlayer(lost.secret_hash, lost.occupant, seat, game)]


def _end_returns(table: Table, seat: int) -> None:
    """Note that a seat has a new owner: nobody can take it back, and who never played has nothing left to come for."""
    ended = [replace(one, seat=None) if one.seat == seat else one for one in table.state.former_players]
    table.state.former_players = [one for one in ended if one.game or one.seat is not None]


@apply_entry.register(log.PlayerSeated)
def _take_sat_down(entry: log.PlayerSeated, table: Table) -> list[Event]:
    seat = _seat_of(entry)
    key, bot = entry.secret_hash or UNSET, table.state.seats[seat].bot
    _settle(table, seat, SeatState("person", entry.name, bot=bot, secret_hash=key, occupant=entry.occupant))
    _end_returns(table, seat)
    _take_wheel(table, seat, entry.at)
    if table.people == (seat,):
        table.state.host = seat
    return [PlayerJoined(seat, entry.name)]


@apply_entry.register(log.BotSeated)
def _take_bot_seated(entry: log.BotSeated, table: Table) -> list[Event]:
    name = table.state.seats[entry.target_seat].name if table.state.seats[entry.target_seat].kind == "bot" else ""
    _settle(table, entry.target_seat, SeatState("bot", name, bot=entry.bot, ready=True))
    return [BotJoined(entry.target_seat, entry.bot)]


@apply_entry.register(log.SeatFreed)
def _take_seat_opened(entry: log.SeatFreed, table: Table) -> list[Event]:
    _remember_former(table, entry.target_seat, entry.for_good)
    _settle(table, entry.target_seat, SeatState("open", bot=table.state.seats[entry.target_seat].bot))
    _hand_over(table, entry.target_seat, entry.at)
    if entry.target_seat == table.state.host:  # whoever sits down there next has no right to run the table
        table.state.host = table.acting_host
    return [SeatVacated(entry.target_seat)]


@apply_entry.register(log.Swapped)
def _take_swapped(entry: log.Swapped, table: Table) -> list[Event]:
    one, other = table.state.seats[entry.target_seat], table.state.seats[entry.other_seat]
    one.message_count, other.message_count = other.message_count, one.message_count  # streams belong to places
    table.state.seats[entry.target_seat], table.state.seats[entry.other_seat] = other, one
    places = {entry.target_seat: entry.other_seat, entry.other_seat: entry.target_seat}
    table.state.host = places.get(table.state.host, table.state.host)
    table.changes = {places.get(seat, seat): number for seat, number in table.changes.items()}
    table.state.former_players = [
        replace(one, seat=places.get(one.seat, one.seat)) if one.seat is not None else one
        for one in table.state.former_players
    ]
    return [SeatsSwapped(entry.target_seat, entry.other_seat)]


@apply_entry.register(log.Renamed)
def _take_renamed(entry: log.Renamed, table: Table) -> list[Event]:
    seat = _seat_of(entry)
    before = table.names[seat]
    table.state.seats[seat].name = entry.name
    return [PlayerRenamed(seat, entry.name, before)]


@apply_entry.register(log.SteppedAway)
def _take_left(entry: log.SteppedAway, table: Table) -> list[Event]:
    table.state.seats[_seat_of(entry)].autopilot = True
    _hand_over(table, _seat_of(entry), entry.at)
    return [BotTookOver(_seat_of(entry))]


def _hand_over(table: Table, seat: int, at: int) -> None:
    """Let whoever decides for a seat from now on begin to, where it is to decide; a person has what is left.

    Once the person's time is over nobody begins anew: who goes and comes would keep the others waiting for ever.
    """
    time = table.pace.decision
    in_time = time is None or at < table.clock_since + time
    if in_time and table.playing and table.open_deal.seat == seat:
        table.late, table.since = False, at


@apply_entry.register(log.Returned)
def _take_returned(entry: log.Returned, table: Table) -> list[Event]:
    seat = table.state.seats[_seat_of(entry)]
    seat.autopilot, seat.timeouts = False, 0
    _take_wheel(table, _seat_of(entry), entry.at)
    return [PlayerReturned(_seat_of(entry))]


def _take_wheel(table: Table, seat: int, at: int) -> None:
    """Let a person decide from now on where a bot did."""
    # A bot is asked about a hazard only where it holds an answer: were its pass to stay, everybody could tell.
    table.passed.discard(seat)
    _hand_over(table, seat, at)


@apply_entry.register(log.HostTransferred)
def _take_handed_on(entry: log.HostTransferred, table: Table) -> list[Event]:
    table.state.host = entry.target_seat
    return [HostChanged(entry.target_seat)]


@apply_entry.register(log.AccessSet)
def _take_doors_set(entry: log.AccessSet, table: Table) -> list[Event]:
    table.state.newcomers, table.state.spectators = entry.newcomers, entry.spectators
    return [AccessChanged(entry.newcomers, entry.spectators)]


@apply_entry.register(log.PaceSet)
def _take_pace_set(entry: log.PaceSet, table: Table) -> list[Event]:
    table.state.pace = entry.pace
    if table.window is None:  # one that is open keeps the time that everybody was shown
        # So does the person who is to decide: nobody is given more time in the middle of it, or less, unless there is
        # to be no clock any more, which only somebody alone can say.
        table.pace = entry.pace if entry.pace.decision is None else replace(table.pace, bots=entry.pace.bots)
    return [PaceChanged(entry.pace.decision, entry.pace.window, entry.pace.bots)]


@apply_entry.register(log.GotReady)
def _take_got_ready(entry: log.GotReady, table: Table) -> list[Event]:
    table.state.seats[_seat_of(entry)].ready = True
    return [PlayerReady(_seat_of(entry))]


@apply_entry.register(log.SeedGiven)
def _take_seed_given(entry: log.SeedGiven, table: Table) -> list[Event]:
    table.state.seats[_seat_of(entry)].seed = entry.seed
    return [SeedAccepted(_seat_of(entry), entry.seed)]


@apply_entry.register(log.StandingAnswerSet)
def _take_standing_set(entry: log.StandingAnswerSet, table: Table) -> list[Event]:
    seat = table.state.seats[_seat_of(entry)]
    seat.coup_fourre, seat.remedy = entry.coup_fourre, entry.remedy
    return [StandingAnswerChanged(_seat_of(entry), entry.coup_fourre, entry.remedy)]
