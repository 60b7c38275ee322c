"""Those who take for ever: to send a head or a body, to say hello, to read.  Each must be let go in time."""

from __future__ import annotations

import asyncio
import select
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any

from .live_server import LiveServer
from .raw import KEY, UPGRADE, open_table, request

LIMIT = 150.0
"""Seconds after which somebody was not let go; the server's own limits are below thirty, but what the
system keeps for a reader has to be filled first."""
STEP = 0.5
TEXT, PING = 0x1, 0x9
GONE = select.POLLHUP | select.POLLERR | select.POLLRDHUP


class Slow:
    """A connection on which everything is done by hand, and nothing read unless it is asked for."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._poll = select.poll()
        self._poll.register(connection, select.POLLRDHUP)

    async def send(self, data: bytes) -> None:
        """Send something, however long that takes; once the connection has ended, nothing."""
        with suppress(TimeoutError, OSError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_sendall(self._socket, data), 5)

    async def read(self) -> bytes:
        """Read what there is."""
        return await asyncio.get_running_loop().sock_recv(self._socket, 65536)

    async def read_for(self, seconds: float) -> None:
        """Read whatever comes within a time."""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(seconds):
                while await self.read():
                    pass

    @property
    def gone(self) -> bool:
        """Whether the server has ended the connection."""
        return any(found & GONE for _, found in self._poll.poll(0))

    async def until_gone(self, data: bytes = b"") -> None:
        """Wait until the server ends the connection, and send something now and then."""
        while not self.gone:
            await asyncio.sleep(STEP)
            if data:
                await self.send(data)


@asynccontextmanager
async def slow_connection(server: LiveServer) -> AsyncIterator[Slow]:
    """Connect to a server, with room for little that is not read."""
    with socket.socket() as connection:
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await asyncio.get_running_loop().sock_connect(connection, (server.host, server.port))
        yield Slow(connection)


def frame(opcode: int, data: bytes) -> bytes:
    """Return a frame of a client's socket, masked with nothing."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 | opcode]) + size + bytes(4) + data


async def _nothing(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await slow.until_gone()


async def _head(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await slow.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        await slow.until_gone(b"A: b\r\n")


async def _second_head(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await slow.send(request(path="/healthz", connection="keep-alive"))
        await slow.read()
        await slow.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        await slow.until_gone(b"A: b\r\n")


async def _body(server: LiveServer, table: dict[str, Any]) -> None:
    about = "Content-Type: application/json\r\nContent-Length: 10000\r\n"
    async with slow_connection(server) as slow:
        await slow.send(request("POST", "/api/tables", about, connection="keep-alive"))
        await slow.until_gone(b" ")


async def _body_of_nothing(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await slow.send(request(headers="Content-Length: 1000000\r\n", connection="keep-alive"))
        await slow.until_gone(b" ")


async def _unread_answers(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        for _ in range(20):
            await slow.send(request(path="/api/messages.schema.json", connection="keep-alive") * 20)
        await slow.until_gone()


def _socket_request(table: dict[str, Any]) -> bytes:
    return request(path=f"/api/tables/{table['table']}/socket", headers=UPGRADE + KEY, connection="Upgrade")


async def _sit_down(slow: Slow, table: dict[str, Any]) -> None:
    """Open a socket and say hello; what is sent before the socket is there would be lost."""
    await slow.send(_socket_request(table))
    await slow.read()
    await slow.send(frame(TEXT, f'{{"command":"Hello","secret":"{table["secret"]}"}}'.encode()))
    assert b"welcome" in await slow.read()


async def _no_hello(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await slow.send(_socket_request(table))
        await slow.until_gone(frame(PING, b""))


async def _unread_socket(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await _sit_down(slow, table)
        await slow.until_gone(frame(TEXT, b'{"command":"React","reaction":"well-played"}') * 500)


async def _unread_second_socket(server: LiveServer, table: dict[str, Any]) -> None:
    """Read nothing of a socket, and talk over another one of the same seat whose answers are read."""
    mine = await open_table(server, players=2)  # nobody else talks here
    async with slow_connection(server) as slow, slow_connection(server) as talking:
        await _sit_down(slow, mine)
        await _sit_down(talking, mine)
        while not slow.gone:
            assert not talking.gone, "whoever reads was let go"
            await talking.send(frame(TEXT, b'{"command":"React","reaction":"well-played"}') * 100)
            await talking.read_for(STEP / 10)


async def _pings(server: LiveServer, table: dict[str, Any]) -> None:
    async with slow_connection(server) as slow:
        await _sit_down(slow, table)
        await slow.until_gone(frame(PING, b"a" * 125) * 20_000)


Attack = Callable[[LiveServer, dict[str, Any]], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    "a connection without a request": _nothing,
    "a head that never ends": _head,
    "a second head that never ends": _second_head,
    "a body that never ends": _body,
    "a body that nobody asked for": _body_of_nothing,
    "answers that nobody reads": _unread_answers,
    "a socket that never says hello": _no_hello,
    "a socket that nobody reads": _unread_socket,
    "a silent socket that nobody reads": _unread_second_socket,
    "pings that nobody reads the answers to": _pings,
}
"""Each ends when the server lets go."""


async def attack(server: LiveServer, each: int = 1) -> dict[str, float]:
    """Carry out all attacks, some times each, and return after how many seconds the server had let go of the last."""
    tables = [await open_table(server, players=2) for _ in range(each)]
    times = await asyncio.gather(*(_timed(one, server, table) for one in ATTACKS.values() for table in tables))
    return {name: max(times[at * each : (at + 1) * each]) for at, name in enumerate(ATTACKS)}


async def _timed(attack: Attack, server: LiveServer, table: dict[str, Any]) -> float:
    begun = monotonic()
    try:
        await asyncio.wait_for(attack(server, table), LIMIT)
    except TimeoutError:
        return LIMIT
    return monotonic() - begun
