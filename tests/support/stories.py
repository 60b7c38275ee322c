"""What the stories of the clause tests share: following moves, looking at the plays, being refused."""

from __future__ import annotations

import pytest

from bornes import Deal, Family, IllegalMove, Phase, Piles, Reason
from bornes.game.deal import MoveLike


def follow(deal: Deal, *moves: str) -> Deal:
    """Make these moves; where an edition asks what to draw from, the draw pile is meant."""
    for move in moves:
        _draw(deal)
        deal.play(move)
    return deal


def plays(deal: Deal) -> set[str]:
    """Return what the seat on turn may lay on a table, once it has drawn."""
    _draw(deal)
    return {str(move) for move in deal.legal_moves if move.card is not None and not move.is_discard}


def distances(deal: Deal) -> set[str]:
    """Return what the seat on turn may drive, once it has drawn."""
    _draw(deal)
    return {
        str(move)
        for move in deal.legal_moves
        if move.card is not None and move.card.family is Family.DISTANCE and not move.is_discard
    }


def laid(deal: Deal, team: int) -> Piles:
    """Return what everybody sees before a team."""
    return deal.view().tables[team]


def refused(deal: Deal, move: MoveLike) -> Reason:
    """Return the reason why a move is refused; being refused leaves no trace in the deal."""
    reason = deal.why_not(move)
    assert reason is not None, f"{move} is legal"
    assert move not in deal.legal_moves
    before = deal.state.snapshot(), list(deal.events), deal.moves
    with pytest.raises(IllegalMove) as caught:
        deal.play(move)
    assert caught.value.reason == reason
    assert (deal.state.snapshot(), deal.events, deal.moves) == before
    return reason


def _draw(deal: Deal) -> None:
    if deal.phase is Phase.DRAW:
        deal.play("draw")
