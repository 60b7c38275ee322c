"""The part of the campaign with real processes: epochs of kills, damaged files, and cuts of power."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.simulation.knowledge import BrokenInvariant

from .damage import try_damage
from .kills import Epoch, Tally
from .power_cuts import cut_power, watch_server
from .small_disk import Ballast, small_disk

KILLS = 10
"""Kills in one epoch."""
CUTS_EVERY = 4
"""After so many epochs a server is watched, and its power cut."""
COMMANDS = 120
"""So many commands are acknowledged while a server is watched."""


def killed(tally: Tally) -> int:
    """Return how often servers were killed."""
    return sum(count for what, count in tally.counts.items() if what.startswith("killed"))


def run_real(kills: int, seed: int, show: Callable[[Tally], None]) -> Tally:
    """Kill servers so often, with all that belongs to it; ``show`` is told how far it is."""
    tally, epoch = Tally(), 0
    while killed(tally) < kills:
        epoch += 1
        tally.add(run_epoch(seed * 1000 + epoch, min(KILLS, kills - killed(tally))))
        if epoch % CUTS_EVERY == 1:
            tally.add(cut_powers())
        show(tally)
    return tally


def run_epoch(seed: int, kills: int, *, full: int = 1, damages: int = 2) -> Tally:
    """Let one database live through so many kills, and damage it in the end."""
    with TemporaryDirectory(prefix="bornes-faults-") as name, small_disk(Path(name)) as small:
        folder = Path(name)

        async def story() -> Tally:
            # Every other epoch has a disk that is really full; the others meet a limit.
            ballast = Ballast(folder) if small and seed % 2 else None
            epoch = Epoch(folder, seed, ballast=ballast)
            tally = await epoch.run(kills, full)
            if not tally.findings and damages:
                await try_damage(epoch.database, epoch.tables, Random(f"damage {seed}"), tally, damages)
            return tally

        return asyncio.run(story())


def cut_powers(commands: int = COMMANDS) -> Tally:
    """Watch a server, and cut its power after every few acknowledgements."""
    tally = Tally()
    with TemporaryDirectory(prefix="bornes-power-") as name:
        try:
            cut_power(Path(name), asyncio.run(watch_server(Path(name), commands)), tally)
        except (BrokenInvariant, TimeoutError) as error:
            tally.findings.append(f"power cut: {error}")
    return tally
