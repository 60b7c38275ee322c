"""The fault campaign in short: storms over a simulated server, and real servers that are killed.

``scripts/campaign faults`` runs it in long form.  Every planted bug must be caught, or it shows nothing.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from bornes import COMPILED
from tests.campaigns.faults.kills import Tally
from tests.campaigns.faults.planted import BUGS
from tests.campaigns.faults.power_cuts import cut_power, watch_server
from tests.campaigns.faults.real import killed, run_epoch
from tests.campaigns.faults.server import Storm, simulate_server
from tests.campaigns.faults.simulated import check_outcome, check_storm
from tests.simulation import FailureRates, SimulationScenario
from tests.simulation.knowledge import BrokenInvariant
from tests.support.house_rules import effort

SLICES = 4
real = [
    pytest.mark.slow,
    pytest.mark.skipif(not COMPILED, reason="what is tried is the disk, and not the engine"),
]


@pytest.mark.parametrize("part", range(SLICES))
def test_no_storm_breaks_a_promise(part: int) -> None:
    faults: Counter[str] = Counter()
    for seed in range(part, max(SLICES, effort(24)), SLICES):
        faults += check_storm(seed).faults
    assert sum(faults.values()) > 0


def test_one_seed_gives_one_storm() -> None:
    assert [simulate_server(seed).trace for seed in range(4)] == [simulate_server(seed).trace for seed in range(4)]


def deadly(seed: int) -> Storm:
    """Return a storm in which the server dies again and again while it appends."""
    return replace(Storm.of(seed), weather=FailureRates(delay=500, crashes=0.5))


def mild(seed: int) -> Storm:
    """Return a storm over one table of any size, in which games get somewhere."""
    return replace(Storm.of(seed), scenarios=(SimulationScenario.of(seed),), weather=FailureRates(delay=60, drops=0.02))


def is_caught(bug: str, storms: list[Storm]) -> bool:
    """Say whether any of these storms shows that something is wrong with a server that has a bug."""
    with BUGS[bug]() if bug else nullcontext():
        for storm in storms:
            try:
                check_outcome(simulate_server(storm))
            except (AssertionError, ValueError):
                return True
    return False


def test_without_a_bug_nothing_is_caught() -> None:
    assert not is_caught("", [draw(seed) for draw in (deadly, mild) for seed in range(effort(3))])


@pytest.mark.parametrize("bug", ["answer-first", "no-compare", "window-shortened", "bot-asked-early"])
def test_a_bug_in_the_server_is_caught_by_a_storm(bug: str) -> None:
    draw = deadly if bug == "no-compare" else mild
    assert is_caught(bug, [draw(seed) for seed in range(40)])


class TestRealServers:
    """Processes of their own, on files of their own."""

    pytestmark = real

    def test_what_was_acknowledged_outlives_kills_a_full_disk_and_lost_answers(self) -> None:
        """A damaged last page is told in the end, and nothing of it served."""
        tally = run_epoch(5, 3, full=1, damages=1)
        assert not tally.findings
        assert killed(tally) >= 3
        assert tally.counts["disk full"] + tally.counts["disk full by a limit"] == 1
        assert any(what.startswith("last page damaged") for what in tally.counts)

    def test_what_was_told_outlives_a_power_cut_at_that_very_moment(self, tmp_path: Path) -> None:
        cut_power(tmp_path, asyncio.run(watch_server(tmp_path, 50)), tally := Tally())
        assert tally.counts["power cuts"] >= 10

    @pytest.mark.parametrize("bug", ["sync-off", "answer-first"])
    def test_a_server_that_tells_too_early_is_caught_by_a_power_cut(self, tmp_path: Path, bug: str) -> None:
        planted = (sys.executable, "-m", "tests.campaigns.faults.planted", bug)
        log = asyncio.run(watch_server(tmp_path, 50, planted))
        with pytest.raises(BrokenInvariant, match="lost in a power cut"):
            cut_power(tmp_path, log, Tally(), every=1)
