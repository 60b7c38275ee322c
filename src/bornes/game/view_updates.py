"""How a viewer takes in what happens: each event must be able to follow what was seen before it.

Which events there are and in which order they come is written down in ``docs/referee.md``; here is the same as code,
one method for each event: what it needs, what it changes, and what is due after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NoReturn, Self

from ..base.serialization import fields_of
from ..engine.codes import COUP, DISCARD, DRAW, PASS, TAKE, Ending, Phase
from ..rules.cards import Card
from ..rules.ruleset import LONG_TRIP, Rules
from .events import (
    AnswerRequested,
    Attacked,
    CoupFourre,
    DealOver,
    Dealt,
    Declined,
    Discarded,
    Drew,
    Event,
    EventError,
    ExchangedCard,
    Extended,
    Finished,
    Laid,
    MoveRequested,
    Passed,
    Remedied,
    Reshuffled,
    SetUp,
    ShuffleNeeded,
    Skipped,
    TookDiscard,
    TurnBegan,
    TurnLost,
    Unknown,
    Viewer,
    WindowClosed,
    WindowOpened,
    scores,
)
from .illegal_reasons import explain
from .moves import Move
from .team_piles import Piles, Window
from .view_state import (
    ANSWER,
    ANSWER_OF_SOME,
    BEGINNING,
    DISTANCE,
    EXTRA_TURN,
    HAZARD,
    LOST,
    MOVE,
    NEXT_TURN,
    NOTHING,
    ON_CHANCE,
    ON_DRAW,
    ON_EXCHANGE,
    ON_EXTEND,
    ON_PLAY,
    ON_REACT,
    PLAY,
    SAFETY,
    SPEED_LIMIT,
    ViewState,
)

MAX_UNFOLLOWED_EVENTS = 10_000
"""No deal has as many: a server that sends more is hostile."""


class ViewUpdates(ViewState):
    """What the viewer may know, kept up to date event by event."""

    __slots__ = ()

    @classmethod
    def fold(cls, rules: Rules, viewer: Viewer, events: Iterable[Event], totals_before: tuple[int, ...] = ()) -> Self:
        """Return what a viewer knows after these events, which may be its own part of them or the whole."""
        view = cls(rules, viewer, totals_before=totals_before)
        view.see(events)
        return view

    def see(self, events: Iterable[Event]) -> None:
        """Take in further events, each of which may be the viewer's own part or the whole.

        Where one of them cannot follow what was seen before it, EventError says why, and the view stays as it was
        before the call.  After an ``Unknown`` event the view is ``uncertain`` and only keeps what it is shown.
        """
        before = self._values()
        seen: list[Event] = []
        event: object = None
        coming = iter(events)
        try:
            if self._due == LOST:
                coming = self._keep_unfollowed(coming, seen)
            while True:
                for event in coming:
                    follow = _FOLLOW.get(event.__class__)
                    if follow is None:
                        break
                    part = event.shown_to(self.viewer)
                    if part is not None:
                        follow(self, part)
                        seen.append(part)
                else:
                    break
                if not isinstance(event, Unknown):
                    _refuse_kind(event)
                self._due = LOST
                coming = self._keep_unfollowed(chain((event,), coming), seen)
        except BaseException as error:
            self._become(before)
            if not isinstance(error, EventError):
                _refuse_values(event)
            raise
        self._memory = self._memory.up_to(self._seen)
        self._memory.events += seen
        self._seen += len(seen)

    def _keep_unfollowed(self, coming: Iterator[Event], seen: list[Event]) -> Iterator[Event]:
        """Keep events that cannot be followed, and return those from one on that says how the deal stands."""
        for event in coming:
            if not isinstance(event, Event):
                _refuse_kind(event)
            if isinstance(event, SetUp):
                blank = type(self)(self.rules, self.viewer, totals_before=self.totals_before)
                blank._memory, blank._seen = self._memory, self._seen
                self._become(blank._values())
                return chain((event,), coming)
            part = event.shown_to(self.viewer)
            if part is not None:
                seen.append(part)
            if self._seen + len(seen) > MAX_UNFOLLOWED_EVENTS:
                raise EventError(event, "no deal has so many events")
        return iter(())

    # -- how a deal begins and ends ------------------------------------------------------------------------------

    def _dealt(self, event: Dealt) -> None:
        if self._due != BEGINNING:
            self._refuse(event)
        rules = self.rules
        if event.first not in range(rules.players) or len(event.hands) != rules.players:
            self._refuse(event, f"{rules.players} play, in seats 0 to {rules.players - 1}")
        left = sum(rules.deck) - rules.players * rules.hand_size
        if event.draw_pile_size != left:
            self._refuse(event, f"the draw pile has {left} cards once everybody has {rules.hand_size}")
        self.hand_sizes = (rules.hand_size,) * rules.players
        self.tables = (Piles(),) * rules.teams
        self.draw_pile_size = left
        self._take_up_hand(event, event.hands)
        self._turn(event.first, False)

    def _take_up_hand(self, event: Event, hands: tuple[tuple[Card, ...] | None, ...]) -> None:
        """Take up the own hand, and count what lies nowhere in the open; refuse more cards than there are."""
        hand = () if self.viewer is None else hands[self.viewer]
        size = 0 if self.viewer is None else self.hand_sizes[self.viewer]
        if hand is None or len(hand) != size or {card.__class__ for card in hand} - {Card}:
            self._refuse(event, f"the hand of seat {self.viewer} must be {size} cards")
        self.hand = tuple(sorted(hand))
        open_cards = bytes([*self.hand, *self.discards, *(card for laid in self.tables for card in laid.cards)])
        for card, there in zip(Card, self.rules.deck, strict=True):
            unseen = there - open_cards.count(card)
            if unseen < 0:
                self._refuse(event, f"the deck has only {there} of {card}, and here are {there - unseen}")
            self._unseen += unseen << (8 * card)

    def _set_up(self, event: SetUp) -> None:
        if self._due != BEGINNING:
            self._refuse(event)
        self._check_set_up(event)
        self.hand_sizes = event.hand_sizes
        self.tables, self.discards = event.tables, event.discards
        self.draw_pile_size = event.draw_pile_size
        self.turn, self.turns, self.extra = event.turn, event.turns, event.extra
        self.seat, self.phase = event.seat, event.phase
        if event.phase is ON_CHANCE:
            self.seat, self.drawer = None, event.seat
        self.taken, self.given, self.window = event.taken, event.given, event.window
        self.extended_by, self.owed, self.refill = event.extended_by, event.owed, event.refill
        if self.extended_by is not None:
            self.target = LONG_TRIP
        self._take_up_hand(event, event.hands)
        self._due = ANSWER_OF_SOME if event.phase is ON_REACT else MOVE
        if self.drawer is not None:
            then = NEXT_TURN if self.given or self.drawer != self.turn else PLAY
            then = EXTRA_TURN if self.refill else then
            self._due, self._then = (Reshuffled, len(self.discards)), (self.drawer, self.owed, then)

    def _check_set_up(self, event: SetUp) -> None:
        """Refuse a beginning that no deal can come to, whatever the hidden cards are."""
        try:
            event.possible_position(self.rules).check(None if event.window is None else event.turn)
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise EventError(event, f"no deal comes to this: {error}") from None

    def _deal_over(self, event: DealOver) -> None:
        if self._due[:1] != (DealOver,):
            self._stop_early(event)
        self._require(event, (DealOver, event.ending, event.completer))
        _, ending, completer = self._due
        seat = 0 if self.viewer is None else self.viewer
        right = scores(self._with_hand(seat, self.hand).state_over(ending, completer))
        if event.scores != right:
            self._refuse(event, f"what lies on the tables is worth {right}")
        self.ending, self.completer, self.scores = ending, completer, right
        self.seat, self.phase = None, Phase.OVER
        self._due = NOTHING

    def _stop_early(self, event: DealOver) -> None:
        """Let the end be due where the next turn was, if house rules end a deal once nobody can play a card."""
        if self._due == MOVE:
            self._draw_if_chosen(event)
        if self._due[0] in (TurnBegan, Skipped) and self.rules.early_stop and not self.draw_pile_size:
            viewer = self.viewer
            if viewer is not None and self._to_play(viewer, self.hand).plays(viewer):
                self._refuse(event, f"the deal goes on while a card can be played, and seat {viewer} can play one")
            self._due = (DealOver, Ending.EXHAUSTED, None)

    # -- turns ---------------------------------------------------------------------------------------------------

    def _turn_began(self, event: TurnBegan) -> None:
        if self._due != (TurnBegan, event.seat, event.extra):
            self._require(event, (TurnBegan, event.seat, event.extra))
        _, seat, extra = self._due
        self.turn, self.extra = seat, extra
        self.turns += 1
        self.taken, self.given = None, 0
        law = self._legality
        if law.asks_before_drawing and law.draws(self.hand_sizes[seat], bool(self.discards), extra) != 1 << DRAW:
            self._due = (MoveRequested, seat, ON_DRAW)
        else:
            self._owe(seat, 1, PLAY)

    def _skipped(self, event: Skipped) -> None:
        self._require(event, (Skipped, event.seat))
        seat = (self._due[1] + 1) % self.rules.players
        self._due = (TurnBegan, seat, False) if self.hand_sizes[seat] else (Skipped, seat)

    def _turn_lost(self, event: TurnLost) -> None:
        self._require(event, (TurnLost, event.seat))
        self._lose_turns((self._due[1] + 1) % self.rules.players, *self._then)

    def _lose_turns(self, seat: int, caller: int) -> None:
        """Let those from a seat up to the caller of a coup fourré lose their turns, and then the caller refill."""
        if seat == caller:
            self._owe(caller, 1, EXTRA_TURN)
        else:
            self._due, self._then = (TurnLost, seat), (caller,)

    def _to_decide(self, event: MoveRequested) -> None:
        if self._due != (MoveRequested, event.seat, event.phase):
            self._require(event, (MoveRequested, event.seat, event.phase))
        _, self.seat, self.phase = self._due
        self._due = MOVE

    # -- drawing -------------------------------------------------------------------------------------------------

    def _drew(self, event: Drew) -> None:
        if self._due != (Drew, event.seat, event.cause):
            self._require(event, (Drew, event.seat, event.cause))
        seat: int = self._due[1]
        cards, then = self._then
        if seat == self.viewer:
            card = event.card
            if card.__class__ is not Card or card is None:
                self._refuse(event, f"seat {seat} sees its own card, which must be a Card")
            if not self._unseen >> (8 * card) & 255:
                self._refuse(event, f"no {card} can be in the draw pile: all of them have been seen")
            self._unseen -= 1 << (8 * card)
            self.hand = tuple(sorted((*self.hand, card)))
        self.draw_pile_size -= 1
        self._resize(seat, +1)
        if self.owed:
            self.owed -= 1
        self._owe(seat, cards - 1, then)

    def _shuffle_needed(self, event: ShuffleNeeded) -> None:
        self._require(event, (ShuffleNeeded, event.seat, event.owed, event.refill))
        _, self.drawer, self.owed, self.refill = self._due
        self.seat, self.phase = None, ON_CHANCE
        self._due, self._then = (Reshuffled, len(self.discards)), (self.drawer, self.owed, *self._then)

    def _reshuffled(self, event: Reshuffled) -> None:
        self._require(event, (Reshuffled, event.cards))
        cards: int = self._due[1]
        for card in self.discards:
            self._unseen += 1 << (8 * card)
        self.draw_pile_size, self.discards = cards, ()
        self.drawer, self.refill = None, False
        self._owe(*self._then)

    def _took(self, event: TookDiscard) -> None:
        seat = self._require_draw_move(event, TAKE)
        if event.card.__class__ is not Card or event.card != self.discards[-1]:
            self._refuse(event, f"the top discard is {self.discards[-1]}")
        card = self.discards[-1]
        self.discards = self.discards[:-1]
        self.taken = card
        self._resize(seat, +1)
        if seat == self.viewer:
            self.hand = tuple(sorted((*self.hand, card)))
        else:
            self._unseen += 1 << (8 * card)
        self._due = (MoveRequested, seat, ON_PLAY)

    def _gave(self, event: ExchangedCard) -> None:
        if self.phase is ON_EXCHANGE:
            seat = self._require_move(event, ON_EXCHANGE)
        else:
            seat = self._require_draw_move(event, DISCARD)
        card = self._require_card(event, event.card)
        self.given += 1
        self._lose(seat, card)
        self.discards += (card,)
        if self.hand_sizes[seat]:
            self._due = (MoveRequested, seat, ON_EXCHANGE)
        else:
            self._owe(seat, self.given, NEXT_TURN)

    def _passed(self, event: Passed) -> None:
        self._require_draw_move(event, PASS)
        self._next_turn()

    def _require_draw_move(self, event: Any, move: int) -> int:
        """Refuse what a seat does before it draws unless it is asked and the rules allow it; return the seat."""
        seat = self._require_move(event, ON_DRAW)
        if not self._legality.draws(self.hand_sizes[seat], bool(self.discards), self.extra) >> move & 1:
            self._refuse(event, "the rules do not allow it before this draw")
        return seat

    # -- plays ---------------------------------------------------------------------------------------------------

    def _laid(self, event: Laid) -> None:
        seat = self._require_move(event, ON_PLAY)
        card = self._require_card(event, event.card)
        team = self.rules.team_of(seat)
        plays = self._legality.plays(self.tables[team], self.target)
        self._require_legal(event, plays >> card & 1 == 1, lambda: Move.lay(card))
        self._lose(seat, card)
        self._lay(team, card)
        family = card.family
        if family is DISTANCE and self._arrived(team):
            self._complete(seat, team)
        elif family is not SAFETY:
            self._next_turn()
        elif self.rules.end_measure != "miles" and self._arrived(team):
            self._due = (DealOver, Ending.COMPLETED, team)
        elif self.draw_pile_size or self.rules.extra_turn_after_exhaustion:
            self._turn(seat, True)
        else:
            self._next_turn()

    def _complete(self, seat: int, team: int) -> None:
        """Let the end be due, or the question whether to go on."""
        cards_remain = self.draw_pile_size or any(self.hand_sizes)
        if self.rules.extension and self.extended_by is None and cards_remain:
            self._due = (MoveRequested, seat, ON_EXTEND)
        else:
            self._due = (DealOver, Ending.COMPLETED, team)

    def _discarded(self, event: Discarded) -> None:
        seat = self._require_move(event, ON_PLAY)
        card = self._require_card(event, event.card)
        if seat == self.viewer and not self._legality.any_discard:
            reason = explain(self._with_hand(seat, self.hand).state(), Move.discard(card))
            if reason is not None:
                raise EventError(event, f"the rules forbid it: {reason}", reason)
        self._lose(seat, card)
        self.discards += (card,)
        self._next_turn()

    def _extended(self, event: Extended) -> None:
        seat = self._require_move(event, ON_EXTEND)
        self.extended_by, self.target = self.rules.team_of(seat), LONG_TRIP
        self._next_turn()

    def _finished(self, event: Finished) -> None:
        seat = self._require_move(event, ON_EXTEND)
        self._due = (DealOver, Ending.COMPLETED, self.rules.team_of(seat))

    # -- hazards and their answers -------------------------------------------------------------------------------

    def _attacked(self, event: Attacked) -> None:
        seat = self._require_move(event, ON_PLAY)
        card = self._require_card(event, event.card)
        team = event.team
        if team.__class__ is not int or not 0 <= team < self.rules.teams or card.family is not HAZARD:
            self._refuse(event, f"a hazard is laid on one of {self.rules.teams} teams")
        hazards = self._legality.hazards(self.tables[team])
        allowed = team != self.rules.team_of(seat) and hazards >> card & 1 == 1
        self._require_legal(event, allowed, lambda: Move.attack(card, team))
        self._lose(seat, card)
        self._lay(team, card)
        self._due = (WindowOpened, seat, team, card)

    def _window_opened(self, event: WindowOpened) -> None:
        self._require(event, (WindowOpened, event.attacker, event.team, event.hazard))
        self.window = Window(*self._due[1:])
        self.phase, self.seat, self.declined = ON_REACT, None, False
        self._due = ANSWER

    def _asked(self, event: AnswerRequested) -> None:
        if self._due[0] != "answer" or self.seat is not None or self.declined:
            self._refuse(event)
        if not self._own_answers():
            self._refuse(event, f"seat {event.seat} holds no answer to {self.window}")
        self.seat = self.viewer

    def _declined(self, event: Declined) -> None:
        if self._due[0] != "answer" or self.seat is None:
            self._refuse(event)
        self.seat, self.declined = None, True

    def _coup_fourre(self, event: CoupFourre) -> None:
        window = self._require_answer(event)
        safety = window.hazard.safety
        team = self.rules.team_of(event.seat)
        right = (safety, window.hazard, team == window.target)
        if (event.safety, event.hazard, event.discarded) != right:
            self._refuse(event, f"{safety} answers {window}")
        self._require_card(event, safety)
        if not self._legality.answers(event.seat, window, (safety,)) >> COUP & 1:
            self._refuse(event, f"the rules let seat {event.seat} call no coup fourré here")
        self._lose(event.seat, safety)
        laid = self.tables[team]
        battle, speed = laid.battle, laid.speed
        if team == window.target:
            self.discards += (window.hazard,)
            if window.hazard is SPEED_LIMIT:
                speed = speed[:-1]
            else:
                battle = battle[:-1]
        laid = Piles(battle, speed, laid.distances, (*laid.safeties, safety), (*laid.coups, safety), laid.roll_due)
        self._set_table(team, laid)
        self._due, self._then = (WindowClosed,), (CoupFourre, event.seat)

    def _remedied(self, event: Remedied) -> None:
        window = self._require_answer(event)
        card = self._require_card(event, event.card)
        if not self._legality.answers(event.seat, window, (card,)) >> card & 1:
            self._refuse(event, f"the rules let {card} be no answer to {window}")
        self._lose(event.seat, card)
        self._lay(self.rules.team_of(event.seat), card)
        self._due, self._then = (WindowClosed,), (Remedied, event.seat)

    def _window_closed(self, event: WindowClosed) -> None:
        if self._due[0] == "answer":
            self._require_all_asked(event, self.rules.players)
            self._due, self._then = (WindowClosed,), (None, None)
        self._require(event, (WindowClosed,))
        self.window, self.declined = None, False
        answer, seat = self._then
        if answer is None:
            self._next_turn()
        elif answer is Remedied:
            self._owe(seat, 1, NEXT_TURN)
        elif self.rules.end_measure != "miles" and self._arrived(self.rules.team_of(seat)):
            self._due = (DealOver, Ending.COMPLETED, self.rules.team_of(seat))
        else:
            self._lose_turns((self.turn + 1) % self.rules.players, seat)

    def _require_answer(self, event: Any) -> Window:
        """Refuse an answer to a hazard unless one is awaited, of this seat; return the window."""
        if self._due[0] != "answer" or self.window is None or event.seat not in range(self.rules.players):
            self._refuse(event)
        if event.seat == self.viewer:
            if self.seat is None:
                self._refuse(event, f"seat {event.seat} has not been asked")
        else:
            self._require_all_asked(event, (event.seat - self.turn) % self.rules.players)
        return self.window

    def _require_all_asked(self, event: Event, before: int) -> None:
        """Refuse what comes after all answers of so many seats from the attacker on if the viewer's was left out."""
        if self.viewer is None or self.declined:
            return
        if self.seat is not None:
            self._refuse(event)
        if self._due == ANSWER and (self.viewer - self.turn) % self.rules.players < before and self._own_answers():
            self._refuse(event, f"seat {self.viewer} can answer {self.window} and has not been asked")

    def _own_answers(self) -> int:
        assert self.window is not None
        assert self.viewer is not None
        hazard = self.window.hazard
        held = tuple(card for card in (hazard.remedy, hazard.safety) if card in self.hand)
        return self._legality.answers(self.viewer, self.window, held) if held else 0


