"""Names and notation of the 64 moves.

``roll`` lays a card on the own table, ``stop>B`` a hazard on team B; ``-25`` discards, ``~25`` exchanges; the rest are
words: ``coup``, ``pass``, ``extend``, ``finish``, ``draw``, ``take``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..base.translatable import N_, Localizable, OrList, TranslatableError
from ..engine.codes import ATTACK, COUP, DISCARD, DRAW, EXTEND, FINISH, MOVES, PASS, TAKE, Phase
from ..rules.cards import HAZARDS, Card, Family

if TYPE_CHECKING:
    from .illegal_reasons import Reason

TEAM_LETTERS = "ABCD"
WORD_MOVES = {COUP: "coup", PASS: "pass", EXTEND: "extend", FINISH: "finish", DRAW: "draw", TAKE: "take"}
_CODES = {text: code for code, text in WORD_MOVES.items()}
DRAWING = (Phase.DRAW, Phase.EXCHANGE)
_EXCHANGING, _REACTING = Phase.EXCHANGE, Phase.REACT


class MoveError(TranslatableError, ValueError):
    """Something that cannot be played, for one of three reasons."""


class InvalidMove(MoveError):
    """Text or a number that is no move at all."""


class MoveTypeError(InvalidMove, TypeError):
    """A Card, a Phase, a truth value: something that is a number to Python and no move at all."""


class AmbiguousMove(MoveError):
    """A hazard that could be meant for several teams."""


@dataclass(frozen=True, slots=True)
class _Why(Localizable):
    """The reason for which a move is refused, inside an error."""

    reason: Reason

    def __str__(self) -> str:
        return str(self.reason)

    def localize(self, words: Any) -> str:
        """Say the reason in a sentence."""
        text: str = words.reason(self.reason)
        return text


class IllegalMove(MoveError):
    """A move that the rules refuse; ``reason`` says why, with its clause."""

    def __init__(self, move: Move, reason: Reason) -> None:
        super().__init__(N_("{move} is not legal: {reason}"), move=move, reason=_Why(reason))
        self.move = move
        self.reason = reason


class Move(int):
    """One of the 64 codes, with its notation.

    ``Move.lay``, ``Move.attack`` and ``Move.discard`` make one from a card, ``deal.parse`` from notation.
    """

    __slots__ = ()

    def __new__(cls, code: int) -> Move:
        if code.__class__ is not int and code.__class__ is not Move:
            _refuse_type(code)
        if not 0 <= code < MOVES:
            text = N_("there is no move {code}; the codes of moves are 0 to {last}")
            raise InvalidMove(text, code=_written(code), last=MOVES - 1)
        return super().__new__(cls, code)

    @classmethod
    def lay(cls, card: Card) -> Move:
        """Return the move that plays a card on the own table."""
        return cls(int(_checked(card)))

    @classmethod
    def attack(cls, hazard: Card, team: int) -> Move:
        """Return the move that lays a hazard on a team."""
        if _checked(hazard).family is not Family.HAZARD:
            raise InvalidMove(N_("{card} is not a hazard"), card=hazard.notation)
        if team.__class__ is not int or not 0 <= team < len(TEAM_LETTERS):
            text = N_("there is no team {team!r}; teams are 0 to {last}")
            raise InvalidMove(text, team=team, last=len(TEAM_LETTERS) - 1)
        return cls(ATTACK + 5 * team + hazard - Card.OUT_OF_GAS)

    @classmethod
    def discard(cls, card: Card) -> Move:
        """Return the move that gives up a card; in the draw phase it exchanges the card."""
        return cls(DISCARD + _checked(card))

    @property
    def card(self) -> Card | None:
        """The card that leaves the hand, where the move itself names it."""
        return _CARDS[self]

    @property
    def team(self) -> int | None:
        """The team that a hazard is laid on."""
        return (self - ATTACK) // 5 if ATTACK <= self < DISCARD else None

    @property
    def is_discard(self) -> bool:
        """Whether a card is given up or exchanged."""
        return DISCARD <= self < COUP

    def notation(self, phase: Phase = Phase.PLAY) -> str:
        """Write the move as text; the phase tells a discard from an exchange."""
        if self in WORD_MOVES:
            return WORD_MOVES[self]
        assert self.card is not None
        if self.is_discard:
            return f"{'~' if phase in DRAWING else '-'}{self.card.notation}"
        if self.team is not None:
            return f"{self.card.notation}>{TEAM_LETTERS[self.team]}"
        return self.card.notation

    def __str__(self) -> str:
        return self.notation()

    def __repr__(self) -> str:
        return f"Move({int(self)}: {self})"


def _card_of(code: int) -> Card | None:
    if code >= COUP:
        return None
    if code >= DISCARD:
        return Card(code - DISCARD)
    return Card(Card.OUT_OF_GAS + (code - ATTACK) % 5) if code >= ATTACK else Card(code)


_CARDS = tuple(_card_of(code) for code in range(MOVES))
"""The card that each move names."""
_MOVES = tuple(Move(code) for code in range(MOVES))


def moves_of(mask: int) -> list[Move]:
    """Return the moves whose bits are set, in the order of their codes."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(_MOVES[lowest.bit_length() - 1])
        mask ^= lowest
    return found


def card_moves(
    card: Card, phase: Phase, opponents: Iterable[int], hazard: Card | None = None, *, discarding: bool = False
) -> list[Move]:
    """Return the moves that choosing a card could mean, legal or not: one, or one for each opponent.

    ``hazard`` is the one that may be answered in the phase react; ``discarding`` says that the card is to be given up.
    """
    if discarding or phase is _EXCHANGING:
        return [_DISCARDS[card]]
    if phase is _REACTING and hazard is not None and card is hazard.safety:
        return [Move(COUP)]
    attacks = _ATTACKS.get(card)
    return [_LAYS[card]] if attacks is None else [attacks[team] for team in opponents]


