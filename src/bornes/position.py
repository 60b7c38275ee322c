"""A moment of a deal with all cards in the open: what puzzles, tests and sampled worlds are set up from.

``Position.check`` refuses what could not have come about: more cards than the deck holds, a Battle pile that nothing
opened, a third 200, miles past the target.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .cards import Card, Family
from .engine.codes import NONE, Phase
from .engine.law import Law
from .engine.restore import restore
from .engine.state import THEN, State
from .moves import TEAM_LETTERS
from .rules import LONG_TRIP, Rules


class PositionError(ValueError):
    """A position that no deal can reach."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies before one team, each pile from bottom to top."""

    battle: tuple[Card, ...] = ()
    speed: tuple[Card, ...] = ()
    distances: tuple[Card, ...] = ()
    safeties: tuple[Card, ...] = ()
    coups: tuple[Card, ...] = ()
    """Those of the safeties that were played as a coup fourré."""
    roll_due: bool = False
    """A Roll is owed after an End of Limit; only where a house rule asks for it."""

    @property
    def miles(self) -> int:
        """How far the team has come."""
        return sum(card.miles for card in self.distances)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the team."""
        return self.battle + self.speed + self.distances + self.safeties


@dataclass(frozen=True, slots=True)
class Window:
    """A hazard that was just laid and may still be answered."""

    attacker: int
    target: int
    hazard: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A deal at one moment."""

    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    tables: tuple[Table, ...]
    draw_pile: tuple[Card, ...]
    """In the order in which it will be drawn."""
    discards: tuple[Card, ...] = ()
    """The top one last."""
    seat: int = 0
    """Who decides."""
    phase: Phase = Phase.PLAY
    turn: int | None = None
    """Whose turn it is, where somebody else decides."""
    turns: int = 1
    extra: bool = False
    taken: Card | None = None
    given: int = 0
    window: Window | None = None
    extended_by: int | None = None
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

    def check(self) -> None:
        """Refuse an impossible position with the reason."""
        _check(self)

    def state(self) -> State:
        """The engine's deal at this moment, unchecked."""
        return restore(law_of(self.rules), _snapshot(self))


@lru_cache(maxsize=64)
def law_of(rules: Rules) -> Law:
    """The rules as the engine reads them, made once."""
    return Law(rules)


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
    """What follows the cards that are owed: a turn's play, the turn of a coup fourré, or the next turn."""
    if position.refill:
        return THEN["extra turn"]
    return THEN["next turn"] if position.given or position.seat != position.turn_seat else THEN["play"]


def cards(text: str | Sequence[Card]) -> tuple[Card, ...]:
    """Cards from notation: ``cards("roll 100 stop")``."""
    if isinstance(text, str):
        return tuple(Card.parse(word) for word in text.replace(",", " ").split())
    return tuple(Card(card) for card in text)


def table(
    battle: str | Sequence[Card] = "",
    speed: str | Sequence[Card] = "",
    distances: str | Sequence[Card] = "",
    safeties: str | Sequence[Card] = "",
    coups: str | Sequence[Card] = "",
    *,
    roll_due: bool = False,
) -> Table:
    """A team's piles from notation; coups are safeties too and need not be named twice."""
    played_as_coup = cards(coups)
    shown = cards(safeties)
    shown += tuple(card for card in played_as_coup if card not in shown)
    return Table(cards(battle), cards(speed), cards(distances), shown, played_as_coup, roll_due)


def _check(position: Position) -> None:
    rules = position.rules
    if len(position.hands) != rules.players:
        raise PositionError(f"{len(position.hands)} hands for {rules.players} players")
    if len(position.tables) != rules.teams:
        raise PositionError(f"{len(position.tables)} tables for {rules.teams} teams")
    for name, seat in (("seat", position.seat), ("turn", position.turn_seat)):
        if not 0 <= seat < rules.players:
            raise PositionError(f"{name}: there is no seat {seat}; seats are 0 to {rules.players - 1}")
    _check_deck(position)
    _check_hands(position)
    for team, cards_laid in enumerate(position.tables):
        _check_table(position, f"team {TEAM_LETTERS[team]}", cards_laid)
    _check_phase(position)


def _check_deck(position: Position) -> None:
    here = Counter(position.draw_pile) + Counter(position.discards)
    for hand in position.hands:
        here += Counter(hand)
    for laid in position.tables:
        here += Counter(laid.cards)
    for card in Card:
        there = position.rules.deck[card]
        if here[card] != there:
            raise PositionError(f"{here[card]} {card.notation} in the position, but {there} in the deck")


