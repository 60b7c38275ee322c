"""A review: what a decision was worth to one who knew what its player knew, and what it is called."""

from __future__ import annotations

import doctest
import sys
from dataclasses import replace
from random import Random

import pytest

import bornes
from bornes import Card, Deal, Game, Phase
from bornes.bots import bot
from bornes.bots.inference import hand_doubts
from bornes.game.deal import View
from bornes.game.moves import Move
from bornes.game.position import Window
from bornes.i18n import Translator
from bornes.review import (
    LABEL_THRESHOLDS_POINTS,
    Decision,
    MoveLabel,
    Review,
    Verdict,
    decisions,
    hint,
    hint_sentences,
    judge_decision,
    remarks,
    review,
)
from bornes.review.evaluation import (
    CandidateMove,
    MoveComparison,
    ScoreGap,
    chances_before_deal,
    score_gap,
    team_chances,
    worth_of_a_point,
)
from bornes.review.reasons.choice import besides_recommended, by_numbers, why_better, why_recommended
from bornes.review.reasons.kinds import (
    CoupFourreGivenUp,
    ExchangesForNeeded,
    HardlyMatters,
    RemedyThenRoll,
    RollCanWait,
    SafetyThrownAway,
    ShortestDistance,
    WorthMore,
)
from bornes.review.situation import Situation
from bornes.review.tie_breaks import naturalness
from bornes.review.verdicts import Hint, PricedMove, calibration, label, trusted
from bornes.rules.editions import EDITION_NAMES, edition
from scripts._pages.calibration import PLAYERS, Claim, claims, fit
from tests.support.scenes import piles, rules_of, scene

PARKER = rules_of("parker-1962")
ROLLING = piles("roll")
compiled_only = pytest.mark.compiled_only


def decision(deal: Deal, move: str, totals: tuple[int, ...] = ()) -> Decision:
    """What whoever is to decide does, with these totals on the sheet."""
    assert deal.seat is not None
    view = View.fold(deal.rules, deal.seat, deal.events, totals)
    return Decision(1, 0, deal.turns, view, hand_doubts(view), deal.state, deal.parse(move))


def judged(deal: Deal, move: str, totals: tuple[int, ...] = (), care: float = 3) -> Verdict:
    """What a review says of it."""
    return judge_decision(decision(deal, move, totals), care=care)


def played(*bots: str, rules: bornes.Rules = PARKER, seed: int = 7, deals: int = 1) -> Game:
    """A game of so many deals between bots."""
    game = Game(rules, seed=seed)
    seats = [bot(bots[seat % len(bots)], seed=seat) for seat in range(rules.players)]
    for number in range(deals):
        if number:
            game.next_deal()
        while not game.deal.over:
            assert game.deal.seat is not None
            game.play(seats[game.deal.seat].choose(game.deal.view(game.deal.seat)))
    return game


# --- What is said of a decision ----------------------------------------------------------------------------------


@compiled_only
def test_throwing_a_safety_away_is_a_blunder() -> None:
    deal = scene(PARKER, hand="ace 100 75 roll gas spare repair", tables={0: ROLLING, 1: ROLLING})
    verdict = judged(deal, "-ace")
    assert verdict.label is MoveLabel.BLUNDER
    assert verdict.weight > LABEL_THRESHOLDS_POINTS[MoveLabel.BLUNDER]
    assert verdict.after < verdict.before
    assert verdict.made is not None
    assert verdict.made.points > 100, "its points and the hope of a coup fourré are gone"
    assert deal.parse("-ace") not in [one.move for one in verdict.better]


@compiled_only
def test_the_move_that_completes_the_trip_is_fine_and_anything_else_is_not() -> None:
    """The opponent is about to arrive as well."""
    near, behind = piles("roll", distances="200 200 100 100"), piles("roll", distances="200 200 100 75 75")
    deal = scene(PARKER, hand="100 roll gas spare repair 25 75", tables={0: near, 1: behind})
    assert judged(deal, "100").label is MoveLabel.FINE
    assert judged(deal, "-100").label is MoveLabel.BLUNDER


