"""Why a move is not legal: a typed reason with its clause and its values.

The referee in the engine decides which reason; this room only gives it a type, fills in what it speaks of and looks
up the clause.  Sentences are made in ``bornes.i18n``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar

from ..base.serialization import DataError, TaggedUnion, quote_value
from ..engine.codes import NONE, PHASES, RefusalCode
from ..engine.compiled_rules import CompiledRules
from ..engine.referee import answer_refusal, refusal
from ..engine.state import State
from ..rules.cards import CARDS, HAZARDS, Card, Hazard, Team
from ..rules.editions import edition
from ..rules.ruleset import FIELDS, Rules
from .moves import TEAM_LETTERS, Move, card_moves

HOUSE_RULE = "house rule "
"""What a reason says in the place of a clause, with the name of the rule behind it, where a house rule decides."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused.  ``clause`` names a clause or a ruling, or the house rule behind it."""

    clause: str

    topic: ClassVar[str]
    """Under which word an edition files the clause."""
    switches: ClassVar[tuple[str, ...]] = ()
    """The rules that decide it; where a house rule changed one of them no clause can be cited."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON: the name of the reason, its clause, and what it speaks of."""
        return REASONS.write(self)

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Reason:
        """Return the reason that ``as_dict`` wrote; DataError, a ValueError, says what is wrong with anything else."""
        reason = REASONS.read(values)
        field = reason.clause.removeprefix(HOUSE_RULE)
        if field != reason.clause and field not in FIELDS:
            raise DataError(f"{type(reason).__name__}.clause", f"there is no rule {quote_value(field)}")
        return reason

    def __str__(self) -> str:
        named = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "clause"}
        values = ", ".join(f"{name} {_text(name, value)}" for name, value in named.items())
        return f"{type(self).__name__}{f' ({values})' if values else ''} [{self.clause}]"


def _text(name: str, value: object) -> str:
    if isinstance(value, Card):
        return value.notation
    return TEAM_LETTERS[value] if name == "team" and isinstance(value, int) else str(value)


@dataclass(frozen=True, slots=True)
class DealIsOver(Reason):
    """The deal has ended."""

    topic = "over"


@dataclass(frozen=True, slots=True)
class ShuffleFirst(Reason):
    """The discards must be shuffled before anybody can go on."""

    topic = "chance"


@dataclass(frozen=True, slots=True)
class AnswerFirst(Reason):
    """A hazard was laid and can be answered now: a coup fourré, an immediate remedy, or pass."""

    hazard: Hazard
    topic = "window"


@dataclass(frozen=True, slots=True)
class DecideExtensionFirst(Reason):
    """The short trip is complete: extend it or finish."""

    topic = "extension"


@dataclass(frozen=True, slots=True)
class DrawFirst(Reason):
    """A turn begins with the draw."""

    topic = "turn"


@dataclass(frozen=True, slots=True)
class ExchangeOrDraw(Reason):
    """An exchange has begun: give more cards, or draw to close it."""

    topic = "exchange-not-allowed"


@dataclass(frozen=True, slots=True)
class NoOpenWindow(Reason):
    """No hazard is waiting for an answer."""

    topic = "window"


@dataclass(frozen=True, slots=True)
class ExtensionNotAllowed(Reason):
    """The trip can only be extended at the moment it is completed."""

    topic = "extension"
    switches = ("extension",)


@dataclass(frozen=True, slots=True)
class AlreadyDrawn(Reason):
    """The card of this turn has been drawn."""

    topic = "turn"


@dataclass(frozen=True, slots=True)
class PassingNotAllowed(Reason):
    """A turn cannot be passed: play or discard."""

    topic = "turn"
    switches = ("extra_turn", "exchange_min")


@dataclass(frozen=True, slots=True)
class TakingNotAllowed(Reason):
    """Discards stay where they are."""

    topic = "take-not-allowed"
    switches = ("take_discard",)


@dataclass(frozen=True, slots=True)
class NothingToTake(Reason):
    """There are no discards."""

    topic = "nothing-to-take"
    switches = ("take_discard",)


