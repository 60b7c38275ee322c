"""What all tests share: the path to their helpers, and marks that may name only clauses that exist."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from bornes import COMPILED
from bornes.clauses import UnknownClause, cite

# Tests import their helpers as tests.<name>, the name by which mypy knows them.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


# How long an example takes says how busy the machine is, and nothing about the property.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Keep saved games and choices of the tests apart from those of whoever runs them."""
    folder = TemporaryDirectory(prefix="bornes-tests-")
    os.environ["BORNES_DATA"] = folder.name
    config.add_cleanup(folder.cleanup)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail the test that carries a mistyped clause; test_clause_coverage asks whether each has a test."""
    for mark in item.iter_markers("clause"):
        for id in mark.args:
            try:
                cite(id)
            except UnknownClause as error:
                pytest.fail(str(error), pytrace=False)


OUTER = re.compile(
    "test_(arena|bench|calibration|clause_coverage|cli|docs|elo|lab|match|packaging|review|rooms"
    "|sequential|strength|tally|terminal|tune(?!_weights)|words)"
)
"""Tests of rooms that use the engine and have nothing compiled: what they show on one build they show on both."""


LABORATORY = re.compile(
    "test_(arena|calibration|cli_(arena|lab|review)|ends|lab|match|review|strength|tune(?!_weights))"
)
"""Tests that play many deals, or start processes that do: slow, all of them."""


@pytest.hookimpl(tryfirst=True)  # before -m chooses by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the laboratory's as slow; where nothing is compiled leave out what needs it or would show nothing new."""
    for item in items:
        if LABORATORY.match(item.path.stem):
            item.add_marker(pytest.mark.slow)
    if COMPILED:
        return
    left_out = [item for item in items if item.get_closest_marker("compiled_only") or OUTER.match(item.path.stem)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
