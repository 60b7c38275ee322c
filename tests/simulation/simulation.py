"""A whole table in virtual time, by a seed: rules, people, bots, hosts and what goes wrong between them."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import NamedTuple

from bornes.game.fair import PLAYERS_AND_SERVER, Seeds
from bornes.rules.editions import all_forms, edition
from bornes.rules.ruleset import Rules, RulesError
from bornes.tables import commands as ask
from bornes.tables.decision_case import ABSENT_AFTER_MS, DecisionContext
from bornes.tables.entries import Entry, decode_entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.runtime import TableRuntime
from bornes.tables.table import Table
from bornes.tables.table_state import Pace, SeatState, TableState, open_state
from bornes.tables.table_store import StoreError

from .knowledge import check_mirror
from .loop import SECOND_MS, VirtualLoop, run_virtual
from .people import PACES, SimulatedConnection, SimulatedPlayer
from .world import AskedBot, FailureRates, SimulatedBotRunner, SimulatedStore

MAX_GAME_MS = 12 * 3600 * SECOND_MS
"""A game that hasn't ended by then never will."""
MAX_ENTRIES = 5000
POLL_MS = 4 * SECOND_MS
"""How often a runtime checks for entries of others."""
NO_FAILURES = FailureRates()


class UnfinishedGame(AssertionError):
    """A game that does not come to its end."""


@dataclass(frozen=True)
class SimulationScenario:
    """All that is chosen before anything happens."""

    seed: int
    rules: Rules
    seats: tuple[SeatState, ...]
    pace: Pace
    weather: FailureRates
    hosts: int = 1
    thinking: int = 0
    """The longest time that a bot thinks, in milliseconds."""
    sitters: int = 1
    """How many people want a seat; those after them look on."""
    onlookers: int = 0
    games: int = 1
    meddling: float = 0.05
    """How often people do something for no reason."""
    spectators: bool = True

    @classmethod
    def of(cls, seed: int) -> SimulationScenario:
        """Draw a scenario from a seed."""
        luck = Random(f"scenario {seed}")
        rules = short_rules(luck)
        people = luck.choice((1, 1, 2, 2, 2, 3, rules.players))
        seats = [_seat(luck, at, people) for at in range(rules.players)]
        seats[0] = SeatState("person", "Opal")
        alone = sum(seat.kind != "bot" for seat in seats) == 1
        pace = luck.choice(PACES if alone else PACES[1:] if luck.random() < 0.8 else PACES)
        return cls(
            seed=seed,
            rules=rules,
            seats=tuple(seats),
            pace=pace,
            weather=luck.choice(FAILURE_RATES),
            hosts=luck.choice((1, 1, 1, 2)),
            thinking=luck.choice((0, 0, 50, 2000)),
            sitters=max(1, sum(seat.kind != "bot" for seat in seats)),
            onlookers=luck.choice((0, 0, 1)),
            games=luck.choice((1, 1, 1, 1, 1, 2)),
            meddling=luck.choice((0.0, 0.05, 0.3)),
            spectators=not alone or luck.random() < 0.3,
        )

    @classmethod
    def small(cls, seed: int) -> SimulationScenario:
        """Draw a scenario of two players and a few turns, of which thousands can be played in the time of one meal."""
        scenario, luck = cls.of(seed), Random(f"small scenario {seed}")
        book = edition(scenario.rules.edition)
        rules = book.rules(2).replace(turn_cap=luck.choice((2, 3, 4)), game_goal=0)
        seats = (SeatState("person", "Opal"), _seat(luck, 1, luck.choice((1, 2))))
        people = sum(seat.kind != "bot" for seat in seats)
        return replace(scenario, rules=rules, seats=seats, sitters=people, onlookers=0, games=1, hosts=1)


FAILURE_RATES = (
    NO_FAILURES,
    FailureRates(delay=20),
    FailureRates(delay=200, drops=0.01),
    FailureRates(delay=50, fails=0.05, unclear=0.05),
    FailureRates(delay=400, fails=0.03, unclear=0.1, drops=0.02, stuck=0.02),
    FailureRates(delay=30, fails=0.02, unclear=0.02, drops=0.01, crashes=0.05),
)


def short_rules(luck: Random) -> Rules:
    """Return the rules of some form of some edition, with house rules that make the games short."""
    forms = all_forms()
    book, form = luck.choices(forms, [1 / form.players for _, form in forms])[0]  # many at a table take long
    rules = book.rules(form.players, partners=form.partners, short=form.short)
    one_deal = luck.random() < 0.7
    house: list[dict[str, object]] = [{"turn_cap": luck.choice((3, 5, 8, 16) if one_deal else (12, 24))}]
    house.append({"game_goal": 0} if one_deal else {"game_goal": luck.choice((25, 100)), "dealer_rotation": "left"})
    if luck.random() < 0.5:
        house.append({"extension": False, "target": luck.choice((100, 200, 400))})
    if luck.random() < 0.2:
        house.append({"hand_size": luck.choice((2, 3, 4))})
    if luck.random() < 0.2:
        house.append({"fast_play": True})
    if luck.random() < 0.2:
        house.append({"coup_fourre_scope": "any"})
    for change in house:
        try:
            rules = rules.replace(**change)
        except RulesError:
            continue
    return rules


