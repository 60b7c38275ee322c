"""What a client knows of a table, kept up to date by its messages alone: the table as this viewer sees it.

A ``Replica`` is what stands behind a screen, wherever the table runs.  It takes each message once and in order, refuses
one that leaves a gap, and never goes back.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..game.deal import View
from ..game.events import DealOver, Event, EventError, Unknown, Viewer
from ..game.player_names import default_name
from ..i18n import Translator
from ..rules.editions import edition
from ..rules.rulebook import EDITION_NAMES
from ..rules.ruleset import FIELDS, Rules, RulesError
from ..tables.messages import FullState, QuestionInfo, SeatInfo, TableInfo, Update
from ..tables.table_events import (
    AccessChanged,
    BotJoined,
    BotTookOver,
    DealStarted,
    GameOver,
    HostChanged,
    PaceChanged,
    PlayerJoined,
    PlayerReady,
    PlayerRenamed,
    PlayerReturned,
    SeatsSwapped,
    SeatVacated,
    SeedAccepted,
    ShuffleRevealed,
    TableEvent,
    read_event,
)
from ..tables.table_state import PaceInfo, find_acting_host, shared_rules

MAX_TEXTS = 32
MAX_TEXT_LENGTH = 200
"""The longest seed has 128 digits."""


class ReplicaError(ValueError):
    """A message that cannot follow what was seen before it."""


class Replica:
    """The table as one viewer sees it, from the messages to that viewer."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        """The language of the messages, which players without a name of their own are called in."""
        self.viewer: Viewer = None
        self.number = 0
        """The number of the last message."""
        self.at = 0
        """When that happened."""
        self.view: View | None = None
        """What the viewer knows of the deal; None before the first."""
        self.asked: int | None = None
        """The number of the message whose question is open."""
        self.question: QuestionInfo | None = None
        """What the viewer may do now."""
        self.until: int | None = None
        """Until when the present decision may take."""
        self.uncertain = False
        """Whether something happened since the last whole state that only a later release knows."""
        self._table: TableInfo | None = None
        self._rules: Rules | None = None
        self._has_unknown_rules = False
        """Whether the table is played by rules that only a later release knows."""

    @property
    def seed(self) -> str:
        """The viewer's own seed for the next shuffle, once it was acknowledged; empty if there is none."""
        return "" if self.viewer is None else self.info.seeds[self.viewer]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        if self._rules is None:
            raise ReplicaError("the first message must carry the whole state")
        return self._rules

    @property
    def plays_unknown_rules(self) -> bool:
        """Whether the table has rules, or an edition, that only a later release knows."""
        return self._has_unknown_rules or self.info.edition not in EDITION_NAMES

    @property
    def is_unsure(self) -> bool:
        """Whether the table may stand otherwise than it is known here."""
        return self.uncertain or (self.view is not None and self.view.uncertain)

    @property
    def table(self) -> TableInfo:
        """The table as everybody sees it, with the points of the deal as far as it has come."""
        table = self.info
        view = self.view
        if view is None or view.uncertain:
            return table
        sheet = view.score_sheet()
        totals = [before + now for before, now in zip(view.totals_before, sheet.totals, strict=True)]
        sheets = table.sheets if view.over else [*table.sheets, sheet.as_dict()]
        return replace(table, totals=totals, sheets=sheets)

    @property
    def info(self) -> TableInfo:
        """The table without what is counted along: its totals and sheets leave out a deal that is being played."""
        if self._table is None:
            raise ReplicaError("the first message must carry the whole state")
        return self._table

    def take(self, message: FullState | Update) -> tuple[Event, ...]:
        """Take in the next message, and return what it tells; one that was seen before tells nothing.

        ReplicaError where it leaves a gap, leads back or is another's, DataError or EventError where it cannot be true;
        nothing has changed then.
        """
        if isinstance(message, FullState):
            return self._become(message)
        if message.number <= self.number:
            return ()
        if self._table is None or message.number != self.number + 1:
            raise ReplicaError(f"message {message.number} cannot follow number {self.number}: some are missing")
        if message.viewer != self.viewer:
            raise ReplicaError(f"a message to viewer {message.viewer}, and this is the mirror of {self.viewer}")
        events = tuple(read_event(values) for values in message.events)
        for event in events:
            self._check(event)
        before = {**self.__dict__, "view": None if self.view is None else self.view.copy()}
        try:
            self._follow(events)
        except BaseException:
            self.__dict__.update(before)
            raise
        self.uncertain = self.uncertain or any(isinstance(event, Unknown) for event in events)
        self._note(message)
        if message.question is not None or message.question_number is None:
            self.question = message.question
        return events

    def _become(self, message: FullState) -> tuple[Event, ...]:
        if self._table is not None and message.viewer == self.viewer and message.number < self.number:
            raise ReplicaError(f"the state is that of message {message.number}, but {self.number} was seen")
        if self._table is not None and message.table.id != self._table.id:
            raise ReplicaError(f"the state of table {message.table.id}, and this is the mirror of {self._table.id}")
        rules = _known_rules(message.table)
        _check_table(message.table, rules, message.viewer)
        has_unknown_rules = not message.table.rules.keys() <= set(FIELDS)
        view = None if message.view is None else _read_view(rules, message.view, has_unknown_rules)
        if view is not None and (view.viewer != message.viewer or len(view.totals_before) != rules.teams):
            raise ReplicaError("the view is another viewer's, or of other teams")
        events = tuple(read_event(values) for values in message.events)
        table = message.table
        self._rules, self.view, self.viewer = rules, view, message.viewer
        self._has_unknown_rules, self.uncertain = has_unknown_rules, False
        if view is not None and not view.over and not view.uncertain:
            table = replace(table, sheets=table.sheets[:-1])
        self._table = table
        self.question = message.question
        self._note(message)
        return events

    def _note(self, message: FullState | Update) -> None:
        self.number, self.at, self.asked = message.number, message.at, message.question_number
        self.until = None if message.clock is None else message.clock.deadline

    def _check(self, event: Event) -> None:
        """Refuse an event of the table that is not for this viewer, or of a seat or team that is not there."""
        if not isinstance(event, TableEvent):
            return  # the view looks at those of the deal
        if event.shown_to(self.viewer) != event:
            raise ReplicaError(f"{type(event).__name__} is nobody's business but the player's of seat {event.seat}")  # type: ignore[attr-defined]
        for name, there in (
            ("seat", self.rules.players),
            ("other_seat", self.rules.players),
            ("team", self.rules.teams),
        ):
            given = getattr(event, name, None)
            if given is not None and not 0 <= given < there:
                raise ReplicaError(f"{type(event).__name__}: there is no {name} {given}")
        if isinstance(event, DealStarted):
            _check_texts(event.commitment, event.next_commitment, *event.seeds)
        elif isinstance(event, SeedAccepted | ShuffleRevealed):
            _check_texts(event.seed if isinstance(event, SeedAccepted) else event.server_seed)

    # -- what happens ----------------------------------------------------------------------------------------------

    def _follow(self, events: tuple[Event, ...]) -> None:
        """Take in events of the table one by one, and those of the deal in rows, as they belong together."""
        row: list[Event] = []
        for event in events:
            if isinstance(event, Unknown) and self.view is None:
                continue
            if not isinstance(event, TableEvent):
                row.append(event)
                continue
            self._see(row)
            row = []
            self._happen(event)
        self._see(row)

    def _see(self, events: list[Event]) -> None:
        if not events:
            return
        if self.view is None:
            raise ReplicaError("no deal has begun")
        try:
            self.view.see(events)
        except EventError:
            if not self._has_unknown_rules:
                raise
            self.view.see([_UNKNOWN_RULE, *events])
            self.uncertain = True
        if isinstance(events[-1], DealOver) and not self.view.uncertain:
            seats = [replace(seat, ready=seat.kind != "person") for seat in self.info.seats]
            self._change(seats=seats, sheets=[*self.info.sheets, self.view.score_sheet().as_dict()])

    def _happen(self, event: TableEvent) -> None:
        match event:
            case PlayerJoined(seat, name):
                self._seat(seat, kind="person", name=self._name(seat, name), bot=None, autopilot=False, ready=False)
                self._take_seed(seat, "")
                if not any(one.kind == "person" for at, one in enumerate(self.info.seats) if at != seat):
                    self._change(host=seat)
            case BotJoined(seat, bot):
                was = self.info.seats[seat]
                name = was.name if was.kind == "bot" else self._name(seat, "")
                self._seat(seat, kind="bot", name=name, bot=bot, autopilot=False, ready=True)
                self._take_seed(seat, "")
            case SeatVacated(seat):
                self._seat(seat, kind="open", name=self._name(seat, ""), bot=None, autopilot=False, ready=False)
                self._take_seed(seat, "")
                if seat == self.info.host:
                    kinds = [(one.kind == "person", one.autopilot) for one in self.info.seats]
                    self._change(host=find_acting_host(seat, kinds))
            case SeatsSwapped(seat, other):
                self._swap(seat, other)
            case PlayerRenamed(seat, name):
                self._seat(seat, name=self._name(seat, name))
            case BotTookOver(seat):
                self._seat(seat, autopilot=True)
            case PlayerReturned(seat):
                self._seat(seat, autopilot=False)
            case PlayerReady(seat):
                self._seat(seat, ready=True)
            case HostChanged(seat):
                self._change(host=seat)
            case AccessChanged(newcomers, spectators):
                self._change(newcomers=newcomers, spectators=spectators)
            case PaceChanged(decision, window, bots):
                self._change(pace=PaceInfo(decision, window, bots))
            case GameOver(team):
                self._change(over=True, winner=team)
            case DealStarted():
                self._begin_deal(event)
            case SeedAccepted(seat, seed):
                self._take_seed(seat, seed)
        seats = [(seat.kind == "person", seat.autopilot) for seat in self.info.seats]
        self._change(acting_host=find_acting_host(self.info.host, seats))

    def _begin_deal(self, event: DealStarted) -> None:
        table = self.info
        first = event.game != table.game or self.view is None
        totals = (0,) * self.rules.teams if first else tuple(self.table.totals)
        self.view = View.fold(self.rules, self.viewer, (), totals)
        self._change(
            game=event.game,
            deal=event.deal,
            commitment=event.next_commitment,
            deal_commitment=event.commitment,
            seeds=[""] * self.rules.players,
            deal_seeds=list(event.seeds),
            over=False,
            winner=None,
            is_last_deal=event.is_last_deal,
            sheets=[] if event.game != table.game else table.sheets,
            seats=[replace(seat, ready=False) for seat in table.seats],
        )

    def _swap(self, seat: int, other: int) -> None:
        seats = list(self.info.seats)
        for at, come_from in ((seat, other), (other, seat)):
            one = self.info.seats[come_from]
            name = "" if one.name == self._name(come_from, "") else one.name
            seats[at] = replace(one, name=self._name(at, name), team=self.info.seats[at].team)
        seeds = list(self.info.seeds)
        seeds[seat], seeds[other] = seeds[other], seeds[seat]
        places = {seat: other, other: seat}
        opened_by = self.info.host
        self._change(seats=seats, seeds=seeds, host=places.get(opened_by, opened_by))

    def _name(self, seat: int, name: str) -> str:
        """Return what a player is called, in the language where they gave no name."""
        given = name not in ("", default_name(seat))
        return name if given else Translator(self.language, self.rules.edition).seat(seat)

    def _take_seed(self, seat: int, seed: str) -> None:
        seeds = list(self.info.seeds)
        seeds[seat] = seed
        self._change(seeds=seeds)

    def _seat(self, seat: int, **values: Any) -> None:
        seats: list[SeatInfo] = list(self.info.seats)
        seats[seat] = replace(seats[seat], **values)
        self._change(seats=seats)

    def _change(self, **values: Any) -> None:
        self._table = replace(self.info, **values)


