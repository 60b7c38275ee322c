"""A decision as those look at it who say why one move is better than another: what its player can see, and no more."""

from __future__ import annotations

from functools import cached_property

from ..engine.codes import Phase
from ..engine.state import State
from ..game.deal import View
from ..game.moves import DRAWING, Move
from ..game.team_piles import Piles
from ..rules.cards import DISTANCES, HAZARDS, Card, Family
from ..rules.ruleset import LONG_TRIP

NEAR_ARRIVAL_MILES = Card.D200.miles
"""A team with this much left may arrive with its next card."""
_FEW_TURNS = 4
"""Turns for each player that are few, while the draw pile lasts."""


class Situation:
    """What can be asked of a view in which its viewer is to decide."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.view = view
        self.rules = view.rules
        self.seat = view.viewer
        self.team = self.rules.team_of(self.seat)
        self.phase: Phase = view.phase
        self.laid: Piles = view.tables[self.team]
        self.opponents = self.rules.opponents_of(self.team)

    @cached_property
    def state(self) -> State:
        """The moment as the engine sees it, with unseen cards anywhere."""
        return self.view.possible_position()

    # -- the own team ------------------------------------------------------------------------------------------

    @property
    def rest(self) -> int:
        """What is left of the trip, in miles."""
        return self.view.target - self.laid.miles

    @property
    def exact(self) -> bool:
        """Whether the trip ends at its last mile, and not beyond."""
        return self.rules.overshoot != "allow"

    @cached_property
    def rolling(self) -> bool:
        """Whether nothing on the Battle pile bars the road."""
        return self.state.rolling(self.team)

    @cached_property
    def limited(self) -> bool:
        """Whether a Speed Limit holds the team."""
        return self.state.limited(self.team)

    @property
    def limit_bars(self) -> bool:
        """Whether a Speed Limit keeps any card from being laid: a house rule may let it bar none."""
        return self.rules.speed_limit < Card.D200.miles

    @property
    def stopped_by(self) -> Card | None:
        """The hazard that stops the team."""
        return self.laid.battle[-1] if self.state.live(self.team) else None

    @property
    def missing(self) -> Card | None:
        """The card that would get the team going, where it stands and holds neither it nor a safety for it."""
        if self.rolling:
            return None
        hazard = Card.STOP if self.stopped_by is None else self.stopped_by
        return None if {hazard.remedy, hazard.safety} & {*self.view.hand} else hazard.remedy

    @property
    def distances_to_drive(self) -> tuple[Card, ...]:
        """The distance cards of the hand that the team can lay now, or once it gets going; the longest last."""
        limit = self.rules.speed_limit if self.limited else Card.D200.miles
        reach = min(limit, self.rest) if self.exact else limit
        held = (card for card in self.view.hand if card in DISTANCES)
        return tuple(card for card in held if card.miles <= reach and not self.too_many(card))

    @property
    def can_still_drive(self) -> bool:
        """Whether the team holds distance cards or may draw some; what partners hold nobody knows."""
        held = any(card in DISTANCES for card in self.view.hand)
        return held or self.rules.partners or not self.runs_out or self.view.draw_pile_size > 0

    def can_lay(self, card: Card) -> bool:
        """Say whether the rules let the team lay this card on its own table now, held or not."""
        return bool(self.state.own_plays(self.team) >> card & 1)

    @cached_property
    def drivable(self) -> tuple[Card, ...]:
        """The distance cards of the hand that can be laid now, the longest last."""
        return tuple(card for card in self.view.hand if card in DISTANCES and self.can_lay(card))

    @property
    def holds_safety(self) -> bool:
        """Whether a safety is in the hand, which can be played at any time."""
        return any(card.family is Family.SAFETY for card in self.view.hand)

    @cached_property
    def playable(self) -> tuple[Card, ...]:
        """The cards of the hand, safeties aside, that can be laid somewhere now."""
        return tuple(card for card in self.view.hand if card.family is not Family.SAFETY and self._usable(card))

    def _usable(self, card: Card) -> bool:
        return bool(self.targets(card)) if card.family is Family.HAZARD else self.can_lay(card)

    # -- the opponents -----------------------------------------------------------------------------------------

    def targets(self, hazard: Card) -> tuple[int, ...]:
        """Return the opponents who can be given this hazard now."""
        return tuple(team for team in self.opponents if self.state.hazards_on(team) >> hazard & 1)

    def farthest(self) -> int:
        """Return the opponent who has come farthest."""
        return max(self.opponents, key=self.view.progress)

    @property
    def nobody_has_driven(self) -> bool:
        """Whether no opponent has laid a distance card."""
        return not any(self.view.tables[team].miles for team in self.opponents)

    # -- the cards ---------------------------------------------------------------------------------------------

    @property
    def runs_out(self) -> bool:
        """Whether the draw pile ends for good."""
        return self.rules.empty_draw_pile != "reshuffle"

    @property
    def gone_for_good(self) -> bool:
        """Whether a card that was discarded never comes back."""
        return self.runs_out and not self.rules.take_discard

    @property
    def few_cards(self) -> bool:
        """Whether the draw pile will soon be gone for good."""
        return self.runs_out and self.view.draw_pile_size <= _FEW_TURNS * self.rules.players

    def unseen(self, card: Card) -> int:
        """Count the cards of a kind that the player has not seen."""
        return self.state.unseen(self.seat, card)

    def answers(self, safety: Card) -> int:
        """Count the hazards that may still come and that the safety would answer by a coup fourré."""
        hazards = [hazard for hazard in HAZARDS if hazard.safety is safety]
        if not self.rules.coup_fourre_on_limit:
            hazards = [hazard for hazard in hazards if hazard is not Card.SPEED_LIMIT]
        return sum(self.unseen(hazard) for hazard in hazards)

    def protects(self, laid: Piles, hazard: Card) -> bool:
        """Say whether what lies before a team keeps a hazard away from it."""
        if hazard is Card.SPEED_LIMIT and not self.rules.right_of_way_covers_limit:
            return False
        return hazard.safety in laid.safeties

    def dead(self, card: Card) -> bool:
        """Say whether a card can never be played any more, as far as the player can see."""
        match card.family:
            case Family.DISTANCE:
                return self.too_many(card) or (self.exact and card.miles > self._longest_trip - self.laid.miles)
            case Family.HAZARD:
                return all(self.protects(self.view.tables[team], card) for team in self.opponents)
            case Family.REMEDY:
                return self.covered(card) or self.nothing_to_mend(card)
        return False

    @property
    def _longest_trip(self) -> int:
        return LONG_TRIP if self.rules.extension else self.view.target

    def too_many(self, card: Card) -> bool:
        """Say whether it is a 200, and no more of them may be laid."""
        return card is Card.D200 and self.laid.distances.count(card) >= self.rules.max_200s

    def covered(self, remedy: Card) -> bool:
        """Say whether a safety on the table makes a remedy needless."""
        return self.protects(self.laid, hazard_remedied_by(remedy))

    def nothing_to_mend(self, remedy: Card) -> bool:
        """Say whether no hazard lies or can come that a remedy answers; a Roll also gets a team going."""
        if remedy is Card.ROLL:
            return False
        hazard = hazard_remedied_by(remedy)
        pile = self.laid.speed if remedy is Card.END_OF_LIMIT else self.laid.battle
        return self.gone_for_good and pile[-1:] != (hazard,) and self.unseen(hazard) == 0

    # -- moves -------------------------------------------------------------------------------------------------

    @property
    def drawing(self) -> bool:
        """Whether it is decided how to draw, so that a card given up is exchanged."""
        return self.phase in DRAWING

    def lays(self, move: Move, family: Family) -> Card | None:
        """Return the card of this family that a move lays on the own table, or None."""
        card = move.card
        own = card is not None and not move.is_discard and move.team is None and self.phase is Phase.PLAY
        return card if own and card is not None and card.family is family else None

    def gives_up(self, move: Move) -> Card | None:
        """Return the card that a move discards or exchanges, or None."""
        return move.card if move.is_discard else None

    def completes(self, move: Move) -> bool:
        """Say whether a move ends the team's trip, by what ends the race."""
        drives, shows = self.lays(move, Family.DISTANCE), self.lays(move, Family.SAFETY)
        if drives is not None:
            return drives.miles >= self.view.progress_left(self.team)
        by_points = shows is not None and self.rules.end_measure != "miles"
        return by_points and self.rules.safety_points >= self.view.progress_left(self.team)


def hazard_remedied_by(remedy: Card) -> Card:
    """Return the hazard that a remedy answers."""
    return Card(remedy - 5)
