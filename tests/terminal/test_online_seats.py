"""Seats at tables far away that are remembered: by whom they are found again, and who cannot read them."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bornes.client.invite_links import TableLink
from bornes.client.protocol import OpenTable
from bornes.terminal import online_seats
from bornes.terminal.online_seats import (
    MAX_REMEMBERED_SEATS,
    forget_seat,
    lock_new_seat,
    lock_opening,
    lock_seat,
    own_seat_at_table,
    remember_seat,
    remembered_seats,
)

SERVER, TABLE = "http://localhost:8000", "home-4b8kq2m7x9c3d5fa"
SEAT = TableLink(SERVER, TABLE, seat="s" * 32)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
    return tmp_path


def test_a_seat_is_found_by_its_table_and_by_the_code_that_led_there(folder: Path) -> None:
    remember_seat(SEAT, "Ann", "482913")
    for link in (TableLink(SERVER, TABLE), TableLink(SERVER, TABLE, join="word"), TableLink(SERVER, code="482913")):
        for name in ("", "Ann"):
            held = lock_seat(link, name)
            assert held is not None
            assert held.seat.link == SEAT
            held.release()
    assert stat.S_IMODE((folder / "seats.json").stat().st_mode) == 0o600
    assert "s" * 32 not in repr(remembered_seats())


@pytest.mark.parametrize(
    ("link", "name"),
    [
        (TableLink(SERVER, "home-aaaaaaaaaaaaaaaa"), ""),
        (TableLink("http://localhost:9000", TABLE), ""),
        (TableLink(SERVER, code="482914"), ""),
        (TableLink(SERVER, code="482913"), "Bob"),
        (TableLink(SERVER), ""),
        (TableLink(SERVER, TABLE, seat="t" * 32), ""),
    ],
)
def test_another_table_server_code_or_name_does_not_lead_there(link: TableLink, name: str) -> None:
    remember_seat(SEAT, "Ann", "482913")
    assert lock_seat(link, name) is None


def test_a_seat_that_is_played_from_is_not_given_to_a_second_terminal() -> None:
    remember_seat(SEAT)
    held = lock_seat(SEAT)
    assert held is not None
    assert lock_seat(SEAT) is None
    held.release()
    again = lock_seat(SEAT)
    assert again is not None
    again.release()


def test_the_link_of_a_co_player_takes_no_seat_away_and_is_not_what_is_meant() -> None:
    """Both are kept; the table without a seat means one's own, however lately the other was opened."""
    theirs = TableLink(SERVER, TABLE, seat="t" * 32)
    remember_seat(SEAT, "Ann", "482913")
    own = own_seat_at_table(theirs)
    assert own is not None
    assert own.link == SEAT
    remember_seat(theirs)
    assert own_seat_at_table(theirs) is None, "by now it is one of ours"
    remember_seat(theirs)
    assert [seat.link for seat in remembered_seats()] == [theirs, SEAT]
    for link in (TableLink(SERVER, TABLE), TableLink(SERVER, code="482913")):
        held = lock_seat(link)
        assert held is not None
        assert held.seat.link == SEAT
        held.release()
    held = lock_seat(theirs)
    assert held is not None
    held.release()


def test_a_seat_that_is_opened_again_keeps_its_name_and_code() -> None:
    remember_seat(SEAT, "Ann", "482913")
    remember_seat(SEAT)
    (kept,) = remembered_seats()
    assert (kept.name, kept.code) == ("Ann", "482913")


def test_neither_a_bot_nor_a_person_is_led_to_the_other_s_seat() -> None:
    table = TableLink(SERVER, TABLE)
    lock_new_seat(table, bot="tuned").release()
    assert lock_seat(table) is None
    assert lock_seat(table, bot="champion") is None
    held = lock_seat(table, bot="tuned")
    assert held is not None
    held.release()
    remember_seat(SEAT, "Ann")
    assert lock_seat(table, "Ann", bot="tuned") is None


def test_what_was_lost_is_forgotten_and_the_oldest_go() -> None:
    remember_seat(SEAT)
    forget_seat(SEAT.seat)
    assert remembered_seats() == []
    for number in range(MAX_REMEMBERED_SEATS + 5):
        remember_seat(TableLink(SERVER, TABLE, seat=f"secret {number}"))
    assert len(remembered_seats()) == MAX_REMEMBERED_SEATS
    assert remembered_seats()[0].secret == f"secret {MAX_REMEMBERED_SEATS + 4}"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"seats": [1]}', '{"seats": [{"x": 1}]}', "[" * 10**5])
def test_a_file_that_makes_no_sense_holds_no_seats(folder: Path, content: str) -> None:
    (folder / "seats.json").write_text(content, encoding="utf-8")
    assert remembered_seats() == []
    remember_seat(SEAT)
    assert len(remembered_seats()) == 1


# -- what was asked for ----------------------------------------------------------------------------------------------


def test_a_seat_is_written_down_before_it_is_asked_for_and_asked_for_again_with_the_same_secret() -> None:
    by_code = TableLink(SERVER, code="482913")
    asked = lock_new_seat(by_code, "Ann")
    assert lock_seat(by_code, "Ann") is None
    asked.release()  # as the end of the process does
    again = lock_seat(by_code, "Ann")
    assert again is not None
    assert again.seat.pending
    assert again.seat.secret == asked.seat.secret
    again.settle(TABLE)
    again.release()
    (kept,) = remembered_seats()
    assert not kept.pending
    assert kept.link == TableLink(SERVER, TABLE, seat=asked.seat.secret)
    assert kept.fits(by_code, "Ann")


def test_a_table_that_is_opened_in_the_same_words_is_the_one_whose_opening_was_not_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = OpenTable(edition="parker-1962", players=2)
    first = lock_opening(SERVER, wanted, "en")
    beside = lock_opening(SERVER, wanted, "en")
    assert beside.seat.secret != first.seat.secret
    beside.settle(TABLE)
    first.release()
    others = [
        lock_opening(SERVER, OpenTable(edition="parker-1962", players=3), "en"),
        lock_opening(SERVER, wanted, "fr"),
        lock_opening("http://localhost:9000", wanted, "en"),
    ]
    again = lock_opening(SERVER, wanted, "en")
    assert again.seat.secret == first.seat.secret
    assert first.seat.secret not in [other.seat.secret for other in others]
    again.release()
    monkeypatch.setattr(online_seats, "time", lambda: first.seat.at + online_seats.OPENING_RETRY_SECONDS)
    late = lock_opening(SERVER, wanted, "en")
    assert late.seat.secret != first.seat.secret
    for held in (beside, late, *others):
        held.release()


def test_terminals_that_sit_down_at_the_same_moment_all_remember_their_seats() -> None:
    secrets = [f"secret {number}" for number in range(24)]
    with ThreadPoolExecutor(8) as terminals:
        list(terminals.map(lambda secret: remember_seat(TableLink(SERVER, TABLE, seat=secret)), secrets))
    assert sorted(seat.secret for seat in remembered_seats()) == sorted(secrets)


def test_where_nothing_can_be_written_a_seat_is_held_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("BORNES_DATA", str(folder / "file" / "within"))
    held = lock_new_seat(TableLink(SERVER, TABLE))
    held.settle(TABLE)
    held.release()
    assert remembered_seats() == []
