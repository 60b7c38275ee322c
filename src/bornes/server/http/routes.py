"""The API: every path, with what it takes and gives; from this list it is served and described."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...base.structured_log import log_event
from ...client import protocol
from ...client.protocol import (
    Invitation,
    JoinTable,
    LobbySnapshot,
    LookUpCode,
    OpenTable,
    OwnSeat,
    PlayNow,
    SeatAssignment,
)
from ...guide.edition_info import EditionInfo, edition_words
from ...guide.how_to_play import HowToPlay, read_howto
from ...guide.lesson import Lesson
from ...guide.rules_explorer import ClauseText, RulesExplorer, compare_rulebooks, read_clause
from ...rules.clauses import UnknownClause
from ...rules.editions import EDITION_NAMES
from ...tables.messages import DealHistory
from ...tables.public_view import TableListing
from ...tables.scripted_table import read_lesson
from ..addresses import qr_rows
from ..api_errors import ApiError, ErrorCode
from .app_context import AppContext
from .replays import Replay, ReviewProgress, ask_review, read_replay, read_review
from .requests import ApiRequest, check_origin, client_address, read_body, request_language
from .server_info import ServerInfo, server_info

JSON = "application/json"
MIN_COMPRESSED_BYTES = 1000


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    handle: Callable[[ApiRequest], Awaitable[Any]]
    about: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    secret: Literal["none", "optional", "required"] = "none"
    problems: tuple[ErrorCode, ...] = ()
    compressed: bool = False
    """Whether the answer is sent in less space to who understands it; never where it has a secret in it."""
    query: tuple[tuple[str, str], ...] = ()
    """Parameters of the query, each with its type in JSON Schema."""
    reads_records: bool = False
    """Whether a log may have to be folded for the answer; one address may have a few such requests under way."""


# -- coming in -----------------------------------------------------------------------------------------------------


async def _open_table(call: ApiRequest) -> SeatAssignment:
    address = client_address(call.request, call.context)
    call.context.table_opens.consume(address)
    seated = await call.context.service.open_table(call.body, call.language, call.base, address)
    call.context.metrics.opened.inc()
    return seated


async def _join(call: ApiRequest) -> SeatAssignment:
    address, arrivals = client_address(call.request, call.context), call.context.table_joins
    with _guessing(call, call.body.code):
        return await call.context.service.join(
            call.body, call.language, call.base, lambda table: arrivals.consume(f"{address} {table}")
        )


async def _look_up(call: ApiRequest) -> TableListing:
    with _guessing(call, call.body.code):
        return await call.context.service.look_up(call.body.code)


@contextmanager
def _guessing(call: ApiRequest, code: str) -> Iterator[None]:
    """Count a code that leads nowhere for whoever gave it; one that is good costs nothing."""
    address = client_address(call.request, call.context)
    if code:
        call.context.wrong_codes.consume(address)
    try:
        yield
    except ApiError as problem:
        if code and problem.why is not ErrorCode.CODE_NOT_FOUND:
            call.context.wrong_codes.give_back(address)
        raise
    if code:
        call.context.wrong_codes.give_back(address)


async def _lobby(call: ApiRequest) -> LobbySnapshot:
    return call.context.service.lobby.now()


# -- at a table ----------------------------------------------------------------------------------------------------


async def _listing(call: ApiRequest) -> TableListing:
    return await call.context.service.listing(call.table, call.secret)


async def _invitation(call: ApiRequest) -> Invitation:
    service = call.context.service
    invitation = await service.invitation(await service.player(call.table, call.secret), call.base)
    return msgspec.structs.replace(invitation, qr=list(await asyncio.to_thread(qr_rows, invitation.join)))


async def _moves(call: ApiRequest) -> DealHistory:
    service = call.context.service
    who = await service.authorize_any(call.table, call.secret)
    call.context.spend_for_deal(who.table, client_address(call.request, call.context))
    return await service.moves(who, call.language)


async def _record(call: ApiRequest) -> Response:
    game = call.request.query_params.get("game")
    if game is not None and not (game.isascii() and game.isdigit() and 0 < len(game) < 7):
        raise ApiError(ErrorCode.BAD_REQUEST, field="game", why="a game has a number")
    service = call.context.service
    wanted = await service.authorize_records(call.table, call.secret, None if game is None else int(game))
    finished = await service.finished_game(call.table, wanted)
    return Response(finished.record, media_type="text/plain; charset=utf-8")


async def _own_seat(call: ApiRequest) -> OwnSeat:
    return await call.context.service.own_seat(call.table, call.secret)


async def _forget(call: ApiRequest) -> Response:
    service, reviews = call.context.service, call.context.reviews
    who = await service.player_or_former(call.table, call.secret)
    reviews.forget(call.table)
    await service.forget(who)
    reviews.forget(call.table)  # of a record that was read meanwhile, too
    return Response(status_code=204)


async def _about(call: ApiRequest) -> ServerInfo:
    return server_info(call.language)


# -- learning ------------------------------------------------------------------------------------------------------


async def _rules(call: ApiRequest) -> RulesExplorer:
    return compare_rulebooks(call.language)


async def _clause(call: ApiRequest) -> ClauseText:
    try:
        return read_clause(str(call.request.path_params["clause"]), call.language)
    except UnknownClause:
        raise ApiError(ErrorCode.NOT_FOUND, field="clause") from None


async def _edition(call: ApiRequest) -> EditionInfo:
    name = str(call.request.path_params["edition"])
    if name not in EDITION_NAMES:
        raise ApiError(ErrorCode.NOT_FOUND)
    return edition_words(name, call.language)


async def _howto(call: ApiRequest) -> HowToPlay:
    name = str(call.request.path_params["edition"])
    if name not in EDITION_NAMES:
        raise ApiError(ErrorCode.NOT_FOUND, field="edition")
    return read_howto(name, call.language)


async def _lesson(call: ApiRequest) -> Lesson:
    return read_lesson(call.language)


TABLE_ERRORS = (
    ErrorCode.TABLE_NOT_FOUND,
    ErrorCode.TABLE_DAMAGED,
    ErrorCode.TABLE_NEWER,
    ErrorCode.BUSY,
    ErrorCode.TOO_MANY_TABLES,
)
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/about",
        _about,
        "What there is to play here, against whom and how fast.",
        gives=ServerInfo,
        compressed=True,
    ),
    Endpoint(
        "GET",
        "/api/editions/{edition}",
        _edition,
        "An edition in words: its cards, piles and rows, how it can be played, and what a house may change.",
        gives=EditionInfo,
        compressed=True,
        problems=(ErrorCode.NOT_FOUND,),
    ),
    Endpoint(
        "POST",
        "/api/tables",
        _open_table,
        "Open a table, and sit down at it.",
        takes=OpenTable,
        gives=SeatAssignment,
        status=201,
        problems=(ErrorCode.BAD_GAME, ErrorCode.REFUSED, ErrorCode.BUSY, ErrorCode.TOO_MANY_TABLES),
    ),
    Endpoint(
        "POST",
        "/api/play-now",
        _open_table,
        "Play against bots at once. The deal begins with the seed of `Ready`, or after two seconds without one.",
        takes=PlayNow,
        gives=SeatAssignment,
        status=201,
        problems=(ErrorCode.BAD_GAME, ErrorCode.REFUSED, ErrorCode.BUSY, ErrorCode.TOO_MANY_TABLES),
    ),
    Endpoint(
        "POST",
        "/api/join",
        _join,
        "Sit down at a table: by a code, an invitation, or at a public one. Who repeats it with the same secret is "
        "answered as before. With `back`, a seat that was given up or freed is taken back by its old secret.",
        takes=JoinTable,
        gives=SeatAssignment,
        status=201,
        problems=(
            ErrorCode.REFUSED,
            ErrorCode.TABLE_FULL,
            ErrorCode.CODE_NOT_FOUND,
            ErrorCode.SEAT_GONE,
            *TABLE_ERRORS,
        ),
    ),
    Endpoint(
        "POST",
        "/api/codes",
        _look_up,
        "See which table a code leads to.",
        takes=LookUpCode,
        gives=TableListing,
        problems=(ErrorCode.TABLE_FULL, ErrorCode.CODE_NOT_FOUND, *TABLE_ERRORS),
    ),
    Endpoint("GET", "/api/lobby", _lobby, "All public tables, as they are listed now.", gives=LobbySnapshot),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        _listing,
        "What there is to know of a table before one sits down.",
        gives=TableListing,
        secret="optional",
        problems=TABLE_ERRORS,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/invitation",
        _invitation,
        "The links and the code that bring others to a table.",
        gives=Invitation,
        secret="required",
        problems=(ErrorCode.NOT_AUTHORIZED, *TABLE_ERRORS),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/moves",
        _moves,
        "All that has happened in the present deal, in the sentences of the messages that told of it.",
        gives=DealHistory,
        secret="optional",
        problems=(ErrorCode.NOT_AUTHORIZED, ErrorCode.NO_SPECTATORS, *TABLE_ERRORS),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        _record,
        "The record of the finished deals of a game, with its seeds: `bornes verify` checks it.",
        gives=str,
        secret="optional",
        problems=(ErrorCode.NOT_AUTHORIZED, ErrorCode.NO_SPECTATORS, ErrorCode.DEAL_NOT_OVER, *TABLE_ERRORS),
        query=(("game", "integer"),),
        reads_records=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay/{game}/{deal}",
        read_replay,
        "A finished deal step by step, with all hands open.",
        gives=Replay,
        compressed=True,
        secret="optional",
        problems=(
            ErrorCode.NOT_AUTHORIZED,
            ErrorCode.NO_SPECTATORS,
            ErrorCode.DEAL_NOT_OVER,
            ErrorCode.BAD_REQUEST,
            *TABLE_ERRORS,
        ),
        reads_records=True,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/reviews/{game}/{deal}",
        ask_review,
        "Ask for the review of a finished deal. It is worked out once, when nobody needs the machine for playing.",
        gives=ReviewProgress,
        status=202,
        secret="optional",
        problems=(
            ErrorCode.NOT_AUTHORIZED,
            ErrorCode.NO_SPECTATORS,
            ErrorCode.DEAL_NOT_OVER,
            ErrorCode.BAD_REQUEST,
            *TABLE_ERRORS,
        ),
        reads_records=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/reviews/{game}/{deal}",
        read_review,
        "How far the review of a deal is, and once it is done all of it.",
        gives=ReviewProgress,
        secret="optional",
        problems=(ErrorCode.NOT_AUTHORIZED, ErrorCode.NO_SPECTATORS, ErrorCode.BAD_REQUEST, *TABLE_ERRORS),
        reads_records=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/seat",
        _own_seat,
        "Which seat a secret leads to, and whether a client is connected to it already.",
        gives=OwnSeat,
        secret="required",
        problems=(ErrorCode.NOT_AUTHORIZED, ErrorCode.SEAT_FREED, ErrorCode.SEAT_GONE, *TABLE_ERRORS),
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{table}/seat",
        _forget,
        "Forget this seat: it is given up, and the player's name goes out of everything that is kept.",
        status=204,
        secret="required",
        problems=(ErrorCode.NOT_AUTHORIZED, *TABLE_ERRORS),
    ),
    Endpoint(
        "GET",
        "/api/rules",
        _rules,
        "The rulebooks side by side: only what differs, each answer with its clause.",
        gives=RulesExplorer,
        compressed=True,
    ),
    Endpoint(
        "GET",
        "/api/clauses/{clause}",
        _clause,
        "What a clause of a rulebook says, or a ruling.",
        gives=ClauseText,
        problems=(ErrorCode.NOT_FOUND,),
    ),
    Endpoint(
        "GET",
        "/api/howto/{edition}",
        _howto,
        "How to play by an edition, in its words.",
        gives=HowToPlay,
        compressed=True,
        problems=(ErrorCode.NOT_FOUND,),
    ),
    Endpoint(
        "GET",
        "/api/lesson",
        _lesson,
        "A deal that teaches the game: what to play, step by step, what the seat is told, and what the teacher says.",
        gives=Lesson,
        compressed=True,
    ),
)


def serve_endpoints(endpoints: tuple[Endpoint, ...]) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers requests to one path, by their method."""
    by_method = {one.method: one for one in endpoints}

    async def handle(request: Request) -> Response:
        context: AppContext = request.app.state.context
        endpoint = by_method.get("GET" if request.method == "HEAD" else request.method)  # type: ignore[call-overload]
        what = endpoints[0].path
        try:
            if endpoint is None:
                raise ApiError(ErrorCode.METHOD_NOT_ALLOWED)
            response = await _answer(endpoint, request, context)
        except ApiError as problem:
            response = error_response(problem, request_language(request))
            if endpoint is None:
                response.headers["Allow"] = ", ".join(sorted(by_method))
            if problem.why is ErrorCode.RATE_LIMITED:
                context.metrics.turned_away.labels(what).inc()
        except ClientDisconnect:
            response = Response(status_code=400)
        _note(what, response.status_code, request, context)
        return response

    return handle


