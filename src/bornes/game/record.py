"""The record of a game: text that a person can read and that replays to the same game.

See ``docs/notation.md``.  Reading is strict: each move is played again, each seat, turn number and score must be the
one the rules give, and the last line is a checksum, so that a damaged record is an error and never a wrong game.
There is one way to write a game: what was read is written again, and a text that differs from it is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ..base.translatable import N_, FormattedNumber, OrList, TranslatableError, TranslatableText, sanitize_line
from ..engine.codes import Phase
from ..rules.cards import Card
from ..rules.editions import edition, house_rules
from ..rules.ruleset import DEFAULTS, Rules, RulesError, format_value, parse_value
from .deal import Deal
from .fair import ALGORITHM, SCHEMES, Seeds, SeedSource, checked_source, cut, fresh_seeds
from .moves import TEAM_LETTERS
from .player_names import checked_names

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")

RECORD_VERSION = 1
RECORD_HEADER = f"Bornes record {RECORD_VERSION}"
RULE_ADDED_IN: dict[str, int] = {}
"""The record version with which a rule came, if not the first.  An edition may give a later rule another value than its
default, but a game recorded before was played by the default."""
MAX_RECORD_BYTES = 16 * 1024 * 1024
"""A game to 5000 has some 30,000."""

MAX_REPEATED_LENGTH = 2000
"""So much an error repeats of a record at most."""


class RecordError(TranslatableError, ValueError):
    """A record that cannot be read; says in which line and why."""

    def __init__(self, line: int, text: str, /, **values: object) -> None:
        self.line = line
        self.why = TranslatableText(text, {name: _harmless(value) for name, value in values.items()})
        super().__init__(N_("line {line}: {why}"), line=line, why=self.why)

    @property
    def reason(self) -> str:
        """What is wrong there, in English."""
        return str(self.why)


def _harmless(value: object) -> object:
    """Return what an error repeats of a record as something that does no harm on a terminal."""
    match value:
        case str() if type(value) is str:
            return sanitize_line(value, MAX_REPEATED_LENGTH)
        case TranslatableText(text, values):
            return TranslatableText(text, {name: _harmless(one) for name, one in values.items()})
        case TranslatableError():
            return _harmless(value.message)
        case Exception():
            return sanitize_line(str(value), MAX_REPEATED_LENGTH)
    return value


# -- writing -----------------------------------------------------------------------------------------------------


def write(game: Game, earlier: Sequence[str] = ()) -> str:
    """Return the record of a game, finished or not.

    ``earlier`` are the texts of the deals before those of the game: see ``write_deal``.
    """
    body = _body(game, RECORD_VERSION, earlier)
    return f"{body}check: {_checksum(body)}\n"


def write_deal(number: int, deal: Deal, seeds: Seeds | None) -> str:
    """Return what a record says of one of its deals."""
    lines = ["", f"deal {number}", *_shuffle_lines(seeds, deal), *_move_lines(deal)]
    if deal.over:
        lines.append(_score_line(deal))
    return "\n".join(lines) + "\n"


def _body(game: Game, version: int, earlier: Sequence[str] = ()) -> str:
    """Return all lines of a record of some version but the last, which is their checksum."""
    head = "\n".join([f"Bornes record {version}", *_header(game, version)]) + "\n"
    played = enumerate(zip(game.deals, game.seeds, strict=True), len(earlier) + 1)
    deals = [write_deal(number, deal, seeds) for number, (deal, seeds) in played]
    return "".join((head, *earlier, *deals, f"\nresult: {_result(game)}\n"))


def _header(game: Game, version: int) -> Iterator[str]:
    rules = game.rules
    yield f"edition: {rules.edition}"
    yield f"form: {edition(rules.edition).form_of(rules)}"
    later = _rules_after(version)
    for name, value in house_rules(rules).items():
        if name not in later:
            yield f"rule: {name} = {format_value(value)}"
    yield f"names: {' | '.join(game.names)}"
    yield f"first: {game.first + 1}"
    if game.scheme:
        yield f"scheme: {game.scheme}"


def _rules_after(version: int) -> dict[str, object]:
    """Return the rules that came after a version, with their defaults."""
    return {name: DEFAULTS[name] for name, added in RULE_ADDED_IN.items() if added > version}


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
    """Yield a line for each turn: its number, then each seat that decided something with its moves."""
    line, turn, seat = "", 0, -1
    for played in deal.moves:
        if played.turn != turn:
            if line:
                yield line
            line, turn, seat = f"{played.turn}.", played.turn, -1
        if played.seat != seat:
            line, seat = f"{line} {played.seat + 1}:", played.seat
        line = f"{line} {played.notation}"
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


# -- counting ----------------------------------------------------------------------------------------------------


def count_moves(text: str, deal: int) -> int:
    """Count the moves of a deal in the text of a record, without replaying them; 0 if it has no such deal."""
    lines = text.partition(f"\ndeal {deal}\n")[2].partition("\n\n")[0].split("\n")
    words = (word for line in lines if re.match(r"[1-9][0-9]*\. ", line) for word in line.split()[1:])
    return sum(not word.endswith(":") for word in words)


# -- reading -----------------------------------------------------------------------------------------------------


def read(kind: type[Game], text: str, then: SeedSource | None = None) -> Game:
    """Return the game of this kind that a record tells, replayed move by move.

    Further deals of an unfinished game are shuffled from what ``then`` gives, or from fresh seeds.
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is text, not {type(text).__name__}")
    if then is not None:
        checked_source("then", then)
    lines = _Lines(_with_our_line_ends(text))
    version = _read_title(lines)
    game = _read_game(kind, lines, then, version)
    _read_result(lines, game)
    _check_body(lines, game, version)
    _read_check(lines)
    return game


