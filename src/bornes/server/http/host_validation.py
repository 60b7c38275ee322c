"""Which names this server answers to.

A page of a stranger can let its own name point to the address of this server (DNS rebinding); the browser then takes
both for one place, and lets the page read what only this machine or network can reach.  The header Host still has the
stranger's name, so a name that isn't ours is refused.  A literal IP address is fine: rebinding needs a name.
"""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..api_errors import ApiError, ErrorCode
from ..settings import ServerSettings, split_names
from .app_context import AppContext
from .requests import request_language
from .routes import error_response

MAX_SHOWN_LENGTH = 100


class HostCheckMiddleware:
    """Middleware that refuses requests and sockets for another host."""

    def __init__(self, app: ASGIApp, context: AppContext) -> None:
        self._app = app
        self._context = context
        self._names = own_names(context.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or answer 421."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        host = connection.headers.get("host")
        if host is None or is_own_host(host, self._names):  # browsers always send one
            await self._app(scope, receive, send)
            return
        self._context.metrics.turned_away.labels("host").inc()
        problem = ApiError(ErrorCode.WRONG_HOST, field="Host", host=host[:MAX_SHOWN_LENGTH])
        response = error_response(problem, request_language(connection))
        if scope["type"] == "http":
            await response(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).send_denial_response(response)


def own_names(settings: ServerSettings) -> frozenset[str]:
    """Return every name of this server: this machine's, on its network too, and those of the settings."""
    machine = socket.gethostname().partition(".")[0]
    named = [settings.host, urlsplit(settings.public_url).hostname or "", *split_names(settings.host_names)]
    names = ["localhost", socket.gethostname(), machine, f"{machine}.local", *named]
    return frozenset(name.lower().rstrip(".") for name in names) - {""}


@lru_cache(1024)
def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Say whether the header Host names this server: one of its names, or any IP address."""
    found = _HOST.fullmatch(host)
    name = "" if found is None else (found["name"] or found["address"]).lower().rstrip(".")
    return name in names or _is_address(name)


_HOST = re.compile(r"(?:(?P<name>[A-Za-z0-9._-]{1,254})|\[(?P<address>[0-9A-Fa-f:.]{2,45})\])(?::\d{1,5})?")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
