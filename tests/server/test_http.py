"""The entry points of a real server: requests and sockets as the page of the protocol describes them."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.routing import Route, WebSocketRoute

from bornes import Game
from bornes.base.translatable import MAX_QUOTED_LENGTH
from bornes.client import protocol
from bornes.server.addresses import qr_rows
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.http.openapi import EXTRA_ROUTES, describe_api
from bornes.server.http.routes import ENDPOINTS
from bornes.server.http.static_files import page_files
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.store import SqliteStore
from tests.support.exchange import Exchange, OtherStarter, lines_of
from tests.support.online import QuickThinkers
from tests.support.paths import DOCS
from tests.support.shell import run
from tests.support.web import Values, Web

PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
QUICK = {"bots": 0}
"""A pace without clocks, at which bots do not wait."""
NOBODY = "home-aaaaaaaaaaaaaaaa"
"""The name of a table that is not there."""
NUMBERS = {"game": 1, "deal": 1, "edition": "dujardin"}
"""What else an address may name."""
HOLES = {"{table}": "ID", "{game}": "GAME", "{deal}": "DEAL", "{edition}": "EDITION", "{clause}": "ID"}
"""What the page of the protocol writes for the parts of a path."""


def at(seated: Values, what: str = "") -> str:
    """Return the path of something at a table."""
    return f"/api/tables/{seated['table']}{what}"


def alone(web: Web, **asked: Any) -> Values:
    """Open a table for one person and a bot."""
    closed = {"newcomers": False, "spectators": False}
    return web.open_table(seats=["me", "sunday-driver"], pace=QUICK, **closed, **asked)


# -- seats ---------------------------------------------------------------------------------------------------------


def test_a_guest_cannot_take_the_table_and_a_removed_or_former_player_gets_what_is_theirs(web: Web) -> None:
    """The attack on the owner, a removal, a seat given up and taken back, over requests and sockets."""
    ann = web.open_table()
    join = {"code": ann["invitation"]["code"]}
    eve = web.post("/api/join", {**join, "name": "Eve"}).values
    with web.socket(at(eve, "/socket"), {"secret": eve["secret"]}) as hers:
        assert hers.ask("TransferHost", target_seat=1)["why"]["refusal"] == "HostOnly"
        assert hers.ask("SetAccess", newcomers=False, spectators=False)["why"]["refusal"] == "HostOnly"
        assert hers.ask("FreeSeat", target_seat=0)["why"]["refusal"] == "ActingHostOnly"
        assert web.command(ann["table"], ann["secret"], "RemovePlayer", target_seat=1)["type"] == "done"
        assert hers.hear_until(lambda message: message["type"] == "error")["error"] == "seat-lost"
    back = {"table": ann["table"], "reclaim": True}
    assert web.post("/api/join", {**back, "secret": eve["secret"]}).values["error"] == "not-authorized"
    bob = web.post("/api/join", {**join, "name": "Bob"}).values
    assert web.get(at(bob, "/seat"), secret=bob["secret"]).values == {"seat": 1, "name": "Bob", "connected": False}
    assert web.command(bob["table"], bob["secret"], "GiveUpSeat")["error"] == "seat-freed"
    assert web.get(at(bob, "/seat"), secret=bob["secret"]).values["error"] == "seat-freed"
    again = web.post("/api/join", {**back, "secret": bob["secret"], "name": "Bob"}).values
    assert (again["seat"], again["secret"]) == (1, bob["secret"])
    assert web.get(at(bob, "/seat"), secret=bob["secret"]).values["name"] == "Bob"


# -- descriptions --------------------------------------------------------------------------------------------------


def test_the_api_describes_itself_and_every_part_of_the_description_is_a_schema(web: Web) -> None:
    told = web.get("/api/openapi.json").values
    assert told["openapi"].startswith("3.1")
    assert {(method.upper(), path) for path, some in told["paths"].items() for method in some} >= {
        (one.method, one.path) for one in ENDPOINTS
    }
    names = [operation["operationId"] for some in told["paths"].values() for operation in some.values()]
    assert len(names) == len(set(names))
    for schema in told["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    assert _targets(told) <= {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}


def test_the_description_has_every_path_of_the_application_and_no_other() -> None:
    store = SqliteStore.in_memory("test")
    service = Service(store, QuickThinkers(), lambda: 0)
    app = build_app(AppContext(service, ServerSettings(), ReviewQueue(StoredReviews(store))))
    described = {path.replace("{path}", "{path:path}") for path in describe_api()["paths"]}
    assert {one.path for one in app.routes if isinstance(one, Route)} == described
    sockets = [one.path for one in app.routes if isinstance(one, WebSocketRoute)]
    assert [path for path in sockets if path not in describe_api()["info"]["description"]] == []


def test_what_is_read_beside_the_endpoints_is_what_the_description_says(web: Web) -> None:
    told = web.get("/api/openapi.json").values["paths"]
    seated, version = web.open_table(public=True), page_files().version
    for one in EXTRA_ROUTES:
        path = one.path.format(table=seated["table"], language="fr", version=version, path="js/main.js", **NUMBERS)
        (media,) = told[one.path]["get"]["responses"]["200"]["content"]
        assert web.get(path).headers["content-type"].startswith(media), path


def test_answers_are_what_the_description_says(web: Web) -> None:
    told = web.get("/api/openapi.json").values
    seated = web.open_table(public=True)
    problem = web.get(f"/api/tables/{NOBODY}").values
    for values, name in (
        (seated, "SeatAssignment"),
        (web.get("/api/lobby").values, "LobbySnapshot"),
        (problem, "ErrorBody"),
    ):
        whole = {"$ref": f"#/components/schemas/{name}", "components": told["components"]}
        jsonschema.Draft202012Validator(whole).validate(values)


def test_what_goes_through_a_socket_is_what_the_schema_says(web: Web) -> None:
    schema = web.get("/api/messages.schema.json").values
    jsonschema.Draft202012Validator.check_schema(schema)
    assert _targets(schema) <= {f"#/$defs/{name}" for name in schema["$defs"]}
    messages = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/SocketMessage"}]})
    seated = alone(web)
    with web.socket(at(seated, "/socket"), {"secret": seated["secret"]}) as ann:
        assert ann.hear()["type"] == "welcome"
        assert ann.ask("Ready", seed="aa" * 16)["type"] == "done"
        assert ann.ask("React", reaction="no such phrase")["type"] == "refused"
        ann.say("nonsense")
        ann.hear_until(lambda message: message["type"] == "error")
        for message in ann.heard:
            messages.validate(message)


def _targets(schema: Any) -> set[str]:
    """Return what a schema refers to."""
    if isinstance(schema, list):
        return {one for part in schema for one in _targets(part)}
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"]} if isinstance(schema.get("$ref"), str) else set()
    return own | {one for part in schema.values() for one in _targets(part)}


def test_about_and_words_are_there_in_both_languages(web: Web) -> None:
    english, french = (
        web.get("/api/about?lang=en").values,
        web.get("/api/about", Accept_Language="fr-CA, en;q=0.5").values,
    )
    assert english.keys() == french.keys()
    assert english != french
    assert english["protocol"] == protocol.PROTOCOL_VERSION
    for language in ("en", "fr"):
        assert isinstance(web.get(f"/api/words/{language}.json").values, dict)
    assert web.get("/api/words/tlh.json").status == 404


# -- the page of the protocol is true ------------------------------------------------------------------------------


def test_the_page_names_every_request_and_no_other(web: Web) -> None:
    rows = re.findall(r"^\| (`(?:GET|POST|DELETE).*?) \|", PAGE, re.M)
    named = {
        (method, path)
        for row in rows
        for method in re.findall(r"GET|POST|DELETE", row)
        for path in re.findall(r"/api/[^`]+", row)
    }
    served = {(one.method, _filled(one.path, HOLES)) for one in ENDPOINTS}
    assert named == served | {("GET", "/api/words/LANGUAGE.json")}
    assert web.get("/api/words/fr.json").status == 200


def _filled(path: str, holes: dict[str, str]) -> str:
    for hole, word in holes.items():
        path = path.replace(hole, word)
    return path


def test_the_page_names_the_types_of_every_request() -> None:
    for endpoint in ENDPOINTS:
        path = _filled(endpoint.path, HOLES)
        (row,) = re.findall(rf"^\| .*`(?:GET|POST|DELETE)?`?[^|]*{re.escape(path)}` \| (.*?) \|", PAGE, re.M)[:1]
        for kind in (endpoint.takes, endpoint.gives):
            if isinstance(kind, type) and kind is not str:
                assert kind.__name__ in row, f"{path} has {kind.__name__}"


def test_the_page_names_every_code_that_a_socket_is_closed_with() -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d{4}) \|", PAGE, re.M)}
    names = (
        "CLOSE_BAD_MESSAGE",
        "CLOSE_NOT_AUTHORIZED",
        "CLOSE_TABLE_NOT_FOUND",
        "CLOSE_TOO_SLOW",
        "CLOSE_OPENED_ELSEWHERE",
        "CLOSE_SEAT_LOST",
        "CLOSE_RATE_LIMITED",
        "CLOSE_RESTART",
    )
    assert codes == {getattr(protocol, name) for name in names}


def test_the_hello_of_the_page_is_understood(web: Web) -> None:
    seated = web.open_table()
    (example,) = re.findall(r"^```json\n(\{.*\})\n```", PAGE, re.M)
    with web.socket(at(seated, "/socket")) as ann:
        ann.say(example.replace("…", seated["secret"]))
        welcome = ann.hear()
        (fields,) = re.findall(r"`welcome` \((.*?)\) and then", PAGE, re.S)
        assert {"type", *re.findall(r"`(\w+)`", fields)} == welcome.keys()
        assert welcome["seat"] == 0
        assert ann.hear()["type"] == "state"  # more was seen than there is: everything is told


def test_the_exchange_of_the_page_goes_as_it_is_shown(web: Web) -> None:
    """Every line is sent, and what comes back is what the page shows, in that order, once the cut falls on Ann."""
    schema = web.get("/api/messages.schema.json").values
    messages = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/SocketMessage"}]})
    lines = lines_of(PAGE.split("\n## An exchange\n")[1].split("\n## ")[0])
    assert {line.who for line in lines} == {"Ann", "Bob"}
    for _ in range(40):
        with suppress(OtherStarter):
            Exchange(web, messages.validate).have(lines)
            return
    pytest.fail("Ann never starts")


def test_an_exchange_that_goes_otherwise_is_noticed(web: Web) -> None:
    """The page would be wrong with another order, another value, or a field that does not come."""
    lines = lines_of(PAGE.split("\n## An exchange\n")[1].split("\n## ")[0])
    first = next(at for at, line in enumerate(lines) if not line.sent and not line.how)
    for wrong in (
        [*lines[:first], lines[first + 1], lines[first]],
        [*lines[:first], lines[first]._replace(shown='{"type": "welcome", "seat": 1}')],
        [*lines[:first], lines[first]._replace(shown='{"type": "welcome", "colour": "red"}')],
    ):
        with pytest.raises(AssertionError):
            Exchange(web, lambda message: None).have(wrong)


def test_a_socket_that_is_not_let_in_is_closed_with_the_code_of_the_page(web: Web) -> None:
    seated = web.open_table()
    stranger = {"secret": "x" * 32}
    for path, hello, code in (
        (at(seated, "/socket"), stranger, protocol.CLOSE_NOT_AUTHORIZED),
        (
            f"/api/tables/{NOBODY}/socket",
            stranger,
            protocol.CLOSE_NOT_AUTHORIZED,
        ),  # which nobody can tell from the first
        (f"/api/tables/{NOBODY}/socket", {}, protocol.CLOSE_TABLE_NOT_FOUND),
        (at(seated, "/socket"), {}, protocol.CLOSE_TABLE_NOT_FOUND),
        (at(seated, "/socket"), {"no": "hello"}, protocol.CLOSE_BAD_MESSAGE),
    ):
        with web.socket(path, hello) as socket:
            assert socket.closing() == code
            assert socket.heard[-1]["type"] == "error"


@pytest.mark.slow
def test_a_socket_that_never_says_hello_is_closed_with_a_code_and_a_sentence(web: Web) -> None:
    with web.socket(at(web.open_table(), "/socket?lang=fr")) as silent:
        assert silent.closing() == protocol.CLOSE_BAD_MESSAGE
        assert [one["error"] for one in silent.heard] == ["no-hello"]
        assert "Hello" in silent.heard[0]["text"]
        assert "premier" in silent.heard[0]["text"]


def test_a_seat_that_is_given_up_elsewhere_is_lost_here(web: Web) -> None:
    seated = web.open_table()
    with web.socket(at(seated, "/socket"), {"secret": seated["secret"]}) as ann:
        ann.hear()
        assert web.ask("DELETE", at(seated, "/seat"), secret=seated["secret"]).status == 204
        assert ann.closing() == protocol.CLOSE_SEAT_LOST


@pytest.mark.parametrize("language", ["en", "fr"])
def test_another_protocol_is_refused_in_the_reader_s_language(web: Web, language: str) -> None:
    seated = web.open_table()
    hello = {"secret": seated["secret"], "protocol": 99, "language": language}
    with web.socket(at(seated, "/socket"), hello) as ann:
        assert ann.closing() == protocol.CLOSE_BAD_MESSAGE
        assert [one["error"] for one in ann.heard] == ["protocol-mismatch"]
        assert "99" in ann.heard[0]["text"]
        assert ("protocole" in ann.heard[0]["text"]) == (language == "fr")


# -- problems ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "error"),
    [
        ("GET", "/api/nowhere", None, 404, "not-found"),
        ("GET", f"/api/tables/{NOBODY}", None, 404, "table-not-found"),
        ("DELETE", "/api/about", None, 405, "method-not-allowed"),
        ("POST", "/api/tables", {"edition": "monopoly"}, 422, "bad-game"),
        ("POST", "/api/codes", {"code": "1"}, 404, "code-not-found"),
        ("POST", "/api/join", {"table": NOBODY, "invitation": "x"}, 404, "table-not-found"),
        ("POST", "/api/tables", {"name": 7}, 400, "bad-request"),
        ("POST", "/api/tables", {"name": "x" * 20_000}, 413, "too-large"),
    ],
)
def test_a_problem_has_a_word_for_programs_and_a_sentence_in_both_languages(
    web: Web, method: str, path: str, body: Values | None, status: int, error: str
) -> None:
    english = web.ask(method, path, body, Accept_Language="en")
    french = web.ask(method, path, body, Accept_Language="fr")
    assert (english.status, french.status) == (status, status)
    assert english.values["error"] == french.values["error"] == error
    assert english.values["text"] != french.values["text"]


ODD = "\u202eevil\x1b[2J\u2066\n" * 40
"""What turns the direction of reading and clears a screen, at length."""


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/join", {"code": "1", ODD: 1}),
        ("/api/join", {ODD[:100]: ODD}),
        ("/api/tables", {"edition": ODD[:60]}),
        ("/api/tables", {"edition": "parker-1962", "players": 2, "seats": ["me", ODD[:60]]}),
        ("/api/tables", {"edition": "parker-1962", "players": 2, "house_rules": {ODD: 1}}),
        ("/api/tables", {"edition": "parker-1962", "players": 2, "name": ODD[:20]}),
    ],
)
def test_what_somebody_sent_is_repeated_so_that_it_does_no_harm(web: Web, path: str, body: Values) -> None:
    answer = web.post(path, body)
    assert 400 <= answer.status < 500
    for text in (answer.values["text"], answer.values.get("field", "")):
        _assert_harmless(text)


def test_nor_does_it_on_a_socket(web: Web) -> None:
    seated = web.open_table()
    with web.socket(at(seated, "/socket"), {"secret": seated["secret"]}) as ann:
        for command in ({"command": "Ready", ODD: 1}, {"command": ODD}, {"command": "React", "reaction": ODD[:30]}):
            ann.say(command)
            _assert_harmless(ann.hear_until(lambda message: message["type"] in ("error", "refused"))["text"])


def _assert_harmless(text: str) -> None:
    assert len(text) <= MAX_QUOTED_LENGTH
    assert not set(text) & set("\u202e\u2066\x1b\n")


def test_only_json_is_taken_and_nothing_that_a_page_of_somebody_else_s_sends(web: Web) -> None:
    assert web.post("/api/play-now", Content_Type="text/plain").values["error"] == "not-json"
    assert web.post("/api/play-now", Origin="https://elsewhere.example").values["error"] == "not-authorized"


def test_every_answer_has_headers_that_keep_a_page_safe(web: Web) -> None:
    for path in ("/", "/privacy", "/api/about", "/api/nowhere"):
        headers = web.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers


# -- a table and the lobby -----------------------------------------------------------------------------------------


def _asks(message: Values) -> bool:
    return bool(message.get("question")) and bool(message.get("question_number"))


def test_an_invitation_has_its_link_as_a_picture_that_a_phone_can_read(web: Web) -> None:
    seated = web.open_table()
    assert "qr" not in seated["invitation"], "who opens a table does not wait for a picture"
    told = web.get(at(seated, "/invitation"), secret=seated["secret"]).values
    assert told["join"] == seated["invitation"]["join"]
    rows = told["qr"]
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert len(rows) > 30
    assert {len(row) for row in rows} == {len(rows)}
    assert [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == [row[:7] for row in rows[-7:]] == finder
    assert tuple(rows) == qr_rows(told["join"]) != qr_rows(told["watch"])


def test_an_edition_can_be_read_in_both_languages(web: Web) -> None:
    english, french = (web.get(f"/api/editions/dujardin?lang={language}").values for language in ("en", "fr"))
    assert (english["cards"]["roll"], french["cards"]["roll"]) == ("Green Light", "Feu Vert")
    assert english.keys() == french.keys()
    assert web.get("/api/editions/parker-1900").values["error"] == "not-found"


def test_what_has_happened_in_a_deal_is_told_to_who_may_know(web: Web) -> None:
    seated = alone(web)
    with web.socket(at(seated, "/socket"), {"secret": seated["secret"]}) as ann:
        ann.ask("Ready", seed="aa" * 16)
    told = web.get(at(seated, "/moves?lang=fr"), secret=seated["secret"]).values
    assert (told["viewer"], told["game"], told["deal"]) == (0, 1, 1)
    assert told["events"][0]["event"] == "Dealt"
    assert all(move["text"] for move in told["events"])
    assert web.get(at(seated, "/moves"), secret="w" * 32).status == 404
    assert web.get(at(seated, "/moves")).status == 404


def test_the_lobby_is_live(web: Web) -> None:
    schema = web.get("/api/messages.schema.json").values
    messages = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/LobbyMessage"}]})
    with web.socket("/api/lobby/socket") as socket:
        assert socket.hear()["type"] == "lobby"
        hidden, seated = web.open_table(), web.open_table(public=True)
        listed = socket.hear()
        assert (listed["type"], listed["table"]["id"]) == ("listed", seated["table"])
        web.post("/api/join", {"table": seated["table"], "name": "Bob"})
        changed = socket.hear()
        assert [seat["name"] for seat in changed["table"]["seats"]] == ["Ann", "Bob"]
        for message in socket.heard:
            messages.validate(message)
        assert hidden["table"] not in web.get("/api/lobby").text


# -- what is over --------------------------------------------------------------------------------------------------


def play_a_deal(web: Web, seated: Values) -> None:
    """Play the first deal to its end, always with the first move."""
    with web.socket(at(seated, "/socket"), {"secret": seated["secret"]}) as ann:
        ann.ask("Ready", seed="ab" * 16)
        message = next((one for one in reversed(ann.heard) if _asks(one)), None) or ann.hear()
        while not any(event["event"] == "ShuffleRevealed" for event in message.get("events", ())):
            if _asks(message):
                move = message["question"]["moves"][0]["move"]
                ann.say({"command": "Play", "move": move, "question_number": message["question_number"]})
            message = ann.hear()


def test_a_finished_deal_has_a_record_that_verifies_and_a_review_that_is_kept(web: Web, tmp_path: Path) -> None:
    seated = alone(web, house_rules={"target": 100})
    secret = seated["secret"]
    assert web.get(at(seated, "/record"), secret=secret).values["error"] == "deal-not-over"
    assert web.post(at(seated, "/reviews/1/1"), secret=secret).values["error"] == "deal-not-over"
    assert web.get(at(seated, "/replay/1/1"), secret=secret).values["error"] == "deal-not-over"
    play_a_deal(web, seated)
    record = web.get(at(seated, "/record"), secret=secret)
    assert record.headers["content-type"].startswith("text/plain")
    game = Game.replay(record.text)
    assert len(game.deals) == 1
    file = tmp_path / "game.txt"
    file.write_text(record.text, encoding="utf-8")
    for named in (str(file), seated["link"]):
        checked = run("verify", named)
        assert checked.exit_code == 0, checked.output
        assert secret not in checked.output
    _replay(web, seated, game)
    _review(web, seated)


def test_who_is_forgotten_is_in_no_record_any_more(web: Web) -> None:
    """Also not in one that was asked for before and is kept."""
    seated = web.open_table(seats=["me", "sunday-driver"], pace=QUICK, house_rules={"target": 100}, public=True)
    play_a_deal(web, seated)
    before = web.get(at(seated, "/record")).text
    assert "Ann" in before
    assert web.get(at(seated, "/record")).text == before
    assert web.ask("DELETE", at(seated, "/seat"), secret=seated["secret"]).status == 204
    after = web.get(at(seated, "/record"))
    assert after.status == 200, after.text
    assert "Ann" not in after.text


def _replay(web: Web, seated: Values, game: Game) -> None:
    told = web.get(at(seated, "/replay/1/1?lang=fr"), secret=seated["secret"]).values
    schemas = web.get("/api/openapi.json").values["components"]
    whole = {"$ref": "#/components/schemas/Replay", "components": schemas}
    jsonschema.Draft202012Validator(whole).validate(told)
    assert [frame["move"] for frame in told["steps"]] == [played.notation for played in game.deal.moves]
    assert told["names"][0] == "Ann"
    assert told["totals"] == list(game.totals)
    for path, status in (("/replay/1/2", 404), ("/replay/2/1", 404), ("/replay/1/0", 400), ("/replay/x/1", 400)):
        assert web.get(at(seated, path), secret=seated["secret"]).status == status
    assert web.get(at(seated, "/replay/1/1")).status == web.get(at(seated, "/record")).status == 404


def _review(web: Web, seated: Values) -> None:
    secret = seated["secret"]
    assert web.get(at(seated, "/reviews/1/1"), secret=secret).values == {"state": "none"}
    asked = web.post(at(seated, "/reviews/1/1"), secret=secret)
    assert asked.status == 202
    progress = [asked.values]
    while progress[-1]["state"] in ("waiting", "running"):
        progress.append(web.get(at(seated, "/reviews/1/1"), secret=secret).values)
    assert progress[-1]["state"] == "done"
    shown = [one.get("progress", 0.0) for one in progress]
    assert shown == sorted(shown)
    assert progress[-1]["review"]
    again = web.post(at(seated, "/reviews/1/1"), secret=secret)
    assert again.values == progress[-1], "it was kept"
    assert web.get(at(seated, "/reviews/1/1"), secret="x" * 32).status in (403, 404)


# -- for who runs it -----------------------------------------------------------------------------------------------


def test_whoever_runs_it_sees_that_it_is_well_and_what_it_does(web: Web) -> None:
    assert web.get("/healthz").text == "ok\n"
    assert web.get("/readyz").text == "ready\n"
    web.open_table()
    figures = web.get("/metrics").text
    assert re.search(r"^bornes_tables_opened_total [1-9]", figures, re.M)
    assert re.search(r'^bornes_requests_total\{status="201",what="/api/tables"\} [1-9]', figures, re.M)
    assert web.get("/metrics", X_Forwarded_For="192.0.2.1").status == 404, "a proxy's visitor is not this machine"


@pytest.mark.parametrize(("language", "days"), [("en", "90 to 96 days"), ("fr", "90 à 96 jours")])
def test_the_page_on_privacy_is_made_from_the_settings(web: Web, language: str, days: str) -> None:
    page = web.get(f"/privacy?lang={language}").text
    assert f'<html lang="{language}">' in page
    assert days in page
    assert ServerSettings().keep_days == 90
