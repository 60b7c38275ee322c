"""Servers as processes: started, looked at, stopped."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from urllib.request import Request, urlopen

from .recorded import SECRETS

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")
LIMITS = {
    "BORNES_SOCKETS": "20000",
    "BORNES_SOCKETS_PER_ADDRESS": "20000",
    "BORNES_REQUESTS_PER_MINUTE": "10000000",
    "BORNES_COMMANDS_PER_MINUTE": "10000000",
    "BORNES_OPENS_PER_HOUR": "10000000",
    "BORNES_LOG_LEVEL": "warning",
    "BORNES_SLEEP_AFTER": "100000",
}
"""All of the load comes from one address."""
START_SECONDS, STOP_SECONDS = 60, 20


class Served:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], port: int, began: float) -> None:
        self.process = process
        self.port = port
        self.began = began
        """When its process was started."""

    @property
    def memory(self) -> float:
        """How many kilobytes of memory are the process's own."""
        found = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found, "only Linux tells it this way"
        return 1.024 * int(found[1])

    @property
    def cpu(self) -> float:
        """How many seconds of CPU it has taken, in all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def starved(self) -> float:
        """How many seconds its threads could have run and waited for a CPU: others had the machine."""
        waited = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            waited += int((task / "schedstat").read_text().split()[1])
        return waited / 1e9

    def read(self, path: str, seat: int | None = None) -> str:
        """Return what the server answers to a request."""
        headers = {} if seat is None else {"Authorization": f"Bearer {SECRETS[seat]}"}
        with urlopen(Request(f"http://127.0.0.1:{self.port}{path}", headers=headers), timeout=30) as answer:
            return str(answer.read().decode())

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        found = re.search(r"^bornes_tables_awake (\S+)", self.read("/metrics"), re.MULTILINE)
        assert found
        return int(float(found[1]))

    def wait_for(self, awake: int, longest: float) -> bool:
        """Wait until so many tables are in memory; False where that takes too long."""
        end = perf_counter() + longest
        while self.awake != awake:
            if perf_counter() > end:
                return False
            sleep(0.5)
        return True

    def stop(self) -> float:
        """Stop it, and return how many seconds that took."""
        began = perf_counter()
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return perf_counter() - began


@contextmanager
def server(database: Path, **settings: str) -> Iterator[Served]:
    """Run ``bornes serve`` on a database."""
    command = [sys.executable, "-m", "bornes", "serve", "--port", "0", "--database", str(database)]
    with _running(command, {**LIMITS, **{f"BORNES_{name.upper()}": value for name, value in settings.items()}}) as one:
        yield one


@contextmanager
def echo(database: Path) -> Iterator[Served]:
    """Run the echo on a database."""
    with _running([sys.executable, "-m", "benchmarks.load.echo", str(database)], LIMITS) as one:
        yield one


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[Served]:
    began = perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": "", **environment}
    )
    assert process.stdout
    served = Served(process, 0, began)
    try:
        line = process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        assert found, f"the server did not start: {line!r}"
        served.port = int(found[1])
        yield served
    finally:
        if process.poll() is None:
            served.stop()
        process.stdout.close()
