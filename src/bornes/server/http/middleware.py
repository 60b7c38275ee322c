"""The turnstile: everybody passes it with every request, and may do so only so often."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..api_errors import ApiError, ErrorCode
from .app_context import AppContext
from .requests import client_address, request_language
from .routes import error_response

UNLIMITED_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Paths for the operator's monitoring, with a limit of their own."""
REJECTION_DELAY_SECONDS = 1.0
"""The delay before a request is rejected, which slows down a flood."""


class RateLimitMiddleware:
    """Counts requests for each address, and lets through those that are clear."""

    def __init__(self, app: ASGIApp, context: AppContext) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        try:
            self._pass(request)
        except ApiError as problem:
            response = await self._turn_away(request, problem)
            await response(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _pass(self, request: HTTPConnection) -> None:
        """Count a request; ApiError where it is one too many, or means two things at once."""
        address, path = client_address(request, self._context), request.scope["path"]
        if path.startswith("/web/"):
            self._context.page_files.consume(address)
        elif path in UNLIMITED_PATHS:
            self._context.health_checks.consume(address)
        else:
            self._context.requests.consume(address)
        if "transfer-encoding" in request.headers and "content-length" in request.headers:
            # Whoever stands before this server may have believed the other one.
            raise ApiError(ErrorCode.BAD_REQUEST, why="it has two lengths")

    async def _turn_away(self, request: HTTPConnection, problem: ApiError) -> Response:
        if problem.why is ErrorCode.RATE_LIMITED:
            self._context.metrics.turned_away.labels("requests").inc()
            await asyncio.sleep(REJECTION_DELAY_SECONDS)
        response = error_response(problem, request_language(request))
        response.headers["Connection"] = "close"
        return response


HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "trusted-types bornes; require-trusted-types-for 'script'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}

FILE_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""Those of a file that belongs to a page: the others are about pages, and a page has dozens of files."""
