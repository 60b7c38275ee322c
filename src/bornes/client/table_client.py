"""A table as a client sees it, wherever the game runs.

A client knows views and moves, never a deal: the same screen serves a game in this process and one far away.  Whatever
takes time is awaited; whoever listens is called after every change and looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ..base.translatable import TranslatableError
from ..engine.codes import DRAW, Phase
from ..game.deal import View
from ..game.events import Viewer
from ..game.moves import Move
from ..game.position import Window
from ..game.score_sheet import GameSheet
from ..i18n import Translator
from ..rules.cards import Card
from ..rules.ruleset import Rules


class TableError(TranslatableError, ValueError):
    """Something that cannot be done at this table now; says why."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there."""

    name: str
    bot: str | None = None
    """The spec of the bot that plays, such as ``champion``; None for a person."""
    here: bool = False
    """Whether it is a person at this keyboard."""
    ready: bool = False
    """Whether a person elsewhere waits for the next deal."""
    away: bool = False
    """Whether a person elsewhere is out of reach, or lets a bot drive."""
    open: bool = False
    """Whether nobody sits there yet."""


@dataclass(frozen=True, slots=True)
class HintText:
    """A hint: what the champion would do, and why."""

    lines: tuple[str, ...]
    """In sentences of the reader's language."""
    values: dict[str, Any] = field(default_factory=dict)
    """As plain values, for programs."""


class TableClient(Protocol):
    """A game that is played."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""

    @property
    def number(self) -> int:
        """Which deal is played, from 1."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points, with those of this deal so far."""

    @property
    def over(self) -> bool:
        """Whether no further deal will be played."""

    @property
    def winner(self) -> int | None:
        """The team that has won the game."""

    def view(self, viewer: Viewer) -> View:
        """Return what a seat at this keyboard may know of the present deal; None gives a spectator's view."""

    def sheet(self) -> GameSheet:
        """Return the score sheet of the game."""

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""

    @property
    def asked(self) -> tuple[int, ...]:
        """Who of those here is asked for a decision now; about a hazard several may be, whatever they hold."""

    @property
    def window(self) -> Window | None:
        """The hazard that people here are asked about, where it is one that they are asked about."""

    def question(self, seat: int) -> View | None:
        """Return what a seat at this keyboard decides with now; None where there is nothing for it to decide."""

    async def wait_for_decision(self) -> None:
        """Wait until somebody here is asked for a decision, or the deal is over."""

    async def play(self, seat: int, move: Move) -> None:
        """Make a move for a seat at this keyboard; an illegal one raises IllegalMove and changes nothing."""

    async def let_pass(self) -> None:
        """Let the hazard pass for everybody here who is asked about it."""

    async def next_deal(self) -> None:
        """Say that the next deal may begin once this one is over; where nobody else is waited for, it has begun."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back: only where one person plays against bots."""

    async def undo(self) -> None:
        """Take back the person's last move and all that followed; TableError where that cannot be."""

    async def hint(self, seat: int, words: Translator) -> HintText:
        """Return what the champion would do for a seat at this keyboard that is to decide, and why."""

    async def close(self) -> None:
        """Leave the table; whatever is under way ends, and nothing is lost."""


# -- what only some tables can do ----------------------------------------------------------------------------------


@runtime_checkable
class HasPace(Protocol):
    """A table whose bots can be made slower or faster."""

    pace: float


@runtime_checkable
class HasRecord(Protocol):
    """A table whose record is at hand."""

    @property
    def record(self) -> str:
        """The record of the game so far."""


@runtime_checkable
class ReportsBotFaults(Protocol):
    """A table that says what its bots did wrong."""

    @property
    def faults(self) -> Sequence[tuple[int, object]]:
        """What bots did instead of choosing a legal move, with their seats."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that somebody at a table should read: who came, what was said, what is wrong."""

    text: str
    grave: bool = False
    """Whether it must not be missed: a promise about a shuffle was broken."""
    lasting: bool = False
    """Whether it is so until something else is told: a screen shows it anyway, and need not say it once more."""


async def exchange(table: TableClient, seat: int, cards: Sequence[Card]) -> None:
    """Give cards one after the other, then draw as many; with the last card of a hand that goes by itself."""
    for card in cards:
        await table.play(seat, Move.discard(card))
    view = table.question(seat)
    if view is not None and view.phase is Phase.EXCHANGE:
        await table.play(seat, Move(DRAW))
