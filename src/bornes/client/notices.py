"""What comes from a table far away, taken in: the table itself, who is there, what is worth telling."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic

from ..base.translatable import N_, TranslatableText, sanitize_line
from ..game.events import Event, Unknown, Viewer
from ..game.observed_deal import ProofFault
from ..i18n import Translator
from ..rules.ruleset import MAX_PLAYERS
from ..tables.listeners import Send
from ..tables.messages import FullState, Signal, Update, encode_message
from ..tables.table_events import (
    DealStarted,
    GameOver,
    PassConfirmed,
    PlayerReady,
    SeedAccepted,
    ShuffleRevealed,
    TableEvent,
)
from ..tables.table_state import SECOND_MS
from .observations import FairnessViolation, Observations, Observer
from .protocol import SocketMessage, Welcome
from .replica import Replica, ReplicaError
from .table_client import Notice

MAX_CLOCK_LAG_SECONDS = 60
"""How slow the server's clock may look because a welcome was long on its way."""
MAX_KEPT_SIGNALS = 32
"""Signals of each kind, and fairness violations, that are kept: a hostile server sends them without end."""
EVENTS_WITHOUT_NOTICE = (DealStarted, GameOver, PassConfirmed, SeedAccepted, ShuffleRevealed)
"""Events that the table shows anyway, or that would be tiresome each time."""


class NoticeFeed:
    """The table as this client knows it; see ``TransportListener`` of the connection for who calls what."""

    def __init__(self, language: str = "en", observations: Observations | None = None) -> None:
        self.mirror = Replica(language)
        self.observer = Observer(observations)
        self.present: set[int] = set()
        """The seats of people who are connected."""
        self.faults: deque[tuple[int, str]] = deque(maxlen=MAX_KEPT_SIGNALS)
        """What bots did instead of choosing a legal move, with their seats."""
        self.fairness_violations: list[FairnessViolation] = []
        """All that was found wrong with shuffles."""
        self.hints: deque[Signal] = deque(maxlen=MAX_KEPT_SIGNALS)
        """Hints that nobody has taken yet."""
        self.connection_changed: Callable[[], None] = lambda: None
        self._language = language
        self._ahead = 0.0
        """What is to be added to our clock to have the server's, in seconds."""
        self._changed: list[Callable[[], None]] = []
        self._notices: list[Callable[[Notice], None]] = []
        self._readers: list[Send] = []

    # -- who wants to know -------------------------------------------------------------------------------------------

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""
        self._changed.append(callback)

    def on_notice(self, callback: Callable[[Notice], None]) -> None:
        """Call this with all that is worth telling, and now with what must not be missed."""
        self._notices.append(callback)
        for broken in self.fairness_violations:
            callback(self._warning(broken))

    def add_reader(self, send: Send) -> None:
        """Send this all messages as they came."""
        self._readers.append(send)

    def notify_changed(self) -> None:
        """Tell everybody that something changed."""
        for callback in list(self._changed):
            callback()

    def notify(self, text: str, *, lasting: bool = False) -> None:
        """Let everybody read something; see ``Notice`` for what lasts."""
        for callback in list(self._notices):
            callback(Notice(sanitize_line(text), lasting=lasting))

    # -- what comes --------------------------------------------------------------------------------------------------

    def position(self) -> tuple[int, Viewer]:
        """Return the number of the last message that was seen, and in whose stream."""
        return 0 if self.needs_state else self.mirror.number, self.mirror.viewer

    @property
    def needs_state(self) -> bool:
        """Whether something happened that only a later release knows, so that the whole state is to be asked for."""
        return self.mirror.uncertain

    def forget(self) -> None:
        """Begin anew with the next whole state."""
        self.mirror = Replica(self._language)

    def receive(self, message: SocketMessage, data: bytes) -> None:
        """Take in a message; ValueError where it cannot follow."""
        match message:
            case Welcome():
                self._ahead = message.now / SECOND_MS - monotonic()
                self.present = {seat for seat in message.connected_seats if 0 <= seat < MAX_PLAYERS}
                self.observer.note_reconnected()
            case FullState() | Update():
                if isinstance(message, Update) and message.number <= self.mirror.number:
                    return
                # A welcome that was long on its way makes the server's clock look slow; it is at least so late there.
                # A message from much later was written while the server's clock was ahead.
                ahead = message.at / SECOND_MS - monotonic()
                if self._ahead < ahead < self._ahead + MAX_CLOCK_LAG_SECONDS:
                    self._ahead = ahead
                self._take_in(message)
            case Signal():
                self._take_signal(message)
        for send in list(self._readers):
            send(data)
        self.notify_changed()

    def _take_in(self, message: FullState | Update) -> None:
        try:
            events = self.mirror.take(message)
            broken = self.observer.take(message, events, self.mirror)
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError) as error:
            raise ReplicaError(f"a message that cannot be true: {error!r:.200}") from None
        self.report(broken)
        self._tell_events(events, message.events)

    def report(self, broken: Iterable[FairnessViolation]) -> None:
        """Say loudly which promises were broken."""
        for promise in broken:
            self._accuse(promise)

    def _accuse(self, broken: FairnessViolation) -> None:
        """Say loudly that a promise was broken, to people and to programs; after many of them nothing is new."""
        if len(self.fairness_violations) >= MAX_KEPT_SIGNALS:
            return
        self.fairness_violations.append(broken)
        warning = self._warning(broken)
        for callback in list(self._notices):
            callback(warning)
        signal = Signal("fairness-violation", None, warning.text, {"deal": broken.deal, "what": broken.what})
        for send in list(self._readers):
            send(encode_message(signal))

    def _warning(self, broken: FairnessViolation) -> Notice:
        return Notice(Translator(self._language).translate(violation_text(broken)), grave=True)

    def _tell_events(self, events: Iterable[Event], values: Iterable[dict[str, object]]) -> None:
        """Tell what happened around the cards, in the server's sentences."""
        for event, told in zip(events, values, strict=False):
            own = isinstance(event, PlayerReady) and event.seat == self.mirror.viewer
            last = isinstance(event, DealStarted) and event.is_last_deal
            loud = isinstance(event, TableEvent | Unknown) and not isinstance(event, EVENTS_WITHOUT_NOTICE)
            if (loud or last) and not own and told.get("text"):
                self.notify(str(told["text"]))

    def _take_signal(self, signal: Signal) -> None:
        match signal.signal:
            case "presence" if signal.seat is not None and 0 <= signal.seat < MAX_PLAYERS:
                change = self.present.add if signal.values.get("connected") else self.present.discard
                change(signal.seat)
                if signal.text and signal.seat != self.mirror.viewer:
                    self.notify(signal.text)
            case "reaction" if signal.seat is not None:
                words = Translator(self._language)
                own = signal.seat == self.mirror.viewer
                who = words.gettext("You") if own else self.name_of(signal.seat)
                self.notify(words.gettext("{what}: {value}", what=who, value=signal.text))
            case "hint":
                self.hints.append(signal)
            case "bot-fault" if signal.seat is not None:
                self.faults.append((signal.seat, sanitize_line(signal.text)))

    # -- what is known -----------------------------------------------------------------------------------------------

    @property
    def known(self) -> bool:
        """Whether the table was seen at all."""
        return self.mirror.number > 0

    def name_of(self, seat: int) -> str:
        """Return what the player on a seat is called."""
        seats = self.mirror.info.seats
        return seats[seat].name if 0 <= seat < len(seats) else str(seat + 1)

    @property
    def time_left(self) -> float | None:
        """How many seconds are left for the present decision, by the server's clock; None where there is no hurry."""
        until = self.mirror.until
        return None if until is None else max(0.0, until / SECOND_MS - monotonic() - self._ahead)


