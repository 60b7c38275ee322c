"""What others probably do not hold, judged by what they did not do.

Somebody who discards would rather have laid a card that fits, who drives would rather have attacked, and nobody lets a
coup fourré pass.  So right after such a move a seat hardly holds the cards it could have used; every card that it
draws makes that less certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.sampler import Sampler
from ..engine.state import State
from ..game.deal import View
from ..game.events import CoupFourre, Discarded, Drew, Event, Laid, TookDiscard, Viewer, WindowClosed, WindowOpened
from ..rules.cards import REMEDIES, Card, Family
from ..rules.ruleset import Rules

Doubts = dict[tuple[int, Card], float]
"""For a seat and a kind: how often a world in which it holds one should be believed."""

DOUBTED_HAND_WEIGHT = 0.1
"""The weight of a hand right after a move that speaks against it."""

_WOULD_LAY = (Card.D75, Card.D100, *REMEDIES)
"""What nobody keeps who could lay it; short distances are kept for the end of the trip, 200s for a safe trip."""


def hand_doubts(view: View, belief: float = DOUBTED_HAND_WEIGHT) -> Doubts:
    """Return what the viewer should doubt about the hands of others."""
    reader = HandReader(view.rules, view.viewer)
    reader.see(view.events)
    return reader.doubts(belief)


def believable_worlds(view: View, doubted: Doubts) -> Sampler:
    """Make worlds that fit what the viewer knows, those that it should doubt taken as seldom as they deserve."""
    sampler = view.sampler()
    for (seat, card), chance in doubted.items():
        sampler.doubt(seat, card, chance)
    return sampler


class HandReader:
    """Follows a deal from one seat and notes what cards others do not seem to hold."""

    def __init__(self, rules: Rules, viewer: Viewer) -> None:
        self.rules = rules
        self.viewer = viewer
        self.lacking: dict[tuple[int, Card], int] = {}
        """A seat and a kind that it lacked, and how many cards it drew since."""
        self._now = View.fold(rules, viewer, ())
        self._answered = False

    def doubts(self, belief: float = DOUBTED_HAND_WEIGHT) -> Doubts:
        """Return what should be doubted after all that was seen."""
        size = self.rules.hand_size
        return {
            (seat, card): min(1.0, belief + (1 - belief) * drawn / size) for (seat, card), drawn in self.lacking.items()
        }

    def see(self, events: Iterable[Event]) -> None:
        """Take in further events, as the viewer sees them."""
        for event in events:
            self._note(event)
            self._now.see([event])

    def _note(self, event: Event) -> None:
        match event:
            case Drew():
                self._draw(event.seat)
            case TookDiscard():
                self.lacking.pop((event.seat, event.card), None)
            case Discarded() | Laid() if event.seat != self.viewer:
                self._lack(event.seat, self._unused(event, self._now.possible_position()))
            case CoupFourre():
                self._answered = True
            case WindowOpened():
                self._answered = False
            case WindowClosed() if self._now.window is not None and not self._answered:
                self._let_pass(self._now.window.target, self._now.window.hazard)

    def _draw(self, seat: int) -> None:
        for (holder, card), drawn in self.lacking.items():
            if holder == seat:
                self.lacking[holder, card] = drawn + 1

    def _lack(self, seat: int, cards: Iterator[Card]) -> None:
        self.lacking.update(((seat, card), 0) for card in cards)

    def _unused(self, event: Discarded | Laid, state: State) -> Iterator[Card]:
        """Name what would have been played instead of a discard or of a distance."""
        team = self.rules.team_of(event.seat)
        if isinstance(event, Discarded):
            fitting = state.own_plays(team)
            yield from (card for card in _WOULD_LAY if fitting >> card & 1)
        elif event.card.family is not Family.DISTANCE:
            return
        open_to = 0
        for other in range(self.rules.teams):
            open_to |= state.hazards_on(other) if other != team else 0
        for hazard in range(Card.OUT_OF_GAS, Card.SPEED_LIMIT + isinstance(event, Discarded)):
            if open_to >> hazard & 1:
                yield Card(hazard)

    def _let_pass(self, team: int, hazard: Card) -> None:
        for seat in self.rules.seats_of(team):
            if seat != self.viewer:
                self.lacking[seat, hazard.safety] = 0
