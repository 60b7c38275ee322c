"""``bornes play --plain``: a conversation line by line, for screen readers, slow lines and scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NoReturn

from ...client.table_client import HasPace, ReportsBotFaults, TableError, exchange
from ...engine.codes import Phase
from ...game.deal import View
from ...game.events import TurnBegan, Viewer
from ...game.moves import TEAM_LETTERS, Move
from ...game.position import Window
from ...guide.how_to_play import howto
from ...i18n import N_, Translator
from ...i18n.move_input import MoveNotUnderstood, lookup_key, not_understood_error, typed_exchange, typed_seat
from ...rules.cards import Card
from ..ascii_output import to_ascii
from ..guide_text import plain_lines
from ..phrases import form_words
from ..seat_session import SeatSession, words_for
from .input_lines import COMMANDS, EXCHANGE, WHY, StdinLines, command_words, read_move, read_moves, split_command
from .table_lines import (
    Facts,
    change_lines,
    event_lines,
    hand_lines,
    move_lines,
    rule_lines,
    short_move_line,
    table_lines,
    team_facts,
    why_not_line,
)

ReadLine = Callable[[], Awaitable[str | None]]
"""Returns the next line that is typed, None when there are no more."""
BLANK_LINES = 40
"""Lines that push the last player's hand out of sight."""


class PlayerLeft(Exception):
    """Whoever played here has left."""


async def run_conversation(session: SeatSession, lang: str, *, ascii_only: bool = False) -> int:
    """Play until the game is over or left; returns the exit code.  The game is closed then."""
    words = words_for(session.table, lang)
    conversation = Conversation(session, words, StdinLines().next, _print_ascii if ascii_only else _print)
    try:
        await conversation.play()
    except PlayerLeft:
        pass
    except asyncio.CancelledError:  # by Ctrl-C, of which the terminal shows a trace on this line
        conversation.say("")
        conversation.say_way_back()
        raise
    finally:
        await session.close()
    return 0


def _print(text: str) -> None:
    print(text, flush=True)


def _print_ascii(text: str) -> None:
    _print(to_ascii(text))


