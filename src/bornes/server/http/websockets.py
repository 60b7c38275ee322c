"""Sockets: a table, or the lobby, as messages in both directions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...client.protocol import CLOSE_BAD_MESSAGE, CLOSE_RATE_LIMITED, CLOSE_RESTART, ErrorMessage, encode
from ..api_errors import ApiError
from ..connection_limits import BATCH_SEND_SCOPE_KEY, BatchSender
from ..outbox import Outbox
from ..service import SeatAccess
from ..viewer_session import ViewerSession
from .app_context import AppContext
from .requests import check_origin, client_address, request_language

HELLO_TIMEOUT_SECONDS = 10.0
CLOSE_TIMEOUT_SECONDS = 5.0
"""How long a client may take to read its last messages."""


async def table_socket(socket: WebSocket) -> None:
    """Serve a client of a table."""
    async with _connected(socket) as (context, outbox):
        if outbox is None:
            return
        address = client_address(socket, context)

        def spend(who: SeatAccess) -> None:
            context.commands.consume(who.table, who.sitting, address)

        def charge() -> None:
            context.spend_for_deal(table, address)

        rate, table = context.connection_rate(), socket.path_params["table"]
        session = ViewerSession(context.service, table, outbox, rate, spend, address, charge)
        try:
            await _greet(socket, context, session)
            while outbox.closed is None:
                await session.take(await _receive(socket))
        except WebSocketDisconnect:
            pass
        finally:
            session.end()


async def _greet(socket: WebSocket, context: AppContext, session: ViewerSession) -> None:
    """Let a client say who it is, within the time that there is for it."""
    try:
        async with context.waiting(HELLO_TIMEOUT_SECONDS):
            first = await _receive(socket)
    except TimeoutError:
        session.miss_hello(request_language(socket))
        return
    try:
        async with asyncio.timeout(HELLO_TIMEOUT_SECONDS):
            await session.greet(first)
    except TimeoutError:  # it is this server that takes too long
        session.give_up()


async def lobby_socket(socket: WebSocket) -> None:
    """Tell a client of all public tables, and of every change."""
    async with _connected(socket) as (context, outbox):
        if outbox is None:
            return
        stop = context.service.lobby.follow(outbox)
        try:
            while outbox.closed is None:
                await _receive(socket)  # nothing is asked for here
        except WebSocketDisconnect:
            pass
        finally:
            stop()


@asynccontextmanager
async def _connected(socket: WebSocket) -> AsyncIterator[tuple[AppContext, Outbox | None]]:
    """Accept a connection within the limits, and send what is put into its outbox; None where it is not accepted."""
    context: AppContext = socket.app.state.context
    address = client_address(socket, context)
    try:
        check_origin(socket, context)
        context.requests.consume(address)
        context.places.acquire(address)
    except ApiError as problem:
        context.metrics.turned_away.labels("socket").inc()
        await _refuse(socket, problem)
        yield context, None
        return
    outbox = Outbox()
    context.outboxes.add(outbox)
    sending: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        if context.stopping:
            outbox.close(CLOSE_RESTART)
        sending = asyncio.get_running_loop().create_task(_send(socket, outbox))
        yield context, outbox
    finally:
        outbox.close(1000)
        context.outboxes.discard(outbox)
        context.places.release(address)
        if sending is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(sending, CLOSE_TIMEOUT_SECONDS)


async def _refuse(socket: WebSocket, problem: ApiError) -> None:
    """Say why a connection is not taken, and close it."""
    told = problem.problem(request_language(socket))
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.accept()
        await socket.send_text(encode(ErrorMessage(told.error, told.text)).decode())
        await socket.close(CLOSE_RATE_LIMITED if problem.retry_after is not None else CLOSE_BAD_MESSAGE)


async def _receive(socket: WebSocket) -> bytes:
    """Return the next message of a client; WebSocketDisconnect where it has gone."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    return text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""


class _OneByOne:
    """Sends each message by itself, where something else than our own server carries the socket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages."""
        for data in messages:
            await self._socket.send_text(data.decode())


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    """Send what is put into an outbox, until it is closed or nobody reads any more."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        frames: BatchSender = socket.scope.get("extensions", {}).get(BATCH_SEND_SCOPE_KEY) or _OneByOne(socket)
        while messages := await outbox.take():
            await frames.send_texts(messages)
        await socket.close(outbox.closed or 1000)
