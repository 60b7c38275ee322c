"""The host: runs tables on an event loop.

For every command: decide, append to the store with the expected number, and only then tell.  What somebody is told is
durable.  Where the number is taken, another process was quicker: the table is read again and the command decided anew.
Where it is unknown whether an append happened, the same: a command that is in the log by then is answered as carried
out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from ..bots import BotFault
from ..game.events import Viewer
from .bot_runner import BotRunner
from .commands import Command
from .decision_case import DecisionContext
from .entries import Entry, Opened
from .listeners import Listener, Send
from .live_table import Hear, LiveTable
from .messages import CommandRefused, Done, Signal
from .public_view import encode_listing, table_listing
from .refusals import PlayersOnly, Refusal
from .scheduler import Clock, Hold
from .table import Table
from .table_state import SECOND_MS, TableState
from .table_store import RuntimeClosed, TableStore

MISSED_DEADLINE_AFTER_MS = 2 * SECOND_MS
"""A deadline that passed longer ago than this when a table is loaded passed while nobody could reach it, unless the
runtime is told otherwise."""
LONG_DEAL_EVENTS = 1000
"""A deal with more events takes up to some hundredths of a second to tell from its beginning; most have about 300."""
Appended = Callable[[Table, Entry], None]
"""Takes a table and an entry that was appended to its log."""
Listed = Callable[[str, bytes | None], None]
"""Takes a table's id and how everybody may know it; None where only those invited may."""


