"""The lesson: a real deal that is played by a script, with what Gaston the snail says before each move.

The cards lie in an order that makes the story, and everything else is the table's own doing: its messages, questions
and refusals are those of any other game.  A page shows it without a table on the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ..engine.codes import COUP, Phase
from ..game.game import Game
from ..game.moves import parse
from ..game.position import cards
from ..i18n import N_, Words
from ..rules.cards import Card, sorted_deck
from ..rules.editions import edition, first_game
from ..rules.ruleset import Rules
from ..tables.commands import Command, Play, Tick
from ..tables.decide import Outside, decide
from ..tables.entries import Entry, Moved, Opened
from ..tables.message_writer import Speaker
from ..tables.table import Table
from ..tables.table_state import SeatState, open_state

TEACHER, OPPONENT = "Gaston", "Léa"
PUPIL, OTHER = 0, 1
"""Where the pupil sits, and where the other one does."""
SECOND = 1000

START, DRIVE, ATTACK, REMEDY, LIMIT, SAFETY, COUP_FOURRE, FINISH = CHAPTERS = (
    N_("Start"),
    N_("Drive"),
    N_("Attack"),
    N_("Repair"),
    N_("Limit"),
    N_("Protect"),
    N_("Coup fourré"),
    N_("Arrive"),
)
"""What is learned, one after another."""


class Turn(NamedTuple):
    """What a seat draws, and does then; several cards are drawn where it was owed some."""

    draws: str
    move: str


class Beat(NamedTuple):
    """One move of the pupil: what is drawn before it, what is said about it, and how the other one answers."""

    chapter: str
    draws: str
    move: str
    says: str
    """Empty for a move that is played without the pupil, to come to the end sooner."""
    answers: tuple[Turn, ...] = ()


HANDS = ("roll 100 flat 25 200 ace", "roll 200 out-of-gas limit accident spare")
"""What the two are dealt."""
BEGINNING = (
    Beat(
        START,
        "50",
        "roll",
        N_(
            "Hello, I am Gaston. In each turn you get one card, and you lay one card. Your car waits for a green "
            "light. Tap the card that glows: {roll}."
        ),
        (Turn("25", "roll"),),
    ),
    Beat(
        DRIVE,
        "gas",
        "100",
        N_("The light is green: now you may drive. Every card with a stone is a piece of road. Lay the 100."),
        (Turn("stop", "200"),),
    ),
    Beat(
        ATTACK,
        "roll",
        "flat>B",
        N_("{other} is ahead of you! A red card stops the others. Lay {flat_tire} on her."),
        (Turn("25", "out-of-gas>A"),),
    ),
    Beat(
        REMEDY,
        "100",
        "gas",
        N_("Oh dear, {other} gave you {out_of_gas}. You cannot drive. A blue card helps: lay {gasoline}."),
        (Turn("roll", "spare"),),
    ),
    Beat(
        REMEDY,
        "75",
        "roll",
        N_("The tank is full again. After a stop the car needs a green light: lay {roll}."),
        (Turn("50", "limit>A"),),
    ),
    Beat(
        LIMIT,
        "repair",
        "50",
        N_("{speed_limit}! You may drive, but slowly like me: only 25 or 50. Lay the 50."),
        (Turn("75", "roll"),),
    ),
    Beat(
        SAFETY,
        "priority",
        "priority",
        N_(
            "A yellow card, what luck! {right_of_way} takes the limit away. No red light and no limit can stop you "
            "any more. Lay it."
        ),
    ),
    Beat(
        SAFETY,
        "200",
        "200",
        N_("After a yellow card you go once more. The road is free: lay the 200!"),
        (Turn("50", "accident>A"),),
    ),
    Beat(
        COUP_FOURRE,
        "",
        "coup",
        N_("{other} lays {accident} on you. But you kept {driving_ace} in your hand! Quick, call: coup fourré!"),
    ),
    Beat(
        COUP_FOURRE,
        "spare gas",
        "200",
        N_("That was the best trick in the game: the accident is gone, and it is your turn at once. Lay the 200."),
        (Turn("100", "75"),),
    ),
)
"""The deal until the pupil has driven 550, by which everything but the end has been learned."""
DRIVEN = 550
SHORT_WAY, LONG_WAY = (
    (Beat(FINISH, "100", "75", "", (Turn("75", "50"),)), Beat(FINISH, "75", "25", "", (Turn("75", "100"),))),
    (
        Beat(FINISH, "100", "100", "", (Turn("75", "50"),)),
        Beat(FINISH, "100", "100", "", (Turn("75", "100"),)),
        Beat(FINISH, "100", "100", "", (Turn("25", "50"),)),
        Beat(FINISH, "75", "75", "", (Turn("25", "25"),)),
        Beat(FINISH, "100", "25", "", (Turn("50", "25"),)),
    ),
)
"""How the pupil comes to the last 50: of a trip of 700, and of one of 1000."""
ENDING = (
    Beat(
        FINISH,
        "200",
        "-200",
        N_(
            "We drove on a little. You are at {far}, and the road ends at {target}. You need exactly 50. No card "
            "fits? Then throw one away: the 200."
        ),
        (Turn("100", "75"),),
    ),
    Beat(FINISH, "50", "50", N_("There is the 50! Lay it, and you are at the sea.")),
)
EXTENDING = Beat(
    FINISH,
    "",
    "finish",
    N_("You have arrived! Whoever is brave may drive on to {long_trip} now. For today we stay at the beach."),
)
FAREWELL = N_(
    "You made it! The road, the coup fourré and the yellow cards bring {points}. {other} has {others}. Now you can "
    "play."
)
NOT_YET = N_("Not yet: that card is for later. Tap the card that glows.")


class LessonStep(Struct, frozen=True):
    """One move of the lesson."""

    chapter: int
    messages: list[dict[str, Any]]
    """What the pupil's seat is told before it, since the move of the step before: a `state` first, then `news`."""
    says: str
    """What the teacher says."""
    move: str | None
    """What is to be played; None at the end."""
    card: str
    """The card that glows; empty where the move is none of the hand's."""


