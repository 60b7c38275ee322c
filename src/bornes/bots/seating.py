"""A bot in a seat of a game: its luck comes from the game's own, so that the same seed gives the same game."""

from __future__ import annotations

import hashlib

from ..game import Game
from .guard import Guarded
from .roster import Spec


def seated(game: Game, seat: int, spec: Spec | str, patience: float | None = None) -> Guarded:
    """The bot that a spec names, guarded, for this seat; in a game that is gone on with, from where it stands."""
    found = Spec.parse(spec) if isinstance(spec, str) else spec
    first = game.seeds[0]
    origin = first.key.hex() if first is not None else " ".join(f"{card:d}" for card in game.deals[0].deck or ())
    moves = sum(len(deal.moves) for deal in game.deals)
    digest = hashlib.sha256(f"{origin} move {moves} seat {seat}".encode()).digest()
    return Guarded(found.bot(int.from_bytes(digest[:4])), patience=patience)