@compiled_only
def test_cards_that_are_equally_dead_are_a_tie() -> None:
    """Every safety lies before the own team: remedies are all useless."""
    safe = piles("roll", safeties="tank proof ace priority", distances="100")
    deal = scene(PARKER, hand="gas spare repair end 100 100 75", tables={0: safe, 1: ROLLING})
    verdict = judged(deal, "-gas")
    dead = {deal.parse(move) for move in ("-gas", "-spare", "-repair", "-end")}
    prices = {one.move: one.option.points_cost.mean for one in verdict.moves if one.move in dead}
    assert len(prices) > 1
    assert len(set(prices.values())) == 1, "on the same luck they lead to the same end"


@compiled_only
def test_to_let_a_coup_fourre_pass_is_judged_too() -> None:
    window = Window(attacker=1, target=0, hazard=Card.ACCIDENT)
    hit = piles("roll accident", distances="100")
    deal = scene(
        PARKER, hand="ace 100 75 roll gas spare", tables={0: hit, 1: ROLLING}, phase=Phase.REACT, window=window, turn=1
    )
    verdict = judged(deal, "pass")
    assert verdict.phase is Phase.REACT
    assert verdict.label is MoveLabel.BLUNDER
    assert [str(one.move) for one in verdict.better] == ["coup"]
    assert judged(deal, "coup").label is MoveLabel.FINE


@compiled_only
def test_where_there_is_no_choice_nothing_is_blamed() -> None:
    deal = scene(PARKER, hand="200", tables={0: piles(""), 1: ROLLING}, empty=True, others=False)
    verdict = judged(deal, "-200")
    assert verdict.label is None
    assert verdict.moves == ()
    assert verdict.why is None
    assert not verdict.marked
    assert verdict.before == verdict.after


@compiled_only
def test_the_same_slip_weighs_more_when_the_game_hangs_on_it_and_less_when_it_is_decided() -> None:
    deal = scene(PARKER, hand="ace 100 75 roll gas spare repair", tables={0: ROLLING, 1: ROLLING})
    early, close, lost = (judged(deal, "-ace", totals).weight for totals in ((0, 0), (4300, 4300), (100, 4900)))
    assert lost < early < close


@compiled_only
def test_only_what_the_player_could_know_counts() -> None:
    """Other hidden hands, the same view: everything is the same but for what one sees who sees all hands."""
    deal = scene(PARKER, hand="ace 100 75 roll gas spare repair", tables={0: ROLLING, 1: ROLLING})
    there = decision(deal, "100")
    other = deal.view(0).sample(Random(3))
    assert other.hand(1) != deal.hand(1)
    here = replace(there, state=other.state)
    one, two = judge_decision(there, care=1), judge_decision(here, care=1)
    assert replace(one, open_chances=()) == replace(two, open_chances=())
    assert one.open_chances != two.open_chances


# --- A hint ---------------------------------------------------------------------------------------------------------


@compiled_only
def test_a_hint_names_one_move_its_reason_and_the_chance() -> None:
    deal = scene(PARKER, hand="gas roll 100 75 50 25", tables={0: piles("roll out-of-gas"), 1: ROLLING})
    found = hint(deal.view(0), care=2)
    assert str(found.move) == "gas"
    assert found.moves[0].tied
    assert 0 < found.chance < 1
    assert found.why == RemedyThenRoll(Card.OUT_OF_GAS)
    assert found.as_dict()["why"] == {"reason": "RemedyThenRoll", "hazard": "out-of-gas"}
    advice, chance = hint_sentences(found, Translator("en", "parker-1962"))
    assert advice == "Play Gasoline: Out of Gas stops the car, and Roll is in the hand to drive on afterwards."
    assert chance.startswith("Chance to win: ")
    advice, _ = hint_sentences(found, Translator("fr", "parker-1962"))
    assert advice.startswith("Jouez Essence\N{NARROW NO-BREAK SPACE}: ")
    assert hint(deal.view(0), care=2) == found, "the same again"


