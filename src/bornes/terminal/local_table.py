"""A table in this process: people at this keyboard, and bots that think in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from random import SystemRandom

from ..bots import Fault
from ..bots.guard import seat_bot
from ..deal import View
from ..engine.codes import Phase
from ..events import Viewer
from ..game import Game, Seed
from ..moves import Move
from ..review.verdict import Hint, hint
from ..rules import Rules
from ..scores import GameSheet
from .pacing import Pacing
from .table import Seat, TableError
from .threads import in_thread

SaveGame = Callable[[Game], None]
"""Puts a game where it is not lost."""
BOT_TIMEOUT = 120.0
"""Seconds after which a bot is taken to be stuck, and a Sunday driver decides for it."""


class LocalTable:
    """A game that is played here; see ``Table`` for what a client may ask of it.

    Bots decide one after another, ``pace`` seconds apart at least; ``pause`` stops them before their next move, and
    ``step`` lets them make one.  ``save`` is called after every change before anybody is told of it.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], *, pace: float = 0.0, save: SaveGame | None = None) -> None:
        if len(seats) != game.rules.players:
            raise TableError(f"this game has {game.rules.players} players, but {len(seats)} seats were given")
        self._game = game
        self._seats = tuple(seats)
        self._save_game = save
        self._bots = {
            at: seat_bot(game, at, seat.bot, BOT_TIMEOUT) for at, seat in enumerate(seats) if seat.bot is not None
        }
        for at, seat in enumerate(seats):
            if (seat.bot is None) != seat.here:
                raise TableError(f"seat {at}: give it either a bot or a person at this keyboard")
        self._pacing = Pacing(pace)
        self._closed = False
        self._listeners: list[Callable[[], None]] = []
        self._bot_task: asyncio.Task[None] | None = None
        self._shuffle()
        self._save()
        self._start_bots()

    @classmethod
    def new(
        cls,
        rules: Rules,
        seats: Sequence[Seat],
        *,
        seed: Seed | None = None,
        dealer: int | None = None,
        pace: float = 0.0,
        save: SaveGame | None = None,
    ) -> LocalTable:
        """Begin a new game; ``dealer`` deals first, or starts where the rulebook lets the youngest start."""
        starts = "first" if rules.first_player == "youngest" else "dealer"
        names = [seat.name for seat in seats]
        game = Game(rules, seed=seed, names=names, **{starts: dealer})  # type: ignore[arg-type]
        return cls(game, seats, pace=pace, save=save)

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
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
        """Every team's points, with those of this deal so far."""
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
    def bots_only(self) -> bool:
        """Whether nobody here plays, so that all hands may lie open."""
        return not any(seat.here for seat in self._seats)

    @property
    def faults(self) -> tuple[tuple[int, Fault], ...]:
        """What bots did instead of choosing a legal move, with their seats; a Sunday driver decided for them."""
        return tuple((at, fault) for at, bot in self._bots.items() for fault in bot.faults)

    @property
    def record(self) -> str:
        """The record of the game."""
        return self._game.record

    def view(self, viewer: Viewer) -> View:
        """Return what a seat at this keyboard may know of the present deal; None gives a spectator's view."""
        if viewer is not None:
            self._check_here(viewer)
        return self._game.deal.view(viewer)

    def open_view(self, seat: int) -> View:
        """Return what any seat knows, at a table where only bots play."""
        if not self.bots_only:
            raise TableError("hands can be opened only where nobody at this keyboard plays")
        return self._game.deal.view(seat)

    def sheet(self) -> GameSheet:
        """Return the score sheet of the game."""
        return self._game.score_sheet()

    def listen(self, callback: Callable[[], None]) -> None:
        """Call this after every change."""
        self._listeners.append(callback)
        self._start_bots()

    # -- what there is to do -------------------------------------------------------------------------------------

    async def wait_for_decision(self) -> None:
        """Wait until somebody here has to decide, or the deal is over, or the table is closed."""
        self._start_bots()
        while not self._closed and self._bot_to_decide() is not None:
            await self._pacing.changed()

    async def play(self, seat: int, move: Move) -> None:
        """Make a move for a seat at this keyboard; an illegal one raises IllegalMove and changes nothing."""
        self._check_open()
        self._check_to_decide(seat)
        self._make(move)
        self._start_bots()

    async def next_deal(self) -> None:
        """Begin the next deal once this one is over."""
        self._check_open()
        if not self._game.deal.over:
            raise TableError("this deal is not over yet")
        if self._game.over:
            raise TableError("the game is over")
        self._game.next_deal()
        self._changed()
        self._start_bots()

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back: only where one person plays against bots."""
        return self._last_decision() is not None

    async def undo(self) -> None:
        """Take back the person's last move and all that followed; TableError where that cannot be."""
        self._check_open()
        if sum(seat.here for seat in self._seats) != 1:
            raise TableError("moves can be taken back only where one person plays against bots")
        back_to = self._last_decision()
        if back_to is None:
            raise TableError("there is no move to take back in this deal")
        self._replace_thinking_bot()
        self._game.take_back(len(self._game.deal.moves) - back_to)
        self._changed()
        self._start_bots()

    async def hint(self, seat: int) -> Hint:
        """Return what the champion would do for a seat at this keyboard that is to decide, and why."""
        self._check_to_decide(seat)
        return await in_thread(partial(hint, self._game.deal.view(seat).detached()), "hint")

    async def close(self) -> None:
        """Leave the table; whatever is under way ends, and nothing is lost."""
        if self._closed:
            return
        self._closed = True
        self._stop_bots()
        self._pacing.notify()

    # -- how fast ------------------------------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        """The least time in seconds from one move of a bot to the next."""
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

    def resume(self) -> None:
        """Let the bots play again after a pause."""
        self._pacing.resume()

    def step(self) -> None:
        """Let the bots make one more move, without delay, and wait."""
        self._pacing.step()

    # -- the bots ------------------------------------------------------------------------------------------------

    def _bot_to_decide(self) -> int | None:
        """Return the seat of the bot that has to decide, if one has."""
        seat = self._game.deal.seat
        return seat if seat in self._bots else None

    def _start_bots(self) -> None:
        """Let the bots play, if one of them is to decide and there is a loop to do it on."""
        if self._closed or self._bot_to_decide() is None or (self._bot_task is not None and not self._bot_task.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # whoever waits or listens inside a loop will ask again
            return
        self._bot_task = loop.create_task(self._play_bots(), name="bots")

    def _replace_thinking_bot(self) -> None:
        """Stop the bots, and seat another in place of one that still thinks: a thread cannot be ended."""
        thinking = self._bot_to_decide()
        self._stop_bots()
        if thinking is not None:
            self._bots[thinking] = seat_bot(self._game, thinking, str(self._seats[thinking].bot), BOT_TIMEOUT)

    def _stop_bots(self) -> None:
        if self._bot_task is not None:
            self._bot_task.cancel()
            self._bot_task = None

    async def _play_bots(self) -> None:
        while (seat := self._bot_to_decide()) is not None:
            since = asyncio.get_running_loop().time()
            view = self._game.deal.view(seat).detached()
            move = await in_thread(partial(self._bots[seat].choose, view), f"seat {seat}")
            # An answer to a hazard takes no time, or it would tell that somebody was asked.
            await self._pacing.time_to_move(since, 0.0 if view.phase is Phase.REACT else None)
            self._make(move)

    def _make(self, move: Move) -> None:
        self._game.play(move)
        self._shuffle()
        self._changed()

    def _shuffle(self) -> None:
        """Shuffle the discards where a deal from a given deck needs it, since it has no seeds to do it by itself."""
        deal = self._game.deal
        while deal.phase is Phase.CHANCE:
            discards = list(deal.view().discards)
            SystemRandom().shuffle(discards)
            deal.reshuffle(discards)

    def _changed(self) -> None:
        self._save()
        self._pacing.notify()
        for callback in list(self._listeners):
            callback()

    def _save(self) -> None:
        if self._save_game is not None:
            self._save_game(self._game)

    # -- who may do what -----------------------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._closed:
            raise TableError("this table has been left")

    def _check_here(self, seat: int) -> None:
        if not 0 <= seat < len(self._seats):
            raise TableError(f"there is no seat {seat}; seats are 0 to {len(self._seats) - 1}")
        if not self._seats[seat].here:
            raise TableError(f"{self._seats[seat].name} does not sit at this keyboard")

    def _check_to_decide(self, seat: int) -> None:
        self._check_here(seat)
        if self._game.deal.seat != seat:
            raise TableError(f"{self._seats[seat].name} has nothing to decide now")

    def _last_decision(self) -> int | None:
        """Return after how many moves of this deal the only person here made their last decision."""
        here = [at for at, seat in enumerate(self._seats) if seat.here]
        if len(here) != 1:
            return None
        moves = self._game.deal.moves
        return next((number for number in reversed(range(len(moves))) if moves[number].seat == here[0]), None)
