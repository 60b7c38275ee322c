"""A table with a stacked deck that is played by a script: the lesson, for a front end to show move by move.

Everything but the order of the cards is the table's own doing: its messages, questions and refusals are those of any
other game.  Nothing of it is on a server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from ..engine.codes import COUP, Phase
from ..game.game import Game
from ..game.moves import parse
from ..guide.lesson import (
    CHAPTERS,
    FAREWELL,
    FINISH,
    NOT_YET,
    OPPONENT,
    OTHER,
    PUPIL,
    SECOND_MS,
    TEACHER,
    Lesson,
    LessonMove,
    LessonStep,
    lesson_script,
    stacked_deck,
)
from ..i18n import Translator
from ..rules.editions import edition, first_game
from ..rules.ruleset import Rules
from .commands import Command, Play, Tick
from .decide import decide
from .decision_case import DecisionContext
from .entries import Entry, MoveMade, Opened
from .message_writer import MessageWriter
from .table import Table
from .table_state import SeatState, open_state


@cache
def read_lesson(language: str) -> Lesson:
    """Return the lesson in a language, by the edition that its readers are offered first."""
    name, form = first_game(language)
    rules = edition(name).rules(form.players)
    table = ScriptedTable(rules, language)
    steps = list(table.teach(lesson_script(rules)))
    chapters = [table.words.gettext(chapter) for chapter in CHAPTERS]
    return Lesson(name, TEACHER, chapters, steps, table.words.gettext(NOT_YET))


class ScriptedTable:
    """The table at which the lesson is played."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.words = Translator(language, rules.edition)
        deck = stacked_deck(rules, lesson_script(rules))
        seats = [SeatState("person", self.words.gettext("You")), SeatState("bot", OPPONENT, bot="random")]
        state = open_state("lesson", rules, seats, bytes(32), newcomers=False, spectators=False)
        self.table = Table(Opened(at=0, table=state, record=Game(rules, deck=deck).record))
        self.speaker = MessageWriter(self.table, language)
        self.now = 0
        self.unread = [self.speaker.write_state(PUPIL)]
        """What the pupil was told since the last step."""

    def teach(self, script: Sequence[LessonMove]) -> Iterator[LessonStep]:
        """Play the script, and return each step before its move, and the end."""
        for beat in script:
            if beat.says:
                yield self._step(beat.chapter, self._say(beat.says), beat.move)
            self._play(beat.move)
            for turn in beat.answers:
                self._take(MoveMade(at=self._later(), seat=OTHER, move=turn.move, by="bot"))
                self._close_window()
        assert self.table.open_deal.over
        points = [self.words.points(total) for total in self.table.totals]
        yield self._step(FINISH, self._say(FAREWELL, points=points[PUPIL], others=points[OTHER]), None)

    def _step(self, chapter: str, says: str, move: str | None) -> LessonStep:
        messages = [msgspec.json.decode(message) for message in self.unread]
        self.unread = []
        return LessonStep(CHAPTERS.index(chapter), messages, says, move, self._card_of(move))

    def _card_of(self, move: str | None) -> str:
        """Return the card that a move takes out of the pupil's hand."""
        if move is None:
            return ""
        deal = self.table.open_deal
        parsed = parse(move, Phase.REACT if deal.phase is Phase.WINDOW else deal.phase)
        if parsed == COUP:
            window = deal.view(PUPIL).window
            assert window is not None
            return window.hazard.safety.notation
        return "" if parsed.card is None else parsed.card.notation

    def _say(self, message: str, **values: str) -> str:
        distance = self.words.distance
        far = distance(self.table.open_deal.tables[PUPIL].miles)
        return self.words.gettext(message, other=OPPONENT, far=far, target=distance(self.rules.target), **values)

    def _play(self, move: str) -> None:
        asked = self.table.asked[PUPIL]
        self._do(Play(id=f"{self.table.entries}", question_number=asked, move=move), PUPIL)
        self._close_window()

    def _close_window(self) -> None:
        """Let the time for answers pass, where only the other one could answer."""
        if self.table.playing and self.table.window is not None and not self.table.asked:
            self._do(Tick(), None)

    def _do(self, command: Command, seat: int | None) -> None:
        decision = decide(self.table, command, seat, DecisionContext(self._later(), lambda game, deal: bytes(32)))
        assert isinstance(decision, tuple), decision
        for entry in decision:
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        told = self.speaker.write(self.table.apply(entry))
        if PUPIL in told:
            self.unread.append(told[PUPIL])

    def _later(self) -> int:
        self.now += SECOND_MS
        return self.now
