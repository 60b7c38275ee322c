"""The lesson: a deal played by a script, with what Gaston the snail says before each move.

The cards lie in an order that makes the story.  ``tables.scripted_table`` plays it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from ..game.position import cards
from ..i18n import N_
from ..rules.cards import Card, sorted_deck
from ..rules.ruleset import Rules

TEACHER, OPPONENT = "Gaston", "Léa"
PUPIL, OTHER = 0, 1
"""Where the pupil sits, and where the other one does."""
SECOND_MS = 1000

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


class ScriptedTurn(NamedTuple):
    """What a seat draws, and does then; several cards are drawn where it was owed some."""

    draws: str
    move: str


class LessonMove(NamedTuple):
    """One move of the pupil: what is drawn before it, what is said about it, and how the other one answers."""

    chapter: str
    draws: str
    move: str
    says: str
    """Empty for a move that is played without the pupil, to come to the end sooner."""
    answers: tuple[ScriptedTurn, ...] = ()


HANDS = ("roll 100 flat 25 200 ace", "roll 200 out-of-gas limit accident spare")
"""What the two are dealt."""
OPENING_MOVES = (
    LessonMove(
        START,
        "50",
        "roll",
        N_(
            "Hello, I am Gaston. In each turn you get one card, and you lay one card. Your car waits for a green "
            "light. Tap the card that glows: {roll}."
        ),
        (ScriptedTurn("25", "roll"),),
    ),
    LessonMove(
        DRIVE,
        "gas",
        "100",
        N_("The light is green: now you may drive. Every card with a stone is a piece of road. Lay the 100."),
        (ScriptedTurn("stop", "200"),),
    ),
    LessonMove(
        ATTACK,
        "roll",
        "flat>B",
        N_("{other} is ahead of you! A red card stops the others. Lay {flat_tire} on her."),
        (ScriptedTurn("25", "out-of-gas>A"),),
    ),
    LessonMove(
        REMEDY,
        "100",
        "gas",
        N_("Oh dear, {other} gave you {out_of_gas}. You cannot drive. A blue card helps: lay {gasoline}."),
        (ScriptedTurn("roll", "spare"),),
    ),
    LessonMove(
        REMEDY,
        "75",
        "roll",
        N_("The tank is full again. After a stop the car needs a green light: lay {roll}."),
        (ScriptedTurn("50", "limit>A"),),
    ),
    LessonMove(
        LIMIT,
        "repair",
        "50",
        N_("{speed_limit}! You may drive, but slowly like me: only 25 or 50. Lay the 50."),
        (ScriptedTurn("75", "roll"),),
    ),
    LessonMove(
        SAFETY,
        "priority",
        "priority",
        N_(
            "A yellow card, what luck! {right_of_way} takes the limit away. No red light and no limit can stop you "
            "any more. Lay it."
        ),
    ),
    LessonMove(
        SAFETY,
        "200",
        "200",
        N_("After a yellow card you go once more. The road is free: lay the 200!"),
        (ScriptedTurn("50", "accident>A"),),
    ),
    LessonMove(
        COUP_FOURRE,
        "",
        "coup",
        N_("{other} lays {accident} on you. But you kept {driving_ace} in your hand! Quick, call: coup fourré!"),
    ),
    LessonMove(
        COUP_FOURRE,
        "spare gas",
        "200",
        N_("That was the best trick in the game: the accident is gone, and it is your turn at once. Lay the 200."),
        (ScriptedTurn("100", "75"),),
    ),
)
"""The deal until the pupil has driven 550, by which everything but the end has been learned."""
DRIVEN = 550
SHORT_TRIP_MOVES, LONG_TRIP_MOVES = (
    (
        LessonMove(FINISH, "100", "75", "", (ScriptedTurn("75", "50"),)),
        LessonMove(FINISH, "75", "25", "", (ScriptedTurn("75", "100"),)),
    ),
    (
        LessonMove(FINISH, "100", "100", "", (ScriptedTurn("75", "50"),)),
        LessonMove(FINISH, "100", "100", "", (ScriptedTurn("75", "100"),)),
        LessonMove(FINISH, "100", "100", "", (ScriptedTurn("25", "50"),)),
        LessonMove(FINISH, "75", "75", "", (ScriptedTurn("25", "25"),)),
        LessonMove(FINISH, "100", "25", "", (ScriptedTurn("50", "25"),)),
    ),
)
"""How the pupil comes to the last 50: of a trip of 700, and of one of 1000."""
ENDING = (
    LessonMove(
        FINISH,
        "200",
        "-200",
        N_(
            "We drove on a little. You are at {far}, and the road ends at {target}. You need exactly 50. No card "
            "fits? Then throw one away: the 200."
        ),
        (ScriptedTurn("100", "75"),),
    ),
    LessonMove(FINISH, "50", "50", N_("There is the 50! Lay it, and you are at the sea.")),
)
EXTENDING = LessonMove(
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


def lesson_script(rules: Rules) -> tuple[LessonMove, ...]:
    way = SHORT_TRIP_MOVES if rules.target == 700 else LONG_TRIP_MOVES
    return (*OPENING_MOVES, *way, *ENDING, *((EXTENDING,) if rules.extension else ()))


def stacked_deck(rules: Rules, script: Sequence[LessonMove]) -> list[Card]:
    """Return the deck in the order in which the script deals and draws it; the rest lies below."""
    dealt = [card for pair in zip(*map(cards, HANDS), strict=True) for card in pair]
    drawn = [draws for beat in script for draws in (beat.draws, *(turn.draws for turn in beat.answers))]
    used = [*dealt, *cards(" ".join(filter(None, drawn)))]
    rest = Counter(sorted_deck(rules.deck))
    rest.subtract(used)
    return [*used, *rest.elements()]
