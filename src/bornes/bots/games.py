"""Whole games between bots."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from random import Random

from ..engine.checks import whole
from ..events import Event
from ..game import Game, GameError, Seed, form_rules
from ..rules import Rules
from .bot import Bot, kind_of
from .guard import BotWarning, Guarded, luck_of, seat_bot
from .roster import Spec, as_list, for_each_seat

Player = str | Spec | Bot
"""A bot by name, such as ``"champion"`` or ``"champion:playouts=4000"``, or a bot itself."""
OnEvents = Callable[[Game, tuple[Event, ...]], None]
"""Hears of what happened in a game, every private part of it included."""

MOST_DEALS = 10**9


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

    Whatever a bot does, the game goes on: each is guarded (see ``Guarded``), with ``patience`` seconds for a decision
    where that is given.  Decisions that a bot lost are told in a ``BotWarning`` at the end.  A bot that is ``Guarded``
    already is taken as it is, and keeps its faults for whoever made it.
    """
    most = None if deals is None else whole("deals", deals, 1, MOST_DEALS)
    given: list[Player] = as_list(bots)
    begun = _begun(game, given, players, partners, short, seed)
    seats = for_each_seat(given, begun.rules)
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


def _play_deal(game: Game, guards: Sequence[Guarded], tell: OnEvents) -> None:
    """Play the present deal to its end; one that has begun is told from its beginning."""
    deal = game.deal
    if deal.over:
        return
    tell(game, tuple(deal.events))
    while not deal.over:
        if deal.seat is None:  # a deal from a given deck, whose discards nobody else shuffles
            discards = sorted(deal.view().discards)
            tell(game, deal.reshuffle(Random(luck_of(game, "shuffle")).sample(discards, len(discards))))
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


def _guarded(game: Game, seat: int, who: Player, patience: float | None) -> Guarded:
    """Return a bot for a seat, guarded."""
    if isinstance(who, str | Spec):
        return seat_bot(game, seat, who, patience)
    if isinstance(who, Guarded):
        return who
    if isinstance(who, type) or not isinstance(who, Bot):
        made = f"; make one, {who.__name__}()" if isinstance(who, type) else ""
        raise TypeError(f"bots: a bot is a name or has a name and choose(view), not {kind_of(who)}{made}")
    return Guarded(who, patience=patience)
