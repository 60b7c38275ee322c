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
from typing import Any, NamedTuple

from ..bots import Fault
from ..bots.bot import in_a_line
from ..deal import View
from ..events import Viewer
from .commands import BotChose, Command, Renew, Tick
from .decide import Outside, Repeated, decide
from .entries import DealBegan, Entry, Opened
from .messages import Done, Refused, Signal, Speaker, encode_message
from .refusals import NoSuchPhrase, NotDue, NotYourSeat, Refusal
from .sentences import REACTIONS
from .state import SECOND, TableState
from .store import NoSuchTable, NumberTaken, Part, Store, StoreError, StoreUnclear
from .table import Message, Table, Thought
from .thinking import Choice, Thinkers, choose_instead

Send = Callable[[bytes], None]
"""Takes a message for one client; it returns at once and never fails, whatever becomes of the client."""
Hear = Callable[[Entry], None]
"""Takes an entry of a log once it is durable; it returns at once and never fails."""
Clock = Callable[[], int]
Hold = Callable[[str], Awaitable[None]]
"""Waits until a table may go on by itself, where something else than the pace holds it back."""

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
    sitting: int | None = None
    """Who is listening, if that is a player: follows them when places are changed, and ends when the seat is lost."""
    ended: Callable[[], None] | None = None
    """Called once when the seat is lost: this client is told nothing more."""


class _Letter(NamedTuple):
    """A message that is ready for one listener."""

    listener: Listener
    viewer: Viewer
    """Whose stream the listener follows from now on."""
    number: int
    data: bytes
    whole: bool
    """Whether it leads there from wherever the listener is."""


@dataclass(eq=False)
class _Follower:
    """Whoever hears every entry of a log."""

    hear: Hear
    heard: int = 0
    """How many entries it has heard."""

    def catch_up(self, part: Part) -> None:
        """Hear what is new in a part of the log that begins with nothing later."""
        for entry in part.entries[self.heard - part.before :]:
            self.hear(entry)
        self.heard = part.before + len(part.entries)


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

    async def command(
        self, id: str, seat: int | None, command: Command, language: str = "en", *, sitting: int | None = None
    ) -> Done | Refused:
        """Carry out a command of a seat, and return what to answer; StoreError where it is not known what became.

        With ``sitting`` it is a command of whoever sat down under that number, wherever they sit by now.
        """
        return await self._place(id).command(seat, command, language, sitting)

    async def listen(
        self,
        id: str,
        viewer: Viewer,
        language: str,
        send: Send,
        seen: int = 0,
        *,
        sitting: int | None = None,
        ended: Callable[[], None] | None = None,
    ) -> Listener:
        """Follow a viewer's stream: first what came after ``seen``, or everything there is, then what is new.

        With ``sitting`` it is the stream of whoever sat down under that number, and ``viewer`` the one that ``seen``
        counts in; a player who has no seat any more is a LookupError.  A listener moves with the player when places
        are changed; when the seat is given up or freed it is told nothing more, and ``ended`` is called.
        """
        return await self._place(id).listen(viewer, language, send, seen, sitting, ended)

    async def heard(self, id: str, number: int) -> None:
        """Take note that a log has so many entries: where another process has appended, read what is new and tell."""
        if id in self._places:
            await self._places[id].heard(number)

    def leave(self, id: str, listener: Listener) -> None:
        """Follow no longer."""
        self._place(id).leave(listener)

    async def follow(self, id: str, hear: Hear) -> None:
        """Hear every entry of a table's log from the first on: only for whoever runs the table, and may know all."""
        await self._place(id).follow(hear)

    def signal(self, id: str, signal: Signal) -> None:
        """Send a signal to everybody at a table."""
        self._place(id).signal(signal)

    def react(self, id: str, seat: int, phrase: str) -> Refusal | None:
        """Let everybody at a table hear a phrase of the list from a player; return why not, where that cannot be."""
        return self._place(id).react(seat, phrase)

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

    def forget(self, id: str) -> None:
        """Know nothing any more of a table that is not there."""
        self._places.pop(id, None)

    def outside(self, id: str) -> Outside:
        """Return what a table does not know by itself, now."""
        return self._outside(id, self.clock())

    async def hold(self, id: str) -> None:
        """Wait until a table may go on by itself."""
        if self._hold is not None:
            await self._hold(id)


