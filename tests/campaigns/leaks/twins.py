"""Servers that differ in hidden cards, compared byte by byte and moment by moment for everybody but their holder.

Most of the tables are opened, joined and dealt at as people do it, with codes, invitations and seeds; the others go on
with a game that has a finished deal, so that there is a record to ask for.  While the moves of the script are made,
everybody comes back with other devices, asks for everything that can be asked for and tries what cannot
be done; a stranger knocks, somebody watches the lobby, and whoever runs the server reads figures, log and tables.  Now
and then nobody is there for a while, and the table sleeps.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any

import msgspec

from bornes.cli.tables_output import row_as_dict, table_as_dict
from bornes.client.protocol import Invitation, SeatAssignment
from bornes.tables import commands as ask
from bornes.tables.public_view import finished_record
from bornes.tables.table import Table
from tests.simulation.knowledge import BrokenInvariant, demand
from tests.simulation.loop import VirtualLoop, run_virtual
from tests.simulation.twins import TwinScript, public

from .asgi import Socket, request
from .people import Person, Stranger
from .world import World, closed, game_asked_for, secret_of

PATHS = (
    *("", "/moves", "/record", "/record?game=1", "/invitation"),
    # Not of a deal that is over: the cards of a twin are not those that its seeds give.
    *("/reviews/1/9", "/replay/1/9"),
)
"""What is asked for at a table."""
LONGEST = 500
"""Seconds of virtual time after which a course is given up."""
Heard = dict[str, list[tuple[int, bytes]]]


def check_course(seed: int, pairs: int = 4) -> Counter[str]:
    """Run a course at one server and at its twins, and demand that nobody but the secretive seat can tell them apart.

    Returns what was compared: pairs, channels, messages, bytes, and windows that somebody could answer at one of the
    two servers only.
    """
    course = TwinScript.of(seed)
    one = play(course, 0)
    compared: Counter[str] = Counter()
    for number in range(1, pairs + 1):
        compared += _compare_all(course, one, play(course, number))
        compared["windows"] += course.windows * (number % 2)
    return compared


def _compare_all(course: TwinScript, one: Heard, other: Heard) -> Counter[str]:
    """Compare what everybody heard but the secretive seat."""
    hidden = f"seat {course.secretive}"
    compared = Counter(pairs=1)
    for name in sorted({*one, *other}):
        if name != hidden and not name.startswith(f"{hidden} "):
            _compare(course.seed, name, one.get(name, []), other.get(name, []))
            compared["channels"] += 1
            compared["messages"] += len(one[name])
            compared["bytes"] += sum(len(data) for _, data in one[name])
    return compared


def _compare(seed: int, name: str, here: list[tuple[int, bytes]], there: list[tuple[int, bytes]]) -> None:
    for one, other in zip(here, there, strict=False):
        if one != other:
            raise BrokenInvariant(f"course {seed}: hidden cards show to {name!r}: {_apart(one, other)}")
    demand(
        len(here) == len(there), f"course {seed}: {name!r} heard {len(here)} things at one, {len(there)} at the other"
    )


def _apart(one: tuple[int, bytes], other: tuple[int, bytes]) -> str:
    """Say where two things that were heard part."""
    first, second = one[1], other[1]
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    cut = slice(max(0, at - 80), at + 80)
    return f"at {one[0]} ms {first[cut]!r}, at {other[0]} ms {second[cut]!r}"


def play(course: TwinScript, number: int) -> Heard:
    """Run a course at one of the servers, and return what reached everybody."""

    async def run(loop: VirtualLoop) -> Heard:
        world = World(loop, course, number)
        with world.running():
            await _Evening(world).run()
        return world.heard

    return run_virtual(run)


class _Evening:
    """A course, from the opening of the table to the end of the script."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.course = world.course
        self.luck = Random(f"leaks {self.course.seed}")
        """The same at both servers, so whatever is asked of it must not depend on anything that is hidden."""
        self.public = self.luck.random() < 0.5
        self.people: list[Person] = []
        self.stranger = Stranger(world)
        self.away = False
        self.over = False

    async def run(self) -> None:
        """Open, play, and close."""
        world = self.world
        await world.service.start()
        upkeep = world.loop.create_task(world.upkeep.run())
        visitor = Socket(world.app, "/api/lobby/socket", "10.0.0.98", lambda data: world.hear("lobby", data))
        await asyncio.sleep(0.1)
        if self.luck.random() < 0.8:
            await self._open_as_people_do()
        else:
            await self._open_from_record()
        await self._play()
        self.over = True
        for person in self.people:
            person.disconnect()
        visitor.close()
        await asyncio.sleep(6)
        await closed(world, upkeep)

    # -- opening ---------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> list[int]:
        """The seats of people."""
        return [at for at, seat in enumerate(self.course.seats) if seat.kind == "person"]

    async def _open_from_record(self) -> None:
        secrets = [secret_of(self.course, at) for at in range(self.course.rules.players)]
        await self.world.open_from_record(secrets, self.public)
        self.people = [Person(self.world, at, secrets[at]) for at in self.seats]
        await self._let_spectators_in(self.people[0])
        for person in self.people:
            person.connect()

    async def _open_as_people_do(self) -> None:
        """Open the table, let everybody sit down by code or invitation, and be ready with seeds."""
        mine, *others = self.seats
        wish = self._table_wanted(mine)
        seated = msgspec.json.decode(await self._tell(f"seat {mine}", "POST", "/api/tables", wish), type=SeatAssignment)
        self.world.table = seated.table
        self.people = [Person(self.world, mine, seated.secret)]
        for at in others:
            await self._sit(at, seated.invitation)
        await self._let_spectators_in(self.people[0])
        for person in self.people:
            person.connect()
        await asyncio.sleep(0.5)
        standing = [self.course.seats[at] for at in self.seats]
        for person, one in zip(self.people, standing, strict=False):
            person.send(ask.SetStandingAnswer(id="standing", coup_fourre=one.coup_fourre, remedy=one.remedy))
        await asyncio.sleep(0.5)
        for person in self.people:
            if person.seat is not None:
                person.send(ask.Ready(id="ready", seed=self.luck.randbytes(8).hex()))

    def _table_wanted(self, mine: int) -> bytes:
        seats = [
            "me" if at == mine else "open" if at in self.seats else one.bot for at, one in enumerate(self.course.seats)
        ]
        wish: dict[str, Any] = {
            **game_asked_for(self.course),
            "seats": seats,
            "pace": msgspec.to_builtins(self.course.pace),
            "public": self.public,
            "spectators": self.course.spectators,
            "secret": secret_of(self.course, mine),
        }
        return json.dumps(wish).encode()

    async def _sit(self, at: int, invitation: Invitation) -> None:
        way = {"code": invitation.code} if self.luck.random() < 0.5 else self._by_link(invitation)
        secret = secret_of(self.course, at)
        wish = json.dumps({**way, "seat": at, "secret": secret}).encode()
        await self._tell(f"seat {at}", "POST", "/api/join", wish)
        self.people.append(Person(self.world, at, secret))

    def _by_link(self, invitation: Invitation) -> dict[str, str]:
        return {"table": self.world.table, "invitation": invitation.join.rpartition("#join=")[2]}

    async def _let_spectators_in(self, player: Person) -> None:
        """Let somebody look on, where that may be, with the link that a player has."""
        if self.course.spectators:
            path = f"/api/tables/{self.world.table}/invitation"
            told = await request(self.world.app, "GET", path, "10.0.0.1", secret=player.secret)
            watch = msgspec.json.decode(told.body, type=Invitation).watch.rpartition("#watch=")[2]
            self.people.append(Person(self.world, None, "", "" if self.public else watch))

    async def _tell(self, name: str, method: str, path: str, body: bytes) -> bytes:
        answer = await request(self.world.app, method, path, "10.0.0.1", body=body)
        self.world.hear(name, answer.all)
        demand(answer.status == 201, f"{method} {path}: {answer.all!r}")
        return answer.body

    # -- playing ---------------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        loop, luck = self.world.loop, self.luck
        if self.course.pace.decision is not None and luck.random() < 0.4:
            leave = luck.randint(3000, 40_000)
            loop.after(leave, self._all_leave)
            loop.after(leave + luck.randint(25_000, 90_000), self._all_return)
        loop.after(luck.randint(0, 3000), self._be_curious)
        end, waited = max(self.course.script, default=0), 0
        while self._happened() <= end and waited < LONGEST:
            await asyncio.sleep(1)
            waited += 1
        self.world.hear("clock", b"the course is over")
        await self._ask_for_all()

    def _happened(self) -> int:
        """Return how much has happened in public; 0 while the table sleeps, or before the deal."""
        table = self.world.service.host.table(self.world.table)
        return 0 if table is None or table.deal is None else public(table.deal.events)

    def _all_leave(self) -> None:
        self.away = True
        for person in self.people:
            person.disconnect()

    def _all_return(self) -> None:
        self.away = False
        if not self.over:
            for person in self.people:
                person.connect()

    # -- being curious ---------------------------------------------------------------------------------------------

    def _be_curious(self) -> None:
        """Let somebody try something, and again after a while."""
        if self.over:
            return
        luck = self.luck
        whose = [person for person in self.people if person.seat != self.course.secretive]
        luck.choice((self._operate, self._visit, self._try, self._try, self._try))(luck.choice(whose), luck)
        self.world.loop.after(luck.randint(100, 10_000), self._be_curious)

    def _try(self, person: Person, luck: Random) -> None:
        """Try something that somebody at the table can; while nobody is there, nobody does."""
        chance, stay = luck.random(), luck.choice((0, 500, 5000))
        seen = luck.choice((0, 0, person.player.mirror.number - luck.randint(0, 5), luck.randint(1, 30)))
        path = luck.choice(PATHS)
        if self.away:
            return
        if chance < 0.5:
            person.look(seen, stay, "fr" if chance < 0.35 else "en")
        elif chance < 0.75:
            person.try_move(luck)
        elif chance < 0.85:
            person.send(luck.choice((ask.Undo(id=f"{chance}"), ask.Return(id=f"{chance}"))))
        else:
            person.ask("POST" if "reviews" in path else "GET", f"/api/tables/{self.world.table}{path}", language="fr")

    def _visit(self, person: Person, luck: Random) -> None:
        """Let a stranger knock."""
        path = luck.choice(("/api/lobby", "/api/about", f"/api/tables/{self.world.table}/record"))
        if self.away:
            return
        self.stranger.guess(luck)
        self.stranger.ask("GET", path)
        self.stranger.ask("GET", f"/api/tables/{self.world.table}")
        self.stranger.look(luck.choice((0, 5)), 1000)

    def _operate(self, person: Person, luck: Random) -> None:
        """Let whoever runs the server look around."""
        self.world.loop.create_task(self._look_around())

    async def _look_around(self) -> None:
        world = self.world
        for path in ("/metrics", "/readyz", "/api/lobby"):
            answer = await request(world.app, "GET", path, "127.0.0.1")
            world.hear(path, answer.all)
        for row in await world.store.tables():
            part = await world.store.read_deal(row.id)
            shown = table_as_dict(row, Table.fold(part.entries, before=part.before))
            world.hear("bornes tables", json.dumps([row_as_dict(row), shown]).encode())
            record = finished_record((await world.store.read(row.id)).entries)
            world.hear("bornes tables export", (record or "no deal is finished yet").encode())

    async def _ask_for_all(self) -> None:
        """Let everybody ask for everything once more."""
        for person in self.people:
            person.look(0, 0)
        person = self.luck.choice([one for one in self.people if one.seat != self.course.secretive])
        person.look(person.player.mirror.number - 3, 0)
        for path in ("", "/moves", "/record", "/replay/1/9", "/invitation"):
            person.ask("GET", f"/api/tables/{self.world.table}{path}")
        await self._look_around()
        await asyncio.sleep(2)
