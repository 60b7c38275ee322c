"""The arena from Python: matches, round robins, and that one seed gives one result."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import edition
from bornes.base.workers import map_in_order
from bornes.bots import BotError
from bornes.lab.arena import ArenaError, executor, match, round_robin
from bornes.lab.arena.standings import Match

TWO = edition("parker-1962").rules(2)
THREE = edition("dujardin").rules(3)


def test_the_sunday_driver_beats_the_learner() -> None:
    found = match(TWO, "sunday-driver", "random", deals=20, seed=1)
    assert found.points.mean - found.points.margin > 0
    assert (found.duplicates, found.deals) == (20, 40)


def test_the_other_way_round_two_teams_give_the_other_sign() -> None:
    """On the same decks, and in each deck from both sides; but the luck of the choices differs."""
    one = match(TWO, "sunday-driver", "random", deals=20, seed=1)
    other = match(TWO, "random", "sunday-driver", deals=20, seed=1)
    assert other.points.mean == -one.points.mean
    assert other.deals_won.mean == pytest.approx(1 - one.deals_won.mean)


@pytest.mark.compiled_only
@pytest.mark.parametrize("how", [{"deals": 3000}, {"games": 80}, {"deals": 2500, "until_decided": True}])
def test_one_seed_gives_one_result_on_any_number_of_threads(how: Any) -> None:
    one, other = (match(THREE, "sunday-driver", "random", seed=6, jobs=jobs, **how).as_dict() for jobs in (1, 3))
    assert one == other
    assert match(THREE, "sunday-driver", "random", seed=7, jobs=1, **how).as_dict() != one


@pytest.mark.compiled_only
def test_one_seed_gives_one_result_on_any_number_of_processes() -> None:
    asked: dict[str, Any] = {"deals": 8, "seed": 6, "low_variance": 5}
    one, other = (match(TWO, "sunday-driver", "random", jobs=jobs, **asked).as_dict() for jobs in (1, 2))
    assert one == other


def test_without_a_seed_every_match_has_its_own() -> None:
    assert match(TWO, "random", "random", deals=1).pairing.seed != match(TWO, "random", "random", deals=1).pairing.seed


def test_progress_comes_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "chunk_size", lambda pairing: 4)
    heard: list[int] = []
    match(TWO, "random", "random", deals=10, seed=1, progress=lambda found: heard.append(found.duplicates))
    assert heard == [4, 8, 10]


def test_a_clear_match_stops_early() -> None:
    found = match(TWO, "sunday-driver", "random", deals=400, seed=1, until_decided=True, jobs=1)
    assert found.decided
    assert found.duplicates == 100
    assert found.headline.mean - found.headline.margin > 0


def test_an_even_match_goes_to_the_end() -> None:
    found = match(TWO, "random", "random", deals=120, seed=1, until_decided=True, jobs=1)
    assert not found.decided
    assert found.duplicates == 120


@pytest.mark.compiled_only
def test_in_games_what_is_decided_is_who_wins_them() -> None:
    found = match(TWO, "sunday-driver", "random", games=300, seed=1, until_decided=True)
    assert found.decided
    assert found.as_dict()["sequence"]["mean"] == 0.5  # every game won, and half of them would be fair
    assert found.games == 2 * found.duplicates == 200


def test_results_come_in_order_and_only_a_few_are_asked_for_ahead() -> None:
    asked: list[int] = []

    class Kept:
        def __init__(self, number: int) -> None:
            self.number = number
            asked.append(number)

        def result(self) -> int:
            return self.number

        def cancel(self) -> None:
            asked.remove(self.number)

    results = map_in_order(Kept, range(10), 3)
    assert [next(results), next(results)] == [0, 1]
    assert asked == [0, 1, 2, 3]
    results.close()  # type: ignore[attr-defined]
    assert asked == [0, 1]


# -- advantages --------------------------------------------------------------------------------------------------


def advantages(one: str, other: str, deals: int, playouts: int) -> Match:
    return match(TWO, one, other, deals=deals, seed=2, low_variance=playouts, jobs=1)


@pytest.mark.parametrize("bot", ["random", "sunday-driver"])
def test_a_player_has_exactly_no_advantage_over_itself(bot: str) -> None:
    found = advantages(bot, bot, 2, 3)
    assert tuple(found.advantages) == (0, 0)
    assert found.advantage == (0, 0)
    assert found.variance_ratio is None


@pytest.mark.compiled_only
def test_advantages_summed_up_agree_with_the_points() -> None:
    found = advantages("sunday-driver", "random", 24, 10)
    assert found.advantage is not None
    assert found.advantage.mean - found.advantage.margin > 0
    apart = abs(found.advantage.mean - found.points.mean)
    assert apart <= found.advantage.margin + found.points.margin


def test_the_points_beside_the_advantages_are_those_of_the_same_deals() -> None:
    found = advantages("sunday-driver", "random", 2, 2)
    assert found.deals == 4
    assert found.as_dict()["low_variance"]["playouts"] == 2


# -- everybody against everybody ---------------------------------------------------------------------------------


def test_a_round_robin_of_two_teams_plays_each_pair_once() -> None:
    found = round_robin(TWO, ["random", "sunday-driver"], deals=10, seed=1)
    assert [(played.pairing.one, played.pairing.other) for played in found.matches] == [("random", "sunday-driver")]
    assert [place.name for place in found.ladder] == ["sunday-driver", "random"]
    there, back = found.points("random", "sunday-driver"), found.points("sunday-driver", "random")
    assert there is not None
    assert back is not None
    assert there.mean == -back.mean < 0
    assert found.points("random", "random") is None


def test_with_three_teams_each_pair_meets_both_ways_on_the_same_decks() -> None:
    found = round_robin(THREE, ["random", "sunday-driver"], deals=4)
    assert [played.pairing.one for played in found.matches] == ["random", "sunday-driver"]
    assert len({played.pairing.seed for played in found.matches}) == 1
    assert found.points("random", "sunday-driver") != found.points("sunday-driver", "random")


def test_the_anchor_is_at_1500() -> None:
    found = round_robin(TWO, ["random", "sunday-driver"], deals=10, seed=1, anchor="random")
    strong, weak = found.ladder
    assert tuple(weak.elo) == pytest.approx((1500, 0))
    assert strong.elo.mean > 1600


def test_progress_tells_of_all_matches() -> None:
    heard: list[int] = []
    round_robin(
        THREE,
        ["random", "sunday-driver"],
        deals=2,
        progress=lambda found: heard.append(sum(played.duplicates for played in found.matches)),
    )
    assert heard == [2, 4]


# -- what cannot be asked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"deals": 0}, "deals must be 1 or more, not 0"),
        ({"games": 0}, "games must be 1 or more, not 0"),
        ({"deals": 1, "games": 1}, "give one of them"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"jobs": 0}, "jobs must be 1 or more"),
        ({"low_variance": -1}, "a number of playouts"),
        ({"low_variance": 5, "games": 1}, "with whole games that cannot be done"),
    ],
)
def test_terms_that_make_no_sense_are_refused(wrong: Any, said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        match(TWO, "random", "random", **wrong)


def test_a_bot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BotError, match="there is no bot 'sunday-rider'"):
        match(TWO, "random", "sunday-rider")


def test_advantages_need_a_policy_to_go_on_with() -> None:
    with pytest.raises(ArenaError, match="measured against a compiled policy, and champion:playouts=9 is none"):
        match(TWO, "random", "champion:playouts=9", low_variance=5)


def test_a_round_robin_takes_everybody_once_and_its_anchor_is_among_them() -> None:
    with pytest.raises(ArenaError, match="random is entered twice"):
        round_robin(TWO, ["random", "sunday-driver", "random"])
    with pytest.raises(ArenaError, match="the anchor sunday-driver is not among the entrants"):
        round_robin(TWO, ["random", "rule-of-thumb"], anchor="sunday-driver")
    with pytest.raises(ArenaError, match="two entrants or more"):
        round_robin(TWO, ["random"])
