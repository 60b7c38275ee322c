"""The names of cards in little room: shortened no more than they must be, and never two cards by the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len

from ...i18n import N_, Translator
from ...rules.cards import Card, Family
from .canvas import ELLIPSIS, card_label, fit, share_width

Label = tuple[str, ...]
"""A name in the lines that it is written in."""
TINY_NAMES = {
    Card.OUT_OF_GAS: N_("Out of Gas (tiny)"),
    Card.SPEED_LIMIT: N_("Speed Limit (tiny)"),
    Card.SPARE_TIRE: N_("Spare Tire (tiny)"),
    Card.REPAIRS: N_("Repairs (tiny)"),
    Card.END_OF_LIMIT: N_("End of Limit (tiny)"),
}
"""The cards whose names are long in some language; where its catalogue says nothing they have no other one."""


def card_name(card: Card, words: Translator, width: int, height: int = 1) -> Label:
    """Return the name of a card in so many lines of so many cells."""
    return _labels(words.language, words.edition, width, height)[card]


@lru_cache(maxsize=256)
def _labels(language: str, edition: str, width: int, height: int) -> dict[Card, Label]:
    """Return what each card that has a name is called there: where two would be called the same, both give way."""
    words = Translator(language, edition)
    forms = {card: list(_forms(card, words, width, height)) for card in Card if card.family is not Family.DISTANCE}
    found = {card: labels.pop(0) for card, labels in forms.items()}
    while twins := _twins(found, forms):
        for card in twins:
            found[card] = forms[card].pop(0)
    return found


def _twins(found: dict[Card, Label], forms: dict[Card, list[Label]]) -> list[Card]:
    """Return the cards that are called like another one and could be called otherwise."""
    counts = Counter(_read(label) for label in found.values())
    return [card for card, label in found.items() if counts[_read(label)] > 1 and forms[card]]


def _read(label: Label) -> str:
    return "".join(label).casefold()


def _forms(card: Card, words: Translator, width: int, height: int) -> Iterator[Label]:
    """Return what a card may be called, the best first."""
    short = words.short_card(card)
    names = (words.card(card), short, *_tiny_name(card, words), _without_small_words(short))
    whole = [label for one in names if not _is_cut(label := _laid_out(one, width, height))]
    yield from whole[:1]
    yield _laid_out(short, width, height)
    yield _laid_out(short.split()[-1], width, height)  # of Feu Vert and Feu Rouge what tells them apart


def _tiny_name(card: Card, words: Translator) -> list[str]:
    """Return what a card is called where there is hardly any room, if the language has a word for that."""
    message = TINY_NAMES.get(card, "")
    tiny = words.gettext(message) if message else ""
    return [tiny] if tiny != message else []


def _without_small_words(name: str) -> str:
    """Return a name without what only joins its words: of *Right of Way* what one would say in a hurry."""
    return " ".join(word for word in name.split() if len(word) > 2 or word[0].isupper())


def _laid_out(name: str, width: int, height: int) -> Label:
    return tuple(card_label(name, width, height)) if height > 1 else (fit(name, width),)


def _is_cut(label: Label) -> bool:
    return any(line.endswith(ELLIPSIS) for line in label)


def widest_name(card: Card, words: Translator) -> int:
    """Return how many cells the whole name of a card takes on one line."""
    return cell_len(words.card(card))


TIGHT = "/"
"""What parts the names of partners where there is little room."""


def team_name(words: Translator, team: int, width: int) -> str:
    """Return who shares a team's piles in so many cells; partners give way where their names are longest."""
    whole = words.team(team)
    seats = words.partners(team)
    if cell_len(whole) <= width or not seats:
        return fit(whole, width)
    names, between = shared_names([words.seat(seat) for seat in seats], joint(words), width)
    return fit(between.join(names), width)


def joint(words: Translator) -> str:
    """Return what stands between the names of partners."""
    return words.gettext("{one} & {other}", one="", other="")


def shared_names(names: Sequence[str], between: str, width: int) -> tuple[list[str], str]:
    """Return names that fit side by side in so many cells, and what parts them."""
    for parting in (between, TIGHT):
        if sum(map(cell_len, names)) + cell_len(parting) * (len(names) - 1) <= width:
            return list(names), parting
    widths = share_width([cell_len(name) for name in names], width - len(TIGHT) * (len(names) - 1))
    return [fit(name, room) for name, room in zip(names, widths, strict=True)], TIGHT


# -- above the columns of a sheet ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnHeads:
    """The names above the columns of a sheet, line by line, and how wide the columns are."""

    lines: list[list[str]]
    widths: list[int]


def heads_above(words: Translator, teams: int, least: int, room: int) -> ColumnHeads:
    """Return the names of all teams above columns of at least this width, which together have so much room.

    They stand on one line where that leaves them whole, else partners stand one below the other.
    """
    side_by_side = [[words.team(team)] for team in range(teams)]
    joined, bare = (
        [_below_each_other(words, team, between) for team in range(teams)] for between in (joint(words), "")
    )
    names = next((names for names in (side_by_side, joined) if sum(_widths(names, least)) <= room), bare)
    widths = [max(least, width) for width in share_width(_widths(names, least), room)]
    height = max(map(len, names))
    shown = [
        [""] * (height - len(lines)) + [fit(line, width) for line in lines]
        for lines, width in zip(names, widths, strict=True)
    ]
    return ColumnHeads([list(line) for line in zip(*shown, strict=True)], widths)


def _below_each_other(words: Translator, team: int, between: str) -> list[str]:
    seats = words.partners(team)
    if len(seats) < 2:
        return [words.team(team)]
    return [f"{words.seat(seats[0])}{between}".rstrip(), words.seat(seats[1])]


def _widths(names: list[list[str]], least: int) -> list[int]:
    return [max(least, *map(cell_len, lines)) for lines in names]
