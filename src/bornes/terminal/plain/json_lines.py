"""``bornes play --json``: the messages and commands of a table, one JSON object per line, for programs that play.

Everything that is sent is what the seats here may know, and nothing else.  See ``docs/play.md`` and ``docs/tables.md``.
"""

from __future__ import annotations

import asyncio
import json
import sys
from abc import ABC, abstractmethod
from contextlib import redirect_stdout
from typing import Any, TextIO

from ...tables.commands import (
    ClientCommand,
    CommandError,
    GiveSeed,
    Play,
    Ready,
    Return,
    SetPace,
    SetStandingAnswer,
    StepAway,
    Undo,
    decode_command,
)
from ...tables.event_text import REFUSALS
from ...tables.messages import MESSAGES_VERSION, CommandRefused, Done, Signal, encode_message
from ...tables.refusals import NotYourTurn
from ..seat_session import LocalSession, RawTable, words_for
from .input_lines import MAX_LINE_BYTES, StdinLines

HINT, QUIT = "Hint", "Quit"
"""What is asked of this program, and not of the table."""
LOCAL_COMMANDS = (Play, Ready, Undo, SetPace, SetStandingAnswer, GiveSeed, StepAway, Return)
"""Commands of a local table, whose seats are fixed when it is opened."""


class InvalidLine(ValueError):
    """A line that is no command; says what is wrong with it."""


async def run_json_game(session: LocalSession, lang: str) -> int:
    """Play until the game is over or the other program has left; returns the exit code.  The game is closed then."""
    try:
        out = sys.stdout
        with redirect_stdout(sys.stderr):  # a bot of another package may print: that is no message
            await LocalJsonGame(session, lang, out).play()
    finally:
        await session.close()
    return 0


