"""Tables that are laid for the page with cards that a test has chosen, and players who need no browser.

Nothing here uses asyncio, which a browser that is driven keeps for itself: tables are written into the database of a
running server as it would write them itself, and players are threads with a socket.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from time import time
from typing import Any, NamedTuple

from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed

from bornes import Game, Rules
from bornes.client.protocol import hash_secret
from bornes.game.fair import Seeds
from bornes.server.table_creation import new_id
from bornes.store import sqlite_logs
from bornes.tables.entries import Opened
from bornes.tables.table_state import Pace, SeatState, open_state
from tests.support.browsers import Player
from tests.support.scenes import fresh
from tests.support.web import Socket, Values, Web

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
SLOW = Pace(decision=None, window=600_000)
"""Nobody is hurried: what a test does on a busy machine is never too late."""


class LaidTable(NamedTuple):
    """A table whose first deal has begun with chosen cards, and where all seats are people's."""

    id: str
    secrets: tuple[str, ...]

    def seat(self, seat: int) -> str:
        """Return the path that leads to a seat."""
        return f"/t/{self.id}#seat={self.secrets[seat]}"


def lay_table(
    database: Path,
    rules: Rules,
    hands: Sequence[str] = (),
    *,
    draw: str = "",
    moves: Iterable[str] = (),
    bots: Sequence[int] = (),
    pace: Pace = SLOW,
) -> LaidTable:
    """Write a table into the database of a server: hands by seat, what is drawn first, and moves that were made.

    The first seat begins.  Whatever hands and draw pile are not told is filled with plain cards, always the same.
    """
    dealt = fresh(rules, *hands, draw=draw)
    game = Game(rules, deck=dealt.deck, names=NAMES[: rules.players])
    for move in moves:
        game.play(move)
    return keep_table(database, game, bots=bots, pace=pace)


def keep_table(database: Path, game: Game, *, bots: Sequence[int] = (), pace: Pace = SLOW) -> LaidTable:
    """Write a table into the database of a server at which a game has come so far."""
    rules = game.rules
    keys = tuple(f"{at}-{secrets.token_urlsafe(24)}" for at in range(rules.players))
    seats = [
        SeatState("bot", name, bot="sunday-driver")
        if at in bots
        else SeatState("person", name, secret_hash=hash_secret(keys[at]))
        for at, name in enumerate(NAMES[: rules.players])
    ]
    with closing(sqlite3.connect(database, isolation_level=None, timeout=60)) as connection:
        id = new_id("home", secrets.token_bytes)
        state = open_state(id, rules, seats, Seeds.of("a laid table", 1).server, pace=pace)
        opened = Opened(at=int(time() * 1000), table=state, record=game.record)
        connection.execute("BEGIN IMMEDIATE")
        sqlite_logs.append_entries(connection, sqlite_logs.prepare_append(id, 0, [opened]), None, None)
        connection.execute("COMMIT")
    return LaidTable(id, keys)


# -- players without a page -----------------------------------------------------------------------------------------

Choose = Callable[[Values], str | None]
"""Which move to make, of a question; None to leave it to somebody else."""


def by_script(*moves: str) -> Choose:
    """Return who makes these moves, one after another."""
    left = list(moves)

    def choose(question: Values) -> str | None:
        offered = [offer["move"] for offer in question["moves"]]
        if left and left[0] not in offered:
            if "pass" in offered:  # whoever could answer a hazard is asked, whatever they hold
                return "pass"
            raise AssertionError(f"{left[0]} cannot be played: {offered}")
        return left.pop(0) if left else None

    return choose


def play_first(question: Values) -> str:
    """Make the first move that is offered."""
    first: str = question["moves"][0]["move"]
    return first


