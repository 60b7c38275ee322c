"""``bornes serve`` as a process of its own: started, killed and started again on the same file."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.processes import running

SERVE = (sys.executable, "-m", "tests.support.free_server")
PATIENCE = 60.0
"""Seconds in which a server begins or ends, however busy the machine is."""
FREE = (
    "--port=0",
    "--workers=1",
    "--sockets-per-address=100000",
    "--requests-per-minute=1000000",
    "--opens-per-hour=1000000",
    "--commands-per-minute=1000000",
    "--log-level=warning",
)
"""Options of a server that is not to be protected from its clients."""


class NotServed(Exception):
    """A server that ended instead of serving; says what it told."""


class ServerProcess:
    """A server that runs, in a group of processes of its own."""

    def __init__(self, process: subprocess.Popen[bytes], told: Path) -> None:
        self._process = process
        self._told = told
        self.base = ""
        """Where it is reached."""

    @classmethod
    def launch(cls, database: Path, *before: str, command: tuple[str, ...] = SERVE) -> ServerProcess:
        """Start a server on a file; ``before`` is what runs it, such as strace."""
        told = database.with_name("told.txt")
        with told.open("ab") as errors:
            process = subprocess.Popen(
                [*before, *command, "serve", "--database", str(database), *FREE],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        return cls(process, told)

    async def wait_ready(self) -> None:
        """Wait until it serves; NotServed where it ends instead."""
        stdout = self._process.stdout
        assert stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(stdout.readline), PATIENCE)
        if not line:
            await self._wait()
            raise NotServed(f"exit code {self._process.returncode}: {self.told}")
        self.base = line.decode().split()[-1]

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def told(self) -> str:
        """What it said on its standard error, and those before it on the same file."""
        return self._told.read_text(errors="replace")

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def limit_files(self, size: int | None) -> None:
        """Let no file of this process grow beyond a size, as on a full disk; None for any size again."""
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard if size is None else size, hard))

    async def kill(self) -> None:
        """End it without asking, and see that it leaves no process behind."""
        self._process.kill()
        await self._wait()

    async def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return await self.wait_ended()

    async def wait_ended(self) -> int:
        """Wait for its end, and return its exit code."""
        await self._wait()
        return self._process.returncode

    async def _wait(self) -> None:
        await asyncio.wait_for(asyncio.to_thread(self._process.wait), PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()

    async def left_behind(self) -> list[int]:
        """Return the processes of its group that are still there after a while, which is none."""
        for _ in range(200):
            left = _group(self.pid)
            if not left:
                return []
            await asyncio.sleep(0.05)
        return left

    def clear_away(self) -> None:
        """End all that is left of it."""
        for pid in _group(self.pid):
            os.kill(pid, signal.SIGKILL)


def _group(group: int) -> list[int]:
    """Return the processes that run in a group."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and running(int(status.parent.name)):
            found.append(int(status.parent.name))
    return found
