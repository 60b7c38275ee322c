"""The whole program on the screen: which game comes first, and how it is left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from bornes import Game
from bornes.base.files import data_folder
from bornes.cli.record_input import read_record
from bornes.client.table_client import Seat
from bornes.store.saved_games import saved_games
from bornes.terminal.preferences import PlayOptions, Preferences
from bornes.terminal.screens.dialogs import AGAIN, QuitDialog
from bornes.terminal.screens.new_game_screen import NewGameScreen
from bornes.terminal.screens.table_screen import TableScreen
from bornes.terminal.screens.terminal_app import BornesApp
from bornes.terminal.screens.watch_screen import WatchScreen
from bornes.terminal.shutdown import INTERRUPTED_EXIT_CODE
from tests.support.pilots import driven, until
from tests.support.saves import saved_game


def run_app(options: PlayOptions, part: Callable[[BornesApp, Pilot[int]], Awaitable[None]]) -> BornesApp:
    """Run the app as ``bornes play`` does, without a terminal."""
    app = BornesApp(options)

    async def spent() -> None:
        async with driven(app) as pilot:
            await until(lambda: len(app.screen_stack) > 1 or app.return_value is not None)
            await part(app, pilot)

    asyncio.run(spent())
    return app


BEGIN = PlayOptions(choices=Preferences(pace=0.0), begin=True, resume=False, seed="evening")


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

    assert run_app(PlayOptions(resume=False) if "new" in there else BEGIN, part).return_value == INTERRUPTED_EXIT_CODE


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


def test_a_page_that_is_opened_while_one_leaves_goes_with_the_table() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        await pilot.press("question_mark")
        table.dismiss(AGAIN)
        await until(lambda: isinstance(app.screen, NewGameScreen))
        assert [type(screen) for screen in app.screen_stack[1:]] == [NewGameScreen]

    run_app(BEGIN, part)


def test_a_game_that_was_described_begins_at_once_and_ctrl_c_leaves_it() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, TableScreen)
        await pilot.press("ctrl+c")

    assert run_app(BEGIN, part).return_value == INTERRUPTED_EXIT_CODE


def test_a_game_that_was_left_is_continued_at_the_same_move() -> None:
    seen: list[str] = []

    async def leave(app: BornesApp, pilot: Pilot[int]) -> None:
        assert app.session is not None
        await pilot.press("d", "1")
        await until(lambda: app.session is not None and app.session.table.view(0).to_decide)
        seen.append(app.session.table.record)
        await pilot.press("q")
        await pilot.press("y")
        await until(lambda: app.return_value is not None)  # the game is saved first

    async def come_back(app: BornesApp, pilot: Pilot[int]) -> None:
        assert app.session is not None
        assert isinstance(app.screen, TableScreen)
        seen.append(app.session.table.record)

    assert run_app(BEGIN, leave).return_value == 0
    run_app(PlayOptions(resume=True), come_back)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("keys", [["q", "y"], ["ctrl+c"]])
def test_whoever_leaves_is_told_where_the_game_is_saved(keys: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    async def leave(app: BornesApp, pilot: Pilot[int]) -> None:
        for key in keys:
            await pilot.press(key)
        await until(lambda: app.return_value is not None)  # the game is saved first

    run_app(BEGIN, leave)
    (saved,), _ = saved_games()
    told = " ".join(capfd.readouterr().err.split())
    assert told == f"Saved as {saved.name}; continue it with bornes play --resume."


def test_bots_among_themselves_are_watched() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, WatchScreen)

    run_app(replace(BEGIN, choices=Preferences(bots=("random", "random"))), part)


def test_in_ascii_and_without_colour_every_screen_keeps_to_that() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        for key in ("q", "escape", "r", "escape", "1"):
            await pilot.press(key)
            strips = app.screen._compositor.render_strips()
            assert "".join(strip.text for strip in strips).isascii()
            styles = [part.style for strip in strips for part in strip if part.style is not None]
            assert not any(colour and not colour.is_default for one in styles for colour in (one.color, one.bgcolor))

    run_app(replace(BEGIN, lang="fr", choices=Preferences(ascii=True, colour=False, names=("Zoé",))), part)


def test_without_colour_the_chosen_line_of_a_list_is_underlined() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.press("q")
        strips = app.screen._compositor.render_strips()
        lines = ["".join(one.text for one in strip if one.style and one.style.underline).strip() for strip in strips]
        assert [line for line in lines if line] == ["y  Yes, save and leave"]

    run_app(replace(BEGIN, choices=Preferences(colour=False, calm=True)), part)


def test_with_new_the_new_game_screen_comes_first() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, NewGameScreen)
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, TableScreen))

    run_app(PlayOptions(resume=False), part)


def test_going_on_where_nothing_is_saved_ends_with_a_word() -> None:
    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await pilot.pause()

    assert run_app(PlayOptions(resume=True), part).return_value == 1


def test_a_copy_of_a_saved_game_is_played_as_the_record_that_it_is() -> None:
    name = saved_game(Game("parker-1962", seed=7), [Seat("Player 1", here=True), Seat("Boris", "random")])
    copy = data_folder() / "copy.game"
    (data_folder() / "games" / f"{name}.game").rename(copy)
    options = PlayOptions(choices=Preferences(pace=0.0), file=copy, game=read_record(str(copy)))
    copy.unlink()  # as a pipe, it can be read once

    async def part(app: BornesApp, pilot: Pilot[int]) -> None:
        await until(lambda: isinstance(app.screen, TableScreen))
        app.action_interrupt()

    assert run_app(options, part).return_value == INTERRUPTED_EXIT_CODE
