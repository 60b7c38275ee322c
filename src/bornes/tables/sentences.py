"""Sentences for what happens around the cards, and for why a table does not do something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..explain import Reason
from ..words import N_, Words
from . import refusals as no
from . import table_events as event

if TYPE_CHECKING:
    from .table import Table

_EVENTS: dict[type[event.TableEvent], str] = {
    event.TableOpened: N_("The table is open."),
    event.PlayerSat: N_("{seat} sits down."),
    event.BotSat: N_("A bot sits down: {seat} ({bot})."),
    event.SeatOpen: N_("Seat {number} is free."),
    event.SeatsSwapped: N_("{seat} and {other} have changed places."),
    event.PlayerRenamed: N_("{before} is now called {seat}."),
    event.BotTookOver: N_("{seat} is away: the bot drives."),
    event.PlayerReturned: N_("{seat} is back."),
    event.TableHandedOn: N_("{seat} runs the table now."),
    event.PaceChanged: N_("The pace of the game has changed."),
    event.PlayerReady: N_("{seat} is ready."),
    event.SeedTaken: N_("{seat} takes part in the next shuffle."),
    event.StandingTaken: N_("Your answer to hazards is noted."),
    event.DealStarted: N_("Deal {number} begins."),
    event.PassNoted: N_("You let it pass."),
    event.TimeUp: N_("{seat} is out of time: the bot decides this once."),
    event.ClockReset: N_("The table was out of reach; the clock starts again."),
    event.MovesTakenBack: N_("The last move is taken back."),
}


def table_event_sentence(told: event.TableEvent, words: Words) -> str | None:
    """Tell in a sentence what happened at the table; None where there is nothing to tell."""
    match told:
        case event.ShuffleRevealed():
            return None
        case event.GameWon():
            if told.team is None:
                return words.gettext("The game is a draw.")
            return words.wins_game(told.team)
        case event.DoorsChanged():
            return _doors(told, words)
    values: dict[str, object] = {}
    seat = getattr(told, "seat", None)
    if isinstance(seat, int):
        values = {"seat": words.seat(seat), "number": seat + 1}
    if isinstance(told, event.SeatsSwapped):
        values["other"] = words.seat(told.other)
    if isinstance(told, event.PlayerRenamed):
        values["before"] = words.said_name(told.seat, told.before)
    if isinstance(told, event.BotSat):
        values["bot"] = told.bot
    if isinstance(told, event.DealStarted):
        values["number"] = told.number
    return words.gettext(_EVENTS[type(told)], **values)


def _doors(told: event.DoorsChanged, words: Words) -> str:
    newcomers = N_("Newcomers may sit down.") if told.newcomers else N_("Nobody else may sit down.")
    spectators = N_("Spectators may look on.") if told.spectators else N_("Nobody may look on.")
    return f"{words.gettext(newcomers)} {words.gettext(spectators)}"


REFUSALS: dict[type[no.Refusal], str] = {
    no.Late: N_("Too late: that question is closed."),
    no.NothingToDecide: N_("You have nothing to decide now."),
    no.NotAMove: N_("“{text}” is not a move here."),
    no.NoSuchSeat: N_("There is no seat {number} at this table."),
    no.NotYourSeat: N_("Only players at this table can do that."),
    no.SeatTaken: N_("Somebody sits there already: {seat}."),
    no.DoorsClosed: N_("This table takes no newcomers."),
    no.OpenersRight: N_("Only {opener}, who runs the table, can do that."),
    no.NotAway: N_("That seat cannot be freed: {seat} is here."),
    no.SeatsMissing: N_("Not all seats are taken yet."),
    no.BotDrives: N_("The bot drives for you: say first that you are back."),
    no.NotDriven: N_("No bot drives for you."),
    no.BadName: N_("Choose another name: “{name}” is taken, or cannot be shown."),
    no.BadBot: N_("That bot cannot sit here: {why}."),
    no.BadSeed: N_("That seed cannot be used: {why}."),
    no.BadPace: N_("That pace cannot be chosen: {why}."),
    no.OnlyAlone: N_("Moves can be taken back only where one person plays against bots and nobody looks on."),
    no.NothingToTakeBack: N_("There is no move to take back in this deal."),
    no.NotDue: N_("It is not time for that yet."),
    no.NoSuchPhrase: N_("Nobody can say “{phrase}” here: choose from the list."),
}
REACTIONS: dict[str, str] = {
    "hello": N_("Hello!"),
    "well-played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "ouch": N_("Ouch!"),
    "lucky": N_("What luck!"),
    "hurry": N_("Hurry up!"),
    "thinking": N_("Let me think…"),
    "good-game": N_("Good game!"),
    "bye": N_("Goodbye!"),
}
"""All that players can say to each other, by the key that is sent."""
_WHEN: dict[str, str] = {
    "between-deals": N_("That can be done only between deals."),
    "before-the-first-deal": N_("That can be done only before the first deal."),
    "during-a-deal": N_("That can be done only during a deal."),
    "before-the-end": N_("That can be done only before the end of the game."),
}


def refusal_sentence(refusal: no.Refusal, words: Words, table: Table) -> str:
    """Say in a sentence why a command was refused."""
    if isinstance(refusal, no.IllegalMove):
        return words.reason(Reason.from_dict(refusal.reason))
    if isinstance(refusal, no.NotNow):
        return words.gettext(_WHEN[refusal.when])
    values: dict[str, object] = {"opener": words.seat(table.opener)}
    for name in refusal.__struct_fields__:
        value = getattr(refusal, name)
        values[name] = words.seat(value) if name == "seat" else value
        if name == "seat":
            values["number"] = value + 1
    return words.gettext(REFUSALS[type(refusal)], **values)
