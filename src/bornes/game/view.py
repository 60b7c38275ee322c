"""What can be asked of a view: the viewer's legal moves and why others are not, answers, hidden cards, score and text.

``bornes.game.view_state`` is what a viewer knows, ``bornes.game.view_updates`` takes in what happens,
``bornes.game.deal.View`` is all of it with the deals that fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from textwrap import shorten
from typing import Any, Self, get_type_hints

from ..base.serialization import DataError, StructCodec
from ..engine.argument_checks import check_index
from ..engine.codes import Phase
from ..engine.sampler import Sampler
from ..engine.state import State
from ..rules.cards import Card, sorted_deck
from ..rules.ruleset import Rules
from .events import Event, EventError, Reshuffled, SetUp
from .illegal_reasons import Reason, explain, why_unplayable
from .legality import Legality
from .moves import TEAM_LETTERS, LegalMoves, Move, card_moves, parse
from .score_sheet import DealSheet, checked_totals, paper_sheet
from .team_piles import progress
from .text_board import scores_text, table_name, table_text
from .view_state import DECISIONS, NOTHING, ON_DRAW, ON_EXCHANGE, ON_PLAY, ViewState
from .view_updates import ViewUpdates


class ViewQuestions(ViewUpdates):
    """A view that can be asked: what its viewer may do and why not, who could answer, how the score stands."""

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
        mask = self._legal() if self.to_decide else 0
        return LegalMoves(mask, self.phase, self._opponents())

    def progress(self, team: int) -> int:
        """Return how far a team has come by what ends the race: its miles, or its points where those are counted."""
        return progress(self.rules, self.tables[check_index("team", team, self.rules.teams)])

    def progress_left(self, team: int) -> int:
        """Return how much a team still lacks by what ends the race; 0 once it has arrived."""
        return max(0, self.target - self.progress(team))

    @property
    def answerers(self) -> tuple[int, ...]:
        """The seats that could answer the hazard in the open window, in asking order, as far as a spectator can tell.

        The same for every viewer, whatever it holds: see ``Deal.answerers``.
        """
        return () if self.window is None else who_may_answer(self.possible_position())

    def possible_answers(self, seat: int) -> LegalMoves:
        """Return how a seat could answer the hazard in the open window, as far as a spectator can tell; no pass.

        What the rules let it answer with, unless all copies lie open or its hand is empty.
        """
        at = check_index("seat", seat, self.rules.players)
        return LegalMoves(0 if self.window is None else self.possible_position().possible_answers(at), Phase.REACT)

    @property
    def answers(self) -> LegalMoves:
        """How the viewer could answer the hazard in the open window with the cards it holds, or pass.

        Empty where no window is open, where the rules do not let the viewer answer, and once it has declined.
        """
        if self.viewer is None or self.window is None or self.declined:
            return LegalMoves(0, Phase.REACT)
        return LegalMoves(self._own_state().answers(self.viewer), Phase.REACT)

    def why_not(self, move: str | int) -> Reason | None:
        """Say why the viewer cannot make a move now, or None if it can; asked only while it is to decide."""
        if not self.to_decide:
            raise ValueError("there is nothing to decide for this seat now")
        meant = parse(move, self.phase, self._opponents()) if isinstance(move, str) else Move(move)
        return explain(self._own_state(), meant)

    def why_unplayable(self) -> dict[Card, tuple[Reason, ...]]:
        """Return each card of the own hand that cannot be played now, with the reasons; discarding does not count.

        The reasons are those for all that choosing the card could mean, to lay it or to attack each opponent, every
        reason once.  While somebody else decides there is none.
        """
        return why_unplayable(self._own_state()) if self.to_decide else {}

    def card_moves(self, card: Card, discarding: bool = False) -> list[Move]:
        """Return the moves that choosing a card could mean now, legal or not: one, or one for each opponent."""
        hazard = None if self.window is None else self.window.hazard
        return card_moves(card, self.phase, self._opponents(), hazard, discarding=discarding)

    def detached(self) -> Self:
        """Return a copy that shares nothing that can be changed, not even what was worked out about hidden cards."""
        twin = self.copy()
        twin._memory, twin._legality = self._memory.detached(self._seen), Legality(self.rules)
        return twin

    # -- as plain data ---------------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain data, for JSON: the moment under the names of a view, and the events behind it."""
        return {**self.moment(), "events": [event.as_dict() for event in self.events]}

    def moment(self) -> dict[str, Any]:
        """Return what ``as_dict`` does without the events."""
        return _MOMENT.write(self)

    @classmethod
    def from_dict(cls, rules: Rules, values: Mapping[str, Any]) -> Self:
        """Return the view that ``as_dict`` wrote, made anew from its events, so that it goes on as the other does.

        DataError, a ValueError, says what cannot be read or does not agree with the events; EventError, which of them
        cannot follow.  After an event that only a later release knows, the values say how the deal stands; where that
        cannot be by the rules that are known here, the view stays ``uncertain``.
        """
        given = _VIEW.read(values)
        totals = checked_totals(rules, given["totals_before"])
        view = cls.fold(rules, given["viewer"], given["events"], totals)
        if view.events != given["events"]:
            raise DataError("events", "tell more than the viewer may see")
        if view.uncertain:
            view._catch_up(given)
            return view
        for name, value in given.items():
            if getattr(view, name) != value:
                right = shorten(str(view.as_dict()[name]), 200, placeholder=" …")
                raise DataError(name, f"does not agree with the events, which make it {right}")
        return view

    def _catch_up(self, given: Mapping[str, Any]) -> None:
        """Go on from the moment that a server tells, if that can be by the rules that are known here."""
        if given["ending"] is not None:
            if len(given["scores"]) != self.rules.teams or given["completer"] not in (None, *range(self.rules.teams)):
                raise DataError("scores", f"must be those of {self.rules.teams} teams")
            self.ending, self.completer, self.scores = given["ending"], given["completer"], given["scores"]
            self.seat, self.phase = None, Phase.OVER
            return
        before = self._values()
        hands = tuple(given["hand"] if seat == self.viewer else None for seat in range(self.rules.players))
        seat = given["drawer"] if given["phase"] is Phase.CHANCE else given["seat"]
        moment = {field.name: given[field.name] for field in fields(SetUp) if field.name not in ("hands", "seat")}
        try:
            self.see([SetUp(hands=hands, seat=seat, **moment)])
        except EventError:
            return
        self.declined = given["declined"]
        if any(getattr(self, name) != value for name, value in given.items() if name != "events"):
            self._become(before)

    def score_sheet(self) -> DealSheet:
        """Return the paper sheet of the deal as far as it has come: what lies on the table tells all of it."""
        if self.ending is None:
            return paper_sheet(self.possible_position(), self.rules)
        seat = 0 if self.viewer is None else self.viewer
        return paper_sheet(self._with_hand(seat, self.hand).state_over(self.ending, self.completer), self.rules)

    # -- the hidden cards ----------------------------------------------------------------------------------------

    def sampler(self) -> Sampler:
        """Return a maker of worlds by the thousand, as bare states, for who is to decide: see ``engine.sampler``."""
        self._check_settled()
        knowledge = self._memory.knowledge(self._seen)
        hands = [list(known.elements()) for known in knowledge.known]
        if self.viewer is not None:
            hands[self.viewer] = list(self.hand)
        return Sampler(self._state([sorted(hand) for hand in hands], (), self.discards), knowledge.rows())

    def _check_settled(self) -> None:
        """Refuse to look behind a view that is between two events: what follows by itself has to happen first."""
        if self._due not in DECISIONS and self._due != NOTHING and self._due[0] is not Reshuffled:
            raise ValueError(f"hidden cards can be sampled where somebody decides, but {self.awaited}")

    def possible_position(self) -> State:
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
        return self._state(hands, unseen, self.discards)

    @property
    def ask_after(self) -> int | None:
        """After which seat an open window asks on; None where the viewer itself is asked, or no window is open."""
        if self.window is None or self.to_decide:
            return None
        return self.viewer if self.declined else self.window.attacker

    def _legal(self) -> int:
        """Return the legal moves of the viewer, who is to decide: bit m for move m."""
        law, phase, hand = self._legality, self.phase, self.hand
        if phase is ON_PLAY and law.free_discards(self.taken, self.draw_pile_size > 0):
            return law.turns(hand, self.rules.team_of(self.turn), self.tables, self.target)
        if phase is ON_DRAW:
            return law.with_hand(law.draws(len(hand), bool(self.discards), self.extra), hand)
        if phase is ON_EXCHANGE:
            return law.with_hand(law.exchanges(len(hand), self.given), hand)
        return self._own_state().legal()

    def _own_state(self) -> State:
        """Return the engine's deal as far as the viewer's own moves depend on it."""
        assert self.viewer is not None
        hands: list[Sequence[Card]] = [()] * self.rules.players
        hands[self.viewer] = self.hand
        return self._state(hands, (Card.D25,) if self.draw_pile_size else (), self.discards[-1:])

    def _opponents(self) -> tuple[int, ...]:
        return self._legality.opponents[self.team]

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