class JsonLines(ABC):
    """A game as messages and commands, one a line; messages are written to ``out``."""

    def __init__(self, table: RawTable, lang: str, out: TextIO) -> None:
        self.out = out
        self.lang = lang
        self._table = table
        self._lines = StdinLines()
        self._changed = asyncio.Event()
        self._unread: OSError | None = None
        """What went wrong when the last message was written, if anything did."""

    def send_line(self, values: dict[str, Any]) -> None:
        """Write one object on a line of its own; in ASCII, which gets through everywhere.

        The table has others to tell: that nobody reads any more is noticed where the next line is waited for.
        """
        try:
            print(json.dumps(values), file=self.out, flush=True)
        except OSError as error:
            self._unread = error
            self._changed.set()

    def send_message(self, data: bytes) -> None:
        """Write a message of the table."""
        self.send_line(json.loads(data))

    async def play(self) -> None:
        """Hold the whole exchange."""
        self._table.listen(self._changed.set)
        await self._begin()
        while not self._ended:
            line = await self._next_line()
            if line is None or not await self._carry_out(line):
                self._say_goodbye()
                return

    @property
    @abstractmethod
    def _ended(self) -> bool:
        """Whether there is nothing more to play."""

    @abstractmethod
    async def _begin(self) -> None:
        """Send what comes first."""

    @abstractmethod
    def _say_goodbye(self) -> None:
        """Send what comes last, where the program leaves."""

    @abstractmethod
    async def _answer(self, values: dict[str, Any]) -> None:
        """Carry out a command, and answer; InvalidLine where it is none."""

    async def _next_line(self) -> str | None:
        """Return the next line; None at the end of the input, and an empty one once the game is over."""
        reading = asyncio.ensure_future(self._lines.next())
        try:
            while not reading.done():
                self._check_read()
                if self._ended:
                    return ""
                self._changed.clear()
                waiting = asyncio.ensure_future(self._changed.wait())
                await asyncio.wait({reading, waiting}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
            self._check_read()
            return reading.result()
        finally:
            reading.cancel()

    def _check_read(self) -> None:
        """Raise what went wrong where nobody reads any more."""
        if self._unread is not None:
            raise self._unread

    async def _carry_out(self, line: str) -> bool:
        """Do what a line asks for, and answer; False where it asks to leave."""
        if not line.strip():
            return True
        values: dict[str, Any] = {}
        try:
            values = _read(line)
            if values.get("command") == QUIT:
                return False
            await self._answer(values)
        except InvalidLine as error:
            named = {"id": values["id"]} if isinstance(values.get("id"), str) else {}
            self.send_line({"type": "error", **named, "text": str(error)})
        return True


class LocalJsonGame(JsonLines):
    """A game in this process, as messages and commands."""

    def __init__(self, session: LocalSession, lang: str, out: TextIO) -> None:
        super().__init__(session.table, lang, out)
        self.table = session.table
        self.store = session.store
        self.resumed = session.resumed
        self.here = [at for at, seat in enumerate(self.table.seats) if seat.here]

    @property
    def _ended(self) -> bool:
        return self.table.over

    async def _begin(self) -> None:
        self.send_line(
            {
                "type": "hello",
                "version": MESSAGES_VERSION,
                "game": self.store.name,
                "resumed": self.resumed,
                "seats": self.here,
            }
        )
        self.store.on_failure(self._warn_unsaved)
        for viewer in self.here or (None,):
            await self.table.attach(viewer, self.lang, self.send_message)

    def _warn_unsaved(self, reason: str) -> None:
        self.send_message(encode_message(Signal("unsaved", text=f"the game cannot be saved: {reason}")))

    def _say_goodbye(self) -> None:
        if self.store.failure is None:
            self.send_line({"type": "saved", "game": self.store.name, "file": str(self.store.path)})

    async def _answer(self, values: dict[str, Any]) -> None:
        seat = self._seat(values)
        if values.get("command") == HINT:
            await self._hint(seat, values)
        else:
            answer = await self.table.command(seat, _command(values), self.lang)
            self.send_message(encode_message(answer))

    def _seat(self, values: dict[str, Any]) -> int | None:
        """Take the seat that a line speaks for out of it: the only one here, unless ``seat`` says which."""
        only = self.here[0] if len(self.here) == 1 else None
        seat = values.pop("seat", only)
        if seat is None and not self.here:
            return None
        if type(seat) is not int or seat not in self.here:
            seats = ", ".join(map(str, self.here))
            raise InvalidLine(f'say which seat it is for, as in "seat": {self.here[0]}; those here are {seats}')
        return seat

    async def _hint(self, seat: int | None, values: dict[str, Any]) -> None:
        """Send a hint for a seat that is to decide, as a signal."""
        id = values.get("id", "")
        if not isinstance(id, str) or not _is_text(id) or set(values) - {"command", "id"}:
            raise InvalidLine('a hint is asked for with {"command": "Hint"}, and an id of your own if you like')
        words = words_for(self.table, self.lang)
        if seat is None or self.table.question(seat) is None:
            refusal = NotYourTurn()
            self.send_message(encode_message(CommandRefused(id, refusal, words.gettext(REFUSALS[NotYourTurn]))))
            return
        advice = await self.table.hint(seat, words)
        self.send_message(encode_message(Signal("hint", seat, " ".join(advice.lines), advice.values)))
        self.send_message(encode_message(Done(id)))


def _is_text(id: str) -> bool:
    """Say whether an id can be written again: JSON can name halves of characters."""
    return not any("\ud800" <= char <= "\udfff" for char in id)


def _read(line: str) -> dict[str, Any]:
    """Return what a line says, if it is an object."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        if len(line.encode()) >= MAX_LINE_BYTES:  # the rest of it was thrown away
            raise InvalidLine(f"the line is too long: one has less than {MAX_LINE_BYTES} bytes") from None
        raise InvalidLine(f"not JSON: {error}") from None
    if not isinstance(values, dict):
        raise InvalidLine('a line is a command, such as {"command": "Play", "move": "roll", "question_number": 3}')
    return values


def _command(values: dict[str, Any]) -> ClientCommand:
    """Return the command that a line means, if it is one that can be asked here."""
    try:
        command = decode_command(json.dumps(values))
    except CommandError as error:
        raise InvalidLine(str(error)) from None
    if not isinstance(command, LOCAL_COMMANDS):
        names = ", ".join([*(kind.__name__ for kind in LOCAL_COMMANDS), HINT, QUIT])
        raise InvalidLine(f"{type(command).__name__} cannot be asked for here; possible are {names}")
    return command
