"""``bornes review``: what the better moves of a game would have been."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .group import NumberRange, print_json
from .options import (
    jobs_option,
    json_option,
    lang_option,
    plot_option,
    seed_number,
)
from .record_input import deal_option, record_or_link, recorded_or_latest_game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..game.game import Game
    from ..i18n import Translator
    from ..review import Review, Verdict


@click.command()
@click.argument("file", metavar="[FILE|LINK]", type=record_or_link, required=False)
@deal_option
@click.option("--all", "everything", is_flag=True, help="Show every decision, not only those that cost something.")
@click.option(
    "--care",
    type=NumberRange(0.1, 1000),
    metavar="X",
    help="Think this many times as hard as the champion about each move.  [default: 6]",
)
@click.option(
    "--seed",
    type=seed_number,
    default="0",
    metavar="N",
    help="Try other luck in the playouts.  [default: 0, so that a review can be repeated]",
)
@jobs_option
@plot_option("Draw the chances of winning to a .png, .svg or .pdf file.")
@lang_option
@json_option
def review(
    file: str | None,
    only: int | None,
    everything: bool,
    care: float | None,
    seed: int,
    jobs: int | None,
    plot: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Find the better moves in a recorded game.

    Each decision is judged by what its player could know: every move is played out thousands of times, with the hidden
    cards placed at random in ways that fit. What a move cost is given in points and in chances of winning the game; the
    costly ones are called an inaccuracy (?!), a mistake (?) or a blunder (??). FILE is a record; - reads it from the
    standard input. LINK leads to a table on a server, whose finished deals are reviewed. Without either, the last game
    that was played here is reviewed, as far as its deals are over.

    \b
    Examples:
      bornes review
      bornes review game.txt
      bornes review game.txt --deal 2 --all
      bornes review game.txt --plot game.png
      bornes review game.txt --json | jq '.seats[].labels'
    """
    game = recorded_or_latest_game(file, only, lang)
    found = _reviewed(game, only, seed, care, jobs, lang)
    if as_json:
        print_json(found.as_dict())
    else:
        _show(found, lang, everything)
    if plot is not None:
        from ..i18n import Translator
        from ..review.review_plots import plot as draw

        draw(found, plot, Translator.of(game, lang))


def _reviewed(game: Game, only: int | None, seed: int, care: float | None, jobs: int | None, lang: str) -> Review:
    from ..i18n import Translator
    from ..review import PLAYOUT_FACTOR
    from ..review import review as look_again
    from .output import progress_bar

    numbers, words = range(1, len(game.deals) + 1) if only is None else [only], Translator.of(game, lang)
    with progress_bar("", total=sum(len(game.deals[number - 1].moves) for number in numbers)) as move_on:

        def tell(verdict: Verdict) -> None:
            deal = words.gettext("Deal {number}", number=verdict.deal)
            move_on(advance=1, description=f"{deal}, {words.term('turn')} {verdict.turn}")

        return look_again(game, numbers, seed=seed, care=care or PLAYOUT_FACTOR, threads=jobs, tell=tell)


# -- what is printed ---------------------------------------------------------------------------------------------


def _show(review: Review, lang: str, everything: bool) -> None:
    """Print the moments that cost something, or all of them, and how everybody played."""
    from rich.text import Text

    from ..i18n import Translator
    from .output import console, print_indented, print_rules, print_table

    out, words = console(), Translator.of(review.game, lang)
    print_rules(out, words, review.game.rules)
    for deal in review.deals:
        out.print("\n" + words.gettext("Deal {number}", number=deal.number), style="bold")
        told = [verdict for verdict in deal.verdicts if everything or verdict.marked]
        for verdict in told:
            _tell(out, words, review, verdict)
        if not told:
            print_indented(out, Text(words.gettext("No mistakes.")), _INDENT)
        out.print()
        print_indented(out, Text(_chances(words, deal.chances_after)), _INDENT)
    out.print()
    print_table(out, _balances(review, words))


_INDENT = 5 * " "
"""As far as the number of a turn reaches."""


def _tell(out: Console, words: Translator, review: Review, verdict: Verdict) -> None:
    from rich.text import Text

    from ..review import LABELS, MARKS, MoveLabel, remarks
    from ..terminal.drawing.theme import TEAM_STYLES
    from .output import print_indented

    styles = {
        MoveLabel.FINE: "dim",
        MoveLabel.INACCURACY: "yellow",
        MoveLabel.MISTAKE: "magenta",
        MoveLabel.BLUNDER: "bold red",
    }
    who, did = words.seat(verdict.seat), words.move(verdict.move, verdict.phase)
    line = Text(words.gettext("{seat}: {move}", seat=who, move=did))
    line.stylize(TEAM_STYLES[review.game.rules.team_of(verdict.seat)], 0, len(who))
    if verdict.label is not None:
        name = words.gettext(LABELS[verdict.label])
        line.append(f" {MARKS[verdict.label]} {name}".replace("  ", " "), styles[verdict.label])
    print_indented(out, line, f"{verdict.turn:>3}  ")
    for sentence in remarks(words, verdict):
        print_indented(out, Text(sentence), _INDENT)


def _chances(words: Translator, chances: tuple[float, ...]) -> str:
    told = " · ".join(f"{words.team(team)} {words.percent(chance)}" for team, chance in enumerate(chances))
    return words.gettext("Chances of winning after this {deal}: {chances}", deal=words.term("deal"), chances=told)


def _balances(review: Review, words: Translator) -> Table:
    from ..review import LABELS, MARKS, MoveLabel
    from .output import table

    made = table(
        words.gettext("player"),
        words.gettext("choices"),
        *(MARKS[label] or words.gettext(LABELS[label]) for label in MoveLabel),
        words.gettext("points given away"),
        words.gettext("worst slip"),
        right=range(1, 8),
    )
    for seat, balance in enumerate(review.balances):
        counts = (str(balance.labels[label]) for label in MoveLabel)
        lost = (words.whole(round(balance.weight)), words.percent(balance.biggest))
        made.add_row(words.seat(seat), str(balance.choices), *counts, *lost)
    return made
