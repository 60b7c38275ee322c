"""The screens that teach: what is said once and quietly, and the rulebooks in the order of their columns."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.support.browsers import DESKTOP, PHONE, Screens
from tests.support.web import Web

CLAUSE = re.compile(r"[A-Z]\w*-\d\d")


def texts(found: Locator) -> list[str]:
    return [text.strip() for text in found.all_inner_texts()]


def test_the_teacher_says_why_a_card_cannot_be_played_without_a_number(screens: Screens) -> None:
    page = screens.open("/learn", PHONE)
    page.locator('.held[data-kind="200"]').click()
    says = page.locator(".says [role=status]")
    expect(says).to_contain_text("You cannot drive yet")
    assert not CLAUSE.search(says.inner_text())
    says.locator(".clause-mark").click()
    expect(page.locator("dialog.law-sheet")).to_contain_text("P62-33")


def test_the_coup_fourre_of_the_lesson_is_told_once(screens: Screens) -> None:
    page = screens.open("/learn", PHONE)
    page.clock.install()
    while page.locator(".says .call").count() == 0:
        page.locator(".held.playable").click()
        page.clock.run_for(20_000)
    page.locator(".says .call").click()
    moment = page.locator(".moment")
    expect(moment).to_contain_text("Driving Ace")
    sentence = moment.locator("p").last.inner_text()
    assert sentence not in page.locator(".says").inner_text()
    assert sentence in (page.locator("#heard").text_content() or "")


def test_how_to_play_has_one_quiet_way_to_the_clauses_of_a_sentence(screens: Screens) -> None:
    page = screens.open("/how-to-play", PHONE)
    leaf = page.locator(".leaf")
    expect(leaf).to_be_visible()
    assert not CLAUSE.search(leaf.inner_text())
    first = leaf.locator("section p").first
    expect(first.locator("button")).to_have_count(1)
    first.locator("button").click()
    sections = page.locator("dialog.law-sheet section")
    expect(sections).not_to_have_count(0)
    assert len(texts(sections)) > 1
    assert all(CLAUSE.match(text) for text in texts(sections))
    page.keyboard.press("Escape")
    widths = page.locator(".leaf .card").evaluate_all("all => all.map((one) => one.offsetHeight / one.offsetWidth)")
    assert all(1.35 < width < 1.45 for width in widths), "cards have the shape of cards"


def test_the_two_rulebooks_stand_above_their_columns(screens: Screens) -> None:
    page = screens.open("/rules", PHONE, language="fr")
    heads, choosers = page.locator(".ledger thead th:visible span"), page.locator(".two-of-five select")
    expect(choosers).to_have_count(2)
    for choose in (None, (0, 4), (1, 1)):  # as it comes, and whichever of the two is changed
        if choose:
            choosers.nth(choose[0]).select_option(index=choose[1])
        chosen = choosers.evaluate_all("all => all.map((one) => one.selectedOptions[0].textContent)")
        assert [" ".join(text.split()) for text in texts(heads)] == chosen


def test_the_first_page_says_what_this_is_at_every_size(screens: Screens) -> None:
    for size in (PHONE, (740, 360), (768, 1024), (1024, 768), DESKTOP):
        page = screens.open("/", size)
        expect(page.locator(".lead")).to_be_in_viewport()
        page.context.close()


def test_the_waiting_room_says_that_a_link_to_this_machine_is_good_only_here(screens: Screens, web: Web) -> None:
    path = web.open_table(players=2)["link"].removeprefix(screens.address)
    page = screens.open(path)
    expect(page.locator(".only-here")).to_contain_text("bornes serve --lan")
    # As others on a network see it: then the links lead to a name that they know, too.
    elsewhere = screens.open("/")
    elsewhere.route(
        "**/invitation",
        lambda route: route.fulfill(json={**route.fetch().json(), "join": "http://192.168.0.7:8000/t/x#join=y"}),
    )
    elsewhere.goto(path)
    expect(elsewhere.locator(".scan svg")).to_be_visible()
    expect(elsewhere.locator(".only-here")).to_be_hidden()
