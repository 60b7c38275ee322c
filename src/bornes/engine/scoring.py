"""What a deal is worth: the rows of the score sheet as the rules fix them."""

from __future__ import annotations

from .argument_checks import check_index
from .codes import NONE, Ending, Phase
from .compiled_rules import WORDS
from .state import State

ROWS = (
    "milestones",
    "safeties",
    "all_safeties",
    "coups_fourres",
    "trip",
    "delayed_action",
    "safe_trip",
    "shut_out",
    "extension",
)
"""The rows of the sheet, as on paper."""

OVER = int(Phase.OVER)
COMPLETED = int(Ending.COMPLETED)
MOST_MILES = WORDS["exhaustion_winner"]["most-miles"]
TIE_NONE = WORDS["exhaustion_tie"]["none"]
TIE_SPLIT = WORDS["exhaustion_tie"]["split"]
BY_COMPLETER = WORDS["shut_out_rule"]["completer"]
NONBLANK_ONLY = WORDS["shut_out_rule"]["nonblank-only"]
STACKED = WORDS["shut_out_rule"]["stacked"]


def all_safeties(state: State, team: int) -> int:
    """Return the points for displaying all four safeties."""
    return state.rules.all_safeties_points if state._safeties_shown(team) == 4 else 0


def shares(state: State, team: int) -> int:
    """Return among how many teams the winner's points are shared, this team being one of them; 0 if it is none."""
    if state.ending == COMPLETED:
        return 1 if state.completer == team else 0
    if state.rules.exhaustion_winner != MOST_MILES or state.extended_by != NONE:
        return 0
    tied = 0
    other = 0
    while other < state.rules.teams:
        if state.miles[other] > state.miles[team]:
            return 0
        if state.miles[other] == state.miles[team]:
            tied += 1
        other += 1
    if tied == 1:
        return 1
    if state.rules.exhaustion_tie == TIE_NONE:
        return 0
    return tied if state.rules.exhaustion_tie == TIE_SPLIT else 1


def trip(state: State, team: int) -> int:
    """Return the points for completing the trip, or for winning the deal."""
    among = shares(state, team)
    return state.rules.trip_points // among if among else 0


def delayed_action(state: State, team: int) -> int:
    """Return the points for completing the trip with the draw pile gone."""
    if state.ending != COMPLETED or state.completer != team or state.left > 0:
        return 0
    return state.rules.delayed_action_points


def safe_trip(state: State, team: int) -> int:
    """Return the points for winning without any 200."""
    among = shares(state, team)
    return state.rules.safe_trip_points // among if among and state.laid_200s[team] == 0 else 0


def shut_out(state: State, team: int) -> int:
    """Return the points for opponents who never left."""
    blank = 0
    other = 0
    while other < state.rules.teams:
        if other != team and state.miles[other] == 0:
            blank += 1
        other += 1
    if state.rules.shut_out_rule == BY_COMPLETER:
        all_blank = state.ending == COMPLETED and state.completer == team and blank == state.rules.teams - 1
        return state.rules.shut_out_points if all_blank else 0
    if blank == 0 or (state.rules.shut_out_rule == NONBLANK_ONLY and state.miles[team] == 0):
        return 0
    return state.rules.shut_out_points * blank if state.rules.shut_out_rule == STACKED else state.rules.shut_out_points


def extension(state: State, team: int) -> int:
    """Return the points for an extension that succeeded, or one of an opponent that failed."""
    caller = state.extended_by
    if caller == NONE:
        return 0
    if state.ending == COMPLETED:
        earned = (state.completer == caller) == (team == caller)
    else:
        earned = team != caller and state.rules.extension_fails_on_exhaustion
    return state.rules.extension_points if earned else 0


def total(state: State, team: int) -> int:
    """Return the score of a team: in the middle of a deal what it has so far, at the end everything."""
    return _total(state, check_index("team", team, state.rules.teams))


def _total(state: State, team: int) -> int:
    """Return the score of a team, for compiled code."""
    points = state._points(team) + all_safeties(state, team)
    if state.phase == OVER:
        points += trip(state, team) + delayed_action(state, team) + safe_trip(state, team)
        points += shut_out(state, team) + extension(state, team)
    return points


def rows(state: State, team: int) -> tuple[int, ...]:
    """Return the team's column of the score sheet, one number for each of ROWS."""
    rules = state.rules
    at = check_index("team", team, rules.teams)
    column = [
        state.miles[at],
        rules.safety_points * state._safeties_shown(at),
        all_safeties(state, at),
        rules.coup_fourre_points * state._coups_made(at),
    ]
    if state.phase == OVER:
        column += [trip(state, at), delayed_action(state, at), safe_trip(state, at)]
        column += [shut_out(state, at), extension(state, at)]
    else:
        column += [0] * 5
    return tuple(column)
