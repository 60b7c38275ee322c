"""The record of a game: text that a person can read and that replays to the same game.

See ``docs/notation.md``.  Reading is strict: each move is played again, each seat, turn number and score must be the
one the rules give, and the last line is a checksum, so that a damaged record is an error and never a wrong game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from .cards import Card
from .deal import Deal
from .editions import edition, house_rules
from .engine.codes import Phase
from .fair import ALGORITHM, Seeds
from .game import Game, SeedSource
from .moves import TEAM_LETTERS
from .rules import Rules, format_value, parse_value

T = TypeVar("T")

VERSION = 1
TITLE = f"Bornes record {VERSION}"


class RecordError(ValueError):
    """A record that cannot be read; says in which line and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


# -- writing -----------------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The record of a game, finished or not."""
    lines = [TITLE, *_header(game)]
    for number, deal in enumerate(game.deals, 1):
        lines += ["", f"deal {number}", *_shuffle_lines(game.seeds[number - 1], deal)]
        lines += _move_lines(deal)
        if deal.over:
            lines.append(_score_line(deal))
    lines += ["", f"result: {_result(game)}"]
    body = "\n".join(lines) + "\n"
    return f"{body}check: {_checksum(body)}\n"


def _header(game: Game) -> Iterator[str]:
    rules = game.rules
    yield f"edition: {rules.edition}"
    yield f"form: {edition(rules.edition).form_of(rules)}"
    for name, value in house_rules(rules).items():
        yield f"rule: {name} = {format_value(value)}"
    yield f"names: {' | '.join(game.names)}"
    yield f"first: {game.first + 1}"


def _shuffle_lines(seeds: Seeds | None, deal: Deal) -> Iterator[str]:
    if seeds is None:
        assert deal.deck is not None
        yield f"deck: {_card_text(deal.deck)}"
        for order in deal.reshuffles:
            yield f"reshuffle: {_card_text(order)}"
        return
    yield f"shuffle: {ALGORITHM}"
    yield f"commitment: {seeds.commitment}"
    yield f"server: {seeds.server.hex()}"
    if seeds.players:
        yield f"seeds: {' '.join(seed.hex() or '-' for seed in seeds.players)}"


def _move_lines(deal: Deal) -> Iterator[str]:
    """One line a turn: its number, then each seat that decided something with its moves."""
    line, turn, seat = "", 0, -1
    for at, who, text in deal.moves:
        if at != turn:
            if line:
                yield line
            line, turn, seat = f"{at}.", at, -1
        if who != seat:
            line, seat = f"{line} {who + 1}:", who
        line = f"{line} {text}"
    if line:
        yield line


def _score_line(deal: Deal) -> str:
    assert deal.ending is not None
    how = deal.ending.name.lower()
    if deal.completer is not None:
        how += f" by {TEAM_LETTERS[deal.completer]}"
    return f"score: {_points(deal.scores)} ({how})"


def _points(totals: Sequence[int]) -> str:
    return " ".join(f"{TEAM_LETTERS[team]} {total}" for team, total in enumerate(totals))


def _result(game: Game) -> str:
    if not game.over:
        return "unfinished"
    who = f"{TEAM_LETTERS[game.winner]} wins" if game.winner is not None else "drawn"
    return f"{who}, {_points(game.totals)}"


def _card_text(cards: Sequence[Card]) -> str:
    return " ".join(card.notation for card in cards)


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


# -- reading -----------------------------------------------------------------------------------------------------


def read(text: str, then: SeedSource | None = None) -> Game:
    """The game that a record tells, replayed move by move.

    Further deals of an unfinished game are shuffled from what ``then`` gives, or from fresh seeds.
    """
    lines = _Lines(text)
    _read_title(lines)
    game = _read_game(lines, then)
    _read_result(lines, game)
    _read_check(lines, text)
    return game


