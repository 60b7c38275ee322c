"""Where bots think: beside the event loop, a bounded number at a time, each made anew for its decision."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Generic, Protocol, TypeVar

from ..bots import BotError, BotFault, BotSpec
from ..bots.bot import PolicyBot
from ..bots.safe_bot import SafeBot
from ..engine.playout import Eager, Policy
from ..game.deal import View
from ..game.moves import Move
from ..rules.ruleset import Rules
from .table import BotTask

T = TypeVar("T")

MAX_CONCURRENT_BOTS = 2
MAX_STRAY_THREADS = 8
"""Threads of abandoned bots that may run on, besides those of the slots."""
SLOT_TIMEOUT_SECONDS = 2.0
"""After this, the slot of a bot that is still running goes to others."""
BOT_TIMEOUT_SECONDS = 50.0


@dataclass(frozen=True, slots=True)
class BotMove:
    """What a bot has chosen, or a Sunday driver in its place."""

    move: Move = field(repr=False)
    fault: BotFault | None = None
    """What the bot did instead of choosing a legal move."""


class BotRunner(Protocol):
    """Lets bots think."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move that a bot chooses for a decision of a table."""


def choose_bot_move(thought: BotTask, view: View) -> BotMove:
    """Make the bot of a decision, ask it, and return a legal move whatever it does."""
    try:
        bot = SafeBot(BotSpec.parse(thought.bot).bot(thought.luck))
    except BotError as error:
        return BotMove(choose_fallback_move(thought, view), BotFault("raised", str(error)))
    move = bot.choose(view)
    return BotMove(move, bot.faults[0] if bot.faults else None)


def choose_fallback_move(thought: BotTask, view: View) -> Move:
    """Return what a Sunday driver does with this luck: for a bot that is stuck."""
    return PolicyBot("sunday-driver", _eager, thought.luck).choose(view)


def _eager(rules: Rules) -> Policy:
    return Eager()


class ThreadBotRunner:
    """Lets bots think in threads of this process, ``slots`` at a time.

    Threads do not keep the program from ending.  A bot that takes longer than ``patience`` seconds is given up: a
    Sunday driver decides, the slot goes to others, and until the bot is done with what it thinks about no other
    decision of its seat is given to it.
    """

    def __init__(self, slots: int = MAX_CONCURRENT_BOTS, patience: float = BOT_TIMEOUT_SECONDS) -> None:
        self.patience = patience
        self._pool = _Pool(slots)
        self._stuck: dict[tuple[str, int], tuple[_Job[BotMove], bool]] = {}
        """The bots that are stuck, by table and seat, and whether in a window: nobody is to learn of that."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move that a bot chooses, or a Sunday driver where it is stuck."""
        seat = (table, thought.seat)
        stuck, hidden = self._stuck.get(seat, (None, False))
        if stuck is not None and not stuck.done:
            fault = None if hidden else BotFault("stalled", "still thinks about an earlier decision")
            return BotMove(choose_fallback_move(thought, view), fault)
        self._stuck.pop(seat, None)
        apart = view.detached()
        job = self._pool.start(lambda: choose_bot_move(thought, apart))
        try:
            with suppress(TimeoutError):
                return await job.result(min(SLOT_TIMEOUT_SECONDS, self.patience))
            self._pool.lend(job)  # others need not wait for one that thinks long
            return await job.result(max(0.0, self.patience - SLOT_TIMEOUT_SECONDS))
        except TimeoutError:
            self._stuck[seat] = (job, thought.window)
            fault = BotFault("stalled", f"no answer within {self.patience:g} s")
            return BotMove(choose_fallback_move(thought, view), fault)
        except asyncio.CancelledError:
            self._pool.drop(job)
            raise

    async def work(self, task: Callable[[], T]) -> T:
        """Do something else that takes time, such as a hint, and return what comes of it."""
        job = self._pool.start(task)
        try:
            return await job.result(None)
        except asyncio.CancelledError:
            self._pool.drop(job)
            raise

    @property
    def busy(self) -> int:
        """How many threads think, also about what nobody waits for any more."""
        return self._pool.busy


class _Job(Generic[T]):
    """Something to do in a thread, and what came of it."""

    def __init__(self, task: Callable[[], T]) -> None:
        self._task = task
        self._loop = asyncio.get_running_loop()
        self._future: asyncio.Future[T] = self._loop.create_future()
        self._begun = asyncio.Event()
        self.done = False

    async def result(self, patience: float | None) -> T:
        """Return what came of it; TimeoutError when it takes too long from the moment that it was begun."""
        await self._begun.wait()
        async with asyncio.timeout(patience):  # wait_for would lose a cancellation that comes with the result
            return await asyncio.shield(self._future)

    def run(self) -> None:
        """Do it, and tell the loop that waits for it, if there still is one."""
        self._call(self._begun.set)
        try:
            result = self._task()
        except BaseException as error:  # whoever waits decides what to do with it
            self._call(self._fail, error)
        else:
            self._call(self._succeed, result)
        finally:
            self.done = True

    def _call(self, function: Callable[..., None], *values: object) -> None:
        with suppress(RuntimeError):  # the loop may be closed by now
            self._loop.call_soon_threadsafe(function, *values)

    def _succeed(self, result: T) -> None:
        if not self._future.done():
            self._future.set_result(result)

    def _fail(self, error: BaseException) -> None:
        if not self._future.done():
            self._future.set_exception(error)
            self._future.exception()  # looked at, even where nobody waits any more


class _Pool:
    """Threads that do one job after another; one that is stuck in its job is replaced."""

    def __init__(self, slots: int) -> None:
        if slots < 1:
            raise ValueError(f"slots: at least one, not {slots}")
        self._slots = slots
        self._waiting: deque[_Job[object]] = deque()
        self._changed = Condition()
        self._workers = 0
        self._idle = 0
        self.busy = 0
        """How many threads are at work."""
        self._given_up: set[int] = set()

    def start(self, task: Callable[[], T]) -> _Job[T]:
        """Do something as soon as a thread is free."""
        job = _Job(task)
        with self._changed:
            self._waiting.append(job)  # type: ignore[arg-type]
            if self._idle < len(self._waiting) and self._workers < self._slots:
                self._hire()
            self._changed.notify()
        return job

    def lend(self, job: _Job[T]) -> None:
        """Count a thread no longer that is long about this job: another takes its place, while few are so."""
        with self._changed:
            if id(job) not in self._given_up and len(self._given_up) < MAX_STRAY_THREADS:
                self._give_up(job)

    def drop(self, job: _Job[T]) -> None:
        """Forget a job that nobody waits for: it is not begun any more, or its thread replaced while few are so."""
        with self._changed:
            if job in self._waiting:
                self._waiting.remove(job)  # type: ignore[arg-type]
            elif id(job) not in self._given_up and len(self._given_up) < MAX_STRAY_THREADS:
                self._give_up(job)

    def _give_up(self, job: _Job[T]) -> None:
        if job.done:
            return
        self._given_up.add(id(job))
        self._workers -= 1
        if self._waiting:
            self._hire()

    def _hire(self) -> None:
        self._workers += 1
        Thread(target=self._work, name="bornes bots", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._idle += 1
                while not self._waiting:
                    self._changed.wait()
                self._idle -= 1
                self.busy += 1
                job = self._waiting.popleft()
            job.run()
            with self._changed:
                self.busy -= 1
                if id(job) in self._given_up:
                    self._given_up.discard(id(job))
                    return
