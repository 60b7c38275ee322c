"""A recorded game moment by moment: any moment of any deal, with what everybody held."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from ..game.deal import Deal, View
from ..game.events import Viewer
from ..game.game import Game
from ..game.score_sheet import GameSheet
from ..review import PLAYOUT_FACTOR, Decision, Verdict, decisions, judge_decision
from ..rules.cards import Card
from .local_table import BOT_RUNNER


class ReplayMoment(NamedTuple):
    """After so many moves of a deal, which is counted from 1."""

    deal: int
    moves: int


class Timeline:
    """The moments of a game, in order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self._deal = lru_cache(maxsize=16)(self._deal_at)

    # -- going from moment to moment -----------------------------------------------------------------------------

    def moves(self, deal: int) -> int:
        """Return how many moves a deal has."""
        return len(self.game.deals[deal - 1].moves)

    @property
    def first(self) -> ReplayMoment:
        """The moment before the first move of the game."""
        return ReplayMoment(1, 0)

    @property
    def last(self) -> ReplayMoment:
        """The moment after the last move of the game."""
        return self.end_of(len(self.game.deals))

    def end_of(self, deal: int) -> ReplayMoment:
        """Return the moment after the last move of a deal."""
        return ReplayMoment(deal, self.moves(deal))

    def after(self, at: ReplayMoment) -> ReplayMoment:
        """Return the moment one move later, if there is one, else this one."""
        if at.moves < self.moves(at.deal):
            return ReplayMoment(at.deal, at.moves + 1)
        return ReplayMoment(at.deal + 1, 0) if at.deal < len(self.game.deals) else at

    def before(self, at: ReplayMoment) -> ReplayMoment:
        """Return the moment one move earlier, if there is one, else this one."""
        if at.moves:
            return ReplayMoment(at.deal, at.moves - 1)
        return self.end_of(at.deal - 1) if at.deal > 1 else at

    def deal_after(self, at: ReplayMoment) -> ReplayMoment:
        """Return the beginning of the next deal, or after the last deal the end of the game."""
        return ReplayMoment(at.deal + 1, 0) if at.deal < len(self.game.deals) else self.last

    def deal_before(self, at: ReplayMoment) -> ReplayMoment:
        """Return the beginning of this deal, or from there the beginning of the one before it."""
        return ReplayMoment(at.deal, 0) if at.moves else ReplayMoment(max(1, at.deal - 1), 0)

    # -- what there was to see -----------------------------------------------------------------------------------

    def view(self, at: ReplayMoment, viewer: Viewer = None) -> View:
        """Return what a seat knew at that moment, or for None a spectator."""
        return self._deal(at).view(viewer)

    def hands(self, at: ReplayMoment) -> tuple[tuple[Card, ...], ...]:
        """Return what everybody held at a moment."""
        return tuple(self._deal(at).hand(seat) for seat in range(self.rules.players))

    def totals(self, at: ReplayMoment) -> tuple[int, ...]:
        """Return every team's points at a moment: those of earlier deals, and of this one what it had so far."""
        deal = self._deal(at)
        before = deal.totals_before or (0,) * self.rules.teams
        return tuple(earlier + points for earlier, points in zip(before, deal.scores, strict=True))

    def sheet(self, at: ReplayMoment) -> GameSheet:
        """Return the score sheet as it stood at a moment."""
        earlier = (deal.score_sheet() for deal in self.game.deals[: at.deal - 1])
        return GameSheet((*earlier, self._deal(at).score_sheet()))

    def _deal_at(self, at: ReplayMoment) -> Deal:
        """Return the deal as it was at a moment."""
        return self.game.deals[at.deal - 1].after(at.moves)


class BackgroundReview:
    """Judges the deal that is looked at, then the others; ``callback`` is called on the loop after every verdict."""

    def __init__(self, game: Game, callback: Callable[[], None], *, care: float = PLAYOUT_FACTOR) -> None:
        self.verdicts: dict[ReplayMoment, Verdict] = {}
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
            verdict = await BOT_RUNNER.work(partial(self._next_verdict, self._pending[number]))
            if verdict is None:
                del self._pending[number]
            else:
                self.verdicts[ReplayMoment(verdict.deal, verdict.number + 1)] = verdict
            self._callback()

    def _next_verdict(self, pending: Iterator[Decision]) -> Verdict | None:
        decision = next(pending, None)
        return None if decision is None else judge_decision(decision, care=self._care)

    # -- what is known -------------------------------------------------------------------------------------------

    def chances(self, team: int, deal: int, moves: int) -> list[float | None]:
        """Return a team's chance before each of a deal's moves, as it is to one who sees all hands."""
        found = (self.verdicts.get(ReplayMoment(deal, number + 1)) for number in range(moves))
        return [None if verdict is None else verdict.open_chances[team] for verdict in found]

    def marked_after(self, at: ReplayMoment) -> ReplayMoment | None:
        """Return the next moment that is worth a remark, or from the last the first; None where none is known."""
        marked = sorted(moment for moment, verdict in self.verdicts.items() if verdict.marked)
        return next((moment for moment in marked if moment > at), marked[0] if marked else None)
