"""Hints and verdicts in words: what to do or what was better, why, and the figures.

Reasons are in the present tense and fit any player: ``the car`` is the player’s, opponents are named.  One for a move
is a clause, told behind the move in a hint and as a sentence of its own in a review.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ..game.moves import DRAWING, Move
from ..i18n import N_, Translator
from ..rules.cards import Family
from ..rules.ruleset import Rules
from .reasons import kinds as why
from .verdicts import Hint, MoveLabel, Verdict

MARKS = {MoveLabel.FINE: "", MoveLabel.INACCURACY: "?!", MoveLabel.MISTAKE: "?", MoveLabel.BLUNDER: "??"}
"""The labels in signs, as in the notation of other games."""

_CLAUSES: dict[type[why.MoveReason], str] = {
    why.AnswersAtOnce: N_("it lifts {hazard} before that costs a turn"),
    why.HitsAnotherTeam: N_("{hazard} hits {team}, and {safety} is worth keeping"),
    why.OpponentNear: N_("in an extension {team}, now at {so_far}, might arrive first"),
    why.TripSecured: N_("the {points} for the trip are certain, an extension is not"),
    why.WinsRace: N_("that makes {so_far} and wins the race"),
    why.DelayedAction: N_("it completes the trip with the draw pile gone, and “{delayed_action}” scores {points}"),
    why.ShutOut: N_("it completes the trip before any opponent has driven, and “{shut_out}” scores {points}"),
    why.SafeTrip: N_("it completes the trip without any 200, and “{safe_trip}” scores {points}"),
    why.CompletesTrip: N_("it completes the trip"),
    why.NothingLeftToDraw: N_("nothing is left to draw, and what stays in the hand scores nothing"),
    why.FirstMiles: N_("once the car has driven, nobody can score “{shut_out}” ({points}) against it"),
    why.LeavesExactRest: N_("it leaves {rest} to go, just what the card {card} in the hand makes up"),
    why.KeepsSafeTrip: N_("without a 200, “{safe_trip}” ({points}) stays possible"),
    why.SafeTripGone: N_("nothing goes farther, and “{safe_trip}” was given up with the last 200 already"),
    why.LongestUnderLimit: N_("it is the longest card in the hand that {speed_limit} allows"),
    why.LongestDistance: N_("nothing that can be played goes farther"),
    why.RollToStart: N_("you cannot drive without one"),
    why.RollAfterRemedy: N_("what stopped the car is mended, and it takes one to drive on"),
    why.RollLiftsStop: N_("{hazard} holds the car until then"),
    why.RemedyThenRoll: N_("{hazard} stops the car, and {roll} is in the hand to drive on afterwards"),
    why.RemedyNeeded: N_("{hazard} stops the car"),
    why.EndsLimitFor: N_("until then {speed_limit} keeps the card {card} in the hand"),
    why.EndsLimit: N_("{speed_limit} holds the car to {limit} at a time"),
    why.SafetyLifts: N_("it lifts {hazard} and keeps it away for the rest of the {deal}"),
    why.RightOfWayStarts: N_("with it the car needs no {roll} any more"),
    why.RightOfWayLiftsLimit: N_("it lifts {speed_limit} for the rest of the {deal}"),
    why.AllFourSafeties: N_("it is the last of the four safeties, and together they score {points} more"),
    why.NoHazardLeft: N_("no hazard is left that it could answer with a coup fourré"),
    why.SafetyBeforeArrival: N_("only {left} separate {team} from the finish, and in the hand it scores nothing"),
    why.StopsArrival: N_("only {left} separate {team} from the finish"),
    why.KeepsShutOut: N_("as long as {team} cannot drive, “{shut_out}” ({points}) stays possible"),
    why.StopsLeader: N_("nobody has come as far as {team} ({so_far})"),
    why.SlowsDown: N_("it holds {team} to {limit} at a time"),
    why.CoversHazard: N_("it takes another remedy than {hazard}, for which {team} may hold one by now"),
    why.StopsRestart: N_("nothing but a missing {roll} keeps {team} from driving"),
    why.KeepsBehind: N_("it keeps {team} behind, at {so_far}"),
    why.StopsFirstMiles: N_("it stops {team} before the first distance card"),
    why.StopsCar: N_("it stops {team}, at {so_far}"),
    why.NoMore200s: N_("no more 200s may be laid"),
    why.TooLong: N_("it is too long for the {rest} still to go"),
    why.CoveredBySafety: N_("with {safety} on the table it is needed no more"),
    why.NothingToRemedy: N_("no {hazard} is left that it could answer"),
    why.NoTeamToStop: N_("all opponents are protected against it"),
    why.SafetyInHand: N_("{safety} in the hand answers {hazard} too"),
    why.DuplicateInHand: N_("another one stays in the hand"),
    why.EasyToReplace: N_("more of them are still unseen ({remedies}) than of {hazard} ({unseen})"),
    why.HeldByLimit: N_("{speed_limit} forbids it, and nothing in the hand lifts that"),
    why.ShortestDistance: N_("it is the shortest distance in the hand"),
    why.NoTargetNow: N_("no opponent can be given it now"),
    why.LeastMissed: N_("nothing in the hand can be played now, and this card will be missed least"),
    why.TakesRoll: N_("it is {roll}, and you cannot drive without one"),
    why.TakesRemedy: N_("it is {card}, which lifts {hazard}"),
    why.TakesSafety: N_("it is {card}, a safety"),
    why.TakesAttack: N_("it is {card}, which can be laid on {team} at once"),
    why.TakesDistance: N_("it is a {card}, which can be driven at once"),
    why.ExchangesForNeeded: N_("the car needs {card}, and new cards may bring it"),
    why.ExchangesForDistance: N_("no card in the hand can be driven, and new ones may bring a distance"),
    why.ExchangeUnderWay: N_("this turn goes into the exchange anyway, and a new card may serve better"),
    why.ExchangesIdleHand: N_("nothing in the hand can be played, and new cards are worth the turn"),
    why.HandReady: N_("{card} in the hand can be played in any case"),
    why.TopDiscardUseless: N_("{card} on the discards cannot be played now"),
    why.DrawsForNeeded: N_("the car needs {card}, and the draw pile may bring it"),
    why.RestWorthKeeping: N_("{card} is worth keeping"),
    why.KeepsDistance: N_("the card {card} can be driven as soon as the car gets going"),
    why.OnlyMove: N_("there is no other move"),
    why.NeededRemedyThrownAway: N_("{card} is needed, since {hazard} is in force"),
    why.HazardThrownAway: N_("{hazard} can still be laid on an opponent"),
    why.LongerCardThrownAway: N_(
        "the card {longer} goes farther than {shorter}, and the shorter one is given up first"
    ),
    why.SafeTripGivenUp: N_("the first 200 gives up “{safe_trip}”, worth {points}"),
    why.NothingToDriveYet: N_("{roll} lets hazards come, and the hand has no distance card to drive after it"),
    why.RollCanWait: N_("{roll} can wait: until then opponents can lay nothing on the car that stops it"),
    why.MayBeAnswered: N_("{hazard} might be answered with a coup fourré: {safety} is still unseen"),
    why.AwkwardRest: N_("driving on leaves {rest} to go, and no card in the hand fits that"),
}

# -- reasons ------------------------------------------------------------------------------------------------------


def why_sentence(reason: why.MoveReason, words: Translator, rules: Rules, phase: Phase = Phase.PLAY) -> str:
    """Say a reason in a sentence of its own."""
    if isinstance(reason, why.NumericReason):
        return _numbers(reason, words, phase)
    clause = _clause(reason, words, rules)
    return f"{clause[0].upper()}{clause[1:]}."


def _clause(reason: why.MoveReason, words: Translator, rules: Rules) -> str:
    values = _values(reason, words, rules)
    counted = _counted(reason, words, values) or _of_safety(reason, words, values)
    return words.gettext(_CLAUSES[type(reason)], **values) if counted is None else counted


def _of_safety(reason: why.MoveReason, words: Translator, values: dict[str, str]) -> str | None:
    """Say a reason about what a safety brings, where it may score nothing, or None."""
    match reason:
        case why.CallsCoupFourre(points=0):
            return words.gettext("{safety} answers {hazard} at once and gives another turn", **values)
        case why.CallsCoupFourre():
            return words.gettext("{safety} answers {hazard} at once, scores {points} and gives another turn", **values)
        case why.SafetyScores(points=0):
            return words.gettext("it gives another turn")
        case why.SafetyScores():
            return words.gettext("it scores {points} and gives another turn", **values)
        case why.SafetyThrownAway(points=0):
            return words.gettext("{safety} is worth another turn as soon as it is played", **values)
        case why.SafetyThrownAway():
            return words.gettext("{safety} is worth {points} and another turn as soon as it is played", **values)
    return None


def _values(reason: why.MoveReason, words: Translator, rules: Rules) -> dict[str, str]:
    """Return what a sentence may name: the fields of its reason in words, rows of the sheet, and the deal."""
    values = words.localized_fields(reason)
    for name in values.keys() & {"so_far", "left"}:
        values[name] = words.progress(getattr(reason, name), rules)
    for name in values.keys() & {"points"}:
        values[name] = words.points(getattr(reason, name))
    rows = {row: words.row(row) for row in ("delayed_action", "safe_trip", "shut_out")}
    return {**rows, "deal": words.term("deal"), **values}


def _counted(reason: why.MoveReason, words: Translator, values: dict[str, str]) -> str | None:
    """Say a reason whose words depend on a number, or None."""
    match reason:
        case why.RoomToExtend():
            return words.ngettext(
                "no opponent has come farther than {so_far}, and {cards} card is left to draw",
                "no opponent has come farther than {so_far}, and {cards} cards are left to draw",
                reason.cards,
                **values,
            )
        case why.FewCardsLeft():
            return words.ngettext(
                "with {cards} card left to draw, {long_trip} is hard to reach",
                "with {cards} cards left to draw, {long_trip} is hard to reach",
                reason.cards,
                **values,
            )
        case why.SafetyBeforeLastCards():
            return words.ngettext(
                "{cards} card is left to draw, and a safety in the hand scores nothing",
                "{cards} cards are left to draw, and a safety in the hand scores nothing",
                reason.cards,
                **values,
            )
        case why.WaitsForEnd():
            return words.ngettext(
                "with {cards} card left to draw it pays to wait, since arriving after it scores {points}",
                "with {cards} cards left to draw it pays to wait, since arriving after the last scores {points}",
                reason.cards,
                **values,
            )
        case why.CannotBeAnswered() if reason.held:
            return words.gettext("{safety} is in the same hand, so that no coup fourré can answer it", **values)
        case why.CannotBeAnswered():
            return words.gettext("{safety} lies on the table already, so that no coup fourré can answer it", **values)
        case why.CoupFourreGivenUp():
            return words.ngettext(
                "{safety} can wait for a coup fourré: {unseen} card that it answers is still unseen",
                "{safety} can wait for a coup fourré: {unseen} cards that it answers are still unseen",
                reason.unseen,
                **values,
            )
        case why.LastRemedyThrownAway():
            return words.ngettext(
                "{card} is the only answer to {hazard}, of which {unseen} is still unseen",
                "{card} is the only answer to {hazard}, of which {unseen} are still unseen",
                reason.unseen,
                **values,
            )
        case why.RollThrownAway() if reason.held:
            return words.gettext("{roll} is worth keeping: after every hazard another one is needed", **values)
        case why.RollThrownAway():
            return words.gettext(
                "{roll} is the last one in the hand, and after the next hazard the car needs one", **values
            )
    return None


# -- numbers ------------------------------------------------------------------------------------------------------

_COUNTS = {2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five")}


def _numbers(reason: why.NumericReason, words: Translator, phase: Phase) -> str:
    match reason:
        case why.HardlyMatters():
            message = _which(
                reason.moves,
                reason.every,
                N_("It hardly matters: both are within {points}."),
                N_("It hardly matters: all {moves} are within {points}."),
                N_("It hardly matters: the best {moves} are within {points}."),
            )
            return words.gettext(message, moves=_count(reason.moves, words), points=words.points(reason.points))
        case why.TooCloseToCall():
            message = _which(
                reason.moves,
                reason.every,
                N_("The numbers cannot tell the two moves apart."),
                N_("The numbers cannot tell all {moves} moves apart."),
                N_("The numbers cannot tell the best {moves} moves apart."),
            )
            return words.gettext(message, moves=_count(reason.moves, words))
        case why.WorthMore():
            other, points = words.move(reason.move, phase), words.points(reason.points)
            return words.gettext(
                "By the numbers, it is worth about {points} more than “{move}”.", points=points, move=other
            )
    raise TypeError(f"no sentence for {reason!r}")


def _which(moves: int, every: bool, both: str, all_of_them: str, the_best: str) -> str:
    if not every:
        return the_best
    return both if moves == 2 else all_of_them


def _count(number: int, words: Translator) -> str:
    return words.gettext(_COUNTS[number]) if number in _COUNTS else words.whole(number)


# -- hints --------------------------------------------------------------------------------------------------------


def hint_sentences(hint: Hint, words: Translator) -> Iterator[str]:
    """Say what to do and why, what else there is to say of it, then how good the chances are."""
    move = advice(hint.move, hint.phase, words)
    if isinstance(hint.why, why.NumericReason):
        yield f"{move}. {_numbers(hint.why, words, hint.phase)}"
    else:
        yield words.gettext("{advice}: {reason}.", advice=move, reason=_clause(hint.why, words, hint.rules))
    if hint.besides is not None:
        yield why_sentence(hint.besides, words, hint.rules, hint.phase)
    yield words.gettext("Chance to win: {chance}", chance=words.percent(hint.chance))


# -- verdicts -----------------------------------------------------------------------------------------------------


def remarks(words: Translator, verdict: Verdict) -> list[str]:
    """Say what there is to say of a decision, a line each: the better move with its reason, and the figures."""
    chance = words.percent(verdict.before)
    if verdict.label is None:
        return [words.gettext("There was no choice. Chance to win: {chance}", chance=chance)]
    if verdict.why is None:
        return [words.gettext("Chance to win: {chance}", chance=chance)]
    return [_better(words, verdict, verdict.why), _cost(words, verdict)]


def _better(words: Translator, verdict: Verdict, reason: why.MoveReason) -> str:
    move = words.move(verdict.moves[0].move, verdict.phase)
    sentence = why_sentence(reason, words, verdict.rules, verdict.phase)
    return words.gettext("Better: {move}. {reason}", move=move, reason=sentence)


def _cost(words: Translator, verdict: Verdict) -> str:
    return words.gettext(
        "Chance to win: {before} → {after}, or about {points} given away.",
        before=words.percent(verdict.before),
        after=words.percent(verdict.after),
        points=words.points(round(verdict.weight)),
    )


_CARDLESS: dict[int, str] = {
    COUP: N_("Call coup fourré"),
    EXTEND: N_("Extend the trip to {long_trip}"),
    FINISH: N_("End the trip here"),
    TAKE: N_("Take the top discard"),
}


def advice(move: Move, phase: Phase, words: Translator) -> str:
    """Tell the player to make a move: ``Play Roll``, ``Lay Stop on Bob``."""
    if move.card is None:
        return words.gettext(_without_card(move, phase))
    values: dict[str, str] = {"card": words.card(move.card)}
    if move.is_discard:
        message = N_("Exchange {card}") if phase in DRAWING else N_("Discard {card}")
    elif move.team is not None:
        message = N_("Lay {card} on {team}")
        values["team"] = words.team(move.team)
    elif move.card.family is Family.DISTANCE:
        message = N_("Drive {distance}")
        values["distance"] = words.distance(move.card.miles)
    else:
        message = N_("Answer with {card}") if phase is Phase.REACT else N_("Play {card}")
    return words.gettext(message, **values)


def _without_card(move: Move, phase: Phase) -> str:
    if move == PASS:
        return N_("Let it pass") if phase is Phase.REACT else N_("Pass the turn")
    if move == DRAW:
        return N_("Draw as many cards as you gave") if phase is Phase.EXCHANGE else N_("Draw a card")
    return _CARDLESS[move]
