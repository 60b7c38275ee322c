"""How somebody here comes to a table far away, by link or code, back to the same seat, and leaves."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from ..base.translatable import N_
from ..bots import BotSpec, SafeBot
from ..client.http_api import (
    ServerError,
    fetch_invitation,
    join_table,
    look_up_table,
    open_table,
    own_seat,
    reclaim_seat,
)
from ..client.invite_links import TableLink
from ..client.player import Player
from ..client.protocol import Invitation, OpenTable, SeatAssignment
from ..client.remote_table import RemoteTable
from ..client.table_client import Notice, TableError
from ..game.moves import IllegalMove
from ..i18n import Translator
from ..tables.bot_runner import ThreadBotRunner
from ..tables.commands import MAX_NAME_LENGTH
from .online_seats import (
    RememberedSeat,
    SeatLock,
    forget_seat,
    lock_new_seat,
    lock_opening,
    lock_seat,
    read_observations,
    remember_seat,
    remembered_seats,
    save_observations,
)
from .phrases import bornes_command
from .plain.table_lines import event_lines
from .seat_session import words_for

MAX_SEATS_ASKED = 3
"""Seats whose state is asked for when a table is opened."""
DEFAULT_SERVER = "http://localhost:8000"
"""Where ``bornes serve`` listens unless told otherwise."""
SEAT_LOST_ERRORS = ("not-authorized", "seat-lost", "table-not-found")
"""Errors after which no seat of this client is left."""
SEAT_FREED_ERROR, SEAT_GONE_ERROR = "seat-freed", "seat-gone"
"""The seat can be taken back; another player has it."""


class PlayedElsewhere(TableError):
    """Another terminal plays from the seat that is meant."""


def last_server() -> str:
    """Return the server that is meant where none is named: the environment's, or where a seat was taken last."""
    seats = remembered_seats()
    return os.environ.get("BORNES_SERVER") or (seats[0].server if seats else DEFAULT_SERVER)


def last_name() -> str:
    """Return what somebody here was called the last time; empty where nobody gave a name."""
    return next((seat.name for seat in remembered_seats() if seat.name and not seat.bot), "")


async def waiting_seat(server: str, language: str = "en") -> RememberedSeat | None:
    """Return the seat of a person here at a table of a server that waits for its first deal; None where there is none.

    Only the latest seats are looked at: who opens a table again after a day means another one.
    """
    seats = [seat for seat in remembered_seats() if seat.server == server and seat.table and not seat.bot]
    for seat in seats[:MAX_SEATS_ASKED]:
        if not seat.is_lately_taken:
            continue
        with suppress(ServerError):
            listing = await look_up_table(seat.link, language)
            if not listing.deal and listing.newcomers and any(one.kind == "open" for one in listing.seats):
                return seat
    return None


def remote_seat(link: TableLink, language: str = "en", *, bot: bool = False) -> RemoteTable:
    """Return the table of a seat, with what this device observed there before."""
    return RemoteTable(link, language, read_observations(link.seat), bot=bot)


