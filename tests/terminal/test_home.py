"""The home screen and what it leads to: the last game, a new one, bots, my games, the language, the browser."""

from __future__ import annotations

import asyncio
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from bornes import Game
from bornes.base.files import data_folder
from bornes.client.table_client import Seat
from bornes.store.saved_games import list_games, open_game, saved_games
from bornes.terminal import local_server
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.local_server import LocalServer, ServerNotStarted
from bornes.terminal.phrases import as_sentence
from bornes.terminal.preferences import PlayOptions, Preferences, has_preferences, load_preferences, save_preferences
from bornes.terminal.screens.dialogs import BrowserDialog, DeleteDialog, QuitDialog
from bornes.terminal.screens.games_screen import GamesScreen
from bornes.terminal.screens.help_pages import HowToScreen
from bornes.terminal.screens.home_screen import GAMES, HOWTO, JOIN, LANGUAGE, PLAY, WATCH, HomeScreen, LanguageDialog
from bornes.terminal.screens.lobby_screen import LobbyScreen
from bornes.terminal.screens.new_game_screen import NewGameScreen
from bornes.terminal.screens.replay_screen import ReplayScreen
from bornes.terminal.screens.review_screen import ReviewScreen
from bornes.terminal.screens.table_screen import TableScreen
from bornes.terminal.screens.terminal_app import BornesApp
from bornes.terminal.screens.watch_screen import WatchScreen
from bornes.terminal.seat_session import LocalSession
from tests.support.home_snapshots import Shot, keep_games, shots, two_deals
from tests.support.pilots import driven, until
from tests.support.saves import from_later_version, saved_game
from tests.support.terminal_snapshots import screen_text

OPTIONS = PlayOptions(choices=Preferences(pace=0.0))
Story = Callable[[BornesApp, Pilot[int]], Awaitable[None]]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games and choices go to a folder of their own, and it is the same time everywhere."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def at_home(story: Story, options: PlayOptions = OPTIONS, size: tuple[int, int] = (80, 24)) -> BornesApp:
    """Open the app as ``bornes`` does, without a terminal."""
    app = BornesApp(options)

    async def told() -> None:
        async with driven(app, size) as pilot:
            await until(lambda: isinstance(app.screen, HomeScreen))
            await story(app, pilot)

    asyncio.run(told())
    return app


def marked(app: BornesApp) -> str:
    """What is marked on the home screen."""
    screen = app.screen
    assert isinstance(screen, HomeScreen)
    at = screen.query_one(OptionList).highlighted
    assert at is not None
    return screen.offers[at]


async def play_new(app: BornesApp, pilot: Pilot[int]) -> None:
    """Begin the game that is offered."""
    await pilot.press("p")
    await until(shows(app, NewGameScreen))
    await pilot.press("s")
    await until(shows(app, TableScreen))


async def ask_to_leave(app: BornesApp, pilot: Pilot[int]) -> None:
    """Ask to leave the table."""
    await pilot.press("q")
    await until(shows(app, QuitDialog))


def said(app: BornesApp) -> str:
    """What notes over the screen say."""
    return " ".join(str(one.message) for one in app._notifications)


def shows(app: BornesApp, kind: type) -> Callable[[], bool]:
    return lambda: isinstance(app.screen, kind)


# -- the first start ---------------------------------------------------------------------------------------------


def test_whoever_starts_for_the_first_time_is_offered_how_to_play() -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        assert marked(app) == HOWTO
        assert "New here?" in screen_text(app)
        assert "Continue" not in screen_text(app)
        await pilot.press("enter")
        await until(shows(app, HowToScreen))
        await pilot.press("escape")
        await until(lambda: marked(app) == PLAY)

    at_home(story)


def test_later_playing_is_offered_first() -> None:
    save_preferences(Preferences())

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        assert marked(app) == PLAY
        assert "Parker Brothers, 1962" in screen_text(app)
        assert "The Old Hand" in screen_text(app)

    at_home(story)


def test_leaving_a_game_that_cannot_be_saved_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "file" / "data"))

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await play_new(app, pilot)
        await ask_to_leave(app, pilot)
        assert "could not be saved" in screen_text(app)

    at_home(story)


def test_a_window_too_narrow_for_a_new_game_does_no_harm() -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("p")
        await until(shows(app, NewGameScreen))
        for size in ((20, 5), (10, 5), (80, 24)):
            await pilot.resize_terminal(*size)
        assert "Parker Brothers, 1962" in screen_text(app)

    at_home(story)


# -- where the choices lead --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "screen", "then"),
    [("p", NewGameScreen, PLAY), ("w", NewGameScreen, WATCH), ("g", GamesScreen, GAMES), ("j", LobbyScreen, JOIN)],
)
def test_a_letter_leads_there_and_escape_back(key: str, screen: type, then: str) -> None:
    save_preferences(Preferences())

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press(key)
        await until(shows(app, screen))
        await pilot.press("escape")
        await until(shows(app, HomeScreen))
        assert marked(app) == then

    at_home(story)


