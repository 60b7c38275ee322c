"""The page of strengths is made by one command, which goes on where it stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts._pages.strength import page_of
from tests.support.paths import ROOT


def measure(folder: Path) -> str:
    """Run the command on a form whose matches are few and short; what it says it measures."""
    command = [sys.executable, str(ROOT / "scripts" / "_pages" / "strength.py"), "--folder", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [*command, "--scale", "0.001", "--only", "parker-1962-2"],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stderr


@pytest.mark.slow
@pytest.mark.compiled_only
def test_the_matches_of_a_form_are_measured_once_and_told_on_a_page(tmp_path: Path) -> None:
    first, again = measure(tmp_path), measure(tmp_path)
    kept = json.loads((tmp_path / "strength.json").read_text(encoding="utf-8"))
    page = (tmp_path / "strength.md").read_text(encoding="utf-8")
    assert len(kept) == len(first.splitlines())
    assert again == ""
    for result in kept.values():
        one, other = result["entrants"]
        assert f"| {one} v {other}" in page
    assert "## parker-1962, 2 players" in page


def test_the_page_in_the_docs_is_the_one_that_its_figures_make() -> None:
    """Nobody edits it by hand."""
    kept = json.loads((ROOT / "docs" / "strength.json").read_text(encoding="utf-8"))
    assert (ROOT / "docs" / "strength.md").read_text(encoding="utf-8") == page_of(kept)
