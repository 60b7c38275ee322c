"""Bornes: the card game Mille Bornes, five rulebooks played to the letter.

>>> import bornes
>>> game = bornes.Game("parker-1962", players=4, seed=7)
>>> game.deal.seat
0

Each name is loaded when it is first used: ``import bornes`` and ``bornes --help`` load nothing of the game.
"""

from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bots import play_deals as play_deals
    from .bots import play_game as play_game
    from .bots import playouts as playouts
    from .cards import Card as Card
    from .cards import Family as Family
    from .clauses import cite as cite
    from .clauses import clause as clause
    from .clauses import ruling as ruling
    from .deal import Deal as Deal
    from .deal import PlayedMove as PlayedMove
    from .deal import View as View
    from .deck import DeckError as DeckError
    from .editions import NAMES
    from .editions import Edition as Edition
    from .editions import Form as Form
    from .editions import edition as edition
    from .engine import COMPILED as COMPILED
    from .engine.codes import DrawCause as DrawCause
    from .engine.codes import Ending as Ending
    from .engine.codes import Phase as Phase
    from .events import Event as Event
    from .events import EventError as EventError
    from .events import Viewer as Viewer
    from .explain import Reason as Reason
    from .fair import FairnessError as FairnessError
    from .fair import Seeds as Seeds
    from .game import Game as Game
    from .game import GameError as GameError
    from .moves import AmbiguousMove as AmbiguousMove
    from .moves import IllegalMove as IllegalMove
    from .moves import InvalidMove as InvalidMove
    from .moves import LegalMoves as LegalMoves
    from .moves import Move as Move
    from .moves import MoveError as MoveError
    from .moves import MoveTypeError as MoveTypeError
    from .plain_data import DataError as DataError
    from .position import Piles as Piles
    from .position import Position as Position
    from .position import PositionError as PositionError
    from .position import Window as Window
    from .position import piles as piles
    from .record import RecordError as RecordError
    from .results import DealResult as DealResult
    from .results import DealResults as DealResults
    from .rules import Rules as Rules
    from .rules import RulesError as RulesError
    from .scores import DealSheet as DealSheet
    from .scores import GameSheet as GameSheet

    EDITIONS = NAMES

__version__ = "0.1.0"

_HOMES = {
    "AmbiguousMove": "moves.AmbiguousMove",
    "COMPILED": "engine.COMPILED",
    "Card": "cards.Card",
    "DataError": "plain_data.DataError",
    "Deal": "deal.Deal",
    "DealResult": "results.DealResult",
    "DealResults": "results.DealResults",
    "DealSheet": "scores.DealSheet",
    "DeckError": "deck.DeckError",
    "DrawCause": "engine.codes.DrawCause",
    "EDITIONS": "editions.NAMES",
    "Edition": "editions.Edition",
    "Ending": "engine.codes.Ending",
    "Event": "events.Event",
    "EventError": "events.EventError",
    "FairnessError": "fair.FairnessError",
    "Family": "cards.Family",
    "Form": "editions.Form",
    "Game": "game.Game",
    "GameError": "game.GameError",
    "GameSheet": "scores.GameSheet",
    "IllegalMove": "moves.IllegalMove",
    "InvalidMove": "moves.InvalidMove",
    "LegalMoves": "moves.LegalMoves",
    "Move": "moves.Move",
    "MoveError": "moves.MoveError",
    "MoveTypeError": "moves.MoveTypeError",
    "Phase": "engine.codes.Phase",
    "Piles": "position.Piles",
    "PlayedMove": "deal.PlayedMove",
    "Position": "position.Position",
    "PositionError": "position.PositionError",
    "Reason": "explain.Reason",
    "RecordError": "record.RecordError",
    "Rules": "rules.Rules",
    "RulesError": "rules.RulesError",
    "Seeds": "fair.Seeds",
    "View": "deal.View",
    "Viewer": "events.Viewer",
    "Window": "position.Window",
    "cite": "clauses.cite",
    "clause": "clauses.clause",
    "edition": "editions.edition",
    "piles": "position.piles",
    "play_deals": "bots.play_deals",
    "play_game": "bots.play_game",
    "playouts": "bots.playouts",
    "ruling": "clauses.ruling",
}
"""Where each public name comes from.  A new one gets a line here, and its import above for type checkers."""
_ROOMS = {home.split(".")[0] for home in _HOMES.values()}
"""The modules they come from, which ``import bornes`` offers as well: ``bornes.record.read``."""

_LOADING = RLock()
"""Python's own locks do not keep two threads from meeting in the middle of modules that import each other."""

if not TYPE_CHECKING:  # checkers take the public names from the imports, and know of no others
    __all__ = list(_HOMES)

    def __getattr__(name: str) -> Any:
        """Load a public name, or the module of one, when it is first used."""
        if name in _HOMES:
            module, _, attribute = _HOMES[name].rpartition(".")
            with _LOADING:
                value = getattr(import_module(f".{module}", __name__), attribute)
            return globals().setdefault(name, value)
        if name in _ROOMS:
            return import_module(f".{name}", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what is public, loaded or not."""
    return sorted({*globals(), *_HOMES, *_ROOMS})
