"""What everybody may know of a public table without sitting at it: a line of the lobby."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ..editions import house_rules
from .state import Pace
from .table import Table


class ListedSeat(Struct, frozen=True):
    """Who sits there."""

    kind: str
    name: str
    bot: str | None
    team: int


class Listing(Struct, frozen=True):
    """A table, as it is listed."""

    id: str
    edition: str
    players: int
    teams: int
    house: int
    """How many rules differ from the edition."""
    seats: list[ListedSeat]
    pace: Pace
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
_decoder = msgspec.json.Decoder(Listing)


def list_table(table: Table) -> Listing:
    """Return how a table is listed: nothing of it changes with a move, and nothing depends on hidden cards."""
    state, rules = table.state, table.rules
    return Listing(
        id=state.id,
        edition=rules.edition,
        players=rules.players,
        teams=rules.teams,
        house=len(house_rules(rules)),
        seats=[
            ListedSeat(one.kind, table.names[at], table.bot_of(at), rules.team_of(at))
            for at, one in enumerate(state.seats)
        ],
        pace=state.pace,
        newcomers=state.newcomers,
        spectators=state.spectators,
        game=state.game,
        deal=state.number,
        playing=table.playing,
        over=table.game_over,
    )


def encode_listing(listing: Listing) -> bytes:
    """Return a listing as JSON."""
    return _encoder.encode(listing)


def decode_listing(data: bytes) -> Listing:
    """Return the listing that JSON tells."""
    return _decoder.decode(data)