def _seat(luck: Random, at: int, people: int) -> SeatState:
    if at < people:
        named = luck.choice(("", f"Person {at}"))
        return SeatState("person", named, bot="sunday-driver") if luck.random() < 0.7 else SeatState(bot="random")
    return SeatState("bot", bot=luck.choice(("random", "sunday-driver", "sunday-driver", "rule-of-thumb")))


class SentMessage(NamedTuple):
    """A message that a host handed over for a client."""

    at: int
    person: int
    language: str
    data: bytes
    entries: int
    """How many entries the log had at that moment."""


@dataclass
class SimulationRun:
    """What came of a simulation."""

    scenario: SimulationScenario
    lines: list[bytes]
    sent: list[SentMessage]
    commands: dict[str, ask.ClientCommand]
    done: dict[str, int]
    """The ids of commands that were answered as carried out, each with how many entries the log had then."""
    asked: list[AskedBot]
    trace: str
    """A hash of all that reached anybody, with its moment."""
    received: int
    ended: int
    """The virtual time at the end."""

    @cached_property
    def entries(self) -> list[Entry]:
        """The log."""
        return [decode_entry(line) for line in self.lines]

    def table(self) -> Table:
        """Return the table that the log makes."""
        return Table.fold(self.entries, keep_deals=True)


