"""A finished deal step by step, with all hands open: for who wants to see it again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from ...deal import View
from ...editions import house_rules
from ...events import Event
from ...team_piles import progress
from ...words import Words
from ..records import PlayedDeal
from ..thinking.reviews import FinishedDeal
from .calls import Call
from .reviews import deal_asked_for


class Start(Struct, frozen=True, omit_defaults=True):
    """How the deal began."""

    first: int
    """Who took the first turn."""
    hands: list[list[str]]
    """The cards that were dealt to each seat, in order of kind."""
    draw_pile: int
    """How many were left to draw then."""
    events: list[dict[str, Any]]
    """What happened until somebody was to decide, as in a frame."""
    race: list[int] | None = None


class Frame(Struct, frozen=True, omit_defaults=True):
    """A decision, and what came of it."""

    seat: int
    """Whose it was."""
    phase: str
    turn: int
    """In which turn of the deal, counted from 1."""
    move: str
    """In notation."""
    text: str
    """In words: “lay Stop on Bob”."""
    events: list[dict[str, Any]]
    """What happened until somebody was to decide again, with every private part, each with its sentence as ``text``."""
    race: list[int] | None = None
    """Where each team stands by what ends the race, where that is not the distance and has changed."""


class Replay(Struct, frozen=True):
    """A finished deal."""

    table: str
    game: int
    deal: int
    deals: int
    """How many deals of the game are over: each can be seen again."""
    edition: str
    players: int
    teams: int
    names: list[str]
    """Of the players, in the order of the seats."""
    house: dict[str, Any]
    """The house rules: what differs from the edition."""
    rules: dict[str, Any]
    """Every value of the rules."""
    totals_before: list[int]
    """Every team’s points before this deal."""
    start: Start
    frames: list[Frame]
    sheet: dict[str, list[int]]
    """The score sheet, row by row with a number for each team."""
    totals: list[int]
    """Every team’s points after this deal."""


async def read_replay(call: Call) -> Replay:
    """Return a finished deal step by step, to whoever may see its table."""
    of = await deal_asked_for(call)
    async with call.context.replays:
        played = await call.context.service.finished_deal(*of)
        return await asyncio.to_thread(replay_deal, played, of, call.language)


def replay_deal(played: PlayedDeal, of: FinishedDeal, language: str) -> Replay:
    """Return a finished deal step by step, told by name in a language."""
    return _Teller(played, language).tell(of)


class _Teller:
    """Tells a deal from its beginning to its end."""

    def __init__(self, played: PlayedDeal, language: str) -> None:
        self._deal = played.deal
        self._deals = played.deals
        self._rules = played.rules
        self._words = Words.for_players(language, played.rules, played.names)
        self._view = View(played.rules, None)
        self._race: list[int] | None = None

    def tell(self, of: FinishedDeal) -> Replay:
        """Return all of it."""
        deal, rules, words = self._deal, self._rules, self._words
        before = list(deal.totals_before) or [0] * rules.teams
        start = self._start()
        frames = [self._frame(at) for at in range(len(deal.moves))]
        return Replay(
            table=of.table,
            game=of.game,
            deal=of.deal,
            deals=self._deals,
            edition=rules.edition,
            players=rules.players,
            teams=rules.teams,
            names=[words.seat(seat) for seat in range(rules.players)],
            house=house_rules(rules),
            rules=rules.as_dict(),
            totals_before=before,
            start=start,
            frames=frames,
            sheet=deal.score_sheet().as_dict(),
            totals=[a + b for a, b in zip(before, deal.scores, strict=True)],
        )

    def _start(self) -> Start:
        deal = self._deal
        begun = deal.after(0)
        dealt = begun.events[0]
        told = dealt.as_dict()
        return Start(deal.first, told["hands"], told["draw_pile"], self._events(begun.events), self._race_now())

    def _frame(self, at: int) -> Frame:
        played = self._deal.moves[at]
        text = self._words.move(played.move, played.phase)
        events = self._events(played.events)
        phase = played.phase.name.lower()
        return Frame(played.seat, phase, played.turn, played.notation, text, events, self._race_now())

    def _events(self, events: Iterable[Event]) -> list[dict[str, Any]]:
        """Return events with their sentences, and take them in."""
        told = []
        for event in events:
            text = self._words.event(event)
            told.append(event.as_dict() if text is None else {**event.as_dict(), "text": text})
        if self._counts_points:
            self._view.see(events)
        return told

    @property
    def _counts_points(self) -> bool:
        return self._rules.end_measure != "miles"

    def _race_now(self) -> list[int] | None:
        """Return how the race stands where it is not one of distance; None where it stands as it did."""
        if not self._counts_points:
            return None
        stands = [progress(self._rules, laid) for laid in self._view.tables]
        changed = stands != self._race
        self._race = stands
        return stands if changed else None
