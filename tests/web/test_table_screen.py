"""A table that is reloaded, cut off and looked at twice; that fits its screen; and what comes after a deal."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from bornes.tables.entries import DealBegan, Opened
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from bornes.tables.table_state import Pace
from tests.support.browsers import DESKTOP, HALF, LAPTOP, LOW_PHONE, PHONE, Screens
from tests.support.page_players import LaidTable, MousePlayer, lay_table
from tests.support.played_tables import Values, play, wander_patiently, written_state
from tests.support.scenes import rules_of
from tests.support.servers import ServerProcess
from tests.support.stage import TABLE, Stage
from tests.support.web import Web
from tests.web.test_play import DEAL, DRAW, HANDS, TWO

BEGUN = DEAL.split()[:4]
"""Both drive, Ann has gone 200, Bob has laid a Stop: Ann may call a coup fourré."""


def lay_begun(server: ServerProcess, moves: int = 2) -> LaidTable:
    return lay_table(server.database, TWO, HANDS, draw=DRAW, moves=BEGUN[:moves])


def moves_told(web: Web, table: LaidTable, seat: int = 0) -> list[str]:
    """Return what was told of the deal, as the server has it."""
    answer = web.get(f"/api/tables/{table.id}/moves", secret=table.secrets[seat])
    return [move["text"] for move in answer.values["events"]]


def see(page: Page) -> dict[str, object]:
    """Return what a table shows."""
    seen: dict[str, object] = page.evaluate(
        """() => ({
            hand: [...document.querySelectorAll(".held")].map((one) => one.dataset.kind),
            boards: [...document.querySelectorAll(".team .km, .stock")].map((one) => one.innerText),
            piles: [...document.querySelectorAll(".team .pile .card")].map((one) => one.dataset.kind),
            log: [...document.querySelectorAll(".log li")].map((one) => one.textContent),
            turn: document.querySelector(".whose").textContent,
        })"""
    )
    return seen


# -- coming back -----------------------------------------------------------------------------------------------------


def test_a_reload_shows_the_same_table(screens: Screens, server: ServerProcess) -> None:
    ann = MousePlayer(screens.open(lay_begun(server).seat(0)))
    ann.see_cards()
    expect(ann.page.locator(".log li")).not_to_have_count(0)
    before = see(ann.page)
    ann.choose("200")
    ann.page.reload()
    ann.see_cards()
    expect(ann.page.locator(".log li")).to_have_count(len(before["log"]))  # type: ignore[arg-type]
    assert see(ann.page) == before
    ann.make("200")


def test_a_server_that_dies_in_the_middle_of_a_turn(screens: Screens, server: ServerProcess, web: Web) -> None:
    screens.watch.allow("ERR_CONNECTION_REFUSED|WebSocket|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
    table = lay_begun(server)
    ann, bob = MousePlayer(screens.open(table.seat(0))), MousePlayer(screens.open(table.seat(1)))
    ann.see_cards()
    expect(ann.page.locator(".log li")).not_to_have_count(0)
    bob.see_cards()
    before = see(ann.page)
    server.kill()
    expect(ann.page.locator(".outage")).to_contain_text("The connection is lost")
    after = see(ann.page)
    assert (after["hand"], after["boards"], after["log"]) == (before["hand"], before["boards"], before["log"])
    expect(ann.page.locator(".held").first).to_be_visible()
    ann.play("200")  # is kept until somebody hears it
    server.start()
    for player in (ann, bob):
        expect(player.page.locator(".outage")).to_be_hidden()
    bob.page.locator(".table.asked").wait_for()
    expect(ann.page.locator(".mine .km")).to_contain_text("200")
    expect(ann.page.locator(".held")).to_have_count(6)
    assert sum("200" in line for line in moves_told(web, table)) == 1


def test_a_move_whose_answer_was_lost_is_made_once(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_begun(server)
    page = screens.open("/")
    deaf: list[WebSocketRoute] = []
    said: list[str] = []

    def cut(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()

        def say(message: str | bytes) -> None:
            far.send(message)
            if '"Play"' in str(message):
                said.append(str(message))
                if not deaf:
                    deaf.append(socket)

        def hear(message: str | bytes) -> None:
            if socket not in deaf:
                socket.send(message)

        socket.on_message(say)
        far.on_message(hear)

    page.route_web_socket("**/socket", cut)
    page.goto(table.seat(0))
    ann = MousePlayer(page)
    page.locator(".table.asked").wait_for()
    ann.play("200")
    expect(page.locator(".held.sent")).to_have_count(1)
    while not any("200" in line for line in moves_told(web, table)):
        page.wait_for_timeout(20)
    deaf[0].close(code=1012)
    expect(page.locator(".mine .km")).to_contain_text("200")
    expect(page.locator(".held.sent")).to_have_count(0)
    assert said == [said[0]] * 2
    assert sum("200" in line for line in moves_told(web, table)) == 1


def test_two_tabs_of_a_seat_agree(screens: Screens, server: ServerProcess) -> None:
    table = lay_begun(server)
    one = MousePlayer(screens.open(table.seat(0)))
    one.see_cards()
    other = MousePlayer(one.page.context.new_page())
    other.page.goto(f"/t/{table.id}")  # the seat is remembered
    other.page.locator(".table.asked").wait_for()
    other.choose("priority")
    one.make("200")
    expect(other.page.locator(".mine .km")).to_contain_text("200")
    expect(other.page.locator(".table.thinking")).to_be_visible()
    assert sorted(one.hand) == sorted(other.hand)
    # What was chosen here is not played there.
    assert "priority" in other.hand


def test_a_question_about_a_slip_goes_when_another_tab_has_played(screens: Screens, server: ServerProcess) -> None:
    table = lay_begun(server)
    one = MousePlayer(screens.open(table.seat(0)))
    one.page.locator(".table.asked").wait_for()
    other = MousePlayer(one.page.context.new_page())
    other.page.goto(f"/t/{table.id}")
    other.page.locator(".table.asked").wait_for()
    other.choose("priority")
    other.page.keyboard.press("KeyD")
    other.page.locator("dialog.asking").wait_for()
    one.make("200")
    expect(other.page.locator("dialog.asking")).to_have_count(0)
    assert "priority" in other.hand


def test_what_is_said_of_a_card_follows_it_when_a_phone_is_turned(screens: Screens, server: ServerProcess) -> None:
    page = screens.open(lay_begun(server).seat(0), PHONE, calm=True)
    page.locator(".table.asked").wait_for()
    page.locator(".held").last.click()
    page.locator(".bubble").wait_for()
    for width, height in (LOW_PHONE, DESKTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(TURNED)


TURNED = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const card = box(".held.chosen"), bubble = box(".bubble"), stock = box(".stock");
    const middle = card.left + card.width / 2;
    // Above the card, or as near as the piles beside it leave room.
    return (bubble.left <= middle && middle <= bubble.right) || bubble.right + 8 > Math.min(stock.left, innerWidth);
}"""


