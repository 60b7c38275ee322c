"""The table by mouse: cards are clicked and dropped on piles, and every label of the key line is a button."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from bornes import Card, Game, Phase
from bornes.terminal.screens.widgets import Board
from tests.support.acting import (
    act,
    digit_of,
    drawing,
    message,
    near_the_end,
    opening,
    two_to_hit,
    under_attack,
)
from tests.support.terminal_snapshots import Stage, screen_text, settled, staged


async def click(stage: Stage, pilot: Pilot[int], action: str) -> None:
    """Click where this action is on the board."""
    board = stage.shown.query_one(Board)
    area = next(area for area in board.canvas.click_areas if area.action == action)
    await pilot.click(Board, offset=(area.x + area.width // 2, area.y + area.height // 2))


def test_a_click_chooses_and_a_second_one_plays() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        digit = digit_of(stage, Card.ROLL)
        await click(stage, pilot, f"card({digit})")
        assert stage.shown.selected == int(digit) - 1
        assert not stage.table.view(0).tables[0].battle
        await click(stage, pilot, f"card({digit})")
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].battle == (Card.ROLL,)

    act(opening(), part)


def test_a_click_after_d_discards_and_a_click_on_a_key_is_that_key() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, "discard")
        assert stage.shown.discarding
        await click(stage, pilot, "card(1)")
        await settled(stage, pilot)
        assert Card.D25 in stage.table.view(0).discards

    act(opening(), part)


def test_a_click_on_the_piles_or_beside_everything_does_nothing_while_playing() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        before = screen_text(stage)
        await click(stage, pilot, "draw")
        await click(stage, pilot, "discards")
        await click(stage, pilot, "drop(1)")
        await pilot.click(Board, offset=(79, 16))
        assert screen_text(stage) == before

    act(opening(), part)


def test_a_card_is_dropped_on_the_discards() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, "card(1)")
        assert "d discards it" in message(stage)
        await click(stage, pilot, "discards")
        await settled(stage, pilot)
        assert Card.D25 in stage.table.view(0).discards

    act(opening(), part)


def test_a_card_is_dropped_on_the_own_piles_and_nowhere_else() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, f"card({digit_of(stage, Card.ROLL)})")
        await click(stage, pilot, "drop(1)")
        assert "your own piles" in message(stage)
        await click(stage, pilot, "drop(0)")
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].battle == (Card.ROLL,)
        await click(stage, pilot, f"card({digit_of(stage, Card.D100)})")
        await click(stage, pilot, "drop(0)")
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].distances == (Card.D100,)

    act(opening(), part)


def test_a_hazard_is_dropped_on_whom_it_is_meant_for() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, f"card({digit_of(stage, Card.STOP)})")
        await click(stage, pilot, "drop(0)")
        assert "laid on an opponent" in message(stage)
        await click(stage, pilot, "drop(2)")
        await settled(stage, pilot)
        assert Card.STOP in stage.table.view(0).tables[2].battle

    act(two_to_hit(), part)


def test_while_drawing_the_discards_are_taken_and_a_chosen_card_is_marked_for_exchange() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, "card(2)")
        await click(stage, pilot, "discards")
        assert stage.shown.marked == {1}
        await click(stage, pilot, "card(1)")
        assert stage.shown.marked == {0, 1}
        await pilot.press("escape")
        await click(stage, pilot, "discards")
        await settled(stage, pilot)
        assert stage.table.view(0).taken is Card.D75

    act(drawing(), part)


def test_every_label_of_the_key_line_is_a_button() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        board = stage.shown.query_one(Board)
        areas = {area.action for area in board.canvas.click_areas if area.y == 23}
        shown = [key for key in stage.shown.key_bar() if f"{key.key} {key.label}" in screen_text(stage)]
        assert len(shown) > 6
        assert {key.action for key in shown} <= areas

    act(opening(), part)


def test_a_click_on_the_draw_pile_draws() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, "draw")
        await settled(stage, pilot)
        assert stage.table.view(0).phase is Phase.PLAY

    act(drawing(), part)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("moment", [opening, under_attack, drawing, near_the_end])
def test_the_way_out_can_be_clicked_in_the_smallest_window(moment: Callable[[], Game], lang: str) -> None:
    async def visited() -> None:
        stage = Stage(moment(), (0,), lang)
        async with staged(stage, (60, 20)):
            last = screen_text(stage).rstrip().splitlines()[-1]
            assert ("q quitter" if lang == "fr" else "q leave") in last

    asyncio.run(visited())