class Lesson(Struct, frozen=True):
    """A deal that teaches the game."""

    edition: str
    teacher: str
    chapters: list[str]
    steps: list[LessonStep]
    not_yet: str
    """What the teacher says about a card that could be played but is not the one."""


@cache
def read_lesson(language: str) -> Lesson:
    """Return the lesson in a language, by the edition that its readers are offered first."""
    name, form = first_game(language)
    rules = edition(name).rules(form.players)
    room = _Classroom(rules, language)
    steps = list(room.teach(_script(rules)))
    chapters = [room.words.gettext(chapter) for chapter in CHAPTERS]
    return Lesson(name, TEACHER, chapters, steps, room.words.gettext(NOT_YET))


def _script(rules: Rules) -> tuple[Beat, ...]:
    way = SHORT_WAY if rules.target == 700 else LONG_WAY
    return (*BEGINNING, *way, *ENDING, *((EXTENDING,) if rules.extension else ()))


def _stacked(rules: Rules, script: Sequence[Beat]) -> list[Card]:
    """Return the deck in the order in which the script deals and draws it; the rest lies below."""
    dealt = [card for pair in zip(*map(cards, HANDS), strict=True) for card in pair]
    drawn = [draws for beat in script for draws in (beat.draws, *(turn.draws for turn in beat.answers))]
    used = [*dealt, *cards(" ".join(filter(None, drawn)))]
    rest = Counter(sorted_deck(rules.deck))
    rest.subtract(used)
    return [*used, *rest.elements()]


class _Classroom:
    """The table at which the lesson is played."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.words = Words(language, rules.edition)
        deck = _stacked(rules, _script(rules))
        seats = [SeatState("person", self.words.gettext("You")), SeatState("bot", OPPONENT, bot="random")]
        state = open_state("lesson", rules, seats, bytes(32), newcomers=False, spectators=False)
        self.table = Table(Opened(at=0, table=state, record=Game(rules, deck=deck).record))
        self.speaker = Speaker(self.table, language)
        self.now = 0
        self.unread = [self.speaker.write_state(PUPIL)]
        """What the pupil was told since the last step."""

    def teach(self, script: Sequence[Beat]) -> Iterator[LessonStep]:
        """Play the script, and return each step before its move, and the end."""
        for beat in script:
            if beat.says:
                yield self._step(beat.chapter, self._say(beat.says), beat.move)
            self._play(beat.move)
            for turn in beat.answers:
                self._take(Moved(at=self._later(), seat=OTHER, move=turn.move, by="bot"))
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
        self._do(Play(id=f"{self.table.entries}", asked=asked, move=move), PUPIL)
        self._close_window()

    def _close_window(self) -> None:
        """Let the time for answers pass, where only the other one could answer."""
        if self.table.playing and self.table.window is not None and not self.table.asked:
            self._do(Tick(), None)

    def _do(self, command: Command, seat: int | None) -> None:
        decision = decide(self.table, command, seat, Outside(self._later(), lambda game, deal: bytes(32)))
        assert isinstance(decision, tuple), decision
        for entry in decision:
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        told = self.speaker.write(self.table.apply(entry))
        if PUPIL in told:
            self.unread.append(told[PUPIL])

    def _later(self) -> int:
        self.now += SECOND
        return self.now
