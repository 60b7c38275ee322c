"""Storms over the simulated server, one after another, each judged when it has passed."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tests.simulation import check_run

from .histories import check_history
from .server import Outcome, simulate_server
from .storm import Faults


class Passed(NamedTuple):
    """A storm that has passed, in short."""

    seed: int
    faults: Faults
    entries: int
    tables: int
    wrong: str = ""
    """What was found, if anything was."""


def check_outcome(outcome: Outcome) -> None:
    """Demand of what came of a storm all that a server promises."""
    for run, (history, signals) in zip(outcome.runs, outcome.histories, strict=True):
        check_run(run, thorough=False)
        check_history(history, run.lines, signals)


def check_storm(seed: int) -> Passed:
    """Let a storm pass, and demand that every promise was kept."""
    outcome = simulate_server(seed)
    check_outcome(outcome)
    return Passed(seed, outcome.faults, sum(len(run.lines) for run in outcome.runs), len(outcome.runs))


def try_storm(seed: int) -> Passed:
    """Let a storm pass, and say what was wrong where something was."""
    try:
        return check_storm(seed)
    except Exception as error:
        return Passed(seed, Counter(), 0, 0, f"storm {seed}: {type(error).__name__}: {error}"[:2000])
