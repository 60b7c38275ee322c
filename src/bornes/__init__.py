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
    from .base.serialization import DataError as DataError
    from .bots import play_deals as play_deals
    from .bots import play_game as play_game
    from .bots import playouts as playouts
    from .engine import COMPILED as COMPILED
    from .engine.codes import DrawCause as DrawCause
    from .engine.codes import Ending as Ending
    from .engine.codes import Phase as Phase
    from .game.deal import Deal as Deal
    from .game.deal import PlayedMove as PlayedMove
    from .game.deal import View as View
    from .game.deal_results import DealResult as DealResult
    from .game.deal_results import DealResults as DealResults
    from .game.events import Event as Event
    from .game.events import EventError as EventError
    from .game.events import Viewer as Viewer
    from .game.fair import FairnessError as FairnessError
    from .game.fair import Seeds as Seeds
    from .game.game import Game as Game
    from .game.game import GameError as GameError
    from .game.illegal_reasons import Reason as Reason
    from .game.moves import AmbiguousMove as AmbiguousMove
    from .game.moves import IllegalMove as IllegalMove
    from .game.moves import InvalidMove as InvalidMove
    from .game.moves import LegalMoves as LegalMoves
    from .game.moves import Move as Move
    from .game.moves import MoveError as MoveError
    from .game.moves import MoveTypeError as MoveTypeError
    from .game.position import Piles as Piles
    from .game.position import Position as Position
    from .game.position import PositionError as PositionError
    from .game.position import Window as Window
    from .game.position import piles as piles
    from .game.record import RecordError as RecordError
    from .game.score_sheet import DealSheet as DealSheet
    from .game.score_sheet import GameSheet as GameSheet
    from .game.shuffle import DeckError as DeckError
    from .rules.cards import Card as Card
    from .rules.cards import Family as Family
    from .rules.clauses import cite as cite
    from .rules.clauses import clause as clause
    from .rules.clauses import ruling as ruling
    from .rules.editions import EDITION_NAMES
    from .rules.editions import Edition as Edition
    from .rules.editions import Form as Form
    from .rules.editions import edition as edition
    from .rules.ruleset import Rules as Rules
    from .rules.ruleset import RulesError as RulesError

    EDITIONS = EDITION_NAMES

__version__ = "0.1.0"

_HOMES = {
    "AmbiguousMove": "game.moves.AmbiguousMove",
    "COMPILED": "engine.COMPILED",
    "Card": "rules.cards.Card",
    "DataError": "base.serialization.DataError",
    "Deal": "game.deal.Deal",
    "DealResult": "game.deal_results.DealResult",
    "DealResults": "game.deal_results.DealResults",
    "DealSheet": "game.score_sheet.DealSheet",
    "DeckError": "game.shuffle.DeckError",
    "DrawCause": "engine.codes.DrawCause",
    "EDITIONS": "rules.editions.EDITION_NAMES",
    "Edition": "rules.editions.Edition",
    "Ending": "engine.codes.Ending",
    "Event": "game.events.Event",
    "EventError": "game.events.EventError",
    "FairnessError": "game.fair.FairnessError",
    "Family": "rules.cards.Family",
    "Form": "rules.editions.Form",
    "Game": "game.game.Game",
    "GameError": "game.game.GameError",
    "GameSheet": "game.score_sheet.GameSheet",
    "IllegalMove": "game.moves.IllegalMove",
    "InvalidMove": "game.moves.InvalidMove",
    "LegalMoves": "game.moves.LegalMoves",
    "Move": "game.moves.Move",
    "MoveError": "game.moves.MoveError",
    "MoveTypeError": "game.moves.MoveTypeError",
    "Phase": "engine.codes.Phase",
    "Piles": "game.position.Piles",
    "PlayedMove": "game.deal.PlayedMove",
    "Position": "game.position.Position",
    "PositionError": "game.position.PositionError",
    "Reason": "game.illegal_reasons.Reason",
    "RecordError": "game.record.RecordError",
    "Rules": "rules.ruleset.Rules",
    "RulesError": "rules.ruleset.RulesError",
    "Seeds": "game.fair.Seeds",
    "View": "game.deal.View",
    "Viewer": "game.events.Viewer",
    "Window": "game.position.Window",
    "cite": "rules.clauses.cite",
    "clause": "rules.clauses.clause",
    "edition": "rules.editions.edition",
    "piles": "game.position.piles",
    "play_deals": "bots.play_deals",
    "play_game": "bots.play_game",
    "playouts": "bots.playouts",
    "ruling": "rules.clauses.ruling",
}
"""Where each public name comes from.  A new one gets a line here, and its import above for type checkers."""
_ROOMS = {home.split(".")[0] for home in _HOMES.values()}
"""The modules they come from, which ``import bornes`` offers as well: ``bornes.game.record.read``."""

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
