"""``bornes play --plain``: a conversation line by line, for screen readers, slow lines and scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NoReturn

from ...cards import Card
from ...engine.codes import PASS, Phase
from ...events import Event, TurnBegan, Viewer, WindowOpened
from ...moves import Move
from ...rules import Rules
from ...words import N_, Words
from ..sentences import form_words
from ..storage.session import Opened, words_for
from ..table import TableError
from .commands import COMMANDS, Puzzled, asked_about, command, meant
from .describe import hint_lines, offers, paragraphs, rule_lines, state, why_not
from .input import Answers

Hear = Callable[[], Awaitable[str | None]]
"""Gives the next line that is typed, None when there are no more."""
BLANK = 40
"""Lines that push the last player's hand out of sight."""


class Left(Exception):
    """Whoever played here has left."""


def run(opened: Opened, lang: str, *, ascii_only: bool = False) -> int:
    """Play until the game is over or everybody has left; Ctrl-C is raised on, once all is put away."""
    return asyncio.run(_run(opened, lang, ascii_only))


async def _run(opened: Opened, lang: str, ascii_only: bool) -> int:
    talk = Conversation(opened, words_for(opened.table, lang), Answers().next, _say_ascii if ascii_only else _say)
    try:
        await talk.play()
    except Left:
        pass
    finally:
        await opened.close()
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


def _say_ascii(text: str) -> None:
    from ..ascii import plain

    _say(plain(text))


