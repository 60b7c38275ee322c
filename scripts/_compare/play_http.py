"""Start ``bornes serve`` on a free port of 127.0.0.1, and write down what it answers to requests and on sockets.

Three transcripts come of it: ``http.txt`` has the API and the sockets, ``schema.txt`` the descriptions of both,
``pages.txt`` what is sent to browsers, without scripts, styles and pictures.

The requests are written in the words of the new side.  On the old side ``--renames`` translates what is sent, and what
is read to decide what to send next; what is written down is what came.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from scripts._compare.commands import TERMINAL
from scripts._compare.renames import Renames
from scripts._compare.volatile import Placeholders
from scripts._compare.writer import TranscriptWriter, tell_progress

LANGUAGES = ("en", "fr")
PATIENCE_SECONDS = 60.0
REVIEW_SECONDS = 600.0
"""What a review may take on a busy machine."""
SETTINGS = ("workers=1", "database-name=cmp", "public-url=https://bornes.test", "log-format=json")
LIMITS = ("requests-per-minute", "commands-per-minute", "opens-per-hour", "wrong-codes-per-minute")
PLENTY = 10**6
PASSED_OVER_HEADERS = ("date", "content-length", "server", "bornes-page", "sec-websocket-accept")
SECRETS = {name: f"{name}-secret-of-the-comparison"[:40].ljust(32, "x") for name in ("Ann", "Bob", "Cat")}
SHORT = {"turn_cap": 20}
"""House rules by which a deal ends soon."""
MAX_MOVES = 200
REVIEWED = "dujardin"
"""The edition whose deal is reviewed, since that takes seconds."""
PAGES: tuple[str, ...] = (
    "/",
    "/open",
    "/learn",
    "/how-to-play",
    "/how-to-play/dujardin",
    "/rules",
    "/cards",
    "/t/nowhere",
    "/privacy",
)
PAGES += ("/offline", "/service-worker.js", "/nowhere", "/api", "/web/0/js/main.js")
BEFORE_A_DEAL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Rename", {"name": "Anna"}),
    ("Rename", {"name": "a|b"}),
    ("SetPace", {"pace": {"decision": 60000, "window": 5000, "bots": 500}}),
    ("SetPace", {"pace": {"decision": 1, "window": 5000, "bots": 500}}),
    ("SetAccess", {"newcomers": True, "spectators": False}),
    ("SetAccess", {"newcomers": True, "spectators": True}),
    ("SetStandingAnswer", {"coup_fourre": "ask", "remedy": "call"}),
    ("TransferHost", {"target_seat": 0}),
    ("TransferHost", {"target_seat": 7}),
    ("SwapSeats", {"target_seat": 0, "other_seat": 7}),
    ("RemovePlayer", {"target_seat": 0}),
    ("FreeSeat", {"target_seat": 0}),
    ("SeatBot", {"target_seat": 1, "bot": "random"}),
    ("SeatBot", {"target_seat": 1, "bot": "nobody"}),
    ("Undo", {}),
    ("Return", {}),
    ("Play", {"move": "roll", "question_number": 1}),
    ("GiveSeed", {"seed": "xyz"}),
    ("React", {"reaction": "hello"}),
    ("React", {"reaction": "nonsense"}),
    ("Hint", {}),
    ("Fly", {}),
)
"""Commands that both players and a spectator send before the first deal; many are refused, and nobody loses a seat."""
CHANGES_OF_SEATS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Ann", "TransferHost", {"target_seat": 1}),
    ("Bob", "SwapSeats", {"target_seat": 0, "other_seat": 1}),
    ("Bob", "SwapSeats", {"target_seat": 0, "other_seat": 1}),
    ("Bob", "TransferHost", {"target_seat": 0}),
    ("Ann", "FreeSeat", {"target_seat": 1}),
    ("Bob", "GiveUpSeat", {}),
    ("Ann", "SeatBot", {"target_seat": 1, "bot": "random"}),
    ("Ann", "SeatBot", {"target_seat": 1, "bot": "nobody"}),
    ("Ann", "FreeSeat", {"target_seat": 1}),
)
"""What follows; in the end Bob's seat is free."""
WITHIN_A_DEAL = (
    "Rename",
    "SetAccess",
    "TransferHost",
    "SwapSeats",
    "RemovePlayer",
    "FreeSeat",
    "Undo",
    "Hint",
    "StepAway",
    "Return",
)
MISTAKES: tuple[tuple[str, str, Any], ...] = (
    ("POST", "/api/tables", {"edition": "monopoly"}),
    ("POST", "/api/tables", {"edition": "parker-1962", "players": 9}),
    ("POST", "/api/tables", {"edition": "parker-1962", "players": 5}),
    ("POST", "/api/tables", {"edition": "asmodee", "players": 3, "partners": True}),
    ("POST", "/api/tables", {"house_rules": {"target": -5}}),
    ("POST", "/api/tables", {"house_rules": {"colour": "red"}}),
    ("POST", "/api/tables", {"house_rules": {"turn_cap": 3}}),
    ("POST", "/api/tables", {"pace": "slow"}),
    ("POST", "/api/tables", {"pace": {"decision": 1, "window": 1, "bots": 1}}),
    ("POST", "/api/tables", {"pace": "none"}),
    ("POST", "/api/tables", {"seats": ["me", "me"]}),
    ("POST", "/api/tables", {"seats": ["me"]}),
    ("POST", "/api/tables", {"seats": ["me", "nobody"]}),
    ("POST", "/api/tables", {"name": "\u202e"}),
    ("POST", "/api/tables", {"secret": "short"}),
    ("POST", "/api/tables", {"fly": 1}),
    ("POST", "/api/tables", [1]),
    ("POST", "/api/tables", "not JSON"),
    ("POST", "/api/tables", None),
    ("POST", "/api/tables", {"name": "x" * 20_000}),
    ("POST", "/api/play-now", {"bot": "nobody"}),
    ("POST", "/api/join", {}),
    ("POST", "/api/join", {"code": "123456789"}),
    ("POST", "/api/join", {"table": "cmp-aaaaaaaaaaaaaaaa"}),
    ("POST", "/api/join", {"table": "nowhere"}),
    ("POST", "/api/codes", {"code": "123456789"}),
    ("POST", "/api/codes", {"code": "word"}),
    ("GET", "/api/tables", None),
    ("PUT", "/api/about", None),
    ("DELETE", "/api/lobby", None),
    ("GET", "/api/nowhere", None),
    ("GET", "/api/editions/monopoly", None),
    ("GET", "/api/clauses/P62-999", None),
    ("GET", "/api/howto/monopoly", None),
    ("GET", "/api/words/de.json", None),
    ("GET", "/api/tables/cmp-aaaaaaaaaaaaaaaa", None),
    ("GET", "/api/tables/cmp-aaaaaaaaaaaaaaaa/seat", None),
    ("GET", "/api/tables/cmp-aaaaaaaaaaaaaaaa/record?game=x", None),
    ("DELETE", "/api/tables/cmp-aaaaaaaaaaaaaaaa/seat", None),
)
"""Requests that are refused, or that show what is taken for granted."""
_parameter = re.compile(r"\{(\w+)\}")


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: list[tuple[str, str]]
    text: str


