"""An episode of an environment: a deal or the deals of a game, what a seat sees of it, and who plays the other seats.

The engine's state is played.  Views are made from events, which takes many times as long as a move, and most learners
never ask for one.  So the moves are kept, and made again in a ``Deal`` when somebody asks for a view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Literal, get_args

import numpy as np

from ...bots import BotSpec, SafeBot
from ...bots.roster import compiled_policy
from ...engine import scoring
from ...engine.codes import Ending, Phase
from ...engine.playout import Policy, Rng, decide, deck_order
from ...engine.state import State
from ...game.deal import Deal, View
from ...game.events import TurnBegan, Viewer
from ...game.game import game_winner
from ...game.position import Piles, compile_rules
from ...i18n import Translator
from ...rules.cards import Card
from ...rules.editions import edition as edition_of
from ...rules.ruleset import Rules, RulesError
from . import observation
from .features import ACTIONS, SIZE, SLICES, Mask, Numbers

EpisodeLength = Literal["deal", "game"]
"""What an episode is: one deal, or a whole game."""

ON_CHANCE = int(Phase.CHANCE)
IS_OVER = int(Phase.OVER)
COMPLETED = int(Ending.COMPLETED)
ILLEGAL_MOVE_REWARD = -5000.0
"""In points: more than a deal can lose, so that breaking the rules never pays."""
MAX_SKIPPED_DEALS = 1000
"""Deals in a row without a decision; after more, none is expected."""
_TOTALS = SLICES["totals"]


def resolve_rules(
    rules: Rules | None, edition: str, players: int | None, partners: bool | None, short: bool, episode: str
) -> Rules:
    """Return the rules that an environment is asked for: those that are given, or those of a form of an edition."""
    if episode not in get_args(EpisodeLength):
        raise ValueError(f"episode: must be one of {', '.join(get_args(EpisodeLength))}, not {episode!r}")
    if rules is None:
        return edition_of(edition).rules(2 if players is None else players, partners=partners, short=short)
    if players not in (None, rules.players) or partners is not None or short:
        raise RulesError("players", "the form is in the rules already: leave players and partners out")
    return rules


class Episode:
    """One episode.  All luck comes from the seed, which also says who starts."""

    def __init__(self, rules: Rules, seed: int, length: EpisodeLength = "deal") -> None:
        self.rules = rules
        self.seed = seed
        self._teams = rules.teams
        self.totals = (0,) * rules.teams
        """The teams' points of the deals that are over."""
        self.deals = 0
        """How many deals have begun."""
        self.over = False
        """Whether the episode has ended."""
        self.state = State(compile_rules(rules))
        """The deal as the engine has it, all cards open."""
        self._game = length == "game" and rules.game_goal > 0
        self._deck: list[int] = []
        self._moves: list[int] = []
        self._orders: list[list[int]] = []
        self._told: Deal | None = None
        """The present deal as far as somebody has asked for a view of it."""
        self._first = Rng(seed, 1).below(rules.players)
        self._begin()
        while self.state.phase == IS_OVER:
            self._skip()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the deal that views come from, which is made again when somebody asks for one."""
        return {**self.__dict__, "_told": None}

    def __copy__(self) -> Episode:
        """Return an episode that goes its own way."""
        return deepcopy(self)

    @property
    def seat(self) -> int:
        """Who decides, or at the end who decided last."""
        return self.state.seat

    def play(self, move: int) -> tuple[int, ...] | None:
        """Make a legal move; if it ends a deal, return the points that the teams made in it."""
        self._moves.append(move)
        self.state.apply(move)
        self._shuffle()
        if self.state.phase != IS_OVER:
            return None
        before = self.totals
        while self.state.phase == IS_OVER and not self.over:  # a deal may end before anybody is asked
            self._settle()
        return tuple(now - then for now, then in zip(self.totals, before, strict=True))

    def legal_move(self, action: int) -> int | None:
        """Return the move that an action of the seat that decides means, or None where it is not legal."""
        move = observation.to_move(action, self.state.seat % self._teams, self._teams)
        return move if self.state.legal() >> move & 1 else None

    # -- what a seat sees ---------------------------------------------------------------------------------------

    def seen(self, seat: int) -> tuple[Numbers, Mask]:
        """Return what a seat may know, as a row of numbers, and the mask of what it may do."""
        row, mask = np.empty(SIZE, np.int32), np.empty(ACTIONS, np.int8)
        observation.observe(self.state, seat, row)
        observation.mask(self.state, seat, mask)
        if self._game:
            own, teams = seat % self._teams, self._teams
            row[_TOTALS][:teams] = [self.totals[(own + seen) % teams] for seen in range(teams)]
        return row, mask

    def view(self, seat: Viewer = None) -> View:
        """Return all that a seat, or without one a spectator, may know."""
        return self.deal.view(seat)

    def in_words(self, seat: Viewer, language: str) -> str:
        """Describe what a seat or a spectator sees: tables, piles, what happened in this turn, what can be done."""
        view = self.view(seat)
        rules = view.rules
        unnamed = Translator(language, rules.edition)
        names = [unnamed.seat(number) for number in range(rules.players)]
        words = Translator(language, rules.edition, names, rules.teams)
        return "\n".join([*_tables(view, words), _piles(view, words), _happened(view, words), *_choice(view, words)])

    @property
    def deal(self) -> Deal:
        """The present deal with all its events, brought up to date."""
        if self._told is None:
            deck, totals = [Card(card) for card in self._deck], self.totals_before if self._game else ()
            self._told = Deal(self.rules, deck, first=self.first, chance=self._as_shuffled, totals_before=totals)
        for move in self._moves[len(self._told.moves) :]:
            self._told.play(move)
        return self._told

    def _as_shuffled(self, discards: Sequence[Card], number: int) -> Sequence[Card]:
        return [Card(card) for card in self._orders[number - 1]]

    # -- deals --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Deal a fresh deck; who starts moves on as the rules say."""
        turned = self.deals if self.rules.dealer_rotation == "left" else 0
        self.first = (self._first + turned) % self.rules.players
        self.totals_before = self.totals
        self._deck = deck_order(self.state.rules, self.seed, self.deals + 1)
        self._chance = Rng(self.seed, 2 * self.deals + 3)
        self._moves = []
        self._orders = []
        self._told = None
        self.deals += 1
        self.state.deal(self._deck, self.first)
        self._shuffle()

    def _skip(self) -> None:
        """Skip a first deal that ended before anybody was asked: every episode has a decision."""
        if self.deals > MAX_SKIPPED_DEALS:
            raise ValueError("by these rules nobody is ever asked for a move")
        self._begin()

    def _shuffle(self) -> None:
        """Shuffle the discards whenever the deal stops for that."""
        while self.state.phase == ON_CHANCE:
            order = sorted(self.state.discard_pile())
            for last in range(len(order) - 1, 0, -1):
                other = self._chance.below(last + 1)
                order[last], order[other] = order[other], order[last]
            self._orders.append(order)
            self.state.reshuffle(order)

    def _settle(self) -> None:
        """Add the points of the deal that is over, and begin the next one if the game goes on."""
        self.totals = tuple(total + scoring.total(self.state, team) for team, total in enumerate(self.totals))
        completer = self.state.completer if self.state.ending == COMPLETED else None
        self.over = not self._game or game_winner(self.rules, self.totals, completer) is not None
        if not self.over:
            self._begin()


