"""The decisions of a deal, one after another, each with what its player knew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..bots.inference import Doubts, HandReader
from ..deal import Deal
from ..engine.codes import Phase
from ..engine.state import State
from ..events import seen_by
from ..moves import Move
from ..view import View


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which somebody had to choose."""

    deal: int
    """The number of the deal, from 1."""
    number: int
    """Which of the deal's moves it is, from 0."""
    turn: int
    view: View
    """What the player knew; it shares nothing with other views, so that threads can look at it."""
    doubts: Doubts
    """What the player should have doubted about the hands of others."""
    state: State
    """The truth."""
    move: Move
    """What the player did."""

    @property
    def seat(self) -> int:
        """Who decided."""
        assert self.view.viewer is not None
        return self.view.viewer

    @property
    def team(self) -> int:
        """For which team."""
        return self.view.rules.team_of(self.seat)

    @property
    def phase(self) -> Phase:
        """The kind of decision."""
        return self.view.phase


def decisions(played: Deal, number: int = 1) -> Iterator[Decision]:
    """The decisions of a deal, which is played again from its beginning."""
    if played.deck is None:
        raise ValueError("a deal that was set up in the middle cannot be played again from its beginning")
    deal = Deal(played.rules, played.deck, first=played.first, totals_before=played.totals_before)
    watches = [_Watch(deal, seat) for seat in range(played.rules.players)]
    for at, (turn, seat, text) in enumerate(played.moves):
        move = deal.parse(text)
        yield Decision(number, at, turn, deal.view(seat).detached(), watches[seat].doubts(), deal.state, move)
        deal.play(move)
        while deal.phase is Phase.CHANCE and len(deal.reshuffles) < len(played.reshuffles):
            deal.reshuffle(played.reshuffles[len(deal.reshuffles)])


class _Watch:
    """What a seat makes of the moves of others, kept up with the deal."""

    def __init__(self, deal: Deal, seat: int) -> None:
        self._deal = deal
        self._seat = seat
        self._watch = HandReader(deal.rules, seat)
        self._seen = 0

    def doubts(self) -> Doubts:
        """What it should doubt now."""
        self._watch.see(seen_by(self._seat, self._deal.events[self._seen :]))
        self._seen = len(self._deal.events)
        return self._watch.doubts()