def _checked(card: Card) -> Card:
    """Return a card, if it is one."""
    if not isinstance(card, Card):
        text = "{card!r} is not a Card, such as Card.STOP; Card.parse('stop') reads one from notation"
        raise MoveTypeError(text, card=card)
    return card


_LAYS = tuple(Move.lay(card) for card in Card)
_DISCARDS = tuple(Move.discard(card) for card in Card)
_ATTACKS = {card: tuple(Move.attack(card, team) for team in range(len(TEAM_LETTERS))) for card in HAZARDS}
_WRITTEN = tuple(
    {move.notation(phase): move for move in _MOVES if move not in _LAYS or _CARDS[move] not in HAZARDS}
    for phase in (Phase.PLAY, Phase.DRAW)
)
"""Moves by how logs write them, in play and before the draw: these need no reading."""


def _refuse_type(code: object) -> None:
    """Refuse what is no number of a move, and say what to write instead; an int of another class may pass."""
    if isinstance(code, Card):
        raise MoveTypeError("{why}", why=_card_is_no_move(code))
    if isinstance(code, str):
        raise MoveTypeError("Move takes the code of a move; deal.parse({code!r}) reads notation", code=code)
    if isinstance(code, bool | Enum) or not isinstance(code, int):
        text = "{code!r} is not a move; moves are codes from 0 to {last}, or notation such as 'roll'"
        raise MoveTypeError(text, code=code, last=MOVES - 1)


def _card_is_no_move(card: Card) -> str:
    """Say how to write the moves that a card can be meant for."""
    text, name = card.notation, f"Card.{card.name}"
    lay = f"{text!r} or Move.lay({name}) plays it"
    if card.family is Family.HAZARD:
        lay = f"'{text}>B' or Move.attack({name}, 1) lays it on team B"
    return f"{name} is a card, not a move: {lay}, '-{text}' or Move.discard({name}) gives it up"


def _written(number: int) -> str:
    """Write a number, unless it is so long that nobody would read it."""
    return str(int(number)) if -(10**20) < number < 10**20 else "of more than twenty digits"


def parse(text: str, phase: Phase = Phase.PLAY, opponents: Collection[int] = ()) -> Move:
    """Return the move that a text means where it is to be played.

    A hazard without a team goes to the only opponent there is; with several the text is ambiguous.
    """
    known = _WRITTEN[phase in DRAWING].get(text)
    if known is not None:
        return known
    words = text.strip().lower()
    if words in _CODES:
        return Move(_CODES[words])
    if words[:1] in ("-", "~"):
        if (words[0] == "~") != (phase in DRAWING):
            raise InvalidMove(_wrong_sign(phase), text=text, card=words[1:])
        return Move.discard(_card(text, words[1:]))
    card_text, arrow, team_text = words.partition(">")
    card = _card(text, card_text)
    if arrow:
        return Move.attack(card, _team(text, team_text))
    if card.family is not Family.HAZARD:
        return Move.lay(card)
    if len(opponents) == 1:
        return Move.attack(card, next(iter(opponents)))
    choice = OrList(tuple(f"{card.notation}>{TEAM_LETTERS[team]}" for team in sorted(opponents) or (1,)))
    raise AmbiguousMove(N_("{text!r} does not say whom it hits; write {choice}"), text=text, choice=choice)


def _wrong_sign(phase: Phase) -> str:
    if phase in DRAWING:
        return N_("{text!r}: the card is drawn first; an exchange is written ~{card}")
    return N_("{text!r}: an exchange takes the place of the draw; a discard is written -{card}")


def _card(text: str, name: str) -> Card:
    try:
        return Card.parse(name)
    except ValueError as error:
        because = N_("{text!r} is not a move: {error}, and words {words}")
        raise InvalidMove(because, text=text, error=error, words=", ".join(_CODES)) from None


def _team(text: str, letter: str) -> int:
    team = TEAM_LETTERS.lower().find(letter.strip())
    if team < 0 or len(letter.strip()) != 1:
        because = N_("{text!r} is not a move: teams are {teams}, not {team!r}")
        raise InvalidMove(because, text=text, teams=", ".join(TEAM_LETTERS), team=letter.strip())
    return team


class LegalMoves:
    """The legal moves of a decision: answers ``in``, ``len``, iteration and truth, and prints well.

    Notation, a ``Move`` or its code may be asked about; a ``Card`` is none of them, and refused.
    """

    __slots__ = ("mask", "opponents", "phase")

    def __init__(self, mask: int, phase: Phase = Phase.PLAY, opponents: Iterable[int] = ()) -> None:
        self.mask = mask
        """The moves as one number: bit n is set if the move with the code n is legal."""
        self.phase = phase
        """The kind of decision, which tells how discards are written."""
        self.opponents = tuple(opponents)
        """The teams that a hazard may be meant for."""

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = parse(move, self.phase, self.opponents)
            except MoveError:
                return False
        if isinstance(move, Enum | bool):
            _refuse_type(move)
        return isinstance(move, int) and 0 <= move < MOVES and bool(self.mask >> move & 1)

    def __iter__(self) -> Iterator[Move]:
        return iter(moves_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return (self.mask, self.phase) == (other.mask, other.phase)

    def __hash__(self) -> int:
        return hash((self.mask, self.phase))

    @property
    def notation(self) -> tuple[str, ...]:
        """The moves as text."""
        return tuple(move.notation(self.phase) for move in self)

    def __str__(self) -> str:
        return " ".join(self.notation)

    def __repr__(self) -> str:
        return f"<LegalMoves {self.phase.name.lower()}: {self}>"
