"""Pictures of every screen of the page, in three sizes, both languages and both themes, to look at.

``scripts/screenshots browser`` writes them to build/pictures; ``--only table`` writes the screens with that in their
name, ``--readme`` the pictures of the README.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Error, Page

from bornes import Game, edition
from tests.support.browsers import DESKTOP, PHONE, TABLET, Screens, chromium
from tests.support.house_rules import shuffled
from tests.support.page_players import NAMES, LaidTable, keep_table
from tests.support.paths import DOCS, ROOT
from tests.support.played_tables import Values
from tests.support.servers import ServerProcess, serving
from tests.support.stage import Stage, record_deal
from tests.support.walks import wander
from tests.support.web import Web

SIZES = {"360": PHONE, "768": TABLET, "1440": DESKTOP}
LUCK, MOMENT = 1, 30
"""Which deal is replayed, and from where on the next mark is looked for."""
REVIEW = 300_000
"""A review may take so long, in milliseconds."""
DEALS = 20
"""So many deals are looked through for a moment."""


README = {
    "browser-table": ("table-4", "1440"),
    "browser-phone": ("table-window", "360"),
    "browser-replay": ("replay", "1440"),
}
"""What the README shows, in English and by day, and the screen that it is a picture of."""
COLOURS = 256
"""So many are left of the colours of such a picture, for it to be small."""


class Look(NamedTuple):
    """How a screen is looked at."""

    size: tuple[int, int]
    language: str
    dark: bool


Draw = Callable[["Book", Look], Page]
"""Bring a screen up."""
SCREENS: dict[str, Draw] = {}


def screen(name: str) -> Callable[[Draw], Draw]:
    """Add a screen to the book."""

    def add(draw: Draw) -> Draw:
        SCREENS[name] = draw
        return draw

    return add


class Book:
    """What the screens are drawn with."""

    def __init__(self, screens: Screens, server: ServerProcess) -> None:
        self.screens = screens
        self.web = Web(server.address)
        self.database = server.database
        self._finished: LaidTable | None = None
        self._deals: dict[tuple[str, int, str, int], tuple[Values, list[str]]] = {}

    def open(self, path: str, look: Look, wait_for: str = "#screen > *") -> Page:
        """Open a path, and wait until something is there."""
        page = self.screens.open(path, look.size, language=look.language, dark=look.dark, calm=True)
        page.locator(wait_for).first.wait_for()
        return page

    def deal(self, name: str, players: int, language: str, seed: int) -> tuple[Values, list[str]]:
        """Return a deal that was played beforehand."""
        key = (name, players, language, seed)
        if key not in self._deals:
            self._deals[key] = record_deal(edition(name).rules(players), language, seed)
        return self._deals[key]

    def stage(self, look: Look, players: int, until: Callable[[float, Values], bool], name: str = "") -> Stage:
        """Show a deal up to the first message of which something holds, of the usual edition of the language."""
        name = name or ("dujardin" if look.language == "fr" or players == 8 else "parker-1962")
        for seed in range(DEALS):
            state, told = self.deal(name, players, look.language, seed)
            found = next((at for at, text in enumerate(told) if until(at / len(told), json.loads(text))), None)
            if found is not None:
                break
        else:
            raise LookupError(f"no deal of {name} with {players} players comes to this moment")
        stage = Stage(self.screens, state, look.size, language=look.language, dark=look.dark, calm=True)
        stage.lay()
        stage.say(*told[: found + 1])
        stage.page.wait_for_timeout(150)
        if not tells(json.loads(told[found]), "CoupFourre"):
            stage.page.locator(".moment").wait_for(state="hidden")  # one that lies behind is still shown large
        return stage

    def finished_table(self) -> LaidTable:
        """Return a table with a finished deal, always the same one: there is something to say about its moves."""
        if self._finished is None:
            rules, luck = edition("parker-1962").rules(2), Random(LUCK)
            game = Game(rules, deck=shuffled(rules, luck), names=NAMES[:2])
            while not game.deal.over:
                game.play(wander(luck, game.deal.legal_moves.notation))
            self._finished = keep_table(self.database, game)
        return self._finished


def tells(message: Values, event: str) -> bool:
    """Return whether a message tells of an event."""
    return any(one["event"] == event for one in message.get("events", ()))


def offered(message: Values) -> list[str]:
    """Return the moves that a message offers."""
    return [offer["move"] for offer in (message.get("question") or {"moves": ()})["moves"]]


def phase(message: Values) -> str:
    """Return what a message asks for; empty where nothing is asked."""
    question = message.get("question")
    return str(question["phase"]) if question else ""


# -- the first pages -----------------------------------------------------------------------------------------------


@screen("home")
def _home(book: Book, look: Look) -> Page:
    return book.open("/", look, "button.arrow.main")


def _page(path: str) -> Draw:
    return lambda book, look: book.open(path, look)


for _path in ("/open", "/learn", "/how-to-play", "/rules", "/cards"):
    screen(_path.removeprefix("/"))(_page(_path))


@screen("privacy")
def _privacy(book: Book, look: Look) -> Page:
    return book.open("/privacy", look, "body")


# -- before a deal -------------------------------------------------------------------------------------------------


@screen("waiting")
def _waiting(book: Book, look: Look) -> Page:
    table = book.web.open_table(players=4, seats=["me", "tuned", "open", "open"])
    return book.open(f"/t/{table['table']}#seat={table['secret']}", look, ".room-screen .settings-list li")


@screen("join")
def _join(book: Book, look: Look) -> Page:
    table = book.web.open_table(players=4)
    return book.open("/t/" + table["invitation"]["join"].partition("/t/")[2], look)


@screen("gone")
def _gone(book: Book, look: Look) -> Page:
    book.screens.watch.allow("404|403|WebSocket")
    return book.open("/t/home-aaaaaaaaaaaaaaaa", look)


# -- a deal --------------------------------------------------------------------------------------------------------


def _table(players: int) -> Draw:
    def draw(book: Book, look: Look) -> Page:
        return book.stage(look, players, lambda part, message: part > 0.6 and phase(message) == "play").page

    return draw


for _players in (2, 3, 4, 6, 8):
    screen(f"table-{_players}")(_table(_players))


@screen("table-asmodee")
def _asmodee(book: Book, look: Look) -> Page:
    found = book.stage(look, 4, lambda part, message: part > 0.5 and phase(message) == "draw", name="asmodee")
    return found.page


@screen("table-aim")
def _aim(book: Book, look: Look) -> Page:
    page = book.stage(look, 4, lambda part, message: part > 0.3 and any(">" in one for one in offered(message))).page
    hazards = ("out-of-gas", "flat", "accident", "stop", "limit")
    page.locator(", ".join(f'.held.playable[data-kind="{kind}"]' for kind in hazards)).first.click()
    return page


@screen("table-why")
def _why(book: Book, look: Look) -> Page:
    page = book.stage(look, 2, lambda part, message: part > 0.3 and bool(_blocked(message))).page
    page.locator(".held.idle").first.click()
    return page


def _blocked(message: Values) -> list[Values]:
    return list((message.get("question") or {"blocked": ()})["blocked"])


@screen("table-window")
def _window(book: Book, look: Look) -> Page:
    return book.stage(look, 4, lambda part, message: "coup" in offered(message)).page


@screen("table-coup")
def _coup(book: Book, look: Look) -> Page:
    return book.stage(look, 4, lambda part, message: tells(message, "CoupFourre")).page


@screen("table-lost")
def _lost(book: Book, look: Look) -> Page:
    book.screens.watch.allow("ERR_INTERNET_DISCONNECTED")
    stage = book.stage(look, 4, lambda part, message: part > 0.4)
    stage.page.context.set_offline(True)
    assert stage.socket is not None
    stage.socket.close(code=1012)
    stage.page.locator(".outage:not([hidden])").wait_for()
    return stage.page


@screen("table-leave")
def _leave(book: Book, look: Look) -> Page:
    page = book.stage(look, 4, lambda part, message: part > 0.4).page
    page.locator(".bar .home").click()
    page.locator("dialog.asking").wait_for()
    return page


@screen("seat-lost")
def _seat_lost(book: Book, look: Look) -> Page:
    stage = book.stage(look, 4, lambda part, message: part > 0.4)
    assert stage.socket is not None
    stage.socket.close(code=4410)
    stage.page.locator(".state-panel").wait_for()
    return stage.page


# -- after it ------------------------------------------------------------------------------------------------------


@screen("sheet")
def _sheet(book: Book, look: Look) -> Page:
    return _ended(book.stage(look, 4, lambda part, message: tells(message, "DealOver")))


@screen("end")
def _end(book: Book, look: Look) -> Page:
    # The proof of the shuffle asks for a record that this table, which is played, does not have.
    book.screens.watch.allow("record|ApiProblem")
    return _ended(book.stage(look, 3, lambda part, message: tells(message, "GameOver"), name="asmodee"))


def _ended(stage: Stage) -> Page:
    stage.page.wait_for_function("() => !document.querySelector('.table-place > .table')")
    stage.page.wait_for_timeout(2500)  # the pencil writes row by row
    return stage.page


@screen("replay")
def _replay(book: Book, look: Look) -> Page:
    table = book.finished_table()
    page = book.open(table.seat(0), look, ".between")
    page.goto(f"/t/{table.id}/replay/1/1#move={MOMENT}")
    page.locator(".replay-bar").wait_for()
    page.wait_for_load_state("networkidle")
    begin = page.locator(".begin-review")
    if begin.is_visible():  # the first time; then the server has it
        begin.click()
    page.locator(".tallies li").first.wait_for(timeout=REVIEW)
    page.locator(".go-mark").click()
    return page


# -- the book ------------------------------------------------------------------------------------------------------


def main() -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(prog="scripts/screenshots browser", description="Write pictures of every screen.")
    parser.add_argument("--only", default="", help="screens that have this in their name")
    parser.add_argument("--sizes", default="360,768,1440", help="widths: 360, 768, 1440")
    parser.add_argument("--languages", default="en,fr")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "pictures")
    parser.add_argument("--readme", action="store_true", help="write the pictures of the README anew instead")
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    looks = list(product(options.sizes.split(","), options.languages.split(","), options.themes.split(",")))
    wanted = [(name, *look) for name in SCREENS if options.only in name for look in looks]
    if options.readme:
        wanted = [(name, size, "en", "light") for name, size in README.values()]
    failed = 0
    with TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        book = Book(Screens(browser, server.address), server)
        for name, size, language, theme in wanted:
            picture = options.into / f"{name}-{size}-{language}-{theme}.png"
            failed += not take(book, SCREENS[name], Look(SIZES[size], language, theme == "dark"), picture)
        troubles = sorted(set(book.screens.watch.unexpected))
    if options.readme and not failed:
        for shown, (name, size) in README.items():
            shrink(options.into / f"{name}-{size}-en-light.png", DOCS / "pictures" / f"{shown}.png")
    for trouble in troubles:
        print(f"bornes: {trouble}", file=sys.stderr)
    sys.exit(1 if failed else 0)


def take(book: Book, draw: Draw, look: Look, picture: Path) -> bool:
    """Take a picture; say so where a screen does not come up."""
    try:
        page = draw(book, look)
        page.wait_for_timeout(100)
        page.screenshot(path=picture, full_page=True, animations="disabled")
        print(picture)
    except (Error, LookupError) as error:
        print(f"bornes: {picture.name}: {error}", file=sys.stderr)
        return False
    finally:
        book.screens.close()
    return True


def shrink(picture: Path, into: Path) -> None:
    """Write a picture with fewer colours: what it shows is drawn, and looks the same."""
    with Image.open(picture) as whole:
        whole.convert("RGB").quantize(COLOURS).save(into, optimize=True)


if __name__ == "__main__":
    main()
