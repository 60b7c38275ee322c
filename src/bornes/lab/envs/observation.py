"""What a seat may know of a deal, as numbers, and nothing else.

Teams and seats are counted from the observer, round the table: the own team and the own seat come first.  Moves are
counted likewise, so that the same act has the same number in every seat.  What each number means stands in
``features``.

Functions for Python check their arguments; those with an underscore, for compiled code, do not.
"""

from __future__ import annotations

from typing import Any

from ...engine.argument_checks import check_index, check_integer, low_64_bits
from ...engine.codes import ATTACK, MOVES, NONE, Phase
from ...engine.state import State
from ...rules.cards import Card

# Numbers under names that the .pxd declares C integers.
OUT_OF_GAS = int(Card.OUT_OF_GAS)
SPEED_LIMIT = int(Card.SPEED_LIMIT)
GASOLINE = int(Card.GASOLINE)
EXTRA_TANK = int(Card.EXTRA_TANK)
KINDS = len(Card)
PHASES = int(Phase.OVER) + 1  # a window that a deal stops in looks like the phase react to everybody
ON_REACT = int(Phase.REACT)
ON_CHANCE = int(Phase.CHANCE)
ON_WINDOW = int(Phase.WINDOW)
MAX_TEAMS = 4
MAX_SEATS = 8
HAZARDS = 5
OBSERVATION_SIZE = 4 * KINDS + 28 * MAX_TEAMS + 4 * MAX_SEATS + PHASES + KINDS + 3 * HAZARDS + 2 * MAX_TEAMS + 5
"""Numbers in an observation; a test checks that the features have as many."""
ONE = 1
ACTIONS = MOVES
ATTACKS = ((ONE << (HAZARDS * MAX_TEAMS)) - ONE) << ATTACK  # in 64 bits: plain numbers would be C ints here


# -- doors --------------------------------------------------------------------------------------------------------


def to_move(action: int, team: int, teams: int) -> int:
    """Return the move that an action of this team means: attacks name teams by number, not as the mover counts them."""
    count = check_integer("teams", teams, 2, MAX_TEAMS)
    return _to_move(check_index("action", action, ACTIONS), check_index("team", team, count), count)


def to_action(move: int, team: int, teams: int) -> int:
    """Return the action by which this team makes a move."""
    count = check_integer("teams", teams, 2, MAX_TEAMS)
    return _to_action(check_index("move", move, ACTIONS), check_index("team", team, count), count)


def to_actions(moves: int, team: int, teams: int) -> int:
    """Return the set of actions by which this team makes a set of moves, each set as the bits of a number."""
    count = check_integer("teams", teams, 2, MAX_TEAMS)
    return _to_actions(low_64_bits("moves", moves), check_index("team", team, count), count)


def mask(state: State, seat: int, out: Any, at: int = 0) -> None:
    """Write a 1 or 0 for each action that the seat may take or not, from ``out[at]`` on; all 0 if it is not asked."""
    _mask(state, check_index("seat", seat, state.rules.players), out, _begin(len(out), at, ACTIONS))


def observe(state: State, seat: int, out: Any, at: int = 0) -> int:
    """Write what the seat may know, from ``out[at]`` on; return where that ends."""
    return _observe(state, check_index("seat", seat, state.rules.players), out, _begin(len(out), at, OBSERVATION_SIZE))


def _begin(room: int, at: object, size: int) -> int:
    """Return where to begin in a row of numbers, or raise an error if it has no room for so many from there."""
    if room < size:
        raise ValueError(f"out: must have room for {size} numbers, not {room}")
    return check_integer("at", at, 0, room - size)


# -- moves --------------------------------------------------------------------------------------------------------


def _to_move(action: int, team: int, teams: int) -> int:
    """Return the move that an action of this team means."""
    if not ATTACK <= action < ATTACK + HAZARDS * teams:
        return action
    seen = (action - ATTACK) // HAZARDS
    return ATTACK + HAZARDS * ((team + seen) % teams) + (action - ATTACK) % HAZARDS


def _to_action(move: int, team: int, teams: int) -> int:
    """Return the action by which this team makes a move."""
    if not ATTACK <= move < ATTACK + HAZARDS * teams:
        return move
    target = (move - ATTACK) // HAZARDS
    return ATTACK + HAZARDS * ((target - team + teams) % teams) + (move - ATTACK) % HAZARDS


def _to_actions(moves: int, team: int, teams: int) -> int:
    """Return the set of actions by which this team makes a set of moves."""
    actions = moves & ~ATTACKS
    seen = 1
    while seen < teams:
        hazards = (moves >> (ATTACK + HAZARDS * ((team + seen) % teams))) & 31
        actions |= hazards << (ATTACK + HAZARDS * seen)
        seen += 1
    return actions


def _mask(state: State, seat: int, out: Any, at: int) -> None:
    """Write a 1 or 0 for each action that the seat may take or not."""
    actions = ONE - ONE
    if state.seat == seat:
        actions = _to_actions(state.legal(), state._team_of(seat), state.rules.teams)
    action = 0
    while action < 64:  # a number, not a name: the compiler then needs not look it up after every write
        out[at + action] = (actions >> action) & 1
        action += 1


# -- what is seen -------------------------------------------------------------------------------------------------


