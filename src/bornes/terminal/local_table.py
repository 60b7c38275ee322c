"""A table in this process: people at this keyboard, and bots that think beside them.

The game runs on a host of its own.  What is seen here is a second table, made from the entries of the log as they
become durable: nobody is shown a move that could still be lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from time import monotonic, time
from typing import Any

from ..base.translatable import N_, Localizable
from ..bots import BotFault, BotSpec
from ..client.table_client import HintText, Seat, TableError
from ..engine.codes import PASS, Phase
from ..game.deal import View
from ..game.events import Viewer
from ..game.fair import Seeds
from ..game.game import Game, Seed
from ..game.illegal_reasons import Reason
from ..game.moves import IllegalMove, Move
from ..game.player_names import checked_names
from ..game.position import Window
from ..game.score_sheet import GameSheet
from ..i18n import Translator
from ..review import hint_sentences
from ..review.verdicts import hint
from ..rules.cards import Card
from ..rules.ruleset import Rules
from ..tables import refusals as no
from ..tables.bot_runner import ThreadBotRunner
from ..tables.commands import Command, Play, Ready, Return, SetPace, Undo
from ..tables.decision_case import DecisionContext
from ..tables.entries import DealBegan, Entry, InconsistentLog, Opened, PaceSet
from ..tables.event_text import refusal_sentence
from ..tables.listeners import Send
from ..tables.messages import CommandRefused, Done
from ..tables.runtime import TableRuntime
from ..tables.table import Table
from ..tables.table_state import SECOND_MS, Pace, SeatState, TableState, open_state
from ..tables.table_store import MemoryStore, TableStore
from .bot_pace import PauseControl

BOT_TIMEOUT_SECONDS = 120.0
"""After this a bot counts as stuck, and a Sunday driver decides for it."""
BOT_RUNNER = ThreadBotRunner(patience=BOT_TIMEOUT_SECONDS)
"""Where the bots of all tables in this process think, and hints and reviews are worked out."""


class LocalTable:
    """A game that is played here; see ``Table`` for what a client may ask of it.

    ``new`` begins one, ``load`` goes on with one from its log, and ``of_game`` with one from a record; bots play from
    then on.  They decide one after another, ``pace`` seconds apart at least; ``pause`` stops them before their next
    move, and ``step`` lets them make one.
    """

    def __init__(self, id: str, store: TableStore, seed: Seed | None) -> None:
        self._id = id
        self._seed = seed
        self._ahead = time() - monotonic()
        """What is to be added to a clock that never runs back."""
        self._pause = PauseControl()
        self._pace = 0.0
        self._host = TableRuntime(store, BOT_RUNNER, self._clock, self._outside, hold=lambda id: self._pause.wait())
        self._known: Table | None = None
        self._listeners: list[Callable[[], None]] = []
        self._change = asyncio.Event()
        """Set and replaced after every change."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @classmethod
    async def new(
        cls,
        rules: Rules,
        seats: Sequence[Seat],
        *,
        seed: Seed | None = None,
        pace: float = 0.0,
        store: TableStore | None = None,
        id: str = "table",
    ) -> LocalTable:
        """Begin a new game; its log goes to the store, if there is one."""
        table = cls(id, store or MemoryStore(), seed)
        await table._host.open(table_state(id, rules, seats, seed_of_deal(seed, 1), pace))
        await table._sit_down(pace)
        return table

    @classmethod
    async def load(
        cls, store: TableStore, *, seed: Seed | None = None, pace: float = 0.0, id: str = "table"
    ) -> LocalTable:
        """Go on with the game whose log is in the store, and whose deals come from this seed, if from any."""
        table = cls(id, store, seed)
        part = await store.read(id)
        table._ahead = max(table._ahead, part.entries[-1].at / SECOND_MS - monotonic())
        await table._host.load(id)
        await table._sit_down(pace)
        return table

    @classmethod
    async def of_game(
        cls, game: Game, seats: Sequence[Seat], *, pace: float = 0.0, store: TableStore | None = None, id: str = "table"
    ) -> LocalTable:
        """Go on with a game that was begun elsewhere; its further deals are shuffled anew."""
        kept = store or MemoryStore()
        opened = _opened_with(game, id, seats)
        await kept.append(id, 0, [opened], Table(opened).due)
        return await cls.load(kept, pace=pace, id=id)

    async def _sit_down(self, pace: float) -> None:
        """Follow the game, without a clock that was set in an earlier sitting; bring those back for whom a bot drove.

        Where no deal has begun, the first one does.
        """
        await self._host.follow_log(self._id, self._hear)
        for seat in self._table.people:
            if self._table.state.seats[seat].autopilot:
                await self._do(seat, Return())
        self._pace = max(0.0, pace)
        await self._set_pace(Pace())
        if self._table.deal is None:
            await self._get_ready()

    def _clock(self) -> int:
        return int((self._ahead + monotonic()) * SECOND_MS)

    def _outside(self, id: str, now: int) -> DecisionContext:
        secret = partial(_secret, self._seed)
        return DecisionContext(now, secret, shuffle=_shuffled, own_table=True)

    def _hear(self, entry: Entry) -> None:
        """Take in an entry that is durable, and tell everybody."""
        if self._known is not None:
            self._known.apply_silently(entry)
        else:
            assert isinstance(entry, Opened | DealBegan)
            self._known = Table(entry, keep_deals=True)
        self._wake()
        if not isinstance(entry, PaceSet):  # which somebody here has just done, and sees at once
            for callback in list(self._listeners):
                callback()

    def _wake(self) -> None:
        self._change.set()
        self._change = asyncio.Event()

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def _table(self) -> Table:
        assert self._known is not None
        return self._known

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._table.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return seats_of(self._table)

    @property
    def number(self) -> int:
        """Which deal is played, from 1."""
        return self._table.state.deal

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points, with those of this deal so far."""
        return self._table.totals

    @property
    def over(self) -> bool:
        """Whether no further deal will be played."""
        return self._table.game_over

    @property
    def winner(self) -> int | None:
        """The team that has won the game."""
        return self._table.winner

    @property
    def bots_only(self) -> bool:
        """Whether nobody here plays, so that all hands may lie open."""
        return not self._table.people

    @property
    def faults(self) -> tuple[tuple[int, BotFault], ...]:
        """What bots did instead of choosing a legal move, with their seats; a Sunday driver decided for them."""
        return tuple(self._host.faults(self._id))

    @property
    def record(self) -> str:
        """The record of the game."""
        return self._table.record()

    def view(self, viewer: Viewer) -> View:
        """Return what a seat at this keyboard may know of the present deal; None gives a spectator's view."""
        if viewer is not None:
            self._check_here(viewer)
        return self._table.open_deal.view(viewer)

    def open_view(self, seat: int) -> View:
        """Return what any seat knows, at a table where only bots play."""
        if not self.bots_only:
            raise TableError(N_("hands can be opened only where nobody at this keyboard plays"))
        return self._table.open_deal.view(seat)

    def sheet(self) -> GameSheet:
        """Return the score sheet of the game."""
        return self._table.sheet

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""
        self._listeners.append(callback)

    # -- who is to decide ----------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, ...]:
        """Who of those here is asked for a decision now; about a hazard several may be, whatever they hold."""
        return self._table.askable()

    @property
    def window(self) -> Window | None:
        """The hazard that people here are asked about, where it is one that they are asked about."""
        return self.view(None).window if self._table.window is not None and self.asked else None

    def question(self, seat: int) -> View | None:
        """Return what a seat at this keyboard decides with now; None where there is nothing for it to decide."""
        self._check_here(seat)
        if seat not in self._table.asked:
            return None
        if self._table.window is not None and len(self._table.open_deal.answers(seat)) == 1:
            return None  # it can only let the hazard pass
        return self._table.view_for_bot(seat)

    async def wait_for_decision(self) -> None:
        """Wait until somebody here is asked for a decision, or the deal is over, or the table is closed."""
        while not self._closed and self._table.playing and not self._table.asked:
            await self._change.wait()

    # -- what there is to do -------------------------------------------------------------------------------------

    async def play(self, seat: int, move: Move) -> None:
        """Make a move for a seat at this keyboard; an illegal one raises IllegalMove and changes nothing."""
        self._check_open()
        self._check_here(seat)
        table = self._table
        phase = Phase.REACT if table.window is not None else table.open_deal.phase
        command = Play(move=move.notation(phase), question_number=table.asked.get(seat, 0))
        refused = await self._ask_for(seat, command)
        if refused is None:
            return
        if isinstance(refused.why, no.IllegalMoveRefusal):
            raise IllegalMove(move, Reason.from_dict(refused.why.reason))
        if isinstance(refused.why, no.TooLate | no.NotYourTurn):
            raise TableError(N_("{name} has nothing to decide now"), name=self.seats[seat].name)
        raise TableError("{why}", why=_Refusal(refused, self._table))

    async def let_pass(self) -> None:
        """Let the hazard pass for everybody here who is asked about it."""
        self._check_open()
        table = self._table
        asked = [(seat, table.asked[seat]) for seat in table.askable()] if table.window is not None else []
        for seat, number in asked:  # who is asked something else by then is too late, and all is well
            await self._ask_for(seat, Play(move=Move(PASS).notation(Phase.REACT), question_number=number))

    async def next_deal(self) -> None:
        """Begin the next deal once this one is over."""
        self._check_open()
        if self._table.playing:
            raise TableError(N_("this deal is not over yet"))
        if self.over:
            raise TableError(N_("the game is over"))
        await self._get_ready()

    async def _get_ready(self) -> None:
        """Let everybody here say that the next deal may begin, or whoever watches bots.

        A program that was stopped in between has left some who said so: twice would mean "start without the others".
        """
        seats = self._table.state.seats
        for seat in [at for at in self._table.people if not seats[at].ready] or (None,):
            await self._do(seat, Ready())

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back: only where one person plays against bots."""
        return self._table.is_solo and self._table.moves_since_decision(self._table.people[0]) > 0

    async def undo(self) -> None:
        """Take back the person's last move and all that followed; TableError where that cannot be."""
        self._check_open()
        await self._do(self._owner, Undo())

    async def hint(self, seat: int, words: Translator) -> HintText:
        """Return what the champion would do for a seat at this keyboard that is to decide, and why."""
        view = self.question(seat)
        if view is None:
            raise TableError(N_("{name} has nothing to decide now"), name=self.seats[seat].name)
        found = await BOT_RUNNER.work(partial(hint, view.detached()))
        return HintText(tuple(hint_sentences(found, words)), found.as_dict())

    async def close(self) -> None:
        """Leave the table; whatever is under way ends, and nothing is lost."""
        if self._closed:
            return
        self._closed = True
        await self._host.close()
        self._wake()

    async def attach(self, viewer: Viewer, language: str, send: Send) -> None:
        """Send a viewer's messages, first the whole state and then what is new: for programs that play."""
        await self._host.listen(self._id, viewer, language, send)

    async def command(self, seat: int | None, command: Command, language: str = "en") -> Done | CommandRefused:
        """Carry out any command of a seat at this keyboard, and return what to answer."""
        self._check_open()
        try:
            return await self._host.command(self._id, seat, command, language)
        except InconsistentLog as fault:  # its clock or a bot led to what cannot be: this table does not go on
            raise TableError("{fault}", fault=fault) from fault

    async def _ask_for(self, seat: int | None, command: Command) -> CommandRefused | None:
        """Send a command of a seat, or of whoever watches, and return the refusal, if it is refused."""
        answer = await self.command(seat, command)
        return answer if isinstance(answer, CommandRefused) else None

    async def _do(self, seat: int | None, command: Command) -> None:
        """Send a command; where it is refused, TableError says why."""
        refused = await self._ask_for(seat, command)
        if refused is not None:
            raise TableError("{why}", why=_Refusal(refused, self._table))

    # -- how fast ------------------------------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        """The least time in seconds from one move of a bot to the next."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._pace = max(0.0, seconds)
        self._keep_pace()

    @property
    def paused(self) -> bool:
        """Whether the bots wait."""
        return self._pause.paused

    def pause(self) -> None:
        """Let the bots wait before their next move."""
        self._pause.pause()
        self._keep_pace()

    def resume(self) -> None:
        """Let the bots play again after a pause."""
        self._pause.resume()
        self._keep_pace()

    def step(self) -> None:
        """Let the bots make one more move, without delay, and wait."""
        self._pause.step()
        self._keep_pace()

    def _keep_pace(self) -> None:
        """See that the table knows the pace, beside whatever else goes on."""
        task = asyncio.get_running_loop().create_task(self._set_pace())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _set_pace(self, clock: Pace | None = None) -> None:
        """Tell the table how fast bots play, step by step in no time, and by which clock people do, if by one."""
        known = self._table.state.pace
        times = clock or known
        pace = Pace(times.decision, times.window, 0 if self.paused else round(self._pace * SECOND_MS))
        if not self._closed and pace != known:
            await self._do(self._owner, SetPace(pace=pace))

    # -- who may do what -----------------------------------------------------------------------------------------

    @property
    def _owner(self) -> int | None:
        """Who runs the table: somebody here, or nobody in particular where bots are watched."""
        return None if self.bots_only else self._table.acting_host

    def _check_open(self) -> None:
        if self._closed:
            raise TableError(N_("this table has been left"))

    def _check_here(self, seat: int) -> None:
        seats = self.seats
        if not 0 <= seat < len(seats):
            raise TableError("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(seats) - 1)
        if not seats[seat].here:
            raise TableError("{name} does not sit at this keyboard", name=seats[seat].name)


@dataclass(frozen=True, slots=True)
class _Refusal(Localizable):
    """Why the table refused something, inside an error."""

    refused: CommandRefused
    table: Table

    def __str__(self) -> str:
        return self.refused.text

    def localize(self, words: Any) -> str:
        """Say it in a sentence."""
        return refusal_sentence(self.refused.why, words, self.table)


# -- how a table is opened ---------------------------------------------------------------------------------------


def _opened_with(game: Game, id: str, seats: Sequence[Seat]) -> Opened:
    """Return the first entry of a log in which a game goes on that was begun elsewhere."""
    state = table_state(id, game.rules, seats, seed_of_deal(None, len(game.deals) + 1))
    return Opened(at=int(time() * SECOND_MS), table=state, record=game.record)


def table_state(id: str, rules: Rules, seats: Sequence[Seat], secret: bytes, pace: float = 0.0) -> TableState:
    """Return the state of a table for those who sit there; TableError and other ValueErrors say what cannot be."""
    if len(seats) != rules.players:
        text = "this game has {players} players, but {seats} seats were given"
        raise TableError(text, players=rules.players, seats=len(seats))
    checked_names([seat.name for seat in seats], rules.players)
    people = [at for at, seat in enumerate(seats) if seat.here]
    return open_state(
        id,
        rules,
        [_seat_state(at, seat) for at, seat in enumerate(seats)],
        secret,
        pace=Pace(bots=round(pace * SECOND_MS)),
        opener=people[0] if people else 0,
        newcomers=False,
        spectators=False,
    )


def _seat_state(at: int, seat: Seat) -> SeatState:
    if (seat.bot is None) != seat.here:
        raise TableError("seat {at}: give it either a bot or a person at this keyboard", at=at)
    if seat.bot is None:
        return SeatState("person", seat.name.strip(), coup_fourre="ask", remedy="ask")
    BotSpec.parse(seat.bot).bot(0)  # one that cannot play is refused now, and not in the middle of a deal
    return SeatState("bot", seat.name.strip(), bot=seat.bot)


def seats_of(table: Table) -> tuple[Seat, ...]:
    """Return who sits where at a table of this keyboard."""
    return tuple(
        Seat(name, seat.bot if seat.kind == "bot" else None, here=seat.kind == "person")
        for name, seat in zip(table.names, table.state.seats, strict=True)
    )


def seed_of_deal(seed: Seed | None, number: int) -> bytes:
    """Return the secret that a deal is shuffled from: the one of this seed, or a fresh one."""
    return (Seeds.fresh() if seed is None else Seeds.of(seed, number)).server


def _secret(seed: Seed | None, game: int, number: int) -> bytes:
    return seed_of_deal(seed, number)


def _shuffled(discards: Sequence[Card]) -> Sequence[Card]:
    """Shuffle discards of a deal from a given deck, since it has no seeds to do it by itself."""
    order = list(discards)
    SystemRandom().shuffle(order)
    return order
