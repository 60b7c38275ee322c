"""Seats at tables far away that are remembered: by whom they are found again, and who cannot read them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from bornes.client.links import Link
from bornes.terminal.storage.seats import KEPT, forget_seat, hold_seat, keep_seat, kept_seats

SERVER, TABLE = "http://localhost:8000", "home-4b8kq2m7x9c3d5fa"
SEAT = Link(SERVER, TABLE, seat="s" * 32)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
    return tmp_path


def test_a_seat_is_found_by_its_table_and_by_the_code_that_led_there(folder: Path) -> None:
    keep_seat(SEAT, "Ann", "482913")
    for link in (Link(SERVER, TABLE), Link(SERVER, TABLE, join="word"), Link(SERVER, code="482913")):
        for name in ("", "Ann"):
            held = hold_seat(link, name)
            assert held is not None
            assert held.seat.link == SEAT
            held.release()
    assert stat.S_IMODE((folder / "seats.json").stat().st_mode) == 0o600
    assert "s" * 32 not in repr(kept_seats())


@pytest.mark.parametrize(
    ("link", "name"),
    [
        (Link(SERVER, "home-aaaaaaaaaaaaaaaa"), ""),
        (Link("http://localhost:9000", TABLE), ""),
        (Link(SERVER, code="482914"), ""),
        (Link(SERVER, code="482913"), "Bob"),
        (Link(SERVER), ""),
    ],
)
def test_another_table_server_code_or_name_does_not_lead_there(link: Link, name: str) -> None:
    keep_seat(SEAT, "Ann", "482913")
    assert hold_seat(link, name) is None


def test_a_seat_that_is_played_from_is_not_given_to_a_second_terminal() -> None:
    keep_seat(SEAT)
    held = hold_seat(SEAT)
    assert held is not None
    assert hold_seat(SEAT) is None
    held.release()
    again = hold_seat(SEAT)
    assert again is not None
    again.release()


def test_what_was_lost_is_forgotten_and_the_oldest_go() -> None:
    keep_seat(SEAT)
    forget_seat(SEAT.seat)
    assert kept_seats() == []
    for number in range(KEPT + 5):
        keep_seat(Link(SERVER, TABLE, seat=f"secret {number}"))
    assert len(kept_seats()) == KEPT
    assert kept_seats()[0].secret == f"secret {KEPT + 4}"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"seats": [1]}', '{"seats": [{"x": 1}]}', "[" * 10**5])
def test_a_file_that_makes_no_sense_holds_no_seats(folder: Path, content: str) -> None:
    (folder / "seats.json").write_text(content, encoding="utf-8")
    assert kept_seats() == []
    keep_seat(SEAT)
    assert len(kept_seats()) == 1