def rewards_of(rules: Rules, points: Sequence[int], scale: float) -> list[float]:
    """Return for each seat its team's points less the mean of the other teams', times the scale."""
    others = rules.teams - 1
    everybody = sum(points)
    worth = [scale * (own - (everybody - own) / others) for own in points]
    return [worth[seat % rules.teams] for seat in range(rules.players)]


# -- in words -----------------------------------------------------------------------------------------------------


def _tables(view: View, words: Translator) -> Iterator[str]:
    width = max(len(words.team(team)) for team in range(view.rules.teams))
    for team, piles in enumerate(view.tables):
        yield f"{words.team(team):<{width}}  {words.distance(piles.miles):>12}  {_laid(piles, words)}"


def _laid(piles: Piles, words: Translator) -> str:
    tops = [pile[-1] for pile in (piles.battle, piles.speed) if pile]
    names = [words.card(card) for card in (*tops, *piles.safeties)]
    return " · ".join(names) or "–"


def _piles(view: View, words: Translator) -> str:
    top = f" ({words.card(view.discards[-1])})" if view.discards else ""
    drawn = f"{words.heading('draw_pile')} {view.draw_pile_size}"
    return f"{drawn}, {words.term('discards')} {len(view.discards)}{top}"


def _happened(view: View, words: Translator) -> str:
    """Describe the events since the present turn began, or those of the deal's end."""
    events = view.events
    begun = [number for number, event in enumerate(events) if isinstance(event, TurnBegan)]
    sentences = [words.event(event) for event in events[begun[-1] if begun else 0 :]]
    return " ".join(sentence for sentence in sentences if sentence)


