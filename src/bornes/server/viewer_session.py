"""One connection of one viewer to one table: what it may say, and what it is told."""

from __future__ import annotations

from collections.abc import Callable

from ..base.translatable import sanitize_line
from ..client.protocol import (
    CLOSE_BAD_MESSAGE,
    CLOSE_NOT_AUTHORIZED,
    CLOSE_OPENED_ELSEWHERE,
    CLOSE_RATE_LIMITED,
    CLOSE_RESTART,
    CLOSE_SEAT_LOST,
    CLOSE_TABLE_NOT_FOUND,
    PROTOCOL_VERSION,
    ErrorMessage,
    Hello,
    HintRequest,
    React,
    Welcome,
    decode_hello,
    decode_socket_command,
    encode,
)
from ..i18n import N_, Translator
from ..i18n.request_language import supported_language
from ..review import hint_sentences
from ..tables.commands import CommandError
from ..tables.listeners import Listener
from ..tables.messages import CommandRefused, Done, Signal, encode_message
from ..tables.refusals import NotYourTurn, SoloOnly
from .api_errors import ApiError, ErrorCode
from .outbox import Outbox
from .rate_limits import TokenBucket
from .release import RELEASE
from .service import MAX_CONNECTIONS_PER_SEAT, SeatAccess, Service

MAX_BAD_MESSAGES = 8
"""Invalid messages before the connection is closed."""
OPENED_ELSEWHERE_TEXT = N_("This seat is now open in {most} other places.")
SEAT_LOST_TEXT = N_("This seat is no longer yours, or the table no longer admits spectators.")
NO_HELLO_TEXT = N_("Nothing was heard: the first message of a socket is Hello.")
CLOSE_CODES: dict[ErrorCode, int] = {
    ErrorCode.TABLE_NOT_FOUND: CLOSE_TABLE_NOT_FOUND,
    ErrorCode.NOT_AUTHORIZED: CLOSE_NOT_AUTHORIZED,
    ErrorCode.SEAT_FREED: CLOSE_NOT_AUTHORIZED,
    ErrorCode.SEAT_GONE: CLOSE_NOT_AUTHORIZED,
    ErrorCode.NO_SPECTATORS: CLOSE_NOT_AUTHORIZED,
    ErrorCode.RATE_LIMITED: CLOSE_RATE_LIMITED,
}
"""Close codes of connections that are rejected for good; after other errors the client may reconnect."""


