"""What everybody may know of a public table without sitting at it: a line of the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ..game.deal import Deal
from ..game.fair import Seeds
from ..game.record import write, write_deal
from ..rules.editions import house_rules
from ..rules.ruleset import Rules
from .entries import DealBegan, Entry, MoveMade, Opened, Undone, WindowResolved
from .table import Table
from .table_state import PaceInfo


class ListedSeat(Struct, frozen=True):
    """Who sits there."""

    kind: str
    name: str
    bot: str | None
    team: int


class TableListing(Struct, frozen=True):
    """A table, as it is listed."""

    id: str
    edition: str
    players: int
    teams: int
    house_rule_count: int
    """How many rules differ from the edition."""
    seats: list[ListedSeat]
    pace: PaceInfo
    newcomers: bool
    spectators: bool
    game: int
    deal: int
    """Which deal is played, or was played last; 0 before the first."""
    playing: bool
    """Whether a deal is being played: nobody can sit down before it is over."""
    over: bool
    """Whether the game is over."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableListing)


def table_listing(table: Table) -> TableListing:
    """Return how a table is listed: nothing of it changes with a move, and nothing depends on hidden cards."""
    state, rules = table.state, table.rules
    return TableListing(
        id=state.id,
        edition=rules.edition,
        players=rules.players,
        teams=rules.teams,
        house_rule_count=len(house_rules(rules)),
        seats=[
            ListedSeat(one.kind, table.names[at], table.bot_of(at), rules.team_of(at))
            for at, one in enumerate(state.seats)
        ],
        pace=PaceInfo.of(state.pace),
        newcomers=state.newcomers,
        spectators=state.spectators,
        game=state.game,
        deal=state.deal,
        playing=table.playing,
        over=table.game_over,
    )


def encode_listing(listing: TableListing) -> bytes:
    """Return a listing as JSON."""
    return _encoder.encode(listing)


def decode_listing(data: bytes) -> TableListing:
    """Return the listing that JSON tells."""
    return _decoder.decode(data)


class MoveNumber(NamedTuple):
    """Which move of a game is meant."""

    deal: int
    """The number of the deal, from 1."""
    number: int
    """Which of the deal's moves it is, from 0."""


class FinishedGame(NamedTuple):
    """What is over of a game."""

    record: str
    deals: int
    """How many deals the record has."""
    rules: Rules
    names: tuple[str, ...]
    stood_in: frozenset[MoveNumber] = frozenset()
    """The moves that a bot made for somebody who was away or too late."""


class FinishedDeals:
    """The finished deals of a game, from the entry that begins it on; ``take`` every further one of the same game."""

    def __init__(self, first: Opened | DealBegan) -> None:
        self._table = Table(first, keep_deals=True)
        self._texts: list[str] = []
        self._last: tuple[Deal, Seeds | None] | None = None
        """The deal that the last text is of."""
        self._stood_in: set[MoveNumber] = set()
        self._write_finished()

    def take(self, entry: Entry) -> None:
        """Take in the next entry."""
        table = self._table
        deal, number = table.deal, table.state.deal
        made = 0 if deal is None else len(deal.moves)
        instead = _is_made_instead(entry, table)
        table.apply_silently(entry)
        self._write_finished()
        if deal is None:
            return
        if isinstance(entry, Undone):
            kept = len(deal.moves)
            self._stood_in = {one for one in self._stood_in if one.deal != number or one.number < kept}
        elif instead:
            added = range(made, len(deal.moves))
            self._stood_in |= {MoveNumber(number, at) for at in added if deal.moves[at].seat == entry.seat}

    def _write_finished(self) -> None:
        """Keep of the deals before the present one only their texts."""
        for deal, seeds in self._table.finished or ():
            self._texts.append(write_deal(len(self._texts) + 1, deal, seeds))
            self._last = deal, seeds
        self._table.finished = []

    def game(self) -> FinishedGame | None:
        """Return what is over by now; None where nothing is."""
        table = self._table
        over = table.deal is not None and table.deal.over
        earlier = self._texts if over else self._texts[:-1]
        last = (table.deal, table.deal_seeds()) if table.deal is not None and over else self._last
        if last is None:
            return None
        record = write(table.game_of([last]), earlier)
        stood_in = frozenset(one for one in self._stood_in if one.deal <= len(earlier) + 1)
        return FinishedGame(record, len(earlier) + 1, table.rules, table.game_names, stood_in)


def finished_game(entries: Sequence[Entry], game: int | None = None) -> FinishedGame | None:
    """Return the finished deals of a game, by a whole log; None where it has none.

    Without a number it is the last game that has some.
    """
    starts = _starts(entries)
    wanted = list(starts) if game is None else [number for number in starts if number == game]
    for number in reversed(wanted):
        first, *others = entries[starts[number] : starts.get(number + 1, len(entries))]
        assert isinstance(first, Opened | DealBegan)
        deals = FinishedDeals(first)
        for entry in others:
            deals.take(entry)
        if (found := deals.game()) is not None:
            return found
    return None


def _is_made_instead(entry: Entry, table: Table) -> bool:
    """Say whether a bot makes the move of a person's seat."""
    if not isinstance(entry, MoveMade | WindowResolved) or entry.seat is None or entry.by == "person":
        return False
    return table.state.seats[entry.seat].kind == "person"


def finished_record(entries: Sequence[Entry], game: int | None = None) -> str | None:
    """Return the record of the finished deals of a game, as ``finished_game`` finds them."""
    found = finished_game(entries, game)
    return None if found is None else found.record


def _starts(entries: Sequence[Entry]) -> dict[int, int]:
    """Return with which entry each game begins: the first with the log, since it may have been begun elsewhere."""
    began = {
        entry.table.game: at
        for at, entry in enumerate(entries)
        if isinstance(entry, DealBegan) and entry.table.deal == 1 and entry.table.game > 1
    }
    return {1: 0, **began}