class _Lines:
    """The lines of a record that mean something, one after another."""

    def __init__(self, text: str) -> None:
        numbered = enumerate(text.splitlines(), 1)
        self._lines = [(number, line.strip()) for number, line in numbered if line.strip()]
        self._end = len(text.splitlines()) + 1
        self._at = 0

    @property
    def number(self) -> int:
        """The line to be read next, as an editor counts."""
        return self._lines[self._at][0] if self._at < len(self._lines) else self._end

    def peek(self) -> str:
        """The next line, or nothing at the end."""
        return self._lines[self._at][1] if self._at < len(self._lines) else ""

    def take(self) -> str:
        """The next line, and go on."""
        if self._at == len(self._lines):
            raise self.error("the record ends here: it is truncated")
        self._at += 1
        return self._lines[self._at - 1][1]

    def value(self, key: str) -> str:
        """What stands behind ``key:`` in the next line."""
        if not self.peek().startswith(f"{key}:"):
            found = f"found {self.peek()!r}" if self.peek() else "the record ends here: it is truncated"
            raise self.error(f"expected {key}: …, {found}")
        return self.take().partition(":")[2].strip()

    def has(self, key: str) -> bool:
        """Whether the next line is ``key: …``."""
        return self.peek().startswith(f"{key}:")

    def error(self, reason: str, line: int | None = None) -> RecordError:
        """An error in the next line, or in the given one."""
        return RecordError(self.number if line is None else line, reason)

    def guard(self, line: int, action: Callable[[], T]) -> T:
        """Do something that the line asks for; what goes wrong is the line's fault."""
        try:
            return action()
        except ValueError as error:
            raise self.error(str(error), line) from error


def _read_title(lines: _Lines) -> None:
    title = re.fullmatch(r"Bornes record (\d{1,9})", lines.peek())
    if title is None:
        raise lines.error(f"a record begins with {TITLE!r}")
    if int(title[1]) != VERSION:
        raise lines.error(f"this is a record of version {title[1]}; only version {VERSION} can be read here")
    lines.take()


def _read_game(lines: _Lines, then: SeedSource | None) -> Game:
    rules, names, first = _read_header(lines)
    given: dict[int, Seeds] = {}

    def source(number: int) -> Seeds:
        if number in given:
            return given[number]
        return then(number) if then is not None else Seeds.fresh()

    def begin(deck: str | None) -> Game:
        if game is not None:
            game.next_deal(deck=deck)
            return game
        if rules.first_player == "youngest":
            return Game(rules, seeds=source, names=names, deck=deck, first=first)
        return Game(rules, seeds=source, names=names, deck=deck, dealer=(first - 1) % rules.players)

    game: Game | None = None
    number = 1
    while lines.peek().startswith("deal"):
        line = lines.number
        if lines.take() != f"deal {number}":
            raise lines.error(f"expected deal {number}", line)
        line = lines.number
        deck, orders = _read_deck(lines) if lines.has("deck") else (None, [])
        if deck is None:
            given[number] = _read_seeds(lines)
        game = lines.guard(line, partial(begin, deck))
        _read_moves(lines, game.deal, orders)
        _read_score(lines, game.deal)
        number += 1
    if game is None:
        raise lines.error("expected deal 1")
    return game


def _read_header(lines: _Lines) -> tuple[Rules, tuple[str, ...], int]:
    line = lines.number
    name = lines.value("edition")
    book = lines.guard(line, lambda: edition(name))
    line = lines.number
    form = lines.value("form")
    forms = {str(known): known for known in book.forms}
    if form not in forms:
        raise lines.error(f"{name} has the forms {', '.join(forms)}, not {form!r}", line)
    chosen = forms[form]
    rules = book.rules(chosen.players, partners=chosen.partners, short=chosen.short)
    rules = _read_house_rules(lines, rules)
    names = tuple(part.strip() for part in lines.value("names").split("|"))
    line = lines.number
    first = lines.value("first")
    if re.fullmatch("[1-8]", first) is None or int(first) > rules.players:
        raise lines.error(f"first: must be a seat from 1 to {rules.players}, not {first!r}", line)
    return rules, names, int(first) - 1


