"""A process in which bots think, as the server sees it."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import TypeVar

from .bot_jobs import Answer, Job, JobError, JobProgress, Tell
from .worker import LENGTH_PREFIX

T = TypeVar("T")

START_TIMEOUT_SECONDS = 120.0
"""How long a process may take to start on a busy machine."""
INHERITED_VARIABLES = ("PATH", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "BORNES_PURE")
"""Environment variables that a process inherits: the server's settings may be secrets."""


class WorkerDied(Exception):
    """The process ended before it answered."""


class JobFailed(Exception):
    """The job could not be done; says by which kind of error, and tells of no cards."""


def environment() -> dict[str, str]:
    """Return the environment of a process: little of the server's own, and the same places to import from."""
    kept = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(place for place in sys.path if place)}


class WorkerProcess:
    """One process; it does one job at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.pid = process.pid
        self._process = process
        self._jobs = process.stdin
        self._answers = process.stdout

    @classmethod
    async def start(cls, niceness: int) -> WorkerProcess:
        """Start a process that stands so far back, with no other file than its pipes; WorkerDied where that fails.

        Not in a session of its own: where Linux shares the processor between sessions first, nobody would stand back.
        """
        command = [sys.executable, "-P", "-m", f"{__package__}.worker", str(niceness)]
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment()
            )
        except OSError as error:
            raise WorkerDied(str(error)) from None
        worker = cls(process)
        try:
            await worker._be_ready()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def do(self, job: Job[T], tell: Tell | None = None) -> T:
        """Have a job done; WorkerDied where the process ends, JobFailed where the job cannot be done."""
        await self._send(pickle.dumps(job))
        while isinstance(answer := await self._answer(), JobProgress):
            if tell is not None:
                tell(answer.fraction)
        if isinstance(answer, JobError):
            raise JobFailed(answer.why)
        return answer.result  # type: ignore[return-value]  # what the job's own ``work`` returned

    async def end(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        with suppress(OSError):
            await self._process.communicate()

    async def _be_ready(self) -> None:
        try:
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                await self._receive()
        except TimeoutError:
            raise WorkerDied(f"not ready within {START_TIMEOUT_SECONDS:g} s") from None

    async def _send(self, packed: bytes) -> None:
        self._jobs.write(LENGTH_PREFIX.pack(len(packed)) + packed)
        with suppress(OSError):  # that it is gone shows when its answer is read
            await self._jobs.drain()

    async def _answer(self) -> Answer:
        answer: Answer = pickle.loads(await self._receive())
        return answer

    async def _receive(self) -> bytes:
        try:
            (length,) = LENGTH_PREFIX.unpack(await self._answers.readexactly(LENGTH_PREFIX.size))
            return await self._answers.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            raise WorkerDied("it ended") from None
