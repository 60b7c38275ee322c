"""Bots of a server: those that search think in processes of lower priority, the others at once."""

from __future__ import annotations

from collections.abc import Callable

from ...base.workers import cpu_count
from ...bots import BotError, BotFault, BotSpec
from ...bots.champion import UNSEARCHED_PHASES, Champion
from ...game.deal import View
from ...review import Hint
from ...tables.bot_runner import BotMove, choose_bot_move, choose_fallback_move
from ...tables.table import BotTask
from .bot_jobs import DecisionJob, HintJob
from .fair_queue import QueueFull, QueueOwner
from .packed_view import PackedView
from .pool import JobKind, JobTimeout, WorkerPool
from .worker import BOT_NICENESS
from .worker_process import JobFailed, WorkerDied

BOT_TIMEOUT_SECONDS = 10.0
"""After this a bot counts as stuck; a champion takes a fiftieth of a second."""
HINT_TIMEOUT_SECONDS = 30.0
QUEUE_TIMEOUT_SECONDS = 30.0
"""After this a decision is made without the bot, because no process is free for it."""
MAX_QUEUED_JOBS = 4096
MAX_QUEUED_JOBS_PER_TABLE = 16


class HintUnavailable(Exception):
    """No hint could be worked out now; it may be asked for again."""


def decides_instantly(bot: str, view: View) -> bool:
    """Return whether a bot decides in less time than it takes to send its view to another process.

    That holds for compiled policies, and for a champion that answers a hazard: there it does not search, and an answer
    that waited behind other tables would come after its window.  By what is open only: how long a bot takes must not
    tell what it holds, so that there is nothing here about the number of its moves.
    """
    try:
        spec = BotSpec.parse(bot)
    except BotError:
        return True  # a Sunday driver decides instead
    answers = spec.character.name == Champion.name and view.phase in UNSEARCHED_PHASES
    return answers or spec.policy_of is not None


class ProcessBotRunner:
    """Lets bots think in processes of lower priority, ``workers`` at a time, fair between addresses and their tables.

    A bot that takes longer than ``patience`` seconds is given up, and its process replaced.  Where that happens, where
    too much waits, and where nobody was free within ``longest_wait`` seconds, a Sunday driver decides.  ``niceness`` is
    how far processes stand back behind the server.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        patience: float = BOT_TIMEOUT_SECONDS,
        longest_wait: float = QUEUE_TIMEOUT_SECONDS,
        most_waiting: int = MAX_QUEUED_JOBS,
        most_at_a_table: int = MAX_QUEUED_JOBS_PER_TABLE,
        niceness: int = BOT_NICENESS,
    ) -> None:
        self.patience = patience
        self.longest_wait = longest_wait
        workers = max(1, cpu_count() - 1) if workers is None else workers
        self._pool = WorkerPool(workers, niceness, most_waiting, most_at_a_table)
        self.owner_of: Callable[[str], QueueOwner] = lambda table: QueueOwner(True, "", table)
        """Says whose turn a table takes; for the service to set."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move that a bot chooses, or a Sunday driver where it is stuck or has no place to think."""
        if decides_instantly(thought.bot, view):
            return choose_bot_move(thought, view)
        try:
            return await self._pool.do(
                JobKind.DECISION,
                self.owner_of(table),
                lambda: DecisionJob(thought, PackedView.of(view)),
                self.patience,
                self.longest_wait,
            )
        except QueueFull:
            fault = BotFault("stalled", "too many bots wait for their turn to think")
        except (JobTimeout, WorkerDied) as error:
            fault = BotFault("stalled", str(error))
        except JobFailed as error:
            fault = BotFault("raised", str(error))
        return BotMove(choose_fallback_move(thought, view), fault)

    async def work_hint(self, table: str, view: View) -> Hint:
        """Return what the champion would do for a seat that is to decide, and why; HintUnavailable where too much
        waits.
        """
        try:
            return await self._pool.do(
                JobKind.HINT,
                self.owner_of(table),
                lambda: HintJob(PackedView.of(view)),
                HINT_TIMEOUT_SECONDS,
                self.longest_wait,
            )
        except (QueueFull, JobTimeout, WorkerDied, JobFailed) as error:
            raise HintUnavailable(str(error)) from None

    def prioritize(self, table: str) -> None:
        """Let what waits for a table go before those where nobody is present."""
        self._pool.prioritize(table)

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return self._pool.pids

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return self._pool.busy

    @property
    def waiting(self) -> int:
        """How many decisions wait for a process."""
        return self._pool.waiting(JobKind.DECISION)

    async def close(self) -> None:
        """End all processes at once; who waits for a decision is cancelled, since another server will make it."""
        await self._pool.close()
