"""The clause tests mean something: no value of an edition can be changed without one of them failing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bornes import EDITIONS, edition
from tests.campaigns.flips import flips_of, others
from tests.support.paths import ROOT


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", EDITIONS)
def test_every_changed_value_is_noticed(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.campaigns.flips", name], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert " 0 unnoticed" in done.stdout


def test_each_value_has_another() -> None:
    assert list(others("free_discard", True)) == [False]
    assert list(others("overshoot", "reject")) == ["discard", "allow"]
    assert len(list(others("deck", edition("dujardin").values["deck"][0]))) == 19
    assert list(others("trip_points", 400)) == [425, 375]


def test_a_flip_changes_one_value_and_nothing_else() -> None:
    book = edition("parker-1962")
    fields = {flip.field for flip in flips_of(book)}
    assert set(book.values) <= fields
    flip = next(flip for flip in flips_of(book) if flip.field == "max_200s")
    changed = flip.changed()
    assert changed.values["max_200s"] == (1, "P62-39")
    assert {name for name in book.values if book.values[name] != changed.values[name]} == {"max_200s"}
    assert str(flip) == "parker-1962 all forms: max_200s = 1 instead of 2"
