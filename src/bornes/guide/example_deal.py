"""An example for those who have never played: turns that are played by the rules, so that it cannot be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..engine.codes import COUP, DRAW, FINISH
from ..game.deal import PHASES_WITHOUT_DECISION, Deal
from ..game.events import AnswerRequested, Event, TurnBegan
from ..game.moves import Move
from ..rules.cards import DISTANCES, HAZARDS, Card, sorted_deck
from ..rules.ruleset import Rules

EXAMPLE_NAMES = ("Anna", "Bruno", "Clara", "David", "Emma", "Félix", "Gina", "Hugo")
"""The players, by seat."""
EXAMPLE_TURNS = 4
"""The start, an attack, the answer, and the next player."""
_MAX_DECISIONS = 20


@dataclass(frozen=True, slots=True)
class ExampleDeal:
    """Some turns of a deal."""

    turns: tuple[tuple[Event, ...], ...]
    """What happens in each."""
    scores: tuple[int, ...]
    """What the teams have after them."""


@lru_cache(maxsize=64)
def example(rules: Rules) -> ExampleDeal:
    """Play the first turns of a deal: one starts, the next attacks, and is answered with a coup fourré."""
    deal = Deal(rules, _stacked(rules))
    wishes = _wishes(rules)
    for _ in range(_MAX_DECISIONS):
        if deal.phase in PHASES_WITHOUT_DECISION or _turns_begun(deal.events) > EXAMPLE_TURNS:
            break
        deal.play(_choice(list(deal.legal_moves), wishes))
    return ExampleDeal(tuple(_turns(deal.events)), tuple(deal.scores))


def _stacked(rules: Rules) -> list[Card]:
    """Put the cards of the story where they are dealt and drawn, as far as the deck has them."""
    rest = Counter(sorted_deck(rules.deck))
    hazard = _hazard(rules)
    hands = [[hazard.safety, Card.SPEED_LIMIT], [hazard, Card.ROLL]]
    drawn = [Card.ROLL, _distance(rules), _distance(rules), Card.D25, Card.ROLL]
    spare = rest.total() - rules.players * rules.hand_size
    drawn = [card for card in drawn[:spare] if _take(rest, card)]
    hands = [[card for card in hand[: rules.hand_size] if _take(rest, card)] for hand in hands]
    hands += [[] for _ in range(rules.players - len(hands))]
    others = sorted(rest.elements(), key=lambda card: card not in DISTANCES)
    for hand in hands:
        while len(hand) < rules.hand_size:
            hand.append(others.pop(0))
    return [hand[at] for at in range(rules.hand_size) for hand in hands] + drawn + others


def _take(rest: Counter[Card], card: Card) -> bool:
    """Take a card out of the rest of the deck, if it is there."""
    if not rest[card]:
        return False
    rest[card] -= 1
    return True


def _hazard(rules: Rules) -> Card:
    """Return a hazard that is in the deck together with its safety, if there is one."""
    asked = (Card.ACCIDENT, Card.FLAT_TIRE, Card.OUT_OF_GAS, Card.STOP)
    return next((card for card in asked if rules.deck[card] and rules.deck[card.safety]), Card.ACCIDENT)


def _distance(rules: Rules) -> Card:
    """Return the longest of the usual distance cards that fits into the trip."""
    usual = [card for card in DISTANCES if card.miles <= min(100, rules.target) and rules.deck[card] > 1]
    return usual[-1] if usual else Card.D25


def _wishes(rules: Rules) -> list[int | Card]:
    """Return what players do if they can, the best first."""
    hazards = [card for card in HAZARDS if card is not Card.SPEED_LIMIT]
    return [COUP, FINISH, DRAW, *hazards, Card.ROLL, *reversed(DISTANCES)]


def _choice(legal: Sequence[Move], wishes: Sequence[int | Card]) -> Move:
    for wish in wishes:
        for move in legal:
            if move == wish if not isinstance(wish, Card) else move.card is wish and not move.is_discard:
                return move
    return legal[0]


def _turns_begun(events: Sequence[Event]) -> int:
    return sum(isinstance(event, TurnBegan) for event in events)


def _turns(events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """Cut what happened into turns, without what is private and without the turn that is only beginning."""
    begun = [at for at, event in enumerate(events) if isinstance(event, TurnBegan)]
    ends = [*begun[1:], len(events)]
    for start, end in list(zip(begun, ends, strict=False))[:EXAMPLE_TURNS]:
        yield tuple(event for event in events[start:end] if not isinstance(event, AnswerRequested))
