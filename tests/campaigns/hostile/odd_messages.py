"""Messages that nobody should send to a socket.

Random, from a seed: broken JSON, real commands with one thing wrong, real ones at the wrong time, from the wrong seat,
with another table's secret, sent twice.  Afterwards every table stands as its players know it.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from .live_server import LiveServer
from .raw import join_table, open_table

NUMBERS: tuple[Any, ...] = (-1, 0, 1, 7, 8, 2**31, 2**53, 2**63, 2**64, 10**40, 1.5, 1e308, True, None)
TEXTS = (
    "",
    "\x00",
    "\ud800",
    "\U0001f600" * 40,
    "a" * 70,
    "a" * 7000,
    "{seat}",
    "%s%n",
    "\u202eevil",
    "../..",
    "'; --",
)
COMMANDS: tuple[dict[str, Any], ...] = (
    {"command": "Play", "move": "roll", "question_number": 1},
    {"command": "TakeSeat", "target_seat": 0, "name": "Eve", "secret_hash": "0" * 64},
    {"command": "SeatBot", "target_seat": 1, "bot": "champion:playouts=1000000000"},
    {"command": "SeatBot", "target_seat": 0, "bot": "tuned"},
    {"command": "GiveUpSeat"},
    {"command": "FreeSeat", "target_seat": 0},
    {"command": "SwapSeats", "target_seat": 0, "other_seat": 1},
    {"command": "Rename", "name": "Ann"},
    {"command": "StepAway"},
    {"command": "Return"},
    {"command": "TransferHost", "target_seat": 1},
    {"command": "SetAccess", "newcomers": False, "spectators": False},
    {"command": "SetPace", "pace": {"decision": 1, "window": 1, "bots": 0}},
    {"command": "Ready", "seed": "00"},
    {"command": "GiveSeed", "seed": "zz"},
    {"command": "SetStandingAnswer", "coup_fourre": "ask", "remedy": "ask"},
    {"command": "Undo"},
    {"command": "React", "reaction": "well-played"},
    {"command": "Hint"},
    {"command": "Hello", "seen": 5, "viewer": 1},
    {"command": "Tick"},
    {"command": "Renew"},
    {"command": "SubmitBotMove", "moment": "1", "move": 0},
)
"""One of each kind, also of those that no client may send."""
HELLOS: tuple[dict[str, Any], ...] = (
    {},
    {"seen": 10**18, "viewer": 0},
    {"seen": 3, "viewer": 7},
    {"seen": 2**64},
    {"seen": -1},
    {"viewer": 99},
    {"language": "xx"},
    {"language": "../fr"},
    {"language": "\ud800"},
    {"protocol": 99},
    {"watch": "nothing"},
    {"secret": "A" * 32},
    {"secret": "short"},
)


class Fuzzer:
    """Makes messages from a seed."""

    def __init__(self, seed: int) -> None:
        self._luck = random.Random(seed)
        self._last = b"{}"
        self.made = 0
        """How many messages were made."""

    def message(self) -> bytes | str:
        """Return something to send: now and then what was sent before."""
        self.made += 1
        kind = self._luck.randrange(12)
        if kind == 0:
            return self._noise()
        if kind == 1:
            return self._last
        command = self.command()
        self._last = json.dumps(command).encode()
        text = json.dumps(command)
        if kind == 2:
            return self._last
        if kind == 3:
            return text[: self._luck.randrange(len(text))]
        return text

    def command(self) -> dict[str, Any]:
        """Return a command that is right, or has one thing wrong."""
        command = dict(self._luck.choice(COMMANDS))
        command["id"] = str(self._luck.randrange(40))
        if self._luck.random() < 0.6:
            command[self._luck.choice([*command, "seat", "extra"])] = self.value()
        return command

    def value(self) -> Any:
        """Return a value that is hardly ever the right one."""
        kind = self._luck.randrange(4)
        if kind == 0:
            return self._luck.choice(NUMBERS)
        if kind == 1:
            return self._luck.choice(TEXTS)
        nested: Any = [] if kind == 2 else {"a": []}
        for _ in range(self._luck.choice((1, 50, 900))):
            nested = [nested] if kind == 2 else {"a": nested}
        return nested

    def hello(self, secret: str) -> str:
        """Return a first message, which may be the right one."""
        if self._luck.random() < 0.5:
            return json.dumps({"command": "Hello", "secret": secret})
        if self._luck.random() < 0.2:
            return json.dumps(self.command())
        return json.dumps({"command": "Hello", "secret": secret, **self._luck.choice(HELLOS)})

    def _noise(self) -> bytes | str:
        kind = self._luck.randrange(5)
        if kind == 0:
            return self._luck.randbytes(self._luck.randrange(200))
        if kind == 1:
            return "[" * self._luck.choice((10, 1000, 8000))
        if kind == 2:
            return " " * self._luck.choice((10, 8192, 8193, 100_000))  # from some size on a frame is too long
        return self._luck.choice(("", "null", "0", '"', "{}", '{"command":"Play","command":"Hint"}', '{"command":7}'))


async def attack_sockets(server: LiveServer, seed: int, messages: int) -> int:
    """Send so many messages to sockets of tables that are fair game; return how many connections that took."""
    fuzzer = Fuzzer(seed)
    mine, other = await _two_tables(server)
    secrets = [*mine["secrets"], *other["secrets"], "", "B" * 32]
    connections = 0
    while fuzzer.made < messages and connections < messages:
        connections += 1
        with suppress(ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError):
            async with connect(f"{server.socket_base}/api/tables/{mine['table']}/socket", close_timeout=1) as socket:
                await _send_some(socket, fuzzer, fuzzer.hello(secrets[connections % len(secrets)]))
    return connections


async def _send_some(socket: ClientConnection, fuzzer: Fuzzer, hello: str) -> None:
    await _send(socket, hello)
    for _ in range(40):
        await _send(socket, fuzzer.message())
        with suppress(TimeoutError):
            async with asyncio.timeout(0.002):  # what comes is of no interest, but it is to be read
                await socket.recv()


async def _send(socket: ClientConnection, message: bytes | str) -> None:
    """Send a message, also text that cannot be encoded."""
    await socket.send(message.encode("utf-8", "replace") if isinstance(message, str) else message, text=True)


async def _two_tables(server: LiveServer) -> tuple[dict[str, Any], dict[str, Any]]:
    """Open two tables of two, and return them with the secrets of those who sit there."""
    found = []
    for _ in range(2):
        seated = await open_table(server, players=2, seats=["me", "open"], public=True)
        joined = await join_table(server, seated)
        found.append({"table": seated["table"], "secrets": [seated["secret"], joined["secret"]]})
    return found[0], found[1]
