"""The decisions of a deal, one after another, each with what its player knew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..bots.inference import Doubts, HandReader
from ..deal import Deal, View
from ..engine.codes import Phase
from ..engine.state import State
from ..events import seen_by
from ..moves import Move


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
    """Yield the decisions of a deal in order, each with what its player knew then."""
    readers = [HandReader(played.rules, seat) for seat in range(played.rules.players)]
    seen = [0] * played.rules.players
    for at, (deal, made) in enumerate(played.replay()):
        reader = readers[made.seat]
        reader.see(seen_by(made.seat, deal.events[seen[made.seat] :]))
        seen[made.seat] = len(deal.events)
        yield Decision(number, at, made.turn, deal.view(made.seat).detached(), reader.doubts(), deal.state, made.move)
