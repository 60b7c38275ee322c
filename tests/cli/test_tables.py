"""``bornes tables``: what whoever runs a server can do with its tables, and what stays hidden even then."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bornes import Game
from bornes.store import SqliteStore
from bornes.store.sqlite_database import lock_database
from bornes.tables.commands import Rename, TakeSeat
from bornes.tables.entries import Opened, WindowPassed, decode_entry
from bornes.tables.table import Table
from tests.support.scenes import rules_of
from tests.support.shell import refused, run
from tests.support.stepped_table import SteppedTable
from tests.support.stores import in_store

MINUTE = 60_000


def evening() -> SteppedTable:
    """Return a table where Ann and Bob have played a deal, and the next one has begun."""
    room = SteppedTable(rules_of("parker-1962", 2, turn_cap=1, hand_size=5), "po")
    room.do(0, Rename(name="Ann"))
    room.do(None, TakeSeat(id="s", target_seat=1, name="Bob"))
    for _ in range(2):
        room.ready()
        while room.table.playing and room.table.state.deal == 1:
            room.discard()
    return room


@pytest.fixture
def room() -> SteppedTable:
    """Return the table that the database has."""
    return evening()


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: SteppedTable) -> Path:
    """Keep two tables where commands look for them: one is being played at, and one was just opened."""
    path = tmp_path / "server.sqlite3"
    monkeypatch.setenv("BORNES_DATABASE", str(path))
    monkeypatch.chdir(tmp_path)
    fresh = SteppedTable(rules_of("asmodee", 4), "poob").log[0]

    async def fill(store: SqliteStore) -> None:
        await store.append("lyon-played", 0, room.log, 5)
        await store.append("lyon-fresh", 0, [replace(fresh, at=100 * MINUTE)], None, b"{}")

    in_store(path, fill)
    return path


@pytest.fixture
def beside(database: Path) -> Iterator[None]:
    """Let a server hold the database meanwhile."""
    held = lock_database(database)
    yield
    held.release()


def found(*arguments: str) -> dict[str, object]:
    """Return what a command tells programs."""
    result = run("tables", *arguments, "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, object] = json.loads(result.stdout)
    assert told.pop("version") == 1
    return told


# -- list ----------------------------------------------------------------------------------------------------------


def test_all_tables_are_listed_those_first_where_something_happened_last(beside: None) -> None:
    shown = run("tables").stdout
    assert re.search(r"^lyon-fresh +asmodee +.*\(open\), \(open\)", shown, re.M)
    assert re.search(r"^lyon-played +parker-1962 +Ann, Bob +1\.2 ", shown, re.M)
    assert shown.index("lyon-fresh") < shown.index("lyon-played")


def test_a_long_id_is_listed_whole_however_narrow_the_terminal_is(database: Path) -> None:
    long = f"lyon-{'k3vq9x7m' * 2}"
    opened = SteppedTable(rules_of("asmodee", 4), "poob").log[0]

    async def fill(store: SqliteStore) -> None:
        await store.append(long, 0, [opened], None)

    in_store(database, fill)
    assert re.search(f"^{long} ", run("tables", COLUMNS="60").stdout, re.M)


def test_the_list_for_programs(room: SteppedTable) -> None:
    listed = found()["tables"]
    assert isinstance(listed, list)
    fresh, played = listed
    assert played == {
        "id": "lyon-played",
        "damaged": False,
        "public": False,
        "opened_at": 1000,
        "touched_at": room.now,
        "edition": "parker-1962",
        "players": 2,
        "teams": 2,
        "seats": [{"kind": "person", "name": "Ann", "bot": None}, {"kind": "person", "name": "Bob", "bot": None}],
        "game": 1,
        "deal": 2,
    }
    assert fresh["public"] is True
    assert fresh["seats"][3] == {"kind": "bot", "name": "", "bot": "sunday-driver"}


def test_a_damaged_table_is_listed_as_one(database: Path) -> None:
    connection = sqlite3.connect(database)
    connection.execute("UPDATE entries SET line = x'00' WHERE number = 0 AND table_key = 2")
    connection.commit()
    connection.close()
    assert re.search("lyon-fresh +damaged", run("tables").stdout)
    assert "the log of table lyon-fresh is damaged: entry 1" in refused("tables", "show", "lyon-fresh", status=1)
    assert "Ann" in run("tables", "show", "lyon-played").stdout


def test_an_empty_database_has_no_tables(tmp_path: Path) -> None:
    async def nothing(store: SqliteStore) -> None:
        assert await store.count_tables() == 0

    in_store(tmp_path / "empty", nothing)
    assert run("tables", "--database", "empty").stdout == "There are no tables yet.\n"


# -- what stays hidden ---------------------------------------------------------------------------------------------


def secrets_of(room: SteppedTable) -> set[str]:
    """Return the seeds of the deal that is being played, and of the next one."""
    return {room.table.state.server_seed, room.table.state.deal_server_seed}


def test_no_command_shows_anything_of_the_deal_that_is_being_played(room: SteppedTable) -> None:
    for arguments in (("list",), ("show", "lyon-played"), ("export", "lyon-played")):
        for more in ((), ("--json",)):
            shown = run("tables", *arguments, *more).stdout
            assert shown
            assert not any(secret in shown for secret in secrets_of(room))
    assert room.table.state.deal_server_seed in run("tables", "export", "lyon-played", "--secrets").stdout


def test_a_pass_in_silence_changes_nothing_that_is_shown(database: Path, room: SteppedTable) -> None:
    before = run("tables", "--json").stdout
    in_store(database, lambda store: store.append("lyon-played", len(room.log), [WindowPassed(at=room.now + 1)], 9))
    assert run("tables", "--json").stdout == before


# -- show ----------------------------------------------------------------------------------------------------------


def test_one_table_is_shown_as_everybody_at_it_may_know_it(beside: None) -> None:
    shown = run("tables", "show", "lyon-played").stdout
    assert shown.startswith("lyon-played\n")
    assert "house rule hand_size = 5" in shown
    assert "1  Ann" in shown
    assert "game 1, deal 2 is being played" in shown
    assert "points of the finished deals: 0, 0" in shown
    fresh = run("tables", "show", "lyon-fresh").stdout
    assert "no deal has begun" in fresh
    assert "points" not in fresh


def test_one_table_for_programs(room: SteppedTable) -> None:
    told = found("show", "lyon-played")
    assert told["playing"] is True
    assert (told["game"], told["deal"], told["house_rule_count"], told["totals"]) == (1, 2, 2, [0, 0])
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob"]  # type: ignore[attr-defined]


# -- export --------------------------------------------------------------------------------------------------------


def test_an_export_is_a_record_of_the_finished_deals_that_verifies(tmp_path: Path, beside: None) -> None:
    text = run("tables", "export", "lyon-played").stdout
    assert Game.replay(text).names == ("Ann", "Bob")
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    assert run("verify", "game.txt").exit_code == 0


def test_an_export_with_secrets_is_the_log(room: SteppedTable) -> None:
    lines = run("tables", "export", "lyon-played", "--secrets").stdout.splitlines()
    assert [decode_entry(line.encode()) for line in lines] == room.log
    assert isinstance(room.log[0], Opened)
    assert Table.fold(room.log).playing


def test_where_nothing_is_finished_there_is_nothing_to_export() -> None:
    assert "lyon-fresh: no deal is finished yet" in refused("tables", "export", "lyon-fresh", status=1)
    assert "game 2 has no finished deal" in refused("tables", "export", "lyon-played", "--game", "2", status=1)
    assert run("tables", "export", "lyon-played", "--game", "1").exit_code == 0


# -- remove --------------------------------------------------------------------------------------------------------


def test_a_table_is_removed_once_its_name_is_typed_again() -> None:
    kept = run("tables", "remove", "lyon-fresh", stdin="lyon-played\n")
    assert kept.exit_code == 1
    assert "nothing was changed" in kept.stderr
    gone = run("tables", "remove", "lyon-fresh", stdin="lyon-fresh\n")
    assert gone.stdout == "Removed lyon-fresh.\n"
    assert "lyon-fresh" not in run("tables").stdout
    assert found("remove", "lyon-played", "--yes") == {"removed": "lyon-played"}
    assert run("tables").stdout == "There are no tables yet.\n"


def test_nothing_is_removed_while_a_server_runs(beside: None) -> None:
    assert "another server uses" in refused("tables", "remove", "lyon-fresh", "--yes", status=1)
    assert "lyon-fresh" in run("tables").stdout


# -- backup --------------------------------------------------------------------------------------------------------


def test_a_backup_has_everything_and_can_be_looked_at(tmp_path: Path, beside: None) -> None:
    assert "copy.sqlite3" in run("tables", "backup", "copy.sqlite3").stdout
    assert run("tables", "--database", "copy.sqlite3", "--json").stdout == run("tables", "--json").stdout
    size = found("backup", "copy.sqlite3")["bytes"]  # which replaces it
    assert size == (tmp_path / "copy.sqlite3").stat().st_size


def test_a_backup_is_never_written_over_the_database_itself(database: Path) -> None:
    before = database.read_bytes()
    assert "is the database itself" in refused("tables", "backup", str(database), status=1)
    assert database.read_bytes() == before


def test_a_restored_backup_says_what_came_after_it(tmp_path: Path, database: Path, room: SteppedTable) -> None:
    run("tables", "backup", "copy.sqlite3")

    async def go_on(store: SqliteStore) -> None:
        await store.append("lyon-later", 0, room.log, None)

    in_store(database, go_on)
    told = run("tables", "restore", "copy.sqlite3", stdin="restore\n")
    assert told.exit_code == 0
    assert f"lyon-later: {len(room.log)} entries" in told.stdout
    assert f"is kept as {database}.replaced." in told.stdout
    assert {row["id"] for row in json.loads(run("tables", "--json").stdout)["tables"]} == {"lyon-played", "lyon-fresh"}
    again = found("restore", "copy.sqlite3", "--yes")
    assert again == {
        "database": str(database),
        "backup": "copy.sqlite3",
        "tables": 2,
        "entries": len(room.log) + 1,
        "lost": [],
        "kept": f"{database}.replaced-2",
    }
    assert "Nothing was lost." in run("tables", "restore", "copy.sqlite3", "--yes").stdout


def test_nothing_is_restored_unasked_or_from_what_is_no_backup(tmp_path: Path, database: Path) -> None:
    run("tables", "backup", "copy.sqlite3")
    before = database.read_bytes()
    assert "nothing was changed" in run("tables", "restore", "copy.sqlite3", stdin="yes\n").stderr
    assert "there is no backup nowhere" in refused("tables", "restore", "nowhere", "--yes", status=1)
    (tmp_path / "text").write_text("dear diary")
    assert "text cannot be read as a database" in refused("tables", "restore", "text", "--yes", status=1)
    held = lock_database(database)
    try:
        assert "another server uses" in refused("tables", "restore", "copy.sqlite3", "--yes", status=1)
    finally:
        held.release()
    assert database.read_bytes() == before


def test_a_database_is_restored_where_there_is_none(tmp_path: Path, database: Path) -> None:
    run("tables", "backup", "copy.sqlite3")
    report = json.loads(run("tables", "restore", "copy.sqlite3", "--database", "new.sqlite3", "--json").stdout)
    assert (report["lost"], report["kept"]) == ([], None)
    assert (tmp_path / "new.sqlite3").exists()


def test_a_check_names_the_damaged_table(database: Path, room: SteppedTable) -> None:
    assert found("check") == {"ok": True, "tables": 2, "entries": len(room.log) + 1, "damaged": []}
    assert "Nothing is damaged." in run("tables", "check").stdout
    connection = sqlite3.connect(database)
    connection.execute("UPDATE entries SET checksum = 0 WHERE number = 3")
    connection.commit()
    connection.close()
    told = run("tables", "check")
    assert (told.exit_code, "lyon-played: entry 4 is not what was written" in told.stdout) == (1, True)
    made = json.loads(run("tables", "check", "--json").stdout)
    assert made["damaged"] == [{"table": "lyon-played", "reason": "entry 4 is not what was written"}]
    assert not made["ok"]
    assert "check takes no name" in refused("tables", "check", "lyon-played")


def test_a_backup_where_nothing_can_be_written_says_so() -> None:
    assert "server.sqlite3/copy" in refused("tables", "backup", "server.sqlite3/copy", status=1)


def test_a_backup_makes_no_folder_that_is_missing(tmp_path: Path, beside: None) -> None:
    said = refused("tables", "backup", "bakcups/today/copy.sqlite3", status=1)
    assert "bakcups/today/copy.sqlite3: there is no folder bakcups/today; make it first" in said
    assert not (tmp_path / "bakcups").exists()
    assert "faites-le d’abord" in refused("tables", "backup", "bakcups/copy.sqlite3", "--lang", "fr", status=1)


# -- what is called wrongly ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show", "show needs the id of a table"),
        ("remove", "remove needs the id of a table"),
        ("backup", "backup needs the file to write"),
        ("restore", "restore needs the backup to read"),
        ("list lyon-fresh", "did you mean show lyon-fresh?"),
        ("sell lyon-fresh", "'sell' is not one of"),
    ],
)
def test_a_wrong_call_is_told(line: str, said: str) -> None:
    assert said in refused("tables", *line.split())


@pytest.mark.parametrize("action", ["show", "export", "remove"])
def test_a_table_that_is_not_there_is_told(action: str) -> None:
    assert "there is no such table here" in refused("tables", action, "lyon-nowhere", status=1)


def test_a_database_that_is_not_there_or_is_none_is_told(tmp_path: Path) -> None:
    assert "there is no database" in refused("tables", "--database", "nowhere", status=1)
    assert not (tmp_path / "nowhere").exists()
    (tmp_path / "diary").write_text("Dear diary, " * 500)
    assert "cannot be read as a database" in refused("tables", "--database", "diary", status=1)


def test_looking_leaves_nothing_behind(database: Path) -> None:
    before = sorted(path.name for path in database.parent.iterdir())
    run("tables", "show", "lyon-played")
    run("tables")
    assert sorted(path.name for path in database.parent.iterdir()) == before
