"""The table screen as text, for every number of seats in both languages and in two sizes.

Run as a program it writes the files anew: ``python -m tests.support.terminal_snapshots``.  Do so only when the screen
was meant to change, and look at the difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual import work
from textual.app import App
from textual.pilot import Pilot

from bornes import Game, Phase, Rules
from bornes.bots import bot
from bornes.client.table_client import Seat
from bornes.game.player_names import BOT_NAMES
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.local_table import LocalTable
from bornes.terminal.screens.base_app import TerminalApp
from bornes.terminal.screens.table_screen import TableScreen
from bornes.terminal.seat_session import words_for
from tests.support.paths import GOLDEN
from tests.support.pilots import driven
from tests.support.scenes import fresh

SNAPSHOTS = GOLDEN / "terminal"
SIZES = ((80, 24), (120, 40), (140, 45))
MOVES = 40
"""So many moves into the deal there is something of everything on the table."""


class Stage(TerminalApp):
    """The app with one table on it, and nothing before or after."""

    def __init__(self, game: Game, here: tuple[int, ...] = (0,), lang: str = "en", look: Theme | None = None) -> None:
        super().__init__(calm=True)
        self.game, self.here, self.lang = game, here, lang
        self.look = look or self.look
        self.left_with: str | None = None

    def on_mount(self) -> None:
        """Put the table on the screen."""
        self._sit_down()

    @work
    async def _sit_down(self) -> None:
        bots = ("sunday-driver" if at not in self.here else None for at in range(self.game.rules.players))
        seats = [Seat(name, spec, spec is None) for name, spec in zip(self.game.names, bots, strict=True)]
        self.table = await LocalTable.of_game(self.game, seats)
        words = words_for(self.table, self.lang)
        self.push_screen(TableScreen(self.table, words, self.look), self._left)

    def _left(self, how: str | None) -> None:
        self.left_with = how

    async def on_unmount(self) -> None:
        """Leave the table."""
        await self.table.close()

    @property
    def shown(self) -> TableScreen:
        """The table screen, whatever lies over it."""
        return next(screen for screen in self.screen_stack if isinstance(screen, TableScreen))


def screen_text(app: App[int]) -> str:
    """Return what stands on the screen, without colours."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


@asynccontextmanager
async def staged(stage: Stage, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[int]]:
    """Run the stage with a pilot, once bots have moved."""
    async with driven(stage, size) as pilot:
        await settled(stage, pilot)
        yield pilot


async def settled(stage: Stage, pilot: Pilot[int]) -> None:
    """Wait until the bots have moved and the screen shows it."""
    await stage.table.wait_for_decision()
    await pilot.pause()


def play_on(game: Game, enough: Callable[[Game, int], bool]) -> Game:
    """Let Sunday drivers play until it is enough, always alike."""
    driver, moves = bot("sunday-driver", seed=1), 0
    while game.deal.seat is not None and not enough(game, moves):
        game.play(driver.choose(game.deal.view(game.deal.seat)))
        moves += 1
    return game


def some_game(edition: str, players: int) -> Game:
    """Begin a game and play some moves of its first deal, until the first seat is to play."""
    game = Game(edition, players, seed="golden", names=BOT_NAMES[:players])
    return play_on(game, lambda game, moves: moves >= MOVES and game.deal.seat == 0 and game.deal.phase is Phase.PLAY)


def game_of(rules: Rules, *hands: str, draw: str = "", names: tuple[str, ...] = ()) -> Game:
    """Begin a game in which the seats, counted from the first, are dealt these hands."""
    dealt = fresh(rules, *hands, draw=draw)
    assert dealt.deck is not None
    return Game(rules, deck=dealt.deck, names=names or None)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to be taken."""

    edition: str
    players: int
    lang: str = "en"
    size: tuple[int, int] = (80, 24)
    look: Theme | None = None
    suffix: str = ""

    @property
    def file(self) -> Path:
        """Where it lies."""
        width, height = self.size
        return SNAPSHOTS / f"{self.players}-{self.lang}-{width}x{height}{self.suffix}.txt"

    def take(self) -> str:
        """Return the text of the screen."""

        async def taken() -> str:
            stage = Stage(some_game(self.edition, self.players), (0,), self.lang, self.look)
            async with staged(stage, self.size):
                return screen_text(stage)

        return asyncio.run(taken())


def shots() -> Iterator[Shot]:
    """List all snapshots: two and four by the oldest rulebook, six and eight by the French one."""
    for players in (2, 4, 6, 8):
        for lang in ("en", "fr"):
            for size in SIZES:
                yield Shot("parker-1962" if players < 6 else "dujardin", players, lang, size)
    yield Shot("parker-1962", 2, look=Theme(boxes=False), suffix="-ascii")
    yield Shot("dujardin", 8, "fr", (120, 40), look=Theme(boxes=False), suffix="-ascii")
    yield Shot("parker-1962", 2, look=Theme(colour=False), suffix="-colourless")


def main() -> None:
    """Write all files anew."""
    SNAPSHOTS.mkdir(parents=True, exist_ok=True)
    for shot in shots():
        shot.file.write_text(shot.take(), encoding="utf-8")


if __name__ == "__main__":
    main()
