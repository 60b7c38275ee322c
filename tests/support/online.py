"""A server in virtual time, and those who come to it: for stories that would take minutes or days."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from copy import deepcopy
from typing import Any

from bornes.client.observations import Observer
from bornes.client.protocol import Hello, JoinTable, OpenTable, PlayNow, SeatAssignment, encode
from bornes.client.replica import Replica
from bornes.game.deal import View
from bornes.review.verdicts import Hint, hint
from bornes.server.maintenance import Maintenance
from bornes.server.outbox import Outbox
from bornes.server.rate_limits import TokenBucket
from bornes.server.service import Service
from bornes.server.viewer_session import ViewerSession
from bornes.store import SqliteStore
from bornes.tables.bot_runner import BotMove, choose_bot_move
from bornes.tables.messages import FullState, Update, decode_message
from bornes.tables.table import BotTask
from bornes.tables.table_limits import NO_LIMITS, TableLimits
from tests.simulation import VirtualLoop, run_virtual

BASE = "http://test"
START = 1_700_000_000_000
"""When stories begin, in milliseconds."""


class QuickThinkers:
    """Bots that decide at once."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Let the bot of a decision choose."""
        return choose_bot_move(thought, view)

    async def work_hint(self, table: str, view: View) -> Hint:
        """Work out a hint."""
        return hint(view, care=0.1)


class Online:
    """A server on a virtual loop."""

    def __init__(self, loop: VirtualLoop, store: SqliteStore | None = None, limits: TableLimits = NO_LIMITS) -> None:
        self.loop = loop
        self.slept = 0
        """For how many milliseconds this machine slept: the clock on the wall went on, and timers did not."""
        self.store = store or SqliteStore.in_memory("test")
        self._limits = limits
        self.service = Service(self.store, QuickThinkers(), self.clock, limits=limits)
        self.upkeep = Maintenance(self.service, sleep_after=60, keep_days=90)

    def clock(self) -> int:
        """Return the time now."""
        return START + self.loop.now + self.slept

    async def open(self, language: str = "en", **asked: Any) -> SeatAssignment:
        """Open a table, of the first edition and for two unless something else is asked for."""
        asked = {"edition": "parker-1962", "players": 2, "name": "Ann", **asked}
        return await self.service.open_table(OpenTable(**asked), language, BASE)

    async def play_now(self, **asked: Any) -> SeatAssignment:
        """Sit down against bots."""
        return await self.service.open_table(PlayNow(**asked), "en", BASE)

    async def join(self, language: str = "en", **asked: Any) -> SeatAssignment:
        """Sit down at a table."""
        return await self.service.join(JoinTable(**asked), language, BASE)

    async def come(self, seated: SeatAssignment | None = None, since: Visitor | None = None, **hello: Any) -> Visitor:
        """Connect somebody: whoever has a seat, or a spectator; with all that was seen ``since`` an earlier time."""
        table = hello.pop("table", "") or (seated.table if seated else "")
        if seated is not None:
            hello["secret"] = seated.secret
        visitor = Visitor(self, table, hello.get("language", "en"))
        if since is not None:
            since.read()
            visitor.mirror = deepcopy(since.mirror)
            visitor.observer = deepcopy(since.observer)
            visitor.observer.note_reconnected()
            hello |= {"seen": since.mirror.number, "viewer": since.mirror.viewer}
        await visitor.session.begin(Hello(**hello))
        visitor.read()
        return visitor

    async def restart(self) -> Online:
        """Stop, and return a new server on the same store."""
        await self.service.close()
        again = Online(self.loop, self.store, self._limits)
        await again.service.start()
        return again


class Visitor:
    """Somebody who is connected to a table, and what they were told."""

    def __init__(self, online: Online, table: str, language: str) -> None:
        self.outbox = Outbox()
        self.mirror = Replica(language)
        self.observer = Observer()
        self.heard: list[dict[str, Any]] = []
        """Everything that came, as plain values."""
        self._number = 0
        bucket = TokenBucket(1000, 1000, online.clock)
        self.session = ViewerSession(online.service, table, self.outbox, bucket)

    def read(self) -> None:
        """Take in what has come."""
        for data in self.outbox.take_now():
            values = json.loads(data)
            self.heard.append(values)
            if values["type"] in ("state", "update"):
                message = decode_message(data)
                assert isinstance(message, FullState | Update)
                self.observer.take(message, self.mirror.take(message), self.mirror)

    async def say(self, command: str, **values: Any) -> dict[str, Any]:
        """Send a command, and return the answer."""
        self._number += 1
        id = values.pop("id", f"{command} {self._number}")
        await self.session.take(encode({"command": command, "id": id, **values}))
        self.read()
        answers = [one for one in self.heard if one.get("id") == id and one["type"] in ("done", "refused", "error")]
        return answers[-1] if answers else self.heard[-1]

    async def play(self, move: str | None = None) -> dict[str, Any]:
        """Make a move, the first that is offered unless another is named."""
        self.read()
        assert self.mirror.question is not None, "nothing is asked"
        chosen = move or self.mirror.question.moves[0].move
        return await self.say("Play", move=chosen, question_number=self.mirror.asked)

    async def wait_for_question(self, seconds: float = 120) -> None:
        """Let time pass until something is asked."""
        for _ in range(int(seconds * 10)):
            self.read()
            if self.mirror.question is not None:
                return
            await asyncio.sleep(0.1)
        raise AssertionError("nothing was asked")

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last message of a kind."""
        return next(one for one in reversed(self.heard) if one["type"] == kind)

    def sentences(self) -> list[str]:
        """Return all that was told in words."""
        self.read()
        events = [event for one in self.heard for event in one.get("events", ())]
        return [one["text"] for one in [*events, *self.heard] if one.get("text")]


async def asked_first(*visitors: Visitor) -> Visitor:
    """Let time pass until one of these people is to decide, and return that one: the cut says who starts."""
    for _ in range(1200):
        for visitor in visitors:
            visitor.read()
            if visitor.mirror.question is not None:
                return visitor
        await asyncio.sleep(0.1)
    raise AssertionError("nobody was asked")


def online(story: Callable[[Online], Awaitable[None]], limits: TableLimits = NO_LIMITS) -> None:
    """Let a story happen on a server in virtual time."""

    async def told(loop: VirtualLoop) -> None:
        server = Online(loop, limits=limits)
        await server.service.start()
        try:
            await story(server)
        finally:
            await server.service.close()

    run_virtual(told)
