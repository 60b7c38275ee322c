"""A server that lies, between the real one and a real page: what the page says about it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.support.browsers import Screens
from tests.support.observed_tables import with_checksum
from tests.support.page_players import MousePlayer
from tests.support.web import Web

Tamper = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Changes a message on its way to the page; None swallows it, and the connection breaks."""


def play_game(
    screens: Screens,
    web: Web,
    tamper: Tamper = lambda message: message,
    record: Callable[[str], str] = lambda text: text,
    language: str = "en",
) -> Page:
    """Play a short game against a bot, through somebody who changes what the server says, and open the proof."""
    seated = web.open_table(
        seats=["me", "sunday-driver"], house_rules={"turn_cap": 6, "game_goal": 0}, pace={"bots": 0}
    )
    page = screens.open("about:blank", language=language)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def change(text: str | bytes) -> None:
            message = tamper(json.loads(text))
            if message is None:
                socket.close(code=1012)
            else:
                socket.send(json.dumps(message))

        def forget_seen(text: str | bytes) -> None:
            """Ask for the whole state each time, as a server may that has forgotten its last messages."""
            message = json.loads(text)
            server.send(json.dumps({name: value for name, value in message.items() if name not in ("seen", "viewer")}))

        server.on_message(change)
        socket.on_message(forget_seen)

    def change_record(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=record(answer.text()))

    page.route_web_socket("**/socket", between)
    page.route("**/api/**/record*", change_record)
    page.goto(seated["link"])
    ann = MousePlayer(page)
    ann.see_cards()
    ann.play_deal()
    page.locator('.between[data-moment="end"] .fair').click()
    return page


def started(message: dict[str, Any]) -> dict[str, Any] | None:
    return next((event for event in message.get("events", ()) if event["event"] == "DealStarted"), None)


def test_a_dropped_seed(screens: Screens, web: Web) -> None:
    def drop(message: dict[str, Any]) -> dict[str, Any]:
        if deal := started(message):
            deal["seeds"] = ["", ""]
        return message

    page = play_game(screens, web, drop)
    expect(page.locator(".fairness-violation")).to_contain_text(
        "Deal 1: the server left your number out of the shuffle"
    )
    sheet = page.locator("dialog.proof-sheet")
    expect(sheet).to_have_attribute("data-verdict", "broken")
    expect(sheet.locator("h2")).to_have_text("The shuffle does not fit!")
    expect(sheet.locator(".proof-deals li.broken")).to_contain_text("is not among those that cut the deck")


def test_a_deal_whose_beginning_is_swallowed(screens: Screens, web: Web) -> None:
    """The page comes back by a state: it has the cards from there, and says what it has not seen."""
    swallowed: list[str] = []

    def swallow(message: dict[str, Any]) -> dict[str, Any] | None:
        if started(message) and not swallowed:
            swallowed.append("")
            return None
        return message

    page = play_game(screens, web, swallow, language="fr")
    sheet = page.locator("dialog.proof-sheet")
    expect(sheet).to_have_attribute("data-verdict", "weak")
    expect(sheet.locator("h2")).to_have_text("Rien d’anormal")
    expect(sheet.locator(".proof-deals li.weak")).to_contain_text("Votre navigateur n’a pas vu cette manche commencer.")


def test_a_record_without_the_deal(screens: Screens, web: Web) -> None:
    """Against bots another device may have taken the deal back, so that nothing is proved; among people it is a lie."""

    def forget(record: str) -> str:
        return with_checksum(re.sub(r"deal 1\n(.*\n)+(?=result)", "", record))

    page = play_game(screens, web, record=forget)
    sheet = page.locator("dialog.proof-sheet")
    expect(sheet).to_have_attribute("data-verdict", "weak")
    expect(sheet.locator(".proof-deals li.weak")).to_contain_text("Your browser didn’t see all moves of this deal.")
