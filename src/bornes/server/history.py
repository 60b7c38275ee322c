"""What the server's log tells of its tables: what everybody there knows, with the number of the spectators' message.

Moves and passes are left out: how many entries a log has depends on who holds what.
"""

from __future__ import annotations

from typing import Any

from ..tables import entries as log
from ..tables.table import Table
from .logs import note

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
