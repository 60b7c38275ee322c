"""The host: runs tables on an event loop.

For every command: decide, append to the store with the expected number, and only then tell.  What somebody is told is
durable.  Where the number is taken, another process was quicker: the table is read again and the command decided anew.
Where it is unknown whether an append happened, the same: a command that is in the log by then is answered as carried
out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..bots import Fault
from ..events import Viewer
from .commands import BotChose, Command, Renew, Tick
from .decide import Decision, Outside, Repeated, decide
from .entries import DealBegan, Entry, Opened
from .messages import Done, Refused, Signal, Speaker, encode_message
from .refusals import Refusal
from .state import SECOND, TableState
from .store import NumberTaken, Store, StoreError, StoreUnclear
from .table import Message, Table, Thought
from .thinking import Thinkers

Send = Callable[[bytes], None]
"""Takes a message for one client; it returns at once and never fails, whatever becomes of the client."""
Clock = Callable[[], int]
Hold = Callable[[Thought], Awaitable[None]]
"""Waits until a bot may show its move, where something else than the pace holds it back."""

GRACE = 2 * SECOND
"""A deadline that passed longer ago than this when a table is loaded passed while nobody could reach it."""
TRIES = 20
"""So often a command is decided anew when others are quicker."""
PAUSE = 1.0
"""Seconds until the clock or a bot tries again where the store failed."""
KEPT = 64
"""So many of the last messages are sent again; whoever missed more gets the whole state."""


@dataclass(eq=False)
class Listener:
    """A client that follows one viewer's stream."""

    viewer: Viewer
    language: str
    send: Send
    seen: int
    """The number of the last message that it was sent."""


@dataclass(eq=False)
class _Running:
    """A table that is loaded."""

    table: Table
    deal: list[Entry]
    """The entries from the one that began the deal."""
    speakers: dict[str, Speaker] = field(default_factory=dict)

    def speaker(self, language: str) -> Speaker:
        """Return who speaks a language at this table."""
        if language not in self.speakers:
            self.speakers[language] = Speaker(self.table, language)
        return self.speakers[language]


class Host:
    """Runs tables: one host for each process, any number of tables."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        clock: Clock,
        outside: Callable[[str, int], Outside],
        *,
        hold: Hold | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.clock = clock
        self._outside = outside
        """Gives what a table does not know by itself, for its id and the present time."""
        self._hold = hold
        self._places: dict[str, _Place] = {}

    async def open(self, state: TableState, record: str = "") -> None:
        """Open a new table; ``record`` is a game that was begun elsewhere and goes on here."""
        opened = Opened(at=self.clock(), table=state, record=record)
        table = Table(opened)  # what cannot be opened is refused before it is written
        await self.store.append(state.id, 0, [opened], table.due)
        await self.load(state.id)

    async def load(self, id: str) -> None:
        """Load a table, so that its clock runs and its bots think; NoSuchTable where there is none."""
        await self._place(id).wake()

    async def command(self, id: str, seat: int | None, command: Command, language: str = "en") -> Done | Refused:
        """Carry out a command of a seat, and return what to answer; StoreError where it is not known what became."""
        return await self._place(id).command(seat, command, language)

    async def listen(self, id: str, viewer: Viewer, language: str, send: Send, seen: int = 0) -> Listener:
        """Follow a viewer's stream: first what came after ``seen``, or everything there is, then what is new."""
        return await self._place(id).listen(viewer, language, send, seen)

    def leave(self, id: str, listener: Listener) -> None:
        """Follow no longer."""
        self._place(id).leave(listener)

    def signal(self, id: str, signal: Signal) -> None:
        """Send a signal to everybody at a table."""
        self._place(id).signal(signal)

    async def record(self, id: str) -> str:
        """Return the record of the game that is played at a table."""
        part = await self.store.read(id)
        return Table.fold(part.entries, keep_deals=True).record()

    def table(self, id: str) -> Table | None:
        """Return a table that is loaded, for whoever runs it; it is not to be changed."""
        return self._place(id).table

    def faults(self, id: str) -> list[tuple[int, Fault]]:
        """Return what bots of a table did instead of choosing legal moves, with their seats."""
        return self._place(id).faults

    async def close(self) -> None:
        """Stop all clocks and thoughts; nothing is lost."""
        for place in list(self._places.values()):
            await place.close()

    def _place(self, id: str) -> _Place:
        if id not in self._places:
            self._places[id] = _Place(self, id)
        return self._places[id]

    def outside(self, id: str) -> Outside:
        """Return what a table does not know by itself, now."""
        return self._outside(id, self.clock())

    async def hold(self, thought: Thought) -> None:
        """Wait until a bot may show its move."""
        if self._hold is not None:
            await self._hold(thought)


