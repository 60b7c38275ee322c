"""Requests and sockets as any program makes them, without our own client."""

from __future__ import annotations

import gzip
import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.shell import PATIENCE

Values = dict[str, Any]


class Answer(NamedTuple):
    """What a server answers."""

    status: int
    headers: dict[str, str]
    """With small letters in their names."""
    text: str

    @property
    def values(self) -> Any:
        """The answer as plain values."""
        return json.loads(self.text)


class Web:
    """A program that talks to a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._place = urlsplit(address).netloc

    def ask(self, method: str, path: str, body: Values | None = None, *, secret: str = "", **headers: str) -> Answer:
        """Make a request, with underscores in the names of headers for hyphens."""
        data = None if body is None else json.dumps(body).encode()
        with self._connection() as connection:
            connection.request(method, path, data, _headers(secret, data, headers))
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            content = answer.read()
            whole = gzip.decompress(content) if named.get("content-encoding") == "gzip" else content
            return Answer(answer.status, named, whole.decode(errors="replace"))  # it may be a picture

    def get(self, path: str, **options: Any) -> Answer:
        """Ask for something."""
        return self.ask("GET", path, **options)

    def post(self, path: str, body: Values | None = None, **options: Any) -> Answer:
        """Ask for something to be done."""
        return self.ask("POST", path, {} if body is None else body, **options)

    def open_table(self, **asked: Any) -> Values:
        """Open a table and return the seat: for two and of the first edition, unless something else is asked for."""
        answer = self.post("/api/tables", {"edition": "parker-1962", "players": 2, "name": "Ann", **asked})
        assert answer.status == 201, answer.text
        seated: Values = answer.values
        return seated

    def command(self, table: str, secret: str, command: str, **values: Any) -> Values:
        """Connect to a table, send one command, and return its answer, or the error that ends the connection."""
        with self.socket(f"/api/tables/{table}/socket", {"secret": secret}) as socket:
            socket.say({"command": command, "id": "only", **values})
            return socket.hear_until(lambda message: message.get("id") == "only" or message["type"] == "error")

    @contextmanager
    def socket(self, path: str, hello: Values | None = None) -> Iterator[Socket]:
        """Open a socket, and say hello where that is asked for."""
        with connect(f"ws://{self._place}{path}", compression=None, max_size=1 << 21, proxy=None) as connection:
            socket = Socket(connection)
            if hello is not None:
                socket.say({"command": "Hello", **hello})
            yield socket

    @contextmanager
    def _connection(self) -> Iterator[http.client.HTTPConnection]:
        connection = http.client.HTTPConnection(self._place, timeout=PATIENCE)
        try:
            yield connection
        finally:
            connection.close()


class Socket:
    """A socket, and all that came through it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.heard: list[Values] = []
        self._connection = connection

    def say(self, values: Values | str) -> None:
        """Send a message."""
        self._connection.send(values if isinstance(values, str) else json.dumps(values))

    def hear(self) -> Values:
        """Return the next message."""
        self.heard.append(json.loads(self._connection.recv(PATIENCE)))
        return self.heard[-1]

    def hear_until(self, wanted: Callable[[Values], object]) -> Values:
        """Return the next message that is wanted."""
        while not wanted(message := self.hear()):
            pass
        return message

    def ask(self, command: str, **values: Any) -> Values:
        """Send a command and return its answer."""
        id = f"{command} {len(self.heard)}"
        self.say({"command": command, "id": id, **values})
        return self.hear_until(lambda message: message.get("id") == id)

    def closing(self) -> int:
        """Read to the end, and return the code that the socket is closed with."""
        with pytest.raises(ConnectionClosed) as end:
            self._hear_all()
        assert end.value.rcvd is not None
        return end.value.rcvd.code

    def _hear_all(self) -> None:
        while True:
            self.hear()


def question_in(message: Values) -> Values | None:
    """Return what a message asks its reader, if anything."""
    question: Values | None = message.get("question")
    return question


def _headers(secret: str, data: bytes | None, more: dict[str, str]) -> dict[str, str]:
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    if data is not None:
        headers.setdefault("Content-Type", "application/json")
    return headers
