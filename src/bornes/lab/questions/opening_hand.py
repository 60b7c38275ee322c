"""What a card in the opening hand is worth: which cards one wishes for, and what each safety is worth, and why.

Each deal is played with the card and with another in its place, on the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...base.translatable import N_, AndList, TranslatableText
from ...bots import playouts
from ...bots.weights import tuned_policy
from ...engine.compiled_rules import CompiledRules
from ...engine.playout import Policy, Rng, deck_order
from ...engine.state import State
from ...game.position import compile_rules
from ...rules.cards import SAFETIES, Card
from ...rules.editions import EDITION_NAMES, edition
from ...rules.ruleset import Rules
from ..estimates import Estimate
from .report import (
    AnswerColumn,
    AnswerRow,
    DotPlot,
    FigureList,
    FigureTable,
    Findings,
    FormattedFigure,
    ResearchQuestion,
    Text,
    as_message,
    card_name,
    differ,
    form_name,
    is_gain,
    is_loss,
    ranking,
    too_few,
    with_figure,
)
from .samples import Sample, SampledValues, Summary, fresh_seed, random_stream

# -- a card in place of another -----------------------------------------------------------------------------------

_OPENING_PLAYOUTS = 4
"""Of each opening hand, with the rest of the deck shuffled."""


def examine_cards(
    rules: Rules,
    policy: Policy,
    cards: Sequence[Card],
    bare: Sequence[Rules],
    seed: int,
    deal: int,
    observations: SampledValues,
) -> None:
    """Play a deal with and without each card in the opening hand of seat 0, and observe what the card gains.

    ``bare`` are the same rules with ever fewer points, none of which a player looks at.  Number 0 is the whole gain,
    number 1 what is gone with the first of them, and so on; the last is what is left.
    """
    luck = random_stream(seed, deal)
    first = deal % rules.players
    order, same = deck_order(compile_rules(rules), seed, deal), fresh_seed(luck)
    ours = [i for i in range(rules.players * rules.hand_size) if (first + i) % rules.players == 0]
    for card in cards:
        without, with_it = _without_and_with(order, card, ours, luck)
        gains = [0] * (1 + len(bare))
        if with_it != without:
            counted_rules = [compile_rules(counted) for counted in (rules, *bare)]
            gains = [
                _opening_edge(compiled, with_it, first, policy, same)
                - _opening_edge(compiled, without, first, policy, same)
                for compiled in counted_rules
            ]
        parts = [gain - rest for gain, rest in zip(gains, [*gains[1:], 0], strict=True)]
        for number, gain in enumerate([gains[0], *parts]):
            observations.add(deal, (card, number), gain, _OPENING_PLAYOUTS)


def _without_and_with(order: list[int], card: Card, ours: list[int], luck: Rng) -> tuple[list[int], list[int]]:
    """Return the deck without the card in our hand and with it; the two differ in two cards that change places.

    If the deck has the card several times, another one may be in the hand in both.
    """
    theirs = [i for i in range(len(order)) if i not in ours]
    elsewhere = [i for i in theirs if order[i] == card]
    if elsewhere:
        return order, _swapped(order, ours[luck.below(len(ours))], elsewhere[luck.below(len(elsewhere))])
    here = [i for i in ours if order[i] == card]
    return _swapped(order, here[luck.below(len(here))], theirs[luck.below(len(theirs))]), order


def _swapped(order: list[int], one: int, other: int) -> list[int]:
    swapped = list(order)
    swapped[one], swapped[other] = order[other], order[one]
    return swapped


def _opening_edge(compiled: CompiledRules, order: list[int], first: int, policy: Policy, seed: int) -> int:
    """Return the points of team 0 less the mean of the others, in parts of 1 / (teams - 1), over the playouts."""
    state = State(compiled)
    state.deal(order, first)
    totals = playouts(state, _OPENING_PLAYOUTS, policy, seed=seed).totals
    return compiled.teams * totals[0] - sum(totals)


# -- what is each safety worth? -----------------------------------------------------------------------------------

_PARTS = (N_("from coups fourrés"), N_("from the points for safeties"), N_("from the road"))


def find_safeties(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what each safety is worth in each form, and where that comes from."""
    found = sample.summarize(
        [partial(examine_cards, rules, tuned_policy(rules), _safeties_in(rules), _bare(rules)) for rules in forms]
    )
    both = list(zip(forms, found, strict=True))
    columns = tuple(AnswerColumn(card_name(card), "gain") for card in SAFETIES)
    rows = tuple(
        AnswerRow(form_name(rules), tuple(one.points((card, 0), rules) for card in SAFETIES)) for rules, one in both
    )
    splits = tuple(_split(rules, one) for rules, one in both if _bare(rules))
    tables = (FigureTable(N_("A safety in the opening hand, in points a deal"), N_("form"), columns, rows), *splits)
    panels: tuple[DotPlot, ...] = (
        DotPlot(N_("A safety in the opening hand"), N_("points a deal over any other card"), "gain", _by_card(rows)),
    )
    if splits:
        panels += (DotPlot(splits[0].title, N_("points a deal"), "gain", _by_part(splits[0])),)
    return tuple(_safeties_sentence(row) for row in rows), tables, panels


def _safeties_in(rules: Rules) -> tuple[Card, ...]:
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


def _split(rules: Rules, found: Summary) -> FigureTable:
    columns = tuple(AnswerColumn(part, "gain") for part in _PARTS)
    rows = tuple(
        AnswerRow(card_name(card), tuple(found.points((card, 1 + n), rules) for n in range(len(_PARTS))))
        for card in SAFETIES
    )
    title = TranslatableText(N_("Where it comes from: {form}"), {"form": form_name(rules)})
    return FigureTable(title, N_("safety"), columns, rows)


