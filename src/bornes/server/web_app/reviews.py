"""Reviews over the API: asked for, followed while they are worked out, and read."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from ..problems import ServerProblem, Why
from ..thinking.reviews import FinishedDeal, ReviewError, ReviewWork, TooManyReviews
from .calls import Call, address_of


class ReviewProgress(Struct, frozen=True, omit_defaults=True):
    """How far a review is, and once it is done all of it."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    """From 0 to 1."""
    review: dict[str, Any] | None = None
    """As ``bornes review --json`` gives it."""


async def ask_review(call: Call) -> ReviewProgress:
    """Ask for the review of a finished deal; what was worked out once is there at once."""
    of = await deal_asked_for(call)
    record = await record_with(call, of)
    try:
        return await _progress(await call.context.reviews.ask(of, record, address_of(call.request, call.context)))
    except TooManyReviews:
        raise ServerProblem(Why.TOO_MUCH, retry_after=60) from None


async def read_review(call: Call) -> ReviewProgress:
    """Return how far the review of a deal is."""
    of = await deal_asked_for(call)
    work = call.context.reviews.under_way(of)
    if work is not None:
        return await _progress(work)
    kept = await call.context.reviews.kept(of)
    return ReviewProgress("none") if kept is None else ReviewProgress("done", 1.0, msgspec.json.decode(kept))


async def _progress(work: ReviewWork) -> ReviewProgress:
    if not work.done:
        return ReviewProgress("running" if work.progress else "waiting", work.progress)
    try:
        return ReviewProgress("done", 1.0, msgspec.json.decode(await work.result()))
    except ReviewError:
        return ReviewProgress("failed")


async def deal_asked_for(call: Call) -> FinishedDeal:
    """Return the deal that the path names, if the reader may see its table."""
    await call.context.service.enter_by(call.table, call.secret)
    return FinishedDeal(call.table, _number(call, "game"), _number(call, "deal"))


async def record_with(call: Call, of: FinishedDeal) -> str:
    """Return the record that a finished deal stands in; ServerProblem where it is not over yet."""
    finished = await call.context.service.finished_game(of.table, of.game)
    if of.deal > finished.deals:
        raise ServerProblem(Why.NOT_YET)
    return finished.record


def _number(call: Call, name: str) -> int:
    text = str(call.request.path_params[name])
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 7 and int(text)):
        raise ServerProblem(Why.BAD_REQUEST, field=name, why="games and deals have numbers from 1 on")
    return int(text)
