"""A socket that stays: it comes back when it is lost, goes on where it stopped, and asks again what was not answered.

A command keeps its id until it is answered, however often it has to be sent: the table carries it out once.  It
remembers the last few ids of a seat, so no more commands are under way than that; the others wait here for their turn.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import uniform
from typing import Any, Protocol

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ..base.translatable import N_, TranslatableError, TranslatableText, sanitize_line
from ..game.events import Viewer
from ..tables.messages import CommandRefused, Done, FullState, Update
from ..tables.table_state import REMEMBERED_COMMAND_IDS
from .http_api import USER_AGENT, ServerError, unreachable_error
from .invite_links import TableLink, is_local_server
from .protocol import (
    CLOSE_BAD_MESSAGE,
    CLOSE_NOT_AUTHORIZED,
    CLOSE_OPENED_ELSEWHERE,
    CLOSE_RESTART,
    CLOSE_SEAT_LOST,
    CLOSE_TABLE_NOT_FOUND,
    PROTOCOL_VERSION,
    ErrorMessage,
    Hello,
    React,
    SocketCommand,
    SocketMessage,
    UnknownMessage,
    Welcome,
    decode_socket_message,
    encode,
)
from .untrusted_json import sanitized_json

MAX_MESSAGE_BYTES = 1 << 21
"""No message of a table comes near this."""
SOCKET_TIMEOUT_SECONDS = 10.0
"""For the handshake, and for the answer to a ping."""
WELCOME_TIMEOUT_SECONDS = 30.0
"""How long a server that was reached may take to say something of the table or the lobby."""
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.25, 10.0
"""The pause before a retry; it doubles each time."""
STABLE_CONNECTION_SECONDS = 5.0
"""After a connection that lasted this long, the first retry comes at once."""
MAX_INVALID_MESSAGES = 3
"""Messages that don't follow the last one; after more, the connection is lost for good."""
FINAL_CLOSE_CODES: dict[int, str] = {
    CLOSE_NOT_AUTHORIZED: N_("the server does not let you in: the link is wrong or no longer good"),
    CLOSE_TABLE_NOT_FOUND: N_("there is no such table any more"),
    CLOSE_SEAT_LOST: N_("this seat is yours no longer: it was given up or freed"),
    CLOSE_OPENED_ELSEWHERE: N_("this seat is now open in too many other places"),
    CLOSE_BAD_MESSAGE: N_("the server does not understand this release of Bornes"),
}
"""Codes after which a client doesn't reconnect, with a text for servers that give no reason."""
_silent = logging.getLogger("bornes.client.silent")
_silent.disabled = True  # what websockets would tell there has secrets in it


class TransportListener(Protocol):
    """Who is told what comes through a connection."""

    def position(self) -> tuple[int, Viewer]:
        """Return the number of the last message that was seen, and in whose stream."""

    def receive(self, message: SocketMessage, data: bytes) -> None:
        """Take in a message; ValueError where it cannot follow."""

    def forget(self) -> None:
        """Begin anew with the next whole state."""

    @property
    def needs_state(self) -> bool:
        """Whether the last message had something that only a later release knows."""

    def connection_changed(self) -> None:
        """Take note that the connection was found, lost, or ended for good."""


@dataclass(eq=False)
class _Pending:
    """A command that waits for its answer."""

    command: SocketCommand
    answer: asyncio.Future[Done | CommandRefused]
    again: bool = False
    """Whether it is about to be sent again."""


class _Connect(connect):
    """Follows nobody elsewhere: the secret would go along."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Return the redirection as the error that it is here."""
        return exc

    async def __aexit__(self, *error: Any) -> None:
        """Close the socket; nothing of it stays open where whoever closes it cannot wait for the server's answer."""
        transport = self.connection.transport
        try:
            await super().__aexit__(*error)
        finally:
            transport.abort()


def open_socket(link: TableLink, path: str) -> connect:
    """Return a socket of a server that is to be opened with ``async with``."""
    return _Connect(
        link.socket(path),
        compression=None,
        max_size=MAX_MESSAGE_BYTES,
        open_timeout=SOCKET_TIMEOUT_SECONDS,
        close_timeout=1,
        ping_timeout=SOCKET_TIMEOUT_SECONDS,
        user_agent_header=USER_AGENT,
        proxy=None if is_local_server(link.server) else True,
        logger=_silent,
    )


class _StateNeeded(ValueError):
    """Something happened that only a later release knows: the next connection begins with the whole state."""


