"""Whole games between bots."""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Sequence
from random import Random

from ..engine import playout
from ..engine.argument_checks import check_integer
from ..engine.codes import NONE, Phase
from ..engine.playout import MAX_RUNS, Policy
from ..engine.sampler import play_worlds
from ..engine.state import State
from ..game.deal import Deal, View
from ..game.deal_results import DealResults
from ..game.events import Event
from ..game.game import Game, GameError, Seed, form_rules
from ..game.position import Position, compile_rules
from ..rules.ruleset import Rules
from .bot import Bot, type_name
from .roster import BotSpec, CompiledBot, as_bot_list, bots_by_seat, compiled_policy
from .safe_bot import BotWarning, SafeBot, derive_bot_seed, seat_bot

Player = str | BotSpec | Bot
"""A bot by name, such as ``"champion"`` or ``"champion:playouts=4000"``, or a bot itself."""
OnEvents = Callable[[Game, tuple[Event, ...]], None]
"""Hears of what happened in a game, every private part of it included."""

MAX_DEALS = 10**9


def play_game(
    bots: Player | Sequence[Player],
    game: Game | Rules | str = "parker-1962",
    players: int | None = None,
    *,
    partners: bool | None = None,
    short: bool = False,
    seed: Seed | None = None,
    deals: int | None = None,
    patience: float | None = None,
    on_events: OnEvents | None = None,
) -> Game:
    """Let bots play a game to its end, and return it: ``play_game(["champion", "tuned"], "dujardin", seed=7)``.

    ``bots`` is one for all seats, one for each team or one for each seat: names, or bots of one's own.  ``game`` is an
    edition or rules, with ``players``, ``partners``, ``short`` and ``seed`` as ``Game`` takes them, or a game that has
    begun, which is played on.  Of an edition there are as many players as bots unless ``players`` says otherwise.

    With ``deals`` the game ends after so many deals, even if nobody has won.  ``on_events`` is called with the game and
    the events of a deal as they happen: at its beginning, and after every move.

    Whatever a bot does, the game goes on: each is guarded (see ``SafeBot``), with ``patience`` seconds for a decision
    where that is given.  Decisions that a bot lost are told in a ``BotWarning`` at the end.  A bot that is ``SafeBot``
    already is taken as it is, and keeps its faults for whoever made it.
    """
    most = None if deals is None else check_integer("deals", deals, 1, MAX_DEALS)
    given: list[Player] = as_bot_list(bots)
    begun = _begun(game, given, players, partners, short, seed)
    seats = bots_by_seat(given, begun.rules)
    guards = [_guarded(begun, seat, who, patience) for seat, who in enumerate(seats)]
    while True:
        _play_deal(begun, guards, on_events or _ignore)
        if begun.over or (most is not None and len(begun.deals) >= most):
            break
        begun.next_deal()
    for seat, (who, guard) in enumerate(zip(seats, guards, strict=True)):
        if guard is not who and guard.lost:
            warnings.warn(f"seat {seat} ({guard.name}) {guard.complaint}", BotWarning, stacklevel=2)
    return begun


def _play_deal(game: Game, guards: Sequence[SafeBot], tell: OnEvents) -> None:
    """Play the present deal to its end; one that has begun is told from its beginning."""
    deal = game.deal
    if deal.over:
        return
    tell(game, tuple(deal.events))
    while not deal.over:
        if deal.seat is None:  # a deal from a given deck, whose discards nobody else shuffles
            discards = sorted(deal.view().discards)
            tell(game, deal.reshuffle(Random(derive_bot_seed(game, "shuffle")).sample(discards, len(discards))))
        else:
            tell(game, game.play(guards[deal.seat].choose(deal.view(deal.seat))))


def _ignore(game: Game, events: tuple[Event, ...]) -> None:
    """Hear of events where nobody wants to."""


def _begun(
    game: Game | Rules | str,
    bots: Sequence[Player],
    players: int | None,
    partners: bool | None,
    short: bool,
    seed: Seed | None,
) -> Game:
    """Return the game that is to be played on, or begin the one that is described."""
    if isinstance(game, Game):
        if (players, partners, short, seed) != (None, None, False, None):
            raise GameError("the game has begun: leave players, partners, short and seed out")
        return game
    if isinstance(game, str) and players is None and len(bots) > 1:
        players = len(bots)
    return Game(form_rules(game, players, partners, short), seed=seed)


def _guarded(game: Game, seat: int, who: Player, patience: float | None) -> SafeBot:
    """Return a bot for a seat, guarded."""
    if isinstance(who, str | BotSpec):
        return seat_bot(game, seat, who, patience)
    if isinstance(who, SafeBot):
        return who
    if isinstance(who, type) or not isinstance(who, Bot):
        made = f"; make one, {who.__name__}()" if isinstance(who, type) else ""
        raise TypeError(f"bots: a bot is a name or has a name and choose(view), not {type_name(who)}{made}")
    return SafeBot(who, patience=patience)


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
    runs = check_integer("n", n, 1, MAX_RUNS)
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
    runs = check_integer("n", n, 1, MAX_RUNS)
    given = as_bot_list(bots)
    if isinstance(rules, str) and players is None and len(given) > 1:
        players = len(given)
    form = form_rules(rules, players, partners, short)
    rows = playout.play_deals(compile_rules(form), policies_for(bots, form), runs, seed, first_deal)
    return DealResults(form.teams, rows)


def policies_for(bots: CompiledBot | Sequence[CompiledBot], rules: Rules) -> list[Policy]:
    """Return a policy for each seat, from one bot for all, one for each team or one for each seat."""
    given: list[CompiledBot] = as_bot_list(bots)
    return [compiled_policy(bot, rules) for bot in bots_by_seat(given, rules)]


def _state(start: Game | Deal | Position | State) -> State:
    """Return the engine's deal to begin from, with all hands open."""
    if isinstance(start, Game):
        start = start.deal
    if isinstance(start, Position):
        start = Deal.from_position(start)
    if not isinstance(start, Deal | State):
        raise TypeError(f"playouts start from a Game, Deal, View or Position, not from {type_name(start)}")
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
