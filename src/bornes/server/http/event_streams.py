"""Streams: the messages of a socket, a line of JSON each, for programs without sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ...client.protocol import Hello
from ..api_errors import ApiError, ErrorCode
from ..outbox import Outbox
from ..viewer_session import ViewerSession
from .app_context import AppContext
from .requests import bearer_secret, client_address, request_language
from .routes import error_response

NDJSON = "application/x-ndjson"
KEEPALIVE_SECONDS = 20.0
"""After this long without a message, a stream sends an empty line to keep the connection alive."""


async def table_stream(request: Request) -> Response:
    """Tell a program everything that happens at a table, as a socket does."""
    context: AppContext = request.app.state.context
    service, table = context.service, request.path_params["table"]
    try:
        outbox = _enter(request, context)
    except ApiError as problem:
        return error_response(problem, request_language(request))
    address = client_address(request, context)

    def charge() -> None:
        context.spend_for_deal(table, address)

    session = ViewerSession(service, table, outbox, context.connection_rate(), address=address, charge=charge)
    stream = _Stream(request, context, outbox, session.end)
    try:
        seen, viewer = _number(request, "seen"), _number(request, "viewer")
        bot = bool(_number(request, "bot"))
        hello = Hello(language=request_language(request), seen=seen or 0, viewer=viewer, bot=bot)
        await session.listen(await service.authorize_any(table, bearer_secret(request.headers)), hello)
    except ApiError as problem:
        stream.end()
        return error_response(problem, request_language(request))
    except BaseException:
        stream.end()
        raise
    return stream


async def lobby_stream(request: Request) -> Response:
    """Tell a program of all public tables, and of every change."""
    context: AppContext = request.app.state.context
    try:
        outbox = _enter(request, context)
    except ApiError as problem:
        return error_response(problem, request_language(request))
    return _Stream(request, context, outbox, context.service.lobby.follow(outbox))


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ApiError(ErrorCode.BAD_REQUEST, field=name, why="a whole number is meant")
    return int(text)


def _enter(request: Request, context: AppContext) -> Outbox:
    """Take a place among those who are connected."""
    if request.method != "GET":
        raise ApiError(ErrorCode.METHOD_NOT_ALLOWED)
    if context.stopping:
        raise ApiError(ErrorCode.BUSY, retry_after=2)
    address = client_address(request, context)
    context.places.acquire(address)
    outbox = Outbox()
    context.outboxes.add(outbox)
    return outbox


class _Stream(StreamingResponse):
    """What is put into an outbox, line by line, until it is closed or nobody reads any more."""

    def __init__(self, request: Request, context: AppContext, outbox: Outbox, stop: Callable[[], None]) -> None:
        super().__init__(self._lines(), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})
        self._context = context
        self._address = client_address(request, context)
        self._outbox = outbox
        self._stop = stop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send everything, and give the place back whatever happens."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.end()

    def end(self) -> None:
        """Give the place back."""
        self._stop()
        self._outbox.close(1000)
        self._context.outboxes.discard(self._outbox)
        self._context.places.release(self._address)

    async def _lines(self) -> AsyncIterator[bytes]:
        while True:
            try:
                async with asyncio.timeout(KEEPALIVE_SECONDS):
                    messages = await self._outbox.take()
            except TimeoutError:
                messages = [b""]
            if not messages:
                return
            yield b"\n".join((*messages, b""))
