"""Playing the duplicates of a pairing.

``play`` is a pure function of the pairing and the numbers of the duplicates, so a long match can be cut into pieces
anywhere and played on any machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from ...bots import Bot
from ...bots.guard import Guarded
from ...cards import Card
from ...deal import Deal
from ...engine.codes import NONE
from ...engine.playout import Policy, deck_order, play_deals
from ...position import compile_rules
from .advantage import Advantage
from .chunk import Piece
from .pairing import Pairing, policy_of, spec_of
from .running_totals import Chain

LONGEST = 1000
"""Deals after which a game is broken off: players who never score would play for ever."""

Row = Sequence[int]
"""The scores of the teams, then the team that completed the trip or -1."""


class ArenaTable(Protocol):
    """Where one rotation of a duplicate is played."""

    def deal(self, number: int, totals: tuple[int, ...]) -> Row:
        """Play the deal from this deck."""

    def leave(self, piece: Piece) -> None:
        """Hand in what there is to say besides the scores."""


def play(pairing: Pairing, first: int, count: int) -> Piece:
    """Play the duplicates from number ``first`` on."""
    if pairing.compiled and not pairing.games:
        return _play_deals(pairing, first, count)
    piece = Piece.empty(pairing.rules.teams)
    for duplicate in range(first, first + count):
        if pairing.playouts:
            piece.advantages.append(0)
        for rotation in range(pairing.rules.teams):
            table: ArenaTable = (
                PolicyTable(pairing, rotation) if pairing.compiled else BotTable(pairing, rotation, duplicate)
            )
            rows = list(_rows(pairing, duplicate, table))
            piece.lengths[rotation].append(len(rows))
            for row in rows:
                piece.rows[rotation].extend(row)
            table.leave(piece)
    return piece


def _rows(pairing: Pairing, duplicate: int, table: ArenaTable) -> Iterator[Row]:
    if not pairing.games:
        yield table.deal(pairing.deck_number(duplicate, 0), ())
        return
    chain = Chain(pairing.rules)
    for deal in range(LONGEST):
        row = table.deal(pairing.deck_number(duplicate, deal), chain.totals)
        yield row
        *scores, completer = row
        if chain.add(scores, completer):
            return


def _play_deals(pairing: Pairing, first: int, count: int) -> Piece:
    """Many deals of compiled policies in one go."""
    teams = pairing.rules.teams
    piece = Piece.empty(teams)
    for rotation in range(teams):
        table = PolicyTable(pairing, rotation)
        piece.rows[rotation] = table.deals(first, count)
        piece.lengths[rotation] = array("i", [1]) * count
    return piece


class PolicyTable:
    """Compiled policies, who need no views and mind no totals."""

    def __init__(self, pairing: Pairing, rotation: int) -> None:
        self._seed = pairing.seed
        self._law = compile_rules(pairing.rules)
        self._teams = pairing.rules.teams
        made = {bot: _policy(pairing, bot) for bot in (pairing.one, pairing.other)}
        self._policies = [made[bot] for bot in pairing.seated(rotation)]

    def deals(self, first: int, count: int) -> array[int]:
        """The rows of many deals."""
        played, teams = play_deals(self._law, self._policies, count, self._seed, first, lanes=True), self._teams
        rows = array("i", bytes(4 * count * (teams + 1)))
        for column in range(teams):
            rows[column :: teams + 1] = played[column :: teams + 4]
        rows[teams :: teams + 1] = played[teams + 3 :: teams + 4]
        return rows

    def deal(self, number: int, totals: tuple[int, ...]) -> Row:
        """Play the deal from this deck."""
        return self.deals(number, 1)

    def leave(self, piece: Piece) -> None:
        """Policies neither fail nor are weighed here."""


class BotTable:
    """Bots with views, each guarded: one that fails loses the decision, not the match."""

    def __init__(self, pairing: Pairing, rotation: int, duplicate: int) -> None:
        self._pairing = pairing
        self._where = (duplicate, rotation)
        self._seated = pairing.seated(rotation)
        self._bots = [Guarded(self._bot(seat, bot), patience=pairing.patience) for seat, bot in enumerate(self._seated)]
        self._advantage = self._weighed(rotation) if pairing.playouts else None

    def _bot(self, seat: int, bot: str, purpose: str = "") -> Bot:
        return spec_of(bot).bot(self._pairing.seed_of(*self._where, seat, purpose))

    def _weighed(self, rotation: int) -> Advantage:
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
                self._advantage.weigh(deal, view, move)
            deal.play(move)
        return (*deal.scores, NONE if deal.completer is None else deal.completer)

    def _dealt(self, number: int, totals: tuple[int, ...]) -> Deal:
        rules, pairing = self._pairing.rules, self._pairing

        def chance(discards: Sequence[Card], reshuffle: int) -> Sequence[Card]:
            return Random(pairing.seed_of("deck", number, reshuffle)).sample(discards, len(discards))

        deck = [Card(card) for card in deck_order(compile_rules(rules), pairing.seed, number)]
        return Deal(rules, deck, first=number % rules.players, chance=chance, totals_before=totals, lanes=True)

    def leave(self, piece: Piece) -> None:
        """Hand in what the bots failed to do, and what the moves were worth."""
        for name, bot in zip(self._seated, self._bots, strict=True):
            for fault in bot.faults:
                piece.faults[name, fault.kind] += 1
                piece.sayings.setdefault((name, fault.kind), fault.text)
            if bot.lost > len(bot.faults):  # not all are kept; those behind are taken to be like the last
                piece.faults[name, bot.faults[-1].kind] += bot.lost - len(bot.faults)
        if self._advantage is not None:
            piece.advantages[-1] += self._advantage.total


def _policy(pairing: Pairing, bot: str) -> Policy:
    found = policy_of(bot)
    assert found is not None
    return found(pairing.rules)
