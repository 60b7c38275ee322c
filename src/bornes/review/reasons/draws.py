"""Why a card is drawn, taken from the discards or exchanged."""

from __future__ import annotations

from ...engine.codes import DRAW, TAKE, Phase
from ...game.moves import Move
from ...rules.cards import Card, Family
from ..situation import Situation, hazard_remedied_by
from .kinds import (
    DrawsForNeeded,
    HandReady,
    KeepsDistance,
    ReasonFor,
    RestWorthKeeping,
    TakesAttack,
    TakesDistance,
    TakesRemedy,
    TakesRoll,
    TakesSafety,
    TopDiscardUseless,
)


def takes(at: Situation, move: Move) -> ReasonFor | None:
    """Find what can be done at once with the card on top of the discards."""
    if move != TAKE:
        return None
    card = at.view.discards[-1]
    match card.family:
        case Family.SAFETY:
            return TakesSafety(card)
        case Family.HAZARD:
            targets = sorted(at.targets(card), key=at.view.progress)
            return TakesAttack(card, targets[-1]) if targets else None
    if not at.can_lay(card):
        return None
    return TakesDistance(card) if card.family is Family.DISTANCE else _takes_remedy(at, card)


def _takes_remedy(at: Situation, card: Card) -> ReasonFor:
    lifts = card is Card.END_OF_LIMIT or at.stopped_by is hazard_remedied_by(card)
    return TakesRemedy(card, hazard_remedied_by(card)) if lifts else TakesRoll()


def hand_ready(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the hand has something to play, so that a new card is all it needs."""
    draws = at.phase is Phase.DRAW and move == DRAW
    return HandReady(at.playable[-1]) if draws and at.playable and not _takeable(at) else None


def discard_useless(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the top discard cannot be played now."""
    draws = at.phase is Phase.DRAW and move == DRAW
    return TopDiscardUseless(at.view.discards[-1]) if draws and at.view.discards and not _takeable(at) else None


def _takeable(at: Situation) -> bool:
    return bool(at.view.discards) and takes(at, Move(TAKE)) is not None


def draws_for_needed(at: Situation, move: Move) -> ReasonFor | None:
    """Find that the car stands still, and that what it needs may be drawn."""
    if at.phase is not Phase.DRAW or move != DRAW or at.missing is None:
        return None
    return DrawsForNeeded(at.missing) if at.unseen(at.missing) else None


def rest_worth_keeping(at: Situation, move: Move) -> ReasonFor | None:
    """Find that an exchange has gone far enough."""
    if at.phase is not Phase.EXCHANGE or move != DRAW:
        return None
    kept = [card for card in at.view.hand if card.family is Family.SAFETY or card in at.playable]
    if kept:
        return RestWorthKeeping(kept[-1])
    return KeepsDistance(at.distances_to_drive[-1]) if at.distances_to_drive else None


FINDERS = (takes, discard_useless, hand_ready, draws_for_needed, rest_worth_keeping)
