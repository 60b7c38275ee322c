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

from ..base.structured_log import log_event
from ..base.translatable import sanitize_line
from ..tables import entries as log
from ..tables.table import Table

MAX_LINE_LENGTH = 1000
"""Of a line of the text log."""


class JsonLogFormatter(logging.Formatter):
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


class TextLogFormatter(logging.Formatter):
    """Writes each record as one line that somebody can read while it comes, by the clock of this place."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        values = "".join(
            f"  {name} {_shown(value)}" for name, value in _values(record).items() if value not in (None, "")
        )
        return sanitize_line(f"{time}  {level}{record.getMessage()}{values}", MAX_LINE_LENGTH)


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


def configure_logging(level: str, form: str = "json") -> None:
    """Write the server's log to the standard error output: ``json``, ``text``, or ``auto``, by who reads there."""
    handler = logging.StreamHandler(sys.stderr)
    text = sys.stderr.isatty() if form == "auto" else form == "text"
    handler.setFormatter(TextLogFormatter() if text else JsonLogFormatter())
    for name in ("", "bornes.server", "uvicorn.error", "asyncio"):  # of others too: tracebacks would repeat secrets
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        # Of others errors only: a line for every bad request would fill the disk.
        logger.setLevel(level.upper() if name == "bornes.server" else logging.ERROR)


LOGGED_ENTRIES: dict[type[log.Entry], str] = {
    log.Opened: "table opened",
    log.PlayerSeated: "somebody sat down",
    log.BotSeated: "a bot sat down",
    log.SeatFreed: "a seat is open",
    log.SteppedAway: "somebody left",
    log.Returned: "somebody is back",
    log.DealBegan: "deal began",
    log.DeadlineRenewed: "clock renewed",
}


def log_entry_event(table: Table, entry: log.Entry) -> None:
    """Write a line about an entry that is durable, if it is one that is told."""
    state = table.state
    about: dict[str, Any] = {
        "table": state.id,
        "number": state.spectator_message_count,
        "game": state.game,
        "deal": state.deal,
    }
    if type(entry) in LOGGED_ENTRIES:
        log_event(LOGGED_ENTRIES[type(entry)], **about)
    elif isinstance(entry, log.MoveMade | log.WindowResolved) and not table.playing:
        log_event("game over" if table.game_over else "deal over", **about)
