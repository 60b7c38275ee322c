"""Why a move was worse than the best one, where the reason has a name.

Each reason is a type with values, from what the player could see.  The finders are asked one after another, the
weightiest first; where none of them knows the reason, none is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..cards import Card, Family
from ..deal import View
from ..engine.codes import COUP, EXTEND, FINISH, TAKE, Phase
from ..engine.state import State
from ..moves import Move
from ..position import Piles
from ..rules import Rules
from .judge import Decision

_NEARLY_EMPTY = 8
"""Turns for each player, while the draw pile lasts, in which one may wait for its end."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A reason for a move being worse than another."""


@dataclass(frozen=True, slots=True)
class CoupFourreMissed(Mistake):
    """The hazard could have been answered with its safety."""

    safety: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class TripLeftOpen(Mistake):
    """A card in the hand would have completed the trip."""

    card: Card


@dataclass(frozen=True, slots=True)
class SafetyThrownAway(Mistake):
    """A safety was discarded."""

    safety: Card


@dataclass(frozen=True, slots=True)
class CoupFourreGivenUp(Mistake):
    """A safety was laid while its hazards could still come."""

    safety: Card
    unseen: int
    """Hazards that it answers and that the player has not seen."""


@dataclass(frozen=True, slots=True)
class SafetyHeldBack(Mistake):
    """A safety was kept that should have been laid."""

    safety: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class SafeTripGivenUp(Mistake):
    """The first 200 was laid."""

    points: int


@dataclass(frozen=True, slots=True)
class DeadCardKept(Mistake):
    """Something useful was given up, and a card kept that cannot be played any more."""

    dead: Card
    card: Card


@dataclass(frozen=True, slots=True)
class HazardThrownAway(Mistake):
    """A hazard was discarded that an opponent could still be given."""

    hazard: Card


@dataclass(frozen=True, slots=True)
class LongerCardThrownAway(Mistake):
    """A distance card was discarded, and a shorter one kept."""

    longer: Card
    shorter: Card


@dataclass(frozen=True, slots=True)
class NeededRemedyThrownAway(Mistake):
    """The remedy for what stops the team was discarded."""

    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class LastRemedyThrownAway(Mistake):
    """The only answer to a hazard that may still come was discarded."""

    card: Card
    hazard: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class RollThrownAway(Mistake):
    """A card was discarded that every team without its safety needs again and again."""

    held: int
    """How many were left in the hand."""


@dataclass(frozen=True, slots=True)
class DelayedActionGivenUp(Mistake):
    """The draw pile was nearly empty, and to arrive after its last card pays."""

    points: int
    cards: int


@dataclass(frozen=True, slots=True)
class StoodStill(Mistake):
    """A card in the hand would have lifted what stops the team."""

    card: Card


@dataclass(frozen=True, slots=True)
class AttackMissed(Mistake):
    """An opponent could have been stopped or slowed down."""

    hazard: Card
    team: int
    miles: int
    """How far that one has come."""


@dataclass(frozen=True, slots=True)
class OtherTarget(Mistake):
    """The hazard was laid on the lesser danger."""

    hazard: Card
    team: int
    miles: int


@dataclass(frozen=True, slots=True)
class AwkwardRest(Mistake):
    """What is left of the trip no card in the hand makes up."""

    rest: int


@dataclass(frozen=True, slots=True)
class MilesLeft(Mistake):
    """A distance card could have been laid."""

    card: Card


@dataclass(frozen=True, slots=True)
class LongerCardKept(Mistake):
    """A longer distance card could have been laid."""

    card: Card


@dataclass(frozen=True, slots=True)
class ExtendedTooFar(Mistake):
    """Ending the trip was worth more than extending it."""

    team: int
    """The opponent who has come farthest."""
    miles: int
    cards: int
    """Left to draw."""


@dataclass(frozen=True, slots=True)
class ExtensionMissed(Mistake):
    """Extending the trip was worth more than ending it."""

    team: int
    miles: int
    cards: int


@dataclass(frozen=True, slots=True)
class DiscardLeftLying(Mistake):
    """The top discard could be played at once."""

    card: Card


def why(decision: Decision, best: Move) -> Mistake | None:
    """Find the reason why the best move is better than the one that was made; None where it has no name."""
    situation = _Situation(decision, best)
    for find in _FINDERS:
        found = find(situation)
        if found is not None:
            return found
    return None


