"""The screens around the table as text and as pictures: home, new game, my games, review, pad.

Run as a program it writes the files anew: ``python -m tests.support.home_snapshots``.  Do so only when a screen was
meant to change, and look at the difference.  With the name of a folder it puts pictures there as well.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from textual.pilot import Pilot

from bornes import Game, play_game
from bornes.base.files import data_folder
from bornes.client.table_client import Seat
from bornes.i18n import Translator
from bornes.review import Decision, Verdict, judge_decision
from bornes.terminal.preferences import PlayOptions, default_preferences, save_preferences
from bornes.terminal.screens.score_pad_screen import ScorePadScreen, deal_result, game_result, player_answers
from bornes.terminal.screens.terminal_app import BornesApp
from tests.support.paths import GOLDEN
from tests.support.pilots import driven, until
from tests.support.saves import played_at, saved_game
from tests.support.terminal_snapshots import play_on, screen_text

SNAPSHOTS = GOLDEN / "terminal" / "home"
SIZES = ((80, 24), (140, 45))
NAMES = ("Player 1", "Boris")
SEATS = (Seat("Player 1", here=True), Seat("Boris", "rule-of-thumb"))
EPOCH = 1_767_258_000
"""When the oldest of the games was played: the first morning of 2026."""


def keep_games() -> None:
    """Put games into the data folder: one that is over, one between two deals, one in the middle of a deal."""
    short = Game("parker-1962").rules.replace(game_goal=2000)
    games = [
        play_game("sunday-driver", Game(short, seed="home", names=NAMES)),
        play_on(Game("dujardin", seed="home", names=NAMES), lambda game, moves: moves >= 30),
        two_deals(),
    ]
    for number, game in enumerate(games):
        name = saved_game(game, SEATS)
        for path in (data_folder() / "games").rglob(f"{name}.*"):
            renamed = path.with_name(f"2026-01-0{number + 1}-{game.rules.edition}{path.suffix}")
            path.replace(renamed)
            if renamed.suffix == ".game":
                played_at(renamed, (EPOCH + number * 86_400 + number * 3_660) * 1000)


def two_deals() -> Game:
    """A game in the middle of its second deal."""
    game = play_on(Game("parker-1962", seed="home", names=NAMES), lambda game, moves: False)
    game.next_deal()
    return play_on(game, lambda game, moves: moves >= 40 and game.deal.seat == 0)


Steps = Callable[[BornesApp, Pilot[int]], Awaitable[None]]


def keys(*pressed: str) -> Steps:
    """Press keys one after another."""

    async def press(app: BornesApp, pilot: Pilot[int]) -> None:
        for key in pressed:
            await pilot.press(key)

    return press


async def review_to_its_end(app: BornesApp, pilot: Pilot[int]) -> None:
    """Open the review of the game that is over, and wait for it; in every language and size it is the same game."""
    from bornes.terminal import review_timeline
    from bornes.terminal.screens.review_screen import ReviewScreen

    with patch.object(review_timeline, "judge_decision", _known_verdict):
        await pilot.press("g", "down", "down", "v")
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        await until(lambda: screen.review.done)


_VERDICTS: dict[tuple[int, int], Verdict] = {}


def _known_verdict(decision: Decision, *, care: float) -> Verdict:
    """Judge each decision of the game once."""
    key = (decision.deal, decision.number)
    if key not in _VERDICTS:
        _VERDICTS[key] = judge_decision(decision, care=care)
    return _VERDICTS[key]


async def after_a_deal(app: BornesApp, pilot: Pilot[int]) -> None:
    """Show the pad between two deals of a game."""
    await _show_pad(app, pilot, *_played("parker-1962", 3))


async def after_a_game(app: BornesApp, pilot: Pilot[int]) -> None:
    """Show the pad at the end of a game."""
    await _show_pad(app, pilot, *_played("parker-1962", 99))


def _played(edition: str, deals: int) -> tuple[Game, bool]:
    """Play deals of a game, or all of it; returns it, and whether it is over."""
    game = play_game("rule-of-thumb", Game(edition, seed="pad", names=NAMES), deals=deals)
    return game, game.over


async def _show_pad(app: BornesApp, pilot: Pilot[int], game: Game, over: bool) -> None:
    words = Translator.of(game, app.options.lang, you=0)
    sheet, view = game.score_sheet(), game.deal.view(0)
    result = game_result(game.winner, sheet, words) if over else deal_result(view, sheet, words)
    answers = player_answers(over=over, can_look_back=True, at_home=True)
    app.push_screen(ScorePadScreen(sheet, result, words, answers))
    await pilot.pause()


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to be taken."""

    what: str
    steps: Steps
    lang: str = "en"
    size: tuple[int, int] = (80, 24)
    played: bool = True
    """Whether somebody has played here before."""
    ascii: bool = False

    @property
    def name(self) -> str:
        """What its files are called."""
        width, height = self.size
        return f"{self.what}-{self.lang}-{width}x{height}"

    @property
    def file(self) -> Path:
        """Where its text lies."""
        return SNAPSHOTS / f"{self.name}.txt"

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[BornesApp]:
        """Open the app at home, in a data folder that is named by ``BORNES_DATA``, and go to the screen."""
        choices = replace(default_preferences("en"), ascii=self.ascii)
        app = BornesApp(PlayOptions(choices=choices, lang=self.lang))
        async with driven(app, self.size) as pilot:
            await until(lambda: len(app.screen_stack) > 1)
            await self.steps(app, pilot)
            await pilot.pause()
            yield app

    def prepare(self) -> None:
        """Let the data folder be what the picture needs."""
        if self.played:
            keep_games()
            save_preferences(default_preferences("en"))

    def take(self) -> str:
        """Return the text of the screen."""

        async def taken() -> str:
            async with self.shown() as app:
                return screen_text(app)

        self.prepare()
        return asyncio.run(taken())

    def picture(self) -> str:
        """Return the screen as an SVG."""

        async def taken() -> str:
            async with self.shown() as app:
                return app.export_screenshot()

        self.prepare()
        return asyncio.run(taken())


