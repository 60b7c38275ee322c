"""Cards that are dragged: onto a board, onto the discards, to another place in the hand, or where they may not go."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browsers import PHONE, Screens
from tests.support.page_players import LaidTable, MousePlayer, at_seats, by_script, lay_table
from tests.support.scenes import rules_of
from tests.support.servers import ServerProcess
from tests.support.web import Web

TWO = rules_of("parker-1962", 2)
HANDS = ("roll stop 25 50 100 200", "roll 25 50 75 100 200")


def drag(page: Page, card: Locator, onto: Locator) -> None:
    """Take a card up and let it go on something, in steps as a hand does."""
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*middle(onto), steps=6)
    page.mouse.up()


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def held(page: Page, kind: str) -> Locator:
    return page.locator(f'.held[data-kind="{kind}"]').first


def kinds(page: Page) -> list[str]:
    found: list[str] = page.locator(".held").evaluate_all("(cards) => cards.map((card) => card.dataset.kind)")
    return found


def test_cards_are_dropped_on_boards_and_discards(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, HANDS, draw="100 75 gas 25 spare 50")
    page = MousePlayer(screens.open(table.seat(0), calm=True)).page
    with at_seats(web, table, {1: by_script("roll", "-25", "-50")}):
        page.locator(".table.asked").wait_for()
        drag(page, held(page, "roll"), page.locator(".mine .battle"))
        expect(page.locator(".mine .battle .card.remedy")).to_have_count(1)
        expect(page.locator(".others .battle .card.remedy")).to_have_count(1)
        page.locator(".table.asked").wait_for()
        drag(page, held(page, "stop"), page.locator(".others .team"))
        expect(page.locator(".others .battle .card.hazard")).to_have_count(1)
        page.locator(".table.asked").wait_for()
        expect(page.locator(".discards small b")).to_have_text("1")
        drag(page, held(page, "25"), page.locator(".discards"))
        expect(page.locator(".discards .card.distance").first).to_be_visible()
        page.locator(".table.asked").wait_for()
        expect(page.locator(".discards small b")).to_have_text("3")


def test_a_card_dropped_where_it_may_not_go_says_why_and_stays(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw="100")
    page = MousePlayer(screens.open(table.seat(0), calm=True)).page
    page.locator(".table.asked").wait_for()
    before = kinds(page)
    drag(page, held(page, "200"), page.locator(".mine .battle"))
    expect(page.locator(".bubble .why").first).to_be_visible()
    assert kinds(page) == before
    drag(page, held(page, "200"), page.locator(".road"))
    expect(page.locator(".bubble .why").first).to_be_visible()
    assert kinds(page) == before
    assert page.locator(".dragged").count() == 0


def test_the_order_of_the_hand_is_remembered_for_the_deal(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, HANDS, draw="100 75 gas")
    page = MousePlayer(screens.open(table.seat(0), calm=True)).page
    page.locator(".table.asked").wait_for()
    first, last = page.locator(".held").first, page.locator(".held").last
    moved = kinds(page)[0]
    drag(page, first, last)
    order = kinds(page)
    assert moved in order[-2:], order
    assert moved != order[0], order
    expect(page.locator(".bubble")).to_be_hidden()
    page.reload()
    page.locator(".table.asked").wait_for()
    assert kinds(page) == order
    with at_seats(web, table, {1: by_script("roll")}):
        drag(page, held(page, "roll"), page.locator(".mine .battle"))
        expect(page.locator(".others .battle .card.remedy")).to_have_count(1)
        page.locator(".table.asked").wait_for()
        after = kinds(page)
        kept = [kind for kind in order if kind != "roll"]
        assert after[: len(kept)] == kept, "what stays keeps its place, what is drawn comes last"


def test_a_finger_drags_too(screens: Screens, server: ServerProcess) -> None:
    """On a phone, with touch: the page does not scroll away below the finger."""
    table = lay_table(server.database, TWO, HANDS, draw="100")
    page = MousePlayer(screens.open(table.seat(0), size=PHONE, calm=True)).page
    page.locator(".table.asked").wait_for()
    (x, y), (to_x, to_y) = middle(held(page, "roll")), middle(page.locator(".mine .battle"))
    tools = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", (x, y))
    for step in range(1, 7):
        touch("touchMove", (x + (to_x - x) * step / 6, y + (to_y - y) * step / 6))
    touch("touchEnd")
    expect(page.locator(".mine .battle .card.remedy")).to_have_count(1)
    assert page.evaluate("() => scrollY") == 0


def lay_driving(server: ServerProcess, moves: int = 2) -> LaidTable:
    return lay_table(server.database, TWO, HANDS, draw="100 75 gas 25 spare 50", moves=["roll", "roll"][:moves])


def test_a_card_stays_in_the_hand_that_drags_it_while_others_play(
    screens: Screens, server: ServerProcess, web: Web
) -> None:
    table = lay_driving(server, 1)
    page = screens.open(table.seat(0))
    page.locator(".table.thinking").wait_for()
    page.mouse.move(*middle(held(page, "25")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".mine .battle")), steps=6)
    with at_seats(web, table, {1: by_script("roll")}):
        page.locator(".table.asked").wait_for()
        expect(page.locator(".held.dragged")).to_have_attribute("data-kind", "25")
        expect(page.locator(".bubble")).to_be_hidden()
        page.mouse.up()
        expect(page.locator(".mine .km")).to_contain_text("25")
    expect(page.locator(".held.dragged")).to_have_count(0)


def test_of_two_equal_cards_the_one_that_was_played_goes(screens: Screens, server: ServerProcess) -> None:
    page = screens.open(lay_driving(server).seat(0))
    page.locator(".table.asked").wait_for()
    first, second = page.locator('.held[data-kind="100"]').evaluate_all(
        "cards => cards.map((card) => card.dataset.held)"
    )
    drag(page, page.locator(f'[data-held="{first}"]'), page.locator(".mine .battle"))
    expect(page.locator(".mine .km")).to_contain_text("100")
    expect(page.locator('.held[data-kind="100"]')).to_have_attribute("data-held", second)


def test_what_is_dropped_is_played_whatever_was_chosen_meanwhile(screens: Screens, server: ServerProcess) -> None:
    page = screens.open(lay_driving(server).seat(0))
    page.locator(".table.asked").wait_for()
    page.mouse.move(*middle(held(page, "25")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".mine .battle")), steps=6)
    page.keyboard.press(f"Digit{kinds(page).index('200') + 1}")
    expect(page.locator(".held.chosen")).to_have_attribute("data-kind", "200")
    page.mouse.up()
    expect(page.locator(".mine .km")).to_contain_text("25")
    assert "200" in kinds(page)


def test_a_card_dropped_on_the_discards_out_of_turn_says_why(screens: Screens, server: ServerProcess) -> None:
    page = screens.open(lay_driving(server, 1).seat(0))
    page.locator(".table.thinking").wait_for()
    drag(page, held(page, "25"), page.locator(".discards"))
    expect(page.locator(".bubble")).to_contain_text("It is not your turn.")


def test_escape_puts_a_dragged_card_back(screens: Screens, server: ServerProcess) -> None:
    page = screens.open(lay_driving(server).seat(0), calm=True)
    page.locator(".table.asked").wait_for()
    page.mouse.move(*middle(held(page, "200")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".mine")), steps=5)
    dragged = page.locator(".held.dragged")
    expect(dragged).to_have_count(1)
    assert middle(dragged) == pytest.approx(middle(page.locator(".mine")), abs=30), "it hangs on the pointer"
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".held.dragged, .held.chosen, .held.sent")).to_have_count(0)
    expect(page.locator(".mine .fan .card")).to_have_count(0)
    drag(page, held(page, "200"), page.locator(".mine"))  # the next one is as every other
    expect(page.locator(".held.sent, .mine .fan .card").first).to_be_visible()


def test_a_second_finger_leaves_the_card_of_the_first_alone(screens: Screens, server: ServerProcess) -> None:
    page = screens.open(lay_driving(server).seat(0), PHONE, calm=True)
    page.locator(".table.asked").wait_for()
    fingers = page.context.new_cdp_session(page)
    card, other, board = middle(held(page, "25")), middle(held(page, "100")), middle(page.locator(".mine .battle"))

    def touch(what: str, *points: tuple[float, float]) -> None:
        touching = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touching})

    touch("touchStart", card)
    touch("touchMove", (card[0], card[1] - 40))
    touch("touchMove", board)
    touch("touchStart", board, other)
    touch("touchEnd", board)
    touch("touchEnd")
    expect(page.locator(".mine .km")).to_contain_text("25")
    expect(page.locator(".held.dragged, .over")).to_have_count(0)
