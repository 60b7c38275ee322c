"""The entries of a table's log: all that the game depends on, each with its time.

A table is what its entries make of it, so their names, fields and meanings are fixed within a format: see
``bornes.tables.log_format``.  ``encode_entry`` and ``decode_entry`` turn an entry into a line of JSON and back.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from ..base.translatable import N_, TranslatableError
from ..game.fair import SCHEMES
from ..rules.rulebook import EDITION_NAMES, RulesError
from . import log_format
from .log_format import LaterFormat, add_format, upgrade_line
from .table_state import Pace, Standing, TableState, shared_rules

Sheet = dict[str, list[int]]
"""A score sheet, row by row with a number for each team."""
By = Literal["person", "bot", "clock"]
"""Who decided: the player, the bot of the seat, or, where that one was stuck, a Sunday driver."""


class EntryError(TranslatableError, ValueError):
    """A line that is no entry of a log that can be read here; says why."""


class NewerLog(EntryError):
    """An entry that a later release of this program wrote, which can read it: the log is to be left alone."""


class InconsistentLog(TranslatableError):
    """An entry that cannot follow the log so far: the log is damaged, or of another program."""


class Entry(Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True, forbid_unknown_fields=True):
    """Something that happened at a table."""

    at: int
    """When, in milliseconds; never before the entry that it follows."""
    seat: int | None = None
    """Whose doing it was; None for the table itself."""
    id: str = ""
    """The id of the command that it came from."""


def _say_little(self: Entry) -> str:
    """Say which entry it is, and nothing of the keys, seeds or cards in it."""
    return f"{type(self).__name__}(at={self.at}, seat={self.seat}, …)"


class Opened(Entry, frozen=True, kw_only=True):
    """The table was opened; the first entry of every log."""

    table: TableState
    record: str = ""
    """A game that was begun elsewhere and goes on here, as its record."""

    __repr__ = _say_little


class PlayerSeated(Entry, frozen=True, kw_only=True):
    """A person took the seat."""

    name: str = ""
    secret_hash: str = ""
    """What the player is known by far away: see ``SeatState.secret_hash``."""
    occupant: int = 0
    """The sitting of a player who comes back; 0 for a newcomer, who gets the next one."""

    __repr__ = _say_little


class BotSeated(Entry, frozen=True, kw_only=True):
    """A bot was given a seat, or another bot was."""

    target_seat: int
    bot: str


class SeatFreed(Entry, frozen=True, kw_only=True):
    """A seat was given up, or freed: nobody sits there until somebody sits down."""

    target_seat: int
    for_good: bool = False
    """Whether the player's secret stops working: after a removal, and for a player who wants to be forgotten."""


class Swapped(Entry, frozen=True, kw_only=True):
    """Those of two seats changed places."""

    target_seat: int
    other_seat: int


class Renamed(Entry, frozen=True, kw_only=True):
    """A player changed their name."""

    name: str


class SteppedAway(Entry, frozen=True, kw_only=True):
    """A player went away: the bot drives."""


class Returned(Entry, frozen=True, kw_only=True):
    """A player is back, and decides again."""


class HostTransferred(Entry, frozen=True, kw_only=True):
    """The table is somebody else's to run."""

    target_seat: int


class AccessSet(Entry, frozen=True, kw_only=True):
    """Whether newcomers may sit down, and spectators look on."""

    newcomers: bool
    spectators: bool


class PaceSet(Entry, frozen=True, kw_only=True):
    """How fast it is played from now on."""

    pace: Pace


class GotReady(Entry, frozen=True, kw_only=True):
    """A player waits for the next deal."""


class SeedGiven(Entry, frozen=True, kw_only=True):
    """A player's part in the next shuffle."""

    seed: str

    __repr__ = _say_little


class StandingAnswerSet(Entry, frozen=True, kw_only=True):
    """What a player does about hazards where there is no clock."""

    coup_fourre: Standing
    remedy: Standing


class DealBegan(Entry, frozen=True, kw_only=True):
    """The next deal began; a table can be loaded from here.

    Score sheets are stored once, each in the entry that begins the next deal of its game: those of earlier deals are
    found by following ``previous_deal_entry`` (see ``beginnings``).
    """

    table: TableState
    """All that there is, the deal counted already."""
    previous_deal_entry: int = 0
    """Which entry began the deal before this one, counted from 0; 0 is the opening of the table."""
    previous_sheet: Sheet | None = None
    """The score sheet of the deal before this one; None in the first deal of a game."""

    __repr__ = _say_little


class Paused(Entry, frozen=True, kw_only=True):
    """The next deal was due and nobody was present: it waits."""


class Resumed(Entry, frozen=True, kw_only=True):
    """Someone is present again: the clock of the next deal starts over."""


