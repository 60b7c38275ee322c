"""Secrets, seeds and hidden cards come into no line of the log, no error, no figure, whatever goes wrong where."""

from __future__ import annotations

import asyncio
import hmac
import io
import json
import logging
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest

from bornes import Seeds, edition
from bornes.base.structured_log import LOG, log_event
from bornes.bots import BotFault
from bornes.client.protocol import (
    Hello,
    Invitation,
    JoinTable,
    LookUpCode,
    OpenTable,
    PlayNow,
    SeatAssignment,
    hash_secret,
)
from bornes.game.deal import View
from bornes.game.game import Game
from bornes.rules.cards import sorted_deck
from bornes.server import invitations as doors
from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.lifecycle import _report
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.server_log import JsonLogFormatter, TextLogFormatter, configure_logging
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.store import SqliteStore
from bornes.store.sqlite_logs import prepare_append
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.bot_runner import BotMove, choose_fallback_move
from bornes.tables.decision_case import DecisionContext
from bornes.tables.entries import InconsistentLog, decode_entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import Update
from bornes.tables.runtime import TableRuntime
from bornes.tables.table import BotTask, Table
from bornes.tables.table_state import SeatState, TableState, open_state
from bornes.tables.table_store import MemoryStore
from tests.campaigns.leaks.asgi import Answer, request
from tests.campaigns.leaks.world import Bots
from tests.simulation.loop import VirtualLoop, run_virtual
from tests.simulation.twins import TwinScript

SECRET = "seat-secret-that-nobody-else-may-know-00"
SEED, PLAYERS_SEED = "5eed" * 16, "beef" * 8
KEY = hash_secret(SECRET)
CARDS = "Puncture-Proof"
HIDDEN = (
    SECRET,
    KEY,
    SEED,
    PLAYERS_SEED,
    CARDS,
    "puncture",
    bytes.fromhex(SEED).decode("latin-1"),
    repr(bytes.fromhex(SEED)),
)


def hides(text: str) -> bool:
    """Say whether a text has none of the secrets in it."""
    return not [secret for secret in HIDDEN if secret in text]


def secret_state() -> TableState:
    """Return a table whose seat has a key and a seed, and whose shuffle has a secret."""
    rules = edition("parker-1962").rules(2)
    seats = [SeatState("person", "Ann", secret_hash=KEY, seed=PLAYERS_SEED), SeatState("bot")]
    state = open_state("home-aaaaaaaaaaaaaaaa", rules, seats, bytes.fromhex(SEED))
    state.deal_server_seed, state.deal_seeds = SEED, [PLAYERS_SEED, ""]
    return state


def secret_things() -> list[object]:
    """Return one of everything that has something secret in it."""
    state = secret_state()
    opened = log.Opened(at=1, table=state, record=f"a record with {CARDS} and {SEED}")
    table = Table(log.Opened(at=1, table=state))
    invitation = Invitation(f"http://x/t/1#join={SECRET}", f"http://x/t/1#watch={SECRET}", SECRET)
    return [
        state,
        *state.seats,
        opened,
        log.DealBegan(at=1, table=state),
        log.PlayerSeated(at=1, seat=0, secret_hash=KEY),
        log.SeedGiven(at=1, seat=0, seed=PLAYERS_SEED),
        log.DiscardsShuffled(at=1, order=CARDS),
        ask.TakeSeat(target_seat=0, secret_hash=KEY),
        ask.GiveSeed(seed=PLAYERS_SEED),
        ask.Ready(seed=PLAYERS_SEED),
        ask.Play(move=CARDS, question_number=1),
        Seeds.parse(SEED),
        table,
        prepare_append("home-a", 0, [opened]),
        BotTask(0, "tuned", "1.1.0.0.0.turn", int(PLAYERS_SEED[:8], 16), False, 0),
        Update(0, 1, 1, [{"event": "Drew", "card": CARDS}]),
        MessageWriter(dealt(), "en").state(0),
        invitation,
        SeatAssignment("home-a", 0, SECRET, f"#seat={SECRET}", "", invitation),
        Hello(secret=SECRET, watch=SECRET[:30]),
        OpenTable(secret=SECRET),
        PlayNow(secret=SECRET),
        JoinTable(secret=SECRET, invitation=SECRET[:30]),
        LookUpCode(code="123456"),
        doors.InvitationTokens(bytes.fromhex(SEED)),
    ]