_UNKNOWN_RULE = Unknown("UnknownRule", {})
"""Stands before what cannot follow by the rules that are known here, where the table has others."""


def _read_view(rules: Rules, values: dict[str, Any], has_unknown_rules: bool) -> View:
    """Return the view of a state; by rules that are not known here it may have come about otherwise."""
    try:
        return View.from_dict(rules, values)
    except EventError:
        if not has_unknown_rules:
            raise
        return View.from_dict(rules, {**values, "events": [_UNKNOWN_RULE.as_dict(), *values["events"]]})


def _known_rules(table: TableInfo) -> Rules:
    """Return the rules of a table as far as they are known here.

    An edition of a later release is played by its rules, in the words of an edition with as many players.
    """
    values = {name: value for name, value in table.rules.items() if name in FIELDS}
    name, players = values.get("edition"), values.get("players")
    if isinstance(name, str) and name not in EDITION_NAMES:
        known = (one for one in EDITION_NAMES if any(form.players == players for form in edition(one).forms))
        values["edition"] = next(known, name)
    try:
        return shared_rules(values)
    except RulesError as error:
        raise ReplicaError(f"rules that cannot be: {error}") from None


def _check_texts(*texts: str) -> None:
    """Refuse commitments and seeds that are so many or so long that keeping them would do harm."""
    if len(texts) > MAX_TEXTS or any(len(text) > MAX_TEXT_LENGTH for text in texts):
        raise ReplicaError("commitments or seeds that are too many or too long")


def _check_table(table: TableInfo, rules: Rules, viewer: Viewer) -> None:
    """Raise ReplicaError for a table that cannot be, so that nothing that shows it has to expect one."""
    players, teams = rules.players, rules.teams
    seats = [seat.team for seat in table.seats] == [rules.team_of(seat) for seat in range(players)]
    counts = (table.players, table.teams, len(table.totals), len(table.seeds)) == (players, teams, teams, players)
    named = [table.acting_host, table.host, *([] if viewer is None else [viewer])]
    places = all(0 <= seat < players for seat in named) and (table.winner is None or 0 <= table.winner < teams)
    rows = all(len(row) == teams for sheet in table.sheets for row in sheet.values())
    numbers = table.game > 0 and table.deal >= 0
    _check_texts(table.commitment, table.deal_commitment, table.scheme, *table.seeds, *table.deal_seeds)
    edition_fits = table.edition == table.rules.get("edition") and rules.edition in EDITION_NAMES
    if not (numbers and seats and counts and places and rows and edition_fits):
        raise ReplicaError("the table has seats, teams or points that cannot be")
