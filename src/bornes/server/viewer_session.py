"""One connection of one viewer to one table, whatever carries it: what it may say, and what it is told."""

from __future__ import annotations

from collections.abc import Callable

from ..base.translatable import plain_line
from ..client.protocol import (
    BAD_MESSAGE,
    NO_TABLE,
    NOT_YOURS,
    OPENED_ELSEWHERE,
    PROTOCOL,
    RESTART,
    SEAT_LOST,
    TOO_MUCH,
    Failed,
    Hello,
    Hint,
    React,
    Welcome,
    decode_hello,
    decode_socket_command,
    encode,
)
from ..i18n import N_, Words
from ..i18n.request_language import spoken
from ..review import hint_sentences
from ..tables.commands import CommandError
from ..tables.listeners import Listener
from ..tables.messages import Done, Signal, encode_message
from ..tables.refusals import NothingToDecide, OnlyAlone
from .api_errors import ServerProblem, Why
from .outbox import Outbox
from .rate_limits import Bucket
from .release import RELEASE
from .service import MAX_CONNECTIONS_PER_SEAT, Entrance, Service

BAD_MESSAGES = 8
"""After so many messages that are none a connection is closed."""
ELSEWHERE = N_("This seat is now open in {most} other places.")
LOST = N_("This seat is no longer yours, or the table no longer admits spectators.")
NO_HELLO = N_("Nothing was heard: the first message of a socket is Hello.")
CLOSES: dict[Why, int] = {
    Why.NO_TABLE: NO_TABLE,
    Why.NOT_YOURS: NOT_YOURS,
    Why.SEAT_FREED: NOT_YOURS,
    Why.SEAT_GONE: NOT_YOURS,
    Why.NOT_ALLOWED: NOT_YOURS,
    Why.TOO_MUCH: TOO_MUCH,
}
"""How a connection is closed that was not let in; for other reasons it may come back."""