def test_a_hint_to_discard_says_why_the_move_that_suggests_itself_is_not_made() -> None:
    deal = scene(PARKER, hand="25 100 priority roll gas spare end", tables={1: ROLLING})
    at, discard = Situation(deal.view(0)), deal.parse("-25")
    assert besides_recommended(at, discard, deal.parse("roll")) == RollCanWait()
    assert besides_recommended(at, discard, deal.parse("priority")) == CoupFourreGivenUp(Card.RIGHT_OF_WAY, 4 + 3)
    assert besides_recommended(at, discard, deal.parse("-gas")) is None, "another discard explains nothing"
    assert besides_recommended(at, deal.parse("roll"), discard) is None, "nor is a card given up"


def test_a_hint_to_exchange_says_what_for() -> None:
    rules = rules_of("asmodee")
    deal = scene(rules, hand="25 100 stop end spare gas", tables={0: piles("roll accident")}, phase=Phase.DRAW)
    at, draw = Situation(deal.view(0)), deal.parse("draw")
    assert besides_recommended(at, deal.parse("~25"), draw) == ExchangesForNeeded(Card.REPAIRS)
    moves = [priced(deal.parse("~100"), 0, tied=True)]
    assert why_recommended(at, moves, 0.001) == ExchangesForNeeded(Card.REPAIRS)
    assert besides_recommended(at, deal.parse("~100"), draw) is None, "it was said already"


def test_what_else_there_is_to_say_is_a_sentence_of_its_own() -> None:
    deal = scene(PARKER, hand="25 100 priority roll gas spare end", tables={1: ROLLING})
    moves = (priced(deal.parse("-25"), 0, tied=True),)
    found = Hint(PARKER, Phase.PLAY, 0.5, moves, ShortestDistance(), RollCanWait())
    assert list(hint_sentences(found, Translator("en", "parker-1962"))) == [
        "Discard 25: it is the shortest distance in the hand.",
        "Roll can wait: until then opponents can lay nothing on the car that stops it.",
        "Chance to win: 50.0 %",
    ]
    assert found.as_dict()["besides"] == {"reason": "RollCanWait"}


@compiled_only
def test_between_moves_that_cannot_be_told_apart_the_natural_one_is_recommended() -> None:
    """Nothing can be won or lost any more: the opponent has all but arrived, and nothing is left to draw."""
    deal = scene(PARKER, hand="75 100 gas end", tables={0: ROLLING, 1: ROLLING}, empty=True, others=False)
    found = hint(deal.view(0), care=1)
    assert str(found.move) == "100"


def test_the_natural_order_of_moves() -> None:
    def ordered(deal: Deal, moves: str) -> list[str]:
        at = Situation(deal.view(0))
        found = sorted(map(deal.parse, moves.split()), key=lambda move: naturalness(at, move))
        return [move.notation(deal.phase) for move in found]

    on_the_road = scene(PARKER, hand="100 25 stop gas gas roll ace", tables={0: ROLLING, 1: ROLLING})
    in_order = ["100", "25", "stop>B", "ace", "-gas", "-25", "-100", "-stop", "-roll", "-ace"]
    assert ordered(on_the_road, " ".join(reversed(in_order))) == in_order
    stopped = scene(PARKER, hand="roll 25 end", tables={0: piles("roll stop", "limit"), 1: ROLLING})
    assert ordered(stopped, "-25 end -roll -end roll") == ["roll", "end", "-25", "-end", "-roll"]
    complete = piles("roll", distances="200 200 100 100 100")
    arrived = scene(PARKER, hand="25", tables={0: complete, 1: ROLLING}, phase=Phase.EXTEND)
    assert ordered(arrived, "extend finish") == ["finish", "extend"]
    asmodee = rules_of("asmodee")
    begins = scene(asmodee, hand="gas 25", tables={0: ROLLING}, phase=Phase.DRAW, discards="gas")
    assert ordered(begins, "take draw ~25") == ["draw", "~25", "take"]
    useful = scene(asmodee, hand="gas 25", tables={0: ROLLING}, phase=Phase.DRAW, discards="100")
    assert ordered(useful, "draw take") == ["take", "draw"]
    stands = {0: piles("roll accident")}
    lacks_repairs = scene(asmodee, hand="100 25", tables=stands, phase=Phase.EXCHANGE, given=1, discards="25")
    assert ordered(lacks_repairs, "draw ~100 ~25") == ["~25", "draw", "~100"]