Series = tuple[tuple[Text, tuple[tuple[Text, Estimate | None], ...]], ...]


def _by_card(rows: tuple[AnswerRow, ...]) -> Series:
    names = [card_name(card) for card in SAFETIES]
    return tuple((row.label, tuple(zip(names, row.figures, strict=True))) for row in rows)


def _by_part(split: FigureTable) -> Series:
    return tuple(
        (column.head, tuple((row.label, row.figures[n]) for row in split.rows))
        for n, column in enumerate(split.columns)
    )


def _worth(card: Text, gain: Estimate) -> TranslatableText:
    return TranslatableText("{card} {gain}", {"card": as_message(card), "gain": FormattedFigure(gain, "gain")})


def _safeties_sentence(row: AnswerRow) -> TranslatableText:
    figures = ranking(list(zip([card_name(card) for card in SAFETIES], row.figures, strict=True)))
    if not figures:
        return too_few(row.label)
    told = FigureList(tuple(_worth(name, figure) for name, figure in figures))
    best, *rest = figures
    sure = bool(rest) and all(differ(best[1], figure) for _, figure in rest)
    text = (
        N_("{form}: {figures} points a deal; {best} is worth most.")
        if sure
        else N_("{form}: {figures} points a deal; which of them is worth most could not be shown.")
    )
    return TranslatableText(text, {"form": row.label, "figures": told, "best": as_message(best[0])})


EACH_SAFETY = ResearchQuestion(
    name="safeties",
    asks=N_("What is each safety worth?"),
    debate=(
        "A safety brings 100 points, more as a coup fourré, and one hazard less to fear. But how much is it to find "
        "one in the opening hand, and is the Right of Way as much better as everybody says?"
    ),
    method=N_(
        "All seats are tuned players. Each deal is played from the same deck with the safety in one seat's opening "
        "hand and without it: a random card of that hand changes places with the safety, which is otherwise "
        "in the draw pile or in another hand. The figure is the difference in points less the mean of the other "
        "teams. Where points do not decide when the deal ends, the same play is counted without the points for "
        "coups fourrés, and without those for safeties (all four of them included), so that what is left comes from "
        "the road: miles, trips, and what the others lose by it."
    ),
    deals=3_000,
    forms=lambda: tuple(edition(name).rules(2) for name in EDITION_NAMES),
    find=find_safeties,
)


# -- which cards does one wish for? -------------------------------------------------------------------------------


def find_cards(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what each kind of card gains over any other card."""
    decks = [_kinds(rules) for rules in forms]
    examiners = [
        partial(examine_cards, rules, tuned_policy(rules), deck, ()) for rules, deck in zip(forms, decks, strict=True)
    ]
    found = sample.summarize(examiners)
    kinds = [card for card in Card if any(card in deck for deck in decks)]
    best_first = sorted(kinds, key=lambda card: -_mean(found[0], forms[0], card))
    columns = tuple(AnswerColumn(form_name(rules), "gain") for rules in forms)
    both = list(zip(forms, found, strict=True))
    rows = tuple(
        AnswerRow(card_name(card), tuple(one.points((card, 0), rules) for rules, one in both)) for card in best_first
    )
    series = tuple(
        (column.head, tuple((row.label, row.figures[n]) for row in rows)) for n, column in enumerate(columns)
    )
    title = N_("A card in the opening hand, in points a deal over any other card")
    table = FigureTable(title, N_("card"), columns, rows)
    panel = DotPlot(N_("A card in the opening hand"), N_("points a deal over any other card"), "gain", series)
    return tuple(_cards_sentence(name, figures) for name, figures in series), (table,), (panel,)


def _kinds(rules: Rules) -> tuple[Card, ...]:
    """Return the kinds of card in the deck."""
    return tuple(card for card in Card if rules.deck[card])


def _mean(found: Summary, rules: Rules, card: Card) -> float:
    worth = found.points((card, 0), rules)
    return 0.0 if worth is None else worth.mean


def _cards_sentence(form: Text, figures: tuple[tuple[Text, Estimate | None], ...]) -> TranslatableText:
    good = tuple(with_figure(name, worth) for name, worth in ranking(figures) if is_gain(worth))
    bad = tuple(with_figure(name, worth) for name, worth in reversed(ranking(figures)) if is_loss(worth))
    if not good and not bad:
        return TranslatableText(N_("{form}: no difference between the cards could be shown."), {"form": form})
    better = TranslatableText(
        N_("better than a random card are {cards}") if good else N_("no card was better for certain"),
        {"cards": AndList(good)},
    )
    worse = TranslatableText(
        N_("worse are {cards}") if bad else N_("none was worse for certain"), {"cards": AndList(bad)}
    )
    return TranslatableText(N_("{form}: {better}; {worse}."), {"form": form, "better": better, "worse": worse})


EACH_CARD = ResearchQuestion(
    name="opening-hand",
    asks=N_("Which cards does one wish for in the opening hand?"),
    debate="Six cards, and one groan or another around the table. Which of them deserve it?",
    method=N_(
        "All seats are tuned players. In each deal a random card of one seat's opening hand changes places with a card "
        "of the kind in question from elsewhere in the deck; both decks are played on the same luck. The figure"
        " is what that gains in points less the mean of the other teams, so a card that is as good as any "
        "has 0."
    ),
    deals=2_500,
    forms=lambda: (edition("parker-1962").rules(2), edition("dujardin").rules(4), edition("asmodee").rules(2)),
    find=find_cards,
)
