"""The file of a saved game: the log of its table, to which a line is added for each entry.

The first line is a title, the second says from which seed deals come, if from a given one, and each further line is an
entry.  Before each stands its checksum, which also covers the number of the line, so that a line that was changed, lost
or moved is noticed.  ``+`` behind it says that the next line was written together with it: it does not count without
that one.  A last line without its end was not written completely, so nobody was ever told of it: it is cut off.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ...base.files import SAVED_GAME, read_file, write_atomically
from ...base.translatable import N_, TranslatableError, TranslatableText
from ...tables.entries import DealBegan, Entry, EntryError, NewerLog, decode_entry, encode_entry
from ...tables.score_history import sheets_before
from ...tables.table import Table
from ...tables.table_store import AppendConflict, LogSlice, NoSuchTable

SAVED_GAME_VERSION = 1
SAVED_GAME_HEADER = b"%b%d" % (SAVED_GAME, SAVED_GAME_VERSION)
SAVED_BY_LATER_RELEASE = N_("saved by a later release of Bornes")
_TITLE = re.compile(SAVED_GAME + rb"([1-9][0-9]{0,8})")
_LINE = re.compile(rb"([0-9a-f]{16})([ +])(.*)", re.DOTALL)


class SavedLogError(TranslatableError, ValueError):
    """A file that is no sound log; says in which line and why."""

    def __init__(self, line: int, text: str, /, **values: object) -> None:
        self.line = line
        self.why = TranslatableText(text, values)
        super().__init__(N_("line {line}: {why}"), line=line, why=self.why)


class NewerSavedLog(SavedLogError):
    """A log of a later version of this program, which can read it."""


class SavedLogText(NamedTuple):
    """What a file says that is the log of a saved game."""

    seed: str | None
    """The text that the shuffles come from, where one was given."""
    entries: list[Entry]
    lines: list[bytes]
    """The lines that count, each with its end."""

    @property
    def table(self) -> Table:
        """The table as the log makes it, with all its deals."""
        return Table.fold(self.entries, keep_deals=True)


def read_log(content: bytes) -> SavedLogText:
    """Return what a file says without a last line that has no end; SavedLogError names line and reason of any
    damage.
    """
    *lines, _ = content.split(b"\n")
    _check_title(lines[0] if lines else content)
    texts = [_checked(number, line) for number, line in enumerate(lines[1:], 2)]
    while texts and texts[-1][0]:  # the next line belongs to it, and is not there
        texts.pop()
    sound = [text for _, text in texts]
    if len(sound) < 2:
        raise SavedLogError(len(sound) + 2, N_("is missing"))
    entries = [_entry(number, text) for number, text in enumerate(sound[1:], 3)]
    return SavedLogText(_seed(sound[0]), entries, [line + b"\n" for line in lines[: len(sound) + 1]])


def _check_title(line: bytes) -> None:
    found = _TITLE.fullmatch(line)
    if found is None:
        raise SavedLogError(1, N_("is not the title of a saved game"))
    if int(found[1]) > SAVED_GAME_VERSION:
        raise NewerSavedLog(1, SAVED_BY_LATER_RELEASE)


def _checked(number: int, line: bytes) -> tuple[bool, bytes]:
    """Return whether the next line belongs to this one, and its text; SavedLogError where it is not what was
    written.
    """
    found = _LINE.fullmatch(line)
    if found is None or found[1] != _checksum(number, found[2], found[3]):
        raise SavedLogError(number, N_("is damaged: its checksum is not that of its text"))
    return found[2] == b"+", found[3]


def _checksum(number: int, mark: bytes, text: bytes) -> bytes:
    return sha256(b"%d%b%b" % (number, mark, text)).hexdigest()[:16].encode()


def _seed(text: bytes) -> str | None:
    """Return the seed that the second line names; what else may stand there is of a later version."""
    match json.loads(text):
        case {"seed": str() | None as seed}:
            return seed
    raise NewerSavedLog(2, SAVED_BY_LATER_RELEASE)


def _entry(number: int, text: bytes) -> Entry:
    try:
        return decode_entry(text)
    except NewerLog:
        raise NewerSavedLog(number, SAVED_BY_LATER_RELEASE) from None
    except EntryError as error:
        raise SavedLogError(number, "{error}", error=error) from None


def _line(number: int, text: bytes, mark: bytes = b" ") -> bytes:
    return b"%b%b%b\n" % (_checksum(number, mark, text), mark, text)


class SavedGameLog:
    """Keeps the log of one saved game: all of it in memory, and each entry in the file before anybody is told.

    A thread writes, one append after another, so that the event loop never waits for the disk.  Where nothing can be
    written the game goes on: whoever asked for it with ``on_failure`` is told once, ``failure`` says what is wrong, and
    the next append writes all that is missing.
    """

    def __init__(self, path: Path, seed: str | None = None) -> None:
        self.path = path
        self.seed = seed
        self.failure: str | None = None
        self.can_be_written = True
        """Whether there is any sense in trying."""
        self._entries: list[Entry] = []
        self._lines = [SAVED_GAME_HEADER + b"\n", _line(2, json.dumps({"seed": seed}).encode())]
        self._written = 0
        """How many lines are in the file."""
        self._size = 0
        """How many bytes they take."""
        self._writer: ThreadPoolExecutor | None = None
        self._failure_callback: Callable[[str], None] | None = None

    @classmethod
    def open(cls, path: Path) -> SavedGameLog:
        """Return a log that is to go on; OSError says why it cannot be had, and SavedLogError what is wrong with it."""
        text = read_log(read_file(path))
        log = cls(path, text.seed)
        log._entries, log._lines = text.entries, text.lines
        log._written, log._size = len(text.lines), sum(map(len, text.lines))
        return log

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, written or not."""
        return self._entries

    # -- as a store ----------------------------------------------------------------------------------------------

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries, and wait until they are on the disk, or until it is known that they cannot be."""
        if len(self._entries) != expected:
            raise AppendConflict(f"{self.path.name} has {len(self._entries)} entries, not {expected}")
        self._add(entries)
        await self._write()

    def _add(self, entries: Sequence[Entry]) -> None:
        for left, entry in zip(reversed(range(len(entries))), entries, strict=True):
            self._lines.append(_line(len(self._lines) + 1, encode_entry(entry), b"+" if left else b" "))
        self._entries += entries

    async def read(self, table: str) -> LogSlice:
        """Return the whole log."""
        if not self._entries:
            raise NoSuchTable(f"{self.path} has no entries")
        return LogSlice(0, list(self._entries))

    async def read_deal(self, table: str) -> LogSlice:
        """Return the log from the entry that began the last deal."""
        deals = (at for at in reversed(range(len(self._entries))) if isinstance(self._entries[at], DealBegan))
        begun = next(deals, 0)
        entries = (await self.read(table)).entries
        return LogSlice(begun, entries[begun:], sheets_before(begun, entries.__getitem__))

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on."""
        return LogSlice(first, self._entries[first : None if most is None else first + most])

    async def overdue(self, now: int) -> list[str]:
        """Return nothing: a saved game runs only where it is open."""
        return []

    # -- the file ------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        """Write what is missing, off the event loop; entries that cannot be written are written later."""
        if not self.can_be_written or self._written == len(self._lines):
            return
        if self._writer is None:
            self._writer = ThreadPoolExecutor(1, "bornes save")
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._write_missing)
        except OSError as error:
            self.fail(error)
        else:
            self.failure = None

    def _write_missing(self) -> None:
        """Add the lines that are missing; where the file is not what it was, write it anew.  Runs in one thread."""
        count = len(self._lines)
        missing = b"".join(self._lines[self._written : count])
        if self._written and self._added(missing):
            self._size += len(missing)
        else:
            whole = b"".join(self._lines[:count])
            write_atomically(self.path, whole)
            self._size = len(whole)
        self._written = count

    def _added(self, content: bytes) -> bool:
        """Add to the file; returns False where it is gone or too short.  What is written in part is cut off again."""
        with suppress(FileNotFoundError), self.path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) < self._size:
                return False
            file.truncate(self._size)
            file.seek(self._size)
            try:
                left = memoryview(content)
                while left:
                    left = left[file.write(left) :]
                os.fsync(file.fileno())
            except OSError:
                with suppress(OSError):
                    file.truncate(self._size)
                raise
            return True
        return False

    async def close(self) -> None:
        """Write what is still missing, if that is possible, and end."""
        await self._write()
        if self._writer is not None:
            self._writer.shutdown()
            self._writer = None

    # -- what goes wrong -----------------------------------------------------------------------------------------

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved; now, if that is so already."""
        self._failure_callback = callback
        self._report_failure()

    def fail(self, error: OSError) -> None:
        """Note why the game is not saved, and report it the first time."""
        self.failure = f"{error.filename or self.path}: {error.strerror or error}"
        self._report_failure()

    def _report_failure(self) -> None:
        if self.failure is not None and self._failure_callback is not None:
            callback, self._failure_callback = self._failure_callback, None
            callback(self.failure)
