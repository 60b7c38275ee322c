"""The table on the screen: what every key does for one person, from the cards to leaving."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from bornes import Card, Game, Move, View
from bornes.bots import BotSpec
from bornes.terminal.screens.dialogs import AGAIN, HOME, LEAVE, QuitDialog, TeamDialog
from bornes.terminal.screens.help_pages import HowToScreen, KeysScreen, RulesScreen, WhyScreen
from bornes.terminal.screens.pages import LogPage
from bornes.terminal.screens.prompts import playable_cards
from bornes.terminal.screens.score_pad_screen import ScorePadScreen
from bornes.terminal.screens.widgets import Board
from tests.support.acting import (
    act,
    at_the_table,
    digit_of,
    message,
    opening,
    two_to_hit,
)
from tests.support.pilots import until
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import Stage, play_on, screen_text, settled, some_game


def test_what_pops_up_does_not_hide_the_hand() -> None:
    """“The game cannot be saved”, and whatever else is told in a box for a few seconds, stands above."""

    async def told() -> None:
        stage = Stage(opening(), (0,))
        async with stage.run_test(size=(80, 24), notifications=True):
            await until(lambda: at_the_table(stage))
            stage.notify("Somebody is ready.")
            await until(lambda: any(toast.region.height for toast in stage.screen.query(Toast)))
            assert all(toast.region.bottom <= 12 for toast in stage.screen.query(Toast))

    asyncio.run(told())


def test_a_digit_plays_a_card() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.ROLL))
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].battle == (Card.ROLL,)
        assert "plays Roll" in screen_text(stage)

    act(opening(), part)


def test_a_card_that_cannot_be_played_says_why_with_its_clause() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.D100))
        assert "P62-" in message(stage)
        assert message(stage)[:30] in screen_text(stage)
        assert not stage.table.view(0).tables[0].distances

    act(opening(), part)


def test_a_digit_beyond_the_hand_says_so() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("8")
        assert "no card 8" in message(stage)

    act(opening(), part)


def test_d_and_a_digit_discard() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        for key in ("d", "delete", "backspace"):
            card = stage.shown.view.hand[0]
            await pilot.press(key)
            assert stage.shown.discarding
            assert "Which card?" in message(stage)
            await pilot.press("1")
            await settled(stage, pilot)
            assert card in stage.table.view(0).discards

    act(opening(), part)


def test_esc_takes_the_discard_back() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("d", "escape", digit_of(stage, Card.ROLL))
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].battle

    act(opening(), part)


def test_arrows_choose_and_enter_plays() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        count = len(stage.shown.view.hand)
        await pilot.press("enter")
        assert "Choose a card" in message(stage)
        await pilot.press("left")
        assert stage.shown.selected == count - 1
        await pilot.press("right")
        assert stage.shown.selected == 0
        at = stage.shown.view.hand.index(Card.ROLL)
        await pilot.press(*["right"] * at, "enter")
        await settled(stage, pilot)
        assert stage.table.view(0).tables[0].battle == (Card.ROLL,)
        assert stage.shown.selected is None

    act(opening(), part)


def test_d_discards_the_chosen_card() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("right", "d")
        await settled(stage, pilot)
        assert Card.D25 in stage.table.view(0).discards

    act(opening(), part)


def test_on_a_french_keyboard_cards_are_played_without_shift() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        for character in "&é\"'(-è":
            card = stage.shown.view.hand["&é\"'(-è".index(character)]
            await pilot.press("d", character)
            await settled(stage, pilot)
            assert card in stage.table.view(0).discards, character

    act(opening(), part)


def test_in_a_dialog_too_digits_need_no_shift() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.STOP))
        assert isinstance(stage.screen, TeamDialog)
        await pilot.press('"')
        await settled(stage, pilot)
        assert Card.STOP in stage.table.view(0).tables[2].battle

    act(two_to_hit(), part)


@pytest.mark.parametrize("way", ["l", "pageup", "wheel"])
def test_all_that_happened_can_be_read_in_play(way: str) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        if way == "wheel":
            stage.shown.query_one(Board).on_mouse_scroll_up()
            await pilot.pause()
        else:
            await pilot.press(way)
        assert isinstance(stage.screen, LogPage)
        text = stage.screen.text
        first, last = text.plain.splitlines()[0], text.plain.splitlines()[-1]
        assert last in " ".join(screen_text(stage).split())
        assert {str(span.style) for span in text.spans} >= {"bold cyan", "bold magenta"}
        await pilot.press("home")
        await until(lambda: first in screen_text(stage))
        await pilot.press("l")
        assert at_the_table(stage)

    act(some_game("parker-1962", 2), part)


def test_a_new_message_takes_the_place_of_an_old_one() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("z")
        assert "does nothing here" in screen_text(stage)
        await pilot.press("h")
        await until(lambda: "Chance to win" in screen_text(stage))
        assert "does nothing here" not in screen_text(stage)
        await pilot.press("z")
        assert "Chance to win" not in screen_text(stage)
        await pilot.press("right")
        assert "does nothing here" not in screen_text(stage)

    act(some_game("parker-1962", 2), part)


def test_u_takes_back_and_says_so_where_there_is_nothing() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("u")
        assert "no move to take back" in message(stage)
        before = screen_text(stage).splitlines()[:20]
        await pilot.press(digit_of(stage, Card.ROLL))
        await settled(stage, pilot)
        await pilot.press("u")
        await settled(stage, pilot)
        assert screen_text(stage).splitlines()[:20] == before

    act(opening(), part)


def test_two_keys_change_the_pace() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("<", "<")
        slow = stage.table.pace
        assert slow > 0
        assert f"{slow:g} s" in message(stage)
        await pilot.press(">")
        assert 0 < stage.table.pace < slow

    act(opening(), part)


def test_pages_open_and_close() -> None:
    pages = {"question_mark": KeysScreen, "s": ScorePadScreen, "r": RulesScreen, "w": WhyScreen, "i": HowToScreen}

    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        for key, page in pages.items():
            await pilot.press(key)
            assert isinstance(stage.screen, page)
            await pilot.press("escape")
            assert at_the_table(stage)

    act(opening(), part)


def test_a_key_that_does_nothing_says_so() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        for key in ("z", "0", "9", "!", "à"):
            await pilot.press(key)
            assert f"“{key}” does nothing here" in message(stage)
        await pilot.press("f5", "up", "tab", "home")
        assert at_the_table(stage)

    act(opening(), part)


def test_h_asks_the_champion_without_freezing_the_screen() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("h")
        await until(lambda: stage.shown.notice is not None)
        await pilot.press("right")
        assert stage.shown.selected == 0
        await until(lambda: "Chance to win" in screen_text(stage))
        text = screen_text(stage)
        assert "Hint: " in text
        assert f"[★{stage.shown.scene().hinted + 1}]" in text  # type: ignore[operator]
        assert text.count("■►") == 2  # the road is still there,
        assert "You draw" in text  # and the log
        await pilot.press("escape")
        await until(lambda: "Chance to win" not in screen_text(stage))

    act(some_game("parker-1962", 2), part)


def test_enter_follows_a_hint_unless_another_card_is_chosen() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("h")
        await until(lambda: "Enter follows the hint." in " ".join(screen_text(stage).split()))
        hinted = stage.shown.hinted
        assert hinted is not None
        await pilot.press("enter")
        await until(lambda: bool(stage.table.view(0).events) and stage.shown.hinted is None)
        await settled(stage, pilot)
        mine = [move for move in Game.replay(stage.table.record).deal.moves if move.seat == 0]
        assert mine[-1].move == hinted

    act(opening(), part)


async def hinted(stage: Stage, pilot: Pilot[int]) -> None:
    """Ask for a hint and wait until it is read."""
    await pilot.press("h")
    await until(lambda: "Chance to win" in said(stage))


def said(stage: Stage) -> str:
    """Return all that the screen says, whatever line it stands on."""
    return " ".join(screen_text(stage).split())


def test_enter_plays_the_card_that_is_chosen_after_a_hint() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await hinted(stage, pilot)
        assert re.search(r"Chance to win: [0-9.]+ %\. Enter follows the hint\.", said(stage))
        assert stage.shown.hinted == Move.lay(Card.ROLL)
        await pilot.press(*["right"] * int(digit_of(stage, Card.D100)))
        assert "Enter follows the hint." not in said(stage)
        await pilot.press("enter")
        assert "You cannot drive yet" in message(stage)  # it was the chosen card that Enter tried
        assert not Game.replay(stage.table.record).deal.moves

    act(opening(), part)


def test_a_hint_puts_down_what_was_chosen_and_enter_follows_it() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("right", "right")
        await hinted(stage, pilot)
        assert stage.shown.selected is None
        assert "Enter follows the hint." in said(stage)
        await pilot.press("d")
        assert "Enter follows the hint." not in said(stage)
        await hinted(stage, pilot)
        assert not stage.shown.discarding
        recommended = stage.shown.hinted
        await pilot.press("enter")
        await until(lambda: stage.shown.hinted is None)
        await settled(stage, pilot)
        mine = [move for move in Game.replay(stage.table.record).deal.moves if move.seat == 0]
        assert mine[-1].move == recommended

    act(opening(), part)


def test_a_card_that_is_chosen_while_the_champion_thinks_stays_chosen() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("h")
        await pilot.press("right")
        await until(lambda: "Chance to win" in said(stage))
        assert stage.shown.selected == 0
        assert "Enter follows the hint." not in said(stage)

    act(opening(), part)


def test_what_enter_does_is_said_beside_a_refusal_as_long_as_a_card_is_raised_by_a_hint() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await hinted(stage, pilot)
        await pilot.press("8")
        assert "There is no card 8. Enter follows the hint." in said(stage)
        await pilot.press("escape")
        assert stage.shown.hinted is None
        assert "Enter follows the hint." not in said(stage)

    act(opening(), part)


def test_q_asks_and_leaves() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("q")
        assert isinstance(stage.screen, QuitDialog)
        await pilot.press("escape")
        assert at_the_table(stage)
        await pilot.press("q")
        await pilot.press("y")

    assert act(opening(), part).left_with == LEAVE


@pytest.mark.parametrize("keys", [["n"], ["enter", "enter"], ["s", "n"], ["enter", "escape", "n"]])
def test_after_a_deal_the_sheet_is_shown_and_the_next_one_begins(keys: list[str]) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        text = screen_text(stage)
        assert "Total for deal" in text
        assert str(stage.table.totals[0]) in text
        await pilot.press(*keys)
        await settled(stage, pilot)
        assert stage.table.number == 2
        assert "Deal 2" in screen_text(stage)

    act(play_on(Game(seed="over", names=("Ada", "Boris")), lambda game, moves: False), part)


def test_the_pad_after_a_deal_leads_home() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press("enter", "h")

    game = play_on(Game(seed="over", names=("Ada", "Boris")), lambda game, moves: False)
    assert act(game, part).left_with == HOME


def test_who_could_not_save_is_asked_before_going_home() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        stage.shown.is_saved = lambda: False
        await pilot.press("enter", "h")
        assert isinstance(stage.screen, QuitDialog)
        await pilot.press("escape")
        assert at_the_table(stage)

    act(play_on(Game(seed="over", names=("Ada", "Boris")), lambda game, moves: False), part)


def test_after_the_game_there_may_be_another() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert "the game. Enter: the score pad, with who won and why, and what can follow." in message(stage)
        await pilot.press("n")
        assert isinstance(stage.screen, ScorePadScreen)
        await pilot.press("n")

    rules = rules_of("parker-1962").replace(game_goal=25)
    over = play_on(Game(rules, seed="over", names=("Ada", "Boris")), lambda game, moves: False)
    assert over.over
    assert act(over, part).left_with == AGAIN


def test_a_window_made_tiny_and_large_again_shows_the_same_game() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        before = screen_text(stage)
        for size in ((20, 5), (1, 1), (59, 24), (80, 19)):
            await pilot.resize_terminal(*size)
            assert "7 cards" not in screen_text(stage)
        await pilot.press("right")
        await pilot.press("escape")
        await pilot.resize_terminal(200, 60)
        assert "7 cards" in screen_text(stage)
        await pilot.resize_terminal(80, 24)
        assert screen_text(stage) == before

    act(some_game("parker-1962", 2), part)


class Lost:
    """A bot that never knows what to do."""

    name = "lost"

    def choose(self, view: View) -> Move:
        """No idea."""
        raise ValueError("where am I?")


def test_a_bot_that_fails_is_told_of_once_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotSpec, "bot", lambda spec, seed: Lost())

    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        for _ in range(2):
            await pilot.press("d", "1")
            await settled(stage, pilot)
            assert stage.shown.view.to_decide
        told = [note.text for note in stage.shown.notes]
        assert len(told) == 1
        assert "where am I?" in told[0]

    act(opening(), part)


def test_a_whole_deal_can_be_played_with_digits() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        for _ in range(400):
            view = stage.shown.view
            if view.over:
                return
            legal = view.legal_moves
            word = next(
                (key for code, key in (("coup", "c"), ("finish", "f"), ("draw", "space")) if code in legal), None
            )
            chosen = next((card for card in view.hand if card in playable_cards(view)), None)
            if word is not None:
                await pilot.press(word)
            elif chosen is not None:
                await pilot.press(digit_of(stage, chosen))
            else:
                await pilot.press("d", "1")
            await settled(stage, pilot)
        raise AssertionError("the deal does not end")

    act(Game(seed="digits", names=("Ada", "Boris")), part)
