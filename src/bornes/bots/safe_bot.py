"""A seat for a bot that one need not trust: whatever it does, the table gets a legal move.

Against mistakes, that is.  Python has no walls: a bot that means harm needs a process of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from signal import SIG_IGN, SIGINT, getsignal
from threading import TIMEOUT_MAX, Thread, current_thread, main_thread
from typing import Literal

from ..base.translatable import N_, TranslatableText
from ..engine.codes import MOVES
from ..engine.playout import Eager, Policy
from ..game.deal import View
from ..game.game import Game
from ..game.moves import Move
from ..rules.ruleset import Rules
from .bot import Bot, PolicyBot, one_line_error, type_name
from .roster import BotSpec

MAX_FAULTS = 100
"""A bot that always fails would fill the memory."""
_SUNDAY_DRIVER = "sunday-driver"


@dataclass(frozen=True, slots=True)
class BotFault:
    """What a bot did instead of choosing a legal move."""

    kind: Literal["raised", "stalled", "illegal"]
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


class BotWarning(RuntimeWarning):
    """A bot did not make all its decisions itself, and nobody asked its guard about that."""


def _eager(rules: Rules) -> Policy:
    """Return the policy of the fallback; a function with a name, so that a guarded bot can be pickled."""
    return Eager()


class SafeBot:
    """A bot that always chooses a legal move, whatever the bot inside does.

    Where that raises, answers no legal move, or thinks for more than ``patience`` seconds, the decision is lost: it
    goes to the ``fallback``, a Sunday driver unless given.  A thread cannot be ended.  While a bot that stalled still
    thinks, further decisions are lost at once; when it is done, its answer is thrown away, and it may play again.
    Without ``patience`` there is no thread, and the bot is waited for.

    Whatever a bot raises is its own fault, ``sys.exit()`` among it.  Only Ctrl-C is somebody else's: Python raises
    KeyboardInterrupt wherever the main thread is, so there it is believed, and in every other thread it is not.
    """

    def __init__(self, bot: Bot, fallback: Bot | None = None, patience: float | None = None) -> None:
        if patience is not None and not 0 < patience <= TIMEOUT_MAX:
            raise ValueError(f"patience: a number of seconds above 0, or None to wait for ever; not {patience!r}")
        self.name = bot.name
        self.patience = patience
        self.lost = 0
        """How many decisions went to the fallback."""
        self.faults: list[BotFault] = []
        """Why, in the order in which it happened; only the first are kept."""
        self._bot = bot
        self._fallback = fallback or PolicyBot(_SUNDAY_DRIVER, _eager, 0)
        self._question: _Question | None = None
        self._thread_name = f"bot {self.name}"  # asked for its name now, and not in the middle of a deal

    def choose(self, view: View) -> Move:
        """Return the bot's move if it is legal, else the fallback's, else the first there is."""
        if not view.to_decide:
            raise ValueError("this seat is not asked for a move")
        move = self._try(self._ask, view)
        if move is not None:
            return move
        self.lost += 1
        move = self._try(partial(_answer, self._fallback), view)
        return move if move is not None else next(iter(view.legal_moves))

    @property
    def complaint(self) -> TranslatableText | None:
        """What there is to say about decisions that were lost, after the bot's name; None where none was."""
        if not self.lost:
            return None
        who = TranslatableText(N_("a Sunday driver")) if self._fallback.name == _SUNDAY_DRIVER else self._fallback.name
        text = (
            N_("failed to move once, and {who} stepped in; first {fault}")
            if self.lost == 1
            else N_("failed to move {times} times, and {who} stepped in; first {fault}")
        )
        return TranslatableText(text, {"times": self.lost, "who": who, "fault": self.faults[0]})

    def _try(self, ask: Callable[[View], object], view: View) -> Move | None:
        """Return the move that is answered, or None and note the fault."""
        try:
            # Apart: a bot that stalls works on while the table does.
            return _legal(ask(view.detached()), view)
        except _LostDecision as lost:
            if len(self.faults) < MAX_FAULTS:
                self.faults.append(lost.fault)
        return None

    def _ask(self, view: View) -> object:
        if self.patience is None:
            return _answer(self._bot, view)
        if self._question is not None and self._question.is_alive():
            raise _LostDecision(BotFault("stalled", "still thinks about an earlier decision"))
        self._question = _Question(self._thread_name, self._bot, view)  # kept before the wait, which Ctrl-C may end
        self._question.send()
        self._question.join(self.patience)
        if self._question.is_alive():
            raise _LostDecision(BotFault("stalled", f"no answer within {self.patience:g} s"))
        return self._question.outcome()


