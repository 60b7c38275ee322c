"""How long windows are open at real servers: whether somebody could have answered must not show in it.

A server runs in a process of its own, with many tables of players and bots.  At each a spectator notes when messages
arrive.  Afterwards the log of each table, which nobody else can read, says who held an answer in which window.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bornes.engine.codes import Phase
from bornes.store import SqliteStore
from bornes.tables import entries as log
from bornes.tables.table import Table
from tests.support.paths import ROOT

from .clients import RealTable
from .ranks import ALARM, Timed, deviation, layered

LAYER = 40
"""So many windows that follow each other are compared with each other."""
ANSWERED = 1.6
"""So many windows are played for each that is looked at: some are answered."""
STOPPING = 30


class Window(NamedTuple):
    """A window that was closed without an answer."""

    kind: str
    """How it was closed: by the ``clock``, after the pace of ``bots``, or by the ``person`` whose turn is next."""
    held: bool
    """Whether somebody held an answer."""
    opened: float
    took: float
    """Milliseconds, as a spectator saw it."""


def measure(windows: int, tables: int, seed: int = 0, plant: float = 0, seconds: float = 600) -> list[Window]:
    """Let tables be played at a real server, and return what a spectator could measure and did not know.

    ``plant`` delays windows that somebody could answer, in milliseconds; it ends after so many ``seconds`` at most.
    """
    with TemporaryDirectory(prefix="bornes-leaks-") as folder:
        database = Path(folder) / "server.sqlite3"
        with _server(database, round(plant)) as address:
            played = asyncio.run(_play(address, windows, tables, seed, seconds))
        return asyncio.run(_look_up(database, played))


@contextmanager
def _server(database: Path, plant: int) -> Iterator[str]:
    """Run a server, and give its address."""
    program = ["tests.support.free_server"] if not plant else ["tests.campaigns.leaks.planted", str(plant)]
    limits = ["--opens-per-hour", "1000000", "--requests-per-minute", "1000000", "--commands-per-minute", "1000000"]
    place = ["--port", "0", "--database", str(database), "--log-level", "warning"]
    command = [sys.executable, "-m", *program, "serve", *place, *limits]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(STOPPING)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        assert server.stdout is not None
        server.stdout.close()


async def _play(address: str, windows: int, count: int, seed: int, seconds: float) -> list[RealTable]:
    """Play until spectators saw so many windows."""
    enough, seen = asyncio.Event(), 0

    def opened() -> None:
        nonlocal seen
        seen += 1
        if seen >= windows * ANSWERED:
            enough.set()
        if seen % 500 == 0:
            print(f"{seen} windows seen", file=sys.stderr, flush=True)

    tables = [RealTable(address, number, seed, opened) for number in range(count)]
    running = [asyncio.ensure_future(table.run()) for table in tables]
    try:
        async with asyncio.timeout(seconds):
            await asyncio.wait([asyncio.ensure_future(enough.wait()), *running], return_when="FIRST_COMPLETED")
    except TimeoutError:
        pass  # what was seen is looked at
    for task in running:
        if task.done() and task.exception() is not None:
            raise task.exception()  # type: ignore[misc]
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return tables


async def _look_up(database: Path, tables: list[RealTable]) -> list[Window]:
    """Return all windows that nobody answered, with what only the logs tell of them."""
    store = SqliteStore.open(database)
    try:
        found = [
            window
            for table in tables
            if table.id
            for window in told_windows((await store.read(table.id)).entries, table.arrived)
        ]
    finally:
        await store.close()
    return sorted(found, key=lambda window: window.opened)


def told_windows(entries: list[log.Entry], arrived: dict[int, float]) -> Iterator[Window]:
    """Follow a log, and yield its windows that were closed without an answer and seen from begin to end."""
    first, *others = entries
    assert isinstance(first, log.Opened)
    table = Table(first)
    begun: tuple[int, str, bool] | None = None
    for entry in others:
        told = table.apply(entry)
        if isinstance(entry, log.WindowResolved) and begun is not None:
            number, kind, held = begun
            if not entry.move and None in told and number in arrived and told[None].number in arrived:
                took = 1000 * (arrived[told[None].number] - arrived[number])
                yield Window(kind, held, arrived[number], took)
        if isinstance(entry, log.MoveMade | log.WindowResolved):
            begun = None
        if isinstance(entry, log.MoveMade) and table.open_deal.phase is Phase.WINDOW and None in told:
            begun = told[None].number, _kind(table), _is_held(table)


def _kind(table: Table) -> str:
    able = table.open_deal.answerers
    people = [seat for seat in able if not table.bot_decides(seat)]
    if not people:
        return "bots"
    return "person" if able == (table.next_seat,) else "clock"


def _is_held(table: Table) -> bool:
    return any(len(table.open_deal.answers(seat)) > 1 for seat in table.open_deal.answerers)


def deviations(windows: list[Window]) -> dict[str, float]:
    """Return for each kind of window how far those that somebody could answer differ from the others."""
    timed: dict[str, list[Timed]] = defaultdict(list)
    for window in windows:
        timed[window.kind].append((window.took, window.held))
    return {kind: deviation(layered(some, LAYER)) for kind, some in sorted(timed.items())}


def report(windows: list[Window]) -> int:
    """Tell what was measured, and return for how many kinds of window it shows who could answer."""
    found = deviations(windows)
    for kind, far in found.items():
        shows = " (it shows)" if abs(far) > ALARM else ""
        held, others = (_told([one.took for one in windows if one[:2] == (kind, held)]) for held in (True, False))
        print(f"times, closed by {kind}: held {held}, not held {others}: {far:+.2f} deviations{shows}", flush=True)
    print(f"times: {len(windows):,} windows", flush=True)
    return sum(abs(far) > ALARM for far in found.values())


def _told(times: list[float]) -> str:
    return f"{len(times)}, median {median(times):.2f} ms" if times else "none"
