"""The server's own log: a line for each thing, with the table and the number of its last message; of JSON for
programs, of plain text for whoever sits before a terminal.

Nothing secret comes here: neither cards nor seeds nor the secrets of seats, and no address unless somebody wants it so.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from ..base.structured_log import note
from ..base.translatable import plain_line
from ..tables import entries as log
from ..tables.table import Table

LONGEST_LINE = 1000
"""So many characters a line for people has at most."""


class Lines(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_values(record),
        }
        return json.dumps(told, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Writes each record as one line that somebody can read while it comes, by the clock of this place."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        values = "".join(
            f"  {name} {_shown(value)}" for name, value in _values(record).items() if value not in (None, "")
        )
        return plain_line(f"{time}  {level}{record.getMessage()}{values}", LONGEST_LINE)


def _values(record: logging.LogRecord) -> dict[str, object]:
    """Return what a record says beside its event: of an error what it was and where it came from, and not its text."""
    told = {name: _plain(value) for name, value in getattr(record, "values", {}).items()}
    if record.exc_info and record.exc_info[0] is not None:
        told |= {"error": record.exc_info[0].__name__, "where": _where(record)}
    return told


def _shown(value: object) -> str:
    return " < ".join(map(str, reversed(value))) if isinstance(value, list) else str(value)


def _plain(value: object) -> object:
    """Return a value as a line can hold it: what is made of parts says itself how much of them is told."""
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _where(record: logging.LogRecord) -> list[str]:
    """Return where an error came from, without the values that were at hand there."""
    found = []
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[-8:]


def set_up_logs(level: str, form: str = "json") -> None:
    """Write the server's log to the standard error output: ``json``, ``text``, or ``auto``, by who reads there."""
    handler = logging.StreamHandler(sys.stderr)
    text = sys.stderr.isatty() if form == "auto" else form == "text"
    handler.setFormatter(TextLines() if text else Lines())
    for name in ("", "bornes.server", "uvicorn.error", "asyncio"):  # of others too: tracebacks would repeat secrets
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        # Of others errors only: a line for every bad request would fill the disk.
        logger.setLevel(level.upper() if name == "bornes.server" else logging.ERROR)


TOLD: dict[type[log.Entry], str] = {
    log.Opened: "table opened",
    log.SatDown: "somebody sat down",
    log.BotSeated: "a bot sat down",
    log.SeatOpened: "a seat is open",
    log.Left: "somebody left",
    log.Returned: "somebody is back",
    log.DealBegan: "deal began",
    log.ClockRenewed: "clock renewed",
}


def note_entry(table: Table, entry: log.Entry) -> None:
    """Write a line about an entry that is durable, if it is one that is told."""
    state = table.state
    about: dict[str, Any] = {"table": state.id, "number": state.told, "game": state.game, "deal": state.number}
    if type(entry) in TOLD:
        note(TOLD[type(entry)], **about)
    elif isinstance(entry, log.Moved | log.WindowEnded) and not table.playing:
        note("game over" if table.game_over else "deal over", **about)
