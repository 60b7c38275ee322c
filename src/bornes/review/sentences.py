"""Verdicts in words: the figures of a decision, the better moves, and the reason in a sentence."""

from __future__ import annotations

from ..cards import Card
from ..words import N_, Words
from .mistakes import (
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
    Mistake,
    NeededRemedyThrownAway,
    OtherTarget,
    RollThrownAway,
    SafeTripGivenUp,
    SafetyHeldBack,
    SafetyThrownAway,
    StoodStill,
    TripLeftOpen,
)
from .verdict import Label, PricedMove, Verdict

MARKS = {Label.FINE: "", Label.INACCURACY: "?!", Label.MISTAKE: "?", Label.BLUNDER: "??"}
"""The labels in signs, as in the notation of other games."""

_SENTENCES: dict[type[Mistake], str] = {
    CoupFourreMissed: N_("A coup fourré was possible: {safety} answers {hazard} at once."),
    TripLeftOpen: N_("{distance} would have completed the trip."),
    SafetyThrownAway: N_("Never throw {safety} away: playing it scores points and gives another turn."),
    SafeTripGivenUp: N_("The first 200 gave up “{safe_trip}”, worth {points} points."),
    DeadCardKept: N_("{dead} can no longer be played: that is the card to throw away, not {card}."),
    HazardThrownAway: N_("{hazard} could still be laid on an opponent."),
    LongerCardThrownAway: N_("{shorter} is worth less than {longer}: discard the shorter card first."),
    NeededRemedyThrownAway: N_("{card} was needed: {hazard} is in force."),
    StoodStill: N_("The car stood still, and {card} was in the hand."),
    AttackMissed: N_("{hazard} could have been laid on {team}, at {miles}."),
    OtherTarget: N_("{team}, at {miles}, was the better target."),
    AwkwardRest: N_("It left {rest} to go, and no card in the hand fits that."),
    MilesLeft: N_("{distance} could have been driven."),
    LongerCardKept: N_("{distance} would have gone farther."),
    DiscardLeftLying: N_("{card} on top of the discards could be played at once."),
}


def remarks(words: Words, verdict: Verdict) -> list[str]:
    """Say what there is to say of a decision, a line each: the figures, the better moves, the reason."""
    if verdict.label is None:
        return [words.gettext("There was no choice. Chance to win: {chance}", chance=words.percent(verdict.before))]
    lines = [_figures(words, verdict)]
    if verdict.moves:
        lines.append(_moves(words, verdict))
    if verdict.why is not None:
        lines.append(why_sentence(verdict.why, words))
    return lines


def _figures(words: Words, verdict: Verdict) -> str:
    made = verdict.made
    if made is None or made.tied:
        return words.gettext("Chance to win: {chance}", chance=words.percent(verdict.before))
    chances = {"before": words.percent(verdict.before), "after": words.percent(verdict.after)}
    points = round(made.points)
    if points <= 0:
        return words.gettext("Chance to win: {before} → {after}", **chances)
    return words.ngettext(
        "Chance to win: {before} → {after}; it cost about {points} point.",
        "Chance to win: {before} → {after}; it cost about {points} points.",
        points,
        points=points,
        **chances,
    )


def _moves(words: Words, verdict: Verdict) -> str:
    """Name the best moves and those as good, then what the others cost."""
    best = [words.move(one.move, verdict.phase) for one in verdict.moves if one.tied]
    rest = [f"{words.move(one.move, verdict.phase)} ({_price(words, one)})" for one in verdict.moves if not one.tied]
    return "; ".join([words.gettext("Best: {moves}", moves=" ≈ ".join(best)), *rest])


def _price(words: Words, one: PricedMove) -> str:
    """Write a cost in points, or where it is not points that a move costs, in chance."""
    return f"-{one.points:.0f}" if round(one.points) > 0 else f"-{words.percent(one.chance)}"


def why_sentence(why: Mistake, words: Words) -> str:
    """Say a reason in a sentence."""
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
            return words.gettext("{safety} was worth more played than kept for a coup fourré.", **values)
        case SafetyHeldBack():
            return words.gettext("{safety} should be played: no hazard is left that it could answer.", **values)
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


def _more(why: Mistake, words: Words) -> dict[str, str]:
    """Return what a sentence may name besides the fields of its reason."""
    card = getattr(why, "card", None)
    distance = {"distance": words.distance(card.miles)} if isinstance(card, Card) and card.miles else {}
    return {"safe_trip": words.row("safe_trip"), **distance}
