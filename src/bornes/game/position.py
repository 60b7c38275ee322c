"""A moment of a deal with all cards in the open: what puzzles, tests and sampled worlds are set up from.

``Position.check`` refuses what could not have come about, and ``bornes.game.position_validation`` says what that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from ..engine.codes import NONE, Ending, Phase
from ..engine.compiled_rules import CompiledRules
from ..engine.restore import restore
from ..engine.state import THEN, State
from ..rules.cards import Card
from ..rules.ruleset import LONG_TRIP, Rules
from .position_validation import PositionError, check_position
from .team_piles import Piles, Window, cards, just_laid, piles
from .text_board import decision_text, table_text

__all__ = ["Piles", "Position", "PositionError", "Window", "cards", "compile_rules", "just_laid", "piles"]

D200, SPEED_LIMIT = Card.D200, Card.SPEED_LIMIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A deal at one moment."""

    rules: Rules
    """The rules of the game."""
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat."""
    tables: tuple[Piles, ...]
    """What lies before each team."""
    draw_pile: tuple[Card, ...]
    """In the order in which it will be drawn."""
    discards: tuple[Card, ...] = ()
    """The top one last."""
    seat: int = 0
    """Who decides; while a shuffle is due, who draws after it."""
    phase: Phase = Phase.PLAY
    """The kind of decision."""
    turn: int | None = None
    """Whose turn it is, where somebody else decides."""
    turns: int = 1
    """How many turns have begun, this one among them."""
    extra: bool = False
    """The turn was earned by a safety."""
    taken: Card | None = None
    """The discard that was taken in this turn: it is in the hand still, or was just laid."""
    given: int = 0
    """Cards given in the exchange that is going on."""
    window: Window | None = None
    """The hazard that may be answered now."""
    extended_by: int | None = None
    """The team that extended the trip."""
    owed: int = 0
    """Cards that a reshuffle keeps the seat from drawing."""
    refill: bool = False
    """The card owed replaces the safety of a coup fourré."""

    @property
    def target(self) -> int:
        """Where the trip ends."""
        return self.rules.target if self.extended_by is None else LONG_TRIP

    @property
    def turn_seat(self) -> int:
        """Whose turn it is."""
        return self.seat if self.turn is None else self.turn

    @property
    def draw_pile_size(self) -> int:
        """How many cards the draw pile has."""
        return len(self.draw_pile)

    def __str__(self) -> str:
        if self.phase is Phase.CHANCE:
            doing = f"the discards are to be shuffled before seat {self.seat} draws"
        else:
            doing = decision_text(self.seat, self.phase, self.window)
        return table_text(self, doing, [len(hand) for hand in self.hands], dict(enumerate(self.hands)))

    def check(self, ask_after: int | None = None) -> None:
        """Refuse an impossible position with the reason; what is accepted can be played to its end.

        In an open window ``seat`` must have an answer to give, unless those who sit after the seat ``ask_after`` are
        to be asked anew.
        """
        check_position(self, ask_after)

    def state(self) -> State:
        """Return the engine's deal at this moment, unchecked."""
        return restore(compile_rules(self.rules), self._snapshot())

    def state_over(self, ending: Ending, completer: int | None) -> State:
        """Return the engine's deal if it ended at this moment, unchecked: what its scores are worked out from."""
        end = {"phase": Phase.OVER, "ending": ending, "completer": NONE if completer is None else completer}
        return restore(compile_rules(self.rules), self._snapshot() | end)

    def _snapshot(self) -> dict[str, object]:
        return snapshot(self, self.seat, self.turn_seat, self.hands, self.draw_pile, self.discards)


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> CompiledRules:
    """Return the rules as the engine reads them, made once for each rules."""
    return CompiledRules(rules)


class SnapshotSource(Protocol):
    """What a position and a view know alike of a moment."""

    @property
    def tables(self) -> tuple[Piles, ...]: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def turns(self) -> int: ...
    @property
    def extra(self) -> bool: ...
    @property
    def taken(self) -> Card | None: ...
    @property
    def given(self) -> int: ...
    @property
    def window(self) -> Window | None: ...
    @property
    def target(self) -> int: ...
    @property
    def extended_by(self) -> int | None: ...
    @property
    def owed(self) -> int: ...
    @property
    def refill(self) -> bool: ...


def snapshot(
    moment: SnapshotSource,
    seat: int,
    turn: int,
    hands: Sequence[Sequence[Card]],
    draw_pile: Sequence[Card],
    discards: Sequence[Card],
) -> dict[str, object]:
    """Return a moment as the values that ``engine.restore`` takes; ``turn`` is the seat whose turn it is."""
    window, taken, extended_by, given = moment.window, moment.taken, moment.extended_by, moment.given
    battle, speed, safeties, coups, miles, laid_200s, roll_due = zip(*map(_column, moment.tables), strict=True)
    values: dict[str, object] = {
        "hands": hands,
        "battle": battle,
        "speed": speed,
        "safeties": safeties,
        "coups": coups,
        "miles": miles,
        "laid_200s": laid_200s,
        "roll_due": roll_due,
        "draw_pile": draw_pile,
        "discards": discards,
        "phase": moment.phase,
        "seat": seat,
        "turn_seat": turn,
        "turns": moment.turns,
        "extra": moment.extra,
        "taken": NONE if taken is None else taken,
        "given": given,
        "hazard": NONE,
        "target_team": NONE,
        "under": NONE,
        "owed": moment.owed,
        "drawer": seat,
        "then": _then(moment.refill, given > 0 or seat != turn),
        "goal": moment.target,
        "extended_by": NONE if extended_by is None else extended_by,
        "ending": NONE,
        "completer": NONE,
    }
    if window is not None:
        laid = moment.tables[window.target]
        pile = laid.speed if window.hazard is SPEED_LIMIT else laid.battle
        under = pile[-2] if len(pile) > 1 else NONE
        values |= {"hazard": window.hazard, "target_team": window.target, "under": under}
    return values


def _column(laid: Piles) -> tuple[int, ...]:
    """Return what the engine keeps of a team's piles."""
    battle, speed, safeties, coups, distances = laid.battle, laid.speed, laid.safeties, laid.coups, laid.distances
    return (
        battle[-1] if battle else NONE,
        speed[-1] if speed else NONE,
        _set(safeties) if safeties else 0,
        _set(coups) if coups else 0,
        laid.miles if distances else 0,
        distances.count(D200) if distances else 0,
        1 if laid.roll_due else 0,
    )


def _set(cards: Iterable[Card]) -> int:
    return sum([1 << card for card in cards])


def _then(refill: bool, on: bool) -> int:
    """Return what follows the cards that are owed: a turn's play, the turn of a coup fourré, or the next turn."""
    if refill:
        return THEN["extra turn"]
    return THEN["next turn"] if on else THEN["play"]
