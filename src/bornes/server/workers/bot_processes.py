"""Bots of a server: those that search think in processes of lower priority, the others at once."""

from __future__ import annotations

from collections.abc import Callable

from ...base.workers import cores
from ...bots import BotError, Fault, Spec
from ...bots.champion import PHASES_AT_ONCE, Champion
from ...game.deal import View
from ...review import Hint
from ...tables.bot_runner import Choice, choose, choose_instead
from ...tables.table import Thought
from .bot_jobs import Decide, WorkHint
from .fair_queue import Crowded, Turn
from .packed_view import PackedView
from .pool import Kind, Pool, TooLong
from .worker import BOTS
from .worker_process import JobFailed, WorkerLost

PATIENCE = 10.0
"""Seconds after which a bot that thinks is taken to be stuck: a champion needs a fiftieth of one."""
HINT_PATIENCE = 30.0
LONGEST_WAIT = 30.0
"""Seconds after which a decision is made without the bot, where no process is free for it."""
MOST_WAITING = 4096
MOST_AT_A_TABLE = 16


class NoHint(Exception):
    """No hint could be worked out now; it may be asked for again."""


def decides_at_once(bot: str, view: View) -> bool:
    """Return whether a bot decides in less time than it takes to send its view to another process.

    That holds for compiled policies, and for a champion that answers a hazard: there it does not search, and an answer
    that waited behind other tables would come after its window.  By what is open only: how long a bot takes must not
    tell what it holds, so that there is nothing here about the number of its moves.
    """
    try:
        spec = Spec.parse(bot)
    except BotError:
        return True  # a Sunday driver decides instead
    answers = spec.character.name == Champion.name and view.phase in PHASES_AT_ONCE
    return answers or spec.policy_of is not None


class ProcessThinkers:
    """Lets bots think in processes of lower priority, ``workers`` at a time, fair between addresses and their tables.

    A bot that takes longer than ``patience`` seconds is given up, and its process replaced.  Where that happens, where
    too much waits, and where nobody was free within ``longest_wait`` seconds, a Sunday driver decides.  ``niceness`` is
    how far processes stand back behind the server.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        patience: float = PATIENCE,
        longest_wait: float = LONGEST_WAIT,
        most_waiting: int = MOST_WAITING,
        most_at_a_table: int = MOST_AT_A_TABLE,
        niceness: int = BOTS,
    ) -> None:
        self.patience = patience
        self.longest_wait = longest_wait
        workers = max(1, cores() - 1) if workers is None else workers
        self._pool = Pool(workers, niceness, most_waiting, most_at_a_table)
        self.turn_of: Callable[[str], Turn] = lambda table: Turn(True, "", table)
        """Says whose turn a table takes; for the service to set."""

    async def choose(self, table: str, thought: Thought, view: View) -> Choice:
        """Return the move that a bot chooses, or a Sunday driver where it is stuck or has no place to think."""
        if decides_at_once(thought.bot, view):
            return choose(thought, view)
        try:
            return await self._pool.do(
                Kind.DECISION,
                self.turn_of(table),
                lambda: Decide(thought, PackedView.of(view)),
                self.patience,
                self.longest_wait,
            )
        except Crowded:
            fault = Fault("stalled", "too many bots wait for their turn to think")
        except (TooLong, WorkerLost) as error:
            fault = Fault("stalled", str(error))
        except JobFailed as error:
            fault = Fault("raised", str(error))
        return Choice(choose_instead(thought, view), fault)

    async def work_hint(self, table: str, view: View) -> Hint:
        """Return what the champion would do for a seat that is to decide, and why; NoHint where too much waits."""
        try:
            return await self._pool.do(
                Kind.HINT, self.turn_of(table), lambda: WorkHint(PackedView.of(view)), HINT_PATIENCE, self.longest_wait
            )
        except (Crowded, TooLong, WorkerLost, JobFailed) as error:
            raise NoHint(str(error)) from None

    def attend(self, table: str) -> None:
        """Let what waits for a table go before those where nobody is present."""
        self._pool.attend(table)

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
        return self._pool.waiting(Kind.DECISION)

    async def close(self) -> None:
        """End all processes at once; who waits for a decision is cancelled, since another server will make it."""
        await self._pool.close()
