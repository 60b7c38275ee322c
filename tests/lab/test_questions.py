"""The questions of the laboratory: that their figures obey what must hold, and that the words follow the figures."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest

from bornes import Card, Rules, edition
from bornes.bots.weights import tuned_policy
from bornes.engine import scoring
from bornes.engine.codes import Phase
from bornes.engine.playout import Policy, Rng, decide, deck_order, play_deals
from bornes.engine.state import State
from bornes.game.position import compile_rules
from bornes.i18n import Translator
from bornes.lab.estimates import Clusters, Estimate
from bornes.lab.laboratory_page import page_of
from bornes.lab.questions import (
    QUESTIONS,
    Answer,
    ResearchQuestionError,
    Sample,
    coup_fourre,
    edition_comparison,
    question,
    samples,
    trip,
    win_chances,
)
from bornes.lab.questions.opening_hand import examine_cards
from bornes.lab.questions.report import (
    MINUS,
    AnswerColumn,
    AnswerRow,
    DotPlot,
    FigureTable,
    LinePlot,
    differ,
    form_name,
    format_figure,
    is_gain,
    is_loss,
    ranking,
)
from bornes.lab.questions.samples import MAX_DEALS, Examine, SampledValues, Summary, best_other_move, decisions
from bornes.lab.result_plots import plot_answer
from bornes.rules.cards import SAFETIES
from tests.support.paths import DOCS

PARKER = edition("parker-1962").rules(2)


def found_by(examine: Examine, deals: int, seed: int = 1) -> Summary:
    """Return what one examiner sees."""
    return Sample(deals, seed).summarize([examine])[0]


def figure(found: Summary, key: Hashable, rules: Rules = PARKER) -> Estimate:
    """A figure that must be there, in points."""
    estimate = found.estimate(key, rules.teams - 1)
    assert estimate is not None
    return estimate


def small_answer(name: str, deals: int = 40, seed: int = 1, jobs: int = 1) -> Answer:
    """A question asked about its first form alone."""
    asked = question(name)
    return asked.ask(asked.forms()[:1], Sample(deals, seed, jobs))


# -- every question ------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", QUESTIONS)
def test_one_seed_gives_one_answer_with_any_number_of_jobs_and_in_any_chunks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "MIN_DEALS", 2)
    once = small_answer(name)
    monkeypatch.setattr(samples, "_CHUNK", 7)
    again = small_answer(name, jobs=3)
    assert again == once
    assert again.as_dict() == once.as_dict()
    assert small_answer(name, seed=2).as_dict()["tables"] != once.as_dict()["tables"]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_has_words_tables_and_something_to_see(name: str) -> None:
    answer = small_answer(name)
    assert answer.sentences
    assert answer.panels
    assert all(str(sentence).endswith(".") for sentence in answer.sentences)
    french = answer.localize(Translator("fr"))
    assert all(said != str(text) for said, text in zip(french.sentences, answer.sentences, strict=True))
    for table in answer.tables:
        assert table.rows
        assert all(len(row.figures) == len(table.columns) for row in table.rows)
    for panel in answer.panels:
        labels = {tuple(str(label) for label, _ in figures) for _, figures in panel.series}
        assert len(labels) == 1 or isinstance(panel, LinePlot)
    plain = json.loads(json.dumps(answer.as_dict(), allow_nan=False))
    assert plain["question"] == name
    assert plain["tables"][0]["rows"]


@pytest.mark.parametrize("name", QUESTIONS)
def test_too_few_deals_say_nothing(name: str) -> None:
    """Two deals run on the uncompiled build too; where each has many decisions they are still two observations."""
    answer = small_answer(name, deals=2)
    assert answer.sentences
    assert {figure for table in answer.tables for row in table.rows for figure in row.figures if figure} <= {
        Estimate(300, 0.0)  # a bonus that is printed, not measured
    }


def test_a_question_is_known_by_its_name() -> None:
    assert question("safeties") is QUESTIONS["safeties"]
    with pytest.raises(
        ResearchQuestionError, match=r"no question 'safety'; did you mean safeties\? The questions are "
    ):
        question("safety")


@pytest.mark.parametrize(
    ("name", "rules", "said"),
    [
        ("two-hundreds", edition("asmodee").rules(2), "pay nothing for a safe trip"),
        ("two-hundreds", PARKER.replace(max_200s=0), "allow no 200s"),
        ("extension", edition("dujardin").rules(2), "parker-1988 and game-cabinet do, with 2, 3 and 6 players"),
        ("right-of-way", PARKER.replace(deck=(*PARKER.deck[:18], 0)), "no Right of Way in this deck"),
    ],
)
def test_where_there_is_nothing_to_ask_that_is_said(name: str, rules: Rules, said: str) -> None:
    with pytest.raises(ResearchQuestionError, match=said):
        question(name).ask((rules,), Sample(1, 1))


@pytest.mark.parametrize(("deals", "seed", "said"), [(0, 1, "deals must be"), (1, -1, "seed must"), (1, 2**64, "seed")])
def test_an_impossible_sample_is_refused(deals: int, seed: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Sample(deals, seed)


# -- how deals are looked at ---------------------------------------------------------------------------------------


def test_the_numbers_of_a_deal_are_one_observation() -> None:
    observations = SampledValues()
    for deal, numbers in enumerate([(3, 5), (4,), (6, 7, 8)]):
        for number in numbers:
            observations.add(deal, "key", number)
    assert observations.summary() == {"key": Clusters.of([8, 4, 21], [2, 1, 3])}


def test_chunks_add_up_to_the_whole_and_progress_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "_CHUNK", 4)
    heard: list[tuple[int, int]] = []

    def examine(step: int, seed: int, deal: int, observations: SampledValues) -> None:
        observations.add(deal, "number", step * deal)

    asked = Sample(10, 1, progress=lambda done, total: heard.append((done, total)))
    one, other = asked.summarize([partial(examine, 1), partial(examine, 2)])
    assert one == {"number": Clusters.of(range(10), [1] * 10)}
    assert other["number"].total == 90
    assert heard == [(4, 20), (8, 20), (10, 20), (14, 20), (18, 20), (20, 20)]


def test_few_observations_make_no_figure() -> None:
    few, enough = Clusters.of([1, 2] * 9, [1] * 18), Clusters.of([1, 2] * 10, [1] * 20)
    assert Summary({"few": few}).estimate("few") is None
    assert Summary({"few": enough}).estimate("few") == enough.estimate()
    assert Summary().estimate("nothing") is None
    assert Summary().share("nothing") is None


def test_a_share_that_was_never_seen_is_still_unsure() -> None:
    share = Summary({"does": Clusters.of([0] * 50, [1] * 50)}).share("does")
    assert share is not None
    assert share.mean == 0
    assert 0.02 < share.margin < 0.1


@pytest.mark.parametrize(("name", "players"), [("parker-1962", 2), ("dujardin", 4), ("parker-1988", 6)])
def test_the_deals_looked_at_are_those_that_are_played(name: str, players: int) -> None:
    rules = edition(name).rules(players)
    for deal in range(3):
        *_, state = decisions(rules, 7, deal)
        played = play_deals(compile_rules(rules), [tuned_policy(rules)], 1, 7, deal)
        assert [scoring.total(state, team) for team in range(rules.teams)] == list(played[: rules.teams])


def test_deals_are_looked_at_beyond_a_reshuffle() -> None:
    rules = edition("asmodee").rules(4).replace(deck=(10, 10, 10, 2, 0, 3, 3, 3, 5, 4, 6, 6, 6, 4, 6, 1, 1, 1, 1))
    seen = [state.left for deal in range(3) for state in decisions(rules, 1, deal)]
    assert any(later > earlier + 10 for earlier, later in pairwise(seen))


def test_the_best_other_move_is_the_tuned_players_second_thought() -> None:
    state = next(decisions(PARKER, 1, 0))
    worth = tuned_policy(PARKER).values(state)
    best, second = sorted(worth, key=worth.__getitem__)[:-3:-1]
    assert best_other_move(PARKER, state, best) == second
    assert best_other_move(PARKER, state, second) == best


# -- that the figures obey what must hold --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["parker-1962", "asmodee"])
def test_what_the_first_gains_the_others_lose(name: str) -> None:
    """Over a full rotation nobody is first more often than others, so the places add up to nothing."""
    rules = edition(name).rules(3)
    found = found_by(partial(win_chances.examine_starts, rules, tuned_policy(rules)), 3)
    assert sum(found["points", place].total for place in range(3)) == 0
    assert sum(found["won", place].total for place in range(3)) == 12 * found["won", 0].size


def test_only_the_first_turn_moves_on_when_another_team_starts() -> None:
    """The hands stay where they are."""
    rules = edition("dujardin").rules(3)
    compiled = compile_rules(rules)
    order = [*range(3 * rules.hand_size), 99]
    for starter in range(3):
        dealt = win_chances._same_hands(rules, order, starter)
        hands = [{card for i, card in enumerate(dealt[:-1]) if (starter + i) % 3 == seat} for seat in range(3)]
        assert hands == [set(range(seat, compiled.hand_size * 3, 3)) for seat in range(3)]


@pytest.mark.compiled_only
def test_a_safety_without_its_hazards_brings_its_own_points_and_no_coup_fourre() -> None:
    """With no Out of Gas in the deck the Extra Tank does nothing but lie there and free a place in the hand."""
    idle = PARKER.replace(deck=(*PARKER.deck[:5], 0, *PARKER.deck[6:]))
    tank = Card.EXTRA_TANK
    bare = (idle.replace(coup_fourre_points=0), idle.replace(coup_fourre_points=0, safety_points=0))
    without = found_by(partial(examine_cards, idle, tuned_policy(idle), [tank], bare), 400)
    with_them = found_by(partial(examine_cards, PARKER, tuned_policy(PARKER), [tank], ()), 400)
    assert abs(figure(without, (tank, 1)).mean) < 20
    assert 80 < figure(without, (tank, 2)).mean < 130
    assert figure(without, (tank, 0)).mean < figure(with_them, (tank, 0)).mean - 100


@pytest.mark.compiled_only
def test_the_parts_of_a_safety_make_the_whole() -> None:
    bare = (PARKER.replace(coup_fourre_points=0),)
    found = found_by(partial(examine_cards, PARKER, tuned_policy(PARKER), SAFETIES, bare), 30)
    for card in SAFETIES:
        assert found[card, 0].total == found[card, 1].total + found[card, 2].total


@pytest.mark.compiled_only
def test_a_random_card_is_worth_no_more_than_another() -> None:
    kinds = tuple(Card)
    found = found_by(partial(examine_cards, PARKER, tuned_policy(PARKER), kinds, ()), 300)
    weighed = [PARKER.deck[card] * figure(found, (card, 0)).mean for card in kinds]
    assert abs(sum(weighed) / sum(PARKER.deck)) < 30
    assert figure(found, (Card.RIGHT_OF_WAY, 0)).mean > 500


@pytest.mark.compiled_only
def test_the_more_a_safe_trip_pays_the_less_a_200_gains() -> None:
    cheap, dear = (PARKER.replace(safe_trip_points=points) for points in (25, 1000))
    little, much = (figure(found_by(partial(trip.examine_200s, rules), 150), "all") for rules in (cheap, dear))
    assert is_gain(little)
    assert differ(little, much)
    assert little.mean > much.mean


@pytest.mark.compiled_only
def test_whoever_abstains_lays_no_200() -> None:
    others = 0
    for deal in range(20):
        for state in _played_by(trip._abstaining(PARKER, 0), deal):
            laid = state.snapshot()["laid_200s"]
            assert not laid[0]
            others += laid[1]
    assert others


def _played_by(policies: Sequence[Policy], deal: int) -> Iterator[State]:
    compiled, choices = compile_rules(PARKER), Rng(1)
    state = State(compiled)
    state.deal(deck_order(compiled, 1, deal), deal % 2)
    while state.phase != Phase.OVER:
        state.apply(decide(policies[state.seat], state, choices))
        yield state


@pytest.mark.compiled_only
def test_the_more_an_extension_pays_the_more_it_gains() -> None:
    nothing, much = (PARKER.replace(extension_points=points) for points in (0, 1000))
    poor, rich = (found_by(partial(trip.examine_extension, rules), 150) for rules in (nothing, much))
    assert poor["all"].count == rich["all"].count
    assert figure(rich, "all").mean > figure(poor, "all").mean + 300


@pytest.mark.compiled_only
def test_the_signs_for_an_extension_are_signs() -> None:
    found = found_by(partial(trip.examine_extension, PARKER), 400)
    few, many = (figure(found, ("signs", number)) for number in (1, 3))
    assert differ(few, many)
    assert few.mean < many.mean


@pytest.mark.compiled_only
def test_a_coup_fourre_is_worth_its_bonus_more() -> None:
    """The players look at no points, so both are the same play, counted otherwise; a pass may be a coup later."""
    unpaid = PARKER.replace(coup_fourre_points=0)
    paid, free = (figure(found_by(partial(coup_fourre.examine_calls, rules), 150), "all") for rules in (PARKER, unpaid))
    assert is_gain(paid)
    assert 200 < paid.mean - free.mean <= 300


@pytest.mark.compiled_only
def test_without_a_bonus_there_is_less_to_hold_the_right_of_way_for() -> None:
    unpaid = PARKER.replace(coup_fourre_points=0)
    free = coup_fourre._SITUATIONS.index("driving freely")
    paid_gain, unpaid_gain = (
        figure(found_by(partial(coup_fourre.examine_right_of_way, rules), 200), (free,)) for rules in (PARKER, unpaid)
    )
    assert is_loss(paid_gain)
    assert unpaid_gain.mean > paid_gain.mean


@pytest.mark.compiled_only
def test_a_race_is_a_game_of_one_deal_and_the_better_side_wins_more() -> None:
    race = edition("asmodee").rules(2)
    found = found_by(partial(edition_comparison.examine, race), 60)
    assert found.estimate("deals") == Estimate(1.0, 0.0)
    assert found["games won"] == found["deals won"]
    games = found_by(partial(edition_comparison.examine, PARKER), 60)
    deal, game = (games.estimate(key, 12) for key in ("deals won", "games won"))
    assert deal is not None
    assert game is not None
    assert 0.5 < deal.mean < game.mean


@pytest.mark.compiled_only
def test_length_and_score_are_those_of_the_deals() -> None:
    found = found_by(partial(edition_comparison.examine, edition("asmodee").rules(2)), 25)
    compiled, policy = compile_rules(edition("asmodee").rules(2)), tuned_policy(edition("asmodee").rules(2))
    rows = [play_deals(compiled, [policy], 1, 1, 100 * number, lanes=True) for number in range(25)]
    turns = found.estimate("turns")
    assert turns is not None
    assert turns.mean == mean(row[3] for row in rows)


@pytest.mark.compiled_only
def test_a_long_lead_wins_more_often_than_a_short_one() -> None:
    answer = small_answer("comebacks", deals=200)
    short, *_, long = answer.tables[1].rows[0].figures
    assert short is not None
    assert long is not None
    assert differ(short, long)
    assert 0 < short.mean < long.mean < 1


# -- words ---------------------------------------------------------------------------------------------------------


def test_figures_are_written_with_their_margins() -> None:
    assert format_figure(Estimate(84.4, 9.6), "gain") == "+84 ± 10"
    assert format_figure(Estimate(-1084.4, 9.6), "gain") == f"{MINUS}1,084 ± 10"
    assert format_figure(Estimate(0.523, 0.004), "share") == "52.3 ± 0.4 %"
    assert format_figure(Estimate(-0.02, 0.004), "change") == f"{MINUS}2.0 ± 0.4 %"
    assert format_figure(Estimate(57.14, 1.2), "number") == "57.1 ± 1.2"
    assert format_figure(Estimate(104.284, 0.03), "number") == "104.28 ± 0.03"
    assert format_figure(Estimate(300, 0.0), "points") == "300"
    assert format_figure(None, "gain") == "too few to say"


def test_a_difference_is_one_only_where_the_interval_leaves_out_nothing() -> None:
    assert is_gain(Estimate(10, 9))
    assert not is_gain(Estimate(10, 10))
    assert is_loss(Estimate(-10, 9))
    assert not is_loss(Estimate(-10, 11))
    assert not is_gain(None)
    assert not is_loss(None)
    assert differ(Estimate(10, 3), Estimate(4, 4))
    assert not differ(Estimate(10, 3), Estimate(5, 4))


def test_the_names_of_forms_and_the_order_of_figures() -> None:
    short, house = form_name(edition("dujardin").rules(8, short=True)), form_name(PARKER.replace(hand_size=5))
    assert (str(short), str(house)) == ("dujardin, 8 in pairs, short", "parker-1962, 2 players*")
    french = Translator("fr")
    assert french.translate(short) == "dujardin, 8 par équipes de deux, trajet court"
    assert french.translate(house) == "parker-1962, 2 joueurs*"
    low, high = Estimate(1, 1), Estimate(2, 1)
    assert ranking([("low", low), ("none", None), ("high", high)]) == [("high", high), ("low", low)]


def test_the_words_about_being_first_follow_the_figures() -> None:
    rows = tuple(
        AnswerRow(name, (Estimate(points, 5), Estimate(0.01, 0.002), None))
        for name, points in (("one", 9), ("two", 20), ("three", 3), ("four", -8))
    )
    told = win_chances._starts_sentences([(row.label, row.figures[0]) for row in rows], rows)
    said = [str(sentence) for sentence in told]
    assert said[0].startswith("Being first pays in 2 of 4 forms. The largest figure is that of two: +20 ± 5 points")
    assert said[1] == f"It costs in 1 of 4 forms, such as four: {MINUS}8 ± 5 points a deal."
    assert said[2] == "In 1 of 4 forms no difference could be shown within ± 5 points."


def test_the_words_about_the_right_of_way_follow_the_figures() -> None:
    row = AnswerRow("form", (Estimate(50, 9), Estimate(-50, 9), Estimate(5, 9), None, Estimate(-5, 1)))
    assert str(coup_fourre._right_of_way_sentence(row)) == (
        "form: lay it when standing without a Roll (+50 ± 9); "
        f"hold it when standing with a Roll in hand ({MINUS}50 ± 9) and driving freely ({MINUS}5.0 ± 1.0); "
        "no difference could be shown when stopped by another hazard (+5 ± 9) and under a Speed Limit (too few to say)."
    )


# -- pictures and the page -----------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_can_be_drawn(name: str, tmp_path: Path) -> None:

    answer = small_answer(name)
    plot_answer(answer, tmp_path / "answer.svg")
    text = (tmp_path / "answer.svg").read_text(encoding="utf-8")
    assert answer.question.asks in text
    assert "95 % intervals" in text
    for panel in answer.panels:
        assert str(panel.axis if isinstance(panel, DotPlot) else panel.along) in text


def test_the_same_answer_is_the_same_picture(tmp_path: Path) -> None:

    figures = ((0.0, Estimate(1, 1)), (1.0, None), (2.0, Estimate(3, 1)))
    line = LinePlot("A line", "along", "up", "gain", (("it", figures),))
    answer = Answer(QUESTIONS["safeties"], (PARKER,), 40, 7, ("It is so.",), (), (line,))
    plot_answer(answer, tmp_path / "one.svg")
    plot_answer(answer, tmp_path / "other.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


def test_the_page_tells_an_answer() -> None:
    asked = QUESTIONS["safeties"]
    row = AnswerRow("parker-1962, 2 players", (Estimate(439, 17), None))
    table = FigureTable("A table", "form", (AnswerColumn("one", "gain"), AnswerColumn("two", "share")), (row,))
    page = page_of([Answer(asked, (PARKER,), 40, 7, ("It is so.",), (table,), ())])
    assert page.startswith("# The laboratory\n")
    assert "## What is each safety worth?\n" in page
    assert "\n- It is so.\n" in page
    assert "![What is each safety worth?](laboratory/safeties.svg)" in page
    assert "| form | one | two |\n| --- | --: | --: |\n| parker-1962, 2 players | +439 ± 17 | – |\n" in page
    assert "$ bornes lab safeties --deals 40 --seed 7\n" in page


def test_the_page_in_the_docs_answers_every_question_with_a_picture() -> None:
    page = (DOCS / "laboratory.md").read_text(encoding="utf-8")
    headings = [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]
    assert headings == [each.asks for each in QUESTIONS.values()]
    for name, each in QUESTIONS.items():
        assert (DOCS / "laboratory" / f"{name}.svg").exists()
        assert each.method in page
        assert each.debate in page
        assert f"$ bornes lab {name} --deals {each.deals} --seed 1962\n" in page


def test_however_many_deals_are_asked_for_the_memory_does_not_grow_with_them() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    tracemalloc.start()
    try:
        with pytest.raises(Enough):
            Sample(MAX_DEALS, 7, 1, stop).summarize([lambda seed, deal, observations: None])
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    with pytest.raises(ValueError, match="deals must be from 1 to"):
        Sample(MAX_DEALS + 1, 7)