def test_the_menu_of_a_table_that_is_cut_off(screens: Screens, server: ServerProcess) -> None:
    screens.watch.allow("ERR_INTERNET_DISCONNECTED|WebSocket")
    page = screens.open(lay_begun(server).seat(0))
    page.locator(".table.asked").wait_for()
    page.context.set_offline(True)
    page.locator(".outage").wait_for()
    page.locator(".tool-sheet").click()
    expect(page.locator("#told")).to_contain_text("The server cannot be reached")
    page.locator(".tool-menu").evaluate("menu => { menu.click(); menu.click(); }")
    menu = page.locator("dialog.table-menu")
    menu.get_by_label("Sound").click()
    expect(page.locator(".tool-sound")).to_have_attribute("aria-pressed", "false")
    expect(menu).to_have_count(1)
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    expect(page.locator(".outage")).to_be_hidden()
    page.locator(".tool-sheet").click()
    expect(page.locator("dialog.sheet-dialog")).to_be_visible()
    # What could not be fetched before is fetched now.
    assert page.evaluate("() => [...document.styleSheets].some(({ href }) => href?.endsWith('/css/score_sheet.css'))")


# -- room on the screen ----------------------------------------------------------------------------------------------

SIX = rules_of("parker-1962", 6, partners=True)
EIGHT = rules_of("dujardin", 8)
NAME_BOXES = """(all) => all.filter((one) => one.checkVisibility() && !one.closest(".as-text") && !one.matches(".skip"))
    .map((one) => ({ one, name: one.className || one.textContent, box: one.getBoundingClientRect() }))"""
TOO_SMALL = f"""all => ({NAME_BOXES})(all).filter(({{ box }}) => Math.min(box.width, box.height) < 43.5)
    .map(({{ name, box }}) => `${{name}} ${{Math.round(box.width)}}×${{Math.round(box.height)}}`)"""
OUTSIDE = f"""all => ({NAME_BOXES})(all)
    .filter(({{ box }}) => Math.min(box.left, box.top, innerWidth - box.right, innerHeight - box.bottom) < -1)
    .map(({{ name, box }}) => `${{name}} ${{JSON.stringify(box)}}`)"""
