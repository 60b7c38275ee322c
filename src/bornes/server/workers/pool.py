"""A bounded number of processes, and what waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import Any, Generic, TypeVar

from ...bots.bot import type_name
from .bot_jobs import Job
from .fair_queue import QueueOwner, TableQueue
from .worker_process import JobFailed, WorkerDied, WorkerProcess

T = TypeVar("T")

MAX_JOB_ATTEMPTS = 2
"""Attempts at a job whose worker process dies."""
ABANDONED_JOB_TIMEOUT_SECONDS = 2.0
"""How long a process may go on with an abandoned job before it is killed."""
RESTART_PAUSE_SECONDS = 0.5
"""The pause before a restart, when processes die again and again."""
MAX_DECISIONS_BEFORE_HINT = 8
"""Decisions that overtake a waiting hint."""


class JobKind(Enum):
    """What somebody waits for, the most urgent first."""

    DECISION = "decision"
    HINT = "hint"


class JobTimeout(Exception):
    """It took longer than anybody has patience for."""


class QueuedJob(Generic[T]):
    """A job that waits for a process, or is done in one."""

    def __init__(self, kind: JobKind, turn: QueueOwner, make: Callable[[], Job[T]], patience: float) -> None:
        self.kind = kind
        self.turn = turn
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
            raise JobTimeout(f"no answer within {self.patience:g} s") from None
        finally:
            self._limit = None

    def abandon(self) -> None:
        """Let nobody wait for it any more; what has begun may go on for a moment, so that its process can stay."""
        self.begun.set()
        self.result.cancel()
        if self._limit is not None:
            soon = asyncio.get_running_loop().time() + ABANDONED_JOB_TIMEOUT_SECONDS
            with suppress(RuntimeError):  # its time may run out at this very moment
                self._limit.reschedule(min(soon, self._limit.when() or soon))

    def succeed(self, result: T) -> None:
        """Give the result to whoever waits."""
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: Exception) -> None:
        """Raise an error where the result is waited for, begun or not."""
        self.begun.set()
        if not self.result.done():
            self.result.set_exception(error)
            self.result.exception()  # looked at, even where whoever waited is cancelled at this moment


class WorkerSlot:
    """A place for one process, which is replaced when it ends or takes too long."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self.worker: WorkerProcess | None = None
        self.errand: QueuedJob[Any] | None = None
        """What it is busy with."""

    async def run_job(self, errand: QueuedJob[Any]) -> None:
        """Let the process do an errand."""
        self.errand = errand
        try:
            await self._try(errand)
        except asyncio.CancelledError:
            errand.abandon()
            raise
        finally:
            self.errand = None

    async def _try(self, errand: QueuedJob[Any]) -> None:
        """Do an errand, and begin once more with another process where one ends over it."""
        for _ in range(MAX_JOB_ATTEMPTS):
            try:
                await self._do(errand)
                return
            except JobFailed as error:
                errand.fail(error)
                return
            except JobTimeout as error:
                errand.fail(error)
                await self.end()
                return
            except WorkerDied:
                await self.end()
            except Exception as error:  # it could not be packed, or its answer not read: the others go on
                errand.fail(JobFailed(type_name(error)))
                await self.end()
                return
        errand.fail(WorkerDied("its process ended, and the next one too"))
        await asyncio.sleep(RESTART_PAUSE_SECONDS)

    async def _do(self, errand: QueuedJob[Any]) -> None:
        if self.worker is None:
            self.worker = await WorkerProcess.start(self._niceness)
        if not errand.result.done():  # somebody still waits for it
            errand.succeed(await errand.done_by(self.worker))

    async def end(self) -> None:
        """End the process, if there is one."""
        worker, self.worker = self.worker, None
        if worker is not None:
            with suppress(Exception):  # it is killed; nothing that is said about that matters
                await worker.end()


class WorkerPool:
    """Processes that do jobs: decisions first, hints between them, each fair between addresses and tables.

    A process is started when it is needed first.  Where there are several, one of them does nothing but decisions.
    """

    def __init__(self, workers: int, niceness: int, most: int, most_each: int) -> None:
        if workers < 1:
            raise ValueError(f"workers: at least one, not {workers}")
        self._waiting: dict[JobKind, TableQueue[QueuedJob[Any]]] = {
            kind: TableQueue(most, most_each) for kind in JobKind
        }
        self._since_hint = 0
        self._more = asyncio.Event()
        self._slots = [WorkerSlot(niceness) for _ in range(workers)]
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return [slot.worker.pid for slot in self._slots if slot.worker is not None]

    def waiting(self, kind: JobKind) -> int:
        """Return how much waits."""
        return len(self._waiting[kind])

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return sum(slot.errand is not None for slot in self._slots)

    async def do(
        self, kind: JobKind, turn: QueueOwner, make: Callable[[], Job[T]], patience: float, longest_wait: float
    ) -> T:
        """Have a job done when a table's turn has come, and return what came of it.

        Crowded where too much waits, TooLong where it is not begun or not done in time, WorkerDied where processes end
        over it, JobFailed where it cannot be done.  Once this is closed, who waits is cancelled.
        """
        if self._closed:
            raise asyncio.CancelledError
        errand = QueuedJob(kind, turn, make, patience)
        self._push(errand)
        try:
            await self._turn_of(errand, longest_wait)
            return await errand.result
        finally:
            if not errand.result.done() or errand.result.cancelled():
                self._waiting[kind].drop(turn.table, errand)
                errand.abandon()

    def prioritize(self, table: str) -> None:
        """Let what waits for a table go before those where nobody is present."""
        for queue in self._waiting.values():
            queue.prioritize(table)

    async def close(self) -> None:
        """End all processes, whatever they do."""
        self._closed = True
        for queue in self._waiting.values():
            while (errand := queue.pop()) is not None:
                errand.abandon()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- waiting ---------------------------------------------------------------------------------------------------

    def _push(self, errand: QueuedJob[Any]) -> None:
        self._waiting[errand.kind].push(errand.turn, errand)
        self._more.set()
        if not self._tasks:
            loop = asyncio.get_running_loop()
            self._tasks = [loop.create_task(self._serve(slot)) for slot in self._slots]

    async def _turn_of(self, errand: QueuedJob[Any], longest_wait: float) -> None:
        try:
            async with asyncio.timeout(longest_wait):
                await errand.begun.wait()
        except TimeoutError:
            raise JobTimeout(f"nobody was free to think within {longest_wait:g} s") from None

    def _next(self, hints: bool) -> QueuedJob[Any] | None:
        """Take what is next for a process that works out hints as well, or none."""
        decisions, others = self._waiting[JobKind.DECISION], self._waiting[JobKind.HINT]
        if hints and len(others) and (not len(decisions) or self._since_hint >= MAX_DECISIONS_BEFORE_HINT):
            self._since_hint = 0
            return others.pop()
        self._since_hint = self._since_hint + 1 if len(others) else 0
        return decisions.pop()

    async def _serve(self, slot: WorkerSlot) -> None:
        """Give one errand after another to a slot."""
        hints = len(self._slots) == 1 or slot is not self._slots[0]
        try:
            while True:
                while (errand := self._next(hints)) is None:
                    self._more.clear()
                    await self._more.wait()
                await slot.run_job(errand)
                del errand  # with the view in it, while nothing else comes
        finally:
            await slot.end()