def priced(move: Move, cost: float, *, tied: bool) -> PricedMove:
    """A move that costs so many points, a point being worth 0.001."""
    gap = ScoreGap(cost / 1000, 0.0)
    return PricedMove(CandidateMove(move, 0.0, 0.5, gap, gap, 100), cost, cost / 1000, tied)


def test_where_nothing_else_speaks_for_a_move_the_numbers_do() -> None:
    deal = scene(PARKER, hand="75 100 roll gas spare end", tables={0: ROLLING, 1: ROLLING})
    at = Situation(deal.view(0))
    one, two, three = (deal.parse(move) for move in ("75", "-gas", "-spare"))
    close = [priced(one, 0, tied=True), priced(two, 7, tied=True), priced(three, 60, tied=False)]
    assert by_numbers(at, close, 0.001) == HardlyMatters(2, every=False, points=10)
    alone = [priced(one, 0, tied=True), priced(two, 40, tied=False)]
    assert by_numbers(at, alone, 0.001) == WorthMore(two, 40)


def test_what_speaks_for_both_moves_is_no_reason() -> None:
    """Both hazards stop the leader; only one of them nobody can answer."""
    leader = piles("roll", distances="200")
    deal = scene(PARKER, hand="stop accident ace 25 25 25", tables={0: ROLLING, 1: leader})
    at = Situation(deal.view(0))
    found = why_better(at, deal.parse("accident>B"), priced(deal.parse("stop>B"), 30, tied=False), 0.001)
    assert type(found).__name__ == "CannotBeAnswered"
    found = why_better(at, deal.parse("stop>B"), priced(deal.parse("accident>B"), 30, tied=False), 0.001)
    assert found == WorthMore(deal.parse("accident>B"), 30)
    found = why_better(at, deal.parse("stop>B"), priced(deal.parse("-ace"), 300, tied=False), 0.001)
    assert found == SafetyThrownAway(Card.DRIVING_ACE, 100), "against a grave move nothing else need be said"


def test_nobody_gets_a_hint_who_has_nothing_to_decide() -> None:
    deal = scene(PARKER, hand="gas roll 100 75 50 25")
    with pytest.raises(ValueError, match="nothing to decide"):
        hint(deal.view(1))


# --- A whole game ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seen() -> Review:
    """A deal between a careless player and a good one, looked at again."""
    return review(played("random", "tuned"), care=1)


@compiled_only
def test_every_move_of_the_record_gets_its_verdict(seen: Review) -> None:
    deal = seen.game.deal
    told = [(one.turn, one.seat, one.move.notation(one.phase)) for one in seen.verdicts]
    assert told == [(one.turn, one.seat, one.notation) for one in deal.moves]
    assert [one.number for one in seen.verdicts] == list(range(len(told)))


@compiled_only
def test_the_chances_of_the_teams_add_up(seen: Review) -> None:
    for verdict in seen.verdicts:
        assert sum(verdict.open_chances) == pytest.approx(1, abs=0.01)
        assert 0 <= verdict.after <= verdict.before <= 1
    assert sum(seen.deals[0].chances_after) == pytest.approx(1, abs=0.01)


@compiled_only
def test_every_mistake_has_its_reason_and_says_what_was_better(seen: Review) -> None:
    words = Translator.of(seen.game, "en")
    marked = [verdict for verdict in seen.verdicts if verdict.marked]
    assert marked
    for verdict in marked:
        assert verdict.why is not None
        better, cost = remarks(words, verdict)
        assert better.startswith(f"Better: {words.move(verdict.moves[0].move, verdict.phase)}. ")
        assert " given away." in cost
    fine = next(verdict for verdict in seen.verdicts if verdict.label is MoveLabel.FINE)
    assert fine.why is None
    assert len(remarks(words, fine)) == 1


@compiled_only
def test_a_balance_can_be_read_whoever_played(seen: Review) -> None:
    for balance in seen.balances:
        assert balance.weight >= 0
        assert 0 <= balance.biggest <= 1


