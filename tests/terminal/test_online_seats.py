"""Seats at tables far away that are remembered: by whom they are found again, and who cannot read them."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bornes.client.invite_links import Link
from bornes.client.protocol import OpenTable
from bornes.terminal import online_seats
from bornes.terminal.online_seats import (
    KEPT,
    forget_seat,
    hold_new_seat,
    hold_opening,
    hold_seat,
    keep_seat,
    kept_seats,
    own_seat_beside,
)

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
        (Link(SERVER, TABLE, seat="t" * 32), ""),
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


def test_the_link_of_a_co_player_takes_no_seat_away_and_is_not_what_is_meant() -> None:
    """Both are kept; the table without a seat means one's own, however lately the other was opened."""
    theirs = Link(SERVER, TABLE, seat="t" * 32)
    keep_seat(SEAT, "Ann", "482913")
    own = own_seat_beside(theirs)
    assert own is not None
    assert own.link == SEAT
    keep_seat(theirs)
    assert own_seat_beside(theirs) is None, "by now it is one of ours"
    keep_seat(theirs)
    assert [seat.link for seat in kept_seats()] == [theirs, SEAT]
    for link in (Link(SERVER, TABLE), Link(SERVER, code="482913")):
        held = hold_seat(link)
        assert held is not None
        assert held.seat.link == SEAT
        held.release()
    held = hold_seat(theirs)
    assert held is not None
    held.release()


def test_a_seat_that_is_opened_again_keeps_its_name_and_code() -> None:
    keep_seat(SEAT, "Ann", "482913")
    keep_seat(SEAT)
    (kept,) = kept_seats()
    assert (kept.name, kept.code) == ("Ann", "482913")


def test_neither_a_bot_nor_a_person_is_led_to_the_other_s_seat() -> None:
    table = Link(SERVER, TABLE)
    hold_new_seat(table, bot="tuned").release()
    assert hold_seat(table) is None
    assert hold_seat(table, bot="champion") is None
    held = hold_seat(table, bot="tuned")
    assert held is not None
    held.release()
    keep_seat(SEAT, "Ann")
    assert hold_seat(table, "Ann", bot="tuned") is None


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


# -- what was asked for ----------------------------------------------------------------------------------------------


def test_a_seat_is_written_down_before_it_is_asked_for_and_asked_for_again_with_the_same_secret() -> None:
    by_code = Link(SERVER, code="482913")
    asked = hold_new_seat(by_code, "Ann")
    assert hold_seat(by_code, "Ann") is None
    asked.release()  # as the end of the process does
    again = hold_seat(by_code, "Ann")
    assert again is not None
    assert again.seat.pending
    assert again.seat.secret == asked.seat.secret
    again.settle(TABLE)
    again.release()
    (kept,) = kept_seats()
    assert not kept.pending
    assert kept.link == Link(SERVER, TABLE, seat=asked.seat.secret)
    assert kept.fits(by_code, "Ann")


def test_a_table_that_is_opened_in_the_same_words_is_the_one_whose_opening_was_not_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = OpenTable(edition="parker-1962", players=2)
    first = hold_opening(SERVER, wanted, "en")
    beside = hold_opening(SERVER, wanted, "en")
    assert beside.seat.secret != first.seat.secret
    beside.settle(TABLE)
    first.release()
    others = [
        hold_opening(SERVER, OpenTable(edition="parker-1962", players=3), "en"),
        hold_opening(SERVER, wanted, "fr"),
        hold_opening("http://localhost:9000", wanted, "en"),
    ]
    again = hold_opening(SERVER, wanted, "en")
    assert again.seat.secret == first.seat.secret
    assert first.seat.secret not in [other.seat.secret for other in others]
    again.release()
    monkeypatch.setattr(online_seats, "time", lambda: first.seat.at + online_seats.ASKED_AGAIN)
    late = hold_opening(SERVER, wanted, "en")
    assert late.seat.secret != first.seat.secret
    for held in (beside, late, *others):
        held.release()


def test_terminals_that_sit_down_at_the_same_moment_all_remember_their_seats() -> None:
    secrets = [f"secret {number}" for number in range(24)]
    with ThreadPoolExecutor(8) as terminals:
        list(terminals.map(lambda secret: keep_seat(Link(SERVER, TABLE, seat=secret)), secrets))
    assert sorted(seat.secret for seat in kept_seats()) == sorted(secrets)


def test_where_nothing_can_be_written_a_seat_is_held_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("BORNES_DATA", str(folder / "file" / "within"))
    held = hold_new_seat(Link(SERVER, TABLE))
    held.settle(TABLE)
    held.release()
    assert kept_seats() == []
