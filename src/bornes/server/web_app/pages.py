"""What is there beside the API: whether the server is well, what it keeps, words, schemas, and a page for people."""

from __future__ import annotations

import asyncio
from functools import cache
from html import escape

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ...tables.schema import schema as tables_schema
from ...words import N_, Words, available_languages
from ...words.catalogues import catalogue
from ..privacy import privacy_sentences
from ..problems import ServerProblem, Why
from .calls import language_of
from .context import Context
from .endpoints import tell_problem
from .openapi import describe_api
from .socket_schema import socket_schema

STORE_SECONDS = 2.0
"""So long the store may take to answer."""
CACHED = {"Cache-Control": "public, max-age=3600"}


async def healthz(request: Request) -> Response:
    """Say that the process is there."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Say whether the server takes requests, and its store answers."""
    context: Context = request.app.state.context
    if context.stopping:
        return PlainTextResponse("stopping\n", 503)
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await context.service.store.check()
    except Exception:
        return PlainTextResponse("the store does not answer\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """Give the figures, to those who may have them."""
    context: Context = request.app.state.context
    local = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    if context.settings.metrics == "all" or (context.settings.metrics == "local" and local and _is_direct(request)):
        return Response(context.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
    return tell_problem(ServerProblem(Why.NO_PAGE), language_of(request))


def _is_direct(request: Request) -> bool:
    """Say whether nobody passed this request on: a proxy on this machine is not this machine."""
    return not any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))


async def openapi(request: Request) -> Response:
    """Describe the API."""
    return Response(_api(), media_type="application/json", headers=CACHED)


async def messages_schema(request: Request) -> Response:
    """Describe what goes through sockets and streams."""
    return Response(_schema(), media_type="application/json", headers=CACHED)


@cache
def _api() -> bytes:
    return msgspec.json.encode(describe_api())


@cache
def _schema() -> bytes:
    return msgspec.json.encode(socket_schema(tables_schema()))


async def words(request: Request) -> Response:
    """Give the words that a page needs for its own buttons, in one language."""
    language = request.path_params["language"]
    if language not in available_languages():
        return tell_problem(ServerProblem(Why.NO_PAGE), language_of(request))
    return Response(msgspec.json.encode(catalogue(language, "page")), media_type="application/json", headers=CACHED)


async def privacy(request: Request) -> Response:
    """Tell what is kept, and for how long, from the settings."""
    context: Context = request.app.state.context
    spoken = Words(language_of(request))
    lines = privacy_sentences(context.settings, spoken)
    return _page(spoken, spoken.gettext("What this server keeps"), lines)


async def home(request: Request) -> Response:
    """Tell people who come with a browser how to play here."""
    spoken = Words(language_of(request))
    return _page(spoken, "Bornes", [spoken.gettext(line) for line in WELCOME])


WELCOME = (
    N_("Here is a server for the card game Mille Bornes, by five historical rulebooks."),
    N_("To play from a terminal, install Bornes and give the whole link: bornes play LINK."),
    N_("Programs find the API described at /api/openapi.json."),
)


def _page(spoken: Words, title: str, lines: list[str]) -> Response:
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    html = (
        f'<!doctype html><html lang="{spoken.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title></head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )
    return Response(html, media_type="text/html; charset=utf-8")
