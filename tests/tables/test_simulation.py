"""Whole tables in virtual time: thousands of games with everything that can go wrong."""

from __future__ import annotations

import pytest

from bornes.tables.simulation import simulate
from tests.support.house_rules import effort

SLICES = 8


@pytest.mark.parametrize("slice_", range(SLICES))
def test_games_end_and_everybody_knows_the_same(slice_: int) -> None:
    for seed in range(slice_, effort(80), SLICES):
        simulate(seed)


def test_one_seed_gives_one_course_of_events() -> None:
    for seed in range(5):
        assert simulate(seed).trace == simulate(seed).trace
