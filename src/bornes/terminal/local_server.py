"""A server of this machine for whoever would rather play in the browser: found where one runs, else started."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from ..base.translatable import N_, TranslatableError
from ..client.http_api import ServerError, public_tables

DEFAULT_URL = "http://127.0.0.1:8000"
"""Where ``bornes serve`` listens unless told otherwise."""
START_TIMEOUT_SECONDS = 60.0
STOP_TIMEOUT_SECONDS = 5.0
"""How long it may take to stop before it is killed."""
SERVE = "from bornes.terminal.shutdown import exit_with_parent; exit_with_parent(); from bornes.cli import main; main()"
"""What the process of a server runs: the command, which ends when this process does."""
OPEN_BROWSER = "import sys, webbrowser; sys.exit(not webbrowser.open(sys.argv[1]))"


class ServerNotStarted(TranslatableError, RuntimeError):
    """No server could be started; says why."""


class LocalServer:
    """The server whose page is opened.  One that was started here ends with ``stop``, or when this process is gone."""

    def __init__(self) -> None:
        self.address = ""
        """Where it is; empty until it is there."""
        self._process: Process | None = None

    @property
    def started_here(self) -> bool:
        """Whether it ends with this program."""
        return self._process is not None

    async def open(self, language: str = "en") -> str:
        """Find or start a server, open its page in a browser, and return its address; ServerNotStarted says what is
        wrong.
        """
        if not self.address or (self._process is not None and self._process.returncode is not None):
            self.address = await self._find() or await self._start(language)
        await self._open_page()
        return self.address

    async def _find(self) -> str:
        """Return the address of a server that runs already; empty where there is none."""
        with suppress(ServerError):
            await public_tables(DEFAULT_URL)
            return DEFAULT_URL
        return ""

    async def _start(self, language: str) -> str:
        """Start a server on a free port; it says its address in its first line, and ends when its input does."""
        command = (sys.executable, "-c", SERVE, "serve", "--port", "0", "--lang", language)
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_environment(), start_new_session=True
        )
        self._process = process
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                line = (await process.stdout.readline()).decode(errors="replace")
        except TimeoutError:
            line = ""
        address = next((word for word in line.split() if word.startswith("http")), "")
        if not address:
            raise ServerNotStarted("{error}", error=await self._complaint())
        self._keep_reading(process)
        return address

    def _keep_reading(self, process: Process) -> None:
        """Take in what the server says, since it would wait for somebody who does."""
        self._readers = [
            asyncio.ensure_future(stream.read()) for stream in (process.stdout, process.stderr) if stream is not None
        ]

    async def _complaint(self) -> str:
        """Return what a server said that did not start, and end it."""
        process, self._process = self._process, None
        assert process is not None
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        _, said = await process.communicate()
        lines = said.decode(errors="replace").strip().splitlines()
        return lines[-1].removeprefix("bornes: ") if lines else str(N_("the server does not start"))

    async def _open_page(self) -> None:
        """Open the page; from a process that has no terminal, so that a browser of text does not take this one."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            OPEN_BROWSER,
            self.address,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            env=_environment(),
            start_new_session=True,
        )
        self._opening = asyncio.ensure_future(process.wait())  # a browser may stay in the foreground: nobody waits

    async def stop(self) -> None:
        """End the server, if it was started here; nothing is lost."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()


def _environment() -> dict[str, str]:
    """Return the environment without a terminal in it."""
    return {name: value for name, value in os.environ.items() if name != "TERM"}
