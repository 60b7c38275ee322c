"""Reviews over the API: asked for, followed while they are worked out, and read."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ...review.told import tell_review
from ...tables.finished import FinishedGame
from ...words import Words
from ..problems import ServerProblem, Why
from ..thinking.reviews import FinishedDeal, ReviewError, ReviewWork, TooManyReviews
from .calls import Call, address_of


class ReviewProgress(Struct, frozen=True, omit_defaults=True):
    """How far a review is, and once it is done all of it."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    """From 0 to 1."""
    review: dict[str, Any] | None = None
    """As ``bornes review --json`` gives it, and in the reader's language a ``text`` for every move and every reason.
    What a bot made for somebody who was away is ``driven``, and nobody is blamed for it."""


async def ask_review(call: Call) -> ReviewProgress:
    """Ask for the review of a finished deal; what was worked out once is there at once."""
    of = await deal_asked_for(call)
    record = await record_with(call, of)
    try:
        work = await call.context.reviews.ask(of, record, address_of(call.request, call.context))
        return await _progress(call, of, work)
    except TooManyReviews:
        raise ServerProblem(Why.TOO_MUCH, retry_after=60) from None


async def read_review(call: Call) -> ReviewProgress:
    """Return how far the review of a deal is."""
    of = await deal_asked_for(call)
    work = call.context.reviews.under_way(of)
    if work is not None:
        return await _progress(call, of, work)
    kept = await call.context.reviews.kept(of)
    return ReviewProgress("none") if kept is None else await _done(call, of, kept)


async def _progress(call: Call, of: FinishedDeal, work: ReviewWork) -> ReviewProgress:
    if not work.done:
        return ReviewProgress("running" if work.progress else "waiting", work.progress)
    try:
        return await _done(call, of, await work.result())
    except ReviewError:
        return ReviewProgress("failed")


async def _done(call: Call, of: FinishedDeal, review: bytes) -> ReviewProgress:
    """Return a review in the reader's words: those of the rules and the names that its record has."""
    finished = await _finished_with(call, of)
    return ReviewProgress("done", 1.0, await asyncio.to_thread(_in_words, review, finished, call.language))


def _in_words(review: bytes, finished: FinishedGame, language: str) -> dict[str, Any]:
    words = Words.for_players(language, finished.rules, finished.names)
    return tell_review(msgspec.json.decode(review), words, finished.rules, finished.stood_in)


async def deal_asked_for(call: Call) -> FinishedDeal:
    """Return the deal that the path names, if the reader may see its table."""
    game, deal = _number(call, "game"), _number(call, "deal")
    await call.context.service.enter_records(call.table, call.secret, game)
    return FinishedDeal(call.table, game, deal)


async def record_with(call: Call, of: FinishedDeal) -> str:
    """Return the record that a finished deal stands in; ServerProblem where it is not over yet."""
    return (await _finished_with(call, of)).record


async def _finished_with(call: Call, of: FinishedDeal) -> FinishedGame:
    finished = await call.context.service.finished_game(of.table, of.game)
    if of.deal > finished.deals:
        raise ServerProblem(Why.NOT_YET)
    return finished


def _number(call: Call, name: str) -> int:
    text = str(call.request.path_params[name])
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 7 and int(text)):
        raise ServerProblem(Why.BAD_REQUEST, field=name, why="games and deals have numbers from 1 on")
    return int(text)
