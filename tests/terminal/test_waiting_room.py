"""The waiting room and the lobby without a server: what is told there, and what fits."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from bornes.client.table_client import Notice
from bornes.i18n import Translator
from bornes.tables.commands import Command, RemovePlayer
from bornes.tables.messages import Done
from bornes.tables.public_view import ListedSeat
from bornes.terminal.screens.base_app import TerminalApp
from bornes.terminal.screens.lobby_rows import LobbyRow, table_line, table_seats
from bornes.terminal.screens.online_table_screen import BEGUN
from bornes.terminal.screens.waiting_room_screen import BotDialog, RemoveDialog, WaitingRoomScreen
from tests.support.online_snapshots import listing, person, waiting_room
from tests.support.pilots import driven, until
from tests.support.terminal_snapshots import screen_text

Steps = Callable[[TerminalApp, WaitingRoomScreen, Pilot[int]], Awaitable[None]]


def wait_there(steps: Steps, lang: str = "en", size: tuple[int, int] = (80, 24)) -> list[Any]:
    """Do something in a waiting room; what it was left with."""
    left: list[Any] = []

    async def visited() -> None:
        app, screen = TerminalApp(), waiting_room(lang)
        assert isinstance(screen, WaitingRoomScreen)
        async with driven(app, size) as pilot:
            app.push_screen(screen, left.append)
            await until(lambda: app.screen is screen and "Ann" in screen_text(app))
            await steps(app, screen, pilot)

    asyncio.run(visited())
    return left


def told(app: TerminalApp) -> list[str]:
    """What the boxes say that are shown now."""
    return [note.message for note in app._notifications]


def test_what_happens_at_once_is_told_in_one_box_which_goes_when_the_deal_begins() -> None:
    news = ["Bob sits down.", "Bob is connected.", "Bob is ready."]

    async def steps(app: TerminalApp, screen: WaitingRoomScreen, pilot: Pilot[int]) -> None:
        for text in news:
            screen._tell(Notice(text))
        await until(lambda: told(app) == ["\n".join(news)])
        screen._tell(Notice("Chloé sits down."))
        screen.table.begun = True  # type: ignore[misc]
        screen._hear()
        await until(lambda: app.screen is not screen)
        await pilot.pause()
        assert told(app) == []

    assert wait_there(steps) == [BEGUN]


@pytest.mark.parametrize(("lang", "sentence"), [("en", "Makes any legal move"), ("fr", "Joue n’importe quel coup")])
def test_which_bot_is_asked_with_a_sentence_about_each(lang: str, sentence: str) -> None:
    async def steps(app: TerminalApp, screen: WaitingRoomScreen, pilot: Pilot[int]) -> None:
        await pilot.press("b")
        await until(lambda: isinstance(app.screen, BotDialog) and sentence in screen_text(app))
        await pilot.press("end")
        await until(lambda: sentence not in screen_text(app))
        last = " ".join(screen_text(app).replace("│", " ").split())
        assert ("Strength 5 of 5." if lang == "en" else "Force 5 sur 5.") in last

    wait_there(steps, lang, size=(60, 20))


@pytest.mark.parametrize(("lang", "title"), [("en", "Remove a player?"), ("fr", "Retirer quelqu’un")])
def test_the_host_is_asked_whom_to_remove(lang: str, title: str) -> None:
    async def steps(app: TerminalApp, screen: WaitingRoomScreen, pilot: Pilot[int]) -> None:
        asked: list[object] = []
        screen.table.command = note_to(asked)  # type: ignore[method-assign, assignment]
        await pilot.press("x")
        await until(lambda: isinstance(app.screen, RemoveDialog) and title in screen_text(app))
        assert "Bob" in screen_text(app)
        await pilot.press("enter")  # nobody
        await until(lambda: app.screen is screen)
        assert asked == []
        await pilot.press("x")
        await until(lambda: isinstance(app.screen, RemoveDialog))
        await pilot.press("1")
        await until(lambda: asked == [RemovePlayer(target_seat=1)])

    wait_there(steps, lang)


def note_to(asked: list[object]) -> Callable[..., Awaitable[Done]]:
    """Return what notes the commands that a table is sent."""

    async def command(seat: int | None, asks: Command, language: str = "en") -> Done:
        asked.append(asks)
        return Done("")

    return command


def test_others_are_told_the_command_as_it_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (".venv/bin/bornes", "scripts/bornes"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(tmp_path / ".venv" / "bin" / "bornes")])

    async def steps(app: TerminalApp, screen: WaitingRoomScreen, pilot: Pilot[int]) -> None:
        await until(lambda: "scripts/bornes play 482 913 057 --server" in screen_text(app))

    wait_there(steps, size=(120, 40))


@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("width", [56, 76])
def test_all_seats_of_a_table_in_the_lobby_can_be_read_in_the_language(width: int, marked: bool) -> None:
    words = Translator("fr")
    bots = [ListedSeat("bot", f"Player {number}", "tuned", number - 1) for number in range(2, 8)]
    table = listing("parker-1962", "home-1", [person("Ann", 0), *bots, ListedSeat("open", "", None, 7)], deal=2)
    row = LobbyRow("home-1", table_line(table, [], words), seats=table_seats(table, words))
    lines = row.text(marked=marked, width=width).plain.split("\n")
    assert all(cell_len(line.rstrip()) <= width for line in lines)
    for seat in ("● Ann", *(f"◌ Pilote {number}" for number in range(2, 8)), "○ libre"):
        assert any(seat in line for line in lines)