class Conversation:
    """One game, told and asked about in sentences.

    Where several people share the keyboard, what is told is what a spectator sees, a hand is read out only when its
    player has pressed Enter, and after every hazard everybody is asked for an answer, whether or not there is one.
    """

    def __init__(
        self, session: SeatSession, words: Translator, read_line: ReadLine, say: Callable[[str], None]
    ) -> None:
        self.session = session
        self.table = session.table
        self.words = words
        self.read_line = read_line
        self.say = say
        self.here = [at for at, seat in enumerate(self.table.seats) if seat.here]
        self.viewer: Viewer = self.here[0] if len(self.here) == 1 else None
        self._events_told = 0
        """How many events of the deal have been told."""
        self._ready: int | None = None
        """Whose hand may be read out without asking whether they are ready."""
        self._faulty: set[int] = set()
        """The seats of the bots whose faults have been told."""
        self._shown: dict[int, tuple[object, Facts]] = {}
        """What was told of the table to each seat the last time, and in which deal."""
        self._changed = asyncio.Event()
        self._resumed = session.resumed

    @property
    def shared(self) -> bool:
        """Whether several people play here."""
        return len(self.here) > 1

    async def play(self) -> None:
        """Hold the whole conversation."""
        self.session.on_failure(self._warn_not_saved)
        self.table.listen(self._changed.set)
        self._greet()
        while await self._go_on():
            pass

    async def _go_on(self) -> bool:
        """Tell what happens, and let somebody here decide; returns False at the end of the game."""
        await self._follow()
        if self.table.view(self.viewer).over:
            return await self._after_deal()
        if self.shared and (window := self.table.window) is not None:
            await self._ask_everybody(window)
        elif self.table.asked:
            await self._ask(self.table.asked[0])
        return True

    def _greet(self) -> None:
        rules = self.table.rules
        self.say(f"{self.words.edition_title(rules.edition)}, {form_words(self.words, rules)}.")
        self.tell(N_("Type the number of a move, or the card; ? for help, q to save and leave."))
        if self._resumed:
            self._tell_last_round()

    def _tell_last_round(self) -> None:
        """Tell the last round of a game that was begun earlier."""
        view = self.table.view(self.viewer)
        began = [at for at, event in enumerate(view.events) if isinstance(event, TurnBegan)]
        start = began[-view.rules.players] if len(began) > view.rules.players else 0
        self._events_told = len(view.events)
        self._say_all(event_lines(view.events[start:], self.words))

    def tell(self, message: str, **values: object) -> None:
        """Say a message in the language of the game."""
        self.say(self.words.gettext(message, **values))

    def _say_not_understood(self, text: str, known: Iterable[str]) -> None:
        """Answer something that makes no sense with what is nearest to it."""
        spelt = {lookup_key(name): name for name in known}
        self.say(self.words.error(not_understood_error(text, self.words, spelt)))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def _warn_not_saved(self, reason: str) -> None:
        self.tell(N_("The game cannot be saved ({reason}); it goes on all the same."), reason=reason)

    # -- what happens --------------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Tell what happens until somebody here has to decide, or the deal is over."""
        while True:
            self._changed.clear()
            if self._settled() or self._takes_time:  # without a pace all is told at once, a line for every turn
                self._tell_news()
                self._tell_faults()
            if self._settled():
                return
            await self._changed.wait()

    @property
    def _takes_time(self) -> bool:
        """Whether moves of others come one by one."""
        return not isinstance(self.table, HasPace) or self.table.pace > 0

    def _settled(self) -> bool:
        return self.table.view(self.viewer).over or bool(self.table.asked)

    def _tell_news(self) -> None:
        events = self.table.view(self.viewer).events
        new = events[self._events_told :]
        if new and (self.table.window is not None or self._ready not in self.table.asked):
            self._cover()  # before what is told, so that whoever comes next can read it
        self._say_all(event_lines(new, self.words))
        self._events_told += len(new)

    async def _ask_everybody(self, window: Window) -> None:
        """Ask who has an answer to a hazard, whether or not anybody has, and let that player decide."""
        seat = await self._who_answers(window, self.table.asked)
        if seat is not None and self.table.question(seat) is not None:
            await self._ask(seat)
        if self.table.window == window:
            await self.table.let_pass()

    async def _who_answers(self, window: Window, seats: Sequence[int]) -> int | None:
        names = ", ".join(f"{seat + 1} = {self.words.seat(seat)}" for seat in seats)
        hazard, team = self.words.card(window.hazard), self.words.whom(window.target)
        question = N_("{hazard} on {team}: who answers? {names}; Enter for nobody.")
        while True:
            self.tell(question, hazard=hazard, team=team, names=names)
            answer = await self._next_line()
            named = typed_seat(answer, seats, self.words)
            if named is not None or not answer:
                return named
            if split_command(answer, self.words)[0] == "q":
                self._leave()
            self._say_not_understood(answer, map(self.words.seat, seats))

    def _tell_faults(self) -> None:
        for seat, fault in self.table.faults if isinstance(self.table, ReportsBotFaults) else ():
            if seat not in self._faulty:
                self._faulty.add(seat)
                message = N_("{seat} made no legal move ({fault}); a Sunday driver decides instead.")
                self.tell(message, seat=self.words.seat(seat), fault=str(fault))

    # -- a decision ----------------------------------------------------------------------------------------------

    async def _ask(self, seat: int) -> None:
        """Let somebody here decide."""
        await self._get_ready(seat)
        self._show(seat)
        while not await self._handle_line(seat):
            pass

    async def _get_ready(self, seat: int) -> None:
        if not self.shared or self._ready == seat:
            return
        self._cover()
        self.tell(N_("{seat}, press Enter when you are ready."), seat=self.words.seat(seat))
        if split_command(await self._next_line(), self.words)[0] == "q":
            self._leave()
        self._ready = seat

    def _cover(self) -> None:
        """Push what was shown out of sight."""
        if self._ready is not None:
            self.say("\n" * BLANK_LINES)
        self._ready = None

    def _view(self, seat: int) -> View:
        """Return what a seat decides with, or once there is nothing to decide what it knows."""
        return self.table.question(seat) or self.table.view(seat)

    def _show(self, seat: int) -> None:
        """Tell what there is to decide: at first the whole table, later in the deal only what is different now."""
        view = self._view(seat)
        self.say("")
        deal, before = self._shown.get(seat, (None, ()))
        if deal != self._deal_told:
            self._show_all(seat)
        else:
            self._say_all(change_lines(before, self._facts(seat)))
            self._say_all(hand_lines(view, self.words))
            self.say(short_move_line(view, self.words))
        self._shown[seat] = (self._deal_told, self._facts(seat))
        self._ask_for_move(seat)

    def _show_all(self, seat: int) -> None:
        """Tell the whole table and all moves; the first time also how to hear that again."""
        view = self._view(seat)
        self._say_all(table_lines(view, self.table.number, self.table.totals, self.words))
        self._say_all(move_lines(view, self.words))
        if not self._shown:
            self.tell(N_("From now on you hear what has changed; t tells the whole table, m all moves."))

    def _facts(self, seat: int) -> Facts:
        return team_facts(self._view(seat), self.words)

    @property
    def _deal_told(self) -> object:
        """Which deal is told, to know one from the next."""
        return self.table.number

    def _ask_for_move(self, seat: int) -> None:
        self._tell_time()
        if self.shared:
            self.tell(N_("{seat}, what do you do?"), seat=self.words.seat(seat))
        else:
            self.tell(N_("What do you do?"))

    def _tell_time(self) -> None:
        """Say how much time there is; at a table of one's own there is no hurry."""

    async def _handle_line(self, seat: int) -> bool:
        """Do what the next line says; returns whether the table changed, so that somebody else may have to decide."""
        return await self._handle_text(seat, await self._next_line())

    async def _handle_text(self, seat: int, text: str) -> bool:
        """Do what a line says; returns whether the table changed."""
        word, rest = split_command(text, self.words)
        if self.table.question(seat) is None and word != "q":  # a bot has answered the hazard
            self.tell(N_("Too late: that question is closed."))
            return True
        if word == "u" and not rest:
            return await self._undo()
        if word == "h" and not rest:
            await self._hint(seat)
        elif word == "t" and not rest:
            self._show_all(seat)
            self._ask_for_move(seat)
        elif word == "m" and not rest:
            self._say_all(move_lines(self._view(seat), self.words))
            self._ask_for_move(seat)
        elif not self._handle_common(word, rest):
            try:
                return await self._move(seat, text) if word != WHY else self._why(seat, rest)
            except MoveNotUnderstood as unclear:
                self.say(self.words.error(unclear))
        return False

    def _handle_common(self, word: str, rest: str) -> bool:
        """Do what can be asked for at any time; returns whether it was one of these commands."""
        if rest or word not in ("?", "s", "r", "how", "q"):
            return False
        if word == "q":
            self._leave()
        elif word == "?":
            self._help()
        elif word == "s":
            self.say(self.words.score_sheet(self.table.sheet()))
        elif word == "how":
            self._say_all(plain_lines(howto(self.table.rules, self.words), self.words))
        else:
            self._say_all(rule_lines(self.table.rules, self.words))
        return True

    async def _move(self, seat: int, text: str) -> bool:
        view = self._view(seat)
        cards = typed_exchange(text, view, self.words)
        if cards is not None:
            return await self._exchange(seat, cards)
        move = read_move(text, view, self.words)
        if self._say_why_not(move, view):
            return False
        await self.table.play(seat, move)
        return True

    def _say_why_not(self, move: Move, view: View) -> bool:
        """Say why a move cannot be made; returns whether that is so."""
        reason = view.why_not(move)
        if reason is not None:
            self.say(self.words.reason(reason))
        return reason is not None

    async def _exchange(self, seat: int, cards: list[Card]) -> bool:
        """Exchange cards together, if all of them can be; returns whether that is done."""
        view, fewest = self._view(seat), self.table.rules.exchange_min
        if any(self._say_why_not(Move.discard(card), view) for card in cards):
            return False
        if view.phase is Phase.DRAW and len(cards) < fewest:
            self.tell(N_("An exchange takes at least {number} cards."), number=fewest)
            return False
        await exchange(self.table, seat, cards)
        return True

    async def _hint(self, seat: int) -> None:
        self.tell(N_("The champion is thinking …"))
        self._say_all((await self.table.hint(seat, self.words)).lines)

    def _why(self, seat: int, text: str) -> bool:
        view = self._view(seat)
        self._say_all(why_not_line(move, view, self.words) for move in read_moves(text, view, self.words))
        return False

    async def _undo(self) -> bool:
        try:
            await self.table.undo()
        except TableError:
            self.tell(N_("There is no move to take back."))
            return False
        self._events_told = len(self.table.view(self.viewer).events)
        self._shown = dict.fromkeys(self._shown, (None, ()))  # what is taken back is not told: all is told again
        self.tell(N_("The last move has been taken back."))
        return True

    def _help(self) -> None:
        self.tell(
            N_("For a move type its number in the list, its notation, or the card: {examples}."),
            examples=self._examples(),
        )
        for typed, meaning in self._commands().items():
            self.say(f"{self.words.gettext(typed)}  {self.words.gettext(meaning)}")

    def _commands(self) -> dict[str, str]:
        """Return what can be typed besides moves, and what it does."""
        return COMMANDS if self.table.rules.fast_play else {k: v for k, v in COMMANDS.items() if k != EXCHANGE}

    def _examples(self) -> str:
        """Return a few moves as somebody may type them."""
        words = self.words
        opponent = [team for team in range(self.table.rules.teams) if team != words.own_team][-1]
        hazard = words.gettext("{card} on {team}", card=words.card(Card.STOP), team=words.team(opponent))
        return f"{words.card(Card.ROLL)}, 100, {hazard} (stop>{TEAM_LETTERS[opponent]}), -25"

    # -- between deals, and leaving ------------------------------------------------------------------------------

    async def _after_deal(self) -> bool:
        """Tell the score sheet, then begin the next deal; returns False at the end of the game."""
        self._cover()
        self.say(self.words.score_sheet(self.table.sheet().deals[-1]))
        if self.table.over:
            self._result()
            self.say_way_back()
            return False
        while True:
            question = N_("Enter for the next {deal}, q to save and leave, ? for help.")
            self.tell(question, deal=self.words.term("deal"))
            line = await self._next_line()
            word, rest = split_command(line, self.words)
            if not word:
                await self.table.next_deal()
                self._events_told = 0
                return True
            if word == "u" and await self._undo():
                return True
            if word != "u" and not self._handle_common(word, rest):
                self._say_not_understood(line, command_words(self.words))

    def _result(self) -> None:
        self.say(self.words.score_sheet(self.table.sheet()))
        if self.table.winner is not None:
            self.say(self.words.wins_game(self.table.winner))

    async def _next_line(self) -> str:
        """Return the next line; at the end of the input, leave."""
        line = await self.read_line()
        if line is None:
            self._leave()
        return line.strip()

    def say_way_back(self) -> None:
        """Say where the game is saved and how to go on with it, or how to look back at it, where that can be."""
        way_back = self.session.way_back(self.words)
        if way_back is not None:
            self.say(way_back)

    def _leave(self) -> NoReturn:
        self.say_way_back()
        raise PlayerLeft
