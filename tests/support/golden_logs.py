"""Small tables of every edition, played by a script: their logs are kept, and fold to the same messages.

``python -m tests.support.golden_logs`` rewrites them all, and ``docs/tables.schema.json`` with them.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from random import Random

from bornes import edition
from bornes.client import protocol_schema
from bornes.game.events import Viewer
from bornes.game.fair import PLAYERS_AND_SERVER, Seeds
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.bot_runner import choose_bot_move
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext
from bornes.tables.log_format import LOG_FORMAT
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table, ViewerUpdate
from bornes.tables.table_state import Pace, SeatState, open_state
from tests.support.paths import DOCS, GOLDEN

LOGS = GOLDEN / "logs"
FORMS: dict[str, tuple[int, bool | None]] = {
    "parker-1962": (2, None),
    "parker-1988": (3, None),
    "game-cabinet": (4, True),
    "dujardin": (2, None),
    "asmodee": (6, True),
}
"""How many play at the table of each edition, and whether with partners."""


def secret(game: int, deal: int) -> bytes:
    """Return the server's seed of a deal."""
    return Seeds.of(f"golden game {game}", deal).server


class Played:
    """A table that a script plays at, and its log."""

    def __init__(self, opened: log.Opened) -> None:
        self.table = Table(opened)
        self.entries: list[log.Entry] = [opened]
        self.now = opened.at
        self._number = 0

    def do(self, seat: int | None, command: Callable[..., ask.Command], **values: object) -> None:
        """Carry out a command, a while after the last."""
        self.now += 700
        self._number += 1
        named = {"id": f"c{self._number}"} if seat is not None or command is ask.TakeSeat else {}
        decision = decide(self.table, command(**named, **values), seat, DecisionContext(self.now, secret))
        assert isinstance(decision, tuple), decision
        for entry in decision:
            self.table.apply(entry)
            self.entries.append(entry)

    def wait(self) -> None:
        """Let the clock say what it has to say next."""
        assert self.table.due is not None
        self.now = max(self.now, self.table.due)
        self.do(None, ask.Tick)

    def go_on(self, luck: Random) -> None:
        """Let whoever is next make a move: a bot, a person who is asked, or the clock."""
        thoughts = self.table.bot_tasks()
        asked = sorted(self.table.asked)
        if thoughts:
            move = choose_bot_move(thoughts[0], self.table.view_for_bot(thoughts[0].seat)).move
            self.now = max(self.now, self.table.since + self.table.state.pace.bots)
            self.do(None, ask.SubmitBotMove, moment=thoughts[0].moment, move=int(move))
        elif asked:
            seat = luck.choice(asked)
            question = self.table.question(seat)
            assert question is not None
            plays = [move for move in question.moves if not move.is_discard] or list(question.moves)
            text = luck.choice(plays).notation(question.phase)
            self.do(seat, ask.Play, move=text, question_number=self.table.asked[seat])
        else:
            self.wait()


def play(name: str) -> list[log.Entry]:
    """Play a table of an edition: one deal with all that people do, the beginning of another."""
    players, partners = FORMS[name]
    rules = edition(name).rules(players, partners=partners)
    luck = Random(name)
    alone = name == "dujardin"
    seats = [SeatState("person", "Ann"), *(SeatState() for _ in range(players - 1))]
    pace = Pace() if alone else Pace(decision=60_000, window=5_000, bots=900)
    scheme = "" if alone else PLAYERS_AND_SERVER
    state = open_state(f"golden-{name}", rules, seats, secret(1, 1), pace=pace, scheme=scheme, spectators=not alone)
    table = Played(log.Opened(at=1_000_000, table=state))
    for seat in range(1, players):
        if seat == 1 and not alone:
            table.do(None, ask.TakeSeat, target_seat=1, name="Bob")
        else:
            table.do(0, ask.SeatBot, target_seat=seat, bot="sunday-driver")
    for seat in sorted(table.table.people):
        table.do(seat, ask.GiveSeed, seed=f"{seat + 1:02x}" * 8)
        table.do(seat, ask.Ready)
    _first_deal(table, luck, alone)
    for seat in sorted(table.table.people):
        if not table.table.game_over:
            table.do(seat, ask.Ready)
    for _ in range(12):
        if table.table.playing:
            table.go_on(luck)
    return table.entries


def _first_deal(table: Played, luck: Random, alone: bool) -> None:
    """Play the first deal, with somebody who leaves, comes back, lets the time run out, or takes a move back."""
    moves = 0
    while table.table.playing:
        moves += 1
        if moves == 6 and not alone:
            table.do(1, ask.StepAway)
        elif moves == 12 and not alone:
            table.do(1, ask.Return)
        elif moves in (8, 15) and alone:
            table.do(0, ask.Undo)
        elif moves > 15 and moves % 9 == 0 and not alone and table.table.asked and not table.table.bot_tasks():
            table.wait()
        else:
            table.go_on(luck)


def told(entries: list[log.Entry]) -> Iterator[tuple[Table, Viewer, ViewerUpdate, bytes]]:
    """Fold a log, and yield each message in English with its viewer and the table at that moment."""
    first = entries[0]
    assert isinstance(first, log.Opened | log.DealBegan)
    table = Table(first)
    speaker = MessageWriter(table, "en")
    for number, entry in enumerate(entries):
        news = table.first_news if number == 0 else table.apply(entry)
        written = speaker.write(news)
        for viewer, message in news.items():
            yield table, viewer, message, written[viewer]


def digest(data: bytes) -> str:
    """Return what stays the same of a message: all but its sentences, which may be said better one day."""
    bare = json.dumps(_without_text(json.loads(data)), sort_keys=True)
    return hashlib.sha256(bare.encode()).hexdigest()[:16]


def _without_text(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_text(part) for name, part in value.items() if name != "text"}
    return [_without_text(part) for part in value] if isinstance(value, list) else value


def summary(entries: list[log.Entry]) -> str:
    """Return a line for each message: whose it is, its number, and its digest."""
    lines = [
        f"{'spectators' if viewer is None else f'seat {viewer}'} {message.number} {digest(data)}"
        for _, viewer, message, data in told(entries)
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the logs, what they tell, and the schema of what they tell it in."""
    shutil.rmtree(LOGS)
    LOGS.mkdir()
    for name in FORMS:
        path = LOGS / f"format-{LOG_FORMAT}-{name}.log"
        entries = play(name)
        path.write_bytes(b"".join(log.encode_entry(entry) + b"\n" for entry in entries))
        path.with_suffix(".messages").write_text(summary(entries), encoding="utf-8")
    (DOCS / "tables.schema.json").write_text(protocol_schema.schema_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
