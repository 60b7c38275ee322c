"""A deal from plain values: how positions are set up, sampled worlds begun and copies unpickled.

Whatever the values are, the engine can play on from them without leaving its arrays: each is within the bounds that it
relies on, or the values are refused.  ``bornes.game.position.Position.check`` says whether they make sense at a table.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from ..rules.cards import KINDS, MAX_DECK, Card
from .argument_checks import check_index, check_integer
from .codes import NONE, Ending, Phase
from .compiled_rules import CompiledRules
from .state import THEN, State

MAX_NUMBER = 1_000_000
"""Miles, turns and goals beyond which nobody plays; far enough from where machine integers end."""
MAX_JOURNAL_LINES = 64
"""Each line has four numbers."""
ALL_SAFETIES = 0b1111 << 15
OUT_OF_GAS = int(Card.OUT_OF_GAS)
SPEED_LIMIT = int(Card.SPEED_LIMIT)
WAYS_ON = len(THEN)
PHASES = len(Phase)
ENDINGS = len(Ending)
ON_REACT = int(Phase.REACT)
ON_CHANCE = int(Phase.CHANCE)
ON_WINDOW = int(Phase.WINDOW)


def restore(rules: CompiledRules, snapshot: Mapping[str, Any]) -> State:
    """Return the deal that a snapshot describes, or raise an error where the engine could not play on from it."""
    state = State(rules)
    state.clear()
    _set_moment(state, snapshot)
    _lay_tables(state, snapshot)
    _lay_cards(state, snapshot)
    _check_hands(state)
    _check_waiting(state)
    return state


def _set_moment(state: State, snapshot: Mapping[str, Any]) -> None:
    """Say whose decision it is, and what it is about."""
    players, teams = state.rules.players, state.rules.teams
    state.phase = check_integer("phase", _value(snapshot, "phase"), 0, PHASES - 1)
    state.seat = check_index("seat", _value(snapshot, "seat"), players)
    state.turn_seat = check_index("seat", _value(snapshot, "turn_seat"), players)
    state.turns = check_integer("turns", _value(snapshot, "turns"), 0, MAX_NUMBER)
    state.extra = bool(_value(snapshot, "extra"))
    state.taken = check_integer("taken", _value(snapshot, "taken"), NONE, KINDS - 1)
    state.given = check_integer("given", _value(snapshot, "given"), 0, state.rules.hand_size)
    state.hazard = check_integer("hazard", _value(snapshot, "hazard"), NONE, SPEED_LIMIT)
    state.target_team = check_integer("target_team", _value(snapshot, "target_team"), NONE, teams - 1)
    state.under = check_integer("under", _value(snapshot, "under"), NONE, KINDS - 1)
    state.owed = check_integer("owed", _value(snapshot, "owed"), 0, state.rules.hand_size)
    state.drawer = check_index("seat", _value(snapshot, "drawer"), players)
    state.then = check_integer("then", _value(snapshot, "then"), 0, WAYS_ON - 1)
    state.goal = check_integer("goal", _value(snapshot, "goal"), 0, MAX_NUMBER)
    state.extended_by = check_integer("extended_by", _value(snapshot, "extended_by"), NONE, teams - 1)
    state.ending = check_integer("ending", _value(snapshot, "ending"), NONE, ENDINGS - 1)
    state.completer = check_integer("completer", _value(snapshot, "completer"), NONE, teams - 1)


def _lay_tables(state: State, snapshot: Mapping[str, Any]) -> None:
    """Lay what each team has before it."""
    teams = state.rules.teams
    battle, speed = _row(snapshot, "battle", teams), _row(snapshot, "speed", teams)
    safeties, coups = _row(snapshot, "safeties", teams), _row(snapshot, "coups", teams)
    miles, laid_200s = _row(snapshot, "miles", teams), _row(snapshot, "laid_200s", teams)
    roll_due = _row(snapshot, "roll_due", teams)
    for team in range(teams):
        state.battle[team] = check_integer("battle", battle[team], NONE, KINDS - 1)
        state.speed[team] = check_integer("speed", speed[team], NONE, KINDS - 1)
        state.safeties[team] = _safeties("safeties", safeties[team])
        state.coups[team] = _safeties("coups", coups[team])
        state.miles[team] = check_integer("miles", miles[team], 0, MAX_NUMBER)
        state.laid_200s[team] = check_integer("laid_200s", laid_200s[team], 0, MAX_DECK)
        state.roll_due[team] = check_integer("roll_due", roll_due[team], 0, 1)


def _lay_cards(state: State, snapshot: Mapping[str, Any]) -> None:
    """Lay hands, draw pile and discards; of each kind the rest of the deck lies face up."""
    rules = state.rules
    room = MAX_DECK if state.hazard == NONE else MAX_DECK - 1  # the hazard may come to the discards as well
    for kind in range(KINDS):
        state.shown[kind] = rules.copies[kind]
    hands = _row(snapshot, "hands", rules.players)
    for seat in range(rules.players):
        hand = _cards("hands", hands[seat], rules.hand_size + 1)
        for card in hand:
            state.gain(seat, card)
            _hide(state, card)
        room -= len(hand)
    pile = _cards("draw_pile", _value(snapshot, "draw_pile"), room)
    state.lay_pile(pile)
    state.pile_end = state.left = len(pile)
    for card in pile:
        _hide(state, card)
    for card in _cards("discards", _value(snapshot, "discards"), room - len(pile)):
        state.to_discards(card)


def _hide(state: State, card: int) -> None:
    """Count one card of a kind as hidden; stand-ins for unknown cards may be more of it than there are."""
    if state.shown[card] > 0:
        state.shown[card] -= 1


def _check_hands(state: State) -> None:
    """Refuse a hand that would grow past what the packed counts of a hand can hold."""
    for seat in range(state.rules.players):
        most = state.most_held(seat)
        if state.held[seat] > most:
            raise ValueError(f"hands: seat {seat} holds {state.held[seat]} cards; {most} is the most there")


def _check_waiting(state: State) -> None:
    """Refuse a window without a hazard, and a shuffle that nobody waits for."""
    if state.phase == ON_REACT or state.phase == ON_WINDOW:
        if state.hazard < OUT_OF_GAS or state.target_team == NONE:
            raise ValueError(f"hazard: nothing waits for an answer in the phase {Phase(state.phase)}")
    if state.phase == ON_CHANCE:
        if state.left > 0 or state.discarded == 0:
            raise ValueError("discards: a shuffle is due when the draw pile is empty and there are discards")
        if state.owed == 0 or state.drawer != state.seat:
            raise ValueError("owed: a shuffle is due when the seat that decides waits for cards")


def _value(snapshot: Mapping[str, Any], name: str) -> Any:
    """Return a value of the snapshot."""
    try:
        return snapshot[name]
    except KeyError:
        raise ValueError(f"{name}: missing from the snapshot") from None


def _row(snapshot: Mapping[str, Any], name: str, size: int) -> tuple[Any, ...]:
    """Return a row with a value for each team or each seat."""
    row = _taken(_value(snapshot, name), size + 1)
    if len(row) != size:
        raise ValueError(f"{name}: must be {size} values, not {'more' if len(row) > size else len(row)}")
    return row


def _taken(values: Iterable[Any], most: int) -> tuple[Any, ...]:
    """Return the first so many values, as a tuple of our own: a given list may lie about its length, or change."""
    return tuple(islice(values, most))


def _safeties(name: str, value: object) -> int:
    """Return a set of safeties: bit k for kind k."""
    mask = check_integer(name, value, 0, ALL_SAFETIES)
    if mask & ~ALL_SAFETIES:
        raise ValueError(f"{name}: a set of safeties has only the bits 15 to 18, not {mask}")
    return mask


def _cards(name: str, cards: Iterable[object], most: int) -> bytes:
    """Return cards as bytes, if they are not too many."""
    given: list[int] = []
    for card in cards:
        if len(given) >= most:
            raise ValueError(f"{name}: more than {most} cards")
        given.append(check_index("card", card, KINDS))
    return bytes(given)


# -- pickle and copy ---------------------------------------------------------------------------------------------------


def unpickle(
    rules: CompiledRules,
    snapshot: Mapping[str, Any],
    pile: bytes,
    lanes: Iterable[int],
    keeps_journal: bool,
    journal: Iterable[tuple[int, int, int, int]],
    stops_in_windows: bool = False,
) -> State:
    """Return the deal that ``pickle`` or ``copy`` took apart."""
    lines = [_taken(line, 5) for line in _taken(journal, MAX_JOURNAL_LINES + 1)]
    if len(lines) > MAX_JOURNAL_LINES or {len(line) for line in lines} - {4}:
        raise ValueError(f"journal: must be {MAX_JOURNAL_LINES} lines of four numbers at most")
    state = restore(rules, snapshot)
    places = _taken(lanes, rules.players + 1)
    if places:
        _lay_lanes(state, _cards("pile", pile, MAX_DECK), places)
    state.keeps_journal = bool(keeps_journal)
    state.stops_in_windows = bool(stops_in_windows)
    numbers = [check_integer("journal", number, -MAX_NUMBER, MAX_NUMBER) for line in lines for number in line]
    for at, number in enumerate(numbers):
        state.journal[at] = number
    state.entries = len(lines)
    return state


def _lay_lanes(state: State, pile: bytes, lanes: tuple[Any, ...]) -> None:
    """Lay the draw pile of the snapshot out in lanes again, each seat drawing from its place on."""
    players = state.rules.players
    places = [check_integer("lanes", place, 0, MAX_DECK + players) for place in lanes]
    if len(places) != players:
        raise ValueError(f"lanes: must be {players} places, not {len(places)}")
    cells = [cell for place in places for cell in range(place, len(pile), players)]
    whole_pile = state.draw_pile()
    if [pile[cell] for cell in sorted(cells)] != whole_pile or len({place % players for place in places}) != players:
        raise ValueError("lanes: they do not hold the draw pile")
    state.lay_pile(pile)
    state.pile_end = len(pile)
    for seat in range(players):
        state.lane[seat] = places[seat]
    state.lanes = True


def _taken_apart(state: State) -> tuple[Any, ...]:
    """Return what ``pickle`` and ``copy`` keep of a deal: unlike a clone, also how it is run, and the journal."""
    pile = bytes([state.pile[i] for i in range(state.pile_end)])
    lanes = [state.lane[seat] for seat in range(state.rules.players)] if state.lanes else []
    journal = bool(state.keeps_journal), state.happenings()
    return unpickle, (state.rules, state.snapshot(), pile, lanes, *journal, bool(state.stops_in_windows))


copyreg.pickle(State, _taken_apart)
