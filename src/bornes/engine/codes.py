"""The numbers that the engine and the rooms above it agree on: moves, phases, endings, refusals, happenings."""

from __future__ import annotations

from enum import IntEnum

# A move is one of 64 codes, so that a set of moves is one unsigned machine word.
ATTACK = 19
"""First of 20: hazard ``5 + i`` on team ``t`` is ``ATTACK + 5 * t + i``.  Codes below it are plays on the own table."""
DISCARD = 39
"""First of 19: giving up a card, or in the draw phase exchanging it."""
COUP = 58
PASS = 59
EXTEND = 60
FINISH = 61
DRAW = 62
TAKE = 63
MOVES = 64

NONE = -1
"""No card, no team, no seat."""

RESULT_NUMBERS_AFTER_SCORES = 4
"""Numbers behind the teams' scores in a row of results: see ``playout.write_row``."""


class _Named(IntEnum):
    """A number that prints as its name."""

    def __str__(self) -> str:
        return self.name.lower()


class Phase(_Named):
    """What is being decided."""

    DRAW = 0
    """Where to draw from, or what to exchange."""
    EXCHANGE = 1
    """Which further cards to exchange."""
    PLAY = 2
    """What to play or discard."""
    REACT = 3
    """Whether to answer a hazard."""
    EXTEND = 4
    """Whether to extend the trip."""
    CHANCE = 5
    """Nobody's decision: the discards are to be shuffled."""
    OVER = 6
    WINDOW = 7
    """Nobody's decision yet: a hazard was laid, and the deal stops until whoever runs it closes the window."""


PHASES = tuple(Phase)
"""All phases by their numbers: ``PHASES[number]`` takes a third of the time of ``Phase(number)``."""


class Ending(_Named):
    """How a deal ended."""

    COMPLETED = 0
    EXHAUSTED = 1
    CAPPED = 2


class JournalEvent(IntEnum):
    """What a line of the journal tells; its three numbers are given behind each."""

    TURN = 0  # seat, extra
    DREW = 1  # seat, card, why (see DrawCause)
    TOOK = 2  # seat, card
    GAVE = 3  # seat, card
    LAID = 4  # seat, card
    ATTACKED = 5  # seat, card, team
    CLOSED = 6
    COUP = 7  # seat, hazard, whether it went to the discards
    REMEDIED = 8  # seat, card
    DISCARDED = 9  # seat, card
    LOST = 10  # seat
    SKIPPED = 11  # seat
    EXTENDED = 12  # seat
    FINISHED = 13  # seat
    DECLINED = 14  # seat
    PASSED = 15  # seat
    RESHUFFLED = 16  # cards
    OVER = 17  # ending, completer


class DrawCause(_Named):
    """Why a card was drawn."""

    TURN = 0
    REFILL = 1
    EXCHANGE = 2


class RefusalCode(_Named):
    """Why a move is not legal.  The order is that of the questions a referee would ask."""

    LEGAL = 0
    NO_SUCH_MOVE = 1
    DEAL_OVER = 2
    SHUFFLE_FIRST = 3
    ANSWER_FIRST = 4
    DECIDE_EXTENSION = 5
    DRAW_FIRST = 6
    EXCHANGE_OR_DRAW = 7
    NO_WINDOW = 8
    NO_EXTENSION = 9
    NOT_DRAWING = 10
    NO_PASSING = 11
    TAKING_NOT_ALLOWED = 12
    NOTHING_TO_TAKE = 13
    EXCHANGE_NOT_ALLOWED = 14
    EXCHANGE_TOO_FEW = 15
    NOT_HELD = 16
    NOT_AN_ANSWER = 17
    NO_TARGET = 18
    NO_SUCH_TEAM = 19
    OWN_SIDE = 20
    PROTECTED = 21
    TARGET_NOT_STARTED = 22
    TARGET_HAS_HAZARD = 23
    TARGET_NOT_ROLLING = 24
    TARGET_LIMITED = 25
    HAZARD_LIVE = 26
    NEEDS_ROLL = 27
    SPEED_LIMITED = 28
    TOO_MANY_200S = 29
    OVER_TARGET = 30
    ROLL_USELESS = 31
    REMEDY_USELESS = 32
    NOT_LIMITED = 33
    MUST_PLAY = 34
    REDISCARD = 35
    MAY_NOT_ANSWER = 36