class OnlineSession:
    """A table far away, and the seat or the place to look on from."""

    resumed = False

    def __init__(self, table: RemoteTable, held: SeatLock | None = None, *, play_now: bool = False) -> None:
        self.table = table
        self.play_now = play_now
        """Whether the first deal is to begin without anybody being asked."""
        self.left = False
        """Whether somebody here wanted to leave."""
        self._held = held
        self._kept = 0
        """How much of what was observed is written down."""
        table.listen(self._keep_observations)

    def _keep_observations(self) -> None:
        """Write down what was observed once it must not be forgotten."""
        if self.table.link.seat and self.table.observed != self._kept:
            self._kept = self.table.observed
            save_observations(self.table.link.seat, self.table.observations)

    @property
    def link(self) -> str:
        """The link that leads back here."""
        link = self.table.link
        word = f"#seat={link.seat}" if link.seat else f"#watch={link.watch}" if link.watch else ""
        return f"{link.server}/t/{link.table}{word}"

    @property
    def watches(self) -> bool:
        """Whether somebody here only looks on."""
        return not self.table.link.seat

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call nobody: the server keeps the game."""

    def way_back(self, words: Translator) -> str | None:
        """Say how to come back to the seat."""
        if self.table.lost is not None and not self.left:
            return None
        text = (
            N_("Come back to look on with: {command} play '{link}'")
            if self.watches
            else N_("This seat stays yours. Come back with: {command} play '{link}' (tell nobody this link)")
        )
        return words.gettext(text, command=bornes_command(), link=self.link)

    async def invitation(self, language: str) -> Invitation | None:
        """Return what brings others to the table; None where the server does not say."""
        with suppress(ServerError):
            return await fetch_invitation(self.table.link, language)
        return None

    async def close(self) -> None:
        """Leave the table; the seat stays whose it is, unless it is lost."""
        lost = self.table.lost
        await self.table.close()
        if self.table.link.seat and self.table.observed:
            save_observations(self.table.link.seat, self.table.observations)
        if self._held is not None:
            self._held.release()
        if isinstance(lost, ServerError) and lost.error in SEAT_LOST_ERRORS:
            forget_seat(self.table.link.seat)


async def open_online(
    link: TableLink, name: str = "", seat: int | None = None, language: str = "en", *, bot: str = ""
) -> OnlineSession:
    """Come to the table that a link or a code leads to: back to a seat that is ours, or to a new one.

    Where a ``bot`` is to play it comes back to its own seat, and never to a person's.  ServerError and LinkError say
    why that cannot be.  Nothing is connected yet.
    """
    if link.watch:
        return OnlineSession(RemoteTable(link, language))
    if link.seat:
        await _take_back(link, name, language)
        return online_session(link, name, language=language)
    held = await _own_seat(link, name, language, bot) or lock_new_seat(link, name, bot)
    return await _come_to(held, link, seat, language)


async def open_remembered_seat(seat: RememberedSeat, language: str = "en") -> OnlineSession:
    """Come back to a seat that a person here has; to a new one under the same name where it was lost.

    ServerError says why that cannot be, and PlayedElsewhere that another terminal is there.  Nothing is connected yet.
    """
    table = TableLink(seat.server, seat.table)
    held = await _own_seat(seat.link, "", language, "")
    if held is None:
        return await open_online(table, seat.name, None, language)
    return await _come_to(held, table, None, language)


async def _come_to(held: SeatLock, link: TableLink, seat: int | None, language: str) -> OnlineSession:
    """Return the session of a seat that is ours, for which the server is asked where it has not answered yet."""
    if held.seat.pending:
        await _settle(held, join_table(link, held.seat.name, seat, held.seat.secret, language))
    return OnlineSession(remote_seat(held.seat.link, language, bot=bool(held.seat.bot)), held)


async def open_for_bot(link: TableLink, spec: BotSpec, seat: int | None = None, language: str = "en") -> OnlineSession:
    """Bring a bot to a table: back to its seat, or to a new one under its own name, which tells what plays there.

    A server lets nobody be called exactly like a bot of its own, or like somebody else: where a name is refused the
    next one is tried, and in the end the usual one of the seat.
    """
    held, bot = lock_seat(link, bot=str(spec)), str(spec)
    if held is not None:
        held.release()
        return await open_online(link, "", seat, language, bot=bot)
    words = Translator(language)
    own = words.gettext("{bot} (guest)", bot=spec.character.title_in(words))
    for name in (own, f"{own} 2", f"{own} 3"):
        try:
            return await open_online(link, name[:MAX_NAME_LENGTH], seat, language, bot=bot)
        except ServerError as error:
            if error.error != "refused":
                raise
    return await open_online(link, "", seat, language, bot=bot)


async def open_new(server: str, wanted: OpenTable, language: str = "en", *, play_now: bool = False) -> OnlineSession:
    """Open a table and come there; ServerError says why that cannot be.  Nothing is connected yet."""
    held = lock_opening(server, wanted, language)
    await _settle(held, open_table(server, wanted, language, secret=held.seat.secret))
    return OnlineSession(remote_seat(held.seat.link, language), held, play_now=play_now)


async def _settle(held: SeatLock, asking: Coroutine[Any, Any, SeatAssignment]) -> None:
    """Ask for a seat that is written down; only where the server refuses it is it forgotten.

    Who stops waiting may have got it all the same: the next one who asks does so with the same secret.
    """
    try:
        seated = await asking
        held.settle(seated.table, seated.invitation.code)
    except BaseException as error:
        held.release()
        if isinstance(error, ServerError) and error.is_final:
            forget_seat(held.seat.secret)
        raise


def online_session(link: TableLink, name: str = "", language: str = "en", *, play_now: bool = False) -> OnlineSession:
    """Return the session of a seat that is ours, which is remembered."""
    remember_seat(link, name)
    held = lock_seat(link)
    return OnlineSession(remote_seat(link, language), held, play_now=play_now)


async def _own_seat(link: TableLink, name: str, language: str, bot: str) -> SeatLock | None:
    """Return the seat that somebody here has or has asked for where a link leads; one that was lost is forgotten.

    PlayedElsewhere where a person's seat that is meant by its name or its secret is played from in another terminal:
    nobody is at a table twice.
    """
    while (held := lock_seat(link, name, bot)) is not None:
        if held.seat.pending or await _is_ours(held, language):
            return held
    if (name or link.seat) and not bot and any(seat.fits(link, name) for seat in remembered_seats()):
        raise PlayedElsewhere(N_("your seat at this table is played in another terminal"))
    return None


async def _take_back(link: TableLink, name: str, language: str) -> None:
    """Take a seat back if it was given up or freed.  Other problems are for the connection to tell."""
    try:
        await own_seat(link, language)
    except ServerError as error:
        if error.error == SEAT_FREED_ERROR:
            await reclaim_seat(link, name, language)


async def _is_ours(held: SeatLock, language: str) -> bool:
    """Say whether a server still knows a seat; where it does not, or cannot be asked, the seat is held no longer."""
    try:
        await _take_back(held.seat.link, held.seat.name, language)
        await fetch_invitation(held.seat.link, language)
    except BaseException as error:
        held.release()
        if not isinstance(error, ServerError) or error.error not in (*SEAT_LOST_ERRORS, SEAT_GONE_ERROR):
            raise
        forget_seat(held.seat.secret)
        return False
    return True


LEAVE_TIMEOUT_SECONDS = 3.0
"""How long to wait until the server knows that the bot leaves."""
BOT_TIMEOUT_SECONDS = 120.0
"""After this a bot counts as stuck, and a Sunday driver decides for it."""


class OnlineBot:
    """A bot that sits at a table far away."""

    def __init__(self, player: Player, spec: BotSpec, lang: str, say: Callable[[str], None]) -> None:
        self.player = player
        self.table = player.table
        self.lang = lang
        self.say = say
        self._spec = spec
        self._bot = SafeBot(spec.bot(secrets.randbits(32)), patience=BOT_TIMEOUT_SECONDS)
        self._thinkers = ThreadBotRunner(patience=BOT_TIMEOUT_SECONDS)
        self._told = (0, 0, 0)
        """The game, the deal, and how many of its events have been told."""

    async def play(self) -> int:
        """Play until the game is over, and tell what happens; returns the exit code."""
        self.table.on_notice(self._tell_notice)
        self.table.listen(self._tell_news)
        words = words_for(self.table, self.lang)
        name = self.table.seats[self.player.seat].name
        self.say(words.gettext(N_("{name} sits at the table. Ctrl-C ends it; the seat is kept."), name=name))
        try:
            await self._answer_questions()
        except asyncio.CancelledError:
            await self._hand_over()
            raise
        self._tell_result()
        return 0

    async def _answer_questions(self) -> None:
        async for question in self.player.questions():
            try:
                await self.player.play(await self._thinkers.work(partial(self._bot.choose, question.view)))
            except (TableError, IllegalMove) as error:  # the time was over, or the table is out of reach for now
                self.say(words_for(self.table, self.lang).error(error))

    async def _hand_over(self) -> None:
        """Let a bot of the server drive from now on, so that nobody waits for one that has gone."""
        words, link = words_for(self.table, self.lang), self.table.link
        try:
            async with asyncio.timeout(LEAVE_TIMEOUT_SECONDS):
                await self.table.start_autopilot()
            self.say(words.gettext(N_("A bot of the server drives from now on.")))
        except (TableError, TimeoutError):
            self.say(words.gettext(N_("The seat waits; when its time is over a bot of the server drives.")))
        text = N_("Come back to the seat with: bornes bot {bot} '{link}' (tell nobody this link)")
        self.say(words.gettext(text, bot=self._spec, link=f"{link.server}/t/{link.table}#seat={link.seat}"))

    def _tell_notice(self, notice: Notice) -> None:
        self.say(f"!!! {notice.text} !!!" if notice.grave else notice.text)

    def _tell_news(self) -> None:
        """Tell what is new in the deal, a line for every turn."""
        if not self.table.begun:
            return
        info, events = self.table.info, self.table.view(self.player.seat).events
        known = self._told[2] if self._told[:2] == (info.game, info.deal) else 0
        self._told = (info.game, info.deal, len(events))
        for line in event_lines(events[known:], words_for(self.table, self.lang)):
            self.say(line)

    def _tell_result(self) -> None:
        words = words_for(self.table, self.lang)
        self.say(words.score_sheet(self.table.sheet()))
        winner = self.table.winner
        self.say(words.gettext("The game is a draw.") if winner is None else words.wins_game(winner))
        if self._bot.complaint is not None:
            self.say(
                words.gettext("{who} {complaint}", who=self._bot.name, complaint=words.translate(self._bot.complaint))
            )
