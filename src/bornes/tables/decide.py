"""What becomes of a command: entries for the log, or the reason why not.  Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, singledispatch
from random import SystemRandom
from typing import Literal

from msgspec.structs import replace

from ..bots import BotError, Spec
from ..bots.roster import ROSTER, is_ours
from ..engine.codes import PASS, Phase
from ..game.fair import Seeds, SeedsError
from ..game.moves import Move, MoveError, parse
from ..game.player_names import can_be_seen, is_name, look_alike, usual_name
from ..i18n import N_, Words, available_languages
from ..rules.cards import Card
from . import commands as ask
from . import entries as log
from . import refusals as no
from .bot_runner import choose_instead
from .table import Table, deal_begun
from .table_limits import CORRESPONDENCE_MS, UNLIMITED, Limits, pace_trouble_online
from .table_state import SECOND, FormerPlayer, SeatState, TableState, first_present
from .window import plan_window

ABSENCE = 5 * 60 * SECOND
"""A player who was out of reach for this long is absent: the seat may be freed, and nobody waits for them."""
WITH_OTHERS = 3 * 24 * 3600 * SECOND
"""The time for a decision where somebody joins a table that had no clock: nobody is waited for for ever."""

Present = Literal["nobody", "bots", "people"]
"""Who is connected: spectators and players whose seats the server's bots don't drive are people, unless all of them
are programs that say so."""
Shuffle = Callable[[Sequence[Card]], Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Outside:
    """What a table does not know by itself, at the moment of a command."""

    now: int
    """The time, in milliseconds."""
    secret: Callable[[int, int], bytes]
    """Gives the server's seed for a deal of a game, by the numbers of game and deal."""
    shuffle: Shuffle = field(default=lambda cards: SystemRandom().sample(cards, len(cards)))
    """Shuffles discards in a deal whose cards came in a given order."""
    away: Callable[[int], int] = field(default=lambda seat: 0)
    """Says how many milliseconds a seat has been out of reach."""
    present: Callable[[Sequence[SeatState]], Present] = field(default=lambda seats: "people")
    """Says who is present where the seats are like this: a player whose seat a bot drives doesn't count."""
    limits: Limits = UNLIMITED
    own_table: bool = False
    """Whether commands come from whoever owns the place: any bot may sit there, and where only bots play it is theirs
    to run without a seat."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A command that was carried out before: it is answered as it was, and nothing happens."""

    id: str


CHANGES = (
    ask.SeatBot,
    ask.Free,
    ask.Swap,
    ask.Rename,
    ask.Leave,
    ask.HandOn,
    ask.SetDoors,
    ask.SetPace,
    ask.GiveSeed,
    ask.SetStanding,
    ask.TakeBack,
)
"""Commands of which a seat may send a bounded number until the next deal begins.  Those that a game needs to go on are
not among them: moves, returning, being ready, giving a seat up."""
Decision = tuple[log.Entry, ...] | no.Refusal | Repeated


def decide(table: Table, command: ask.Command, seat: int | None, outside: Outside) -> Decision:
    """Return the entries that a command leads to, or why it is refused; ``seat`` is the sender's own."""
    if seat is not None and not 0 <= seat < table.rules.players:
        return no.NoSuchSeat(seat)
    if command.id and seat is not None and command.id in table.state.seats[seat].recent:
        return Repeated(command.id)
    at = max(outside.now, table.state.at)  # time in a log never runs back
    case = _Case(table, seat, at, outside, command.id)
    return no.TooManyChanges() if isinstance(command, CHANGES) and case.is_crowded else case.decide(command)


