"""Reviews: worked out once and kept, one at a time, fair between those who ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest

from bornes import Game, edition, play_game
from bornes.server import review_queue as module
from bornes.server.review_queue import FinishedDealKey, PendingReview, ReviewFailed, ReviewQueue, TooManyReviews
from bornes.server.workers.worker import REVIEW_NICENESS
from bornes.server.workers.worker_process import WorkerProcess
from tests.support.processes import kill, run, running, until
from tests.support.shell import run as bornes

pytestmark = pytest.mark.compiled_only
"""Thousands of playouts for each decision are nothing for plain Python."""

CARE, ENDLESS = 0.1, 1e9
FIRST = FinishedDealKey("table", 1, 1)


@cache
def record() -> str:
    """Return a game of two deals, the second hardly begun."""
    game = play_game("random", Game("parker-1962", seed=11), deals=1)
    game.next_deal()
    return game.record


@cache
def long_record() -> str:
    """Return a deal of 300 moves, all discards."""
    rules = edition("parker-1962").rules(2).replace(empty_draw_pile="reshuffle", turn_cap=300)
    game = Game(rules, seed=3)
    while not game.deal.over:
        game.play(next(move for move in game.deal.legal_moves if move.is_discard))
    return game.record


class ShelfInMemory:
    """Keeps reviews, and counts."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int, int], bytes] = {}
        self.puts = 0
        self.trouble: Exception | None = None

    async def get(self, table: str, game: int, deal: int) -> bytes | None:
        """Look one up."""
        await asyncio.sleep(0)
        return self.kept.get((table, game, deal))

    async def put(self, table: str, game: int, deal: int, review: bytes) -> None:
        """Keep one."""
        self.puts += 1
        if self.trouble is not None:
            raise self.trouble
        self.kept[table, game, deal] = review


@asynccontextmanager
async def working(shelf: ShelfInMemory | None = None, **settings: Any) -> AsyncIterator[ReviewQueue]:
    """Let reviews be worked out, and end it."""
    reviews = ReviewQueue(shelf or ShelfInMemory(), **{"care": CARE, "niceness": 0, **settings})
    try:
        yield reviews
    finally:
        await reviews.close()


