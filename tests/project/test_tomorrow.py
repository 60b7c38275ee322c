"""A release of tomorrow: one more of everything, and what today's release and it make of each other.

Tomorrow's release is a copy of the package with a few lines more, which runs in processes of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bornes import Game
from bornes.client import player
from bornes.client.table_client import Seat
from bornes.server.service import Service
from bornes.store import SqliteStore
from bornes.store.saved_games import saved_games
from bornes.tables.commands import Rename
from bornes.tables.entries import NewerLog, decode_entry
from bornes.tables.messages import Done
from bornes.tables.table import Table
from tests.client.test_lying_server import play, seat, verify
from tests.support.golden_logs import LOGS
from tests.support.lying_server import LyingServer, lying
from tests.support.online import QuickThinkers
from tests.support.paths import GOLDEN, ROOT
from tests.support.players import Reader, ended, opened
from tests.support.saves import saved_game
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable
from tests.support.stores import in_store

Values = dict[str, Any]
PATCHES = {
    "rules/ruleset.py": [
        (
            "    game_goal: int = 5000\n",
            '    tailwind: bool = False\n    """Wind."""\n    game_goal: int = 5000\n',
        )
    ],
    "rules/editions/__init__.py": [
        (
            '{"edition": (self.name, ""), **',
            '{"tailwind": (self.name == "asmodee", "Q-01"), "edition": (self.name, ""), **',
        )
    ],
    "game/record.py": [
        ("RECORD_VERSION = 1", "RECORD_VERSION = 2"),
        ("RULE_ADDED_IN: dict[str, int] = {}", 'RULE_ADDED_IN: dict[str, int] = {"tailwind": 2}'),
    ],
    "tables/log_format.py": [
        ("LOG_FORMAT = 1", "LOG_FORMAT = 2"),
        ("UPGRADE_STEPS: dict[int, UpgradeStep] = {}", "UPGRADE_STEPS: dict[int, UpgradeStep] = {1: dict}"),
    ],
    "tables/entries.py": [
        (
            "class Paused(Entry",
            'class Danced(Entry, frozen=True, kw_only=True):\n    """A dance."""\n\n\nclass Paused(Entry',
        ),
        ("    | Paused\n", "    | Paused\n    | Danced\n"),
    ],
}


@pytest.fixture(scope="module")
def tomorrow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with tomorrow's release."""
    folder = tmp_path_factory.mktemp("tomorrow")
    package = folder / "bornes"
    shutil.copytree(ROOT / "src" / "bornes", package, ignore=shutil.ignore_patterns("web", "__pycache__", "*.c"))
    for name, changes in PATCHES.items():
        text = (package / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{name} has no {old!r}"
            text = text.replace(old, new)
        (package / name).write_text(text, encoding="utf-8")
    return folder


def in_tomorrow(folder: Path, code: str, *arguments: str | Path) -> Any:
    """Run some code in tomorrow's release, and return what it prints as JSON."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", f"import json, sys\n{code}", *map(str, arguments)],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# -- what today's release wrote, in tomorrow's -----------------------------------------------------------------------

READ_LOGS = """
from bornes.tables.entries import Danced, decode_entry, encode_entry
from bornes.tables.table import Table
found = []
for path in sys.argv[1:]:
    lines = open(path, "rb").read().splitlines()
    entries = [decode_entry(line) for line in lines]
    table = Table.fold(entries)
    again = [decode_entry(encode_entry(entry)) for entry in entries]
    assert again == entries and encode_entry(Danced(at=1)).startswith(b'{"format":2,')
    assert table.rules.tailwind is False
    found.append([table.entries, list(table.totals), list(table.names), str(table.view(None))])
print(json.dumps(found))
"""
READ_RECORDS = """
from bornes import Game
found = []
for path in sys.argv[1:]:
    game = Game.replay(open(path, encoding="utf-8").read())
    assert game.rules.tailwind is False
    assert Game.replay(game.record).rules == game.rules and game.record.startswith("Bornes record 2")
    found.append(list(game.totals))
print(json.dumps(found))
"""


def test_logs_of_today_make_the_same_tables_tomorrow(tomorrow: Path) -> None:
    logs = sorted(LOGS.glob("*.log"))
    tables = [Table.fold([decode_entry(line) for line in path.read_bytes().splitlines()]) for path in logs]
    here = [[one.entries, list(one.totals), list(one.names), str(one.view(None))] for one in tables]
    assert in_tomorrow(tomorrow, READ_LOGS, *logs) == here


def test_records_of_today_are_the_same_games_tomorrow(tomorrow: Path) -> None:
    """Also of the edition that gives the new rule another value: it was not played by it."""
    records = [*sorted((GOLDEN / "records").glob("*.txt"))]
    assert in_tomorrow(tomorrow, READ_RECORDS, *records) == [
        list(Game.replay(path.read_text(encoding="utf-8")).totals) for path in records
    ]


# -- what tomorrow's release wrote, in today's -----------------------------------------------------------------------

CONTINUE = """
import asyncio
from pathlib import Path
from bornes.store import SqliteStore
from bornes.tables.entries import Danced
async def dance():
    store = SqliteStore.open(Path(sys.argv[1]))
    log = await store.read("danced")
    assert [len((await store.read(one)).entries) for one in ("danced", "other")] == [1, 1]
    await store.append("danced", 1, [Danced(at=log.entries[-1].at)], 5)
    await store.close()
asyncio.run(dance())
print("null")
"""


def test_a_database_that_tomorrow_s_release_continued_serves_every_other_table(tomorrow: Path, tmp_path: Path) -> None:
    """The one that it continued is released, told to be newer, and left as it is."""
    path = tmp_path / "bornes.sqlite3"

    async def begin(store: SqliteStore) -> None:
        for name in ("danced", "other"):
            await store.append(name, 0, SteppedTable(rules_of("parker-1962", 2), "pp").log, None)

    async def serve(store: SqliteStore) -> None:
        before = await store.export("danced")
        assert before.splitlines()[1].startswith(b'{"format":2,"entry":"Danced"')
        service = Service(store, QuickThinkers(), lambda: 10**12)
        await service.start()
        for _ in range(2):
            with pytest.raises(NewerLog, match="format 2, of a later release"):
                await service.host.command("danced", 0, Rename(id="a", name="Zoé"))
        assert isinstance(await service.host.command("other", 0, Rename(id="a", name="Zoé")), Done)
        assert service.host.loaded() == ["other"]
        await service.close()
        assert await store.export("danced") == before

    in_store(path, begin)
    in_tomorrow(tomorrow, CONTINUE, path)
    in_store(path, serve)


SAVED = """
import asyncio
from bornes.store.saved_games import open_game, saved_games
from bornes.tables.entries import Danced
(saved,), damaged = saved_games()
assert not damaged and saved.table.rules.tailwind is False
table = saved.table
async def dance():
    store = open_game(saved.name)
    await store.append(table.state.id, table.entries, [Danced(at=table.state.at)], None)
    await store.close()
asyncio.run(dance())
print(json.dumps(str(saved.path)))
"""


def test_a_saved_game_goes_on_tomorrow_and_is_then_left_alone_today(
    tomorrow: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
    seats = [Seat("Ann", here=True), Seat("Boris", "sunday-driver")]
    saved_game(Game("parker-1962", seed="7", names=("Ann", "Boris")), seats)
    path = Path(in_tomorrow(tomorrow, SAVED))
    before = path.read_bytes()
    found, (newer,) = saved_games()
    assert found == []
    assert newer.reason == "saved by a later release of Bornes"
    assert newer.path == path
    assert path.read_bytes() == before


# -- tomorrow's client on today's server -----------------------------------------------------------------------------


def test_tomorrow_s_client_plays_a_whole_game_on_today_s_server(
    server: LyingServer, tomorrow: Path, tmp_path: Path
) -> None:
    server.liar.message = lambda message: message
    seated = seat(server)
    env = {**os.environ, "PYTHONPATH": str(tomorrow), "BORNES_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "bornes", "bot", "sunday-driver", seated.link]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "cannot be trusted" not in done.stdout + done.stderr


# -- today's client on tomorrow's server -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def running() -> Iterator[LyingServer]:
    """One server for all tests, which sends what tomorrow's would."""
    with lying() as server:
        yield server


@pytest.fixture
def server(running: LyingServer, monkeypatch: pytest.MonkeyPatch) -> LyingServer:
    """Tomorrow's server."""
    monkeypatch.setattr(player, "MIN_ANSWER_SECONDS", 0.0)
    running.liar.record = lambda text: text
    running.liar.message = Tomorrow()
    return running


class Tomorrow:
    """Adds to messages what tomorrow's server has more."""

    def __init__(self, *, edition: str = "", in_play: bool = False) -> None:
        self.edition = edition
        self.in_play = in_play
        self.states = self.events = 0

    def __call__(self, message: Values) -> Values:
        """Return a message as tomorrow's server sends it."""
        message["weather"] = {"wind": [3]}
        if message["type"] == "state":
            self.states += 1
            table = message["table"]
            table["rules"]["tailwind"] = True
            table["pace"]["warmup"] = 3
            for one in table["seats"]:
                one["color"] = "red"
                one["bot"] = one["bot"] and "tomorrow:wind=3"
            if self.edition:
                table["edition"] = table["rules"]["edition"] = self.edition
            if self.in_play and message.get("view"):
                message["view"]["events"].insert(1, {"event": "WindRose", "text": "The wind rose."})
        if message["type"] == "update":
            for event in message["events"]:
                event["mood"] = "fine"
            if any(event["event"] == "PlayerReady" for event in message["events"]) or (
                self.in_play and message["number"] % 9 == 0
            ):
                self.events += 1
                message["events"].append({"event": "WindRose", "seat": 0, "text": "The wind rose."})
        if message["type"] == "signal":
            message["signal"] = "applause"
        return message


def test_a_bot_of_today_plays_a_whole_game_on_tomorrow_s_server(server: LyingServer) -> None:
    seated = seat(server)
    status, said = play(seated.link)
    assert status == 0, said
    assert "cannot be trusted" not in said
    status, report = verify(seated.link)
    assert report["verdict"] in ("kept", "weak"), report
    assert server.liar.message.events > 0  # type: ignore[attr-defined]


def test_line_by_line_an_event_of_tomorrow_is_told_in_the_server_s_words(server: LyingServer, tmp_path: Path) -> None:
    """The game goes on after it, and nothing is said to be wrong."""
    reader = Reader(opened(tmp_path, seat(server).link, "--plain", "--lang", "en"))
    reader.until("Press Enter when you are ready")
    reader.say("")
    assert reader.until("The wind rose.")
    assert reader.until("1. ")
    reader.say("q")
    assert ended(reader.process)[1] == ""
    assert "cannot be trusted" not in "".join(reader.told)


def test_an_edition_of_tomorrow_is_played_by_its_rules(server: LyingServer) -> None:
    server.liar.message = Tomorrow(edition="parker-2031")
    status, said = play(seat(server).link)
    assert status == 0, said
    assert "cannot be trusted" not in said


def test_events_of_tomorrow_in_the_play_ask_for_the_state_once_each_and_break_nothing(server: LyingServer) -> None:
    server.liar.message = sent = Tomorrow(in_play=True)
    seated = seat(server)
    status, said = play(seated.link)
    assert status == 0, said
    assert "cannot be trusted" not in said
    assert 1 < sent.states <= sent.events + 2
    assert verify(seated.link)[1]["verdict"] == "weak"
