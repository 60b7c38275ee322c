"""The rules for seats, the host role and access: who may do what, and which entries it leads to."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from ..bots import BotError, BotSpec
from ..bots.roster import ROSTER, is_builtin_bot
from ..game.player_names import default_name, is_valid_name, is_visible_name, look_alike
from ..i18n import N_, Translator, available_languages
from . import commands as ask
from . import entries as log
from . import refusals as no
from .decision_case import Case, Decision, RepeatedCommand
from .table import Table
from .table_limits import online_pace_error
from .table_state import SECOND_MS, FormerPlayer

DEFAULT_DECISION_MS = 3 * 24 * 3600 * SECOND_MS
"""The time for a decision when someone joins others at a table without a clock, so that no one waits forever."""

# -- seats ---------------------------------------------------------------------------------------------------------


def take_seat(command: ask.TakeSeat, case: Case) -> Decision:
    """Give a player an open seat or a bot's seat between deals, or give a former player their seat back."""
    table = case.table
    if not case.seat_exists(command.target_seat):
        return no.NoSuchSeat(command.target_seat)
    if case.seat is not None:
        return no.SeatTaken(case.seat)
    if command.secret_hash and table.occupant_of(command.secret_hash) is not None:
        return RepeatedCommand(case.id)
    former = table.former_player(command.secret_hash)
    if command.reclaim:
        return no.PlayersOnly() if former is None or former.seat is None else _reclaim_seat(case, command, former)
    if case.id and case.id in table.state.recent_arrival_ids:
        return no.TooLate()  # a repeated command doesn't seat a player who has given the seat up since
    if not table.state.newcomers:
        return no.ClosedToNewPlayers()
    if table.state.seats[command.target_seat].kind == "person":
        return no.SeatTaken(command.target_seat)
    if table.playing:
        return no.NotNow("between-deals")
    return _seat_player(case, command, command.target_seat, former)


def _reclaim_seat(case: Case, command: ask.TakeSeat, former: FormerPlayer) -> Decision:
    """Give a former player their seat back.

    During a deal only the player who was dealt its cards gets it, because anyone else would see another's hand.
    """
    table, seat = case.table, former.seat
    assert seat is not None
    if table.playing and table.dealt_to[seat][0] != former.occupant:
        return no.NotNow("between-deals")
    return _seat_player(case, command, seat, former)


def _seat_player(case: Case, command: ask.TakeSeat, seat: int, former: FormerPlayer | None) -> Decision:
    table = case.table
    if case.has_changed(seat):
        return no.TooManyArrivals()
    name = checked_player_name(table, command.name, seat)
    if isinstance(name, no.BadName):
        if not command.reclaim:
            return name
        name = ""  # another player took the name: that keeps no one from their own seat
    sitting = 0 if former is None else former.occupant
    sat = log.PlayerSeated(
        at=case.at, seat=seat, id=case.id, name=name, secret_hash=command.secret_hash, occupant=sitting
    )
    if table.people and table.state.pace.decision is None and not case.outside.own_table:
        return (sat, log.PaceSet(at=case.at, pace=replace(table.state.pace, decision=DEFAULT_DECISION_MS)))
    return (sat,)


def seat_bot(command: ask.SeatBot, case: Case) -> Decision:
    """Give a seat that no person has to a bot, between deals. Only the host or a stand-in may."""
    table = case.table
    if not case.seat_exists(command.target_seat):
        return no.NoSuchSeat(command.target_seat)
    if not case.runs_table:
        return no.ActingHostOnly()
    if table.state.seats[command.target_seat].kind == "person":
        return no.SeatTaken(command.target_seat)
    if table.playing:
        return no.NotNow("between-deals")
    # Parsing the options of a plugin would import it, so check the name first.
    if not case.outside.own_table and not is_builtin_bot(command.bot):
        return no.BadBot(command.bot, no.ONLY_OUR_BOTS)
    try:
        BotSpec.parse(command.bot)
    except BotError as error:
        return no.BadBot(command.bot, str(error))
    return case.deal_if_ready(case.entry(log.BotSeated, target_seat=command.target_seat, bot=command.bot))


