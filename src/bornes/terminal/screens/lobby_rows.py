"""The rows of the lobby: what is said of seats that are ours, and of public tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from ...i18n import Translator
from ...tables.public_view import TableListing
from ..drawing.theme import TEAM_STYLES
from ..online_seats import RememberedSeat
from ..waiting_room_text import is_known, listed_seats, listing_title, pace_sentence, spaced_code
from .list_screens import MARK_WIDTH, with_sentences

INDENT = 4
"""Columns before what a row says; its key is there, if it has one."""

GAP = "  "
"""What stands before each seat of a table."""


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A line of the lobby; one that does nothing is a heading."""

    key: str
    line: Text
    details: str = ""
    press: Callable[[], object] | None = None
    watch: Callable[[], object] | None = None
    """What w does: look on, where that is allowed."""
    seats: Sequence[Text] = ()
    """Who sits at a table: as many beside the line as there is room for, the others below."""

    def text(self, *, marked: bool, width: int) -> Text:
        """Return the line; a marked one is turned around, with what there is to know of it below."""
        lines = [self.line]
        for seat in self.seats:
            if lines[-1].cell_len + len(GAP) + seat.cell_len > width:
                lines.append(Text(" " * 2 * INDENT))
            lines[-1] = Text.assemble(lines[-1], GAP, seat)
        if not marked:
            return Text("\n").join(lines)
        turned = (Text(f"{line.plain.rstrip()} ".ljust(MARK_WIDTH), "bold reverse") for line in lines)
        return with_sentences(Text("\n").join(turned), self.details, INDENT, width)


def offer_row(letter: str, label: str, details: str, press: Callable[[], object]) -> LobbyRow:
    """Return the row of something to do, which its letter does too."""
    return LobbyRow(letter, Text.assemble((f" {letter} ", "bold"), " ", label), details, press)


def setting_row(letter: str, label: str, value: str, details: str, press: Callable[[], object]) -> LobbyRow:
    """Return the row of something that can be changed, with what it is now; labels of one width stand in a column."""
    line = Text.assemble((f" {letter} ", "bold"), " ", (f"{label}  ", "dim"), value)
    return LobbyRow(letter, line, details, press)


def heading_rows(heading: str) -> Iterable[LobbyRow]:
    """Return an empty row and a heading."""
    return (LobbyRow("", Text("")), LobbyRow("", Text(heading, "bold")))


def note_row(text: str, style: str) -> LobbyRow:
    """Return a row that only says something."""
    return LobbyRow("", Text(" " * INDENT + text, style))


def table_line(table: TableListing, beside: Iterable[TableListing], words: Translator) -> Text:
    """Return what is played at a table, in a column with the tables beside it."""
    longest = max((len(listing_title(one, words)) for one in (table, *beside)), default=0)
    return Text(" " * INDENT + f"{listing_title(table, words):<{longest}}")


def table_seats(table: TableListing, words: Translator) -> list[Text]:
    """Return who sits at a table."""
    return [
        Text(f"{mark} {name}", TEAM_STYLES[seat.team] if seat.kind == "person" else "dim")
        for seat, mark, name in listed_seats(table, words)
    ]


def seat_line(seat: RememberedSeat, words: Translator) -> Text:
    """Return what is known of a seat of ours while the server has not told what is played there."""
    line = Text(" " * INDENT).append(seat_name(seat, words), "bold")
    return line.append(f"  {spaced_code(seat.code)}" if seat.code else f"  {seat.table}", "dim")


def seat_name(seat: RememberedSeat, words: Translator) -> str:
    """Return who sits on a seat of ours."""
    return seat.name or words.gettext("without a name")


def has_room(table: TableListing) -> bool:
    """Say whether somebody can sit down at a table now: on a free seat, or a bot's between deals."""
    room = table.newcomers and not table.playing and any(seat.kind != "person" for seat in table.seats)
    return room and is_known(table)


def can_be_watched(table: TableListing) -> bool:
    """Say whether somebody here can look on at a table."""
    return table.spectators and is_known(table)


def about_table(table: TableListing, words: Translator) -> str:
    """Say what there is to know of a table, and what Enter does there."""
    if has_room(table):
        can = words.gettext("Enter sits down.")
    elif not is_known(table):
        can = words.gettext("A later release of Bornes can play it.")
    elif can_be_watched(table):
        can = words.gettext("Nobody can sit down now; Enter looks on.")
    else:
        can = words.gettext("Nobody can sit down now.")
    house = words.ngettext(
        "{number} house rule", "{number} house rules", table.house_rule_count, number=table.house_rule_count
    )
    return f"{pace_sentence(table.pace, words)}" + (f" · {house}" if table.house_rule_count else "") + f"\n{can}"
