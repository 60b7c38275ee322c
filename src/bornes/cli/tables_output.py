"""How ``bornes tables`` prints tables, for people and for programs: nothing of a deal that is being played."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from ..base.marks import N_
from ..base.translatable import sanitize
from ..i18n import Translator
from ..store import RestoreReport, StoreCheck, TableRow
from ..tables.public_view import encode_listing, table_listing
from ..tables.table import Table
from ..tables.table_state import SeatState, TableState
from .output import console, print_rules, print_table
from .output import table as new_table


def row_as_dict(row: TableRow) -> dict[str, Any]:
    """Return a table in short, for programs."""
    known: dict[str, Any] = {} if row.state is None else _state_as_dict(row.state)
    times = {"opened_at": row.opened_at, "touched_at": row.touched_at}
    return {"id": row.id, "damaged": row.state is None, "public": row.listed, **times, **known}


def _state_as_dict(state: TableState) -> dict[str, Any]:
    rules = state.rules
    seats = [
        {"kind": seat.kind, "name": seat.name, "bot": seat.bot if seat.kind == "bot" else None} for seat in state.seats
    ]
    form = {"edition": rules["edition"], "players": rules["players"], "teams": rules["teams"]}
    return {**form, "seats": seats, "game": state.game, "deal": state.deal}


def print_rows(found: list[TableRow], lang: str) -> None:
    """Print a line for each table."""
    words = Translator(lang)
    headings = (N_("table"), N_("edition"), N_("players"), N_("deal"), N_("last move"))
    made = new_table(*map(words.gettext, headings))
    made.columns[0].min_width = max(len(row.id) for row in found)  # it has to be typed: another column is cut instead
    for row in found:
        made.add_row(row.id, *_cells(row, words))
    print_table(console(), made)


def _cells(row: TableRow, words: Translator) -> tuple[str, str, str, str]:
    if row.state is None:
        return words.gettext("damaged"), "", "", _when(row.touched_at)
    state = row.state
    seats = ", ".join(_seat(at, seat, words) for at, seat in enumerate(state.seats))
    return str(state.rules["edition"]), seats, f"{state.game}.{state.deal}", _when(row.touched_at)


def _seat(at: int, seat: SeatState, words: Translator) -> str:
    if seat.kind == "open":
        return words.gettext("(open)")
    return seat.name or (seat.bot if seat.kind == "bot" else words.numbered(at))


def _when(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d %H:%M}"


def table_as_dict(row: TableRow, table: Table) -> dict[str, Any]:
    """Return what everybody at a table may know of it, for programs."""
    listed: dict[str, Any] = json.loads(encode_listing(table_listing(table)))
    times = {"opened_at": row.opened_at, "touched_at": row.touched_at}
    return {**listed, "public": row.listed, **times, "totals": _finished_totals(table)}


def _finished_totals(table: Table) -> list[int]:
    """Return every team's points over the deals that are over."""
    return list(table.state.totals if table.playing else table.totals)


def print_shown(row: TableRow, table: Table, lang: str) -> None:
    """Print what everybody at a table may know of it."""
    words, out = Translator(lang, table.rules.edition, table.names), console()
    out.print(row.id, style="bold")
    print_rules(out, words, table.rules)
    for at, seat in enumerate(table.state.seats):
        out.print(f"  {at + 1}  {_seat(at, seat, words)}{_driven(seat, words)}")
    out.print(_progress(table, words))
    if table.state.deal:
        points = ", ".join(map(words.whole, _finished_totals(table)))
        out.print(words.gettext("points of the finished deals: {points}", points=points))
    times = {"opened": _when(row.opened_at), "last": _when(row.touched_at)}
    out.print(words.gettext("opened {opened}, last move {last}", **times))


def _driven(seat: SeatState, words: Translator) -> str:
    if seat.kind != "person" or not seat.autopilot:
        return ""
    return words.gettext(" (away: {bot} drives)", bot=seat.bot)


def _progress(table: Table, words: Translator) -> str:
    state = table.state
    if not state.deal:
        return words.gettext("no deal has begun")
    if table.playing:
        text = N_("game {game}, deal {deal} is being played")
    else:
        text = N_("game {game} is over") if table.game_over else N_("game {game}, deal {deal} is over")
    return words.gettext(text, game=state.game, deal=state.deal)


# -- check and restore ---------------------------------------------------------------------------------------------


def check_as_dict(found: StoreCheck) -> dict[str, Any]:
    """Return what a check found, for programs."""
    damaged = [{"table": table, "reason": str(why)} for table, why in found.damaged]
    return {"ok": not damaged, "tables": found.tables, "entries": found.entries, "damaged": damaged}


def print_check(found: StoreCheck, lang: str) -> None:
    """Print what a check found, with a line for everything that is damaged."""
    words, out = Translator(lang), console()
    out.print(_counted(words, found.tables, found.entries))
    for table, why in found.damaged:
        what = sanitize(words.translate(why))
        text = f"{sanitize(table)}: {what}" if table else what
        out.print("  " + text, style="bold", markup=False, soft_wrap=True)
    if found.damaged:
        out.print(words.gettext("The tables that are not named can be played. A backup has the others as they were."))
    else:
        out.print(words.gettext("Nothing is damaged."))


def restored_as_dict(report: RestoreReport) -> dict[str, Any]:
    """Return what a restored backup holds and lacks, for programs."""
    lost = None if report.lost is None else [{"table": table, "entries": n} for table, n in report.lost.items()]
    kept = None if report.kept is None else str(report.kept)
    return {"tables": report.tables, "entries": report.entries, "lost": lost, "kept": kept}


def print_restored(report: RestoreReport, database: object, backup: str, lang: str) -> None:
    """Print what a restored backup holds, and what came after it."""
    words, out = Translator(lang), console()

    def say(text: str) -> None:
        out.print(text, markup=False, soft_wrap=True)

    say(words.gettext("Restored {database} from {file}.", database=database, file=backup))
    say(_counted(words, report.tables, report.entries))
    if report.lost is None:
        say(words.gettext("What was lost is not known: the replaced database cannot be read."))
    elif not report.lost:
        say(words.gettext("Nothing was lost."))
    else:
        say(words.gettext("Lost, because it came after the backup:"))
        for table, count in report.lost.items():
            say(f"  {sanitize(table)}: {_entries(words, count)}")
    if report.kept is not None:
        say(words.gettext("The replaced database is kept as {file}.", file=report.kept))


def _counted(words: Translator, tables: int, entries: int) -> str:
    number = words.ngettext("{number} table", "{number} tables", tables, number=words.number(tables))
    return words.gettext("{tables}, {entries}", tables=number, entries=_entries(words, entries))


def _entries(words: Translator, count: int) -> str:
    return words.ngettext("{number} entry", "{number} entries", count, number=words.number(count))