def _note(what: str, status: int, request: Request, context: AppContext) -> None:
    """Count a request, and log it if the operator wants that."""
    context.metrics.requests.labels(what, status).inc()
    if context.settings.log_addresses:
        log_event("request", what=what, status=status, address=client_address(request, context))


async def _answer(endpoint: Endpoint, request: Request, context: AppContext) -> Response:
    if context.stopping:
        raise ApiError(ErrorCode.BUSY, retry_after=2)
    if endpoint.method != "GET":
        check_origin(request, context)
    call = ApiRequest(request, context)
    if endpoint.takes is not None:
        call.body = await read_body(request, endpoint.takes)
    with _reading(call) if endpoint.reads_records else nullcontext():
        given = await endpoint.handle(call)
    if isinstance(given, Response):
        return given
    content = protocol.encode(given)
    headers = {}
    if endpoint.compressed and len(content) > MIN_COMPRESSED_BYTES:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            content = await asyncio.to_thread(gzip.compress, content, 6, mtime=0)
    return Response(content, endpoint.status, media_type=JSON, headers=headers)


@contextmanager
def _reading(call: ApiRequest) -> Iterator[None]:
    """Count a request for a record while it is under way; ApiError where the address has too many of them."""
    readers, address = call.context.record_readers, client_address(call.request, call.context)
    readers.acquire(address)
    try:
        yield
    finally:
        readers.release(address)


def error_response(problem: ApiError, language: str) -> Response:
    """Return the answer to a request that is not done."""
    response = Response(protocol.encode(problem.problem(language)), problem.why.status, media_type=JSON)
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(max(1, round(problem.retry_after)))
    return response
