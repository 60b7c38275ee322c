"""Playouts: a generator with streams, policies, many deals at once."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

from bornes import Card, Deal, Edition, Ending, Form, Rules
from bornes.bots.heuristic import Heuristic
from bornes.engine import playout
from bornes.engine.playout import Eager, Policy, Rng, decide, deck_order, play_deals, play_on, random_deals
from bornes.engine.restore import restore
from bornes.engine.state import State
from bornes.game.events import Drew
from bornes.game.position import compile_rules
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import all_forms
from tests.support.scenes import Phase, cards, piles, rules_of, scene

FORMS = [pytest.param(book, form, id=f"{book.name} {form}") for book, form in all_forms()]


def test_the_generator_is_pcg32() -> None:
    """The first numbers of PCG32 for state 42 and stream 54, as its author publishes them."""
    rng = Rng(42, 54)
    assert [rng.next() for _ in range(6)] == [
        0xA15C02B7,
        0x7B47F409,
        0xBA1D3330,
        0x83D2F293,
        0xBFA4784B,
        0xCBED606E,
    ]


def test_streams_are_independent_and_seeds_repeat() -> None:
    one, two, again = Rng(1, 1), Rng(1, 2), Rng(1, 1)
    first = [one.next() for _ in range(20)]
    assert first != [two.next() for _ in range(20)]
    assert first == [again.next() for _ in range(20)]
    wide = Rng(-1, 2**70)  # any number will do; what counts are its lowest 64 bits
    assert wide.next() == Rng(2**64 - 1, 0).next()


def test_below_and_pick_are_even() -> None:
    rng = Rng(3)
    assert set(Counter(rng.below(5) for _ in range(500))) == {0, 1, 2, 3, 4}
    moves = 1 | 1 << 31 | 1 << 32 | 1 << 63
    picked = Counter(rng.pick(moves) for _ in range(4000))
    assert set(picked) == {0, 31, 32, 63}
    assert min(picked.values()) > 900


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_deals_of_every_form_end(book: Edition, form: Form) -> None:
    compiled = compile_rules(book.rules(form.players, partners=form.partners, short=form.short))
    table = play_deals(compiled, [Eager()], 4, 1)
    width = compiled.teams + 4
    for i in range(4):
        row = table[i * width : (i + 1) * width]
        assert all(points >= 0 for points in row[: compiled.teams])
        moves, turns, ending, completer = row[compiled.teams :]
        assert moves >= turns > 10
        assert (Ending(ending) is Ending.COMPLETED) == (completer >= 0)


def test_a_long_run_can_be_cut_into_pieces() -> None:
    compiled = compile_rules(rules_of("asmodee", 3))
    whole = play_deals(compiled, [Eager()], 6, 9)
    pieces = play_deals(compiled, [Eager()], 2, 9) + play_deals(compiled, [Eager()], 4, 9, first_deal=2)
    assert whole == pieces


def test_the_starter_goes_round_unless_it_is_fixed() -> None:
    compiled = compile_rules(rules_of("parker-1962"))
    moving = play_deals(compiled, [Policy()], 8, 1)
    fixed = play_deals(compiled, [Policy()], 8, 1, fixed_first=True)
    width = compiled.teams + 4
    assert moving[:width] == fixed[:width]
    assert moving[width : 2 * width] != fixed[width : 2 * width]


def test_random_deals_are_repeatable() -> None:
    compiled = compile_rules(rules_of("parker-1962", 6))
    assert random_deals(compiled, 3, 5) == random_deals(compiled, 3, 5) != random_deals(compiled, 3, 6)
    assert playout.clones(State(compiled), 3) == 3


def test_eager_players_play_what_they_can() -> None:
    """With a card to drive and nothing else to lay, the eager one drives and the random one may discard."""
    rules = rules_of("parker-1962")
    deal = scene(rules, hand="25", tables={0: piles("roll", distances="200 200 100 100 75")})
    rows = play_on(deal.state, [Eager(), Eager()], 20, 1)
    assert min(rows[0::6]) >= 700 + 400, "arriving is always better than a discard"


def test_an_eager_player_answers_draws_and_finishes() -> None:
    asmodee = compile_rules(rules_of("asmodee"))
    state = State(asmodee)
    state.deal(asmodee.deck, 0)
    assert state.phase == Phase.DRAW
    assert len(play_on(state, [Eager()], 3, 1)) == 3 * (2 + 4)


def test_every_seat_has_its_own_policy() -> None:
    """In a game for eight, a policy at each seat: the eager team does better than the random ones."""
    compiled = compile_rules(rules_of("dujardin", 8))
    policies = [Eager() if seat % 4 == 0 else Policy() for seat in range(8)]
    table_ = play_deals(compiled, policies, 60, 2)
    width = compiled.teams + 4
    sums = [sum(table_[i * width + team] for i in range(60)) for team in range(4)]
    assert sums[0] > max(sums[1:])


def test_lanes_keep_the_luck_of_a_seat_apart_from_what_others_draw() -> None:
    """Two moves compared on the same luck: with lanes, one seat's extra turn leaves the other's draws as they were."""
    rules = rules_of("parker-1962")
    base = scene(rules, hand="ace roll", tables={0: piles("roll"), 1: piles("roll")})
    laid, thrown = base.clone(), base.clone()
    laid.play("ace")
    thrown.play("-ace")
    spread = {}
    for lanes in (True, False):
        one = play_on(laid.state, [Eager()], 300, 7, lanes)[0::6]
        two = play_on(thrown.state, [Eager()], 300, 7, lanes)[0::6]
        gaps = [ours - theirs for ours, theirs in zip(one, two, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread[lanes] = sum((gap - mean) ** 2 for gap in gaps)
    assert spread[True] < spread[False]


# -- the same deals by hand -----------------------------------------------------------------------------------------

NO_RESHUFFLE = [
    pytest.param(rules, id=f"{rules.edition}-{rules.players}")
    for rules in (rules_of("parker-1962"), rules_of("parker-1988", 3), rules_of("dujardin", 4), rules_of("dujardin", 8))
]


def by_hand(rules: Rules, seed: int, number: int, lanes: bool) -> list[int]:
    """The row of a deal between players who leave nothing to luck, played move by move from its deck."""
    deck = [Card(card) for card in deck_order(compile_rules(rules), seed, number)]
    deal = Deal(rules, deck, first=number % rules.players, lanes=lanes)
    player, rng = Heuristic(), Rng(0)
    while not deal.over:
        deal.play(decide(player, deal.state, rng))
    assert deal.ending is not None
    completer = -1 if deal.completer is None else deal.completer
    return [*deal.scores, len(deal.moves), deal.turns, int(deal.ending), completer]


@pytest.mark.parametrize("lanes", [False, True], ids=["one pile", "lanes"])
@pytest.mark.parametrize("rules", NO_RESHUFFLE)
def test_deals_from_the_same_decks_come_out_the_same_by_hand(rules: Rules, lanes: bool) -> None:
    """What ``deck_order`` gives is the deck that a deal of this number is played with, in lanes and out of them."""
    table = play_deals(compile_rules(rules), [Heuristic()], 3, 11, first_deal=4, lanes=lanes).tolist()
    assert table == [number for deal in (4, 5, 6) for number in by_hand(rules, 11, deal, lanes)]


def test_every_deal_has_a_deck_of_its_own_and_all_its_cards() -> None:
    rules = rules_of("parker-1962", 3)
    decks = [deck_order(compile_rules(rules), seed, number) for seed in (1, 2) for number in range(10)]
    assert all(sorted(deck) == list(sorted_deck(rules.deck)) for deck in decks)
    assert len(set(map(tuple, decks))) == 20
    assert decks[3] == deck_order(compile_rules(rules), 1, 3)


def test_in_lanes_a_seat_draws_the_same_cards_whatever_others_draw() -> None:
    """A safety earns the opponent another card; without lanes all that follow would go to somebody else."""
    rules = rules_of("parker-1962")
    deck = "25 25 25 ace 25 25 25 25 25 25 25 roll 50 75 50 75 100 200 100 200 roll roll"
    rest = Counter(sorted_deck(rules.deck))
    rest.subtract(cards(deck))
    drawn = {}
    for lanes in (True, False):
        for laid in ("ace", "-25"):
            deal = Deal(rules, [*cards(deck), *sorted(rest.elements())], lanes=lanes)
            deal.play("-25")
            deal.play(laid)
            while deal.turns < 6:
                deal.play(f"-{deal.hand(deal.turn)[0].notation}")
            own = [event.card for event in deal.events if isinstance(event, Drew) and event.seat == 0]
            drawn[lanes, laid] = own[:3]
    assert drawn[True, "ace"] == drawn[True, "-25"]
    assert drawn[False, "ace"] != drawn[False, "-25"]


def test_playouts_leave_the_deal_alone() -> None:
    rules = rules_of("asmodee", 4)
    state = Deal(rules, sorted_deck(rules.deck)).state
    before = state.snapshot()
    assert play_on(state, [Policy()], 5, 1) == play_on(state, [Policy()], 5, 1)
    assert state.snapshot() == before


def test_what_is_no_policy_is_refused() -> None:
    compiled = compile_rules(rules_of("parker-1962"))
    with pytest.raises(ValueError, match="no policies"):
        play_deals(compiled, [], 1, 1)
    with pytest.raises(TypeError, match="is not a Policy"):
        play_deals(compiled, ["eager"], 1, 1)  # type: ignore[list-item]


@pytest.mark.compiled_only
def test_playouts_release_the_gil() -> None:
    """Another thread goes on counting while a long playout runs in this one."""
    compiled = compile_rules(rules_of("parker-1962", 4))
    done = threading.Event()
    counted = 0

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    play_deals(compiled, [Eager()], 20_000, 1)
    during = counted - before
    done.set()
    thread.join()
    assert during > 1000


@pytest.mark.parametrize("players", [2, 3])
def test_with_lanes_the_draw_pile_is_what_is_left_of_all_of_them(players: int) -> None:
    """Extra turns empty one lane before the others; every card is still somewhere once."""
    rules = rules_of("parker-1962", players)
    for number in range(5):
        state = State(compile_rules(rules))
        state.deal(deck_order(compile_rules(rules), 3, number), 0, True)
        rng = Rng(number)
        for _ in range(60):
            if state.phase == Phase.OVER:
                break
            held = [card for seat in range(players) for card in state.hand_of(seat)]
            unseen = [rules.deck[card] - held.count(card) - state.draw_pile().count(card) for card in Card]
            assert min(unseen) >= 0, "a card that was drawn is not in the pile as well"
            assert len(state.draw_pile()) == state.left
            assert [state.unseen(0, card) + state.count(0, card) for card in Card] == [
                held.count(card) + state.draw_pile().count(card) for card in Card
            ]
            state.apply(decide(Eager(), state, rng))


def test_playouts_from_lanes_deal_out_what_is_left_of_them() -> None:
    """As from the same moment set up anew, whose draw pile never had lanes."""
    compiled = compile_rules(rules_of("parker-1962"))
    state = State(compiled)
    state.deal(deck_order(compiled, 3, 1), 0, True)
    rng = Rng(1)
    while state.left > 30:
        state.apply(decide(Policy(), state, rng))
    anew = restore(compiled, state.snapshot())
    assert anew.draw_pile() == state.draw_pile()
    assert play_on(state, [Eager()], 30, seed=1) == play_on(anew, [Eager()], 30, seed=1)
