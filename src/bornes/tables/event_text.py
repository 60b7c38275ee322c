"""Sentences for what happens around the cards, and for why a table does not do something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.translatable import sanitize_line
from ..bots import BotError, BotSpec
from ..game.illegal_reasons import Reason
from ..i18n import N_, Translator
from ..i18n.names import PlayerSentence
from . import refusals as no
from . import table_events as event

if TYPE_CHECKING:
    from .table import Table

_EVENTS: dict[type[event.TableEvent], str] = {
    event.TableOpened: N_("The table is open."),
    event.SeatVacated: N_("Seat {number} is free."),
    event.PaceChanged: N_("The pace of the game has changed."),
    event.StandingAnswerChanged: N_("Your answer to hazards is noted."),
    event.DealStarted: N_("Deal {number} begins."),
    event.TablePaused: N_("Nobody is here. The next deal waits until someone comes back."),
    event.TableResumed: N_("The game goes on."),
    event.PassConfirmed: N_("You let it pass."),
    event.ClockRestarted: N_("The table was out of reach; the clock starts again."),
    event.MovesUndone: N_("The last move is taken back."),
}
LAST_DEAL = N_("Deal {number} begins. It's the last one at this table, because the table's log is full.")
_PLAYERS_EVENTS: dict[type[event.TableEvent], PlayerSentence] = {
    event.PlayerJoined: PlayerSentence(N_("{seat} sits down."), N_("You sit down.")),
    event.BotJoined: PlayerSentence(
        N_("A bot sits down: {seat} ({bot})."), N_("A bot sits down in your place ({bot}).")
    ),
    event.SeatsSwapped: PlayerSentence(
        N_("{seat} and {other} have changed places."), N_("You and {other} have changed places.")
    ),
    event.PlayerRenamed: PlayerSentence(N_("{before} is now called {name}."), N_("You are now called {name}.")),
    event.BotTookOver: PlayerSentence(
        N_("{seat} is away: the bot drives."), N_("You are away: the bot drives for you.")
    ),
    event.PlayerReturned: PlayerSentence(N_("{seat} is back."), N_("You are back.")),
    event.HostChanged: PlayerSentence(N_("{seat} runs the table now."), N_("You run the table now.")),
    event.PlayerReady: PlayerSentence(N_("{seat} is ready."), N_("You are ready.")),
    event.SeedAccepted: PlayerSentence(
        N_("{seat} takes part in the next shuffle."), N_("You take part in the next shuffle.")
    ),
    event.PlayerTimedOut: PlayerSentence(
        N_("{seat} is out of time: the bot decides this once."),
        N_("You are out of time: the bot decides for you this once."),
    ),
}


def table_event_sentence(told: event.TableEvent, words: Translator) -> str | None:
    """Tell in a sentence what happened at the table, to a player in the second person; None where nothing is told."""
    match told:
        case event.ShuffleRevealed():
            return None
        case event.GameOver():
            if told.team is None:
                return words.gettext("The game is a draw.")
            return words.wins_game(told.team)
        case event.AccessChanged():
            return _doors(told, words)
        case event.DealStarted(is_last_deal=True):
            return words.gettext(LAST_DEAL, number=told.deal)
    return words.gettext(_message(told, words), **_values(told, words))


def _message(told: event.TableEvent, words: Translator) -> str:
    if type(told) not in _PLAYERS_EVENTS:
        return _EVENTS[type(told)]
    seats = (told.seat, getattr(told, "other_seat", None))  # type: ignore[attr-defined]
    voices = _PLAYERS_EVENTS[type(told)]
    return voices.to_you if words.you in seats and words.you is not None else voices.about


def _values(told: event.TableEvent, words: Translator) -> dict[str, object]:
    """Return what the sentence about an event may speak of."""
    values: dict[str, object] = {}
    seat = getattr(told, "seat", None)
    if isinstance(seat, int):
        values = {"seat": words.seat(seat), "number": seat + 1}
    match told:
        case event.SeatsSwapped():
            values["other"] = words.seat(told.seat if told.other_seat == words.you else told.other_seat)
        case event.PlayerRenamed():
            values["before"] = words.displayed_name(told.seat, told.previous_name)
            values["name"] = words.displayed_name(told.seat, told.name)
        case event.BotJoined():
            values["bot"] = bot_title(told.bot, words)
        case event.DealStarted():
            values["number"] = told.deal
    return values


def _doors(told: event.AccessChanged, words: Translator) -> str:
    newcomers = N_("Newcomers may sit down.") if told.newcomers else N_("Nobody else may sit down.")
    spectators = N_("Spectators may look on.") if told.spectators else N_("Nobody may look on.")
    return f"{words.gettext(newcomers)} {words.gettext(spectators)}"


REFUSALS: dict[type[no.Refusal], str] = {
    no.TooLate: N_("Too late: that question is closed."),
    no.NotYourTurn: N_("You have nothing to decide now."),
    no.UnreadableMove: N_("“{text}” is not a move here."),
    no.NoSuchSeat: N_("There is no seat {number} at this table."),
    no.PlayersOnly: N_("Only players at this table can do that."),
    no.SeatTaken: N_("Somebody sits there already: {seat}."),
    no.ClosedToNewPlayers: N_("This table takes no newcomers."),
    no.ActingHostOnly: N_("Only {opener}, who runs the table, can do that."),
    no.HostOnly: N_("Only {host}, the host, can do that."),
    no.HostSeatProtected: N_("{seat} is the host and keeps that seat."),
    no.AlreadyPlayed: N_("{seat} is playing and can’t be removed. The seat can be freed after a long absence."),
    no.NotAbsent: N_(
        "That seat can be freed only once {seat} has been away for five minutes, and for the time of a decision."
    ),
    no.SeatAlreadyFree: N_("That seat cannot be freed: nobody sits there."),
    no.SameSeat: N_("A seat cannot change places with itself: choose two."),
    no.AlreadyHost: N_("The table cannot be handed on to whoever runs it already."),
    no.OnAutopilot: N_("The bot drives for you: say first that you are back."),
    no.NotOnAutopilot: N_("No bot drives for you."),
    no.BadName: N_("Choose another name: “{name}” is taken, or cannot be shown."),
    no.BadBot: N_("That bot cannot sit here: {why}."),
    no.BadSeed: N_("That seed cannot be used: {why}."),
    no.BadPace: N_("That pace cannot be chosen: {why}."),
    no.SoloOnly: N_(
        "Hints and taking moves back are only for one person who plays against bots while nobody may look on."
    ),
    no.NothingToUndo: N_("There is no move to take back in this deal."),
    no.LogFull: N_("This table's log is full, so no other deal can begin here. Its record stays available."),
    no.TooManyChanges: N_("You've made too many changes for now. The next deal lifts this limit."),
    no.TooManyArrivals: N_(
        "Too many people have come and gone at this seat. It opens again when the next deal ends. "
        "The host can begin that deal with a bot here."
    ),
    no.NotDue: N_("It is not time for that yet."),
    no.NoSuchReaction: N_("Nobody can say “{reaction}” here: choose from the list."),
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
}


def refusal_sentence(refusal: no.Refusal, words: Translator, table: Table) -> str:
    """Say in a sentence why a command was refused."""
    if isinstance(refusal, no.IllegalMoveRefusal):
        return words.reason(Reason.from_dict(refusal.reason))
    if isinstance(refusal, no.NotNow):
        return words.gettext(_WHEN[refusal.when])
    if isinstance(refusal, no.StillWaiting):
        return _still_waiting(refusal, words)
    values: dict[str, object] = {"opener": words.seat(table.acting_host), "host": words.seat(table.state.host)}
    for name in refusal.__struct_fields__:
        value = getattr(refusal, name)
        values[name] = words.seat(value) if name == "seat" else value
        if name == "why":
            values[name] = _why(refusal, words)
        if name == "seat":
            values["number"] = value + 1
    return sanitize_line(words.gettext(REFUSALS[type(refusal)], **values))  # it may repeat what anybody sent


def _still_waiting(refusal: no.StillWaiting, words: Translator) -> str:
    """Say what the next deal waits for."""
    if refusal.open_seats:
        return words.gettext("The game can’t start while a seat is free: invite someone, or let a bot drive.")
    if not refusal.seats:
        return words.gettext("The next game starts once a person is here.")
    names = ", ".join(words.seat(seat) for seat in refusal.seats)
    return sanitize_line(
        words.gettext(
            "Still waiting for {names}. You can start without a player who is away for five minutes.", names=names
        )
    )


def bot_title(bot: str, words: Translator) -> str:
    """Return what a bot is called; one that is not known here is called as the log names it."""
    try:
        return BotSpec.parse(bot).character.title_in(words)
    except BotError:
        return bot


def _why(refusal: no.Refusal, words: Translator) -> str:
    """Say the particular reason of a refusal in the reader's language; as data it is in English."""
    if isinstance(refusal, no.BadBot) and refusal.why != no.ONLY_OUR_BOTS:
        try:
            BotSpec.parse(refusal.bot)
        except BotError as error:
            return words.error(error)
    text: str = refusal.why  # type: ignore[attr-defined]
    return words.gettext(text)
