"""People far away: they come through doors with secrets, over a network that cuts them off, and ask again."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from bornes.client.protocol import (
    CLOSE_NOT_AUTHORIZED,
    CLOSE_SEAT_LOST,
    CLOSE_TOO_SLOW,
    ErrorMessage,
    Hello,
    HintRequest,
    JoinTable,
    React,
    SeatAssignment,
    Welcome,
    decode_socket_message,
    encode,
    hash_secret,
)
from bornes.client.replica import Replica
from bornes.tables import commands as ask
from bornes.tables.event_text import REACTIONS
from bornes.tables.messages import CommandRefused, Done, FullState, Signal, Update
from tests.simulation import BrokenInvariant
from tests.simulation.people import SimulatedPlayer

from .histories import Hearing
from .sockets import FarConnection, request

if TYPE_CHECKING:
    from .server import FarTable, RunningServer

REMEMBERED = 8
"""So many commands of a seat a table remembers, and so many a client has under way at most."""
PHRASES = (*sorted(REACTIONS), "rubbish")


class FarPerson(SimulatedPlayer):
    """A client on a socket, and a person in front of it."""

    world: FarTable
    line: FarConnection | None  # type: ignore[assignment]

    def __init__(self, world: FarTable, number: int, secret: str) -> None:
        super().__init__(world, number, None, number == 0)
        self.secret = secret
        """That of the seat; empty for who looks on."""
        self.luck = Random(f"{world.scenario.seed} far {world.number} person {number}")
        self._wanted: JoinTable | None = None
        """The request for a seat that was not answered yet: the same is asked again."""
        self._hearing: Hearing | None = None
        self._joins = 0

    # -- the connection --------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Go to the server, if it is there; say what was seen last, or begin with nothing."""
        server = self.world.house.server
        if server is None:
            return
        if self.luck.random() < 0.2:
            self.mirror = Replica(self.language)
        viewer, seen = self.mirror.viewer, self.mirror.number
        self._hearing = Hearing(self.number, self.language, viewer, seen)
        self.world.history.hearings.append(self._hearing)
        self.line = FarConnection(self, server)
        watch = "" if self.secret else self.world.watch_word
        hello = Hello(secret=self.secret, watch=watch, language=self.language, seen=seen, viewer=viewer)
        self.line.up.send(encode(hello))
        for command in list(self.unanswered.values()):
            self.send(command)

    def disconnect(self) -> None:
        """Be cut off."""
        if self.line is not None:
            self.line.cut()
            self.line = None

    def closed(self, line: FarConnection, code: int) -> None:
        """Take note that the server has closed the connection."""
        if self.line is line:
            self.line = None
        if code == CLOSE_TOO_SLOW:  # what was missed may be more than its outbox holds here: the whole state is less
            self.mirror = Replica(self.language)
        if code in (CLOSE_SEAT_LOST, CLOSE_NOT_AUTHORIZED) and self.secret:
            self.secret = ""
            self.unanswered.clear()

    def receive(self, data: bytes) -> None:
        """Take in what came down the line."""
        world = self.world
        world.note(self.number, data)
        message = decode_socket_message(data)
        match message:
            case Done(id):
                if id in self.unanswered:
                    world.history.acknowledge(id, world.loop.now)
                self.unanswered.pop(id, None)
            case CommandRefused():
                self.unanswered.pop(message.id, None)
            case Update() | FullState():
                assert self._hearing is not None
                self._hearing.heard.append(data)
                self.mirror.take(message)
                self.plan()
            case ErrorMessage("table-damaged"):
                world.loop.failures.append(BrokenInvariant(f"a table was put aside: {message.text}"))
            case Welcome() | ErrorMessage() | Signal():
                pass
        if self.line is not None and self.luck.random() < world.weather.drops:
            world.faults["client cut off"] += 1
            self.disconnect()

    def send(self, command: ask.ClientCommand | React | HintRequest) -> None:
        """Send a command, if there is a line; sometimes it is cut just when the command has arrived."""
        world, line = self.world, self.line
        if isinstance(command, ask.ClientCommand):
            world.commands.setdefault(command.id, command)
        if line is None:
            return
        world.history.send(command.id, world.loop.now)
        self.unanswered[command.id] = command  # type: ignore[assignment]
        line.up.send(encode(command))
        if self.luck.random() < 2 * world.weather.drops:
            world.loop.after(self.luck.randint(1, 3 * world.weather.delay + 1), self._lose_answer, line)

    def _lose_answer(self, line: FarConnection) -> None:
        if self.line is line:
            self.world.faults["cut off while waiting for an answer"] += 1
            self.disconnect()

    # -- what they do ----------------------------------------------------------------------------------------------

    def ask(self, kind: type[ask.ClientCommand], **values: object) -> None:
        """Ask for something; a seat is asked for at the door."""
        if kind is ask.TakeSeat and not self.secret:
            self._join(values["target_seat"], values["name"])  # type: ignore[arg-type]
        elif self._remembered():
            super().ask(kind, **values)

    def _remembered(self) -> bool:
        """Say whether a table that has carried out what was not answered would still know it after one more command."""
        waiting = [int(id.partition("-")[2]) for id in self.unanswered]
        return not waiting or self._ids + 1 - min(waiting) < REMEMBERED

    def meddle(self) -> None:
        """Do one of all the things that one can do at a table, or far from it."""
        luck, line = self.luck, self.line
        if self._wanted is not None and luck.random() < 0.5:
            self._join(0, "")
        super().meddle()
        if line is not None and luck.random() < 0.03:
            id = self.new_id()
            signal = React(reaction=luck.choice(PHRASES), id=id) if luck.random() < 0.7 else HintRequest(id=id)
            self.world.signals.add(signal.id)
            self.send(signal)
        if line is not None and luck.random() < 4 * self.world.weather.drops:
            self.world.faults["client stopped reading"] += 1
            line.doze(luck.choice((1000, 20_000, 300_000)))

    # -- coming in -------------------------------------------------------------------------------------------------

    def _join(self, seat: int, name: str) -> None:
        server = self.world.house.server
        if server is not None:
            if self._wanted is None:
                self._wanted = self._request(seat, name)
            self.world.loop.create_task(self._ask_for_seat(server, self._wanted))

    def _request(self, seat: int, name: str) -> JoinTable:
        world, by_code = self.world, self.luck.random() < 0.3
        self._joins += 1
        return JoinTable(
            code=world.code if by_code else "",
            table="" if by_code else world.id,
            invitation=world.join_word,
            seat=seat if self.luck.random() < 0.7 else None,
            name=name,
            secret=f"secret-of-{self.number}-{self._joins}-of-table-{world.number}",
        )

    async def _ask_for_seat(self, server: RunningServer, wanted: JoinTable) -> None:
        """Ask for a seat, and sit down once the answer is there."""
        world, id = self.world, f"sit {hash_secret(wanted.secret)[:32]}"
        world.history.send(id, world.loop.now)
        answer = await world.house.ask(server, self.luck, request(server, "POST", "/api/join", encode(wanted)))
        if answer is None or wanted is not self._wanted:
            return
        status, data = answer
        if status == 201:
            msgspec.json.decode(data, type=SeatAssignment)
            world.history.acknowledge(id, world.loop.now)
            self.secret, self._wanted = wanted.secret, None
            self.sent.clear()
            self.unanswered.clear()
            self.disconnect()
        elif status != 503:
            self._wanted = None