def _refuse_kind(event: object) -> NoReturn:
    """Refuse what is no event, or none that views know."""
    if isinstance(event, Event):
        raise EventError(event, "views know no events of this kind")
    raise TypeError(f"a view takes in events, not {type(event).__name__}: {event!r}")


def _refuse_values(event: object) -> None:
    """Refuse an event if one of its values is not of the kind that is declared."""
    if isinstance(event, Event):
        kind: Any = type(event)
        name = fields_of(kind).misfit(event)
        if name is not None:
            raise EventError(event, f"{name} is not what it must be") from None


_FOLLOW: dict[type[Event], Callable[[Any, Any], None]] = {
    Dealt: ViewUpdates._dealt,
    SetUp: ViewUpdates._set_up,
    TurnBegan: ViewUpdates._turn_began,
    MoveRequested: ViewUpdates._to_decide,
    Drew: ViewUpdates._drew,
    TookDiscard: ViewUpdates._took,
    ExchangedCard: ViewUpdates._gave,
    Passed: ViewUpdates._passed,
    Laid: ViewUpdates._laid,
    Attacked: ViewUpdates._attacked,
    WindowOpened: ViewUpdates._window_opened,
    AnswerRequested: ViewUpdates._asked,
    Declined: ViewUpdates._declined,
    CoupFourre: ViewUpdates._coup_fourre,
    Remedied: ViewUpdates._remedied,
    WindowClosed: ViewUpdates._window_closed,
    Discarded: ViewUpdates._discarded,
    TurnLost: ViewUpdates._turn_lost,
    Skipped: ViewUpdates._skipped,
    Extended: ViewUpdates._extended,
    Finished: ViewUpdates._finished,
    ShuffleNeeded: ViewUpdates._shuffle_needed,
    Reshuffled: ViewUpdates._reshuffled,
    DealOver: ViewUpdates._deal_over,
}
