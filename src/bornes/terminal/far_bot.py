"""A bot of this machine at a table far away, and what happens there in sentences."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial

from ..bots import Guarded, Spec
from ..client.player import Player
from ..client.table import Notice, TableError
from ..moves import IllegalMove
from ..tables.thinking import ThreadThinkers
from ..words import N_
from .plain.describe import event_lines
from .storage.session import words_for

GOODBYE = 3.0
"""Seconds that the server has to hear that the bot goes."""
PATIENCE = 120.0
"""Seconds after which a bot is taken to be stuck, and a Sunday driver decides for it."""


class FarBot:
    """A bot that sits at a table far away."""

    def __init__(self, player: Player, spec: Spec, lang: str, say: Callable[[str], None]) -> None:
        self.player = player
        self.table = player.table
        self.lang = lang
        self.say = say
        self._spec = spec
        self._bot = Guarded(spec.bot(secrets.randbits(32)), patience=PATIENCE)
        self._thinkers = ThreadThinkers(patience=PATIENCE)
        self._told = (0, 0, 0)
        """The game, the deal, and how many of its events have been told."""

    async def play(self) -> int:
        """Play until the game is over, and tell what happens; returns the exit code."""
        self.table.on_notice(self._tell_notice)
        self.table.listen(self._tell_news)
        words = words_for(self.table, self.lang)
        name = self.table.seats[self.player.seat].name
        self.say(words.gettext(N_("{name} sits at the table. Ctrl-C ends it; the seat is kept."), name=name))
        try:
            await self._answer_questions()
        except asyncio.CancelledError:
            await self._hand_over()
            raise
        self._tell_result()
        return 0

    async def _answer_questions(self) -> None:
        async for question in self.player.questions():
            try:
                await self.player.play(await self._thinkers.work(partial(self._bot.choose, question.view)))
            except (TableError, IllegalMove) as error:  # the time was over, or the table is out of reach for now
                self.say(words_for(self.table, self.lang).error(error))

    async def _hand_over(self) -> None:
        """Let a bot of the server drive from now on, so that nobody waits for one that has gone."""
        words, link = words_for(self.table, self.lang), self.table.link
        try:
            async with asyncio.timeout(GOODBYE):
                await self.table.let_bot_drive()
            self.say(words.gettext(N_("A bot of the server drives from now on.")))
        except (TableError, TimeoutError):
            self.say(words.gettext(N_("The seat waits; when its time is over a bot of the server drives.")))
        text = N_("Come back to the seat with: bornes bot {bot} '{link}' (tell nobody this link)")
        self.say(words.gettext(text, bot=self._spec, link=f"{link.server}/t/{link.table}#seat={link.seat}"))

    def _tell_notice(self, notice: Notice) -> None:
        self.say(f"!!! {notice.text} !!!" if notice.grave else notice.text)

    def _tell_news(self) -> None:
        """Tell what is new in the deal, a line for every turn."""
        if not self.table.begun:
            return
        info, events = self.table.info, self.table.view(self.player.seat).events
        known = self._told[2] if self._told[:2] == (info.game, info.deal) else 0
        self._told = (info.game, info.deal, len(events))
        for line in event_lines(events[known:], words_for(self.table, self.lang)):
            self.say(line)

    def _tell_result(self) -> None:
        words = words_for(self.table, self.lang)
        self.say(words.score_sheet(self.table.sheet()))
        winner = self.table.winner
        self.say(words.gettext("The game is a draw.") if winner is None else words.wins_game(winner))
        if self._bot.complaint is not None:
            self.say(words.gettext("{who} {complaint}", who=self._bot.name, complaint=words.say(self._bot.complaint)))
