"""A table on a network that fails: woken again and again, with parts that do not come, and links that are cut short."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from tests.support.browsers import Screens
from tests.support.page_players import LaidTable, MousePlayer, at_seats, by_script, lay_table
from tests.support.servers import ServerProcess
from tests.support.stage import record_deal
from tests.support.web import Web
from tests.web.conftest import RunInNode
from tests.web.test_play import DEAL, DRAW, HANDS, TWO

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
        const names = ["offline", "online"];
        for (let times = 0; times < 5; times += 1) for (const name of names) dispatchEvent(new Event(name));
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
        here: list[int] = socket.hear()["connected_seats"]
        return here


# -- parts that do not come --------------------------------------------------------------------------------------------


def fail_once(page: Page, pattern: str) -> None:
    """Let the first request for something fail."""
    page.route(pattern, lambda route: route.abort("connectionfailed"), times=1)


def open_failing(screens: Screens, path: str, pattern: str) -> Page:
    """Open a path in a page that does not get something at first."""
    screens.watch.allow("ERR_CONNECTION_FAILED|Failed to fetch")
    page = screens.open("about:blank")
    fail_once(page, pattern)
    page.goto(f"{screens.address}{path}")
    return page


def test_the_words_of_an_edition_that_do_not_come(screens: Screens, server: ServerProcess) -> None:
    page = open_failing(screens, lay(server).seat(0), "**/api/editions/**")
    expect(page.locator(".outage")).to_contain_text("A part of the page is missing")
    MousePlayer(page).make("roll")
    expect(page.locator(".outage")).to_be_hidden()


def test_a_waiting_room_that_does_not_come(screens: Screens, web: Web) -> None:
    link = web.open_table()["link"].removeprefix(screens.address)
    page = open_failing(screens, link, "**/js/screens/waiting_room.js")
    expect(page.locator(".outage")).to_contain_text("A part of the page is missing")
    expect(page.locator(".room")).to_be_visible()
    expect(page.locator(".outage")).to_be_hidden()


@pytest.mark.parametrize("part", ["screens/between_deals.js", "components/race_chart.js"])
def test_a_score_sheet_that_does_not_come(screens: Screens, server: ServerProcess, part: str) -> None:
    page = open_failing(screens, lay(server, DEAL).seat(0), f"**/js/{part}")
    expect(page.locator(".outage")).to_contain_text("A part of the page is missing")
    expect(page.locator(".between-title")).to_have_text("Deal 1 is over")
    expect(page.locator(".outage")).to_be_hidden()


def test_what_is_missing_is_fetched_as_soon_as_the_table_is_there_again(
    screens: Screens, server: ServerProcess
) -> None:
    screens.watch.allow("ERR_CONNECTION_FAILED|Failed to fetch")
    page = screens.open("about:blank")
    page.add_init_script("Math.random = () => 1000")  # by itself it would be tried again in an hour
    page.route("**/api/editions/**", lambda route: route.abort("connectionfailed"))
    page.goto(f"{screens.address}{lay(server).seat(0)}")
    expect(page.locator(".outage")).to_contain_text("A part of the page is missing")
    page.unroute_all()
    page.evaluate("() => { for (const name of ['offline', 'online']) dispatchEvent(new Event(name)); }")
    page.locator(".held").first.wait_for()
    expect(page.locator(".outage")).to_be_hidden()


def test_a_page_of_another_version_offers_to_be_loaded_anew(screens: Screens, server: ServerProcess) -> None:
    """As when the server is renewed in the middle of a deal: what was not fetched before is not there any more."""
    screens.watch.allow("404|Failed to fetch")
    page = screens.open("about:blank")

    def renew(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "bornes-page": "another"})

    page.route("**/healthz", renew)
    page.route("**/js/screens/between_deals.js", lambda route: route.fulfill(status=404))
    page.goto(f"{screens.address}{lay(server, DEAL).seat(0)}")
    expect(page.locator(".renewed")).to_contain_text("Bornes was renewed meanwhile")
    expect(page.locator(".outage")).to_be_hidden()
    page.unroute_all()
    page.locator(".renewed .go").click()
    expect(page.locator(".between-title")).to_have_text("Deal 1 is over")


FETCHED = "(part) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(`/${part}`))"


def test_what_comes_after_a_deal_is_fetched_while_it_is_played(screens: Screens, server: ServerProcess) -> None:
    screens.watch.allow("ERR_CONNECTION_FAILED")
    page = screens.open("about:blank")
    with page.expect_response("**/js/screens/between_deals.js"):
        page.goto(f"{screens.address}{lay(server, DEAL.removesuffix(' finish')).seat(0)}")
        page.locator(".table.asked").wait_for()
        assert not page.evaluate(f"() => ({FETCHED})('between_deals.js')")
    page.wait_for_function(
        f"() => ['podium.js', 'fairness_proof.js', 'score_sheet.js', 'score_sheet.css'].every({FETCHED})"
    )
    page.route("**/web/**", lambda route: route.abort("connectionfailed"))  # nothing more is needed
    MousePlayer(page).make("finish")
    expect(page.locator(".between-title")).to_have_text("Deal 1 is over")


# -- the log -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def join(node: RunInNode) -> Callable[..., dict[str, object]]:
    """Fold news around an answer with the moves so far, and return the log."""
    script = """
        import { TableState } from "./js/table/table_state.js";
        const picture = new TableState();
        for (const step of data) {
            if (step.moves) picture.recall(step.moves, step.number);
            else picture.take(step);
        }
        answer({ log: picture.log.map(({ text }) => text), unread: picture.unread });
    """
    return lambda steps: node(script, steps)


def news(number: int, text: str) -> dict[str, object]:
    event = {"event": "PlayerTimedOut", "seat": 0, "text": text}
    return {"type": "update", "viewer": 0, "number": number, "at": 0, "events": [event]}


def told(number: int, *texts: str) -> dict[str, object]:
    return {"number": number, "moves": [{"event": "PlayerTimedOut", "seat": 0, "text": text} for text in texts]}


def test_what_is_read_of_a_deal_is_joined_with_the_news(join: Callable[..., dict[str, object]]) -> None:
    state, _ = record_deal(TWO)
    first = int(state["number"])
    one, two, three = (news(first + at + 1, text) for at, text in enumerate("abc"))
    for steps in (
        [state, told(first, "…"), one, two, three],
        [state, one, told(first + 1, "…", "a"), two, three],
        [state, one, two, told(first + 1, "…", "a"), three],  # it was long on its way
        [state, one, told(first + 2, "…", "a", "b"), two, three],  # and here it overtook
    ):
        assert join(steps) == {"log": ["…", "a", "b", "c"], "unread": False}
    assert join([state, one])["unread"]
    assert join([state, told(first, "…"), state]) == {"log": ["…"], "unread": False}
    assert join([state, told(first, "…"), {**state, "number": first + 3}])["unread"]


@pytest.mark.parametrize("early", [True, False], ids=["answered before", "answered after"])
def test_a_log_that_comes_after_the_next_moves(screens: Screens, server: ServerProcess, web: Web, early: bool) -> None:
    table = lay(server)
    page = screens.open("about:blank")
    held: list[tuple[Route, APIResponse | None]] = []
    page.route("**/moves", lambda route: held.append((route, route.fetch() if early else None)))
    page.goto(f"{screens.address}{table.seat(0)}")
    ann, log = MousePlayer(page), page.locator(".log li")
    with at_seats(web, table, {1: by_script("roll")}):
        ann.make("roll")
        ann.make("200")
    assert len(log.all_text_contents()) < len(lines_told(web, table))
    [(route, answer)] = held
    route.fulfill(response=answer) if answer else route.continue_()
    expect(log).to_have_text(lines_told(web, table))


def lines_told(web: Web, table: LaidTable) -> list[str]:
    """Return what the log beside a table ought to say to the first player."""
    answer = web.get(f"/api/tables/{table.id}/moves", secret=table.secrets[0]).values
    told = [move for move in answer["events"] if move["event"] not in ("Dealt", "TurnBegan")]
    return [move["text"] for move in told if move["event"] != "Drew" or move["seat"] == 0][-16:]


# -- what a browser keeps ----------------------------------------------------------------------------------------------


def test_a_link_that_was_cut_short(screens: Screens, server: ServerProcess) -> None:
    table = lay(server)
    page = screens.open(f"/t/{table.id}#seat={table.secrets[0][:6]}", language="fr")
    panel = page.locator(".state-panel")
    expect(panel).to_have_attribute("data-state", "not-allowed")
    expect(panel).to_contain_text("Redemandez le lien")
    page.goto(table.seat(0))
    MousePlayer(page).see_cards()
    page.goto("/")
    page.goto(f"/t/{table.id}#seat={table.secrets[0][:6]}")  # and who has the seat already has it still
    expect(page.locator("#told")).to_contain_text("Voici votre propre place")
    MousePlayer(page).see_cards()


@pytest.mark.parametrize("word", ["join=%00%ff", "watch=%00%ff", "join=%E2%9D%A4", "watch=a%0Ab"])
def test_a_link_that_was_damaged(screens: Screens, server: ServerProcess, word: str) -> None:
    """What no header can hold never reaches the server, and it is not the server's fault."""
    page = screens.open(f"/t/{lay(server).id}#{word}")
    expect(page.locator(".state-panel")).to_contain_text("That link is damaged")