def test_arrows_and_enter_or_a_click_lead_there_too() -> None:
    save_preferences(Preferences())

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        for steps in (3, 0):
            await pilot.press("home", *["down"] * steps, "enter")
            await until(shows(app, GamesScreen if steps else NewGameScreen))
            await pilot.press("escape")
            await until(shows(app, HomeScreen))
        await pilot.click(OptionList, offset=(5, 3))
        await until(shows(app, GamesScreen))

    at_home(story)


@pytest.mark.parametrize("key", ["q", "escape"])
def test_leaving_ends_the_program(key: str) -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press(key)
        await until(lambda: app.return_value is not None)

    assert at_home(story).return_value == 0


def test_a_new_game_is_played_and_left_for_home_where_it_can_be_continued(capfd: pytest.CaptureFixture[str]) -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await play_new(app, pilot)
        await ask_to_leave(app, pilot)
        await pilot.press("y")
        await until(shows(app, HomeScreen))
        assert marked(app) == "continue"
        await pilot.press("enter")
        await until(shows(app, TableScreen))
        await ask_to_leave(app, pilot)
        await pilot.press("y")
        await until(shows(app, HomeScreen))
        await pilot.press("q")
        await until(lambda: app.return_value is not None)

    assert at_home(story).return_value == 0
    (saved,), _ = saved_games()
    assert f"Saved as {saved.name}" in " ".join(capfd.readouterr().err.split())


def test_leaving_after_a_game_that_is_over_names_review_and_replay() -> None:
    table: Any = SimpleNamespace(over=True)
    store: Any = SimpleNamespace(failure=None, name="2026-01-03-parker-1962")
    app = BornesApp(OPTIONS)
    app.session = LocalSession(table, store)
    assert app._way_back() == "bornes review shows the better moves of this game, bornes replay every move."


def test_whoever_has_finished_a_game_is_not_new_though_nothing_was_chosen() -> None:
    assert HomeScreen(OPTIONS, Theme()).first_time
    finished = data_folder() / "games" / "finished"
    finished.mkdir(parents=True)
    (finished / "2026-01-03-parker-1962.game").touch()
    assert not HomeScreen(OPTIONS, Theme()).first_time


def test_the_last_game_is_continued_and_the_others_are_counted() -> None:
    keep_games()

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        text = screen_text(app)
        assert "Deal 2" in text
        assert "1 more game can be continued" in text
        await pilot.press("c")
        await until(shows(app, TableScreen))
        assert app.session is not None
        assert app.session.store.name == "2026-01-03-parker-1962"

    at_home(story)


def test_a_game_of_another_terminal_is_not_offered() -> None:
    name = saved_game(two_deals(), [Seat("Player 1", here=True), Seat("Boris", "random")])
    store = open_game(name)

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        assert "Continue" not in screen_text(app)
        await pilot.press("c")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("g")
        await until(shows(app, GamesScreen))
        assert "played in another terminal" in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, GamesScreen)
        await pilot.press("f")
        await until(lambda: f"The game {name} is being played in another terminal" in said(app))
        assert isinstance(app.screen, GamesScreen), "nobody is asked for what cannot be done"
        assert len(list_games()[0]) == 1
        store.unlock()
        await pilot.press("enter")
        await until(shows(app, TableScreen))

    at_home(story)


def test_games_that_cannot_be_read_are_told_once_in_one_sentence() -> None:
    names = [saved_game(two_deals(), [Seat("Player 1", here=True), Seat("Boris", "random")]) for _ in range(3)]
    for name in names:
        from_later_version(data_folder() / "games" / f"{name}.game")

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        assert said(app) == "3 saved games cannot be read: “bornes games” says why."
        await pilot.press("g")
        await until(shows(app, GamesScreen))
        await pilot.press("escape")
        await until(shows(app, HomeScreen))
        assert len(app._notifications) == 1

    at_home(story)


def test_bots_are_watched_without_becoming_a_game_of_mine() -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("w")
        await until(shows(app, NewGameScreen))
        assert "Watch bots" in screen_text(app)
        await pilot.press("s")
        await until(shows(app, WatchScreen))
        await pilot.press("q")
        await until(shows(app, HomeScreen))
        assert list_games() == ([], [])
        assert not has_preferences()

    at_home(story)


# -- my games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "screen"), [("r", ReplayScreen), ("v", ReviewScreen), ("enter", ReplayScreen)])
def test_a_game_that_is_over_is_replayed_or_reviewed(key: str, screen: type) -> None:
    keep_games()

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("g")
        await until(shows(app, GamesScreen))
        await pilot.press("end", key)
        await until(shows(app, screen))
        await pilot.press("escape")
        await until(shows(app, GamesScreen))

    at_home(story)


def test_a_review_lists_what_was_better_and_leads_to_the_moment() -> None:
    keep_games()

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("g", "end", "v")
        await until(shows(app, ReviewScreen))
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await until(lambda: bool(review.moments))
        await pilot.press("enter")
        await until(shows(app, ReplayScreen))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.at in review.moments

    at_home(story)


