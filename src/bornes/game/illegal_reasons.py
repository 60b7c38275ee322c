"""Why a move is not legal: a typed reason with its clause and its values.

The referee in the engine decides which reason; this room only gives it a type, fills in what it speaks of and looks
up the clause.  Sentences are made in ``bornes.i18n``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar

from ..base.serialization import DataError, Tagged, shown
from ..engine.codes import NONE, PHASES, Refused
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
            raise DataError(f"{type(reason).__name__}.clause", f"there is no rule {shown(field)}")
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
class DealOver(Reason):
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
class NoWindow(Reason):
    """No hazard is waiting for an answer."""

    topic = "window"


@dataclass(frozen=True, slots=True)
class NoExtension(Reason):
    """The trip can only be extended at the moment it is completed."""

    topic = "extension"
    switches = ("extension",)


@dataclass(frozen=True, slots=True)
class NotDrawing(Reason):
    """The card of this turn has been drawn."""

    topic = "turn"


@dataclass(frozen=True, slots=True)
class NoPassing(Reason):
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
class ExchangeTooFew(Reason):
    """More cards must be given before the exchange can be closed."""

    given: int
    needed: int
    topic = "exchange-too-few"
    switches = ("exchange_min",)


@dataclass(frozen=True, slots=True)
class NotHeld(Reason):
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
class OwnSide(Reason):
    """A hazard is never laid on one's own side."""

    card: Card
    topic = "own-side"


@dataclass(frozen=True, slots=True)
class Protected(Reason):
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
class HazardLive(Reason):
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
class OverTarget(Reason):
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


_TYPES: dict[Refused, type[Reason]] = {
    Refused.DEAL_OVER: DealOver,
    Refused.SHUFFLE_FIRST: ShuffleFirst,
    Refused.ANSWER_FIRST: AnswerFirst,
    Refused.DECIDE_EXTENSION: DecideExtensionFirst,
    Refused.DRAW_FIRST: DrawFirst,
    Refused.EXCHANGE_OR_DRAW: ExchangeOrDraw,
    Refused.NO_WINDOW: NoWindow,
    Refused.NO_EXTENSION: NoExtension,
    Refused.NOT_DRAWING: NotDrawing,
    Refused.NO_PASSING: NoPassing,
    Refused.TAKING_NOT_ALLOWED: TakingNotAllowed,
    Refused.NOTHING_TO_TAKE: NothingToTake,
    Refused.EXCHANGE_NOT_ALLOWED: ExchangeNotAllowed,
    Refused.EXCHANGE_TOO_FEW: ExchangeTooFew,
    Refused.NOT_HELD: NotHeld,
    Refused.NOT_AN_ANSWER: NotAnAnswer,
    Refused.NO_TARGET: NeedsTarget,
    Refused.NO_SUCH_TEAM: NoSuchTeam,
    Refused.OWN_SIDE: OwnSide,
    Refused.PROTECTED: Protected,
    Refused.TARGET_NOT_STARTED: TargetNotStarted,
    Refused.TARGET_HAS_HAZARD: TargetHasHazard,
    Refused.TARGET_NOT_ROLLING: TargetNotRolling,
    Refused.TARGET_LIMITED: TargetLimited,
    Refused.HAZARD_LIVE: HazardLive,
    Refused.NEEDS_ROLL: NeedsRoll,
    Refused.SPEED_LIMITED: SpeedLimited,
    Refused.TOO_MANY_200S: TooMany200s,
    Refused.OVER_TARGET: OverTarget,
    Refused.ROLL_USELESS: RollUseless,
    Refused.REMEDY_USELESS: RemedyUseless,
    Refused.NOT_LIMITED: NotLimited,
    Refused.MUST_PLAY: MustPlay,
    Refused.REDISCARD: MayNotRediscard,
    Refused.MAY_NOT_ANSWER: MayNotAnswer,
}
REASONS = Tagged[Reason]("reason", _TYPES.values())
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


def _reason(state: State, move: Move, refused: Refused) -> Reason | None:
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
_MADE_OF: dict[Refused, tuple[Any, tuple[Callable[[State, Move], object], ...]]] = {
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
    if kind is Protected and move.card in (Card.STOP, Card.SPEED_LIMIT):
        return "protected-by-right-of-way"
    if kind is HazardLive and move.card is Card.ROLL:
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