class Conversation:
    """One game, told and asked about in sentences.

    Where several people share the keyboard, what is told is what a spectator sees, a hand is read out only when its
    player has said to be ready, and after every hazard everybody is asked for an answer, whether or not there is one.
    """

    def __init__(self, opened: Opened, words: Words, hear: Hear, say: Callable[[str], None]) -> None:
        self.table = opened.table
        self.place = opened.place
        self.words = words
        self.hear = hear
        self.say = say
        self.here = [at for at, seat in enumerate(self.table.seats) if seat.here]
        self.viewer: Viewer = self.here[0] if len(self.here) == 1 else None
        self._told = 0
        self._present: int | None = None
        """Whose hand may be read out without asking whether they are ready."""
        self._answering: int | None = None
        """Who said to have an answer to the hazard that lies there."""
        self._faulty: set[int] = set()
        self._changed = asyncio.Event()
        self._resumed = opened.resumed

    @property
    def shared(self) -> bool:
        """Whether several people play here."""
        return len(self.here) > 1

    async def play(self) -> None:
        """The whole conversation."""
        self.place.listen(self._warn)
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
        self.tell(N_("A number or a notation is a move, ? is help, q saves and leaves."))
        if self._resumed:
            self._tell_what_was()

    def _tell_what_was(self) -> None:
        """The last round of a game that is gone on with; a hazard that waits for an answer is left to be told."""
        view = self.table.view(self.viewer)
        began = [at for at, event in enumerate(view.events) if isinstance(event, TurnBegan)]
        opened = [at for at, event in enumerate(view.events) if isinstance(event, WindowOpened)]
        start = began[-view.rules.players] if len(began) > view.rules.players else 0
        self._told = opened[-1] if view.window is not None else len(view.events)
        self._tell_all(paragraphs(view.events[start : self._told], self.words))

    def tell(self, message: str, **values: object) -> None:
        """Say a message in the language of the game."""
        self.say(self.words.gettext(message, **values))

    def _tell_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def _warn(self, reason: str) -> None:
        self.tell(N_("This game cannot be saved ({reason}); it goes on all the same."), reason=reason)

    # -- what happens --------------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Tell what happens until somebody here has to decide, or the deal is over."""
        while True:
            self._changed.clear()
            if self._settled() or self.table.pace > 0:  # what goes fast is told at once, a line for every turn
                while await self._tell_on():
                    pass
                self._tell_faults()
            if self._settled():
                return
            await self._changed.wait()

    def _settled(self) -> bool:
        return self.table.view(self.viewer).over or self._asked() is not None

    async def _tell_on(self) -> bool:
        """Tell what is new, up to a hazard that everybody is asked about; whether there is more."""
        events = self.table.view(self.viewer).events
        new = events[self._told :]
        hazard = next((at for at, one in enumerate(new) if self._concerns(one)), None) if self.shared else None
        shown = new if hazard is None else new[: hazard + 1]
        if hazard is not None or (new and self._asked() != self._present):
            self._cover()  # before what is told, so that whoever comes next can read it
        self._tell_all(paragraphs(shown, self.words))
        self._told += len(shown)
        if hazard is None:
            return False
        await self._ask_everybody(new[hazard])
        return True

    def _concerns(self, event: Event) -> bool:
        """Whether somebody here may have an answer to a hazard, as far as everybody can tell."""
        if not isinstance(event, WindowOpened):
            return False
        answerable = event.hazard is not Card.SPEED_LIMIT or self.table.rules.coup_fourre_on_limit
        return answerable and bool(self._able(event))

    def _able(self, event: WindowOpened) -> list[int]:
        """Those here who may answer a hazard, whatever they hold."""
        rules = self.table.rules
        sides = [event.team] if rules.coup_fourre_scope == "own" else list(range(rules.teams))
        return [seat for seat in self.here if rules.team_of(seat) in sides and not _same_side(rules, seat, event)]

    async def _ask_everybody(self, event: Event) -> None:
        """Ask who has an answer, in the same way whether or not anybody does."""
        assert isinstance(event, WindowOpened)
        able = self._able(event)
        self._answering = None
        names = ", ".join(f"{seat + 1} = {self.words.seat(seat)}" for seat in able)
        hazard, team = self.words.card(event.hazard), self.words.team(event.team)
        question = N_("{hazard} lies on {team}. Who answers at once? {names}; Enter for nobody.")
        while True:
            self.tell(question, hazard=hazard, team=team, names=names)
            answer = (await self._line()).casefold()
            named = [seat for seat in able if answer in (str(seat + 1), self.words.seat(seat).casefold())]
            if named or not answer:
                self._answering = named[0] if named else None
                return
            if command(answer)[0] == "q":
                self._leave()

    def _asked(self) -> int | None:
        """Who of those here has to decide."""
        return next((seat for seat in self.here if self.table.view(seat).to_decide), None)

    def _tell_faults(self) -> None:
        for seat, fault in self.table.faults:
            if seat not in self._faulty:
                self._faulty.add(seat)
                message = N_("{seat} made no legal move ({fault}); a Sunday driver decides in its place.")
                self.tell(message, seat=self.words.seat(seat), fault=str(fault))

    # -- a decision ----------------------------------------------------------------------------------------------

    async def _ask(self, seat: int) -> None:
        """Let somebody here decide."""
        if self.shared and self.table.view(seat).phase is Phase.REACT and seat != self._answering:
            await self.table.play(seat, Move(PASS))
            return
        await self._get_ready(seat)
        self._show(seat)
        while not await self._answered(seat):
            pass

    async def _get_ready(self, seat: int) -> None:
        if self.shared and self._present != seat:
            self._cover()
            self.tell(N_("{seat}, press Enter when you are ready."), seat=self.words.seat(seat))
            if command(await self._line())[0] == "q":
                self._leave()
        self._present = seat

    def _cover(self) -> None:
        """Push what was shown out of sight."""
        if self._present is not None:
            self.say("\n" * BLANK)
        self._present = None

    def _show(self, seat: int) -> None:
        view = self.table.view(seat)
        self.say("")
        self._tell_all(state(view, self.table.number, self.table.totals, self.words))
        self._tell_all(offers(view, self.words))
        self.tell(N_("{seat}, what do you do?"), seat=self.words.seat(seat))

    async def _answered(self, seat: int) -> bool:
        """Take an answer; whether it changed anything, so that one has to look again who is asked what."""
        text = await self._line()
        word, rest = command(text)
        if word == "u" and not rest:
            return await self._undo()
        if word == "h" and not rest:
            await self._hint(seat)
        elif word == "t" and not rest:
            self._show(seat)
        elif not self._common(word, rest):
            try:
                return await self._move(seat, text) if word != "why" else self._why(seat, rest)
            except Puzzled as puzzled:
                self.say(str(puzzled))
        return False

    def _common(self, word: str, rest: str) -> bool:
        """What can be asked at any time; whether it was one of these."""
        if rest or word not in ("?", "s", "r", "q"):
            return False
        if word == "q":
            self._leave()
        elif word == "?":
            self._help()
        elif word == "s":
            self.say(self.words.score_sheet(self.table.sheet()))
        else:
            self._tell_all(rule_lines(self.table.rules, self.words))
        return True

    async def _move(self, seat: int, text: str) -> bool:
        view = self.table.view(seat)
        move = meant(text, view, self.words)
        reason = view.why_not(move)
        if reason is not None:
            self.say(self.words.reason(reason))
            return False
        await self.table.play(seat, move)
        return True

    async def _hint(self, seat: int) -> None:
        self.tell(N_("The champion is thinking …"))
        self._tell_all(hint_lines(await self.table.hint(seat), self.words))

    def _why(self, seat: int, text: str) -> bool:
        view = self.table.view(seat)
        self._tell_all(why_not(move, view, self.words) for move in asked_about(text, view, self.words))
        return False

    async def _undo(self) -> bool:
        try:
            await self.table.undo()
        except TableError:
            self.tell(N_("There is no move to take back."))
            return False
        self._told = len(self.table.view(self.viewer).events)
        self.tell(N_("The last move is taken back."))
        return True

    def _help(self) -> None:
        self.tell(N_("A move is its number in the list, or its notation: roll, 100, stop>B, -25 to discard."))
        for typed, meaning in COMMANDS.items():
            self.say(f"{typed}  {self.words.gettext(meaning)}")

    # -- between deals, and leaving ------------------------------------------------------------------------------

    async def _after_deal(self) -> bool:
        """The sheet, then the next deal or, False, the end."""
        self._cover()
        self.say(self.words.score_sheet(self.table.sheet().deals[-1]))
        if self.table.over:
            self._result()
            return False
        while True:
            self.tell(N_("Enter for the next deal, q to save and leave, ? for help."))
            word, rest = command(await self._line())
            if not word:
                await self.table.next_deal()
                self._told = 0
                return True
            if word == "u" and await self._undo():
                return True
            self._common(word, rest)

    def _result(self) -> None:
        self.say(self.words.score_sheet(self.table.sheet()))
        if self.table.winner is not None:
            self.tell(N_("{team} wins the game."), team=self.words.team(self.table.winner))

    async def _line(self) -> str:
        """The next line; at the end of the input, leave."""
        line = await self.hear()
        if line is None:
            self._leave()
        return line.strip()

    def _leave(self) -> NoReturn:
        if self.place.trouble is None:
            self.tell(N_("Saved as {name}; bornes play --resume goes on with it."), name=self.place.name)
        raise Left


def _same_side(rules: Rules, seat: int, event: WindowOpened) -> bool:
    return rules.team_of(seat) == rules.team_of(event.attacker)
