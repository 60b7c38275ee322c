"""What is each card worth in the opening hand?"""

from __future__ import annotations

from functools import partial

from ...bots.weights import tuned_policy
from ...cards import Card
from ...editions import edition
from ...rules import Rules
from ..tally import Estimate
from .answer import Column, Dots, FigureTable, Findings, Question, Row
from .sampling import Sample, Summary
from .simulate import examine_cards
from .wording import card_name, form_name, format_figure, is_gain, is_loss, join_words, ranking


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what each kind of card gains over any other card."""
    decks = [_kinds(rules) for rules in forms]
    examiners = [
        partial(examine_cards, rules, tuned_policy(rules), deck, ()) for rules, deck in zip(forms, decks, strict=True)
    ]
    found = sample.summarize(examiners)
    kinds = [card for card in Card if any(card in deck for deck in decks)]
    best_first = sorted(kinds, key=lambda card: -_mean(found[0], forms[0], card))
    columns = tuple(Column(form_name(rules), "gain") for rules in forms)
    both = list(zip(forms, found, strict=True))
    rows = tuple(Row(card_name(card), tuple(_worth(one, rules, card) for rules, one in both)) for card in best_first)
    series = tuple(
        (column.head, tuple((row.label, row.figures[n]) for row in rows)) for n, column in enumerate(columns)
    )
    table = FigureTable("A card in the opening hand, in points a deal over any other card", "card", columns, rows)
    panel = Dots("A card in the opening hand", "points a deal over any other card", "gain", series)
    return tuple(_sentence(name, figures) for name, figures in series), (table,), (panel,)


def _kinds(rules: Rules) -> tuple[Card, ...]:
    """Return the kinds of card in the deck."""
    return tuple(card for card in Card if rules.deck[card])


def _worth(found: Summary, rules: Rules, card: Card) -> Estimate | None:
    return found.estimate((card, 0), rules.teams - 1)


def _mean(found: Summary, rules: Rules, card: Card) -> float:
    worth = _worth(found, rules, card)
    return 0.0 if worth is None else worth.mean


def _sentence(form: str, figures: tuple[tuple[str, Estimate | None], ...]) -> str:
    good = [f"{name} ({format_figure(worth, 'gain')})" for name, worth in ranking(figures) if is_gain(worth)]
    bad = [f"{name} ({format_figure(worth, 'gain')})" for name, worth in reversed(ranking(figures)) if is_loss(worth)]
    if not good and not bad:
        return f"{form}: no difference between the cards could be shown."
    better = f"better than a random card are {join_words(good)}" if good else "no card was better for certain"
    worse = f"worse are {join_words(bad)}" if bad else "none was worse for certain"
    return f"{form}: {better}; {worse}."


QUESTION = Question(
    name="opening-hand",
    asks="Which cards does one wish for in the opening hand?",
    debate="Six cards, and one groan or another around the table. Which of them deserve it?",
    method=(
        "All seats are tuned players. In each deal a random card of one seat's opening hand changes places with a card "
        "of the kind in question from elsewhere in the deck; both decks are played on the same luck. The figure"
        " is what that gains in points less the mean of the other teams, so a card that is as good as any "
        "has 0."
    ),
    deals=2_500,
    forms=lambda: (edition("parker-1962").rules(2), edition("dujardin").rules(4), edition("asmodee").rules(2)),
    find=find,
)
