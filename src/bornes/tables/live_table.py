"""One table of a host: commands carried out one after another, the log read again where that is needed.

What goes wrong in the store throws the table in memory away, and it is read again: it is never ahead of its log for
anybody to see.  Where the table's own clock or one of its bots leads to what cannot be, reading it again would lead
there again: the fault is reported, and the table put aside.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ..base.translatable import N_
from ..bots import BotFault
from ..game.events import Viewer
from ..i18n.catalogs import available_languages
from .commands import ClientCommand, Command, RenewDeadline
from .decide import decide
from .decision_case import RepeatedCommand
from .entries import Entry, InconsistentLog, NewerLog
from .event_text import REACTIONS
from .listeners import Listener, Listeners, Send
from .loaded_table import LoadedTable
from .messages import CommandRefused, Done, Signal
from .refusals import NoSuchReaction, PlayersOnly, Refusal
from .scheduler import Scheduler
from .table import BOT_STUCK_AFTER_MS, BotTask, Table
from .table_store import AppendConflict, CommitUnknown, LogSlice, NoSuchTable, StoreError

if TYPE_CHECKING:
    from .runtime import TableRuntime

Hear = Callable[[Entry], None]
"""Takes an entry of a log once it is durable; it returns at once and never fails."""
MAX_FAULTS = 100
BOT_FAULT_TEXT = N_("The bot of {seat} did not decide, and a Sunday driver did this once.")
MAX_DECIDE_ATTEMPTS = 20
"""Attempts at a command when other processes append first."""
RELOAD_PAUSE_SECONDS = 1.0
"""The pause before a table is loaded again after the store failed."""

_languages = cache(available_languages)


@dataclass(eq=False)
class _Follower:
    """Whoever hears every entry of a log."""

    hear: Hear
    heard: int = 0
    """How many entries it has heard."""

    def catch_up(self, part: LogSlice) -> None:
        """Hear what is new in a part of the log that begins with nothing later."""
        for entry in part.entries[self.heard - part.before :]:
            self.hear(entry)
        self.heard = part.before + len(part.entries)


class LiveTable:
    """One table of a host, with its listeners, its clock and its thinking bots."""

    def __init__(self, host: TableRuntime, id: str) -> None:
        self.id = id
        self.faults: list[tuple[int, BotFault]] = []
        """What bots did instead of choosing legal moves, with their seats."""
        self._host = host
        self._loaded: LoadedTable | None = None
        self._listeners = Listeners()
        self._followers: list[_Follower] = []
        self._lock = asyncio.Lock()
        itself = weakref.proxy(self)  # so that the two are freed without the garbage collector
        self._clockwork = Scheduler(
            id,
            host.thinkers,
            host.clock,
            host.hold,
            lambda command: itself.command(None, command, "en"),
            lambda: itself._look_again(),
            lambda thought, fault: itself._report(thought, fault),
        )
        self._waking: asyncio.Task[None] | None = None
        self._fault: Exception | None = None
        """Why the table was put aside, if it was."""
        self._closed = False
        self._listing: bytes | None = None
        """How everybody may know the table, as was told last."""

    @property
    def table(self) -> Table | None:
        """The table, where it is loaded."""
        return None if self._loaded is None else self._loaded.table

    @property
    def listening(self) -> int:
        """How many listen."""
        return len(self._listeners)

    # -- commands ------------------------------------------------------------------------------------------------

    async def wake(self) -> None:
        """Load the table and let its clock run.

        The time that passed while nobody could reach it is given back, and a deadline set by a clock that was ahead is
        set again.
        """
        async with self._lock:
            fresh = self._loaded is None
            loaded = await self._load()
            table = loaded.table
            lost = fresh and (
                table.missed_deadline(self._host.lost_before()) or table.clock_was_ahead(self._host.clock())
            )
            self._look()
        if lost:
            await self.command(None, RenewDeadline(), "en")

    async def command(
        self, seat: int | None, command: Command, language: str, sitting: int | None = None
    ) -> Done | CommandRefused:
        """Carry out a command, and say what became of it."""
        async with self._lock:
            try:
                for _ in range(MAX_DECIDE_ATTEMPTS):
                    loaded = await self._load()
                    speaker = loaded.speaker(language)  # before anything is done: nobody could be answered
                    if sitting is not None and (seat := loaded.table.seat_of(sitting)) is None:
                        return speaker.refused(command.id, PlayersOnly())
                    decision = decide(loaded.table, command, seat, self._host.outside(self.id))
                    if isinstance(decision, Refusal):
                        return speaker.refused(command.id, decision)
                    if isinstance(decision, RepeatedCommand) or await self._carry_out(loaded, decision):
                        return Done(command.id)
            except (StoreError, NewerLog):
                raise
            except Exception as error:
                if not isinstance(command, ClientCommand):  # nobody would stop asking for it
                    await self._put_aside(error)
                raise
            finally:
                self._look()  # whatever became of this command, the table may have been read anew
        raise StoreError(f"{self.id}: others were quicker {MAX_DECIDE_ATTEMPTS} times")

    async def refusal_message(self, command: str, why: Refusal, language: str) -> CommandRefused:
        """Return how a command is refused, in words."""
        async with self._lock:
            return (await self._load()).speaker(language).refused(command, why)

    async def unload(self) -> None:
        """Forget the table in memory, since its log was changed; whoever listens hears all of it anew."""
        async with self._lock:
            self._let_go()
            self._look()

    async def _carry_out(self, loaded: LoadedTable, decision: tuple[Entry, ...]) -> bool:
        """Append entries and tell of them; False where the table had to be let go and the command is open still."""
        before = loaded.table.entries
        try:
            # Applied first, since what is due afterwards is stored with the entries.  Nobody sees the table before
            # they are: the lock is held, and what goes wrong throws it away.
            letters = [self._listeners.write(loaded, loaded.table.apply(entry)) for entry in decision]
            for entry in decision:
                loaded.note(entry)
            listing = loaded.listing()
            stored = listing if listing != self._listing or self._host.is_listed(self.id) else None
            await self._host.store.append(self.id, before, decision, loaded.table.due, stored)
        except AppendConflict:
            self._let_go()
            return False
        except CommitUnknown:
            self._let_go()
            found = await self._host.store.read_from(self.id, before, len(decision))
            appended = found.entries == list(decision)
            for some in letters if appended else ():
                self._listeners.publish(some)
            await self._load()
            return appended
        except BaseException:
            self._let_go()
            raise
        self._list(listing)
        self._host.note(loaded.table, decision)
        for some in letters:
            self._listeners.publish(some)
        self._listeners.drop_ineligible(loaded.table)
        for follower in self._followers:
            follower.catch_up(LogSlice(before, list(decision)))
        return True

    def _list(self, listing: bytes | None) -> None:
        """Tell whoever keeps the lobby how the table is listed, where that has changed."""
        if listing != self._listing:
            self._listing = listing
            self._host.list(self.id, listing)

    # -- loading -------------------------------------------------------------------------------------------------

    async def _load(self) -> LoadedTable:
        """Return the table, read from the store where it is not loaded; whoever listens is told what is new."""
        if self._fault is not None:
            raise InconsistentLog(N_("{table} was put aside: {fault}"), table=self.id, fault=self._fault)
        if self._loaded is None:
            try:
                part = await self._host.store.read_deal(self.id)
            except (NoSuchTable, NewerLog):
                self._release()
                raise
            self._loaded = LoadedTable(part.table)
            self._listing = self._loaded.listing()
            self._expect_players(self._loaded.table)
            self._listeners.catch_up(self._loaded)
            await self._catch_up_followers(part)
        return self._loaded

    def _expect_players(self, table: Table) -> None:
        """Write for players from now on, in every language: those who come back read what happened meanwhile."""
        for seat in table.people:
            for language in _languages():
                self._listeners.stream(seat, language, table)

    def _release(self) -> None:
        """Know nothing any more of a table that is gone, or that only a later release can run."""
        self._closed = True
        self._let_go()
        self._clockwork.unload()
        self._host.forget(self)

    async def _put_aside(self, fault: Exception) -> None:
        """Do nothing more for this table in this process; whoever asks is told why."""
        self._fault, self._closed = fault, True
        self._let_go()
        await self._clockwork.stop()

    def _let_go(self) -> None:
        """Forget the table, so that it is read again, and what was told of it: its log may have been changed."""
        self._loaded = None
        self._listeners.forget()

    async def log_has_grown(self, number: int) -> None:
        """Read on if the log has grown elsewhere."""
        async with self._lock:
            try:
                loaded = await self._load()
                if loaded.table.entries < number:
                    await self._read_on(loaded)
            except (StoreError, NewerLog):
                pass  # it is tried again, with a pause
            finally:
                self._look()

    async def _read_on(self, loaded: LoadedTable) -> None:
        """Take in the entries that others have appended, and tell of them."""
        try:
            part = await self._host.store.read_deal(self.id)
            if part.before > loaded.table.entries:  # another deal has begun since
                part = await self._host.store.read_from(self.id, loaded.table.entries)
        except NewerLog:
            self._release()
            raise
        try:
            for entry in part.entries[loaded.table.entries - part.before :]:
                letters = self._listeners.write(loaded, loaded.table.apply(entry))
                loaded.note(entry)
                self._listeners.publish(letters)
                self._listeners.drop_ineligible(loaded.table)
        except BaseException:
            self._let_go()
            raise
        await self._catch_up_followers(part)

    async def _catch_up_followers(self, part: LogSlice) -> None:
        """Let every follower hear what it has not heard yet."""
        for follower in self._followers:
            follower.catch_up(part if follower.heard >= part.before else await self._host.store.read(self.id))

    # -- those who listen ----------------------------------------------------------------------------------------

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
                loaded = await self._load()
                if viewer is not None and not 0 <= viewer < loaded.table.rules.players:
                    raise LookupError(f"{self.id}: there is no seat {viewer}")
                if seen > loaded.message_count(viewer):  # at another host it has seen what is not known here yet
                    self._listeners.stream(viewer, language, loaded.table)
                    await self._read_on(loaded)
            finally:
                self._look()
            table = loaded.table
            if sitting is not None:
                seat = table.seat_of(sitting)
                if seat is None:
                    raise LookupError(f"{self.id}: whoever sat down as number {sitting} has no seat any more")
                viewer, seen = seat, seen if seat == viewer else 0
            elif viewer is not None:
                sitting = table.state.seats[viewer].occupant
            elif not table.may_spectate:
                raise LookupError(f"{self.id}: nobody may look on at this table")
            seen = seen if seen <= loaded.message_count(viewer) else 0
            await self._host.wait_to_tell(table)
            listener = Listener(viewer, language, send, seen, sitting, ended)
            self._listeners.add(listener, loaded)
        return listener

    def stop_listening(self, listener: Listener) -> None:
        """Send a listener nothing more."""
        self._listeners.remove(listener)

    async def follow_log(self, hear: Hear) -> None:
        """Hear every entry of the log, what is there and what is new."""
        async with self._lock:
            await self._load()
            follower = _Follower(hear)
            follower.catch_up(await self._host.store.read(self.id))
            self._followers.append(follower)

    def signal(self, signal: Signal) -> None:
        """Send a signal to everybody who listens."""
        self._listeners.signal(signal)

    def react(self, seat: int, phrase: str) -> Refusal | None:
        """Let everybody hear a phrase of the list, each in their own language."""
        loaded = self._loaded
        if phrase not in REACTIONS:
            return NoSuchReaction(phrase)
        if loaded is None or seat not in loaded.table.people:
            return PlayersOnly()

        self.send_signal("reaction", seat, REACTIONS[phrase], {"reaction": phrase})
        return None

    def send_signal(self, kind: str, seat: int, text: str, values: dict[str, Any]) -> None:
        """Send everybody a signal about a seat, each with the sentence in their own language."""
        loaded = self._loaded
        if loaded is None:
            return

        def in_words(language: str) -> Signal:
            words = loaded.speaker(language).words
            return Signal(kind, seat, words.gettext(text, seat=words.seat(seat)), values)

        self._listeners.signal_localized(in_words)

    def _report(self, thought: BotTask, fault: BotFault) -> None:
        """Note what a bot did instead of choosing a legal move, and tell everybody that it did.

        What it chose instead is nobody's business, since that tells of its hand; nor is who is asked in a window, since
        only who holds an answer is.
        """
        if not thought.window:
            self.faults.append((thought.seat, fault))
            del self.faults[:-MAX_FAULTS]
            self.send_signal("bot-fault", thought.seat, BOT_FAULT_TEXT, {"kind": fault.kind})

    # -- going on by itself --------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Let the clock and the bots see to the present moment; where the table was let go, read it again."""
        if self._closed:
            return
        if self._loaded is not None:
            self._clockwork.reschedule(self._loaded.table)
        elif self._waking is None:
            self._waking = self._clockwork.start(self._wake_again())

    async def _look_again(self) -> None:
        """Look when nothing is being appended: until then a table may be ahead of its log."""
        async with self._lock:
            self._look()

    async def _wake_again(self) -> None:
        """Load the table again after a pause, and until the store does not fail any more."""
        try:
            while self._loaded is None and not self._closed:
                await asyncio.sleep(RELOAD_PAUSE_SECONDS)
                with suppress(StoreError, NewerLog):
                    await self.wake()
        except Exception as error:  # a log that cannot be read today cannot in a second
            await self._put_aside(error)
            raise
        finally:
            self._waking = None

    def unload_if_idle(self) -> bool:
        """Let go of the table where nobody listens and nothing goes on; say whether that was so.

        The store knows when its clock has something to say.
        """
        if self._lock.locked() or self._listeners or self._followers or self._clockwork.busy or self._may_be_busy():
            return False
        self._closed = True
        self._clockwork.unload()
        self._let_go()  # its memory is free at once: nobody has to find out that nothing leads there any more
        self._host.forget(self)
        return True

    def _may_be_busy(self) -> bool:
        """Say whether a bot may be thinking about a hazard, as far as anybody can tell.

        A table that slept in a window only where no bot holds an answer would be woken later than others.
        """
        table = self.table
        return table is not None and table.bots_may_answer and self._host.clock() < table.since + BOT_STUCK_AFTER_MS

    async def close(self) -> None:
        """Stop the clock and all thoughts, once what is being appended is told."""
        self._closed = True
        async with self._lock:
            await self._clockwork.stop()
