"""The application: every path, behind the headers that keep pages safe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...base.structured_log import LOG
from ..api_errors import ApiError, ErrorCode
from . import page_routes
from .app_context import AppContext
from .host_validation import HostCheckMiddleware
from .middleware import FILE_HEADERS, HEADERS, RateLimitMiddleware
from .requests import request_language
from .routes import ENDPOINTS, Endpoint, error_response, serve_endpoints
from .static_files import SCREENS, page_files
from .websockets import lobby_socket, table_socket

METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]

VERSION_HEADER = "Bornes-Page"
"""Tells a page that was loaded before an upgrade that it is an old one."""
Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def build_app(context: AppContext, lifespan: Lifespan | None = None) -> Starlette:
    """Return the application that serves this context."""
    by_path: dict[str, list[Endpoint]] = defaultdict(list)
    for endpoint in ENDPOINTS:
        by_path[endpoint.path].append(endpoint)
    routes = [
        *(Route(path, serve_endpoints(tuple(some)), methods=METHODS) for path, some in by_path.items()),
        WebSocketRoute("/api/tables/{table}/socket", table_socket),
        WebSocketRoute("/api/lobby/socket", lobby_socket),
        Route("/api/openapi.json", page_routes.openapi),
        Route("/api/messages.schema.json", page_routes.messages_schema),
        Route("/api/words/{language}.json", page_routes.words),
        Route("/healthz", page_routes.healthz),
        Route("/readyz", page_routes.readyz),
        Route("/metrics", page_routes.metrics),
        Route("/privacy", page_routes.privacy),
        Route("/offline", page_routes.offline),
        Route("/service-worker.js", page_routes.service_worker),
        Route("/web/{version}/{path:path}", page_routes.page_file),
        *(Route(path, page_routes.page) for path in SCREENS),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _no_page, 405: _no_method, 500: _fault})
    app.state.context = context
    app.router.redirect_slashes = False
    app.add_middleware(HostCheckMiddleware, context=context)
    app.add_middleware(RateLimitMiddleware, context=context)
    app.add_middleware(SecurityHeadersMiddleware)
    return app


async def _no_page(request: Request, error: Exception) -> Response:
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/web/")):
        return await page_routes.page_of_nothing(request)
    return error_response(ApiError(ErrorCode.NOT_FOUND), request_language(request))


async def _no_method(request: Request, error: Exception) -> Response:
    response = error_response(ApiError(ErrorCode.METHOD_NOT_ALLOWED), request_language(request))
    response.headers["Allow"] = (getattr(error, "headers", None) and error.headers.get("Allow", "GET")) or "GET"  # type: ignore[attr-defined]
    return response


async def _fault(request: Request, error: Exception) -> Response:
    LOG.error("fault", exc_info=error, extra={"values": {"path": request.scope["path"][:40]}})
    response = error_response(ApiError(ErrorCode.BUSY, retry_after=1), request_language(request))
    response.headers.update(HEADERS)  # this answer is made outside of everything else
    return response


class SecurityHeadersMiddleware:
    """Adds to every answer the headers that keep a page from doing what it need not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with these headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if scope["path"].startswith("/web/") and message["status"] == 200:
                    headers.update(FILE_HEADERS)
                else:
                    for name, value in HEADERS.items():
                        headers.setdefault(name, value)
                    headers.setdefault(VERSION_HEADER, page_files().version)
            await send(message)

        await self._app(scope, receive, with_headers)