def _read_house_rules(lines: _Lines, rules: Rules) -> Rules:
    changes: dict[str, object] = {}
    line = lines.number
    while lines.has("rule"):
        here = lines.number
        name, equals, value = (part.strip() for part in lines.value("rule").partition("="))
        if not equals or name in changes or name in ("edition", "players"):
            raise lines.error("a house rule is written once, as rule: name = value", here)
        changes[name] = lines.guard(here, partial(parse_value, name, value))
    return lines.guard(line, lambda: rules.replace(**changes))


def _read_deck(lines: _Lines) -> tuple[str, list[str]]:
    deck = lines.value("deck")
    orders = []
    while lines.has("reshuffle"):
        orders.append(lines.value("reshuffle"))
    return deck, orders


def _read_seeds(lines: _Lines) -> Seeds:
    line = lines.number
    algorithm = lines.value("shuffle")
    if algorithm != ALGORITHM:
        raise lines.error(f"unknown shuffle {algorithm!r}; known is {ALGORITHM}", line)
    committed, commitment = lines.number, lines.value("commitment")
    line = lines.number
    server = lines.value("server")
    players = lines.value("seeds").split() if lines.has("seeds") else []
    texts = ["" if text == "-" else text for text in players]
    seeds = lines.guard(line, lambda: Seeds.parse(server, texts))
    if seeds.commitment != commitment:
        raise lines.error("the server's seed is not the one committed to", committed)
    return seeds


def _read_moves(lines: _Lines, deal: Deal, orders: list[str]) -> None:
    _reshuffle(lines, deal, orders)
    while turn := re.match(r"(\d{1,9})\. (.*)", lines.peek()):
        line = lines.number
        lines.take()
        if int(turn[1]) != deal.turns:
            raise lines.error(f"turn {turn[1]}, but the moves have come to turn {deal.turns}", line)
        _read_turn(lines, deal, turn[2].split(), orders, line)
    if orders:
        raise lines.error("more reshuffles are given than the moves need")


def _read_turn(lines: _Lines, deal: Deal, words: list[str], orders: list[str], line: int) -> None:
    turn, seat = deal.turns, 0
    for word in words:
        if re.fullmatch(r"\d:", word):
            seat = int(word[0])
            continue
        if deal.over:
            raise lines.error(f"{word} comes after the end of the deal", line)
        if deal.turns != turn:
            raise lines.error(f"{word} belongs to turn {deal.turns}, not to turn {turn}", line)
        if deal.seat is None or seat != deal.seat + 1:
            expected = "nobody" if deal.seat is None else f"seat {deal.seat + 1}"
            raise lines.error(f"{word} by seat {seat}, but {expected} is to decide", line)
        lines.guard(line, partial(deal.play, word))
        _reshuffle(lines, deal, orders)


def _reshuffle(lines: _Lines, deal: Deal, orders: list[str]) -> None:
    while deal.phase is Phase.CHANCE and orders:
        order = orders.pop(0)
        lines.guard(lines.number, partial(deal.reshuffle, order))


def _read_score(lines: _Lines, deal: Deal) -> None:
    if not deal.over:
        if lines.has("score"):
            raise lines.error("a score, but the moves do not end the deal")
        return
    line, wanted = lines.number, _score_line(deal)
    if f"score: {lines.value('score')}" != wanted:
        raise lines.error(f"the moves end with {wanted!r}", line)


def _read_result(lines: _Lines, game: Game) -> None:
    line = lines.number
    result = lines.value("result")
    if result != _result(game):
        raise lines.error(f"the moves end with {_result(game)!r}, not with {result!r}", line)


def _read_check(lines: _Lines, text: str) -> None:
    line = lines.number
    check = lines.value("check")
    body = "".join(f"{kept}\n" for kept in text.splitlines()[: line - 1])
    if check != _checksum(body):
        raise lines.error("the checksum does not fit the text above it: something was changed", line)
    if lines.peek():
        raise lines.error("text behind the end of the record")