@pytest.mark.parametrize(("error", "state"), [("protocol-mismatch", "old-page"), ("bad-request", "not-allowed")])
def test_only_another_protocol_is_an_old_page(screens: Screens, server: ServerProcess, error: str, state: str) -> None:
    page = screens.open("about:blank")

    def refuse(socket: WebSocketRoute) -> None:
        def hear(_: str | bytes) -> None:
            socket.send(json.dumps({"type": "error", "error": error, "text": "not a hello: Expected `str`"}))
            socket.close(code=4400)

        socket.on_message(hear)

    page.route_web_socket("**/socket", refuse)
    page.goto(f"{screens.address}{lay(server).seat(0)}")
    expect(page.locator(".state-panel")).to_have_attribute("data-state", state)
    expect(page.locator(".state-panel")).not_to_contain_text("Expected")


def test_a_page_whose_seat_was_opened_elsewhere_comes_back_only_when_asked(
    screens: Screens, server: ServerProcess
) -> None:
    table = lay(server)
    page = screens.open(table.seat(0))
    MousePlayer(page).see_cards()
    came: list[str] = []
    page.on("websocket", lambda socket: came.append(socket.url))
    with ExitStack() as tabs:
        for _ in range(4):
            socket = tabs.enter_context(Web(server.address).socket(f"/api/tables/{table.id}/socket"))
            socket.say({"command": "Hello", "secret": table.secrets[0]})
            assert socket.hear()["type"] == "welcome"
        expect(page.locator(".state-panel")).to_have_attribute("data-state", "elsewhere")
        page.evaluate("dispatchEvent(new Event('online'))")
        assert not came
        page.get_by_role("button", name="Continue here").click()
        MousePlayer(page).see_cards()


