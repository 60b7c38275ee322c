"""A moment of a deal with all cards in the open: what puzzles, tests and sampled worlds are set up from.

``Position.check`` refuses what could not have come about, and ``bornes.position_check`` says what that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .cards import Card
from .engine.codes import NONE, Ending, Phase
from .engine.compiled_rules import CompiledRules
from .engine.restore import restore
from .engine.state import THEN, State
from .position_check import PositionError, check
from .rules import LONG_TRIP, Rules
from .table_text import decision_text, table_text
from .team_piles import Piles, Window, cards, just_laid, piles

__all__ = ["Piles", "Position", "PositionError", "Window", "cards", "compile_rules", "just_laid", "piles"]


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
        check(self, ask_after)

    def state(self) -> State:
        """Return the engine's deal at this moment, unchecked."""
        return restore(compile_rules(self.rules), _snapshot(self))

    def state_over(self, ending: Ending, completer: int | None) -> State:
        """Return the engine's deal if it ended at this moment, unchecked: what its scores are worked out from."""
        end = {"phase": Phase.OVER, "ending": ending, "completer": NONE if completer is None else completer}
        return restore(compile_rules(self.rules), _snapshot(self) | end)


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> CompiledRules:
    """Return the rules as the engine reads them, made once for each rules."""
    return CompiledRules(rules)


def _snapshot(position: Position) -> dict[str, object]:
    window = position.window
    under = NONE
    if window is not None:
        laid = position.tables[window.target]
        pile = laid.speed if window.hazard is Card.SPEED_LIMIT else laid.battle
        under = pile[-2] if len(pile) > 1 else NONE
    return {
        "hands": position.hands,
        "battle": [laid.battle[-1] if laid.battle else NONE for laid in position.tables],
        "speed": [laid.speed[-1] if laid.speed else NONE for laid in position.tables],
        "safeties": [sum(1 << card for card in laid.safeties) for laid in position.tables],
        "coups": [sum(1 << card for card in laid.coups) for laid in position.tables],
        "miles": [laid.miles for laid in position.tables],
        "laid_200s": [laid.distances.count(Card.D200) for laid in position.tables],
        "roll_due": [int(laid.roll_due) for laid in position.tables],
        "draw_pile": position.draw_pile,
        "discards": position.discards,
        "phase": position.phase,
        "seat": position.seat,
        "turn_seat": position.turn_seat,
        "turns": position.turns,
        "extra": position.extra,
        "taken": NONE if position.taken is None else position.taken,
        "given": position.given,
        "hazard": NONE if window is None else window.hazard,
        "target_team": NONE if window is None else window.target,
        "under": under,
        "owed": position.owed,
        "drawer": position.seat,
        "then": _then(position),
        "goal": position.target,
        "extended_by": NONE if position.extended_by is None else position.extended_by,
        "ending": NONE,
        "completer": NONE,
    }


def _then(position: Position) -> int:
    """Return what follows the cards that are owed: a turn's play, the turn of a coup fourré, or the next turn."""
    if position.refill:
        return THEN["extra turn"]
    return THEN["next turn"] if position.given or position.seat != position.turn_seat else THEN["play"]
