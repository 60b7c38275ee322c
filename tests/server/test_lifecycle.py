"""A server from start to stop, as a process of its own, and why one does not start."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bornes.client import protocol
from tests.support.servers import ServerProcess, serving
from tests.support.shell import PATIENCE, start
from tests.support.web import Web

TRIES = 3
"""So often a stop may be tried: another program may have kept the machine busy."""
STEADY = """
import gc, json, sys
from bornes.server import lifecycle
lifecycle._be_steady()
print(json.dumps([sys.getswitchinterval(), gc.get_freeze_count()]))
"""


def test_who_stops_a_server_loses_nothing_and_everybody_is_told_to_come_back(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        web = Web(server.address)
        seated = web.open_table()
        took: list[float] = []
        while not took or (min(took) > 2 and len(took) < TRIES):
            took.append(_stop_while_people_are_there(server, web, seated["table"], seated["secret"]))
            server.start()
            assert web.get(f"/api/tables/{seated['table']}", secret=seated["secret"]).status == 200
        assert min(took) <= 2


def _stop_while_people_are_there(server: ServerProcess, web: Web, table: str, secret: str) -> float:
    """Stop the server and return how many seconds that took."""
    with (
        web.socket(f"/api/tables/{table}/socket", {"secret": secret}) as ann,
        web.socket(f"/api/tables/{table}/socket"),  # says nothing, and reads nothing
        web.socket("/api/lobby/socket") as lobby,
    ):
        assert ann.hear()["type"] == "welcome"
        assert lobby.hear()["type"] == "lobby"
        code, seconds = server.stop_in_time()
        assert code == 0
        assert ann.closing() == protocol.CLOSE_RESTART
        assert lobby.closing() == protocol.CLOSE_RESTART
    return seconds


def test_a_request_that_is_half_sent_does_not_keep_a_server_from_ending_quietly(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host, port = server.address.removeprefix("http://").split(":")
        head = (
            b"POST /api/play-now HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
        with socket.create_connection((host, int(port)), PATIENCE) as sent:
            sent.sendall(head)
            assert Web(server.address).get("/healthz").status == 200  # by then the other one is waited for
            assert server.stop_in_time()[0] == 0
            assert sent.recv(100).startswith(b"HTTP/1.1 503")
        log = (tmp_path / "server.log").read_text(encoding="utf-8")
        assert [line for line in log.splitlines() if json.loads(line)["level"] == "error"] == []


def test_a_second_server_on_the_same_file_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for language, word in (("en", "another"), ("fr", "autre")):
            told = _refused("--port", "0", "--database", str(tmp_path / "tables.sqlite3"), "--lang", language)
            assert word in told
        assert Web(server.address).get("/readyz").status == 200


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        port = server.address.rpartition(":")[2]
        for language, word in (("en", "already"), ("fr", "déjà")):
            told = _refused("--port", port, "--database", str(tmp_path / "other.sqlite3"), "--lang", language)
            assert f"127.0.0.1:{port}" in told
            assert word in told


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "text", "another program's", "below a file", "long", "unwritable"])
def test_a_database_that_cannot_be_is_named_with_what_is_wrong(kind: str, language: str, tmp_path: Path) -> None:
    """As a variable, since of an option click sees some of it."""
    database = _impossible(kind, tmp_path)
    told = _refused("--port", "0", "--lang", language, env={"BORNES_DATABASE": str(database)})
    assert str(database) in told
    assert "127.0.0.1" not in told, "nothing is wrong with the address"


def _impossible(kind: str, folder: Path) -> Path:
    """Return the path of something that no server can keep its tables in."""
    path = folder / "tables.sqlite3"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "text":
        path.write_text("Once upon a time there was a race of a thousand miles. " * 20, encoding="utf-8")
    elif kind == "another program's":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE recipes (name)")
    elif kind == "below a file":
        path.touch()
        path /= "tables.sqlite3"
    elif kind == "long":
        path = folder / ("x" * 300)
    else:
        path = Path("/proc/tables.sqlite3")  # where nobody can create a file, whoever it is
    return path


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    with serving(tmp_path, "new/folder/tables.sqlite3") as server:
        assert Web(server.address).get("/readyz").status == 200
    assert (tmp_path / "new" / "folder" / "tables.sqlite3").is_file()


@pytest.mark.parametrize(
    ("options", "variables", "named"),
    [
        (("--port", "many"), {}, "--port"),
        (("--port", "70000"), {}, "--port"),
        (("--metrics", "some"), {}, "--metrics"),
        (("--host", ""), {}, "--host"),
        (("--database", ""), {}, "--database"),
        (("--public-url", "example.org"), {}, "--public-url"),
        ((), {"BORNES_PORT": "many"}, "BORNES_PORT"),
        ((), {"BORNES_PORT": "70000"}, "BORNES_PORT"),
        ((), {"BORNES_METRICS": "some"}, "BORNES_METRICS"),
        ((), {"BORNES_TRUSTED_PROXY": "everybody"}, "BORNES_TRUSTED_PROXY"),
    ],
)
def test_a_setting_that_cannot_be_ends_it_before_it_begins(
    options: tuple[str, ...], variables: dict[str, str], named: str, tmp_path: Path
) -> None:
    for language in ("en", "fr"):
        told = _refused(*options, "--lang", language, env={"BORNES_DATA": str(tmp_path), **variables}, status=2)
        assert named in told
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_not_of_this_machine_is_named(tmp_path: Path) -> None:
    told = _refused("--host", "192.0.2.1", "--port", "0", "--database", str(tmp_path / "tables.sqlite3"))
    assert told.count("192.0.2.1") == 1


def _refused(*options: str, env: dict[str, str] | None = None, status: int = 1) -> str:
    """Return the one line that a server ends with which cannot be."""
    process = start("serve", *options, env=env or {})
    out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, (out, told)
    assert out == ""
    lines = [line for line in told.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, told
    return lines[0]


def test_threads_take_turns_soon_and_what_stays_for_good_is_not_looked_at_again() -> None:
    # In a process of its own, since all of it is of the whole process.
    done = subprocess.run([sys.executable, "-c", STEADY], capture_output=True, text=True, check=True)
    switch, frozen = json.loads(done.stdout)
    assert switch < 0.005, "Python's own"
    assert frozen > 10_000