def test_a_page_that_was_held_up_before_its_hello_comes_back(screens: Screens, server: ServerProcess) -> None:
    page = screens.open("about:blank")
    refused: list[str] = []

    def refuse_once(socket: WebSocketRoute) -> None:
        if refused:
            socket.connect_to_server()
            return
        refused.append("")
        socket.send(json.dumps({"type": "error", "error": "no-hello", "text": "Nothing was heard."}))
        socket.close(code=4400)

    page.route_web_socket("**/socket", refuse_once)
    page.goto(f"{screens.address}{lay(server).seat(0)}")
    MousePlayer(page).see_cards()


@pytest.mark.parametrize("notes", ['{"deals":null}', '{"deals":{"1/1":null}}', "[]", "null", "7", "{"])
def test_notes_of_a_shuffle_that_are_none(screens: Screens, server: ServerProcess, notes: str) -> None:
    table = lay(server)
    page = screens.open("/")
    page.evaluate(f"notes => sessionStorage.setItem('bornes.observations3.{table.id}', notes)", notes)
    page.goto(table.seat(0))
    MousePlayer(page).make("roll")


FORBID_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
});"""


def test_a_reload_leads_back_to_the_seat_where_nothing_may_be_stored(screens: Screens, server: ServerProcess) -> None:
    table = lay(server)
    page = screens.open("about:blank")
    page.add_init_script(FORBID_STORAGE)
    page.goto(f"{screens.address}{table.seat(0)}")
    ann = MousePlayer(page)
    ann.see_cards()
    page.reload()
    ann.see_cards()
    ann.choose("200")  # stands in the history twice from now on
    page.reload()
    ann.make("roll")
    assert table.secrets[0] not in page.url


# -- what follows the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("watched", [True, False])
def test_hints_are_offered_where_the_server_gives_them(screens: Screens, web: Web, watched: bool) -> None:
    seated = web.open_table(seats=["me", "sunday-driver"], spectators=watched)
    page = screens.open(seated["link"].removeprefix(screens.address))
    page.locator(".held").first.wait_for()  # the deal begins by itself in any case
    for tool in (".tool-hint", ".tool-undo"):
        expect(page.locator(tool)).to_be_visible(visible=not watched)


def test_a_score_sheet_that_lies_open_is_written_on(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay(server, DEAL.removesuffix(" finish"))
    page = screens.open(table.seat(1))
    page.locator(".tool-sheet").click()
    sheet = page.locator("dialog.sheet-dialog")
    expect(sheet.locator(".deal-leaf")).to_be_visible()
    expect(sheet.locator('[aria-label="700"]')).to_have_count(0)
    with at_seats(web, table, {0: by_script("finish")}):
        expect(sheet.locator('[aria-label="700"]').first).to_be_visible()


def test_a_long_message_stays_as_long_as_it_takes_to_read(screens: Screens, server: ServerProcess) -> None:
    page = screens.open("about:blank")
    page.clock.install()
    page.goto(f"{screens.address}{lay(server).seat(0)}")
    page.locator(".tool-menu").click()
    page.get_by_role("button", name="Warn me about slips again").click()
    expect(page.locator("#told")).to_contain_text("You will be asked again before a slip that hurts.")
    page.clock.run_for(6100)
    expect(page.locator("#told")).to_be_visible()
    page.clock.run_for(2000)
    expect(page.locator("#told")).to_be_hidden()
