"""What is done in other processes, and what they answer."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from ...bots.bot import type_name
from ...game.game import Game
from ...tables.bot_runner import BotMove, choose_bot_move
from ...tables.table import BotTask
from .packed_view import PackedView

if TYPE_CHECKING:  # bots think without it, and their processes start a quarter sooner
    from ...review import Hint, Verdict

Result = TypeVar("Result", covariant=True)
Tell = Callable[[float], None]
"""Hears how much of a job is done, from 0 to 1."""
JSON_VERSION = 1
"""Of what ``bornes review --json`` prints, which a review is."""


class Job(Protocol[Result]):
    """Something that another process can do; it goes there as a pickle."""

    def run(self, tell: Tell) -> Result:
        """Do it, and return what came of it."""


@dataclass(frozen=True, slots=True)
class DecisionJob:
    """A decision of a bot."""

    thought: BotTask
    view: PackedView

    def run(self, tell: Tell) -> BotMove:
        """Return what the bot chooses."""
        return choose_bot_move(self.thought, self.view.unpacked())


@dataclass(frozen=True, slots=True)
class HintJob:
    """A hint for a player who is to decide."""

    view: PackedView

    def run(self, tell: Tell) -> Hint:
        """Return what the champion would do, and why."""
        from ...review import hint

        return hint(self.view.unpacked())


@dataclass(frozen=True, slots=True, repr=False)
class ReviewJob:
    """The review of one finished deal of a recorded game."""

    record: str
    deal: int
    """Its number, from 1."""
    care: float

    def run(self, tell: Tell) -> bytes:
        """Return what ``bornes review --json`` says of the deal, on one line."""
        from ...review import review

        game = Game.replay(self.record)
        if not 1 <= self.deal <= len(game.deals) or not game.deals[self.deal - 1].over:
            raise ValueError(f"deal {self.deal} is not over: until then its hands are hidden")
        done, moves = 0, len(game.deals[self.deal - 1].moves)

        def hear(verdict: Verdict) -> None:
            nonlocal done
            done += 1
            tell(done / moves)

        found = review(game, [self.deal], care=self.care, threads=1, tell=hear)
        return json.dumps({"version": JSON_VERSION, **found.as_dict()}).encode()


# -- answers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JobProgress:
    """So much is done."""

    fraction: float


@dataclass(frozen=True, slots=True, repr=False)
class JobResult:
    """What came of it."""

    result: object


@dataclass(frozen=True, slots=True)
class JobError:
    """The kind of error, and no more: what it says may tell of hidden cards."""

    why: str


Answer = JobProgress | JobResult | JobError


def run_job(packed: bytes, send: Callable[[bytes], None]) -> None:
    """Do a job that came as a pickle, and send answers as pickles, the last of them Finished or Failed."""
    answer: Answer
    try:
        job: Job[object] = pickle.loads(packed)
        answer = JobResult(job.run(lambda fraction: send(pickle.dumps(JobProgress(fraction)))))
    except BaseException as error:  # the process goes on with the next job
        answer = JobError(type_name(error))
    send(pickle.dumps(answer))
