"""The champion: the same thoughts for the same seed, no more knowledge than its seat has, and no risk without gain."""

from __future__ import annotations

import subprocess
import sys
from math import inf, nan
from random import Random
from time import perf_counter, thread_time
from typing import Any

import pytest

from bornes import Card, Deal, Phase, Rules
from bornes.bots import BotError, bot
from bornes.bots.champion import Champion, MoveEvaluation
from bornes.bots.heuristic import Heuristic
from bornes.bots.weights import tuned_policy
from bornes.engine.playout import Rng, decide
from bornes.game.deal import View
from bornes.game.moves import Move
from bornes.game.position import Window
from tests.support.house_rules import PRINTED, shuffled
from tests.support.scenes import piles, rules_of, scene
from tests.support.shell import PATIENCE
from tests.support.walks import begin, moments, walk

PARKER = rules_of("parker-1962")
ASMODEE = rules_of("asmodee")
ROLLING = piles("roll")


def own_view(deal: Deal) -> View:
    """What whoever decides may know."""
    assert deal.seat is not None
    return deal.view(deal.seat)


def tuned_move(view: View) -> Move:
    """What the tuned player would do."""
    return Move(decide(tuned_policy(view.rules), view.possible_position(), Rng(0)))


def begun(rules: Rules, seed: int, steps: int) -> Deal:
    """A deal some steps on, in which somebody has several plays or discards to choose from."""
    luck = Random(seed)
    deal = begin(rules, luck)
    walk(deal, luck, steps)
    while deal.phase is not Phase.PLAY:
        walk(deal, luck, 1)
    return deal


def thoughts(judged: list[MoveEvaluation]) -> list[tuple[Move, int, float, float]]:
    """All that the champion found out, to compare."""
    return [(one.move, one.worlds, one.gain, one.error) for one in judged]


# --- The same again --------------------------------------------------------------------------------------------------


def played(rules: Rules, seed: int) -> Deal:
    """A deal in which the champion plays against a player by the rules of heuristic."""
    luck = Random(seed)
    deal = Deal(rules, shuffled(rules, luck), chance=lambda discards, _: luck.sample(discards, len(discards)))
    champion, heuristic, rng = Champion(seed, playouts=40), Heuristic(), Rng(0)
    while deal.seat is not None:
        move = champion.choose(own_view(deal)) if deal.seat == 0 else decide(heuristic, deal.state, rng)
        assert move in deal.legal_moves
        deal.play(move)
    return deal


@pytest.mark.compiled_only
@pytest.mark.parametrize("rules", [PARKER, ASMODEE], ids=["parker-1962", "asmodee"])
def test_the_same_seed_and_playouts_make_the_same_moves_through_a_whole_deal(rules: Rules) -> None:
    assert played(rules, 4).moves == played(rules, 4).moves


def test_another_seed_thinks_of_other_worlds() -> None:
    view = own_view(begun(PARKER, 1, 6))
    one, again, other = (thoughts(Champion(seed, playouts=16).judge(view)) for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "rules", PRINTED, ids=lambda rules: f"{rules.edition}-{rules.players}-{rules.teams}-{rules.target}"
)
def test_it_plays_legal_moves_in_every_form_to_the_end(rules: Rules) -> None:
    assert played(rules, 9).over


# --- What it was asked for -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"playouts": 0}, "champion: playouts must be a whole number of 1 or more, not 0"),
        ({"playouts": 2.5}, "champion: playouts must be a whole number of 1 or more, not 2.5"),
        ({"playouts": "many"}, "champion: playouts must be a whole number of 1 or more, not 'many'"),
        ({"seconds": 0}, "champion: seconds must be a number above 0, up to 3600, not 0"),
        ({"seconds": -1.5}, "champion: seconds must be a number above 0, up to 3600, not -1.5"),
        ({"seconds": "long"}, "champion: seconds must be a number above 0, up to 3600, not 'long'"),
        ({"seconds": nan}, "champion: seconds must be a number above 0, up to 3600, not nan"),
        ({"caution": -1}, "champion: caution must be a number of 0 or more, not -1"),
        ({"caution": "some"}, "champion: caution must be a number of 0 or more, not 'some'"),
        ({"aim": "glory"}, "champion: aim must be one of game, points, not 'glory'"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BotError) as refused:
        Champion(1, **options)
    assert str(refused.value) == said
    typed = ",".join(f"{name}={value}" for name, value in options.items())
    with pytest.raises(BotError):
        bot(f"champion:{typed}")