def test_of_a_game_without_a_deal_that_is_over_nothing_is_shown() -> None:
    game = Game("parker-1962", seed=7)
    saved_game(game, [Seat("Player 1", here=True), Seat("Boris", "random")])

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("g")
        await until(shows(app, GamesScreen))
        await pilot.press("r", "v")
        assert isinstance(app.screen, GamesScreen)
        assert "No deal of the game" in said(app)

    at_home(story)


@pytest.mark.parametrize(
    ("keys", "left"), [(["f", "y"], 2), (["delete", "y"], 2), (["f", "n"], 3), (["f", "escape"], 3)]
)
def test_a_game_is_deleted_only_after_a_question(keys: list[str], left: int) -> None:
    keep_games()

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("g")
        await until(shows(app, GamesScreen))
        await pilot.press(keys[0])
        await until(shows(app, DeleteDialog))
        await pilot.press(keys[1])
        await until(shows(app, GamesScreen))
        assert app.screen.query_one(OptionList).option_count == left
        assert len(list_games()[0]) == left

    at_home(story)


def test_a_game_of_the_list_is_continued() -> None:
    keep_games()

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("g")
        await until(shows(app, GamesScreen))
        await pilot.press("down", "enter")
        await until(shows(app, TableScreen))
        assert app.session is not None
        assert app.session.store.name == "2026-01-02-dujardin"

    at_home(story)


# -- language ----------------------------------------------------------------------------------------------------


def test_another_language_is_spoken_at_once_and_remembered() -> None:
    save_preferences(Preferences(edition="asmodee"))

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("l")
        await until(shows(app, LanguageDialog))
        await pilot.press("enter")
        await until(shows(app, HomeScreen))
        await until(lambda: "Mes parties" in screen_text(app))
        assert marked(app) == LANGUAGE
        await pilot.press("p")
        await until(shows(app, NewGameScreen))
        assert "Nouvelle partie" in screen_text(app)

    at_home(story, replace(OPTIONS, choices=load_preferences()))
    assert load_preferences("en").lang == "fr"
    assert load_preferences("en").edition == "asmodee"


def test_whoever_chooses_french_first_is_offered_the_french_game() -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("l")
        await until(shows(app, LanguageDialog))
        await pilot.press("f")
        await until(lambda: app.screen.query_one(OptionList).option_count > 5)

    at_home(story)
    assert load_preferences("en").edition == "dujardin"


# -- the browser -------------------------------------------------------------------------------------------------


class Pretended(LocalServer):
    """A server that is there, or is not."""

    def __init__(self, failure: str = "") -> None:
        super().__init__()
        self.failure = failure
        self.stopped = False

    async def open(self, language: str = "en") -> str:
        """Say where it is."""
        if self.failure:
            raise ServerNotStarted("{error}", error=self.failure)
        return "http://127.0.0.1:4711"

    async def stop(self) -> None:
        """Be ended."""
        self.stopped = True


@pytest.mark.parametrize("failure", ["", "the server needs uvicorn"])
def test_the_browser_opens_and_the_terminal_stays(failure: str) -> None:
    pretended = Pretended(failure)

    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        app.browser_server = pretended
        await pilot.press("b")
        await until(shows(app, BrowserDialog))
        await until(lambda: (as_sentence(failure) or "http://127.0.0.1:4711") in screen_text(app))
        await pilot.press("escape")
        await until(shows(app, HomeScreen))

    at_home(story)
    assert pretended.stopped


@pytest.mark.slow
def test_a_server_is_started_for_the_browser_and_ends_with_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1 TERM=$TERM" > {opened}.new; mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setattr(local_server, "DEFAULT_URL", "http://127.0.0.1:9")  # where nobody listens
    assert sys.platform != "win32"

    async def story() -> None:
        server = LocalServer()
        address = await server.open()
        assert server.started_here
        await until(opened.exists)
        assert opened.read_text() == f"{address} TERM=\n"
        page = await asyncio.to_thread(lambda: urllib.request.urlopen(address).read())
        assert b"<html" in page
        await server.stop()
        with pytest.raises(OSError, match="refused"):
            await asyncio.to_thread(urllib.request.urlopen, address)

    asyncio.run(story())


# -- how it looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shot", list(shots()), ids=lambda shot: shot.name)
def test_every_screen_looks_as_it_did(shot: Shot) -> None:
    """After a wanted change: ``python -m tests.support.home_snapshots``, and look at the difference."""
    assert shot.take() == shot.file.read_text(encoding="utf-8")


def test_in_ascii_the_home_screen_is_nothing_else() -> None:
    async def story(app: BornesApp, pilot: Pilot[int]) -> None:
        assert screen_text(app).isascii()

    at_home(story, replace(OPTIONS, lang="fr", choices=Preferences(ascii=True, colour=False)))