class _Situation:
    """A decision as the finders look at it."""

    def __init__(self, decision: Decision, best: Move) -> None:
        self.view: View = decision.view
        self.rules: Rules = decision.view.rules
        self.seat = decision.seat
        self.team = decision.team
        self.phase = decision.phase
        self.played, self.best = decision.move, best
        self.laid: Piles = self.view.tables[self.team]
        self._stand_in: State | None = None

    @property
    def stand_in(self) -> State:
        """The moment as the engine sees it, with unseen cards anywhere."""
        if self._stand_in is None:
            self._stand_in = self.view.stand_in()
        return self._stand_in

    @property
    def rest(self) -> int:
        """What is left of the trip."""
        return self.view.target - self.laid.miles

    def unseen(self, card: Card) -> int:
        """Count the cards of a kind that the player has not seen."""
        return self.stand_in.unseen(self.seat, card)

    def answers(self, safety: Card) -> int:
        """Count the hazards that may still come and that the safety would answer."""
        hazards = [Card(safety - 10)]
        if safety is Card.RIGHT_OF_WAY and self.rules.coup_fourre_on_limit:
            hazards.append(Card.SPEED_LIMIT)
        return sum(self.unseen(hazard) for hazard in hazards)

    def farthest(self) -> tuple[int, int]:
        """Return the opponent who has come farthest, and how far."""
        others = [team for team in range(self.rules.teams) if team != self.team]
        ahead = max(others, key=lambda team: self.view.tables[team].miles)
        return ahead, self.view.tables[ahead].miles

    def lays(self, move: Move, family: Family) -> Card | None:
        """Return the card of this family that a move lays on the own table, or None."""
        card = move.card
        own = card is not None and not move.is_discard and move.team is None
        return card if own and card is not None and card.family is family else None

    def gives_up(self) -> Card | None:
        """Return the card that was discarded, or None."""
        return self.played.card if self.played.is_discard else None

    def dead(self, card: Card) -> bool:
        """Say whether a card can never be played any more, as far as the player can see."""
        match card.family:
            case Family.DISTANCE:
                longest = 1000 if self.rules.extension else self.view.target
                used_up = self.laid.distances.count(Card.D200) >= self.rules.max_200s
                return card.miles > longest - self.laid.miles or (card is Card.D200 and used_up)
            case Family.HAZARD:
                others = [laid for team, laid in enumerate(self.view.tables) if team != self.team]
                return all(self._protects(laid, card) for laid in others)
            case Family.REMEDY:
                return self._dead_remedy(card)
        return False

    def _protects(self, laid: Piles, hazard: Card) -> bool:
        if hazard is Card.SPEED_LIMIT and not self.rules.right_of_way_covers_limit:
            return False
        return hazard.safety in laid.safeties

    def _dead_remedy(self, card: Card) -> bool:
        hazard = Card(card - 5)
        if self._protects(self.laid, hazard):
            return True
        if card is Card.ROLL:  # it also gets a team going
            return False
        pile = self.laid.speed if card is Card.END_OF_LIMIT else self.laid.battle
        return pile[-1:] != (hazard,) and self.unseen(hazard) == 0


# -- the finders -------------------------------------------------------------------------------------------------


def _coup_missed(at: _Situation) -> Mistake | None:
    window = at.view.window
    if at.phase is Phase.REACT and at.best == COUP and window is not None:
        return CoupFourreMissed(window.hazard.safety, window.hazard)
    return None


def _extension(at: _Situation) -> Mistake | None:
    if at.phase is not Phase.EXTEND or {at.best, at.played} != {EXTEND, FINISH}:
        return None
    team, miles = at.farthest()
    kind = ExtensionMissed if at.best == EXTEND else ExtendedTooFar
    return kind(team, miles, at.view.draw_pile_size)


def _trip_left_open(at: _Situation) -> Mistake | None:
    card = at.lays(at.best, Family.DISTANCE)
    arrives = card is not None and at.rules.end_measure == "miles" and card.miles >= at.rest
    return TripLeftOpen(card) if card is not None and arrives else None


def _safety_thrown_away(at: _Situation) -> Mistake | None:
    card = at.gives_up()
    return SafetyThrownAway(card) if card is not None and card.family is Family.SAFETY else None


def _safety_held_back(at: _Situation) -> Mistake | None:
    safety = at.lays(at.best, Family.SAFETY)
    return SafetyHeldBack(safety, at.answers(safety)) if safety is not None else None


def _coup_given_up(at: _Situation) -> Mistake | None:
    safety = at.lays(at.played, Family.SAFETY)
    return CoupFourreGivenUp(safety, at.answers(safety)) if safety is not None and at.answers(safety) else None


def _safe_trip_given_up(at: _Situation) -> Mistake | None:
    drives = at.lays(at.played, Family.DISTANCE)
    first = drives is Card.D200 and Card.D200 not in at.laid.distances
    return SafeTripGivenUp(at.rules.safe_trip_points) if first and at.rules.safe_trip_points else None


