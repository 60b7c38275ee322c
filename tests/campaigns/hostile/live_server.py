"""A real server in a process of its own, with what an attack wants to know of it: memory, log, how fast it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import bornes

SOURCE = Path(bornes.__file__).resolve().parent.parent
ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 120.0
"""Seconds after which nobody believes that a server will begin or end."""
PAGE = os.sysconf("SC_PAGE_SIZE")


class Base:
    """Where a server is."""

    def __init__(self, base: str) -> None:
        self.base = base
        parts = urlsplit(base)
        self.host, self.port = parts.hostname or "", parts.port or 0

    @property
    def socket_base(self) -> str:
        """The address for sockets."""
        return self.base.replace("http", "ws", 1)


class LiveServer(Base):
    """A server that runs, on a port and a file of its own."""

    def __init__(self, process: subprocess.Popen[str], base: str, log: Path) -> None:
        super().__init__(base)
        self.process = process
        self.log = log

    @property
    def memory(self) -> int:
        """How many bytes of memory the server has, without the processes that its bots think in."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    @property
    def files(self) -> int:
        """How many files and connections the server has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What the server has written into its log."""
        return [_line(text) for text in self.log.read_text(encoding="utf-8").splitlines()]

    @property
    def faults(self) -> list[dict[str, Any]]:
        """What the server's log has that is a fault of the program: none, whatever anybody sends."""
        return [line for line in self.lines if line.get("level") not in ("info", "warning")]

    def stop(self) -> float:
        """Ask the server to end, and return after how many seconds it has, and well."""
        begun = monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0, self.log.read_text(encoding="utf-8")[-4000:]
        return monotonic() - begun


def _line(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {"level": "unknown", "event": text}
    return found if isinstance(found, dict) else {"level": "unknown", "event": text}


@contextmanager
def live_server(*options: str) -> Iterator[LiveServer]:
    """Run a server with these options; it is ended whatever happens."""
    with TemporaryDirectory(prefix="bornes-hostile-") as folder:
        log = Path(folder, "log")
        with log.open("w", encoding="utf-8") as errors:
            process = _start(Path(folder), errors, options)
        try:
            yield LiveServer(process, _address(process, log), log)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE)
            if process.stdout is not None:
                process.stdout.close()


def _start(folder: Path, errors: Any, options: tuple[str, ...]) -> subprocess.Popen[str]:
    place = ("--port", "0", "--database", str(folder / "tables.sqlite3"))
    command = [sys.executable, "-m", "tests.support.free_server", "serve", *place, *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BORNES_")}
    environment |= {"PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}", "LANGUAGE": "en"}
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=errors)


def _address(process: subprocess.Popen[str], log: Path) -> str:
    """Return where a server that has just been started listens."""
    assert process.stdout is not None
    first = process.stdout.readline()
    assert "http" in first, f"the server did not begin: {first}{log.read_text(encoding='utf-8')}"
    return first.split()[-1]
