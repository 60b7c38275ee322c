"""Damage: it is told and not served, for one table where it is one table's, and the others go on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bornes.store import DamagedLog, NotADatabase, SqliteStore
from bornes.store.sqlite_database import connect
from bornes.store.sqlite_logs import entry_checksum
from bornes.tables.entries import Entry, EntryError, InconsistentLog
from bornes.tables.table_store import LogSlice, StoreError
from tests.support.stores import MOVE, in_store

TABLES = [f"t{number}" for number in range(8)]
LENGTH = 400
PAGE = 4096


def log_of(table: str) -> list[Entry]:
    """Return a log of some length that is no other table's."""
    return [replace(MOVE, id=f"{table}/{number}", at=MOVE.at + number) for number in range(LENGTH)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with a few tables, which nobody changes."""
    path = tmp_path_factory.mktemp("whole") / "db"

    async def fill(store: SqliteStore) -> None:
        for table in TABLES:
            await store.append(table, 0, log_of(table), 5)

    in_store(path, fill)
    return path


@pytest.fixture
def database(whole: Path, tmp_path: Path) -> Path:
    """Return a copy that may be damaged."""
    return Path(shutil.copy(whole, tmp_path / "db"))


def page_with(path: Path, text: bytes) -> int:
    """Return where the page begins that holds a text."""
    at = path.read_bytes().index(text)
    return at - at % PAGE


def damage(path: Path, at: int, content: bytes) -> None:
    """Write over a part of a file."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def execute(path: Path, sql: str, *values: object) -> None:
    """Change a database behind the back of its server."""
    connection = connect(path)
    connection.execute(sql, values)
    connection.close()


def told(path: Path, broken: str, match: str = "damaged") -> None:
    """Demand that one table is told to be damaged, to whoever reads it, and that all others are served."""

    async def story(store: SqliteStore) -> None:
        with pytest.raises(DamagedLog, match=match) as error:
            await store.read(broken)
        assert f"table {broken} " in str(error.value)
        assert isinstance(error.value, InconsistentLog), "so that its host puts the table aside"
        for table in TABLES:
            if table != broken:
                assert await store.read(table) == LogSlice(0, log_of(table))
                await store.append(table, LENGTH, [MOVE], None)
        assert len(await store.overdue(5)) == 1

    in_store(path, story)


@pytest.mark.parametrize("byte", [0x00, 0x0A, 0xFF])
def test_a_page_that_was_overwritten_concerns_one_table(database: Path, byte: int) -> None:
    damage(database, page_with(database, b"t3/200"), bytes([byte]) * PAGE)
    told(database, "t3")


def test_a_bit_that_has_flipped_inside_a_line_is_noticed(database: Path) -> None:
    """It is still JSON, and SQLite sees nothing wrong with it."""
    damage(database, database.read_bytes().index(b"t3/200"), b"t2/200")
    told(database, "t3", "entry 201 is not what was written")


@pytest.mark.parametrize(
    ("sql", "match"),
    [
        ("DELETE FROM entries WHERE table_key = 4 AND number = 7", "entry 8 is missing"),
        ("DELETE FROM entries WHERE table_key = 4 AND number = 0", "entry 1 is missing"),
        ("DELETE FROM entries WHERE table_key = 4 AND number >= 390", "ends with entry 390"),
        ("UPDATE entries SET line = x'7b7d' WHERE table_key = 4 AND number = 7", "entry 8 is not what was written"),
        ("UPDATE entries SET number = 400 WHERE table_key = 4 AND number = 399", "entry 400 is missing"),
        ("UPDATE tables SET entries = 401 WHERE key = 4", "ends with entry 400"),
    ],
)
def test_what_is_missing_or_changed_is_named(database: Path, sql: str, match: str) -> None:
    execute(database, sql)
    told(database, "t3", match)


@pytest.mark.parametrize("deal", [7, 400, 5000])
def test_a_deal_that_begins_nowhere_is_noticed(database: Path, deal: int) -> None:
    execute(database, "UPDATE tables SET deal = ? WHERE key = 4", deal)

    async def story(store: SqliteStore) -> None:
        with pytest.raises(DamagedLog, match="t3"):
            await store.read_deal("t3")

    in_store(database, story)


def test_a_line_of_a_later_version_is_no_damage(database: Path) -> None:
    line = b'{"entry":"Teleported","at":5}'
    sql = "UPDATE entries SET line = ?, checksum = ? WHERE table_key = 4 AND number = 7"
    execute(database, sql, line, entry_checksum("t3", 7, line))

    async def story(store: SqliteStore) -> None:
        with pytest.raises(EntryError, match="Teleported"):
            await store.read("t3")

    in_store(database, story)


def test_a_damaged_table_cannot_be_appended_to_wrongly(database: Path) -> None:
    """Its last page is gone, where the next entry would go."""
    damage(database, page_with(database, b"t3/399"), b"\x00" * PAGE)

    async def story(store: SqliteStore) -> None:
        with pytest.raises(DamagedLog, match="t3"):
            await store.append("t3", LENGTH, [MOVE], None)
        await store.append("t4", LENGTH, [MOVE], None)

    in_store(database, story)


# -- what concerns all ---------------------------------------------------------------------------------------------


def root_of(path: Path, name: str) -> int:
    """Return where the first page of a part of the database begins."""
    connection = connect(path, read_only=True)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    connection.close()
    return int(root - 1) * PAGE


@pytest.mark.parametrize("part", ["tables", "meta", "codes", "tables_due", "reviews"])
def test_damage_to_what_all_tables_need_is_told_at_the_start(database: Path, part: str) -> None:
    damage(database, root_of(database, part), b"\x00" * PAGE)
    with pytest.raises(NotADatabase, match="db"):
        SqliteStore.open(database)


def test_a_file_whose_end_is_missing_is_told(database: Path) -> None:
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.truncate(size - 3 * PAGE)
    served = 0

    async def story(store: SqliteStore) -> None:
        nonlocal served
        for table in TABLES:
            try:
                assert await store.read(table) == LogSlice(0, log_of(table))
                served += 1
            except (DamagedLog, StoreError):
                pass

    try:
        in_store(database, story)
    except NotADatabase:
        return
    assert served < len(TABLES)


# -- the write-ahead log -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database as a server leaves it that was killed: most of it is in the write-ahead log."""
    folder = tmp_path_factory.mktemp("unfinished")
    (folder / "left").mkdir()

    async def story(store: SqliteStore) -> None:
        for number in range(30):
            for table in TABLES[:3]:
                await store.append(table, number, log_of(table)[number : number + 1], None)
        for name in ("db", "db-wal"):
            shutil.copy(folder / name, folder / "left" / name)

    in_store(folder / "db", story)
    return folder / "left"


def read_prefixes(path: Path) -> list[int]:
    """Return how long each log is, each of which is a beginning of what was written."""
    lengths: list[int] = []

    async def story(store: SqliteStore) -> None:
        there = {row.id for row in await store.tables()}
        for table in TABLES[:3]:
            entries = (await store.read(table)).entries if table in there else []
            assert entries == log_of(table)[: len(entries)]
            await store.append(table, len(entries), [MOVE], None)
            lengths.append(len(entries))

    in_store(path, story)
    return lengths


def test_what_only_the_write_ahead_log_has_is_there_after_a_crash(unfinished: Path, tmp_path: Path) -> None:
    shutil.copytree(unfinished, tmp_path / "copy")
    assert read_prefixes(tmp_path / "copy" / "db") == [30, 30, 30]


@settings(max_examples=25)
@given(st.data())
def test_a_torn_write_ahead_log_leaves_whole_transactions(
    unfinished: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("torn")
    for path in unfinished.iterdir():
        shutil.copy(path, folder / path.name)
    wal = folder / "db-wal"
    cut = data.draw(st.integers(0, wal.stat().st_size))
    wal.write_bytes(wal.read_bytes()[:cut] + data.draw(st.binary(max_size=64)))
    lengths = read_prefixes(folder / "db")
    assert lengths == sorted(lengths, reverse=True), "they were written in turn"
    assert lengths[0] - lengths[-1] <= 1
