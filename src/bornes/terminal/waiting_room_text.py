"""A table before its first deal, in words: what is played, who is there, how others come, who is waited for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..client.protocol import Invitation
from ..client.remote_table import RemoteTable
from ..client.table_client import Seat
from ..i18n import N_, Translator
from ..rules.editions import EDITION_NAMES, house_rules
from ..tables.event_text import bot_title
from ..tables.public_view import ListedSeat, TableListing
from ..tables.table_state import SECOND_MS, Pace
from .phrases import bornes_command, form_words


def game_lines(table: RemoteTable, words: Translator) -> Iterator[str]:
    """Say what is played: the edition and its form, how long it lasts, the house rules, how much time there is."""
    rules = table.rules
    yield f"{words.edition_title(rules.edition)}, {form_words(words, rules)}"
    for field in dict.fromkeys(("game_goal", *house_rules(rules))):
        what = words.rule(field)
        if field in house_rules(rules):
            what = words.gettext("{what} (house rule)", what=what)
        yield words.gettext("{what}: {value}", what=what, value=words.rule_value(field, getattr(rules, field)))
    yield pace_sentence(table.info.pace, words)


def pace_sentence(pace: Pace, words: Translator) -> str:
    """Say how long everything may take at a table."""
    if pace.decision is None:
        return words.gettext("There is no clock.")
    decision = _time(pace.decision, words)
    if pace.window is None:
        return words.gettext("Time for a move: {time}", time=decision)
    text = N_("Time for a move: {time}; to answer a hazard: {window}")
    return words.gettext(text, time=decision, window=_time(pace.window, words))


_UNITS = ((N_("{number} days"), 24 * 3600), (N_("{number} h"), 3600), (N_("{number} min"), 60))


def _time(milliseconds: int, words: Translator) -> str:
    """Return how long something may take, in the greatest unit that fits."""
    seconds = milliseconds / SECOND_MS
    for text, length in _UNITS:
        if seconds >= 2 * length and seconds % length == 0:
            return words.gettext(text, number=words.number(seconds / length))
    return words.seconds(seconds)


def time_words(seconds: float, words: Translator) -> str:
    """Return how much time is left, in whole numbers of the greatest unit of which there are several."""
    for text, length in _UNITS:
        if seconds >= 2 * length:
            return words.gettext(text, number=words.number(seconds // length))
    return words.seconds(int(seconds))


def seat_lines(table: RemoteTable, words: Translator) -> Iterator[str]:
    """Say of every seat who sits there."""
    for at, seat in enumerate(table.seats):
        yield f"{at + 1}. {_who(seat, at == table.seat, words)}"


def seat_state(seat: Seat, you: bool, words: Translator) -> str:
    """Say in a word or two how it is with whoever sits on a seat; nothing of a free one or a bot."""
    if seat.open or seat.bot is not None:
        return ""
    if seat.away:
        return words.gettext("away")
    if you:
        return words.gettext("you, ready") if seat.ready else words.gettext("you")
    return words.gettext("ready to begin") if seat.ready else words.gettext("here, not ready yet")


def _who(seat: Seat, you: bool, words: Translator) -> str:
    if seat.open:
        return words.gettext("free")
    if seat.bot is not None:
        return words.gettext("{name} (bot: {bot})", name=seat.name, bot=bot_title(seat.bot, words))
    text = ""
    if you:
        text = N_("{name} (you, ready)") if seat.ready else N_("{name} (you)")
    elif seat.away:
        text = N_("{name} (away)")
    elif seat.ready:
        text = N_("{name} (ready)")
    return words.gettext(text, name=seat.name) if text else seat.name


def is_known(table: TableListing) -> bool:
    """Say whether this release knows what is played at a table of the lobby; a later server may have more editions."""
    return table.edition in EDITION_NAMES


def listing_title(table: TableListing, words: Translator) -> str:
    """Say what is played at a table of the lobby, and how far it is."""
    if not is_known(table):
        return words.gettext("A game that this release does not know")
    what = words.edition_title(table.edition)
    if not table.deal:
        return what
    return words.gettext("{edition}, deal {number}", edition=what, number=table.deal)


def listed_seats(table: TableListing, words: Translator) -> Iterator[tuple[ListedSeat, str, str]]:
    """Return the seats of a table of the lobby, each with a mark for who sits there, and the name."""
    marks = {"open": "○", "person": "●"}
    for at, seat in enumerate(table.seats):
        name = words.gettext("free") if seat.kind == "open" else words.displayed_name(at, seat.name)
        yield seat, marks.get(seat.kind, "◌"), name


def invitation_lines(invitation: Invitation | None, table: RemoteTable, words: Translator) -> Iterator[str]:
    """Say how others come to the table, where they can; a link stands on a line of its own, which can be copied."""
    if invitation is None:
        return
    if is_joinable(table) and invitation.code:
        yield words.gettext("Code: {code}", code=spaced_code(invitation.code))
        yield words.gettext("From a terminal: {command}", command=join_command(invitation.code, table.link.server))
    for text, link in open_invitations(invitation, table):
        yield words.gettext(text)
        yield link


def join_command(code: str, server: str) -> str:
    """Return what others type to sit down, who probably call the command as it was called here."""
    return f"{bornes_command()} play {spaced_code(code)} --server {server}"


def is_joinable(table: RemoteTable) -> bool:
    """Say whether others may sit down at a table: on a free seat, or on a bot's."""
    return table.info.newcomers and any(seat.open or seat.bot is not None for seat in table.seats)


