"""What client and server say to each other beside commands and messages of a table: coming in, and what is offered.

Requests and answers are JSON over HTTP.  A socket carries the messages of ``bornes.tables.messages``; what else goes
through it is at the end of this page.  See ``docs/protocol.md``.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from ..tables.commands import ClientCommand, CommandError, Id, Name, Seat
from ..tables.messages import AnyMessage, CommandRefused
from ..tables.public_view import TableListing
from ..tables.refusals import AnyRefusal, UnknownRefusal
from ..tables.table_state import SECOND_MS, Pace

PROTOCOL_VERSION = 1
"""Changes when something is removed or changes its meaning. Fields, kinds of messages and paths may be added at any
time: a client ignores what it doesn't know."""

PaceName = Literal["quick", "relaxed", "patient", "days", "none"]
PACES: dict[PaceName, Pace] = {
    "quick": Pace(30 * SECOND_MS, 4 * SECOND_MS, 700),
    "relaxed": Pace(120 * SECOND_MS, 6 * SECOND_MS, 900),
    "patient": Pace(15 * 60 * SECOND_MS, 10 * SECOND_MS, 900),
    "days": Pace(3 * 24 * 3600 * SECOND_MS, None, 900),
    "none": Pace(None, None, 700),
}
"""How long everything takes, by name; ``none`` only where one person plays against bots."""

_END = r"$(?!\n)"
"""The end of a text: in Python ``$`` alone would leave room for the end of a line behind it."""
Secret = Annotated[
    str,
    Meta(
        pattern=rf"^([A-Za-z0-9_-]{{22,64}})?{_END}",
        description="128 bits of chance or more, in base64url; who has it has the seat. Left out, the server chooses.",
    ),
]
_TABLE_ID = "[a-z0-9]{1,12}-[a-z0-9]{16}"
TableId = Annotated[str, Meta(pattern=rf"^({_TABLE_ID})?{_END}")]
Words = Annotated[str, Meta(max_length=32)]
Code = Annotated[str, Meta(max_length=24, description="digits; spaces and hyphens between them are passed over")]


