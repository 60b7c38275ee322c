"""A power cut at the moment when something was told: only what was synced by then is left, and it must be enough.

A kill shows nothing about durability, since the system keeps what was written and not yet synced.  So ``strace`` notes
every write and every sync of a whole server, and what it sends to its clients.  Then a moment is chosen, the files
are made as they were last synced before it, and everything that any client had been sent must be in them.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bornes.client.protocol import Welcome, decode_socket_message
from bornes.tables.entries import Entry, decode_entry
from bornes.tables.messages import Done, FullState, Update
from bornes.tables.table import Table
from tests.simulation.knowledge import demand

from .kills import Tally
from .real_players import Doors, RealTable
from .real_server import SERVE, ServerProcess

CALLS = "pwrite64,write,writev,sendto,sendmsg,fdatasync,fsync,ftruncate,unlink"
_CALL = re.compile(r"(\d+) +(\w+)\((?:\d+<([^>]*)>)?(.*)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_SENDING = {"write", "writev", "sendto", "sendmsg"}
_UPGRADED = b"HTTP/1.1 101"


@dataclass
class Told:
    """What clients had been sent by some moment."""

    done: list[str] = field(default_factory=list)
    """The ids of commands that were acknowledged."""
    numbers: dict[tuple[str, int | None], int] = field(default_factory=dict)
    """For a table and a viewer the number of the last message."""


class _Socket:
    """The bytes that were sent on one connection, as messages."""

    def __init__(self) -> None:
        self.table = ""
        self._data = b""
        self._upgraded = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take in what was sent, and yield the texts that are complete."""
        self._data += data
        if not self._upgraded and self._data.startswith(_UPGRADED):
            head, end, rest = self._data.partition(b"\r\n\r\n")
            self._upgraded, self._data = bool(end), rest if end else head
        while self._upgraded and len(self._data) >= 2:
            start, length = 2, self._data[1] & 0x7F
            if length >= 126:
                wide = 2 if length == 126 else 8
                start, length = 2 + wide, int.from_bytes(self._data[2 : 2 + wide], "big")
            if len(self._data) < start + length:
                break
            text, kind = self._data[start : start + length], self._data[0] & 0x0F
            self._data = self._data[start + length :]
            if kind == 1:
                yield text


@dataclass
class Replay:
    """The files of a server as they were last synced, and what it has told, while its calls are gone through."""

    told: Told = field(default_factory=Told)
    synced: dict[Path, bytes] = field(default_factory=dict)
    _written: dict[Path, bytearray] = field(default_factory=dict)
    _sockets: dict[str, _Socket] = field(default_factory=dict)

    def moments(self, log: Path) -> Iterator[None]:
        """Go through the calls, and stop after each that told a client that something is done."""
        for call in _whole_calls(log):
            found = _CALL.match(call)
            if found is None or re.search(r"= -\d", call[-80:]):
                continue
            name, target, rest = found[2], _bytes(found[3] or "").decode(), found[4]
            if target.startswith(("socket:", "TCP")):
                if name in _SENDING and self._tell(target, rest):
                    yield
            else:
                self._change(name, Path(target), rest)

    def _tell(self, socket: str, rest: str) -> bool:
        known, acknowledged = self._sockets.setdefault(socket, _Socket()), False
        for text in known.feed(b"".join(_bytes(part) for part in _TEXT.findall(rest))):
            message = decode_socket_message(text)
            match message:
                case Welcome():
                    known.table = message.table
                case Done(id):
                    acknowledged = True
                    self.told.done.append(id)
                case Update() | FullState():
                    self.told.numbers[known.table, message.viewer] = message.number
        return acknowledged

    def _change(self, name: str, path: Path, rest: str) -> None:
        written = self._written
        if name == "pwrite64":
            text, at = _TEXT.search(rest), re.search(r", (\d+)\) += \d+", rest)
            assert text is not None
            assert at is not None
            _put(written.setdefault(path, bytearray()), int(at[1]), _bytes(text[1]))
        elif name == "ftruncate":
            size = re.search(r", (\d+)\)", rest)
            assert size is not None
            del written.setdefault(path, bytearray())[int(size[1]) :]
        elif name in ("fdatasync", "fsync") and path in written:
            self.synced[path] = bytes(written[path])
        elif name == "unlink" and (text := _TEXT.search(rest)) is not None:
            gone = Path(_bytes(text[1]).decode())
            written.pop(gone, None)
            self.synced.pop(gone, None)


