"""How far everybody is, by what ends the race: miles in most rulebooks, points in asmodee's."""

from __future__ import annotations

from random import Random

import pytest

from bornes import Deal, Ending, Seeds
from bornes.i18n import Translator
from bornes.rules.editions import all_forms
from tests.support.scenes import piles, rules_of, scene

AHEAD_IN_MILES = piles("roll", "", "200 200 100 100 100")
AHEAD_IN_POINTS = piles("roll", "", "200 200 75 50 50", "ace tank proof")


@pytest.mark.clause("AS-52")
def test_in_asmodee_safeties_bring_the_finish_nearer() -> None:
    view = scene(rules_of("asmodee"), hand="25", tables={0: AHEAD_IN_MILES, 1: AHEAD_IN_POINTS}).view(0)
    assert [laid.miles for laid in view.tables] == [700, 575]
    assert [view.progress(team) for team in (0, 1)] == [700, 875]
    assert [view.progress_left(team) for team in (0, 1)] == [300, 125]


@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_elsewhere_only_the_road_counts(name: str) -> None:
    view = scene(
        rules_of(name), hand="25", tables={0: piles("roll", "", "100 100"), 1: piles("roll", "", "75", "ace")}
    ).view(0)
    assert [view.progress(team) for team in (0, 1)] == [200, 75]
    assert view.progress_left(0) == view.target - 200


def test_coups_fourres_count_towards_the_target_only_where_the_rules_say_so() -> None:
    laid = {1: piles("roll", "", "100", "ace", "ace")}
    with_coups = scene(rules_of("asmodee"), hand="25", tables=laid).view(0)
    without = scene(rules_of("asmodee", end_measure="points-without-coups"), hand="25", tables=laid).view(0)
    assert with_coups.progress(1) == 200 + with_coups.rules.coup_fourre_points
    assert without.progress(1) == 200


@pytest.mark.parametrize(("book", "form"), all_forms(), ids=lambda part: getattr(part, "name", None) or str(part))
def test_who_completes_the_trip_is_who_has_come_to_its_end(book: object, form: object) -> None:
    rules = book.rules(form.players, partners=form.partners, short=form.short)  # type: ignore[attr-defined]
    deal, rng = Deal(rules, seeds=Seeds.of(1, 1)), Random(1)
    while not deal.over:
        view = deal.view()
        assert all(view.progress_left(team) > 0 for team in range(rules.teams)) or view.phase.name in (
            "EXTEND",
            "REACT",
        )
        deal.play(rng.choice(list(deal.legal_moves)))
    view = deal.view()
    arrived = [team for team in range(rules.teams) if view.progress_left(team) == 0]
    assert arrived == ([] if deal.ending is not Ending.COMPLETED else [deal.completer])


def test_the_unit_is_the_editions_in_the_language_of_the_reader() -> None:
    asmodee, dujardin, parker = rules_of("asmodee"), rules_of("dujardin"), rules_of("parker-1962")
    assert Translator("en", "asmodee").progress(875, asmodee) == "875 points"
    assert Translator("fr", "dujardin").progress(875, dujardin) == "875 km"
    assert [Translator(language, "parker-1962").progress(1, parker) for language in ("en", "fr")] == [
        "1 mile",
        "1 mile",
    ]


def test_a_team_that_is_not_there_has_come_nowhere() -> None:
    view = scene(rules_of("asmodee"), hand="25").view(0)
    with pytest.raises((ValueError, IndexError), match="team"):
        view.progress(5)
