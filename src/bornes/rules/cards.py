"""The nineteen kinds of card, their families and the deck.

The numbers are chosen so that arithmetic finds the partner of a card: a battle hazard ``h`` is cured by
``h + 5`` and forestalled by ``h + 10``.  The Speed Limit is the one exception, since it shares the Right of
Way with the Stop.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Annotated

from ..base.translatable import N_, TranslatableError


class UnknownCard(TranslatableError, ValueError):
    """A text that is no card's notation."""


class Family(Enum):
    """The four families of the deck."""

    DISTANCE = "distance"
    HAZARD = "hazard"
    REMEDY = "remedy"
    SAFETY = "safety"


class Card(IntEnum):
    """A kind of card.  Cards of one kind are indistinguishable, so the kind is all there is to say.

    A card prints as its name, ``Right of Way`` or ``100``; its number, which engines and records of numbers use, is
    ``int(card)`` or ``f"{card:d}"``.
    """

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
        return _FAMILIES[self]

    @property
    def miles(self) -> int:
        """What a distance card adds to the trip; 0 for every other card."""
        return MILES[self]

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

    def __str__(self) -> str:
        return _NAMES[self]

    def __format__(self, spec: str) -> str:
        """Write the name, or the number where the format asks for one, as in ``f"{card:2d}"``."""
        return format(int(self), spec) if spec[-1:] in _FORMATS_OF_NUMBERS else format(str(self), spec)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card with this notation; capitals and spaces around it do not matter."""
        try:
            return _BY_NOTATION[text.strip().lower()]
        except KeyError:
            known = ", ".join(_NOTATION)
            raise UnknownCard(N_("{text!r} is not a card; cards are {known}"), text=text, known=known) from None

    def _require_hazard(self) -> None:
        if self.family is not Family.HAZARD:
            raise ValueError(f"{self.notation} is not a hazard")


MILES = (25, 50, 75, 100, 200, *[0] * 14)
"""What each kind adds to the trip."""
_FAMILIES = (
    *[Family.DISTANCE] * 5,
    *[Family.HAZARD] * 5,
    *[Family.REMEDY] * 5,
    *[Family.SAFETY] * 4,
)
_NAMES = (
    *("25", "50", "75", "100", "200"),
    *("Out of Gas", "Flat Tire", "Accident", "Stop", "Speed Limit"),
    *("Gasoline", "Spare Tire", "Repairs", "Roll", "End of Limit"),
    *("Extra Tank", "Puncture-Proof", "Driving Ace", "Right of Way"),
)
"""What a card prints as, and what ``bornes.i18n`` translates and each edition may call otherwise."""
_FORMATS_OF_NUMBERS = tuple("bcdeEfFgGnoxX%")
_NOTATION = (
    *("25", "50", "75", "100", "200"),
    *("out-of-gas", "flat", "accident", "stop", "limit"),
    *("gas", "spare", "repair", "roll", "end"),
    *("tank", "proof", "ace", "priority"),
)
_BY_NOTATION = {text: Card(kind) for kind, text in enumerate(_NOTATION)}

CARDS = tuple(Card)
"""All kinds by their numbers: ``CARDS[number]`` takes a third of the time of ``Card(number)``."""
KINDS = len(CARDS)
DISTANCES = tuple(card for card in Card if card.family is Family.DISTANCE)
HAZARDS = tuple(card for card in Card if card.family is Family.HAZARD)
REMEDIES = tuple(card for card in Card if card.family is Family.REMEDY)
SAFETIES = tuple(card for card in Card if card.family is Family.SAFETY)

Hazard = Annotated[Card, HAZARDS]
"""A card that is laid on opponents."""
Seat = Annotated[int, range(8)]
"""The number of a seat; no table has more than eight."""
Team = Annotated[int, range(4)]
"""The number of a team; there are four at most."""

MAX_DECK = 106
"""How many cards the full deck of every edition has; the engine's piles are of this size."""


def sorted_deck(counts: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the cards of a deck in order of kind, the order that every shuffle starts from."""
    return tuple(card for card in Card for _ in range(counts[card]))
