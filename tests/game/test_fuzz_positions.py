"""Positions under attack, in short: the long run is ``python -m tests.fuzz.positions``."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from typing import Any

import pytest

from bornes import Position, PositionError
from tests.fuzz.positions import batch, campaign

ENOUGH = 0.1
"""The share that must be accepted, or the attack would only knock at the door."""


def test_what_is_accepted_is_played_to_its_end_with_every_card() -> None:
    tally = batch("a short attack 2", 3000)
    assert not tally.findings, tally.findings[0]
    assert tally.accepted > ENOUGH * tally.tried
    assert set(tally.phases) >= {"draw", "exchange", "play", "react", "chance"}


def test_a_moment_of_play_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(position: Position, ask_after: int | None = None) -> None:
        raise PositionError("nothing is good enough for this check")

    monkeypatch.setattr(Position, "check", refuse)
    assert "nothing is good enough" in batch("a check too strict", 100).findings[0]


class Unheard:
    """Fails where nobody can hear of it, as compiled code does that promised to raise nothing."""

    def __del__(self) -> None:
        raise IndexError("past the end")


def test_an_error_that_could_not_be_raised_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_unheard(position: Position, ask_after: int | None = None) -> None:
        Unheard()

    monkeypatch.setattr(Position, "check", fail_unheard)
    assert "could not raise IndexError: past the end" in batch("an error unheard", 1).findings[0]


def dies(seed: str, runs: int, at: Any, answer: Connection) -> None:
    """Crash while the eighth position is tried."""
    at.value = 7
    os._exit(139)


def test_a_child_that_dies_is_found_with_its_position() -> None:
    tally = campaign("crash", 100, work=dies)
    assert tally.findings == ["seed crash/0, position 7: the interpreter died with exit code 139\n"]
