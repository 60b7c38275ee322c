"""What is said at every table of one edition, form and language: made once, with gaps where the players' names stand.

The same cards are drawn, laid and refused all the time, at every table.  Everything is kept as JSON, which holds no
byte of a gap: whatever a player is called, a name is never taken for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Raw

from ..cards import Card
from ..engine.codes import Phase
from ..events import DealOver, Dealt, Event, Reshuffled, SetUp
from ..explain import Reason
from ..moves import Move
from ..rules import MOST_PLAYERS, Rules
from ..words import Words
from .messages import Blocked, Offer
from .table_events import TableEvent

PARTICULAR = (TableEvent, Dealt, SetUp, Reshuffled, DealOver)
"""Events that hardly happen a second time: hands, scores, names and seeds are in them."""
MOST_REASONS = 10_000
"""So many are kept: whoever opens tables can make up rules, and reasons name their numbers."""
_MARKS = tuple(map(chr, range(1, MOST_PLAYERS + 1)))
"""What stands for the names of the seats while a sentence is made: no name has such characters."""
_ESCAPED = tuple(msgspec.json.encode(mark)[1:-1] for mark in _MARKS)
_GAPS = tuple(b"\xff%d" % seat for seat in range(MOST_PLAYERS))
"""What stands for them in JSON, where every text is UTF-8: it never has this byte."""
_encoder = msgspec.json.Encoder()


class Phrases:
    """Puts into words what may happen at any table of one edition, form and language, with gaps for the names."""

    def __init__(self, language: str, edition: str, players: int, teams: int) -> None:
        marks = _MARKS[:players]
        self._words = {you: Words(language, edition, marks, teams, you) for you in (None, *range(players))}
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
        """Return moves as they are offered: each is an ``Offer``."""
        known = self._offers[phase]
        return [known.get(move) or self._offer(move, phase) for move in moves]

    def _offer(self, move: Move, phase: Phase) -> Raw:
        text, card = self._words[None].move(move, phase), move.card
        offer = Offer(move.notation(phase), text, None if card is None else card.notation, move.team, move.is_discard)
        written = self._offers[phase][move] = _with_gaps(offer)
        return written

    def blocked(self, card: Card, reasons: tuple[Reason, ...]) -> Raw:
        """Return why a card cannot be played: a ``Blocked``."""
        written = self._blocked.get((card, reasons))
        if written is None:
            told = [{**reason.as_dict(), "text": self._words[None].reason(reason)} for reason in reasons]
            if len(self._blocked) >= MOST_REASONS:
                self._blocked.clear()
            written = self._blocked[card, reasons] = _with_gaps(Blocked(card.notation, told))
        return written


def phrases_for(language: str, rules: Rules) -> Phrases:
    """Return the phrases for tables that play by these rules."""
    return _phrases(language, rules.edition, rules.players, rules.teams)


_phrases = lru_cache(maxsize=None)(Phrases)  # there are no more than languages, editions and forms


def _with_gaps(values: object) -> Raw:
    data = _encoder.encode(values)
    for mark, gap in zip(_ESCAPED, _GAPS, strict=True):
        data = data.replace(mark, gap)
    return Raw(data)


class NameTags:
    """The players' names of one table, ready to be filled in."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [(gap, msgspec.json.encode(name)[1:-1]) for gap, name in zip(_GAPS, names, strict=False)]

    def fill(self, data: bytes) -> bytes:
        """Return what was said with the names in the gaps."""
        if b"\xff" in data:
            for gap, name in self._names:
                data = data.replace(gap, name)
        return data
