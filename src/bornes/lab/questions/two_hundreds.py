"""200s, or the safe trip?"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from ...bots.heuristic import LARGEST, Heuristic
from ...bots.weights import tuned_policy, weights_for
from ...cards import Card
from ...editions import edition
from ...engine.playout import Policy
from ...rules import Rules
from ..tally import Estimate
from .answer import Column, Dots, FigureTable, Findings, Lines, Question, Row
from .sampling import Observations, Sample, Summary, fresh_seed, luck_of
from .simulate import ON_PLAY, best_other_move, decisions, edge, is_legal, nearest_rival
from .wording import form_name, format_figure, is_gain, is_loss, join_words, miles_from

_PLAYOUTS = 24
_STEP = 200
_STANDS = ("200 or more behind", "about level", "200 or more ahead")


def examine(rules: Rules, seed: int, deal: int, observations: Observations) -> None:
    """Compare, the first time that each team could lay a 200, laying it with never laying one in this deal."""
    luck, tuned = luck_of(seed, deal), tuned_policy(rules)
    seen: set[int] = set()
    for state in decisions(rules, seed, deal):
        team = state.team_of(state.seat)
        if team in seen or state.phase != ON_PLAY or not is_legal(state, Card.D200):
            continue
        seen.add(team)
        other = best_other_move(rules, state, Card.D200)
        if other is None:
            continue
        same, miles = fresh_seed(luck), state.miles_driven(team)
        laid = edge(state, Card.D200, [tuned], _PLAYOUTS, same)
        gain = laid - edge(state, other, _abstaining(rules, team), _PLAYOUTS, same)
        observations.add(deal, "wait", laid - edge(state, other, [tuned], _PLAYOUTS, same), _PLAYOUTS)
        lead = miles - nearest_rival(state, team)
        for key in ("all", ("at", miles // _STEP), ("lead", 0 if lead <= -200 else 2 if lead >= 200 else 1)):
            observations.add(deal, key, gain, _PLAYOUTS)


def _abstaining(rules: Rules, team: int) -> list[Policy]:
    """Return tuned players, of whom those of a team value the safe trip above anything, and keep no 200."""
    careful = Heuristic({**weights_for(rules), "safe_trip": LARGEST, "keep_200": 0.0})
    return [careful if rules.team_of(seat) == team else tuned_policy(rules) for seat in range(rules.players)]


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what laying it gains, by how far one has come and by who is ahead."""
    found = sample.summarize([partial(examine, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    columns: tuple[Column, ...] = (Column("over never laying one", "gain"), Column("over waiting a turn", "gain"))
    columns += tuple(Column(stand, "gain") for stand in _STANDS)
    rows = tuple(Row(form_name(rules), _figures(rules, one)) for rules, one in both)
    whole = FigureTable("What laying the first 200 gains, in points", "form", columns, rows)
    steps = range(-(-max(rules.target for rules in forms) // _STEP))
    by_miles = FigureTable(
        "Over never laying one, by the miles driven so far",
        "form",
        tuple(Column(miles_from(_STEP * step, _STEP), "gain") for step in steps),
        tuple(Row(form_name(rules), tuple(_gain(rules, one, ("at", step)) for step in steps)) for rules, one in both),
    )
    series = tuple(
        (row.label, tuple((_STEP * n + _STEP / 2 - 12.5, gain) for n, gain in enumerate(row.figures)))
        for row in by_miles.rows
    )
    stands = tuple((row.label, tuple(zip(_STANDS, row.figures[2:], strict=True))) for row in rows)
    panels = (
        Lines("By the miles driven so far", "miles", "points for laying the first 200", "gain", series),
        Dots("By who is ahead", "points for laying the first 200", "gain", stands),
    )
    return tuple(_sentence(*each) for each in zip(forms, rows, by_miles.rows, strict=True)), (whole, by_miles), panels


def _gain(rules: Rules, found: Summary, key: Hashable) -> Estimate | None:
    return found.estimate(key, rules.teams - 1)


def _figures(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    keys = ("all", "wait", *(("lead", n) for n in range(len(_STANDS))))
    return tuple(_gain(rules, found, key) for key in keys)


def _sentence(rules: Rules, row: Row, by_miles: Row) -> str:
    whole = row.figures[0]
    if whole is None:
        return f"{row.label}: too few deals to say."
    paid = f"{row.label}, where the safe trip pays {rules.safe_trip_points}"
    if is_gain(whole):
        said = f"{paid}: lay them; the first gains {format_figure(whole, 'gain')} points over never laying one"
    elif is_loss(whole):
        said = (
            f"{paid}: keep the trip safe; laying the first changes the score by {format_figure(whole, 'gain')} points"
        )
    else:
        return f"{paid}: no difference could be shown within ± {whole.margin:.0f} points."
    against = [
        miles_from(_STEP * n, _STEP)
        for n, gain in enumerate(by_miles.figures)
        if (is_loss if is_gain(whole) else is_gain)(gain)
    ]
    return f"{said}, but not with {join_words(against)} miles driven." if against else f"{said}."


def _unfit(rules: Rules) -> str | None:
    if not rules.safe_trip_points:
        return "these rules pay nothing for a safe trip, so there is nothing to weigh"
    return None if rules.max_200s and rules.deck[Card.D200] else "these rules allow no 200s"


QUESTION = Question(
    name="two-hundreds",
    asks="200s, or the safe trip?",
    debate="A trip without 200s pays a bonus, if it is completed. A 200 is two good cards in one, now.",
    method=(
        "All seats are tuned players. The first time that a team could lay a 200, two ways are played out "
        f"{_PLAYOUTS} times each from the true cards, on the same luck: laying it and going on as a tuned player "
        "does; or the best other move, and from then on the tuned player's way but never a 200 (where it says over "
        "waiting a turn: the tuned player's way, which may lay it next time). The figure is what laying it gains, "
        "in points less the mean of the other teams. Decisions of one deal are one observation."
    ),
    deals=4_000,
    forms=lambda: (
        edition("parker-1962").rules(2),
        edition("parker-1962").rules(4),
        edition("game-cabinet").rules(2),
        edition("dujardin").rules(2),
        edition("dujardin").rules(4),
    ),
    find=find,
    unfit=_unfit,
)
