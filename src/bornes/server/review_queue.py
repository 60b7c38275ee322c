"""The queue of reviews: one at a time, at the lowest priority, each worked out once and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from ..base.translatable import N_, TranslatableError
from ..game.record import count_moves
from ..review import PLAYOUT_FACTOR
from ..store import ReviewKey, ServerStore, StoredReview
from .workers.bot_jobs import ReviewJob
from .workers.fair_queue import FairQueue, QueueFull
from .workers.worker import REVIEW_NICENESS
from .workers.worker_process import JobFailed, WorkerDied, WorkerProcess

MAX_QUEUED_REVIEWS = 64
MAX_QUEUED_REVIEWS_PER_ADDRESS = 2
MAX_REVIEW_ATTEMPTS = 2
"""Attempts at a review whose worker process dies."""
REVIEW_TIMEOUT_SECONDS = 3600.0
"""A review takes half a minute on an idle machine."""


class FinishedDealKey(NamedTuple):
    """Which deal is looked at again."""

    table: str
    game: int
    deal: int
    """Its number in the game, from 1."""


class ReviewStore(Protocol):
    """Where reviews are kept."""

    async def get(self, table: str, game: int, deal: int) -> bytes | None:
        """Return the review of a deal, if it was worked out before."""

    async def put(self, table: str, game: int, deal: int, review: bytes) -> None:
        """Keep the review of a deal."""


class StoredReviews:
    """The reviews of a store."""

    def __init__(self, store: ServerStore) -> None:
        self._store = store

    async def get(self, table: str, game: int, deal: int) -> bytes | None:
        """Return the review of a deal, if it was worked out before."""
        found = await self._store.review(ReviewKey(table, game, deal))
        return None if found is None else found.result

    async def put(self, table: str, game: int, deal: int, review: bytes) -> None:
        """Keep the review of a deal."""
        await self._store.put_review(ReviewKey(table, game, deal), StoredReview("done", review))


class ReviewError(TranslatableError):
    """A review that there will not be for now."""


class TooManyReviews(ReviewError):
    """Too many were asked for already."""


class ReviewFailed(ReviewError):
    """It could not be worked out, which is a fault of the program or of the machine."""


class PendingReview:
    """A review that was asked for."""

    def __init__(self, of: FinishedDealKey, address: str, job: ReviewJob | None) -> None:
        self.of = of
        self.address = address
        self.job = job
        self.progress = 0.0
        """How much of it is done, from 0 to 1."""
        self.outdated = False
        """Whether its record says what is not to be kept any more."""
        self._result: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._followers: list[Callable[[float], None]] = []

    @property
    def done(self) -> bool:
        """Whether nothing more will come of it."""
        return self._result.done()

    def follow(self, hear: Callable[[float], None]) -> None:
        """Hear of its progress, at once and whenever there is some."""
        self._followers.append(hear)
        hear(self.progress)

    def unfollow(self, hear: Callable[[float], None]) -> None:
        """Hear no more of it."""
        if hear in self._followers:
            self._followers.remove(hear)

    async def result(self) -> bytes:
        """Wait for the review, as JSON; ReviewFailed where there is none, and cancelled when the server stops."""
        return await asyncio.shield(self._result)  # one who waits and goes away takes it from nobody else

    def tell(self, fraction: float) -> None:
        """Note how far it has come; who cannot hear it is told no more, and keeps it from nobody else."""
        self.progress = fraction
        for hear in tuple(self._followers):
            try:
                hear(fraction)
            except Exception as error:
                self._followers.remove(hear)
                _report(f"the progress of the review of {self.of} was not heard", error)

    def succeed(self, review: bytes) -> None:
        """Give the review to whoever waits."""
        if not self.done:
            self._result.set_result(review)
            self.tell(1.0)

    def fail(self, error: ReviewError) -> None:
        """Raise an error where it is waited for, unless it is done."""
        if not self.done:
            self._result.set_exception(error)
            self._result.exception()  # looked at, even where nobody waits

    def cancel(self) -> None:
        """Let whoever waits go."""
        self._result.cancel()


class ReviewQueue:
    """Works out reviews one after another, with equal shares for the addresses that ask.

    Their work is counted in moves, so that a stranger's review of an ordinary deal waits for the one under way and
    little else, however many long ones a few addresses have asked for.  A review that is asked for again while it
    waits is the same work.  It goes on where nobody waits for it any more, and is kept.  What was not worked out when
    a server stops is asked for again.
    """

    def __init__(
        self,
        shelf: ReviewStore,
        *,
        most_waiting: int = MAX_QUEUED_REVIEWS,
        most_of_an_address: int = MAX_QUEUED_REVIEWS_PER_ADDRESS,
        care: float = PLAYOUT_FACTOR,
        niceness: int = REVIEW_NICENESS,
    ) -> None:
        self._shelf = shelf
        self._most_of_an_address = most_of_an_address
        self._care = care
        self._niceness = niceness
        self._queue: FairQueue[PendingReview] = FairQueue(most_waiting, most_of_an_address)
        self._works: dict[FinishedDealKey, PendingReview] = {}
        """Those that wait, and the one that is worked out."""
        self._runner: asyncio.Task[None] | None = None
        self._closed = False

    async def ask(self, of: FinishedDealKey, record: str, address: str) -> PendingReview:
        """Ask for the review of a finished deal of a recorded game; TooManyReviews where too many wait.

        Whoever runs a table knows all cards, so it is for the caller to ask for deals that are over and for no others;
        one that is not over fails.
        """
        kept = None if of in self._works else await self._shelf.get(*of)
        if kept is not None:
            return self._found(of, kept)
        if of not in self._works:  # nobody else has asked meanwhile
            job = ReviewJob(record, of.deal, self._care)
            self._push(PendingReview(of, address, job), count_moves(record, of.deal))
        return self._works[of]

    async def kept(self, of: FinishedDealKey) -> bytes | None:
        """Return a review that was worked out before, if it was."""
        return await self._shelf.get(*of)

    def under_way(self, of: FinishedDealKey) -> PendingReview | None:
        """Return a review that waits or is worked out, if it was asked for."""
        return self._works.get(of)

    def forget(self, table: str) -> None:
        """Keep no review of a table that is under way: its record has a name in it that is to be forgotten."""
        for of, work in self._works.items():
            work.outdated = work.outdated or of.table == table

    def __len__(self) -> int:
        return len(self._works)

    async def close(self) -> None:
        """Give up what is not worked out yet, and end the process; whoever waits is cancelled."""
        self._closed = True
        for work in tuple(self._works.values()):
            work.cancel()
        self._works.clear()
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)

    def _found(self, of: FinishedDealKey, review: bytes) -> PendingReview:
        work = PendingReview(of, "", None)
        work.succeed(review)
        return work

    def _push(self, work: PendingReview, moves: int) -> None:
        if self._closed:
            raise asyncio.CancelledError
        if sum(one.address == work.address for one in self._works.values()) >= self._most_of_an_address:
            raise TooManyReviews(
                N_("you have asked for other reviews that are not worked out yet: wait for one of them")
            )
        try:
            self._queue.push(work.address, work, max(1, moves))
        except QueueFull:
            raise TooManyReviews(N_("many others wait for reviews: ask again later")) from None
        self._works[work.of] = work
        if self._runner is None or self._runner.done():
            self._runner = asyncio.get_running_loop().create_task(self._run())

    # -- working them out --------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Work out what waits; each in a process of its own, since it takes long and its start is nothing beside."""
        while (work := self._queue.pop()) is not None:
            try:
                await self._work_out(work)
            except Exception as error:  # the others are worked out all the same
                _report(f"the review of {work.of} has failed", error)
            finally:
                self._works.pop(work.of, None)
                work.fail(ReviewFailed(N_("the review of deal {deal} could not be worked out"), deal=work.of.deal))

    async def _work_out(self, work: PendingReview) -> None:
        """Work a review out, in another process where one ends over it; where nothing comes of it, return without."""
        for _ in range(MAX_REVIEW_ATTEMPTS):
            try:
                review = await self._in_a_process(work)
            except WorkerDied:
                continue
            except (JobFailed, TimeoutError):
                return
            await self._keep(work, review)
            return

    async def _in_a_process(self, work: PendingReview) -> bytes:
        assert work.job is not None
        worker = await WorkerProcess.start(self._niceness)
        try:
            async with asyncio.timeout(REVIEW_TIMEOUT_SECONDS):
                return await worker.do(work.job, work.tell)
        finally:
            await worker.end()

    async def _keep(self, work: PendingReview, review: bytes) -> None:
        """Keep a review, then hand it out; where it cannot be kept, it is worked out again when it is asked for."""
        if work.outdated:
            return  # who waits is told that nothing came of it, and may ask again
        try:
            await self._shelf.put(*work.of, review)
        except Exception as error:
            _report(f"the review of {work.of} was not kept", error)
        work.succeed(review)


def _report(message: str, error: Exception) -> None:
    """Tell the event loop's exception handler, since nobody waits who could do anything about it."""
    asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})
