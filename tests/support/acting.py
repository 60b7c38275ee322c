"""A game on the stage for tests of the table on the screen: a part is played, and what is shown is asked about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from bornes import Card, Game, Phase
from bornes.terminal.screens.table_screen import TableScreen
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import Stage, game_of, staged


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


OPENING = ("roll 25 25 50 50 100", "roll 25 25 50 50 100")


def opening(draw: str = "75 75 75 75 75") -> Game:
    """Two players, each with a Roll."""
    return game_of(rules_of("parker-1962"), *OPENING, draw=draw)


def digit_of(stage: Stage, card: Card) -> str:
    """The digit of a card of the hand."""
    return str(stage.shown.view.hand.index(card) + 1)


def under_attack() -> Game:
    """The second player has laid Stop on the first, who holds the Right of Way."""
    game = game_of(rules_of("parker-1962"), "roll priority", "roll stop", draw="25 25 25 25 25 25")
    for move in ("roll", "stop>A"):
        game.play(move)
    assert game.deal.phase is Phase.REACT
    return game


def two_to_hit() -> Game:
    """Three players who have all begun to drive; the first one holds Stop."""
    game = game_of(rules_of("parker-1962", 3), "roll stop", "roll", "roll", draw="25 25 25 25 25 25")
    for move in ("roll", "roll", "roll"):
        game.play(move)
    return game


def near_the_end(**house: int) -> Game:
    """The first player has only 25 miles to go, and the card."""
    rules = rules_of("parker-1962").replace(target=50, **house)
    game = game_of(rules, "roll 25 25", "roll roll", draw="100 100 100 100 100 100")
    for move in ("roll", "-roll", "25", "-roll"):
        game.play(move)
    return game


def drawing() -> Game:
    """An edition with a draw to decide on: the first player is to draw, and a discard lies there."""
    game = game_of(rules_of("asmodee"), "roll 25 50", "100 75", draw="200 200 200 200 25 25 25")
    for move in ("draw", "-50", "draw", "-75"):
        game.play(move)
    assert game.deal.phase is Phase.DRAW
    return game
