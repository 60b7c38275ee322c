"""Why a table does not do what it was asked for: a type for each reason, with its values."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ..base.marks import N_


class Refusal(Struct, frozen=True, tag_field="refusal", omit_defaults=True):
    """Why a command was refused; the table is as it was."""


class TooLate(Refusal, frozen=True):
    """The question that this answers is closed."""


class NotYourTurn(Refusal, frozen=True):
    """This seat is not asked for anything now."""


class UnreadableMove(Refusal, frozen=True):
    """The text is no move here."""

    text: str
    why: str


class IllegalMoveRefusal(Refusal, frozen=True, tag="IllegalMove"):
    """The rules forbid the move."""

    move: str
    reason: dict[str, Any]
    """The reason with its clause, as ``Reason.as_dict`` gives it."""


class NoSuchSeat(Refusal, frozen=True):
    """There is no such seat at this table."""

    seat: int


class PlayersOnly(Refusal, frozen=True):
    """Only who sits there may do that."""


class SeatTaken(Refusal, frozen=True):
    """Somebody sits there already."""

    seat: int


class ClosedToNewPlayers(Refusal, frozen=True):
    """The table takes no newcomers."""


class ActingHostOnly(Refusal, frozen=True):
    """Only who runs the table may do that: the host, or a stand-in."""


class HostOnly(Refusal, frozen=True):
    """Only the host may do that, and no stand-in."""


class HostSeatProtected(Refusal, frozen=True):
    """The host's seat cannot be freed."""

    seat: int


class AlreadyPlayed(Refusal, frozen=True):
    """The player was dealt cards and cannot be removed."""

    seat: int


class NotAbsent(Refusal, frozen=True):
    """The player of that seat is there, and keeps it."""

    seat: int


class SeatAlreadyFree(Refusal, frozen=True):
    """Nobody sits there: the seat is free already."""

    seat: int


class SameSeat(Refusal, frozen=True):
    """A seat cannot change places with itself."""

    seat: int


class AlreadyHost(Refusal, frozen=True):
    """The table cannot be handed on to whom it belongs already."""

    seat: int


class NotNow(Refusal, frozen=True):
    """That can be done only at another time."""

    when: Literal["between-deals", "before-the-first-deal"]


class StillWaiting(Refusal, frozen=True):
    """The player is ready already, and the deal cannot begin yet."""

    seats: list[int]
    """The players who are not ready."""
    open_seats: bool
    """Whether a seat is free, which the first deal of a game waits for."""


class OnAutopilot(Refusal, frozen=True):
    """The bot drives for this seat: say first that you are back."""


class NotOnAutopilot(Refusal, frozen=True):
    """No bot drives for this seat."""


class BadName(Refusal, frozen=True):
    """Nobody can be called that here."""

    name: str


ONLY_OUR_BOTS = N_("only our own bots sit here, by name and without options")
"""Why a bot can't sit at an online table."""


class BadBot(Refusal, frozen=True):
    """There is no such bot, or not for this table."""

    bot: str
    why: str


class BadSeed(Refusal, frozen=True):
    """This cannot be a player's part in a shuffle."""

    why: str


class BadPace(Refusal, frozen=True):
    """Nobody can play at this pace."""

    why: str


class SoloOnly(Refusal, frozen=True):
    """Hints and taking moves back are only for one person who plays against bots while nobody may look on."""


class NothingToUndo(Refusal, frozen=True):
    """There is no move of this player to take back in this deal."""


class LogFull(Refusal, frozen=True):
    """The log is full: no other deal can begin at this table, and its record stays available."""


class TooManyChanges(Refusal, frozen=True):
    """The seat has caused as many entries beside moves as it may until the next deal begins."""


class TooManyArrivals(Refusal, frozen=True):
    """So many people came and went at the seat that nobody can sit down there until the next deal is over."""


class NotDue(Refusal, frozen=True):
    """The clock has nothing to say yet."""


class NoSuchReaction(Refusal, frozen=True):
    """Reactions are chosen from a list, and this is not on it."""

    reaction: str


class UnknownRefusal(Refusal, frozen=True):
    """A reason that only a later release knows; a client makes it, and no table does."""

    kind: str


AnyRefusal = (
    TooLate
    | NotYourTurn
    | UnreadableMove
    | IllegalMoveRefusal
    | NoSuchSeat
    | PlayersOnly
    | SeatTaken
    | ClosedToNewPlayers
    | ActingHostOnly
    | HostOnly
    | HostSeatProtected
    | AlreadyPlayed
    | NotAbsent
    | SeatAlreadyFree
    | SameSeat
    | AlreadyHost
    | NotNow
    | StillWaiting
    | OnAutopilot
    | NotOnAutopilot
    | BadName
    | BadBot
    | BadSeed
    | BadPace
    | SoloOnly
    | NothingToUndo
    | LogFull
    | TooManyChanges
    | TooManyArrivals
    | NotDue
    | NoSuchReaction
)
