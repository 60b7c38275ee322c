"""What somebody may ask of a table: commands, which become entries or a refusal.

Who sends them has been made sure of by whoever passes them on: ``seat`` is the sender's own.  Commands of the table's
own machinery (the clock, a bot's answer) are at the end; no client can send those.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from .table_state import Pace, Standing

Id = Annotated[str, Meta(max_length=64, description="chosen by the client, another one for each command")]
MAX_NAME_LENGTH = 32
Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
Seat = Annotated[int, Meta(ge=0, le=7)]
SeedText = Annotated[str, Meta(max_length=128, pattern="^([0-9a-fA-F]{2})*$")]
MoveText = Annotated[str, Meta(max_length=32, description="notation, as offered in the question")]


class CommandError(ValueError):
    """Data that is no command; says what is wrong with it."""


class Command(Struct, frozen=True, kw_only=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True):
    """Something that somebody asks for."""

    id: Id = ""

    def __repr__(self) -> str:
        """Say what is asked for, and nothing of the moves, keys and seeds in it."""
        return f"{type(self).__name__}(id={self.id!r}, …)"


class Play(Command, frozen=True, kw_only=True):
    """Make a move, or answer a hazard; ``question_number`` is the number of the message that put the question."""

    move: MoveText
    question_number: int


class TakeSeat(Command, frozen=True, kw_only=True):
    """Take an open seat, or a bot's.

    ``secret_hash`` is what the player will be known by far away; whoever sits there under it already is answered as
    before. With ``reclaim`` it is what the player was known by in a seat that was given up or freed: that seat is taken
    back, whatever ``target_seat`` says, while no other person has it.
    """

    target_seat: Seat
    name: Name = ""
    secret_hash: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", description="SHA-256 of the player's secret")] = ""
    reclaim: bool = False


class SeatBot(Command, frozen=True, kw_only=True):
    """Give a seat to a bot, which the host or a stand-in may do between deals."""

    target_seat: Seat
    bot: Annotated[str, Meta(max_length=200)]


class GiveUpSeat(Command, frozen=True, kw_only=True):
    """Give one's seat up; while it is free the player can come back, unless it is ``for_good``."""

    for_good: bool = False


class FreeSeat(Command, frozen=True, kw_only=True):
    """Free a bot's seat, or that of an absent player; the host or a stand-in may, but nobody frees the host's.

    The player can come back while the seat is free.
    """

    target_seat: Seat


class RemovePlayer(Command, frozen=True, kw_only=True):
    """Remove a player who was not dealt any cards yet; only the host may.  The link to the seat stops working."""

    target_seat: Seat


class SwapSeats(Command, frozen=True, kw_only=True):
    """Change places before the first deal: one's own with an open seat or a bot, or as the host any two."""

    target_seat: Seat
    other_seat: Seat


class Rename(Command, frozen=True, kw_only=True):
    """Choose another name."""

    name: Name


class StepAway(Command, frozen=True, kw_only=True):
    """Go away and let the bot drive."""


class Return(Command, frozen=True, kw_only=True):
    """Be back, and decide again."""


class TransferHost(Command, frozen=True, kw_only=True):
    """Make another player the host; only the host may."""

    target_seat: Seat


class SetAccess(Command, frozen=True, kw_only=True):
    """Let newcomers sit down or not, and spectators look on or not; only the host may."""

    newcomers: bool
    spectators: bool


class SetPace(Command, frozen=True, kw_only=True):
    """Choose how fast it is played; only the host may."""

    pace: Pace


class Ready(Command, frozen=True, kw_only=True):
    """Wait for the next deal, or after the game for another one; ``seed`` is the player's part in its shuffle."""

    seed: SeedText = ""


class GiveSeed(Command, frozen=True, kw_only=True):
    """Take part in the next shuffle."""

    seed: SeedText


class SetStandingAnswer(Command, frozen=True, kw_only=True):
    """Say what to do about hazards where there is no clock."""

    coup_fourre: Standing
    remedy: Standing


class Undo(Command, frozen=True, kw_only=True):
    """Take one's last move back, where one person plays against bots."""


ClientCommand = (
    Play
    | TakeSeat
    | SeatBot
    | GiveUpSeat
    | FreeSeat
    | RemovePlayer
    | SwapSeats
    | Rename
    | StepAway
    | Return
    | TransferHost
    | SetAccess
    | SetPace
    | Ready
    | GiveSeed
    | SetStandingAnswer
    | Undo
)


# -- what no client can send ---------------------------------------------------------------------------------------


class Tick(Command, frozen=True, kw_only=True):
    """It is time for what is due."""


class Wake(Command, frozen=True, kw_only=True):
    """Someone is present again at a table that may be paused."""


class RenewDeadline(Command, frozen=True, kw_only=True):
    """The table was out of reach: give back the time that passed."""


class SubmitBotMove(Command, frozen=True, kw_only=True):
    """A bot has decided; ``moment`` names the decision."""

    moment: str
    move: int
    stuck: bool = False
    """Whether it was not the bot, which gave no legal move, but a Sunday driver."""


AnyCommand = ClientCommand | Tick | Wake | RenewDeadline | SubmitBotMove

_decoder = msgspec.json.Decoder(ClientCommand)
_encoder = msgspec.json.Encoder()


def encode_command(command: Command) -> bytes:
    """Return a command as JSON."""
    return _encoder.encode(command)


def decode_command(data: bytes | str) -> ClientCommand:
    """Return the command that JSON tells; CommandError says what is wrong with it."""
    try:
        command: ClientCommand = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CommandError(f"not a command: {error}") from None
    return command
