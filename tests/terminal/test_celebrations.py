"""What is celebrated at the table on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from bornes import Card, Deal, Game
from bornes.game.team_piles import Piles
from bornes.i18n import Translator
from bornes.rules.cards import SAFETIES
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.screens.celebrations import banners
from bornes.terminal.screens.score_pad_screen import ScorePadScreen
from tests.support.acting import (
    digit_of,
    near_the_end,
    opening,
    under_attack,
)
from tests.support.pilots import until
from tests.support.scenes import rules_of, scene
from tests.support.terminal_snapshots import Stage, screen_text, settled, staged


def celebrate(game: Game, part: Callable[[Stage, Pilot[int]], Awaitable[None]], *, calm: bool = False) -> None:
    """Put a game on a stage where cars roll and banners flash, and play a part."""
    stage = Stage(game, (0,), look=Theme(calm=calm))

    async def played() -> None:
        async with staged(stage) as pilot:
            await part(stage, pilot)

    asyncio.run(played())


def test_a_coup_fourre_is_celebrated_and_keys_work_through_it() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("c")
        await settled(stage, pilot)
        text = screen_text(stage)
        assert "C O U P   F O U R R É !" in text
        assert "+400 points with the safety, and you play again" in text
        assert all(f"[{number}]" in text or f" {number} " in text for number in range(1, 8))  # the hand is not covered
        await pilot.press(digit_of(stage, Card.D25))
        await settled(stage, pilot)
        assert Card.D25 in stage.table.view(0).tables[0].distances
        await until(lambda: "F O U R R É" not in screen_text(stage))

    celebrate(under_attack(), part)


def test_cars_roll_to_where_they_have_got_to() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.ROLL))
        await settled(stage, pilot)
        await pilot.press(digit_of(stage, Card.D100))
        await settled(stage, pilot)
        cars = stage.shown.ceremony.cars
        assert cars is not None
        assert 0 <= cars[0] < 100
        assert " 100" in screen_text(stage)  # the figure is right at once
        await until(lambda: stage.shown.ceremony.cars is None)

    celebrate(opening(), part)


def test_an_arrival_and_a_victory_get_their_banners() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.D25))
        await settled(stage, pilot)
        await pilot.press("f")
        await until(lambda: "A R R I V A L !" in screen_text(stage))
        assert "▀▄▀▄▀▄" in screen_text(stage)
        await until(lambda: "V I C T O R Y !" in screen_text(stage))
        await pilot.press("n")
        assert isinstance(stage.screen, ScorePadScreen)

    celebrate(near_the_end(game_goal=25), part)


def test_where_it_is_calm_nothing_rolls_or_flashes() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("c")
        await settled(stage, pilot)
        assert stage.shown.scene().banner is None
        await pilot.press(digit_of(stage, Card.D25))
        await settled(stage, pilot)
        assert stage.shown.scene().cars is None

    celebrate(under_attack(), part, calm=True)


def said_of_coup(deal: Deal) -> str:
    """Let the second seat call a coup fourré: what the banner says of it, whose figure is what its points rise by."""
    before = deal.scores[1]
    deal.play("coup")
    words = Translator.for_players("en", deal.rules, ("Ada", "Boris"))
    (banner,) = banners(deal.view(None), deal.moves[-1].events, words, None)
    assert f"+{deal.scores[1] - before} points" in banner.lines[1]
    return banner.lines[1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("parker-1962", "+400 points with the safety, and plays again"),
        ("dujardin", "+400 points with the safety, and plays again"),
        ("asmodee", "+200 points with the safety"),
    ],
)
def test_a_banner_says_by_how_much_a_coup_fourre_raises_the_points(name: str, told: str) -> None:
    rules = rules_of(name)
    rolling = {0: Piles(battle=(Card.ROLL,)), 1: Piles(battle=(Card.ROLL,))}
    deal = scene(rules, hand="stop", hands={1: "priority"}, tables=rolling)
    deal.play("stop>B")
    assert said_of_coup(deal).startswith(told)


def test_a_coup_fourre_that_completes_the_safeties_says_what_they_pay_together() -> None:
    others = tuple(card for card in SAFETIES if card is not Card.RIGHT_OF_WAY)
    rolling = {0: Piles(battle=(Card.ROLL,)), 1: Piles(battle=(Card.ROLL,), safeties=others)}
    deal = scene(rules_of("parker-1962"), hand="stop", hands={1: "priority"}, tables=rolling)
    deal.play("stop>B")
    assert said_of_coup(deal).startswith("+700 points with all four safeties")