_BROKEN: dict[ProofFault, str] = {
    ProofFault.OTHER_COMMITMENT: N_("the server had promised another shuffle"),
    ProofFault.OTHER_SECRET: N_("the server doesn't show the secret that it had promised"),
    ProofFault.SEED_MISSING: N_("the server left your seed out of the shuffle, although it had accepted it"),
    ProofFault.OTHER_HAND: N_("you were dealt other cards than the seeds give"),
    ProofFault.OTHER_DRAW: N_("you drew other cards than the seeds give"),
    ProofFault.OTHER_MOVE: N_("cards were played that the seeds don't give, or moves were changed afterwards"),
    ProofFault.OTHER_STARTER: N_("another player should have started"),
    ProofFault.OTHER_SCORE: N_("the server tells another score than the moves give"),
    ProofFault.DEAL_MISSING: N_("the record doesn't have this deal"),
    ProofFault.DEAL_NUMBER: N_("the server jumped to another deal"),
    ProofFault.OTHER_RULES: N_("the server changed the rules, or contradicts itself about them"),
    ProofFault.SEATS: N_("the players' seeds don't match the seats, or were changed"),
    ProofFault.UNKNOWN_SHUFFLE: N_("the cards were shuffled in a way that this version doesn't know"),
    ProofFault.UNKNOWN_SCHEME: N_("the shuffle scheme is unknown to this version, or was changed"),
    ProofFault.DAMAGED: N_("the seeds or the cards cannot be read"),
}
"""By what was found."""


def fault_text(fault: ProofFault) -> TranslatableText:
    """Return what is wrong with a deal, as a part of a sentence."""
    return TranslatableText(_BROKEN[fault])


def violation_text(broken: FairnessViolation) -> TranslatableText:
    """Return what is to be said of a promise that was not kept."""
    text = N_("WARNING: deal {deal} cannot be trusted: {why}.")
    return TranslatableText(text, {"deal": broken.deal, "why": fault_text(broken.what)})
