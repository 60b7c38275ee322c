"""A recorded game moment by moment: any moment of any deal, with what everybody held."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...cards import Card
from ...deal import Deal
from ...engine.codes import Phase
from ...events import Event, Viewer
from ...game import Game
from ...view import View


class Moment(NamedTuple):
    """After so many moves of a deal, which is counted from 1."""

    deal: int
    moves: int


class Timeline:
    """The moments of a game, in order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self._cuts = lru_cache(maxsize=None)(self._cuts_of)
        self.hands = lru_cache(maxsize=16)(self._hands_at)
        """What everybody held at a moment."""

    # -- going from moment to moment -----------------------------------------------------------------------------

    def moves(self, deal: int) -> int:
        """Return how many moves a deal has."""
        return len(self.game.deals[deal - 1].moves)

    @property
    def first(self) -> Moment:
        """The moment before the first move of the game."""
        return Moment(1, 0)

    @property
    def last(self) -> Moment:
        """The moment after the last move of the game."""
        return self.end_of(len(self.game.deals))

    def end_of(self, deal: int) -> Moment:
        """Return the moment after the last move of a deal."""
        return Moment(deal, self.moves(deal))

    def after(self, at: Moment) -> Moment:
        """Return the moment one move later, if there is one, else this one."""
        if at.moves < self.moves(at.deal):
            return Moment(at.deal, at.moves + 1)
        return Moment(at.deal + 1, 0) if at.deal < len(self.game.deals) else at

    def before(self, at: Moment) -> Moment:
        """Return the moment one move earlier, if there is one, else this one."""
        if at.moves:
            return Moment(at.deal, at.moves - 1)
        return self.end_of(at.deal - 1) if at.deal > 1 else at

    def deal_after(self, at: Moment) -> Moment:
        """Return the beginning of the next deal, or after the last deal the end of the game."""
        return Moment(at.deal + 1, 0) if at.deal < len(self.game.deals) else self.last

    def deal_before(self, at: Moment) -> Moment:
        """Return the beginning of this deal, or from there the beginning of the one before it."""
        return Moment(at.deal, 0) if at.moves else Moment(max(1, at.deal - 1), 0)

    # -- what there was to see -----------------------------------------------------------------------------------

    def events(self, at: Moment) -> Sequence[Event]:
        """All that had happened in the deal, with every private part."""
        return self.game.deals[at.deal - 1].events[: self._cuts(at.deal)[at.moves]]

    def latest(self, at: Moment) -> Sequence[Event]:
        """What the last move brought about; the beginning of the deal, where there was none yet."""
        cuts = self._cuts(at.deal)
        return self.game.deals[at.deal - 1].events[cuts[at.moves - 1] if at.moves else 0 : cuts[at.moves]]

    def view(self, at: Moment, viewer: Viewer = None) -> View:
        """Return what a seat knew at that moment, or for None a spectator."""
        totals = self.game.deals[at.deal - 1].totals_before
        return View.fold(self.rules, viewer, self.events(at), totals)

    def _hands_at(self, at: Moment) -> tuple[tuple[Card, ...], ...]:
        return tuple(self.view(at, seat).hand for seat in range(self.rules.players))

    def totals(self, at: Moment) -> tuple[int, ...]:
        """Return every team's points: those of earlier deals, and once it is over those of this one."""
        deal = self.game.deals[at.deal - 1]
        if not deal.over or at.moves < len(deal.moves):
            return deal.totals_before
        return tuple(before + points for before, points in zip(deal.totals_before, deal.scores, strict=True))

    def _cuts_of(self, number: int) -> tuple[int, ...]:
        """How many events there were after each move; the deal is played again to see."""
        played = self.game.deals[number - 1]
        again = Deal(self.rules, played.deck, first=played.first, totals_before=played.totals_before)
        cuts = [len(again.events)]
        for _, _, text in played.moves:
            again.play(text)
            while again.phase is Phase.CHANCE and len(again.reshuffles) < len(played.reshuffles):
                again.reshuffle(played.reshuffles[len(again.reshuffles)])
            cuts.append(len(again.events))
        return tuple(cuts)