class WirePlayer(Thread):
    """Somebody with a seat and a socket, who answers every question, and wants the next deal."""

    def __init__(self, web: Web, table: str, secret: str, choose: Choose = play_first, *, ready: bool = False) -> None:
        super().__init__(daemon=True)
        self._web = web
        self._path = f"/api/tables/{table}/socket"
        self._secret = secret
        self._choose = choose
        self._ready = ready
        self._ids = 0
        self.here = Event()
        """Set when the table knows this player to be there."""
        self.over = Event()
        """Set when a deal is over."""
        self.trouble: list[str] = []
        """What was refused."""
        self._socket: Socket | None = None

    def run(self) -> None:
        """Play until the socket is closed."""
        hello = {"protocol": 1, "secret": self._secret, "language": "en"}
        with self._web.socket(self._path, hello) as self._socket:
            try:
                while True:
                    self._hear(self._socket.hear())
            except (ConnectionClosed, TimeoutError):
                pass
            except AssertionError as wrong:
                self.trouble.append(str(wrong))

    def stop(self) -> None:
        """Leave."""
        if self._socket is not None:
            self._socket._connection.close()
        self.join(10)

    def _hear(self, message: Values) -> None:
        if message["type"] == "refused":
            self.trouble.append(message["text"])
        if message["type"] not in ("state", "update"):
            return
        self.here.set()
        if any(event["event"] == "DealOver" for event in message.get("events", ())):
            self.over.set()
            if self._ready:
                self._say("Ready")
        question = message.get("question")
        if question and (move := self._choose(question)) is not None:
            self._say("Play", move=move, question_number=message["question_number"])

    def _say(self, command: str, **values: Any) -> None:
        assert self._socket is not None
        self._ids += 1
        self._socket.say({"command": command, "id": f"{secrets.token_hex(4)} {self._ids}", **values})


@contextmanager
def at_seats(web: Web, table: LaidTable, players: dict[int, Choose]) -> Iterator[dict[int, WirePlayer]]:
    """Let players without a page sit at a table while a test lasts; nothing that they try may be refused."""
    seated = {seat: WirePlayer(web, table.id, table.secrets[seat], choose) for seat, choose in players.items()}
    for player in seated.values():
        player.start()
        assert player.here.wait(60)
    try:
        yield seated
    finally:
        for player in seated.values():
            player.stop()
    for player in seated.values():
        assert player.trouble == []


# -- players in front of a page -------------------------------------------------------------------------------------


class MousePlayer(Player):
    """Somebody who plays a deal that is told beforehand, by clicks."""

    def make(self, move: str) -> None:
        """Make a move as soon as it is asked for, and wait until the table has answered; hazards are let pass."""
        self.page.locator(".table.asked").wait_for()
        while "pass" in (answers := self.answers) and move not in answers:
            self._make("pass")
            self.page.locator(".table.asked").wait_for()
        self._make(move)

    @property
    def answers(self) -> list[str]:
        """The answers to a hazard that have a button now."""
        found: list[str] = self.page.eval_on_selector_all(
            ".window:not([hidden]) button", "all => all.map((one) => one.dataset.move)"
        )
        return found

    def _make(self, move: str) -> None:
        before = self.question()
        self.do(move)
        self.wait_for_answer(before)

    def do(self, move: str) -> None:
        """Make a move."""
        self.play(move)


class KeyboardPlayer(MousePlayer):
    """Somebody who has no mouse."""

    def do(self, move: str) -> None:
        """Make a move by keys."""
        keys = self.page.keyboard
        if move in KEYS:
            keys.press(KEYS[move])
        elif move in ("extend", "finish"):
            self.tab_to(f'button[data-move="{move}"]')
            keys.press("Enter")
        else:
            kind = re.sub(r"^[-~]|>.*$", "", move)
            digit = f"Digit{self.hand.index(kind) + 1}"
            keys.press(digit)
            expect(self.page.locator(".held.chosen")).to_have_attribute("data-kind", kind)
            if move.startswith("-"):
                keys.press("KeyD")
            else:
                self.page.wait_for_timeout(UNREAD)
                keys.press(digit)
        if self.page.locator("dialog.asking").count():
            self.tab_to("dialog.asking .go")
            keys.press("Enter")

    def tab_to(self, selector: str) -> None:
        """Press Tab until something has the focus."""
        for _ in range(80):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")


UNREAD = 420
"""So long, in milliseconds, nobody has read a new question: a press would be taken for one of the turn before."""
KEYS = {"coup": "KeyC", "pass": "KeyN", "draw": "KeyP", "take": "KeyT"}


def play_story(players: Mapping[int, MousePlayer], moves: Iterable[tuple[int, str]]) -> None:
    """Let those in front of a page make their moves in order; others see to theirs."""
    for seat, move in moves:
        if seat in players:
            players[seat].make(move)


def told_moves(rules: Rules, hands: Sequence[str], draw: str, moves: str) -> list[tuple[int, str]]:
    """Return who makes each of these moves."""
    game = Game(rules, deck=fresh(rules, *hands, draw=draw).deck)
    told = []
    for move in moves.split():
        assert game.deal.seat is not None, f"nobody is to play {move}"
        told.append((game.deal.seat, move))
        game.play(move)
    return told
