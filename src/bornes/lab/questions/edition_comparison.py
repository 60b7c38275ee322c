"""How do the rulebooks differ in length, luck and score?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt

from ...base.translatable import N_, TranslatableText
from ...bots.weights import tuned_policy
from ...engine.playout import Eager, Policy, play_deals
from ...game.position import compile_rules
from ...rules.editions import EDITION_NAMES, edition
from ...rules.ruleset import Rules
from ..estimates import WIN, Estimate, GameTotals, leaders, win_share
from .report import (
    AnswerColumn,
    AnswerRow,
    DotPlot,
    FigureTable,
    Findings,
    FormattedFigure,
    ResearchQuestion,
    Text,
    Unit,
    differ,
    form_name,
    ranking,
)
from .samples import Sample, SampledValues, Summary

_MAX_DEALS = 100
"""Deals after which a game is broken off, and a number that leaves room for every game's decks."""
_ONE_IN_TWENTY = 1.645
"""Standard errors that the better one falls back in one match of twenty."""


def examine(rules: Rules, seed: int, number: int, observations: SampledValues) -> None:
    """Play a game between equals, and on the same decks games of each team tuned among Sunday drivers."""
    tuned = tuned_policy(rules)
    for *scores, moves, turns, _, _ in _game(rules, [tuned], seed, number, observations, None):
        observations.add(number, "turns", turns)
        observations.add(number, "moves", moves)
        observations.add(number, "score", sum(scores), rules.teams)
        observations.add(number, "winner", max(scores))
        observations.add(number, "squares", (scores[0] - scores[1]) ** 2)
    for team in range(rules.teams):
        seats = [tuned if rules.team_of(seat) == team else Eager() for seat in range(rules.players)]
        for row in _game(rules, seats, seed, number, observations, team):
            scores = row[: rules.teams]
            observations.add(number, "edge", rules.teams * scores[team] - sum(scores))
            observations.add(number, "deals won", win_share(team, leaders(scores)))


