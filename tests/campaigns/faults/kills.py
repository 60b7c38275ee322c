"""Real servers that are killed under load, whose disk is full, and whose answers are lost: what was told stays true.

Each epoch is a new database with some tables: the server is killed again and again and goes on; in the end everybody
must know the same, and the histories of all tables must hold.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from bornes.tables.entries import decode_entry
from bornes.tables.table import Table
from tests.simulation import BrokenInvariant
from tests.simulation.checks import check_record
from tests.simulation.knowledge import demand

from .cutting_proxy import CuttingProxy
from .histories import check_agreement, check_history
from .real_players import Doors, RealTable
from .real_server import SERVE, ServerProcess
from .small_disk import Ballast

TABLES = 6
QUIET = 1.0
"""After so many seconds without a message nothing is on its way."""
TRIES = 20


@dataclass
class Tally:
    """What was done to servers, and what was found."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what somebody else did as well."""
        self.counts += other.counts
        self.findings += other.findings


class Epoch:
    """One database, from its beginning to its end."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        tables: int = TABLES,
        command: tuple[str, ...] = SERVE,
        ballast: Ballast | None = None,
    ) -> None:
        self.tally = Tally()
        self.database = folder / "server.sqlite3"
        self.doors = Doors()
        self.tables: list[RealTable] = []
        self.server: ServerProcess | None = None
        self._count = tables
        self._command = command
        self._ballast = ballast
        self._luck = Random(f"epoch {seed}")
        self._proxy = CuttingProxy(lambda: self.server.base if self.server else "", self._luck, 0.0)
        self._playing: list[asyncio.Task[None]] = []
        self._address = ""

    async def run(self, kills: int, full: int = 1) -> Tally:
        """Kill the server so often, and fill its disk so often; see that nothing is lost."""
        try:
            await self._begin()
            deeds: list[Callable[[], Any]] = [self._kill] * kills + [self._fill_disk] * full
            self._luck.shuffle(deeds)
            for deed in deeds:
                await deed()
            await self._settle()
            await self._stop()
            self._judge()
        except (BrokenInvariant, AssertionError, TimeoutError, ValueError) as error:
            self.tally.findings.append(f"{type(error).__name__}: {error}; the server told: {self._told()[-1500:]}")
        finally:
            await self._end()
        return self.tally

    # -- its course ------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        self._address = await self._proxy.start()
        await self._start()
        assert self.server is not None
        opening = Doors(self.server.base)
        self.tables = [await RealTable.open(opening, number) for number in range(self._count)]
        for table in self.tables:
            for player in table.players:
                player.use(self.doors)
                self._playing.append(asyncio.create_task(player.run()))
        self._proxy.cuts = 0.01

    async def _start(self) -> None:
        self.server = ServerProcess.launch(self.database, command=self._command)
        if self.tables and self._luck.random() < 0.1:
            await asyncio.sleep(self._luck.uniform(0, 2))
            await self._end_process("killed while starting")
            self.server = ServerProcess.launch(self.database, command=self._command)
        await self.server.wait_ready()
        self.doors.base = self._address

    async def _kill(self) -> None:
        """Kill the server at a random instant, or just when somebody waits for an answer, and start it again."""
        await self._let_play()
        if self._luck.random() < 0.6:
            self.doors.sent.clear()
            await asyncio.wait_for(self.doors.sent.wait(), 60)
            await asyncio.sleep(self._luck.choice((0, 0.002, 0.005)) * self._luck.random())
            await self._end_process("killed when a command had been sent")
        else:
            await asyncio.sleep(self._luck.uniform(0, 0.5))
            await self._end_process("killed at a random instant")
        await self._start()

    async def _let_play(self) -> None:
        """Wait until the clients have got somewhere since the last time."""
        goal = self.doors.counts.get("acknowledged", 0) + self._luck.randint(3, 40)
        async with asyncio.timeout(120):
            while self.doors.counts.get("acknowledged", 0) < goal:
                await asyncio.sleep(0.01)

    async def _end_process(self, how: str) -> None:
        assert self.server is not None
        self.doors.base = ""
        await self.server.kill()
        self.tally.counts[how] += 1
        left = await self.server.left_behind()
        demand(not left, "processes were left behind by a server that was killed:", left)

    async def _fill_disk(self) -> None:
        """Let no file grow for a while, under load; then there is room again."""
        assert self.server is not None
        await self._let_play()
        busy = self.doors.counts.get("told busy", 0)
        self._take_room()
        async with asyncio.timeout(60):
            while self.doors.counts.get("told busy", 0) == busy:
                await asyncio.sleep(0.02)
        await asyncio.sleep(self._luck.uniform(0, 1))
        demand(self.server.alive, "a full disk ended the server")
        self._give_room()
        await self._let_play()

    def _take_room(self) -> None:
        assert self.server is not None
        if self._ballast is None:
            self.server.limit_files(self._luck.randint(0, 8) * 4096)
            self.tally.counts["disk full by a limit"] += 1
        else:
            self._ballast.fill()
            self.tally.counts["disk full"] += 1

    def _give_room(self) -> None:
        assert self.server is not None
        if self._ballast is None:
            self.server.limit_files(None)
        else:
            self._ballast.free()

    async def _settle(self) -> None:
        """Let everybody stop, and wait until all of them know the same as the log."""
        self.doors.over, self._proxy.cuts = True, 0.0
        players = [player for table in self.tables for player in table.players]
        async with asyncio.timeout(120):
            while any(player.unanswered for player in players):
                await asyncio.sleep(0.05)
        for attempt in range(TRIES):
            since = monotonic()
            while monotonic() - max(since, *(player.heard_at for player in players)) < QUIET:
                await asyncio.sleep(0.1)
            try:
                self._compare()
                break
            except BrokenInvariant:
                if attempt == TRIES - 1:
                    raise

    def _compare(self) -> None:
        for table in self.tables:
            lines = read_lines(self.database, table.id)
            check_agreement([(player.mirror, player.mirror.viewer) for player in table.players], lines)

    async def _stop(self) -> None:
        assert self.server is not None
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        code = await self.server.stop()
        demand(code == 0, "stopped with exit code", code)
        demand(not await self.server.left_behind(), "processes were left behind")

    def _judge(self) -> None:
        """Demand of every history what the log says, and count what went through it all."""
        for table in self.tables:
            lines = read_lines(self.database, table.id)
            for player in table.players:
                demand(not player.wrong, player.wrong)
            check_history(table.history, lines)
            entries = [decode_entry(line) for line in lines]
            check_record(Table.fold(entries, keep_deals=True))
            at = {entry.id: entry.at for entry in entries if entry.id}
            again = {id: when for player in table.players for id, when in player.resent.items()}
            self.tally.counts["committed, answer lost, asked again"] += sum(
                at[id] < when for id, when in again.items() if id in at
            )
            self.tally.counts["entries"] += len(lines)
        for what in ("sent", "acknowledged"):
            self.tally.counts[f"commands {what}"] += self.doors.counts.get(what, 0)
        self.tally.counts["told that the server is busy"] += self.doors.counts.get("told busy", 0)
        self.tally.counts["connections cut by the proxy"] += self._proxy.cut
        self.tally.counts["tables"] += len(self.tables)

    async def _end(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self._proxy.close()
        if self.server is not None:
            if self.server.alive:
                await self.server.kill()
            self.server.clear_away()

    def _told(self) -> str:
        return "" if self.server is None else self.server.told


def read_lines(database: Path, table: str) -> list[bytes]:
    """Return the log of a table as it is in the file now, whoever else uses it."""
    query = "SELECT line FROM entries JOIN tables ON table_key = key WHERE id = ? ORDER BY number"
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return [line for (line,) in connection.execute(query, (table,))]
