"""Duplicates: the same luck for both, from every side, added up."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bornes import Rules, View, edition
from bornes.bots import Bot, BotProfile, roster
from bornes.bots.bot import PolicyBot, PolicyOf
from bornes.engine.playout import deck_order
from bornes.game.moves import Move
from bornes.game.position import compile_rules
from bornes.lab.arena import duplicates
from bornes.lab.arena.duplicates import Chunk, Pairing, play
from bornes.lab.arena.standings import Match
from bornes.lab.estimates import GameTotals

TWO = edition("parker-1962").rules(2)
THREE = edition("dujardin").rules(3)
PAIRS = edition("game-cabinet").rules(4)
RACE = edition("asmodee").rules(2)


class Spy(PolicyBot):
    """A Sunday driver that notes what it is shown."""

    seen: list[View]

    def choose(self, view: View) -> Move:
        Spy.seen.append(view.copy())
        return super().choose(view)


class Clumsy(PolicyBot):
    """Fails at every decision."""

    def choose(self, view: View) -> Move:
        raise RuntimeError("out of petrol")


def driver(name: str, kind: type[PolicyBot], policy_of: PolicyOf) -> BotProfile:
    """A bot that the arena must show views."""

    def make(seed: int) -> Bot:
        return kind(name, policy_of, seed)

    return BotProfile(name, name, name, make)


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """More bots for these tests: the old hand with views only, a spy, and a clumsy one."""
    heuristic, eager = (roster.BotSpec.parse(name).policy_of for name in ("rule-of-thumb", "sunday-driver"))
    assert heuristic is not None
    assert eager is not None
    Spy.seen = []
    more = (driver("by-sight", PolicyBot, heuristic), driver("spy", Spy, eager), driver("clumsy", Clumsy, eager))
    monkeypatch.setattr(roster, "ROSTER", (*roster.ROSTER, *more))
    duplicates.spec_of.cache_clear()
    yield
    duplicates.spec_of.cache_clear()


def chunk_of(teams: int, *duplicates: list[tuple[int, ...]]) -> Chunk:
    """A chunk of single deals, each duplicate with the row of each rotation."""
    chunk = Chunk.empty(teams)
    for rows in duplicates:
        for rotation, row in enumerate(rows):
            chunk.rows[rotation].extend(row)
            chunk.lengths[rotation].append(1)
    return chunk


def pairing(rules: Rules = TWO, one: str = "sunday-driver", other: str = "random", seed: int = 3) -> Pairing:
    return Pairing(rules, one, other, seed)


# -- who sits where ----------------------------------------------------------------------------------------------


def test_the_first_entrant_goes_round_the_teams_and_partners_go_together() -> None:
    assert [pairing(TWO, "a", "b").seated(rotation) for rotation in range(2)] == [["a", "b"], ["b", "a"]]
    assert pairing(THREE, "a", "b").seated(2) == ["b", "b", "a"]
    assert pairing(PAIRS, "a", "b").seated(1) == ["b", "a", "b", "a"]


def test_all_rotations_begin_with_the_same_hands_and_the_same_seat() -> None:
    play(pairing(THREE, "spy", "spy"), 4, 1)
    openings = [view for view in Spy.seen if view.turns == 1 and not any(table.cards for table in view.tables)]
    assert len(openings) == 3
    assert len({(view.viewer, view.hand) for view in openings}) == 1
    assert openings[0].viewer == 4 % 3


def test_the_decks_are_those_of_the_engine() -> None:
    play(pairing(TWO, "spy", "spy", seed=9), 0, 1)
    dealt = deck_order(compile_rules(TWO), 9, 0)
    first = Spy.seen[0]
    assert sorted(first.hand) == sorted([*dealt[0:12:2], dealt[12]])


# -- compiled policies and bots with views -----------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "count"), [(TWO, 6), (THREE, 2), (PAIRS, 2)])
def test_a_policy_plays_the_same_by_sight(rules: Rules, count: int) -> None:
    """Against itself, from any number on: deck, starting seat, lanes and rotation are the same on both ways."""
    compiled, by_sight = (
        pairing(rules, "rule-of-thumb", "rule-of-thumb"),
        pairing(rules, "by-sight", "by-sight"),
    )
    assert (compiled.compiled, by_sight.compiled) == (True, False)
    one, other = play(compiled, 5, count), play(by_sight, 5, count)
    assert (one.rows, one.lengths) == (other.rows, other.lengths)


@pytest.mark.compiled_only
def test_whole_games_are_the_same_by_sight() -> None:
    one, other = (play(replace(pairing(TWO, name, name), games=True), 1, 2) for name in ("rule-of-thumb", "by-sight"))
    assert (one.rows, one.lengths) == (other.rows, other.lengths)


def test_a_match_may_be_cut_anywhere() -> None:
    asked = pairing(TWO, "by-sight", "sunday-driver")
    whole, parts = play(asked, 0, 5), [play(asked, 0, 2), play(asked, 2, 3)]
    assert whole.rows == [parts[0].rows[rotation] + parts[1].rows[rotation] for rotation in range(2)]


def test_a_player_against_itself_gains_exactly_nothing() -> None:
    found = Match(pairing(TWO, "rule-of-thumb", "rule-of-thumb"))
    found.add(play(found.pairing, 0, 20))
    assert set(found.edges) == {0}
    assert found.deals_won.mean == 0.5


# -- the figures by hand -----------------------------------------------------------------------------------------


def test_points_and_wins_of_two_teams() -> None:
    """First deck: 500 to 100 as A, 200 to 300 as B; second: a tie, then 0 to 400."""
    found = Match(pairing(TWO))
    found.add(chunk_of(2, [(500, 100, 0), (200, 300, -1)]))
    found.add(chunk_of(2, [(300, 300, -1), (400, 0, 0)]))
    assert (found.duplicates, found.deals) == (2, 4)
    assert list(found.edges) == [400 + 100, 0 - 400]
    assert found.points.mean == (400 + 100 + 0 - 400) / 4
    assert found.deals_won.mean == (1 + 1 + 0.5 + 0) / 4
    assert found.fair == 0.5


def test_among_three_teams_the_others_count_by_their_mean() -> None:
    """Alone on top, one of two on top, one of three on top."""
    found = Match(pairing(THREE))
    found.add(chunk_of(3, [(900, 100, 200, 0), (400, 400, 100, 1), (50, 50, 50, -1)]))
    assert found.points.mean == pytest.approx(((900 - 150) + (400 - 250) + 0) / 3)
    assert found.deals_won.mean == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert found.fair == pytest.approx(1 / 3)


def test_the_interval_is_that_of_the_duplicates() -> None:
    """Two decks that differ by 100 and 150 a deal: the mean is 125, the standard error 25."""
    found = Match(pairing(TWO))
    found.add(chunk_of(2, [(700, 0, 0), (500, 0, 0)], [(500, 0, 0), (200, 0, 0)]))
    assert found.points.mean == 125
    assert found.points.margin == pytest.approx(1.96 * 25, rel=1e-4)


# -- games -------------------------------------------------------------------------------------------------------


def test_deals_of_a_rotation_are_chained_into_games_and_the_last_unfinished_one_is_dropped() -> None:
    """As A: 3000 + 3000 wins, 3000 is dropped.  As B: 4000 + 2000 is won by the other."""
    found = Match(pairing(TWO))
    found.add(chunk_of(2, [(3000, 0, 0), (4000, 0, 0)]))
    assert found.games == 0
    found.add(chunk_of(2, [(3000, 0, 0), (2000, 0, 0)], [(3000, 0, 0), (100, 0, 0)]))
    assert (found.games, found.games_won) == (2, 0.5)


def test_equal_totals_at_the_top_are_settled_by_a_further_deal() -> None:
    game = GameTotals(TWO)
    assert [game.add(scores, -1) for scores in ([5000, 5000], [0, 100])] == [False, True]
    assert game.winners == (1,)
    assert game.totals == (0, 0)


def test_a_race_is_a_game_and_a_drawn_one_is_shared() -> None:
    found = Match(pairing(RACE))
    found.add(chunk_of(2, [(700, 700, -1), (300, 900, 1)]))
    assert (found.games, found.games_won) == (2, 0.75)


def test_in_games_the_players_know_the_totals() -> None:
    asked = replace(pairing(TWO.replace(game_goal=1000), "spy", "sunday-driver"), games=True)
    chunk = play(asked, 0, 1)
    before = set()
    for rows in chunk.rows:
        totals = (0, 0)
        for a, b in zip(rows[0::3], rows[1::3], strict=True):
            before.add(totals)
            totals = (totals[0] + a, totals[1] + b)
    assert {view.totals_before for view in Spy.seen} == before
    assert len(before) > 1


def test_single_deals_are_no_part_of_a_game() -> None:
    play(pairing(TWO, "spy", "sunday-driver"), 0, 1)
    assert {view.totals_before for view in Spy.seen} == {()}


def test_a_game_ends_when_it_is_won_and_not_before() -> None:
    found = Match(replace(pairing(TWO, "rule-of-thumb", "sunday-driver"), games=True))
    chunk = play(found.pairing, 0, 5)
    for rows, lengths in zip(chunk.rows, chunk.lengths, strict=True):
        deals = iter(zip(*[iter(rows)] * 3, strict=True))
        for length in lengths:
            totals = [0, 0]
            for number in range(length):
                assert max(totals) < 5000 or totals[0] == totals[1]
                assert number < 1000
                a, b, _ = next(deals)
                totals = [totals[0] + a, totals[1] + b]
            assert max(totals) >= 5000
    found.add(chunk)
    assert found.games == 10
    assert found.deals == sum(map(sum, chunk.lengths))


def test_where_the_deal_stays_one_seat_starts_the_whole_game() -> None:
    asked = replace(pairing(TWO), games=True)
    stays = replace(asked, rules=TWO.replace(dealer_rotation="stays"))
    assert [asked.deck_number(3, deal) % 2 for deal in range(4)] == [1, 0, 1, 0]
    assert [stays.deck_number(3, deal) % 2 for deal in range(4)] == [1, 1, 1, 1]


# -- faults ------------------------------------------------------------------------------------------------------


def test_a_bot_that_fails_loses_decisions_and_not_the_match() -> None:
    found = Match(pairing(TWO, "clumsy", "sunday-driver"))
    found.add(play(found.pairing, 0, 1))
    assert found.deals == 2
    ((who, count),) = found.faults.items()
    assert who == ("clumsy", "raised")
    assert count > 10
    (fault,) = found.as_dict()["faults"]
    assert fault == {"bot": "clumsy", "kind": "raised", "count": count, "first": "RuntimeError: out of petrol"}


# -- stopping ----------------------------------------------------------------------------------------------------


def test_a_match_ends_with_the_duplicate_that_decides_it_however_it_is_cut() -> None:
    decks: list[list[tuple[int, ...]]] = [[(600 + 10 * (deck % 7), 0, 0), (0, 400, 1)] for deck in range(150)]
    results = []
    for size in (150, 7):
        found = Match(pairing(TWO), until_decided=True)
        for first in range(0, len(decks), size):
            found.add(chunk_of(2, *decks[first : first + size]))
        results.append(found.as_dict())
        assert found.decided
    assert results[0] == results[1]
    assert results[0]["duplicates"] == 100
    assert results[0]["sequence"]["decided"]


def test_a_piece_can_be_cut_after_any_duplicate() -> None:
    chunk = Chunk(
        [array("i", range(9)), array("i", range(6))], [array("i", [1, 2]), array("i", [1, 1])], array("q", [5, 6])
    )
    cut = chunk.cut(1)
    assert [list(rows) for rows in cut.rows] == [[0, 1, 2], [0, 1, 2]]
    assert list(cut.advantages) == [5]
