"""What is each safety worth?"""

from __future__ import annotations

from functools import partial

from ...bots.weights import tuned_policy
from ...cards import SAFETIES, Card
from ...editions import NAMES, edition
from ...rules import Rules
from ..tally import Estimate
from .answer import Column, Dots, FigureTable, Findings, Question, Row
from .sampling import Sample, Summary
from .simulate import examine_cards
from .wording import card_name, differ, form_name, format_figure, ranking

_PARTS = ("from coups fourrés", "from the points for safeties", "from the road")


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what each safety is worth in each form, and where that comes from."""
    found = sample.summarize(
        [partial(examine_cards, rules, tuned_policy(rules), _dealt(rules), _bare(rules)) for rules in forms]
    )
    both = list(zip(forms, found, strict=True))
    columns = tuple(Column(card_name(card), "gain") for card in SAFETIES)
    rows = tuple(Row(form_name(rules), tuple(_part(rules, one, card, 0) for card in SAFETIES)) for rules, one in both)
    splits = tuple(_split(rules, one) for rules, one in both if _bare(rules))
    tables = (FigureTable("A safety in the opening hand, in points a deal", "form", columns, rows), *splits)
    panels: tuple[Dots, ...] = (
        Dots("A safety in the opening hand", "points a deal over any other card", "gain", _by_card(rows)),
    )
    if splits:
        panels += (Dots(splits[0].title, "points a deal", "gain", _by_part(splits[0])),)
    return tuple(_sentence(row) for row in rows), tables, panels


def _dealt(rules: Rules) -> tuple[Card, ...]:
    """Return the safeties that are in the deck."""
    return tuple(card for card in SAFETIES if rules.deck[card])


def _bare(rules: Rules) -> tuple[Rules, ...]:
    """Return the same rules without points for coups fourrés, then without any for safeties.

    Where points decide when the deal ends they change the play, and nothing can be told apart.
    """
    if rules.end_measure != "miles":
        return ()
    without_coups = rules.replace(coup_fourre_points=0)
    return without_coups, without_coups.replace(safety_points=0, all_safeties_points=0)


def _part(rules: Rules, found: Summary, card: Card, number: int) -> Estimate | None:
    return found.estimate((card, number), rules.teams - 1)


def _split(rules: Rules, found: Summary) -> FigureTable:
    columns = tuple(Column(part, "gain") for part in _PARTS)
    rows = tuple(
        Row(card_name(card), tuple(_part(rules, found, card, 1 + n) for n in range(len(_PARTS)))) for card in SAFETIES
    )
    return FigureTable(f"Where it comes from: {form_name(rules)}", "safety", columns, rows)


Series = tuple[tuple[str, tuple[tuple[str, Estimate | None], ...]], ...]


def _by_card(rows: tuple[Row, ...]) -> Series:
    names = [card_name(card) for card in SAFETIES]
    return tuple((row.label, tuple(zip(names, row.figures, strict=True))) for row in rows)


def _by_part(split: FigureTable) -> Series:
    return tuple(
        (column.head, tuple((row.label, row.figures[n]) for row in split.rows))
        for n, column in enumerate(split.columns)
    )


def _sentence(row: Row) -> str:
    figures = ranking(list(zip([card_name(card) for card in SAFETIES], row.figures, strict=True)))
    if not figures:
        return f"{row.label}: too few deals to say."
    told = ", ".join(f"{name} {format_figure(figure, 'gain')}" for name, figure in figures)
    best, *rest = figures
    sure = bool(rest) and all(differ(best[1], figure) for _, figure in rest)
    verdict = f"{best[0]} is worth most" if sure else "which of them is worth most could not be shown"
    return f"{row.label}: {told} points a deal; {verdict}."


QUESTION = Question(
    name="safeties",
    asks="What is each safety worth?",
    debate=(
        "A safety brings 100 points, more as a coup fourré, and one hazard less to fear. But how much is it to find "
        "one in the opening hand, and is the Right of Way as much better as everybody says?"
    ),
    method=(
        "All seats are tuned players. Each deal is played from the same deck with the safety in one seat's opening "
        "hand and without it: a random card of that hand changes places with the safety, which is otherwise "
        "in the draw pile or in another hand. The figure is the difference in points less the mean of the other "
        "teams. Where points do not decide when the deal ends, the same play is counted without the points for "
        "coups fourrés, and without those for safeties (all four of them included), so that what is left comes from "
        "the road: miles, trips, and what the others lose by it."
    ),
    deals=3_000,
    forms=lambda: tuple(edition(name).rules(2) for name in NAMES),
    find=find,
)
