"""A table in this process: people at this keyboard, and bots that think beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from random import SystemRandom

from ..bots import Fault
from ..bots.guard import seat_bot
from ..engine.codes import Phase
from ..events import Viewer
from ..game import Game, Seed
from ..moves import Move
from ..review.hint import Hint, hint
from ..rules import Rules
from ..scores import GameSheet
from ..view import View
from .pacing import Pacing
from .table import Seat, TableError
from .thinking import beside

Keep = Callable[[Game], None]
"""Puts a game where it is not lost."""
PATIENCE = 120.0
"""Seconds after which a bot is taken to be stuck, and somebody else decides for it."""


class LocalTable:
    """A game that is played here; see ``Table`` for what a client may ask of it.

    Bots decide one after another, ``pace`` seconds apart at least; ``pause`` stops them before their next move, and
    ``step`` lets them make one.  ``keep`` is called after every change before anybody is told of it.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], *, pace: float = 0.0, keep: Keep | None = None) -> None:
        if len(seats) != game.rules.players:
            raise TableError(f"{game.rules.players} play, not {len(seats)}")
        self._game = game
        self._seats = tuple(seats)
        self._keep = keep
        self._bots = {
            at: seat_bot(game, at, seat.bot, PATIENCE) for at, seat in enumerate(seats) if seat.bot is not None
        }
        for at, seat in enumerate(seats):
            if (seat.bot is None) != seat.here:
                raise TableError(f"seat {at}: either a bot plays or somebody here does")
        self._pacing = Pacing(pace)
        self._closed = False
        self._heard: list[Callable[[], None]] = []
        self._driver: asyncio.Task[None] | None = None
        self._shuffle()
        self._kept()
        self._drive_on()

    @classmethod
    def new(
        cls,
        rules: Rules,
        seats: Sequence[Seat],
        *,
        seed: Seed | None = None,
        dealer: int | None = None,
        pace: float = 0.0,
        keep: Keep | None = None,
    ) -> LocalTable:
        """A new game; ``dealer`` deals first, or starts where the rulebook lets the youngest start."""
        starts = "first" if rules.first_player == "youngest" else "dealer"
        names = [seat.name for seat in seats]
        game = Game(rules, seed=seed, names=names, **{starts: dealer})  # type: ignore[arg-type]
        return cls(game, seats, pace=pace, keep=keep)

    @classmethod
    def resume(cls, game: Game, seats: Sequence[Seat], *, pace: float = 0.0, keep: Keep | None = None) -> LocalTable:
        """A game that was begun before."""
        return cls(game, seats, pace=pace, keep=keep)

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self._game.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self._seats

    @property
    def number(self) -> int:
        """Which deal is played, from 1."""
        return len(self._game.deals)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points, this deal with what it has so far."""
        return self._game.totals

    @property
    def over(self) -> bool:
        """Whether no further deal will be played."""
        return self._game.over

    @property
    def winner(self) -> int | None:
        """The team that has won the game."""
        return self._game.winner

    @property
    def watched(self) -> bool:
        """Whether nobody here plays, so that all hands may lie open."""
        return not any(seat.here for seat in self._seats)

    @property
    def faults(self) -> tuple[tuple[int, Fault], ...]:
        """What bots did instead of choosing a legal move, with their seats; somebody else decided then."""
        return tuple((at, fault) for at, bot in self._bots.items() for fault in bot.faults)

    @property
    def record(self) -> str:
        """The record of the game."""
        return self._game.record

    def view(self, viewer: Viewer) -> View:
        """What a seat at this keyboard may know of the present deal, with its events; None gives a spectator's view."""
        if viewer is not None:
            self._check_here(viewer)
        return self._game.deal.view(viewer)

    def open_view(self, seat: int) -> View:
        """What any seat knows, at a table that is only watched."""
        if not self.watched:
            raise TableError("somebody here plays: the other hands stay covered")
        return self._game.deal.view(seat)

    def sheet(self) -> GameSheet:
        """The score sheet of the game."""
        return self._game.score_sheet()

    def listen(self, heard: Callable[[], None]) -> None:
        """Call this after every change."""
        self._heard.append(heard)
        self._drive_on()

    # -- what there is to do -------------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until somebody here has to decide, or the deal is over; at a table that is left, not at all."""
        self._drive_on()
        while not self._closed and self._bot_asked() is not None:
            await self._pacing.stirred()

    async def play(self, seat: int, move: Move) -> None:
        """Make a move for a seat at this keyboard; an illegal one raises IllegalMove and changes nothing."""
        self._check_open()
        self._check_asked(seat)
        self._make(move)
        self._drive_on()

    async def next_deal(self) -> None:
        """Begin the next deal once this one is over."""
        self._check_open()
        if not self._game.deal.over:
            raise TableError("the present deal is not over")
        if self._game.over:
            raise TableError("the game is over")
        self._game.next_deal()
        self._changed()
        self._drive_on()

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back: only where one person plays against bots."""
        return self._last_decision() is not None

    async def undo(self) -> None:
        """Take back the person's last move and all that followed; TableError where that cannot be."""
        self._check_open()
        if sum(seat.here for seat in self._seats) != 1:
            raise TableError("moves are taken back only where one person plays against bots")
        back_to = self._last_decision()
        if back_to is None:
            raise TableError("there is no move to take back in this deal")
        self._rest()
        self._game.take_back(len(self._game.deal.moves) - back_to)
        self._changed()
        self._drive_on()

    async def hint(self, seat: int) -> Hint:
        """What the champion would do for a seat at this keyboard that is to decide, and why."""
        self._check_asked(seat)
        return await beside(partial(hint, self._game.deal.view(seat).detached()), "hint")

    async def close(self) -> None:
        """Leave the table; whatever is under way ends, and nothing is lost."""
        if self._closed:
            return
        self._closed = True
        self._rest()
        self._pacing.stir()

    # -- how fast ------------------------------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        """Seconds from one move of a bot to the next at least."""
        return self._pacing.seconds

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._pacing.seconds = seconds

    @property
    def paused(self) -> bool:
        """Whether the bots wait."""
        return self._pacing.paused

    def pause(self) -> None:
        """Let the bots wait before their next move."""
        self._pacing.pause()

    def go_on(self) -> None:
        """Let the bots play again."""
        self._pacing.go_on()

    def step(self) -> None:
        """Let the bots make one more move, without delay, and wait."""
        self._pacing.step()

    # -- the driver ----------------------------------------------------------------------------------------------

    def _bot_asked(self) -> int | None:
        """The seat of the bot that has to decide."""
        seat = self._game.deal.seat
        return seat if seat in self._bots else None

    def _drive_on(self) -> None:
        """Let the bots play, if one of them is asked and there is a loop to do it on."""
        if self._closed or self._bot_asked() is None or (self._driver is not None and not self._driver.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # whoever waits or listens inside a loop will ask again
            return
        self._driver = loop.create_task(self._drive(), name="bots")

    def _rest(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
            self._driver = None

    async def _drive(self) -> None:
        while (seat := self._bot_asked()) is not None:
            since = asyncio.get_running_loop().time()
            view = self._game.deal.view(seat).detached()
            move = await beside(partial(self._bots[seat].choose, view), f"seat {seat}")
            # An answer to a hazard takes no time, or it would tell that somebody was asked.
            await self._pacing.time_to_move(since, 0.0 if view.phase is Phase.REACT else None)
            self._make(move)

    def _make(self, move: Move) -> None:
        self._game.play(move)
        self._shuffle()
        self._changed()

    def _shuffle(self) -> None:
        """Shuffle where a deal from a given deck needs it: nobody else would."""
        deal = self._game.deal
        while deal.phase is Phase.CHANCE:
            discards = list(deal.view().discards)
            SystemRandom().shuffle(discards)
            deal.reshuffle(discards)

    def _changed(self) -> None:
        self._kept()
        self._pacing.stir()
        for heard in list(self._heard):
            heard()

    def _kept(self) -> None:
        if self._keep is not None:
            self._keep(self._game)

    # -- who may do what -----------------------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._closed:
            raise TableError("this table is closed")

    def _check_here(self, seat: int) -> None:
        if not 0 <= seat < len(self._seats):
            raise TableError(f"there is no seat {seat}; seats are 0 to {len(self._seats) - 1}")
        if not self._seats[seat].here:
            raise TableError(f"{self._seats[seat].name} does not sit at this keyboard")

    def _check_asked(self, seat: int) -> None:
        self._check_here(seat)
        if self._game.deal.seat != seat:
            raise TableError(f"{self._seats[seat].name} has nothing to decide now")

    def _last_decision(self) -> int | None:
        """After how many moves of this deal the only person here made the last decision."""
        here = [at for at, seat in enumerate(self._seats) if seat.here]
        if len(here) != 1:
            return None
        moves = self._game.deal.moves
        return next((number for number in reversed(range(len(moves))) if moves[number].seat == here[0]), None)
