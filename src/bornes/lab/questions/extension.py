"""When does an extension pay?"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from math import hypot

from ...bots.weights import tuned_policy
from ...cards import DISTANCES, SAFETIES
from ...editions import all_forms
from ...engine.codes import EXTEND, FINISH
from ...engine.playout import Rng, decide
from ...engine.state import State
from ...rules import Rules
from ..tally import Estimate
from .answer import Column, Dots, FigureTable, Findings, Lines, Question, Row
from .sampling import Observations, Sample, Summary, fresh_seed, luck_of
from .simulate import ON_EXTEND, decisions, draw_pile_at_start, edge, nearest_rival
from .wording import form_name, format_figure, is_gain, is_loss, join_words, miles_from

_PLAYOUTS = 32
_STEP = 200
_SIGNS = (
    "half of the draw pile is left",
    "two safeties or more, laid or held",
    "200 miles or more in the hand",
    "no opponent is free to drive",
    "nearest opponent has 25 to 400 miles",
)
"""What should speak for it, and can be seen."""


def examine(rules: Rules, seed: int, deal: int, observations: Observations) -> None:
    """Compare extending with finishing, where somebody has completed the short trip."""
    luck, policies = luck_of(seed, deal), [tuned_policy(rules)]
    for state in decisions(rules, seed, deal):
        if state.phase != ON_EXTEND:
            continue
        same, team = fresh_seed(luck), state.team_of(state.seat)
        extended = edge(state, EXTEND, policies, _PLAYOUTS, same)
        gain = extended - edge(state, FINISH, policies, _PLAYOUTS, same)
        does = decide(policies[0], state, Rng(seed, deal)) == EXTEND
        observations.add(deal, "does", int(does))
        if does:
            observations.add(deal, "gain of those", gain, _PLAYOUTS)
        signs = signs_of(rules, state)
        observations.add(deal, "all", gain, _PLAYOUTS)
        observations.add(deal, ("miles", nearest_rival(state, team) // _STEP), gain, _PLAYOUTS)
        observations.add(deal, ("signs", sum(signs)), gain, _PLAYOUTS)
        for number, sign in enumerate(signs):
            observations.add(deal, (number, sign), gain, _PLAYOUTS)


def signs_of(rules: Rules, state: State) -> tuple[bool, ...]:
    """Say which of ``_SIGNS`` hold for whoever decides; if all others have 0 miles, a shut-out would be at stake."""
    seat, team = state.seat, state.team_of(state.seat)
    safe = state.safeties_shown(team) + sum(state.count(seat, safety) for safety in SAFETIES)
    miles = sum(card.miles * state.count(seat, card) for card in DISTANCES)
    others = [other for other in range(rules.teams) if other != team]
    barred = all(not state.rolling(other) or state.limited(other) for other in others)
    return (
        2 * state.left >= draw_pile_at_start(rules),
        safe >= 2,
        miles >= 200,
        barred,
        0 < nearest_rival(state, team) <= 400,
    )


def find(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what extending gains, by signs that a player can see and by the miles of the nearest opponent."""
    found = sample.summarize([partial(examine, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    columns = (
        Column("extending always", "gain"),
        Column("tuned players extend", "share"),
        Column("where they do, it gains", "gain"),
    )
    rows = tuple(Row(form_name(rules), _figures(rules, one)) for rules, one in both)
    numbers = range(len(_SIGNS) + 1)
    by_number = _table("By how many of the five signs there are", both, [(str(n), ("signs", n)) for n in numbers])
    by_sign = FigureTable(
        "What each sign adds, whatever the others",
        "form",
        tuple(Column(sign, "gain") for sign in _SIGNS),
        tuple(Row(form_name(rules), tuple(_added(rules, one, n) for n in range(len(_SIGNS)))) for rules, one in both),
    )
    steps = range(-(-max(rules.target for rules in forms) // _STEP))
    by_miles = _table(
        "By the miles of the nearest opponent", both, [(miles_from(_STEP * n, _STEP), ("miles", n)) for n in steps]
    )
    whole = FigureTable("Extending, less finishing, in points", "form", columns, rows)
    said = tuple(_sentence(*each) for each in zip(rows, by_number.rows, strict=True))
    return said, (whole, by_number, by_sign, by_miles), (_along(by_number), _dots(by_sign))


def _gain(rules: Rules, found: Summary, key: Hashable) -> Estimate | None:
    return found.estimate(key, rules.teams - 1)


def _figures(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    return _gain(rules, found, "all"), found.share("does"), _gain(rules, found, "gain of those")


def _added(rules: Rules, found: Summary, sign: int) -> Estimate | None:
    """Return what a sign adds: decisions with it less those without it, which are of different deals."""
    there, missing = (_gain(rules, found, (sign, holds)) for holds in (True, False))
    if there is None or missing is None:
        return None
    return Estimate(there.mean - missing.mean, hypot(there.margin, missing.margin))


def _table(title: str, both: list[tuple[Rules, Summary]], keys: list[tuple[str, Hashable]]) -> FigureTable:
    columns = tuple(Column(head, "gain") for head, _ in keys)
    rows = tuple(Row(form_name(rules), tuple(_gain(rules, one, key) for _, key in keys)) for rules, one in both)
    return FigureTable(title, "form", columns, rows)


def _dots(table: FigureTable) -> Dots:
    heads = [column.head for column in table.columns]
    series = tuple((row.label, tuple(zip(heads, row.figures, strict=True))) for row in table.rows)
    return Dots(table.title, "points", "gain", series)


def _along(table: FigureTable) -> Lines:
    series = tuple((row.label, tuple((float(n), gain) for n, gain in enumerate(row.figures))) for row in table.rows)
    return Lines(table.title, "signs that speak for it", "points for extending", "gain", series)


def _sentence(row: Row, by_number: Row) -> str:
    whole, does, _ = row.figures
    if whole is None or does is None:
        return f"{row.label}: too few extensions to say."
    verdict = "pays" if is_gain(whole) else "costs" if is_loss(whole) else "makes no difference that could be shown"
    pays = [f"{n} ({format_figure(gain, 'gain')})" for n, gain in enumerate(by_number.figures) if is_gain(gain)]
    costs = [f"{n} ({format_figure(gain, 'gain')})" for n, gain in enumerate(by_number.figures) if is_loss(gain)]
    signs = (
        [f"it pays with {join_words(pays)} of the five signs"]
        if pays
        else ["no number of signs made it pay for certain"]
    )
    signs += [f"it costs with {join_words(costs)}"] if costs else []
    return (
        f"{row.label}: always extending {verdict} ({format_figure(whole, 'gain')} points); {'; '.join(signs)}. "
        f"Tuned players extend {format_figure(does, 'share')} of the time."
    )


def _unfit(rules: Rules) -> str | None:
    if rules.extension:
        return None
    able = [(book.name, str(form.players)) for book, form in all_forms() if book.cited(form)["extension"][0]]
    books, players = (join_words(dict.fromkeys(column)) for column in zip(*able, strict=True))
    return f"these rules have no extension; {books} do, with {players} players"


def _forms() -> tuple[Rules, ...]:
    """Return all forms of the oldest rulebook that has extensions, and two players of the others."""
    every = (book.rules(form.players, partners=form.partners, short=form.short) for book, form in all_forms())
    able = [rules for rules in every if rules.extension]
    return tuple(rules for rules in able if rules.edition == able[0].edition or rules.players == 2)


QUESTION = Question(
    name="extension",
    asks="When does an extension pay?",
    debate=(
        "Whoever completes 700 miles may stop and count, or go on to 1000 for more miles and a bonus, and risk the "
        "trip that was won."
    ),
    method=(
        "All seats are tuned players. Wherever one has completed the short trip and may extend it, finishing is "
        f"counted and extending is played out {_PLAYOUTS} times from the true cards, with the draw pile shuffled. "
        "The figure is what extending gains, in points less the mean of the other teams. There is at most one such "
        f"decision in a deal. The five signs: {'; '.join(_SIGNS)}."
    ),
    deals=10_000,
    forms=_forms,
    find=find,
    unfit=_unfit,
)
