"""A table on a network that fails: woken again and again, with parts that do not come, and links that are cut short."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browsers import Screens
from tests.support.page_players import LaidTable, MousePlayer, lay_table
from tests.support.servers import ServerProcess
from tests.support.web import Web
from tests.web.test_play import DRAW, HANDS, TWO

COUNT_SOCKETS = """() => {
    window.sockets = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real { constructor(...all) { super(...all); window.sockets.push(this); } };
}"""
OPEN_SOCKETS = "() => sockets.filter(({ readyState }) => readyState <= WebSocket.OPEN).length"
WAKE_OFTEN = """() => {
    dispatchEvent(new Event("offline"));
    for (let times = 0; times < 5; times += 1) {
        for (const name of ["pageshow", "online"]) dispatchEvent(new Event(name));
        document.dispatchEvent(new Event("visibilitychange"));
        document.querySelector(".outage button").click();
    }
}"""


def lay(server: ServerProcess, moves: str = "") -> LaidTable:
    return lay_table(server.database, TWO, HANDS, draw=DRAW, moves=moves.split())


# -- waking up -------------------------------------------------------------------------------------------------------


def open_counted(screens: Screens, table: LaidTable) -> Page:
    """Open the first seat of a table, in a page that knows its sockets."""
    page = screens.open("about:blank")
    page.add_init_script(f"({COUNT_SOCKETS})()")
    page.goto(f"{screens.address}{table.seat(0)}")
    page.locator(".table.asked").wait_for()
    return page


def test_a_page_that_is_woken_often_has_one_socket(screens: Screens, server: ServerProcess) -> None:
    page = open_counted(screens, lay(server))
    page.evaluate(WAKE_OFTEN)
    expect(page.locator(".outage")).to_be_hidden()
    page.wait_for_function(f"() => ({OPEN_SOCKETS})() === 1")
    assert page.evaluate("() => sockets.length") == 2
    MousePlayer(page).make("roll")


def test_a_socket_that_is_on_its_way_is_closed_by_the_next_one(screens: Screens, server: ServerProcess) -> None:
    page = open_counted(screens, lay(server))
    page.evaluate("""() => {
        for (let times = 0; times < 5; times += 1) for (const name of ["offline", "online"]) dispatchEvent(new Event(name));
    }""")
    expect(page.locator(".outage")).to_be_hidden()
    assert page.evaluate("() => sockets.length") == 6
    page.wait_for_function(f"() => ({OPEN_SOCKETS})() === 1")


def test_who_left_the_table_is_away_for_the_others(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server)
    page = open_counted(screens, table)
    page.evaluate(WAKE_OFTEN)
    expect(page.locator(".outage")).to_be_hidden()
    assert seats_here(web, table) == [0, 1]
    page.locator(".bar .home").click()
    page.locator("dialog.asking .go").click()
    expect(page.locator("#code")).to_be_visible()
    while seats_here(web, table) != [1]:
        page.wait_for_timeout(20)


def seats_here(web: Web, table: LaidTable) -> list[int]:
    """Return whom the second player sees at the table."""
    hello = {"protocol": 1, "secret": table.secrets[1], "language": "en"}
    with web.socket(f"/api/tables/{table.id}/socket", hello) as socket:
        here: list[int] = socket.hear()["here"]
        return here
