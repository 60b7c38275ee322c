"""A deal in Firefox and one in WebKit, which iPhones have: begun with one click, played by clicks to its end."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest

from tests.support.other_browsers import OtherBrowser, firefox, webkit
from tests.support.servers import ServerProcess
from tests.support.shell import PATIENCE
from tests.support.web import Web

pytestmark = pytest.mark.xdist_group("other browsers")  # each is started once

HURRY = {"decision": None, "window": None, "bots": 0}
STATE = """(() => {
  const drawn = (one) => one.getBoundingClientRect().width && !one.disabled;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter(drawn);
  const place = ({ dataset, classList }) => dataset.held + (classList.contains("sent") ? "!" : "");
  return {
    table: Boolean(document.querySelector(".table-place > .table")),
    asked: Boolean(document.querySelector(".table-place > .table.asked")),
    answers: seen(".window:not([hidden]) button[data-move]").length,
    draw: seen(".draw.target").length,
    playable: seen(".held.playable").length,
    ways: seen(".bubble:not([hidden]) .way").length,
    sure: seen("dialog.asking .go").length,
    held: [...document.querySelectorAll(".held")].map(place).join(),
  };
})()"""
"""What somebody in front of the page sees."""


@pytest.fixture(scope="module", params=[firefox, webkit], ids=lambda browser: browser.__name__)
def other_browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherBrowser]:
    with request.param(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


def play_something(browser: OtherBrowser) -> bool:
    """Make one click on the way to a move, if something is to be decided; False where the table is gone."""
    seen = browser.evaluate(STATE)
    if not seen["table"]:
        return False
    if seen["sure"]:
        browser.click("dialog.asking .go")
    elif not seen["asked"] or "!" in seen["held"]:
        return True
    elif seen["answers"]:
        browser.click(".window:not([hidden]) button[data-move]:not([disabled])")
    elif seen["draw"]:
        browser.click(".draw.target")
    elif seen["ways"]:
        browser.click(".bubble:not([hidden]) .way")
    else:
        browser.click(".held.playable" if seen["playable"] else ".held")
    return True


def test_play_now_leads_to_cards_that_can_be_played(other_browser: OtherBrowser, server: ServerProcess) -> None:
    other_browser.go(server.address)
    other_browser.wait_and_click("button.arrow.main")
    other_browser.wait_for("document.querySelectorAll('.held').length > 5")
    before = other_browser.evaluate(STATE)["held"]
    while other_browser.evaluate(STATE)["held"] == before:
        assert play_something(other_browser)
    assert other_browser.troubles == []


def test_a_deal_is_played_to_the_score_sheet(other_browser: OtherBrowser, server: ServerProcess, web: Web) -> None:
    table = web.open_table(seats=["me", "sunday-driver"], pace=HURRY, house_rules={"turn_cap": 24})
    other_browser.go(f"{server.address}/t/{table['table']}#seat={table['secret']}")
    other_browser.wait_for("document.querySelectorAll('.held').length > 5")
    while play_something(other_browser):
        pass
    other_browser.wait_for("document.querySelector('.table-place table')")
    assert other_browser.troubles == []


def test_errors_of_a_page_are_noticed(other_browser: OtherBrowser, server: ServerProcess) -> None:
    other_browser.go(server.address)
    other_browser.wait_for("document.querySelector('button.arrow.main')")
    assert other_browser.troubles == []
    other_browser.evaluate("setTimeout(() => { throw new Error('thrown on purpose'); })")
    given_up = monotonic() + PATIENCE
    while not (troubles := other_browser.troubles):
        assert monotonic() < given_up
        other_browser.evaluate("null")  # who asks hears what was said meanwhile
    assert "thrown on purpose" in troubles[0]
