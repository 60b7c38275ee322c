"""Simulated people: they think, dawdle, mistype, repeat themselves, leave, come back, and meddle with everything."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from bornes.client.observations import Observer
from bornes.client.replica import Replica
from bornes.tables import commands as ask
from bornes.tables.listeners import Listener
from bornes.tables.messages import CommandRefused, Done, FullState, OfferedMove, Signal, decode_message, encode_message
from bornes.tables.table_state import Pace
from bornes.tables.table_store import StoreError

from .knowledge import demand
from .loop import SECOND_MS
from .world import NetworkLine

if TYPE_CHECKING:
    from .simulation import TableSimulation

PACES = (
    Pace(),
    Pace(decision=5 * SECOND_MS, window=SECOND_MS),
    Pace(decision=20 * SECOND_MS, window=3 * SECOND_MS, bots=700),
    Pace(decision=60 * SECOND_MS, window=0, bots=100),
    Pace(decision=30 * SECOND_MS, bots=1500),
)
NONSENSE = ("", "fly", "pass", "draw", "roll", "-200", "stop>b", "coup", "200", "~roll", "stop>z")
NAMES = ("", "Ann", "Bob", "Zoé", "Player 2", "  ", "a|b", "Ann ", "\u202e", "x" * 32)
BOTS = ("random", "sunday-driver", "champion:playouts=1", "nobody")


class SimulatedPlayer:
    """A client with its own idea of the table, and a person in front of it."""

    def __init__(self, world: TableSimulation, number: int, sitting: int | None, faithful: bool) -> None:
        self.world = world
        self.number = number
        self.sitting = sitting
        """Under which number the server knows this person; None for a spectator."""
        self.faithful = faithful
        """Whether this one never gives the seat up, so that the game comes to its end."""
        self.luck = Random(f"{world.scenario.seed} person {number}")
        self.language = self.luck.choice(("en", "en", "fr"))
        self.mirror = Replica(self.language)
        self.observer = Observer()
        self.line: SimulatedConnection | None = None
        self.sent: list[ask.ClientCommand] = []
        self.unanswered: dict[str, ask.ClientCommand] = {}
        self._planned: int | None = None
        self._ids = 0

    # -- the connection ----------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Go to one of the hosts; say what was seen last, or begin with nothing."""
        host = self.luck.randrange(len(self.world.hosts))
        if self.world.hosts[host] is None:
            return
        if self.luck.random() < 0.3:
            self.mirror = Replica(self.language)
        self.observer.note_reconnected()
        self.line = SimulatedConnection(self, host)
        for command in list(self.unanswered.values()):
            self.send(command)

    def disconnect(self) -> None:
        """Be cut off."""
        if self.line is not None:
            self.line.cut()
            self.line = None

    def receive(self, data: bytes) -> None:
        """Take in what came down the line."""
        self.world.note(self.number, data)
        message = decode_message(data)
        if isinstance(message, Done | CommandRefused):
            self._take_answer(message, self.unanswered.pop(message.id, None))
        elif not isinstance(message, Signal) and (
            isinstance(message, FullState) or message.number > self.mirror.number
        ):
            if message.viewer is None and self.mirror.viewer is not None:
                self.observer.note_reconnected()  # losing the seat ends a real connection
            self.observer.take(message, self.mirror.take(message), self.mirror)
            self._demand_fairness()
            self.plan()
        if self.luck.random() < self.world.weather.drops:
            self.disconnect()

    def _take_answer(self, message: Done | CommandRefused, command: ask.ClientCommand | None) -> None:
        """Take note of whether a seed was accepted."""
        if not isinstance(command, ask.Ready | ask.GiveSeed) or not command.seed:
            return
        if isinstance(message, Done):
            self.observer.note_accepted(command.seed, between_deals=isinstance(command, ask.Ready))
            self._demand_fairness()

    def _demand_fairness(self) -> None:
        """Demand that an honest table is never accused."""
        broken = self.observer.broken_promises
        demand(not broken, "shuffles of person", self.number, broken)

    def send(self, command: ask.ClientCommand) -> None:
        """Send a command, if there is a line."""
        self.world.commands.setdefault(command.id, command)
        if self.line is not None:
            self.unanswered[command.id] = command
            self.line.up.send(ask.encode_command(command))

    def new_id(self) -> str:
        """Return an id that nobody has used."""
        self._ids += 1
        return f"{self.number}-{self._ids}"

    def ask(self, kind: type[ask.ClientCommand], **values: object) -> None:
        """Send a new command, sometimes twice."""
        if kind is ask.TakeSeat:  # who begins anew has forgotten what was asked for in another seat
            self.sent.clear()
            self.unanswered.clear()
        command = kind(id=self.new_id(), **values)  # type: ignore[arg-type]
        if isinstance(command, ask.Ready | ask.GiveSeed) and command.seed:
            self.observer.note_sent(command.seed)
        self.sent.append(command)
        self.send(command)
        if self.luck.random() < 0.1:
            self.send(command)

    # -- questions ---------------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Answer the question that is open, after a while."""
        asked = self.mirror.asked
        if asked is not None and asked != self._planned:
            self._planned = asked
            pace = self.world.scenario.pace
            longest = pace.window if self.mirror.question and self.mirror.question.phase == "react" else pace.decision
            longest = 5 * SECOND_MS if longest is None else longest
            wait = self.luck.choice((0.1, 0.3, 0.5, 0.9)) if self.luck.random() > 0.07 else 1.5
            self.world.loop.after(longest * wait * self.luck.random(), self.answer, asked)

    def answer(self, asked: int) -> None:
        """Answer a question, perhaps too late, perhaps with nonsense."""
        if self.world.over:
            return
        if self._planned == asked:
            self._planned = None
        question, luck = self.mirror.question, self.luck
        slip = luck.random()
        if question is None or self.mirror.asked != asked:
            if slip < 0.3:  # did not notice that it is too late
                self.ask(ask.Play, move=luck.choice(NONSENSE), question_number=asked)
            return
        if slip < 0.04:
            self.ask(ask.Play, move=luck.choice(NONSENSE), question_number=asked)
        elif slip < 0.07:
            self.ask(ask.Play, move=luck.choice(question.moves).move, question_number=asked - luck.randint(-1, 3))
        elif slip < 0.09 and question.blocked:
            self.ask(ask.Play, move=luck.choice(question.blocked).card, question_number=asked)
        else:
            self.ask(ask.Play, move=choose_offer(luck, question.moves).move, question_number=asked)

    # -- everything else ---------------------------------------------------------------------------------------------

    def live(self) -> None:
        """Look up now and then, and do something or other."""
        if self.world.over:
            return
        self.world.loop.after(self.luck.randint(300, 10_000), self.live)
        if self.line is None:
            if self.luck.random() < 0.6:
                self.connect()
        elif self.luck.random() < 0.02:
            self.disconnect()
        elif self.mirror.number:
            self.plan()
            self.meddle()

    def meddle(self) -> None:
        """Do one of all the things that one can do at a table."""
        luck, mirror, table = self.luck, self.mirror, self.mirror.info
        seat = mirror.viewer
        if self.unanswered and luck.random() < 0.5:
            self.send(luck.choice(list(self.unanswered.values())))
        if self.sent and luck.random() < 0.1:
            self.send(luck.choice(self.sent[-5:]))
        resting = mirror.view is None or mirror.view.over
        if seat is None:
            free = [at for at, one in enumerate(table.seats) if one.kind == "open"]
            if self.number < self.world.scenario.sitters and luck.random() < 0.5:
                self.ask(ask.TakeSeat, target_seat=luck.choice([*free, 0, 7]), name=luck.choice(NAMES))
            elif luck.random() < 0.05:
                self.ask(luck.choice((ask.Ready, ask.StepAway, ask.Return, ask.GiveUpSeat, ask.Undo)))
            return
        if table.seats[seat].autopilot and luck.random() < 0.3:
            self.ask(ask.Return)
        if resting and not table.seats[seat].ready and luck.random() < 0.7 and not (table.over and self.world.enough):
            self.ask(ask.Ready)
        if table.acting_host == seat and resting and luck.random() < 0.3:
            for at, one in enumerate(table.seats):
                if one.kind == "open" and luck.random() < 0.5:
                    self.ask(ask.SeatBot, target_seat=at, bot=luck.choice(BOTS))
                elif at != seat and one.kind == "person" and not one.ready and luck.random() < 0.05:
                    # Perhaps nobody is there: who sat down and lost the answer does not know of the seat.
                    self.ask(ask.FreeSeat, target_seat=at)
        if luck.random() < self.world.scenario.meddling:
            self.whim(seat)

    def whim(self, seat: int) -> None:
        """Do something for no reason."""
        luck = self.luck
        players = self.mirror.info.players
        somebody, other = luck.randrange(players), luck.randrange(8)
        match luck.randrange(14):
            case 0:
                self.ask(ask.StepAway)
            case 1:
                self.ask(ask.Return)
            case 2:
                self.ask(ask.Rename, name=luck.choice(NAMES))
            case 3:
                self.ask(ask.SwapSeats, target_seat=luck.choice((seat, somebody)), other_seat=other)
            case 4:
                self.ask(ask.TransferHost, target_seat=other)
            case 5:
                self.ask(ask.SetAccess, newcomers=luck.random() < 0.8, spectators=luck.random() < 0.6)
            case 6:
                self.ask(ask.SetPace, pace=luck.choice((*PACES, Pace(decision=0), Pace(bots=-1))))
            case 7:
                self.ask(ask.GiveSeed, seed=luck.choice(("", "07f3", luck.randbytes(16).hex(), "ff" * 64)))
            case 8:
                standing = luck.choice(("call", "ask")), luck.choice(("call", "ask"))
                self.ask(ask.SetStandingAnswer, coup_fourre=standing[0], remedy=standing[1])
            case 9:
                self.ask(ask.Undo)
            case 10:
                self.ask(luck.choice((ask.FreeSeat, ask.RemovePlayer)), target_seat=other)
            case 11:
                self.ask(ask.SeatBot, target_seat=other, bot=luck.choice(BOTS))
            case 12:
                self.ask(ask.Ready)
            case 13:
                if not self.faithful:
                    self.ask(ask.GiveUpSeat)


