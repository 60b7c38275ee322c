"""Why a move was worse than another, in a sentence."""

from __future__ import annotations

from ..cards import Card
from ..words import N_, Words
from .whys import (
    AttackMissed,
    AwkwardRest,
    CoupFourreGivenUp,
    CoupFourreMissed,
    DeadCardKept,
    DelayedActionGivenUp,
    DiscardLeftLying,
    ExtendedTooFar,
    ExtensionMissed,
    HazardThrownAway,
    LastRemedyThrownAway,
    LongerCardKept,
    LongerCardThrownAway,
    MilesLeft,
    NeededRemedyThrownAway,
    OtherTarget,
    RollThrownAway,
    SafeTripGivenUp,
    SafetyHeldBack,
    SafetyThrownAway,
    StoodStill,
    TripLeftOpen,
    Why,
)

_SENTENCES: dict[type[Why], str] = {
    CoupFourreMissed: N_("A coup fourré was on: {safety} answers {hazard} at once."),
    TripLeftOpen: N_("{distance} would have completed the trip."),
    SafetyThrownAway: N_("{safety} is never a card to throw away: laid down it scores, and brings another turn."),
    SafeTripGivenUp: N_("The first 200 gave up “{safe_trip}”, worth {points} points."),
    DeadCardKept: N_("{dead} can no longer be played: that is the card to throw away, not {card}."),
    HazardThrownAway: N_("{hazard} could still be laid on an opponent."),
    LongerCardThrownAway: N_("{shorter} is worth less than {longer}: the shorter card goes first."),
    NeededRemedyThrownAway: N_("{card} was needed: {hazard} is in force."),
    StoodStill: N_("The car stood still, and {card} was in the hand."),
    AttackMissed: N_("{hazard} could have been laid on {team}, at {miles}."),
    OtherTarget: N_("{team}, at {miles}, was the better target."),
    AwkwardRest: N_("It left {rest} to go, which no card in the hand makes up."),
    MilesLeft: N_("{distance} could have been driven."),
    LongerCardKept: N_("{distance} would have gone farther."),
    DiscardLeftLying: N_("{card} on top of the discards could be played at once."),
}


def why_sentence(why: Why, words: Words) -> str:
    """A reason as one would say it."""
    values = words.spoken(why)
    match why:
        case CoupFourreGivenUp():
            return words.ngettext(
                "{safety} could have waited for a coup fourré: {unseen} card that it answers is still unseen.",
                "{safety} could have waited for a coup fourré: {unseen} cards that it answers are still unseen.",
                why.unseen,
                **values,
            )
        case SafetyHeldBack() if why.unseen:
            return words.gettext("{safety} was worth more laid down than kept for a coup fourré.", **values)
        case SafetyHeldBack():
            return words.gettext("{safety} should lie down: no card is left for it to answer.", **values)
        case LastRemedyThrownAway():
            return words.ngettext(
                "{card} was the only answer to {hazard}, of which {unseen} is still unseen.",
                "{card} was the only answer to {hazard}, of which {unseen} are still unseen.",
                why.unseen,
                **values,
            )
        case RollThrownAway() if why.held:
            return words.gettext("{roll} is worth keeping: after every hazard another one is needed.", **values)
        case RollThrownAway():
            return words.gettext("That was the last {roll}: after the next hazard the car will stand still.", **values)
        case DelayedActionGivenUp():
            return words.ngettext(
                "It pays to wait: {cards} card is left to draw, and arriving after it scores {points}.",
                "It pays to wait: {cards} cards are left to draw, and arriving after the last scores {points}.",
                why.cards,
                **values,
            )
        case ExtendedTooFar():
            return words.ngettext(
                "Ending the trip was worth more: {team} is at {miles}, and {cards} card is left to draw.",
                "Ending the trip was worth more: {team} is at {miles}, and {cards} cards are left to draw.",
                why.cards,
                **values,
            )
        case ExtensionMissed():
            return words.ngettext(
                "The extension was worth its risk: {team} is at {miles}, and {cards} card is left to draw.",
                "The extension was worth its risk: {team} is at {miles}, and {cards} cards are left to draw.",
                why.cards,
                **values,
            )
    return words.gettext(_SENTENCES[type(why)], **values, **_more(why, words))


def _more(why: Why, words: Words) -> dict[str, str]:
    """What a sentence may name besides the fields of its reason."""
    card = getattr(why, "card", None)
    distance = {"distance": words.distance(card.miles)} if isinstance(card, Card) and card.miles else {}
    return {"safe_trip": words.row("safe_trip"), **distance}