def _game(
    rules: Rules, policies: Sequence[Policy], seed: int, number: int, observations: SampledValues, team: int | None
) -> Iterator[list[int]]:
    """Yield the deals of a game; observe who won it, or without a team in question how many deals it took."""
    game = GameTotals(rules)
    for deal in range(_MAX_DEALS):
        row = list(play_deals(compile_rules(rules), policies, 1, seed, _MAX_DEALS * number + deal, lanes=True))
        yield row
        if game.add(row[: rules.teams], row[-1]):
            if team is None:
                observations.add(number, "deals", deal + 1)
            else:
                observations.add(number, "games won", win_share(team, game.winners))
            return


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find length, score and luck, form by form."""
    found = sample.summarize([partial(examine, rules) for rules in forms])
    both = [(form_name(rules), rules, one) for rules, one in zip(forms, found, strict=True)]
    lengths = tuple(AnswerRow(name, _length(one)) for name, _, one in both)
    lucks = tuple(AnswerRow(name, _luck(rules, one)) for name, rules, one in both)
    length = FigureTable(N_("Length and score"), N_("form"), _LENGTH, lengths)
    luck = FigureTable(N_("Luck"), N_("form"), _LUCK, lucks)
    panels = (
        DotPlot(N_("Length of a deal"), N_("turns"), "number", ((N_("tuned players"), _column(length, 0)),)),
        DotPlot(
            N_("Won by the tuned side among Sunday drivers"),
            N_("of all deals or games"),
            "share",
            ((N_("deals"), _column(luck, 2)), (N_("games"), _column(luck, 3))),
        ),
        DotPlot(
            N_("Luck: how long until one can tell"), N_("deals"), "number", ((N_("tuned players"), _column(luck, 4)),)
        ),
    )
    return _sentences(forms, length, luck), (length, luck), panels


_LENGTH = (
    AnswerColumn(N_("turns a deal"), "number"),
    AnswerColumn(N_("deals a game"), "number"),
    AnswerColumn(N_("points of a team"), "points"),
    AnswerColumn(N_("points of the winner"), "points"),
)
_LUCK = (
    AnswerColumn(N_("spread between equals"), "points"),
    AnswerColumn(N_("better by, a deal"), "gain"),
    AnswerColumn(N_("wins the deal"), "share"),
    AnswerColumn(N_("wins the game"), "share"),
    AnswerColumn(N_("deals to tell"), "number"),
)


def _length(found: Summary) -> tuple[Estimate | None, ...]:
    return tuple(found.estimate(key) for key in ("turns", "deals", "score", "winner"))


def _luck(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    spread, edge = _spread(found), found.points("edge", rules)
    shares = (found.estimate(key, WIN) for key in ("deals won", "games won"))
    return spread, edge, *shares, _deals_to_tell(spread, edge)


def _spread(found: Summary) -> Estimate | None:
    """Return the standard deviation of what two equal teams differ by in a deal."""
    squares = found.estimate("squares")
    if squares is None or not squares.mean:
        return None
    deviation = sqrt(squares.mean)
    return Estimate(deviation, squares.margin / (2 * deviation))


def _deals_to_tell(spread: Estimate | None, edge: Estimate | None) -> Estimate | None:
    """Return after how many deals the better player leads in nineteen matches of twenty."""
    if spread is None or edge is None or edge.mean - edge.margin <= 0:
        return None
    deals = (_ONE_IN_TWENTY * spread.mean / edge.mean) ** 2
    return Estimate(deals, 2 * deals * sqrt((spread.margin / spread.mean) ** 2 + (edge.margin / edge.mean) ** 2))


def _column(table: FigureTable, number: int) -> tuple[tuple[Text, Estimate | None], ...]:
    return tuple((row.label, row.figures[number]) for row in table.rows)


def _sentences(forms: tuple[Rules, ...], length: FigureTable, luck: FigureTable) -> tuple[TranslatableText, ...]:
    """Say how far the forms lie apart; of wins only those with two teams, where the fair share is one half."""
    two = [n for n, rules in enumerate(forms) if rules.teams == 2]
    deals, games = (tuple(_column(luck, number)[n] for n in two) for number in (2, 3))
    told = [
        _range(N_("A deal takes {figure} turns in {form}"), _column(length, 0), "number"),
        _range(N_("A team makes {figure} points a deal in {form}"), _column(length, 2), "points"),
        _range(
            N_("To tell tuned players from Sunday drivers takes {figure} deals in {form}"), _column(luck, 4), "number"
        ),
        _range(
            N_("Against one team of Sunday drivers tuned players win {figure} of the deals in {form}"), deals, "share"
        ),
        _range(
            N_("Against one team of Sunday drivers tuned players win {figure} of the games in {form}"), games, "share"
        ),
    ]
    return tuple(sentence for sentence in told if sentence) or (TranslatableText(N_("Too few games to say.")),)


def _range(text: str, figures: tuple[tuple[Text, Estimate | None], ...], unit: Unit) -> TranslatableText | None:
    known = ranking(figures)
    if not known:
        return None
    (most, high), (least, low) = known[0], known[-1]
    said = TranslatableText(text, {"figure": FormattedFigure(low, unit), "form": least})
    if len(known) == 1:
        return TranslatableText("{said}.", {"said": said})
    if not differ(high, low):
        return TranslatableText(N_("{said}, and no difference to the others could be shown."), {"said": said})
    values = {"said": said, "figure": FormattedFigure(high, unit), "form": most}
    return TranslatableText(N_("{said}, and up to {figure} in {form}."), values)


def _forms() -> tuple[Rules, ...]:
    """Return two players of every rulebook, then four, in pairs if the rulebook has them."""
    books = [edition(name) for name in EDITION_NAMES]
    fours = [next((form for form in book.forms if form.players == 4 and form.partners), None) for book in books]
    pairs = [book.rules(4, partners=None if form is None else True) for book, form in zip(books, fours, strict=True)]
    return (*(book.rules(2) for book in books), *pairs)


RULEBOOKS = ResearchQuestion(
    name="rulebooks",
    asks=N_("How do the five rulebooks differ in length, luck and score?"),
    debate="Every family is sure that its own rulebook is the real one. They do not make the same game.",
    method=N_(
        "Games of tuned players among themselves give length, scores and spread: the standard deviation of what two "
        "teams of equals differ by in a deal, which is luck alone. Then the same decks are played with one team of "
        "tuned players among Sunday drivers, once on every team; the figures are its points a deal less the mean of "
        "the others, and its share of deals and games: among equals that is a half with two teams, a quarter with "
        "four. The deals to tell are those after which it leads in nineteen matches of twenty: (1.645 × spread / "
        "points a deal)². The deals of one game are one observation, and the number of deals asked for is here that "
        "of games."
    ),
    deals=4_000,
    counted=N_("{number} games a form, seed {seed}"),
    forms=_forms,
    find=find,
)
