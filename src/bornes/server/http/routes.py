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

from ...base.structured_log import note
from ...client import protocol
from ...client.protocol import Invitation, JoinTable, Lobby, LookUp, OpenTable, OwnSeat, PlayNow, Seated, SocketCommand
from ...guide.edition_info import EditionWords, edition_words
from ...guide.how_to_play import HowTo, read_howto
from ...guide.lesson import Lesson
from ...guide.rules_explorer import Explorer, Law, compare_rulebooks, read_law
from ...rules.clauses import UnknownClause
from ...rules.editions import NAMES
from ...tables.messages import Done, MovesSoFar, Refused, Signal
from ...tables.public_view import Listing
from ...tables.scripted_table import read_lesson
from ..addresses import qr_rows
from ..api_errors import ServerProblem, Why
from ..viewer_session import answer as answer_command
from .app_context import Context
from .replays import Replay, ReviewProgress, ask_review, read_replay, read_review
from .requests import Call, address_of, check_origin, language_of, read_body
from .server_info import About, about

JSON = "application/json"
WORTH_COMPRESSING = 1000
"""Shorter answers, in bytes, are sent as they are."""


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    handle: Callable[[Call], Awaitable[Any]]
    about: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    secret: Literal["none", "optional", "required"] = "none"
    problems: tuple[Why, ...] = ()
    compressed: bool = False
    """Whether the answer is sent in less space to who understands it; never where it has a secret in it."""
    query: tuple[tuple[str, str], ...] = ()
    """Parameters of the query, each with its type in JSON Schema."""
    reads_records: bool = False
    """Whether a log may have to be folded for the answer; one address may have a few such requests under way."""


# -- coming in -----------------------------------------------------------------------------------------------------


async def _open_table(call: Call) -> Seated:
    address = address_of(call.request, call.context)
    call.context.opens.spend(address)
    seated = await call.context.service.open_table(call.body, call.language, call.base, address)
    call.context.metrics.opened.inc()
    return seated


async def _join(call: Call) -> Seated:
    address, arrivals = address_of(call.request, call.context), call.context.arrivals_at_tables
    with _guessing(call, call.body.code):
        return await call.context.service.join(
            call.body, call.language, call.base, lambda table: arrivals.spend(f"{address} {table}")
        )


async def _look_up(call: Call) -> Listing:
    with _guessing(call, call.body.code):
        return await call.context.service.look_up(call.body.code)


@contextmanager
def _guessing(call: Call, code: str) -> Iterator[None]:
    """Count a code that leads nowhere for whoever gave it; one that is good costs nothing."""
    address = address_of(call.request, call.context)
    if code:
        call.context.wrong_codes.spend(address)
    try:
        yield
    except ServerProblem as problem:
        if code and problem.why is not Why.NO_CODE:
            call.context.wrong_codes.give_back(address)
        raise
    if code:
        call.context.wrong_codes.give_back(address)


async def _lobby(call: Call) -> Lobby:
    return call.context.service.lobby.now()


# -- at a table ----------------------------------------------------------------------------------------------------


async def _listing(call: Call) -> Listing:
    return await call.context.service.listing(call.table, call.secret)


async def _invitation(call: Call) -> Invitation:
    service = call.context.service
    invitation = await service.invitation(await service.player(call.table, call.secret), call.base)
    return msgspec.structs.replace(invitation, qr=list(await asyncio.to_thread(qr_rows, invitation.join)))


async def _command(call: Call) -> Response:
    service = call.context.service
    who = await service.player(call.table, call.secret)
    address = address_of(call.request, call.context)
    call.context.commands.spend(who.table, who.sitting, address)
    bot = call.request.query_params.get("bot", "0") not in ("", "0")
    service.note_command(who, bot=bot, address=address)
    hints: list[bytes] = []
    answer = await answer_command(service, who, call.body, call.language, hints.append)
    return Response(hints[0] if hints else answer, media_type=JSON)


async def _moves(call: Call) -> MovesSoFar:
    service = call.context.service
    who = await service.enter_by(call.table, call.secret)
    call.context.spend_for_deal(who.table, address_of(call.request, call.context))
    return await service.moves(who, call.language)


async def _record(call: Call) -> Response:
    game = call.request.query_params.get("game")
    if game is not None and not (game.isascii() and game.isdigit() and 0 < len(game) < 7):
        raise ServerProblem(Why.BAD_REQUEST, field="game", why="a game has a number")
    service = call.context.service
    wanted = await service.enter_records(call.table, call.secret, None if game is None else int(game))
    finished = await service.finished_game(call.table, wanted)
    return Response(finished.record, media_type="text/plain; charset=utf-8")


