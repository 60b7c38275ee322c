"""Hazards at the table on the screen: whom they are for, and how they are answered."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from bornes import Card, Phase
from bornes.terminal.screens.dialogs import TeamDialog
from tests.support.acting import (
    act,
    at_the_table,
    digit_of,
    message,
    near_the_end,
    opening,
    two_to_hit,
    under_attack,
)
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import Stage, game_of, settled


def test_a_hazard_with_several_targets_asks_for_the_team() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.STOP))
        assert isinstance(stage.screen, TeamDialog)
        await pilot.press("escape")
        assert at_the_table(stage)
        await pilot.press(digit_of(stage, Card.STOP))
        await pilot.press("c")
        await settled(stage, pilot)
        assert Card.STOP in stage.table.view(0).tables[2].battle

    act(two_to_hit(), part)


def test_a_hazard_that_hits_nobody_says_why() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.STOP))
        assert at_the_table(stage)
        assert "P62-" in message(stage)

    act(game_of(rules_of("parker-1962", 3), "roll stop", "roll", "roll"), part)


def test_c_calls_a_coup_fourre() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert "call coup fourré (c) or let it pass (p)" in message(stage)
        await pilot.press("c")
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].coups == (Card.RIGHT_OF_WAY,)

    act(under_attack(), part)


def test_the_digit_of_the_safety_calls_it_too() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.RIGHT_OF_WAY))
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].coups == (Card.RIGHT_OF_WAY,)

    act(under_attack(), part)


@pytest.mark.parametrize("key", ["p", "escape"])
def test_p_and_esc_let_a_hazard_pass(key: str) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(key)
        await settled(stage, pilot)
        view = stage.table.view(0)
        assert not view.tables[0].coups
        assert view.phase is Phase.PLAY

    act(under_attack(), part)


def test_a_key_out_of_season_says_why() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        before = stage.table.view(0).events
        for key in ("c", "p", "e", "f", "t", "x", "space", "n"):
            await pilot.press(key)
            assert stage.shown.warning, key
            assert stage.table.view(0).events == before
            await pilot.press("escape")
            assert not stage.shown.warning

    act(opening(), part)


@pytest.mark.parametrize(("key", "extended"), [("e", True), ("f", False)])
def test_e_extends_and_f_ends_the_trip(key: str, extended: bool) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.D25))
        await settled(stage, pilot)
        assert "e extends" in message(stage)
        await pilot.press(key)
        await settled(stage, pilot)
        assert (stage.table.view(0).extended_by == 0) is extended
        assert stage.table.view(0).over is not extended

    act(near_the_end(), part)
