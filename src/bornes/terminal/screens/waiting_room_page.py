"""The waiting room as text of a given size: who is there, the code for others in large digits, a picture for phones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ...base.translatable import sanitize
from ...client.protocol import Invitation
from ...client.remote_table import RemoteTable
from ...game.moves import TEAM_LETTERS
from ...i18n import Translator
from ...tables.event_text import bot_title
from ..drawing.theme import TEAM_STYLES, Theme
from ..waiting_room_text import (
    game_lines,
    is_joinable,
    join_command,
    large_digits,
    open_invitations,
    qr_lines,
    seat_state,
    spaced_code,
)

GAP = 3
"""Columns between the words and the picture."""
MIN_TEXT_WIDTH = 34
"""Columns that the text needs beside a picture."""
MAX_PAGE_WIDTH = 126
"""In a wider window the page stands in the middle."""
LARGE_CODE_ROWS = 30
"""From this height on, the code is drawn twice as large."""
SHORT_PAGE_ROWS = 20
"""Up to this height, only the first line describes the game, unless there is room for all."""


PRESSED = "pressed"
"""What a letter of the page says of the action that a click on it is for."""


class WaitingKey(NamedTuple):
    """A key of the waiting room: what it does, as an action of the screen and in words."""

    action: str
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class WaitingRoom:
    """What there is to show of a table before its first deal."""

    table: RemoteTable
    invitation: Invitation | None
    status: str
    """What is waited for, or what is to be done."""
    trouble: bool
    """Whether that is bad news."""
    keys: Sequence[WaitingKey]


def draw_waiting_room(room: WaitingRoom, words: Translator, look: Theme, size: tuple[int, int]) -> list[Text]:
    """Return the page line by line: as many lines as there are, or more where they do not fit."""
    width, height = min(size[0], MAX_PAGE_WIDTH), size[1]
    bottom = [_status_line(room, look), _key_line(room.keys, look)]
    space = height - 1 - len(bottom)
    picture = _picture(room, look, width, space)
    words_width = width - 2 - (len(picture[0]) + GAP if picture else 0)
    left = _fitted(_sections(room, words, look, words_width, height), space)
    body = list(_side_by_side(left, picture, words_width))
    above = max(0, space - len(body)) // 3
    below = max(0, space - len(body)) - above
    margin = " " * ((size[0] - width) // 2)
    lines = [*[Text()] * above, *body, *[Text()] * below, *bottom]
    return [_title_line(room, words, look, size[0]), *(Text(margin, no_wrap=True).append_text(line) for line in lines)]


def _title_line(room: WaitingRoom, words: Translator, look: Theme, width: int) -> Text:
    first = next(game_lines(room.table, words))
    text = Text(look.text(f" {first}"), look.style("bar"), no_wrap=True)
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


@dataclass(frozen=True, slots=True)
class PageSection:
    """Some lines of the page."""

    lines: Sequence[Text]
    needed: bool = True
    """Whether it is shown though there is no room for all."""


def _fitted(sections: Sequence[PageSection], space: int) -> list[Text]:
    """Return the lines of what is needed, and of the rest as much as there is room for, with blank lines between."""
    left = space - sum(len(one.lines) + 1 for one in sections if one.needed)
    lines: list[Text] = []
    for one in sections:
        if not one.needed:
            if len(one.lines) + 1 > left:
                continue
            left -= len(one.lines) + 1
        lines += [Text(), *one.lines]
    return lines


def _sections(room: WaitingRoom, words: Translator, look: Theme, width: int, height: int) -> list[PageSection]:
    """Return what there is to say: the game, who sits where, the code, and what else leads to the table."""
    table, invitation = room.table, room.invitation
    told = [Text(look.text(line), look.style("soft")) for line in list(game_lines(table, words))[1:]]
    found = [
        PageSection([part for line in told for part in _wrapped(line, width)], needed=height > SHORT_PAGE_ROWS),
        PageSection(_seat_lines(table, words, look)),
    ]
    if invitation is None:
        return found
    if is_joinable(table) and invitation.code:
        heading = Text(look.text(words.gettext("Code for others:")), look.style("strong"))
        gap = [Text()] if height >= LARGE_CODE_ROWS else []
        found.append(PageSection([heading, *gap, *_code_lines(invitation.code, look, width, height)]))
        command = join_command(invitation.code, table.link.server)
        found.append(PageSection(list(_wrapped(Text(command, look.style("soft")), width)), needed=False))
    for text, link in open_invitations(invitation, table):
        heading = Text(look.text(words.gettext(text)), look.style("strong"))
        found.append(PageSection([heading, *_broken_link(link, width)], needed=False))
    return found


def _seat_lines(table: RemoteTable, words: Translator, look: Theme) -> list[Text]:
    """Return the seats, each with a mark, a name, and how it is with whoever sits there, one below the other."""
    free = words.gettext("free")
    names = [free if seat.open else look.text(seat.name) for seat in table.seats]
    longest = max(map(cell_len, names))
    return [
        _seat_line(table, at, name + " " * (longest - cell_len(name)), words, look) for at, name in enumerate(names)
    ]


def _seat_line(table: RemoteTable, at: int, name: str, words: Translator, look: Theme) -> Text:
    rules, seat = table.rules, table.seats[at]
    mark = look.text("○" if seat.open else "◌" if seat.bot is not None or seat.away else "●")
    team = TEAM_STYLES[rules.team_of(at)] if look.colour and not seat.open else ""
    line = Text.assemble((f"{mark} ", team or "dim"), (name, f"bold {team}" if not seat.open else "dim"))
    parts = [bot_title(seat.bot, words) if seat.bot is not None else seat_state(seat, at == table.seat, words)]
    if rules.teams < rules.players:
        parts.append(words.gettext("team {letter}", letter=TEAM_LETTERS[rules.team_of(at)]))
    if state := " · ".join(filter(None, parts)):
        line.append(look.text(f"  {state}"), "bold green" if seat.ready and look.colour else "dim")
    return line


def _code_lines(code: str, look: Theme, width: int, height: int) -> Iterator[Text]:
    style = look.style("warning")
    sizes = [large_digits(code, doubled=True)] if height >= LARGE_CODE_ROWS else []
    sizes += [large_digits(code), ["   ".join(map(" ".join, spaced_code(code).split()))]]
    if not look.boxes:  # ASCII has no blocks to draw with
        sizes = sizes[-1:]
    drawn = next((lines for lines in sizes if len(lines[0]) <= width), [spaced_code(code)])
    yield from (Text(line, style, no_wrap=True) for line in drawn)


def _broken_link(link: str, width: int) -> Iterator[Text]:
    """Yield a link in pieces of the width that there is; each of them leads there where a terminal knows links."""
    style = Style(underline=True, link=sanitize(link))
    for at in range(0, len(link), max(1, width)):
        yield Text(sanitize(link)[at : at + width], style, no_wrap=True)


def _wrapped(text: Text, width: int) -> Iterator[Text]:
    """Yield a text in lines; they break at ordinary spaces alone, since French has others that hold together."""
    for line in wrap(text.plain, max(1, width), break_on_hyphens=False):
        yield Text(line, text.style, no_wrap=True)


def _picture(room: WaitingRoom, look: Theme, width: int, height: int) -> list[Text]:
    """Return the link as a picture, where there is room for all of it beside the words; none otherwise."""
    if room.invitation is None or not is_joinable(room.table) or not (look.boxes and look.colour):
        return []
    drawn = qr_lines(room.invitation.qr)
    fits = drawn and len(drawn) <= height and len(drawn[0]) + GAP + MIN_TEXT_WIDTH + 2 <= width
    return [Text(line, "#000000 on #ffffff", no_wrap=True) for line in drawn] if fits else []


def _side_by_side(left: Sequence[Text], right: Sequence[Text], width: int) -> Iterator[Text]:
    for one, other in zip_longest(left, right):
        line = Text(" ").append_text(one or Text())
        line.no_wrap = True
        if other is not None:
            line.truncate(width + 1, overflow="ellipsis", pad=True)
            line.append(" " * GAP).append_text(other)
        yield line


def _status_line(room: WaitingRoom, look: Theme) -> Text:
    return Text(look.text(f" {room.status}"), look.style("warning") if room.trouble else look.style("strong"))


def _key_line(keys: Sequence[WaitingKey], look: Theme) -> Text:
    """Return the keys; a click on one does the same."""
    line = Text(no_wrap=True)
    for one in keys:
        pressed = Style.from_meta({PRESSED: one.action})
        line.append(f" {one.key} ", look.style("key") + pressed).append(look.text(f"{one.label} "), pressed)
    return line
