"""Who wins a deal: does it pay to be first, and how often is one won from behind?"""

from __future__ import annotations

from functools import partial

from ...base.translatable import N_, FormattedNumber, TranslatableText
from ...bots import playouts
from ...bots.weights import tuned_policy
from ...engine.playout import Eager, Policy, deck_order
from ...engine.state import State
from ...game.position import compile_rules
from ...rules.editions import all_forms, edition
from ...rules.ruleset import Rules
from ..estimates import WIN, Estimate, leaders, win_share
from .report import (
    AnswerColumn,
    AnswerRow,
    DotPlot,
    FigureTable,
    Findings,
    FormattedFigure,
    LinePlot,
    ResearchQuestion,
    Text,
    form_name,
    is_gain,
    is_loss,
    miles_from,
    ranking,
    too_few,
)
from .samples import Examine, Sample, SampledValues, Summary, decisions, draw_pile_at_start, fresh_seed, random_stream

# -- does it pay to be first? -------------------------------------------------------------------------------------


def examine_starts(rules: Rules, policy: Policy, seed: int, deal: int, observations: SampledValues) -> None:
    """Play one deck once for each team that may start, with the same cards in every hand."""
    compiled, teams = compile_rules(rules), rules.teams
    order, luck = deck_order(compiled, seed, deal), fresh_seed(random_stream(seed, deal))
    for starter in range(teams):
        state = State(compiled)
        state.deal(_same_hands(rules, order, starter), starter)
        scores = playouts(state, 1, policy, seed=luck)[0].scores
        for place in range(teams):
            team = (starter + place) % teams
            observations.add(deal, ("points", place), teams * scores[team] - sum(scores))
            observations.add(deal, ("won", place), win_share(team, leaders(scores)))


def _same_hands(rules: Rules, order: list[int], starter: int) -> list[int]:
    """Order the deck so that every seat gets the hand that it gets when seat 0 starts."""
    players, dealt = rules.players, rules.players * rules.hand_size
    hands = [order[i - i % players + (starter + i) % players] for i in range(dealt)]
    return hands + order[dealt:]