class ViewerSession:
    """A connection: first ``greet``, then ``take`` for every message of the client, and ``end``."""

    def __init__(
        self,
        service: Service,
        table: str,
        outbox: Outbox,
        rate: TokenBucket,
        spend: Callable[[SeatAccess], None] = lambda who: None,
        address: str = "",
        charge: Callable[[], None] = lambda: None,
    ) -> None:
        self.who: SeatAccess | None = None
        """Who was let in."""
        self.language = "en"
        self._service = service
        self._table = table
        self._outbox = outbox
        self._rate = rate
        self._spend = spend
        """Counts a command for the seat and the address; ApiError where that is too much."""
        self._address = address
        self._charge = charge
        """Counts the present deal, which the client is told, for the address; ApiError where that is too much."""
        self._bot = False
        """Whether the client says that it is a program."""
        self._listener: Listener | None = None
        self._bad = 0

    async def greet(self, data: bytes) -> None:
        """Let the client in by its first message, and tell it everything that it has not seen."""
        try:
            hello = decode_hello(data)
        except CommandError as error:
            self._fail(ErrorCode.BAD_REQUEST.word, str(error), CLOSE_BAD_MESSAGE)
            return
        await self.begin(hello)

    def miss_hello(self, language: str) -> None:
        """Close, since the client has said nothing."""
        self._fail("no-hello", Translator(language).gettext(NO_HELLO_TEXT), CLOSE_BAD_MESSAGE)

    def give_up(self) -> None:
        """Close, since the client could not be let in in time: it may come back."""
        self._outbox.close(CLOSE_RESTART)

    async def begin(self, hello: Hello) -> None:
        """Let a client in, or say why not and close."""
        self.language = supported_language(hello.language)
        if hello.protocol != PROTOCOL_VERSION:
            text = Translator(self.language).gettext(
                "This server speaks protocol {ours}, and not {theirs}.", ours=PROTOCOL_VERSION, theirs=hello.protocol
            )
            self._fail("protocol-mismatch", text, CLOSE_BAD_MESSAGE)
            return
        try:
            await self._listen(await self._service.authorize(self._table, hello.secret, hello.watch), hello)
        except ApiError as problem:
            told = problem.problem(self.language)
            self._fail(told.error, told.text, CLOSE_CODES.get(problem.why, CLOSE_RESTART))

    async def _listen(self, who: SeatAccess, hello: Hello) -> None:
        """Tell somebody who was let in what they have not seen, and from now on everything."""
        self._charge()
        service = self._service
        seat = service.seat_of(who)
        here = service.connected_seats(self._table)
        if seat is not None and seat not in here:
            here = sorted([*here, seat])
        elsewhere = who.sitting is not None and service.presence.is_here(self._table, who.sitting)
        welcome = Welcome(PROTOCOL_VERSION, RELEASE, self._table, seat, here, service.clock(), elsewhere)
        self._outbox.send(encode(welcome))
        self._listener = await service.listen(
            who, hello.viewer, self.language, self._outbox.send, hello.seen, self._lost
        )
        self.who, self._bot = who, hello.bot
        service.connected(who, self._displace, bot=self._bot, address=self._address)

    def _displace(self) -> None:
        """Close, because the player has opened the seat in too many other places since."""
        text = Translator(self.language).gettext(OPENED_ELSEWHERE_TEXT, most=MAX_CONNECTIONS_PER_SEAT)
        self._fail("opened-elsewhere", text, CLOSE_OPENED_ELSEWHERE)
        self.end()

    def _lost(self) -> None:
        """Close, since the seat is lost or nobody may look on."""
        words = Translator(self.language)
        if self.who is not None and self.who.sitting is not None and self._service.can_come_back(self.who):
            self._fail(ErrorCode.SEAT_FREED.word, words.gettext(ErrorCode.SEAT_FREED.text), CLOSE_SEAT_LOST)
        else:
            self._fail("seat-lost", words.gettext(SEAT_LOST_TEXT), CLOSE_SEAT_LOST)

    def _fail(self, error: str, text: str, code: int) -> None:
        self._outbox.send(encode(ErrorMessage(error, sanitize_line(text))))
        self._outbox.close(code)

    async def take(self, data: bytes) -> None:
        """Do what a message asks for, and answer."""
        if self.who is None or self._outbox.closed is not None:
            return
        if not self._rate.try_consume():
            self._fail(
                ErrorCode.RATE_LIMITED.word,
                Translator(self.language).gettext(ErrorCode.RATE_LIMITED.text),
                CLOSE_RATE_LIMITED,
            )
            return
        try:
            self._outbox.send(await self._answer(self.who, data))
        except CommandError as error:
            self._note_bad(str(error))

    def _note_bad(self, text: str) -> None:
        """Answer a message that is none; somebody who sends nothing else is let go."""
        self._bad += 1
        if self._bad >= MAX_BAD_MESSAGES:
            self._fail("bad-message", text, CLOSE_BAD_MESSAGE)
        else:
            self._outbox.send(encode(ErrorMessage("bad-message", sanitize_line(text))))

    async def _answer(self, who: SeatAccess, data: bytes) -> bytes:
        command = decode_socket_command(data)
        try:
            self._spend(who)
            match command:
                case React():
                    return encode_message(await self._service.react(who, command.reaction, command.id, self.language))
                case HintRequest():
                    return encode_message(await self._hint(who, command))
            return encode_message(await self._service.command(who, command, self.language))
        except ApiError as problem:
            told = problem.problem(self.language)
            return encode(ErrorMessage(told.error, told.text, command.id))

    async def _hint(self, who: SeatAccess, command: HintRequest) -> Done | CommandRefused:
        """Send the hint as a signal, and return the answer to the command."""
        service, language = self._service, self.language
        table, seat = service.host.table(who.table), service.seat_of(who)
        if table is not None and not table.is_solo:
            return await service.refuse(who, command.id, SoloOnly(), language)
        hint = await service.hint(who)
        if hint is None or table is None:
            return await service.refuse(who, command.id, NotYourTurn(), language)
        words = Translator.for_players(language, table.rules, table.names, seat)
        text = " ".join(hint_sentences(hint, words))
        self._outbox.send(encode_message(Signal("hint", seat, text, hint.as_dict())))
        return Done(command.id)

    def end(self) -> None:
        """Tell the client nothing more."""
        if self._listener is not None:
            self._service.host.stop_listening(self._table, self._listener)
        if self.who is not None:
            self._service.disconnected(self.who, self._displace, bot=self._bot)
        self._listener = self.who = None
