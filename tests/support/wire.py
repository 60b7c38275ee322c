"""The wire between a client and a server, which a test can cut, or on which answers are lost."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from tests.support.shell import PATIENCE


class Wire:
    """Carries bytes from ``address`` to a server and back, as long as it is whole."""

    def __init__(self, server: str) -> None:
        place = urlsplit(server)
        self._server = (place.hostname or "", place.port or 0)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.swallows = False
        """Whether what the server answers is lost on the way."""
        self.lost = threading.Event()
        """Set once something was."""
        self._ends: list[socket.socket] = []
        self._changing = threading.Lock()
        threading.Thread(target=self._let_in, daemon=True).start()

    def cut(self) -> None:
        """Cut all connections that there are; new ones can be made."""
        with self._changing:
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._ends.clear()

    def close(self) -> None:
        """Let nobody in any more."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()

    def _let_in(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            with suppress(OSError):
                server = socket.create_connection(self._server, PATIENCE)
                with self._changing:
                    self._ends += [client, server]
                threading.Thread(target=self._carry, args=(client, server, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(server, client, True), daemon=True).start()
                continue
            client.close()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if answers and self.swallows:
                    self.lost.set()
                else:
                    target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire_to(server: str) -> Iterator[Wire]:
    """Lay a wire to a server, while the test lasts."""
    wire = Wire(server)
    try:
        yield wire
    finally:
        wire.close()
