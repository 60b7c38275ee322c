"""What is measured of a server, one thing after another; each takes a folder that it may fill."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, time

from .figures import Figures, Meter, middle, slope
from .players import Crowd, ScriptedTable
from .processes import Served, echo, server
from .recorded import KINDS, Log, champions, fill, table_id, tables_of_two

WATCHED = 4
"""One table in so many is public, and somebody looks on."""
EVERY = 2.0
"""Seconds between two moves of a table."""
HOUR = 3600_000
IN_THIRD_DEAL = 60
"""After so many moves a table is well into its third deal."""
BATCH = 20
"""So many tables are brought there at a time: what their sockets need is used again by the next."""
TIDIED = 90.0
"""In so many seconds tables are asleep."""


@dataclass(frozen=True)
class Sizes:
    """How much is done."""

    tables: int = 1000
    seconds: float = 10
    rounds: int = 3
    stored: int = 10_000
    back: int = 1000
    """How many come back after a restart."""
    champions: int = 100
    at_once: int = 10
    """Moves of each table in the closed loop."""
    soak: float = 0
    """Minutes."""


Phase = Callable[[Sizes, Path], Awaitable[Figures]]


def now() -> int:
    """Return the time in milliseconds."""
    return int(time() * 1000)


def crowd(port: int, numbers: range) -> Crowd:
    """Return the players of some tables."""
    return Crowd(port, [ScriptedTable(number, (number % KINDS) % WATCHED == 0) for number in numbers])


async def load(sizes: Sizes, folder: Path) -> Figures:
    """Measure moves by the clock and as fast as they go, in turns with the echo."""
    here, there = folder / "load.sqlite3", folder / "echo.sqlite3"
    numbers = range(1, sizes.tables + 1)
    fill(here, numbers, tables_of_two(now(), WATCHED, spread=True))
    shutil.copy(here, there)
    with server(here) as ours, echo(there) as plain:
        sides = {"server": (ours, crowd(ours.port, numbers)), "echo": (plain, crowd(plain.port, numbers))}
        for _, people in sides.values():
            await people.sit_down()
        found: Figures = {"tables": sizes.tables, "sockets": sides["server"][1].sockets}
        found["by the clock"] = await _in_turns(sizes, sides, _by_the_clock)
        found["at once"] = await _in_turns(sizes, sides, _at_once)
        for _, people in sides.values():
            people.leave()
    return found


async def _by_the_clock(sizes: Sizes, served: Served, people: Crowd) -> Figures:
    meter = Meter(served)
    return meter.figures(await people.play_by_the_clock(sizes.seconds, EVERY), "the pace that was asked for")


async def _at_once(sizes: Sizes, served: Served, people: Crowd) -> Figures:
    meter = Meter(served)
    wanted = "waiting for the disk, and for the players' answers"
    return meter.figures(await people.play_at_once(sizes.at_once, 60), wanted)


Sides = dict[str, tuple[Served, Crowd]]
Play = Callable[[Sizes, Served, Crowd], Awaitable[Figures]]


async def _in_turns(sizes: Sizes, sides: Sides, play: Play) -> Figures:
    """Let all sides play in turns, and compare them round by round: a noisy moment hits both."""
    rounds: dict[str, list[Figures]] = {name: [] for name in sides}
    for _ in range(sizes.rounds):
        for name, (served, people) in sides.items():
            rounds[name].append(await play(sizes, served, people))
    found: Figures = {name: middle(some) for name, some in rounds.items()}
    first, second = list(sides)
    for figure in ("p50_ms", "p99_ms", "cpu_us_per_move", "moves_per_s"):
        found[f"{figure} ratio"] = _ratio(found[first][figure], found[second][figure])
    found["p99 ratios of the rounds"] = [
        _ratio(one["p99_ms"], other["p99_ms"]) for one, other in zip(rounds[first], rounds[second], strict=True)
    ]
    return found


def _ratio(one: float, other: float) -> float:
    return one / other if other else 0.0


async def memory(sizes: Sizes, folder: Path) -> Figures:
    """Measure what a live table in its third deal costs without sockets, what a socket costs, and one that sleeps."""
    database = folder / "memory.sqlite3"
    warm = range(1, BATCH + 1)
    numbers = range(BATCH + 1, BATCH + sizes.tables + 1)
    fill(database, range(1, numbers.stop), tables_of_two(now(), WATCHED))
    with server(database) as served:
        await _bring_to_third_deal(served, warm)
        before = served.memory
        await _bring_to_third_deal(served, numbers)
        awake, with_tables = served.awake, served.memory
        people = crowd(served.port, numbers)
        await people.sit_down()
        with_sockets, sockets = served.memory, people.sockets
        people.leave()
    return {
        "tables": awake - BATCH,
        "kb_per_table": (with_tables - before) / sizes.tables,
        "sockets": sockets,
        "kb_per_socket": (with_sockets - with_tables) / sockets,
        "limit": "an upper bound: SQLite's page cache, which is bounded, grows meanwhile and is counted",
    }


async def _bring_to_third_deal(served: Served, numbers: range) -> None:
    """Play tables on into their third deal, some at a time, and let everybody go away again."""
    for first in range(0, len(numbers), BATCH):
        people = crowd(served.port, numbers[first : first + BATCH])
        await people.sit_down()
        await people.play_at_once(IN_THIRD_DEAL, 120)
        people.leave()
        await asyncio.sleep(0.1)


async def sleeping(sizes: Sizes, folder: Path) -> Figures:
    """Measure by how much memory grows when others wake after as many have fallen asleep."""
    database, each = folder / "sleeping.sqlite3", sizes.tables
    fill(database, range(1, 3 * each + 1), tables_of_two(now(), WATCHED))
    found: list[float] = []
    with server(database, sleep_after="1") as served:
        for turn in range(3):
            for number in range(turn * each + 1, (turn + 1) * each + 1):
                await asyncio.to_thread(served.read, f"/api/tables/{table_id(number)}", 0)
            found.append(served.memory)
            if not await asyncio.to_thread(served.wait_for, 0, TIDIED):
                return {"limit": f"tables were still awake after {TIDIED} seconds"}
    return {"kb_per_sleeping_table": (found[2] - found[1]) / each, "limit": "what the allocator leaves scattered"}


async def restart(sizes: Sizes, folder: Path) -> Figures:
    """Measure a start with many open tables, all of whose clocks have run out: the first move, and many who return."""
    database = folder / "restart.sqlite3"
    fill(database, range(1, sizes.stored + 1), tables_of_two(now() - HOUR, WATCHED))
    with server(database) as served:
        listening = perf_counter() - served.began
        first = ScriptedTable(sizes.stored, watched=False)
        await first.sit_down(served.port)
        people = Crowd(served.port, [first])
        moved = await people.play_at_once(1, 60)
        first_move, first_cpu = perf_counter() - served.began, served.cpu
        refused = moved.refused
        back = Crowd(served.port, [ScriptedTable(number, watched=False) for number in range(1, sizes.back // 2 + 1)])
        began, starved, cpu = perf_counter(), served.starved, served.cpu
        await back.sit_down()
        took = perf_counter() - began
        found = {
            "stored": sizes.stored,
            "listening_s": listening,
            "first_move_s": first_move,
            "first_move_cpu_s": first_cpu,
            "refused": refused,
            "reconnects": back.sockets,
            "reconnects_s": took,
            "reconnects_cpu_s": served.cpu - cpu,
            "server_starved": (served.starved - starved) / took,
        }
        back.leave()
        first.leave()
        return {**found, "stop_s": served.stop(), "limit": "loading: the fold of each table's deal on one core"}


async def beside_champions(sizes: Sizes, folder: Path) -> Figures:
    """Measure people's moves at a server where champions think at many tables, in turns with one where nobody does."""
    kinds = tables_of_two(now(), WATCHED)
    bots = [champions(kind, now() - HOUR) for kind in range(2)]
    numbers = range(1, max(2, sizes.tables // 20) + 1)
    rounds: dict[str, list[Figures]] = {"champions": [], "quiet": []}
    for turn in range(sizes.rounds):
        for way, some in rounds.items():
            database = folder / f"{way} {turn}.sqlite3"
            some.append(await _with_bots(database, numbers, kinds, bots, sizes if way == "champions" else None, sizes))
    found: Figures = {way: middle(some) for way, some in rounds.items()}
    for figure in ("p50_ms", "p99_ms"):
        found[f"{figure} ratio"] = _ratio(found["champions"][figure], found["quiet"][figure])
    return {"tables of champions": sizes.champions, "tables of people": len(numbers), **found}


async def _with_bots(
    database: Path, numbers: range, kinds: list[Log], bots: list[Log], busy: Sizes | None, sizes: Sizes
) -> Figures:
    fill(database, numbers, kinds)
    others = range(numbers.stop, numbers.stop + (busy.champions if busy else 0))
    fill(database, others, bots)
    with server(database) as served:
        people = crowd(served.port, numbers)
        await people.sit_down()
        await asyncio.to_thread(served.wait_for, len(numbers) + len(others), 30)  # overdue, they wake by themselves
        found = await _by_the_clock(sizes, served, people)
        people.leave()
        return found


async def soak(sizes: Sizes, folder: Path) -> Figures:
    """Play for long, with people who lose their connections and come back, and see whether memory rises."""
    database, numbers = folder / "soak.sqlite3", range(1, sizes.tables + 1)
    fill(database, numbers, tables_of_two(now(), WATCHED))
    times, values, refused, sent = [], [], 0, 0
    with server(database) as served:
        people = crowd(served.port, numbers)
        await people.sit_down()
        began, turn = perf_counter(), 0
        while perf_counter() - began < 60 * sizes.soak:
            samples = await people.play_by_the_clock(10, EVERY)
            refused, sent = refused + samples.refused, sent + samples.sent
            for table in people.tables[turn % 20 :: 20]:
                await table.come_back(served.port, turn % 2)
            times.append(perf_counter() - began)
            values.append(served.memory)
            turn += 1
        people.leave()
    late = len(times) // 2
    return {
        "minutes": sizes.soak,
        "moves": sent,
        "refused": refused,
        "first_kb": values[0],
        "half_kb": values[late],
        "last_kb": values[-1],
        "slope_kb_per_minute": 60 * slope(times[late:], values[late:]),
        "limit": "the second half is what counts: in the first, tables fill the entries of two deals that they keep",
    }


PHASES: dict[str, Phase] = {
    "load": load,
    "memory": memory,
    "sleeping": sleeping,
    "restart": restart,
    "champions": beside_champions,
    "soak": soak,
}
