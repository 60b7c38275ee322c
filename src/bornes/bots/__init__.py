"""Players to play against, from a learner to a champion.

>>> import bornes
>>> from bornes.bots import bot
>>> deal = bornes.Game("parker-1962", seed=7).deal
>>> driver = bot("sunday-driver", seed=1)
>>> driver.choose(deal.view(deal.seat)) in deal.legal_moves
True
"""

from __future__ import annotations

from ..engine import PURE, load_plain

ROOMS = ("heuristic", "search")
"""The modules that are compiled, each importing only earlier ones."""

if PURE:  # the choice of build comes before what is made of it
    load_plain(__name__, ROOMS)

from .bot import Bot, BotError, BrokenBot  # noqa: E402
from .roster import ROSTER, Character, Spec, bot, characters  # noqa: E402
from .safe_bot import BotWarning, Fault, Guarded  # noqa: E402
from .self_play import (  # noqa: E402
    play_deals,
    play_game,
    playouts,
)

__all__ = [
    "ROSTER",
    "Bot",
    "BotError",
    "BotWarning",
    "BrokenBot",
    "Character",
    "Fault",
    "Guarded",
    "Spec",
    "bot",
    "characters",
    "play_deals",
    "play_game",
    "playouts",
]
