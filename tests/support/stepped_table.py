"""A table to talk to step by step: no loop, no store, and time passes when a test says so.

``SteppedTable(rules, "ppb", hands=("roll stop", "roll priority"))`` seats two people and a bot with these cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bornes import Game, Rules
from bornes.game.events import Event, Viewer
from bornes.game.fair import Seeds
from bornes.tables.commands import Command, Play, Ready, SubmitBotMove, Tick
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext, RepeatedCommand
from bornes.tables.entries import Entry, Opened, decode_entry, encode_entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.refusals import Refusal
from bornes.tables.table import Table, ViewerUpdate
from bornes.tables.table_state import Pace, SeatState, open_state
from tests.support.scenes import fresh

KINDS = {"p": "person", "b": "bot", "o": "open"}
CLOCKED = Pace(decision=30_000, window=4_000, bots=1_000)


def secret(game: int, deal: int) -> bytes:
    """Return the server's seed of a deal."""
    return Seeds.of(f"room {game}", deal).server


def key_of(seat: int) -> str:
    """Return the key of the person who has a seat from the beginning, where they have keys."""
    return f"{seat:064x}"


class SteppedTable:
    """A table, its log, and a clock that only a test moves."""

    def __init__(
        self,
        rules: Rules,
        kinds: str,
        *,
        pace: Pace = CLOCKED,
        hands: Sequence[str] | None = None,
        draw: str = "",
        asking: str = "",
        away: int = 0,
        keys: bool = False,
        **options: Any,
    ) -> None:
        seats = [SeatState(KINDS[kind], bot="sunday-driver") for kind in kinds]  # type: ignore[arg-type]
        for at, seat in enumerate(seats):
            if keys and seat.kind == "person":
                seat.secret_hash = key_of(at)
            if "coup" in asking:
                seat.coup_fourre = "ask"
            if "remedy" in asking:
                seat.remedy = "ask"
        state = open_state("room", rules, seats, secret(1, 1), pace=pace, **options)
        record = "" if hands is None else self._dealt(rules, hands, draw)
        self.now = 1_000
        self.away = away
        opened = Opened(at=self.now, table=state, record=record)
        self.table = Table(opened)
        self.log: list[Entry] = [opened]
        self.told: dict[Viewer, list[ViewerUpdate]] = {viewer: [one] for viewer, one in self.table.first_news.items()}
        self._ids = 0

    @staticmethod
    def _dealt(rules: Rules, hands: Sequence[str], draw: str) -> str:
        first = Game(rules, seed=1).first
        seats = [(first + step) % rules.players for step in range(rules.players)]
        dealt = fresh(rules, *(hands[seat] if seat < len(hands) else "" for seat in seats), draw=draw, first=first)
        return Game(rules, deck=dealt.deck).record

    def outside(self, **more: Any) -> DecisionContext:
        """Return what the table does not know by itself."""
        present = more.pop("present", "people")
        more = {"away": lambda seat: self.away, "present": lambda seats: present} | more
        return DecisionContext(self.now, secret, **more)

    def ask(self, seat: int | None, command: Command, **outside: Any) -> tuple[Entry, ...] | Refusal | RepeatedCommand:
        """Send a command, and take in what it leads to."""
        decision = decide(self.table, command, seat, self.outside(**outside))
        if isinstance(decision, tuple):
            for entry in decision:
                self.take(decode_entry(encode_entry(entry)))
        return decision

    def do(self, seat: int | None, command: Command, **outside: Any) -> tuple[Entry, ...]:
        """Send a command that is carried out."""
        decision = self.ask(seat, command, **outside)
        assert isinstance(decision, tuple), decision
        return decision

    def take(self, entry: Entry) -> None:
        """Take in an entry, and note what everybody is told of it."""
        self.log.append(entry)
        for viewer, message in self.table.apply(entry).items():
            self.told.setdefault(viewer, []).append(message)

    def play(self, *moves: str) -> None:
        """Make moves for whoever is to decide, person or bot, as quickly as may be."""
        for move in moves:
            seat = self.table.open_deal.seat
            assert seat is not None, f"nobody is to play {move}"
            if self.table.bot_decides(seat):
                self.now += self.table.pace.bots
                self.bot_moves(move)
            else:
                self.answer(seat, move)

    def discard(self, times: int = 1) -> None:
        """Let whoever is to play discard a card, one after another."""
        for _ in range(times):
            deal = self.table.open_deal
            assert deal.seat is not None
            self.play(f"-{deal.hand(deal.seat)[0].notation}")

    def answer(self, seat: int, move: str) -> tuple[Entry, ...]:
        """Answer the question that a seat is asked."""
        decision = self.try_answer(seat, move)
        assert isinstance(decision, tuple), decision
        return decision

    def try_answer(self, seat: int, move: str) -> tuple[Entry, ...] | Refusal | RepeatedCommand:
        """Answer the question that a seat is asked, whatever comes of it."""
        self._ids += 1
        return self.ask(seat, Play(id=f"room {self._ids}", move=move, question_number=self.table.asked[seat]))

    def bot_moves(self, move: str, seat: int | None = None) -> tuple[Entry, ...]:
        """Let a bot that is asked choose a move."""
        thought = next(one for one in self.table.bot_tasks() if seat in (None, one.seat))
        code = self.table.view_for_bot(thought.seat).legal_moves
        chosen = next(one for one in code if one.notation(code.phase) == move)
        return self.do(None, SubmitBotMove(moment=thought.moment, move=int(chosen)))

    def wait(self, milliseconds: int) -> tuple[Entry, ...]:
        """Let time pass, the clock speaking whenever it is due; return what it led to."""
        until = self.now + milliseconds
        entries: list[Entry] = []
        while (due := self.table.due) is not None and due <= until:
            self.now = max(self.now, due)
            entries += self.do(None, Tick())
        self.now = until
        return tuple(entries)

    def ready(self) -> None:
        """Let everybody be ready who is asked to be."""
        for seat in self.table.people:
            if not self.table.playing and not self.table.state.seats[seat].autopilot:
                self.do(seat, Ready())

    def events(self, viewer: Viewer) -> list[Event]:
        """Return what a viewer was told by the last message."""
        return list(self.told[viewer][-1].events)

    def names(self, viewer: Viewer) -> list[str]:
        """Return what a viewer was told by the last message, by name."""
        return [type(event).__name__ for event in self.events(viewer)]

    def speaker(self, language: str = "en") -> MessageWriter:
        """Return who puts the present moment into words."""
        return MessageWriter(self.table, language)
