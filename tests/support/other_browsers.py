"""Firefox and WebKit, each driven in its own way, with the little that a deal needs: go somewhere, look, click.

Firefox is asked through WebDriver BiDi, WebKit (Debian's MiniBrowser, on a screen that nobody sees) through the driver
that comes with it.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from tests.support.shell import PATIENCE

SIZE = (1440, 900)


class OtherBrowser(ABC):
    """A browser with one window."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return what an expression of JavaScript comes to on the page, as plain values."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Click the middle of the first element that a selector finds, as a mouse does."""

    @property
    @abstractmethod
    def troubles(self) -> list[str]:
        """The errors that the page had since it was opened."""

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true on the page."""
        given_up = monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({condition})"):
            assert monotonic() < given_up, f"waited in vain for {condition}: {self.troubles}"
            sleep(0.05)

    def wait_and_click(self, selector: str) -> None:
        """Wait until something is there, and click it."""
        self.wait_for(f"document.querySelector({json.dumps(selector)})")
        self.click(selector)


# -- Firefox -------------------------------------------------------------------------------------------------------

PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}
"""Nothing that a new Firefox wants to tell or to ask its makers."""


@contextmanager
def firefox(folder: Path) -> Iterator[OtherBrowser]:
    """Run Debian's Firefox without a window, with everything that it writes in a folder."""
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    width, height = map(str, SIZE)
    command = [
        "firefox-esr",
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--width",
        width,
        "--height",
        height,
    ]
    with _Process([*command, "--remote-debugging-port", "0"], folder) as process:
        address = process.wait_for_line(r"ws://\S+")
        with connect(f"{address}/session", max_size=None, proxy=None) as line:
            yield _Firefox(line)


class _Firefox(OtherBrowser):
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._troubles: list[str] = []
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **values: Any) -> Any:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": values}))
        while True:
            answer = json.loads(self._line.recv(PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self._troubles.append(answer["params"]["text"])
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    def _run(self, expression: str) -> Any:
        target = {"context": self._window}
        answer = self._ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"]

    @property
    def troubles(self) -> list[str]:
        return self._troubles

    def go(self, address: str) -> None:
        self._troubles.clear()
        self._ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        return json.loads(self._run(f"JSON.stringify({expression}) ?? 'null'")["value"])

    def click(self, selector: str) -> None:
        found = self._run(f"document.querySelector({json.dumps(selector)})")
        element = {"type": "element", "element": {"sharedId": found["sharedId"]}}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self._ask("input.performActions", context=self._window, actions=[mouse])


# -- WebKit --------------------------------------------------------------------------------------------------------


COLLECT = """
    window.troubles = [];
    const note = (text) => window.troubles.push(String(text));
    addEventListener("error", ({ message }) => note(message));
    addEventListener("unhandledrejection", ({ reason }) => note(reason));
    console.error = (...texts) => note(texts.join(" "));
"""
"""Notes errors from here on: the driver tells of none, and a page that has some before cannot be played."""


@contextmanager
def webkit(folder: Path) -> Iterator[OtherBrowser]:
    """Run Debian's WebKit on a screen of its own, with everything that it writes in a folder."""
    (browser,) = Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")
    with _screen() as display:
        variables = {
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # none can be built by who runs as root
        }
        port = _free_port()
        with _Process(["WebKitWebDriver", f"--port={port}"], folder, **variables) as process:
            driver = _WebKit(port, browser, process)
            yield driver
            driver.close()


class _WebKit(OtherBrowser):
    def __init__(self, port: int, browser: Path, process: _Process) -> None:
        self._port = port
        self._process = process
        self._session = ""
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        given_up = monotonic() + PATIENCE
        while not self._session:
            try:
                began = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})
                self._session = f"/session/{began['sessionId']}"
            except ConnectionRefusedError:
                assert monotonic() < given_up, process.lines
                sleep(0.05)
        width, height = SIZE
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def close(self) -> None:
        """Close the window."""
        self._ask("DELETE", "")

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, self._session + path, data, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        assert answer.status == 200, value
        return value

    @property
    def troubles(self) -> list[str]:
        return [str(trouble) for trouble in self.evaluate("window.troubles")]

    def go(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})
        self._ask("POST", "/execute/sync", {"script": COLLECT, "args": []})

    def evaluate(self, expression: str) -> Any:
        return self._ask("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def click(self, selector: str) -> None:
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        self._ask("POST", f"/element/{element}/click", {})


@contextmanager
def _screen() -> Iterator[str]:
    """Run a screen that nobody sees, and return its name."""
    assert shutil.which("Xvfb") is not None, "xvfb is not installed: scripts/test does it"
    reading, writing = os.pipe()
    width, height = SIZE
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


# -- processes -----------------------------------------------------------------------------------------------------


class _Process:
    """A process and what it says, line by line; whatever it has started ends with it."""

    def __init__(self, command: list[str], folder: Path, **environment: str) -> None:
        home = folder / "home"
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        own = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "MOZ_CRASHREPORTER_DISABLE": "1"}
        self.lines: list[str] = []
        self._process = subprocess.Popen(
            command,
            env={**kept, **own, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip())

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, *error: object) -> None:
        for sign in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, sign)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE / 8)
        self._reader.join(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def wait_for_line(self, pattern: str) -> str:
        """Wait until the process says something that fits, and return that."""
        given_up = monotonic() + PATIENCE
        while True:
            for line in list(self.lines):
                if found := re.search(pattern, line):
                    return found[0]
            assert self._process.poll() is None, self.lines
            assert monotonic() < given_up, self.lines
            sleep(0.05)


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port