def choose_offer(luck: Random, offers: list[OfferedMove]) -> OfferedMove:
    """Choose a move as somebody would who wants to get on: a discard only now and then."""
    plays = [offer for offer in offers if not offer.discard]
    return luck.choice(plays if plays and luck.random() < 0.9 else offers)


class SimulatedConnection:
    """A line from a person to a host and back, and the server at its end."""

    def __init__(self, person: SimulatedPlayer, host: int) -> None:
        world = person.world
        self.person = person
        self.host = host
        self.sitting = person.sitting
        self.up = NetworkLine(world.loop, person.luck, world.weather, self._arrived)
        self.down = NetworkLine(world.loop, person.luck, world.weather, person.receive)
        self._commands: asyncio.Queue[bytes] = asyncio.Queue()
        self._listener: Listener | None = None
        viewer, seen = person.mirror.viewer, person.mirror.number
        if self.sitting is None and viewer is not None:  # what was seen in the seat that is lost does not count
            viewer, seen = None, 0
        self._serving = world.loop.create_task(self._serve(viewer, seen))
        world.connections[self] = None

    def cut(self) -> None:
        """End the connection: what is under way is lost, and what the server is about perhaps not done."""
        self.up.open = self.down.open = False
        self._serving.cancel()
        self.person.world.connections.pop(self, None)

    def _arrived(self, data: bytes) -> None:
        self._commands.put_nowait(data)

    def _send(self, data: bytes) -> None:
        self.person.world.note_sent(self.person, data)
        self.down.send(data)

    async def _serve(self, viewer: int | None, seen: int) -> None:
        world = self.person.world
        host = world.hosts[self.host]
        assert host is not None
        try:
            await self._listen(viewer, seen)
            while True:
                await self._carry_out(ask.decode_command(await self._commands.get()))
        except StoreError:
            self.person.disconnect()
        finally:
            if self._listener is not None:
                host.stop_listening(world.id, self._listener)

    async def _listen(self, viewer: int | None, seen: int) -> None:
        person, world = self.person, self.person.world
        host = world.hosts[self.host]
        assert host is not None
        if self._listener is not None:
            host.stop_listening(world.id, self._listener)
            self._listener = None
        try:
            self._listener = await host.listen(
                world.id, viewer, person.language, self._send, seen, sitting=self.sitting, ended=self._seat_lost
            )
        except LookupError:
            self.sitting = person.sitting = None
            with suppress(LookupError):  # turned away: nobody may look on
                self._listener = await host.listen(world.id, None, person.language, self._send)

    def _seat_lost(self) -> None:
        """Go on as a spectator, where one may."""
        self.sitting = self.person.sitting = None
        self.person.world.loop.create_task(self._listen(None, 0))

    async def _carry_out(self, command: ask.ClientCommand) -> None:
        person, world = self.person, self.person.world
        host = world.hosts[self.host]
        assert host is not None
        answer = await host.command(world.id, None, command, person.language, sitting=self.sitting)
        if isinstance(answer, Done):
            world.note_done(command)
            if isinstance(command, ask.TakeSeat) and self.sitting is None:
                table = host.table(world.id)
                assert table is not None
                self.sitting = person.sitting = table.state.seats[command.target_seat].occupant
                await self._listen(None, 0)
        self.down.send(encode_message(answer))
