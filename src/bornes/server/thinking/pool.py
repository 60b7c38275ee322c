"""A bounded number of processes, and what waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import Any, Generic, TypeVar

from .fair_queue import FairQueue
from .jobs import Job
from .worker import BOTS
from .worker_process import JobFailed, WorkerLost, WorkerProcess

T = TypeVar("T")

TRIES = 2
"""How often a job is given to a process that ends over it."""
UNWANTED = 2.0
"""Seconds that a process may go on with what nobody waits for, before it is ended."""
PAUSE = 0.5
"""Seconds after processes that end again and again."""
DECISIONS_BEFORE_A_HINT = 8
"""A hint lets so many decisions go before it, and no more: somebody waits for it."""


class Kind(Enum):
    """What somebody waits for, the most urgent first."""

    DECISION = "decision"
    HINT = "hint"


class TooLong(Exception):
    """It took longer than anybody has patience for."""


class Errand(Generic[T]):
    """A job that waits for a process, or is done in one."""

    def __init__(self, kind: Kind, table: str, make: Callable[[], Job[T]], patience: float) -> None:
        self.kind = kind
        self.table = table
        self.make = make
        """Makes the job; not before its turn has come, since what is dropped before need not be packed."""
        self.patience = patience
        self.begun = asyncio.Event()
        self.result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._limit: asyncio.Timeout | None = None

    async def done_by(self, worker: WorkerProcess) -> T:
        """Let a process do it; TooLong where that takes longer than there is patience."""
        self.begun.set()
        try:
            async with asyncio.timeout(self.patience) as self._limit:
                return await worker.do(self.make())
        except TimeoutError:
            raise TooLong(f"no answer within {self.patience:g} s") from None
        finally:
            self._limit = None

    def abandon(self) -> None:
        """Let nobody wait for it any more; what has begun may go on for a moment, so that its process can stay."""
        self.result.cancel()
        if self._limit is not None:
            soon = asyncio.get_running_loop().time() + UNWANTED
            with suppress(RuntimeError):  # its time may run out at this very moment
                self._limit.reschedule(min(soon, self._limit.when() or soon))

    def succeed(self, result: T) -> None:
        """Give the result to whoever waits."""
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: Exception) -> None:
        """Raise an error where the result is waited for."""
        if not self.result.done():
            self.result.set_exception(error)
            self.result.exception()  # looked at, even where whoever waited is cancelled at this moment


class Pool:
    """Processes that do jobs, fair between tables: decisions first, hints between them.

    A process is started when it is needed first, and replaced when it ends or takes too long.  Where there are
    several, one of them does nothing but decisions.
    """

    def __init__(self, workers: int, most: int, most_each: int) -> None:
        if workers < 1:
            raise ValueError(f"workers: at least one, not {workers}")
        self._waiting: dict[Kind, FairQueue[Errand[Any]]] = {kind: FairQueue(most, most_each) for kind in Kind}
        self._since_hint = 0
        self._more = asyncio.Event()
        self._workers = workers
        self._slots: list[asyncio.Task[None]] = []
        self._processes: set[WorkerProcess] = set()
        self._under_way: set[Errand[Any]] = set()
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return sorted(process.pid for process in self._processes)

    def waiting(self, kind: Kind) -> int:
        """Return how much waits."""
        return len(self._waiting[kind])

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return len(self._under_way)

    async def do(self, kind: Kind, table: str, make: Callable[[], Job[T]], patience: float, longest_wait: float) -> T:
        """Have a job done for a table, and return what came of it.

        Crowded where too much waits, TooLong where it is not begun or not done in time, WorkerLost where processes end
        over it, JobFailed where it cannot be done.  Once this is closed, who waits is cancelled.
        """
        if self._closed:
            raise asyncio.CancelledError
        errand = Errand(kind, table, make, patience)
        self._push(errand)
        try:
            await self._turn_of(errand, longest_wait)
            return await errand.result
        finally:
            if not errand.result.done() or errand.result.cancelled():
                self._waiting[kind].drop(table, errand)
                errand.abandon()

    async def close(self) -> None:
        """End all processes, whatever they do."""
        self._closed = True
        for queue in self._waiting.values():
            while (errand := queue.pop()) is not None:
                self._cancel(errand)
        for errand in self._under_way:
            self._cancel(errand)
        for slot in self._slots:
            slot.cancel()
        await asyncio.gather(*self._slots, return_exceptions=True)

    def _cancel(self, errand: Errand[Any]) -> None:
        errand.begun.set()
        errand.abandon()

    # -- waiting ---------------------------------------------------------------------------------------------------

    def _push(self, errand: Errand[Any]) -> None:
        self._waiting[errand.kind].push(errand.table, errand)
        self._more.set()
        if not self._slots:
            loop = asyncio.get_running_loop()
            self._slots = [loop.create_task(self._serve(number)) for number in range(self._workers)]

    async def _turn_of(self, errand: Errand[Any], longest_wait: float) -> None:
        try:
            async with asyncio.timeout(longest_wait):
                await errand.begun.wait()
        except TimeoutError:
            raise TooLong(f"nobody was free to think within {longest_wait:g} s") from None

    def _next(self, hints: bool) -> Errand[Any] | None:
        """Take what is next for a process that works out hints as well, or none."""
        decisions, others = self._waiting[Kind.DECISION], self._waiting[Kind.HINT]
        if hints and len(others) and (not len(decisions) or self._since_hint >= DECISIONS_BEFORE_A_HINT):
            self._since_hint = 0
            return others.pop()
        self._since_hint = self._since_hint + 1 if len(others) else 0
        return decisions.pop()

    # -- working ---------------------------------------------------------------------------------------------------

    async def _serve(self, number: int) -> None:
        """See to one errand after another, with one process."""
        worker: WorkerProcess | None = None
        hints = number > 0 or self._workers == 1
        try:
            while True:
                while (errand := self._next(hints)) is None:
                    self._more.clear()
                    await self._more.wait()
                self._under_way.add(errand)
                worker = await self._see_to(errand, worker)
                self._under_way.discard(errand)
        finally:
            await self._end(worker)

    async def _see_to(self, errand: Errand[Any], worker: WorkerProcess | None) -> WorkerProcess | None:
        """Let a process do an errand, another one where that ends; return the one to go on with."""
        for _ in range(TRIES):
            try:
                worker = worker or await self._start()
                if not errand.result.done():  # somebody still waits for it
                    errand.succeed(await errand.done_by(worker))
                return worker
            except JobFailed as error:
                errand.fail(error)
                return worker
            except TooLong as error:
                errand.fail(error)
                await self._end(worker)
                return None
            except WorkerLost:
                await self._end(worker)
                worker = None
        errand.fail(WorkerLost("its process ended, and the next one too"))
        await asyncio.sleep(PAUSE)
        return None

    async def _start(self) -> WorkerProcess:
        worker = await WorkerProcess.start(BOTS)
        self._processes.add(worker)
        return worker

    async def _end(self, worker: WorkerProcess | None) -> None:
        if worker is not None:
            self._processes.discard(worker)
            with suppress(Exception):  # it is killed; nothing that is said about that matters
                await worker.end()
