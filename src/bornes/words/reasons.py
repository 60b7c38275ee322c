"""Sentences for refusals: what is in the way, what would help, and which clause says so."""

from __future__ import annotations

from ..explain import (
    HOUSE_RULE,
    AnswerFirst,
    DealOver,
    DecideExtensionFirst,
    DrawFirst,
    ExchangeNotAllowed,
    ExchangeOrDraw,
    ExchangeTooFew,
    HazardLive,
    MayNotAnswer,
    MayNotRediscard,
    MustPlay,
    NeedsRoll,
    NeedsTarget,
    NoExtension,
    NoPassing,
    NoSuchTeam,
    NotAnAnswer,
    NotDrawing,
    NotHeld,
    NothingToTake,
    NotLimited,
    NoWindow,
    OverTarget,
    OwnSide,
    Protected,
    Reason,
    RemedyUseless,
    RollUseless,
    ShuffleFirst,
    SpeedLimited,
    TakingNotAllowed,
    TargetHasHazard,
    TargetLimited,
    TargetNotRolling,
    TargetNotStarted,
    TooMany200s,
)
from .catalogues import N_
from .names import Names
from .rules import rule_title

_SENTENCES: dict[type[Reason], str] = {
    DealOver: N_("The deal is over."),
    ShuffleFirst: N_("The discards must be shuffled first."),
    AnswerFirst: N_("Answer {hazard} first, or let it pass."),
    DecideExtensionFirst: N_("The trip is complete: extend it or end it first."),
    DrawFirst: N_("Draw first: every turn begins with a draw."),
    ExchangeOrDraw: N_("You are exchanging cards: give more of them, or draw."),
    NoWindow: N_("No hazard is waiting for an answer."),
    NoExtension: N_("There is no extension to decide on now."),
    NotDrawing: N_("This is not the moment to draw: play or discard."),
    NoPassing: N_("You cannot pass: the turn must be played."),
    TakingNotAllowed: N_("Discards may not be taken: draw from the draw pile."),
    NothingToTake: N_("There is no discard to take."),
    ExchangeNotAllowed: N_("Cards cannot be exchanged now."),
    NotHeld: N_("You do not hold {card}."),
    MayNotAnswer: N_("{hazard} is not for you to answer."),
    NeedsTarget: N_("{card} is laid on an opponent: say on whom."),
    NoSuchTeam: N_("There is no team {team} at this table."),
    OwnSide: N_("{card} is laid on an opponent, never on your own side."),
    Protected: N_("{safety} protects {team}."),
    TargetNotStarted: N_("Before the start, only {speed_limit} can be laid on {team}."),
    TargetHasHazard: N_("{hazard} already stops {team}."),
    TargetNotRolling: N_("You can only stop someone who is rolling: there is no {roll} card in front of {team}."),
    TargetLimited: N_("{speed_limit} already slows {team} down."),
    HazardLive: N_("{hazard} stops you: play {remedy} first."),
    NeedsRoll: N_("You cannot drive yet: you need a {roll} card first."),
    SpeedLimited: N_("{speed_limit} slows you down: {limit} at most."),
    OverTarget: N_("{card} would take you past the target: {room} at most."),
    RollUseless: N_("{roll} would change nothing now."),
    RemedyUseless: N_("{card} answers {hazard}, which does not stop you now."),
    NotLimited: N_("{end_of_limit} would change nothing: no {speed_limit} slows you down."),
    MustPlay: N_("You can play, so you may not discard."),
    MayNotRediscard: N_("You have just taken {card} from the discards and may not put it back at once."),
}


def reason_sentence(reason: Reason, names: Names) -> str:
    """Say why a move is refused, with the clause in parentheses at the end."""
    sentence = _sentence(reason, names)
    return f"{sentence[:-1]} ({_source(reason.clause, names)})."


def _sentence(reason: Reason, names: Names) -> str:
    values = names.spoken(reason)
    match reason:
        case ExchangeTooFew():
            return names.ngettext(
                "An exchange takes at least {needed} card; you have given {given}.",
                "An exchange takes at least {needed} cards; you have given {given}.",
                reason.needed,
                **values,
            )
        case TooMany200s():
            return names.ngettext(
                "A team may lay no more than {allowed} 200.",
                "A team may lay no more than {allowed} 200s.",
                reason.allowed,
                **values,
            )
        case NotAnAnswer() if reason.card is reason.hazard.safety:
            return names.gettext("Call a coup fourré to answer {hazard} with {card}.", **values)
        case NotAnAnswer():
            return names.gettext("{hazard} cannot be answered with {card}.", **values)
    return names.gettext(_SENTENCES[type(reason)], **values)


def _source(clause: str, names: Names) -> str:
    if not clause.startswith(HOUSE_RULE):
        return clause
    field = clause.removeprefix(HOUSE_RULE)
    return names.gettext("house rule: {rule}", rule=rule_title(field, names))