class Server:
    """``bornes serve``, and one who talks to it and writes down what it answers."""

    def __init__(self, address: str, out: TranscriptWriter, texts: Placeholders, to: Renames) -> None:
        self.out = out
        self._texts = texts
        self._to = to
        self._back = to.reversed
        self._place = urlsplit(address).netloc
        self.asked: set[str] = set()
        """The paths of all requests."""

    def send(self, method: str, path: str, body: Any = None, *, secret: str = "", language: str = "en") -> Answer:
        """Send a request, and return the answer."""
        headers = {"Accept-Language": language}
        data = None
        if body is not None:
            text = body if isinstance(body, str) else self.translated(body)
            data, headers["Content-Type"] = text.encode(), "application/json"
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        self.asked.add(path.partition("?")[0])
        connection = http.client.HTTPConnection(self._place, timeout=PATIENCE_SECONDS)
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.getheaders(), answer.read().decode(errors="backslashreplace"))
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None, *, secret: str = "", language: str = "en") -> Any:
        """Send a request, write down the answer, and return it as values where it is JSON."""
        who = next((name for name in SECRETS if secret.startswith(name)), "somebody" if secret else "nobody")
        self.out.line("request", self._texts.apply(f"{method} {path} by {who} in {language}"))
        if body is not None:  # in the words of this side, as an answer is
            self.out.line("sends", body if isinstance(body, str) else self.translated(body))
        answer = self.send(method, path, body, secret=secret, language=language)
        self.out.line("status", str(answer.status))
        for name, value in answer.headers:
            if name.lower() not in PASSED_OVER_HEADERS:
                self.out.line("header", self._texts.apply(f"{name.lower()}: {value}"))
        self.out.text("answer", self._texts.apply(answer.text))
        return self.values(answer.text)

    def translated(self, values: Any) -> str:
        """Return values as JSON, in the words of this side."""
        return self._to.apply(json.dumps(values))

    def values(self, text: str) -> Any:
        """Return what JSON says, in the words of the new side; None for what is no JSON."""
        try:
            return json.loads(self._back.apply(text))
        except ValueError:
            return None

    @contextmanager
    def socket(self, name: str, path: str, hello: dict[str, Any] | None) -> Iterator[Client]:
        """Open a socket, and say who one is."""
        address = f"ws://{self._place}{path}"
        with connect(address, compression=None, max_size=1 << 21, proxy=None) as connection:
            client = Client(self, name, connection, self._texts)
            if hello is not None:
                client.say({"command": "Hello", **hello})
            yield client


