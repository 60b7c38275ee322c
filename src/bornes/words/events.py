"""Sentences for events."""

from __future__ import annotations

from ..cards import Card, Family
from ..engine.codes import DrawCause
from ..events import (
    Asked,
    Attacked,
    CoupFourre,
    DealOver,
    Dealt,
    Declined,
    Discarded,
    Drew,
    Event,
    Extended,
    Finished,
    Gave,
    Laid,
    Passed,
    Remedied,
    Reshuffled,
    SetUp,
    ShuffleNeeded,
    Skipped,
    ToDecide,
    Took,
    TurnBegan,
    TurnLost,
    WindowClosed,
    WindowOpened,
)
from .catalogues import N_
from .names import Names

UNTOLD: tuple[type[Event], ...] = (ToDecide, WindowOpened, WindowClosed)
"""What the events around them tell already."""

_SENTENCES: dict[type[Event], str] = {
    SetUp: N_("A position is set up: turn {turns}, {turn} to play."),
    Took: N_("{seat} takes {card} from the discards."),
    Gave: N_("{seat} gives {card} in exchange."),
    Attacked: N_("{seat} lays {card} on {team}."),
    Asked: N_("{seat} may answer the hazard."),
    Declined: N_("{seat} lets the moment pass."),
    Remedied: N_("{seat} answers at once with {card}."),
    Discarded: N_("{seat} discards {card}."),
    Passed: N_("{seat} passes."),
    TurnLost: N_("{seat} loses a turn."),
    Skipped: N_("{seat} has no cards left and is skipped."),
    Extended: N_("{seat} extends the trip to {long_trip}."),
    Finished: N_("{seat} is content with the short trip."),
    ShuffleNeeded: N_("The draw pile is empty: the discards must be shuffled."),
}
_HIDDEN_DRAWS: dict[DrawCause, str] = {
    DrawCause.TURN: N_("{seat} draws a card."),
    DrawCause.REFILL: N_("{seat} draws a card to fill up the hand."),
    DrawCause.EXCHANGE: N_("{seat} draws a card in exchange."),
}
_DRAWS: dict[DrawCause, str] = {
    DrawCause.TURN: N_("{seat} draws {card}."),
    DrawCause.REFILL: N_("{seat} draws {card} to fill up the hand."),
    DrawCause.EXCHANGE: N_("{seat} draws {card} in exchange."),
}


def event_sentence(event: Event, names: Names) -> str | None:
    """Tell what happened; None where there is nothing to tell."""
    if isinstance(event, UNTOLD):
        return None
    values = names.spoken(event)
    match event:
        case Dealt():
            return names.ngettext(
                "The cards are dealt: {draw_pile} card left to draw, {first} begins.",
                "The cards are dealt: {draw_pile} cards left to draw, {first} begins.",
                event.draw_pile,
                **values,
            )
        case Reshuffled():
            return names.ngettext(
                "{cards} discard is shuffled and becomes the draw pile.",
                "{cards} discards are shuffled and become the draw pile.",
                event.cards,
                **values,
            )
        case Laid():
            return _laid(event.card, values, names)
        case DealOver():
            return _deal_over(event, names)
    return names.gettext(_message(event), **values)


def _message(event: Event) -> str:
    match event:
        case TurnBegan():
            return N_("{seat} plays again.") if event.extra else N_("It is {seat}’s turn.")
        case Drew():
            return (_HIDDEN_DRAWS if event.card is None else _DRAWS)[event.why]
        case CoupFourre():
            if event.discarded:
                return N_("Coup fourré! {seat} answers {hazard} with {safety}.")
            return N_("Coup fourré! {seat} answers {hazard} with {safety}; the hazard stays where it lies.")
    return _SENTENCES[type(event)]


def _laid(card: Card, values: dict[str, str], names: Names) -> str:
    if card.family is Family.DISTANCE:
        return names.gettext("{seat} drives {distance}.", distance=names.distance(card.miles), **values)
    if card.family is Family.SAFETY:
        return names.gettext("{seat} plays the safety {card}.", **values)
    return names.gettext("{seat} plays {card}.", **values)


def _deal_over(event: DealOver, names: Names) -> str:
    scores = ", ".join(
        names.gettext("{points} for {team}", points=points, team=names.team(team))
        for team, points in enumerate(event.scores)
    )
    ending = names.ending(event.ending, event.completer)
    return names.gettext("The deal is over: {ending}. Points: {scores}.", ending=ending, scores=scores)
