"""What the page costs in a browser: bytes, the first card, a move, a flight of cards; `scripts/bench web`.

A real server and Debian's Chromium.  For moves the messages of a table of eight are played beforehand and handed to the
page one by one, so that each can be measured alone.  Times are of the main thread's own processor time, but for the
first card, which is by the wall: the machine should have nothing else to do then.

The bars: 150 kB over the wire to the first table, one second to its first card, 100 ms for its first drawing, 8 ms of
script, style and layout for a move at a table of eight, and while cards fly on a processor that is slowed four times no
task of more than 50 ms, by the median of ten.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from bornes import edition
from tests.support.browsers import DESKTOP, PHONE, Screens, chromium
from tests.support.played_tables import Values
from tests.support.servers import serving
from tests.support.stage import Stage, record_deal
from tests.support.web import Web
from tests.web.test_fair import form_of, play, shown

SLOWED = 4
FLIGHT = 450
"""Milliseconds after which cards have landed."""
FIRST_CARD = """
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".held")) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.firstCard = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first card was drawn, in milliseconds since the page was asked for."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


# -- over the wire -------------------------------------------------------------------------------------------------


def measure_first_visit(screens: Screens) -> Values:
    """Go from the first page to the first cards, and return what came over the wire, by kind."""
    page = screens.open("about:blank")
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    kinds: dict[str, str] = {}
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    files: dict[str, int] = {}

    def answered(event: Values) -> None:
        kinds[event["requestId"]] = event["type"]
        names[event["requestId"]] = event["response"]["url"].removeprefix(screens.address)

    def note(kind: str, size: int) -> None:
        sizes[kind] = sizes.get(kind, 0) + size

    def finished(event: Values) -> None:
        size = round(event["encodedDataLength"])
        note(kinds.get(event["requestId"], "Other"), size)
        files[names.get(event["requestId"], "?")] = size

    wire.on("Network.responseReceived", answered)
    wire.on("Network.loadingFinished", finished)
    wire.on("Network.webSocketFrameReceived", lambda event: note("WebSocket", len(event["response"]["payloadData"])))
    page.goto(screens.address)
    page.locator("button.arrow.main").click()
    page.locator(".held").first.wait_for()
    page.wait_for_load_state("networkidle")
    screens.close()
    heaviest = sorted(files.items(), key=lambda one: -one[1])
    return {"bytes": sum(sizes.values()), "by_kind": dict(sorted(sizes.items())), "files": dict(heaviest)}


def measure_first_card(screens: Screens, web: Web, times: int) -> list[float]:
    """Open a link to a table again and again, each time as a stranger, and return when the first card was seen."""
    found = []
    for _ in range(times):
        seated = web.post("/api/play-now", {"name": "Ann"}).values
        web.command(seated["table"], seated["secret"], "Ready")
        page = screens.open("about:blank")
        page.add_init_script(FIRST_CARD)
        page.goto(f"{screens.address}/t/{seated['table']}#seat={seated['secret']}")
        page.wait_for_function("() => window.firstCard")
        found.append(float(page.evaluate("() => window.firstCard")))
        screens.close()
    return found


# -- a table of eight ----------------------------------------------------------------------------------------------


class MeasuredStage(Stage):
    """A page whose table says what it is told to say, and what that costs."""

    def __init__(self, screens: Screens, state: Values, size: tuple[int, int]) -> None:
        super().__init__(screens, state, size)
        self.tools: CDPSession = self.page.context.new_cdp_session(self.page)
        self.tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent(self) -> dict[str, float]:
        """Return how many milliseconds went into script, style and layout so far."""
        values = {one["name"]: one["value"] * 1000 for one in self.tools.send("Performance.getMetrics")["metrics"]}
        return {name: values[f"{name}Duration"] for name in ("Script", "RecalcStyle", "Layout")}

    def cost(self, act: Callable[[], object]) -> dict[str, float]:
        """Do something, and return what it cost until it was drawn."""
        before = self.spent()
        act()
        self.page.evaluate(PAINTED)
        after = self.spent()
        return {name: after[name] - before[name] for name in after}


def measure_moves(screens: Screens, players: int, size: tuple[int, int], moves: int) -> Values:
    """Return what the first drawing of a table costs, and what each move does."""
    state, told = record_deal(edition("dujardin").rules(players))
    stage = MeasuredStage(screens, state, size)
    first = stage.cost(stage.lay)
    stage.page.wait_for_timeout(FLIGHT)
    idle = median(sum(stage.cost(lambda: None).values()) for _ in range(10))
    parts, wholes = [], []
    for message in told[:moves]:
        before = sum(stage.spent().values())
        parts.append(stage.cost(lambda message=message: stage.say(message)))  # type: ignore[misc]
        stage.page.wait_for_timeout(FLIGHT)
        wholes.append(sum(stage.spent().values()) - before - idle)
    screens.close()
    costs = sorted(max(0.0, sum(cost.values()) - idle) for cost in parts)
    return {
        "move": {name: median(cost[name] for cost in parts) for name in first},
        "first_drawing_ms": sum(first.values()),
        "first_drawing": first,
        "move_median_ms": median(costs),
        "move_p95_ms": costs[int(len(costs) * 0.95)],
        "move_longest_ms": costs[-1],
        "move_whole_ms": median(wholes),
    }


