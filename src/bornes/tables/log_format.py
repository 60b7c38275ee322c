"""The format of logs, and how entries of earlier formats are read.

Invariant: each line of a log says its own format, so a log that was begun by one release and continued by another can
be read from any entry on.  The format is the first key of the line, ``{"format":2,…``, and the first format is not
written.  A release reads every format up to its own and writes only its own; a later one it leaves alone.

A new entry, rule or optional field needs no new format: an earlier release notices it where it is used, and a log that
does not use it is the same in both.  Another name or another meaning does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

LOG_FORMAT = 1
"""The format that this release writes."""
UpgradeStep = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADE_STEPS: dict[int, UpgradeStep] = {}
"""For each earlier format, the pure function that turns the JSON values of an entry into those of the next format."""

_MARK = b'{"format":'
_MARKED = re.compile(rb'\{"format":([1-9][0-9]{0,8}),')


class LaterFormat(ValueError):
    """A line of a format that this release does not know; ``format`` is its number."""

    def __init__(self, format: int) -> None:
        super().__init__(format)
        self.format = format


def add_format(line: bytes) -> bytes:
    """Return the line of an entry with the present format."""
    return line if LOG_FORMAT == 1 else b'{"format":%d,%b' % (LOG_FORMAT, line[1:])


def upgrade_line(line: bytes) -> bytes:
    """Return a line of any format up to the present one as this release writes entries, without the format.

    LaterFormat for a line of a later format; ValueError for one of an earlier format that is no JSON.
    """
    if LOG_FORMAT == 1 and not line.startswith(_MARK):
        return line
    found = _MARKED.match(line)
    number = int(found[1]) if found else 1
    if number > LOG_FORMAT:
        raise LaterFormat(number)
    bare = b"{" + line[found.end() :] if found else line
    if number == LOG_FORMAT:
        return bare
    values = msgspec.json.decode(bare, type=dict[str, Any])
    for step in range(number, LOG_FORMAT):
        values = UPGRADE_STEPS[step](values)
    return msgspec.json.encode(values)
