"""What is said of a game: events and refusals in sentences, moves as they are offered, score sheets as tables.

A move that is offered is an imperative without a subject, in small letters; a refusal says what is in the way, what
would help, and which clause says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..base.translatable import N_
from ..engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, DrawCause, Phase
from ..game.events import (
    AnswerRequested,
    Attacked,
    CoupFourre,
    DealOver,
    Dealt,
    Declined,
    Discarded,
    Drew,
    Event,
    ExchangedCard,
    Extended,
    Finished,
    Laid,
    MoveRequested,
    Passed,
    Remedied,
    Reshuffled,
    SetUp,
    ShuffleNeeded,
    Skipped,
    TookDiscard,
    TurnBegan,
    TurnLost,
    Unknown,
    WindowClosed,
    WindowOpened,
)
from ..game.game import Game
from ..game.illegal_reasons import (
    HOUSE_RULE,
    AlreadyDrawn,
    AnswerFirst,
    DealIsOver,
    DecideExtensionFirst,
    DrawFirst,
    ExchangeNotAllowed,
    ExchangeOrDraw,
    ExtensionNotAllowed,
    MayNotAnswer,
    MayNotRediscard,
    MustPlay,
    NeedsRoll,
    NeedsTarget,
    NoOpenWindow,
    NoSuchTeam,
    NotAnAnswer,
    NothingToTake,
    NotInHand,
    NotLimited,
    OvershootsTrip,
    OwnTeam,
    PassingNotAllowed,
    Reason,
    RemedyUseless,
    RollUseless,
    ShuffleFirst,
    SpeedLimited,
    StoppedByHazard,
    TakingNotAllowed,
    TargetHasHazard,
    TargetLimited,
    TargetNotRolling,
    TargetNotStarted,
    TargetProtected,
    TooFewExchanged,
    TooMany200s,
)
from ..game.moves import DRAWING, Move
from ..game.player_names import default_name
from ..game.score_sheet import DealSheet, GameSheet
from ..rules.cards import Family
from ..rules.ruleset import Rules
from .names import SEATS, TEAMS, EditionNames, PlayerSentence, field_names

# -- events -------------------------------------------------------------------------------------------------------

EVENTS_WITHOUT_SENTENCE: tuple[type[Event], ...] = (MoveRequested, WindowOpened, WindowClosed)
"""Events whose neighbors say the same."""

_EVENTS: dict[type[Event], PlayerSentence] = {
    SetUp: PlayerSentence(
        N_("A position is set up: turn {turns}, {turn} to play."),
        N_("A position is set up: turn {turns}, and it is your turn."),
    ),
    TookDiscard: PlayerSentence(N_("{seat} takes {card} from the discards."), N_("You take {card} from the discards.")),
    ExchangedCard: PlayerSentence(N_("{seat} gives {card} in exchange."), N_("You give {card} in exchange.")),
    Attacked: PlayerSentence(N_("{seat} lays {card} on {team}."), N_("You lay {card} on {team}.")),
    AnswerRequested: PlayerSentence(N_("{seat} may answer the hazard."), N_("You may answer the hazard.")),
    Declined: PlayerSentence(N_("{seat} lets the moment pass."), N_("You let the moment pass.")),
    Remedied: PlayerSentence(N_("{seat} answers at once with {card}."), N_("You answer at once with {card}.")),
    Discarded: PlayerSentence(N_("{seat} discards {card}."), N_("You discard {card}.")),
    Passed: PlayerSentence(N_("{seat} passes."), N_("You pass.")),
    TurnLost: PlayerSentence(N_("{seat} loses a turn."), N_("You lose a turn.")),
    Skipped: PlayerSentence(
        N_("{seat} has no cards left and is skipped."), N_("You have no cards left and are skipped.")
    ),
    Extended: PlayerSentence(N_("{seat} extends the trip to {long_trip}."), N_("You extend the trip to {long_trip}.")),
    Finished: PlayerSentence(N_("{seat} is content with the short trip."), N_("You are content with the short trip.")),
}
_TURNS: dict[bool, PlayerSentence] = {
    False: PlayerSentence(N_("It is {seat}’s turn."), N_("It is your turn.")),
    True: PlayerSentence(N_("{seat} plays again."), N_("You play again.")),
}
"""The beginning of a turn, by whether it was earned by a safety."""
_HIDDEN_DRAWS: dict[DrawCause, PlayerSentence] = {
    DrawCause.TURN: PlayerSentence(N_("{seat} draws a card."), N_("You draw a card.")),
    DrawCause.REFILL: PlayerSentence(
        N_("{seat} draws a card to fill up the hand."), N_("You draw a card to fill up your hand.")
    ),
    DrawCause.EXCHANGE: PlayerSentence(N_("{seat} draws a card in exchange."), N_("You draw a card in exchange.")),
}
_DRAWS: dict[DrawCause, PlayerSentence] = {
    DrawCause.TURN: PlayerSentence(N_("{seat} draws {card}."), N_("You draw {card}.")),
    DrawCause.REFILL: PlayerSentence(
        N_("{seat} draws {card} to fill up the hand."), N_("You draw {card} to fill up your hand.")
    ),
    DrawCause.EXCHANGE: PlayerSentence(N_("{seat} draws {card} in exchange."), N_("You draw {card} in exchange.")),
}
_COUPS: dict[bool, PlayerSentence] = {
    True: PlayerSentence(
        N_("Coup fourré! {seat} answers {hazard} with {safety}."),
        N_("Coup fourré! You answer {hazard} with {safety}."),
    ),
    False: PlayerSentence(
        N_("Coup fourré! {seat} answers {hazard} with {safety}; the hazard stays where it lies."),
        N_("Coup fourré! You answer {hazard} with {safety}; the hazard stays where it lies."),
    ),
}
"""A coup fourré, by whether the hazard goes to the discards."""
_LAID = PlayerSentence(N_("{seat} plays {card}."), N_("You play {card}."))
_LAID_OF_FAMILY: dict[Family, PlayerSentence] = {
    Family.DISTANCE: PlayerSentence(N_("{seat} drives {distance}."), N_("You drive {distance}.")),
    Family.SAFETY: PlayerSentence(N_("{seat} plays the safety {card}."), N_("You play the safety {card}.")),
}


def event_sentence(event: Event, names: EditionNames) -> str | None:
    """Tell what happened, to a player in the second person; None where there is nothing to tell."""
    if isinstance(event, EVENTS_WITHOUT_SENTENCE):
        return None
    if isinstance(event, Unknown):
        return event.text or None
    values = names.localized_fields(event)
    match event:
        case Dealt():
            return _dealt(event, values, names)
        case ShuffleNeeded():
            return names.gettext("The draw pile is empty: the discards must be shuffled.")
        case Reshuffled():
            return names.ngettext(
                "{cards} discard is shuffled and becomes the draw pile.",
                "{cards} discards are shuffled and become the draw pile.",
                event.cards,
                **values,
            )
        case DealOver():
            return _deal_over(event, names)
        case Laid():
            values["distance"] = names.distance(event.card.miles)
    voices = _voices(event)
    return names.gettext(voices.to_you if _of_whom(event) == names.you else voices.about, **values)


@cache
def _fields_with_players(kind: type) -> tuple[str, ...]:
    """Return the fields by which the sentence about an event of this kind may name the reader."""
    return (
        ()
        if kind in EVENTS_WITHOUT_SENTENCE
        else tuple(name for name in field_names(kind) if name in (*SEATS, *TEAMS, SCORES))
    )


SCORES = "scores"
"""The field of an event that tells of everybody."""


def _of_whom(event: Event) -> int:
    """Return the seat that the sentence about an event is about."""
    seat: int = event.turn if isinstance(event, SetUp) else event.seat  # type: ignore[attr-defined]
    return seat


def _voices(event: Event) -> PlayerSentence:
    match event:
        case TurnBegan():
            return _TURNS[event.extra]
        case Drew():
            return (_HIDDEN_DRAWS if event.card is None else _DRAWS)[event.cause]
        case CoupFourre():
            return _COUPS[event.discarded]
        case Laid():
            return _LAID_OF_FAMILY.get(event.card.family, _LAID)
    return _EVENTS[type(event)]


def _dealt(event: Dealt, values: dict[str, str], names: EditionNames) -> str:
    if event.first == names.you:
        return names.ngettext(
            "The cards are dealt: {draw_pile_size} card left to draw, you begin.",
            "The cards are dealt: {draw_pile_size} cards left to draw, you begin.",
            event.draw_pile_size,
            **values,
        )
    return names.ngettext(
        "The cards are dealt: {draw_pile_size} card left to draw, {first} begins.",
        "The cards are dealt: {draw_pile_size} cards left to draw, {first} begins.",
        event.draw_pile_size,
        **values,
    )


def _deal_over(event: DealOver, names: EditionNames) -> str:
    scores = ", ".join(
        names.gettext("{points} for {team}", points=names.whole(points), team=names.whom(team))
        for team, points in enumerate(event.scores)
    )
    ending = names.ending(event.ending, event.completer)
    return names.gettext("The deal is over: {ending}. Points: {scores}.", ending=ending, scores=scores)


# -- refusals -----------------------------------------------------------------------------------------------------

_REASONS: dict[type[Reason], str] = {
    DealIsOver: N_("The deal is over."),
    ShuffleFirst: N_("The discards must be shuffled first."),
    AnswerFirst: N_("Answer {hazard} first, or let it pass."),
    DecideExtensionFirst: N_("The trip is complete: extend it or end it first."),
    DrawFirst: N_("Draw first: every turn begins with a draw."),
    ExchangeOrDraw: N_("You are exchanging cards: give more of them, or draw."),
    NoOpenWindow: N_("No hazard is waiting for an answer."),
    ExtensionNotAllowed: N_("There is no extension to decide on now."),
    AlreadyDrawn: N_("This is not the moment to draw: play or discard."),
    PassingNotAllowed: N_("You cannot pass: the turn must be played."),
    TakingNotAllowed: N_("Discards may not be taken: draw from the draw pile."),
    NothingToTake: N_("There is no discard to take."),
    ExchangeNotAllowed: N_("Cards cannot be exchanged now."),
    NotInHand: N_("You do not hold {card}."),
    MayNotAnswer: N_("{hazard} is not for you to answer."),
    NeedsTarget: N_("{card} is laid on an opponent: say on whom."),
    NoSuchTeam: N_("There is no team {team} at this table."),
    OwnTeam: N_("{card} is laid on an opponent, never on your own side."),
    TargetProtected: N_("{safety} protects {team}."),
    TargetNotStarted: N_("Before the start, only {speed_limit} can be laid on {team}."),
    TargetHasHazard: N_("{hazard} already stops {team}."),
    TargetNotRolling: N_("You can only stop someone who is rolling: there is no {roll} card in front of {team}."),
    TargetLimited: N_("{speed_limit} already slows {team} down."),
    StoppedByHazard: N_("{hazard} stops you: play {remedy} first."),
    NeedsRoll: N_("You cannot drive yet: you need a {roll} card first."),
    SpeedLimited: N_("{speed_limit} slows you down: {limit} at most."),
    OvershootsTrip: N_("{card} would take you past the target: {room} at most."),
    RollUseless: N_("{roll} would change nothing now."),
    RemedyUseless: N_("{card} answers {hazard}, which does not stop you now."),
    NotLimited: N_("{end_of_limit} would change nothing: no {speed_limit} slows you down."),
    MustPlay: N_("You can play, so you may not discard."),
    MayNotRediscard: N_("You have just taken {card} from the discards and may not put it back at once."),
}


def reason_sentence(reason: Reason, names: EditionNames) -> str:
    """Say why a move is refused, with the clause in parentheses at the end."""
    sentence = _refusal(reason, names)
    return f"{sentence[:-1]} ({_source(reason.clause, names)})."


def _refusal(reason: Reason, names: EditionNames) -> str:
    values = names.localized_fields(reason)
    match reason:
        case TooFewExchanged():
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
    return names.gettext(_REASONS[type(reason)], **values)


def _source(clause: str, names: EditionNames) -> str:
    if not clause.startswith(HOUSE_RULE):
        return clause
    field = clause.removeprefix(HOUSE_RULE)
    return names.gettext("house rule: {rule}", rule=names.rule(field))


# -- moves --------------------------------------------------------------------------------------------------------

_MOVES: dict[int, str] = {
    COUP: N_("call coup fourré"),
    EXTEND: N_("extend the trip to {long_trip}"),
    FINISH: N_("end the trip here"),
    TAKE: N_("take the top discard"),
}


def move_label(move: Move, phase: Phase, names: EditionNames) -> str:
    """Return a move in words; the phase tells a discard from an exchange, and an answer from a play."""
    if move.card is None:
        return names.gettext(_move_message(move, phase))
    values: dict[str, str] = {"card": names.card(move.card)}
    if move.is_discard:
        message = N_("exchange {card}") if phase in DRAWING else N_("discard {card}")
    elif move.team is not None:
        message = N_("lay {card} on {team}")
        values["team"] = names.whom(move.team)
    elif move.card.family is Family.DISTANCE:
        message = N_("drive {distance}")
        values["distance"] = names.distance(move.card.miles)
    else:
        message = N_("answer with {card}") if phase is Phase.REACT else N_("play {card}")
    return names.gettext(message, **values)


def _move_message(move: Move, phase: Phase) -> str:
    if move == PASS:
        return N_("let it pass") if phase is Phase.REACT else N_("pass the turn")
    if move == DRAW:
        return N_("draw as many cards as you gave") if phase is Phase.EXCHANGE else N_("draw a card")
    return _MOVES[move]


# -- score sheets -------------------------------------------------------------------------------------------------

Line = tuple[str, tuple[int, ...]]


def score_sheet(sheet: DealSheet | GameSheet, names: EditionNames) -> str:
    """Write the sheet of a deal, or of a game deal by deal."""
    if isinstance(sheet, DealSheet):
        return _sheet_table(_sheet_lines(sheet, names), names)
    parts = []
    before = (0,) * len(sheet.totals)
    for number, (deal, carried) in enumerate(zip(sheet.deals, sheet.carried, strict=True), 1):
        lines = _sheet_lines(deal, names)
        lines += [(names.row("carried_forward"), before), (names.row("grand_total"), carried)]
        parts.append(names.gettext("Deal {number}", number=number) + "\n" + _sheet_table(lines, names))
        before = carried
    return "\n\n".join(parts)


def _sheet_lines(sheet: DealSheet, names: EditionNames) -> list[Line]:
    lines = [(names.row(name), numbers) for name, numbers in sheet.rows.items()]
    return [*lines, (names.row("total_for_deal"), sheet.totals)]


def _sheet_table(lines: Sequence[Line], names: EditionNames) -> str:
    heads = [names.team(team) for team in range(len(lines[0][1]))]
    title = max(len(name) for name, _ in lines)
    widths = [max(len(head), 5) for head in heads]
    rows: list[tuple[str, Sequence[str]]] = [("", heads), *((name, [*map(names.whole, row)]) for name, row in lines)]
    return "\n".join(
        f"{name:<{title}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for name, cells in rows
    )


# -- all of it ----------------------------------------------------------------------------------------------------


class Translator(EditionNames):
    """Speaks of a game in one language and in the words of one edition."""

    @classmethod
    def of(cls, game: Game, language: str = "en", you: int | None = None) -> Translator:
        """Make the words for this game and its players; who was given no name gets one in the language."""
        return cls.for_players(language, game.rules, game.names, you)

    @classmethod
    def for_players(cls, language: str, rules: Rules, names: Sequence[str], you: int | None = None) -> Translator:
        """Make the words for players of these names, told to the one on the seat ``you`` if there is one.

        Who was given no name gets one in the language.
        """
        unnamed = cls(language, rules.edition, you=you)
        chosen = [unnamed.seat(seat) if name == default_name(seat) else name for seat, name in enumerate(names)]
        return cls(language, rules.edition, chosen, rules.teams, you)

    def displayed_name(self, seat: int, name: str) -> str:
        """Return a name as it is said of anybody: who gave none is numbered in this language."""
        return self.numbered(seat) if name == default_name(seat) else name

    def move(self, move: Move, phase: Phase = Phase.PLAY) -> str:
        """Return a move as it is offered: ``play Roll``, ``lay Stop on Bob``."""
        return move_label(move, phase, self)

    def event(self, event: Event) -> str | None:
        """Tell an event in a sentence, and no more than it holds; None where there is nothing to tell."""
        return event_sentence(event, self)

    def concerns_reader(self, event: Event) -> bool:
        """Say whether the sentence about an event is another one for the reader than for everybody else."""
        if self.you is None:
            return False
        for name in _fields_with_players(event.__class__):  # type: ignore[arg-type]
            if name == SCORES or getattr(event, name) == (self.own_team if name in TEAMS else self.you):
                return True
        return False

    def reason(self, reason: Reason) -> str:
        """Say in a sentence why a move is refused, with the clause."""
        return reason_sentence(reason, self)

    def score_sheet(self, sheet: DealSheet | GameSheet) -> str:
        """Write a score sheet as a table in plain text."""
        return score_sheet(sheet, self)
