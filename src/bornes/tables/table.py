"""A table: a game with people around it, as its log makes it.

``apply`` is the only thing that changes a table, and does so in the same way live, after a restart and on another
machine.  ``decide`` turns a command into entries and changes nothing.  There is no clock in here, no chance and no
file: times, seeds and ids come in from outside and are in the entries.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from functools import singledispatchmethod

from ..cards import Card
from ..deal import Deal, View
from ..engine.codes import Phase
from ..events import Asked, Event, Viewer
from ..explain import Reason
from ..fair import Seeds
from ..game import Game, game_winner
from ..moves import LegalMoves
from ..player_names import usual_name
from ..rules import Rules
from ..scores import DealSheet, GameSheet
from . import entries as log
from .happenings import (
    BotSat,
    BotTookOver,
    ClockReset,
    DealStarted,
    DoorsChanged,
    GameWon,
    MovesTakenBack,
    PaceChanged,
    PassNoted,
    PlayerReady,
    PlayerRenamed,
    PlayerReturned,
    PlayerSat,
    SeatOpen,
    SeatsSwapped,
    SeedTaken,
    ShuffleRevealed,
    StandingTaken,
    TableHandedOn,
    TableOpened,
    TimeUp,
)
from .state import IDS_KEPT, TIMEOUTS, SeatState, TableState, copied
from .window import WindowPlan, plan_window

PATIENCE = 60_000
"""After so many milliseconds a bot that has not decided is taken to be stuck, and a Sunday driver decides."""


class TableFault(Exception):
    """An entry that cannot follow the log so far: the log is damaged, or of another program."""


@dataclass(frozen=True, slots=True)
class Message:
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


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat may do now, and why its other cards cannot be played."""

    seat: int
    phase: Phase
    moves: LegalMoves
    blocked: dict[Card, tuple[Reason, ...]]
    until: int | None
    """When the time for it runs out."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision that a bot has to make."""

    seat: int
    bot: str
    moment: str
    """Names the decision; the answer is good for this one alone."""
    luck: int
    since: int
    """When the bot is asked."""


