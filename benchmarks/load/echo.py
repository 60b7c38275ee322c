"""The echo: as little as a server of this kind can do.

Sockets by the same Starlette and uvicorn with the same settings.  Whatever comes, the line of a recorded move is
appended by the same writer with its group commit, and once it is on the disk the recorded messages of that move go to
everybody at the table: the same bytes as of the server, without a table behind them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import time

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bornes.client.protocol import Welcome, decode_hello, encode
from bornes.game.events import Viewer
from bornes.server import lifecycle
from bornes.server.settings import settings_from
from bornes.store import sqlite_logs
from bornes.store.sqlite_database import connect, prepare_database
from bornes.store.sqlite_threads import WriterThread
from bornes.tables.messages import Done

from .recorded import SECRETS, Step, third_deal


class Command(msgspec.Struct):
    """What the echo needs to know of a command."""

    id: str = ""


_command = msgspec.json.Decoder(Command)


class Room:
    """Those at one table, and how far its log and its recorded deal are."""

    def __init__(self, entries: int) -> None:
        self.entries = entries
        self.step = 0
        self.sockets: dict[WebSocket, Viewer] = {}
        self.lock = asyncio.Lock()


class Echo:
    """All tables."""

    def __init__(self, writer: WriterThread, lengths: dict[str, int], steps: list[Step]) -> None:
        self._writer = writer
        self._rooms = {table: Room(entries) for table, entries in lengths.items()}
        self._steps = steps

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket."""
        await socket.accept()
        table = socket.path_params["table"]
        room = self._rooms[table]
        hello = decode_hello(await socket.receive_text())
        viewer = SECRETS.index(hello.secret) if hello.secret else None
        await socket.send_text(encode(Welcome(1, "echo", table, viewer, [], 0)).decode())
        await socket.send_text(self._steps[room.step - 1].told[viewer][-1].decode())
        room.sockets[socket] = viewer
        try:
            while True:
                await self._take(table, room, socket, await socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            del room.sockets[socket]

    async def _take(self, table: str, room: Room, socket: WebSocket, text: str) -> None:
        """Append the next lines, and tell everybody."""
        command = _command.decode(text)
        async with room.lock:
            step = self._steps[room.step]
            lines = [
                (number, line, sqlite_logs.entry_checksum(table, number, line))
                for number, line in self._numbered(room, step)
            ]
            grown = sqlite_logs.LogAppend(table, room.entries, lines, None, int(time() * 1000))
            await self._writer.do(lambda connection: sqlite_logs.append_entries(connection, grown, None, None), table)
            room.entries += len(lines)
            room.step = (room.step + 1) % len(self._steps)
            for one, viewer in list(room.sockets.items()):
                for data in step.told[viewer]:
                    await one.send_text(data.decode())
            await socket.send_text(encode(Done(command.id)).decode())

    @staticmethod
    def _numbered(room: Room, step: Step) -> enumerate[bytes]:
        return enumerate(step.lines, room.entries)


class Server(uvicorn.Server):
    """Uvicorn, which tells where it listens."""

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Begin to listen, and tell where."""
        await super().startup()
        print(f"The echo is open at http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}", flush=True)


def lengths_of(path: Path) -> dict[str, int]:
    """Return how many entries each table of a database has."""
    connection = connect(path, read_only=True)
    try:
        return dict(connection.execute("SELECT id, entries FROM tables").fetchall())
    finally:
        connection.close()


async def run(path: Path) -> None:
    """Serve until stopped."""
    prepare_database(path)
    writer = WriterThread(connect(path))
    app = Starlette(
        routes=[WebSocketRoute("/api/tables/{table}/socket", Echo(writer, lengths_of(path), _steps()).serve)]
    )
    config = lifecycle._config(settings_from(port=0, database=path), app)
    config.http, config.ws = "h11", "websockets-sansio"  # what the server's own are made from, without its guards
    try:
        await Server(config).serve()
    finally:
        await writer.close()


def _steps() -> list[Step]:
    """Return the recorded deal, without the moves that not everybody hears of."""
    return [step for step in third_deal(int(time() * 1000)) if all(step.told.values())]


if __name__ == "__main__":
    lifecycle._be_steady()
    with asyncio.Runner(loop_factory=lifecycle._new_loop) as runner:
        runner.run(run(Path(sys.argv[1])))