def shots() -> Iterator[Shot]:
    """List all snapshots."""
    for lang in ("en", "fr"):
        for size in SIZES:
            yield Shot("first-start", keys(), lang, size, played=False)
            yield Shot("home", keys(), lang, size)
            yield Shot("home-play", keys("down"), lang, size)
            yield Shot("new-game", keys("p", "home"), lang, size)
            yield Shot("new-game-bot", keys("p", "home", "down", "down", "down"), lang, size)
            yield Shot("watch", keys("w"), lang, size)
            yield Shot("games", keys("g"), lang, size)
            yield Shot("delete", keys("g", "f"), lang, size)
            yield Shot("language", keys("l"), lang, size)
            yield Shot("replay", keys("g", "down", "down", "r"), lang, size)
            yield Shot("review", review_to_its_end, lang, size)
            yield Shot("pad", after_a_deal, lang, size)
            yield Shot("pad-game", after_a_game, lang, size)
    yield Shot("home", keys(), "fr", (60, 20))
    yield Shot("new-game-bot", keys("p", "home", "down", "down", "down"), "fr", (60, 20))
    yield Shot("pad", after_a_deal, "fr", (60, 20))
    yield Shot("home-ascii", keys(), ascii=True)


def main() -> None:
    """Write all files anew, and pictures where a folder is named."""
    SNAPSHOTS.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:]
    for shot in shots():
        if wanted and shot.what not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["BORNES_DATA"] = folder
            shot.file.write_text(shot.take(), encoding="utf-8")
        if len(sys.argv) > 1:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["BORNES_DATA"] = folder
                Path(sys.argv[1], f"{shot.name}.svg").write_text(shot.picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