def _dead_card_kept(at: _Situation) -> Mistake | None:
    given, better = at.gives_up(), at.best.card
    if given is None or better is None or not at.best.is_discard or not at.dead(better) or at.dead(given):
        return None
    return DeadCardKept(better, given)


def _hazard_thrown_away(at: _Situation) -> Mistake | None:
    card = at.gives_up()
    return HazardThrownAway(card) if card is not None and card.family is Family.HAZARD and not at.dead(card) else None


def _longer_card_thrown_away(at: _Situation) -> Mistake | None:
    card, better = at.gives_up(), at.best.card
    if card is None or better is None or not at.best.is_discard or at.dead(card):
        return None
    return LongerCardThrownAway(card, better) if card.miles > better.miles > 0 else None


def _remedy_thrown_away(at: _Situation) -> Mistake | None:
    card = at.gives_up()
    if card is None or card.family is not Family.REMEDY or card is Card.ROLL or at.view.hand.count(card) > 1:
        return None
    hazard = Card(card - 5)
    pile = at.laid.speed if card is Card.END_OF_LIMIT else at.laid.battle
    if pile[-1:] == (hazard,) and hazard.safety not in at.laid.safeties:
        return NeededRemedyThrownAway(card, hazard)
    covered = hazard.safety in at.laid.safeties or hazard.safety in at.view.hand
    return LastRemedyThrownAway(card, hazard, at.unseen(hazard)) if at.unseen(hazard) and not covered else None


def _roll_thrown_away(at: _Situation) -> Mistake | None:
    safe = Card.RIGHT_OF_WAY in at.laid.safeties or Card.RIGHT_OF_WAY in at.view.hand
    if at.gives_up() is not Card.ROLL or safe:
        return None
    return RollThrownAway(at.view.hand.count(Card.ROLL) - 1)


def _delayed_action_given_up(at: _Situation) -> Mistake | None:
    drives, instead = at.lays(at.played, Family.DISTANCE), at.lays(at.best, Family.DISTANCE)
    if drives is None or (instead is not None and instead.miles >= drives.miles):
        return None
    near = at.rules.end_measure == "miles" and at.rest - drives.miles <= Card.D200.miles
    soon = 0 < at.view.draw_pile_size <= _NEARLY_EMPTY * at.rules.players
    if near and soon and at.rules.delayed_action_points:
        return DelayedActionGivenUp(at.rules.delayed_action_points, at.view.draw_pile_size)
    return None


def _stood_still(at: _Situation) -> Mistake | None:
    card = at.lays(at.best, Family.REMEDY)
    return StoodStill(card) if card is not None and card is not Card.END_OF_LIMIT else None


def _attack_missed(at: _Situation) -> Mistake | None:
    team, hazard = at.best.team, at.best.card
    if team is None or hazard is None:
        return None
    miles = at.view.tables[team].miles
    if at.played.team is None:
        return AttackMissed(hazard, team, miles)
    return OtherTarget(hazard, team, miles) if at.played.team != team and at.played.card is hazard else None


def _awkward_rest(at: _Situation) -> Mistake | None:
    card = at.lays(at.played, Family.DISTANCE)
    if card is None or at.rules.end_measure != "miles" or at.rules.overshoot == "allow":
        return None
    rest = at.rest - card.miles
    left = list(at.view.hand)
    left.remove(card)
    fits = any(other.miles == rest for other in left)
    return AwkwardRest(rest) if rest in (25, 50) and not fits else None


def _miles_left(at: _Situation) -> Mistake | None:
    card, played = at.lays(at.best, Family.DISTANCE), at.lays(at.played, Family.DISTANCE)
    if card is None or (played is not None and played.miles >= card.miles):
        return None
    return MilesLeft(card) if played is None else LongerCardKept(card)


def _discard_left_lying(at: _Situation) -> Mistake | None:
    return DiscardLeftLying(at.view.discards[-1]) if at.best == TAKE and at.view.discards else None


_FINDERS: tuple[Callable[[_Situation], Mistake | None], ...] = (
    _coup_missed,
    _extension,
    _trip_left_open,
    _safety_thrown_away,
    _stood_still,
    _remedy_thrown_away,
    _roll_thrown_away,
    _dead_card_kept,
    _hazard_thrown_away,
    _longer_card_thrown_away,
    _safe_trip_given_up,
    _attack_missed,
    _safety_held_back,
    _coup_given_up,
    _delayed_action_given_up,
    _awkward_rest,
    _miles_left,
    _discard_left_lying,
)
