"""A finished deal step by step, with all hands open: for who wants to see it again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ...game.deal import View
from ...game.events import Event
from ...game.team_piles import progress
from ...i18n import Translator
from ...review.stored_text import localize_review
from ...rules.editions import house_rules
from ...tables.public_view import FinishedGame
from ..api_errors import ApiError, ErrorCode
from ..record_cache import PlayedDeal
from ..review_queue import FinishedDealKey, PendingReview, ReviewError, TooManyReviews
from .requests import ApiRequest, client_address


class ReplayStart(Struct, frozen=True, omit_defaults=True):
    """How the deal began."""

    first: int
    """Who took the first turn."""
    hands: list[list[str]]
    """The cards that were dealt to each seat, in order of kind."""
    draw_pile_size: int
    """How many were left to draw then."""
    events: list[dict[str, Any]]
    """What happened until somebody was to decide, as in a frame."""
    race: list[int] | None = None


class ReplayStep(Struct, frozen=True, omit_defaults=True):
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
    house_rules: dict[str, Any]
    """The house rules: what differs from the edition."""
    rules: dict[str, Any]
    """Every value of the rules."""
    totals_before: list[int]
    """Every team’s points before this deal."""
    start: ReplayStart
    steps: list[ReplayStep]
    sheet: dict[str, list[int]]
    """The score sheet, row by row with a number for each team."""
    totals: list[int]
    """Every team’s points after this deal."""


async def read_replay(call: ApiRequest) -> Replay:
    """Return a finished deal step by step, to whoever may see its table."""
    of = await requested_deal(call)
    async with call.context.replays:
        played = await call.context.service.finished_deal(*of)
        return await asyncio.to_thread(replay_deal, played, of, call.language)


def replay_deal(played: PlayedDeal, of: FinishedDealKey, language: str) -> Replay:
    """Return a finished deal step by step, told by name in a language."""
    return _Teller(played, language).tell(of)


class _Teller:
    """Tells a deal from its beginning to its end."""

    def __init__(self, played: PlayedDeal, language: str) -> None:
        self._deal = played.deal
        self._deals = played.deals
        self._rules = played.rules
        self._words = Translator.for_players(language, played.rules, played.names)
        self._view = View(played.rules, None)
        self._race: list[int] | None = None

    def tell(self, of: FinishedDealKey) -> Replay:
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
            house_rules=house_rules(rules),
            rules=rules.as_dict(),
            totals_before=before,
            start=start,
            steps=frames,
            sheet=deal.score_sheet().as_dict(),
            totals=[a + b for a, b in zip(before, deal.scores, strict=True)],
        )

    def _start(self) -> ReplayStart:
        deal = self._deal
        begun = deal.after(0)
        dealt = begun.events[0]
        told = dealt.as_dict()
        return ReplayStart(
            deal.first, told["hands"], told["draw_pile_size"], self._events(begun.events), self._race_now()
        )

    def _frame(self, at: int) -> ReplayStep:
        played = self._deal.moves[at]
        text = self._words.move(played.move, played.phase)
        events = self._events(played.events)
        phase = played.phase.name.lower()
        return ReplayStep(played.seat, phase, played.turn, played.notation, text, events, self._race_now())

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


class ReviewProgress(Struct, frozen=True, omit_defaults=True):
    """How far a review is, and once it is done all of it."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    """From 0 to 1."""
    review: dict[str, Any] | None = None
    """As ``bornes review --json`` gives it, and in the reader's language a ``text`` for every move and every reason.
    A move that a bot made for someone who was away has ``autopilot``, and nobody is blamed for it."""


async def ask_review(call: ApiRequest) -> ReviewProgress:
    """Ask for the review of a finished deal; what was worked out once is there at once."""
    of = await requested_deal(call)
    record = await record_with(call, of)
    try:
        work = await call.context.reviews.ask(of, record, client_address(call.request, call.context))
        return await _progress(call, of, work)
    except TooManyReviews:
        raise ApiError(ErrorCode.RATE_LIMITED, retry_after=60) from None


async def read_review(call: ApiRequest) -> ReviewProgress:
    """Return how far the review of a deal is."""
    of = await requested_deal(call)
    work = call.context.reviews.under_way(of)
    if work is not None:
        return await _progress(call, of, work)
    kept = await call.context.reviews.kept(of)
    return ReviewProgress("none") if kept is None else await _done(call, of, kept)


async def _progress(call: ApiRequest, of: FinishedDealKey, work: PendingReview) -> ReviewProgress:
    if not work.done:
        return ReviewProgress("running" if work.progress else "waiting", work.progress)
    try:
        return await _done(call, of, await work.result())
    except ReviewError:
        return ReviewProgress("failed")


async def _done(call: ApiRequest, of: FinishedDealKey, review: bytes) -> ReviewProgress:
    """Return a review in the reader's words: those of the rules and the names that its record has."""
    finished = await _finished_with(call, of)
    return ReviewProgress("done", 1.0, await asyncio.to_thread(_in_words, review, finished, call.language))


def _in_words(review: bytes, finished: FinishedGame, language: str) -> dict[str, Any]:
    words = Translator.for_players(language, finished.rules, finished.names)
    return localize_review(msgspec.json.decode(review), words, finished.rules, finished.stood_in)


async def requested_deal(call: ApiRequest) -> FinishedDealKey:
    """Return the deal that the path names, if the reader may see its table."""
    game, deal = _number(call, "game"), _number(call, "deal")
    await call.context.service.authorize_records(call.table, call.secret, game)
    return FinishedDealKey(call.table, game, deal)


async def record_with(call: ApiRequest, of: FinishedDealKey) -> str:
    """Return the record that a finished deal stands in; ApiError where it is not over yet."""
    return (await _finished_with(call, of)).record


async def _finished_with(call: ApiRequest, of: FinishedDealKey) -> FinishedGame:
    finished = await call.context.service.finished_game(of.table, of.game)
    if of.deal > finished.deals:
        raise ApiError(ErrorCode.DEAL_NOT_OVER)
    return finished


def _number(call: ApiRequest, name: str) -> int:
    text = str(call.request.path_params[name])
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 7 and int(text)):
        raise ApiError(ErrorCode.BAD_REQUEST, field=name, why="games and deals have numbers from 1 on")
    return int(text)