@dataclass
class TableSimulation:
    """One table with everything around it, while it runs."""

    loop: VirtualLoop
    scenario: SimulationScenario
    id: str = "simulated"
    over: bool = False
    hosts: list[TableRuntime | None] = field(default_factory=list)
    connections: dict[SimulatedConnection, None] = field(default_factory=dict)
    commands: dict[str, ask.ClientCommand] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    sent: list[SentMessage] = field(default_factory=list)
    received: int = 0

    def __post_init__(self) -> None:
        self.luck = Random(f"{self.scenario.seed} world")
        self.store = SimulatedStore(self.loop, Random(f"{self.scenario.seed} store"), NO_FAILURES)
        self.store.grown = self._grown
        self.thinkers = SimulatedBotRunner(
            self.loop, Random(f"{self.scenario.seed} thinkers"), self.store, self.scenario.thinking
        )
        self.weather = self.scenario.weather
        self._trace = hashlib.sha256()
        self._seen: dict[int, int] = {}
        seats = self.scenario.seats
        sitting = [at + 1 for at, seat in enumerate(seats) if seat.kind == "person"]
        count = max(self.scenario.sitters, len(sitting)) + self.scenario.onlookers
        self.people = [
            SimulatedPlayer(self, number, sitting[number] if number < len(sitting) else None, number == 0)
            for number in range(count)
        ]

    # -- what people and hosts ask for -------------------------------------------------------------------------------

    @property
    def enough(self) -> bool:
        """Whether no further game is to be played."""
        table = self.table
        return table is not None and table.state.game >= self.scenario.games

    @property
    def table(self) -> Table | None:
        """The table as one of the hosts has it."""
        return next((table for host in self.hosts if host is not None and (table := host.table(self.id))), None)

    def note(self, person: int, data: bytes) -> None:
        """Note what reached somebody."""
        self.received += 1
        self._trace.update(b"%d %d %d " % (self.loop.now, person, len(data)))
        self._trace.update(data)

    def note_sent(self, person: SimulatedPlayer, data: bytes) -> None:
        """Note what a host said, and how long the log was then."""
        self.sent.append(
            SentMessage(self.loop.now, person.number, person.language, data, len(self.store.lines(self.id)))
        )

    def note_done(self, command: ask.ClientCommand) -> None:
        """Note that a command was answered as carried out."""
        self.done.setdefault(command.id, len(self.store.lines(self.id)))

    def outside(self, id: str, now: int) -> DecisionContext:
        """Give a table what it does not know by itself."""
        return DecisionContext(now, self._secret, away=self._away)

    def _secret(self, game: int, deal: int) -> bytes:
        return Seeds.of(f"{self.scenario.seed} game {game}", deal).server

    def _away(self, seat: int) -> int:
        """Say whether nobody is connected who could be in that seat."""
        table = self.table
        if table is None:
            return 0
        sitting = table.state.seats[seat].occupant
        return 0 if any(one.sitting == sitting and one.line is not None for one in self.people) else ABSENT_AFTER_MS

    def _grown(self, id: str, number: int) -> None:
        """Let the other hosts hear of it, sooner or later, or not at all."""
        for host in self.hosts if len(self.hosts) > 1 else ():
            if host is not None and self.luck.random() < 0.8:
                self.loop.after(self.luck.randint(0, 300), self._hear, host, number)

    def _hear(self, host: TableRuntime, number: int) -> None:
        if host in self.hosts:
            self.loop.create_task(host.log_has_grown(self.id, number))

    # -- its course --------------------------------------------------------------------------------------------------

    async def run(self) -> SimulationRun:
        """Play until the last game is over, and see that everybody knows the same then."""
        self.hosts = [self._host() for _ in range(self.scenario.hosts)]
        first = self.hosts[0]
        assert first is not None
        await first.open(self._opened())
        for host in self.hosts[1:]:
            assert host is not None
            await host.load(self.id)
        self.store.weather = self.scenario.weather
        for person in self.people:
            person.connect()
            self.loop.after(self.luck.randint(0, 1000), person.live)
        while not self._finished():
            await asyncio.sleep(POLL_MS / SECOND_MS)
            await self._go_round()
        await self._settle()
        return SimulationRun(
            self.scenario,
            list(self.store.lines(self.id)),
            self.sent,
            self.commands,
            self.done,
            self.thinkers.asked,
            self._trace.hexdigest(),
            self.received,
            self.loop.now,
        )

    def _host(self) -> TableRuntime:
        return TableRuntime(self.store, self.thinkers, lambda: self.loop.now, self.outside)

    def _opened(self) -> TableState:
        seats = [SeatState(seat.kind, seat.name, bot=seat.bot) for seat in self.scenario.seats]
        return open_state(
            self.id,
            self.scenario.rules,
            seats,
            self._secret(1, 1),
            pace=self.scenario.pace,
            scheme=PLAYERS_AND_SERVER,
            spectators=self.scenario.spectators,
        )

    def _finished(self) -> bool:
        """Say whether the last game is over, or the table has been given up by everybody."""
        if self.loop.failures:
            raise self.loop.failures[0]
        if self.loop.now > MAX_GAME_MS or len(self.store.lines(self.id)) > MAX_ENTRIES:
            raise UnfinishedGame(
                f"seed {self.scenario.seed}: {self.loop.now} ms, {len(self.store.lines(self.id))} entries"
            )
        table = self.table
        if table is None:
            return False
        deserted = not table.people and not table.state.newcomers and not table.playing
        return deserted or (table.game_over and self.enough)

    async def _go_round(self) -> None:
        """Look after the hosts: what they have not heard of, and those that die."""
        for number, host in enumerate(self.hosts):
            if host is None:
                self.hosts[number] = self._host()
                with_luck = self.hosts[number]
                assert with_luck is not None
                try:
                    await with_luck.load(self.id)
                except StoreError:
                    await with_luck.close()
                    self.hosts[number] = None
            elif self.luck.random() < self.weather.crashes:
                await self._crash(number, host)
            elif len(self.hosts) > 1:
                await host.log_has_grown(self.id, len(self.store.lines(self.id)))

    async def _crash(self, number: int, host: TableRuntime) -> None:
        """Let a host die in the middle of whatever it is doing."""
        self.hosts[number] = None
        for connection in [one for one in self.connections if one.host == number]:
            connection.person.disconnect()
        await host.close()
        await asyncio.sleep(self.luck.choice((0, 1, 10, 100)))

    async def _settle(self) -> None:
        """Let the storm pass, everybody come back, and nothing go wrong any more."""
        self.over = True
        self.weather = self.store.weather = NO_FAILURES
        for number, host in enumerate(self.hosts):
            if host is None:
                host = self.hosts[number] = self._host()
                await host.load(self.id)
            await host.log_has_grown(self.id, len(self.store.lines(self.id)))
        for person in self.people:
            person.disconnect()
        await asyncio.sleep(1)
        for person in self.people:
            person.unanswered.clear()
            person.connect()
        await asyncio.sleep(5)
        table = self.table
        assert table is not None
        for person in self.people:
            seat = None if person.sitting is None else table.seat_of(person.sitting)
            if seat is not None or table.may_spectate:  # who may not look on is told nothing
                check_mirror(person.mirror, seat, MessageWriter(table, person.language))
            person.disconnect()
        for host in self.hosts:
            assert host is not None
            await host.close()
        await asyncio.sleep(1)


def simulate(scenario: SimulationScenario | int) -> SimulationRun:
    """Play a scenario, or the one of a seed, in virtual time to its end."""
    chosen = SimulationScenario.of(scenario) if isinstance(scenario, int) else scenario
    return run_virtual(lambda loop: TableSimulation(loop, chosen).run())
