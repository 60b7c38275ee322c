"""For everyone: axe on every screen, keys alone, the table in words, and what a screen reader hears."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsers import PHONE, Screens, find_barriers
from tests.support.page_players import UNREAD, KeyboardPlayer, MousePlayer, at_seats, by_script, lay_table, told_moves
from tests.support.scenes import rules_of
from tests.support.servers import ServerProcess
from tests.support.web import Web
from tests.web.test_play import DEAL, DRAW, HANDS, TWO

GOLDEN = Path(__file__).parent / "golden"


def check_both_themes(page: Page) -> None:
    """Demand that axe finds nothing, by day and by night."""
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert [f"{theme}: {barrier}" for barrier in find_barriers(page)] == []


def wait_for_words(page: Page, said: str) -> None:
    """Wait until the table in words says something: it comes a little after what is drawn."""
    expect(page.locator("#as-text")).to_contain_text(re.compile(said))


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/", ".arrow.main"),
        ("/open", "main form"),
        ("/learn", ".held.playable"),
        ("/rules", ".ledger"),
        ("/how-to-play", ".leaf"),
        ("/privacy", "main"),
        ("/t/home-nosuchtable", ".state-panel"),
    ],
)
def test_axe_finds_nothing_on_a_page(screens: Screens, path: str, seen: str) -> None:
    screens.watch.allow("404")
    page = screens.open(path, calm=True)
    page.locator(seen).first.wait_for()
    check_both_themes(page)


def test_axe_finds_nothing_in_a_waiting_room(screens: Screens, web: Web) -> None:
    seated = web.open_table(players=4, seats=["me", "open", "sunday-driver", "open"])
    page = screens.open(seated["link"].removeprefix(screens.address), calm=True)
    page.locator(".invite svg").first.wait_for()
    check_both_themes(page)
    friend = screens.open(seated["invitation"]["join"].removeprefix(screens.address), PHONE, calm=True)
    friend.locator(".joining .go").wait_for()
    check_both_themes(friend)


def test_axe_finds_nothing_at_a_table(screens: Screens, server: ServerProcess) -> None:
    ann = MousePlayer(
        screens.open(lay_table(server.database, TWO, HANDS, draw=DRAW, moves=["roll", "roll"]).seat(0), calm=True)
    )
    wait_for_words(ann.page, "Your turn")
    check_both_themes(ann.page)
    for kind in ("200", "out-of-gas"):  # one that can be played, and one that has a place elsewhere
        ann.choose(kind)
        ann.page.locator(".bubble").wait_for()
        check_both_themes(ann.page)
    ann.page.keyboard.press("Escape")
    for button, dialog in (
        (".tool-menu", ".table-menu"),
        (".tool-sheet", ".sheet-dialog"),
        (".all-moves", ".log-dialog"),
        (".look", ".board-large"),
    ):
        ann.page.locator(button).first.click()
        ann.page.locator(f"dialog{dialog}").wait_for()
        check_both_themes(ann.page)
        ann.page.keyboard.press("Escape")


def test_axe_finds_nothing_while_a_hazard_may_be_answered(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW, moves=DEAL.split()[:3])
    ann, bob = (MousePlayer(screens.open(table.seat(seat), calm=True)) for seat in (0, 1))
    bob.make("stop>A")
    ann.page.locator(".coup-button").wait_for()
    check_both_themes(ann.page)


def test_axe_finds_nothing_at_a_table_of_eight(screens: Screens, server: ServerProcess) -> None:
    rules = rules_of("dujardin", 8)
    draw = " ".join(["25"] * 8)
    table = lay_table(server.database, rules, ["roll 100 limit"], draw=draw, moves=["roll", *["-25"] * 7])
    page = screens.open(table.seat(0), PHONE, calm=True)
    wait_for_words(page, "Your turn")
    check_both_themes(page)


def test_axe_finds_nothing_after_a_deal(screens: Screens, server: ServerProcess) -> None:
    for goal, shown in ((5000, ".between .go"), (0, ".podium, .between[data-moment=end]")):
        rules = TWO.replace(game_goal=goal)
        table = lay_table(server.database, rules, HANDS, draw=DRAW, moves=DEAL.split())
        page = screens.open(table.seat(0), calm=True)
        page.locator(shown).first.wait_for()
        page.wait_for_timeout(1000)  # the sheet is filled in row by row
        check_both_themes(page)
    page.goto(f"/t/{table.id}/replay/1/1#move=5")
    page.locator(".replay .where").wait_for()
    check_both_themes(page)


# -- keys ------------------------------------------------------------------------------------------------------------


OUTLINED = """() => [document.activeElement, ...document.activeElement.querySelectorAll(".card")]
    .some((one) => getComputedStyle(one).outlineStyle !== "none")"""


def test_tab_comes_to_everything(screens: Screens, server: ServerProcess) -> None:
    ann = KeyboardPlayer(screens.open(lay_table(server.database, TWO, HANDS, draw=DRAW).seat(0)))
    ann.see_cards()
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("() => document.activeElement.matches('.skip')")
    for selector in (".tool-menu", ".others .look", ".mine .look", ".draw", ".discards", ".all-moves", ".held"):
        ann.tab_to(selector)
        assert ann.page.evaluate(OUTLINED), selector
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".held.chosen")).to_have_count(1)
    ann.tab_to(".bubble button")


def test_keys_can_be_turned_off(screens: Screens, server: ServerProcess) -> None:
    ann = KeyboardPlayer(screens.open(lay_table(server.database, TWO, HANDS, draw=DRAW).seat(0)))
    ann.see_cards()
    page = ann.page
    page.keyboard.press("Shift+Slash")
    expect(page.locator("dialog.keys-dialog")).to_contain_text("Discard the chosen card")
    page.keyboard.press("Escape")
    page.locator(".tool-menu").click()
    page.get_by_label("Keys on the keyboard").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Digit1")
    page.keyboard.press("KeyL")
    page.wait_for_timeout(100)
    expect(page.locator(".held.chosen, dialog")).to_have_count(0)
    page.reload()  # which is remembered
    ann.see_cards()
    page.keyboard.press("Digit1")
    expect(page.locator(".held.chosen")).to_have_count(0)


def test_a_key_that_is_held_down_is_pressed_once(screens: Screens, server: ServerProcess) -> None:
    ann = KeyboardPlayer(screens.open(lay_table(server.database, TWO, HANDS, draw=DRAW).seat(0)))
    ann.page.locator(".table.asked").wait_for()
    keys, chosen = ann.page.keyboard, ann.page.locator(".held.chosen")
    ann.tab_to('.held[data-kind="roll"]')
    for key in (f"Digit{ann.hand.index('roll') + 1}", "Enter"):
        for _ in range(4):  # the first one presses it, the others are repeated
            keys.down(key)
        keys.up(key)
        expect(chosen).to_have_attribute("data-kind", "roll")
        keys.press("Escape")
        expect(chosen).to_have_count(0)
    assert "roll" in ann.hand
    keys.press("KeyS")
    keys.press("KeyS")
    expect(ann.page.locator("dialog.sheet-dialog")).to_have_count(1)


def test_who_plays_by_keys_stays_in_the_hand(screens: Screens, server: ServerProcess, web: Web) -> None:
    hands = ("roll stop 25 50 100 200", "roll 25 50 75 100 200")
    table = lay_table(server.database, TWO, hands, draw="100 75 gas 25 spare 50")
    ann = KeyboardPlayer(screens.open(table.seat(0)))
    page, keys, focused = ann.page, ann.page.keyboard, ann.page.locator(".held:focus")
    with at_seats(web, table, {1: by_script("roll", "-25")}):
        page.locator(".table.asked").wait_for()
        ann.tab_to('.held[data-kind="roll"]')
        keys.press("Enter")
        page.wait_for_timeout(UNREAD)
        keys.press("Enter")
        expect(page.locator(".mine .battle .card.remedy")).to_have_count(1)
        expect(focused).to_have_count(1)
        page.locator('.table.asked .held[data-kind="gas"]').wait_for()
        ann.tab_to('.held[data-kind="50"]')
        keys.press("Enter")
        ann.tab_to(".bubble .way")  # which goes with the bubble
        keys.press("Enter")
        expect(page.locator(".mine .km")).to_contain_text("50")
        expect(focused).to_have_count(1)


def test_a_button_that_has_the_focus_stays_while_the_table_is_drawn_again(
    screens: Screens, server: ServerProcess
) -> None:
    screens.watch.allow("ERR_INTERNET_DISCONNECTED|WebSocket")
    ann = KeyboardPlayer(screens.open(lay_table(server.database, TWO, HANDS, draw=DRAW).seat(0)))
    page = ann.page
    page.locator(".table.asked").wait_for()
    page.keyboard.press(f"Digit{ann.hand.index('roll') + 1}")
    ann.tab_to(".bubble .way.give")
    button = page.evaluate_handle("() => document.activeElement")
    page.context.set_offline(True)
    page.locator(".table.cut-off").wait_for()
    page.context.set_offline(False)
    page.locator(".table.asked:not(.cut-off)").wait_for()
    assert page.evaluate("(button) => document.activeElement === button", button)


def test_hand_piles_and_points_can_be_asked_for(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW, moves=DEAL.split()[:3])
    page = screens.open(table.seat(0))
    page.locator(".held").first.wait_for()
    heard = page.locator("#heard p").last
    for key, said in (
        ("KeyR", "Your hand: .*100.*Right of Way"),
        ("KeyB", "You: 200 of 700 mi.*Roll"),
        ("KeyO", "0 points"),
    ):
        page.keyboard.press(key)
        expect(heard).to_have_text(re.compile(said, re.IGNORECASE))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first button shows the table in words
    words = page.locator("dialog.words-dialog")
    expect(words).to_be_visible()
    for said in ("Your hand", "Right of Way", "200 of 700 mi", "Bob"):
        expect(words).to_contain_text(said)
    page.keyboard.press("Digit1")  # nothing is chosen below it, unseen
    page.keyboard.press("Escape")
    expect(words).to_have_count(0)
    expect(page.locator(".held.chosen")).to_have_count(0)
    expect(page.locator("#as-text")).to_contain_text("Right of Way")
    expect(page.locator(".skip")).to_be_focused()


# -- what a screen reader gets ---------------------------------------------------------------------------------------

LISTEN = """() => {
    window.said = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) window.said.push(node.textContent);
    }).observe(document.getElementById("heard"), { childList: true });
}"""


def compare(name: str, text: str) -> None:
    """Compare with what is kept; a file that is not there is written, and read by whoever made the change."""
    path = GOLDEN / name
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_every_event_of_a_deal_is_said(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    page = screens.open(table.seat(0))
    wait_for_words(page, "You draw Out of Gas")
    compare("table-tree.txt", page.locator(".table").aria_snapshot() + "\n")
    page.evaluate(LISTEN)
    moves = told_moves(TWO, HANDS, DRAW, DEAL)
    scripts = {seat: by_script(*(move for who, move in moves if who == seat)) for seat in (0, 1)}
    with at_seats(web, table, scripts):
        expect(page.locator(".between-title")).to_be_visible()
    compare("live-region.txt", "\n".join(page.evaluate("() => window.said")) + "\n")
