"""Connections: whoever takes for ever to send or to read is let go, and nobody has too many of them.

Uvicorn waits for a request that never ends and for a reader that never reads.  Here every connection is looked at now
and then: what must not last is ended after a time.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Hashable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..client.protocol import ErrorBody, encode
from .addresses import neighborhood, same_address
from .api_errors import ApiError, ErrorCode
from .http.middleware import HEADERS
from .rate_limits import TokenBucket

if TYPE_CHECKING:
    from .http.app_context import AppContext

HEAD_TIMEOUT_SECONDS = 10.0
"""For the head of a request, and for the rest of a request that has its answer already."""
UNREAD_TIMEOUT_SECONDS = 20.0
"""How long a client may leave unread what was sent."""
MAX_UNREAD_PONG_BYTES = 256 * 1024
"""Answers to pings that a client hasn't read."""
CLOSE_TIMEOUT_SECONDS = 5.0
"""How long a closing connection may take to read its last messages."""
MONITOR_STEPS = 20
"""Steps in which all connections are checked once."""
MAX_BYTES_PER_READ = 4096
"""Bytes of a socket that are parsed at a time: they may hold hundreds of frames."""
MAX_PENDING_MESSAGES = 4
"""Messages of a client that wait to be handled; then the server stops reading (backpressure)."""
TEXT_FRAME_BYTE = 0x81
"""The first byte of the frame of a whole text message."""
BATCH_SEND_SCOPE_KEY = "bornes.frames"
"""ASGI scope key of the batched ``send``."""
CLOSING, UNREAD = "closing", "unread"
TIMEOUT_SECONDS_BY_STATE = {
    CLOSING: CLOSE_TIMEOUT_SECONDS,
    UNREAD: UNREAD_TIMEOUT_SECONDS,
    "request": HEAD_TIMEOUT_SECONDS,
    "handshake": HEAD_TIMEOUT_SECONDS,
}

Moment = tuple[str, Hashable]
"""What a connection is doing, and which one of its kind this is."""


class BatchSender(Protocol):
    """Sends messages in one go: the usual way takes a system call and many layers for each of them."""

    async def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages; OSError where nobody reads any more."""


class MonitoredConnection:
    """A connection that is looked at now and then."""

    transport: Any
    client: tuple[str, int] | None
    config: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._moment: Moment | None = None
        self._since = 0.0
        self._resumed = 0
        """How often the client has read enough for more to be sent."""
        self._place: str | None = None
        """The address that this connection is counted for."""

    @property
    def context(self) -> AppContext:
        """What every request needs."""
        found: AppContext = self.config.app.state.context
        return found

    def moment(self) -> Moment | None:
        """Return what the connection is doing; None where that may go on for ever."""
        raise NotImplementedError

    def look(self, now: float) -> None:
        """End what has lasted for too long."""
        moment = (CLOSING, 0) if self.transport.is_closing() else self.moment()
        if moment is None or moment != self._moment:
            self._moment, self._since = moment, now
        elif now - self._since > TIMEOUT_SECONDS_BY_STATE[moment[0]]:
            self.end(moment[0])

    def end(self, what: str) -> None:
        """End the connection: at once where nobody reads, otherwise as one does."""
        if what in (CLOSING, UNREAD):
            self.drop()
        else:
            self.transport.close()

    def drop(self) -> None:
        """End the connection at once: the system does not keep either what was not read."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def take_place(self, *, fresh: bool) -> bool:
        """Count this connection, and say whether there is room for it; otherwise it is over.

        ``fresh`` is one that has just been made, and not the socket that it became.
        """
        peer = self.client[0] if self.client else ""
        proxied = same_address(peer, self.context.settings.trusted_proxy)
        address = "" if proxied else neighborhood(peer)
        try:
            if fresh and not proxied:
                self.context.new_connections.consume(address)
            self.context.connections.acquire(address, bounded=not proxied)
        except ApiError:
            self.context.metrics.turned_away.labels("connection").inc()
            self.drop()
            return False
        self._place = address
        return True

    def leave_place(self, *, for_good: bool = True) -> None:
        """Count this connection no longer; not for good where it goes on as a socket."""
        if self._place is not None:
            self.context.connections.release(self._place, for_good=for_good)
            self._place = None

    def resume_writing(self) -> None:
        """Note that the client reads."""
        self._resumed += 1
        super().resume_writing()  # type: ignore[misc]