class _Place:
    """One table of a host, with its listeners, its clock and its thinking bots."""

    def __init__(self, host: Host, id: str) -> None:
        self.host = host
        self.id = id
        self.faults: list[tuple[int, Fault]] = []
        self._running: _Running | None = None
        self._listeners: list[Listener] = []
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._thoughts: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    @property
    def table(self) -> Table | None:
        """The table, where it is loaded."""
        return None if self._running is None else self._running.table

    # -- commands ------------------------------------------------------------------------------------------------

    async def wake(self) -> None:
        """Load the table, give back the time that passed while nobody could reach it, and let its clock run."""
        async with self._lock:
            fresh = self._running is None
            running = await self._load()
            due = running.table.due
            lost = fresh and due is not None and due + GRACE < self.host.clock()
        if lost:
            await self.command(None, Renew(), "en")
        self._look()

    async def command(self, seat: int | None, command: Command, language: str) -> Done | Refused:
        """Carry out a command, and say what became of it."""
        async with self._lock:
            for _ in range(TRIES):
                running = await self._load()
                decision = decide(running.table, command, seat, self.host.outside(self.id))
                if isinstance(decision, Refusal):
                    return running.speaker(language).refused(command.id, decision)
                if isinstance(decision, Repeated):
                    return Done(command.id)
                if await self._carry_out(running, decision):
                    self._look()
                    return Done(command.id)
        raise StoreError(f"{self.id}: others were quicker {TRIES} times")

    async def _carry_out(self, running: _Running, decision: Decision) -> bool:
        """Append entries and tell of them; False where the table had to be let go and the command is open still."""
        assert isinstance(decision, tuple)
        table = running.table
        before = table.entries
        # Applied first, since what is due afterwards is stored with the entries.  Nobody sees the table before they
        # are: the lock is held, and what goes wrong throws it away.
        written = [self._written(running, table.apply(entry)) for entry in decision]
        try:
            await self.host.store.append(self.id, before, decision, table.due)
        except (NumberTaken, StoreUnclear):
            self._let_go()
            return False
        except BaseException:
            self._let_go()
            raise
        self._remember(running, decision)
        for messages in written:
            self._tell(messages)
        return True

    def _written(self, running: _Running, told: dict[Viewer, Message]) -> list[tuple[Listener, int, bytes]]:
        """Return the messages of one entry, for each listener in its language."""
        written: dict[tuple[Viewer, str], bytes] = {}
        sent: list[tuple[Listener, int, bytes]] = []
        by_language: dict[str, set[Viewer]] = {}
        for listener in self._listeners:
            if listener.viewer in told:
                by_language.setdefault(listener.language, set()).add(listener.viewer)
        for language, viewers in by_language.items():
            some = {viewer: told[viewer] for viewer in told if viewer in viewers}
            for viewer, data in running.speaker(language).write(some).items():
                written[viewer, language] = data
        for listener in self._listeners:
            if listener.viewer in told:
                data = written[listener.viewer, listener.language]
                sent.append((listener, told[listener.viewer].number, data))
        return sent

    def _tell(self, messages: list[tuple[Listener, int, bytes]]) -> None:
        for listener, number, data in messages:
            if number == listener.seen + 1:
                listener.seen = number
                listener.send(data)

    def _remember(self, running: _Running, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if isinstance(entry, DealBegan):
                running.deal.clear()
            running.deal.append(entry)

    # -- loading ---------------------------------------------------------------------------------------------------

    async def _load(self) -> _Running:
        """Return the table, read from the store where it is not loaded; whoever listens is told what is new."""
        if self._running is None:
            part = await self.host.store.read_deal(self.id)
            table = Table.fold(part.entries, before=part.before)
            self._running = _Running(table, part.entries)
            self._catch_up(self._running)
        return self._running

    def _let_go(self) -> None:
        """Forget the table, so that it is read again."""
        self._running = None

    def _catch_up(self, running: _Running) -> None:
        """Tell every listener what it has not been told yet."""
        for listener in list(self._listeners):
            self._send_missing(running, listener)

    def _send_missing(self, running: _Running, listener: Listener) -> None:
        """Send a listener the messages after the last that it has seen, or the whole state where they are too many."""
        told = _told(running.table, listener.viewer)
        if listener.seen == told and told:
            return
        missing = _messages(running.deal, listener) if 0 < told - listener.seen <= KEPT and listener.seen else None
        if missing is None:
            listener.send(encode_message(running.speaker(listener.language).state(listener.viewer)))
        for data in missing or ():
            listener.send(data)
        listener.seen = told

    async def listen(self, viewer: Viewer, language: str, send: Send, seen: int) -> Listener:
        """Follow a viewer's stream."""
        async with self._lock:
            running = await self._load()
            listener = Listener(viewer, language, send, seen if seen <= _told(running.table, viewer) else 0)
            if listener.seen == 0:
                listener.send(encode_message(running.speaker(language).state(viewer)))
                listener.seen = _told(running.table, viewer)
            else:
                self._send_missing(running, listener)
            self._listeners.append(listener)
        self._look()
        return listener

    def leave(self, listener: Listener) -> None:
        """Follow no longer."""
        with suppress(ValueError):
            self._listeners.remove(listener)

    def signal(self, signal: Signal) -> None:
        """Send a signal to everybody who listens."""
        data = encode_message(signal)
        for listener in list(self._listeners):
            listener.send(data)

    # -- clock and bots --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """See what is due and who is to think, after every change."""
        if self._running is None or self._closed:
            return
        table = self._running.table
        self._set_timer(table.due)
        wanted = {thought.moment: thought for thought in table.thoughts()}
        for moment in [moment for moment in self._thoughts if moment not in wanted]:
            self._thoughts.pop(moment).cancel()
        for moment, thought in wanted.items():
            if moment not in self._thoughts:
                self._thoughts[moment] = self._start(self._think(thought))

    def _set_timer(self, due: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            wait = max(0, due - self.host.clock()) / SECOND
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._tick()))

    async def _tick(self) -> None:
        try:
            answer = await self.command(None, Tick(), "en")
        except StoreError:
            await asyncio.sleep(PAUSE)
            await self._try_wake()
            return
        if isinstance(answer, Refused):  # the clock moved meanwhile, or runs a little ahead
            await asyncio.sleep(0.001)
            self._look()

    async def _think(self, thought: Thought) -> None:
        running = self._running
        if running is None:
            return
        choice = await self.host.thinkers.choose(self.id, thought, running.table.view_for_bot(thought.seat))
        if choice.fault is not None:
            self.faults.append((thought.seat, choice.fault))
            self.signal(Signal("fault", thought.seat, str(choice.fault)))
        shown = thought.since + running.table.state.pace.bots
        while (early := shown - self.host.clock()) > 0:
            await asyncio.sleep(early / SECOND)
        await self.host.hold(thought)
        chose = BotChose(moment=thought.moment, move=int(choice.move), stuck=choice.fault is not None)
        # In a task of its own: what this thought leads to ends the thought.
        self._start(self._show(chose))

    async def _show(self, chose: BotChose) -> None:
        try:
            await self.command(None, chose, "en")
        except StoreError:
            await asyncio.sleep(PAUSE)
            self._thoughts.pop(chose.moment, None)
            await self._try_wake()

    async def _try_wake(self) -> None:
        """Load the table again; where the store fails still, try once more after a pause."""
        while not self._closed:
            try:
                await self.wake()
            except StoreError:
                await asyncio.sleep(PAUSE)
            else:
                return

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop the clock and all thoughts."""
        self._closed = True
        self._set_timer(None)
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _told(table: Table, viewer: Viewer) -> int:
    return (table.state if viewer is None else table.state.seats[viewer]).told


def _messages(entries: list[Entry], listener: Listener) -> list[bytes] | None:
    """Return a viewer's messages after the last that was seen, from the log; None where they began earlier."""
    first = entries[0]
    table = Table.fold([first])
    speaker = Speaker(table, listener.language)
    told = [table.first_news]
    written: list[bytes] = []
    for number, entry in enumerate([None, *entries[1:]]):
        news = told[0] if number == 0 else table.apply(entry)  # type: ignore[arg-type]
        message = news.get(listener.viewer)
        if message is not None and message.number > listener.seen:
            if not written and message.number != listener.seen + 1:
                return None
            written.append(speaker.write({listener.viewer: message})[listener.viewer])
    return written
