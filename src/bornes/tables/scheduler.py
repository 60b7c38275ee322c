"""What keeps a table going by itself: its clock, and its bots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from ..bots import BotFault
from ..bots.bot import one_line_error
from ..game.deal import View
from .bot_runner import BotMove, BotRunner, choose_fallback_move
from .commands import Command, RenewDeadline, SubmitBotMove, Tick
from .messages import CommandRefused, Done
from .refusals import NotDue
from .table import BotTask, Table
from .table_state import SECOND_MS
from .table_store import StoreError

MAX_CLOCK_DELAY_MS = 10 * SECOND_MS
"""A timer that fires later than this shows that the machine slept."""
Clock = Callable[[], int]
"""Gives the time, in milliseconds."""
Hold = Callable[[str], Awaitable[None]]
"""Waits until a table may go on by itself, where something else than the pace holds it back."""


class Scheduler:
    """Sends what is due, and what bots have chosen, as commands.

    ``send`` carries a command out; ``look_again`` comes back to ``reschedule`` when nothing is being appended;
    ``report`` takes what a bot did instead of choosing a legal move.
    """

    def __init__(
        self,
        id: str,
        thinkers: BotRunner,
        clock: Clock,
        hold: Hold,
        send: Callable[[Command], Awaitable[Done | CommandRefused]],
        look_again: Callable[[], Awaitable[None]],
        report: Callable[[BotTask, BotFault], None],
    ) -> None:
        self.id = id
        self._thinkers = thinkers
        self._clock = clock
        self._hold = hold
        self._send = send
        self._look_again = look_again
        self._report = report
        self._table: Table | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tick_held: asyncio.Task[None] | None = None
        """The clock, where it is held back."""
        self._changed = asyncio.Event()
        """Set and replaced after every change, for bots that wait until their moves may be shown."""
        self._thoughts: dict[str, asyncio.Task[None]] = {}
        self._tasks: dict[asyncio.Task[Any], None] = {}

    def reschedule(self, table: Table) -> None:
        """See what is due and who is to think, after every change."""
        self._table = table
        if self._thoughts:
            self._changed.set()
            self._changed = asyncio.Event()
        # Bots that think here are seen to: the clock of another process has to, should this one end.
        self._set_timer(None if table.waits_for_bots else table.due)
        wanted = {thought.moment: thought for thought in table.bot_tasks()}
        for moment in [moment for moment in self._thoughts if moment not in wanted]:
            self._thoughts.pop(moment).cancel()
        for moment, thought in wanted.items():
            if moment not in self._thoughts:
                self._thoughts[moment] = self.start(self._think(thought, table.view_for_bot(thought.seat)))

    # -- the clock -------------------------------------------------------------------------------------------------

    def _set_timer(self, due: int | None) -> None:
        for waiting in (self._timer, self._tick_held):
            if waiting is not None:
                waiting.cancel()
        self._timer = self._tick_held = None
        if due is not None:
            now = self._clock()
            ring = max(due, now)
            self._timer = asyncio.get_running_loop().call_later((ring - now) / SECOND_MS, self._time_has_come, ring)

    def _time_has_come(self, ring: int) -> None:
        # Where this machine has slept nobody could reach the table: the time is given back.
        slept = self._clock() - ring > MAX_CLOCK_DELAY_MS
        self._tick_held = self.start(self._tick(RenewDeadline() if slept else Tick()))

    async def _tick(self, command: RenewDeadline | Tick) -> None:
        await self._hold(self.id)
        self._tick_held = None
        try:
            answer = await self._send(command)
            if isinstance(answer, CommandRefused) and isinstance(command, RenewDeadline):
                answer = await self._send(Tick())
        except StoreError:
            return  # the table is read again after a pause, and its clock set
        if isinstance(answer, CommandRefused):  # the clock moved meanwhile, or runs a little ahead
            await asyncio.sleep(0.001)
            await self._look_again()

    # -- bots ------------------------------------------------------------------------------------------------------

    async def _think(self, thought: BotTask, view: View) -> None:
        try:
            choice = await self._thinkers.choose(self.id, thought, view)
        except Exception as error:  # whatever is wrong with them, the game goes on
            choice = BotMove(choose_fallback_move(thought, view), BotFault("raised", one_line_error(error)))
        if choice.fault is not None:
            self._report(thought, choice.fault)
        while (early := self._early()) > 0:
            with suppress(TimeoutError):  # or the pace changes
                async with asyncio.timeout(early / SECOND_MS):
                    await self._changed.wait()
        await self._hold(self.id)
        # In a task of its own: what this thought leads to ends the thought.
        self.start(
            self._show(SubmitBotMove(moment=thought.moment, move=int(choice.move), stuck=choice.fault is not None))
        )

    def _early(self) -> int:
        """Return how many milliseconds it is too early for a bot to show its move."""
        table = self._table
        return 0 if table is None else table.since + table.pace.bots - self._clock()

    async def _show(self, chose: SubmitBotMove) -> None:
        try:
            answer = await self._send(chose)
        except StoreError:
            answer = None
        if answer is None or (isinstance(answer, CommandRefused) and isinstance(answer.why, NotDue)):
            # The same bot with the same luck will choose the same: it is asked once more.
            if (thought := self._thoughts.pop(chose.moment, None)) is not None:
                thought.cancel()
            await self._look_again()

    # -- tasks -----------------------------------------------------------------------------------------------------

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside whatever else goes on at this table."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """Forget a task, and report at once what nobody waits to hear."""
        self._tasks.pop(task, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            context = {"message": f"the table {self.id} has stopped", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)

    @property
    def busy(self) -> bool:
        """Whether a bot thinks, or something else goes on that is not only waited for."""
        return bool(self._tasks)

    def unload(self) -> None:
        """Stop the clock, and know nothing of the table."""
        self._set_timer(None)
        self._table = None

    async def stop(self) -> None:
        """Stop the clock and all that goes on."""
        self.unload()
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
