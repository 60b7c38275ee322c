"""``bornes play --plain``: a conversation line by line, for screen readers, slow lines and scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NoReturn

from ...deal import View
from ...engine.codes import PASS, Phase
from ...events import TurnBegan, Viewer, WindowOpened
from ...moves import Move
from ...words import N_, Words
from ..ascii import to_ascii
from ..sentences import form_words
from ..storage.session import Session, words_for
from ..table import TableError, earlier_view
from .describe import event_lines, hint_lines, move_lines, rule_lines, table_lines, why_not_line
from .input import COMMANDS, StdinLines, UnclearInput, read_move, read_moves, split_command

ReadLine = Callable[[], Awaitable[str | None]]
"""Returns the next line that is typed, None when there are no more."""
BLANK_LINES = 40
"""Lines that push the last player's hand out of sight."""


class PlayerLeft(Exception):
    """Whoever played here has left."""


def run(session: Session, lang: str, *, ascii_only: bool = False) -> int:
    """Play until the game is over or left; returns the exit code.  Ctrl-C is raised once the game is closed."""
    return asyncio.run(_run(session, lang, ascii_only))


async def _run(session: Session, lang: str, ascii_only: bool) -> int:
    words = words_for(session.table, lang)
    conversation = Conversation(session, words, StdinLines().next, _print_ascii if ascii_only else _print)
    try:
        await conversation.play()
    except PlayerLeft:
        pass
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

    def __init__(self, session: Session, words: Words, read_line: ReadLine, say: Callable[[str], None]) -> None:
        self.table = session.table
        self.slot = session.slot
        self.words = words
        self.read_line = read_line
        self.say = say
        self.here = [at for at, seat in enumerate(self.table.seats) if seat.here]
        self.viewer: Viewer = self.here[0] if len(self.here) == 1 else None
        self._events_told = 0
        """How many events of the deal have been told."""
        self._ready: int | None = None
        """Whose hand may be read out without asking whether they are ready."""
        self._answering: int | None = None
        """Who has announced an answer to the present hazard."""
        self._faulty: set[int] = set()
        """The seats of the bots whose faults have been told."""
        self._changed = asyncio.Event()
        self._resumed = session.resumed

    @property
    def shared(self) -> bool:
        """Whether several people play here."""
        return len(self.here) > 1

    async def play(self) -> None:
        """Hold the whole conversation."""
        self.slot.on_failure(self._warn_not_saved)
        self.table.listen(self._changed.set)
        self._greet()
        while True:
            await self._follow()
            if self.table.view(self.viewer).over:
                if not await self._after_deal():
                    return
            elif (seat := self._asked()) is not None:
                await self._ask(seat)

    def _greet(self) -> None:
        rules = self.table.rules
        self.say(f"{self.words.edition_title(rules.edition)}, {form_words(self.words, rules)}.")
        self.tell(N_("Type the number of a move or its notation, ? for help, q to save and leave."))
        if self._resumed:
            self._tell_last_round()

    def _tell_last_round(self) -> None:
        """Tell the last round of a game that was begun earlier, up to a hazard that still waits for an answer."""
        view = self.table.view(self.viewer)
        began = [at for at, event in enumerate(view.events) if isinstance(event, TurnBegan)]
        opened = [at for at, event in enumerate(view.events) if isinstance(event, WindowOpened)]
        start = began[-view.rules.players] if len(began) > view.rules.players else 0
        self._events_told = opened[-1] if view.window is not None else len(view.events)
        self._say_all(event_lines(view.events[start : self._events_told], self.words))

    def tell(self, message: str, **values: object) -> None:
        """Say a message in the language of the game."""
        self.say(self.words.gettext(message, **values))

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
            if self._settled() or self.table.pace > 0:  # without a pace all is told at once, a line for every turn
                while await self._tell_news():
                    pass
                self._tell_faults()
            if self._settled():
                return
            await self._changed.wait()

    def _settled(self) -> bool:
        return self.table.view(self.viewer).over or self._asked() is not None

    async def _tell_news(self) -> bool:
        """Tell what is new, up to a hazard that everybody is asked about; returns whether there may be more."""
        view = self.table.view(self.viewer)
        new = view.events[self._events_told :]
        at, hazard = self._next_hazard(view)
        if hazard is not None or (new and self._asked() != self._ready):
            self._cover()  # before what is told, so that whoever comes next can read it
        shown = new[: at - self._events_told]
        self._say_all(event_lines(shown, self.words))
        self._events_told += len(shown)
        if hazard is not None:
            await self._ask_everybody(hazard)
        return hazard is not None

    def _next_hazard(self, view: View) -> tuple[int, View | None]:
        """Return how many events there are up to the next hazard that people here are asked about, and the view then.

        Where there is none, all events.  One person alone is asked only when holding an answer.
        """
        events = view.events
        for number in range(self._events_told, len(events) if self.shared else 0):
            if isinstance(events[number], WindowOpened):
                hazard = earlier_view(view, number + 1)
                if self._answerers_here(hazard):
                    return number + 1, hazard
        return len(events), None

    def _answerers_here(self, view: View) -> list[int]:
        """Return who of those here could answer the hazard in an open window, whatever they hold."""
        return [seat for seat in view.answerers if seat in self.here]

    async def _ask_everybody(self, view: View) -> None:
        """Ask who has an answer to the hazard in an open window, in the same way whether or not anybody does."""
        window, seats = view.window, self._answerers_here(view)
        assert window is not None
        self._answering = None
        names = ", ".join(f"{seat + 1} = {self.words.seat(seat)}" for seat in seats)
        hazard, team = self.words.card(window.hazard), self.words.team(window.target)
        question = N_("{hazard} on {team}: who answers? {names}; Enter for nobody.")
        while True:
            self.tell(question, hazard=hazard, team=team, names=names)
            answer = (await self._next_line()).casefold()
            named = [seat for seat in seats if answer in (str(seat + 1), self.words.seat(seat).casefold())]
            if named or not answer:
                self._answering = named[0] if named else None
                return
            if split_command(answer)[0] == "q":
                self._leave()

    def _asked(self) -> int | None:
        """Return who of those here has to decide, if anybody has."""
        return next((seat for seat in self.here if self.table.view(seat).to_decide), None)

    def _tell_faults(self) -> None:
        for seat, fault in self.table.faults:
            if seat not in self._faulty:
                self._faulty.add(seat)
                message = N_("{seat} made no legal move ({fault}); a Sunday driver decides instead.")
                self.tell(message, seat=self.words.seat(seat), fault=str(fault))

    # -- a decision ----------------------------------------------------------------------------------------------

    async def _ask(self, seat: int) -> None:
        """Let somebody here decide."""
        if self.shared and self.table.view(seat).phase is Phase.REACT and seat != self._answering:
            await self.table.play(seat, Move(PASS))
            return
        await self._get_ready(seat)
        self._show(seat)
        while not await self._handle_line(seat):
            pass

    async def _get_ready(self, seat: int) -> None:
        if self.shared and self._ready != seat:
            self._cover()
            self.tell(N_("{seat}, press Enter when you are ready."), seat=self.words.seat(seat))
            if split_command(await self._next_line())[0] == "q":
                self._leave()
        self._ready = seat

    def _cover(self) -> None:
        """Push what was shown out of sight."""
        if self._ready is not None:
            self.say("\n" * BLANK_LINES)
        self._ready = None

    def _show(self, seat: int) -> None:
        view = self.table.view(seat)
        self.say("")
        self._say_all(table_lines(view, self.table.number, self.table.totals, self.words))
        self._say_all(move_lines(view, self.words))
        self.tell(N_("{seat}, what do you do?"), seat=self.words.seat(seat))

    async def _handle_line(self, seat: int) -> bool:
        """Do what the next line says; returns whether the table changed, so that somebody else may have to decide."""
        text = await self._next_line()
        word, rest = split_command(text)
        if word == "u" and not rest:
            return await self._undo()
        if word == "h" and not rest:
            await self._hint(seat)
        elif word == "t" and not rest:
            self._show(seat)
        elif not self._handle_common(word, rest):
            try:
                return await self._move(seat, text) if word != "why" else self._why(seat, rest)
            except UnclearInput as unclear:
                self.say(str(unclear))
        return False

    def _handle_common(self, word: str, rest: str) -> bool:
        """Do what can be asked for at any time; returns whether it was one of these commands."""
        if rest or word not in ("?", "s", "r", "q"):
            return False
        if word == "q":
            self._leave()
        elif word == "?":
            self._help()
        elif word == "s":
            self.say(self.words.score_sheet(self.table.sheet()))
        else:
            self._say_all(rule_lines(self.table.rules, self.words))
        return True

    async def _move(self, seat: int, text: str) -> bool:
        view = self.table.view(seat)
        move = read_move(text, view, self.words)
        reason = view.why_not(move)
        if reason is not None:
            self.say(self.words.reason(reason))
            return False
        await self.table.play(seat, move)
        return True

    async def _hint(self, seat: int) -> None:
        self.tell(N_("The champion is thinking …"))
        self._say_all(hint_lines(await self.table.hint(seat), self.words))

    def _why(self, seat: int, text: str) -> bool:
        view = self.table.view(seat)
        self._say_all(why_not_line(move, view, self.words) for move in read_moves(text, view, self.words))
        return False

    async def _undo(self) -> bool:
        try:
            await self.table.undo()
        except TableError:
            self.tell(N_("There is no move to take back."))
            return False
        self._events_told = len(self.table.view(self.viewer).events)
        self.tell(N_("The last move has been taken back."))
        return True

    def _help(self) -> None:
        self.tell(N_("For a move type its number in the list or its notation: roll, 100, stop>B, -25 to discard."))
        for typed, meaning in COMMANDS.items():
            self.say(f"{self.words.gettext(typed)}  {self.words.gettext(meaning)}")

    # -- between deals, and leaving ------------------------------------------------------------------------------

    async def _after_deal(self) -> bool:
        """Tell the score sheet, then begin the next deal; returns False at the end of the game."""
        self._cover()
        self.say(self.words.score_sheet(self.table.sheet().deals[-1]))
        if self.table.over:
            self._result()
            return False
        while True:
            question = N_("Enter for the next {deal}, q to save and leave, ? for help.")
            self.tell(question, deal=self.words.term("deal"))
            word, rest = split_command(await self._next_line())
            if not word:
                await self.table.next_deal()
                self._events_told = 0
                return True
            if word == "u" and await self._undo():
                return True
            self._handle_common(word, rest)

    def _result(self) -> None:
        self.say(self.words.score_sheet(self.table.sheet()))
        if self.table.winner is not None:
            self.tell(N_("{team} wins the game."), team=self.words.team(self.table.winner))

    async def _next_line(self) -> str:
        """Return the next line; at the end of the input, leave."""
        line = await self.read_line()
        if line is None:
            self._leave()
        return line.strip()

    def _leave(self) -> NoReturn:
        if self.slot.failure is None:
            self.tell(N_("Saved as {name}; continue it with bornes play --resume."), name=self.slot.name)
        raise PlayerLeft
