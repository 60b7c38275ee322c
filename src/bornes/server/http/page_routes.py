"""What is there beside the API: whether the server is well, what it keeps, words, schemas, and a page for people."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ...client.protocol import PROTOCOL_VERSION, ErrorMessage, Hello, HintRequest, LobbyMessage, React, Welcome
from ...client.protocol_schema import schema as tables_schema
from ...i18n import N_, Translator, available_languages
from ...i18n.catalogs import catalog
from ...store.retention import days_until_gone
from ...tables.table_store import StoreError
from ..api_errors import ApiError, ErrorCode
from ..settings import ServerSettings
from .app_context import AppContext
from .openapi import describe_api
from .requests import request_language
from .routes import error_response
from .static_files import PageFile, page_files

STORE_TIMEOUT_SECONDS = 2.0
HOUR_CACHE_HEADERS = {"Cache-Control": "public, max-age=3600"}
IMMUTABLE_CACHE_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For files with their version in the path."""
REF = "#/$defs/{name}"


async def healthz(request: Request) -> Response:
    """Say that the process is there."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Say whether the server takes requests, and its store writes."""
    context: AppContext = request.app.state.context
    if context.stopping:
        return PlainTextResponse("stopping\n", 503)
    try:
        async with asyncio.timeout(STORE_TIMEOUT_SECONDS):
            await context.service.store.check_writable()
    except StoreError:
        return PlainTextResponse("the database cannot be written\n", 503)
    except Exception:
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """Give the figures, to those who may have them."""
    context: AppContext = request.app.state.context
    local = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    if context.settings.metrics == "all" or (context.settings.metrics == "local" and local and _is_direct(request)):
        return Response(context.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
    return error_response(ApiError(ErrorCode.NOT_FOUND), request_language(request))


def _is_direct(request: Request) -> bool:
    """Say whether nobody passed this request on: a proxy on this machine is not this machine."""
    return not any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))


async def openapi(request: Request) -> Response:
    """Describe the API."""
    return Response(_api(), media_type="application/json", headers=HOUR_CACHE_HEADERS)


async def messages_schema(request: Request) -> Response:
    """Describe what goes through sockets."""
    return Response(_schema(), media_type="application/json", headers=HOUR_CACHE_HEADERS)


@cache
def _api() -> bytes:
    return msgspec.json.encode(describe_api())


@cache
def _schema() -> bytes:
    return msgspec.json.encode(socket_schema(tables_schema()))


def socket_schema(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a table's messages and commands, and of the server's own."""
    kinds = (Hello, React, HintRequest, Welcome, ErrorMessage, LobbyMessage)
    (hello, react, hint, welcome, failed, lobby), parts = msgspec.json.schema_components(kinds, ref_template=REF)
    defs = {**tables["$defs"], **parts}
    defs["SocketCommand"] = {"anyOf": [hello, {"$ref": "#/$defs/Command"}, react, hint]}
    defs["SocketMessage"] = {"anyOf": [{"$ref": "#/$defs/Message"}, welcome, failed]}
    defs["LobbyMessage"] = lobby
    return {
        "$schema": tables["$schema"],
        "title": f"Bornes online, protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("SocketMessage", "SocketCommand", "LobbyMessage")],
        "$defs": dict(sorted(defs.items())),
    }


async def words(request: Request) -> Response:
    """Give the words that a page needs for its own buttons, in one language."""
    language = request.path_params["language"]
    if language not in available_languages():
        return error_response(ApiError(ErrorCode.NOT_FOUND), request_language(request))
    return Response(
        msgspec.json.encode(catalog(language, "page")), media_type="application/json", headers=HOUR_CACHE_HEADERS
    )


async def privacy(request: Request) -> Response:
    """Tell what is kept, and for how long, from the settings."""
    context: AppContext = request.app.state.context
    spoken = Translator(request_language(request))
    lines = privacy_sentences(context.settings, spoken)
    style = f'<link rel="stylesheet" href="/web/{page_files().version}/css/base.css">'
    title, back = spoken.gettext("What this server keeps"), spoken.gettext("Home")
    return _plain_page(spoken, title, lines, back, style)


async def offline(request: Request) -> Response:
    """Give the page that a browser keeps for times without a network: it needs no other file."""
    spoken = Translator(request_language(request))
    lines = (
        spoken.gettext("Bornes is played over the network, and there is none here at the moment. Your seats are kept."),
    )
    style = '<meta name="color-scheme" content="light dark">'
    return _plain_page(spoken, spoken.gettext("No network"), lines, spoken.gettext("Try again"), style)


def _plain_page(spoken: Translator, title: str, lines: Iterable[str], way_on: str, style: str) -> Response:
    """Return a page of text with a way to the first one."""
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    html = (
        f'<!doctype html><html lang="{spoken.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Bornes</title>{style}</head>"
        f'<body class="plain-page"><main><h1>{escape(title)}</h1>{body}<p><a href="/">{escape(way_on)}</a></p></main>'
        "</body></html>"
    )
    return Response(html, media_type="text/html; charset=utf-8")


async def service_worker(request: Request) -> Response:
    """Send the script that shows a page where there is no network; from the root, since it is for every address."""
    return _send(request, page_files().files["service-worker.js"], {})


async def page(request: Request) -> Response:
    """Show people who come with a browser the page: all screens are one, and its script looks at the address."""
    screen = request.url.path.split("/")[1]
    return _send(request, page_files().page(screen), {})


async def page_of_nothing(request: Request) -> Response:
    """Show people who come by an address where there is nothing the page, which says so and leads on."""
    response = _send(request, page_files().page("nowhere"), {})
    response.status_code = 404
    return response


async def page_file(request: Request) -> Response:
    """Send a file that belongs to the page; one of another version is not there any more, and the page says so."""
    files = page_files()
    found = files.files.get(request.path_params["path"])
    if found is None or request.path_params["version"] != files.version:
        return error_response(ApiError(ErrorCode.NOT_FOUND), request_language(request))
    return _send(request, found, IMMUTABLE_CACHE_HEADERS)


def _send(request: Request, file: PageFile, headers: dict[str, str]) -> Response:
    headers = {**headers, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, media_type=file.media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.content, media_type=file.media_type, headers=headers)


ALWAYS = (
    N_("There are no accounts, no cookies and no visitors counted by anybody else."),
    N_("Of a table this is kept: the rules, the names that players chose, every move and its time, and the seeds."),
    N_("Of a seat’s secret only a fingerprint is kept, from which nobody can work it out."),
    N_("Whoever can read the database of this server can read the hands of a deal that is being played."),
    N_("“Give the seat up for good” gives a seat up and takes its player’s name out of everything that is kept."),
)


def privacy_sentences(settings: ServerSettings, words: Translator) -> list[str]:
    """Say what a server with these settings keeps."""
    told = [words.gettext(text) for text in ALWAYS]
    if settings.keep_days:
        text = N_(
            "A table where nothing happens is deleted for good after {days} to {latest} days. "
            "Only the time during which this server is running counts."
        )
        told.append(words.gettext(text, days=settings.keep_days, latest=days_until_gone(settings.keep_days)))
    else:
        told.append(words.gettext("Tables are kept until whoever runs this server removes them."))
    if settings.log_addresses:
        told.append(words.gettext("The addresses that requests come from are written into the server’s log."))
    else:
        text = N_(
            "IP addresses aren't logged. They're held in memory only, to limit abuse: while you're connected and for "
            "some time after your last request, and that of a table's opener while the table is in use or in the lobby."
        )
        told.append(words.gettext(text))
    return told