async def _own_seat(call: Call) -> OwnSeat:
    return await call.context.service.own_seat(call.table, call.secret)


async def _forget(call: Call) -> Response:
    service, reviews = call.context.service, call.context.reviews
    who = await service.player_or_former(call.table, call.secret)
    reviews.forget(call.table)
    await service.forget(who)
    reviews.forget(call.table)  # of a record that was read meanwhile, too
    return Response(status_code=204)


async def _about(call: Call) -> About:
    return about(call.language)


# -- learning ------------------------------------------------------------------------------------------------------


async def _rules(call: Call) -> Explorer:
    return compare_rulebooks(call.language)


async def _clause(call: Call) -> Law:
    try:
        return read_law(str(call.request.path_params["clause"]), call.language)
    except UnknownClause:
        raise ServerProblem(Why.NO_PAGE, field="clause") from None


async def _edition(call: Call) -> EditionWords:
    name = str(call.request.path_params["edition"])
    if name not in NAMES:
        raise ServerProblem(Why.NO_PAGE)
    return edition_words(name, call.language)


async def _howto(call: Call) -> HowTo:
    name = str(call.request.path_params["edition"])
    if name not in NAMES:
        raise ServerProblem(Why.NO_PAGE, field="edition")
    return read_howto(name, call.language)


async def _lesson(call: Call) -> Lesson:
    return read_lesson(call.language)