def open_invitations(invitation: Invitation, table: RemoteTable) -> Iterator[tuple[str, str]]:
    """Yield the links for others that lead somewhere now, each with what it is for."""
    if is_joinable(table):
        yield N_("Link for friends:"), invitation.join
    if table.info.spectators:
        yield N_("Link to look on:"), invitation.watch


def spaced_code(code: str) -> str:
    """Return a code as it is read out: in groups of three digits."""
    return " ".join(code[at : at + 3] for at in range(0, len(code), 3))


FULL = N_("That was the last deal at this table, because its log is full.")


def waiting_for_text(table: RemoteTable, words: Translator) -> str:
    """Say for whom the next deal waits; that it begins, where nobody is missing."""
    seats = [seat for at, seat in enumerate(table.seats) if at != table.seat]
    free = sum(seat.open for seat in seats)
    names = [seat.name for seat in seats if not seat.open and seat.bot is None and not seat.ready and not seat.away]
    if free and not table.begun:
        names.append(words.gettext("one more player") if free == 1 else words.gettext("{n} more players", n=free))
    if not names:
        return words.gettext("The {deal} is about to begin.", deal=words.term("deal"))
    return words.gettext("Waiting for {names}.", names=words.together(names))


_DIGITS = (
    ("█▀█", " █ ", "▀▀█", "▀▀█", "█ █", "█▀▀", "█▀▀", "▀▀█", "█▀█", "█▀█"),
    ("█ █", " █ ", "█▀▀", " ▀█", "▀▀█", "▀▀█", "█▀█", "  █", "█▀█", "▀▀█"),
    ("▀▀▀", " ▀ ", "▀▀▀", "▀▀▀", "  ▀", "▀▀▀", "▀▀▀", "  ▀", "▀▀▀", "▀▀▀"),
)
"""The digits from 0 on, in three lines of three columns each."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""What two squares one above the other look like, by whether they are dark."""
QUIET_ZONE_SQUARES = 2
"""The light margin that a phone needs to find a QR code."""


def large_digits(code: str, doubled: bool = False) -> list[str]:
    """Return a code in three lines, or in six where it is doubled, with a gap after every third digit."""
    wide = 2 if doubled else 1
    lines = []
    for row in _DIGITS:
        groups = (code[at : at + 3] for at in range(0, len(code), 3))
        drawn = ("  ".join(_widened(row[int(digit)], wide) for digit in group) for group in groups)
        lines.append(("  " + "  " * wide).join(drawn))
    return [half for line in lines for half in _heightened(line)] if doubled else lines


def _widened(text: str, times: int) -> str:
    return "".join(sign * times for sign in text)


def _heightened(line: str) -> tuple[str, str]:
    """Return a line of half blocks in two lines of whole ones."""
    upper = line.translate({ord("▀"): "█", ord("▄"): " "})
    lower = line.translate({ord("▄"): "█", ord("▀"): " "})
    return upper, lower


def qr_lines(rows: Sequence[str]) -> list[str]:
    """Return a picture of squares, ``1`` for a dark one, in half as many lines, with light around it."""
    if not rows:
        return []
    width = len(rows[0]) + 2 * QUIET_ZONE_SQUARES
    light = "0" * width
    padded = (
        [light] * QUIET_ZONE_SQUARES
        + [f"{'0' * QUIET_ZONE_SQUARES}{row}{'0' * QUIET_ZONE_SQUARES}" for row in rows]
        + [light] * QUIET_ZONE_SQUARES
    )
    if len(padded) % 2:
        padded.append(light)
    pairs = zip(padded[::2], padded[1::2], strict=True)
    return ["".join(_HALVES[a == "1", b == "1"] for a, b in zip(*pair, strict=True)) for pair in pairs]