def dealt_state(kind: Literal["person", "bot"]) -> tuple[TableState, str]:
    """Return a table whose seat 0 holds a card that nobody else may know of, and the record with its cards."""
    rules = edition("parker-1962").rules(2)
    deck = sorted(sorted_deck(rules.deck), key=lambda card: str(card) != CARDS)
    seats = [SeatState(kind, bot="sunday-driver"), SeatState("person")]
    return open_state("home-b", rules, seats, bytes(32)), Game(rules, deck=deck).record


def dealt() -> Table:
    """Return a table at which seat 0 holds a card that nobody else may know of."""
    state, record = dealt_state("person")
    return Table(log.Opened(at=1, table=state, record=record))


@pytest.mark.parametrize("thing", secret_things(), ids=lambda thing: type(thing).__name__)
def test_what_is_secret_says_nothing_of_itself(thing: object) -> None:
    assert hides(repr(thing))
    assert hides(str(thing))
    assert hides(f"{[thing]} {(thing,)}")


# -- the log -------------------------------------------------------------------------------------------------------


@contextmanager
def logged(form: str = "json") -> Iterator[io.StringIO]:
    """Catch all that the server would write to its log, from its own loggers and from those of others."""
    names = ("", "bornes.server", "uvicorn.error", "asyncio")
    before = [
        (logging.getLogger(name).handlers[:], logging.getLogger(name).level, logging.getLogger(name).propagate)
        for name in names
    ]
    stream = io.StringIO()
    configure_logging("debug", form)
    for name in names:
        for handler in logging.getLogger(name).handlers:
            if isinstance(handler, logging.StreamHandler) and isinstance(
                handler.formatter, JsonLogFormatter | TextLogFormatter
            ):
                handler.setStream(stream)
    try:
        yield stream
    finally:
        for name, (handlers, level, propagate) in zip(names, before, strict=True):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)


def deep_trouble() -> Exception:
    """Return an error that has secrets in its words, in its cause, and in what was at hand where it was raised."""
    state, secret = secret_state(), SECRET
    try:
        try:
            raise ValueError(f"{secret} {state.server_seed} {CARDS}")
        except ValueError as error:
            raise InconsistentLog(
                "entry {number}: {entry} {error}", number=7, entry=log.PlayerSeated(at=1, secret_hash=KEY), error=error
            ) from error
    except InconsistentLog as error:
        return error


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("name", ["bornes.server", "uvicorn.error", "asyncio", "somebody.else"])
def test_an_error_is_logged_without_its_words_and_without_what_was_at_hand(name: str, form: str) -> None:
    with logged(form) as stream:
        logging.getLogger(name).error("fault", exc_info=deep_trouble(), stack_info=False)
        for thing in secret_things():
            logging.getLogger(name).error("%s and %r", thing, thing)
            LOG.error("values", extra={"values": {"thing": thing, "things": [str(thing)]}})
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1 + 2 * len(secret_things())
    assert hides(stream.getvalue())
    told = json.loads(lines[0]) if form == "json" else {"error": lines[0], "where": [lines[0]]}
    assert "InconsistentLog" in told["error"]
    assert "test_discretion.py" in told["where"][-1]


