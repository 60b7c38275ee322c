"""Every state of the table screen as text, in both languages, in a small and in a large window.

Run as a program it writes the files anew, and with a folder their pictures there, to be looked at:
``python -m tests.support.terminal_states [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot

from bornes import Card, Game
from bornes.client.table_client import HintText, Seat
from bornes.game.events import DealOver
from bornes.game.moves import Move
from bornes.game.player_names import BOT_NAMES
from bornes.i18n import Translator
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.local_table import LocalTable
from bornes.terminal.screens.base_app import OneScreenApp
from bornes.terminal.screens.celebrations import banners
from bornes.terminal.screens.prompts import hint_notice
from bornes.terminal.screens.replay_screen import ReplayScreen
from bornes.terminal.screens.watch_screen import WatchScreen
from bornes.terminal.seat_session import words_for
from scripts._screenshots.terminal import cells, drawing
from tests.support.pilots import driven, until
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import SNAPSHOTS, Stage, game_of, play_on, screen_text, settled, some_game, staged

SIZES = ((80, 24), (140, 45))
Part = Callable[[Stage, Pilot[int]], Awaitable[None]]
NAMES = BOT_NAMES[:2]


def pressing(*keys: str) -> Part:
    """Return the part that presses these keys."""

    async def part(stage: Stage, pilot: Pilot[int]) -> None:
        await pilot.press(*keys)

    return part


async def hinted(stage: Stage, pilot: Pilot[int]) -> None:
    """Show a hint, always the same."""
    screen = stage.shown
    lines = (screen.words.gettext("Drive {distance}", distance=screen.words.distance(50)),)
    screen.notice, screen.hinted = hint_notice(HintText(lines), screen.words), Move.lay(Card.D50)
    screen.draw()


async def celebrated(stage: Stage, pilot: Pilot[int]) -> None:
    """Show what there is to celebrate, for as long as one looks."""
    screen, view = stage.shown, stage.table.view(None)
    over = isinstance(view.events[-1], DealOver)
    screen.ceremony._banners = list(banners(view, view.events, screen.words, None))[-1 if over else 0 :]
    screen.draw()


async def called_and_celebrated(stage: Stage, pilot: Pilot[int]) -> None:
    """Call a coup fourré."""
    await pilot.press("c")
    await settled(stage, pilot)
    await celebrated(stage, pilot)


def drawing_game() -> Game:
    """An edition with a draw to decide on."""
    game = game_of(rules_of("asmodee"), "roll 25 50", "100 75", draw="200 200 200 200 25 25 25", names=NAMES)
    for move in ("draw", "-50", "draw", "-75"):
        game.play(move)
    return game


def attacked_game() -> Game:
    """The second player has laid Stop on the first, who holds the Right of Way."""
    game = game_of(rules_of("parker-1962"), "roll priority", "roll stop", draw="25 25 25 25 25 25", names=NAMES)
    for move in ("roll", "stop>A"):
        game.play(move)
    return game


def attacking_game() -> Game:
    """Three players, and the first holds a hazard."""
    hands = ("stop roll", "roll", "roll")
    game = game_of(rules_of("parker-1962", 3), *hands, draw="25 25 25 25 25 25", names=BOT_NAMES[:3])
    for move in ("roll", "roll", "roll"):
        game.play(move)
    return game


def finished_deal() -> Game:
    """A deal that is over, completed by somebody."""
    return play_on(Game(seed="over", names=NAMES), lambda game, moves: False)


STATES: dict[str, tuple[Callable[[], Game], Part]] = {
    "chosen": (lambda: some_game("parker-1962", 4), pressing("right", "right")),
    "refused": (lambda: some_game("parker-1962", 2), pressing("3")),
    "hint": (lambda: some_game("parker-1962", 4), hinted),
    "discard": (lambda: some_game("dujardin", 6), pressing("d")),
    "draw": (drawing_game, pressing()),
    "exchange": (drawing_game, pressing("x", "2", "3")),
    "attacked": (attacked_game, pressing()),
    "coup": (attacked_game, called_and_celebrated),
    "whom": (attacking_game, pressing("7")),
    "over": (finished_deal, pressing()),
    "arrival": (finished_deal, celebrated),
    "log": (lambda: some_game("dujardin", 8), pressing("l")),
    "keys": (lambda: some_game("parker-1962", 2), pressing("?")),
    "why": (lambda: some_game("parker-1962", 2), pressing("w")),
    "leave": (lambda: some_game("parker-1962", 2), pressing("q")),
}
"""The states of the table where one plays: a game, and what is done at it."""
SPECTATED = ("watch", "replay")


@dataclass(frozen=True, slots=True)
class StateShot:
    """A picture to be taken of a state."""

    state: str
    lang: str
    size: tuple[int, int]

    @property
    def file(self) -> Path:
        """Where it lies."""
        width, height = self.size
        return SNAPSHOTS / "states" / f"{self.state}-{self.lang}-{width}x{height}.txt"

    def take(self) -> str:
        """Return the text of the screen."""
        return asyncio.run(self._show(screen_text))

    def picture(self) -> str:
        """Return the screen as SVG."""
        return asyncio.run(self._show(lambda app: drawing(list(cells(_lines(app))), self.size)))

    async def _show(self, seen: Callable[[App[int]], str]) -> str:
        if self.state in SPECTATED:
            async with driven(OneScreenApp(self._spectated, calm=True), self.size) as watched:
                await until(lambda: len(watched.app.screen_stack) > 1)
                await watched.press(*["right"] * 30 if self.state == "replay" else [])
                return seen(watched.app)
        make, part = STATES[self.state]
        stage = Stage(make(), (0,), self.lang)
        async with staged(stage, self.size) as pilot:
            await part(stage, pilot)
            await pilot.pause()
            return seen(stage)

    async def _spectated(self, look: Theme) -> WatchScreen | ReplayScreen:
        """Return a screen for spectators of a game between bots, paused or without its review."""
        game = some_game("parker-1962", 4)
        if self.state == "replay":
            screen = ReplayScreen(game, Translator.of(game, self.lang), look)
            screen.review._pending.clear()
            return screen
        seats = [Seat(name, "sunday-driver") for name in game.names]
        table = await LocalTable.of_game(game, seats)
        table.pause()
        return WatchScreen(table, words_for(table, self.lang), look, 1)


def _lines(app: App[int]) -> Iterator[list[Segment]]:
    return (list(strip) for strip in app.screen._compositor.render_strips())


def state_shots() -> Iterator[StateShot]:
    """List all snapshots of states."""
    for state in (*STATES, *SPECTATED):
        for lang in ("en", "fr"):
            for size in SIZES:
                yield StateShot(state, lang, size)


def main() -> None:
    """Write all files anew, or all pictures into a folder."""
    (SNAPSHOTS / "states").mkdir(parents=True, exist_ok=True)
    for shot in state_shots():
        if len(sys.argv) > 1:
            (Path(sys.argv[1]) / shot.file.with_suffix(".svg").name).write_text(shot.picture(), encoding="utf-8")
        else:
            shot.file.write_text(shot.take(), encoding="utf-8")


if __name__ == "__main__":
    main()
