"""The lobby of a real server, as a program follows it."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from bornes.client import OpenTable, ServerError, open_table, watch_lobby
from bornes.client.http_api import give_up_seat, public_tables
from bornes.client.invite_links import parse_link
from tests.support.servers import ServerProcess
from tests.support.shell import PATIENCE


def test_the_lobby_tells_of_tables_that_come_and_change(server: ServerProcess) -> None:
    async def story() -> None:
        async with asyncio.timeout(PATIENCE), contextlib.aclosing(watch_lobby(server.address)) as told:
            await anext(told)
            private = await open_table(server.address, OpenTable(edition="parker-1962", players=2, name="Zoé"))
            seated = await open_table(server.address, OpenTable(edition="asmodee", players=2, name="Ann", public=True))
            async for tables in told:
                found = {table.id: table for table in tables}
                if seated.table in found:
                    break
            assert private.table not in found
            assert found[seated.table].seats[0].name == "Ann"
            assert seated.table in {table.id for table in await public_tables(server.address)}
            await give_up_seat(parse_link(seated.link))
            async for tables in told:
                found = {table.id: table for table in tables}
                if seated.table not in found or found[seated.table].seats[0].kind == "open":
                    return

    asyncio.run(story())


def test_where_no_server_is_nobody_waits() -> None:
    async def story() -> None:
        async with contextlib.aclosing(watch_lobby("http://127.0.0.1:1")) as told:
            with pytest.raises(ServerError, match="nobody answers there"):
                await anext(told)

    asyncio.run(story())