TABLE = (Why.NO_TABLE, Why.FAULT, Why.BUSY, Why.TOO_MANY_TABLES)
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/about",
        _about,
        "What there is to play here, against whom and how fast.",
        gives=About,
        compressed=True,
    ),
    Endpoint(
        "GET",
        "/api/editions/{edition}",
        _edition,
        "An edition in words: its cards, piles and rows, how it can be played, and what a house may change.",
        gives=EditionWords,
        compressed=True,
        problems=(Why.NO_PAGE,),
    ),
    Endpoint(
        "POST",
        "/api/tables",
        _open_table,
        "Open a table, and sit down at it.",
        takes=OpenTable,
        gives=Seated,
        status=201,
        problems=(Why.BAD_GAME, Why.REFUSED, Why.BUSY, Why.TOO_MANY_TABLES),
    ),
    Endpoint(
        "POST",
        "/api/play-now",
        _open_table,
        "Play against bots at once. The deal begins with the seed of `Ready`, or after two seconds without one.",
        takes=PlayNow,
        gives=Seated,
        status=201,
        problems=(Why.BAD_GAME, Why.REFUSED, Why.BUSY, Why.TOO_MANY_TABLES),
    ),
    Endpoint(
        "POST",
        "/api/join",
        _join,
        "Sit down at a table: by a code, an invitation, or at a public one. Who repeats it with the same secret is "
        "answered as before. With `back`, a seat that was given up or freed is taken back by its old secret.",
        takes=JoinTable,
        gives=Seated,
        status=201,
        problems=(Why.REFUSED, Why.TABLE_FULL, Why.NO_CODE, Why.SEAT_GONE, *TABLE),
    ),
    Endpoint(
        "POST",
        "/api/codes",
        _look_up,
        "See which table a code leads to.",
        takes=LookUp,
        gives=Listing,
        problems=(Why.TABLE_FULL, Why.NO_CODE, *TABLE),
    ),
    Endpoint("GET", "/api/lobby", _lobby, "All public tables, as they are listed now.", gives=Lobby),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        _listing,
        "What there is to know of a table before one sits down.",
        gives=Listing,
        secret="optional",
        problems=TABLE,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/invitation",
        _invitation,
        "The links and the code that bring others to a table.",
        gives=Invitation,
        secret="required",
        problems=(Why.NOT_YOURS, *TABLE),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        _command,
        "Send a command to a table, for clients without a socket; a hint is answered with the hint itself. With "
        "`bot=1` the client says that it is a program, like `bot` in `Hello`.",
        takes=SocketCommand,
        gives=Done | Refused | Signal,
        secret="required",
        problems=(Why.NOT_YOURS, *TABLE),
        query=(("bot", "integer"),),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/moves",
        _moves,
        "All that has happened in the present deal, in the sentences of the messages that told of it.",
        gives=MovesSoFar,
        secret="optional",
        problems=(Why.NOT_YOURS, Why.NOT_ALLOWED, *TABLE),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        _record,
        "The record of the finished deals of a game, with its seeds: `bornes verify` checks it.",
        gives=str,
        secret="optional",
        problems=(Why.NOT_YOURS, Why.NOT_ALLOWED, Why.NOT_YET, *TABLE),
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
        problems=(Why.NOT_YOURS, Why.NOT_ALLOWED, Why.NOT_YET, Why.BAD_REQUEST, *TABLE),
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
        problems=(Why.NOT_YOURS, Why.NOT_ALLOWED, Why.NOT_YET, Why.BAD_REQUEST, *TABLE),
        reads_records=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/reviews/{game}/{deal}",
        read_review,
        "How far the review of a deal is, and once it is done all of it.",
        gives=ReviewProgress,
        secret="optional",
        problems=(Why.NOT_YOURS, Why.NOT_ALLOWED, Why.BAD_REQUEST, *TABLE),
        reads_records=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/seat",
        _own_seat,
        "Which seat a secret leads to, and whether a client is connected to it already.",
        gives=OwnSeat,
        secret="required",
        problems=(Why.NOT_YOURS, Why.SEAT_FREED, Why.SEAT_GONE, *TABLE),
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{table}/seat",
        _forget,
        "Forget this seat: it is given up, and the player's name goes out of everything that is kept.",
        status=204,
        secret="required",
        problems=(Why.NOT_YOURS, *TABLE),
    ),
    Endpoint(
        "GET",
        "/api/rules",
        _rules,
        "The rulebooks side by side: only what differs, each answer with its clause.",
        gives=Explorer,
        compressed=True,
    ),
    Endpoint(
        "GET",
        "/api/clauses/{clause}",
        _clause,
        "What a clause of a rulebook says, or a ruling.",
        gives=Law,
        problems=(Why.NO_PAGE,),
    ),
    Endpoint(
        "GET",
        "/api/howto/{edition}",
        _howto,
        "How to play by an edition, in its words.",
        gives=HowTo,
        compressed=True,
        problems=(Why.NO_PAGE,),
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
        context: Context = request.app.state.context
        endpoint = by_method.get("GET" if request.method == "HEAD" else request.method)  # type: ignore[call-overload]
        what = endpoints[0].path
        try:
            if endpoint is None:
                raise ServerProblem(Why.BAD_METHOD)
            response = await _answer(endpoint, request, context)
        except ServerProblem as problem:
            response = tell_problem(problem, language_of(request))
            if endpoint is None:
                response.headers["Allow"] = ", ".join(sorted(by_method))
            if problem.why is Why.TOO_MUCH:
                context.metrics.turned_away.labels(what).inc()
        except ClientDisconnect:
            response = Response(status_code=400)
        if endpoint is None or endpoint.takes is not SocketCommand or response.status_code != 200:
            _note(what, response.status_code, request, context)
        return response

    return handle


def _note(what: str, status: int, request: Request, context: Context) -> None:
    """Count a request, and log it where somebody wants that; not a command that was taken, since passes are private."""
    context.metrics.requests.labels(what, status).inc()
    if context.settings.log_addresses:
        note("request", what=what, status=status, address=address_of(request, context))


async def _answer(endpoint: Endpoint, request: Request, context: Context) -> Response:
    if context.stopping:
        raise ServerProblem(Why.BUSY, retry_after=2)
    if endpoint.method != "GET":
        check_origin(request, context)
    call = Call(request, context)
    if endpoint.takes is not None:
        call.body = await read_body(request, endpoint.takes)
    with _reading(call) if endpoint.reads_records else nullcontext():
        given = await endpoint.handle(call)
    if isinstance(given, Response):
        return given
    content = protocol.encode(given)
    headers = {}
    if endpoint.compressed and len(content) > WORTH_COMPRESSING:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            content = await asyncio.to_thread(gzip.compress, content, 6, mtime=0)
    return Response(content, endpoint.status, media_type=JSON, headers=headers)


@contextmanager
def _reading(call: Call) -> Iterator[None]:
    """Count a request for a record while it is under way; ServerProblem where the address has too many of them."""
    readers, address = call.context.record_readers, address_of(call.request, call.context)
    readers.enter(address)
    try:
        yield
    finally:
        readers.leave(address)


def tell_problem(problem: ServerProblem, language: str) -> Response:
    """Return the answer to a request that is not done."""
    response = Response(protocol.encode(problem.problem(language)), problem.why.status, media_type=JSON)
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(max(1, round(problem.retry_after)))
    return response
