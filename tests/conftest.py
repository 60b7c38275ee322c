"""What all tests share: the path to their helpers, and marks that may name only clauses that exist."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bornes import COMPILED
from bornes.clauses import UnknownClause, cite

# Tests import their helpers as tests.<name>, the name by which mypy knows them.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Saved games and choices of the tests are not those of whoever runs them."""
    os.environ["BORNES_DATA"] = str(tmp_path_factory.mktemp("data"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail the test that carries a mistyped clause; test_clause_coverage asks whether each has a test."""
    for mark in item.iter_markers("clause"):
        for id in mark.args:
            try:
                cite(id)
            except UnknownClause as error:
                pytest.fail(str(error), pytrace=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a compiled build can show where there is none, whatever else was chosen."""
    if COMPILED:
        return
    left_out = [item for item in items if item.get_closest_marker("compiled_only")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