@compiled_only
def test_who_plays_at_random_gives_away_far_more_than_the_tuned_player(seen: Review) -> None:
    careless, good = seen.balances
    assert careless.weight > 2 * good.weight
    assert careless.biggest > good.biggest
    assert careless.labels[MoveLabel.BLUNDER] > good.labels[MoveLabel.BLUNDER]
    assert sum(careless.labels.values()) == careless.choices


@compiled_only
def test_the_same_seed_gives_the_same_review_whatever_the_number_of_threads() -> None:
    game = played("sunday-driver", seed=3)
    one, two = (review(game, care=0.2, threads=threads).as_dict() for threads in (1, 3))
    assert one == two
    assert review(game, care=0.2, seed=1).as_dict() != one


@compiled_only
def test_who_has_won_the_game_has_no_chance_left_to_lose() -> None:
    rules = PARKER.replace(game_goal=200)
    game = played("tuned", rules=rules)
    assert game.over
    [deal] = review(game, care=0.1).deals
    assert deal.chances_after[game.winner or 0] == 1.0
    assert sum(deal.chances_after) == 1.0


@compiled_only
def test_an_unfinished_game_and_a_single_deal_of_many_can_be_reviewed() -> None:
    game = played("sunday-driver", deals=2)
    game.next_deal()
    game.play(next(iter(game.deal.legal_moves)))
    found = review(game, [2, 3], care=0.1)
    assert [deal.number for deal in found.deals] == [2, 3]
    assert [len(deal.verdicts) for deal in found.deals] == [len(game.deals[1].moves), 1]
    with pytest.raises(ValueError, match="no deal 4, the game has 3"):
        review(game, [4])
    with pytest.raises(ValueError, match="care: must be above 0"):
        review(game, care=0)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("name", EDITION_NAMES)
def test_every_form_of_every_edition_can_be_reviewed(name: str) -> None:
    for form in edition(name).forms:
        rules = edition(name).rules(form.players, partners=form.partners, short=form.short)
        game = Game.replay(_begun(rules, moves=12).record)
        found = review(game, care=0.02)
        assert [one.move.notation(one.phase) for one in found.verdicts] == [one.notation for one in game.deal.moves]
        assert any(one.label is not None for one in found.verdicts)


def _begun(rules: bornes.Rules, moves: int) -> Game:
    game, driver = Game(rules, seed=7), bot("sunday-driver", seed=1)
    for _ in range(moves):
        game.play(driver.choose(game.deal.view(game.deal.seat)))
    return game


@compiled_only
def test_a_deal_whose_discards_were_reshuffled_is_played_again_as_it_was() -> None:
    rules = rules_of("asmodee")
    game = next(game for seed in range(50) if (game := played("random", rules=rules, seed=seed)).deal.reshuffles)
    again = list(decisions(game.deal))
    assert len(again) == len(game.deal.moves)
    assert again[-1].state.draw_pile() == _state_before_the_end(game).draw_pile()


def _state_before_the_end(game: Game) -> bornes.engine.state.State:
    return game.deal.after(len(game.deal.moves) - 1).state


def test_decisions_of_a_deal_that_was_set_up_begin_where_it_was_set_up() -> None:
    deal = scene(PARKER, hand="roll 100 75 50 25 gas")
    deal.play("roll")
    (decision,) = decisions(deal)
    assert (decision.seat, decision.move.notation(), decision.view.turns) == (0, "roll", deal.moves[0].turn)


# --- Chances ------------------------------------------------------------------------------------------------------


@compiled_only
def test_a_lead_is_a_better_chance_and_a_point_is_worth_a_little() -> None:
    even, ahead = chances_before_deal(PARKER, (0, 0)), chances_before_deal(PARKER, (1000, 0))
    assert even[0] == pytest.approx(0.5, abs=0.02)
    assert ahead[0] > 0.57
    assert 0.00005 < worth_of_a_point(PARKER) < 0.0005


@compiled_only
def test_a_single_race_is_worth_more_a_point_than_one_deal_of_a_long_game() -> None:
    assert worth_of_a_point(rules_of("asmodee")) > 2 * worth_of_a_point(PARKER)


