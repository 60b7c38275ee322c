"""The whole server in virtual time: its application, its service and its upkeep, on a store that outlives it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar
from unittest import mock

import msgspec

from bornes.client.protocol import OpenTable, SeatAssignment, encode, hash_secret
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import FIELDS, Rules
from bornes.server import maintenance
from bornes.server.http import websockets as server_sockets
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.maintenance import Maintenance
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.tables import table_limits
from bornes.tables.entries import encode_entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import Done, decode_message
from bornes.tables.table import Table
from tests.simulation import (
    FailureRates,
    SimulationRun,
    SimulationScenario,
    TableSimulation,
    UnfinishedGame,
    VirtualLoop,
    run_virtual,
)
from tests.simulation.knowledge import check_mirror
from tests.simulation.loop import SECOND_MS
from tests.simulation.people import PACES
from tests.simulation.simulation import MAX_ENTRIES, MAX_GAME_MS, POLL_MS, SentMessage

from .dying import NOBODY, Process, watch_processes
from .histories import History
from .people import FarPerson
from .sockets import request, small_outbox
from .storm import Disk, Faults, Handle, Thinkers

T = TypeVar("T")
LOOK = 3.0
"""Seconds between two looks for clocks, instead of a quarter of one: that would be most of the work."""
STORMS = (
    FailureRates(delay=60, fails=0.15, unclear=0.15, drops=0.05, crashes=0.1),
    FailureRates(delay=200, fails=0.1, unclear=0.25, drops=0.08, stuck=0.1, crashes=0.1),
    FailureRates(delay=20, fails=0.05, unclear=0.05, drops=0.1, crashes=0.3),
    FailureRates(delay=400, fails=0.3, unclear=0.1, drops=0.05, stuck=0.05),
    FailureRates(delay=30, drops=0.2, crashes=0.02),
    FailureRates(delay=100, fails=0.2, unclear=0.4, drops=0.08),
)
UNLIMITED = 10**9
SETTINGS = ServerSettings(
    sockets_per_address=1_000_000,
    requests_per_minute=UNLIMITED,
    opens_per_hour=UNLIMITED,
    commands_per_minute=UNLIMITED,
    wrong_codes_per_minute=UNLIMITED,
    sleep_after=30,
)


class RunningServer:
    """A server in one process, until that dies."""

    def __init__(self, house: House) -> None:
        loop, disk = house.loop, house.disk
        self.process = Process(loop)
        store: Any = Handle(disk, self.process)
        self.service = Service(
            store,
            house.thinkers,
            lambda: loop.now,
            wrong_codes_per_minute=UNLIMITED,
            random=house.chance.randbytes,
            limits=table_limits.NO_LIMITS,
        )
        self.app = build_app(AppContext(self.service, SETTINGS, ReviewQueue(StoredReviews(store))))
        self._upkeep = Maintenance(self.service, sleep_after=SETTINGS.sleep_after, keep_days=SETTINGS.keep_days)

    async def start(self) -> None:
        """Begin to serve, as soon as the store lets it."""
        while True:
            try:
                await self.service.start()
                break
            except Exception:
                await asyncio.sleep(0.2)
        self.process.start(self._upkeep.run())


@dataclass
class FarTable(TableSimulation):
    """One table at the server, with its people."""

    house: House = field(kw_only=True)
    number: int = field(kw_only=True)

    def __post_init__(self) -> None:
        """Seat nobody yet."""
        self.luck = Random(f"{self.scenario.seed} table {self.number}")
        self.weather = FailureRates()
        self.faults = self.house.faults
        self.history = History()
        self.signals: set[str] = set()
        """The ids of what is answered and not kept."""
        self.watch_word = self.join_word = self.code = ""
        self.people: list[FarPerson] = []  # type: ignore[assignment]
        self._trace = hashlib.sha256()

    @property
    def table(self) -> Table | None:
        """The table as the server has it."""
        server = self.house.server
        return None if server is None else server.service.host.table(self.id)

    def note_said(self, person: FarPerson, data: bytes) -> None:
        """Note what the server said to somebody, and how long the log was then."""
        entries = self.house.disk.length(self.id)
        if data.startswith((b'{"type":"update"', b'{"type":"state"')):
            self.sent.append(SentMessage(self.loop.now, person.number, person.language, data, entries))
        elif data.startswith(b'{"type":"done"'):
            message = decode_message(data)
            assert isinstance(message, Done)
            if message.id not in self.signals:
                self.done.setdefault(message.id, entries)

    async def open(self, server: RunningServer) -> None:
        """Let the first person open the table, and the others know of it."""
        secret = f"secret-of-opener-of-table-{self.number}"
        body = encode(open_request(self.scenario, secret, self.luck))
        status, data = await server.process.start(request(server, "POST", "/api/tables", body))
        assert status == 201, data
        seated = msgspec.json.decode(data, type=SeatAssignment)
        self.id = seated.table
        self.join_word = seated.invitation.join.partition("#join=")[2]
        self.watch_word = seated.invitation.watch.partition("#watch=")[2]
        self.code = seated.invitation.code
        count = self.scenario.sitters + self.scenario.onlookers
        self.people = [FarPerson(self, number, secret if number == 0 else "") for number in range(count)]

    def begin(self, weather: FailureRates) -> None:
        """Let people come."""
        self.weather = weather
        for person in self.people:
            person.connect()
            self.loop.after(self.luck.randint(0, 1000), person.live)

    def finished(self) -> bool:
        """Say whether the last game is over, or everybody has given the table up."""
        if self.over:
            return True
        if self.loop.now > MAX_GAME_MS or self.house.disk.length(self.id) > MAX_ENTRIES:
            raise UnfinishedGame(f"seed {self.scenario.seed}: the table {self.number} is stuck at {self.loop.now} ms")
        table = self.table
        if table is None or table.entries > self.house.disk.length(self.id):  # it may be ahead of its log
            return False
        deserted = not table.people and not table.state.newcomers and not table.playing
        self.over = deserted or (table.game_over and self.enough)
        return self.over

    def part(self) -> None:
        """Let everybody go."""
        for person in self.people:
            person.disconnect()

    def gather(self) -> None:
        """Let everybody come back, in fair weather."""
        self.weather = FailureRates()
        for person in self.people:
            person.unanswered.clear()
            if person.line is None:
                person.connect()

    def check_people(self) -> None:
        """Demand that everybody knows what the table would tell them."""
        table = self.table
        assert table is not None
        for person in self.people:
            seat = seat_of(table, person.secret)
            if seat is not None or table.may_spectate:
                check_mirror(person.mirror, seat, MessageWriter(table, person.language))

    async def result(self) -> SimulationRun:
        """Return what came of it."""
        log = await self.house.disk.store.read(self.id)
        return SimulationRun(
            self.scenario,
            [encode_entry(entry) for entry in log.entries],
            self.sent,
            self.commands,
            self.done,
            self.house.thinkers.asked[self.id],
            self._trace.hexdigest(),
            self.received,
            self.loop.now,
        )


def seat_of(table: Table, secret: str) -> int | None:
    """Return where somebody with this secret sits; None for nowhere."""
    sitting = table.occupant_of(hash_secret(secret)) if secret else None
    return None if sitting is None else table.seat_of(sitting)


def open_request(scenario: SimulationScenario, secret: str, luck: Random) -> OpenTable:
    """Return the request that opens the table of a scenario."""
    rules, several = scenario.rules, scenario.sitters > 1
    edition, players, partners, short, house = _described(rules)
    pace = scenario.pace if scenario.pace.decision is not None or not several else PACES[1]
    return OpenTable(
        edition=edition,
        players=players,
        partners=partners,
        short=short,
        house_rules=house,
        name="Opal",
        secret=secret,
        seats=["me", *("open" if seat.kind != "bot" else seat.bot for seat in scenario.seats[1:])],
        pace=pace,
        public=luck.random() < 0.5,
        spectators=scenario.spectators,
    )


def _described(rules: Rules) -> tuple[str, int, bool | None, bool, dict[str, Any]]:
    """Return rules as a form of an edition with house rules."""
    found = []
    for book, form in all_forms():
        printed = book.rules(form.players, partners=form.partners, short=form.short)
        if (printed.edition, printed.players, printed.teams) == (rules.edition, rules.players, rules.teams):
            house = {name: getattr(rules, name) for name in FIELDS if getattr(rules, name) != getattr(printed, name)}
            found.append((len(house), form.partners, form.short, house))
    _, partners, short, house = min(found, key=lambda one: one[0])
    return rules.edition, rules.players, partners, short, house


@dataclass(frozen=True)
class Storm:
    """What is to happen, by a seed."""

    seed: int
    scenarios: tuple[SimulationScenario, ...]
    weather: FailureRates
    outbox: int
    """So many bytes may wait for one client."""

    @classmethod
    def of(cls, seed: int) -> Storm:
        """Draw a storm from a seed: one to three tables, and how badly things go."""
        luck = Random(f"storm {seed}")
        draw = [SimulationScenario.of, SimulationScenario.small, SimulationScenario.small]
        scenarios = [luck.choice(draw)(1000 * seed + number) for number in range(luck.choice((1, 2, 3)))]
        shorter = [replace(one, games=1) for one in scenarios]
        return cls(seed, tuple(shorter), luck.choice(STORMS), luck.choice((24_000, 24_000, 500_000)))


class House:
    """A server that dies and is started again, with all its tables and people."""

    def __init__(self, loop: VirtualLoop, storm: Storm) -> None:
        self.loop = loop
        self.storm = storm
        self.faults: Faults = Counter()
        self.luck = Random(f"{storm.seed} house")
        self.chance = Random(f"{storm.seed} chance")
        """What servers take for chance."""
        self.disk = Disk(loop, Random(f"{storm.seed} disk"), self.faults, self.kill)
        self.thinkers = Thinkers(self.disk, storm.scenarios[0].thinking)
        self.server: RunningServer | None = None
        self.tables = [
            FarTable(loop, scenario, house=self, number=number) for number, scenario in enumerate(storm.scenarios)
        ]

    async def ask(self, server: RunningServer, luck: Random, work: Coroutine[Any, Any, T]) -> T | None:
        """Bring a request to the server and its answer back; None where something was lost on the way."""
        weather = self.disk.weather
        await asyncio.sleep(luck.randint(0, weather.delay) / SECOND_MS)
        if not server.process.alive:
            work.close()
            return None
        task = server.process.start(work)
        await asyncio.wait([task])
        if task.cancelled():
            self.faults["request without an answer"] += 1
            return None
        await asyncio.sleep(luck.randint(0, weather.delay) / SECOND_MS)
        if luck.random() < 3 * weather.drops:
            self.faults["answer to a request lost"] += 1
            return None
        return task.result()

    async def run(self) -> list[SimulationRun]:
        """Play all tables to their end, and see that everybody knows the same then."""
        watch_processes(self.loop)
        await self._start()
        assert self.server is not None
        for table in self.tables:
            await table.open(self.server)
        self.disk.weather = self.storm.weather
        for table in self.tables:
            table.begin(self.storm.weather)
        while self._unfinished():
            await asyncio.sleep(POLL_MS / SECOND_MS * self.luck.random())
            if self.loop.failures:
                raise self.loop.failures[0]
            if self.luck.random() < self.storm.weather.crashes:
                self.kill()
        await self._settle()
        return [await table.result() for table in self.tables]

    def _unfinished(self) -> list[FarTable]:
        return [table for table in self.tables if not table.finished()]

    async def _start(self) -> None:
        server = RunningServer(self)
        await server.process.start(server.start())
        self.server = server

    def kill(self) -> None:
        """Let the process die in the middle of whatever it is doing, and begin again a while later."""
        if self.server is None:
            return
        self.faults["server killed"] += 1
        self.server.process.kill()
        self.server = None
        for table in self.tables:
            table.part()
        pause = self.luck.choice((0, 0, 0.5, 5, 100))
        self.loop.call_later(pause, lambda: self.loop.create_task(self._start()), context=NOBODY)

    async def _settle(self) -> None:
        """Let the storm pass and everybody come back, and nothing go wrong any more."""
        self.disk.weather = FailureRates()
        for table in self.tables:
            table.weather = FailureRates()
            table.part()
        while self.server is None:
            await asyncio.sleep(1)
        await asyncio.sleep(10)
        for _ in range(2):  # whoever has lost the seat is told so at first
            for table in self.tables:
                table.gather()
            await asyncio.sleep(10)
        for table in self.tables:
            table.check_people()
            table.part()
        await asyncio.sleep(1)
        assert self.server is not None
        await self.server.service.close()
        self.server.process.kill()
        await asyncio.sleep(100)


@contextmanager
def surroundings(house: House) -> Iterator[None]:
    """Give the server outboxes that are soon full, and let it look around less often."""
    outbox = small_outbox(house.storm.outbox, lambda: house.faults.update(["slow reader let go"]))
    with (
        mock.patch.object(server_sockets, "Outbox", outbox),
        mock.patch.object(maintenance, "CLOCK_CHECK_SECONDS", LOOK),
    ):
        yield


@dataclass
class Outcome:
    """What came of a storm."""

    storm: Storm
    runs: list[SimulationRun]
    histories: list[tuple[History, set[str]]]
    faults: Faults

    @property
    def trace(self) -> str:
        """A hash of all that reached anybody, with its moment."""
        return hashlib.sha256("".join(run.trace for run in self.runs).encode()).hexdigest()


def simulate_server(storm: Storm | int) -> Outcome:
    """Let a storm pass over a server, in virtual time."""
    chosen = Storm.of(storm) if isinstance(storm, int) else storm

    async def course(loop: VirtualLoop) -> Outcome:
        house = house_of(loop, chosen)
        with surroundings(house):
            runs = await house.run()
        return Outcome(chosen, runs, [(table.history, table.signals) for table in house.tables], house.faults)

    return run_virtual(course)


def house_of(loop: VirtualLoop, storm: Storm) -> House:
    """Return the server of a storm, with a database whose key is the storm's."""
    chance = Random(f"{storm.seed} key")
    with mock.patch.object(secrets, "token_bytes", chance.randbytes):
        return House(loop, storm)
