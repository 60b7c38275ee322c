"""A review as it is printed: the moments that cost something, and how everybody played."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..review import LABELS, MARKS, Label, Review, Verdict, remarks
from ..terminal.colours import TEAM_STYLES
from ..terminal.sentences import form_words
from ..words import N_, Words
from .screen import console, table

STYLES = {Label.FINE: "dim", Label.INACCURACY: "yellow", Label.MISTAKE: "magenta", Label.BLUNDER: "bold red"}
_INDENT = 5


def show(review: Review, lang: str, everything: bool = False) -> None:
    """Print what is said of a game."""
    out, words = console(), Words.of(review.game, lang)
    title, form = words.edition_title(review.game.rules.edition), form_words(words, review.game.rules)
    out.print(f"{title}, {form}", style="bold")
    for deal in review.deals:
        out.print()
        out.print(words.gettext(N_("Deal {number}"), number=deal.number), style="bold")
        told = [verdict for verdict in deal.verdicts if everything or verdict.marked]
        for verdict in told:
            _tell(out, words, review, verdict)
        if not told:
            _print(out, "", Text(words.gettext(N_("Nothing to remark."))))
        out.print()
        _print(out, "", Text(_chances(words, deal.chances_after)))
    out.print()
    out.print(_balances(review, words))


def _tell(out: Console, words: Words, review: Review, verdict: Verdict) -> None:
    team = review.game.rules.team_of(verdict.seat)
    who, did = words.seat(verdict.seat), words.move(verdict.move, verdict.phase)
    line = Text(words.gettext(N_("{seat}: {move}"), seat=who, move=did))
    line.stylize(TEAM_STYLES[team], 0, len(who))
    if verdict.label is not None:
        name = words.gettext(LABELS[verdict.label])
        line.append(f" {MARKS[verdict.label]} {name}".replace("  ", " "), STYLES[verdict.label])
    _print(out, str(verdict.turn), line)
    for sentence in remarks(words, verdict):
        _print(out, "", Text(sentence))


def _chances(words: Words, chances: tuple[float, ...]) -> str:
    told = " · ".join(f"{words.team(team)} {words.percent(chance)}" for team, chance in enumerate(chances))
    return words.gettext(N_("Chances after this deal: {chances}"), chances=told)


def _print(out: Console, number: str, text: Text) -> None:
    for line in text.wrap(out, out.width - _INDENT):
        line.rstrip()
        out.print(Text.assemble((f"{number:>3}  ", "dim"), line))
        number = ""


def _balances(review: Review, words: Words) -> Table:
    headings = [words.gettext(name) for name in (N_("player"), N_("choices"))]
    labels = [MARKS[label] or words.gettext(LABELS[label]) for label in Label]
    costs = [words.gettext(name) for name in (N_("points lost"), N_("chance lost"))]
    made = table(*headings, *labels, *costs, right=range(1, 8))
    for seat, balance in enumerate(review.balances):
        counts = (str(balance.labels[label]) for label in Label)
        lost = (f"{balance.points:.0f}", words.percent(balance.chance))
        made.add_row(words.seat(seat), str(balance.choices), *counts, *lost)
    return made
