"""What is done in other processes, and what they answer."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from ...bots.bot import kind_of
from ...game.game import Game
from ...tables.bot_runner import Choice, choose
from ...tables.table import Thought
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

    def work(self, tell: Tell) -> Result:
        """Do it, and return what came of it."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision of a bot."""

    thought: Thought
    view: PackedView

    def work(self, tell: Tell) -> Choice:
        """Return what the bot chooses."""
        return choose(self.thought, self.view.unpacked())


@dataclass(frozen=True, slots=True)
class WorkHint:
    """A hint for a player who is to decide."""

    view: PackedView

    def work(self, tell: Tell) -> Hint:
        """Return what the champion would do, and why."""
        from ...review import hint

        return hint(self.view.unpacked())


@dataclass(frozen=True, slots=True, repr=False)
class ReviewDeal:
    """The review of one finished deal of a recorded game."""

    record: str
    deal: int
    """Its number, from 1."""
    care: float

    def work(self, tell: Tell) -> bytes:
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
class Progress:
    """So much is done."""

    fraction: float


@dataclass(frozen=True, slots=True, repr=False)
class Finished:
    """What came of it."""

    result: object


@dataclass(frozen=True, slots=True)
class Failed:
    """The kind of error, and no more: what it says may tell of hidden cards."""

    why: str


Answer = Progress | Finished | Failed


def carry_out(packed: bytes, send: Callable[[bytes], None]) -> None:
    """Do a job that came as a pickle, and send answers as pickles, the last of them Finished or Failed."""
    answer: Answer
    try:
        job: Job[object] = pickle.loads(packed)
        answer = Finished(job.work(lambda fraction: send(pickle.dumps(Progress(fraction)))))
    except BaseException as error:  # the process goes on with the next job
        answer = Failed(kind_of(error))
    send(pickle.dumps(answer))
