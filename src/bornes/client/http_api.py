"""What is asked of a server over HTTP: a seat, a table, a record.  Python's own library is enough for that."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from functools import partial
from http.client import HTTPException, HTTPMessage
from time import monotonic
from typing import IO, Protocol, TypeVar, cast

import msgspec

from ..base.translatable import N_, TranslatableError, TranslatableText, sanitize_line
from ..base.workers import run_in_thread
from ..game.moves import TEAM_LETTERS
from ..rules.ruleset import MAX_PLAYERS
from ..tables.commands import MAX_NAME_LENGTH
from ..tables.public_view import TableListing
from .invite_links import LinkError, TableLink, code_digits, is_local_server, parse_link, parse_server
from .protocol import (
    PROTOCOL_VERSION,
    ErrorBody,
    Invitation,
    JoinTable,
    LobbySnapshot,
    LookUpCode,
    OpenTable,
    OwnSeat,
    PlayNow,
    Request,
    SeatAssignment,
    encode,
    is_table_id,
    new_secret,
)
from .untrusted_json import sanitized_json

CONNECT_TIMEOUT_SECONDS = 15.0
RESPONSE_TIMEOUT_SECONDS, RECORD_TIMEOUT_SECONDS = 30.0, 300.0
USER_AGENT = f"bornes (protocol {PROTOCOL_VERSION})"
"""No more than a server can use."""
MAX_RESPONSE_BYTES = 1 << 20
MAX_RECORD_BYTES = 1 << 26
MAX_ATTEMPTS = 3
"""Requests for a seat are repeated if no answer comes: the same secret leads to the same seat."""
T = TypeVar("T")


class _Body(Protocol):
    """The body of an answer."""

    def read1(self, n: int, /) -> bytes:
        """Return what has come, at most so many bytes; nothing at the end."""


class ServerError(TranslatableError):
    """What a server refuses, in its own words, or that it is out of reach; programs can tell by ``error``."""

    error = "unreachable"
    status = 0
    """The status of the answer; 0 where there was none."""

    @classmethod
    def of_problem(cls, problem: ErrorBody, status: int) -> ServerError:
        """Return what a server says is wrong."""
        made = cls("{text}", text=sanitize_line(problem.text))
        made.error, made.status = problem.error, status
        return made

    @property
    def is_final(self) -> bool:
        """Whether the server has refused, so that nothing was done and nothing will be."""
        return 400 <= self.status < 500 and self.status != 429

    @property
    def may_pass(self) -> bool:
        """Whether it can be tried again: the server was not reached, or is busy."""
        return self.error == "unreachable" or self.status in (429, 502, 503, 504)


async def open_table(server: str, table: OpenTable, language: str = "en", *, secret: str = "") -> SeatAssignment:
    """Open a table on a server, and sit down at it; with the same secret it is the same table."""
    wanted = msgspec.structs.replace(table, secret=secret or table.secret)
    return await _take_seat(parse_server(server), "/api/tables", wanted, language)


async def play_now(server: str, game: PlayNow | None = None, language: str = "en") -> SeatAssignment:
    """Sit down to play against bots at once."""
    return await _take_seat(parse_server(server), "/api/play-now", game or PlayNow(), language)


async def own_seat(link: TableLink, language: str = "en") -> OwnSeat:
    """Return the seat that the secret of a link leads to."""
    return await _ask(link.server, f"/api/tables/{link.table}/seat", OwnSeat, secret=link.seat, language=language)


async def reclaim_seat(link: TableLink, name: str = "", language: str = "en") -> SeatAssignment:
    """Take back a seat that was given up or freed, by the link to it."""
    asked = JoinTable(table=link.table, name=name, secret=link.seat, reclaim=True)
    return await _take_seat(link.server, "/api/join", asked, language)


async def join_table(
    link: TableLink, name: str = "", seat: int | None = None, secret: str = "", language: str = "en"
) -> SeatAssignment:
    """Sit down at the table that a link or a code leads to."""
    asked = JoinTable(code=link.code, table=link.table, invitation=link.join, seat=seat, name=name, secret=secret)
    return await _take_seat(link.server, "/api/join", asked, language)


async def look_up_table(link: TableLink, language: str = "en") -> TableListing:
    """Return the table that a link or a code leads to, as it is listed."""
    if link.code:
        found = await _ask(link.server, "/api/codes", TableListing, LookUpCode(code=link.code), language=language)
    else:
        found = await _ask(
            link.server, f"/api/tables/{link.table}", TableListing, secret=_word(link), language=language
        )
    if not is_valid_listing(found):
        raise _no_server_of_ours(link.server)
    return sanitized_listing(found)


async def public_tables(server: str, language: str = "en") -> list[TableListing]:
    """Return the public tables of a server, as they are listed now."""
    found = await _ask(parse_server(server), "/api/lobby", LobbySnapshot, language=language)
    return [sanitized_listing(table) for table in found.tables if is_valid_listing(table)]


def is_valid_listing(table: TableListing) -> bool:
    """Say whether a table can be as a server lists it; nobody need show one that cannot."""
    seated = len(table.seats) == table.players and all(0 <= seat.team < table.teams for seat in table.seats)
    many = 2 <= table.teams <= min(table.players, len(TEAM_LETTERS)) and table.players <= MAX_PLAYERS
    return seated and many and is_table_id(table.id)


def sanitized_listing(table: TableListing) -> TableListing:
    """Return a listing with names that do no harm where they are shown, whatever a server sends."""
    seats = [msgspec.structs.replace(seat, name=sanitize_line(seat.name, MAX_NAME_LENGTH)) for seat in table.seats]
    return msgspec.structs.replace(table, seats=seats)


async def fetch_invitation(link: TableLink, language: str = "en") -> Invitation:
    """Return what brings others to the table of a seat."""
    path = f"/api/tables/{link.table}/invitation"
    found = await _ask(link.server, path, Invitation, secret=link.seat, language=language)
    return _checked_invitation(found, link.server)


def _checked_invitation(found: Invitation, server: str) -> Invitation:
    """Return an invitation whose links and code are some; ServerError for one that would do harm where it is shown."""
    try:
        links = [parse_link(found.join), parse_link(found.watch)]
    except LinkError:
        raise _no_server_of_ours(server) from None
    square = all(len(row) == len(found.qr[0]) and set(row) <= {"0", "1"} for row in found.qr)
    code = not found.code or code_digits(found.code) is not None
    if not (all(link.table for link in links) and code and square):
        raise _no_server_of_ours(server)
    return found


async def fetch_record(link: TableLink, game: int | None = None, language: str = "en") -> bytes:
    """Return the record of the finished deals of a table, as the server hands it out."""
    which = "" if game is None else f"?game={game}"
    path = f"/api/tables/{link.table}/record{which}"
    return await _answer(link.server, path, "GET", None, _word(link), language, MAX_RECORD_BYTES)


async def give_up_seat(link: TableLink, language: str = "en") -> None:
    """Let a server forget a seat and the name of who sat there."""
    path = f"/api/tables/{link.table}/seat"
    await _answer(link.server, path, "DELETE", None, link.seat, language, MAX_RESPONSE_BYTES)


async def _take_seat(server: str, path: str, request: OpenTable | PlayNow | JoinTable, language: str) -> SeatAssignment:
    """Ask for a seat under a secret of our own, and again where no answer comes."""
    named = request if request.secret else msgspec.structs.replace(request, secret=new_secret())
    for last in (*[False] * (MAX_ATTEMPTS - 1), True):
        try:
            seated = await _ask(server, path, SeatAssignment, named, language=language)
            if not is_table_id(seated.table):
                raise _no_server_of_ours(server)
            _checked_invitation(seated.invitation, server)
            return seated
        except ServerError as error:
            if last or error.error != "unreachable":
                raise
    raise AssertionError("the last try returns or raises")


async def _ask(
    server: str, path: str, kind: type[T], request: Request | None = None, *, secret: str = "", language: str
) -> T:
    """Send a request, and return the answer as what it should be."""
    method = "GET" if request is None else "POST"
    body = None if request is None else encode(request)
    answer = await _answer(server, path, method, body, secret, language, MAX_RESPONSE_BYTES)
    try:
        return msgspec.json.decode(sanitized_json(answer), type=kind)
    except ValueError:
        raise _no_server_of_ours(server) from None


async def _answer(
    server: str, path: str, method: str, body: bytes | None, secret: str, language: str, most: int
) -> bytes:
    """Send one request beside the event loop, and return the whole answer in time; ServerError says what went wrong."""
    seconds = RECORD_TIMEOUT_SECONDS if most == MAX_RECORD_BYTES else RESPONSE_TIMEOUT_SECONDS
    try:
        async with asyncio.timeout(seconds):
            return await run_in_thread(partial(_send, server, path, method, body, secret, language, most, seconds))
    except TimeoutError as error:
        raise unreachable_error(server, error) from None


def _no_server_of_ours(server: str) -> ServerError:
    return ServerError(N_("{server} does not answer as a server of Bornes does"), server=server)


def _word(link: TableLink) -> str:
    return link.seat or link.watch or link.join


def _send(
    server: str, path: str, method: str, body: bytes | None, secret: str, language: str, most: int, seconds: float
) -> bytes:
    """Send one request and return the body of the answer; ServerError says what went wrong."""
    headers = {"Accept-Language": language, "User-Agent": USER_AGENT}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(server + path, body, headers, method=method)
    try:
        with _opener(server).open(request, timeout=CONNECT_TIMEOUT_SECONDS) as answer:
            content = _read(answer, most + 1, seconds)
    except urllib.error.HTTPError as error:
        with error:
            raise _problem(server, error, seconds) from None
    except (OSError, ValueError) as error:
        raise unreachable_error(server, error) from None
    except HTTPException:
        raise _no_server_of_ours(server) from None
    if len(content) > most:
        raise ServerError(N_("{server} sends more than a table can have"), server=server)
    return content


def _read(answer: _Body, most: int, seconds: float) -> bytes:
    """Return the body of an answer, at most so many bytes; TimeoutError if it comes too slowly."""
    end, content = monotonic() + seconds, bytearray()
    while len(content) < most and (part := answer.read1(min(most - len(content), 1 << 16))):
        content += part
        if monotonic() > end:
            raise TimeoutError
    return bytes(content)


def _problem(server: str, error: urllib.error.HTTPError, seconds: float) -> ServerError:
    """Return what a server says is wrong, or which status it answered with where it says nothing."""
    try:
        problem = msgspec.json.decode(_read(cast(_Body, error.fp), MAX_RESPONSE_BYTES, seconds), type=ErrorBody)
        return ServerError.of_problem(problem, error.code)
    except (ValueError, OSError, HTTPException):
        failed = ServerError(N_("{server} answers with status {status}"), server=server, status=error.code)
        failed.error, failed.status = "unexpected-status", error.code
        return failed


def unreachable_error(server: str, error: BaseException | TranslatableText) -> ServerError:
    """Return that a server cannot be reached, and why: an error, or what is said of it."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return ServerError(N_("{server} cannot be reached: {why}"), server=server, why=_why(reason))


def _why(reason: object) -> object:
    if isinstance(reason, TranslatableText):
        return reason
    if isinstance(reason, ConnectionRefusedError):
        return TranslatableText(N_("nobody answers there"))
    if isinstance(reason, TimeoutError):
        return TranslatableText(N_("no answer came in time"))
    if isinstance(reason, OSError):
        return sanitize_line(reason.strerror or str(reason) or type(reason).__name__)
    return sanitize_line(str(reason) or type(reason).__name__)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows nobody elsewhere: a secret would go along."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Return nothing, which makes the answer an error."""


def _opener(server: str) -> urllib.request.OpenerDirector:
    proxies = [urllib.request.ProxyHandler({})] if is_local_server(server) else []
    return urllib.request.build_opener(_NoRedirects, *proxies)
