"""What comes in from the standard input: its lines, and what somebody means who types one."""

from __future__ import annotations

import os
import sys
from io import UnsupportedOperation

from ...base.workers import run_in_thread
from ...game.deal import View
from ...game.moves import Move
from ...i18n import N_, Translator
from ...i18n.move_input import MoveNotUnderstood, normalize_text, printable, synonyms, typed_card, typed_move
from ...rules.cards import Card
from .table_lines import possible_uses

MAX_LINE_BYTES = 1 << 16
"""The rest of a longer line is dropped."""


class StdinLines:
    """The standard input line by line, while the game goes on.

    It is read below Python's own buffers: a thread that waits inside those keeps the program from ending.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._ended = False
        try:
            self._file = sys.stdin.fileno()
        except (UnsupportedOperation, AttributeError, ValueError):
            self._file = -1

    async def next(self) -> str | None:
        """Return the next line without its end; None when there are no more."""
        while b"\n" not in self._rest and not self._ended:
            more = await run_in_thread(self._read)
            self._ended = not more
            self._rest = self._rest[:MAX_LINE_BYTES] + more
        if not self._rest and self._ended:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return line[:MAX_LINE_BYTES].decode(errors="replace").rstrip("\r")

    def _read(self) -> bytes:
        if self._file >= 0:
            return os.read(self._file, 4096)
        return sys.stdin.buffer.readline() if sys.stdin is not None else b""


# -- what somebody means who types a line --------------------------------------------------------------------------

EXCHANGE = N_("x CARD CARD")
COMMANDS: dict[str, str] = {
    "?": N_("this help"),
    EXCHANGE: N_("exchange these cards, by name or by their places in the hand (x 5 6), and draw as many"),
    "h": N_("a hint from the champion, and why"),
    N_("why CARD"): N_("why a card or a move cannot be played"),
    "t": N_("the whole table and all moves"),
    "m": N_("all moves, with their numbers"),
    "s": N_("the score sheet"),
    N_("how"): N_("how to play"),
    "r": N_("the rules of this game, with their clauses"),
    "u": N_("take back the last move (against bots only)"),
    "q": N_("save and leave"),
}
"""What can be typed besides moves."""
WHY = "why"
_WHOLE_WORDS: dict[str, str] = {
    "?": N_("help"),
    "h": N_("hint, advice"),
    WHY: N_("why"),
    "t": N_("table"),
    "m": N_("moves"),
    "s": N_("score, sheet, score sheet"),
    "r": N_("rules"),
    "how": N_("how, how to play"),
    "u": N_("undo, take back"),
    "q": N_("quit, leave, exit"),
}
"""The commands as whole words; those of English are understood in every language."""


def split_command(text: str, words: Translator) -> tuple[str, str]:
    """Split a line into its first word, as the short command if it is one, and the rest."""
    typed = normalize_text(text)
    for command, message in _WHOLE_WORDS.items():
        if typed in synonyms(message, words):
            return command, ""
    word, _, rest = text.partition(" ")
    asks_why = normalize_text(word) in synonyms(_WHOLE_WORDS[WHY], words)
    return WHY if asks_why else word.casefold(), rest.strip()


def command_words(words: Translator) -> list[str]:
    """Return the commands as whole words of the reader's language, for who mistypes one."""
    return [each.strip() for message in _WHOLE_WORDS.values() for each in words.gettext(message).split(",")]


def read_move(text: str, view: View, words: Translator) -> Move:
    """Return the move that is meant: a number of the list, or whatever ``typed_move`` understands."""
    legal = list(view.legal_moves)
    if not text:
        raise MoveNotUnderstood(N_("Type the number of a move, or ? for help."))
    if text.isdecimal() and len(text) <= len(str(len(legal))) and 1 <= int(text) <= len(legal):
        return legal[int(text) - 1]
    if text.isdecimal() and typed_card(text, words) is None:
        message = N_("“{text}” is not a move. Type a number from 1 to {last}, or ? for help.")
        raise MoveNotUnderstood(message, text=printable(text), last=len(legal))
    return typed_move(text, view, words, command_words(words))


def read_moves(text: str, view: View, words: Translator) -> list[Move]:
    """Return the moves that somebody asks about: one move, or all uses of a card."""
    if not text:
        raise MoveNotUnderstood(N_("Name a card or a move, as in why {example}."), example=words.card(Card.ROLL))
    card = typed_card(text, words)
    return [typed_move(text, view, words)] if card is None else possible_uses(card, view)