def _check_hands(position: Position) -> None:
    most = position.rules.hand_size
    deciding = position.phase in (Phase.PLAY, Phase.EXTEND)
    for seat, hand in enumerate(position.hands):
        allowed = most + 1 if deciding and seat == position.turn_seat else most
        if len(hand) > allowed:
            raise PositionError(f"seat {seat} holds {len(hand)} cards; {allowed} is the most there")
    if position.phase is Phase.PLAY and not position.hands[position.seat]:
        raise PositionError(f"seat {position.seat} is to play and holds no card")


_BATTLE = (*range(Card.OUT_OF_GAS, Card.SPEED_LIMIT), *range(Card.GASOLINE, Card.END_OF_LIMIT))


def _check_table(position: Position, who: str, laid: Table) -> None:
    for name, pile, allowed in (
        ("battle", laid.battle, _BATTLE),
        ("speed", laid.speed, (Card.SPEED_LIMIT, Card.END_OF_LIMIT)),
        ("distances", laid.distances, range(Card.D25, Card.OUT_OF_GAS)),
        ("safeties", laid.safeties, range(Card.EXTRA_TANK, len(Card))),
    ):
        for card in pile:
            if card not in allowed:
                raise PositionError(f"{who}: {card.notation} does not belong on the {name} pile")
    if set(laid.coups) - set(laid.safeties):
        raise PositionError(f"{who}: a coup fourré that is not among its safeties")
    _check_battle(who, laid)
    if laid.speed and laid.speed[0] is not Card.SPEED_LIMIT:
        raise PositionError(f"{who}: the speed pile begins with {laid.speed[0].notation}, not with a limit")
    _check_distance(position, who, laid)


def _check_battle(who: str, laid: Table) -> None:
    if not laid.battle or Card.RIGHT_OF_WAY in laid.safeties:
        return
    if laid.battle[0] is not Card.ROLL:
        first = laid.battle[0].notation
        raise PositionError(f"{who}: the battle pile begins with {first}, but only a roll can open it")


def _check_distance(position: Position, who: str, laid: Table) -> None:
    rules = position.rules
    if laid.distances.count(Card.D200) > rules.max_200s:
        raise PositionError(f"{who}: more than {rules.max_200s} 200s")
    if rules.overshoot != "allow" and laid.miles > position.target:
        raise PositionError(f"{who}: {laid.miles} miles, and the target is {position.target}")
    if _completed(position, laid) and position.phase is not Phase.EXTEND:
        raise PositionError(f"{who}: has completed its trip, so the deal is over")
    if laid.distances and not laid.battle and Card.RIGHT_OF_WAY not in laid.safeties:
        raise PositionError(f"{who}: has driven without ever starting")


def _completed(position: Position, laid: Table) -> bool:
    rules = position.rules
    counted = laid.miles
    if rules.end_measure != "miles":
        counted += rules.safety_points * len(laid.safeties)
    if rules.end_measure == "points":
        counted += rules.coup_fourre_points * len(laid.coups)
    return counted >= position.target


def _check_phase(position: Position) -> None:
    phase, window = position.phase, position.window
    if (phase is Phase.REACT) != (window is not None):
        raise PositionError("a window belongs to the phase react, and only there")
    if window is not None:
        _check_window(position, window)
    if position.extended_by is not None and not position.rules.extension:
        raise PositionError("these rules know no extension")
    completed = position.tables[position.rules.team_of(position.turn_seat)].miles == position.target
    if phase is Phase.EXTEND and (not position.rules.extension or not completed):
        raise PositionError("nobody has completed a short trip, so there is no extension to decide")
    if phase is Phase.OVER:
        raise PositionError("a position is set up to be played on; this one is over")


def _check_window(position: Position, window: Window) -> None:
    if window.hazard.family is not Family.HAZARD:
        raise PositionError(f"window: {window.hazard.notation} is not a hazard")
    target = position.tables[window.target]
    pile = target.speed if window.hazard is Card.SPEED_LIMIT else target.battle
    if not pile or pile[-1] is not window.hazard:
        raise PositionError(f"window: {window.hazard.notation} is not on top of the target's pile")
    if position.turn_seat != window.attacker:
        raise PositionError("window: it is the attacker's turn until the window closes")
    if position.rules.team_of(window.attacker) == window.target:
        raise PositionError("window: nobody attacks the own side")
