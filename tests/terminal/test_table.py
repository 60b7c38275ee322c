"""The table on the screen: what every key and every click does, for one person and for several."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from bornes import Card, Game, Move, Phase, View
from bornes.bots import Spec
from bornes.engine.codes import COUP
from bornes.events import WindowOpened
from bornes.terminal.drawing.look import Look
from bornes.terminal.screen.app import INTERRUPTED, BornesApp
from bornes.terminal.screen.board import Board
from bornes.terminal.screen.dialogs import (
    AGAIN,
    LEAVE,
    HazardAnswer,
    QuitDialog,
    ReadyDialog,
    TeamDialog,
    WindowDialog,
)
from bornes.terminal.screen.help import HowToScreen, KeysScreen, RulesScreen, WhyScreen
from bornes.terminal.screen.log_page import LogPage
from bornes.terminal.screen.new_game import NewGameScreen
from bornes.terminal.screen.pad_screen import PadScreen
from bornes.terminal.screen.prompts import playable_cards
from bornes.terminal.screen.table_screen import TableScreen
from bornes.terminal.spectate.watch import WatchScreen
from bornes.terminal.storage.choices import Choices, PlayOptions
from bornes.terminal.storage.saves import saved_games
from tests.support.pilots import driven, until
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import Stage, game_of, play_on, screen_text, settled, some_game, staged
from tests.support.turns import draw

# -- keys and clicks ---------------------------------------------------------------------------------------------


def act(game: Game, part: Callable[[Stage, Pilot[int]], Awaitable[None]], here: tuple[int, ...] = (0,)) -> Stage:
    """Put a game on the stage and play a part."""
    stage = Stage(game, here)

    async def played() -> None:
        async with staged(stage) as pilot:
            await part(stage, pilot)

    asyncio.run(played())
    return stage


def at_the_table(stage: Stage) -> bool:
    """Whether nothing lies over the table."""
    return isinstance(stage.screen, TableScreen)


def message(stage: Stage) -> str:
    """What the message line says."""
    return stage.shown.scene().message


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


OPENING = ("roll 25 25 50 50 100", "roll 25 25 50 50 100")


def opening(draw: str = "75 75 75 75 75") -> Game:
    """Two players, each with a Roll."""
    return game_of(rules_of("parker-1962"), *OPENING, draw=draw)


def digit_of(stage: Stage, card: Card) -> str:
    """The digit of a card of the hand."""
    return str(stage.shown.view.hand.index(card) + 1)


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

    game = game_of(rules_of("parker-1962", 3), "roll stop", "roll", "roll", draw="25 25 25 25 25 25")
    for move in ("roll", "roll", "roll"):
        game.play(move)
    act(game, part)


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

    game = game_of(rules_of("parker-1962", 3), "roll stop", "roll", "roll", draw="25 25 25 25 25 25")
    for move in ("roll", "roll", "roll"):
        game.play(move)
    act(game, part)


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

    game = game_of(rules_of("parker-1962", 3), "roll stop", "roll", "roll", draw="25 25 25 25 25 25")
    for move in ("roll", "roll", "roll"):
        game.play(move)
    act(game, part)


def test_a_hazard_that_hits_nobody_says_why() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(digit_of(stage, Card.STOP))
        assert at_the_table(stage)
        assert "P62-" in message(stage)

    act(game_of(rules_of("parker-1962", 3), "roll stop", "roll", "roll"), part)


def under_attack() -> Game:
    """The second player has laid Stop on the first, who holds the Right of Way."""
    game = game_of(rules_of("parker-1962"), "roll priority", "roll stop", draw="25 25 25 25 25 25")
    for move in ("roll", "stop>A"):
        game.play(move)
    assert game.deal.phase is Phase.REACT
    return game


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


def near_the_end(**house: int) -> Game:
    """The first player has only 25 miles to go, and the card."""
    rules = rules_of("parker-1962").replace(target=50, **house)
    game = game_of(rules, "roll 25 25", "roll roll", draw="100 100 100 100 100 100")
    for move in ("roll", "-roll", "25", "-roll"):
        game.play(move)
    return game


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


def drawing() -> Game:
    """An edition with a draw to decide on: the first player is to draw, and a discard lies there."""
    game = game_of(rules_of("asmodee"), "roll 25 50", "100 75", draw="200 200 200 200 25 25 25")
    for move in ("draw", "-50", "draw", "-75"):
        game.play(move)
    assert game.deal.phase is Phase.DRAW
    return game


@pytest.mark.parametrize("key", ["space", "enter"])
def test_space_and_enter_draw(key: str) -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert "draw a card (Space)" in message(stage)
        await pilot.press(key)
        await settled(stage, pilot)
        assert len(stage.table.view(0).hand) == stage.table.rules.hand_size + 1

    act(drawing(), part)


def test_a_click_on_the_draw_pile_draws() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await click(stage, pilot, "draw")
        await settled(stage, pilot)
        assert stage.table.view(0).phase is Phase.PLAY

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
    pages = {"question_mark": KeysScreen, "s": PadScreen, "r": RulesScreen, "w": WhyScreen, "i": HowToScreen}

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


def test_after_the_game_there_may_be_another() -> None:
    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        assert "the game." in message(stage)
        await pilot.press("n")
        assert isinstance(stage.screen, PadScreen)
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
    monkeypatch.setattr(Spec, "bot", lambda spec, seed: Lost())

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


# -- what is celebrated ------------------------------------------------------------------------------------------


def celebrate(game: Game, part: Callable[[Stage, Pilot[int]], Awaitable[None]], *, calm: bool = False) -> None:
    """Put a game on a stage where cars roll and banners flash, and play a part."""
    stage = Stage(game, (0,), look=Look(calm=calm))

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
        assert "+300 points, and you play again" in text
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
        assert isinstance(stage.screen, PadScreen)

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


# -- several people at one keyboard ------------------------------------------------------------------------------


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


# -- the whole program -------------------------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games and choices go to a folder of their own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))


def run_app(options: PlayOptions, part: Callable[[BornesApp, Pilot[int]], Awaitable[None]]) -> BornesApp:
    """Run the app as ``bornes play`` does, without a terminal."""
    app = BornesApp(options)

    async def spent() -> None:
        async with driven(app) as pilot:
            await until(lambda: len(app.screen_stack) > 1 or app.return_value is not None)
            await part(app, pilot)

    asyncio.run(spent())
    return app


BEGIN = PlayOptions(choices=Choices(pace=0.0), begin=True, resume=False, seed="evening")


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("keys", ["yy", "yn", "yyyy", "yr", "yrs", "y?w"])
def test_keys_that_come_in_a_burst_leave_once(keys: str) -> None:
    """As when somebody types on for the shell: each key comes before the one before it has worked."""

    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.press("q")
        await until(lambda: isinstance(app.screen, QuitDialog))
        for key in keys:
            app.simulate_key("question_mark" if key == "?" else key)
        await until(lambda: app.return_value is not None)

    assert run_app(BEGIN, part).return_value == 0


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("before", [[], ["down", "down", "enter"]])
@pytest.mark.parametrize("there", ["", "q", "r", "r/", "w", "?", "s", "new", "new e"])
def test_whatever_is_typed_while_the_program_ends_does_nothing(there: str, before: list[str]) -> None:
    """Ctrl-C on every screen, in the middle of keys that come faster than they work."""
    keys = there.removeprefix("new").strip()

    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await until(lambda: isinstance(app.screen, NewGameScreen if "new" in there else TableScreen))
        await pilot.press(*keys)
        for key in (*before, "ctrl+c", "y", "down", "r", "question_mark", "enter", "escape", "w", "q", "y"):
            app.simulate_key(key)
        await until(lambda: app.return_value is not None)

    assert run_app(PlayOptions(resume=False) if "new" in there else BEGIN, part).return_value == INTERRUPTED


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("keys", [["y", "r"], ["y", "r", "s"], ["y", "question_mark", "w"], ["ctrl+c", "y"]])
def test_the_program_may_end_at_any_moment_of_a_burst(keys: list[str]) -> None:
    """However far each key has come: it may wait for the app or for a screen, or be on its way back up."""

    async def ended_after(turns: int) -> None:
        async with driven(BornesApp(BEGIN)) as pilot:
            await until(lambda: isinstance(pilot.app.screen, TableScreen))
            await pilot.press("q")
            assert isinstance(pilot.app.screen, QuitDialog)
            for key in keys:
                pilot.app.simulate_key(key)
            for _ in range(turns):  # of the loop
                await asyncio.sleep(0)

    for turns in range(0, 16, 2):
        asyncio.run(ended_after(turns))


@pytest.mark.usefixtures("data")
def test_a_page_that_is_opened_while_one_leaves_goes_with_the_table() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        await pilot.press("question_mark")
        table.dismiss(AGAIN)
        await until(lambda: isinstance(app.screen, NewGameScreen))
        assert [type(screen) for screen in app.screen_stack[1:]] == [NewGameScreen]

    run_app(BEGIN, part)


@pytest.mark.usefixtures("data")
def test_a_game_that_was_described_begins_at_once_and_ctrl_c_leaves_it() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, TableScreen)
        await pilot.press("ctrl+c")

    assert run_app(BEGIN, part).return_value == INTERRUPTED


@pytest.mark.usefixtures("data")
def test_a_game_that_was_left_is_continued_at_the_same_move() -> None:
    seen: list[str] = []

    async def leave(app: BornesApp, pilot: Pilot[int]) -> None:
        assert app.session is not None
        await pilot.press("d", "1")
        await until(lambda: app.session is not None and app.session.table.view(0).to_decide)
        seen.append(app.session.table.record)
        await pilot.press("q")
        await pilot.press("y")

    async def come_back(app: BornesApp, pilot: Pilot[int]) -> None:
        assert app.session is not None
        assert isinstance(app.screen, TableScreen)
        seen.append(app.session.table.record)

    assert run_app(BEGIN, leave).return_value == 0
    run_app(PlayOptions(resume=True), come_back)
    assert seen[0] == seen[1]


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("keys", [["q", "y"], ["ctrl+c"]])
def test_whoever_leaves_is_told_where_the_game_is_saved(keys: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    async def leave(app: BornesApp, pilot: Pilot[int]) -> None:
        for key in keys:
            await pilot.press(key)

    run_app(BEGIN, leave)
    (saved,), _ = saved_games()
    told = " ".join(capfd.readouterr().err.split())
    assert told == f"Saved as {saved.name}; continue it with bornes play --resume."


@pytest.mark.usefixtures("data")
def test_bots_among_themselves_are_watched() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, WatchScreen)

    run_app(replace(BEGIN, choices=Choices(bots=("random", "random"))), part)


@pytest.mark.usefixtures("data")
def test_in_ascii_and_without_colour_every_screen_keeps_to_that() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        for key in ("q", "escape", "r", "escape", "1"):
            await pilot.press(key)
            strips = app.screen._compositor.render_strips()
            assert "".join(strip.text for strip in strips).isascii()
            styles = [part.style for strip in strips for part in strip if part.style is not None]
            assert not any(colour and not colour.is_default for one in styles for colour in (one.color, one.bgcolor))

    run_app(replace(BEGIN, lang="fr", choices=Choices(ascii=True, colour=False, names=("Zoé",))), part)


@pytest.mark.usefixtures("data")
def test_without_colour_the_chosen_line_of_a_list_is_underlined() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("q")
        strips = app.screen._compositor.render_strips()
        lines = ["".join(one.text for one in strip if one.style and one.style.underline).strip() for strip in strips]
        assert [line for line in lines if line] == ["y  Yes, save and leave"]

    run_app(replace(BEGIN, choices=Choices(colour=False, calm=True)), part)


@pytest.mark.usefixtures("data")
def test_with_new_the_new_game_screen_comes_first() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, NewGameScreen)
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, TableScreen))

    run_app(PlayOptions(resume=False), part)


@pytest.mark.usefixtures("data")
def test_going_on_where_nothing_is_saved_ends_with_a_word() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.pause()

    assert run_app(PlayOptions(resume=True), part).return_value == 1