VIEW_TYPES: dict[str, Any] = {
    **{name: hint for name, hint in get_type_hints(ViewState).items() if name != "rules" and name[0] != "_"},
    "to_decide": bool,
    "events": list[Event],
}
"""What a view has as plain data: its public values, and last what it was made from."""
_VIEW = StructCodec(VIEW_TYPES)
_MOMENT = StructCodec({name: kind for name, kind in VIEW_TYPES.items() if name != "events"})


def describe_table(view: ViewQuestions, hands: Sequence[Sequence[Card]] | None = None) -> str:
    """Draw the table that a viewer sees in plain text; with ``hands``, one for each seat, all hands too."""
    if not view.tables:
        return f"{table_name(view.rules)}: {view.awaited}"
    shown: dict[int, Sequence[Card]] = {} if view.viewer is None else {view.viewer: view.hand}
    return table_text(view, view._doing(), view.hand_sizes, shown if hands is None else dict(enumerate(hands)))


def who_may_answer(state: State) -> tuple[int, ...]:
    """Return who could answer the hazard in an open window, in asking order, as far as a spectator can tell."""
    players, attacker = state.rules.players, state.turn_seat
    seats = ((attacker + step) % players for step in range(1, players))
    return tuple(seat for seat in seats if state.may_answer(seat))