def give_up_seat(command: ask.GiveUpSeat, case: Case) -> Decision:
    """Free the sender's own seat."""
    seat = case.own_seat
    if seat is None:
        return no.PlayersOnly()
    return case.deal_if_ready(case.entry(log.SeatFreed, target_seat=seat, for_good=command.for_good))


def free_seat(command: ask.FreeSeat, case: Case) -> Decision:
    """Free a bot's seat between deals, or an absent player's. Only the host or a stand-in may."""
    table = case.table
    if not case.seat_exists(command.target_seat):
        return no.NoSuchSeat(command.target_seat)
    if not case.runs_table:
        return no.ActingHostOnly()
    freed = table.state.seats[command.target_seat]
    if freed.kind == "open":
        return no.SeatAlreadyFree(command.target_seat)
    if freed.kind == "bot" and table.playing:
        return no.NotNow("between-deals")
    if freed.kind == "person" and command.target_seat == table.state.host:
        return no.HostSeatProtected(command.target_seat)
    if command.target_seat == case.own_seat or (
        freed.kind == "person" and not _may_be_freed(case, command.target_seat)
    ):
        return no.NotAbsent(command.target_seat)
    return case.deal_if_ready(case.entry(log.SeatFreed, target_seat=command.target_seat))


def _may_be_freed(case: Case, seat: int) -> bool:
    """Say whether a player has been away for long enough to lose the seat.

    During a deal a seat on autopilot isn't enough: it may follow a few timeouts, and the bot keeps no one waiting.
    """
    return case.long_away(seat) or (case.table.state.seats[seat].autopilot and not case.table.playing)


def remove_player(command: ask.RemovePlayer, case: Case) -> Decision:
    """Remove a player who hasn't played here, between deals. Only the host may."""
    table = case.table
    if not case.seat_exists(command.target_seat):
        return no.NoSuchSeat(command.target_seat)
    if not case.is_host:
        return no.HostOnly()
    if command.target_seat == case.own_seat:
        return no.HostSeatProtected(command.target_seat)
    if table.state.seats[command.target_seat].kind != "person":
        return no.SeatAlreadyFree(command.target_seat)
    sitting = table.state.seats[command.target_seat].occupant
    # Whether the player has played, left the seat and come back.
    played_before = any(one.occupant == sitting and one.game for one in table.state.former_players)
    if table.playing or table.has_played(command.target_seat) or played_before:
        return no.AlreadyPlayed(command.target_seat)
    return case.entry(log.SeatFreed, target_seat=command.target_seat, for_good=True)


def swap_seats(command: ask.SwapSeats, case: Case) -> Decision:
    """Swap two seats between games: the host any two, a player their own and one that no other person has."""
    table, state = case.table, case.table.state
    for seat in (command.target_seat, command.other_seat):
        if not case.seat_exists(seat):
            return no.NoSuchSeat(seat)
    if case.own_seat is None:
        return no.PlayersOnly()
    if state.deal and not table.game_over:
        return no.NotNow("before-the-first-deal")
    if not case.is_host:
        kinds = {seat: state.seats[seat].kind for seat in (command.target_seat, command.other_seat)}
        if case.own_seat not in kinds:
            return no.HostOnly()
        taken = next((seat for seat, kind in kinds.items() if seat != case.own_seat and kind == "person"), None)
        if taken is not None:
            return no.SeatTaken(taken)
    if command.target_seat == command.other_seat:
        return no.SameSeat(command.target_seat)
    return case.entry(log.Swapped, target_seat=command.target_seat, other_seat=command.other_seat)


def step_away(command: ask.StepAway, case: Case) -> Decision:
    """Let a bot play for the sender."""
    table, seat = case.table, case.own_seat
    if seat is None:
        return no.PlayersOnly()
    if table.state.seats[seat].autopilot:
        return no.OnAutopilot()
    return case.deal_if_ready(case.entry(log.SteppedAway))


