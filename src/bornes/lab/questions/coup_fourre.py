"""What is a coup fourré worth?"""

from __future__ import annotations

from functools import partial

from ...bots.weights import tuned_policy
from ...cards import HAZARDS, Card
from ...editions import NAMES, edition
from ...engine.codes import COUP, PASS
from ...rules import Rules
from ..tally import Estimate
from .answer import Column, Dots, FigureTable, Findings, Question, Row
from .sampling import Observations, Sample, Summary, fresh_seed, luck_of
from .simulate import ON_REACT, decisions, edge, is_legal
from .wording import card_name, form_name, format_figure, is_gain, is_loss

_PLAYOUTS = 16


def examine(rules: Rules, seed: int, deal: int, observations: Observations) -> None:
    """Compare, wherever a coup fourré can be called, calling it with letting it pass."""
    luck, policies = luck_of(seed, deal), [tuned_policy(rules)]
    calls = 0
    for state in decisions(rules, seed, deal):
        if state.phase == ON_REACT and is_legal(state, COUP):
            calls += 1
            same = fresh_seed(luck)
            called = edge(state, COUP, policies, _PLAYOUTS, same)
            gain = called - edge(state, PASS, policies, _PLAYOUTS, same)
            observations.add(deal, "all", gain, _PLAYOUTS)
            observations.add(deal, state.hazard, gain, _PLAYOUTS)
    observations.add(deal, "calls", calls)


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what a coup fourré is worth, by edition and by the hazard that it answers."""
    found = sample.summarize([partial(examine, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    columns = (
        Column("a coup fourré is worth", "gain"),
        Column("the bonus on the sheet", "points"),
        Column("chances a deal, all seats together", "number"),
    )
    rows = tuple(Row(form_name(rules), _figures(rules, one)) for rules, one in both)
    hazards = [card_name(hazard) for hazard in HAZARDS]
    by_hazard = tuple(
        Row(form_name(rules), tuple(_worth(rules, one, hazard) for hazard in HAZARDS)) for rules, one in both
    )
    series = tuple((row.label, tuple(zip(hazards, row.figures, strict=True))) for row in by_hazard)
    tables = (
        FigureTable("Calling it instead of letting it pass, in points a deal", "form", columns, rows),
        FigureTable("The same by the hazard", "form", tuple(Column(name, "gain") for name in hazards), by_hazard),
    )
    panel = Dots("A coup fourré, by the hazard that it answers", "points a deal over letting it pass", "gain", series)
    return tuple(_sentence(row) for row in rows), tables, (panel,)


def _worth(rules: Rules, found: Summary, key: object) -> Estimate | None:
    return found.estimate(int(key) if isinstance(key, Card) else str(key), rules.teams - 1)


def _figures(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    printed = Estimate(rules.coup_fourre_points, 0.0)
    return _worth(rules, found, "all"), printed, found.estimate("calls")


def _sentence(row: Row) -> str:
    worth, printed, calls = row.figures
    if worth is None or printed is None or calls is None:
        return f"{row.label}: too few coups fourrés to say."
    more = Estimate(worth.mean - printed.mean, worth.margin)
    besides = "more than" if is_gain(more) else "less than" if is_loss(more) else "not clearly more or less than"
    return (
        f"{row.label}: {format_figure(worth, 'gain')} points over letting it pass, {besides} the bonus of "
        f"{printed.mean:.0f} alone; a chance for one comes {calls.mean:.2f} times a deal."
    )


QUESTION = Question(
    name="coup-fourre",
    asks="What is a coup fourré worth?",
    debate=(
        "The best moment of the game is answering a hazard with its safety. The bonus is printed; the hazard undone "
        "and the turn gained are not."
    ),
    method=(
        "All seats are tuned players. Wherever one can answer a hazard with its safety, both ways are played out "
        f"{_PLAYOUTS} times on the same luck: the coup fourré, and letting it pass, after which the safety can still "
        "be laid on turn. The figure is the difference in points less the mean of the other teams; so it holds the "
        "bonus, the hazard undone, the card and the turn that come with it. Decisions of one deal are one "
        "observation."
    ),
    deals=6_000,
    forms=lambda: tuple(edition(name).rules(2) for name in NAMES),
    find=find,
)