class Session:
    """A connection: first ``greet``, then ``take`` for every message of the client, and ``end``."""

    def __init__(
        self,
        service: Service,
        table: str,
        outbox: Outbox,
        rate: Bucket,
        spend: Callable[[Entrance], None] = lambda who: None,
        address: str = "",
        charge: Callable[[], None] = lambda: None,
    ) -> None:
        self.who: Entrance | None = None
        """Who was let in."""
        self.language = "en"
        self._service = service
        self._table = table
        self._outbox = outbox
        self._rate = rate
        self._spend = spend
        """Counts a command for the seat and the address; ServerProblem where that is too much."""
        self._address = address
        self._charge = charge
        """Counts the present deal, which the client is told, for the address; ServerProblem where that is too much."""
        self._bot = False
        """Whether the client says that it is a program."""
        self._listener: Listener | None = None
        self._bad = 0

    async def greet(self, data: bytes) -> None:
        """Let the client in by its first message, and tell it everything that it has not seen."""
        try:
            hello = decode_hello(data)
        except CommandError as error:
            self._fail(Why.BAD_REQUEST.word, str(error), BAD_MESSAGE)
            return
        await self.begin(hello)

    def miss_hello(self, language: str) -> None:
        """Close, since the client has said nothing."""
        self._fail("no-hello", Words(language).gettext(NO_HELLO), BAD_MESSAGE)

    def give_up(self) -> None:
        """Close, since the client could not be let in in time: it may come back."""
        self._outbox.close(RESTART)

    async def begin(self, hello: Hello) -> None:
        """Let a client in, or say why not and close."""
        self.language = spoken(hello.language)
        if hello.protocol != PROTOCOL:
            text = Words(self.language).gettext(
                "This server speaks protocol {ours}, and not {theirs}.", ours=PROTOCOL, theirs=hello.protocol
            )
            self._fail("protocol", text, BAD_MESSAGE)
            return
        try:
            await self.listen(await self._service.enter(self._table, hello.secret, hello.watch), hello)
        except ServerProblem as problem:
            told = problem.problem(self.language)
            self._fail(told.error, told.text, CLOSES.get(problem.why, RESTART))

    async def listen(self, who: Entrance, hello: Hello) -> None:
        """Tell somebody who was let in what they have not seen, and from now on everything."""
        self.language = spoken(hello.language)
        self._charge()
        service = self._service
        seat = service.seat_of(who)
        here = service.here(self._table)
        if seat is not None and seat not in here:
            here = sorted([*here, seat])
        elsewhere = who.sitting is not None and service.presence.is_here(self._table, who.sitting)
        welcome = Welcome(PROTOCOL, RELEASE, self._table, seat, here, service.clock(), elsewhere)
        self._outbox.send(encode(welcome))
        self._listener = await service.listen(
            who, hello.viewer, self.language, self._outbox.send, hello.seen, self._lost
        )
        self.who, self._bot = who, hello.bot
        service.connected(who, self._displace, bot=self._bot, address=self._address)

    def _displace(self) -> None:
        """Close, because the player has opened the seat in too many other places since."""
        text = Words(self.language).gettext(ELSEWHERE, most=MAX_CONNECTIONS_PER_SEAT)
        self._fail("opened-elsewhere", text, OPENED_ELSEWHERE)
        self.end()

    def _lost(self) -> None:
        """Close, since the seat is lost or nobody may look on."""
        words = Words(self.language)
        if self.who is not None and self.who.sitting is not None and self._service.can_come_back(self.who):
            self._fail(Why.SEAT_FREED.word, words.gettext(Why.SEAT_FREED.text), SEAT_LOST)
        else:
            self._fail("seat-lost", words.gettext(LOST), SEAT_LOST)

    def _fail(self, error: str, text: str, code: int) -> None:
        self._outbox.send(encode(Failed(error, plain_line(text))))
        self._outbox.close(code)

    async def take(self, data: bytes) -> None:
        """Do what a message asks for, and answer."""
        if self.who is None or self._outbox.closed is not None:
            return
        if not self._rate.take():
            self._fail(Why.TOO_MUCH.word, Words(self.language).gettext(Why.TOO_MUCH.text), TOO_MUCH)
            return
        try:
            self._outbox.send(await self._answer(self.who, data))
        except CommandError as error:
            self._note_bad(str(error))

    def _note_bad(self, text: str) -> None:
        """Answer a message that is none; somebody who sends nothing else is let go."""
        self._bad += 1
        if self._bad >= BAD_MESSAGES:
            self._fail("bad-message", text, BAD_MESSAGE)
        else:
            self._outbox.send(encode(Failed("bad-message", plain_line(text))))

    async def _answer(self, who: Entrance, data: bytes) -> bytes:
        command = decode_socket_command(data)
        try:
            self._spend(who)
            return await answer(self._service, who, command, self.language, self._outbox.send)
        except ServerProblem as problem:
            told = problem.problem(self.language)
            return encode(Failed(told.error, told.text, command.id))

    def end(self) -> None:
        """Tell the client nothing more."""
        if self._listener is not None:
            self._service.host.stop_listening(self._table, self._listener)
        if self.who is not None:
            self._service.disconnected(self.who, self._displace, bot=self._bot)
        self._listener = self.who = None


async def answer(
    service: Service, who: Entrance, command: object, language: str, send: Callable[[bytes], None]
) -> bytes:
    """Carry out a command of whoever was let in, and return the answer; a hint is sent before it."""
    match command:
        case React():
            return encode_message(await service.react(who, command.phrase, command.id, language))
        case Hint():
            return await _hint(service, who, command, language, send)
    return encode_message(await service.command(who, command, language))  # type: ignore[arg-type]


async def _hint(service: Service, who: Entrance, command: Hint, language: str, send: Callable[[bytes], None]) -> bytes:
    table, seat = service.host.table(who.table), service.seat_of(who)
    if table is not None and not table.alone:
        return encode_message(await service.refuse(who, command.id, OnlyAlone(), language))
    hint = await service.hint(who)
    if hint is None or table is None:
        return encode_message(await service.refuse(who, command.id, NothingToDecide(), language))
    words = Words.for_players(language, table.rules, table.names, seat)
    send(encode_message(Signal("hint", seat, " ".join(hint_sentences(hint, words)), hint.as_dict())))
    return encode_message(Done(command.id))