# -- flights on a slow processor -----------------------------------------------------------------------------------


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[Values]]:
    """Note the tasks of a page's main thread."""
    events: list[Values] = []
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    yield events
    whole = json.loads(browser.stop_tracing())["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in whole
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    events += [event for event in whole if (event.get("pid"), event.get("tid")) in main and event["name"] == "RunTask"]


def measure_flights(screens: Screens, players: int, flights: int) -> list[float]:
    """Return the longest task of each of some moves whose cards fly, on a slowed processor."""
    state, told = record_deal(edition("dujardin").rules(players))
    stage = MeasuredStage(screens, state, PHONE)
    stage.lay()
    stage.page.wait_for_timeout(2 * FLIGHT)
    stage.tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    longest: list[float] = []
    for message in told:
        if len(longest) == flights:
            break
        if not any(event.get("card") for event in json.loads(message)["events"]):
            stage.say(message)
            stage.page.wait_for_timeout(FLIGHT)
            continue
        with traced(screens.browser, stage.page) as tasks:
            stage.say(message)
            stage.page.wait_for_timeout(2 * FLIGHT)
        longest.append(max((task.get("tdur", task.get("dur", 0)) / 1000 for task in tasks), default=0.0))
    stage.tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    screens.close()
    return longest


# -- all of it -----------------------------------------------------------------------------------------------------


CHECK = """async ([record, rules, times]) => {
  const main = document.querySelector("script[type=module]").src;
  const { verifyRecord } = await import(new URL("fair/verify.js", main));
  return Array.from({ length: times }, () => {
    const before = performance.now();
    verifyRecord(record, rules);
    return performance.now() - before;
  });
}"""


def measure_proof(screens: Screens, times: int) -> list[float]:
    """Check the shuffle of one deal again and again, and return how long each check took."""
    game = play("parker-1962", form_of("parker-1962", 0), 1)
    found = screens.open(screens.address).evaluate(CHECK, [game.record, shown(game.rules), times])
    screens.close()
    return [float(one) for one in found]


def measure(times: int, moves: int) -> Values:
    """Return every figure."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        screens = Screens(browser, server.address)
        visit = measure_first_visit(screens)
        cards = measure_first_card(screens, Web(server.address), times)
        eight = measure_moves(screens, 8, DESKTOP, moves)
        phone = measure_moves(screens, 8, PHONE, moves)
        flights = measure_flights(screens, 8, times)
        proof = measure_proof(screens, times)
    return {
        "first_visit": visit,
        "first_card_ms": cards,
        "eight": eight,
        "eight_phone": phone,
        "flights_ms": flights,
        "proof_ms": proof,
    }


def bars(figures: Values) -> list[tuple[str, float, float, str]]:
    """Return each budget: what it is about, the figure, the most that it may be, the unit."""
    eight, phone = figures["eight"], figures["eight_phone"]
    return [
        ("over the wire to the first table", figures["first_visit"]["bytes"] / 1000, 150, "kB"),
        ("first card from a cold start, median", median(figures["first_card_ms"]), 1000, "ms"),
        ("first drawing of a table of eight", eight["first_drawing_ms"], 100, "ms"),
        ("first drawing of a table of eight, on a phone's screen", phone["first_drawing_ms"], 100, "ms"),
        ("a move at a table of eight, median", eight["move_median_ms"], 8, "ms"),
        ("a move at a table of eight, on a phone's screen, median", phone["move_median_ms"], 8, "ms"),
        ("longest task while cards fly, processor slowed four times, median", median(figures["flights_ms"]), 50, "ms"),
        ("checking the shuffle of a deal, median", median(figures["proof_ms"]), 50, "ms"),
    ]


def show(figures: Values) -> None:
    """Print the figures beside their bars."""
    for about, figure, most, unit in bars(figures):
        print(f"{about:<66} {figure:8.1f} {unit}  (at most {most} {unit}) {'' if figure <= most else '  TOO MUCH'}")
    print()
    visit = figures["first_visit"]
    print("over the wire, bytes:", ", ".join(f"{kind} {size}" for kind, size in visit["by_kind"].items()))
    heaviest = ", ".join(f"{name} {size}" for name, size in list(visit["files"].items())[:10])
    print(f"{len(visit['files'])} files; the heaviest: {heaviest}")
    for name in ("eight", "eight_phone"):
        one = figures[name]
        parts = ", ".join(f"{part} {cost:.1f}" for part, cost in one["first_drawing"].items())
        split = ", ".join(f"{part} {cost:.1f}" for part, cost in one["move"].items())
        whole = f"with all that follows until the table is at rest {one['move_whole_ms']:.1f}"
        moves = f"{split}; p95 {one['move_p95_ms']:.1f}, longest {one['move_longest_ms']:.1f}, {whole} ms"
        print(f"{name}: first drawing {parts} ms; moves: {moves}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench web", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="how often each start and flight is measured")
    parser.add_argument("--moves", type=int, default=60, help="how many moves are measured")
    parser.add_argument("--json", action="store_true", help="figures for programs")
    options = parser.parse_args()
    figures: Any = measure(options.times, options.moves)
    if options.json:
        json.dump({**figures, "bars": {about: [figure, most] for about, figure, most, _ in bars(figures)}}, sys.stdout)
        print()
    else:
        show(figures)


if __name__ == "__main__":
    main()
