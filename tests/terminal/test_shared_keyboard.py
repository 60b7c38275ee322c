"""Several people at one keyboard: covered hands, and hazards about which all are asked alike."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from bornes import Card, Game, Move
from bornes.engine.codes import COUP
from bornes.game.events import WindowOpened
from bornes.terminal.screens.dialogs import HazardAnswer, ReadyDialog, WindowDialog
from bornes.terminal.screens.widgets import Board
from tests.support.acting import (
    act,
    digit_of,
    opening,
    under_attack,
)
from tests.support.pilots import until
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import Stage, game_of, screen_text, settled
from tests.support.turns import draw


def test_the_hand_is_covered_until_the_next_player_is_ready() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert isinstance(stage.screen, ReadyDialog)
        assert stage.shown.keyboard.seat is None
        assert stage.shown.scene().view.hand == ()
        await pilot.press("escape", "1")
        assert isinstance(stage.screen, ReadyDialog)
        await pilot.press("enter")
        assert stage.shown.keyboard.seat == 0
        assert "[1]" in screen_text(stage) or "[7]" in screen_text(stage)
        await pilot.press(digit_of(stage, Card.ROLL))
        await settled(stage, pilot)
        assert isinstance(stage.screen, ReadyDialog)
        assert stage.shown.scene().view.hand == ()
        await pilot.press("enter")
        assert stage.shown.keyboard.seat == 1

    act(opening(), part, here=(0, 1))


def attacker_at_work(defence: str) -> Game:
    """Two people here; the first is about to lay a Stop on the second, who holds something or other."""
    game = game_of(
        rules_of("parker-1962"), "roll stop", f"roll {defence}", draw="25 25 25 25 25 25", names=("Ada", "Boris")
    )
    for move in ("roll", "roll"):
        game.play(move)
    return game


async def attack(stage: Stage, pilot: Pilot[int]) -> None:
    """Say ready and lay the Stop."""
    await pilot.press("enter")
    await pilot.press(digit_of(stage, Card.STOP))
    await settled(stage, pilot)


def test_after_a_hazard_all_are_asked_alike_whoever_holds_what() -> None:
    seen: list[str] = []

    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await attack(stage, pilot)
        assert isinstance(stage.screen, WindowDialog)
        seen.append(screen_text(stage) + str(stage.shown.query_one(Board).canvas))

    for defence in ("priority", "100"):
        act(attacker_at_work(defence), part, here=(0, 1))
    assert seen[0] == seen[1]


def test_nobody_is_asked_about_a_hazard_that_the_rules_let_nobody_answer() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await pilot.press(digit_of(stage, Card.SPEED_LIMIT))
        await settled(stage, pilot)
        assert stage.table.view(None).tables[1].speed == (Card.SPEED_LIMIT,)
        asked.append(isinstance(stage.screen, WindowDialog))

    asked: list[bool] = []
    for answerable in (True, False):
        rules = rules_of("parker-1962", coup_fourre_on_limit=answerable)
        act(game_of(rules, "limit", "priority", names=("Ada", "Boris")), part, here=(0, 1))
    assert asked == [True, False]


def test_a_keyboard_offers_what_everybody_sees_to_be_possible() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await attack(stage, pilot)
        assert isinstance(stage.screen, WindowDialog)
        offered.append([one.value for one in stage.screen.choices])

    offered: list[list[object]] = []
    for edition in ("parker-1962", "asmodee"):
        game = game_of(rules_of(edition), "roll stop", "roll", draw="25 25 25 25 25 25", names=("Ada", "Boris"))
        for move in ("roll", "roll"):
            draw(game.deal)
            game.play(move)
        draw(game.deal)
        act(game, part, here=(0, 1))
    coup, roll = HazardAnswer(1, Move(COUP)), HazardAnswer(1, Move.lay(Card.ROLL))
    assert offered == [[None, coup], [None, coup, roll]]


def test_a_coup_fourre_is_called_by_a_player_who_is_not_on_turn() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await attack(stage, pilot)
        await pilot.press("c")
        await settled(stage, pilot)
        assert stage.table.view(None).tables[1].coups == (Card.RIGHT_OF_WAY,)
        assert isinstance(stage.screen, ReadyDialog)

    act(attacker_at_work("priority"), part, here=(0, 1))


def test_an_answer_that_nobody_holds_is_not_given() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await attack(stage, pilot)
        await pilot.press("c")
        await settled(stage, pilot)
        assert not stage.table.view(None).tables[1].coups
        assert any("had no answer" in note.text for note in stage.shown.notes)
        assert isinstance(stage.screen, ReadyDialog)

    act(attacker_at_work("100"), part, here=(0, 1))


@pytest.mark.parametrize("defence", ["priority", "100"])
def test_a_hazard_that_is_let_pass_stays(defence: str) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await attack(stage, pilot)
        await pilot.press("p")
        await settled(stage, pilot)
        assert stage.table.view(None).tables[1].battle[-1] is Card.STOP
        assert isinstance(stage.screen, ReadyDialog)

    act(attacker_at_work(defence), part, here=(0, 1))


def test_nothing_goes_on_before_the_question_is_answered() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await attack(stage, pilot)
        assert isinstance(stage.screen, WindowDialog)
        assert stage.shown.keyboard.view().window is not None
        assert isinstance(stage.table.view(None).events[-1], WindowOpened)
        await pilot.press("p")
        await until(lambda: stage.table.view(None).window is None)

    game = game_of(rules_of("parker-1962", 3), "roll stop", "roll", "25", names=("Ada", "Boris", "Chloé"))
    for move in ("roll", "roll", "-25"):
        game.play(move)
    act(game, part, here=(0, 1))


def test_where_a_bot_answers_first_nobody_is_asked_any_more() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await pilot.press(digit_of(stage, Card.STOP))
        await until(lambda: stage.table.view(None).tables[1].coups == (Card.RIGHT_OF_WAY,))
        await until(lambda: not isinstance(stage.screen, WindowDialog))
        assert stage.shown.asking is None
        await settled(stage, pilot)
        assert stage.table.view(None).window is None

    hands = ("roll stop", "roll", "25", "25 priority")
    game = game_of(rules_of("parker-1962", 4), *hands, names=("Ada", "Boris", "Chloé", "Denis"))
    for move in ("roll", "roll", "-25", "-25"):
        game.play(move)
    act(game, part, here=(0, 1))


def test_a_question_that_was_open_when_the_table_was_left_is_asked_again() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert isinstance(stage.screen, WindowDialog)
        await pilot.press("c")
        await settled(stage, pilot)
        assert stage.table.view(None).tables[0].coups == (Card.RIGHT_OF_WAY,)

    act(under_attack(), part, here=(0, 1))