@pytest.fixture
def pids(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes in which reviews are worked out, in the order in which they were started."""
    found: list[int] = []

    class Noted(WorkerProcess):
        async def do(self, job: Any, tell: Any = None) -> Any:
            found.append(self.pid)
            return await super().do(job, tell)

    monkeypatch.setattr(module, "WorkerProcess", Noted)
    return found


def test_a_review_is_what_the_command_says() -> None:
    async def story() -> None:
        async with working() as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            said = bornes("review", "-", "--deal", "1", "--care", str(CARE), "--json", stdin=record())
            assert json.loads(await work.result()) == json.loads(said.stdout)

    run(story)


def test_it_is_worked_out_once_and_kept_for_whoever_asks(pids: list[int]) -> None:
    shelf = ShelfInMemory()

    async def story() -> None:
        async with working(shelf) as reviews:
            works = await asyncio.gather(*(reviews.ask(FIRST, record(), f"address {at}") for at in range(10)))
            found = {await work.result() for work in works}
            assert len(found) == 1
            assert shelf.kept == {FIRST: found.pop()}
        async with working(shelf) as after_a_restart:
            again = await after_a_restart.ask(FIRST, record(), "elsewhere")
            assert (again.done, again.progress) == (True, 1.0)
            assert await again.result() == shelf.kept[FIRST]

    run(story)
    assert (len(pids), shelf.puts) == (1, 1)


def test_one_whose_record_has_a_name_that_was_forgotten_is_not_kept() -> None:
    shelf = ShelfInMemory()

    async def story() -> None:
        async with working(shelf) as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            reviews.forget(FIRST.table)
            with pytest.raises(ReviewFailed):
                await work.result()
            assert shelf.kept == {}
            again = await reviews.ask(FIRST, record(), "here")
            assert await again.result() == shelf.kept[FIRST]

    run(story)


def test_its_progress_can_be_followed_until_it_is_there() -> None:
    heard: list[float] = []
    unheard: list[float] = []

    async def story() -> None:
        async with working() as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            assert reviews.under_way(FIRST) is work
            work.follow(heard.append)
            work.follow(unheard.append)
            work.unfollow(unheard.append)
            await work.result()
            await until(lambda: reviews.under_way(FIRST) is None)

    run(story)
    assert (heard[0], heard[-1], unheard) == (0.0, 1.0, [0.0])
    assert heard == sorted(heard)
    assert len(heard) > len(Game.replay(record()).deals[0].moves)


def test_who_goes_away_takes_it_from_nobody_else() -> None:
    async def story() -> None:
        async with working() as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            impatient = asyncio.create_task(work.result())
            await asyncio.sleep(0)
            impatient.cancel()
            assert json.loads(await work.result())["deals"]

    run(story)


def test_an_address_may_ask_for_so_many_and_all_together_for_so_many() -> None:
    async def story() -> None:
        async with working(care=ENDLESS, most_waiting=3, most_of_an_address=2) as reviews:
            for deal in (1, 2):
                await reviews.ask(FinishedDealKey("table", 1, deal), record(), "here")
            with pytest.raises(TooManyReviews, match="wait for one of them"):
                await reviews.ask(FinishedDealKey("table", 1, 3), record(), "here")
            assert await reviews.ask(FIRST, record(), "here") is reviews.under_way(FIRST)  # it is no further one
            await until(lambda: len(reviews._queue) == 1)  # one is worked out
            for number in range(2):
                await reviews.ask(FinishedDealKey("table", 2, number), record(), f"address {number}")
            with pytest.raises(TooManyReviews, match="ask again later"):
                await reviews.ask(FinishedDealKey("table", 3, 1), record(), "elsewhere")
            assert len(reviews) == 4

    run(story)


def test_addresses_are_served_in_turn_one_review_at_a_time(pids: list[int]) -> None:
    order: list[int] = []

    async def story() -> None:
        async with working(most_of_an_address=3) as reviews:

            async def ask(game: int, address: str) -> None:
                work = await reviews.ask(FinishedDealKey("table", game, 1), record(), address)
                await work.result()
                order.append(game)

            await asyncio.gather(*(ask(game, address) for game, address in enumerate(("a", "a", "a", "b"))))

    run(story)
    assert order == [0, 3, 1, 2]
    assert not any(map(running, pids))


def test_a_strangers_review_waits_for_none_but_the_one_under_way(pids: list[int]) -> None:
    """However long the reviews are that others wait for."""
    done: list[str] = []

    async def story() -> None:
        async with working() as reviews:

            async def follow(work: PendingReview) -> None:
                await work.result()
                done.append(work.address)

            waiting = []
            for game, address in enumerate(("a", "b", "c", "a", "b", "c")):
                asked = FinishedDealKey("long", game, 1)
                waiting.append(asyncio.create_task(follow(await reviews.ask(asked, long_record(), address))))
            await until(lambda: pids)
            await follow(await reviews.ask(FIRST, record(), "stranger"))
            await reviews.close()
            await asyncio.gather(*waiting, return_exceptions=True)

    run(story)
    assert done == ["a", "stranger"]


def test_a_deal_that_is_not_over_fails_and_tells_nothing() -> None:
    async def story() -> None:
        async with working() as reviews:
            for deal, text in ((2, record()), (7, record()), (1, "no record")):
                work = await reviews.ask(FinishedDealKey("table", 1, deal), text, "here")
                with pytest.raises(ReviewFailed) as told:
                    await work.result()
                assert str(told.value) == f"the review of deal {deal} could not be worked out"

    run(story)


def test_where_its_process_is_killed_it_is_begun_again_once(pids: list[int]) -> None:
    async def story() -> None:
        async with working(care=ENDLESS) as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            for number in (1, 2):
                await until(lambda number=number: len(pids) == number)  # type: ignore[misc]
                kill(pids[-1])
            with pytest.raises(ReviewFailed):
                await work.result()
            assert len(pids) == 2

    run(story)


def test_what_cannot_be_kept_is_handed_out_all_the_same() -> None:
    shelf = ShelfInMemory()
    shelf.trouble = OSError("the disk is full")
    reported: list[dict[str, Any]] = []

    async def story() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
        async with working(shelf) as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            assert json.loads(await work.result())["version"] == 1

    run(story)
    assert [context["exception"] for context in reported] == [shelf.trouble]


def test_who_follows_and_fails_hears_no_more_and_spoils_nothing() -> None:
    reported: list[dict[str, Any]] = []

    def fail(fraction: float) -> None:
        if fraction:
            raise LookupError("gone")

    async def story() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
        async with working() as reviews:
            work = await reviews.ask(FIRST, record(), "here")
            work.follow(fail)
            assert json.loads(await work.result())["version"] == 1
            work.unfollow(fail)

    run(story)
    assert len(reported) == 1


def test_it_stands_back_behind_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Noted(WorkerProcess):
        @classmethod
        async def start(cls, niceness: int) -> WorkerProcess:
            asked.append(niceness)
            return await super().start(0)  # so far back a busy machine would not come to it

    monkeypatch.setattr(module, "WorkerProcess", Noted)

    async def story() -> None:
        async with working(care=ENDLESS, niceness=REVIEW_NICENESS) as reviews:
            await reviews.ask(FIRST, record(), "here")
            await until(lambda: asked)

    run(story)
    assert asked == [19]


def test_closing_gives_up_what_is_not_worked_out(pids: list[int]) -> None:
    shelf = ShelfInMemory()

    async def story() -> None:
        async with working(shelf, care=ENDLESS) as reviews:
            works = [await reviews.ask(FinishedDealKey("table", game, 1), record(), "here") for game in (1, 2)]
            waiting = [asyncio.create_task(work.result()) for work in works]
            await until(lambda: pids)
            await reviews.close()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert all(task.cancelled() for task in waiting)
            with pytest.raises(asyncio.CancelledError):
                await reviews.ask(FIRST, record(), "here")
            assert (len(reviews), shelf.kept) == (0, {})

    run(story)
    assert not running(pids[0])
