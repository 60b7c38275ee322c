"""The review of a game while it is looked at: decision by decision, in a thread beside the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from ...game import Game
from ...review import CARE, Decision, Verdict, decisions, verdict_on
from ..local_table import THINKERS
from .timeline import Moment


class LiveReview:
    """Judges the deal that is looked at, then the others; ``callback`` is called on the loop after every verdict."""

    def __init__(self, game: Game, callback: Callable[[], None], *, care: float = CARE) -> None:
        self.verdicts: dict[Moment, Verdict] = {}
        """What is known so far, by the moment after the move."""
        self.deal = 1
        """The deal that is judged first."""
        self._callback = callback
        self._care = care
        self._pending: dict[int, Iterator[Decision]] = {
            number: decisions(deal, number) for number, deal in enumerate(game.deals, 1) if deal.deck is not None
        }
        """The decisions that are still to be judged, by deal."""
        self._task: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        """Whether everything is judged."""
        return not self._pending

    def start(self) -> None:
        """Begin, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name="review")

    def stop(self) -> None:
        """End; the verdict under way is not waited for."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._pending:
            number = self.deal if self.deal in self._pending else min(self._pending)
            verdict = await THINKERS.work(partial(self._next_verdict, self._pending[number]))
            if verdict is None:
                del self._pending[number]
            else:
                self.verdicts[Moment(verdict.deal, verdict.number + 1)] = verdict
            self._callback()

    def _next_verdict(self, pending: Iterator[Decision]) -> Verdict | None:
        decision = next(pending, None)
        return None if decision is None else verdict_on(decision, care=self._care)

    # -- what is known -------------------------------------------------------------------------------------------

    def chances(self, team: int, deal: int, moves: int) -> list[float | None]:
        """Return a team's chance before each of a deal's moves, as it is to one who sees all hands."""
        found = (self.verdicts.get(Moment(deal, number + 1)) for number in range(moves))
        return [None if verdict is None else verdict.open_chances[team] for verdict in found]

    def marked_after(self, at: Moment) -> Moment | None:
        """Return the next moment that is worth a remark, or from the last the first; None where none is known."""
        marked = sorted(moment for moment, verdict in self.verdicts.items() if verdict.marked)
        return next((moment for moment in marked if moment > at), marked[0] if marked else None)
