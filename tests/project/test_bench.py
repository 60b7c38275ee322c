"""The benchmark runs and tells of every form; how fast is not for a test to say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from bornes.rules.editions import all_forms
from tests.support.paths import ROOT

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow, pytest.mark.xdist_group("bench")]
"""One process for all of them, since they share what is measured."""
BENCH = ROOT / "benchmarks" / "engine.py"


@pytest.fixture(scope="module")
def figures() -> Any:
    """What the benchmark of the engine tells a program."""
    done = subprocess.run(
        [sys.executable, BENCH, "--scale", "2", "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_form_is_measured_beside_the_miniature(figures: dict[str, Any]) -> None:
    assert list(figures["forms"]) == [f"{book.name} {form}" for book, form in all_forms()]
    wanted = {"move_ns", "ratio", "deals_per_s", "driven_ns", "clone_ns", "playouts_per_s"}
    assert all(set(measured) == wanted and min(measured.values()) > 0 for measured in figures["forms"].values())
    assert figures["uncompiled"]["ratio"] > 1
    assert len(figures["bars"]) == 4


def test_the_engine_takes_turns_with_hand_written_c(figures: dict[str, Any]) -> None:
    limit = figures["hand_written_c"]
    assert limit["move_ns"] > 0
    assert limit["ratio"] == limit["engine_ns"] / limit["move_ns"]
    assert figures["bars"]["parker-1962 2, times hand-written C (aim 1.3)"] == limit["ratio"]


def test_the_bots_are_measured_beside_random_players() -> None:
    done = subprocess.run(
        [sys.executable, BENCH.with_name("bots.py"), "--quick"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    heading, *rows = done.stdout.splitlines()
    assert "champion" in heading
    assert [row.split()[0] for row in rows][:2] == ["parker-1962-2", "parker-1962-4"]
    assert all(row.count("ms") == 2 for row in rows)


def test_a_table_is_measured_with_two_seats_and_eight() -> None:
    command = [sys.executable, str(BENCH.with_name("tables.py")), "--deals", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found) == ["two seats", "eight seats", "View.legal_moves"]
    assert all(value > 0 for figures in found.values() for value in figures.values())


def test_what_views_do_is_measured_beside_a_move() -> None:
    done = subprocess.run(
        [sys.executable, BENCH.with_name("views.py"), "--quick"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("a move takes") == 5
    assert done.stdout.count("view.legal_moves") == 5


def test_how_late_a_server_wakes_is_measured_idle_and_beside_bots() -> None:
    command = [sys.executable, str(BENCH.with_name("thinking.py")), "--json"]
    less = ["--tables", "2", "--seconds", "0.2", "--rounds", "1"]
    done = subprocess.run([*command, *less], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found) == ["idle", "threads", "processes"]
    assert found["idle"]["decisions_per_s"] == 0
    assert all(found[way]["p99_ms"] >= found[way]["p50_ms"] > 0 for way in found)


def test_a_server_is_measured_beside_an_echo() -> None:
    command = [sys.executable, str(BENCH.with_name("server.py")), "--json", "load", "memory", "restart"]
    less = ["--tables", "4", "--seconds", "2", "--rounds", "1", "--stored", "8", "--back", "4", "--at-once", "2"]
    done = subprocess.run(
        [*command, *less], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found) == ["load", "memory", "restart", "bars"]
    for way in ("by the clock", "at once"):
        both = [found["load"][way][side] for side in ("server", "echo")]
        assert all(side["p99_ms"] >= side["p50_ms"] > 0 and side["limit"] for side in both)
    assert found["load"]["sockets"] == 9, "somebody looks on at one of the tables"
    assert found["restart"]["reconnects"] == 4
    assert found["restart"]["refused"] == 0
    assert len(found["bars"]) == 4