class _Place:
    """One table of a host, with its listeners, its clock and its thinking bots."""

    def __init__(self, host: Host, id: str) -> None:
        self.host = host
        self.id = id
        self.faults: list[tuple[int, Fault]] = []
        self._running: _Running | None = None
        self._listeners: list[Listener] = []
        self._followers: list[_Follower] = []
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tick_held: asyncio.Task[None] | None = None
        """The clock, where it is held back."""
        self._changed = asyncio.Event()
        """Set and replaced after every change, for bots that wait until their moves may be shown."""
        self._thoughts: dict[str, asyncio.Task[None]] = {}
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._waking: asyncio.Task[None] | None = None
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
            lost = fresh and running.table.was_lost(self.host.clock() - GRACE)
            self._look()
        if lost:
            await self.command(None, Renew(), "en")

    async def command(
        self, seat: int | None, command: Command, language: str, sitting: int | None = None
    ) -> Done | Refused:
        """Carry out a command, and say what became of it."""
        async with self._lock:
            try:
                for _ in range(TRIES):
                    running = await self._load()
                    if sitting is not None and (seat := running.table.seat_of(sitting)) is None:
                        return running.speaker(language).refused(command.id, NotYourSeat())
                    decision = decide(running.table, command, seat, self.host.outside(self.id))
                    if isinstance(decision, Refusal):
                        return running.speaker(language).refused(command.id, decision)
                    if isinstance(decision, Repeated) or await self._carry_out(running, decision):
                        return Done(command.id)
            finally:
                self._look()  # whatever became of this command, the table may have been read anew
        raise StoreError(f"{self.id}: others were quicker {TRIES} times")

    async def heard(self, number: int) -> None:
        """Read on if the log has grown elsewhere."""
        async with self._lock:
            try:
                running = await self._load()
                if running.table.entries < number:
                    await self._read_on(running)
            except StoreError:
                pass  # it is tried again, with a pause
            finally:
                self._look()

    async def _read_on(self, running: _Running) -> None:
        """Take in the entries that others have appended, and tell of them."""
        part = await self.host.store.read_deal(self.id)
        known = running.table.entries - part.before
        if known < 0:  # another deal has begun, and ended the one that is known here
            self._let_go()
            await self._load()
            return
        try:
            for entry in part.entries[known:]:
                letters = self._written(running, running.table.apply(entry))
                self._remember(running, (entry,))
                self._tell(letters)
                self._end_lost(running.table)
        except BaseException:
            self._let_go()
            raise
        await self._catch_up_followers(part)

    async def _carry_out(self, running: _Running, decision: tuple[Entry, ...]) -> bool:
        """Append entries and tell of them; False where the table had to be let go and the command is open still."""
        table = running.table
        before = table.entries
        # Applied first, since what is due afterwards is stored with the entries.  Nobody sees the table before they
        # are: the lock is held, and what goes wrong throws it away.
        written = [self._written(running, table.apply(entry)) for entry in decision]
        try:
            await self.host.store.append(self.id, before, decision, table.due)
        except NumberTaken:
            self._let_go()
            return False
        except StoreUnclear:
            self._let_go()
            log = await self.host.store.read(self.id)  # whoever listens is told when the table is loaded again
            await self._load()
            return log.entries[before : before + len(decision)] == list(decision)
        except BaseException:
            self._let_go()
            raise
        self._remember(running, decision)
        for letters in written:
            self._tell(letters)
        self._end_lost(table)
        for follower in self._followers:
            follower.catch_up(Part(before, list(decision)))
        return True

    def _written(self, running: _Running, told: dict[Viewer, Message]) -> list[_Letter]:
        """Return the messages of one entry, for each listener in its language."""
        staying = [one for one in self._listeners if self._stays(running.table, one) and one.viewer in told]
        by_language: dict[str, set[Viewer]] = {}
        for listener in staying:
            by_language.setdefault(listener.language, set()).add(listener.viewer)
        written: dict[tuple[str, Viewer], bytes] = {}
        for language, viewers in by_language.items():
            some = {viewer: told[viewer] for viewer in told if viewer in viewers}
            for viewer, data in running.speaker(language).write(some).items():
                written[language, viewer] = data
        letters = [
            _Letter(one, one.viewer, told[one.viewer].number, written[one.language, one.viewer], told[one.viewer].whole)
            for one in staying
        ]
        return letters + [letter for one in self._listeners if (letter := self._moved(running, one)) is not None]

    @staticmethod
    def _stays(table: Table, listener: Listener) -> bool:
        """Say whether a listener still follows the stream that it followed."""
        return listener.viewer is None or table.state.seats[listener.viewer].sitting == listener.sitting

    def _moved(self, running: _Running, listener: Listener) -> _Letter | None:
        """Return the state for a player who has changed places, in the stream of the new one."""
        if self._stays(running.table, listener) or listener.sitting is None:
            return None
        seat = running.table.seat_of(listener.sitting)
        if seat is None:
            return None
        data = encode_message(running.speaker(listener.language).state(seat))
        return _Letter(listener, seat, _told(running.table, seat), data, whole=True)

    def _tell(self, letters: list[_Letter]) -> None:
        for listener, viewer, number, data, whole in letters:
            if listener in self._listeners and (whole or number == listener.seen + 1):
                listener.viewer, listener.seen = viewer, number
                listener.send(data)

    def _end_lost(self, table: Table) -> None:
        """Let go of listeners whose seat is theirs no longer."""
        for listener in list(self._listeners):
            if listener.sitting is not None and table.seat_of(listener.sitting) is None:
                self.leave(listener)
                if listener.ended is not None:
                    listener.ended()

    def _remember(self, running: _Running, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if isinstance(entry, DealBegan):
                running.deal.clear()
            running.deal.append(entry)

    # -- loading ---------------------------------------------------------------------------------------------------

    async def _load(self) -> _Running:
        """Return the table, read from the store where it is not loaded; whoever listens is told what is new."""
        if self._running is None:
            try:
                part = await self.host.store.read_deal(self.id)
            except NoSuchTable:
                self.host.forget(self.id)
                self._closed = True
                raise
            table = Table.fold(part.entries, before=part.before)
            self._running = _Running(table, part.entries)
            self._catch_up(self._running)
            await self._catch_up_followers(part)
        return self._running

    def _let_go(self) -> None:
        """Forget the table, so that it is read again."""
        self._running = None

    def _catch_up(self, running: _Running) -> None:
        """Tell every listener what it has not been told yet."""
        self._end_lost(running.table)
        for listener in list(self._listeners):
            self._send_missing(running, listener)

    async def _catch_up_followers(self, part: Part) -> None:
        """Let every follower hear what it has not heard yet."""
        for follower in self._followers:
            follower.catch_up(part if follower.heard >= part.before else await self.host.store.read(self.id))

    def _send_missing(self, running: _Running, listener: Listener) -> None:
        """Send a listener the messages after the last that it has seen, or the whole state where they are too many."""
        if (moved := self._moved(running, listener)) is not None:
            self._tell([moved])
            return
        told = _told(running.table, listener.viewer)
        if listener.seen == told:
            return
        near = 0 < listener.seen < told <= listener.seen + KEPT
        missing = _messages(running.deal, listener) if near else None
        if missing is None:
            missing = [encode_message(running.speaker(listener.language).state(listener.viewer))]
        listener.seen = told
        for data in missing:
            listener.send(data)

    async def listen(
        self,
        viewer: Viewer,
        language: str,
        send: Send,
        seen: int,
        sitting: int | None,
        ended: Callable[[], None] | None,
    ) -> Listener:
        """Follow a viewer's stream."""
        async with self._lock:
            try:
                table = (running := await self._load()).table
            finally:
                self._look()
            if sitting is not None:
                seat = table.seat_of(sitting)
                if seat is None:
                    raise LookupError(f"{self.id}: whoever sat down as number {sitting} has no seat any more")
                viewer, seen = seat, seen if seat == viewer else 0
            elif viewer is not None:
                sitting = table.state.seats[viewer].sitting
            seen = seen if seen <= _told(table, viewer) else 0
            listener = Listener(viewer, language, send, seen, sitting, ended)
            self._listeners.append(listener)
            self._send_missing(running, listener)
        return listener

    async def follow(self, hear: Hear) -> None:
        """Hear every entry of the log, what is there and what is new."""
        async with self._lock:
            await self._load()
            follower = _Follower(hear)
            follower.catch_up(await self.host.store.read(self.id))
            self._followers.append(follower)

    def leave(self, listener: Listener) -> None:
        """Follow no longer."""
        with suppress(ValueError):
            self._listeners.remove(listener)

    def signal(self, signal: Signal) -> None:
        """Send a signal to everybody who listens."""
        data = encode_message(signal)
        for listener in list(self._listeners):
            listener.send(data)

    def react(self, seat: int, phrase: str) -> Refusal | None:
        """Let everybody hear a phrase of the list, each in their own language."""
        if phrase not in REACTIONS:
            return NoSuchPhrase(phrase)
        if self._running is None or seat not in self._running.table.people:
            return NotYourSeat()
        for listener in list(self._listeners):
            text = self._running.speaker(listener.language).words.gettext(REACTIONS[phrase])
            listener.send(encode_message(Signal("reaction", seat, text, {"phrase": phrase})))
        return None

    # -- clock and bots --------------------------------------------------------------------------------------------

    async def _look_again(self) -> None:
        """Look when nothing is being appended: until then a table may be ahead of its log."""
        async with self._lock:
            self._look()

    def _look(self) -> None:
        """See what is due and who is to think, after every change; where the table was let go, read it again."""
        if self._closed:
            return
        if self._running is None:
            if self._waking is None:
                self._waking = self._start(self._wake_again())
            return
        table = self._running.table
        self._changed.set()
        self._changed = asyncio.Event()
        # Bots that think here are seen to: the clock of another process has to, should this one end.
        self._set_timer(None if table.waits_for_bots else table.due)
        wanted = {thought.moment: thought for thought in table.thoughts()}
        for moment in [moment for moment in self._thoughts if moment not in wanted]:
            self._thoughts.pop(moment).cancel()
        for moment, thought in wanted.items():
            if moment not in self._thoughts:
                self._thoughts[moment] = self._start(self._think(thought, table.view_for_bot(thought.seat)))

    def _set_timer(self, due: int | None) -> None:
        for waiting in (self._timer, self._tick_held):
            if waiting is not None:
                waiting.cancel()
        self._timer = self._tick_held = None
        if due is not None:
            wait = max(0, due - self.host.clock()) / SECOND
            self._timer = asyncio.get_running_loop().call_later(wait, self._time_has_come)

    def _time_has_come(self) -> None:
        self._tick_held = self._start(self._tick())

    async def _tick(self) -> None:
        await self.host.hold(self.id)
        self._tick_held = None
        try:
            answer = await self.command(None, Tick(), "en")
        except StoreError:
            return  # the table is read again after a pause, and its clock set
        if isinstance(answer, Refused):  # the clock moved meanwhile, or runs a little ahead
            await asyncio.sleep(0.001)
            await self._look_again()

    async def _think(self, thought: Thought, view: View) -> None:
        try:
            choice = await self.host.thinkers.choose(self.id, thought, view)
        except Exception as error:  # whatever is wrong with them, the game goes on
            choice = Choice(choose_instead(thought, view), Fault("raised", in_a_line(error)))
        if choice.fault is not None:
            self.faults.append((thought.seat, choice.fault))
            if not thought.window:  # who is asked in a window holds an answer: that is nobody else's business
                self.signal(Signal("fault", thought.seat, str(choice.fault)))
        chose = BotChose(moment=thought.moment, move=int(choice.move), stuck=choice.fault is not None)
        while (early := self._early()) > 0:
            with suppress(TimeoutError):  # or the pace changes
                async with asyncio.timeout(early / SECOND):
                    await self._changed.wait()
        await self.host.hold(self.id)
        # In a task of its own: what this thought leads to ends the thought.
        self._start(self._show(chose))

    def _early(self) -> int:
        """Return how many milliseconds it is too early for a bot to show its move."""
        table = self.table
        return 0 if table is None else table.since + table.pace.bots - self.host.clock()

    async def _show(self, chose: BotChose) -> None:
        try:
            answer = await self.command(None, chose, "en")
        except StoreError:
            answer = None
        if answer is None or (isinstance(answer, Refused) and isinstance(answer.why, NotDue)):
            # The same bot with the same luck will choose the same: it is asked once more.
            if (thought := self._thoughts.pop(chose.moment, None)) is not None:
                thought.cancel()
            await self._look_again()

    async def _wake_again(self) -> None:
        """Load the table again after a pause, and until the store does not fail any more."""
        try:
            while self._running is None and not self._closed:
                await asyncio.sleep(PAUSE)
                with suppress(StoreError):
                    await self.wake()
        finally:
            self._waking = None

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
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

    async def close(self) -> None:
        """Stop the clock and all thoughts, once what is being appended is told."""
        self._closed = True
        self._set_timer(None)
        async with self._lock:
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
