"""Log lines as an event with named values, for the formatters of ``server.server_log``."""

from __future__ import annotations

import logging

LOG = logging.getLogger("bornes.server")


def log_event(event: str, *, level: int = logging.INFO, **values: object) -> None:
    """Write a log line about an event."""
    LOG.log(level, event, extra={"values": values})