def test_whoever_sits_before_a_terminal_reads_a_line_for_each_thing() -> None:
    with logged("text") as stream:
        log_event("table opened", table="home-abc", number=1, seed=None)
        log_event("odd", level=logging.WARNING, said="one\ntwo\x1b[2J")
        logging.getLogger("asyncio").error("fault", exc_info=deep_trouble())
    opened, odd, fault = stream.getvalue().splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d  table opened  table home-abc  number 1", opened)
    assert odd[10:] == "warning: odd  said one\ufffdtwo\ufffd[2J"
    assert re.fullmatch(r"error: fault  error InconsistentLog  where test_discretion.py:\d+ deep_trouble", fault[10:])


@pytest.mark.parametrize(("terminal", "formatter"), [(True, TextLogFormatter), (False, JsonLogFormatter)])
def test_a_terminal_is_told_in_words_and_a_program_in_json(
    terminal: bool, formatter: type[logging.Formatter], monkeypatch: pytest.MonkeyPatch
) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr(stderr, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stderr)
    with logged("auto"):
        assert [type(handler.formatter) for handler in LOG.handlers] == [formatter]


def test_a_table_that_stops_is_logged_without_why() -> None:
    async def stop() -> None:
        loop = asyncio.get_running_loop()
        _report(loop, {"message": "the table home-a has stopped", "exception": deep_trouble()})
        _report(loop, {"message": "something", "task": deep_trouble(), "handle": SECRET})

    with logged() as stream:
        asyncio.run(stop())
    assert "the table home-a has stopped" in stream.getvalue()
    assert hides(stream.getvalue())


# -- requests ------------------------------------------------------------------------------------------------------


def serve(story: Callable[[AppContext, Any], Coroutine[Any, Any, None]]) -> None:
    """Let a story happen at a server in virtual time."""

    async def run(loop: VirtualLoop) -> None:
        store = SqliteStore.in_memory("home")
        service = Service(store, Bots(TwinScript.of(1)), lambda: 1000 + loop.now)
        context = AppContext(service, ServerSettings(metrics="all"), ReviewQueue(StoredReviews(store)))
        try:
            await story(context, build_app(context))
        finally:
            await service.close()
            await store.close()

    run_virtual(run)


async def post(app: Any, path: str, **wish: Any) -> Answer:
    """Send a request with a body."""
    return await request(app, "POST", path, "10.0.0.1", body=json.dumps(wish).encode())


async def opened(app: Any) -> str:
    """Open a table for two, and return its id."""
    answer = await post(app, "/api/tables", edition="parker-1962", players=2, secret=SECRET, seats=["me", "open"])
    assert answer.status == 201, answer
    return str(json.loads(answer.body)["table"])


def test_whatever_goes_wrong_inside_an_answer_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(context: AppContext, app: Any) -> None:
        table = await opened(app)

        async def fail(*values: object) -> None:
            raise deep_trouble()

        for name in ("command", "invitation", "listing", "authorize_any", "finished_game"):
            monkeypatch.setattr(context.service, name, fail)
        for method, path in (
            ("GET", f"/api/tables/{table}"),
            ("GET", f"/api/tables/{table}/invitation"),
            ("GET", f"/api/tables/{table}/record"),
            ("GET", f"/api/tables/{table}/moves"),
            ("DELETE", f"/api/tables/{table}/seat"),
        ):
            try:
                answer = await request(app, method, path, "10.0.0.1", secret=SECRET)
            except InconsistentLog:  # the application has answered before it hands the error on to be logged
                continue
            assert hides(answer.all.decode("latin-1"))
        figures = await request(app, "GET", "/metrics", "127.0.0.1")
        assert hides(figures.all.decode())

    with logged() as stream:
        serve(story)
    assert '"fault"' in stream.getvalue()
    assert hides(stream.getvalue())


