"""One of several servers that run the same table but for hidden cards: the whole application, in virtual time.

Everything that reaches anybody is kept, with its moment, under the name of whoever it reached.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from bornes.base.structured_log import LOG
from bornes.client.protocol import hash_secret
from bornes.game.deal import Deal, View
from bornes.game.fair import Seeds
from bornes.game.game import Game
from bornes.review.verdicts import Hint
from bornes.rules.cards import Card
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import Rules
from bornes.server import maintenance
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.maintenance import Maintenance
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.server_log import JsonLogFormatter
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.server.workers.bot_processes import HintUnavailable
from bornes.store import SqliteStore
from bornes.tables import table, transitions
from bornes.tables.table import BotTask
from bornes.tables.table_limits import NO_LIMITS
from bornes.tables.table_state import TableState, open_state
from tests.simulation.loop import SECOND_MS, VirtualLoop
from tests.simulation.twins import ScriptedBots, TwinScript

BEGUN = 1_800_000_000_000
"""When the server begins, by its own clock."""
PLENTY = 10**6
SETTINGS = ServerSettings(
    metrics="all", log_addresses=True, requests_per_minute=PLENTY, commands_per_minute=PLENTY, opens_per_hour=PLENTY
)
DATABASE = "twin"
LOOK = 1.0
"""Seconds between two looks for sleeping tables: more often takes long, since virtual hours pass."""


class Bots(ScriptedBots):
    """Bots that are now and then slower than their pace when it is their turn, and give no hints."""

    def thinks(self, thought: BotTask, moment: int) -> float:
        """Return how many seconds a bot thinks."""
        luck = Random(f"{self._course.seed} slow {thought.seat} {moment}")
        slow = 0 if thought.window or luck.random() < 0.8 else 2 * self._course.pace.bots / SECOND_MS
        return slow + super().thinks(thought, moment)

    async def work_hint(self, table: str, view: View) -> Hint:
        """Give none."""
        raise HintUnavailable("nobody here gives hints")


class AtOnce(ThreadPoolExecutor):
    """Does at once what is meant for a thread: there are none in virtual time."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do something, and return what came of it."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class World:
    """A server with one table, and what reached everybody."""

    def __init__(self, loop: VirtualLoop, course: TwinScript, number: int) -> None:
        self.loop = loop
        self.course = course
        self.number = number
        """Which of all it is: where it is odd the secretive seat holds another card."""
        self.deck = _deck(course, number)
        self.heard: dict[str, list[tuple[int, bytes]]] = {}
        """By whom, when, and what."""
        loop.set_default_executor(AtOnce())
        self.store = SqliteStore.in_memory(DATABASE)
        self.store.key = bytes(32)
        self.service = Service(self.store, Bots(course), self.now, random=_chance(course.seed), limits=NO_LIMITS)
        self.context = AppContext(self.service, SETTINGS, ReviewQueue(StoredReviews(self.store)))
        self.app = build_app(self.context)
        self.upkeep = Maintenance(self.service, sleep_after=1, keep_days=0)
        self.table = ""

    def now(self) -> int:
        """Return the time by the clock of this server."""
        return BEGUN + self.loop.now

    def hear(self, who: str, what: bytes) -> None:
        """Keep what reached somebody."""
        self.heard.setdefault(who, []).append((self.loop.now, what))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Deal the cards of this world, and keep what is logged."""
        keeper = _LogKeeper(self)
        before = LOG.handlers, LOG.level, LOG.propagate
        LOG.handlers, LOG.propagate = [keeper], False
        LOG.setLevel(logging.DEBUG)
        try:
            with (
                patch.object(transitions, "Deal", self._deal),
                patch.object(table, "cut", self._cut),
                patch.object(maintenance, "CLOCK_CHECK_SECONDS", LOOK),
            ):
                yield
        finally:
            LOG.handlers, _, LOG.propagate = before
            LOG.setLevel(before[1])

    def _deal(self, rules: Rules, **values: Any) -> Deal:
        """Deal the cards of this world whatever the seeds are: the promises of both are the same."""
        del values["seeds"]
        return Deal(rules, self.deck, **values)

    def _cut(self, seeds: Seeds, players: int) -> int:
        """Start where the course does: its decks and its script are made for that seat."""
        return Game(self.course.rules, deck=self.deck).first

    async def open_from_record(self, secrets: Sequence[str], public: bool) -> None:
        """Open the table with a game that has a finished deal, and goes on with the cards of this world."""
        state = _seated(self.course, secrets, public)
        self.table = state.id
        await self.service.host.open(state, _record(self.course, self.deck))


class _LogKeeper(logging.Handler):
    """Keeps the server's log as it would be written, by the clock of a world."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        self.setFormatter(JsonLogFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        record.created = self._world.now() / SECOND_MS
        self._world.hear("log", self.format(record).encode())


def _deck(course: TwinScript, number: int) -> Sequence[Card]:
    """Return the deck of a world: cards that nobody will draw lie in another order in each but the first two."""
    deck = list(course.decks[number % 2])
    if number > 1:
        first, last = len(deck) - course.rules.hand_size, len(deck) - 1
        deck[first:last] = Random(f"leaks {course.seed} {number} undrawn").sample(deck[first:last], last - first)
    return deck


def _chance(seed: int) -> Callable[[int], bytes]:
    """Return a source of bytes that repeats itself."""
    return Random(f"leaks {seed} chance").randbytes


def game_asked_for(course: TwinScript) -> dict[str, Any]:
    """Return how to ask for the game of a course."""
    book, form = next(
        (book, form)
        for book, form in all_forms()
        if book.rules(form.players, partners=form.partners, short=form.short) == course.rules
    )
    return {"edition": book.name, "players": form.players, "partners": form.partners, "short": form.short}


def secret_of(course: TwinScript, seat: int) -> str:
    """Return the secret of a seat."""
    return hashlib.sha256(f"secret of {course.seed} {seat}".encode()).hexdigest()


def _seated(course: TwinScript, secrets: Sequence[str], public: bool) -> TableState:
    """Return the table of a course with everybody at it."""
    seats = [type(one)(one.kind, bot=one.bot, coup_fourre=one.coup_fourre, remedy=one.remedy) for one in course.seats]
    for seat, secret in zip(seats, secrets, strict=True):
        if seat.kind == "person":
            seat.secret_hash = hash_secret(secret)
    id = f"{DATABASE}-{'a' * 16}"
    opener = next(at for at, seat in enumerate(seats) if seat.kind == "person")
    return open_state(
        id,
        course.rules,
        seats,
        _chance(course.seed)(32),
        pace=course.pace,
        opener=opener,
        spectators=course.spectators,
        public=public,
    )


def _record(course: TwinScript, deck: Sequence[Card]) -> str:
    """Return a game whose first deal is over, and whose second begins with a deck; or only that one."""
    rules, luck = course.rules, Random(f"leaks {course.seed} first deal")
    starts = -1 % rules.players if rules.dealer_rotation == "left" else 0
    first = {"first": starts} if rules.first_player == "youngest" else {"dealer": (starts - 1) % rules.players}
    game = Game(rules, seed=course.seed, **first)  # type: ignore[arg-type]
    while not game.deal.over:
        game.play(luck.choice(game.deal.legal_moves.notation))
    if game.over:
        return Game(rules, deck=deck).record
    game.next_deal(deck=deck)
    return game.record


async def closed(world: World, running: asyncio.Task[None]) -> None:
    """End a server."""
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await world.context.reviews.close()
    await world.service.close()
    await world.store.close()
