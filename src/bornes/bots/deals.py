"""Deals by the thousand between compiled bots: whole ones, or the rest of one that has begun.

Nothing happens in Python while a deal is played, so this is as fast as the engine; and without the GIL, so threads
share the work.  Only bots that are compiled policies can take part, by name: every one of ours but the champion.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ..deal import Deal, View
from ..engine import playout
from ..engine.checks import whole
from ..engine.codes import NONE, Phase
from ..engine.playout import MOST_RUNS, Policy
from ..engine.sampler import play_worlds
from ..engine.state import State
from ..game import Game, form_rules
from ..position import Position, compile_rules
from ..results import DealResults
from ..rules import Rules
from .bot import kind_of
from .roster import CompiledBot, as_list, compiled_policy, for_each_seat

TUNED = "tuned"


def playouts(
    start: Game | Deal | View | Position | State,
    n: int,
    bots: CompiledBot | Sequence[CompiledBot] = TUNED,
    *,
    seed: int = 0,
) -> DealResults:
    """Play a deal on to its end n times and return the results: ``playouts(deal, 1000, "tuned", seed=1)``.

    From a ``Deal``, the present one of a ``Game``, or a ``Position``, all hands stay as they are, and what is left of
    the draw pile is shuffled for each playout.  From a ``View`` each begins in another world that fits all the viewer
    has seen: hands that it cannot see are dealt anew.  The start itself is not changed; one that is over already comes
    out as it is each time, so that moves which end a deal can be compared with others.

    ``bots`` is one for all seats, one for each team or one for each seat.  The same seed gives the same results, and
    playout i of two moves that are compared meets the same luck.
    """
    runs = whole("n", n, 1, MOST_RUNS)
    if isinstance(start, View):
        return _play_worlds(start, runs, bots, seed)
    state = _state(start)
    rules = state.rules.source
    return DealResults(rules.teams, playout.play_on(state, policies_for(bots, rules), runs, seed))


def play_deals(
    rules: Rules | str,
    n: int,
    bots: CompiledBot | Sequence[CompiledBot] = TUNED,
    players: int | None = None,
    *,
    partners: bool | None = None,
    short: bool = False,
    seed: int = 0,
    first_deal: int = 0,
) -> DealResults:
    """Play n deals from fresh decks and return the results: ``play_deals("dujardin", 1000, "tuned", players=4)``.

    With the name of an edition ``players``, ``partners`` and ``short`` say which form is played, as for ``Game``; there
    are as many players as ``bots`` unless ``players`` says otherwise.  ``bots`` is one for all seats, one for each team
    or one for each seat.

    The seat that starts goes round: deal number i is started by seat i modulo the players.  Deals are numbered from
    ``first_deal`` on, and what comes of a deal depends on the seed and its number alone, so that a long run can be cut
    into pieces.
    """
    runs = whole("n", n, 1, MOST_RUNS)
    given = as_list(bots)
    if isinstance(rules, str) and players is None and len(given) > 1:
        players = len(given)
    form = form_rules(rules, players, partners, short)
    rows = playout.play_deals(compile_rules(form), policies_for(bots, form), runs, seed, first_deal)
    return DealResults(form.teams, rows)


def policies_for(bots: CompiledBot | Sequence[CompiledBot], rules: Rules) -> list[Policy]:
    """Return a policy for each seat, from one bot for all, one for each team or one for each seat."""
    given: list[CompiledBot] = as_list(bots)
    return [compiled_policy(bot, rules) for bot in for_each_seat(given, rules)]


def _state(start: Game | Deal | Position | State) -> State:
    """Return the engine's deal to begin from, with all hands open."""
    if isinstance(start, Game):
        start = start.deal
    if isinstance(start, Position):
        start = Deal.from_position(start)
    if not isinstance(start, Deal | State):
        raise TypeError(f"playouts start from a Game, Deal, View or Position, not from {kind_of(start)}")
    state = start.state if isinstance(start, Deal) else start
    if state.phase == Phase.OVER and state.ending == NONE:
        raise ValueError("no deal has begun in this state: there is nothing to play out")
    return state


def _play_worlds(view: View, runs: int, bots: CompiledBot | Sequence[CompiledBot], seed: int) -> DealResults:
    """Play on from what one viewer knows."""
    policies = policies_for(bots, view.rules)
    if view.ending is not None:
        completer = NONE if view.completer is None else view.completer
        return DealResults(view.rules.teams, array("i", [*view.scores, 0, view.turns, view.ending, completer]) * runs)
    after = NONE if view.ask_after is None else view.ask_after
    return DealResults(view.rules.teams, play_worlds(view.sampler(), policies, runs, seed, after))
