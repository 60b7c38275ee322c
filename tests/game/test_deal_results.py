"""The results of many deals: names for the numbers of each, columns, and what they sum up to."""

from __future__ import annotations

import pickle
from array import array

import pytest

from bornes import DealResult, DealResults, Ending

ROWS = array(
    "i",
    [
        *(700, 200, 60, 58, Ending.COMPLETED, 0),
        *(300, 300, 90, 91, Ending.EXHAUSTED, -1),
        *(0, 1400, 44, 40, Ending.COMPLETED, 1),
        *(500, 25, 8, 8, Ending.CAPPED, -1),
    ],
)
"""Four deals of two teams."""


def played() -> DealResults:
    return DealResults(2, ROWS[:])


def test_a_deal_is_looked_at_by_its_number() -> None:
    results = played()
    assert len(results) == 4
    assert results[0] == DealResult((700, 200), 60, 58, Ending.COMPLETED, 0)
    assert results[-3] == DealResult((300, 300), 90, 91, Ending.EXHAUSTED, None)
    with pytest.raises(IndexError):
        results[4]
    assert [deal.scores for deal in results] == [(700, 200), (300, 300), (0, 1400), (500, 25)]
    assert results[2] in results
    assert [deal.completer for deal in reversed(results)] == [None, 1, None, 0]


def test_some_deals_are_results_again() -> None:
    results = played()
    assert list(results[1:3]) == [results[1], results[2]]
    assert list(results[::-2]) == [results[3], results[1]]
    assert results[0:4] == results
    assert results[0:3] != results
    assert results != list(results)
    assert len(results[4:]) == 0


def test_columns_go_through_all_deals() -> None:
    results = played()
    assert [list(own) for own in results.scores] == [[700, 300, 0, 500], [200, 300, 1400, 25]]
    assert list(results.moves) == [60, 90, 44, 8]
    assert list(results.turns) == [58, 91, 40, 8]
    assert list(results.completers) == [0, -1, 1, -1]


def test_the_table_can_be_handed_on_but_not_written_to() -> None:
    table = played().table
    assert (table.shape, table.format, table.readonly) == ((4, 6), "i", True)
    assert [table[2, number] for number in range(6)] == [0, 1400, 44, 40, 0, 1]
    with pytest.raises(TypeError):
        table[0, 0] = 1
    assert played()[4:].table.nbytes == 0


def test_columns_are_copies() -> None:
    results = played()
    results.scores[0][0] = 9
    results.moves[0] = 9
    assert results == played()


def test_deals_are_summed_up() -> None:
    results = played()
    assert results.totals == (1500, 1925)
    assert results.means == (375.0, 481.25)
    assert results.wins == (2, 1)
    assert results.ties == (1, 1)
    assert results.completions == (1, 1)
    assert results.endings == {Ending.COMPLETED: 2, Ending.EXHAUSTED: 1, Ending.CAPPED: 1}


def test_of_three_teams_two_may_share_the_highest_score() -> None:
    results = DealResults(3, array("i", [5, 5, 0, 1, 1, 1, -1, 7, 7, 7, 1, 1, 1, -1, 0, 0, 9, 1, 1, 0, 2]))
    assert results.wins == (0, 0, 1)
    assert results.ties == (2, 2, 1)
    assert results.completions == (0, 0, 1)


def test_of_no_deals_there_are_no_means() -> None:
    none = played()[4:]
    assert none.totals == (0, 0)
    assert none.wins == (0, 0)
    with pytest.raises(ValueError, match="no deals, and so no means"):
        none.means  # noqa: B018


def test_results_print_shortly_and_pickle() -> None:
    assert repr(played()) == "<DealResults: 4 deals, mean scores 375 and 481>"
    assert repr(played()[4:]) == "<DealResults: 0 deals>"
    assert pickle.loads(pickle.dumps(played())) == played()
    with pytest.raises(TypeError, match="unhashable"):
        hash(played())


@pytest.mark.parametrize("rows", [array("i", [1]), array("q", [1] * 6), [1] * 6, None])
def test_rows_of_another_shape_are_refused(rows: object) -> None:
    with pytest.raises(ValueError, match=r"rows: an array\('i'\) of 6 numbers for each deal"):
        DealResults(2, rows)  # type: ignore[arg-type]
