"""How somebody here comes to a table far away, by link or code, back to the same seat, and leaves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..client.api import ServerError, invitation
from ..client.links import Link
from ..client.player import take_seat
from ..client.protocol import Invitation
from ..client.remote_table import RemoteTable
from ..wording import N_
from ..words import Words
from .storage.seats import HeldSeat, forget_seat, hold_seat, keep_seat

LOST = ("not-yours", "seat-lost", "no-table")
"""What a server says where a seat is nobody's here any more."""


class FarSession:
    """A table far away, and the seat or the place to look on from."""

    resumed = False

    def __init__(self, table: RemoteTable, held: HeldSeat | None = None, *, play_now: bool = False) -> None:
        self.table = table
        self.play_now = play_now
        """Whether the first deal is to begin without anybody being asked."""
        self.left = False
        """Whether somebody here wanted to leave."""
        self._held = held

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

    def way_back(self, words: Words) -> str | None:
        """Say how to come back to the seat."""
        if self.table.lost is not None and not self.left:
            return None
        text = (
            N_("Come back to look on with: bornes play '{link}'")
            if self.watches
            else N_("This seat stays yours. Come back with: bornes play '{link}' (tell nobody this link)")
        )
        return words.gettext(text, link=self.link)

    async def invitation(self, language: str) -> Invitation | None:
        """Return what brings others to the table; None where the server does not say."""
        with suppress(ServerError):
            return await invitation(self.table.link, language)
        return None

    async def close(self) -> None:
        """Leave the table; the seat stays whose it is, unless it is lost."""
        lost = self.table.lost
        await self.table.close()
        if self._held is not None:
            self._held.release()
        if isinstance(lost, ServerError) and lost.error in LOST:
            forget_seat(self.table.link.seat)


async def open_far(link: Link, name: str = "", seat: int | None = None, language: str = "en") -> FarSession:
    """Come to the table that a link or a code leads to: back to a seat that is ours, or to a new one.

    ServerError and LinkError say why that cannot be.  Nothing is connected yet.
    """
    if link.watch:
        return FarSession(RemoteTable(link, language))
    held = None if link.seat else await _own_seat(link, name, language)
    if held is not None:
        return FarSession(RemoteTable(held.seat.link, language), held)
    taken = await take_seat(link, name, seat, language)
    return far_session(taken, name, link.code, language)


def far_session(
    link: Link, name: str = "", code: str = "", language: str = "en", *, play_now: bool = False
) -> FarSession:
    """Return the session of a seat that is ours, which is remembered."""
    keep_seat(link, name, code)
    held = hold_seat(link)
    return FarSession(RemoteTable(link, language), held, play_now=play_now)


async def _own_seat(link: Link, name: str, language: str) -> HeldSeat | None:
    """Return the seat that somebody here has where a link leads; one that was lost meanwhile is forgotten."""
    while (held := hold_seat(link, name)) is not None:
        try:
            await invitation(held.seat.link, language)
            return held
        except ServerError as error:
            held.release()
            if error.error not in LOST:
                raise
            forget_seat(held.seat.secret)
    return None