@dataclass(frozen=True, slots=True)
class _Case:
    """One command at one moment, with what most answers need."""

    table: Table
    seat: int | None
    at: int
    outside: Outside
    id: str

    def decide(self, command: ask.Command) -> Decision:
        return _decide(command, self)

    @property
    def own_seat(self) -> int | None:
        """The sender's seat, if it is a person's."""
        if self.seat is None or self.table.state.seats[self.seat].kind != "person":
            return None
        return self.seat

    @property
    def is_host(self) -> bool:
        """Whether the sender is the host: has opened the table, or was handed it."""
        return self.watches or (self.own_seat is not None and self.own_seat == self.table.state.opener)

    @property
    def runs_table(self) -> bool:
        """Whether the sender is the host or stands in: the next player to the left of a host who is absent."""
        if self.is_host or self.own_seat is None:
            return self.is_host
        absent = [
            (person := one.kind == "person", person and (one.driven or self.long_away(at)))
            for at, one in enumerate(self.table.state.seats)
        ]
        return self.own_seat in (self.table.opener, first_present(self.table.state.opener, absent))

    def long_away(self, seat: int) -> bool:
        """Say whether nothing was heard of a player for so long that they count as absent: never sooner than the time
        that the pace gives for a decision, which in a game by correspondence is days."""
        return seat != self.seat and self.outside.away(seat) >= max(ABSENCE, self.table.state.pace.decision or 0)

    @property
    def watches(self) -> bool:
        """Whether the sender has no seat, and watches bots at a table of their own."""
        return self.seat is None and self.outside.own_table and not self.table.people

    def entry(self, kind: Callable[..., log.Entry], **values: object) -> tuple[log.Entry, ...]:
        """Return one entry of this command."""
        return (kind(at=self.at, seat=self.seat, id=self.id, **values),)

    def seat_exists(self, seat: int) -> bool:
        return 0 <= seat < self.table.rules.players

    def begin_deal(self, after: TableState, entries: tuple[log.Entry, ...] = ()) -> log.Entry:
        """Return the entry that begins the next deal, from the state that the table has after some entries."""
        over = self.table.game_over
        game, number = (after.game + 1, 1) if over else (after.game, after.number + 1)
        secret = self.outside.secret(game, number + 1)
        state, limits, table = deal_begun(self.table, after, secret), self.outside.limits, self.table
        state.log_bytes = table.log_bytes + sum(len(log.encode(entry)) + 1 for entry in entries)
        state.last = (
            table.entries >= limits.max_entries
            or state.log_bytes >= limits.max_bytes
            or state.number >= limits.max_game_deals
        )
        sheet = table.sheets[-1] if number > 1 else None
        return log.DealBegan(at=self.at, table=state, before=table.began, sheet=sheet)

    @property
    def is_crowded(self) -> bool:
        """Whether the sender's seat has caused as many changes as it may before the next deal."""
        return self.seat is not None and self.has_changed(self.seat)

    def has_changed(self, seat: int) -> bool:
        """Say whether a seat has caused as many changes as it may before the next deal."""
        return self.table.changes.get(seat, 0) >= self.outside.limits.max_changes

    @property
    def goes_on_by_itself(self) -> bool:
        """Whether the next deal of a game may begin when its time has come, ready or not.

        Somebody must be present, or in a game by correspondence a player whose seat no bot drives.
        """
        present = self.outside.present(self.table.state.seats)
        return present != "nobody" or _is_correspondence(self.table.state)

    def may_begin_game(self, after: TableState) -> bool:
        """Say whether another game may begin from a state: for people who are present, or by correspondence.

        Programs alone finish a game and begin no other.
        """
        present = self.outside.present(after.seats)
        return present == "people" or (present == "nobody" and _is_correspondence(after))

    def resumed(self) -> tuple[log.Entry, ...]:
        """Return the entry that ends a pause; none where there is no pause, or where too many have been ended."""
        table = self.table
        ends = table.paused and table.pauses < self.outside.limits.max_changes
        return (log.Resumed(at=self.at),) if ends else ()


def _is_correspondence(state: TableState) -> bool:
    """Say whether a game is played by correspondence, by a player whose seat no bot drives."""
    slow = (state.pace.decision or 0) >= CORRESPONDENCE_MS
    return slow and any(seat.kind == "person" and not seat.driven for seat in state.seats)


@singledispatch
def _decide(command: ask.Command, case: _Case) -> Decision:
    raise TypeError(f"not a command of a table: {type(command).__name__}")


# -- playing -------------------------------------------------------------------------------------------------------


