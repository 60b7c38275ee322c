"""The nineteen kinds of card, their families and the deck.

The numbers are chosen so that arithmetic finds the partner of a card: a battle hazard ``h`` is cured by
``h + 5`` and forestalled by ``h + 10``.  The Speed Limit is the one exception, since it shares the Right of
Way with the Stop.
"""

from __future__ import annotations

from enum import Enum, IntEnum


class Family(Enum):
    """The four families of the deck."""

    DISTANCE = "distance"
    HAZARD = "hazard"
    REMEDY = "remedy"
    SAFETY = "safety"


class Card(IntEnum):
    """A kind of card.  Cards of one kind are indistinguishable, so the kind is all there is to say."""

    D25 = 0
    D50 = 1
    D75 = 2
    D100 = 3
    D200 = 4
    OUT_OF_GAS = 5
    FLAT_TIRE = 6
    ACCIDENT = 7
    STOP = 8
    SPEED_LIMIT = 9
    GASOLINE = 10
    SPARE_TIRE = 11
    REPAIRS = 12
    ROLL = 13
    END_OF_LIMIT = 14
    EXTRA_TANK = 15
    PUNCTURE_PROOF = 16
    DRIVING_ACE = 17
    RIGHT_OF_WAY = 18

    @property
    def family(self) -> Family:
        """Distance, hazard, remedy or safety."""
        if self <= Card.D200:
            return Family.DISTANCE
        if self <= Card.SPEED_LIMIT:
            return Family.HAZARD
        if self <= Card.END_OF_LIMIT:
            return Family.REMEDY
        return Family.SAFETY

    @property
    def miles(self) -> int:
        """What a distance card adds to the trip; 0 for every other card."""
        return _MILES[self] if self <= Card.D200 else 0

    @property
    def remedy(self) -> Card:
        """The remedy that answers this hazard."""
        self._require_hazard()
        return Card(self + 5)

    @property
    def safety(self) -> Card:
        """The safety that forestalls this hazard."""
        self._require_hazard()
        return Card.RIGHT_OF_WAY if self is Card.SPEED_LIMIT else Card(self + 10)

    @property
    def notation(self) -> str:
        """The short name used in records and moves: ``100``, ``stop``, ``ace``."""
        return _NOTATION[self]

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card with this notation."""
        try:
            return _BY_NOTATION[text.strip().lower()]
        except KeyError:
            raise ValueError(f"{text!r} is not a card; cards are {', '.join(_NOTATION)}") from None

    def _require_hazard(self) -> None:
        if self.family is not Family.HAZARD:
            raise ValueError(f"{self.notation} is not a hazard")


_MILES = (25, 50, 75, 100, 200)
_NOTATION = (
    *("25", "50", "75", "100", "200"),
    *("out-of-gas", "flat", "accident", "stop", "limit"),
    *("gas", "spare", "repair", "roll", "end"),
    *("tank", "proof", "ace", "priority"),
)
_BY_NOTATION = {text: Card(kind) for kind, text in enumerate(_NOTATION)}

KINDS = len(Card)
DISTANCES = tuple(card for card in Card if card.family is Family.DISTANCE)
HAZARDS = tuple(card for card in Card if card.family is Family.HAZARD)
REMEDIES = tuple(card for card in Card if card.family is Family.REMEDY)
SAFETIES = tuple(card for card in Card if card.family is Family.SAFETY)

MAX_DECK = 106
"""The full deck of every edition; the engine's piles are of this size."""


def sorted_deck(counts: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards of a deck in canonical order, the order every shuffle starts from."""
    return tuple(card for card in Card for _ in range(counts[card]))
