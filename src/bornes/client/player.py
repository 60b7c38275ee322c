"""A player at a table far away, for programs: questions come one after another, and each is answered with a move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..base.translatable import N_
from ..engine.codes import Phase
from ..game.deal import View
from ..game.moves import LegalMoves, Move, parse
from .http_api import join_table
from .invite_links import LinkError, TableLink, parse_link
from .remote_table import RemoteTable
from .table_client import TableError

MIN_ANSWER_SECONDS = 1.0
"""The minimum for an answer to a hazard, whatever the hand: passing at once would show that the hand has no answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that the player has to make."""

    view: View
    """What the player knows; it shares nothing with the table."""
    time_left: float | None
    """How many seconds there are; None where there is no hurry."""

    @property
    def moves(self) -> LegalMoves:
        """What the player may do."""
        return self.view.legal_moves


class Player:
    """Somebody who sits at a table far away; ``table`` is all that can be seen and done there."""

    def __init__(self, table: RemoteTable) -> None:
        self.table = table
        self._window = (0, 0.0)
        """The number of the last question about a hazard, and when it came."""

    @property
    def seat(self) -> int:
        """Where the player sits."""
        if self.table.seat is None:
            raise TableError(N_("only players at this table can do that"))
        return self.table.seat

    async def questions(self) -> AsyncIterator[Question]:
        """Yield every decision until the game is over, and get ready for each deal.

        A question that is not answered is asked once.  Where a hazard can only be let pass that is done, after a pause.
        """
        table, seen = self.table, 0
        while not (seen and table.over):
            await self._come_to_a_question()
            if table.lost is not None:
                raise table.lost
            if table.over and seen:
                return
            asked = table.asked_by
            if asked is None:
                await self._get_ready()
            elif asked != seen:
                seen = asked
                self._note_window(asked)
                view = table.question(self.seat)
                if view is None:
                    await self._let_pass()
                else:
                    yield Question(view.detached(), table.time_left)
            else:
                await self._wait_for_another(seen)

    async def play(self, move: Move | str) -> None:
        """Make a move, or answer a hazard, as a move or in notation."""
        await self._pause()
        await self.table.play(self.seat, self._meant(move) if isinstance(move, str) else move)

    def _meant(self, text: str) -> Move:
        view = self.table.view(self.seat)
        phase = Phase.REACT if self.table.window is not None else view.phase
        opponents = [team for team in range(view.rules.teams) if team != view.team]
        return parse(text, phase, opponents)

    async def _come_to_a_question(self) -> None:
        """Wait until something is asked, the deal is over or a bot drives; take the wheel again then."""
        table = self.table
        await table.wait_until(lambda: bool(table.asked) or not table.playing or table.on_autopilot)
        if table.on_autopilot and table.lost is None:
            await table.take_back_seat()

    async def _wait_for_another(self, asked: int) -> None:
        """Wait until another question is asked, or none."""
        await self.table.wait_until(lambda: self.table.asked_by != asked)

    async def _get_ready(self) -> None:
        """Say that the next deal may begin, and wait for it."""
        table = self.table
        if table.playing or table.on_autopilot:
            return
        if not table.ready:
            try:
                await table.next_deal()
            except TableError:
                if not table.playing and table.lost is None:
                    raise
        await table.wait_until(lambda: table.playing or not table.ready)

    def _note_window(self, asked: int) -> None:
        if self.table.window is not None:
            self._window = (asked, asyncio.get_running_loop().time())

    async def _pause(self) -> None:
        """Wait so long that the time of an answer to a hazard tells nothing."""
        asked, since = self._window
        if self.table.window is not None and asked == self.table.asked_by:
            await asyncio.sleep(max(0.0, since + MIN_ANSWER_SECONDS - asyncio.get_running_loop().time()))

    async def _let_pass(self) -> None:
        await self._pause()
        await self.table.let_pass()


def check_seat_link(link: TableLink) -> None:
    """Raise LinkError where nobody can sit down by a link."""
    if link.watch:
        raise LinkError(N_("this link is for looking on: ask for one to sit down with, or for the code"))
    if not link.table and not link.code:
        text = N_("{server} is a server: give a link to one of its tables, or a code")
        raise LinkError(text, server=link.server)


async def take_seat(
    link: TableLink, name: str = "", seat: int | None = None, secret: str = "", language: str = "en"
) -> TableLink:
    """Sit down where a link or a code leads, and return the link to the seat; one to a seat leads there already.

    Who chooses the secret and asks again with the same one comes to the same seat.
    """
    check_seat_link(link)
    if link.seat:
        return link
    seated = await join_table(link, name, seat, secret, language)
    return TableLink(link.server, seated.table, seat=seated.secret)


@asynccontextmanager
async def join(
    url: str, name: str = "", *, seat: int | None = None, secret: str = "", server: str = "", language: str = "en"
) -> AsyncIterator[Player]:
    """Sit down at a table by its link, or by a code and the server's address, and leave it at the end.

    Who chooses the secret of the seat comes back to it with the same one.  ServerError and LinkError say why that
    cannot be.
    """
    table = RemoteTable(await take_seat(parse_link(url, server), name, seat, secret, language), language, bot=True)
    try:
        await table.open()
        yield Player(table)
    finally:
        await table.close()


@asynccontextmanager
async def watch(url: str, *, language: str = "en") -> AsyncIterator[RemoteTable]:
    """Look on at a table by its link, and leave it at the end."""
    table = RemoteTable(parse_link(url), language)
    try:
        await table.open()
        yield table
    finally:
        await table.close()
