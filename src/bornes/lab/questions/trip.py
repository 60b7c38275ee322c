"""What a trip is worth: 200s or the bonus for doing without, and when to extend it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from math import hypot

from ...base.translatable import N_, AndList, FormattedNumber, TranslatableText
from ...bots.heuristic import MAX_WEIGHT, Heuristic
from ...bots.weights import tuned_policy, weights_for
from ...engine.codes import EXTEND, FINISH
from ...engine.playout import Policy, Rng, decide
from ...engine.state import State
from ...rules.cards import DISTANCES, SAFETIES, Card
from ...rules.editions import all_forms, edition
from ...rules.ruleset import Rules
from ..estimates import Estimate
from .report import (
    AnswerColumn,
    AnswerRow,
    DotPlot,
    FigureTable,
    Findings,
    FormattedFigure,
    LinePlot,
    ResearchQuestion,
    form_name,
    is_gain,
    is_loss,
    miles_from,
    too_few,
    with_figure,
)
from .samples import (
    ON_EXTEND,
    ON_PLAY,
    Sample,
    SampledValues,
    Summary,
    best_other_move,
    decisions,
    draw_pile_at_start,
    edge,
    fresh_seed,
    is_legal,
    nearest_rival,
    random_stream,
)

# -- 200s, or the safe trip? --------------------------------------------------------------------------------------

_200S_PLAYOUTS = 24
_STEP = 200
_STANDS = (N_("200 or more behind"), N_("about level"), N_("200 or more ahead"))


def examine_200s(rules: Rules, seed: int, deal: int, observations: SampledValues) -> None:
    """Compare, the first time that each team could lay a 200, laying it with never laying one in this deal."""
    luck, tuned = random_stream(seed, deal), tuned_policy(rules)
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
        laid = edge(state, Card.D200, [tuned], _200S_PLAYOUTS, same)
        gain = laid - edge(state, other, _abstaining(rules, team), _200S_PLAYOUTS, same)
        observations.add(deal, "wait", laid - edge(state, other, [tuned], _200S_PLAYOUTS, same), _200S_PLAYOUTS)
        lead = miles - nearest_rival(state, team)
        for key in ("all", ("at", miles // _STEP), ("lead", 0 if lead <= -200 else 2 if lead >= 200 else 1)):
            observations.add(deal, key, gain, _200S_PLAYOUTS)


def _abstaining(rules: Rules, team: int) -> list[Policy]:
    """Return tuned players, of whom those of a team value the safe trip above anything, and keep no 200."""
    careful = Heuristic({**weights_for(rules), "safe_trip": MAX_WEIGHT, "keep_200": 0.0})
    return [careful if rules.team_of(seat) == team else tuned_policy(rules) for seat in range(rules.players)]


def find_200s(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what laying it gains, by how far one has come and by who is ahead."""
    found = sample.summarize([partial(examine_200s, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    columns: tuple[AnswerColumn, ...] = (
        AnswerColumn(N_("over never laying one"), "gain"),
        AnswerColumn(N_("over waiting a turn"), "gain"),
    )
    columns += tuple(AnswerColumn(stand, "gain") for stand in _STANDS)
    rows = tuple(AnswerRow(form_name(rules), _200s_figures(rules, one)) for rules, one in both)
    whole = FigureTable(N_("What laying the first 200 gains, in points"), N_("form"), columns, rows)
    steps = range(-(-max(rules.target for rules in forms) // _STEP))
    by_miles = FigureTable(
        N_("Over never laying one, by the miles driven so far"),
        N_("form"),
        tuple(AnswerColumn(miles_from(_STEP * step, _STEP), "gain") for step in steps),
        tuple(
            AnswerRow(form_name(rules), tuple(one.points(("at", step), rules) for step in steps)) for rules, one in both
        ),
    )
    series = tuple(
        (row.label, tuple((_STEP * n + _STEP / 2 - 12.5, gain) for n, gain in enumerate(row.figures)))
        for row in by_miles.rows
    )
    stands = tuple((row.label, tuple(zip(_STANDS, row.figures[2:], strict=True))) for row in rows)
    panels = (
        LinePlot(N_("By the miles driven so far"), N_("miles"), N_("points for laying the first 200"), "gain", series),
        DotPlot(N_("By who is ahead"), N_("points for laying the first 200"), "gain", stands),
    )
    return (
        tuple(_200s_sentence(*each) for each in zip(forms, rows, by_miles.rows, strict=True)),
        (whole, by_miles),
        panels,
    )


def _200s_figures(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    keys = ("all", "wait", *(("lead", n) for n in range(len(_STANDS))))
    return tuple(found.points(key, rules) for key in keys)


def _200s_sentence(rules: Rules, row: AnswerRow, by_miles: AnswerRow) -> TranslatableText:
    whole = row.figures[0]
    if whole is None:
        return too_few(row.label)
    values = {"form": row.label, "points": rules.safe_trip_points}
    if not is_gain(whole) and not is_loss(whole):
        text = N_("{form}, where the safe trip pays {points}: no difference could be shown within ± {margin} points.")
        return TranslatableText(text, {**values, "margin": FormattedNumber(whole.margin)})
    text = (
        N_(
            "{form}, where the safe trip pays {points}: "
            "lay them; the first gains {gain} points over never laying one{but}."
        )
        if is_gain(whole)
        else N_(
            "{form}, where the safe trip pays {points}: "
            "keep the trip safe; laying the first changes the score by {gain} points{but}."
        )
    )
    against = tuple(
        miles_from(_STEP * n, _STEP)
        for n, gain in enumerate(by_miles.figures)
        if (is_loss if is_gain(whole) else is_gain)(gain)
    )
    but = TranslatableText(N_(", but not with {ranges} miles driven"), {"ranges": AndList(against)}) if against else ""
    return TranslatableText(text, {**values, "gain": FormattedFigure(whole, "gain"), "but": but})


def _no_200s(rules: Rules) -> TranslatableText | None:
    if not rules.safe_trip_points:
        return TranslatableText(N_("these rules pay nothing for a safe trip, so there is nothing to weigh"))
    return None if rules.max_200s and rules.deck[Card.D200] else TranslatableText(N_("these rules allow no 200s"))


TWO_HUNDREDS = ResearchQuestion(
    name="two-hundreds",
    asks=N_("200s, or the safe trip?"),
    debate="A trip without 200s pays a bonus, if it is completed. A 200 is two good cards in one, now.",
    method=N_(
        "All seats are tuned players. The first time that a team could lay a 200, two ways are played out "
        "24 times each from the true cards, on the same luck: laying it and going on as a tuned player "
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
    find=find_200s,
    unfit=_no_200s,
)


# -- when does an extension pay? ----------------------------------------------------------------------------------

_EXTENSION_PLAYOUTS = 32
_SIGNS = (
    N_("half of the draw pile is left"),
    N_("two safeties or more, laid or held"),
    N_("200 miles or more in the hand"),
    N_("no opponent is free to drive"),
    N_("nearest opponent has 25 to 400 miles"),
)
"""What should speak for it, and can be seen."""


def examine_extension(rules: Rules, seed: int, deal: int, observations: SampledValues) -> None:
    """Compare extending with finishing, where somebody has completed the short trip."""
    luck, policies = random_stream(seed, deal), [tuned_policy(rules)]
    for state in decisions(rules, seed, deal):
        if state.phase != ON_EXTEND:
            continue
        same, team = fresh_seed(luck), state.team_of(state.seat)
        extended = edge(state, EXTEND, policies, _EXTENSION_PLAYOUTS, same)
        gain = extended - edge(state, FINISH, policies, _EXTENSION_PLAYOUTS, same)
        does = decide(policies[0], state, Rng(seed, deal)) == EXTEND
        observations.add(deal, "does", int(does))
        if does:
            observations.add(deal, "gain of those", gain, _EXTENSION_PLAYOUTS)
        signs = signs_of(rules, state)
        observations.add(deal, "all", gain, _EXTENSION_PLAYOUTS)
        observations.add(deal, ("miles", nearest_rival(state, team) // _STEP), gain, _EXTENSION_PLAYOUTS)
        observations.add(deal, ("signs", sum(signs)), gain, _EXTENSION_PLAYOUTS)
        for number, sign in enumerate(signs):
            observations.add(deal, (number, sign), gain, _EXTENSION_PLAYOUTS)


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


def find_extension(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what extending gains, by signs that a player can see and by the miles of the nearest opponent."""
    found = sample.summarize([partial(examine_extension, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    columns = (
        AnswerColumn(N_("extending always"), "gain"),
        AnswerColumn(N_("tuned players extend"), "share"),
        AnswerColumn(N_("where they do, it gains"), "gain"),
    )
    rows = tuple(AnswerRow(form_name(rules), _extension_figures(rules, one)) for rules, one in both)
    numbers = range(len(_SIGNS) + 1)
    by_number = _table(N_("By how many of the five signs there are"), both, [(str(n), ("signs", n)) for n in numbers])
    by_sign = FigureTable(
        N_("What each sign adds, whatever the others"),
        N_("form"),
        tuple(AnswerColumn(sign, "gain") for sign in _SIGNS),
        tuple(
            AnswerRow(form_name(rules), tuple(_added(rules, one, n) for n in range(len(_SIGNS)))) for rules, one in both
        ),
    )
    steps = range(-(-max(rules.target for rules in forms) // _STEP))
    by_miles = _table(
        N_("By the miles of the nearest opponent"), both, [(miles_from(_STEP * n, _STEP), ("miles", n)) for n in steps]
    )
    whole = FigureTable(N_("Extending, less finishing, in points"), N_("form"), columns, rows)
    said = tuple(_extension_sentence(*each) for each in zip(rows, by_number.rows, strict=True))
    return said, (whole, by_number, by_sign, by_miles), (_along(by_number), _dots(by_sign))


def _extension_figures(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    return found.points("all", rules), found.share("does"), found.points("gain of those", rules)


def _added(rules: Rules, found: Summary, sign: int) -> Estimate | None:
    """Return what a sign adds: decisions with it less those without it, which are of different deals."""
    there, missing = (found.points((sign, holds), rules) for holds in (True, False))
    if there is None or missing is None:
        return None
    return Estimate(there.mean - missing.mean, hypot(there.margin, missing.margin))


def _table(title: str, both: list[tuple[Rules, Summary]], keys: list[tuple[str, Hashable]]) -> FigureTable:
    columns = tuple(AnswerColumn(head, "gain") for head, _ in keys)
    rows = tuple(AnswerRow(form_name(rules), tuple(one.points(key, rules) for _, key in keys)) for rules, one in both)
    return FigureTable(title, N_("form"), columns, rows)


def _dots(table: FigureTable) -> DotPlot:
    heads = [column.head for column in table.columns]
    series = tuple((row.label, tuple(zip(heads, row.figures, strict=True))) for row in table.rows)
    return DotPlot(table.title, N_("points"), "gain", series)


def _along(table: FigureTable) -> LinePlot:
    series = tuple((row.label, tuple((float(n), gain) for n, gain in enumerate(row.figures))) for row in table.rows)
    return LinePlot(table.title, N_("signs that speak for it"), N_("points for extending"), "gain", series)


def _extension_sentence(row: AnswerRow, by_number: AnswerRow) -> TranslatableText:
    whole, does, _ = row.figures
    if whole is None or does is None:
        return TranslatableText(N_("{form}: too few extensions to say."), {"form": row.label})
    text = N_(
        "{form}: always extending makes no difference that could be shown ({gain} points); {signs}. "
        "Tuned players extend {share} of the time."
    )
    if is_gain(whole):
        text = N_("{form}: always extending pays ({gain} points); {signs}. Tuned players extend {share} of the time.")
    elif is_loss(whole):
        text = N_("{form}: always extending costs ({gain} points); {signs}. Tuned players extend {share} of the time.")
    figures = {"gain": FormattedFigure(whole, "gain"), "share": FormattedFigure(does, "share")}
    return TranslatableText(text, {"form": row.label, "signs": _signs(by_number), **figures})


def _signs(by_number: AnswerRow) -> TranslatableText:
    """Say with how many signs it pays, and with how many it costs."""
    pays, costs = (
        tuple(with_figure(str(n), gain) for n, gain in enumerate(by_number.figures) if holds(gain))
        for holds in (is_gain, is_loss)
    )
    text = N_("it pays with {pays} of the five signs") if pays else N_("no number of signs made it pay for certain")
    if costs:
        text = (
            N_("it pays with {pays} of the five signs; it costs with {costs}")
            if pays
            else N_("no number of signs made it pay for certain; it costs with {costs}")
        )
    return TranslatableText(text, {"pays": AndList(pays), "costs": AndList(costs)})


def _no_extension(rules: Rules) -> TranslatableText | None:
    if rules.extension:
        return None
    able = [(book.name, str(form.players)) for book, form in all_forms() if book.cited(form)["extension"][0]]
    books, players = (AndList(tuple(dict.fromkeys(column))) for column in zip(*able, strict=True))
    text = N_("these rules have no extension; {books} do, with {players} players")
    return TranslatableText(text, {"books": books, "players": players})


def _forms() -> tuple[Rules, ...]:
    """Return all forms of the oldest rulebook that has extensions, and two players of the others."""
    every = (book.rules(form.players, partners=form.partners, short=form.short) for book, form in all_forms())
    able = [rules for rules in every if rules.extension]
    return tuple(rules for rules in able if rules.edition == able[0].edition or rules.players == 2)


EXTENSION = ResearchQuestion(
    name="extension",
    asks=N_("When does an extension pay?"),
    debate=(
        "Whoever completes 700 miles may stop and count, or go on to 1000 for more miles and a bonus, and risk the "
        "trip that was won."
    ),
    method=N_(
        "All seats are tuned players. Wherever one has completed the short trip and may extend it, finishing is "
        "counted and extending is played out 32 times from the true cards, with the draw pile "
        "shuffled. The figure is what extending gains, in points less the mean of the other teams. There is at most "
        "one such decision in a deal. The five signs: half of the draw pile is left; two safeties or more, laid or "
        "held; 200 miles or more in the hand; no opponent is free to drive; nearest opponent has 25 to 400 miles."
    ),
    deals=10_000,
    forms=_forms,
    find=find_extension,
    unfit=_no_extension,
)
