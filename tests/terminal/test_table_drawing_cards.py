"""Cards that are drawn, taken and exchanged at the table on the screen."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from bornes import Card
from tests.support.acting import (
    act,
    drawing,
    message,
)
from tests.support.terminal_snapshots import Stage, screen_text, settled


@pytest.mark.parametrize("key", ["space", "enter"])
def test_space_and_enter_draw(key: str) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert "draw a card (Space)" in message(stage)
        await pilot.press(key)
        await settled(stage, pilot)
        assert len(stage.table.view(0).hand) == stage.table.rules.hand_size + 1

    act(drawing(), part)


def test_t_takes_the_top_discard() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("t")
        await settled(stage, pilot)
        assert stage.table.view(0).taken is Card.D75

    act(drawing(), part)


@pytest.mark.parametrize("key", ["space", "enter", "x"])
def test_cards_are_marked_and_then_exchanged(key: str) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        hand = stage.shown.view.hand
        await pilot.press("x", "5", "6", "1", "1")
        assert stage.shown.marked == {4, 5}
        assert stage.shown.view.hand == hand
        assert "[✓5]" in screen_text(stage)
        assert "gives the marked cards" in message(stage)
        await pilot.press(key)
        await settled(stage, pilot)
        view = stage.table.view(0)
        assert {hand[4], hand[5]} <= set(view.discards)
        assert len(view.hand) == stage.table.rules.hand_size
        assert not stage.shown.marked

    act(drawing(), part)


def test_esc_cancels_an_exchange_and_nothing_is_given() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        before = stage.table.view(0).events
        await pilot.press("x", "2", "3", "escape")
        assert not stage.shown.marked
        assert stage.table.view(0).events == before
        await pilot.press("space")
        await settled(stage, pilot)
        assert len(stage.table.view(0).hand) == stage.table.rules.hand_size + 1

    act(drawing(), part)


def test_an_exchange_of_nothing_asks_for_a_card() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        before = stage.table.view(0).events
        await pilot.press("x")
        assert "mark cards" in message(stage)
        await pilot.press("enter")
        assert "Mark 1 card first" in message(stage)
        assert stage.table.view(0).events == before

    act(drawing(), part)


def test_a_whole_hand_can_be_exchanged_with_the_arrows() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        count = len(stage.shown.view.hand)
        await pilot.press(*["right", "x"] * count)
        assert stage.shown.marked == set(range(count))
        await pilot.press("enter")
        await settled(stage, pilot)
        assert len(stage.table.view(0).hand) == stage.table.rules.hand_size

    act(drawing(), part)