@dataclass(frozen=True, slots=True)
class ExchangeNotAllowed(Reason):
    """Cards cannot be exchanged here, or not so few."""

    topic = "exchange-not-allowed"
    switches = ("fast_play", "exchange_min")


@dataclass(frozen=True, slots=True)
class TooFewExchanged(Reason):
    """More cards must be given before the exchange can be closed."""

    given: int
    needed: int
    topic = "exchange-too-few"
    switches = ("exchange_min",)


@dataclass(frozen=True, slots=True)
class NotInHand(Reason):
    """The hand does not hold this card."""

    card: Card
    topic = "turn"


@dataclass(frozen=True, slots=True)
class NotAnAnswer(Reason):
    """This card does not answer the hazard that was laid."""

    card: Card
    hazard: Hazard
    topic = "window"
    switches = ("fast_play",)


@dataclass(frozen=True, slots=True)
class MayNotAnswer(Reason):
    """The rules do not let this seat answer the hazard that was laid."""

    hazard: Card
    topic = "window"
    switches = ("coup_fourre_scope",)


@dataclass(frozen=True, slots=True)
class NeedsTarget(Reason):
    """A hazard is laid on an opponent."""

    card: Card
    topic = "own-side"


@dataclass(frozen=True, slots=True)
class NoSuchTeam(Reason):
    """Nobody sits there."""

    team: Team
    topic = "own-side"


@dataclass(frozen=True, slots=True)
class OwnTeam(Reason):
    """A hazard is never laid on one's own side."""

    card: Card
    topic = "own-side"


@dataclass(frozen=True, slots=True)
class TargetProtected(Reason):
    """The target displays the safety against this hazard."""

    team: Team
    safety: Card
    topic = "protected"


@dataclass(frozen=True, slots=True)
class TargetNotStarted(Reason):
    """The target has not started."""

    team: Team
    topic = "not-started"


@dataclass(frozen=True, slots=True)
class TargetHasHazard(Reason):
    """The target is stopped by a hazard already."""

    team: Team
    hazard: Hazard
    topic = "hazard-on-hazard"
    switches = ("hazard_target",)


@dataclass(frozen=True, slots=True)
class TargetNotRolling(Reason):
    """The target is not rolling."""

    team: Team
    topic = "not-rolling"
    switches = ("hazard_target",)


@dataclass(frozen=True, slots=True)
class TargetLimited(Reason):
    """The target is limited already."""

    team: Team
    topic = "limit-on-limit"
    switches = ("limit_on_limit",)


@dataclass(frozen=True, slots=True)
class StoppedByHazard(Reason):
    """A hazard lies on the own Battle pile and must be answered first."""

    hazard: Hazard
    remedy: Card
    topic = "hazard-live"


@dataclass(frozen=True, slots=True)
class NeedsRoll(Reason):
    """A Roll must show before any distance."""

    topic = "needs-roll"


@dataclass(frozen=True, slots=True)
class SpeedLimited(Reason):
    """The Speed Limit bars longer distances."""

    limit: int
    topic = "speed-limited"
    switches = ("speed_limit",)


@dataclass(frozen=True, slots=True)
class TooMany200s(Reason):
    """The team has laid all the 200s it may."""

    allowed: int
    topic = "too-many-200s"
    switches = ("max_200s",)


@dataclass(frozen=True, slots=True)
class OvershootsTrip(Reason):
    """The card would pass the target."""

    card: Card
    room: int
    topic = "over-target"
    switches = ("overshoot", "target")


@dataclass(frozen=True, slots=True)
class RollUseless(Reason):
    """A Roll would change nothing."""

    topic = "roll-useless"


@dataclass(frozen=True, slots=True)
class RemedyUseless(Reason):
    """The hazard that this remedy answers does not lie there."""

    card: Card
    hazard: Hazard
    topic = "remedy-useless"


@dataclass(frozen=True, slots=True)
class NotLimited(Reason):
    """No Speed Limit binds."""

    topic = "not-limited"


@dataclass(frozen=True, slots=True)
class MustPlay(Reason):
    """Whoever can play must."""

    topic = "must-play"
    switches = ("free_discard", "forced_play")


