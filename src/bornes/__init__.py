"""Bornes: the card game Mille Bornes, five rulebooks played to the letter.

>>> import bornes
>>> game = bornes.Game("parker-1962", players=4, seed=7)
>>> game.deal.seat
0
"""

from typing import TYPE_CHECKING

from .cards import Card, Family
from .clauses import cite, clause, ruling
from .deal import Deal, DeckError
from .editions import NAMES as EDITIONS
from .editions import Edition, Form, edition
from .engine import COMPILED
from .engine.codes import Ending, Phase
from .events import Event
from .explain import Reason
from .fair import FairnessError, Seeds
from .game import Game, GameError
from .moves import AmbiguousMove, IllegalMove, InvalidMove, LegalMoves, Move, MoveError
from .position import Piles, Position, PositionError, Window, piles
from .record import RecordError
from .results import DealResult, DealResults
from .rules import Rules, RulesError
from .scores import DealSheet, GameSheet
from .view import View

if TYPE_CHECKING:
    from .bots import play_deals, play_game, playouts

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "EDITIONS",
    "AmbiguousMove",
    "Card",
    "Deal",
    "DealResult",
    "DealResults",
    "DealSheet",
    "DeckError",
    "Edition",
    "Ending",
    "Event",
    "FairnessError",
    "Family",
    "Form",
    "Game",
    "GameError",
    "GameSheet",
    "IllegalMove",
    "InvalidMove",
    "LegalMoves",
    "Move",
    "MoveError",
    "Phase",
    "Piles",
    "Position",
    "PositionError",
    "Reason",
    "RecordError",
    "Rules",
    "RulesError",
    "Seeds",
    "View",
    "Window",
    "cite",
    "clause",
    "edition",
    "piles",
    "play_deals",
    "play_game",
    "playouts",
    "ruling",
]

_OF_THE_BOTS = ("play_deals", "play_game", "playouts")
"""What the bots bring; they are loaded when it is asked for, so that ``bornes --help`` answers at once."""


def __getattr__(name: str) -> object:
    """Return what only the bots can do."""
    if name not in _OF_THE_BOTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import bots

    return getattr(bots, name)


def __dir__() -> list[str]:
    """Return all names, those that are loaded later among them."""
    return sorted({*globals(), *_OF_THE_BOTS})
