"""What the tests of the page share: its modules run in node, a real server, and a Chromium that shows the page."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import bornes
from tests.support.browsers import NODE, Screens, chromium, find_barriers
from tests.support.served import server, web
from tests.support.servers import ServerProcess

__all__ = ["server", "web"]

JS = Path(bornes.__file__).parent / "web" / "js"

RunInNode = Callable[..., Any]
"""``node(script, data)``: run a module's text, with ``data`` in it, and return what it gives to ``answer(…)``."""


@pytest.hookimpl(tryfirst=True)  # before -m chooses by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what needs a browser."""
    for item in items:
        if {"chromium_browser", "other_browser"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


# -- without a browser ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> RunInNode:
    """Run a module of JavaScript that imports from ``./js/``, finds ``data``, and calls ``answer`` with the result."""
    folder = tmp_path_factory.mktemp("node")
    # Links keep the page's own folder clean.
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "js").symlink_to(JS)
    frame = (
        'import {{ readFileSync as read, writeFileSync as write }} from "node:fs";\n'
        'const data = JSON.parse(read(0, "utf8"));\n'
        "const answer = (value) => write(1, JSON.stringify(value));\n"
        "{script}\n"
    )

    def run(script: str, data: object = None) -> Any:
        module = folder / "script.js"
        module.write_text(frame.format(script=script))
        command = [str(NODE), "--preserve-symlinks", "--preserve-symlinks-main", str(module)]
        done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


# -- with one ------------------------------------------------------------------------------------------------------


# One for each module, and not for all: while it is driven nothing else can use asyncio, and other tests do.
@pytest.fixture(scope="module")
def chromium_browser() -> Iterator[Browser]:
    """A Chromium."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def screens(chromium_browser: Browser, server: ServerProcess) -> Iterator[Screens]:
    """Opens windows of the page, each as a stranger's; whatever goes wrong in one fails the test."""
    windows = Screens(chromium_browser, server.address)
    yield windows
    windows.close()
    windows.watch.check()


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Demand that axe finds nothing on a page."""

    def check(page: Page) -> None:
        assert find_barriers(page) == []

    return check