@dataclass(frozen=True, slots=True)
class MayNotRediscard(Reason):
    """The card just taken from the discards may not go back at once."""

    card: Card
    topic = "rediscard"
    switches = ("rediscard",)


_TYPES: dict[RefusalCode, type[Reason]] = {
    RefusalCode.DEAL_OVER: DealIsOver,
    RefusalCode.SHUFFLE_FIRST: ShuffleFirst,
    RefusalCode.ANSWER_FIRST: AnswerFirst,
    RefusalCode.DECIDE_EXTENSION: DecideExtensionFirst,
    RefusalCode.DRAW_FIRST: DrawFirst,
    RefusalCode.EXCHANGE_OR_DRAW: ExchangeOrDraw,
    RefusalCode.NO_WINDOW: NoOpenWindow,
    RefusalCode.NO_EXTENSION: ExtensionNotAllowed,
    RefusalCode.NOT_DRAWING: AlreadyDrawn,
    RefusalCode.NO_PASSING: PassingNotAllowed,
    RefusalCode.TAKING_NOT_ALLOWED: TakingNotAllowed,
    RefusalCode.NOTHING_TO_TAKE: NothingToTake,
    RefusalCode.EXCHANGE_NOT_ALLOWED: ExchangeNotAllowed,
    RefusalCode.EXCHANGE_TOO_FEW: TooFewExchanged,
    RefusalCode.NOT_HELD: NotInHand,
    RefusalCode.NOT_AN_ANSWER: NotAnAnswer,
    RefusalCode.NO_TARGET: NeedsTarget,
    RefusalCode.NO_SUCH_TEAM: NoSuchTeam,
    RefusalCode.OWN_SIDE: OwnTeam,
    RefusalCode.PROTECTED: TargetProtected,
    RefusalCode.TARGET_NOT_STARTED: TargetNotStarted,
    RefusalCode.TARGET_HAS_HAZARD: TargetHasHazard,
    RefusalCode.TARGET_NOT_ROLLING: TargetNotRolling,
    RefusalCode.TARGET_LIMITED: TargetLimited,
    RefusalCode.HAZARD_LIVE: StoppedByHazard,
    RefusalCode.NEEDS_ROLL: NeedsRoll,
    RefusalCode.SPEED_LIMITED: SpeedLimited,
    RefusalCode.TOO_MANY_200S: TooMany200s,
    RefusalCode.OVER_TARGET: OvershootsTrip,
    RefusalCode.ROLL_USELESS: RollUseless,
    RefusalCode.REMEDY_USELESS: RemedyUseless,
    RefusalCode.NOT_LIMITED: NotLimited,
    RefusalCode.MUST_PLAY: MustPlay,
    RefusalCode.REDISCARD: MayNotRediscard,
    RefusalCode.MAY_NOT_ANSWER: MayNotAnswer,
}
REASONS = TaggedUnion[Reason]("reason", _TYPES.values())
"""How reasons are written as plain data."""


def explain(state: State, move: Move) -> Reason | None:
    """Return the reason why a move is not legal in this state, or None if it is."""
    return _reason(state, move, refusal(state, move))


def explain_answer(state: State, seat: int, move: Move) -> Reason | None:
    """Return the reason why a seat cannot answer the hazard in the open window so, or None if it can."""
    return _reason(state, move, answer_refusal(state, seat, move))


def why_unplayable(state: State) -> dict[Card, tuple[Reason, ...]]:
    """Return each card of who decides that cannot be played now, with the reasons, each of them once.

    The reasons are those for the moves that choosing the card could mean: to lay it, or an attack on each opponent.
    """
    rules: Rules = state.rules.source
    phase, hazard = PHASES[state.phase], None if state.hazard == NONE else CARDS[state.hazard]
    opponents = rules.opponents_of(_own_team(state))
    unplayable: dict[Card, tuple[Reason, ...]] = {}
    for kind in dict.fromkeys(state.hand_of(state.seat)):
        reasons: dict[Reason, None] = {}
        for move in card_moves(CARDS[kind], phase, opponents, hazard):
            reason = explain(state, move)
            if reason is None:
                break
            reasons[reason] = None
        else:
            unplayable[CARDS[kind]] = tuple(reasons)
    return unplayable