def test_nobody_thinks_for_ever() -> None:
    with pytest.raises(BotError, match="seconds"):
        Champion(1, seconds=inf)


@pytest.mark.compiled_only
def test_it_thinks_about_as_long_as_it_is_told() -> None:
    view = own_view(begun(PARKER, 1, 6))
    champion = Champion(1, seconds=0.02)
    champion.choose(view)
    start, worked = perf_counter(), thread_time()
    judged = champion.judge(view)
    assert perf_counter() - start >= 0.02
    assert thread_time() - worked < 1.0, "by the clock it may be longer: others may use the machine"
    assert judged[0].worlds > 0


@pytest.mark.compiled_only
def test_a_game_to_very_many_points_is_thought_about_in_time() -> None:
    """The rules allow a goal of up to a million; in another process, which can be stopped if it does not end."""
    program = (
        "from bornes import Game, edition\n"
        "from bornes.bots import bot\n"
        "deal = Game(edition('parker-1962').rules(2).replace(game_goal=100_000), seed=1).deal\n"
        "bot('champion:playouts=20').choose(deal.view(deal.seat))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)


def test_more_playouts_are_more_worlds() -> None:
    view = own_view(begun(PARKER, 1, 6))
    few, more = (Champion(1, playouts=playouts).judge(view) for playouts in (1, 200))
    assert sum(one.worlds for one in few) < sum(one.worlds for one in more) <= 2 * 200


# --- Where there is nothing to think about ---------------------------------------------------------------------------


def thinks_about(deal: Deal) -> bool:
    """Whether a choice here takes luck, and so leaves other luck for the next."""
    later = own_view(begun(PARKER, 1, 6))
    one, other = Champion(3, playouts=8), Champion(3, playouts=8)
    one.choose(own_view(deal))
    return thoughts(one.judge(later)) != thoughts(other.judge(later))


def test_a_lone_legal_move_is_made_without_a_thought() -> None:
    rules = PARKER.replace(free_discard=False)
    lone = scene(rules, hand="roll 25 50")
    assert lone.legal_moves.notation == ("roll",)
    assert Champion(1).choose(own_view(lone)) == lone.parse("roll")
    assert not thinks_about(lone)
    assert thinks_about(scene(PARKER, hand="roll 25 50"))


@pytest.mark.parametrize("safety", ["tank", "proof", "ace", "priority"])
def test_a_coup_fourre_is_called_without_a_thought(safety: str) -> None:
    hazard = Card(Card.parse(safety) - 10)
    deal = scene(
        PARKER,
        hand=f"{safety} 25 50",
        tables={1: piles(f"roll {hazard.notation}")},
        seat=1,
        turn=0,
        phase=Phase.REACT,
        window=Window(0, 1, hazard),
    )
    assert Champion(1).choose(own_view(deal)) == deal.parse("coup")
    assert not thinks_about(deal)


# --- How it decides --------------------------------------------------------------------------------------------------


def decisions(rules: Rules, seed: int) -> list[View]:
    """Views of deals in which there is something to think about."""
    luck = Random(seed)
    views = [own_view(deal) for deal in moments(rules, luck, apart=8) if deal.seat is not None]
    return [view for view in views if len(view.legal_moves) > 1 and view.phase is not Phase.REACT]


def check_judgement(view: View, judged: list[MoveEvaluation], caution: float) -> bool:
    """All moves once; the tuned one first, unless the one before it is surely better.  Returns whether it gave way."""
    assert sorted(one.move for one in judged) == sorted(view.legal_moves)
    tuned = next(one for one in judged if one.move == tuned_move(view))
    assert (tuned.gain, tuned.error) == (0.0, 0.0)
    others = [one for one in judged if one is not tuned]
    assert [one.worlds for one in others] == sorted((one.worlds for one in others), reverse=True)
    surely_better = others[0].gain > caution * others[0].error
    assert judged.index(tuned) == (1 if surely_better else 0)
    return surely_better


@pytest.mark.compiled_only
def test_the_tuned_move_gives_way_only_to_what_is_surely_better() -> None:
    gave_way = []
    for view in (view for rules in PRINTED[::4] for view in decisions(rules, 2)):
        champion, twin = (Champion(5, playouts=60, caution=1.0) for _ in range(2))
        judged = champion.judge(view)
        gave_way.append(check_judgement(view, judged, 1.0))
        assert judged[0].move == twin.choose(view)
    assert set(gave_way) == {True, False}, "both must happen to show anything"


@pytest.mark.compiled_only
def test_great_caution_always_plays_the_tuned_move_and_none_often_another() -> None:
    views = [own_view(begun(rules, seed, 12)) for rules in (PARKER, ASMODEE) for seed in range(12)]
    tuned = [tuned_move(view) for view in views]
    assert [Champion(1, playouts=30, caution=1e9).choose(view) for view in views] == tuned
    assert [Champion(1, playouts=30, caution=0).choose(view) for view in views] != tuned


def test_the_error_of_a_judgement_is_the_standard_error_of_the_mean() -> None:
    """Gains of 1, 2, 3 and 6: on average 3, with a standard deviation of the root of 14 thirds."""
    judged = MoveEvaluation(Move(0), worlds=4, total=12.0, squares=50.0)
    assert judged.gain == 3.0
    assert judged.error == pytest.approx((14 / 3 / 4) ** 0.5)
    assert MoveEvaluation(Move(0)).gain == 0.0
    assert MoveEvaluation(Move(0), worlds=1, total=5.0, squares=25.0).error == inf


def test_a_sure_arrival_is_seen_whatever_the_tuned_player_would_do() -> None:
    """The last card of the deal: everything is certain, so the error is nothing and the gain 725."""
    home = piles("roll", distances="200 200 100 100 75")
    deal = scene(PARKER, hand="25", tables={0: home, 1: piles("roll", distances="25")}, empty=True, others=False)
    best, other = Champion(1, playouts=16).judge(own_view(deal))
    assert best.move == deal.parse("25")
    assert (best.gain - other.gain, best.error, other.error) == (725.0, 0.0, 0.0)


# --- Points, or the game ---------------------------------------------------------------------------------------------


def there(totals: tuple[int, ...]) -> View:
    """A short trip completed far ahead, with the miles of the extension in the hand, in a game so far."""
    home, behind = piles("roll", distances="200 200 100 100 75 25"), piles("roll stop", "limit", distances="50")
    deal = scene(PARKER, hand="100 100 100 priority", tables={0: home, 1: behind}, phase=Phase.EXTEND)
    twin = View.fold(deal.rules, 0, deal.events, totals)
    assert twin.legal_moves.notation == ("extend", "finish")
    return twin


@pytest.mark.compiled_only
def test_who_wins_the_game_by_finishing_now_does_not_extend() -> None:
    """There are points to be had with an extension; but the other side is past the goal, and might still come first."""
    totals = (3950, 4980)
    for_points = Champion(1, playouts=1500, aim="points").choose(there(totals))
    for_the_game = Champion(1, playouts=1500).choose(there(totals))
    assert for_points.notation() == "extend"
    assert for_the_game.notation() == "finish"


@pytest.mark.compiled_only
def test_who_would_lose_the_game_by_finishing_now_extends() -> None:
    """With more than a thousand points to make up and the other side past the goal, the short trip is not enough."""
    assert Champion(1, playouts=1500).choose(there((3600, 4990))).notation() == "extend"


@pytest.mark.compiled_only
def test_without_totals_or_without_a_goal_it_plays_for_points() -> None:
    """Then both aims think the same, world by world."""
    for view in (there(()), own_view(begun(ASMODEE, 3, 10))):
        game, points = (Champion(1, playouts=40, aim=aim).judge(view) for aim in ("game", "points"))
        assert thoughts(game) == thoughts(points)


# --- No more than a view ---------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize("rules", PRINTED[:19:3], ids=lambda rules: f"{rules.edition}-{rules.players}")
def test_hidden_cards_that_lie_elsewhere_change_nothing_in_its_thoughts(rules: Rules) -> None:
    luck = Random(1)
    for seed in range(3):
        deal = begun(rules, seed, 20)
        view = own_view(deal)
        twin = view.sample(luck)
        assert twin.state.snapshot() != deal.state.snapshot(), "the hidden cards must lie elsewhere to show anything"
        # The twin begins at this moment: nobody has done anything yet that could be read.
        one, other = (Champion(7, playouts=60, belief=1.0).judge(seen) for seen in (view, own_view(twin)))
        assert thoughts(one) == thoughts(other)