def find_starts(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what the starter gains over the others, in points and deals, among good players and simple ones."""
    examiners: list[Examine] = [
        partial(examine_starts, rules, policy) for rules in forms for policy in (tuned_policy(rules), Eager())
    ]
    found = sample.summarize(examiners)
    tuned, simple = found[0::2], found[1::2]
    rows = tuple(_starts_row(*each) for each in zip(forms, tuned, simple, strict=True))
    points = [(row.label, row.figures[0]) for row in rows]
    panel = DotPlot(
        N_("The team that starts, less the mean of the others"),
        N_("points a deal"),
        "gain",
        (
            (N_("tuned players"), tuple(points)),
            (N_("Sunday drivers"), tuple((row.label, row.figures[2]) for row in rows)),
        ),
    )
    shares = ((N_("tuned players"), _shares(rows)),)
    chances = DotPlot(N_("Deals won, less the fair share"), N_("of all deals"), "change", shares)
    return _starts_sentences(points, rows), (_starts_table(rows), *_places(forms, tuned)), (panel, chances)


def _starts_row(rules: Rules, tuned: Summary, simple: Summary) -> AnswerRow:
    won = tuned.estimate(("won", 0), WIN)
    over_fair = None if won is None else Estimate(won.mean - 1 / rules.teams, won.margin)
    return AnswerRow(
        form_name(rules), (tuned.points(("points", 0), rules), over_fair, simple.points(("points", 0), rules))
    )


def _shares(rows: tuple[AnswerRow, ...]) -> tuple[tuple[Text, Estimate | None], ...]:
    return tuple((row.label, row.figures[1]) for row in rows)


def _starts_table(rows: tuple[AnswerRow, ...]) -> FigureTable:
    columns = (
        AnswerColumn(N_("points"), "gain"),
        AnswerColumn(N_("deals won over the fair share"), "change"),
        AnswerColumn(N_("points among Sunday drivers"), "gain"),
    )
    return FigureTable(N_("The team that starts, less the mean of the others"), N_("form"), columns, rows)


def _places(forms: tuple[Rules, ...], found: list[Summary]) -> tuple[FigureTable, ...]:
    """Make the tables of all places, second to fourth too, for three teams and for four."""
    both = list(zip(forms, found, strict=True))
    tables = []
    titles = {3: N_("Points by the order of play, three teams"), 4: N_("Points by the order of play, four teams")}
    for teams, title in titles.items():
        columns = tuple(AnswerColumn(place, "gain") for place in _IN_ORDER[:teams])
        rows = tuple(
            AnswerRow(form_name(rules), tuple(one.points(("points", place), rules) for place in range(teams)))
            for rules, one in both
            if rules.teams == teams
        )
        if rows:
            tables.append(FigureTable(title, N_("form"), columns, rows))
    return tuple(tables)


_IN_ORDER = (N_("first"), N_("second"), N_("third"), N_("fourth"))


def _starts_sentences(
    points: list[tuple[Text, Estimate | None]], rows: tuple[AnswerRow, ...]
) -> tuple[TranslatableText, ...]:
    helped = ranking([item for item in points if is_gain(item[1])])
    hurt = ranking([item for item in points if is_loss(item[1])])
    unclear = [figure for _, figure in points if figure is not None and not is_gain(figure) and not is_loss(figure)]
    every = {"all": len(points)}
    said = []
    if helped:
        name, most = helped[0]
        won = next(row.figures[1] for row in rows if row.label == name)
        text = N_(
            "Being first pays in {some} of {all} forms. The largest figure is that of {form}: "
            "{gain} points a deal, and {share} of the deals beyond its fair share."
        )
        figures = {"gain": FormattedFigure(most, "gain"), "share": FormattedFigure(won, "change")}
        said.append(TranslatableText(text, {**every, **figures, "some": len(helped), "form": name}))
    if hurt:
        name, most = hurt[-1]
        text = N_("It costs in {some} of {all} forms, such as {form}: {gain} points a deal.")
        said.append(
            TranslatableText(text, {**every, "some": len(hurt), "form": name, "gain": FormattedFigure(most, "gain")})
        )
    if unclear:
        widest = FormattedNumber(max(figure.margin for figure in unclear))
        text = N_("In {some} of {all} forms no difference could be shown within ± {margin} points.")
        said.append(TranslatableText(text, {**every, "some": len(unclear), "margin": widest}))
    return tuple(said) or (TranslatableText(N_("Too few deals to say.")),)


def _forms() -> tuple[Rules, ...]:
    return tuple(book.rules(form.players, partners=form.partners, short=form.short) for book, form in all_forms())


FIRST_PLAYER = ResearchQuestion(
    name="first-player",
    asks=N_("Does it pay to be first?"),
    debate=(
        "The first to move draws first and drives first; the others have seen more. Some tables toss a coin for it "
        "with great ceremony."
    ),
    method=N_(
        "All seats are tuned players. Every deck is played once for each team that may start: the hands stay where "
        "they are, every seat draws from a lane of its own, only the first turn moves on. The figure is the points "
        "of the team that starts less the mean of the others; the deals of one deck are one observation. Deals won "
        "are those with the most points, shared ones in parts. The last column is the same with Sunday drivers in "
        "all seats."
    ),
    deals=6_000,
    counted=N_("{number} decks a form, seed {seed}"),
    forms=_forms,
    find=find_starts,
)


# -- how often is a deal won from behind? -------------------------------------------------------------------------

_PLAYOUTS = 24
_STEP = 100
_MOST = 4
_WHEN = (
    (N_("a quarter of the draw pile gone"), N_("a quarter gone")),
    (N_("half of the draw pile gone"), N_("half gone")),
    (N_("three quarters of the draw pile gone"), N_("three quarters gone")),
)


def examine_leads(rules: Rules, seed: int, deal: int, observations: SampledValues) -> None:
    """See who leads when a quarter, half and three quarters of the draw pile are gone, and play out who wins."""
    luck, dealt = random_stream(seed, deal), draw_pile_at_start(rules)
    when = 0
    for state in decisions(rules, seed, deal):
        if when < len(_WHEN) and 4 * (dealt - state.left) >= (when + 1) * dealt:
            _observe(rules, state, when, fresh_seed(luck), deal, observations)
            when += 1


def _observe(rules: Rules, state: State, when: int, seed: int, deal: int, observations: SampledValues) -> None:
    miles = [state.miles_driven(team) for team in range(rules.teams)]
    ahead = leaders(miles)
    if len(ahead) > 1:
        return
    lead = min(_MOST, (max(miles) - sorted(miles)[-2]) // _STEP)
    ends = playouts(state, _PLAYOUTS, tuned_policy(rules), seed=seed)
    won = sum(win_share(ahead[0], leaders(end.scores)) for end in ends)
    for key in ((when,), (when, lead)):
        observations.add(deal, key, won, _PLAYOUTS)


def find_leads(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find how often the leader wins, by how far ahead and how late."""
    found = sample.summarize([partial(examine_leads, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    whole = FigureTable(
        N_("How often the team with the most miles has the most points in the end"),
        N_("form"),
        tuple(AnswerColumn(when, "share") for when, _ in _WHEN),
        tuple(AnswerRow(form_name(rules), tuple(_won(one, (n,)) for n in range(len(_WHEN)))) for rules, one in both),
    )
    tables = tuple(_lead_table(rules, one) for rules, one in both)
    panels = tuple(_panel(rules, table) for rules, table in zip(forms, tables, strict=True))
    said = tuple(_lead_sentence(rules, row) for rules, row in zip(forms, whole.rows, strict=True))
    return said, (whole, *tables), panels


def _won(found: Summary, key: tuple[int, ...]) -> Estimate | None:
    return found.estimate(key, WIN)


def _lead_table(rules: Rules, found: Summary) -> FigureTable:
    rows = tuple(
        AnswerRow(when, tuple(_won(found, (n, lead)) for lead in range(_MOST + 1))) for n, (_, when) in enumerate(_WHEN)
    )
    columns = tuple(AnswerColumn(_miles(lead), "share") for lead in range(_MOST + 1))
    title = TranslatableText(N_("By the lead in miles: {form}"), {"form": form_name(rules)})
    return FigureTable(title, N_("of the draw pile"), columns, rows)


def _miles(lead: int) -> Text:
    """Name a range of miles ahead, from 25 on, since equals are left out."""
    if lead == _MOST:
        return TranslatableText(N_("{miles} or more"), {"miles": _STEP * _MOST})
    return miles_from(_STEP * lead, _STEP) if lead else miles_from(25, _STEP - 25)


def _panel(rules: Rules, table: FigureTable) -> LinePlot:
    series = tuple(
        (row.label, tuple((_STEP * lead + _STEP / 2, share) for lead, share in enumerate(row.figures)))
        for row in table.rows
    )
    return LinePlot(
        form_name(rules),
        TranslatableText(N_("miles ahead (on the right {most} or more)"), {"most": _STEP * _MOST}),
        N_("deals won by the leader"),
        "share",
        series,
    )


def _lead_sentence(rules: Rules, row: AnswerRow) -> TranslatableText:
    half = row.figures[1]
    if half is None:
        return too_few(row.label)
    behind = Estimate(1 - half.mean, half.margin)
    text = (
        N_("{form}: with half of the draw pile gone, the other still wins {share} of the deals.")
        if rules.teams == 2
        else N_("{form}: with half of the draw pile gone, one of the others still wins {share} of the deals.")
    )
    return TranslatableText(text, {"form": row.label, "share": FormattedFigure(behind, "share")})


COMEBACKS = ResearchQuestion(
    name="comebacks",
    asks=N_("How often is a deal won from behind?"),
    debate="The one who is ahead thinks it is won, and the one who is behind thinks it is all luck.",
    method=N_(
        "All seats are tuned players. When a quarter, half and three quarters of the draw pile are gone, the deal "
        "is played out 24 times from the true cards with the draw pile shuffled, and the share of deals "
        "that go to the team with the most miles is noted; equal miles are left out. Who has the most points wins, "
        "shared wins in parts. What one deal shows is one observation."
    ),
    deals=6_000,
    forms=lambda: (
        edition("parker-1962").rules(2),
        edition("parker-1962").rules(4),
        edition("dujardin").rules(4),
    ),
    find=find_leads,
)
