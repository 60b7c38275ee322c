"""What all tests share: data folders of their own, and marks that may name only clauses that exist."""

from __future__ import annotations

import os
import re
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from bornes import COMPILED
from bornes.rules.clauses import UnknownClause, cite
from tests.support.paths import TESTS

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
    "guide/|review/|tables/|store/|client/|server/|cli/|i18n/|web/|project/|simulation/|rules/test_clause_coverage"
    "|lab/(?!test_(batch|envs))|terminal/(?!test_(kills|shutdown))"
)
"""Tests of packages that use the engine and have nothing compiled: what they show on one build they show on both."""


LABORATORY = re.compile(
    "review/|lab/(?!test_(batch|elo|envs|estimates))|cli/test_(arena|lab|review|tune)|terminal/test_shutdown"
)
"""Tests that play many deals, or start processes that do: slow, all of them."""


def _place_of(item: pytest.Item) -> str:
    """Return where a test stands, such as ``rules/test_hazards.py``."""
    return item.path.relative_to(TESTS).as_posix()


@pytest.hookimpl(tryfirst=True)  # before -m chooses by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the laboratory's as slow; where nothing is compiled leave out what needs it or would show nothing new."""
    for item in items:
        if LABORATORY.match(_place_of(item)):
            item.add_marker(pytest.mark.slow)
    if COMPILED:
        return
    left_out = [item for item in items if item.get_closest_marker("compiled_only") or OUTER.match(_place_of(item))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
