"""A seat for a bot that one need not trust: whatever it does, the table gets a legal move.

Against mistakes, that is.  Python has no walls: a bot that means harm needs a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import TIMEOUT_MAX, Thread
from typing import Literal

from ..engine.codes import MOVES
from ..engine.playout import Eager, Policy
from ..moves import Move
from ..rules import Rules
from ..view import View
from .bot import Bot, PolicyBot, in_a_line

KEPT = 100
"""So many faults are kept; a bot that fails always would fill the memory."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did instead of choosing a legal move."""

    kind: Literal["raised", "stalled", "illegal"]
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


def _eager(rules: Rules) -> Policy:
    """The policy of the fallback; a function with a name, so that a guarded bot can be pickled."""
    return Eager()


class Guarded:
    """A bot that always chooses a legal move, whatever the bot inside does.

    Where that raises, answers no legal move, or thinks for more than ``patience`` seconds, the decision is lost: it
    goes to the ``fallback``, a Sunday driver unless given.  A thread cannot be ended.  While a bot that stalled still
    thinks, further decisions are lost at once; when it is done, its answer is thrown away, and it may play again.
    Without ``patience`` there is no thread, and the bot is waited for.
    """

    def __init__(self, bot: Bot, fallback: Bot | None = None, patience: float | None = None) -> None:
        if patience is not None and not 0 < patience <= TIMEOUT_MAX:
            raise ValueError(f"patience: a number of seconds above 0, or None to wait for ever; not {patience!r}")
        self.name = bot.name
        self.patience = patience
        self.lost = 0
        """How many decisions went to the fallback."""
        self.faults: list[Fault] = []
        """Why, in the order in which it happened; only the first are kept."""
        self._bot = bot
        self._fallback = fallback or PolicyBot("sunday-driver", _eager, 0)
        self._errand: _Errand | None = None

    def choose(self, view: View) -> Move:
        """The bot's move if it is legal, else the fallback's, else the first there is."""
        if not view.to_decide:
            raise ValueError("this seat is not asked for a move")
        move = self._try(self._ask, view)
        if move is not None:
            return move
        self.lost += 1
        move = self._try(self._fallback.choose, view)
        return move if move is not None else next(iter(view.legal_moves))

    def _try(self, ask: Callable[[View], object], view: View) -> Move | None:
        """The move that is answered, or None and a fault."""
        try:
            # Apart: a bot that stalls works on while the table does.
            return _legal(ask(view.apart()), view)
        except _Lost as lost:
            fault = lost.fault
        except (Exception, SystemExit) as error:
            fault = Fault("raised", in_a_line(error))
        if len(self.faults) < KEPT:
            self.faults.append(fault)
        return None

    def _ask(self, view: View) -> object:
        if self.patience is None:
            return self._bot.choose(view)
        if self._errand is not None and self._errand.is_alive():
            raise _Lost(Fault("stalled", "still thinks about an earlier decision"))
        self._errand = _Errand(self._bot, view)  # kept before the wait, which Ctrl-C may end
        self._errand.start()
        self._errand.join(self.patience)
        if self._errand.is_alive():
            raise _Lost(Fault("stalled", f"no answer within {self.patience:g} s"))
        return self._errand.outcome()


class _Errand(Thread):
    """One question to a bot, in a thread that does not keep the program from ending."""

    def __init__(self, bot: Bot, view: View) -> None:
        super().__init__(name=f"bot {bot.name}", daemon=True)
        self._bot = bot
        self._view = view
        self._answer: object = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Ask, and keep what comes of it."""
        try:
            self._answer = self._bot.choose(self._view)
        except BaseException as error:  # whoever waits decides what to do with it
            self._error = error

    def outcome(self) -> object:
        """The answer, or the error, raised where it is waited for."""
        if self._error is not None:
            raise self._error
        return self._answer


class _Lost(Exception):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def _legal(answer: object, view: View) -> Move:
    """The answer as a move, if it is a legal one."""
    if not isinstance(answer, int) or isinstance(answer, bool):
        raise _Lost(Fault("illegal", f"answered {type(answer).__name__}, not a move"))
    code, legal = int.__index__(answer), view.legal_moves  # what a child of int makes of itself does not matter
    if code in legal:
        return Move(code)
    shown = Move(code).notation(view.phase) if 0 <= code < MOVES else "a number that is no move"
    raise _Lost(Fault("illegal", f"answered {shown}; legal were {legal}"))