class DiscardsShuffled(Entry, frozen=True, kw_only=True):
    """The discards became the draw pile, in a deal whose cards came without seeds."""

    order: str

    __repr__ = _say_little


class MoveMade(Entry, frozen=True, kw_only=True):
    """A seat made a move."""

    move: str
    by: By = "person"


class WindowPassed(Entry, frozen=True, kw_only=True):
    """A seat let a hazard pass while others may still answer: nobody else is told."""

    by: By = "person"


class WindowResolved(Entry, frozen=True, kw_only=True):
    """The time for an answer is over; ``seat`` is who answered, if anybody did."""

    move: str = ""
    by: By = "person"


class DecisionTimedOut(Entry, frozen=True, kw_only=True):
    """A person did not decide in time: the bot of the seat decides this once."""


class DeadlineRenewed(Entry, frozen=True, kw_only=True):
    """The time that passed while nobody could reach the table is given back.

    It is the one entry whose time may be before that of the last: the server's clock was ahead, and was corrected.
    """


class Undone(Entry, frozen=True, kw_only=True):
    """The last moves were taken back."""

    moves: int


SNAPSHOT_ENTRIES = (Opened, DealBegan)
"""Entries from which a table can be loaded."""
MOVE_ENTRIES = (MoveMade, WindowPassed, WindowResolved)
"""Most entries of a log; they change no seat, name, access or pace."""

AnyEntry = (
    Opened
    | PlayerSeated
    | BotSeated
    | SeatFreed
    | Swapped
    | Renamed
    | SteppedAway
    | Returned
    | HostTransferred
    | AccessSet
    | PaceSet
    | GotReady
    | SeedGiven
    | StandingAnswerSet
    | DealBegan
    | Paused
    | Resumed
    | DiscardsShuffled
    | MoveMade
    | WindowPassed
    | WindowResolved
    | DecisionTimedOut
    | DeadlineRenewed
    | Undone
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def encode_entry(entry: Entry) -> bytes:
    """Return an entry as one line of JSON, without the line's end."""
    return add_format(_encoder.encode(entry))


def decode_entry(line: bytes) -> AnyEntry:
    """Return the entry that a line tells; EntryError where it is none, NewerLog where a later release wrote it."""
    try:
        # In the first format nothing needs to be upgraded, and a later one has a field too many.
        entry: AnyEntry = _decoder.decode(line if log_format.LOG_FORMAT == 1 else upgrade_line(line))
    except (ValueError, RecursionError) as error:
        raise _unreadable(line, error) from None
    if isinstance(entry, SNAPSHOT_ENTRIES):
        _check_known(entry.table)
    return entry


class _NamedEntry(Struct):
    """Any entry, of which no more is known than its kind."""

    entry: str


_named = msgspec.json.Decoder(_NamedEntry)


def _unreadable(line: bytes, error: Exception) -> EntryError:
    """Return what to say of a line that is no entry here.

    Stores keep checksums, so a whole line was written as it stands, by a release that knows it.
    """
    try:
        _named.decode(upgrade_line(line))
    except LaterFormat as later:
        return NewerLog(N_("it is in format {format}, of a later release of Bornes"), format=later.format)
    except (ValueError, RecursionError):
        return EntryError(N_("not an entry of a table's log: {error}"), error=error)
    return NewerLog(N_("it has what only a later release of Bornes knows: {error}"), error=error)


def _check_known(table: TableState) -> None:
    """Raise NewerLog for rules, an edition or a shuffle scheme that this release does not know."""
    try:
        rules = shared_rules(table.rules)
    except RulesError as error:
        raise NewerLog(N_("it has what only a later release of Bornes knows: {error}"), error=error) from None
    for name, value, known in (("edition", rules.edition, EDITION_NAMES), ("scheme", table.scheme, ("", *SCHEMES))):
        if value not in known:
            what = f"{name} {value!r}"
            raise NewerLog(N_("it has what only a later release of Bornes knows: {error}"), error=what)


class DealStart(NamedTuple):
    """What an entry that begins a deal, or opens the table, says about its place in the log."""

    game: int
    deal: int
    """The number of the deal in its game; 0 for the opening of the table."""
    previous_deal_entry: int


class _StartedDeal(Struct):
    game: int = 1
    deal: int = 0


class _DealStart(Struct):
    table: _StartedDeal
    previous_deal_entry: int = 0


_deal_start = msgspec.json.Decoder(_DealStart)


def decode_deal_start(line: bytes) -> DealStart:
    """Return which deal an entry begins, without reading the rest of it; EntryError where it begins none."""
    try:
        start = _deal_start.decode(upgrade_line(line))
    except LaterFormat:
        decode_entry(line)  # says why
        raise
    except (ValueError, RecursionError) as error:
        raise EntryError(N_("not an entry of a table's log: {error}"), error=error) from None
    return DealStart(start.table.game, start.table.deal, start.previous_deal_entry)