def return_to_seat(command: ask.Return, case: Case) -> Decision:
    """Let the sender play again after a bot did, and end a pause."""
    seat = case.own_seat
    if seat is None:
        return no.PlayersOnly()
    if not case.table.state.seats[seat].autopilot:
        return no.NotOnAutopilot()
    return case.deal_if_ready((*case.resumed(), *case.entry(log.Returned)))


# -- names ---------------------------------------------------------------------------------------------------------


def rename(command: ask.Rename, case: Case) -> Decision:
    """Change the sender's name, between games."""
    seat = case.own_seat
    if seat is None:
        return no.PlayersOnly()
    if case.table.state.deal and not case.table.game_over:
        return no.NotNow("before-the-first-deal")  # a record has one name for each seat
    name = checked_player_name(case.table, command.name, seat)
    return name if isinstance(name, no.BadName) else case.entry(log.Renamed, name=name)


def checked_player_name(table: Table, name: str, seat: int) -> str | no.BadName:
    """Return a name as the table stores it, which is empty for the seat's default name.

    Refuses names that a record can't hold, names that look like another player's or a bot's, and the default names of
    other seats in any language.
    """
    chosen = name.strip()
    if chosen in ("", *_usual_names(table.rules.edition, seat)):
        return "" if chosen or not name else no.BadName(name)
    taken = {one for at, one in enumerate(table.names) if at != seat} | _bot_titles()
    for other in range(table.rules.players):
        taken |= _usual_names(table.rules.edition, other)
    alike = any(look_alike(chosen, one) for one in taken)
    return chosen if is_valid_name(chosen) and is_visible_name(chosen) and not alike else no.BadName(name)


@cache
def _bot_titles() -> frozenset[str]:
    """Return the names of our bots in every language, because no player may pass for one."""
    titles = {Translator(language).gettext(one.title) for one in ROSTER for language in available_languages()}
    return frozenset(titles | {one.name for one in ROSTER})


@cache
def _usual_names(edition: str, seat: int) -> frozenset[str]:
    """Return the default names of a seat in every language: those that others read, and those that its player reads."""
    words = [Translator(language, edition, you=you) for language in available_languages() for you in (None, seat)]
    return frozenset((default_name(seat), *(one.seat(seat) for one in words)))


# -- host and access -----------------------------------------------------------------------------------------------


def transfer_host(command: ask.TransferHost, case: Case) -> Decision:
    """Make another player the host. Only the host may."""
    if not case.seat_exists(command.target_seat):
        return no.NoSuchSeat(command.target_seat)
    if not case.is_host:
        return no.HostOnly()
    if case.table.state.seats[command.target_seat].kind != "person":
        return no.PlayersOnly()
    if command.target_seat == case.table.state.host:
        return no.AlreadyHost(command.target_seat)
    return case.entry(log.HostTransferred, target_seat=command.target_seat)


def set_access(command: ask.SetAccess, case: Case) -> Decision:
    """Open or close the table to new players and to spectators. Only the host may."""
    if not case.is_host:
        return no.HostOnly()
    return case.entry(log.AccessSet, newcomers=command.newcomers, spectators=command.spectators)


def set_pace(command: ask.SetPace, case: Case) -> Decision:
    """Change the pace. Only the host may, and not to one without a clock if several people play."""
    table, pace = case.table, command.pace
    if not case.is_host:
        return no.HostOnly()
    if trouble := online_pace_error(pace, case.outside.limits):
        return no.BadPace(trouble)
    goes = pace.decision is None and table.state.pace.decision is not None
    if goes and len(table.people) > 1 and not case.outside.own_table:
        return no.BadPace(N_("a table of several people keeps a clock"))
    return case.entry(log.PaceSet, pace=pace)


def set_standing_answer(command: ask.SetStandingAnswer, case: Case) -> Decision:
    """Set how the sender answers hazards at a table without a clock."""
    if case.own_seat is None:
        return no.PlayersOnly()
    return case.entry(log.StandingAnswerSet, coup_fourre=command.coup_fourre, remedy=command.remedy)