def _whole_calls(log: Path) -> Iterator[str]:
    """Yield calls in the order in which they ended, but what is sent in the order in which that began."""
    begun: dict[str, str] = {}
    with log.open() as lines:
        for line in map(str.rstrip, lines):
            process = line.partition(" ")[0]
            if line.endswith("<unfinished ...>"):
                start = line.removesuffix("<unfinished ...>").rstrip()
                sending = (found := _CALL.match(start)) is not None and found[2] in _SENDING
                if sending:
                    yield start
                begun[process] = "" if sending else start
            elif "resumed>" in line:
                if start := begun.pop(process, ""):
                    yield start + line.partition("resumed>")[2]
            else:
                yield line


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _put(file: bytearray, at: int, content: bytes) -> None:
    if len(file) < at:
        file += bytes(at - len(file))
    file[at : at + len(content)] = content


# -- a server that is watched ----------------------------------------------------------------------------------------


async def watch_server(folder: Path, commands: int, command: tuple[str, ...] = SERVE) -> Path:
    """Let clients play at a server until so many commands are acknowledged; return what strace noted."""
    log = folder / "calls"
    before = ("strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(log))
    server = ServerProcess.launch(folder / "server.sqlite3", *before, command=command)
    try:
        await server.wait_ready()
        doors = Doors(server.base)
        tables = [await RealTable.open(doors, number) for number in range(2)]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.run()) for table in tables for player in table.players]
            async with asyncio.timeout(120):
                while doors.counts.get("acknowledged", 0) < commands:
                    await asyncio.sleep(0.02)
            for task in playing:
                task.cancel()
        os.killpg(server.pid, signal.SIGTERM)  # strace lets it pass, and ends with the server
        await server.wait_ended()
    finally:
        if server.alive:
            await server.kill()
        server.clear_away()
    return log


def cut_power(folder: Path, log: Path, tally: Tally, every: int = 5) -> None:
    """Cut the power at every so many acknowledgements, and demand that all that was told is there."""
    replay = Replay()
    for number, _ in enumerate(replay.moments(log)):
        if number % every == 0:
            left = folder / f"cut {number}"
            left.mkdir()
            for path, content in replay.synced.items():
                (left / path.name).write_bytes(content)
            _demand_told(left / "server.sqlite3", replay.told)
            tally.counts["power cuts"] += 1
    demand(len(replay.told.done) > every, "nothing was acknowledged")


def _demand_told(database: Path, told: Told) -> None:
    logs = _logs(database)
    there = {entry.id for entries in logs.values() for entry in entries}
    lost = sorted(set(told.done) - there)
    demand(not lost, "acknowledged and lost in a power cut:", lost)
    for (id, viewer), number in told.numbers.items():
        demand(id in logs, "a table was lost in a power cut:", id)
        state = Table.fold(logs[id]).state
        has = state.messages_to(viewer)
        demand(has >= number, f"{viewer} of {id} was sent {number} messages, and {has} are left")


def _logs(database: Path) -> dict[str, list[Entry]]:
    query = "SELECT id, line FROM entries JOIN tables ON table_key = key ORDER BY key, number"
    logs: dict[str, list[Entry]] = {}
    if database.exists():
        with closing(sqlite3.connect(database)) as connection:
            if connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'entries'").fetchone()[0]:
                for id, line in connection.execute(query):
                    logs.setdefault(id, []).append(decode_entry(line))
    return logs
