"""One request: who asks, in which language, with which secret; and what they ask for, read within limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request

from ...i18n.request_language import languages
from ..addresses import rate_limit_key, same_address
from ..api_errors import ApiError, ErrorCode
from .app_context import AppContext

MAX_BODY_BYTES = 16 * 1024
BODY_TIMEOUT_SECONDS = 10.0
"""The largest body, and how long it may take to arrive."""


@dataclass
class ApiRequest:
    """A request to the API."""

    request: Request
    context: AppContext
    body: Any = None

    @property
    def language(self) -> str:
        """The reader's language."""
        return request_language(self.request)

    @property
    def secret(self) -> str:
        """What stands in the header that says who asks; empty where nothing does."""
        return bearer_secret(self.request.headers)

    @cached_property
    def base(self) -> str:
        """How the server is reached, for links."""
        return base_url(self.request, self.context)

    @property
    def table(self) -> str:
        """The table that the path names."""
        return str(self.request.path_params["table"])


def bearer_secret(headers: Headers) -> str:
    """Return the secret of the header ``Authorization: Bearer …``."""
    kind, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip()[:128] if kind.lower() == "bearer" else ""


def base_url(connection: HTTPConnection, context: AppContext) -> str:
    """Return how the server is reached from where this connection comes from."""
    if context.settings.public_url:
        return context.settings.public_url.rstrip("/")
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    host = connection.headers.get("host", "")
    if not _HOST.fullmatch(host):
        name, port = connection.scope.get("server") or ("localhost", None)
        host = f"{name}:{port}" if port else name
    return f"{scheme}://{host}"


_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
"""A name or an address, perhaps with a port: what else a client calls this server is put into no link."""


def request_language(connection: HTTPConnection) -> str:
    """Return the first language that the reader asks for and that there are words in."""
    known = languages()
    asked = connection.query_params.get("lang") or connection.headers.get("accept-language", "")
    weighed = []
    for part in asked[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, tag in sorted(weighed, key=lambda one: one[0]) if tag in known), "en")


def client_address(connection: HTTPConnection, context: AppContext) -> str:
    """Return where a connection comes from: what the trusted proxy says, or whoever is at the other end."""
    peer, headers = connection.client.host if connection.client else "", connection.headers
    forwarded, trusted = headers.getlist("x-forwarded-for"), context.settings.trusted_proxy
    if (forwarded or "forwarded" in headers) and not same_address(peer, trusted):
        context.warn_of_proxy()
    return rate_limit_key(peer, forwarded, trusted)


def check_origin(connection: HTTPConnection, context: AppContext) -> None:
    """Refuse what a page of somebody else's sends."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    allowed = {connection.headers.get("host", ""), urlsplit(context.settings.public_url).netloc}
    if _netloc(origin) not in allowed - {""}:
        raise ApiError(ErrorCode.NOT_AUTHORIZED, field="Origin")


def _netloc(url: str) -> str:
    """Return the host and port of an address; an empty text where it is none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


async def read_body(request: Request, kind: Any) -> Any:
    """Return what a request has in its body, as the type that is taken there."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(ErrorCode.NOT_JSON)
    context: AppContext = request.app.state.context
    data = bytearray()
    try:
        async with context.waiting(BODY_TIMEOUT_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MAX_BODY_BYTES:
                    raise ApiError(ErrorCode.TOO_LARGE, most=MAX_BODY_BYTES)
    except TimeoutError:
        if context.stopping:
            raise ApiError(ErrorCode.BUSY, retry_after=1) from None
        raise ApiError(ErrorCode.BAD_REQUEST, why="it took too long to arrive") from None
    return read_json(bytes(data), kind)


def read_json(data: bytes, kind: Any) -> Any:
    """Return what JSON says; ApiError names what is wrong, and where."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        text, _, place = str(error).partition(" - at ")
        raise ApiError(ErrorCode.BAD_REQUEST, field=place.strip("`").removeprefix("$."), why=text) from None
