"""A table is opened in the page: everything that can be chosen, the waiting room, and those who come from the list."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browsers import PHONE, Screens
from tests.support.web import Web


def choose(page: Page, name: str, value: str) -> None:
    """Choose one of several by what stands around it, as a finger does."""
    page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()


def press_line(page: Page, text: str) -> None:
    """Press a line of the sheet that has come up, and see it go."""
    page.locator("dialog.sheet-up .sheet-lines button", has_text=text).first.click()
    expect(page.locator("dialog.sheet-up")).to_have_count(0)


def table_of(page: Page) -> str:
    """Return the table that a page is at."""
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    found = re.search(r"/t/([\w-]+)", page.url)
    assert found
    return found[1]


def test_a_table_is_what_was_chosen_and_others_find_it_in_the_list(screens: Screens, web: Web) -> None:
    bob = screens.open("/", PHONE)
    ann = screens.open("/")
    ann.locator('a[href="/open"]').first.click()
    choose(ann, "edition", "asmodee")
    choose(ann, "count", "4")
    ann.locator(".form-choices .tick", has_text="in pairs").first.click()
    ann.locator(".ring .seat button").nth(2).click()
    press_line(ann, "Champion")
    ann.locator(".house-here summary").first.click()
    switch = ann.locator(".house-here input[type=checkbox]").first
    switch.click()
    choose(ann, "pace", "patient")
    choose(ann, "door", "public")
    ann.locator(".name-here input").fill("Ann")
    ann.locator("form.opening .go").click()
    expect(ann.locator("h1")).to_have_text("Your table is open")
    listing = web.get(f"/api/tables/{table_of(ann)}").values
    assert (listing["edition"], listing["players"], listing["teams"], listing["house_rule_count"]) == (
        "asmodee",
        4,
        2,
        1,
    )
    assert [seat["kind"] for seat in listing["seats"]] == ["person", "open", "bot", "open"]
    assert listing["seats"][2]["bot"] == "champion"
    expect(ann.locator(".settings-list")).to_contain_text("House rule")

    bob.get_by_label("Sit down with Ann").click()  # which stands in the list without being asked for
    bob.locator(".joining input").first.fill("Bob")
    bob.locator(".joining .go").click()
    expect(ann.locator(".ring")).to_contain_text("Bob")

    ann.locator(".off button", has_text="A bot for the free seat").click()
    press_line(ann, "Sunday driver")
    expect(ann.locator(".ring .seat.bot")).to_have_count(2)
    for page in (bob, ann):
        page.locator(".off .go").click()
    for page in (bob, ann):
        page.locator(".held").first.wait_for()
        expect(page.locator(".table")).to_have_attribute("data-teams", "2")


def test_the_waiting_room_lets_one_rename_change_places_and_get_up(screens: Screens, web: Web) -> None:
    seated = web.open_table(players=3, name="Ann")
    ann = screens.open(seated["link"].removeprefix(screens.address))
    seats = ann.locator(".ring .seat button")
    seats.nth(0).click()
    ann.locator(".renaming input").fill("Anna")
    ann.locator(".renaming .go").click()
    expect(ann.locator("dialog.sheet-up")).to_have_count(0)
    seats.nth(1).click()
    press_line(ann, "Sit here")
    expect(ann.locator(".ring .seat.me")).to_have_count(1)
    listing = web.get(f"/api/tables/{seated['table']}", secret=seated["secret"]).values
    assert [(seat["kind"], seat["name"]) for seat in listing["seats"]][:2] == [("open", "Player 1"), ("person", "Anna")]
    ann.locator(".terms-ways button", has_text="Change").click()
    ann.locator("form.running .switch", has_text="Others may come").click()
    ann.locator("form.running .go").click()
    expect(ann.locator(".settings-list")).to_contain_text("Nobody else may come")
    ann.locator(".terms-ways button", has_text="Leave the table").click()
    press_line(ann, "Give the seat up")
    expect(ann.locator("#code")).to_be_visible()
    assert ann.evaluate("() => JSON.stringify(localStorage)").count(seated["table"]) == 0


def test_a_closed_table_says_how_it_is_opened_again_and_keeps_its_clock_for_two(screens: Screens, web: Web) -> None:
    seated = web.open_table(players=2, name="Ann")
    ann = screens.open(seated["link"].removeprefix(screens.address))
    ann.locator(".terms-ways button", has_text="Change").click()
    dialog = ann.locator("dialog.sheet-up")
    expect(dialog.locator('input[value="none"]')).to_be_disabled()
    dialog.locator("label.switch", has_text="Others may come").click()
    dialog.locator(".go").click()
    expect(ann.locator("h1")).to_have_text("Your table is closed")
    expect(ann.locator(".off p")).to_contain_text("reopen the table")
    ann.locator(".terms-ways button", has_text="Change").click()
    dialog.locator("label.switch", has_text="Others may come").click()
    dialog.locator(".go").click()
    expect(ann.locator("h1")).to_have_text("Your table is open")
    expect(ann.locator(".off p")).to_contain_text("invite somebody")
