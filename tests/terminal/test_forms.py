"""Screens that are lists of rows: what is said of a row stands below it, and the keys can always be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.screen import Screen

from bornes.client.protocol import PACES
from bornes.i18n import Translator
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.preferences import PlayOptions, Preferences
from bornes.terminal.screens.games_screen import GamesScreen
from bornes.terminal.screens.new_game_screen import NewGameScreen, OpenTableScreen
from bornes.terminal.screens.widgets import wrap_keys
from bornes.terminal.waiting_room_text import pace_sentence
from tests.support.hall import NOTHING, answer_of, shown_on

MAKERS: dict[str, Callable[[str], Screen[Any]]] = {
    "a new game": lambda lang: NewGameScreen(PlayOptions(lang=lang)),
    "a new table": lambda lang: OpenTableScreen(Preferences(), lang),
    "my games": lambda lang: GamesScreen(lang, Theme()),
}


def test_keys_are_broken_between_two_of_them_and_never_within_one() -> None:
    assert wrap_keys("Enter accept · Esc back", 40) == ["Enter accept · Esc back"]
    assert wrap_keys("Enter accept · Esc back", 22) == ["Enter accept", "Esc back"]
    assert wrap_keys("Enter accept · Esc back", 1) == ["Enter accept", "Esc back"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("which", MAKERS)
def test_every_key_can_be_read_in_the_smallest_window(which: str, lang: str) -> None:
    screen = MAKERS[which](lang)
    shown = shown_on(screen, size=(60, 20))
    for key in screen.keys().split(" · "):  # type: ignore[attr-defined]
        assert key in shown


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_said_of_a_row_of_a_new_table_stands_just_below_it(lang: str) -> None:
    words = Translator(lang, "parker-1962")
    lines = shown_on(OpenTableScreen(Preferences(), lang), "up", "up").splitlines()
    clock = next(at for at, line in enumerate(lines) if words.gettext("Clock") in line)
    said = " ".join(line.strip() for line in lines[clock + 1 : clock + 4])
    assert said.startswith(pace_sentence(PACES["relaxed"], words))


def test_a_table_that_cannot_be_played_is_not_opened_and_says_why() -> None:
    wrong = Preferences(house=(("take_discard", "true"),))
    assert "This cannot be played. Turns, at most: must be set" in shown_on(OpenTableScreen(wrong, "en"))
    assert answer_of(OpenTableScreen(wrong, "en"), "s") is NOTHING
    assert answer_of(OpenTableScreen(Preferences(), "en"), "s").edition == "parker-1962"
