"""What is a coup fourré worth, and should one hold the Right of Way for it?"""

from __future__ import annotations

from functools import partial

from ...base.translatable import N_, AndList, FormattedNumber, TranslatableText
from ...bots.weights import tuned_policy
from ...engine.codes import COUP, PASS
from ...engine.state import State
from ...rules.cards import HAZARDS, Card
from ...rules.editions import EDITION_NAMES, edition
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
    card_name,
    form_name,
    is_gain,
    is_loss,
    with_figure,
)
from .samples import (
    ON_PLAY,
    ON_REACT,
    Sample,
    SampledValues,
    Summary,
    best_other_move,
    decisions,
    draw_pile_at_start,
    edge,
    fresh_seed,
    holds,
    is_legal,
    random_stream,
)

# -- what is a coup fourré worth? ---------------------------------------------------------------------------------

_PLAYOUTS = 16


def examine_calls(rules: Rules, seed: int, deal: int, observations: SampledValues) -> None:
    """Compare, wherever a coup fourré can be called, calling it with letting it pass."""
    luck, policies = random_stream(seed, deal), [tuned_policy(rules)]
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


def find_calls(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what a coup fourré is worth, by edition and by the hazard that it answers."""
    found = sample.summarize([partial(examine_calls, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    columns = (
        AnswerColumn(N_("a coup fourré is worth"), "gain"),
        AnswerColumn(N_("the bonus on the sheet"), "points"),
        AnswerColumn(N_("chances a deal, all seats together"), "number"),
    )
    rows = tuple(AnswerRow(form_name(rules), _calls_figures(rules, one)) for rules, one in both)
    hazards = [card_name(hazard) for hazard in HAZARDS]
    by_hazard = tuple(
        AnswerRow(form_name(rules), tuple(one.points(hazard, rules) for hazard in HAZARDS)) for rules, one in both
    )
    series = tuple((row.label, tuple(zip(hazards, row.figures, strict=True))) for row in by_hazard)
    tables = (
        FigureTable(N_("Calling it instead of letting it pass, in points a deal"), N_("form"), columns, rows),
        FigureTable(
            N_("The same by the hazard"), N_("form"), tuple(AnswerColumn(name, "gain") for name in hazards), by_hazard
        ),
    )
    title, axis = N_("A coup fourré, by the hazard that it answers"), N_("points a deal over letting it pass")
    panel = DotPlot(title, axis, "gain", series)
    return tuple(_calls_sentence(row) for row in rows), tables, (panel,)


def _calls_figures(rules: Rules, found: Summary) -> tuple[Estimate | None, ...]:
    printed = Estimate(rules.coup_fourre_points, 0.0)
    return found.points("all", rules), printed, found.estimate("calls")


def _calls_sentence(row: AnswerRow) -> TranslatableText:
    worth, printed, calls = row.figures
    if worth is None or printed is None or calls is None:
        return TranslatableText(N_("{form}: too few coups fourrés to say."), {"form": row.label})
    more = Estimate(worth.mean - printed.mean, worth.margin)
    text = N_(
        "{form}: {gain} points over letting it pass, not clearly more or less than the bonus of {bonus} alone; "
        "a chance for one comes {calls} times a deal."
    )
    if is_gain(more):
        text = N_(
            "{form}: {gain} points over letting it pass, more than the bonus of {bonus} alone; "
            "a chance for one comes {calls} times a deal."
        )
    elif is_loss(more):
        text = N_(
            "{form}: {gain} points over letting it pass, less than the bonus of {bonus} alone; "
            "a chance for one comes {calls} times a deal."
        )
    figures = {
        "gain": FormattedFigure(worth, "gain"),
        "bonus": FormattedNumber(printed.mean),
        "calls": FormattedNumber(calls.mean, 2),
    }
    return TranslatableText(text, {"form": row.label, **figures})


COUP_FOURRE = ResearchQuestion(
    name="coup-fourre",
    asks=N_("What is a coup fourré worth?"),
    debate=(
        "The best moment of the game is answering a hazard with its safety. The bonus is printed; the hazard undone "
        "and the turn gained are not."
    ),
    method=N_(
        "All seats are tuned players. Wherever one can answer a hazard with its safety, both ways are played out "
        "16 times on the same luck: the coup fourré, and letting it pass, after which the safety can still "
        "be laid on turn. The figure is the difference in points less the mean of the other teams; so it holds the "
        "bonus, the hazard undone, the card and the turn that come with it. Decisions of one deal are one "
        "observation."
    ),
    deals=6_000,
    forms=lambda: tuple(edition(name).rules(2) for name in EDITION_NAMES),
    find=find_calls,
)


# -- hold the Right of Way, or lay it at once? --------------------------------------------------------------------

_SITUATIONS = (
    N_("standing without a Roll"),
    N_("standing with a Roll in hand"),
    N_("stopped by another hazard"),
    N_("under a Speed Limit"),
    N_("driving freely"),
)
_STAGES = (N_("first third of the draw pile"), N_("second third"), N_("last third"))


def examine_right_of_way(rules: Rules, seed: int, deal: int, observations: SampledValues) -> None:
    """Compare, wherever the Right of Way can be laid, laying it with the best other move."""
    luck, policies = random_stream(seed, deal), [tuned_policy(rules)]
    dealt = draw_pile_at_start(rules)
    for state in decisions(rules, seed, deal):
        if state.phase != ON_PLAY or not is_legal(state, Card.RIGHT_OF_WAY):
            continue
        other = best_other_move(rules, state, Card.RIGHT_OF_WAY)
        if other is None:
            continue
        same = fresh_seed(luck)
        laid = edge(state, Card.RIGHT_OF_WAY, policies, _PLAYOUTS, same)
        gain = laid - edge(state, other, policies, _PLAYOUTS, same)
        situation = situation_of(state)
        stage = min(2, 3 * (dealt - state.left) // max(1, dealt))
        for key in ((situation,), (situation, stage), (situation, "unseen", _hazards_to_come(state))):
            observations.add(deal, key, gain, _PLAYOUTS)


def situation_of(state: State) -> int:
    """Return which of ``_SITUATIONS`` whoever decides is in."""
    team = state.team_of(state.seat)
    if state.rolling(team):
        return 3 if state.limited(team) else 4
    if state.live(team) and state.top_of_battle(team) != Card.STOP:
        return 2
    return int(holds(state, state.seat, Card.ROLL))


def _hazards_to_come(state: State) -> int:
    """Count the hazards against which it could still be a coup fourré, as far as the seat knows."""
    return state.unseen(state.seat, Card.STOP) + state.unseen(state.seat, Card.SPEED_LIMIT)


def find_right_of_way(forms: tuple[Rules, ...], sample: Sample) -> Findings:
    """Find what laying it gains, by the situation, how far the deal is, and what may still come."""
    found = sample.summarize([partial(examine_right_of_way, rules) for rules in forms])
    both = list(zip(forms, found, strict=True))
    whole = FigureTable(
        N_("Laying it now, less holding it a turn longer, in points"),
        N_("form"),
        tuple(AnswerColumn(situation, "gain") for situation in _SITUATIONS),
        tuple(
            AnswerRow(form_name(rules), tuple(one.points((n,), rules) for n in range(len(_SITUATIONS))))
            for rules, one in both
        ),
    )
    series = tuple((row.label, tuple(zip(_SITUATIONS, row.figures, strict=True))) for row in whole.rows)
    panels = (
        DotPlot(N_("Laying it now, less holding it"), N_("points"), "gain", series),
        _along(forms[0], found[0]),
    )
    return tuple(_right_of_way_sentence(row) for row in whole.rows), (whole, *(_stages(*each) for each in both)), panels


def _stages(rules: Rules, found: Summary) -> FigureTable:
    rows = tuple(
        AnswerRow(situation, tuple(found.points((n, stage), rules) for stage in range(3)))
        for n, situation in enumerate(_SITUATIONS)
    )
    columns = tuple(AnswerColumn(stage, "gain") for stage in _STAGES)
    title = TranslatableText(N_("As the draw pile goes down: {form}"), {"form": form_name(rules)})
    return FigureTable(title, N_("you are"), columns, rows)


def _along(rules: Rules, found: Summary) -> LinePlot:
    most = rules.deck[Card.STOP] + rules.deck[Card.SPEED_LIMIT]
    series = tuple(
        (situation, tuple((unseen, found.points((n, "unseen", unseen), rules)) for unseen in range(most + 1)))
        for n, situation in enumerate(_SITUATIONS)
    )
    return LinePlot(
        TranslatableText(N_("By what may still come: {form}"), {"form": form_name(rules)}),
        N_("Stops and limits not yet seen"),
        N_("points for laying it now"),
        "gain",
        series,
    )


def _right_of_way_sentence(row: AnswerRow) -> TranslatableText:
    """Say when to lay it and when to hold it, as far as that was shown."""
    named = list(zip(_SITUATIONS, row.figures, strict=True))
    lay = tuple(with_figure(name, gain) for name, gain in named if is_gain(gain))
    hold = tuple(with_figure(name, gain) for name, gain in named if is_loss(gain))
    unclear = tuple(with_figure(name, gain) for name, gain in named if not is_gain(gain) and not is_loss(gain))
    said = {
        N_("lay it when {situations}"): lay,
        N_("hold it when {situations}"): hold,
        N_("no difference could be shown when {situations}"): unclear,
    }
    parts = [TranslatableText(text, {"situations": AndList(found)}) for text, found in said.items() if found]
    texts = {
        1: "{form}: {one}.",
        2: N_("{form}: {one}; {two}."),
        3: N_("{form}: {one}; {two}; {three}."),
    }
    named_parts = dict(zip(("one", "two", "three"), parts, strict=False))
    return TranslatableText(texts[len(parts)], {"form": row.label, **named_parts})


def _unfit(rules: Rules) -> TranslatableText | None:
    return None if rules.deck[Card.RIGHT_OF_WAY] else TranslatableText(N_("there is no Right of Way in this deck"))


HOLD_OR_LAY = ResearchQuestion(
    name="right-of-way",
    asks=N_("Hold the Right of Way for the coup fourré, or lay it at once?"),
    debate=(
        "Laid at once it sets you free and no Stop or Speed Limit can hurt you. Held in the hand it may become a "
        "coup fourré, or a card that never did anything."
    ),
    method=N_(
        "All seats are tuned players. At every turn on which a player could lay the Right of Way, laying it and the "
        "best other move of the tuned player are each played out 16 times from the true cards, on the same "
        "luck; after the other move it may be laid or called later. The figure is what laying it now gains, in "
        "points less the mean of the other teams. Decisions of one deal are one observation. They are those that "
        "tuned players meet, and so come after turns on which a tuned player held it."
    ),
    deals=4_000,
    forms=lambda: (
        edition("parker-1962").rules(2),
        edition("parker-1962").rules(4),
        edition("game-cabinet").rules(2),
        edition("dujardin").rules(4),
        edition("asmodee").rules(2),
    ),
    find=find_right_of_way,
    unfit=_unfit,
)
