"""Players to play against, from a learner to a champion.

>>> import bornes
>>> from bornes.bots import bot
>>> deal = bornes.Game("parker-1962", seed=7).deal
>>> driver = bot("sunday-driver", seed=1)
>>> driver.choose(deal.view(deal.seat)) in deal.legal_moves
True
"""

from __future__ import annotations

from .bot import Bot, BotError
from .ladder import LADDER, Character, Spec, bot, characters

__all__ = ["LADDER", "Bot", "BotError", "Character", "Spec", "bot", "characters"]
