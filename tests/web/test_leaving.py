"""Leaving a table: what is asked in the middle of a deal, how one comes back, and what is said when a seat is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsers import PHONE, Screens
from tests.support.page_players import LaidTable, MousePlayer, lay_table
from tests.support.servers import ServerProcess
from tests.support.web import Web
from tests.web.test_play import DRAW, HANDS, TWO

QUESTION = "dialog.asking"


def lay(server: ServerProcess) -> LaidTable:
    return lay_table(server.database, TWO, HANDS, draw=DRAW)


def command(web: Web, table: LaidTable, seat: int, name: str, **values: object) -> None:
    """Let somebody without a page ask the table for something."""
    answer = web.command(table.id, table.secrets[seat], name, **values)
    assert answer["type"] == "done" or answer.get("error") == "seat-freed", answer


def sit_down(screens: Screens, table: LaidTable, seat: int = 0) -> MousePlayer:
    """Come from the first page to a seat whose secret this browser keeps."""
    before = MousePlayer(screens.open(table.seat(seat), PHONE))
    before.see_cards()
    player = MousePlayer(before.page.context.new_page())
    before.page.close()
    player.page.goto("/privacy")
    player.page.goto("/")
    player.page.locator(f'a[href="/t/{table.id}"]').first.click()
    player.see_cards()
    return player


def go_back(page: Page) -> None:
    """Go back as a button of the browser or a gesture does, without waiting for anything."""
    page.evaluate("() => { setTimeout(() => history.back()); }")  # the page may be gone before it could answer


# -- being asked -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touched", [False, True])
def test_the_way_back_asks_once_and_a_second_one_leaves(screens: Screens, server: ServerProcess, touched: bool) -> None:
    ann = sit_down(screens, lay(server))
    if touched:  # that is when the page takes its precautions
        ann.choose("200")
    go_back(ann.page)
    expect(ann.page.locator(QUESTION)).to_contain_text("Leave the table?")
    expect(ann.page.locator(".held").first).to_be_visible()
    go_back(ann.page)
    expect(ann.page).to_have_url(f"{screens.address}/" if touched else f"{screens.address}/privacy")
    expect(ann.page.locator(QUESTION)).to_have_count(0)


def test_who_stays_plays_on_and_who_leaves_comes_back_to_the_first_page(
    screens: Screens, server: ServerProcess
) -> None:
    ann = sit_down(screens, lay(server))
    ann.choose("200")
    go_back(ann.page)
    ann.page.locator(QUESTION).get_by_role("button", name="Cancel").click()
    expect(ann.page.locator(QUESTION)).to_have_count(0)
    assert "/t/" in ann.page.url
    ann.make("roll")
    ann.page.locator(".bar .home").click()  # so soon after the first question there is no second
    expect(ann.page.locator("#code")).to_be_visible()


def test_a_link_in_the_page_asks_too(screens: Screens, server: ServerProcess) -> None:
    ann = MousePlayer(screens.open(lay(server).seat(0)))
    ann.see_cards()
    ann.page.locator(".bar .home").click()
    expect(ann.page.locator(QUESTION)).to_be_visible()
    go_back(ann.page)  # takes back what was pressed
    expect(ann.page.locator(QUESTION)).to_have_count(0)
    ann.make("roll")


def test_who_came_by_a_link_from_elsewhere_is_asked_and_can_leave(screens: Screens, server: ServerProcess) -> None:
    table = lay(server)
    page = screens.open("/privacy")  # a document of its own
    page.goto(table.seat(0))
    ann = MousePlayer(page)
    ann.see_cards()
    ann.choose("200")
    go_back(page)
    page.locator(f"{QUESTION} .go").click()
    expect(page.locator("#code")).to_be_visible()
    page.goto(table.seat(0))
    ann.see_cards()
    ann.choose("200")
    go_back(page)
    expect(page.locator(QUESTION)).to_be_visible()
    go_back(page)
    expect(page).not_to_have_url(re.compile("/t/"))


def test_a_reload_asks_nothing_and_neither_does_looking_on(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server)
    ann = sit_down(screens, table)
    ann.choose("200")
    ann.page.on("dialog", lambda dialog: dialog.accept())  # would be a question of the browser
    ann.page.reload()
    ann.see_cards()
    expect(ann.page.locator(QUESTION)).to_have_count(0)
    go_back(ann.page)  # and the way back asks as before
    expect(ann.page.locator(QUESTION)).to_be_visible()
    looks = screens.open("/")
    watch = web.get(f"/api/tables/{table.id}/invitation", secret=table.secrets[0]).values["watch"]
    looks.goto(watch.removeprefix(screens.address))
    expect(looks.locator(".side")).to_contain_text("You are looking on")
    looks.locator(".bar .home").click()
    expect(looks.locator("#code")).to_be_visible()


def test_a_place_within_the_page_is_left_without_a_word(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server)
    watch = web.get(f"/api/tables/{table.id}/invitation", secret=table.secrets[0]).values["watch"]
    looks = screens.open(watch.removeprefix(screens.address))
    expect(looks.locator(".side")).to_contain_text("You are looking on")
    ann = sit_down(screens, table)
    for page in (looks, ann.page):
        page.evaluate("() => { location.hash = 'as-text'; }")
        expect(page).to_have_url(re.compile("#as-text$"))
        go_back(page)
        expect(page).not_to_have_url(re.compile("#as-text$"))
        expect(page.locator(".table")).to_be_visible()
        expect(page.locator(QUESTION)).to_have_count(0)


# -- coming back -----------------------------------------------------------------------------------------------------


def test_who_opens_the_table_again_drives_again(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server)
    command(web, table, 0, "StepAway")
    ann = MousePlayer(screens.open(table.seat(0)))
    expect(ann.page.locator("#heard")).to_contain_text("You are back")


def test_a_link_that_is_not_good_leaves_ones_own_seat_alone(screens: Screens, server: ServerProcess) -> None:
    table = lay(server)
    screens.watch.allow("403")
    ann = MousePlayer(screens.open(table.seat(0)))
    ann.see_cards()
    hand = ann.hand
    ann.page.goto("/")
    ann.page.goto(f"/t/{table.id}#seat=not-the-secret-of-anybody")
    expect(ann.page.locator("#told")).to_contain_text("That link is not good any more. This is your own seat.")
    ann.see_cards()
    assert ann.hand == hand
    ann.page.reload()
    ann.make("roll")


def test_a_device_without_a_network_says_so_at_once_and_comes_back_by_itself(
    screens: Screens, server: ServerProcess
) -> None:
    screens.watch.allow("ERR_INTERNET_DISCONNECTED|WebSocket")
    ann = MousePlayer(screens.open(lay(server).seat(0)))
    ann.page.locator(".table.asked").wait_for()
    hand = ann.hand
    ann.page.context.set_offline(True)
    expect(ann.page.locator(".outage")).to_contain_text("The connection is lost", timeout=2000)
    assert ann.hand == hand
    ann.page.wait_for_timeout(1000)  # it tries, and does not forget the table over it
    expect(ann.page.locator(".outage")).to_be_visible()
    expect(ann.page.locator(".held").first).to_be_visible()
    ann.page.context.set_offline(False)
    expect(ann.page.locator(".outage")).to_be_hidden()
    ann.make("roll")


# -- when there is no way back -----------------------------------------------------------------------------------------


def test_a_seat_that_was_given_up_elsewhere(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server)
    ann = MousePlayer(screens.open(table.seat(0)))
    ann.see_cards()
    command(web, table, 0, "GiveUpSeat")
    expect(ann.page.locator(".state-panel h1")).to_have_text("Your seat is free")
    ann.page.locator(".state-panel a").click()  # and nothing is asked
    expect(ann.page.locator("#code")).to_be_visible()
    expect(ann.page.locator(f'a[href="/t/{table.id}"]')).to_have_count(1)  # it can still be taken back


def test_spectators_who_are_sent_away(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server)
    watch = web.get(f"/api/tables/{table.id}/invitation", secret=table.secrets[0]).values["watch"]
    page = screens.open(watch.removeprefix(screens.address))
    expect(page.locator(".side")).to_contain_text("You are looking on")
    command(web, table, 0, "SetAccess", newcomers=False, spectators=False)
    expect(page.locator(".state-panel h1")).to_have_text("The doors are closed")
    expect(page.locator(".state-panel")).to_contain_text("look on")
