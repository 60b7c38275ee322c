"""What a device keeps of the shuffles that it observed: privately, within bounds, and after its seat is lost."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bornes.cli.record_input import observations_for_link
from bornes.client.invite_links import TableLink
from bornes.client.observations import MAX_DEALS, Observations, decode_observations, encode_observations
from bornes.terminal import online_seats
from bornes.terminal.online_seats import forget_seat, read_observations, remember_seat, save_observations, seat_file
from tests.support.lies import TWO, honest
from tests.support.observed_tables import Story
from tests.support.python_clients import Judged, follow

SECRET = "s" * 32


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_private_and_comes_back_as_it_was() -> None:
    kept = follow(honest(), Judged())
    save_observations(SECRET, kept)
    path = seat_file(SECRET, "json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert SECRET not in str(path)
    assert read_observations(SECRET) == kept
    assert decode_observations(encode_observations(kept)) == kept


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"deals": [{}]}', b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_file_is_none(content: bytes) -> None:
    path = seat_file(SECRET, "json")
    path.parent.mkdir()
    path.write_bytes(content)
    assert read_observations(SECRET) is None


def test_a_seat_that_is_lost_leaves_its_evidence() -> None:
    """Otherwise a server could delete it by refusing the seat."""
    remember_seat(TableLink("http://localhost:8000", "home-4b8kq2m7x9c3d5fa", seat=SECRET), "Ann")
    save_observations(SECRET, Observations(table="home-4b8kq2m7x9c3d5fa"))
    forget_seat(SECRET)
    assert read_observations(SECRET) is not None
    for fragment in ("", f"#watch={'w' * 24}"):
        assert observations_for_link(f"http://localhost:8000/t/home-4b8kq2m7x9c3d5fa{fragment}").table
        assert not observations_for_link(f"http://localhost:8000/t/home-00000000000000aa{fragment}").table


def test_the_oldest_files_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_seats, "MAX_FILES", 3)
    for at in range(5):
        save_observations(f"seat {at}", Observations(table=str(at)))
        os.utime(seat_file(f"seat {at}", "json"), (at, at))
    assert [read_observations(f"seat {at}") is not None for at in range(5)] == [False, False, True, True, True]


def test_a_long_evening_stays_within_bounds() -> None:
    story = Story(TWO.replace(turn_cap=2), "pp").deals(MAX_DEALS + 5)
    kept = follow(story.told(), Judged())
    assert [deal.number for deal in kept.deals] == list(range(6, MAX_DEALS + 6))
    assert len(encode_observations(kept)) < 500_000
