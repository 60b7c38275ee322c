"""The score pad: a column for each deal, who won and why, and what can follow."""

from __future__ import annotations

import asyncio

import pytest

from bornes import Game, edition, play_game
from bornes.game.score_sheet import DealSheet, GameSheet
from bornes.i18n import Translator
from bornes.terminal.screens.base_app import TerminalApp
from bornes.terminal.screens.dialogs import AGAIN, HOME, LEAVE, LOOK
from bornes.terminal.screens.score_pad_screen import (
    NEXT,
    REPLAY,
    REVIEW,
    KeyLabel,
    ScorePad,
    ScorePadScreen,
    deal_result,
    game_result,
    lead,
    player_answers,
)
from tests.support.pilots import driven
from tests.support.terminal_snapshots import screen_text

NAMES = ("Ann", "Boris")
WORDS = Translator("en", "parker-1962", NAMES)
SHEET = GameSheet(
    tuple(
        DealSheet({"milestones": (100 * number, 50), "safeties": (0, 100), "coups_fourres": (0, 0)})
        for number in range(1, 9)
    )
)


def test_there_is_a_column_for_each_deal_and_one_for_the_game() -> None:
    text = ScorePad(SHEET, WORDS).text(200, 40).plain
    titles, _, miles, safeties, *_, totals, grand = text.splitlines()
    assert titles.split() == [word for number in range(1, 9) for word in ("Deal", str(number))] + ["Game"]
    assert miles.split()[1:] == [*(n for k in range(1, 9) for n in (str(100 * k), "50")), "3600", "400"]
    assert safeties.split()[-2:] == ["0", "800"]
    assert totals.split()[-2:] == ["800", "150"]
    assert grand.split()[-2:] == ["3600", "1200"]


def test_in_a_low_window_rows_are_left_out_in_which_nobody_scored() -> None:
    assert "Coups" in ScorePad(SHEET, WORDS).text(80, 40).plain
    assert "Coups" not in ScorePad(SHEET, WORDS).text(80, 7).plain


@pytest.mark.parametrize("width", [54, 74, 134])
@pytest.mark.parametrize(("name", "players"), [("parker-1962", 2), ("dujardin", 8), ("asmodee", 3)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_pad_is_never_wider_than_the_window(width: int, name: str, players: int, lang: str) -> None:
    game = play_game("sunday-driver", Game(name, players, seed="pad"), deals=4)
    words = Translator.of(game, lang, you=0)
    lines = ScorePad(game.score_sheet(), words).text(width, 40).split("\n")
    assert max(line.cell_len for line in lines) <= width


def test_who_is_ahead_and_why_is_said_in_a_sentence() -> None:
    rows = {"milestones": (700, 500), "safeties": (100, 100), "trip": (400, 0)}
    said = lead(rows, (1200, 600), WORDS)
    assert said == "Ann: 600 points ahead of Boris, most of it from “Trip completed”, 400 to 0."
    assert lead({"milestones": (25, 25)}, (25, 25), WORDS) == "Both have 25 points."


def test_a_deal_and_a_game_are_told_with_how_they_ended() -> None:
    short = edition("parker-1962").rules(2).replace(game_goal=500)
    game = play_game("sunday-driver", Game(short, seed="7", names=NAMES))
    words, sheet = Translator.of(game, "en"), game.score_sheet()
    assert deal_result(game.deal.view(None), sheet, words).startswith("The deal is over: ")
    assert game.winner is not None
    told = game_result(game.winner, sheet, words)
    assert told.startswith(f"{NAMES[game.winner]} wins the game. {NAMES[game.winner]}: ")
    assert game_result(None, sheet, words).startswith("The game is a draw.")


def answer(pad: ScorePadScreen, *keys: str, click: str = "") -> tuple[str | None, str]:
    """What a pad answers to keys or a click on a label, and what it shows before the last key."""
    found: list[str | None] = []

    async def asked() -> str:
        app = TerminalApp()
        async with driven(app, (80, 24)) as pilot:
            app.push_screen(pad, found.append)
            await pilot.pause()
            await pilot.press(*keys[:-1])
            shown = screen_text(app)
            if click:
                await pilot.click(next(one for one in pad.query(KeyLabel) if one.answer == click))
            else:
                await pilot.press(keys[-1])
            return shown

    shown = asyncio.run(asked())
    return (found[0] if found else None), shown


def pad(result: str = "Ann wins.", *, over: bool = False, at_home: bool = True) -> ScorePadScreen:
    answers = player_answers(over=over, can_look_back=True, at_home=at_home) if result else [LOOK]
    return ScorePadScreen(SHEET, result, WORDS, answers)


@pytest.mark.parametrize(
    ("key", "then"),
    [
        ("n", NEXT),
        ("enter", NEXT),
        ("escape", LOOK),
        ("t", LOOK),
        ("v", REVIEW),
        ("r", REPLAY),
        ("h", HOME),
        ("q", None),
    ],
)
def test_after_a_deal_comes_the_next_a_look_back_or_home(key: str, then: str | None) -> None:
    assert answer(pad(), key)[0] == then


def test_where_there_is_no_home_none_is_offered() -> None:
    assert answer(pad(at_home=False), "h")[0] is None


@pytest.mark.parametrize(
    ("key", "then"),
    [("n", AGAIN), ("enter", AGAIN), ("escape", LOOK), ("v", REVIEW), ("r", REPLAY), ("h", HOME), ("q", LEAVE)],
)
def test_after_a_game_comes_another_a_look_back_home_or_the_way_out(key: str, then: str) -> None:
    assert answer(pad(over=True), key)[0] == then


def test_every_label_is_a_button() -> None:
    for then in (AGAIN, LOOK, REVIEW, REPLAY, HOME, LEAVE):
        assert answer(pad(over=True), click=then)[0] == then


def test_in_the_middle_of_a_deal_the_pad_only_closes() -> None:
    for key, then in (("s", LOOK), ("enter", LOOK), ("v", None), ("q", None)):
        assert answer(pad(""), key)[0] == then


def test_deals_that_have_no_room_are_turned_to() -> None:
    _, last = answer(pad(), "escape")
    assert "Deal 8" in last
    assert "Deal 1 " not in last
    _, first = answer(pad(), *["left"] * 9, "escape")
    assert "Deal 1 " in first
    assert "Deal 8" not in first
    _, again = answer(pad(), *["left"] * 9, *["right"] * 9, "escape")
    assert again == last