@_decide.register(ask.Play)
def _decide_play(command: ask.Play, case: _Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None:
        return no.NotYourSeat()
    if seat not in table.asked:
        if table.playing and table.bot_decides(seat):
            return no.BotDrives() if table.state.seats[seat].driven else no.Late()
        return no.Late() if 0 < command.asked <= table.state.seats[seat].told else no.NothingToDecide()
    if command.asked != table.asked[seat]:
        return no.Late()
    return _play(case, seat, command.move, "person")


def _play(case: _Case, seat: int, text: str, by: log.By) -> Decision:
    table, deal = case.table, case.table.open_deal
    opponents = [team for team in range(table.rules.teams) if team != table.rules.team_of(seat)]
    try:
        move = parse(text, Phase.REACT if deal.phase is Phase.WINDOW else deal.phase, opponents)
    except MoveError as error:
        return no.NotAMove(text, str(error))
    if deal.phase is Phase.WINDOW:
        return _answer(case, seat, move, by)
    reason = deal.why_not(move)
    if reason is not None:
        return no.IllegalMove(move.notation(deal.phase), reason.as_dict())
    return (log.Moved(at=case.at, seat=seat, id=case.id, move=move.notation(deal.phase), by=by),)


def _answer(case: _Case, seat: int, move: Move, by: log.By) -> Decision:
    table, deal = case.table, case.table.open_deal
    reason = deal.why_no_answer(seat, move)
    if reason is not None:
        return no.IllegalMove(move.notation(Phase.REACT), reason.as_dict())
    if move != PASS:
        return (log.WindowEnded(at=case.at, seat=seat, id=case.id, move=move.notation(Phase.REACT), by=by),)
    passed = log.Passed(at=case.at, seat=seat, id=case.id, by=by)
    after = plan_window(table, table.passed | {seat})
    if not after.is_over(case.at):
        return (passed,)
    return (passed, log.WindowEnded(at=case.at))


@_decide.register(ask.TakeBack)
def _decide_take_back(command: ask.TakeBack, case: _Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None:
        return no.NotYourSeat()
    if not table.alone:
        return no.OnlyAlone()
    moves = table.moves_since_decision(seat)
    return case.entry(log.TakenBack, moves=moves) if moves else no.NothingToTakeBack()


@_decide.register(ask.BotChose)
def _decide_bot_chose(command: ask.BotChose, case: _Case) -> Decision:
    table = case.table
    thought = next((one for one in table.thoughts() if one.moment == command.moment), None)
    if thought is None:
        return no.Late()
    if case.at < table.since + table.pace.bots:
        return no.NotDue()
    phase = Phase.REACT if table.open_deal.phase is Phase.WINDOW else table.open_deal.phase
    text = Move(command.move).notation(phase)
    return _play(case, thought.seat, text, "clock" if command.stuck else "bot")


# -- the clock -----------------------------------------------------------------------------------------------------


@_decide.register(ask.Tick)
def _decide_tick(command: ask.Tick, case: _Case) -> Decision:
    table = case.table
    due, deal = table.due, table.deal
    if due is None or deal is None or case.at < due:
        return no.NotDue()
    if deal.over:
        return (case.begin_deal(table.state) if case.goes_on_by_itself else log.Paused(at=case.at),)
    if deal.phase is Phase.CHANCE:
        order = case.outside.shuffle(sorted(deal.discards))
        return (log.Shuffled(at=case.at, order=" ".join(card.notation for card in order)),)
    if (plan := table.window) is not None:
        if plan.call is not None:
            seat, move = plan.call
            return (log.WindowEnded(at=case.at, seat=seat, move=move.notation(Phase.REACT)),)
        return (log.WindowEnded(at=case.at),)
    seat_due = deal.seat
    assert seat_due is not None
    if table.bot_decides(seat_due):  # it is stuck
        view, (thought,) = table.view_for_bot(seat_due), table.thoughts()
        return _play(case, seat_due, choose_instead(thought, view).notation(view.phase), "clock")
    return (log.TimeRanOut(at=case.at, seat=seat_due),)


@_decide.register(ask.Wake)
def _decide_wake(command: ask.Wake, case: _Case) -> Decision:
    if case.table.playing:
        return no.NotDue()
    return _deal_if_ready(case, case.resumed()) or no.NotDue()


@_decide.register(ask.Renew)
def _decide_renew(command: ask.Renew, case: _Case) -> Decision:
    if case.table.is_ahead(case.outside.now):
        return (log.ClockRenewed(at=case.outside.now),)
    return (log.ClockRenewed(at=case.at),) if case.table.was_lost(case.at) else no.NotDue()


# -- between deals -------------------------------------------------------------------------------------------------


@_decide.register(ask.Ready)
def _decide_ready(command: ask.Ready, case: _Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None and not case.watches:
        return no.NotYourSeat()
    if table.playing:
        return no.NotNow("between-deals")
    if table.state.last:
        return no.LogFull()
    if seat is None:
        return (case.begin_deal(table.state),)
    seed = _give_seed(case, command.seed) if command.seed else ()
    if isinstance(seed, no.BadSeed):
        return seed
    mine = table.state.seats[seat]
    back = (log.Returned(at=case.at, seat=seat),) if mine.driven else ()
    if mine.ready and not back:  # for a player who is ready already only what happened since can make a difference
        entries = _deal_if_ready(case, (*seed, *case.entry(log.GotReady)))
        return entries if any(isinstance(entry, log.DealBegan) for entry in entries) else _still_waiting(case)
    return _deal_if_ready(case, (*case.resumed(), *back, *seed, *case.entry(log.GotReady)))


def _deal_if_ready(case: _Case, entries: tuple[log.Entry, ...]) -> tuple[log.Entry, ...]:
    """Return the entries, and those that begin the next deal once every player who is there is ready.

    A bot drives for the absent: they can take the wheel back at any time.
    """
    table = case.table
    if table.playing or table.state.last:
        return entries
    after = table.state_after(entries)
    if table.game_over and not case.may_begin_game(after):
        return entries
    absent = [at for at in _unready(after) if case.long_away(at)]
    people = [at for at, seat in enumerate(after.seats) if seat.kind == "person" and not seat.driven]
    if _open_seats_hold_up(case, after) or _unready(after) != absent or people == absent:
        return entries
    left = tuple(log.Left(at=case.at, seat=at) for at in absent)
    before = (*entries, *left)
    return (*before, case.begin_deal(table.state_after(before), before))


def _unready(state: TableState) -> list[int]:
    """Return the people who still have to say that they are ready."""
    return [at for at, one in enumerate(state.seats) if one.kind == "person" and not one.driven and not one.ready]


def _open_seats_hold_up(case: _Case, after: TableState) -> bool:
    """Say whether a game waits for its seats to be taken: only its first deal does."""
    return (after.number == 0 or case.table.game_over) and any(seat.kind == "open" for seat in after.seats)


def _still_waiting(case: _Case) -> no.StillWaiting:
    state = case.table.state
    return no.StillWaiting(_unready(state), _open_seats_hold_up(case, state))


@_decide.register(ask.GiveSeed)
def _decide_give_seed(command: ask.GiveSeed, case: _Case) -> Decision:
    if case.own_seat is None:
        return no.NotYourSeat()
    return _give_seed(case, command.seed)


def _give_seed(case: _Case, seed: str) -> tuple[log.Entry, ...] | no.BadSeed:
    """Return the entry that takes a player's seed, or what is wrong with it.

    An empty one is refused: nobody can take a seed back, so that a client may count on one that was accepted.
    """
    try:
        Seeds.parse("00" * 32, [seed])  # as the deal will read it
    except SeedsError:
        seed = ""
    if not seed:
        return no.BadSeed(N_("it is an even number of hexadecimal digits, 128 at most"))
    return case.entry(log.SeedGiven, seed=seed.lower())


# -- seats ---------------------------------------------------------------------------------------------------------


@_decide.register(ask.Sit)
def _decide_sit(command: ask.Sit, case: _Case) -> Decision:
    table = case.table
    if not case.seat_exists(command.to):
        return no.NoSuchSeat(command.to)
    if case.seat is not None:
        return no.SeatTaken(case.seat)
    if command.key and table.sitting_of(command.key) is not None:
        return Repeated(case.id)
    former = table.former_player(command.key)
    if command.back:
        return no.NotYourSeat() if former is None or former.seat is None else _come_back(case, command, former)
    if case.id and case.id in table.state.arrivals:
        return no.Late()  # who has given the seat up since does not come back by a repetition
    if not table.state.newcomers:
        return no.DoorsClosed()
    if table.state.seats[command.to].kind == "person":
        return no.SeatTaken(command.to)
    if table.playing:
        return no.NotNow("between-deals")
    return _sit_down(case, command, command.to, former)


def _come_back(case: _Case, command: ask.Sit, former: FormerPlayer) -> Decision:
    """Let a player have a seat back that is still free, or a bot's by now.

    During a deal only the player to whom its cards were dealt: others would see a hand that is not theirs.
    """
    table, seat = case.table, former.seat
    assert seat is not None
    if table.playing and table.dealt_to[seat][0] != former.sitting:
        return no.NotNow("between-deals")
    return _sit_down(case, command, seat, former)


def _sit_down(case: _Case, command: ask.Sit, seat: int, former: FormerPlayer | None) -> Decision:
    table = case.table
    if case.has_changed(seat):
        return no.TooManyArrivals()
    name = chosen_name(table, command.name, seat)
    if isinstance(name, no.BadName):
        if not command.back:
            return name
        name = ""  # somebody else took it meanwhile: a name keeps nobody from the own seat
    sitting = 0 if former is None else former.sitting
    sat = log.SatDown(at=case.at, seat=seat, id=case.id, name=name, key=command.key, sitting=sitting)
    if table.people and table.state.pace.decision is None and not case.outside.own_table:
        return (sat, log.PaceSet(at=case.at, pace=replace(table.state.pace, decision=WITH_OTHERS)))
    return (sat,)


def chosen_name(table: Table, name: str, seat: int) -> str | no.BadName:
    """Return a name as it is kept, empty for the usual one of the seat.

    One that no record could hold is refused, one that somebody else has, and one that somebody else would have who
    gave none, whatever language others read.
    """
    chosen = name.strip()
    if chosen in ("", *_usual_names(table.rules.edition, seat)):
        return "" if chosen or not name else no.BadName(name)
    taken = {one for at, one in enumerate(table.names) if at != seat} | _bot_titles()
    for other in range(table.rules.players):
        taken |= _usual_names(table.rules.edition, other)
    alike = any(look_alike(chosen, one) for one in taken)
    return chosen if is_name(chosen) and can_be_seen(chosen) and not alike else no.BadName(name)


@cache
def _bot_titles() -> frozenset[str]:
    """Return what our bots are called, in every language: nobody is to be taken for one."""
    titles = {Words(language).gettext(one.title) for one in ROSTER for language in available_languages()}
    return frozenset(titles | {one.name for one in ROSTER})


@cache
def _usual_names(edition: str, seat: int) -> frozenset[str]:
    """Return what a player is called who gave no name, by others and to the own face, in every language."""
    words = [Words(language, edition, you=you) for language in available_languages() for you in (None, seat)]
    return frozenset((usual_name(seat), *(one.seat(seat) for one in words)))


@_decide.register(ask.SeatBot)
def _decide_seat_bot(command: ask.SeatBot, case: _Case) -> Decision:
    table = case.table
    if not case.seat_exists(command.to):
        return no.NoSuchSeat(command.to)
    if not case.runs_table:
        return no.OpenersRight()
    if table.state.seats[command.to].kind == "person":
        return no.SeatTaken(command.to)
    if table.playing:
        return no.NotNow("between-deals")
    if not case.outside.own_table and not is_ours(command.bot):  # parsed, the options of a plugin would import it
        return no.BadBot(command.bot, no.ONLY_OUR_BOTS)
    try:
        Spec.parse(command.bot)
    except BotError as error:
        return no.BadBot(command.bot, str(error))
    return _deal_if_ready(case, case.entry(log.BotSeated, to=command.to, bot=command.bot))


@_decide.register(ask.GiveUp)
def _decide_give_up(command: ask.GiveUp, case: _Case) -> Decision:
    seat = case.own_seat
    if seat is None:
        return no.NotYourSeat()
    return _deal_if_ready(case, case.entry(log.SeatOpened, to=seat, for_good=command.for_good))


@_decide.register(ask.Free)
def _decide_free(command: ask.Free, case: _Case) -> Decision:
    table = case.table
    if not case.seat_exists(command.to):
        return no.NoSuchSeat(command.to)
    if not case.runs_table:
        return no.OpenersRight()
    freed = table.state.seats[command.to]
    if freed.kind == "open":
        return no.SeatFree(command.to)
    if freed.kind == "bot" and table.playing:
        return no.NotNow("between-deals")
    if freed.kind == "person" and command.to == table.state.opener:
        return no.HostsSeat(command.to)
    if command.to == case.own_seat or (freed.kind == "person" and not _may_be_freed(case, command.to)):
        return no.NotAway(command.to)
    return _deal_if_ready(case, case.entry(log.SeatOpened, to=command.to))


def _may_be_freed(case: _Case, seat: int) -> bool:
    """Say whether a player has been away for long enough to lose the seat.

    During a deal only silence counts: a bot that drives after a few decisions in a hurry keeps nobody waiting.
    """
    return case.long_away(seat) or (case.table.state.seats[seat].driven and not case.table.playing)


@_decide.register(ask.Remove)
def _decide_remove(command: ask.Remove, case: _Case) -> Decision:
    table = case.table
    if not case.seat_exists(command.to):
        return no.NoSuchSeat(command.to)
    if not case.is_host:
        return no.HostOnly()
    if command.to == case.own_seat:
        return no.HostsSeat(command.to)
    if table.state.seats[command.to].kind != "person":
        return no.SeatFree(command.to)
    sitting = table.state.seats[command.to].sitting
    played_before = any(one.sitting == sitting and one.game for one in table.state.former)  # and came back since
    if table.playing or table.has_played(command.to) or played_before:
        return no.HasPlayed(command.to)
    return case.entry(log.SeatOpened, to=command.to, for_good=True)


@_decide.register(ask.Swap)
def _decide_swap(command: ask.Swap, case: _Case) -> Decision:
    table, state = case.table, case.table.state
    for seat in (command.to, command.other):
        if not case.seat_exists(seat):
            return no.NoSuchSeat(seat)
    if case.own_seat is None:
        return no.NotYourSeat()
    if state.number and not table.game_over:
        return no.NotNow("before-the-first-deal")
    if not case.is_host:
        kinds = {seat: state.seats[seat].kind for seat in (command.to, command.other)}
        if case.own_seat not in kinds:
            return no.HostOnly()
        taken = next((seat for seat, kind in kinds.items() if seat != case.own_seat and kind == "person"), None)
        if taken is not None:
            return no.SeatTaken(taken)
    if command.to == command.other:
        return no.SameSeat(command.to)
    return case.entry(log.Swapped, to=command.to, other=command.other)


@_decide.register(ask.Rename)
def _decide_rename(command: ask.Rename, case: _Case) -> Decision:
    seat = case.own_seat
    if seat is None:
        return no.NotYourSeat()
    if case.table.state.number and not case.table.game_over:
        return no.NotNow("before-the-first-deal")  # a record has one name for each seat
    name = chosen_name(case.table, command.name, seat)
    return name if isinstance(name, no.BadName) else case.entry(log.Renamed, name=name)


@_decide.register(ask.Leave)
def _decide_leave(command: ask.Leave, case: _Case) -> Decision:
    table, seat = case.table, case.own_seat
    if seat is None:
        return no.NotYourSeat()
    if table.state.seats[seat].driven:
        return no.BotDrives()
    return _deal_if_ready(case, case.entry(log.Left))


@_decide.register(ask.Return)
def _decide_return(command: ask.Return, case: _Case) -> Decision:
    seat = case.own_seat
    if seat is None:
        return no.NotYourSeat()
    if not case.table.state.seats[seat].driven:
        return no.NotDriven()
    return _deal_if_ready(case, (*case.resumed(), *case.entry(log.Returned)))


# -- the host's rights ---------------------------------------------------------------------------------------------


@_decide.register(ask.HandOn)
def _decide_hand_on(command: ask.HandOn, case: _Case) -> Decision:
    if not case.seat_exists(command.to):
        return no.NoSuchSeat(command.to)
    if not case.is_host:
        return no.HostOnly()
    if case.table.state.seats[command.to].kind != "person":
        return no.NotYourSeat()
    if command.to == case.table.state.opener:
        return no.RunsAlready(command.to)
    return case.entry(log.HandedOn, to=command.to)


@_decide.register(ask.SetDoors)
def _decide_set_doors(command: ask.SetDoors, case: _Case) -> Decision:
    if not case.is_host:
        return no.HostOnly()
    return case.entry(log.DoorsSet, newcomers=command.newcomers, spectators=command.spectators)


@_decide.register(ask.SetPace)
def _decide_set_pace(command: ask.SetPace, case: _Case) -> Decision:
    table, pace = case.table, command.pace
    if not case.is_host:
        return no.HostOnly()
    if trouble := pace_trouble_online(pace, case.outside.limits):
        return no.BadPace(trouble)
    goes = pace.decision is None and table.state.pace.decision is not None
    if goes and len(table.people) > 1 and not case.outside.own_table:
        return no.BadPace(N_("a table of several people keeps a clock"))
    return case.entry(log.PaceSet, pace=pace)


@_decide.register(ask.SetStanding)
def _decide_set_standing(command: ask.SetStanding, case: _Case) -> Decision:
    if case.own_seat is None:
        return no.NotYourSeat()
    return case.entry(log.StandingSet, coup_fourre=command.coup_fourre, remedy=command.remedy)
