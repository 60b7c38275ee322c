"""A real server in a process of its own, for the tests of those who come to its tables."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from tests.support.shell import PATIENCE, start


class ServerProcess:
    """``bornes serve`` without limits for tables, on a free port; it can be killed and started again on its file."""

    def __init__(self, folder: Path, database: str = "tables.sqlite3") -> None:
        self.folder = folder
        self.database = folder / database
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the server, on the port that it had before."""
        port = self.address.rpartition(":")[2] or "0"
        options = ("--port", port, "--workers", "1", "--database", str(self.database))
        log = (self.folder / "server.log").open("a", encoding="utf-8")
        with log:
            more = ("--requests-per-minute", "100000", "--commands-per-minute", "100000", "--opens-per-hour", "10000")
            unbuffered = {"PYTHONUNBUFFERED": "1"}
            self._process = start(
                "serve", *options, *more, module="tests.support.free_server", stderr=log, env=unbuffered
            )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found, (self.folder / "server.log").read_text(encoding="utf-8")
        self.address = found[0]

    def kill(self) -> None:
        """End the server at once, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._end()

    def stop(self) -> None:
        """Ask the server to end."""
        if self._process is not None:
            self._process.terminate()
            self._end()

    @contextmanager
    def limited_files(self, size: int) -> Iterator[None]:
        """Let no file of the server grow beyond a size, as on a full disk."""
        assert self._process is not None
        before = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        yield
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, before)

    def stop_in_time(self) -> tuple[int, float]:
        """Ask the server to end, and return its exit code and how many seconds it took."""
        assert self._process is not None
        process, since = self._process, monotonic()
        self.stop()
        return process.returncode, monotonic() - since

    def _end(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.wait(PATIENCE)
        self._process.stdout.close()
        self._process = None


@contextmanager
def serving(folder: Path, database: str = "tables.sqlite3") -> Iterator[ServerProcess]:
    """Run a server while the test lasts, on a file in a folder."""
    server = ServerProcess(folder, database)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that runs while the tests of this module do."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@contextmanager
def speaking(answer: dict[str, Any], code: int) -> Iterator[str]:
    """Run a server that answers every hello in this way, and closes."""

    def talk(socket: ServerConnection) -> None:
        socket.recv()
        if answer:
            socket.send(json.dumps(answer))
        if code:
            socket.close(code)
        for _ in socket:
            pass

    with serve(talk, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
