"""The lobby of a server: all its public tables, as they come, change and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from random import uniform

from websockets.exceptions import WebSocketException

from ..tables.public_view import TableListing
from .http_api import is_valid_listing, sanitized_listing, unreachable_error
from .invite_links import TableLink, parse_server
from .protocol import LobbyMessage, LobbySnapshot, TableListed, TableUnlisted, decode_lobby
from .untrusted_json import sanitized_json
from .websocket_transport import (
    FIRST_RETRY_SECONDS,
    MAX_RETRY_SECONDS,
    WELCOME_TIMEOUT_SECONDS,
    connection_error_text,
    open_socket,
)

MAX_TABLES = 10_000
"""Tables of a lobby that are kept at most, whatever a server lists."""


async def watch_lobby(server: str) -> AsyncGenerator[tuple[TableListing, ...], None]:
    """Yield all public tables of a server, now and after every change; comes back where the connection is lost.

    ServerError where the server cannot be reached at all.
    """
    link, reached, wait = TableLink(parse_server(server)), False, FIRST_RETRY_SECONDS
    while True:
        try:
            async with open_socket(link, "/api/lobby/socket") as socket:
                tables: dict[str, TableListing] = {}
                while True:
                    async with asyncio.timeout(None if reached else WELCOME_TIMEOUT_SECONDS):
                        data = await socket.recv()
                    if _take(data.encode() if isinstance(data, str) else data, tables):
                        reached, wait = True, FIRST_RETRY_SECONDS
                        yield tuple(tables.values())
        except (OSError, WebSocketException, TimeoutError) as error:
            if not reached:
                raise unreachable_error(link.server, connection_error_text(error)) from None
        await asyncio.sleep(uniform(wait / 2, wait))
        wait = min(2 * wait, MAX_RETRY_SECONDS)


def _take(data: bytes, tables: dict[str, TableListing]) -> bool:
    """Take in a message of the lobby, and say whether it was one that is known here."""
    try:
        message: LobbyMessage = decode_lobby(sanitized_json(data))
    except ValueError:
        return False
    match message:
        case LobbySnapshot():
            tables.clear()
            for table in message.tables:
                _list(table, tables)
        case TableListed():
            _list(message.table, tables)
        case TableUnlisted():
            tables.pop(message.id, None)
    return True


def _list(table: TableListing, tables: dict[str, TableListing]) -> None:
    """List a table as it is now; one that cannot be as it is told is listed no longer, and the others are."""
    if is_valid_listing(table) and (table.id in tables or len(tables) < MAX_TABLES):
        tables[table.id] = sanitized_listing(table)
    else:
        tables.pop(table.id, None)