class _Question(Thread):
    """One question to a bot, in a thread that does not keep the program from ending."""

    def __init__(self, name: str, bot: Bot, view: View) -> None:
        super().__init__(name=name, daemon=True)
        self._bot = bot
        self._view = view
        self._answer: object = None
        self._lost: _LostDecision | None = None

    def send(self) -> None:
        """Start; where threads have run out the decision is lost, and not the table."""
        try:
            self.start()
        except RuntimeError as error:
            raise _LostDecision(BotFault("stalled", one_line_error(error))) from None

    def run(self) -> None:
        """Ask, and keep what comes of it."""
        try:
            self._answer = _answer(self._bot, self._view)
        except _LostDecision as lost:
            self._lost = lost

    def outcome(self) -> object:
        """Return the answer, or raise what was lost where it is waited for."""
        if self._lost is not None:
            raise self._lost
        return self._answer


class _LostDecision(Exception):
    """A decision that the bot did not make."""

    def __init__(self, fault: BotFault) -> None:
        self.fault = fault


def _answer(bot: Bot, view: View) -> object:
    """Return what the bot answers; whatever its code raises is its fault, but for Ctrl-C."""
    try:
        return bot.choose(view)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and _hears_ctrl_c():
            raise
        fault = BotFault("raised", one_line_error(error))
    # Outside of the handler: what the bot raised, with all that its frames hold, is let go.
    raise _LostDecision(fault)


def _hears_ctrl_c() -> bool:
    """Return whether a KeyboardInterrupt here may be that of somebody at the keyboard."""
    return current_thread() is main_thread() and getsignal(SIGINT) is not SIG_IGN


def _legal(answer: object, view: View) -> Move:
    """Return the answer as a move, if it is a legal one; the answer itself is asked nothing."""
    if not issubclass(type(answer), int) or type(answer) is bool:
        raise _LostDecision(BotFault("illegal", f"answered {type_name(answer)}, not a move"))
    code, legal = int.__index__(answer), view.legal_moves  # type: ignore[arg-type]
    if code in legal:
        return Move(code)
    shown = Move(code).notation(view.phase) if 0 <= code < MOVES else "a number that is no move"
    raise _LostDecision(BotFault("illegal", f"answered {shown}; legal were {legal}"))


# -- a bot in a seat of a game -----------------------------------------------------------------------------------


def seat_bot(game: Game, seat: int, spec: BotSpec | str, patience: float | None = None) -> SafeBot:
    """Make the bot that a spec names for a seat of a game, and guard it.

    Its luck comes from the game's own, so that the same seed gives the same game; where moves have been made already,
    from these too.
    """
    found = BotSpec.parse(spec) if isinstance(spec, str) else spec
    return SafeBot(found.bot(derive_bot_seed(game, f"seat {seat}")), patience=patience)


def derive_bot_seed(game: Game, purpose: str) -> int:
    """Return a seed for something that happens in a game: from its first shuffle, the moves so far and the purpose."""
    first = game.seeds[0]
    origin = first.key.hex() if first is not None else " ".join(f"{card:d}" for card in game.deals[0].deck or ())
    moves = sum(len(deal.moves) for deal in game.deals)
    digest = hashlib.sha256(f"{origin} move {moves} {purpose}".encode()).digest()
    return int.from_bytes(digest[:4])
