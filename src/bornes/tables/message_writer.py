"""Speakers: put what a table tells into words of one language, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from ..engine.codes import Phase
from ..game.deal import Deal
from ..game.events import CoupFourre, DealOver, Dealt, Event, Laid, Reshuffled, SetUp, Viewer, seen_by
from ..game.illegal_reasons import Reason
from ..game.moves import Move
from ..game.team_piles import progress
from ..i18n import Translator
from ..i18n.catalogs import translations
from ..rules.cards import Card, Family
from ..rules.editions import house_rules
from ..rules.ruleset import MAX_PLAYERS, Rules
from .event_text import refusal_sentence, table_event_sentence
from .messages import (
    MESSAGES_VERSION,
    BlockedCard,
    Clock,
    CommandRefused,
    DealHistory,
    FullState,
    HistoryEvent,
    OfferedMove,
    QuestionInfo,
    SeatInfo,
    TableInfo,
    Update,
    decode_message,
    encode_message,
)
from .refusals import Refusal
from .table import Table, ViewerUpdate
from .table_events import TableEvent
from .table_state import PaceInfo

_encoder = msgspec.json.Encoder()
_moves = msgspec.json.Decoder(list[HistoryEvent])
Rows = dict[str, list[int]]
"""A score sheet, row by row with a number for each team."""


def _counts(event: Event) -> bool:
    """Say whether an event, which everybody sees, can bring a team nearer to the end of the race, or to its start."""
    if isinstance(event, Laid):
        return event.card.family in (Family.DISTANCE, Family.SAFETY)
    return isinstance(event, CoupFourre | Dealt | SetUp)


def _written_event(event: Event) -> Raw:
    """Return an event as JSON: a state has all those that its view is made of, hundreds of them."""
    return _written(event) if isinstance(event, UNCACHED_EVENTS) else _written_once(event)


def _written(event: Event) -> Raw:
    return Raw(_encoder.encode(event.as_dict()))


_written_once = lru_cache(maxsize=4096)(_written)  # more than there are of those that happen in every deal


class MessageWriter:
    """Puts what a table tells into words of one language; one speaker serves all viewers who read it.

    Each seat is told of itself as “you”, spectators hear names.  A message is to be written before the next entry is
    applied, since its question is that of the present moment.
    """

    def __init__(self, table: Table, language: str = "en") -> None:
        translations(language)  # so that a language that is unknown is told at once
        self.table = table
        self.language = language
        self._phrases = phrases_for(language, table.rules)
        self._names: tuple[str, ...] = ()
        self._tags = NameSubstitutions(())
        self._words: dict[Viewer, Translator] = {}
        """The words for each viewer, where something was said that is not the same at every table."""
        self._kept: tuple[int, TableInfo] | None = None
        """What everybody may know of the table, and after how many entries that was so."""
        self._counts_points = table.rules.end_measure != "miles"

    @property
    def words(self) -> Translator:
        """The words that speak of all players by name, as they are called now."""
        return self._words_of(None)

    def _words_of(self, viewer: Viewer) -> Translator:
        """Return the words for one viewer, with the players as they are called now."""
        self._call_by_name()
        words = self._words.get(viewer)
        if words is None:
            words = self._words[viewer] = Translator.for_players(self.language, self.table.rules, self._names, viewer)
        return words

    def _call_by_name(self) -> None:
        """Note what the players are called now."""
        if self.table.names is not self._names:
            self._names, self._words = self.table.names, {}
            self._tags = NameSubstitutions([self.words.seat(at) for at in range(len(self._names))])

    def write(self, told: dict[Viewer, ViewerUpdate]) -> dict[Viewer, bytes]:
        """Return what each viewer is told of one entry, as JSON."""
        self._call_by_name()
        clock, race, sheet = self._clock(), self._race_after(told.values()), self._sheet_after(told.values())
        return {viewer: self._write(message, clock, race, sheet) for viewer, message in told.items()}

    def _write(self, told: ViewerUpdate, clock: Clock | None, race: list[int] | None, sheet: Rows | None) -> bytes:
        """Return one message."""
        viewer = told.viewer
        events = [self._event(event, viewer) for event in told.events]
        if told.whole:
            return self.write_state(viewer, events)
        question = self._asked(viewer) if told.asks else None
        news = Update(viewer, told.number, told.at, events, told.asked, question, clock, race, sheet)
        return self._tags.fill(encode_message(news))

    def state(self, viewer: Viewer) -> FullState:
        """Return everything that a viewer may know now."""
        state = decode_message(self.write_state(viewer))
        assert isinstance(state, FullState)
        return state

    def write_state(self, viewer: Viewer, events: Iterable[Any] = ()) -> bytes:
        """Return everything that a viewer may know now, as JSON."""
        self._call_by_name()
        table, deal = self.table, self.table.deal
        state = FullState(
            version=MESSAGES_VERSION,
            viewer=viewer,
            number=table.state.messages_to(viewer),
            at=table.told_at[viewer],
            table=self._kept_info(),
            view=None if deal is None else self._view(deal, viewer),
            events=list(events),
            question_number=None if viewer is None else table.asked.get(viewer),
            question=self._asked(viewer),
            clock=self._clock(),
            race=self._race(),
        )
        return self._tags.fill(encode_message(state))

    @staticmethod
    def _view(deal: Deal, viewer: Viewer) -> dict[str, Any]:
        """Return what a viewer may know of a deal, with everything that led there."""
        return {**deal.moment(viewer), "events": list(map(_written_event, seen_by(viewer, deal.events)))}

    def moves(self, viewer: Viewer) -> DealHistory:
        """Return all that has happened in the deal as far as a viewer may know, in the sentences of its messages."""
        self._call_by_name()
        table, deal = self.table, self.table.deal
        told = table.state.messages_to(viewer)
        seen = () if deal is None else seen_by(viewer, deal.events)
        events = _encoder.encode([self._event(event, viewer) for event in seen])
        moves = [move for move in _moves.decode(self._tags.fill(events)) if move.text]
        return DealHistory(viewer, told, table.state.game, table.state.deal, moves)

    def refused(self, id: str, why: Refusal) -> CommandRefused:
        """Return the answer to a command that was refused."""
        return CommandRefused(id, why, refusal_sentence(why, self.words, self.table))  # type: ignore[arg-type]

    def _event(self, event: Event, viewer: Viewer) -> Raw:
        """Return an event as JSON, with its sentence."""
        if not isinstance(event, UNCACHED_EVENTS):
            return self._phrases.event(event, viewer)
        words = self._words_of(viewer)
        values = event.as_dict()
        text = table_event_sentence(event, words) if isinstance(event, TableEvent) else words.event(event)
        return Raw(_encoder.encode(values if text is None else {**values, "text": text}))

    def _clock(self) -> Clock | None:
        due = self.table.shown_due
        return None if due is None else Clock(due)

    def _sheet_after(self, told: Iterable[ViewerUpdate]) -> Rows | None:
        """Return the score sheet of a deal that has just ended; None where none did."""
        over = any(isinstance(event, DealOver) for message in told for event in message.events)
        return self.table.sheet.deals[-1].as_dict() if over else None

    def _race_after(self, told: Iterable[ViewerUpdate]) -> list[int] | None:
        """Return where each team stands once something has happened that counts; None where nothing did."""
        if not self._counts_points or not any(_counts(event) for message in told for event in message.events):
            return None
        return self._race()

    def _race(self) -> list[int] | None:
        """Return where each team stands by what ends the race, from what lies open; None where that is the distance."""
        deal = self.table.deal
        if not self._counts_points or deal is None:
            return None
        return [progress(self.table.rules, laid) for laid in deal.tables]

    def _asked(self, viewer: Viewer) -> QuestionInfo | None:
        question = None if viewer is None else self.table.question(viewer)
        if question is None:
            return None
        phase, phrases = question.phase, self._phrases
        return QuestionInfo(
            phase.name.lower(),
            phrases.offers(question.moves, phase),  # type: ignore[arg-type]  # as JSON already
            [phrases.blocked(card, why) for card, why in question.blocked.items()],  # type: ignore[misc]
        )

    def _kept_info(self) -> TableInfo:
        """Return what everybody may know of the table, worked out once for all who come between two entries."""
        if self._kept is None or self._kept[0] != self.table.entries:
            self._kept = self.table.entries, self._table_info()
        return self._kept[1]

    def _table_info(self) -> TableInfo:
        table, state, rules = self.table, self.table.state, self.table.rules
        return TableInfo(
            id=state.id,
            edition=rules.edition,
            players=rules.players,
            teams=rules.teams,
            house_rules=dict(house_rules(rules)),
            rules=rules.as_dict(),
            seats=[
                SeatInfo(
                    seat.kind, self.words.seat(at), table.bot_of(at), rules.team_of(at), seat.autopilot, seat.ready
                )
                for at, seat in enumerate(state.seats)
            ],
            acting_host=table.acting_host,
            host=state.host,
            newcomers=state.newcomers,
            spectators=state.spectators,
            pace=PaceInfo.of(state.pace),
            game=state.game,
            deal=state.deal,
            totals=list(table.totals),
            sheets=[sheet.as_dict() for sheet in table.sheet.deals],
            commitment=table.commitment,
            deal_commitment=table.deal_commitment,
            scheme=table.state.scheme,
            seeds=[seat.seed for seat in state.seats],
            deal_seeds=list(state.deal_seeds),
            over=table.game_over,
            winner=table.winner,
            is_last_deal=state.is_last_deal,
        )


UNCACHED_EVENTS = (TableEvent, Dealt, SetUp, Reshuffled, DealOver)
"""Events that hardly ever repeat: they have hands, scores, names or seeds in them."""
MAX_CACHED_REASONS = 10_000
"""LRU cache size. Tables can have any rules, and reasons contain their numbers."""
_MARKS = tuple(map(chr, range(1, MAX_PLAYERS + 1)))
"""What stands for the names of the seats while a sentence is made: no name has such characters."""
_ESCAPED = tuple(msgspec.json.encode(mark)[1:-1] for mark in _MARKS)
_GAPS = tuple(b"\xff%d" % seat for seat in range(MAX_PLAYERS))
"""What stands for them in JSON, where every text is UTF-8: it never has this byte."""


class PhraseCache:
    """Puts into words what may happen at any table of one edition, form and language, with gaps for the names."""

    def __init__(self, language: str, edition: str, players: int, teams: int) -> None:
        marks = _MARKS[:players]
        self._words = {you: Translator(language, edition, marks, teams, you) for you in (None, *range(players))}
        self._events: dict[tuple[Event, int | None], Raw] = {}
        self._offers: dict[Phase, dict[Move, Raw]] = {phase: {} for phase in Phase}
        self._blocked: dict[tuple[Card, tuple[Reason, ...]], Raw] = {}

    def event(self, event: Event, you: int | None) -> Raw:
        """Return an event that is not PARTICULAR, with its sentence as one seat reads it, or a spectator."""
        written = self._events.get((event, you))
        if written is None:
            words = self._words[you]
            if you is not None and not words.concerns_reader(event):
                written = self.event(event, None)
            else:
                text = words.event(event)
                written = _with_gaps(event.as_dict() if text is None else {**event.as_dict(), "text": text})
            self._events[event, you] = written
        return written

    def offers(self, moves: Sequence[Move], phase: Phase) -> list[Raw]:
        """Return moves as they are offered: each is an ``OfferedMove``."""
        known = self._offers[phase]
        return [known.get(move) or self._offer(move, phase) for move in moves]

    def _offer(self, move: Move, phase: Phase) -> Raw:
        text, card = self._words[None].move(move, phase), move.card
        offer = OfferedMove(
            move.notation(phase), text, None if card is None else card.notation, move.team, move.is_discard
        )
        written = self._offers[phase][move] = _with_gaps(offer)
        return written

    def blocked(self, card: Card, reasons: tuple[Reason, ...]) -> Raw:
        """Return why a card cannot be played: a ``BlockedCard``."""
        written = self._blocked.get((card, reasons))
        if written is None:
            told = [{**reason.as_dict(), "text": self._words[None].reason(reason)} for reason in reasons]
            if len(self._blocked) >= MAX_CACHED_REASONS:
                self._blocked.clear()
            written = self._blocked[card, reasons] = _with_gaps(BlockedCard(card.notation, told))
        return written


def phrases_for(language: str, rules: Rules) -> PhraseCache:
    """Return the phrases for tables that play by these rules."""
    return _phrases(language, rules.edition, rules.players, rules.teams)


_phrases = lru_cache(maxsize=None)(PhraseCache)  # there are no more than languages, editions and forms


def _with_gaps(values: object) -> Raw:
    data = _encoder.encode(values)
    for mark, gap in zip(_ESCAPED, _GAPS, strict=True):
        data = data.replace(mark, gap)
    return Raw(data)


class NameSubstitutions:
    """The players' names of one table, ready to be filled in."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [(gap, msgspec.json.encode(name)[1:-1]) for gap, name in zip(_GAPS, names, strict=False)]

    def fill(self, data: bytes) -> bytes:
        """Return what was said with the names in the gaps."""
        if b"\xff" in data:
            for gap, name in self._names:
                data = data.replace(gap, name)
        return data
