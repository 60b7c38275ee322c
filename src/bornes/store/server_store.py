"""What a server's store does, whatever database it uses: the protocol, its values and its errors.

StoreError
├── DatabaseError   the whole file cannot be served
│   ├── DatabaseLocked   another server has it
│   ├── NewerSchema     it is of a later version of this program
│   └── NotADatabase      it is something else, or damaged
├── CodeTaken       the code belongs to another table
└── StoreUnavailable, CommitUnknown, AppendConflict, NoSuchTable   as of every store
InconsistentLog
└── DamagedLog      the log of one table is damaged; the others go on
NewerLog            a later release continued the log of one table; the others go on
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from ..base.translatable import N_, TranslatableError, TranslatableText
from ..tables.entries import InconsistentLog
from ..tables.table_state import TableState
from ..tables.table_store import StoreError, TableStore
from .retention import LastRetentionCheck, RetentionCheck, RetentionReport


class DatabaseError(TranslatableError, StoreError):
    """A database that cannot be served; says which, and why."""


class DatabaseLocked(DatabaseError):
    """Another server has the database."""


class NewerSchema(DatabaseError):
    """The database is of a later version of this program."""


class NotADatabase(DatabaseError):
    """The file is no database of ours, or is damaged."""


class CodeTaken(StoreError):
    """The code leads to another table already."""


class DamagedLog(InconsistentLog):
    """The log of one table is damaged; says which."""

    def __init__(self, table: str, text: str, /, **values: object) -> None:
        self.table = table
        self.why = TranslatableText(text, values)
        super().__init__(N_("the log of table {table} is damaged: {why}"), table=table, why=self.why)


class TableRow(NamedTuple):
    """A table in short, for whoever runs the server."""

    id: str
    opened_at: int
    touched_at: int
    """When something happened last that everybody at the table may know."""
    listed: bool
    """Whether the lobby shows it."""
    state: TableState | None
    """How it stood when its last deal began; None where that entry is damaged.  Secrets are in it."""


class DealOffset(NamedTuple):
    """Where a deal begins in a log, or before the first deal the table."""

    at: int
    """Which entry it is, counted from 0."""
    game: int
    deal: int
    """The number of the deal in its game; 0 for the opening of the table."""


class DealOffsets(NamedTuple):
    """Where every deal of a table begins, in their order."""

    deals: list[DealOffset]
    entries: int
    """How many entries the log has."""


ReviewState = Literal["waiting", "done", "failed"]


class ReviewKey(NamedTuple):
    """Which deal a review is of."""

    table: str
    game: int
    deal: int


class StoredReview(NamedTuple):
    """How far a review is, and what came of it, as JSON."""

    state: ReviewState
    result: bytes | None


class DamageReport(NamedTuple):
    """Something that is damaged."""

    table: str | None
    """The table whose log it is; None for what all tables need."""
    why: TranslatableText


class StoreCheck(NamedTuple):
    """What a check of everything found."""

    tables: int
    entries: int
    """How many entries can be read."""
    damaged: list[DamageReport]


class RestoreReport(NamedTuple):
    """What a restored backup holds, and what it does not."""

    tables: int
    entries: int
    lost: dict[str, int] | None
    """By table, how many entries came after the backup; None if the replaced database could not be read."""
    kept: Path | None
    """Where the replaced database lies now, if there was one."""


class ServerStore(TableStore, Protocol):
    """Keeps logs, and what else a server knows."""

    name: str
    """The short name of the database, which is part of the ids of its tables."""
    key: bytes
    """A secret of the database, made once."""

    async def close(self) -> None:
        """Write what waits, and let others have the database."""

    # -- logs ----------------------------------------------------------------------------------------------------

    async def beginnings(self, table: str) -> DealOffsets:
        """Return where each deal begins in a log."""

    async def forget(self, table: str, sitting: int, listing: bytes | None = None) -> None:
        """Take the name of whoever sat down under that number out of the log."""

    async def export(self, table: str) -> bytes:
        """Return the whole log as lines of JSON: hands and seeds are in it."""

    async def import_log(self, table: str, content: bytes) -> None:
        """Add a table from an exported log; AppendConflict if there is one of that id.

        EntryError or InconsistentLog says why it is no log.
        """

    # -- tables --------------------------------------------------------------------------------------------------

    async def tables(self, table: str | None = None, limit: int | None = None) -> list[TableRow]:
        """Return all tables, or one of them, in short, those first where something happened last."""

    async def count_tables(self) -> int:
        """Return how many tables there are."""

    async def remove(self, table: str) -> None:
        """Remove a table with its log, codes and reviews; NoSuchTable if there is none."""

    async def next_due(self) -> int | None:
        """Return when the next clock has something to say."""

    async def due_before(self, now: int, limit: int = ...) -> list[str]:
        """Return tables whose clock has something to say, the longest overdue first."""

    async def listings(self, since: int = 0) -> list[tuple[str, bytes]]:
        """Return the public tables at which something happened since then, as they are listed."""

    async def unlist(self, table: str) -> None:
        """Leave a table out of what the lobby shows after a restart, until its listing changes."""

    # -- codes ---------------------------------------------------------------------------------------------------

    async def add_code(self, code: str, table: str, expires: int) -> None:
        """Let a code lead to a table for a while; CodeTaken where it leads somewhere."""

    async def code(self, code: str, now: int) -> str | None:
        """Return where a code leads to now."""

    async def codes_of(self, table: str) -> list[tuple[str, int]]:
        """Return the codes that lead to a table, each with its end."""

    async def count_codes(self) -> int:
        """Return how many codes there are."""

    async def remove_codes(self, table: str) -> None:
        """Let no code lead to a table."""

    async def remove_expired_codes(self, now: int) -> int:
        """Remove the codes whose time is over."""

    # -- idle tables ---------------------------------------------------------------------------------------------

    async def last_check(self) -> LastRetentionCheck | None:
        """Return the last check for idle tables; None where there was none."""

    async def store_check(self, check: RetentionCheck) -> RetentionReport:
        """Mark, announce and find idle tables."""

    async def remove_idle(self, table: str, check: RetentionCheck) -> bool:
        """Remove a table that a check lets go, if nothing has happened there since, and say whether it was so."""

    # -- reviews -------------------------------------------------------------------------------------------------

    async def review(self, name: ReviewKey) -> StoredReview | None:
        """Return a review, or how far it is; None if nobody has asked for it."""

    async def put_review(self, name: ReviewKey, review: StoredReview) -> None:
        """Note how far a review is, or what came of it."""

    async def waiting_reviews(self, limit: int = 1) -> list[ReviewKey]:
        """Return the reviews that are to be worked out, the oldest request first."""

    # -- the database --------------------------------------------------------------------------------------------

    async def check_writable(self) -> None:
        """Write a little durably; StoreError if that fails."""

    async def check(self) -> StoreCheck:
        """Read everything, and report what is damaged."""

    async def backup(self, target: Path) -> None:
        """Copy the database as it is at this moment, while it is used; ``restore_database`` puts a copy in place."""
