"""Links to seats: none takes a seat away, a freed seat is taken back, and the host removes a stranger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsers import DESKTOP, PHONE, Screens
from tests.support.web import Values, Web

KEPT = """() => JSON.parse(localStorage.getItem("bornes.seats")).map(({ secret }) => secret)"""


def two_seats(web: Web) -> tuple[Values, Values]:
    """Open a table for three, where Ann and Bob sit."""
    ann = web.open_table(players=3)
    return ann, web.post("/api/join", {"code": ann["invitation"]["code"], "name": "Bob"}).values


def link(seated: Values) -> str:
    return f"/t/{seated['table']}#seat={seated['secret']}"


@pytest.mark.parametrize(("size", "language"), [(PHONE, "en"), (DESKTOP, "fr")])
def test_the_link_of_a_co_player_takes_no_seat_away(
    screens: Screens, web: Web, size: tuple[int, int], language: str
) -> None:
    ann, bob = two_seats(web)
    page = screens.open(link(bob), size, language=language)
    page.locator(".around").wait_for()
    page.goto(link(ann))
    panel = page.locator(".state-panel[data-state='other-seat']")
    expect(panel).to_contain_text("Ann")
    expect(panel).to_contain_text("Bob")
    assert page.evaluate(KEPT) == [bob["secret"]]
    panel.locator("button").first.click()  # stay
    page.locator(".around").wait_for()
    assert own_secret(page) == bob["secret"]
    assert page.evaluate(KEPT) == [bob["secret"]]

    page.goto(link(ann))
    panel.locator("button").last.click()  # open it in this tab
    page.locator(".around").wait_for()
    assert own_secret(page) == ann["secret"]
    page.reload()
    page.locator(".around").wait_for()
    assert own_secret(page) == ann["secret"], "this tab plays from the other seat, also after a reload"
    assert sorted(page.evaluate(KEPT)) == sorted([ann["secret"], bob["secret"]])
    other_tab = page.context.new_page()
    other_tab.goto(f"{screens.address}/t/{bob['table']}")
    other_tab.locator(".around").wait_for()
    assert own_secret(other_tab) == bob["secret"], "and every other tab from one's own"
    other_tab.goto(screens.address)
    expect(other_tab.locator(".resume")).to_have_count(2)
    other_tab.locator(".resume a").first.click()
    other_tab.locator(".around").wait_for()


def own_secret(page: Page) -> str:
    """Return which seat the page of a tab plays from."""
    secret: str = page.evaluate("""() => {
        const table = location.pathname.split("/")[2];
        const seats = JSON.parse(localStorage.getItem("bornes.seats")).filter((one) => one.table === table);
        const chosen = sessionStorage.getItem(`bornes.seat ${table}`);
        return (seats.find(({ secret }) => secret === chosen) ?? seats.find(({ borrowed }) => !borrowed)).secret;
    }""")
    return secret


def test_a_link_that_somebody_is_connected_by_warns_of_the_sender(screens: Screens, web: Web) -> None:
    ann, _ = two_seats(web)
    first = screens.open(link(ann))
    first.locator(".around").wait_for()
    expect(first.locator("dialog")).to_have_count(0)
    second = screens.open(link(ann), PHONE)
    expect(second.locator("dialog.asking")).to_contain_text("The person who sent you this link can also play")
    second.locator("dialog.asking .go").click()
    second.reload()
    second.locator(".around").wait_for()
    expect(second.locator("dialog")).to_have_count(0)


def test_a_seat_that_was_given_up_is_taken_back_by_its_link(screens: Screens, web: Web) -> None:
    screens.watch.allow("40[39]")
    ann, bob = two_seats(web)
    page = screens.open(link(bob), PHONE)
    page.locator(".around").wait_for()
    web.command(bob["table"], bob["secret"], "GiveUpSeat")
    panel = page.locator(".state-panel")
    expect(panel).to_contain_text("You can take it back")
    page.goto(link(bob))
    panel.locator("button").first.click()
    page.locator(".around").wait_for()
    seat = web.get(f"/api/tables/{bob['table']}/seat", secret=bob["secret"]).values
    assert seat["seat"] == bob["seat"]
    assert ann["seat"] != bob["seat"]


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (DESKTOP, "en")])
def test_the_host_removes_a_stranger_and_closes_the_table(
    screens: Screens, web: Web, size: tuple[int, int], language: str
) -> None:
    screens.watch.allow("40[39]")
    ann, bob = two_seats(web)
    hers = screens.open(link(ann), size, language=language)
    his = screens.open(link(bob), size, language=language)
    for page in (hers, his):
        page.locator(".around").wait_for()
    hers.locator(".around button", has_text="Bob").click()
    hers.locator("dialog button", has_text="Bob").last.click()
    sheet = hers.locator("dialog.sheet-up")
    expect(sheet.locator(".sheet-lines button")).to_have_count(3)
    sheet.locator(".sheet-lines button").nth(1).click()
    expect(his.locator(".state-panel[data-state='seat-lost']")).to_be_visible()
    expect(hers.locator(".around")).not_to_contain_text("Bob")
    refused = web.post("/api/join", {"code": ann["invitation"]["code"], "name": "Bob"}).values
    assert refused["error"] in ("code-not-found", "ClosedToNewPlayers")
    back = {"table": bob["table"], "secret": bob["secret"], "reclaim": True}
    assert web.post("/api/join", back).values["error"] == "not-authorized"
