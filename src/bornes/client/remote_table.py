"""A table far away, as a screen, a bot or a program sees it: one seat of it, or a place to look on from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ..base.serialization import DataError
from ..base.translatable import N_, TranslatableError, sanitize_line
from ..engine.codes import PASS, Phase
from ..game import IllegalMove, Move, Reason, View, Viewer
from ..game.events import AnswerRequested
from ..game.position import Window
from ..game.score_sheet import DealSheet, GameSheet
from ..i18n import Translator
from ..rules.ruleset import Rules
from ..tables import refusals as no
from ..tables.commands import MAX_NAME_LENGTH, GiveSeed, Play, Ready, Return, StepAway, Undo
from ..tables.listeners import Send
from ..tables.messages import CommandRefused, Done, SeatInfo, TableInfo
from .http_api import ServerError, unreachable_error
from .invite_links import TableLink
from .notices import NoticeFeed
from .observations import FairnessViolation, Observations
from .protocol import HintRequest, React, SocketCommand
from .table_client import HintText, Notice, Seat, TableError
from .websocket_transport import WELCOME_TIMEOUT_SECONDS, WebSocketTransport


class RemoteTable:
    """A game that is played elsewhere; see ``Table`` for what a client may ask of any.

    ``link`` names the table, with the secret of a seat or with what lets somebody look on.  ``open`` comes first.
    """

    def __init__(
        self, link: TableLink, language: str = "en", observations: Observations | None = None, *, bot: bool = False
    ) -> None:
        self.link = link
        known = observations is not None and observations.table == link.table
        self._following = NoticeFeed(language, observations if known else Observations(table=link.table))
        self._following.connection_changed = self._connection_changed
        self._connection = WebSocketTransport(link, self._following, language, bot)
        self._change = asyncio.Event()
        """Set and replaced after every change."""
        self._following.listen(self._wake)
        self._was_connected = False
        self._moving = False
        """Whether a move is on its way."""
        self._seeded: tuple[int, int] | None = None
        """The last deal for whose successor a seed was given without being asked, by game and deal."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, and take the wheel again where a bot drove meanwhile; ServerError says why that cannot be."""
        await self._connection.open()
        try:
            async with asyncio.timeout(WELCOME_TIMEOUT_SECONDS):
                await self.wait_until(lambda: self._following.known)
        except TimeoutError as error:
            raise unreachable_error(self.link.server, error) from None
        if self.lost is not None and not self._following.known:
            raise self.lost
        if self.on_autopilot:
            with suppress(TableError):
                await self.take_back_seat()

    async def close(self) -> None:
        """Leave the table; the seat stays whose it is."""
        for task in self._tasks:
            task.cancel()
        await self._connection.close()

    def _wake(self) -> None:
        self._change.set()
        self._change = asyncio.Event()
        self._give_seed_in_time()

    def _connection_changed(self) -> None:
        """Tell that the table is out of reach, or can be reached again."""
        connected, known = self._connection.connected, self._following.known
        if known and connected != self._was_connected and self.lost is None:
            text = N_("The connection is back.") if connected else N_("The connection is lost; trying again …")
            self._following.notify(self._words.gettext(text), lasting=not connected)
        self._was_connected = connected
        self._following.notify_changed()

    async def wait_until(self, reached: Callable[[], bool]) -> None:
        """Wait until something is so, or the table is out of reach for good."""
        while self.lost is None and not reached():
            await self._change.wait()

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def _words(self) -> Translator:
        return Translator(self._following.mirror.language)

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self._following.mirror.info

    @property
    def seat(self) -> int | None:
        """The seat of the player here; None for who looks on."""
        return self._following.mirror.viewer

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._following.mirror.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return tuple(self._seat(at, one) for at, one in enumerate(self.info.seats))

    def _seat(self, at: int, one: SeatInfo) -> Seat:
        person = one.kind == "person"
        here = at == self.seat
        away = person and not here and (one.autopilot or at not in self._following.present)
        name = sanitize_line(one.name, MAX_NAME_LENGTH)
        return Seat(name, one.bot, here, ready=one.ready and person, away=away, open=one.kind == "open")

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        view = self._following.mirror.view
        return view is not None and not view.over

    @property
    def begun(self) -> bool:
        """Whether a deal of the game has begun."""
        return self._following.mirror.view is not None

    @property
    def number(self) -> int:
        """Which deal is played, from 1."""
        return self.info.deal

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points, with those of this deal so far."""
        return tuple(self._following.mirror.table.totals)

    @property
    def over(self) -> bool:
        """Whether no further deal will be played in this game; another game may follow at the same table."""
        return self.info.over

    @property
    def is_full(self) -> bool:
        """Whether no other deal can begin here, because the table's log is full."""
        return self.info.is_last_deal and not self.playing

    @property
    def winner(self) -> int | None:
        """The team that has won the game."""
        return self.info.winner

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """What bots did instead of choosing a legal move, with their seats."""
        return tuple(self._following.faults)

    def view(self, viewer: Viewer) -> View:
        """Return what the seat here may know of the present deal; None gives a spectator's view."""
        if viewer is not None:
            self._check_here(viewer)
        known = self._following.mirror.view
        if known is None:
            raise TableError(N_("no deal has begun"))
        if viewer == self.seat:
            return known
        return View.fold(known.rules, None, known.events, known.totals_before)

    def sheet(self) -> GameSheet:
        """Return the score sheet of the game."""
        sheets = self._following.mirror.table.sheets
        return GameSheet(tuple(DealSheet({name: tuple(row) for name, row in rows.items()}) for rows in sheets))

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""
        self._following.listen(callback)

    # -- a table that may be out of reach ------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether the table can be reached now."""
        return self._connection.connected

    @property
    def lost(self) -> TranslatableError | None:
        """Why the table cannot be reached any more, and nobody tries; None while somebody does."""
        return self._connection.lost

    @property
    def time_left(self) -> float | None:
        """How many seconds are left for the present decision; None where there is no hurry."""
        return self._following.time_left

    @property
    def on_autopilot(self) -> bool:
        """Whether a bot drives for the player here."""
        return self.seat is not None and self.info.seats[self.seat].autopilot

    @property
    def others_play(self) -> bool:
        """Whether there are other people at the table, who may have to wait."""
        return any(one.kind == "person" and at != self.seat for at, one in enumerate(self.info.seats))

    @property
    def fairness_violations(self) -> tuple[FairnessViolation, ...]:
        """What was found wrong with shuffles: promises that the server broke."""
        return tuple(self._following.fairness_violations)

    @property
    def observations(self) -> Observations:
        """What was observed of the shuffles at this table, for `bornes.game.fairness_proof.proofs`."""
        return self._following.observer.kept

    @property
    def observed(self) -> int:
        """Counts what should be stored of the observations: promises, seeds, beginnings and ends of deals."""
        return self._following.observer.changed

    def on_notice(self, callback: Callable[[Notice], None]) -> None:
        """Call this with all that is worth telling beside the game itself, and now with what must not be missed."""
        self._following.on_notice(callback)

    # -- who is to decide ----------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, ...]:
        """The seat here, where it is asked for a decision now, whatever it holds."""
        mirror = self._following.mirror
        return () if mirror.asked is None or mirror.viewer is None or mirror.is_unsure else (mirror.viewer,)

    @property
    def asked_by(self) -> int | None:
        """The number of the message that asks the player here; None where nothing is asked."""
        return self._following.mirror.asked if self.asked else None

    @property
    def ready(self) -> bool:
        """Whether the player here waits for the next deal."""
        return self.seat is not None and self.info.seats[self.seat].ready

    @property
    def window(self) -> Window | None:
        """The hazard that the player here is asked about."""
        view = self._following.mirror.view
        return view.window if self.asked and view is not None else None

    def question(self, seat: int) -> View | None:
        """Return what the seat here decides with now; None where it can only let a hazard pass, or nothing is asked."""
        self._check_here(seat)
        if not self.asked:
            return None
        view = self.view(seat)
        if self.window is None:
            return view
        if len(view.answers) <= 1:  # asked all the same: whoever waits is not to learn that it holds no answer
            return None
        asked = view.copy()
        asked.see([AnswerRequested(seat)])
        return asked

    async def wait_for_decision(self) -> None:
        """Wait until the player here is asked for a decision, the deal is over, or the table is out of reach."""
        await self.wait_until(lambda: bool(self.asked) or not self.playing)

    # -- what there is to do -------------------------------------------------------------------------------------

    async def play(self, seat: int, move: Move) -> None:
        """Make a move for the seat here; an illegal one raises IllegalMove and changes nothing."""
        self._check_here(seat)
        asked, view = self._following.mirror.asked, self.view(seat)
        if asked is None:
            raise TableError(N_("{name} has nothing to decide now"), name=self.seats[seat].name)
        phase = Phase.REACT if self.window is not None else view.phase
        refused = await self._move(Play(move=move.notation(phase), question_number=asked))
        if refused is None:
            return
        if isinstance(refused.why, no.IllegalMoveRefusal):
            with suppress(DataError):  # a later release may have other reasons
                raise IllegalMove(move, Reason.from_dict(refused.why.reason))
        raise TableError("{why}", why=sanitize_line(refused.text))

    async def _move(self, command: Play) -> CommandRefused | None:
        """Send a move, and return the refusal, if it is refused; one at a time."""
        if self._moving:
            raise TableError(N_("your move is on its way to the table"))
        self._moving = True
        try:
            answer = await self._ask(command)
        finally:
            self._moving = False
        if isinstance(answer, CommandRefused):
            return answer
        await self.wait_until(lambda: self._following.mirror.asked != command.question_number)
        return None

    async def let_pass(self) -> None:
        """Let the hazard pass that the player here is asked about."""
        asked = self._following.mirror.asked
        if self.window is not None and asked is not None:
            await self._move(Play(move=Move(PASS).notation(Phase.REACT), question_number=asked))

    async def next_deal(self) -> None:
        """Say that the next deal may begin, or the next game, and take part in its shuffle."""
        if self.playing:
            raise TableError(N_("this deal is not over yet"))
        observer = self._following.observer
        given = self._following.mirror.seed.lower() in observer.kept.given_seeds
        await self._do(Ready(seed="" if given else observer.next_seed()))

    def _give_seed_in_time(self) -> None:
        """Take part in the shuffle of a deal that the clock may begin before the player here is ready."""
        mirror = self._following.mirror
        if not self.connected or not self._following.known or self.seat is None or self.playing:
            return
        deal = (self.info.game, self.info.deal)
        if self.begun and self.time_left is not None and not mirror.seed and self._seeded != deal:
            self._seeded = deal
            self._start(GiveSeed(seed=self._following.observer.next_seed()))

    def _start(self, command: GiveSeed) -> None:
        """Send a command beside whatever else goes on."""

        async def ask() -> None:
            with suppress(TableError):
                await self._do(command)

        task = asyncio.get_running_loop().create_task(ask())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def can_undo(self) -> bool:
        """Whether there may be a move to take back: only where one person plays against bots."""
        return self.is_solo and self.begun

    @property
    def is_solo(self) -> bool:
        """Whether the player here plays against bots, and nobody looks on: then hints are given."""
        bots = all(one.kind == "bot" for at, one in enumerate(self.info.seats) if at != self.seat)
        return self.seat is not None and bots and not self.info.spectators

    async def undo(self) -> None:
        """Take back the last move and all that followed; TableError where that cannot be."""
        await self._do(Undo())

    async def hint(self, seat: int, words: Translator) -> HintText:
        """Return what the champion would do for the seat here that is to decide, and why."""
        self._check_here(seat)
        self._following.hints.clear()
        await self._do(HintRequest())
        if not self._following.hints:
            raise TableError(N_("no hint came"))
        found = self._following.hints.pop()
        return HintText((sanitize_line(found.text),), found.values)

    async def take_back_seat(self) -> None:
        """Take the wheel again."""
        await self._do(Return())

    async def start_autopilot(self) -> None:
        """Let a bot drive for the player here."""
        await self._do(StepAway())

    async def react(self, phrase: str) -> None:
        """Say a phrase of the list to everybody."""
        await self._do(React(reaction=phrase))

    async def attach(self, viewer: Viewer, language: str, send: Send) -> None:
        """Send all messages as they come, first the whole state: for programs that play; connects first."""
        self._following.add_reader(send)
        await self.open()

    async def command(self, seat: int | None, command: SocketCommand, language: str = "en") -> Done | CommandRefused:
        """Carry out any command of the seat here, and return what to answer."""
        return await self._ask(command)

    async def _ask(self, command: SocketCommand) -> Done | CommandRefused:
        seed = command.seed if isinstance(command, Ready | GiveSeed) else ""
        observer = self._following.observer
        if seed:
            observer.note_sent(seed)
        undoes = isinstance(command, Undo)
        if undoes:
            observer.note_undoing(True)
        try:
            answer = await self._connection.ask(command)
        except ServerError as error:
            raise TableError("{error}", error=error.message) from error
        finally:
            if undoes:
                observer.note_undoing(False)
        if seed and isinstance(answer, Done):
            self._following.report(observer.note_accepted(seed, between_deals=isinstance(command, Ready)))
        return answer

    async def _do(self, command: SocketCommand) -> None:
        """Send a command; where it is refused, TableError says why."""
        answer = await self._ask(command)
        if isinstance(answer, CommandRefused):
            raise TableError("{why}", why=sanitize_line(answer.text))

    def _check_here(self, seat: int) -> None:
        seats = self.info.seats
        if not 0 <= seat < len(seats):
            raise TableError("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(seats) - 1)
        if seat != self.seat:
            raise TableError("{name} does not sit at this keyboard", name=seats[seat].name)