class TimeoutHttpProtocol(MonitoredConnection, H11Protocol):
    """HTTP, patient within limits."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._answered = 0
        """How many requests were answered on this connection."""

    def connection_made(self, transport: Any) -> None:
        """Begin, where there is room."""
        super().connection_made(transport)
        self.take_place(fresh=True)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.leave_place()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Become a socket, which is counted itself."""
        self.leave_place(for_good=False)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Note that a request was answered."""
        self._answered += 1
        super().on_response_complete()

    def _should_upgrade(self) -> bool:
        """Say whether a request is one for a socket; others than GET would be waited for in vain."""
        return self.scope["method"] == "GET" and super()._should_upgrade()

    def moment(self) -> Moment | None:
        """Return what is waited for: that somebody reads, or the next request."""
        if self.flow.write_paused:
            return UNREAD, self._resumed
        if self.cycle is None or self.cycle.response_complete:
            return "request", self._answered
        return None

    def data_received(self, data: bytes) -> None:
        """Take what came, unless there was no room for this connection."""
        if not self.transport.is_closing():
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Say that a request is none, with the headers of every other answer."""
        if (error := sys.exc_info()[1]) is not None:
            error.__traceback__ = None  # its frames hold the error, and this connection with it
        self.context.metrics.turned_away.labels("http").inc()
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.drop()  # an answer is on its way: this would spoil it
            return
        body = encode(ErrorBody(ErrorCode.BAD_REQUEST.word, msg))
        about = {"Content-Type": "application/json", "Content-Length": len(body), "Connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in (HEADERS | about).items())
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}\r\n".encode() + body)
        self.transport.close()


class TimeoutWebSocketProtocol(MonitoredConnection, WebSocketsSansIOProtocol):
    """A socket, patient within limits: for time, and for the number of frames of any kind."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._send_response = self.conn.send_response
        self.conn.send_response = self._answer_handshake  # type: ignore[method-assign]
        self._served = self._lost = False
        """Whether what serves this socket has ended, and whether the connection has."""
        each = self.context.settings.commands_per_minute * 2 + 200
        self._frames = TokenBucket(each, each / 60, self.context.service.clock)

    def connection_made(self, transport: Any) -> None:
        """Begin, where there is room."""
        super().connection_made(transport)
        self.take_place(fresh=False)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.leave_place()
        super().connection_lost(exc)
        self._lost = True
        self._let_go()

    async def run_asgi(self) -> None:
        """Serve this socket."""
        await super().run_asgi()
        self._served = True
        self._let_go()

    def _let_go(self) -> None:
        """Once all is over, hold nothing that holds this: its memory is free without anybody looking for it."""
        if self._served and self._lost:
            self.scope["extensions"].pop(BATCH_SEND_SCOPE_KEY, None)
            del self.conn.send_response
            self.conn.parser.close()

    def moment(self) -> Moment | None:
        """Return what is waited for: that somebody reads, or that the socket begins."""
        if not self.writable.is_set():
            return UNREAD, self._resumed
        return None if self.handshake_complete else ("handshake", 0)

    def data_received(self, data: bytes) -> None:
        """Take what came, in small parts, so that whoever sends too much is let go in time."""
        for at in range(0, len(data), MAX_BYTES_PER_READ):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + MAX_BYTES_PER_READ])

    def _answer_handshake(self, response: Any) -> None:
        """Answer the request for a socket; a refusal has the headers of every other answer."""
        if response.status_code != 101:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            self.handshake_complete = True  # uvicorn forgets this, and logs a fault
        self._send_response(response)

    def _may_send(self) -> bool:
        """Count a frame; where there are too many the connection ends, as it does where nobody reads the answers."""
        if self.transport.is_closing():
            return False
        if self._frames.try_consume() and self.transport.get_write_buffer_size() < MAX_UNREAD_PONG_BYTES:
            return True
        self.context.metrics.turned_away.labels("frames").inc()
        self.drop()
        return False

    def handle_connect(self, event: Any) -> None:
        """Begin, and let whoever serves this socket send many messages at once."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][BATCH_SEND_SCOPE_KEY] = self  # type: ignore[assignment]

    async def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages in one go; OSError where nobody reads any more."""
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ConnectionError("the socket is closed")
        self.transport.write(b"".join([part for data in messages for part in (_frame_head(len(data)), data)]))

    def handle_text(self, event: Any) -> None:
        """Take a frame of text."""
        if self._may_send():
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        """Take a frame of bytes."""
        if self._may_send():
            super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        """Take a part of a message."""
        if self._may_send():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_send():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Take the answer to a ping."""
        if self._may_send():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; text that is none ends the connection, and is no fault of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        if self.read_paused or self.queue.qsize() >= MAX_PENDING_MESSAGES:
            super().send_receive_event_to_app()
            return
        # Uvicorn would stop reading until this message is taken: two system calls each time.
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False


def _frame_head(length: int) -> bytes:
    """Return what a frame of text begins with; a server's are not masked."""
    if length < 126:
        return bytes((TEXT_FRAME_BYTE, length))
    return (
        struct.pack("!BBH", TEXT_FRAME_BYTE, 126, length)
        if length < 2**16
        else struct.pack("!BBQ", TEXT_FRAME_BYTE, 127, length)
    )


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class ConnectionMonitor:
    """Looks at all connections, some at a time, so that nobody else has to wait."""

    def __init__(self) -> None:
        self._left: list[Any] = []
        self._share = 0

    def go_on(self, connections: set[Any]) -> None:
        """Look at the next ones; called some times in a second."""
        if not self._left:
            self._left = list(connections)
            self._share = len(self._left) // MONITOR_STEPS + 1
        now = monotonic()
        for connection in [self._left.pop() for _ in range(min(self._share, len(self._left)))]:
            connection.look(now)