COVERED = f"""all => ({NAME_BOXES})(all).filter(({{ one, box }}) => {{
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !one.contains(found);
}}).map(({{ name }}) => name)"""
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll(".table, .table *")].filter((one) => {
    const whole = one === document.documentElement, { overflowX, overflowY } = getComputedStyle(one);
    const rolls = (how) => whole || ["auto", "scroll"].includes(how);
    return !one.closest(".log, .as-text, dialog") && (one.scrollWidth > one.clientWidth + 1 && rolls(overflowX)
        || one.scrollHeight > one.clientHeight + 1 && rolls(overflowY));
}).map((one) => `${one.tagName} ${one.className} ${one.scrollWidth}×${one.scrollHeight}`)"""


@pytest.mark.parametrize(
    ("players", "size"),
    [(6, PHONE), (8, DESKTOP), (8, LOW_PHONE), (8, PHONE), (8, LAPTOP), (6, HALF)],
    ids=["6-phone", "8-desktop", "8-low", "8-phone", "8-laptop", "6-half"],
)
def test_a_full_table_fits_its_screen(
    screens: Screens, server: ServerProcess, players: int, size: tuple[int, int]
) -> None:
    rules = SIX if players == 6 else EIGHT
    hands = ("roll 100 200 limit ace end", "roll 50 50")
    draw = " ".join(["25"] * players)
    table = lay_table(server.database, rules, hands, draw=draw, moves=["roll", "roll", *["-25"] * (players - 2)])
    page = screens.open(table.seat(0), size)
    ann = MousePlayer(page)
    page.locator(".table.asked").wait_for()
    for chosen in (False, True):
        if chosen:
            ann.choose("limit")
            expect(page.locator(".bubble")).to_be_visible()
        assert page.evaluate(SCROLLS) == []
        targets = ".table button, .table a, .table .team"
        assert page.eval_on_selector_all(targets, OUTSIDE) == []
        assert page.eval_on_selector_all(targets, TOO_SMALL) == []
        assert page.eval_on_selector_all(".held, .bubble button" if chosen else ".table button", COVERED) == []
    # A tap on a board lays the card there; without a card it opens the board large.
    page.keyboard.press("Escape")
    page.locator(".others .team .look").first.click()
    expect(page.locator("dialog.board-large")).to_be_visible()
    page.locator("dialog.board-large .close").click()
    ann.make("limit>B")
    expect(page.locator(".team-1 .speed .card").last).to_have_attribute("data-kind", "limit")


# -- after a deal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goal", "points", "totals"), [(0, "", None), (2000, "0 / 2,000", "Totals to 2,000")])
def test_the_length_of_the_game_is_that_of_the_house_rules(
    screens: Screens, web: Web, goal: int, points: str, totals: str | None
) -> None:
    seated = web.open_table(seats=["me", "sunday-driver"], house_rules={"game_goal": goal})
    page = screens.open(seated["link"].removeprefix(screens.address), DESKTOP)
    page.locator(".held").first.wait_for()
    expect(page.locator(".points").first).to_have_text(points)
    if totals is None:
        expect(page.locator(".totals")).to_be_hidden()
    else:
        expect(page.locator(".totals h3")).to_have_text(totals)


def test_the_end_of_a_game_with_its_proof(screens: Screens, web: Web) -> None:
    # Four safeties earn whoever begins four more turns: the sixth at the latest is the other's.
    house = {"turn_cap": 6, "game_goal": 0}
    seated = web.open_table(seats=["me", "sunday-driver"], house_rules=house, pace={"bots": 0})
    ann = MousePlayer(screens.open(seated["link"].removeprefix(screens.address)))
    ann.see_cards()
    ann.page.keyboard.press("KeyS")
    expect(ann.page.locator("dialog.sheet-dialog .deal-leaf table")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("dialog")).to_have_count(0)
    assert ann.play_deal() >= 1
    end = ann.page.locator('.between[data-moment="end"]')
    expect(end.locator(".fair")).to_have_attribute("data-verdict", "kept")
    end.locator(".fair").click()
    proof = ann.page.locator("dialog.proof-sheet")
    expect(proof).to_contain_text("The shuffle was fair")
    expect(proof.locator(".proof-deals li")).to_have_class("kept")
    proof.locator(".close").click()
    end.locator(".go").click()  # a rematch, which a bot may begin
    ann.see_cards()


def test_replay_and_review_of_a_finished_deal(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW, moves=DEAL.split())
    page = screens.open(table.seat(0))
    page.locator(".between a.button", has_text="Replay").click()
    count = len(DEAL.split())
    where = page.locator(".replay .where b")
    expect(where).to_have_text(f"0 / {count}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"2 / {count}")
    page.locator(".go-last").click()
    expect(where).to_have_text(f"{count} / {count}")
    expect(page.locator(".replay .boards")).to_contain_text("700")
    page.locator(".begin-review").click()
    worked_out = page.locator(".review-line h2")  # at the lowest priority: on a busy machine it takes its time
    expect(worked_out).to_have_text("Chances of winning", timeout=180_000)
    expect(page.locator(".tallies li").first).to_be_visible()
    expect(page).to_have_url(re.compile(rf"#move={count}$"))
    page.reload()
    expect(where).to_have_text(f"{count} / {count}")


def test_the_lesson_to_its_end(screens: Screens) -> None:
    page = screens.open("/")
    page.clock.install()  # what happens between two moves is looked at for a while
    page.goto("/learn")
    glows = page.locator(".lesson .held.playable, .lesson .ways-on button.go")
    expect(page.locator(".lesson .mine header")).to_contain_text("You")
    expect(page.locator(".lesson [data-away]")).to_have_count(0)
    steps = 0
    while not page.locator('.lesson a[href^="/how-to-play"]').count():
        title = page.locator(".lesson h1").inner_text()
        glows.first.click()
        while page.locator(".lesson h1").inner_text() == title:
            page.clock.run_for(1500)
        steps += 1
        assert steps < 40
    assert steps >= 6
    expect(page.locator(".lesson .steps li.past")).to_have_count(page.locator(".lesson .steps li").count())


def test_whoever_a_bot_drives_for_takes_the_wheel_again(screens: Screens, server: ServerProcess, web: Web) -> None:
    """As after the clock has run out twice: the page says so, and a button is enough."""
    table = lay_table(server.database, rules_of("parker-1962", 2), moves=())
    page = MousePlayer(screens.open(table.seat(0), calm=True)).page
    page.locator(".table.asked").wait_for()
    assert web.command(table.id, table.secrets[0], "StepAway")["type"] == "done"
    panel = page.locator(".window")
    expect(panel).to_contain_text("A bot drives for you.")
    panel.get_by_role("button", name="I am back: let me drive").click()
    expect(panel).to_be_hidden()
    page.locator(".mine .names .away").wait_for(state="detached")


# -- the last deal of a table ----------------------------------------------------------------------------------------


def write_last_deal(language: str) -> tuple[Values, list[str]]:
    """Play the deal that fills a table's log; return what the first player is told: the state before, and the rest."""
    log = play(TWO, Random(8), Pace(decision=60_000, window=4_000), choose=wander_patiently)
    began = next(entry for entry in log if isinstance(entry, DealBegan))
    opened = log[0]
    assert isinstance(opened, Opened)
    opened.table.id, began.table.id, began.table.is_last_deal = TABLE, TABLE, True
    table = Table(opened)
    speaker = MessageWriter(table, language)
    first = written_state(speaker, 0)
    told = [speaker.write(table.apply(entry)).get(0) for entry in log[1:]]
    return first, [message.decode() for message in told if message is not None]


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (DESKTOP, "en")])
def test_the_last_deal_of_a_table_is_shown_and_no_other_is_offered(
    screens: Screens, size: tuple[int, int], language: str
) -> None:
    text = {"en": "the last one", "fr": "la dernière"}[language]
    state, told = write_last_deal(language)
    stage = Stage(screens, state, size, language=language, calm=True)
    page = stage.page
    began = next(at for at, message in enumerate(told) if "DealStarted" in message)
    stage.say(json.dumps(state), *told[: began + 1])
    expect(page.locator("#told")).to_contain_text(text, ignore_case=True)
    expect(page.locator(".bar p")).to_contain_text(text, ignore_case=True)
    expect(page.locator(".log li").first).to_contain_text(text, ignore_case=True)
    stage.say(*told[began + 1 :])
    between = page.locator(".between")
    expect(between.locator(".full")).to_contain_text({"en": "log is full", "fr": "journal est plein"}[language])
    expect(between.locator("button.go")).to_be_hidden()
    expect(between.locator(".waiting")).to_be_hidden()
    between.locator("a.go").click()
    expect(page.locator("input[name=edition]:checked")).to_have_value(TWO.edition)
    expect(page.locator("input[name=count]:checked")).to_have_value("2")
