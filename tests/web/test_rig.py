"""The tools of the browser tests themselves: what goes wrong on a page must not go unnoticed."""

from __future__ import annotations

import pytest

from tests.support.browsers import Screens, find_barriers


@pytest.fixture
def sloppy(screens: Screens) -> Screens:
    screens.watch.allow("")
    return screens


def test_errors_of_a_page_are_noticed(sloppy: Screens) -> None:
    page = sloppy.open("/")
    assert sloppy.watch.troubles == []
    page.evaluate("() => { setTimeout(() => { throw new Error('thrown'); }); console.error('said'); }")
    page.evaluate("() => fetch('/nowhere.js').then(() => null)")
    page.wait_for_timeout(50)
    noticed = " ".join(sloppy.watch.troubles)
    assert all(text in noticed for text in ("thrown", "said", "404"))


def test_requests_to_another_host_are_noticed(sloppy: Screens) -> None:
    page = sloppy.open("/")
    page.evaluate("() => { new Image().src = 'http://127.0.0.2:1/picture.png'; }")
    page.wait_for_timeout(50)
    assert "127.0.0.2" in " ".join(sloppy.watch.troubles)


def test_barriers_are_noticed(screens: Screens) -> None:
    page = screens.open("/")
    page.evaluate("() => { const button = document.createElement('button'); document.body.append(button); }")
    assert any(barrier.startswith("button-name") for barrier in find_barriers(page))
