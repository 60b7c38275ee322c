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

COMPILED_MODULES = ("heuristic", "search")
"""The modules that are compiled, each importing only earlier ones."""

if PURE:  # the choice of build comes before what is made of it
    load_plain(__name__, COMPILED_MODULES)

from .bot import Bot, BotError, BrokenBot  # noqa: E402
from .roster import ROSTER, BotProfile, BotSpec, bot, bot_profiles  # noqa: E402
from .safe_bot import BotFault, BotWarning, SafeBot  # noqa: E402
from .self_play import (  # noqa: E402
    play_deals,
    play_game,
    playouts,
)

__all__ = [
    "ROSTER",
    "Bot",
    "BotError",
    "BotFault",
    "BotProfile",
    "BotSpec",
    "BotWarning",
    "BrokenBot",
    "SafeBot",
    "bot",
    "bot_profiles",
    "play_deals",
    "play_game",
    "playouts",
]