class WebSocketTransport:
    """The connection of one viewer to one table."""

    def __init__(self, link: TableLink, audience: TransportListener, language: str = "en", bot: bool = False) -> None:
        self.link = link
        self.connected = False
        """Whether the table can be reached now."""
        self.lost: TranslatableError | None = None
        """Why it ended for good, if it did."""
        self._audience = audience
        self._language = language
        self._bot = bot
        self._socket: ClientConnection | None = None
        self._pending: dict[str, _Pending] = {}
        """Commands that are under way, in the order in which they were asked for."""
        self._turns = asyncio.Semaphore(REMEMBERED_COMMAND_IDS)
        self._reason: ErrorMessage | None = None
        """What the server said before it closed."""
        self._missteps = 0
        self._known = False
        """Whether the server was ever reached."""
        self._task: asyncio.Task[None] | None = None
        self._begun = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, and stay so until ``close``; raises what is in the way the first time."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._stay())
        await self._begun.wait()
        if self.lost is not None and not self._known:
            raise self.lost

    async def close(self) -> None:
        """Leave; whatever waits for an answer is told that there will be none."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self.lost is None:
            self._end(ServerError(N_("this table has been left")))

    async def ask(self, command: SocketCommand) -> Done | CommandRefused:
        """Send a command and return its answer, however often the connection is lost meanwhile."""
        async with self._turns:
            return await self._ask_now(command)

    async def _ask_now(self, command: SocketCommand) -> Done | CommandRefused:
        """Send a command whose turn it is, and return its answer."""
        if self.lost is not None:
            raise self.lost
        sent = command if command.id else replace(command, id=secrets.token_hex(8))
        pending = self._pending.get(sent.id)
        if pending is None:
            pending = _Pending(sent, asyncio.get_running_loop().create_future())
            self._pending[sent.id] = pending
            await self._send(sent)
        try:
            answer = await asyncio.shield(pending.answer)
        finally:
            self._pending.pop(sent.id, None)
        return replace(answer, id=command.id)

    async def _send(self, command: SocketCommand) -> None:
        """Send a command where that can be done now; otherwise it goes once the connection is found."""
        if self.connected and self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(encode(command).decode())

    # -- staying connected -----------------------------------------------------------------------------------------

    async def _stay(self) -> None:
        """Connect again and again, until that is pointless."""
        wait = FIRST_RETRY_SECONDS
        clock = asyncio.get_running_loop().time
        while self.lost is None:
            since = clock()
            try:
                await self._talk()
            except (OSError, WebSocketException, TimeoutError, ValueError) as error:
                self._judge(error)
                self._note_loss(quietly=isinstance(error, _StateNeeded))
            if self.lost is None:
                wait = (
                    FIRST_RETRY_SECONDS
                    if clock() - since > STABLE_CONNECTION_SECONDS
                    else min(2 * wait, MAX_RETRY_SECONDS)
                )
                await asyncio.sleep(uniform(wait / 2, wait))

    async def _talk(self) -> None:
        """Connect once, and hand on what comes until the connection is lost."""
        self._reason = None
        async with open_socket(self.link, f"/api/tables/{self.link.table}/socket") as socket:
            self._socket = socket
            await socket.send(self._hello())
            async with asyncio.timeout(WELCOME_TIMEOUT_SECONDS):
                while self.lost is None and not self.connected:
                    await self._take_next(socket)
            while self.lost is None:
                await self._take_next(socket)

    async def _take_next(self, socket: ClientConnection) -> None:
        data = await socket.recv()
        await self._take(data.encode() if isinstance(data, str) else data)

    def _hello(self) -> str:
        seen, viewer = self._audience.position()
        link = self.link
        hello = Hello(
            secret=link.seat, watch=link.watch, language=self._language, seen=seen, viewer=viewer, bot=self._bot
        )
        return encode(hello).decode()

    async def _take(self, data: bytes) -> None:
        """Take in one message of the server; a kind that is not known here is passed over."""
        try:
            data = sanitized_json(data)
            message = decode_socket_message(data)
        except UnknownMessage:
            return
        except ValueError:
            self._lose_step()
            raise
        match message:
            case Done() | CommandRefused():
                self._answer(message)
            case ErrorMessage():
                self._fail(message)
            case Welcome():
                await self._be_welcome(message, data)
            case _:
                self._hand_on(message, data)

    async def _be_welcome(self, welcome: Welcome, data: bytes) -> None:
        """Note that the server has let us in, and ask again what was not answered."""
        if welcome.protocol != PROTOCOL_VERSION:
            self._end(ServerError(FINAL_CLOSE_CODES[CLOSE_BAD_MESSAGE]))
            return
        self.connected = self._known = True
        self._hand_on(welcome, data)
        self._audience.connection_changed()
        self._begun.set()
        for pending in list(self._pending.values()):
            await self._send(pending.command)

    def _hand_on(self, message: SocketMessage, data: bytes) -> None:
        """Let the audience hear a message; where it cannot follow, begin anew with a whole state."""
        try:
            self._audience.receive(message, data)
        except Exception as error:  # a hostile server finds errors that nobody else does
            self._lose_step()
            raise ValueError("this message cannot follow") from error
        if isinstance(message, FullState | Update):
            self._missteps = 0
        if isinstance(message, Update) and self._audience.needs_state:
            raise _StateNeeded("the whole state is needed")

    def _lose_step(self) -> None:
        """Begin anew with a whole state; somebody who sends nonsense again and again is not listened to for ever."""
        self._missteps += 1
        self._audience.forget()

    def _answer(self, message: Done | CommandRefused) -> None:
        pending = self._pending.get(message.id)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(message)

    def _fail(self, message: ErrorMessage) -> None:
        """Take note that the server could not do something, or is about to close."""
        pending = self._pending.get(message.id) if message.id else None
        if pending is None:
            self._reason = message
        elif message.error in ("busy", "rate-limited"):  # not done, or nobody knows: the same once more
            if not pending.again:
                self._later(pending)
        elif not pending.answer.done():
            pending.answer.set_exception(_said(message))
        if not message.id and message.error == "bad-message":
            self._refuse_all(_said(message), lambda command: True)

    def _later(self, pending: _Pending) -> None:
        """Ask once more in a while."""

        async def again() -> None:
            await asyncio.sleep(uniform(FIRST_RETRY_SECONDS, 4 * FIRST_RETRY_SECONDS))
            pending.again = False
            if not pending.answer.done():
                await self._send(pending.command)

        pending.again = True
        task = asyncio.get_running_loop().create_task(again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- losing it ---------------------------------------------------------------------------------------------------

    def _judge(self, error: Exception) -> None:
        """Decide whether it is worth while to come back after this."""
        code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd is not None else 0
        if code in FINAL_CLOSE_CODES:
            self._end(_said(self._reason) if self._reason is not None else ServerError(FINAL_CLOSE_CODES[code]))
        elif isinstance(error, InvalidStatus) and _is_final(error.response.status_code):
            text = N_("{server} answers with status {status}")
            self._end(ServerError(text, server=self.link.server, status=error.response.status_code))
        elif self._missteps >= (MAX_INVALID_MESSAGES if self._known else 1):
            self._end(ServerError(N_("{server} sends what cannot be true"), server=self.link.server))
        elif not self._known:
            self._end(
                unreachable_error(self.link.server, connection_error_text(error))
                if self._reason is None
                else _said(self._reason)
            )

    def _note_loss(self, *, quietly: bool) -> None:
        """Take note that nothing can be sent now; what was only said in passing is not said later."""
        self._socket = None
        if self.connected:
            self.connected = False
            if not quietly:
                self._audience.connection_changed()
        self._refuse_all(ServerError(N_("nobody heard that")), lambda command: isinstance(command, React))

    def _end(self, error: TranslatableError) -> None:
        """Come back no more."""
        self.lost, self.connected = error, False
        self._refuse_all(error, lambda command: True)
        self._begun.set()
        self._audience.connection_changed()

    def _refuse_all(self, error: TranslatableError, chosen: Callable[[SocketCommand], bool]) -> None:
        for pending in self._pending.values():
            if chosen(pending.command) and not pending.answer.done():
                pending.answer.set_exception(error)
                pending.answer.exception()  # whoever asked may have gone


def _said(message: ErrorMessage) -> ServerError:
    """Return what a server said was wrong."""
    error = ServerError("{text}", text=sanitize_line(message.text))
    error.error = message.error
    return error


def connection_error_text(error: Exception) -> Exception | TranslatableText:
    """Return what is wrong with a socket; the words of the library that carries it mean nothing to whoever plays."""
    if isinstance(error, ConnectionClosed):
        code = 0 if error.rcvd is None else error.rcvd.code
        stops = N_("it is about to stop, or cannot serve this table now; try again in a moment")
        return TranslatableText(stops if code == CLOSE_RESTART else N_("it ended the connection"))
    if isinstance(error, InvalidStatus):
        return TranslatableText(N_("it answers with status {status}"), {"status": error.response.status_code})
    if isinstance(error, WebSocketException):
        return TranslatableText(N_("what answers there is no server of Bornes"))
    return error


def _is_final(status: int) -> bool:
    return 300 <= status < 500 and status not in (408, 425, 429)
