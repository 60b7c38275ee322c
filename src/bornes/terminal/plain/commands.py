"""What somebody means who types a line: a command, a move, a card."""

from __future__ import annotations

from ...cards import Card
from ...moves import AmbiguousMove, Move, MoveError, parse
from ...view import View
from ...words import N_, Words
from .describe import uses

COMMANDS: dict[str, str] = {
    "?": N_("this help"),
    "h": N_("a hint from the champion, with its reason"),
    "why CARD": N_("why a card, or a move, cannot be played"),
    "t": N_("the table again"),
    "s": N_("the score sheet"),
    "r": N_("the rules that are played, with their clauses"),
    "u": N_("take back the last move (against bots only)"),
    "q": N_("save and leave"),
}
"""What can be typed besides moves."""
_WHOLE_WORDS = {
    "help": "?",
    "hint": "h",
    "table": "t",
    "score": "s",
    "rules": "r",
    "undo": "u",
    "quit": "q",
    "aide": "?",
    "conseil": "h",
    "règles": "r",
    "annuler": "u",
    "quitter": "q",
    "pourquoi": "why",
}
"""The same as words, in both languages."""


class Puzzled(ValueError):
    """A line that nothing can be made of; says what would do."""


def command(text: str) -> tuple[str, str]:
    """The first word, as the command that it may be, and the rest."""
    word, _, rest = text.partition(" ")
    word = word.casefold()
    return _WHOLE_WORDS.get(word, word), rest.strip()


def meant(text: str, view: View, words: Words) -> Move:
    """The move that is meant: a number of the list, a notation, or what the list calls it."""
    legal = list(view.legal_moves)
    if not text:
        raise Puzzled(words.gettext(N_("Type the number of a move, or ? for help.")))
    if text.isdecimal() and 1 <= int(text) <= len(legal):
        return legal[int(text) - 1]
    for move in legal:
        if text.casefold() == words.move(move, view.phase).casefold():
            return move
    try:
        return parse("coup" if text.casefold() == "c" else text, view.phase, view.legal_moves.opponents)
    except AmbiguousMove:
        message = N_("On whom? Write the letter of a team behind it, such as {example}.")
        raise Puzzled(words.gettext(message, example=f"{text}>B")) from None
    except MoveError:
        message = N_("“{text}” is no move. Type a number from 1 to {last}, or ? for help.")
        raise Puzzled(words.gettext(message, text=_harmless(text), last=len(legal))) from None


def asked_about(text: str, view: View, words: Words) -> list[Move]:
    """The moves that are asked about: one, or all uses of a card."""
    for card in Card:
        if text.casefold() in (card.notation, words.card(card).casefold()):
            return uses(card, view)
    try:
        return [parse(text, view.phase, view.legal_moves.opponents)]
    except MoveError:
        raise Puzzled(words.gettext(N_("Ask for a card or a move, such as why {example}."), example="roll")) from None


def _harmless(text: str) -> str:
    """The text without what would control a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)
