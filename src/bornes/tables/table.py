"""A table: a game with people around it, as its log makes it.

``apply`` is the only thing that changes a table, and does so in the same way live, after a restart and on another
machine.  ``decide`` turns a command into entries and changes nothing.  There is no clock in here, no chance and no
file: times, seeds and ids come in from outside and are in the entries.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ..base.translatable import N_
from ..engine.codes import Phase
from ..game.deal import Deal, View
from ..game.events import AnswerRequested, Event, Viewer
from ..game.fair import PLAYERS_AND_SERVER, Seeds, cut
from ..game.game import Game, game_winner
from ..game.illegal_reasons import Reason
from ..game.moves import LegalMoves
from ..game.player_names import default_name
from ..game.score_sheet import DealSheet, GameSheet
from ..rules.cards import Card
from . import entries as log
from .entries import InconsistentLog
from .table_state import (
    CLOCK_TOLERANCE_MS,
    REMEMBERED_COMMAND_IDS,
    FormerPlayer,
    TableState,
    copy_state,
    find_acting_host,
    shared_rules,
)
from .transitions import apply_entry, begin_table
from .window import WindowPlan, plan_window

T = TypeVar("T")
BOT_STUCK_AFTER_MS = 60_000
"""After this much more than its pace, a bot counts as stuck and a Sunday driver decides."""


class ViewerUpdate(NamedTuple):
    """What one viewer is told of an entry, before it is put into words: see ``bornes.tables.messages``."""

    viewer: Viewer
    number: int
    """Its place in the viewer's stream, counted from 1 without gaps."""
    at: int
    events: tuple[Event, ...]
    asks: bool
    """Whether it puts a question to the viewer."""
    asked: int | None
    """The number of the message whose question is open."""
    whole: bool = False
    """Whether it carries the whole state, since the events alone do not lead there."""

    def __repr__(self) -> str:
        """Say whose message it is, and nothing of what it tells."""
        return f"ViewerUpdate(viewer={self.viewer}, number={self.number})"


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """What a seat may do now, and why its other cards cannot be played."""

    seat: int
    phase: Phase
    moves: LegalMoves = field(repr=False)
    blocked: dict[Card, tuple[Reason, ...]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class BotTask:
    """A decision that a bot has to make."""

    seat: int
    bot: str
    moment: str
    """Names the decision; the answer is good for this one alone."""
    luck: int = field(repr=False)
    window: bool
    """Whether it is about a hazard; that it is asked at all says then that it holds an answer."""
    since: int
    """When the bot is asked."""


class Table:
    """A game with people around it.

    ``keep_deals`` keeps finished deals, for a record of the whole game; otherwise only their score sheets stay.
    """

    def __init__(
        self,
        opened: log.Opened | log.DealBegan,
        *,
        before: int = 0,
        sheets: Iterable[log.Sheet] = (),
        keep_deals: bool = False,
    ) -> None:
        self.began = before
        """Which entry of the log began the deal, or opened the table, counted from 0."""
        self.sheets: list[log.Sheet] = list(sheets)
        """The score sheets of the finished deals of this game; those before the first entry that was read are given."""
        self.changes: dict[int, int] = {}
        """How many entries each seat caused since the deal began, apart from moves; places that are changed take their
        numbers along, so that nobody uses up the changes of a seat that is another's to come back to."""
        self.paused = False
        """Whether the next deal waits for someone to be present."""
        self.pauses = 0
        """How often it has waited since the deal began."""
        self.entries = before + 1
        """How many entries the log has; ``before`` of them came before the first that was read."""
        self.deal: Deal | None = None
        """The deal that is played, or was played last: hidden cards are in it, so nobody is ever shown this."""
        self.names: tuple[str, ...] = ()
        """What the players are called, in the order of the seats."""
        self.since = 0
        """When the present decision began, or the window opened."""
        self.game_names: tuple[str, ...] = ()
        """What they were called in the game that is played, or was played last, as its record says."""
        self.clock_since = 0
        """From when the time for a person's decision counts: going away and coming back gives no more of it."""
        self.pace = opened.table.pace
        """The pace of the present decision or window; the table's may have been changed since."""
        self.passed: set[int] = set()
        """Who has let the present hazard pass."""
        self.late = False
        """Whether the time for the present decision ran out, so that the bot of the seat makes it."""
        self.told_at: dict[Viewer, int] = {}
        """When each viewer was told something last: of when others passed in silence nobody learns."""
        self.asked: dict[int, int] = {}
        """The seats that are asked for a decision, with the number of the message that asked."""
        self.finished: list[tuple[Deal, Seeds | None]] | None = [] if keep_deals else None
        """The deals before this one, where they are kept."""
        self.undone = 0
        """How often moves of this deal were taken back."""
        self.dealt_to: tuple[tuple[int, str], ...] = ()
        """Who sat where when the deal began, and what they were called."""
        self._question_keys: dict[int, tuple[object, ...]] = {}
        self._become(opened)

    @classmethod
    def fold(
        cls,
        entries: Iterable[log.Entry],
        *,
        before: int = 0,
        sheets: Iterable[log.Sheet] = (),
        keep_deals: bool = False,
    ) -> Table:
        """Return the table that a log makes, from its first entry or from one that begins a deal.

        ``before`` entries come before it, and ``sheets`` are those of the finished deals of its game.
        """
        following = iter(entries)
        first = next(following, None)
        if not isinstance(first, log.SNAPSHOT_ENTRIES):
            raise InconsistentLog(N_("a log begins with the opening of its table, or with a deal"))
        table = cls(first, before=before, sheets=sheets, keep_deals=keep_deals)
        for entry in following:
            table.apply_silently(entry)
        return table

    def _become(self, opened: log.Opened | log.DealBegan) -> None:
        """Take over the state of the first entry; its messages are those of ``apply``."""
        self.state: TableState = copy_state(opened.table)
        self.log_bytes = self.state.log_bytes + len(log.encode_entry(opened)) + 1
        self.rules = shared_rules(self.state.rules)
        self.first_news = self._tell(opened, begin_table(self, opened))

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of persons, whether the bot drives for them or not."""
        return tuple(at for at, seat in enumerate(self.state.seats) if seat.kind == "person")

    def seat_of(self, sitting: int) -> int | None:
        """Return where somebody sits now who sat down at this table; None once they have not a seat any more."""
        return next((at for at, seat in enumerate(self.state.seats) if seat.occupant == sitting), None)

    def occupant_of(self, key: str) -> int | None:
        """Return which sitting a key belongs to, in a time that tells nothing about other keys; None for none."""
        given, found = key.encode(), None
        for seat in self.state.seats:
            known = (seat.secret_hash or "").encode()
            if hmac.compare_digest(known, given) and known:
                found = seat.occupant
        return found

    def former_player(self, key: str) -> FormerPlayer | None:
        """Return what a key that was good for a seat is still good for, in a time that tells nothing about others."""
        given, found = key.encode(), None
        for one in self.state.former_players:
            if hmac.compare_digest(one.secret_hash.encode(), given):
                found = one
        return found

    def has_played(self, seat: int) -> bool:
        """Say whether the player of a seat was dealt cards in the deal that is played, or was played last."""
        sitting = self.state.seats[seat].occupant
        return self.deal is not None and any(dealt == sitting for dealt, _ in self.dealt_to)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats where nobody sits."""
        return tuple(at for at, seat in enumerate(self.state.seats) if seat.kind == "open")

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots, and nobody looks on."""
        return len(self.people) == 1 and not self.open_seats and not self.state.spectators

    @property
    def watched(self) -> bool:
        """Whether there is somebody from whom it must be hidden which bot holds what: several people, or spectators.

        Whoever plays alone against bots, or watches bots alone, waits for them instead.
        """
        return bool(self.people) and not self.is_solo

    @property
    def may_spectate(self) -> bool:
        """Whether spectators may: where people play it is theirs to say."""
        return self.state.spectators or not self.people

    @property
    def acting_host(self) -> int:
        """Who runs the table: the opener, or while that one is away the next to the left who is not."""
        return find_acting_host(self.state.host, [(one.kind == "person", one.autopilot) for one in self.state.seats])

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return self.deal is not None and not self.deal.over

    @property
    def open_deal(self) -> Deal:
        """The deal that is played or was played last; before the first there is none."""
        if self.deal is None:
            raise InconsistentLog(N_("no deal has begun"))
        return self.deal

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points over all deals of this game, with those of this deal so far."""
        if self.deal is None:
            return tuple(self.state.totals)
        return tuple(before + now for before, now in zip(self.state.totals, self.deal.scores, strict=True))

    @property
    def game_over(self) -> bool:
        """Whether the game is over; another one may follow at the same table."""
        if self.deal is None or not self.deal.over:
            return False
        return not self.rules.game_goal or self.winner is not None

    @property
    def winner(self) -> int | None:
        """The team that has won the game; None while it goes on, and where it is drawn."""
        if self.deal is None or not self.deal.over:
            return None
        return game_winner(self.rules, self.totals, self.deal.completer)

    @property
    def sheet(self) -> GameSheet:
        """The score sheet of the game, with this deal as it stands."""
        sheets = [DealSheet({name: tuple(row) for name, row in rows.items()}) for rows in self.sheets]
        return GameSheet((*sheets, self.deal.score_sheet()) if self.playing and self.deal else tuple(sheets))

    def view(self, viewer: Viewer) -> View | None:
        """Return what a seat may know of the deal, or a spectator; None before the first deal."""
        return None if self.deal is None else self.deal.view(viewer)

    @property
    def commitment(self) -> str:
        """The promise for the shuffle of the next deal."""
        return Seeds.parse(self.state.server_seed).commitment

    @property
    def deal_commitment(self) -> str:
        """The promise for the shuffle of this deal; empty where its cards came in a given order."""
        return Seeds.parse(self.state.deal_server_seed, revealed=True).commitment if self.state.deal_server_seed else ""

    @property
    def next_seat(self) -> int:
        """Whose turn is next, unless something comes between."""
        return (self.open_deal.turn + 1) % self.rules.players

    def record(self) -> str:
        """Return the record of the game so far; only where finished deals are kept."""
        if self.finished is None or self.deal is None:
            raise InconsistentLog("no record: finished deals were not kept, or none has begun")
        deal = self.deal
        if deal.phase is Phase.WINDOW:
            # A record's reader goes on from a window that no hand can answer, perhaps to the end of the deal.
            closed = deal.clone()
            closed.close_window()
            if len(closed.moves) == len(deal.moves):
                deal = closed
        return self.game_of([*self.finished, (deal, self.deal_seeds())]).record

    def finished_record(self) -> str:
        """Return the record of the finished deals of the game; empty where there is none."""
        if self.finished is None:
            raise InconsistentLog("no record: finished deals were not kept")
        over = self.deal is not None and self.deal.over
        played = [*self.finished, *([(self.deal, self.deal_seeds())] if self.deal is not None and over else [])]
        return self.game_of(played).record if played else ""

    def game_of(self, played: list[tuple[Deal, Seeds | None]]) -> Game:
        """Return the game that deals make up, each with what it was shuffled from."""
        return Game.of_deals(self.rules, self.game_names, self.state.first, played, scheme=self.state.scheme)

    # -- who is to do what ---------------------------------------------------------------------------------------

    def bot_decides(self, seat: int) -> bool:
        """Say whether a bot makes this seat's decisions now."""
        taken = self.state.seats[seat]
        return taken.kind != "person" or taken.autopilot or (self.late and self.open_deal.seat == seat)

    def bot_of(self, seat: int) -> str | None:
        """Return the bot that sits there, for everybody to see; None where it only drives for somebody."""
        taken = self.state.seats[seat]
        return taken.bot if taken.kind == "bot" else None

    @property
    def window(self) -> WindowPlan | None:
        """What is to happen in the window that is open; None where none is."""
        return plan_window(self) if self.deal is not None and self.deal.phase is Phase.WINDOW else None

    def askable(self) -> tuple[int, ...]:
        """Return the people who are asked for a decision now."""
        if self.deal is None or self.deal.over:
            return ()
        if self.deal.phase is Phase.WINDOW:
            return plan_window(self).asked
        seat = self.deal.seat
        return () if seat is None or self.bot_decides(seat) else (seat,)

    def question(self, seat: int) -> PendingDecision | None:
        """Return what a seat is asked now, with all that it may do; None where it is asked nothing."""
        if seat not in self.asked:
            return None
        deal = self.open_deal
        if deal.phase is Phase.WINDOW:
            return PendingDecision(seat, Phase.REACT, deal.answers(seat), {})
        return PendingDecision(seat, deal.phase, deal.legal_moves, deal.why_unplayable())

    def moves_since_decision(self, seat: int) -> int:
        """Return how many moves of this deal are to be taken back so that a seat can decide anew; 0 for none.

        Once players have changed, after the game, those of before are nobody's to take back.
        """
        moves = self.deal.moves if self.deal is not None and self.dealt_to == self._who_sits() else ()
        last = next((number for number in reversed(range(len(moves))) if moves[number].seat == seat), len(moves))
        if last < len(moves):
            while moves[last].phase is Phase.REACT and moves[last - 1].phase is Phase.REACT:
                last -= 1  # back to where the window opened
        return len(moves) - last

    @property
    def waits_for_bots(self) -> bool:
        """Whether nothing can happen before a bot has decided, so that the clock has only to see that it does."""
        if not self.playing:
            return False
        if (plan := self.window) is not None:
            return plan.call is None and plan.patient and bool(plan.bots)
        seat = self.open_deal.seat
        return seat is not None and self.bot_decides(seat)

    @property
    def bots_may_answer(self) -> bool:
        """Whether a hazard lies open that a bot could answer, as everybody sees; whether one thinks, nobody does."""
        deal = self.deal
        return deal is not None and deal.phase is Phase.WINDOW and any(map(self.bot_decides, deal.answerers))

    def bot_tasks(self) -> tuple[BotTask, ...]:
        """Return the decisions that bots have to make now."""
        if self.deal is None or self.deal.over or self.deal.phase is Phase.CHANCE:
            return ()
        if self.deal.phase is Phase.WINDOW:
            return tuple(self._thought(seat, "window") for seat in plan_window(self).bots)
        seat = self.deal.seat
        return () if seat is None or not self.bot_decides(seat) else (self._thought(seat, "turn"),)

    def _thought(self, seat: int, kind: str) -> BotTask:
        state = self.state
        moment = f"{state.game}.{state.deal}.{self.undone}.{self.open_deal.moves_made}.{seat}.{kind}"
        # Of this deal's secret, which is revealed only when the deal is over: who could work out a bot's luck could
        # work out its hand.
        secret = bytes.fromhex(state.deal_server_seed or state.server_seed)
        luck = hmac.digest(secret, f"bornes bot luck {moment}".encode(), hashlib.sha256)
        return BotTask(seat, state.seats[seat].bot, moment, int.from_bytes(luck[:4]), kind == "window", self.since)

    def view_for_bot(self, seat: int) -> View:
        """Return what a seat knows, as it is asked for its decision."""
        view = self.open_deal.view(seat)
        if self.open_deal.phase is Phase.WINDOW:
            view.see([AnswerRequested(seat)])
        return view

    @property
    def due(self) -> int | None:
        """When the clock will have something to say; None where everything waits for people."""
        deal, pace = self.deal, self.pace
        if deal is None or self.game_over:
            return None
        if deal.over:  # the next one begins, ready or not
            waits = pace.decision is None or self.paused or self.state.is_last_deal
            return None if waits else self.since + (pace.decision or 0)
        if deal.phase is Phase.CHANCE:
            return self.since
        if deal.phase is Phase.WINDOW:
            return self._window_due(plan_window(self))
        if deal.seat is not None and self.bot_decides(deal.seat):
            return self.since + pace.bots + BOT_STUCK_AFTER_MS
        return None if pace.decision is None else self.clock_since + pace.decision

    @property
    def shown_due(self) -> int | None:
        """Until when a person may decide, as everybody at the table may know."""
        if self.deal is not None and self.deal.phase is Phase.WINDOW:
            return plan_window(self).clock
        bot = self.playing and self.open_deal.seat is not None and self.bot_decides(self.open_deal.seat)
        return None if bot or (self.deal is not None and self.deal.phase is Phase.CHANCE) else self.due

    def missed_deadline(self, now: int) -> bool:
        """Say whether the clock should have spoken by now, as everybody at the table can tell.

        For how long a bot that holds an answer is waited for nobody can.
        """
        due = self.due if self.window is None else self.window.closes
        return due is not None and due <= now

    def clock_was_ahead(self, now: int) -> bool:
        """Say whether the last entry has a time that is still to come: the clock was ahead then, and was corrected."""
        return self.state.at > now + CLOCK_TOLERANCE_MS

    def _window_due(self, plan: WindowPlan) -> int | None:
        if plan.call is not None:
            return self.since
        if plan.closes is not None and plan.patient and plan.bots:
            return max(plan.closes, self.since + BOT_STUCK_AFTER_MS)
        return plan.closes

    # -- the fold ------------------------------------------------------------------------------------------------

    def apply(self, entry: log.Entry) -> dict[Viewer, ViewerUpdate]:
        """Take in an entry, and return what each viewer is told of it.

        An entry that cannot follow raises InconsistentLog; the table is then to be thrown away.
        """
        return self._take(entry, self._tell)

    def apply_silently(self, entry: log.Entry) -> None:
        """Take in an entry that everybody has been told of: the same as ``apply``, but nothing is told anew."""
        self._take(entry, self._count)

    def _take(self, entry: log.Entry, tell: Callable[[log.Entry, list[Event]], T]) -> T:
        try:
            self._check(entry)
            told = tell(entry, apply_entry(entry, self))
        except (InconsistentLog, ValueError, TypeError, IndexError, KeyError, AssertionError) as error:
            text = N_("entry {number}, {entry}, cannot follow: {error}")
            raise InconsistentLog(text, number=self.entries + 1, entry=type(entry).__name__, error=error) from error
        self.entries += 1
        self.log_bytes += len(log.encode_entry(entry)) + 1
        return told

    def _check(self, entry: log.Entry) -> None:
        """Raise InconsistentLog for a time that runs back, and for a seat that this table has not.

        Only a clock that starts again may run back: the one before was ahead.
        """
        if entry.at < self.state.at and not isinstance(entry, log.DeadlineRenewed):
            text = N_("its time, {at}, is before that of the last entry, {last}")
            raise InconsistentLog(text, at=entry.at, last=self.state.at)
        for name in ("seat", "target_seat", "other_seat"):
            seat = getattr(entry, name, None)
            if seat is not None and not 0 <= seat < self.rules.players:
                text = N_("{name}: there is no seat {seat}; seats are 0 to {last}")
                raise InconsistentLog(text, name=name, seat=seat, last=self.rules.players - 1)

    def _call_by_name(self) -> None:
        """Note what the players are called; the tuple stays the same one as long as nothing changes."""
        names = tuple(seat.name or default_name(at) for at, seat in enumerate(self.state.seats))
        if names != self.names:
            self.names = names

    def _who_sits(self) -> tuple[tuple[int, str], ...]:
        return tuple((seat.occupant, seat.name) for seat in self.state.seats)

    def state_after(self, entries: Iterable[log.Entry]) -> TableState:
        """Return the state that entries lead to which leave the cards alone; the table stays as it is."""
        twin = copy(self)
        twin.state, twin.asked, twin.told_at = copy_state(self.state), dict(self.asked), dict(self.told_at)
        twin.changes = dict(self.changes)
        for entry in entries:
            twin.apply_silently(entry)
        return twin.state

    def _tell(self, entry: log.Entry, events: list[Event]) -> dict[Viewer, ViewerUpdate]:
        """Number what each viewer is told, note who is asked, and return it."""
        whole, told = isinstance(entry, log.Undone), {}
        for viewer, number, asks in self._count(entry, events):
            asked = None if viewer is None else self.asked.get(viewer)
            seen = tuple(part for event in events if (part := event.shown_to(viewer)) is not None)
            told[viewer] = ViewerUpdate(viewer, number, entry.at, seen, asks, asked, whole)
        return told

    def _count(self, entry: log.Entry, events: list[Event]) -> list[tuple[Viewer, int, bool]]:
        """Number what each viewer is told, note who is asked, and return both for each who is told something."""
        self.state.at = entry.at
        if not isinstance(entry, log.MOVE_ENTRIES):
            self._call_by_name()
            self._count_change(entry)
        if isinstance(entry, log.SNAPSHOT_ENTRIES):
            self.game_names = self.names
            self.dealt_to = self._who_sits()
        if entry.seat is not None and entry.id:
            self._note_id(entry.seat, entry)
        keys, before = self._keys(), self._question_keys
        self._question_keys = keys
        counted: list[tuple[Viewer, int, bool]] = []
        for viewer in (*range(self.rules.players), None):
            asks = viewer in keys and keys[viewer] != before.get(viewer)
            closed = viewer in before and viewer not in keys
            if asks or closed or _sees_any(viewer, events):
                counted.append((viewer, self._count_for(viewer, entry.at, asks, closed), asks))
        return counted

    def _count_change(self, entry: log.Entry) -> None:
        """Count an entry that is no move for the seat that caused it; that time ran out is the clock's doing.

        A removal counts for the seat of the removed player.  Otherwise strangers who come again and again use up the
        changes of the host, who then cannot seat a bot.
        """
        if entry.seat is not None and not isinstance(entry, log.DecisionTimedOut):
            seat = _place_after(entry, entry.seat)
            if isinstance(entry, log.SeatFreed) and entry.for_good:
                seat = entry.target_seat
            self.changes[seat] = self.changes.get(seat, 0) + 1

    def _count_for(self, viewer: Viewer, at: int, asks: bool, closed: bool) -> int:
        """Return the number of a viewer's next message, and note whether it asks a question or closes one."""
        if viewer is None:
            self.state.spectator_message_count += 1
        else:
            self.state.seats[viewer].message_count += 1
        number = self.state.messages_to(viewer)
        self.told_at[viewer] = at
        if viewer is not None and (asks or closed):
            self.asked.pop(viewer, None)
            if asks:
                self.asked[viewer] = number
        return number

    def _note_id(self, seat: int, entry: log.Entry) -> None:
        """Note the id of a command where its sender sits now."""
        seat = _place_after(entry, seat)
        for known in (
            self.state.seats[seat].recent_command_ids,
            *([self.state.recent_arrival_ids] if isinstance(entry, log.PlayerSeated) else ()),
        ):
            known.append(entry.id)
            del known[:-REMEMBERED_COMMAND_IDS]

    def _keys(self) -> dict[int, tuple[object, ...]]:
        """Return what each seat is asked, so that it is noticed when a question becomes another one."""
        asked = self.askable()
        if not asked or self.deal is None:
            return {}
        moment = (self.state.game, self.state.deal, self.undone, self.deal.moves_made, self.deal.phase)
        return dict.fromkeys(asked, moment)

    def deal_seeds(self) -> Seeds | None:
        """Return what the present deal was shuffled from; None for cards that came in a given order."""
        if not self.state.deal_server_seed:
            return None
        return Seeds.parse(self.state.deal_server_seed, self.state.deal_seeds, revealed=True)


def _place_after(entry: log.Entry, seat: int) -> int:
    """Return where the player of a seat sits after an entry, which may change places."""
    if not isinstance(entry, log.Swapped):
        return seat
    return {entry.target_seat: entry.other_seat, entry.other_seat: entry.target_seat}.get(seat, seat)


def _sees_any(viewer: Viewer, events: list[Event]) -> bool:
    """Say whether a viewer sees anything of events: nearly always of the first, since most happen in the open."""
    for event in events:  # noqa: SIM110  a plain loop, since every entry of every log goes through here
        if event.shown_to(viewer) is not None:
            return True
    return False


def next_deal_state(table: Table, after: TableState, secret: bytes) -> TableState:
    """Return the state with which the next deal begins: ``after`` is the table's, ``secret`` that of the deal after.

    After the end of a game the next one begins.  Who starts it the cut says, or without a scheme the next seat does.
    """
    state = copy_state(after)
    if table.game_over:
        state.game += 1
        state.deal = 0
        state.totals = [0] * table.rules.teams
        state.first = (state.first + 1) % table.rules.players
    elif table.deal is not None:
        state.totals = list(table.totals)
    state.deal += 1
    state.deal_server_seed, state.server_seed = state.server_seed, secret.hex()
    seeds = [seat.seed for seat in state.seats]
    state.deal_seeds = seeds if any(seeds) else []
    if state.deal == 1 and state.scheme == PLAYERS_AND_SERVER:
        state.first = cut(Seeds.parse(state.deal_server_seed, state.deal_seeds), table.rules.players)
    for seat in state.seats:
        seat.seed, seat.ready = "", False
    return state