class Client:
    """One end of a socket: it writes down what comes, and knows which question is open."""

    def __init__(self, server: Server, name: str, connection: ClientConnection, texts: Placeholders) -> None:
        self.asked: int | None = None
        self.question: dict[str, Any] | None = None
        self._ended = False
        self._server = server
        self._name = name
        self._connection = connection
        self._texts = texts
        self._sent = 0

    def say(self, values: dict[str, Any] | str) -> None:
        """Send a message."""
        self._connection.send(values if isinstance(values, str) else self._server.translated(values))

    def hear(self) -> dict[str, Any]:
        """Take in the next message."""
        data = self._connection.recv(PATIENCE_SECONDS)
        text = data if isinstance(data, str) else data.decode()
        self._server.out.line(f"{self._name} hears", self._texts.apply(text))
        message: dict[str, Any] = self._server.values(text)
        if message["type"] in ("state", "update"):
            self.asked, question = message.get("question_number"), message.get("question")
            self.question = question or (self.question if self.asked is not None else None)
        return message

    def hear_until(self, kind: str, **values: Any) -> dict[str, Any]:
        """Take in messages up to one of a kind that has these values."""
        while True:
            message = self.hear()
            if message["type"] == kind and all(message.get(name) == value for name, value in values.items()):
                return message

    def do(self, command: str, **values: Any) -> dict[str, Any]:
        """Send a command, and take in everything up to its answer; nothing where the connection has ended."""
        if self._ended:
            return {}
        self._sent += 1
        id = values.pop("id", f"{self._name} {self._sent}")
        said = self._server.translated({"command": command, "id": id, **values})
        self._server.out.line(f"{self._name} says", said)
        try:
            with suppress(ConnectionClosed):  # the last words are there still, and are heard below
                self.say(said)
            while True:
                message = self.hear()
                if message.get("id") == id or message.get("error") == "bad-message":
                    return message
        except ConnectionClosed as end:
            self._note_end(end)
            return {}

    def catch_up(self) -> None:
        """Take in everything that was sent before now: the answer to a question comes behind it."""
        self.do("Hint")

    def hear_end(self) -> None:
        """Take in everything up to the end of the connection."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as end:
            self._note_end(end)

    def _note_end(self, end: ConnectionClosed) -> None:
        self._ended = True
        self.question = None
        self._server.out.line(f"{self._name} closed", str(None if end.rcvd is None else end.rcvd.code))


# -- what is asked -----------------------------------------------------------------------------------------------------


def read_everything(server: Server, described: dict[str, Any], every: int) -> list[str]:
    """Ask for every path that needs no table, in both languages; return the paths of the API that are left."""
    editions = [one["name"] for one in server.values(server.send("GET", "/api/about").text)["editions"]]
    values = {"edition": editions, "language": list(LANGUAGES), "clause": clause_ids()}
    left = []
    for path, operations in described["paths"].items():
        if not path.startswith("/api/") or "get" not in operations or path.endswith((".schema.json", "openapi.json")):
            continue
        names = _parameter.findall(path)
        if set(names) - set(values) or path.endswith("/stream"):  # older servers stream without end
            left.append(path)
            continue
        server.out.section(f"GET {path}")
        for value in values[names[0]][::every] if names else [""]:
            for language in LANGUAGES:
                server.ask("GET", _parameter.sub(value, path), language=language)
    for path in ("/healthz", "/readyz"):
        server.out.section(f"GET {path}")
        server.ask("GET", path)
    return left


def clause_ids() -> list[str]:
    """Return ids of clauses and rulings, some of which do not exist."""
    last = {"P62": 90, "P88": 90, "GC": 90, "DJ": 90, "AS": 90, "Q": 80}
    return [f"{prefix}-{number:02}" for prefix, end in last.items() for number in range(1, end, 3)]


def describe(server: Server, out: TranscriptWriter, described: dict[str, Any]) -> None:
    """Write what the server says of its API and of its messages: structure in one section, sentences in another."""
    messages = server.values(server.send("GET", "/api/messages.schema.json").text)
    parts: list[tuple[str, Any]] = []
    for path, operations in described["paths"].items():
        parts += [(f"path {method.upper()} {path}", operation) for method, operation in operations.items()]
    parts += [(f"type {name}", one) for name, one in described["components"]["schemas"].items()]
    parts += [(f"message {name}", one) for name, one in messages["$defs"].items()]
    parts.append(("messages", {key: value for key, value in messages.items() if key != "$defs"}))
    out.section("structure of the API and of messages")
    for label, part in parts:
        out.json(label, _without_sentences(part))
    out.section("sentences of the API and of messages")
    for label, part in parts:
        for sentence in sorted(_sentences(part)):
            out.line(label, sentence)


SENTENCES = ("description", "summary")


def _without_sentences(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_sentences(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _without_sentences(one) for key, one in value.items() if not _is_sentence(key, one)}


def _is_sentence(key: str, value: Any) -> bool:
    return key in SENTENCES and isinstance(value, str)


def _sentences(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _sentences(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if _is_sentence(key, one):
                yield f"{key}: {one}"
            else:
                yield from _sentences(one)


def make_mistakes(server: Server, every: int) -> None:
    """Send requests that cannot be done."""
    server.out.section("mistakes")
    for method, path, body in MISTAKES[::every]:
        for language in LANGUAGES:
            server.ask(method, path, body, language=language)


def look_at_table(server: Server, table: str, secret: str = "") -> None:
    """Ask for everything about a table, in both languages."""
    for part in ("", "/moves", "/record", "/record?game=7", "/replay/1/1", "/replay/1/9", "/reviews/1/9"):
        for language in LANGUAGES:
            server.ask("GET", f"/api/tables/{table}{part}", secret=secret, language=language)
    for part in ("/invitation", "/seat"):
        server.ask("GET", f"/api/tables/{table}{part}", secret=secret)


def play_table(server: Server, edition: str, texts: Placeholders) -> None:
    """Let two people play a deal, and a spectator look on; everybody reads another language."""
    server.out.section(f"table {edition}")
    opened = {"edition": edition, "players": 2, "name": "Ann", "house_rules": SHORT, "public": True, "pace": "patient"}
    secrets = {name: f"{secret[:20]}-{edition}"[:40] for name, secret in SECRETS.items()}
    seated = server.ask("POST", "/api/tables", {**opened, "secret": secrets["Ann"]})
    table, invitation = seated["table"], seated["invitation"]
    server.ask("POST", "/api/tables", {**opened, "secret": secrets["Ann"]}, language="fr")
    look_at_table(server, table)
    look_at_table(server, table, secrets["Ann"])
    server.ask("POST", "/api/codes", {"code": invitation["code"]})
    for _ in range(2):
        joined = {"code": invitation["code"], "name": "Bob", "secret": secrets["Bob"]}
        server.ask("POST", "/api/join", joined, language="fr")
    word = invitation["join"].partition("#join=")[2]
    server.ask("POST", "/api/join", {"table": table, "invitation": word, "secret": secrets["Cat"]}, language="fr")
    path = f"/api/tables/{table}/socket"
    with (
        server.socket("Ann", path, {"secret": secrets["Ann"], "language": "en"}) as ann,
        server.socket("Bob", path, {"secret": secrets["Bob"], "language": "fr"}) as bob,
        server.socket("Cat", path, {"language": "fr"}) as cat,
    ):
        everybody = (ann, bob, cat)
        for one in everybody:
            one.hear_until("state")
        settle(everybody)
        for command, values in BEFORE_A_DEAL if edition == REVIEWED else BEFORE_A_DEAL[:7]:
            for one in everybody:
                one.do(command, **values)
        settle(everybody)
        if edition == REVIEWED:
            for name, command, values in CHANGES_OF_SEATS:
                {"Ann": ann, "Bob": bob}[name].do(command, **values)
                settle((ann, bob))
            back = {"table": table, "secret": secrets["Bob"], "name": "Bob", "reclaim": True}
            server.ask("POST", "/api/join", back, language="fr")
        play_deal(server, table, secrets, path)
    after_deal(server, table, secrets, edition)


def settle(everybody: tuple[Client, ...]) -> None:
    """Let everybody take in what was sent to them."""
    for one in everybody:
        one.catch_up()


def play_deal(server: Server, table: str, secrets: dict[str, str], path: str) -> None:
    """Play a deal to its end, by new connections."""
    with (
        server.socket("Ann again", path, {"secret": secrets["Ann"], "language": "fr"}) as ann,
        server.socket("Bob again", path, {"secret": secrets["Bob"], "language": "en"}) as bob,
        server.socket("Dan", path, {"language": "en"}) as dan,
    ):
        players = (ann, bob)
        for one in (*players, dan):
            one.hear_until("state")
        settle((*players, dan))
        for one, seed in zip(players, ("5eed" * 8, "0b" * 16), strict=True):
            one.do("Ready", seed=seed)
        settle((*players, dan))
        for number in range(MAX_MOVES):
            asked = next((one for one in players if one.question is not None and one.asked is not None), None)
            if asked is None:
                break
            assert asked.question is not None
            if number == 5:
                for command in WITHIN_A_DEAL:
                    values = next((values for name, values in BEFORE_A_DEAL if name == command), {})
                    asked.do(command, **values)
                asked.do("Play", move="fly", question_number=asked.asked)
                asked.do("Play", move="stop>Z", question_number=asked.asked)
                asked.do("Play", move="-end", question_number=(asked.asked or 0) - 1)
                for blocked in asked.question["blocked"]:
                    asked.do("Play", move=blocked["card"], question_number=asked.asked)
                server.ask("GET", f"/api/tables/{table}/moves", secret=secrets["Ann"], language="fr")
                server.ask("GET", f"/api/tables/{table}/moves")
            asked.do("Play", move=asked.question["moves"][0]["move"], question_number=asked.asked)
            settle((*players, dan))
        dan.do("Ready")


def after_deal(server: Server, table: str, secrets: dict[str, str], edition: str) -> None:
    """Ask for what is there once a deal is over, then end the game."""
    look_at_table(server, table)
    look_at_table(server, table, secrets["Bob"])
    path = f"/api/tables/{table}/socket"
    with server.socket("Ann at the end", path, {"secret": secrets["Ann"]}) as ann:
        ann.hear_until("state")
        for _ in range(2):  # nobody is ready: a deal that began now would go on by the clock
            ann.do("GiveSeed", id="again", seed="0a" * 16)
    with server.socket("Bob at the end", path, {"secret": secrets["Bob"], "language": "fr"}) as bob:
        bob.hear_until("state")
        bob.do("GiveUpSeat")
    if edition == REVIEWED:
        review(server, table)
    server.ask("DELETE", f"/api/tables/{table}/seat", secret=secrets["Ann"])
    look_at_table(server, table, secrets["Ann"])
    server.ask("GET", "/api/lobby", language="fr")


def review(server: Server, table: str) -> None:
    """Ask for a review, wait until it is done, and read it in both languages."""
    path = f"/api/tables/{table}/reviews/1/1"
    server.send("POST", path)
    until = time.monotonic() + REVIEW_SECONDS
    while (server.values(server.send("GET", path).text) or {}).get("state") in ("waiting", "running"):
        if time.monotonic() > until:
            raise TimeoutError(f"the review of {path} is not there after {REVIEW_SECONDS:.0f} seconds")
        time.sleep(0.2)
    for language in LANGUAGES:
        server.ask("GET", path, language=language)
        server.ask("POST", path, language=language)


def play_now(server: Server, edition: str, language: str) -> None:
    """Play some moves against bots, with a hint and a move taken back."""
    server.out.section(f"play now {edition} in {language}")
    secret = f"alone-secret-of-{edition}-{language}"[:40].ljust(24, "x")
    seated = server.ask(
        "POST", "/api/play-now", {"edition": edition, "bot": "sunday-driver", "secret": secret}, language=language
    )
    path = f"/api/tables/{seated['table']}/socket"
    with server.socket("Ann", path, {"secret": secret, "language": language}) as ann:
        ann.hear_until("state")
        ann.do("Ready", seed="5eed" * 8)
        for number in range(4):
            while ann.question is None or ann.asked is None:
                ann.hear()
            if number == 1:
                ann.do("Hint")
            if number == 3:
                ann.do("Undo")
                break
            ann.do("Play", move=ann.question["moves"][0]["move"], question_number=ann.asked)
        ann.do("SetAccess", newcomers=True, spectators=True)


def greet_badly(server: Server) -> None:
    """Open sockets in ways that end at once."""
    server.out.section("sockets that are closed")
    hellos: tuple[Any, ...] = (
        "fly",
        {"command": "Fly"},
        {"command": "Hello", "protocol": 99},
        {"command": "Hello", "language": "fr"},
        {"command": "Hello", "secret": "x" * 24, "language": "fr"},
        {"command": "Hello", "fly": 1},
    )
    for number, hello in enumerate(hellos, 1):
        with server.socket(f"client {number}", "/api/tables/cmp-aaaaaaaaaaaaaaaa/socket", None) as client:
            client.say(hello)
            client.hear_end()
    with server.socket("lobby", "/api/lobby/socket", None) as client:
        client.hear()


def show_pages(server: Server, paths: list[str]) -> None:
    """Ask for the pages, in both languages."""
    for path in paths:
        server.out.section(f"page {path}")
        for language in LANGUAGES:
            server.ask("GET", path, language=language)


# -- the server --------------------------------------------------------------------------------------------------------


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Run a server, and yield its address."""
    options = [word for setting in SETTINGS for word in f"--{setting}".split("=", 1)]
    options += [word for limit in LIMITS for word in (f"--{limit}", str(PLENTY))]
    command = [sys.executable, "-m", "scripts._compare.steady", "serve", "--port", "0", "--database", "server.sqlite3"]
    environment = {**os.environ, **TERMINAL, "LANGUAGE": "en", "BORNES_DATA": "data", "PYTHONUNBUFFERED": "1"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, *options], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, encoding="utf-8"
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise SystemExit(f"the server did not start: {(folder / 'log').read_text()}")
            yield found[0]
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE_SECONDS)