def _reason(state: State, move: Move, refused: RefusalCode) -> Reason | None:
    if not refused:
        return None
    kind, values = _MADE_OF[refused]
    return _made(kind, _clause(state, move, kind), *[value(state, move) for value in values])


@lru_cache(maxsize=4096)
def _made(kind: type[Reason], *values: object) -> Reason:
    """Return a reason; made once, since the same cards are in the way in every deal."""
    return kind(*values)  # type: ignore[arg-type]


def _card(state: State, move: Move) -> Card:
    card = move.card
    return CARDS[state.hazard].safety if card is None else card


def _hazard(state: State, move: Move) -> Card:
    if state.hazard != NONE:
        return CARDS[state.hazard]
    card, team = move.card, move.team
    if card in _REMEDIES:
        return _REMEDIES[card]
    return CARDS[state.top_of_battle(_own_team(state) if team is None else team)]


_REMEDIES: dict[Card | None, Card] = {hazard.remedy: hazard for hazard in HAZARDS[:3]}
"""The hazards that a remedy alone answers, under their remedies: a Roll and an End of Limit are about the pile."""


def _safety(state: State, move: Move) -> Card:
    assert move.card is not None
    return move.card.safety


_VALUES: dict[str, Callable[[State, Move], object]] = {
    "card": _card,
    "team": lambda state, move: move.team,
    "hazard": _hazard,
    "remedy": lambda state, move: _hazard(state, move).remedy,
    "safety": _safety,
    "given": lambda state, move: state.given,
    "needed": lambda state, move: state.rules.source.exchange_min,
    "limit": lambda state, move: state.rules.source.speed_limit,
    "allowed": lambda state, move: state.rules.source.max_200s,
    "room": lambda state, move: state.goal - state.miles_driven(_own_team(state)),
}
"""How each value is found that a reason may speak of."""
_MADE_OF: dict[RefusalCode, tuple[Any, tuple[Callable[[State, Move], object], ...]]] = {
    refused: (kind, tuple(_VALUES[field.name] for field in fields(kind) if field.name != "clause"))
    for refused, kind in _TYPES.items()
}
"""The class of each reason, and how the values behind its clause are found."""


def _own_team(state: State) -> int:
    rules: Rules = state.rules.source
    return rules.team_of(state.seat)


def _clause(state: State, move: Move, kind: type[Reason]) -> str:
    return _cited(state.rules, _topic(move, kind), kind.switches + _deciding_here(state, kind))


@lru_cache(maxsize=4096)
def _cited(rules: CompiledRules, topic: str, switches: tuple[str, ...]) -> str:
    """Return the clause that an edition files under a word, or the first of these rules that is a house rule."""
    source: Rules = rules.source
    book = edition(source.edition)
    for field in switches:
        if book.source(source, field) is None:
            return f"{HOUSE_RULE}{field}"
    return book.refusals[topic]


def _topic(move: Move, kind: type[Reason]) -> str:
    """Return the word under which the edition files the reason, which depends on the card in two cases."""
    if kind is TargetProtected and move.card in (Card.STOP, Card.SPEED_LIMIT):
        return "protected-by-right-of-way"
    if kind is StoppedByHazard and move.card is Card.ROLL:
        return RollUseless.topic
    return kind.topic


def _deciding_here(state: State, kind: type[Reason]) -> tuple[str, ...]:
    """Return the rules that decide in this position beside those that always do."""
    if kind is SpeedLimited and state.shows(_own_team(state), Card.RIGHT_OF_WAY):
        return ("right_of_way_covers_limit",)
    if kind is MayNotAnswer and state.hazard == Card.SPEED_LIMIT:
        return ("coup_fourre_on_limit",)
    if kind is not NeedsRoll:
        return ()
    own = _own_team(state)
    if state.owes_roll(own):
        return ("roll_after_end_of_limit",)
    top = state.top_of_battle(own)
    if top == NONE:
        return ()
    return ("roll_after_safety",) if top < Card.GASOLINE else ("roll_after_remedy",)
