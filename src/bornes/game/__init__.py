"""The library: deals, views, moves and why they are illegal, events, scores, records, fair shuffles.

The names that programs need are exported here, and by ``bornes`` itself.
"""

from typing import TYPE_CHECKING

from ..base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .deal import Deal as Deal
    from .deal import PlayedMove as PlayedMove
    from .deal import View as View
    from .deal_results import DealResult as DealResult
    from .deal_results import DealResults as DealResults
    from .events import Event as Event
    from .events import EventError as EventError
    from .events import Viewer as Viewer
    from .fair import FairnessError as FairnessError
    from .fair import Seeds as Seeds
    from .game import Game as Game
    from .game import GameError as GameError
    from .illegal_reasons import Reason as Reason
    from .moves import AmbiguousMove as AmbiguousMove
    from .moves import IllegalMove as IllegalMove
    from .moves import InvalidMove as InvalidMove
    from .moves import LegalMoves as LegalMoves
    from .moves import Move as Move
    from .moves import MoveError as MoveError
    from .moves import MoveTypeError as MoveTypeError
    from .position import Piles as Piles
    from .position import Position as Position
    from .position import PositionError as PositionError
    from .position import Window as Window
    from .position import piles as piles
    from .record import RecordError as RecordError
    from .score_sheet import DealSheet as DealSheet
    from .score_sheet import GameSheet as GameSheet
    from .shuffle import DeckError as DeckError

_MODULES = {
    "deal": ("Deal", "PlayedMove", "View"),
    "deal_results": ("DealResult", "DealResults"),
    "events": ("Event", "EventError", "Viewer"),
    "fair": ("FairnessError", "Seeds"),
    "game": ("Game", "GameError"),
    "illegal_reasons": ("Reason",),
    "moves": ("AmbiguousMove", "IllegalMove", "InvalidMove", "LegalMoves", "Move", "MoveError", "MoveTypeError"),
    "position": ("Piles", "Position", "PositionError", "Window", "piles"),
    "record": ("RecordError",),
    "score_sheet": ("DealSheet", "GameSheet"),
    "shuffle": ("DeckError",),
}

if not TYPE_CHECKING:  # type checkers take the names from the imports, and know of no others
    __getattr__ = lazy_names(__name__, _MODULES)