class Table:
    """A game with people around it.

    ``keep_deals`` keeps finished deals, for a record of the whole game; otherwise only their score sheets stay.
    """

    def __init__(self, opened: log.Opened | log.DealBegan, *, before: int = 0, keep_deals: bool = False) -> None:
        self.entries = before + 1
        """How many entries the log has; ``before`` of them came before the first that was read."""
        self.deal: Deal | None = None
        """The deal that is played, or was played last: hidden cards are in it, so nobody is ever shown this."""
        self.since = 0
        """When the present decision began, or the window opened."""
        self.passed: set[int] = set()
        """Who has let the present hazard pass."""
        self.late = False
        """Whether the time for the present decision ran out, so that the bot of the seat makes it."""
        self.asked: dict[int, int] = {}
        """The seats that are asked for a decision, with the number of the message that asked."""
        self.finished: list[tuple[Deal, Seeds | None]] | None = [] if keep_deals else None
        """The deals before this one, where they are kept."""
        self._undone = 0
        self._question_keys: dict[int, tuple[object, ...]] = {}
        self._become(opened)

    @classmethod
    def fold(cls, entries: Iterable[log.Entry], *, before: int = 0, keep_deals: bool = False) -> Table:
        """Return the table that a log makes, from its first entry or from one that begins a deal."""
        following = iter(entries)
        first = next(following, None)
        if not isinstance(first, log.Opened | log.DealBegan):
            raise TableFault("a log begins with the opening of its table, or with a deal")
        table = cls(first, before=before, keep_deals=keep_deals)
        for entry in following:
            table.apply(entry)
        return table

    def _become(self, opened: log.Opened | log.DealBegan) -> None:
        """Take over the state of the first entry; its messages are those of ``apply``."""
        self.state: TableState = copied(opened.table)
        self.rules = Rules.from_dict(self.state.rules)
        self.first_news = self._tell(opened, self._begin(opened))

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, in the order of the seats."""
        return tuple(seat.name or usual_name(at) for at, seat in enumerate(self.state.seats))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of persons, whether the bot drives for them or not."""
        return tuple(at for at, seat in enumerate(self.state.seats) if seat.kind == "person")

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats where nobody sits."""
        return tuple(at for at, seat in enumerate(self.state.seats) if seat.kind == "open")

    @property
    def alone(self) -> bool:
        """Whether one person plays against bots, and nobody looks on."""
        return len(self.people) == 1 and not self.open_seats and not self.state.spectators

    @property
    def opener(self) -> int:
        """Who runs the table: the opener, or while that one is away the next to the left who is not."""
        players = self.rules.players
        order = [(self.state.opener + step) % players for step in range(players)]
        present = (at for at in order if self.state.seats[at].kind == "person" and not self.state.seats[at].driven)
        return next(present, self.state.opener)

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return self.deal is not None and not self.deal.over

    @property
    def open_deal(self) -> Deal:
        """The deal that is played or was played last; before the first there is none."""
        if self.deal is None:
            raise TableFault("no deal has begun")
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
        sheets = [DealSheet({name: tuple(row) for name, row in rows.items()}) for rows in self.state.sheets]
        return GameSheet((*sheets, self.deal.score_sheet()) if self.playing and self.deal else tuple(sheets))

    def view(self, viewer: Viewer) -> View | None:
        """Return what a seat may know of the deal, or a spectator; None before the first deal."""
        return None if self.deal is None else self.deal.view(viewer)

    @property
    def commitment(self) -> str:
        """The promise for the shuffle of the next deal."""
        return Seeds.parse(self.state.secret).commitment

    @property
    def next_seat(self) -> int:
        """Whose turn is next, unless something comes between."""
        return (self.open_deal.turn + 1) % self.rules.players

    def record(self) -> str:
        """Return the record of the game so far; only where finished deals are kept."""
        if self.finished is None or self.deal is None:
            raise TableFault("no record: finished deals were not kept, or none has begun")
        played = [*self.finished, (self.deal, self._deal_seeds())]
        return Game.of_deals(self.rules, self.names, self.state.first, played).record

    # -- who is to do what ---------------------------------------------------------------------------------------

    def bot_decides(self, seat: int) -> bool:
        """Say whether a bot makes this seat's decisions now."""
        taken = self.state.seats[seat]
        return taken.kind != "person" or taken.driven or (self.late and self.open_deal.seat == seat)

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

    def question(self, seat: int) -> Question | None:
        """Return what a seat is asked now, with all that it may do; None where it is asked nothing."""
        if seat not in self.asked:
            return None
        deal = self.open_deal
        if deal.phase is Phase.WINDOW:
            return Question(seat, Phase.REACT, deal.answers(seat), {}, self.shown_due)
        return Question(seat, deal.phase, deal.legal_moves, deal.why_unplayable(), self.shown_due)

    def thoughts(self) -> tuple[Thought, ...]:
        """Return the decisions that bots have to make now."""
        if self.deal is None or self.deal.over or self.deal.phase is Phase.CHANCE:
            return ()
        if self.deal.phase is Phase.WINDOW:
            return tuple(self._thought(seat, "window") for seat in plan_window(self).bots)
        seat = self.deal.seat
        return () if seat is None or not self.bot_decides(seat) else (self._thought(seat, "turn"),)

    def _thought(self, seat: int, kind: str) -> Thought:
        state = self.state
        moment = f"{state.game}.{state.number}.{self._undone}.{len(self.open_deal.moves)}.{seat}.{kind}"
        # Of this deal's secret, which is revealed only when the deal is over: who could work out a bot's luck could
        # work out its hand.
        secret = bytes.fromhex(state.deal_secret or state.secret)
        luck = hmac.digest(secret, f"bornes bot luck {moment}".encode(), hashlib.sha256)
        return Thought(seat, state.seats[seat].bot, moment, int.from_bytes(luck[:4]), self.since)

    def view_for_bot(self, seat: int) -> View:
        """Return what a seat knows, as it is asked for its decision."""
        view = self.open_deal.view(seat)
        if self.open_deal.phase is Phase.WINDOW:
            view.see([Asked(seat)])
        return view

    @property
    def due(self) -> int | None:
        """When the clock will have something to say; None where everything waits for people."""
        deal, pace = self.deal, self.state.pace
        if deal is None or self.game_over:
            return None
        if deal.over:  # the next one begins, ready or not
            return None if pace.decision is None else self.since + pace.decision
        if deal.phase is Phase.CHANCE:
            return self.since
        if deal.phase is Phase.WINDOW:
            return self._window_due(plan_window(self))
        if deal.seat is not None and self.bot_decides(deal.seat):
            return self.since + pace.bots + PATIENCE
        return None if pace.decision is None else self.since + pace.decision

    @property
    def shown_due(self) -> int | None:
        """Until when a person may decide, as everybody at the table may know."""
        if self.deal is not None and self.deal.phase is Phase.WINDOW:
            return plan_window(self).clock
        bot = self.playing and self.open_deal.seat is not None and self.bot_decides(self.open_deal.seat)
        return None if bot or (self.deal is not None and self.deal.phase is Phase.CHANCE) else self.due

    def _window_due(self, plan: WindowPlan) -> int | None:
        if plan.call is not None:
            return self.since
        if plan.closes is not None and plan.patient and plan.bots:
            return max(plan.closes, self.since + PATIENCE)
        return plan.closes

    # -- the fold ------------------------------------------------------------------------------------------------

    def apply(self, entry: log.Entry) -> dict[Viewer, Message]:
        """Take in an entry, and return what each viewer is told of it.

        An entry that cannot follow raises TableFault; the table is then to be thrown away.
        """
        try:
            told = self._tell(entry, self._take(entry))
        except (ValueError, IndexError, KeyError, AssertionError) as error:
            raise TableFault(f"entry {self.entries + 1} ({type(entry).__name__}) cannot follow: {error}") from error
        self.entries += 1
        return told

    def state_after(self, entries: Iterable[log.Entry]) -> TableState:
        """Return the state that entries lead to which leave the cards alone; the table stays as it is."""
        twin = copy(self)
        twin.state, twin.asked = copied(self.state), dict(self.asked)
        for entry in entries:
            twin.apply(entry)
        return twin.state

    def _tell(self, entry: log.Entry, events: list[Event]) -> dict[Viewer, Message]:
        """Number what each viewer is told, and note who is asked."""
        self.state.at = entry.at
        if entry.seat is not None and entry.id:
            recent = self.state.seats[entry.seat].recent
            recent.append(entry.id)
            del recent[:-IDS_KEPT]
        keys = self._keys()
        whole = isinstance(entry, log.TakenBack)
        told: dict[Viewer, Message] = {}
        for seat in range(self.rules.players):
            asks = seat in keys and keys[seat] != self._question_keys.get(seat)
            closed = seat in self._question_keys and seat not in keys
            if message := self._message(seat, entry.at, events, asks, closed, whole):
                told[seat] = message
        if message := self._message(None, entry.at, events, False, False, whole):
            told[None] = message
        self._question_keys = keys
        return told

    def _message(
        self, viewer: Viewer, at: int, events: list[Event], asks: bool, closed: bool, whole: bool
    ) -> Message | None:
        seen = tuple(part for event in events if (part := event.shown_to(viewer)) is not None)
        if not (seen or asks or closed):
            return None
        counter: SeatState | TableState = self.state if viewer is None else self.state.seats[viewer]
        counter.told += 1
        if viewer is not None and (asks or closed):
            self.asked.pop(viewer, None)
            if asks:
                self.asked[viewer] = counter.told
        return Message(viewer, counter.told, at, seen, asks, None if viewer is None else self.asked.get(viewer), whole)

    def _keys(self) -> dict[int, tuple[object, ...]]:
        """Return what each seat is asked, so that it is noticed when a question becomes another one."""
        if self.deal is None:
            return {}
        moment = (self.state.game, self.state.number, self._undone, len(self.deal.moves), self.deal.phase)
        return dict.fromkeys(self.askable(), moment)

    @singledispatchmethod
    def _take(self, entry: log.Entry) -> list[Event]:
        raise TableFault(f"entry {self.entries + 1}: {type(entry).__name__} cannot follow")

    def _begin(self, entry: log.Opened | log.DealBegan) -> list[Event]:
        """Begin as the first entry says: before the first deal, with a deal, or in the middle of a game."""
        if isinstance(entry, log.DealBegan):
            return self._deal_out(entry)
        self.since = entry.at
        if entry.record:
            self._resume(entry.record)
        return [TableOpened(self.commitment)]

    def _resume(self, record: str) -> None:
        """Go on with a game that was begun elsewhere."""
        game = Game.replay(record)
        if game.rules != self.rules:
            raise TableFault("the rules of the record are not those of the table")
        self.state.number = len(game.deals)
        self.state.first = game.first
        self.state.totals = list(game.deal.totals_before)
        self.state.sheets = [_rows(deal.score_sheet()) for deal in game.deals if deal.over]
        self.deal = game.deal
        self.deal.stop_in_windows()
        seeds = game.seeds[-1]
        if seeds is not None:
            self.state.deal_secret = seeds.server.hex()
            self.state.deal_seeds = [seed.hex() for seed in seeds.players]
        if self.finished is not None:
            self.finished += zip(game.deals[:-1], game.seeds[:-1], strict=True)

    @_take.register
    def _(self, entry: log.DealBegan) -> list[Event]:
        if self.finished is not None and self.deal is not None:
            self.finished = [] if entry.table.number == 1 else [*self.finished, (self.deal, self._deal_seeds())]
        self.state = copied(entry.table)
        return self._deal_out(entry)

    def _deal_out(self, entry: log.DealBegan) -> list[Event]:
        state, rules = self.state, self.rules
        turned = state.number - 1 if rules.dealer_rotation == "left" else 0
        seeds = self._deal_seeds()
        self.deal = Deal(
            rules,
            seeds=seeds,
            number=state.number,
            first=(state.first + turned) % rules.players,
            totals_before=tuple(state.totals),
            stops_in_windows=True,
        )
        self._undone = 0
        self._turn_to(entry.at)
        started = DealStarted(
            state.game, state.number, self._commitment_of(seeds), tuple(state.deal_seeds), self.commitment
        )
        return [started, *self.deal.events, *self._after_deal()]

    def _deal_seeds(self) -> Seeds | None:
        """Return what the present deal was shuffled from; None for cards that came in a given order."""
        if not self.state.deal_secret:
            return None
        return Seeds.parse(self.state.deal_secret, self.state.deal_seeds, revealed=True)

    @staticmethod
    def _commitment_of(seeds: Seeds | None) -> str:
        return "" if seeds is None else seeds.commitment

    @_take.register
    def _(self, entry: log.Moved) -> list[Event]:
        deal = self.open_deal
        if deal.seat != entry.seat:
            raise TableFault(f"entry {self.entries + 1}: a move of seat {entry.seat}, but {deal.seat} is to decide")
        events = list(deal.play(entry.move))
        self._note_decision(entry.seat, entry.by)
        if deal.phase is Phase.WINDOW and not deal.answerers:
            events += deal.close_window()
        self._turn_to(entry.at)
        return [*events, *self._after_deal()]

    @_take.register
    def _(self, entry: log.Passed) -> list[Event]:
        seat = self._seat_of(entry)
        self.passed.add(seat)
        self._note_decision(seat, entry.by)
        return [PassNoted(seat)] if self.state.seats[seat].kind == "person" else []

    @_take.register
    def _(self, entry: log.WindowEnded) -> list[Event]:
        if entry.seat is not None:
            self._note_decision(entry.seat, entry.by)
        answered = entry.move and entry.move != "pass"
        events = self.open_deal.close_window(entry.seat, entry.move) if answered else self.open_deal.close_window()
        self._turn_to(entry.at)
        return [*events, *self._after_deal()]

    @_take.register
    def _(self, entry: log.Shuffled) -> list[Event]:
        events = self.open_deal.reshuffle(entry.order)
        self._turn_to(entry.at)
        return [*events, *self._after_deal()]

    @_take.register
    def _(self, entry: log.TimeRanOut) -> list[Event]:
        seat = self._seat_of(entry)
        taken = self.state.seats[seat]
        taken.timeouts += 1
        self.late, self.since = True, entry.at
        if taken.timeouts < TIMEOUTS:
            return [TimeUp(seat)]
        taken.driven = True
        return [TimeUp(seat), BotTookOver(seat)]

    @_take.register
    def _(self, entry: log.ClockRenewed) -> list[Event]:
        self.since = entry.at
        return [ClockReset()]

    @_take.register
    def _(self, entry: log.TakenBack) -> list[Event]:
        deal = self.open_deal
        if deal.over:
            self.state.sheets.pop()
        deal.take_back(entry.moves)
        self._undone += 1
        self._turn_to(entry.at)
        return [MovesTakenBack(entry.moves)]

    def _turn_to(self, at: int) -> None:
        """Begin a new moment: whoever is to decide now has all their time."""
        self.since, self.passed, self.late = at, set(), False

    def _note_decision(self, seat: int | None, by: log.By) -> None:
        if seat is not None and by == "person":
            self.state.seats[seat].timeouts = 0

    def _after_deal(self) -> list[Event]:
        """Note the end of a deal, once it is over, and reveal what its shuffle came from."""
        deal, state = self.open_deal, self.state
        if not deal.over:
            return []
        state.sheets.append(_rows(deal.score_sheet()))
        for seat in state.seats:
            seat.ready = seat.kind != "person"
        ended: list[Event] = []
        if state.deal_secret:
            ended.append(ShuffleRevealed(state.number, state.deal_secret))
        if self.game_over:
            ended.append(GameWon(self.winner, self.totals))
        return ended

    # -- people ----------------------------------------------------------------------------------------------------

    def _seat_of(self, entry: log.Entry) -> int:
        if entry.seat is None or not 0 <= entry.seat < self.rules.players:
            raise TableFault(f"entry {self.entries + 1}: {type(entry).__name__} of seat {entry.seat}")
        return entry.seat

    def _settle(self, seat: int, taken: SeatState) -> None:
        """Let somebody else have a seat; what the seat was told stays counted."""
        taken.told = self.state.seats[seat].told
        self.state.seats[seat] = taken

    @_take.register
    def _(self, entry: log.SatDown) -> list[Event]:
        seat = self._seat_of(entry)
        self._settle(seat, SeatState("person", entry.name, bot=self.state.seats[seat].bot))
        if not any(self.state.seats[at].kind == "person" for at in (self.state.opener,)):
            self.state.opener = seat
        return [PlayerSat(seat, entry.name)]

    @_take.register
    def _(self, entry: log.BotSeated) -> list[Event]:
        name = self.state.seats[entry.to].name if self.state.seats[entry.to].kind == "bot" else ""
        self._settle(entry.to, SeatState("bot", name, bot=entry.bot, ready=True))
        return [BotSat(entry.to, entry.bot)]

    @_take.register
    def _(self, entry: log.SeatOpened) -> list[Event]:
        self._settle(entry.to, SeatState("open", bot=self.state.seats[entry.to].bot))
        return [SeatOpen(entry.to)]

    @_take.register
    def _(self, entry: log.Swapped) -> list[Event]:
        one, other = self.state.seats[entry.to], self.state.seats[entry.other]
        one.told, other.told = other.told, one.told  # streams belong to places
        self.state.seats[entry.to], self.state.seats[entry.other] = other, one
        places = {entry.to: entry.other, entry.other: entry.to}
        self.state.opener = places.get(self.state.opener, self.state.opener)
        return [SeatsSwapped(entry.to, entry.other)]

    @_take.register
    def _(self, entry: log.Renamed) -> list[Event]:
        self.state.seats[self._seat_of(entry)].name = entry.name
        return [PlayerRenamed(self._seat_of(entry), entry.name)]

    @_take.register
    def _(self, entry: log.Left) -> list[Event]:
        self.state.seats[self._seat_of(entry)].driven = True
        return [BotTookOver(self._seat_of(entry))]

    @_take.register
    def _(self, entry: log.Returned) -> list[Event]:
        seat = self.state.seats[self._seat_of(entry)]
        seat.driven, seat.timeouts = False, 0
        if self.playing and self.open_deal.seat == entry.seat:
            self.late, self.since = False, entry.at
        return [PlayerReturned(self._seat_of(entry))]

    @_take.register
    def _(self, entry: log.HandedOn) -> list[Event]:
        self.state.opener = entry.to
        return [TableHandedOn(entry.to)]

    @_take.register
    def _(self, entry: log.DoorsSet) -> list[Event]:
        self.state.newcomers, self.state.spectators = entry.newcomers, entry.spectators
        return [DoorsChanged(entry.newcomers, entry.spectators)]

    @_take.register
    def _(self, entry: log.PaceSet) -> list[Event]:
        self.state.pace = entry.pace
        return [PaceChanged(entry.pace.decision, entry.pace.window, entry.pace.bots)]

    @_take.register
    def _(self, entry: log.GotReady) -> list[Event]:
        self.state.seats[self._seat_of(entry)].ready = True
        return [PlayerReady(self._seat_of(entry))]

    @_take.register
    def _(self, entry: log.SeedGiven) -> list[Event]:
        self.state.seats[self._seat_of(entry)].seed = entry.seed
        return [SeedTaken(self._seat_of(entry), entry.seed)]

    @_take.register
    def _(self, entry: log.StandingSet) -> list[Event]:
        seat = self.state.seats[self._seat_of(entry)]
        seat.coup_fourre, seat.remedy = entry.coup_fourre, entry.remedy
        return [StandingTaken(self._seat_of(entry), entry.coup_fourre, entry.remedy)]


def _rows(sheet: DealSheet) -> dict[str, list[int]]:
    return {name: list(row) for name, row in sheet.rows.items()}


def deal_begun(table: Table, after: TableState, secret: bytes) -> TableState:
    """Return the state with which the next deal begins: ``after`` is the table's, ``secret`` that of the deal after.

    After the end of a game the next one begins, and who starts moves on as the dealer does.
    """
    state = copied(after)
    if table.game_over:
        state.game += 1
        state.number = 0
        state.totals = [0] * table.rules.teams
        state.sheets = []
        state.first = (state.first + 1) % table.rules.players
    elif table.deal is not None:
        state.totals = list(table.totals)
    state.number += 1
    state.deal_secret, state.secret = state.secret, secret.hex()
    seeds = [seat.seed for seat in state.seats]
    state.deal_seeds = seeds if any(seeds) else []
    for seat in state.seats:
        seat.seed, seat.ready = "", False
    return state