def decode(content: bytes) -> str:
    """Return the text of a record from its bytes; pass ``MAX_RECORD_BYTES + 1`` of a file that may be too long."""
    if len(content) > MAX_RECORD_BYTES:
        raise too_long(content.count(b"\n") + 1)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(line, N_("not text: a record is written in UTF-8")) from None


def too_long(line: int) -> RecordError:
    """Return the error for a record that is longer than what is read of one."""
    return RecordError(
        line, N_("the text is too long: a record has {most} bytes at most"), most=FormattedNumber(MAX_RECORD_BYTES)
    )


def _with_our_line_ends(text: str) -> str:
    """Return the text with line feeds alone, where a system with other line ends wrote all of them as its own."""
    if len(text) > MAX_RECORD_BYTES:
        raise too_long(text.count("\n") + 1)
    ends = text.count("\r\n")
    return text.replace("\r\n", "\n") if ends == text.count("\n") == text.count("\r") else text


class _Lines:
    """The lines of a record, one after another."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        """Where the line to be read next begins."""
        self.number = 1
        """The same as an editor counts."""

    @property
    def ended(self) -> bool:
        """Whether there is no further line."""
        return self.at >= len(self.text)

    def peek(self) -> str:
        """Return the next line, or nothing at the end."""
        end = self.text.find("\n", self.at)
        return self.text[self.at :] if end < 0 else self.text[self.at : end]

    def take(self) -> str:
        """Return the next line and go on to the one after it."""
        line = self.peek()
        self.at += len(line) + 1
        self.number += 1
        return line

    def has(self, key: str) -> bool:
        """Return whether the next line is ``key: …``."""
        return self.text.startswith(f"{key}: ", self.at)

    def value(self, key: str) -> str:
        """Take the next line and return what stands behind ``key:``."""
        if not self.has(key):
            raise self.expected(TranslatableText("{key}: …", {"key": key}))
        return self.take()[len(key) + 2 :]

    def gap(self, turn: int | None = None) -> None:
        """Take the empty line that sets off what follows; another turn might stand there as well."""
        if self.ended or self.peek():
            empty = TranslatableText(N_("an empty line"))
            other = TranslatableText(N_("turn {turn} or an empty line"), {"turn": turn})
            raise self.expected(empty if turn is None else other)
        self.take()

    def expected(self, what: TranslatableText) -> RecordError:
        """Return an error in the next line, which should have been something else."""
        if self.ended:
            return self.error(N_("expected {what}, the record ends here: it is truncated"), what=what)
        return self.error(N_("expected {what}, found {line}"), what=what, line=_excerpt(self.peek()))

    def error(self, text: str, /, at: int | None = None, **values: object) -> RecordError:
        """Return an error in the next line, or at the given one."""
        shown = {name: _cut_text(value) if isinstance(value, str) else value for name, value in values.items()}
        return RecordError(self.number if at is None else at, text, **shown)

    def guard(self, line: int, action: Callable[[], T]) -> T:
        """Do something that a line asks for; raise what goes wrong as an error in that line."""
        try:
            return action()
        except ValueError as error:
            raise self.error("{error}", line, error=_cut(error)) from error


def _excerpt(text: str) -> TranslatableText:
    """Return a text as an error quotes it, shortened where it is long."""
    if len(text) <= 80:
        return TranslatableText("{text!r}", {"text": text})
    return TranslatableText(
        N_("{text!r} and {more} more characters"), {"text": text[:60], "more": FormattedNumber(len(text) - 60)}
    )


def _cut(error: ValueError) -> ValueError | str:
    """Shorten a reason that quotes something long; what is wrong stands at its beginning or at its end."""
    return error if len(str(error)) <= 1000 else _cut_text(str(error))


def _cut_text(text: str) -> str:
    return text if len(text) <= 1000 else f"{text[:100]} … {text[-800:]}"


def _read_title(lines: _Lines) -> int:
    """Read the title, and return the version that it names."""
    title = re.fullmatch(r"Bornes record ([1-9][0-9]{0,8})", lines.peek())
    if title is None:
        text = (
            N_("a record begins with {title!r}, not with {line}; save it without the byte order mark")
            if lines.peek().startswith("\ufeff")
            else N_("a record begins with {title!r}, not with {line}")
        )
        raise lines.error(text, title=RECORD_HEADER, line=_excerpt(lines.peek()))
    version = int(title[1])
    if version > RECORD_VERSION:
        text = N_("this is a record of version {version}, written by a later release; this one reads up to {ours}")
        raise lines.error(text, version=version, ours=RECORD_VERSION)
    lines.take()
    return version


def _read_game(kind: type[Game], lines: _Lines, then: SeedSource | None, version: int) -> Game:
    rules, names, first = _read_header(lines, version)
    first_line = lines.number - 1
    scheme = _read_scheme(lines)
    given: dict[int, Seeds] = {}

    source = partial(_seeds_of, given, fresh_seeds if then is None else then)

    def begin(deck: str | None) -> Game:
        if game is not None:
            game.next_deal(deck=deck)
            return game
        if rules.first_player == "youngest":
            return kind(rules, seeds=source, names=names, deck=deck, first=first)
        return kind(rules, seeds=source, names=names, deck=deck, dealer=(first - 1) % rules.players)

    game: Game | None = None
    number = 1
    lines.gap()
    while lines.peek().startswith("deal"):
        line = lines.number
        if lines.peek() != f"deal {number}":
            raise lines.expected(TranslatableText("deal {number}", {"number": number}))
        lines.take()
        if game is not None:
            lines.guard(line, game.check_goes_on)
        line = lines.number
        deck, orders = _read_deck(lines) if lines.has("deck") else (None, [])
        if deck is None:
            given[number] = _read_seeds(lines, rules.players)
            if number == 1 and scheme and (starts := cut(given[number], rules.players)) != first:
                text = N_("first: the seeds of deal 1 give seat {right}, not seat {first}")
                raise lines.error(text, first_line, right=starts + 1, first=first + 1)
        game = lines.guard(line, partial(begin, deck))
        game.scheme = scheme
        _read_moves(lines, game.deal, orders)
        _read_score(lines, game.deal)
        lines.gap(None if game.deal.over else game.deal.turns)
        number += 1
    if game is None:
        raise lines.expected(TranslatableText("deal 1"))
    return game


def _seeds_of(given: dict[int, Seeds], then: SeedSource, number: int) -> Seeds:
    """Return the seeds of a deal: those of the record, and of later deals those that follow."""
    return given[number] if number in given else then(number)


def _read_header(lines: _Lines, version: int) -> tuple[Rules, tuple[str, ...], int]:
    line = lines.number
    name = lines.value("edition")
    book = lines.guard(line, lambda: edition(name))
    line = lines.number
    form = lines.value("form")
    forms = {str(known): known for known in book.forms}
    if form not in forms:
        text = N_("{edition} has the forms {forms}, not {form}")
        raise lines.error(text, line, edition=name, forms=", ".join(forms), form=_excerpt(form))
    chosen = forms[form]
    rules = book.rules(chosen.players, partners=chosen.partners, short=chosen.short)
    rules = _read_house_rules(lines, rules, _rules_after(version))
    line = lines.number
    names = lines.value("names").split(" | ")
    checked = lines.guard(line, lambda: checked_names(names, rules.players))
    line = lines.number
    first = lines.value("first")
    if re.fullmatch("[1-8]", first) is None or int(first) > rules.players:
        text = N_("first: must be a seat from 1 to {last}, not {first}")
        raise lines.error(text, line, last=rules.players, first=_excerpt(first))
    return rules, checked, int(first) - 1


def _read_scheme(lines: _Lines) -> str:
    """Read the name of the shuffle scheme; a game that names none has none."""
    if not lines.has("scheme"):
        return ""
    line = lines.number
    scheme = lines.value("scheme")
    if scheme not in SCHEMES:
        text = N_("unknown shuffle scheme {scheme!r}; this version knows {known}")
        raise lines.error(text, line, scheme=scheme, known=OrList(SCHEMES))
    return scheme


def _read_house_rules(lines: _Lines, rules: Rules, later: dict[str, object]) -> Rules:
    """Read the house rules; ``later`` are the rules that came after the record, with the values it was played by."""
    changes: dict[str, object] = dict(later)
    written: dict[str, int] = {}
    line = lines.number
    while lines.has("rule"):
        line = lines.number
        name, equals, value = lines.value("rule").partition(" = ")
        if not equals or name in changes or name in ("edition", "players"):
            raise lines.error(N_("a house rule is written once, as rule: name = value"), line)
        changes[name] = lines.guard(line, partial(parse_value, name, value))
        written[name] = line
    try:
        return rules.replace(**changes)
    except RulesError as error:
        # A rule can be at odds with one that is not written here; then no line is more to blame than the last.
        raise lines.error("{error}", written.get(error.field, line), error=error) from error


def _read_deck(lines: _Lines) -> tuple[str, list[tuple[int, str]]]:
    """Read the deck, and each later order of the discards with the number of its line."""
    deck = lines.value("deck")
    orders = []
    while lines.has("reshuffle"):
        orders.append((lines.number, lines.value("reshuffle")))
    return deck, orders


def _read_seeds(lines: _Lines, seats: int) -> Seeds:
    line = lines.number
    algorithm = lines.value("shuffle")
    if algorithm != ALGORITHM:
        text = N_("unknown shuffle {algorithm}; known is {ours}")
        raise lines.error(text, line, algorithm=_excerpt(algorithm), ours=ALGORITHM)
    line, commitment = lines.number, lines.value("commitment")
    seeded, server = lines.number, lines.value("server")
    seeds = lines.guard(seeded, lambda: Seeds.parse(server, revealed=True))
    if seeds.commitment != commitment:
        raise lines.error(N_("the server's seed is not the one committed to"), line)
    if not lines.has("seeds"):
        return seeds
    line, players = lines.number, lines.value("seeds").split(" ")
    texts = ["" if text == "-" else text for text in players]
    seeds = lines.guard(line, lambda: Seeds.parse(server, texts, revealed=True))
    lines.guard(line, lambda: seeds.check_seats(seats))
    return seeds


def _read_moves(lines: _Lines, deal: Deal, orders: list[tuple[int, str]]) -> None:
    _reshuffle(lines, deal, orders)
    while turn := re.match(r"([1-9][0-9]{0,8})\. (.*)", lines.peek()):
        line = lines.number
        if int(turn[1]) != deal.turns:
            text = N_("turn {turn}, but the moves have come to turn {right}")
            raise lines.error(text, turn=turn[1], right=deal.turns)
        lines.take()
        _read_turn(lines, deal, turn[2].split(), orders, line)
    if orders:
        raise lines.error(N_("more reshuffles are given than the moves need"), orders[0][0])


def _read_turn(lines: _Lines, deal: Deal, words: list[str], orders: list[tuple[int, str]], line: int) -> None:
    turn, seat = deal.turns, 0
    for word in words:
        if re.fullmatch("[0-9]:", word):
            seat = int(word[0])
            continue
        if deal.over:
            raise lines.error(N_("{move} comes after the end of the deal"), line, move=word)
        if deal.turns != turn:
            text = N_("{move} belongs to turn {right}, not to turn {turn}")
            raise lines.error(text, line, move=word, right=deal.turns, turn=turn)
        if deal.seat is None:
            raise lines.error(N_("{move} by seat {seat}, but nobody is to decide"), line, move=word, seat=seat)
        if seat != deal.seat + 1:
            text = N_("{move} by seat {seat}, but seat {right} is to decide")
            raise lines.error(text, line, move=word, seat=seat, right=deal.seat + 1)
        lines.guard(line, partial(deal.play, word))
        _reshuffle(lines, deal, orders)


def _reshuffle(lines: _Lines, deal: Deal, orders: list[tuple[int, str]]) -> None:
    while deal.phase is Phase.CHANCE and orders:
        line, order = orders.pop(0)
        lines.guard(line, partial(deal.reshuffle, order))


def _read_score(lines: _Lines, deal: Deal) -> None:
    if not deal.over:
        if lines.has("score"):
            raise lines.error(N_("a score, but the moves do not end the deal"))
        return
    line, wanted = lines.number, _score_line(deal)
    if f"score: {lines.value('score')}" != wanted:
        raise lines.error(N_("the moves end with {right!r}"), line, right=wanted)


def _read_result(lines: _Lines, game: Game) -> None:
    line = lines.number
    result = lines.value("result")
    if result != _result(game):
        text = N_("the moves end with {right!r}, not with {result}")
        raise lines.error(text, line, right=_result(game), result=_excerpt(result))


def _check_body(lines: _Lines, game: Game, version: int) -> None:
    """Refuse what tells a game, but not in the way in which it is written here."""
    given, right = lines.text[: lines.at].split("\n"), _body(game, version).split("\n")
    for line, (found, wanted) in enumerate(zip(given, right, strict=False), 1):
        if found != wanted:
            text = N_("a record has {right} here, not {line}")
            raise lines.error(text, line, right=_excerpt(wanted), line=_excerpt(found))


def _read_check(lines: _Lines) -> None:
    line, body = lines.number, lines.text[: lines.at]
    if lines.value("check") != _checksum(body):
        raise lines.error(N_("the checksum does not fit the text above it: something was changed"), line)
    if not lines.text.endswith("\n"):
        raise lines.error(N_("the last line, too, ends with a line feed: add the one that is missing"), line)
    if not lines.ended:
        raise lines.error(N_("text behind the end of the record"))
