"""What one seat, or a spectator, may know of a deal, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .cards import Card, sorted_deck
from .engine.sampler import Sampler
from .engine.state import State
from .events import Reshuffled
from .explain import Reason, explain
from .following import Following
from .legality import Legality
from .moves import TEAM_LETTERS, LegalMoves, Move, parse
from .table_text import scores_text, table_name, table_text
from .view_state import DECISIONS, NOTHING


class View(Following):
    """What the viewer may know.  Hidden cards are not in here, so nothing here can give them away.

    It prints as the table that the viewer sees.
    """

    __slots__ = ()

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.ending is not None

    @property
    def to_decide(self) -> bool:
        """Whether the viewer is asked for a move."""
        return self.viewer is not None and self.seat == self.viewer and self._due in DECISIONS

    @property
    def legal_moves(self) -> LegalMoves:
        """The viewer's legal moves; none while somebody else decides."""
        mask = self._own_state().legal() if self.to_decide else 0
        return LegalMoves(mask, self.phase, self._opponents())

    def why_not(self, move: str | int) -> Reason | None:
        """Say why the viewer cannot make a move now, or None if it can; asked only while it is to decide."""
        if not self.to_decide:
            raise ValueError("there is nothing to decide for this seat now")
        meant = parse(move, self.phase, self._opponents()) if isinstance(move, str) else Move(move)
        return explain(self._own_state(), meant)

    def detached(self) -> View:
        """Return a copy that shares nothing that can be changed, not even what was worked out about hidden cards."""
        twin = self.copy()
        twin._memory, twin._legality = self._memory.detached(self._seen), Legality(self.rules)
        return twin

    # -- the hidden cards ----------------------------------------------------------------------------------------

    def sample(self, rng: Random) -> deals.Deal:
        """Draw a full deal that fits all that the viewer has seen, every placement of the unseen cards alike."""
        if self.over:
            raise ValueError("the deal is over: there is nothing left to sample")
        placed = self.sampler().world(rng.getrandbits(64), 0)
        hands = [[Card(card) for card in placed.hand_of(seat)] for seat in range(self.rules.players)]
        position = self._position(hands, [Card(card) for card in placed.draw_pile()])
        return deals.Deal.from_position(position, ask_after=self.ask_after, totals_before=self.totals_before)

    def sampler(self) -> Sampler:
        """Return a maker of worlds by the thousand, as bare states, for who is to decide: see ``engine.sampler``."""
        self._check_settled()
        knowledge = self._memory.knowledge(self._seen)
        hands = [list(known.elements()) for known in knowledge.known]
        if self.viewer is not None:
            hands[self.viewer] = list(self.hand)
        return Sampler(self._position(hands, []).state(), knowledge.rows())

    def _check_settled(self) -> None:
        """Refuse to look behind a view that is between two events: what follows by itself has to happen first."""
        if self._due not in DECISIONS and self._due != NOTHING and self._due[0] is not Reshuffled:
            raise ValueError(f"hidden cards can be sampled where somebody decides, but {self.awaited}")

    def stand_in(self) -> State:
        """Return a state that looks like this to the viewer, the unseen cards lying anywhere.

        It shows what a policy does that does not look at hidden cards; for what they may be, see ``sampler``.
        """
        unseen = list(sorted_deck(self.rules.deck))
        for card in (*self.hand, *self.discards, *(card for laid in self.tables for card in laid.cards)):
            unseen.remove(card)
        hands: list[Sequence[Card]] = []
        for seat, size in enumerate(self.hand_sizes):
            own = seat == self.viewer
            hands.append(self.hand if own else unseen[:size])
            unseen = unseen if own else unseen[size:]
        return self._position(hands, unseen).state()

    @property
    def ask_after(self) -> int | None:
        """After which seat an open window asks on; None where the viewer itself is asked, or no window is open."""
        if self.window is None or self.to_decide:
            return None
        return self.viewer if self.declined else self.window.attacker

    def _own_state(self) -> State:
        """Return the engine's deal as far as the viewer's own moves depend on it."""
        assert self.viewer is not None
        return self._with_hand(self.viewer, self.hand).state()

    def _opponents(self) -> list[int]:
        return [team for team in range(self.rules.teams) if team != self.team]

    # -- as text -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return describe_table(self)

    def __repr__(self) -> str:
        whose = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<View of {whose}: {table_name(self.rules)}, turn {self.turns}, {self._doing()}>"

    def _doing(self) -> str:
        """Say what is going on."""
        if self.ending is None:
            return self.awaited
        by = "" if self.completer is None else f" by team {TEAM_LETTERS[self.completer]}"
        return f"over, {self.ending}{by}; scores {scores_text(self.scores)}"


def describe_table(view: View, hands: Sequence[Sequence[Card]] | None = None) -> str:
    """Draw the table that a viewer sees in plain text; with ``hands``, one for each seat, all hands too."""
    if not view.tables:
        return f"{table_name(view.rules)}: {view.awaited}"
    shown: dict[int, Sequence[Card]] = {} if view.viewer is None else {view.viewer: view.hand}
    return table_text(view, view._doing(), view.hand_sizes, shown if hands is None else dict(enumerate(hands)))


from . import deal as deals  # noqa: E402 - at the end, since a deal is made of views and a view gives deals