def _choice(view: View, words: Translator) -> Iterator[str]:
    if view.hand:
        yield f"{words.heading('hand')}: {', '.join(words.card(card) for card in view.hand)}"
    if view.to_decide:
        yield f"{words.phase(view.phase)}: {'; '.join(words.move(move, view.phase) for move in view.legal_moves)}"


# -- who plays the seats that are not the learner's ---------------------------------------------------------------

Opponent = str | Policy | None
"""A bot by name, or a compiled policy; None is the learner's own seat."""


def seat_opponents(
    rules: Rules, opponents: Opponent | Sequence[Opponent], seats: Sequence[int] | None
) -> tuple[Opponent, ...]:
    """Say who sits in each seat, None for the learner: from one opponent for all others, or one for each seat."""
    if opponents is None:
        if seats is not None and sorted(seats) != list(range(rules.players)):
            raise ValueError("seats: without opponents every seat is the learner's")
        return (None,) * rules.players
    if isinstance(opponents, str | Policy):
        own = _own_seats(rules, (0,) if seats is None else seats)
        return tuple(None if seat in own else opponents for seat in range(rules.players))
    if seats is not None:
        raise ValueError("seats: with opponents by seat, None among them says which seats are the learner's")
    if len(opponents) != rules.players or None not in opponents:
        raise ValueError(f"opponents: {rules.players}, one for each seat, and None for the learner's")
    return tuple(opponents)


def _own_seats(rules: Rules, seats: Sequence[int]) -> set[int]:
    own = set(seats)
    if not own or not own <= set(range(rules.players)):
        raise ValueError(f"seats: must be some of 0 to {rules.players - 1}, not {list(seats)!r}")
    return own


class OpponentSeat:
    """An opponent for one episode: a bot is made anew for each, since it may remember."""

    def __init__(self, rules: Rules, who: str | Policy, seed: int) -> None:
        self._rng = Rng(seed)
        self._policy: Policy | None = None
        self._bot: SafeBot | None = None
        spec = None if isinstance(who, Policy) else BotSpec.parse(who)
        if spec is None or spec.policy_of is not None:
            self._policy = compiled_policy(spec or who, rules)
        else:
            self._bot = SafeBot(spec.bot(seed))

    def choose(self, episode: Episode, seat: int) -> int:
        """Choose a move; a compiled policy reads the engine's state, but uses no more of it than a view shows."""
        if self._policy is not None:
            return decide(self._policy, episode.state, self._rng)
        assert self._bot is not None
        return int(self._bot.choose(episode.view(seat)))
