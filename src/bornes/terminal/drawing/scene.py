"""What there is to see: a view, who sits where, and what the person at the keyboard is about to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...client.table_client import Seat
from ...engine.codes import Phase
from ...game.deal import View
from ...game.events import (
    AnswerRequested,
    Attacked,
    CoupFourre,
    DealOver,
    Declined,
    Discarded,
    Drew,
    Event,
    ExchangedCard,
    Laid,
    Remedied,
    ShuffleNeeded,
    TookDiscard,
    TurnBegan,
)
from ...game.score_sheet import GameSheet
from ...i18n import N_, Translator
from ...rules.cards import Card
from ...tables.event_text import bot_title
from .card_art import CardDrawer
from .theme import Theme


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key that does something now, and what."""

    key: str
    label: str
    action: str


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A few sentences in the place of the message, such as a hint."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Banner:
    """Something that is celebrated: a large title, and what there is to say of it."""

    title: str
    lines: tuple[str, ...]
    role: str
    """Its role in the ``Theme``, such as ``team0``."""
    flag: bool = False
    """Whether a chequered flag is waved."""
    lit: bool = True

    def with_light(self, lit: bool) -> Banner:
        """Return the same banner, lit or not."""
        return replace(self, lit=lit)


@dataclass(frozen=True, slots=True)
class LogNote:
    """Something to read among what happened, such as what somebody said, after so many events."""

    text: str
    after: int


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of what happened."""

    sentence: str
    new: bool
    """Whether it is new to the viewer: it followed the viewer's own last move."""
    own: bool = False
    """Whether it tells what the viewer did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that a drawing of the table shows."""

    view: View
    words: Translator
    look: Theme
    seats: tuple[Seat, ...] = ()
    """Who sits where; empty where it does not matter who is a bot."""
    number: int = 1
    totals: tuple[int, ...] = ()
    playable: frozenset[Card] = frozenset()
    """The cards of the hand that a digit would play, discard or exchange now."""
    selected: int | None = None
    marked: frozenset[int] = frozenset()
    """The cards of the hand that are marked for an exchange, from 0."""
    hinted: int | None = None
    """The card of the hand that a hint recommends, from 0."""
    message: str = ""
    warning: bool = False
    """Whether the message says why something cannot be done."""
    notice: StatusLine | None = None
    notes: tuple[LogNote, ...] = ()
    """What is told among the events, in order."""
    banner: Banner | None = None
    """What is celebrated now."""
    cars: tuple[float, ...] | None = None
    """How far the cars on the road are shown, while they roll; None where they have got to."""
    sheet: GameSheet | None = None
    """The score sheet, once the deal is over."""
    pad: GameSheet | None = None
    """The score sheet as it stands, to be shown beside the log where there is room."""
    keys: tuple[KeyHint, ...] = ()

    @property
    def card_drawer(self) -> CardDrawer:
        """What draws the cards."""
        return CardDrawer(self.look, self.words, self.view.rules.speed_limit)

    def text(self, message: str, **values: object) -> str:
        """Return a message in the language and look of the scene."""
        return self.look.text(self.words.gettext(message, **values))

    def bot_title(self, seat: int) -> str:
        """Return which bot plays there; an empty text where a person does."""
        spec = self.seats[seat].bot if self.seats else None
        return "" if spec is None else self.look.text(bot_title(spec, self.words))

    @property
    def turn_line(self) -> str:
        """Whose turn it is, and what is to be decided."""
        view, words = self.view, self.words
        if view.ending is not None:
            ending = words.ending(view.ending, view.completer)
            return self.look.text(f"{ending[0].upper()}{ending[1:]}")
        if view.window is not None:
            hazard, team = words.card(view.window.hazard), words.whom(view.window.target)
            return self.text(N_("{hazard} on {team}: any answer?"), hazard=hazard, team=team)
        seat = view.turn if view.seat is None else view.seat
        return self.text(N_("{seat}: {phase}"), seat=words.seat(seat), phase=words.phase(view.phase))

    def log(self, *, ending: bool = True) -> Iterator[LogLine]:
        """Return what happened in sentences, the newest first; how it ended may be left out.

        New is what followed the viewer's own last move; to a spectator, the last sentence.
        """
        new, notes, count = True, list(self.notes), len(self.view.events)
        for number, event in enumerate(reversed(self.view.events)):
            while notes and notes[-1].after >= count - number:
                yield LogLine(self.look.text(notes.pop().text), new)
            new = new and not (number and self._by_viewer(event))
            silent = is_obvious(event) or (isinstance(event, DealOver) and not ending)
            sentence = None if silent else self.words.event(event)
            if sentence is not None:
                yield LogLine(self.look.text(sentence), new, own=self._by_viewer(event) or self._drawn_by_viewer(event))
                new = new and self.view.viewer is not None

    def _by_viewer(self, event: Event) -> bool:
        """Say whether it is the viewer who laid, gave or took a card."""
        return isinstance(event, _CARD_EVENTS) and event.seat == self.view.viewer

    def _drawn_by_viewer(self, event: Event) -> bool:
        return isinstance(event, Drew) and event.seat == self.view.viewer

    @property
    def last(self) -> Event | None:
        """The last event that moved a card where all can see it."""
        return next((event for event in reversed(self.view.events) if isinstance(event, _CARD_EVENTS)), None)

    def laid_last(self, team: int, card: Card) -> bool:
        """Say whether this card came to a team's piles by the last move."""
        match self.last:
            case Attacked() as attack:
                return (attack.team, attack.card) == (team, card)
            case Laid() | Remedied() as laid:
                return (self.view.rules.team_of(laid.seat), laid.card) == (team, card)
            case CoupFourre() as coup:
                return (self.view.rules.team_of(coup.seat), coup.safety) == (team, card)
        return False

    @property
    def discarded_last(self) -> bool:
        """Whether the top discard came there by the last move."""
        return isinstance(self.last, Discarded | ExchangedCard)

    def attacked(self, team: int) -> bool:
        """Say whether a hazard on this team can still be answered."""
        return self.view.window is not None and self.view.window.target == team

    def on_turn(self, seat: int) -> bool:
        """Say whether the turn is this seat's."""
        return self.view.phase is not Phase.OVER and self.view.turn == seat


_CARD_EVENTS = (Attacked, Laid, Remedied, CoupFourre, Discarded, ExchangedCard, TookDiscard)
"""The events that move a card where all can see it."""


def is_obvious(event: Event) -> bool:
    """Say whether the table shows an event anyway: whose turn it is, that somebody drew, that somebody is asked."""
    if isinstance(event, Drew):
        return event.card is None
    if isinstance(event, TurnBegan):
        return not event.extra
    return isinstance(event, AnswerRequested | Declined | ShuffleNeeded)
