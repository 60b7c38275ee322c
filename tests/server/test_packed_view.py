"""A view that has gone through a pipe is the same view."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from bornes import Deal, Phase, View
from bornes.bots import bot
from bornes.rules.editions import Edition, all_forms
from bornes.rules.rulebook import Form
from bornes.server.workers.packed_view import PackedView
from tests.support.scenes import rules_of, scene
from tests.support.walks import moments, position_of, walk

FORMS = [pytest.param(book, form, id=f"{book.name} {form}") for book, form in all_forms()]


def sent(view: View) -> View:
    """Return a view as another process gets it."""
    packed: PackedView = pickle.loads(pickle.dumps(PackedView.of(view)))
    return packed.unpacked()


def assert_same(view: View) -> None:
    twin = sent(view)
    assert twin == view
    assert [(type(event), event) for event in twin.events] == [(type(event), event) for event in view.events]
    assert repr(twin.events) == repr(view.events)  # cards are cards, and not the numbers that they equal
    assert twin.as_dict() == view.as_dict()
    assert list(twin.legal_moves) == list(view.legal_moves)


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_views_of_every_form_arrive_as_they_were(book: Edition, form: Form) -> None:
    rules = book.rules(form.players, partners=form.partners, short=form.short)
    seen: Counter[Phase] = Counter()
    for seed in range(3):
        for deal in moments(rules, Random(seed), 12):
            seen[deal.phase] += 1
            for viewer in (None, *range(rules.players)):
                assert_same(deal.view(viewer))
    assert seen


def test_so_do_deals_that_begin_in_the_middle_and_the_points_before_them() -> None:
    middle = position_of(scene(rules_of("parker-1962", 4, partners=True), hand="roll 100"))
    view = Deal.from_position(middle, totals_before=(1200, 3400)).view(0)
    assert_same(view)
    assert sent(view).totals_before == (1200, 3400)


def test_so_does_a_question_about_a_hazard() -> None:
    walks = (moments(rules_of("parker-1962", 4, partners=True), Random(seed), 1) for seed in range(40))
    asked = next(deal for walk in walks for deal in walk if deal.phase is Phase.REACT)
    assert_same(asked.view(asked.seat))
    assert sent(asked.view(asked.seat)).to_decide


def test_later_events_do_not_come_along() -> None:
    deal = next(iter(moments(rules_of("parker-1962"), Random(4), 1)))
    before = deal.view(deal.seat)
    count = len(before.events)
    deal.play(next(iter(deal.legal_moves)))
    assert len(sent(before).events) == count


def test_a_bot_samples_the_same_worlds_behind_it() -> None:
    for deal in moments(rules_of("asmodee", 4, partners=True), Random(2), 40):
        if deal.phase is not Phase.CHANCE:
            view = deal.view(deal.seat)
            chosen = {bot("champion:playouts=64", seed=5).choose(one) for one in (view.detached(), sent(view))}
            assert len(chosen) == 1


def test_a_packed_view_does_not_show_the_hand_by_its_repr() -> None:
    deal = next(iter(moments(rules_of("parker-1962"), Random(4), 1)))
    assert "events" not in repr(PackedView.of(deal.view(0)))


def test_another_process_reads_it_whatever_else_was_loaded_there() -> None:
    """Numbers stand for kinds of events: they must not depend on what a process has in its memory."""
    deal = next(iter(moments(rules_of("parker-1962", 4), Random(4), 30)))
    walk(deal, Random(5), 60)
    packed = pickle.dumps(PackedView.of(deal.view(0)))
    for before in (
        "import gc; gc.disable()",
        "import bornes.tables.runtime, bornes.review",
        "import gc; gc.set_threshold(1)",
    ):
        program = (
            f"{before}; import pickle, sys; view = pickle.load(sys.stdin.buffer).unpacked();"
            "sys.stdout.write(repr(view.events))"
        )
        done = subprocess.run([sys.executable, "-c", program], input=packed, stdout=subprocess.PIPE, check=True)
        assert done.stdout.decode() == repr(deal.view(0).events)
