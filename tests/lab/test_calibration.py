"""How far reviews can be trusted is measured by one command, and what it found is what reviews use."""

from __future__ import annotations

from random import Random

from bornes.review.verdicts import Calibration, calibration
from scripts._pages import calibration as script
from scripts._pages.calibration import Claim
from tests.support.paths import ROOT


def test_the_page_tells_of_the_figures_that_reviews_use() -> None:
    page = (ROOT / "docs" / "calibration.md").read_text(encoding="utf-8")
    assert f"real cost = {calibration().slope:.2f} × (claim less {calibration().doubt:.0f})" in page


def test_every_form_of_every_edition_is_measured_alike() -> None:
    tasks = list(script.tasks(2, 7))
    assert len(tasks) == len({task.number for task in tasks}) == 2 * 24
    assert {(task.rules, task.seed) for task in tasks[:24]} == {(task.rules, task.seed) for task in tasks[24:]}


def test_the_page_shows_what_was_claimed_and_what_was_true() -> None:
    luck = Random(1)
    found = {
        "parker-1962": [
            Claim(deal, claimed, shown=claimed > 20, real=0.5 * claimed + luck.gauss(0, 5))
            for deal in range(1, 41)
            for claimed in (5.0, 30.0, 100.0, 300.0)
        ]
    }
    page = script.page_of(found, Calibration(0.5, 0.0), 40)
    rows = {line.split("|")[1].strip(): line for line in page.splitlines() if line.startswith("| ")}
    assert "160 decisions of bots" in page
    assert "| 40 | 100.0 | 50.0 | 50." in rows["80 to 160"] or "| 40 | 100.0 | 50.0 | 49." in rows["80 to 160"]
    assert rows["fine"].startswith("| fine | 40 | 5.0 | 0.0 |")
    assert rows["blunder, from 120"].startswith("| blunder, from 120 | 40 | 300.0 | 150.0 |")
    assert rows["parker-1962"].startswith("| parker-1962 | 120 |")
    assert "10 to 20" not in rows, "a row of nothing is no row"