class Request(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that is asked of a server."""

    def __repr__(self) -> str:
        """Say what it is, and none of the secrets in it."""
        return f"{type(self).__name__}(…)"


class GameRequest(Request, frozen=True, kw_only=True):
    """Which game is to be played."""

    edition: Words = ""
    """Its name; empty for the one that a reader of the language is offered first."""
    players: Annotated[int, Meta(ge=2, le=8)] | None = None
    partners: bool | None = None
    short: bool = False
    house_rules: dict[Words, bool | int | Words] = {}
    """House rules: the values of rules that are to be others than the edition's."""
    name: Name = ""
    """What the player is to be called; empty for the usual name of the seat."""
    secret: Secret = ""


class OpenTable(GameRequest, frozen=True, kw_only=True):
    """Open a table."""

    seats: Annotated[list[Words], Meta(max_length=8)] = []
    """Who is to sit where: ``me`` once, ``open``, or the name of a bot; empty for me and open seats."""
    pace: PaceName | Pace = "relaxed"
    public: bool = False
    """Whether it is listed, and anybody may come; otherwise only by invitation."""
    newcomers: bool = True
    spectators: bool = True


class PlayNow(GameRequest, frozen=True, kw_only=True):
    """Play against bots at once."""

    bot: Words = "tuned"
    """Who plays against me."""


class JoinTable(Request, frozen=True, kw_only=True):
    """Sit down at a table: by a code, by an invitation, or at a public one."""

    code: Code = ""
    table: TableId = ""
    invitation: Words = ""
    """What the link for friends has after ``#join=``."""
    seat: Seat | None = None
    """Which seat; None for the first that is free, or a bot's where none is."""
    name: Name = ""
    secret: Secret = ""
    reclaim: bool = False
    """Take back the seat of this ``table`` that ``secret`` led to before it was given up or freed."""


class LookUpCode(Request, frozen=True, kw_only=True):
    """See which table a code leads to."""

    code: Code


class Invitation(Struct, frozen=True, omit_defaults=True):
    """What brings others to a table."""

    join: str
    """The link for friends."""
    watch: str
    """The link for spectators."""
    code: str = ""
    """What can be read out over the telephone; empty where no seat is free, or nobody may come."""
    expires_at: int | None = None
    """Until when the code can be used, in milliseconds."""
    qr: list[str] = []
    """The link for friends as a picture for a phone: rows of squares, ``1`` for a dark one, without the margin of four
    squares.  Only where the invitation itself is asked for."""

    def __repr__(self) -> str:
        """Say nothing that lets somebody in."""
        return "Invitation(…)"


class SeatAssignment(Struct, frozen=True, omit_defaults=True):
    """A seat that is yours."""

    table: str
    seat: int
    secret: str
    link: str
    """The link that leads back to this seat, from any device; it is nobody else's business."""
    commitment: str
    """The promise for the shuffle of the next deal."""
    invitation: Invitation

    def __repr__(self) -> str:
        """Say which seat it is, and nothing that lets somebody else have it."""
        return f"SeatAssignment(table={self.table!r}, seat={self.seat})"


class OwnSeat(Struct, frozen=True):
    """The seat that a secret leads to."""

    seat: int
    name: str
    connected: bool
    """Whether a client is connected to it."""


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """Why something was not done; everything is as it was."""

    error: str
    """A word that programs can tell apart."""
    text: str
    """A sentence in the reader's language."""
    field: str = ""
    """What was wrong in the request, where that can be said."""
    retry_after: float | None = None
    """In how many seconds it can be tried again."""


class LobbySnapshot(Struct, frozen=True, tag_field="type", tag="lobby"):
    """All public tables, as they are listed now."""

    tables: list[TableListing]


class TableListed(Struct, frozen=True, tag_field="type", tag="listed"):
    """A table is listed from now on as it says."""

    table: TableListing


class TableUnlisted(Struct, frozen=True, tag_field="type", tag="unlisted"):
    """A table is not listed any more."""

    id: str


LobbyMessage = LobbySnapshot | TableListed | TableUnlisted

# -- a socket ------------------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, kw_only=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True):
    """The first message of a client: who it is, and what it has seen."""

    protocol: int = PROTOCOL_VERSION
    secret: Secret = ""
    """That of the seat; without one the client looks on."""
    watch: Words = ""
    """What the link for spectators has after ``#watch=``; a public table needs none."""
    language: Words = "en"
    seen: Annotated[int, Meta(ge=0)] = 0
    """The number of the last message that the client has seen, 0 for none."""
    viewer: Seat | None = None
    """The seat in whose stream that was; None where it looked on."""
    bot: bool = False
    """Whether a program decides, and no person: a table where only programs are connected plays one game and no
    other."""

    def __repr__(self) -> str:
        """Say nothing of secrets."""
        return f"Hello(protocol={self.protocol}, language={self.language!r}, seen={self.seen})"


class React(Struct, frozen=True, kw_only=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True):
    """Say a phrase of the list to everybody."""

    reaction: Words
    id: Id = ""


class HintRequest(
    Struct, frozen=True, kw_only=True, tag_field="command", tag="Hint", omit_defaults=True, forbid_unknown_fields=True
):
    """Ask what the champion would do, where one person plays against bots."""

    id: Id = ""


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The first message of the server."""

    protocol: int
    server_version: str
    """The release that answers."""
    table: str
    seat: int | None
    """The client's seat; None for a spectator."""
    connected_seats: list[int]
    """The seats of those who are connected."""
    now: int
    """The server's time, in milliseconds: clocks are to be read against it."""
    connected_elsewhere: bool = False
    """Whether another client is connected to the same seat."""


class ErrorMessage(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """Why a message of the client could not be taken, or the connection ends."""

    error: str
    text: str
    id: str = ""


class _AnyRefused(Struct, tag_field="type", tag="refused"):
    """A refusal, of which no more is known than its sentence."""

    id: str
    why: dict[str, Any]
    text: str


class _Typed(Struct):
    """Any message, of which no more is known than its kind."""

    type: str


SocketCommand = ClientCommand | React | HintRequest
SocketMessage = AnyMessage | Welcome | ErrorMessage

(
    CLOSE_BAD_MESSAGE,
    CLOSE_NOT_AUTHORIZED,
    CLOSE_TABLE_NOT_FOUND,
    CLOSE_TOO_SLOW,
    CLOSE_OPENED_ELSEWHERE,
    CLOSE_SEAT_LOST,
) = 4400, 4403, 4404, 4408, 4409, 4410
CLOSE_RATE_LIMITED, CLOSE_RESTART = 4429, 1012
"""Close codes. A client reconnects by itself after CLOSE_RESTART, CLOSE_TOO_SLOW and CLOSE_RATE_LIMITED."""

_encoder = msgspec.json.Encoder()
_commands = msgspec.json.Decoder(SocketCommand)
_hello = msgspec.json.Decoder(Hello)
_messages = msgspec.json.Decoder(SocketMessage)
_typed = msgspec.json.Decoder(_Typed)
_refused = msgspec.json.Decoder(_AnyRefused)
_REFUSALS = {kind.__struct_config__.tag for kind in get_args(AnyRefusal)}
_KINDS = {kind.__struct_config__.tag for kind in get_args(SocketMessage)}
_lobby = msgspec.json.Decoder(LobbyMessage)


def encode(value: Any) -> bytes:
    """Return a request, an answer or a message as JSON."""
    return _encoder.encode(value)


def decode_hello(data: bytes | str) -> Hello:
    """Return the first message of a client; CommandError says what is wrong with it."""
    try:
        return _hello.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CommandError(f"not a hello: {error}") from None


def decode_socket_command(data: bytes | str) -> SocketCommand:
    """Return what a client asks for on a socket; CommandError says what is wrong with it."""
    try:
        command: SocketCommand = _commands.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CommandError(f"not a command: {error}") from None
    return command


class UnknownMessage(ValueError):
    """A message of a kind that is not known here: a later server may have more of them."""


def decode_socket_message(data: bytes | str) -> SocketMessage:
    """Return a message of a server; ValueError where it is none, UnknownMessage where its kind is not known here."""
    try:
        message: SocketMessage = _messages.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        if (unknown := _unknown_refusal(data)) is not None:
            return unknown
        refusal = UnknownMessage if _is_of_another_kind(data) else ValueError
        raise refusal(f"not a message of a server: {error}") from None
    return message


def _unknown_refusal(data: bytes | str) -> CommandRefused | None:
    """Return a refusal for a reason that only a later release knows; None where it is something else."""
    try:
        refused = _refused.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    kind = refused.why.get("refusal")
    if not isinstance(kind, str) or kind in _REFUSALS:
        return None
    return CommandRefused(refused.id, UnknownRefusal(kind), refused.text)  # type: ignore[arg-type]


def _is_of_another_kind(data: bytes | str) -> bool:
    try:
        return _typed.decode(data).type not in _KINDS
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False


def decode_lobby(data: bytes | str) -> LobbyMessage:
    """Return a message of the lobby; ValueError where it is none that is known here."""
    try:
        message: LobbyMessage = _lobby.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"not a message of the lobby: {error}") from None
    return message


def is_table_id(text: str) -> bool:
    """Say whether a table can be called so."""
    return re.fullmatch(_TABLE_ID, text) is not None


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def hash_secret(secret: str) -> str:
    """Return what a server keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