@compiled_only
def test_a_goal_out_of_sight_is_a_race_all_the_same() -> None:
    rules = PARKER.replace(game_goal=1_000_000)
    ahead = chances_before_deal(rules, (999_000, 970_000))
    assert ahead[0] > 0.95
    state = scene(rules, hand="roll 100 75 50 25 gas").state
    assert sum(team_chances(rules, (0, 0), state, 50, 1)) == pytest.approx(1, abs=0.01)


# --- What is believed, and what it is called ----------------------------------------------------------------------


def test_labels_begin_where_they_say() -> None:
    assert [label(weight) for weight in (0, 14.9, 15, 49, 50, 119, 120, 9999)] == [
        *(MoveLabel.FINE, MoveLabel.FINE),
        *(MoveLabel.INACCURACY, MoveLabel.INACCURACY),
        *(MoveLabel.MISTAKE, MoveLabel.MISTAKE),
        *(MoveLabel.BLUNDER, MoveLabel.BLUNDER),
    ]


def test_of_what_may_be_luck_nothing_is_believed_and_of_the_rest_not_all() -> None:
    slope, doubt = calibration()
    assert 0 < slope <= 1
    assert trusted(ScoreGap(100, 51), 1) == 0
    assert trusted(ScoreGap(doubt / 2, 0.001), 1) == 0
    assert trusted(ScoreGap(100, 5), 1) == pytest.approx(slope * (100 - doubt))
    assert trusted(ScoreGap(0.01, 0.0005), 0.0001) == pytest.approx(0.0001 * slope * (100 - doubt))


def test_paired_differences_are_surer_than_their_parts() -> None:
    luck = Random(1)
    base = [luck.gauss(0, 1000) for _ in range(500)]
    better = [value + luck.gauss(20, 10) for value in base]
    found = score_gap(better, base)
    assert found.mean == pytest.approx(20, abs=2)
    assert found.error < 1
    assert found.shown
    assert not score_gap(base, base).shown


def test_a_trial_ranks_by_chance_and_between_equals_by_points() -> None:
    from array import array

    moves = [Move(1), Move(2), Move(3)]
    worlds = array("d", [10, 500, 30, 500, 20, 400] * 4)
    trial = MoveComparison(moves, worlds)
    assert trial.worlds == 4
    assert trial.ranked() == [Move(2), Move(1), Move(3)]
    best, second, third = trial.options()
    assert (best.points_cost.mean, best.chance_cost.mean) == (0, 0)
    assert second.points_cost.mean == 20
    assert third.chance_cost.mean == pytest.approx(0.1)


# --- Calibration ----------------------------------------------------------------------------------------------------


def test_the_fit_finds_what_was_planted() -> None:
    luck = Random(5)
    claimed = [luck.uniform(0, 300) for _ in range(4000)]
    found = [Claim(1, x, shown=True, real=0.7 * max(0, x - 12) + luck.gauss(0, 20)) for x in claimed]
    slope, doubt = fit(found)
    assert slope == pytest.approx(0.7, abs=0.03)
    assert doubt == pytest.approx(12, abs=4)


@compiled_only
def test_claims_are_measured_on_deals_of_bots_and_reproduce() -> None:
    rules = PARKER.replace(target=200)
    one, two = (claims(rules, 1, 7, care=0.2) for _ in range(2))
    assert one == two
    assert {claim.deal for claim in one} == {1}
    assert any(claim.claimed > 0 and claim.real != 0 for claim in one)
    assert set(PLAYERS) <= {character.name for character in bornes.bots.ROSTER}


@compiled_only
def test_the_example_of_the_module_is_true() -> None:
    module = sys.modules["bornes.review"]
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


def test_where_a_lead_buys_nothing_moves_are_judged_all_the_same() -> None:
    rules = edition("asmodee").rules(3).replace(trip_points=300)
    assert worth_of_a_point(rules) > 0
    game = Game(rules, seed=1)
    assert hint(game.deal.view(game.deal.seat), care=0.1).why is not None