class TableRuntime:
    """Runs tables: one host for each process, any number of tables."""

    def __init__(
        self,
        store: TableStore,
        thinkers: BotRunner,
        clock: Clock,
        outside: Callable[[str, int], DecisionContext],
        *,
        hold: Hold | None = None,
        listed: Listed | None = None,
        is_listed: Callable[[str], bool] = lambda id: True,
        appended: Appended | None = None,
        lost_before: Clock | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.clock = clock
        self._outside = outside
        """Gives what a table does not know by itself, for its id and the present time."""
        self._hold = hold
        self._appended = appended
        """Hears of every entry of every table, once it is durable: for whoever runs the host, and may know all."""
        self._listed = listed
        """Hears how a table is listed in public from now on."""
        self.is_listed = is_listed
        """Says whether a table is in the list: one that was dropped stays out of it until its listing changes."""
        self.lost_before = lost_before or (lambda: clock() - MISSED_DEADLINE_AFTER_MS)
        """Says up to when a deadline passed while nobody could reach a table: when it is loaded, that time is given
        back."""
        self._closed = False
        self._telling = asyncio.Lock()
        """Held by the one who tells a long deal next."""
        self._tables: dict[str, LiveTable] = {}
        self.slept = 0
        """How many tables were put to sleep, ever."""

    async def open(self, state: TableState, record: str = "") -> None:
        """Open a new table; ``record`` is a game that was begun elsewhere and goes on here."""
        self._check_open()
        opened = Opened(at=self.clock(), table=state, record=record)
        table = Table(opened)  # what cannot be opened is refused before it is written
        listing = encode_listing(table_listing(table)) if state.public else None
        await self.store.append(state.id, 0, [opened], table.due, listing)
        await self.load(state.id)
        self.list(state.id, listing)
        self.note(table, [opened])

    async def load(self, id: str) -> None:
        """Load a table, so that its clock runs and its bots think; NoSuchTable where there is none."""
        await self._running(id).wake()

    async def command(
        self, id: str, seat: int | None, command: Command, language: str = "en", *, sitting: int | None = None
    ) -> Done | CommandRefused:
        """Carry out a command of a seat, and return what to answer; StoreError where it is not known what became.

        InconsistentLog where the table cannot go on and was put aside.  With ``sitting`` it is a command of whoever sat
        down under that number, wherever they sit by now.
        """
        return await self._running(id).command(seat, command, language, sitting)

    async def refusal_message(self, id: str, command: str, why: Refusal, language: str = "en") -> CommandRefused:
        """Return how a command of this id is refused, in words, for a reason that the table does not know of."""
        return await self._running(id).refusal_message(command, why, language)

    async def unload(self, id: str) -> None:
        """Let go of a table, whoever listens; it is read again when somebody asks for it, or its clock is due."""
        if id in self._tables:
            await self._tables[id].unload()

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
        return await self._running(id).listen(viewer, language, send, seen, sitting, ended)

    async def log_has_grown(self, id: str, number: int) -> None:
        """Take note that a log has so many entries: where another process has appended, read what is new and tell."""
        if id in self._tables:
            await self._tables[id].log_has_grown(number)

    def stop_listening(self, id: str, listener: Listener) -> None:
        """Send a listener nothing more."""
        if id in self._tables:
            self._tables[id].stop_listening(listener)

    async def follow_log(self, id: str, hear: Hear) -> None:
        """Hear every entry of a table's log from the first on: only for whoever runs the table, and may know all."""
        await self._running(id).follow_log(hear)

    def signal(self, id: str, signal: Signal) -> None:
        """Send a signal to everybody at a table."""
        if id in self._tables:
            self._tables[id].signal(signal)

    def send_signal(self, id: str, kind: str, seat: int, text: str, **values: object) -> None:
        """Send everybody at a table a signal about a seat, with a sentence in their language that may say {seat}."""
        if id in self._tables:
            self._tables[id].send_signal(kind, seat, text, values)

    def react(self, id: str, seat: int, phrase: str) -> Refusal | None:
        """Let everybody at a table hear a phrase of the list from a player; return why not, where that cannot be."""
        return self._tables[id].react(seat, phrase) if id in self._tables else PlayersOnly()

    async def record(self, id: str) -> str:
        """Return the record of the game that is played at a table."""
        part = await self.store.read(id)
        return Table.fold(part.entries, keep_deals=True).record()

    def table(self, id: str) -> Table | None:
        """Return a table that is loaded, for whoever runs it; it is not to be changed."""
        return self._tables[id].table if id in self._tables else None

    def faults(self, id: str) -> list[tuple[int, BotFault]]:
        """Return what bots of a table did instead of choosing legal moves, with their seats."""
        return self._tables[id].faults if id in self._tables else []

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def loaded(self) -> list[str]:
        """Return the tables that are in memory."""
        return list(self._tables)

    def listeners(self, id: str) -> int:
        """Return how many listen to a table."""
        return self._tables[id].listening if id in self._tables else 0

    def unload_if_idle(self, id: str) -> bool:
        """Let go of a table where nobody listens and no bot thinks, and say whether it was so.

        Whoever asks for it loads it again; whoever runs the host looks for those that are overdue in the store.
        """
        sleeps = id in self._tables and self._tables[id].unload_if_idle()
        self.slept += sleeps
        return sleeps

    async def close(self) -> None:
        """Stop all clocks and thoughts, once what was asked for is done; what is asked for afterwards is refused.

        Nothing is lost: any host of the same store can load the tables.
        """
        self._closed = True
        for running in list(self._tables.values()):
            await running.close()

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeClosed("this host was closed")

    def _running(self, id: str) -> LiveTable:
        """Return what runs a table here; RuntimeClosed where nothing runs any more."""
        self._check_open()
        if id not in self._tables:
            self._tables[id] = LiveTable(self, id)
        return self._tables[id]

    def forget(self, running: LiveTable) -> None:
        """Know nothing any more of a table that is not there; one that was opened meanwhile under its name stays."""
        if self._tables.get(running.id) is running:
            del self._tables[running.id]

    def note(self, table: Table, entries: Sequence[Entry]) -> None:
        """Tell whoever wants to know what was appended."""
        if self._appended is not None:
            for entry in entries:
                self._appended(table, entry)

    def list(self, id: str, listing: bytes | None) -> None:
        """Tell how a table is listed from now on; None for one that is not listed."""
        if self._listed is not None:
            self._listed(id, listing)

    async def wait_to_tell(self, table: Table) -> None:
        """Let everyone else go on before a long deal is told from its beginning, however many ask for that at once."""
        if table.deal is not None and len(table.deal.events) > LONG_DEAL_EVENTS:
            async with self._telling:
                await asyncio.sleep(0)

    def outside(self, id: str) -> DecisionContext:
        """Return what a table does not know by itself, now."""
        return self._outside(id, self.clock())

    async def hold(self, id: str) -> None:
        """Wait until a table may go on by itself."""
        if self._hold is not None:
            await self._hold(id)
