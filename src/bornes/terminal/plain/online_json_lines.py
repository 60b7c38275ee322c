"""``bornes play LINK --json``: a table far away for programs, as it speaks: every message and every command."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import redirect_stdout
from typing import Any, TextIO

from ...client.protocol import decode_socket_command
from ...client.table_client import TableError
from ...i18n import Translator
from ...tables.commands import CommandError
from ...tables.messages import MESSAGES_VERSION, encode_message
from ..online_session import OnlineSession
from .json_lines import InvalidLine, JsonLines


async def run_online_json_game(session: OnlineSession, lang: str) -> int:
    """Play until the other program has left, or the table is out of reach for good; returns the exit code."""
    try:
        out = sys.stdout
        with redirect_stdout(sys.stderr):
            await OnlineJsonGame(session, lang, out).play()
    finally:
        await session.close()
    well = (session.table.lost is None or session.left) and not session.table.fairness_violations
    return 0 if well else 1


class OnlineJsonGame(JsonLines):
    """A table far away, as messages and commands."""

    def __init__(self, session: OnlineSession, lang: str, out: TextIO) -> None:
        super().__init__(session.table, lang, out)
        self.session = session
        self.table = session.table
        self._tasks: set[asyncio.Task[None]] = set()
        self._was_connected = True

    @property
    def _ended(self) -> bool:
        """Whether the table is out of reach for good; after a game another one may follow."""
        return self.table.lost is not None

    async def _begin(self) -> None:
        self.send_line(
            {"type": "hello", "version": MESSAGES_VERSION, "game": self.table.link.table, "link": self.session.link}
        )
        self.table.listen(self._note_connection)
        await self.table.attach(None, self.lang, self.send_message)

    def _note_connection(self) -> None:
        """Tell when the table is out of reach, can be reached again, or cannot for good."""
        connected = self.table.connected
        if connected != self._was_connected:
            self._was_connected = connected
            text = "" if self.table.lost is None else Translator(self.lang).error(self.table.lost)
            final = {} if self.table.lost is None else {"final": True}
            values = {"connected": connected, **final}
            self.send_line({"type": "signal", "signal": "connection", "text": text, "values": values})

    def _say_goodbye(self) -> None:
        self.session.left = True
        self.send_line({"type": "left", "game": self.table.link.table, "link": self.session.link})

    async def _answer(self, values: dict[str, Any]) -> None:
        """Send a command on its way; its answer is written when it comes, and others need not wait for it."""
        try:
            command = decode_socket_command(json.dumps(values))
        except CommandError as error:
            raise InvalidLine(str(error)) from None
        task = asyncio.get_running_loop().create_task(self._carry(command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, command: Any) -> None:
        try:
            answer = await self.table.command(None, command, self.lang)
            self.send_message(encode_message(answer))
        except TableError as error:
            text = Translator(self.lang).error(error)
            self.send_line({"type": "error", **({"id": command.id} if command.id else {}), "text": text})
