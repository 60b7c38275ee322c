"""How often is a deal won from behind?"""

from __future__ import annotations

from functools import partial

from ...bots import playouts
from ...bots.weights import tuned_policy
from ...editions import edition
from ...engine.state import State
from ...rules import Rules
from ..tally import WIN, Estimate, leaders, win_share
from .answer import Column, FigureTable, Findings, Lines, Question, Row, form_name, format_figure, miles_from
from .sampling import Observations, Sample, Summary, decisions, draw_pile_at_start, fresh_seed, luck_of

_PLAYOUTS = 24
_STEP = 100
_MOST = 4
_WHEN = ("a quarter", "half", "three quarters")


def examine(rules: Rules, seed: int, deal: int, observations: Observations) -> None:
    """See who leads when a quarter, half and three quarters of the draw pile are gone, and play out who wins."""
    luck, dealt = luck_of(seed, deal), draw_pile_at_start(rules)
    when = 0
    for state in decisions(rules, seed, deal):
        if when < len(_WHEN) and 4 * (dealt - state.left) >= (when + 1) * dealt:
            _observe(rules, state, when, fresh_seed(luck), deal, observations)
            when += 1


def _observe(rules: Rules, state: State, when: int, seed: int, deal: int, observations: Observations) -> None:
    miles = [state.miles_driven(team) for team in range(rules.teams)]
    ahead = leaders(miles)
    if len(ahead) > 1:
        return
    lead = min(_MOST, (max(miles) - sorted(miles)[-2]) // _STEP)
    ends = playouts(state, _PLAYOUTS, tuned_policy(rules), seed=seed)
    won = sum(win_share(ahead[0], leaders(end.scores)) for end in ends)
    for key in ((when,), (when, lead)):
        observations.add(deal, key, won, _PLAYOUTS)


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find how often the leader wins, by how far ahead and how late."""
    found = sample.summarize([partial(examine, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    whole = FigureTable(
        "How often the team with the most miles has the most points in the end",
        "form",
        tuple(Column(f"{when} of the draw pile gone", "share") for when in _WHEN),
        tuple(Row(form_name(rules), tuple(_won(one, (n,)) for n in range(len(_WHEN)))) for rules, one in both),
    )
    tables = tuple(_table(rules, one) for rules, one in both)
    panels = tuple(_panel(table) for table in tables)
    said = tuple(_sentence(rules, row) for rules, row in zip(forms, whole.rows, strict=True))
    return said, (whole, *tables), panels


def _won(found: Summary, key: tuple[int, ...]) -> Estimate | None:
    return found.estimate(key, WIN)


def _table(rules: Rules, found: Summary) -> FigureTable:
    rows = tuple(
        Row(f"{when} gone", tuple(_won(found, (n, lead)) for lead in range(_MOST + 1))) for n, when in enumerate(_WHEN)
    )
    columns = tuple(Column(_miles(lead), "share") for lead in range(_MOST + 1))
    return FigureTable(f"By the lead in miles: {form_name(rules)}", "of the draw pile", columns, rows)


def _miles(lead: int) -> str:
    """Name a range of miles ahead, from 25 on, since equals are left out."""
    if lead == _MOST:
        return f"{_STEP * _MOST} or more"
    return miles_from(_STEP * lead, _STEP) if lead else miles_from(25, _STEP - 25)


def _panel(table: FigureTable) -> Lines:
    series = tuple(
        (row.label, tuple((_STEP * lead + _STEP / 2, share) for lead, share in enumerate(row.figures)))
        for row in table.rows
    )
    return Lines(
        table.title.split(": ")[1],
        f"miles ahead (on the right {_STEP * _MOST} or more)",
        "deals won by the leader",
        "share",
        series,
    )


def _sentence(rules: Rules, row: Row) -> str:
    half = row.figures[1]
    if half is None:
        return f"{row.label}: too few deals to say."
    behind = Estimate(1 - half.mean, half.margin)
    others = "the other" if rules.teams == 2 else "one of the others"
    share = format_figure(behind, "share")
    return f"{row.label}: with half of the draw pile gone, {others} still wins {share} of the deals."


COMEBACKS = Question(
    name="comebacks",
    asks="How often is a deal won from behind?",
    debate="The one who is ahead thinks it is won, and the one who is behind thinks it is all luck.",
    method=(
        "All seats are tuned players. When a quarter, half and three quarters of the draw pile are gone, the deal "
        f"is played out {_PLAYOUTS} times from the true cards with the draw pile shuffled, and the share of deals "
        "that go to the team with the most miles is noted; equal miles are left out. Who has the most points wins, "
        "shared wins in parts. What one deal shows is one observation."
    ),
    deals=6_000,
    forms=lambda: (
        edition("parker-1962").rules(2),
        edition("parker-1962").rules(4),
        edition("dujardin").rules(4),
    ),
    find=find,
)
