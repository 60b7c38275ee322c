"""``bornes play LINK --plain``: a table far away, line by line.

Others decide meanwhile, and there may be a clock: whatever is waited for, what happens is told at once, and a question
that is closed is asked no longer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, NoReturn

from ...base.translatable import sanitize
from ...client.table_client import Notice, TableError
from ...game.position import Window
from ...i18n import N_
from ...i18n.move_input import normalize_text, synonyms
from ...tables.commands import RemovePlayer, SeatBot
from ...tables.event_text import REACTIONS
from ...tables.messages import CommandRefused
from ..ascii_output import to_ascii
from ..online_session import OnlineSession
from ..phrases import error_sentence
from ..seat_session import words_for
from ..waiting_room_text import FULL, game_lines, invitation_lines, seat_lines, time_words, waiting_for_text
from .conversation import Conversation, PlayerLeft, ReadLine
from .input_lines import StdinLines, command_words, split_command
from .table_lines import table_lines

INPUT_GUARD_SECONDS = 0.7
"""Input that comes this soon after a new question was meant for the one before."""
ONLINE_COMMANDS: dict[str, str] = {
    N_("say WORD"): N_("say something to everybody: {phrases}"),
    N_("away"): N_("let the bot drive for you"),
    N_("back"): N_("take the wheel again"),
    N_("remove NAME"): N_("remove a player who has not played yet, as the host"),
    N_("who"): N_("who is at the table, and how others come"),
}
"""What can be typed besides, where others sit elsewhere."""


READY = N_("ready")
"""What can be typed instead of Enter before a deal; with commas between several words."""


class QuestionClosed(Exception):
    """What was asked is not asked any more."""


async def run_online_conversation(session: OnlineSession, lang: str, *, ascii_only: bool = False) -> int:
    """Play until the table is left or out of reach for good; returns the exit code.  The table is left then."""

    def say(text: str) -> None:
        shown = "\n".join(map(sanitize, text.split("\n")))  # some of it is what a server says
        print(to_ascii(shown) if ascii_only else shown, flush=True)

    conversation: OnlineConversation | None = None
    try:
        await session.table.open()
        conversation = OnlineConversation(session, lang, StdinLines().next, say)
        await conversation.play()
    except PlayerLeft:
        pass
    except asyncio.CancelledError:  # by Ctrl-C, of which the terminal shows a trace on this line
        if conversation is not None:
            session.left = True
            say("")
            conversation.say_way_back()
        raise
    finally:
        await session.close()
    return 0 if session.left and not session.table.fairness_violations else 1


class OnlineConversation(Conversation):
    """A game at a table far away, told and asked about in sentences."""

    def __init__(self, session: OnlineSession, lang: str, read_line: ReadLine, say: Callable[[str], None]) -> None:
        super().__init__(session, words_for(session.table, lang), read_line, say)
        self.far = session
        self.distant = session.table
        self.lang = lang
        self._reading: asyncio.Task[str | None] | None = None
        self._deal = (0, 0)
        """The game and deal that is told."""
        self._question: int | None = None
        """The number of the question that is asked."""
        self._matters = True
        """Whether there is something to decide: who can only let a hazard pass misses nothing when it is over."""
        self._replaced = 0.0
        """When a question was closed that nobody had answered."""
        self._removing: int | None = None
        """The seat of the player who is removed if that is asked for once more."""

    # -- the whole conversation ------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Hold the whole conversation."""
        self.table.listen(self._changed.set)
        self.distant.on_notice(self._tell_notice)
        for line in game_lines(self.distant, self.words):
            self.say(line)
        if not self.distant.begun:
            await self._wait_for_first_deal()
        self.tell(N_("Type the number of a move, or the card; ? for help, q to leave."))
        while await self._go_on():
            pass

    async def _go_on(self) -> bool:
        try:
            self._take_places()
            await self._follow()
            window = self.table.window
            if window is not None and self.table.question(self.table.asked[0]) is None:
                await self._ask_to_pass(window)
                return True
            return await super()._go_on()
        except QuestionClosed:
            self._replaced = monotonic()
            return True
        except TableError as error:
            self._check_lost()
            self.say(error_sentence(error, self.words))
            return True

    @property
    def _deal_told(self) -> object:
        """Which deal is told: also which game, as others follow at the same table."""
        return self._deal

    def _take_places(self) -> None:
        """Take note of who plays; between deals others may have come."""
        self.words = words_for(self.table, self.lang)
        self.viewer = self.distant.seat
        self.here = [] if self.viewer is None else [self.viewer]
        deal = (self.distant.info.game, self.distant.info.deal)
        if deal != self._deal:
            begun = self._deal != (0, 0)
            self._deal, self._events_told = deal, 0
            if not begun and self.distant.playing:
                self._tell_last_round()

    def _tell_notice(self, notice: Notice) -> None:
        """Tell what is worth telling; what must not be missed between lines of signs."""
        if notice.grave:
            self.say("!" * 70)
        self.say(notice.text)
        if notice.grave:
            self.say("!" * 70)

    def _check_lost(self) -> None:
        """Leave where the table is out of reach for good, and say why."""
        if self.distant.lost is not None:
            self.say(error_sentence(self.distant.lost, self.words))
            raise PlayerLeft

    # -- before the first deal -------------------------------------------------------------------------------------

    async def _wait_for_first_deal(self) -> None:
        """Say who is there until everybody is ready."""
        if self.far.play_now and self.viewer is not None:
            await self.distant.next_deal()
        else:
            await self._tell_who()
            if self.viewer is not None:
                self.tell(N_("Press Enter when you are ready; bot NAME puts a bot on a free seat, ? is for help."))
        while not self.distant.begun:
            line = await self._line_unless(lambda: self.distant.begun)
            if line is not None:
                await self._handle_waiting(line)

    async def _handle_waiting(self, line: str) -> None:
        word, rest = split_command(line, self.words)
        try:
            if self._means_ready(line) and self.viewer is not None:
                await self._be_ready()
            elif not line:  # who only looks on is not waited for
                return
            elif word == "bot":
                await self._seat_bot(rest)
            elif not await self._handle_far(word, rest) and not self._handle_common(word, rest):
                self._say_not_understood(line, command_words(self.words))
        except TableError as error:
            self._check_lost()
            self.say(error_sentence(error, self.words))

    def _means_ready(self, line: str) -> bool:
        """Say whether somebody is ready; the letter is here not that of the rules."""
        return not line or normalize_text(line) in ("r", *synonyms(READY, self.words))

    async def _be_ready(self) -> None:
        await self.distant.next_deal()
        if not self.distant.playing:
            self.say(waiting_for_text(self.distant, self.words))

    async def _seat_bot(self, name: str) -> None:
        """Put a bot on the first free seat."""
        free = next((at for at, seat in enumerate(self.table.seats) if seat.open), None)
        if free is None:
            self.tell(N_("No seat is free."))
            return
        answer = await self.distant.command(None, SeatBot(target_seat=free, bot=name.strip() or "rule-of-thumb"))
        if isinstance(answer, CommandRefused):
            self.say(answer.text)

    async def _remove(self, name: str) -> None:
        """Remove a player who has not played yet, which the host may do; asked twice."""
        named = [
            at for at, one in enumerate(self.distant.info.seats) if normalize_text(one.name) == normalize_text(name)
        ]
        if not name or not named:
            self.tell(N_("Say whom to remove: remove NAME."))
            return
        if self._removing != named[0]:
            self._removing = named[0]
            self.tell(N_("Type it once more to remove {name} from the table."), name=self.distant.seats[named[0]].name)
            return
        self._removing = None
        answer = await self.distant.command(None, RemovePlayer(target_seat=named[0]))
        if isinstance(answer, CommandRefused):
            self.say(answer.text)

    async def _tell_who(self) -> None:
        for line in seat_lines(self.distant, self.words):
            self.say(line)
        if self.viewer is not None:
            for line in invitation_lines(await self.far.invitation(self.lang), self.distant, self.words):
                self.say(line)

    # -- what happens ------------------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Tell what happens until the player here has to decide, or the deal is over; hear lines typed meanwhile."""
        while not self._settled():
            self._tell_all()
            line = await self._line_unless(self._settled)
            if line is not None:
                await self._handle_meanwhile(line)
        self._tell_all()

    def _tell_all(self) -> None:
        self._tell_news()
        self._tell_faults()

    def _settled(self) -> bool:
        over = self.distant.begun and self.table.view(self.viewer).over
        return over or bool(self.table.asked) or self.distant.lost is not None

    async def _handle_meanwhile(self, line: str) -> None:
        """Do what can be asked for while others decide."""
        word, rest = split_command(line, self.words)
        if word == "t" and not rest and self.distant.begun:
            self._say_all(table_lines(self.table.view(self.viewer), self.table.number, self.table.totals, self.words))
        elif not await self._handle_far(word, rest) and not self._handle_common(word, rest):
            self.tell(N_("It is not your turn to decide."))

    # -- a decision --------------------------------------------------------------------------------------------------

    async def _ask(self, seat: int) -> None:
        """Let the player here decide, as long as that is asked."""
        self._question, self._matters = self.distant.asked_by, True
        await super()._ask(seat)

    async def _ask_to_pass(self, window: Window) -> None:
        """Let the player pass a hazard without an answer to it: others are not to learn that there is none."""
        self._question, self._matters = self.distant.asked_by, False
        hazard, team = self.words.card(window.hazard), self.words.whom(window.target)
        question = N_("{hazard} on {team}: you have no answer, and others do not know that. Enter lets it pass.")
        self.tell(question, hazard=hazard, team=team)
        self._tell_time()
        while self.table.window == window and self.table.asked:
            line = await self._next_line()
            if split_command(line, self.words)[0] in ("", "p", "pass", "1"):
                await self.table.let_pass()
                return
            await self._handle_meanwhile(line)

    async def _handle_line(self, seat: int) -> bool:
        """Do what the next line says; what only tables far away know first."""
        text = await self._next_line()
        word, rest = split_command(text, self.words)
        if await self._handle_far(word, rest):
            return not self.table.asked
        return await self._handle_text(seat, text)

    async def _handle_far(self, word: str, rest: str) -> bool:
        """Do what can be asked for only where others sit elsewhere; returns whether it was one of these commands."""
        known: dict[str, Callable[[], Any]] = {
            "say": lambda: self._say_to_all(rest),
            "away": self.distant.start_autopilot,
            "back": self.distant.take_back_seat,
            "remove": lambda: self._remove(rest),
            "who": self._tell_who,
        }
        spoken = {self.words.gettext(name).split()[0]: name.split()[0] for name in ONLINE_COMMANDS}
        command = spoken.get(word, word)
        if command not in known or (rest and command not in ("say", "remove")):
            return False
        try:
            await known[command]()
        except TableError as error:
            self._check_lost()
            self.say(error_sentence(error, self.words))
        return True

    async def _say_to_all(self, phrase: str) -> None:
        said = {self.words.gettext(text).casefold().strip(" !…\u202f"): key for key, text in REACTIONS.items()}
        await self.distant.react(said.get(phrase.casefold().strip(" !…\u202f"), phrase))

    def _commands(self) -> dict[str, str]:
        return super()._commands() | {
            "q": N_("leave; the seat stays yours") if self.viewer is not None else N_("leave")
        }

    def _tell_time(self) -> None:
        left = self.distant.time_left
        if left is not None and self.table.asked:
            self.tell(N_("Time left: {time}"), time=time_words(left, self.words))

    def _help(self) -> None:
        super()._help()
        phrases = ", ".join(REACTIONS)
        for typed, meaning in ONLINE_COMMANDS.items():
            self.say(f"{self.words.gettext(typed)}  {self.words.gettext(meaning, phrases=phrases)}")

    # -- between deals -----------------------------------------------------------------------------------------------

    async def _after_deal(self) -> bool:
        """Tell the score sheet, and get ready for the next deal or another game."""
        deal = self._deal
        self.say(self.words.score_sheet(self.table.sheet().deals[-1]))
        if self.table.over:
            self._result()
        self._ask_what_now()
        while self._deal_is(deal):
            line = await self._line_unless(lambda: not self._deal_is(deal))
            if line is None:
                break
            await self._handle_waiting(line)
        return True

    def _deal_is(self, deal: tuple[int, int]) -> bool:
        info = self.distant.info
        return (info.game, info.deal) == deal

    def _ask_what_now(self) -> None:
        if self.viewer is None:
            return
        if self.distant.is_full:
            self.tell(FULL)
            self.tell(N_("q to leave, ? for help."))
        elif self.table.over:
            self.tell(N_("Enter for another game with the same players, q to leave, ? for help."))
        else:
            self.tell(N_("Enter for the next {deal}, q to leave, ? for help."), deal=self.words.term("deal"))

    # -- lines -------------------------------------------------------------------------------------------------------

    async def _next_line(self) -> str:
        """Return the next line that answers the present question; QuestionClosed once it is another one."""
        while True:
            line = await self._line_unless(self._is_closed)
            if self._is_closed():
                self._tell_all()
                if line is not None or self._matters:
                    self.tell(N_("Too late: that question is closed."))
                raise QuestionClosed
            if line is not None and monotonic() - self._replaced > INPUT_GUARD_SECONDS:
                return line
            self.tell(N_("Too late: that question is closed."))

    def _is_closed(self) -> bool:
        return self.distant.asked_by != self._question

    async def _line_unless(self, closed: Callable[[], bool]) -> str | None:
        """Return the next line, or None once something is so; tell what happens meanwhile."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._read())
        while not self._reading.done():
            self._changed.clear()
            self._check_lost()
            if closed():
                return None
            if self.distant.begun and self._deal == (self.distant.info.game, self.distant.info.deal):
                self._tell_all()
            await self._wait_for_line_or_change(self._reading)
        line, self._reading = self._reading.result(), None
        if line is None:
            self._leave()
        return line.strip()

    async def _read(self) -> str | None:
        return await self.read_line()

    async def _wait_for_line_or_change(self, reading: asyncio.Task[str | None]) -> None:
        changing = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({reading, changing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changing.cancel()

    def _leave(self) -> NoReturn:
        self.far.left = True
        super()._leave()