def main() -> None:
    """Write the transcripts that the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--renames", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bornes-compare-") as name:
        folder, to = Path(name), Renames.load(options.renames).reversed
        texts = Placeholders(folder)
        with (
            TranscriptWriter(options.out / "http.txt") as out,
            TranscriptWriter(options.out / "schema.txt") as schema,
            TranscriptWriter(options.out / "pages.txt") as pages,
            running(folder) as address,
        ):
            server = Server(address, out, texts, to)
            described = json.loads(server.send("GET", "/api/openapi.json").text)
            left = read_everything(server, described, options.every)
            tell_progress(1, 5)
            describe(server, schema, described)
            make_mistakes(server, options.every)
            greet_badly(server)
            tell_progress(2, 5)
            editions = ("parker-1962", "dujardin", "asmodee", "game-cabinet", "parker-1988")[:: options.every]
            for edition in editions:
                play_table(server, edition, texts)
            tell_progress(3, 5)
            for edition, language in (("asmodee", "fr"), ("parker-1962", "en"))[:: options.every]:
                play_now(server, edition, language)
            tell_progress(4, 5)
            not_asked(out, left, server.asked)
            server.out = pages
            show_pages(server, list(PAGES))
        tell_progress(5, 5)


def not_asked(out: TranscriptWriter, left: list[str], asked: set[str]) -> None:
    """Write which paths of the API nothing here asks for: there should be none."""
    out.section("paths that are not compared")
    for path in left:
        pattern = re.compile(_parameter.sub("[^/]+", path))
        if not any(pattern.fullmatch(one) for one in asked):
            out.line("path", path)


if __name__ == "__main__":
    main()