def _observe(state: State, seat: int, out: Any, at: int) -> int:
    """Write what the seat may know; return where that ends."""
    size = OBSERVATION_SIZE
    i = 0
    while i < size:  # most numbers are 0, so that the rest writes only what is not
        out[at + i] = 0
        i += 1
    at = _cards(state, seat, out, at)
    at = _tables(state, seat, out, at)
    at = _seats(state, seat, out, at)
    return _moment(state, seat, out, at)


def _cards(state: State, seat: int, out: Any, at: int) -> int:
    """Write cards by kind: in the own hand, unseen, among the discards, and the top discard."""
    card = 0
    while card < KINDS:
        out[at + card] = state._count(seat, card)
        out[at + KINDS + card] = state._unseen(seat, card)
        card += 1
    at += 2 * KINDS
    i = 0
    while i < state.discarded:
        out[at + state.discards[i]] += 1
        i += 1
    if state.discarded > 0:
        out[at + KINDS + state.discards[state.discarded - 1]] = 1
    return at + 2 * KINDS


def _tables(state: State, seat: int, out: Any, at: int) -> int:
    """Write what lies before the teams, one pile after another, each for every team."""
    seen = 0
    while seen < state.rules.teams:
        team = (state._team_of(seat) + seen) % state.rules.teams
        _battle(state, team, out, at + 8 * seen)
        if state.speed[team] != NONE:
            out[at + 8 * MAX_TEAMS + 2 * seen + (state.speed[team] != SPEED_LIMIT)] = 1
        _safeties(state, team, out, at + 10 * MAX_TEAMS + 4 * seen)
        _road(state, team, out, at + 18 * MAX_TEAMS + 5 * seen)
        _distances(state, team, out, at + 23 * MAX_TEAMS + seen)
        seen += 1
    return at + 28 * MAX_TEAMS


def _battle(state: State, team: int, out: Any, at: int) -> None:
    """Write the top of a Battle pile: four hazards, then four remedies."""
    top = state.battle[team]
    if top > SPEED_LIMIT:
        out[at + 4 + top - GASOLINE] = 1
    elif top != NONE:
        out[at + top - OUT_OF_GAS] = 1


def _safeties(state: State, team: int, out: Any, at: int) -> None:
    """Write a team's safeties and, after those of all teams, which of them were coups fourrés."""
    i = 0
    while i < 4:
        out[at + i] = (state.safeties[team] >> (EXTRA_TANK + i)) & 1
        out[at + 4 * MAX_TEAMS + i] = (state.coups[team] >> (EXTRA_TANK + i)) & 1
        i += 1


def _road(state: State, team: int, out: Any, at: int) -> None:
    """Write whether a team has started, rolls, has a live hazard, is limited and owes a Roll."""
    out[at] = state._started(team)
    out[at + 1] = state._rolling(team)
    out[at + 2] = state._live(team)
    out[at + 3] = state._limited(team)
    out[at + 4] = state.roll_due[team] != 0


def _distances(state: State, team: int, out: Any, at: int) -> None:
    """Write a team's miles, 200s and points, and that it exists; earlier deals are left to who knows the totals."""
    out[at] = state.miles[team]
    out[at + MAX_TEAMS] = state.laid_200s[team]
    out[at + 2 * MAX_TEAMS] = state._points(team)
    out[at + 4 * MAX_TEAMS] = 1


def _seats(state: State, seat: int, out: Any, at: int) -> int:
    """Write which seats there are, how many cards each holds, whose turn it is and who decides.

    Who is asked about a hazard is a secret between that seat and the table, since it holds an answer.
    """
    players = state.rules.players
    shown = state.phase < ON_CHANCE and (state.phase != ON_REACT or state.seat == seat)
    step = 0
    while step < players:
        other = (seat + step) % players
        out[at + step] = 1
        out[at + MAX_SEATS + step] = state.held[other]
        out[at + 2 * MAX_SEATS + step] = state.turn_seat == other
        out[at + 3 * MAX_SEATS + step] = shown and state.seat == other
        step += 1
    return at + 4 * MAX_SEATS


def _moment(state: State, seat: int, out: Any, at: int) -> int:
    """Write the rest: phase, draw pile, turn, window and where the trip ends."""
    at = _flag(out, at, PHASES, ON_REACT if state.phase == ON_WINDOW else state.phase)
    out[at] = state.left
    out[at + 1] = state.turns
    out[at + 2] = state.extra
    at = _flag(out, at + 3, KINDS, state.taken)
    out[at] = state.given
    at = _flag(out, at + 1, HAZARDS, state.hazard - OUT_OF_GAS)
    at = _flag(out, at, MAX_TEAMS, _seen(state, seat, state.target_team))
    at = _flag(out, at, 2 * HAZARDS, state.under - OUT_OF_GAS)
    out[at] = state.goal
    return _flag(out, at + 1, MAX_TEAMS, _seen(state, seat, state.extended_by))


def _flag(out: Any, at: int, width: int, which: int) -> int:
    """Write a 1 among zeros, or none if ``which`` is below 0; return where the zeros end."""
    if which >= 0:
        out[at + which] = 1
    return at + width


def _seen(state: State, seat: int, team: int) -> int:
    """Return a team as the seat counts teams, or NONE."""
    teams = state.rules.teams
    return NONE if team == NONE else (team - state._team_of(seat) + teams) % teams
