"""The server's own log: a line of JSON for each thing, with the table and the number of its last message.

Nothing secret comes here: neither cards nor seeds nor the secrets of seats, and no address unless somebody wants it so.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

LOG = logging.getLogger("bornes.server")


class Lines(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **{name: _plain(value) for name, value in getattr(record, "values", {}).items()},
        }
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["where"] = _where(record)
        return json.dumps(told, ensure_ascii=False)


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


def set_up_logs(level: str) -> None:
    """Write the server's log to the standard error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("", "bornes.server", "uvicorn.error", "asyncio"):  # of others too: tracebacks would repeat secrets
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        # Of others errors only: a line for every bad request would fill the disk.
        logger.setLevel(level.upper() if name == "bornes.server" else logging.ERROR)


def note(event: str, *, level: int = logging.INFO, **values: object) -> None:
    """Write a line about something that happened."""
    LOG.log(level, event, extra={"values": values})
