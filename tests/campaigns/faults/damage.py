"""A damaged database: what cannot be trusted is told and not served; the rest is served as it was."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect

from bornes.client.protocol import ErrorMessage, Hello, decode_socket_message, encode
from bornes.client.replica import Replica
from bornes.tables.messages import FullState
from tests.simulation.knowledge import demand

from .histories import check_agreement
from .kills import Tally, read_lines
from .real_players import RealTable
from .real_server import NotServed, ServerProcess

PAGE = 4096
TOLD = ("table-damaged",)
"""How a server says of a table that it cannot be trusted."""


async def try_damage(database: Path, tables: list[RealTable], luck: Random, tally: Tally, pages: int = 2) -> None:
    """Damage the last page of a copy of a database, then others, and see what a server makes of each."""
    count = database.stat().st_size // PAGE
    for page in [count - 1, *luck.sample(range(count), min(pages, count))]:
        copy = database.with_name(f"damaged {page}") / database.name
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(database, copy)
        with copy.open("r+b") as file:
            file.seek(page * PAGE + luck.choice((0, luck.randrange(PAGE // 2))))
            file.write(luck.randbytes(luck.choice((8, 200, PAGE // 2))))
        try:
            await _look(copy, database, tables, tally, "last page" if page == count - 1 else "another page")
        except AssertionError as error:
            tally.findings.append(f"page {page} of {count} damaged: {error}")
        shutil.rmtree(copy.parent)


async def _look(copy: Path, truth: Path, tables: list[RealTable], tally: Tally, which: str) -> None:
    server = ServerProcess.launch(copy)
    try:
        try:
            await server.wait_ready()
        except NotServed as refused:
            demand("Traceback" not in str(refused), "a damaged file ended the server with a fault:", refused)
            demand(str(copy) in str(refused), "the damaged file is not named:", refused)
            tally.counts[f"{which} damaged: told at the start"] += 1
            return
        told = [await _visit(server, truth, table) for table in tables]
        kind = "told of a table" if any(told) else "nothing of it was needed"
        tally.counts[f"{which} damaged: {kind}"] += 1
        demand(server.alive, "a damaged file ended the server")
    finally:
        if server.alive:
            await server.kill()
        server.clear_away()


async def _visit(server: ServerProcess, truth: Path, table: RealTable) -> bool:
    """Come to a table: True where it is told that it is damaged, otherwise it must be what it was."""
    player = table.players[0]
    address = f"ws{server.base.removeprefix('http')}/api/tables/{table.id}/socket"
    async with connect(address, compression=None, open_timeout=20) as socket:
        await socket.send(encode(Hello(secret=player.secret)).decode())
        while True:
            async with asyncio.timeout(20):
                message = decode_socket_message(await socket.recv(decode=False))
            if isinstance(message, ErrorMessage):
                demand(message.error in TOLD, f"of a damaged table it was told {message.error}: {message.text}")
                return True
            if isinstance(message, FullState):
                break
    mirror = Replica("en")
    mirror.take(message)
    lines = read_lines(truth, table.id)
    if mirror.number == player.mirror.number:  # no clock has gone on meanwhile
        check_agreement([(mirror, mirror.viewer)], lines)
    demand(mirror.number >= player.mirror.number, "a table is served that has lost something")
    return False
