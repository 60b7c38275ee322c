"""What must always hold, whatever the rules, the deck and the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bornes import Card, Deal, Family, Game, IllegalMove, Move, Phase, PlayedMove, Rules, View, Window, cite, edition
from bornes.engine.codes import MOVES, NONE
from bornes.game import illegal_reasons as reasons
from bornes.game.events import Viewer, seen_by
from bornes.game.illegal_reasons import Reason
from bornes.rules.cards import sorted_deck
from tests.support.house_rules import any_rules, lucks, shuffled, tried
from tests.support.scenes import piles, rules_of, scene
from tests.support.walks import begin, moments, position_of, step, walk

pytestmark = pytest.mark.slow


def everything(deal: Deal) -> tuple[Any, ...]:
    """All that a move could change."""
    return deal.state.snapshot(), list(deal.events), list(deal.moves), list(deal.reshuffles)


# --- What holds at every moment ----------------------------------------------------------------------------


def no_card_is_lost_or_made(deal: Deal) -> None:
    """Hands, draw pile, discards and tables, buried cards included, are the deck."""
    now = deal.state.snapshot()
    found = Counter([*now["draw_pile"], *now["discards"]])
    for hand in now["hands"]:
        found.update(hand)
    for laid in deal.view().tables:
        found.update(laid.cards)
    assert found == Counter(sorted_deck(deal.rules.deck))


def what_lies_open_is_counted(deal: Deal) -> None:
    """A seat has not seen what is neither on a table nor among the discards nor in its own hand."""
    shown = Counter(deal.state.discard_pile())
    for laid in deal.view().tables:
        shown.update(laid.cards)
    for seat in range(deal.rules.players):
        seen = shown + Counter(deal.hand(seat))
        assert [deal.state.unseen(seat, card) for card in Card] == [deal.rules.deck[card] - seen[card] for card in Card]


def no_hand_is_too_large(deal: Deal) -> None:
    """The dealt number, and one more between draw and play; the packed counts say the same as the cards."""
    for seat in range(deal.rules.players):
        hand = deal.hand(seat)
        drawn = deal.phase is Phase.PLAY and seat == deal.turn
        assert len(hand) <= deal.rules.hand_size + drawn
        assert [hand.count(card) for card in Card] == [deal.state.count(seat, card) for card in Card]


def nobody_drives_too_far(deal: Deal) -> None:
    """Neither past the target nor with too many 200s."""
    rules, now = deal.rules, deal.state.snapshot()
    for team, laid in enumerate(deal.view().tables):
        assert laid.miles == now["miles"][team]
        assert laid.distances.count(Card.D200) == now["laid_200s"][team] <= rules.max_200s
        assert laid.miles <= now["goal"] or rules.overshoot == "allow"


def what_is_legal_can_be_played(deal: Deal) -> None:
    """Whoever decides can do something, and whatever is called legal works."""
    assert bool(deal.legal_moves) == (deal.seat is not None)
    for move in deal.legal_moves:
        twin = deal.clone()
        assert deal.seat is not None
        told = twin.play(move)
        assert told == tuple(twin.events[len(deal.events) :])
        assert twin.moves == (*deal.moves, PlayedMove(deal.turns, deal.seat, deal.phase, move, told))


def what_is_not_legal_is_refused_for_a_true_reason(deal: Deal) -> None:
    """Each of the 64 moves is legal or has a reason, which cites something, is true, and changes nothing."""
    before = everything(deal)
    for move in map(Move, range(MOVES)):
        reason = deal.why_not(move)
        assert (reason is None) == (move in deal.legal_moves)
        if reason is not None:
            with pytest.raises(IllegalMove) as refused:
                deal.play(move)
            assert (refused.value.move, refused.value.reason) == (move, reason)
            check_citation(deal.rules, reason)
            assert is_so(reason, move, deal), f"{move}: {reason}"
    assert everything(deal) == before


def everybody_sees_what_there_is_to_see(deal: Deal) -> None:
    """The views of all seats, and that of a spectator, agree with the engine."""
    for viewer in (None, *range(deal.rules.players)):
        check_table_seen(deal, deal.view(viewer))
        check_decision_seen(deal, deal.view(viewer))


ALWAYS: tuple[Callable[[Deal], None], ...] = (
    no_card_is_lost_or_made,
    what_lies_open_is_counted,
    no_hand_is_too_large,
    nobody_drives_too_far,
    what_is_legal_can_be_played,
    what_is_not_legal_is_refused_for_a_true_reason,
    everybody_sees_what_there_is_to_see,
)


def check_citation(rules: Rules, reason: Reason) -> None:
    """A reason cites a clause or a ruling, or the house rule that took its place."""
    clause, _, house_rule = reason.clause.partition("house rule ")
    if clause:
        cite(clause)  # raises where there is none
    else:
        assert edition(rules.edition).source(rules, house_rule) is None


SPOKEN_IN: dict[type[Reason], Phase] = {
    reasons.DealIsOver: Phase.OVER,
    reasons.ShuffleFirst: Phase.CHANCE,
    reasons.AnswerFirst: Phase.REACT,
    reasons.NotAnAnswer: Phase.REACT,
    reasons.DecideExtensionFirst: Phase.EXTEND,
    reasons.DrawFirst: Phase.DRAW,
    reasons.NothingToTake: Phase.DRAW,
    reasons.ExchangeNotAllowed: Phase.DRAW,
    reasons.ExchangeOrDraw: Phase.EXCHANGE,
    reasons.TooFewExchanged: Phase.EXCHANGE,
}
"""Reasons that belong to one phase; the rest speak of the table and of turns."""


def is_so(reason: Reason, move: Move, deal: Deal) -> bool:
    """Whether what a reason says is the case."""
    if deal.phase is not SPOKEN_IN.get(type(reason), deal.phase):
        return False
    rules, state, now = deal.rules, deal.state, deal.state.snapshot()
    own, hand, tables = rules.team_of(now["seat"]), deal.hand(now["seat"]), deal.view().tables
    match reason:
        case reasons.NotInHand(card=card):
            return card not in hand
        case reasons.AnswerFirst(hazard=hazard) | reasons.NotAnAnswer(hazard=hazard):
            return bool(hazard == now["hazard"])
        case reasons.NothingToTake():
            return not now["discards"]
        case reasons.TakingNotAllowed():
            return not rules.take_discard
        case reasons.ExchangeNotAllowed():
            return not (rules.fast_play and len(hand) >= max(1, rules.exchange_min))
        case reasons.TooFewExchanged(given=given, needed=needed):
            return bool(given == now["given"] < needed == rules.exchange_min)
        case reasons.OwnTeam(card=card) | reasons.NeedsTarget(card=card):
            return card in hand and card.family is Family.HAZARD
        case reasons.NoSuchTeam(team=team):
            return team >= rules.teams
        case reasons.TargetProtected(team=team, safety=safety):
            return safety in tables[team].safeties
        case reasons.TargetNotStarted(team=team):
            return not tables[team].battle and Card.RIGHT_OF_WAY not in tables[team].safeties
        case reasons.TargetHasHazard(team=team, hazard=hazard):
            return tables[team].battle[-1] is hazard and state.live(team)
        case reasons.TargetNotRolling(team=team):
            return not state.rolling(team)
        case reasons.TargetLimited(team=team):
            return state.limited(team)
        case reasons.StoppedByHazard(hazard=hazard, remedy=remedy):
            return tables[own].battle[-1] is hazard and remedy is hazard.remedy and state.live(own)
        case reasons.NeedsRoll():
            return not state.rolling(own) and not state.live(own)
        case reasons.SpeedLimited(limit=limit):
            too_fast = move.card is not None and move.card.miles > limit == rules.speed_limit
            return too_fast and state.limited(own)
        case reasons.TooMany200s(allowed=allowed):
            return tables[own].distances.count(Card.D200) == allowed == rules.max_200s
        case reasons.OvershootsTrip(card=card, room=room):
            return bool(card.miles > room == now["goal"] - tables[own].miles)
        case reasons.RollUseless():
            return state.rolling(own)
        case reasons.RemedyUseless(card=card, hazard=hazard):
            lies_there = tables[own].battle[-1:] == (hazard,) and hazard.safety not in tables[own].safeties
            return hazard.remedy is card and not lies_there
        case reasons.NotLimited():
            return not state.limited(own)
        case reasons.MustPlay():
            return bool(deal.legal_moves) and not any(other.is_discard for other in deal.legal_moves)
        case reasons.MayNotRediscard(card=card):
            return bool(card == now["taken"])
    return True


def check_table_seen(deal: Deal, view: View) -> None:
    """Cards, as far as the viewer may see them, and numbers of the others."""
    now, viewer = deal.state.snapshot(), view.viewer
    assert view.hand == (() if viewer is None else deal.hand(viewer))
    assert view.hand_sizes == tuple(len(hand) for hand in now["hands"])
    assert view.draw_pile_size == len(now["draw_pile"])
    assert list(view.discards) == now["discards"]
    for team, laid in enumerate(view.tables):
        assert (laid.battle[-1] if laid.battle else NONE) == now["battle"][team]
        assert (laid.speed[-1] if laid.speed else NONE) == now["speed"][team]
        assert sum(1 << card for card in laid.safeties) == now["safeties"][team]
        assert sum(1 << card for card in laid.coups) == now["coups"][team]
        assert laid.roll_due == bool(now["roll_due"][team])


def check_decision_seen(deal: Deal, view: View) -> None:
    """Whose decision it is, with its moves for whoever decides and none for the others."""
    now, viewer = deal.state.snapshot(), view.viewer
    deciding = viewer is not None and deal.seat == viewer
    assert (view.phase, view.turn, view.turns) == (deal.phase, deal.turn, deal.turns)
    assert (view.extra, view.given, view.target) == (now["extra"], now["given"], now["goal"])
    assert view.taken == (None if now["taken"] == NONE else now["taken"])
    assert view.extended_by == (None if now["extended_by"] == NONE else now["extended_by"])
    assert (view.ending, view.completer) == (deal.ending, deal.completer)
    assert view.scores == (deal.scores if deal.over else ())
    assert view.to_decide == deciding
    assert view.legal_moves.mask == (deal.legal_moves.mask if deciding else 0)
    if deciding:
        assert [view.why_not(move) for move in range(MOVES)] == [deal.why_not(move) for move in range(MOVES)]
    else:
        with pytest.raises(ValueError, match="nothing to decide"):
            view.why_not(0)
    if deal.phase is Phase.REACT:
        assert view.seat == (viewer if deciding else None)
        assert view.window == Window(now["turn_seat"], now["target_team"], Card(now["hazard"]))
    else:
        assert view.seat == deal.seat
        assert view.window is None
    assert view.drawer == (now["drawer"] if deal.phase is Phase.CHANCE else None)


LOOKED_AT = {Phase.REACT: 1.0, Phase.EXTEND: 1.0, Phase.EXCHANGE: 0.1, Phase.CHANCE: 0.1}
"""How often a moment of each phase is looked at; the other phases make up most of a deal."""


@pytest.mark.parametrize("holds", ALWAYS)
@given(any_rules(), lucks())
@tried(200)
def test_throughout_a_deal(holds: Callable[[Deal], None], rules: Rules, luck: Random) -> None:
    deal = begin(rules, luck)
    while not deal.over:
        if luck.random() < LOOKED_AT.get(deal.phase, 0.03):
            holds(deal)
        step(deal, luck)
    holds(deal)


@given(any_rules(), lucks())
@tried(50)
def test_throughout_a_deal_in_lanes(rules: Rules, luck: Random) -> None:
    """Whoever draws from where, every card is drawn once: those that are missing are as many as the pile holds."""
    deck = Counter(sorted_deck(rules.deck))
    deal = Deal(rules, shuffled(rules, luck), first=luck.randrange(rules.players), lanes=True)
    while not deal.over:
        no_hand_is_too_large(deal)
        what_lies_open_is_counted(deal)
        step(deal, luck)
        found = Counter(deal.view().discards)
        for laid in deal.view().tables:
            found.update(laid.cards)
        for seat in range(rules.players):
            found.update(deal.hand(seat))
        assert found <= deck
        assert (deck - found).total() == deal.view().draw_pile_size


RACE = rules_of("asmodee", 3)
FAR = piles(battle="roll", distances="100 100 100 100 100 100 100 100")
RARE_MOMENTS: dict[str, tuple[Rules, dict[str, Any], str]] = {
    "a coup ends the race": (
        RACE,
        {"hand": "flat 25", "hands": {2: "proof 25"}, "tables": {2: FAR}},
        "flat>C coup",
    ),
    "a limit is answered by a hand that holds the End of Limit": (
        RACE,
        {"hand": "limit 25", "hands": {1: "priority end"}, "tables": {1: FAR}},
        "limit>B",
    ),
    "a hazard on another is answered by a hand that holds the remedy": (
        RACE.replace(coup_fourre_scope="any"),
        {"hand": "flat", "hands": {1: "proof spare"}, "tables": {2: FAR}},
        "flat>C",
    ),
    "the refill of a coup waits for a shuffle": (
        RACE,
        {"hand": "flat 25", "hands": {1: "proof 25"}, "tables": {1: piles("roll")}, "empty": True},
        "flat>B coup",
    ),
    "an immediate remedy waits for a shuffle": (
        RACE,
        {"hand": "flat 25", "hands": {2: "spare 25"}, "tables": {2: piles("roll")}, "empty": True},
        "flat>C spare",
    ),
    "an exchange waits for a shuffle": (
        RACE,
        {"hand": "flat 25 50", "phase": Phase.DRAW, "draw": "100", "empty": True},
        "~flat ~25 draw",
    ),
    "nobody has a card for the extra turn": (
        rules_of("parker-1962"),
        {"hand": "ace", "empty": True, "others": False},
        "ace",
    ),
}


@pytest.mark.parametrize("moment", RARE_MOMENTS)
def test_at_moments_that_walks_rarely_come_to(moment: str) -> None:
    rules, setting, moves = RARE_MOMENTS[moment]
    deal = scene(rules, **setting)
    for move in moves.split():
        deal.play(move)
    for holds in ALWAYS:
        holds(deal)


# --- Any moves, and copies on the way ----------------------------------------------------------------------


class AnyDeal(RuleBasedStateMachine):
    """A deal that is played, copied and played on in the copy; after each step all is counted and compared."""

    deal: Deal

    @initialize(rules=any_rules(), luck=lucks(), already=st.integers(0, 100))
    def come_upon_a_deal(self, rules: Rules, luck: Random, already: int) -> None:
        self.deal = begin(rules, luck)
        self.left_behind: list[tuple[Deal, tuple[Any, ...]]] = []
        walk(self.deal, luck, already)

    @precondition(lambda self: not self.deal.over)
    @rule(luck=lucks())
    def go_on(self, luck: Random) -> None:
        before = len(self.deal.events)
        assert step(self.deal, luck) == tuple(self.deal.events[before:])

    @precondition(lambda self: self.deal.over)
    @rule(luck=lucks())
    def deal_again(self, luck: Random) -> None:
        self.teardown()
        self.deal = begin(self.deal.rules, luck)

    @rule()
    def leave_a_clone_behind(self) -> None:
        self.left_behind = [*self.left_behind[-2:], (self.deal.clone(), everything(self.deal))]

    @rule(luck=lucks())
    def play_on_with_a_clone(self, luck: Random) -> None:
        before, twin = everything(self.deal), self.deal.clone()
        assert everything(twin) == before
        walk(twin, luck, 5)
        assert everything(self.deal) == before

    @invariant()
    def clones_left_behind_stay_as_they_were(self) -> None:
        for twin, before in self.left_behind:
            assert everything(twin) == before

    @invariant()
    def all_that_always_holds(self) -> None:
        for holds in ALWAYS:
            holds(self.deal)

    def teardown(self) -> None:
        """What a viewer saw event by event is what it would see if it were told everything now."""
        if not hasattr(self, "deal"):
            return
        viewers: tuple[Viewer, ...] = (None, *range(self.deal.rules.players))
        for viewer in viewers:
            seen = seen_by(viewer, self.deal.events)
            assert View.fold(self.deal.rules, viewer, seen) == self.deal.view(viewer)
            assert View.fold(self.deal.rules, viewer, self.deal.events) == self.deal.view(viewer)


TestAnyDeal = AnyDeal.TestCase
TestAnyDeal.settings = tried(30, stateful_step_count=40)


# --- Records and positions ---------------------------------------------------------------------------------


@given(any_rules(), lucks())
@tried(200)
def test_a_record_replays_to_the_same_game(rules: Rules, luck: Random) -> None:
    """Games from seeds and from given decks, finished or not."""
    deck = shuffled(rules, luck) if luck.random() < 0.5 else None
    game = Game(rules, seed=luck.getrandbits(64), deck=deck)
    for _ in range(luck.randint(0, 300)):
        if not game.deal.over:
            step(game.deal, luck)
        elif not game.over:
            game.next_deal()
    twin = Game.replay(game.record)
    assert twin.record == game.record
    assert (twin.rules, twin.names, twin.first) == (game.rules, game.names, game.first)
    assert [everything(deal) for deal in twin.deals] == [everything(deal) for deal in game.deals]


@given(any_rules(), lucks())
@tried(80)
def test_a_deal_set_up_from_its_position_goes_on_the_same(rules: Rules, luck: Random) -> None:
    for deal in moments(rules, luck, apart=25):
        twin, original = Deal.from_position(position_of(deal)), deal.clone()
        assert lasting(twin) == lasting(original)
        seed = luck.getrandbits(32)
        here, there = Random(seed), Random(seed)
        for _ in range(10):
            if not original.over:
                assert step(original, here) == step(twin, there)


def lasting(deal: Deal) -> dict[str, Any]:
    """The state without what only an interrupted draw has to remember."""
    passing = () if deal.phase is Phase.CHANCE else ("drawer", "owed", "then")
    return {name: value for name, value in deal.state.snapshot().items() if name not in passing}
