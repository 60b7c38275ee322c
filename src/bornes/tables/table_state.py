"""What a table is apart from the cards: who sits where, how fast it is played, and how the game stands.

All of it is in the log, and all of it is written into the entry that begins a deal, so that a table can be loaded
from there.  Times are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, convert, field, json, to_builtins

from ..base.translatable import N_
from ..bots.roster import BotSpec
from ..game.fair import SCHEMES
from ..game.player_names import checked_names, default_name
from ..rules.ruleset import Rules

SECOND_MS = 1000
REMEMBERED_COMMAND_IDS = 8
"""Ids of a seat's last commands: a repeated command gets its first answer."""
TIMEOUTS_BEFORE_AUTOPILOT = 3
"""After this many missed decisions in a row, the bot plays until the player returns."""
CLOCK_TOLERANCE_MS = 10 * SECOND_MS
"""How far the clocks of two processes may differ."""
MAX_PACE_MS = 30 * 24 * 3600 * SECOND_MS
MAX_FORMER_PLAYERS = 32
"""Former players who were dealt cards and are remembered for their records; the oldest go first."""
DEFAULT_BOT = "tuned"
"""The bot of an absent player's seat, unless another was chosen."""

Kind = Literal["open", "person", "bot"]
Standing = Literal["call", "ask"]
"""What is done about a hazard where there is no clock: answer it whenever that is possible, or ask every time."""


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long everything takes, in milliseconds."""

    decision: int | None = None
    """How long a person may think; None for as long as it takes."""
    window: int | None = None
    """How long a hazard can be answered; None where it waits for those who want to be asked."""
    bots: int = 0
    """The least time that a bot takes for a move."""


class PaceInfo(Pace, frozen=True, forbid_unknown_fields=False):
    """A pace as a client reads it: a later release may have more to say of it."""

    @classmethod
    def of(cls, pace: Pace) -> PaceInfo:
        """Return a pace as clients are told it."""
        return cls(pace.decision, pace.window, pace.bots)


def pace_error(pace: Pace) -> str:
    """Return what is wrong with a pace; an empty text where nothing is."""
    times = (pace.decision, pace.window, pace.bots)
    if any(time is not None and not 0 <= time <= MAX_PACE_MS for time in times):
        return N_("times are milliseconds, at most thirty days")
    return N_("nobody can decide in no time") if pace.decision == 0 else ""


class SeatState(Struct, forbid_unknown_fields=True):
    """One seat: who sits there, and what they were told and said."""

    kind: Kind = "open"
    name: str = ""
    """What the player is called; empty for the usual name."""
    bot: str = DEFAULT_BOT
    """The bot that plays there, or that drives for a person who is away."""
    autopilot: bool = False
    """Whether the bot drives for a person until that person is back."""
    timeouts: int = 0
    """How many decisions in a row were not made in time."""
    ready: bool = False
    """Whether the player waits for the next deal."""
    seed: str = ""
    """The player's part in the next shuffle, in hexadecimal."""
    coup_fourre: Standing = "call"
    """What to do about a hazard that a coup fourré could answer, where there is no clock."""
    remedy: Standing = "call"
    """What to do about a hazard that a remedy could answer at once, in fast play, where there is no clock."""
    message_count: int = 0
    """How many messages this seat was sent."""
    occupant: int = 0
    """Counts who has come to sit at this table: it goes with the player when places are changed, and a seat that is
    given up has another one.  Whoever knows a player by it can never take somebody else for them."""
    recent_command_ids: list[str] = field(default_factory=list)
    """The ids of its last commands."""
    secret_hash: str | UnsetType = UNSET
    """SHA-256 of the secret that the player is known by far away, in hexadecimal; left out for one at this keyboard."""

    def __repr__(self) -> str:
        """Say who sits there, and nothing of keys and seeds."""
        return f"SeatState(kind={self.kind!r}, name={self.name!r}, sitting={self.occupant})"


class FormerPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player whose seat was given up or freed: what the link to it is still good for."""

    secret_hash: str
    """As ``SeatState.secret_hash``."""
    occupant: int
    """As ``SeatState.occupant``: the player has the same one again after coming back."""
    seat: int | None = None
    """The seat that the player can take back; None once another person has it."""
    game: int = 0
    """The last game in which the player was dealt cards; 0 for none.  Records up to this game stay readable."""

    def __repr__(self) -> str:
        """Omit the key."""
        return f"FormerPlayer(sitting={self.occupant}, seat={self.seat}, game={self.game})"


class TableState(Struct, forbid_unknown_fields=True):
    """All that a table knows beside the cards of the present deal."""

    id: str
    rules: dict[str, Any]
    """The values of the rules that differ from their defaults, as ``Rules.without_defaults`` gives them: a corrected
    edition changes no game that has begun."""
    seats: list[SeatState]
    pace: Pace = Pace()
    host: int = 0
    """Who opened the table, or was handed it."""
    newcomers: bool = True
    """Whether somebody else may sit down."""
    spectators: bool = True
    """Whether somebody may look on."""
    public: bool | UnsetType = UNSET
    """Whether everybody may know of the table, and come without an invitation; left out where that is not so."""
    scheme: str = ""
    """The shuffle scheme of the table's games, one of `bornes.game.fair.SCHEMES`; empty where nothing is promised."""
    first: int = 0
    """Who starts the first deal of this game; with a scheme the cut says so when that deal begins."""
    game: int = 1
    """Which game is played at this table."""
    deal: int = 0
    """Which deal of the game is played, or was played last; 0 before the first."""
    server_seed: str = ""
    """The server's seed of the next deal, in hexadecimal: nobody is told before that deal is over."""
    deal_server_seed: str = ""
    """The server's seed of this deal, in hexadecimal; empty where its cards were not shuffled from seeds."""
    deal_seeds: list[str] = field(default_factory=list)
    """The players' seeds of this deal."""
    totals: list[int] = field(default_factory=list)
    """Every team's points before this deal."""
    is_last_deal: bool = False
    """Whether this deal is the last one at this table, because its log is full."""
    log_bytes: int = 0
    """How many bytes the log had before this entry, a line's end for each entry counted."""
    spectator_message_count: int = 0
    """How many messages spectators were sent."""
    recent_arrival_ids: list[str] = field(default_factory=list)
    """The ids of the last commands by which somebody sat down."""
    former_players: list[FormerPlayer] = field(default_factory=list)
    """Players without a seat who can come back or read records, the latest last; see ``MAX_FORMER_PLAYERS``."""
    occupant_count: int = 0
    """How many have come to sit at this table, open seats counted."""
    at: int = 0
    """When the last thing happened."""

    def messages_to(self, viewer: int | None) -> int:
        """Return how many messages a seat was sent, or with None the spectators."""
        return self.spectator_message_count if viewer is None else self.seats[viewer].message_count

    def __repr__(self) -> str:
        """Omit seeds, secrets and seats."""
        return f"TableState(id={self.id!r}, game={self.game}, number={self.deal})"


def copy_state(state: TableState) -> TableState:
    """Return a copy that shares nothing that can be changed."""
    return convert(to_builtins(state), TableState)


def shared_rules(values: dict[str, Any]) -> Rules:
    """Return the rules that these values are: the same ones for all tables that play by them."""
    return _rules(json.encode(values))


@lru_cache(maxsize=1000)  # few are played, but whoever opens tables can make up many
def _rules(encoded: bytes) -> Rules:
    return Rules.from_dict(json.decode(encoded))


def find_acting_host(opener: int, seats: Sequence[tuple[bool, bool]]) -> int:
    """Return who runs a table: the opener, or while that one is away the next to the left who is not.

    For each seat is given whether a person sits there, and whether the bot drives for them.
    """
    order = [(opener + step) % len(seats) for step in range(len(seats))]
    people = [at for at in order if seats[at][0]]
    return next((at for at in people if not seats[at][1]), people[0] if people else opener)


def open_state(
    id: str,
    rules: Rules,
    seats: list[SeatState],
    secret: bytes,
    *,
    pace: Pace | None = None,
    scheme: str = "",
    first: int = 0,
    opener: int = 0,
    newcomers: bool = True,
    spectators: bool = True,
    public: bool = False,
) -> TableState:
    """Return the state of a table before its first deal; ValueError says what cannot be."""
    if len(seats) != rules.players:
        raise ValueError(f"seats: {rules.players} players need {rules.players} seats, not {len(seats)}")
    for name, seat in (("first", first), ("opener", opener)):
        if not 0 <= seat < rules.players:
            raise ValueError(f"{name}: there is no seat {seat}; seats are 0 to {rules.players - 1}")
    if scheme not in ("", *SCHEMES):
        raise ValueError(f"scheme: unknown shuffle scheme {scheme!r}; this version knows {', '.join(SCHEMES)}")
    if pace is not None and (trouble := pace_error(pace)):
        raise ValueError(f"pace: {trouble}")
    checked_names([taken.name or default_name(at) for at, taken in enumerate(seats)], rules.players)
    unnamed = {default_name(at): at for at, taken in enumerate(seats) if not taken.name}
    for at, taken in enumerate(seats):
        if taken.name in unnamed:
            raise ValueError(f"seats: {taken.name!r} is what whoever sits in seat {unnamed[taken.name]} is called")
        if taken.name == default_name(at):  # it goes with the seat and not with the player
            taken.name = ""
        BotSpec.parse(taken.bot)
        taken.occupant = at + 1
    return TableState(
        id=id,
        rules=rules.without_defaults(),
        seats=seats,
        pace=pace or Pace(),
        host=opener,
        newcomers=newcomers,
        spectators=spectators,
        public=public or UNSET,
        scheme=scheme,
        first=first,
        server_seed=secret.hex(),
        occupant_count=len(seats),
        totals=[0] * rules.teams,
    )