def test_a_wrong_secret_is_answered_like_a_wrong_table() -> None:
    async def story(context: AppContext, app: Any) -> None:
        table = await opened(app)
        for method, path in (
            ("GET", "/api/tables/{}"),
            ("GET", "/api/tables/{}/invitation"),
            ("GET", "/api/tables/{}/moves"),
            ("GET", "/api/tables/{}/record"),
            ("GET", "/api/tables/{}/seat"),
            ("DELETE", "/api/tables/{}/seat"),
        ):
            answers = [
                await request(app, method, path.format(id), "10.0.0.1", secret=secret)
                for id in (table, "home-" + "b" * 16)
                for secret in ("w" * 32, "v" * 40)
            ]
            assert len(set(answers)) == 1, path
            assert answers[0].status in (403, 404)
        joins = [await post(app, "/api/join", table=id, invitation="x" * 24) for id in (table, "home-" + "b" * 16)]
        assert joins[0] == joins[1]
        for id in (table, "home-" + "b" * 16):
            with pytest.raises(ApiError) as problem:
                await context.service.authorize(id, "w" * 32)
            assert problem.value.why is ErrorCode.NOT_AUTHORIZED

    serve(story)


def test_secrets_are_compared_whole_whichever_seat_they_are_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it takes must not tell which seat a guess comes near to, or how near."""
    compared: list[tuple[int, int]] = []
    real = hmac.compare_digest

    def counting(one: bytes, other: bytes) -> bool:
        compared.append((len(one), len(other)))
        return real(one, other)

    monkeypatch.setattr("hmac.compare_digest", counting)
    state = secret_state()
    state.seats[1] = SeatState("person", "Bob", secret_hash=hash_secret("another"), occupant=2)
    table = Table(log.Opened(at=1, table=state))
    found = [table.occupant_of(key) for key in (KEY, hash_secret("another"), KEY[:-1] + "0", "0" * 64)]
    assert found == [1, 2, None, None]
    assert compared == [(64, 64)] * 8
    compared.clear()
    invitations = doors.InvitationTokens(bytes(32))
    word = invitations.token("home-a", "join")
    assert [invitations.matches(one, "home-a", "join") for one in (word, word[:-1] + "!", "")] == [True, False, False]
    assert len(compared) == 3


# -- bots, and figures ---------------------------------------------------------------------------------------------


class Stumbling(Bots):
    """Bots that choose no legal move, and say so with the cards that they hold."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Let somebody else choose."""
        return BotMove(
            choose_fallback_move(thought, view), BotFault("illegal", f"answered {CARDS}; legal were {view.hand}")
        )


def test_what_a_bot_stumbles_over_is_told_without_its_cards() -> None:
    async def story(loop: VirtualLoop) -> list[bytes]:
        heard: list[bytes] = []
        host = TableRuntime(
            MemoryStore(),
            Stumbling(TwinScript.of(1)),
            lambda: loop.now,
            lambda id, now: DecisionContext(now, lambda *_: bytes(32)),
        )
        state, record = dealt_state("bot")
        await host.open(state, record)
        await host.listen(state.id, None, "en", heard.append)
        await asyncio.sleep(0.1)
        await host.close()
        return heard

    faults = [message for message in map(bytes.decode, run_virtual(story)) if '"bot-fault"' in message]
    assert faults
    assert hides("".join(faults))


def test_figures_count_moves_but_no_passes_and_nothing_that_fails() -> None:
    """Whoever reads them could tell otherwise who had something to think about."""

    async def story(context: AppContext, app: Any) -> None:
        heard: list[str] = []
        context.service.on_command = lambda kind, answer, seconds: heard.append(kind)
        table = await opened(app)
        who = await context.service.player(table, SECRET)
        await context.service.command(who, ask.Rename(id="1", name="Zoé"), "en")
        await context.service.command(who, ask.Play(id="2", move="pass", question_number=1), "en")
        assert heard == ["Rename"]
        assert "_created" not in context.metrics.text().decode()

    serve(story)


def test_lines_of_a_log_can_be_read_back_and_repeat_nothing() -> None:
    for thing in secret_things():
        if isinstance(thing, log.Entry):
            assert decode_entry(log.encode_entry(thing)) == thing
