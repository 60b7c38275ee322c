"""How late a server wakes while its bots think, in threads and in processes; `scripts/bench thinking`.

A hundred tables of four champions play as fast as they are let.  Beside them something sleeps for a millisecond, again
and again, on the same event loop; it stands for a person's move at another table.  How late it wakes is compared with
how late it wakes when nobody thinks, in turns in one run, since this machine is noisy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from statistics import quantiles
from time import perf_counter

from bornes import Deal, edition
from bornes.rules.cards import sorted_deck
from bornes.server.workers.bot_processes import ProcessBotRunner
from bornes.tables.bot_runner import BotRunner, ThreadBotRunner
from bornes.tables.table import BotTask

NAP = 0.001
RULES = edition("parker-1962").rules(4)
Ways = dict[str, Callable[[], BotRunner | None]]


async def keep_playing(thinkers: BotRunner, table: int, made: list[int]) -> None:
    """Play one deal after another between four champions; note each decision in ``made``."""
    luck = Random(table)
    while True:
        deck = list(sorted_deck(RULES.deck))
        luck.shuffle(deck)
        deal = Deal(RULES, deck)
        while not deal.over:
            assert deal.seat is not None
            thought = BotTask(deal.seat, "champion", "bench", luck.getrandbits(32), False, 0)
            choice = await thinkers.choose(f"table {table}", thought, deal.view(deal.seat))
            assert choice.fault is None, choice
            deal.play(choice.move)
            made.append(table)


@asynccontextmanager
async def playing(thinkers: BotRunner | None, tables: int) -> AsyncIterator[list[int]]:
    """Let tables play, and end that; nobody plays without thinkers."""
    made: list[int] = []
    tasks = [asyncio.create_task(keep_playing(thinkers, at, made)) for at in range(tables)] if thinkers else []
    while tasks and len(made) < 4:  # processes have started by then
        await asyncio.sleep(NAP)
    made.clear()
    try:
        yield made
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(thinkers, ProcessBotRunner):
            await thinkers.close()


async def lateness(seconds: float) -> list[float]:
    """Sleep again and again for so long, and return by how many milliseconds each sleep was too long."""
    late, end = [], perf_counter() + seconds
    while (began := perf_counter()) < end:
        await asyncio.sleep(NAP)
        late.append(1000 * (perf_counter() - began - NAP))
    return late


async def measure(thinkers: BotRunner | None, tables: int, seconds: float) -> tuple[list[float], float]:
    """Return how late the sleeper woke while tables played, and how many decisions were made in a second."""
    async with playing(thinkers, tables) as made:
        late = await lateness(seconds)
        return late, len(made) / seconds


def measured(tables: int, seconds: float, rounds: int) -> dict[str, dict[str, float]]:
    """Measure all ways in turns, and return the figures of each beside those of an idle loop."""
    ways: Ways = {"idle": lambda: None, "threads": ThreadBotRunner, "processes": patient_processes}
    late: dict[str, list[float]] = {way: [] for way in ways}
    decisions = dict.fromkeys(ways, 0.0)
    for _ in range(rounds):
        for way, make in ways.items():
            more, made = asyncio.run(measure(make(), tables, seconds))
            late[way] += more
            decisions[way] += made / rounds
    return figures(late, decisions)


def patient_processes() -> ProcessBotRunner:
    """Return thinkers for whom nobody waits too long: here all tables want all of the machine."""
    return ProcessBotRunner(longest_wait=600)


def figures(late: dict[str, list[float]], decisions: dict[str, float]) -> dict[str, dict[str, float]]:
    """Return percentiles in milliseconds, their ratios to those of an idle loop, and decisions a second."""
    found: dict[str, dict[str, float]] = {}
    for way, times in late.items():
        cuts = quantiles(times, n=100)
        found[way] = {"p50_ms": cuts[49], "p99_ms": cuts[98], "worst_ms": max(times)}
        for name in ("p50", "p99"):
            found[way][f"{name}_times_idle"] = found[way][f"{name}_ms"] / found["idle"][f"{name}_ms"]
        found[way]["decisions_per_s"] = decisions[way]
    return found


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="scripts/bench thinking", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="tables of four champions (%(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="for each measurement (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    found = measured(given.tables, given.seconds, given.rounds)
    if given.json:
        print(json.dumps(found))
        return 0
    for way, values in found.items():
        print(way)
        for name, value in values.items():
            print(f"  {name:<20}{value:10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
