"""What one can do at a table besides playing cards: take back, say something, invite, run it, give the seat up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsers import DESKTOP, PHONE, Screens
from tests.support.page_players import MousePlayer, lay_table
from tests.support.servers import ServerProcess
from tests.support.web import Web
from tests.web.test_play import DRAW, HANDS, TWO


def press(page: Page, text: str) -> None:
    """Press an entry of the table's menu."""
    page.locator(".tool-menu").click()
    page.locator("dialog.table-menu button", has_text=text).click()


def entries(page: Page) -> list[str]:
    """Return what the menu offers."""
    page.locator(".tool-menu").click()
    found = page.locator("dialog.table-menu .menu-list button").all_inner_texts()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    return found


def test_who_plays_alone_takes_a_move_back(screens: Screens) -> None:
    ann = screens.player()
    ann.play_now()
    assert ann.wait_until_asked()
    hand = sorted(ann.hand)
    for by_key in (True, False):
        ann.play_something()
        if by_key:
            ann.page.keyboard.press("KeyU")
        else:
            ann.page.locator(".tool-undo").click()
        ann.page.wait_for_function(
            "hand => [...document.querySelectorAll('.held')].map((one) => one.dataset.kind).sort().join() === hand",
            arg=",".join(hand),
        )
        assert ann.wait_until_asked()


def test_two_say_something_to_each_other_in_their_own_languages(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    ann, zoe = screens.open(table.seat(0)), screens.open(table.seat(1), language="fr")
    for page in (ann, zoe):
        page.locator(".held").first.wait_for()
    ann.locator(".tool-menu").click()
    ann.locator("dialog.table-menu .phrase", has_text="Well played!").click()
    expect(zoe.locator("#told")).to_have_text(re.compile("^Ann\u202f: Bien joué"))
    expect(ann.locator("#told")).to_have_text(re.compile("Well played!"))


def test_whoever_opened_the_table_runs_it_and_hands_it_on(screens: Screens, web: Web) -> None:
    seated = web.open_table(players=2, name="Ann", pace="patient")
    joined = web.post("/api/join", {"code": seated["invitation"]["code"], "name": "Bob"}).values
    ann, bob = (screens.open(one["link"].removeprefix(screens.address)) for one in (seated, joined))
    for page in (ann, bob):
        page.locator(".off .go").click()
    for page in (ann, bob):
        page.locator(".held").first.wait_for()
    assert "Close the table to newcomers" in entries(ann)
    assert "Close the table to newcomers" not in entries(bob)

    press(ann, "Let nobody look on")
    screens.watch.allow("403|404|WebSocket")
    watch = seated["invitation"]["watch"].removeprefix(screens.address)
    expect(screens.open(watch)).not_to_have_title(re.compile("turn|to play"))
    assert web.get(f"/api/tables/{seated['table']}", secret=seated["secret"]).values["spectators"] is False

    press(ann, "Let Bob run the table")
    expect(bob.locator(".log")).to_contain_text("You run the table now.")
    assert "Close the table to newcomers" in entries(bob)
    press(bob, "Close the table to newcomers")
    expect(ann.locator(".log")).to_contain_text("Nobody else may sit down.")


def test_friends_are_invited_in_the_middle_of_a_game(screens: Screens, web: Web) -> None:
    seated = web.open_table(players=2, seats=["me", "sunday-driver"], name="Ann", pace={"bots": 0})
    ann = screens.player(seated["link"].removeprefix(screens.address))
    ann.see_cards()
    press(ann.page, "Invite friends")
    links = ann.page.locator("dialog.inviting input")
    expect(links).to_have_count(2)
    assert "#join=" in links.nth(0).input_value()
    assert "#watch=" in links.nth(1).input_value()
    looker = screens.open(links.nth(1).input_value().removeprefix(screens.address))
    expect(looker.locator(".side")).to_contain_text("You are looking on")


def test_everybody_sees_who_is_away(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    ann, bob = screens.open(table.seat(0)), screens.open(table.seat(1))
    for page in (ann, bob):
        page.locator(".held").first.wait_for()
    name = ann.locator(".others .names span")
    expect(name).not_to_have_class(re.compile("away"))
    bob.close()
    expect(name).to_have_attribute("data-away", "away")


def test_a_seat_is_given_up_and_a_bot_drives_on(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    ann, bob = screens.open(table.seat(0)), screens.open(table.seat(1))
    for page in (ann, bob):
        page.locator(".held").first.wait_for()
    press(ann, "Give my seat up")
    asking = ann.locator("dialog.asking")
    expect(asking).to_contain_text("Someone else can take the seat")
    asking.locator(".go").click()
    expect(ann.locator("#code")).to_be_visible()
    bob.locator(".table.asked").wait_for()  # a bot has played for the free seat
    screens.watch.allow("403|404|WebSocket")
    expect(screens.open(table.seat(0)).locator(".held")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (DESKTOP, "en")])
def test_a_seat_that_was_given_up_is_taken_back_on_the_first_page_while_it_is_free(
    screens: Screens, server: ServerProcess, web: Web, size: tuple[int, int], language: str
) -> None:
    screens.watch.allow("403")
    give_up, free = {"en": ("Give my seat up", "still free"), "fr": ("Céder ma place", "encore libre")}[language]
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    page = screens.open(table.seat(0), size, language=language)
    for _ in range(2):
        page.locator(".held").first.wait_for()
        press(page, give_up)
        page.locator("dialog.asking .go").click()
        expect(page.locator(".resume .standing")).to_contain_text(free)
        page.reload()
        page.locator(".resume button.way-back").click()
        page.locator(".held").first.wait_for()
    press(page, give_up)
    page.locator("dialog.asking .go").click()
    page.locator(".resume button.way-back").wait_for()
    web.ask("DELETE", f"/api/tables/{table.id}/seat", secret=table.secrets[0])
    page.reload()
    page.locator("#code").wait_for()
    expect(page.locator(".resume")).to_have_count(0)


def test_a_slip_is_asked_about_until_one_says_not_to(screens: Screens, server: ServerProcess) -> None:
    hands = ("roll 100 100 200 200 ace",)
    for always in (False, True):
        table = lay_table(server.database, TWO, hands, draw=DRAW)
        page = screens.open(table.seat(0))
        ann = MousePlayer(page)
        page.locator(".table.asked").wait_for()
        ann.choose("ace")
        page.locator('button[data-move="-ace"]:visible').click()
        asking = page.locator("dialog.asking")
        expect(asking).to_contain_text("A safety protects you")
        if always:
            asking.locator(".never").click()
            asking.locator(".go").click()
            expect(page.locator(".held")).to_have_count(6)
            other = lay_table(server.database, TWO, hands, draw=DRAW)
            page.goto(other.seat(0))
            page.locator(".table.asked").wait_for()
            ann.make("-ace")
            expect(page.locator(".held")).to_have_count(6)
        else:
            asking.locator("button", has_text="Cancel").click()
            expect(page.locator(".held")).to_have_count(7)
