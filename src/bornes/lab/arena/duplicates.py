"""Duplicates: two entrants who meet on the same luck from every side, and what came of some of them.

A *duplicate* is one deck (with ``games`` the decks of one game) played once for each team: the first entrant on that
team, the second on all others.  A *chunk* is some duplicates, played: what travels back from the worker.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from random import Random
from typing import Protocol

from ...bots import Bot, BotSpec, playouts
from ...bots.bot import PolicyOf
from ...bots.safe_bot import SafeBot
from ...engine.codes import NONE
from ...engine.playout import Policy, deck_order, play_deals
from ...game.deal import Deal, View
from ...game.deal_results import DealResults
from ...game.moves import Move
from ...game.position import compile_rules
from ...rules.cards import Card
from ...rules.ruleset import Rules
from ..estimates import GameTotals, leaders, win_share

_STRIDE = 24 << 20
"""From the decks of one game to those of the next; a multiple of every number of players."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, at what, on which luck."""

    rules: Rules
    one: str
    other: str
    """Bots as they are typed."""
    seed: int
    games: bool = False
    """Whole games, whose players know the totals, rather than single deals."""
    playouts: int = 0
    """How many for each move that differs, where advantages are summed up."""
    patience: float | None = None
    """Seconds a bot may think about a move before it is lost; None waits for ever."""

    @property
    def compiled(self) -> bool:
        """Whether compiled policies play, so that nobody needs a view."""
        return not self.playouts and None not in (policy_of(self.one), policy_of(self.other))

    def seated(self, rotation: int) -> list[str]:
        """Return who sits in each seat while the first entrant is on this team."""
        rules = self.rules
        return [self.one if rules.team_of(seat) == rotation else self.other for seat in range(rules.players)]

    def deck_number(self, duplicate: int, deal: int) -> int:
        """Return the number of a deck, which also says who starts: the number modulo the players.

        Games begin with another seat each; within one the start goes round, unless the deal stays.
        """
        if not self.games:
            return duplicate
        players = self.rules.players
        step = 1 if self.rules.dealer_rotation == "left" else players
        return duplicate * _STRIDE + duplicate % players + deal * step

    def seed_of(self, *what: int | str) -> int:
        """Derive a seed from the match's own and from what it is for; it is small enough for any generator."""
        text = "/".join(map(str, (self.seed, *what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


@lru_cache(maxsize=64)
def spec_of(bot: str) -> BotSpec:
    """Return the spec that a text means; it is looked up once, since that asks all installed packages for bots."""
    return BotSpec.parse(bot)


def policy_of(bot: str) -> PolicyOf | None:
    """Return the compiled policy of a bot, or None if it has none."""
    return spec_of(bot).policy_of


@dataclass(slots=True)
class Chunk:
    """Some duplicates of a pairing, played.  A rotation has the number of the team that the first entrant is on."""

    rows: list[array[int]]
    """For each rotation its deals in order, each the scores of the teams and the team that completed it or -1."""
    lengths: list[array[int]]
    """For each rotation the number of deals in each duplicate."""
    advantages: array[int]
    """For each duplicate the advantages added up; empty where they were not asked for."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often bots failed to make a move, by bot and kind."""
    fault_texts: dict[tuple[str, str], str] = field(default_factory=dict)
    """What went wrong the first time, by bot and kind."""

    @classmethod
    def empty(cls, teams: int) -> Chunk:
        """Make a chunk in which nothing is played yet."""
        return cls([array("i") for _ in range(teams)], [array("i") for _ in range(teams)], array("q"))

    @property
    def teams(self) -> int:
        """How many play, and so how many rotations there are."""
        return len(self.rows)

    def cut(self, duplicates: int) -> Chunk:
        """Return the first duplicates only, with all faults, since nobody knows in which they were."""
        lengths = [one[:duplicates] for one in self.lengths]
        rows = [rows[: sum(one) * (self.teams + 1)] for rows, one in zip(self.rows, lengths, strict=True)]
        return Chunk(rows, lengths, self.advantages[:duplicates], self.faults, self.fault_texts)

    def sizes(self) -> list[int]:
        """Return how many deals each duplicate has."""
        return _add_up(self.lengths)

    def edges(self) -> list[int]:
        """Return what the points of each duplicate differ by, in parts of 1 / (teams - 1)."""
        return _add_up(self._by_duplicate(rotation, self._edges(rotation)) for rotation in range(self.teams))

    def wins(self) -> list[int]:
        """Return the deals won in each duplicate, in parts of ``WIN``."""
        return _add_up(self._by_duplicate(rotation, self._wins(rotation)) for rotation in range(self.teams))

    def games(self, running: Sequence[GameTotals], apart: bool) -> Iterator[list[int]]:
        """Yield for each duplicate what was won of the games that ended in it, in parts of ``WIN``.

        ``running`` has the game in progress of each rotation.  With ``apart`` every duplicate begins a game of its own;
        else games go on from one to the next.
        """
        scores = [
            zip(*self._columns(rotation), rows[self.teams :: self.teams + 1], strict=True)
            for rotation, rows in enumerate(self.rows)
        ]
        for lengths in zip(*self.lengths, strict=True):
            won: list[int] = []
            for rotation, (game, length) in enumerate(zip(running, lengths, strict=True)):
                if apart:
                    game.begin()
                for *points, completer in islice(scores[rotation], length):
                    if game.add(points, completer):
                        won.append(win_share(rotation, game.winners))
            yield won

    def _columns(self, rotation: int) -> list[array[int]]:
        return [self.rows[rotation][team :: self.teams + 1] for team in range(self.teams)]

    def _edges(self, rotation: int) -> list[int]:
        columns = self._columns(rotation)
        totals = map(sum, zip(*columns, strict=True))
        return [self.teams * own - total for own, total in zip(columns[rotation], totals, strict=True)]

    def _wins(self, rotation: int) -> list[int]:
        return [win_share(rotation, leaders(points)) for points in zip(*self._columns(rotation), strict=True)]

    def _by_duplicate(self, rotation: int, numbers: list[int]) -> list[int]:
        lengths = self.lengths[rotation]
        if len(numbers) == len(lengths):  # single deals, or as good as
            return numbers
        rest = iter(numbers)
        return [sum(islice(rest, length)) for length in lengths]


def _add_up(rotations: Iterable[Sequence[int]]) -> list[int]:
    """Add up numbers of the duplicates over the rotations."""
    return [sum(numbers) for numbers in zip(*rotations, strict=True)]


MAX_DEALS_PER_GAME = 1000
"""A longer game is broken off: players who never score would play for ever."""

Row = Sequence[int]
"""The scores of the teams, then the team that completed the trip or -1."""


class ArenaTable(Protocol):
    """Where one rotation of a duplicate is played."""

    def deal(self, number: int, totals: tuple[int, ...]) -> Row:
        """Play the deal from this deck."""

    def report(self, chunk: Chunk) -> None:
        """Add to a chunk what there is to say besides the scores."""


def play(pairing: Pairing, first: int, count: int) -> Chunk:
    """Play so many duplicates from number ``first`` on."""
    if pairing.compiled and not pairing.games:
        return _play_deals(pairing, first, count)
    chunk = Chunk.empty(pairing.rules.teams)
    for duplicate in range(first, first + count):
        if pairing.playouts:
            chunk.advantages.append(0)
        for rotation in range(pairing.rules.teams):
            table: ArenaTable = (
                PolicyTable(pairing, rotation) if pairing.compiled else BotTable(pairing, rotation, duplicate)
            )
            rows = list(_rows(pairing, duplicate, table))
            chunk.lengths[rotation].append(len(rows))
            for row in rows:
                chunk.rows[rotation].extend(row)
            table.report(chunk)
    return chunk


def _rows(pairing: Pairing, duplicate: int, table: ArenaTable) -> Iterator[Row]:
    if not pairing.games:
        yield table.deal(pairing.deck_number(duplicate, 0), ())
        return
    game = GameTotals(pairing.rules)
    for deal in range(MAX_DEALS_PER_GAME):
        row = table.deal(pairing.deck_number(duplicate, deal), game.totals)
        yield row
        *scores, completer = row
        if game.add(scores, completer):
            return


def _play_deals(pairing: Pairing, first: int, count: int) -> Chunk:
    """Play many deals of compiled policies in one call."""
    teams = pairing.rules.teams
    chunk = Chunk.empty(teams)
    for rotation in range(teams):
        table = PolicyTable(pairing, rotation)
        chunk.rows[rotation] = table.deals(first, count)
        chunk.lengths[rotation] = array("i", [1]) * count
    return chunk


class PolicyTable:
    """A table of compiled policies, which need no views and pay no attention to totals."""

    def __init__(self, pairing: Pairing, rotation: int) -> None:
        self._seed = pairing.seed
        self._compiled_rules = compile_rules(pairing.rules)
        self._teams = pairing.rules.teams
        made = {bot: _policy(pairing, bot) for bot in (pairing.one, pairing.other)}
        self._policies = [made[bot] for bot in pairing.seated(rotation)]

    def deals(self, first: int, count: int) -> array[int]:
        """Play many deals, and return their rows."""
        table = play_deals(self._compiled_rules, self._policies, count, self._seed, first, lanes=True)
        played = DealResults(self._teams, table)
        columns = (*played.scores, played.completers)
        rows = array("i", bytes(4 * len(columns))) * count
        for number, column in enumerate(columns):
            rows[number :: len(columns)] = column
        return rows

    def deal(self, number: int, totals: tuple[int, ...]) -> Row:
        """Play the deal from this deck."""
        return self.deals(number, 1)

    def report(self, chunk: Chunk) -> None:
        """Add nothing: policies never fail, and their moves are not compared."""


class BotTable:
    """A table of bots with views, each guarded: one that fails loses the decision, not the match."""

    def __init__(self, pairing: Pairing, rotation: int, duplicate: int) -> None:
        self._pairing = pairing
        self._where = (duplicate, rotation)
        self._seated = pairing.seated(rotation)
        self._bots = [SafeBot(self._bot(seat, bot), patience=pairing.patience) for seat, bot in enumerate(self._seated)]
        self._advantage = self._make_advantage(rotation) if pairing.playouts else None

    def _bot(self, seat: int, bot: str, purpose: str = "") -> Bot:
        return spec_of(bot).bot(self._pairing.seed_of(*self._where, seat, purpose))

    def _make_advantage(self, rotation: int) -> Advantage:
        pairing = self._pairing
        # B draws its luck apart from A's, since what A drew before has shaped the deal; but A against itself is the
        # same player twice, and worth nothing exactly.
        purpose = "" if pairing.one == pairing.other else "shadow"
        shadows = {seat: self._bot(seat, pairing.other, purpose) for seat in pairing.rules.seats_of(rotation)}
        where = self._where

        def seed_of(decision: int) -> int:
            return pairing.seed_of(*where, "playouts", decision)

        return Advantage(_policy(pairing, pairing.other), shadows, pairing.playouts, seed_of)

    def deal(self, number: int, totals: tuple[int, ...]) -> Row:
        """Play the deal from this deck."""
        deal = self._dealt(number, totals)
        while (seat := deal.seat) is not None:
            view = deal.view(seat)
            move = self._bots[seat].choose(view)
            if self._advantage is not None:
                self._advantage.add(deal, view, move)
            deal.play(move)
        return (*deal.scores, NONE if deal.completer is None else deal.completer)

    def _dealt(self, number: int, totals: tuple[int, ...]) -> Deal:
        rules, pairing = self._pairing.rules, self._pairing

        def chance(discards: Sequence[Card], reshuffle: int) -> Sequence[Card]:
            return Random(pairing.seed_of("deck", number, reshuffle)).sample(discards, len(discards))

        deck = [Card(card) for card in deck_order(compile_rules(rules), pairing.seed, number)]
        return Deal(rules, deck, first=number % rules.players, chance=chance, totals_before=totals, lanes=True)

    def report(self, chunk: Chunk) -> None:
        """Add what the bots failed to do, and what the moves were worth."""
        for name, bot in zip(self._seated, self._bots, strict=True):
            for fault in bot.faults:
                chunk.faults[name, fault.kind] += 1
                chunk.fault_texts.setdefault((name, fault.kind), fault.text)
            if bot.lost > len(bot.faults):  # not all are kept; the rest are taken to be like the last
                chunk.faults[name, bot.faults[-1].kind] += bot.lost - len(bot.faults)
        if self._advantage is not None:
            chunk.advantages[-1] += self._advantage.total


class Advantage:
    """What the moves of one player are worth over those of another in a deal, with most of the luck left out.

    Let everybody play as B, but for one team that plays as A.  Wherever A's move is not the one that B would make, both
    are played out many times with everybody playing as B from then on, and the difference is added.  Over the deal the
    differences have the same mean as what A really gains: A's value less B's is the sum, over the decisions that A
    meets, of Q_B(A's move) - Q_B(B's move), where Q_B is what a move is worth if everybody plays as B afterwards.  That
    holds only if A's own seat plays as B afterwards, too: what A makes of later decisions is counted when they come.
    """

    def __init__(self, policy: Policy, shadows: Mapping[int, Bot], number: int, seed_of: Callable[[int], int]) -> None:
        self.total = 0
        """Over all playouts, in parts of 1 / (teams - 1) points."""
        self._policy = policy
        self._shadows = shadows
        """B, for the seats that A has."""
        self._number = number
        self._seed_of = seed_of
        self._decisions = 0

    def add(self, deal: Deal, view: View, move: Move) -> None:
        """Add what a move is worth over B's, if it is a move of A that differs."""
        seat = view.viewer
        if seat is None or seat not in self._shadows:
            return
        self._decisions += 1
        usual = self._shadows[seat].choose(view)
        if usual != move:
            # Both on the same luck: what they have in common cancels out.
            seed = self._seed_of(self._decisions)
            self.total += self._worth(deal, seat, move, seed) - self._worth(deal, seat, usual, seed)

    def _worth(self, deal: Deal, seat: int, move: Move, seed: int) -> int:
        state, teams = deal.state, deal.rules.teams
        state.apply(move)
        totals = playouts(state, self._number, self._policy, seed=seed).totals
        return teams * totals[deal.rules.team_of(seat)] - sum(totals)


def _policy(pairing: Pairing, bot: str) -> Policy:
    found = policy_of(bot)
    assert found is not None
    return found(pairing.rules)
