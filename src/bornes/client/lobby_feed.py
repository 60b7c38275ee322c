"""The lobby of a server: all its public tables, as they come, change and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from random import uniform

from websockets.exceptions import WebSocketException

from ..tables.public_view import Listing
from .http_api import makes_sense, shown_listing, unreachable
from .invite_links import Link, parse_server
from .protocol import Listed, Lobby, LobbyMessage, Unlisted, decode_lobby
from .untrusted_json import harmless_json
from .websocket_transport import FIRST_WAIT, LONGEST_WAIT, WELCOME_TIMEOUT_SECONDS, in_our_words, open_socket

MAX_TABLES = 10_000
"""Tables of a lobby that are kept at most, whatever a server lists."""


async def lobby(server: str) -> AsyncGenerator[tuple[Listing, ...], None]:
    """Yield all public tables of a server, now and after every change; comes back where the connection is lost.

    ServerError where the server cannot be reached at all.
    """
    link, reached, wait = Link(parse_server(server)), False, FIRST_WAIT
    while True:
        try:
            async with open_socket(link, "/api/lobby/socket") as socket:
                tables: dict[str, Listing] = {}
                while True:
                    async with asyncio.timeout(None if reached else WELCOME_TIMEOUT_SECONDS):
                        data = await socket.recv()
                    if _take(data.encode() if isinstance(data, str) else data, tables):
                        reached, wait = True, FIRST_WAIT
                        yield tuple(tables.values())
        except (OSError, WebSocketException, TimeoutError) as error:
            if not reached:
                raise unreachable(link.server, in_our_words(error)) from None
        await asyncio.sleep(uniform(wait / 2, wait))
        wait = min(2 * wait, LONGEST_WAIT)


def _take(data: bytes, tables: dict[str, Listing]) -> bool:
    """Take in a message of the lobby, and say whether it was one that is known here."""
    try:
        message: LobbyMessage = decode_lobby(harmless_json(data))
    except ValueError:
        return False
    match message:
        case Lobby():
            tables.clear()
            for table in message.tables:
                _list(table, tables)
        case Listed():
            _list(message.table, tables)
        case Unlisted():
            tables.pop(message.id, None)
    return True


def _list(table: Listing, tables: dict[str, Listing]) -> None:
    """List a table as it is now; one that cannot be as it is told is listed no longer, and the others are."""
    if makes_sense(table) and (table.id in tables or len(tables) < MAX_TABLES):
        tables[table.id] = shown_listing(table)
    else:
        tables.pop(table.id, None)
