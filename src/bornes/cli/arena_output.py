"""The results of the arena as they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from rich.console import Console
from rich.table import Table

from ..i18n import N_, Translator
from ..lab.arena.standings import Match, Standings
from ..lab.estimates import MIN_NUMBERS, Estimate
from .output import console, print_rules, print_table, table


def print_result(result: Match | Standings, seconds: float, interrupted: bool, language: str) -> None:
    """Print what came of it."""
    out, words = console(), Translator(language, result.matches[0].pairing.rules.edition)
    _show_question(out, words, result, seconds)
    if interrupted:
        out.print(words.gettext("interrupted; this is what was played so far"))
    out.print()
    if isinstance(result, Match):
        print_table(out, _figures(words, result))
    else:
        print_table(out, _ladder(words, result))
        out.print()
        print_table(out, _points(words, result))
    for line in _remarks(words, result):
        out.print(line)


def figure(result: Match | Standings, words: Translator) -> str:
    """Say how the match stands that is being played, in a word, for a progress bar."""
    match = next(match for match in reversed(result.matches) if match.duplicates)
    names = "" if isinstance(result, Match) else f"{_pair(words, match)} "
    return f"{names}{plus_minus(match.headline, words)}"


def plus_minus(points: Estimate, words: Translator) -> str:
    """Write a figure and its margin, where there is one."""
    margin = f" ± {words.number(points.margin, 1)}" if isfinite(points.margin) else ""
    return f"{_signed(words, points.mean)}{margin}"


def _pair(words: Translator, match: Match) -> str:
    return words.gettext("{one} v {other}", one=match.pairing.one, other=match.pairing.other)


def _show_question(out: Console, words: Translator, result: Match | Standings, seconds: float) -> None:
    pairing = result.matches[0].pairing
    print_rules(out, words, pairing.rules)
    duplicates = sum(match.duplicates for match in result.matches)
    deals = sum(match.deals for match in result.matches)
    sides = N_("{who}: {what} from both sides, {deals}")
    if pairing.rules.teams > 2:
        sides = N_("{who}: {what} from every side, {deals}")
    who = _pair(words, result) if isinstance(result, Match) else _matches(words, len(result.matches))
    what = _games(words, duplicates) if pairing.games else _decks(words, duplicates)
    out.print(words.gettext(sides, who=who, what=what, deals=_deals(words, deals)))
    rate = words.number(deals / seconds)
    out.print(words.gettext("seed {seed}, {rate} deals/s", seed=pairing.seed, rate=rate), style="dim")


def _decks(words: Translator, number: int) -> str:
    return words.ngettext("{number} deck", "{number} decks", number, number=words.number(number))


def _deals(words: Translator, number: int) -> str:
    return words.ngettext("{number} deal", "{number} deals", number, number=words.number(number))


def _games(words: Translator, number: int) -> str:
    return words.ngettext("{number} game", "{number} games", number, number=words.number(number))


def _matches(words: Translator, number: int) -> str:
    return words.ngettext("{number} match", "{number} matches", number, number=words.number(number))


# -- a match -----------------------------------------------------------------------------------------------------


def _figures(words: Translator, match: Match) -> Table:
    heads = (match.pairing.one, words.gettext("95 % interval"), words.gettext("if equal"))
    made = table("", *heads, right=(1, 2, 3))
    fair = words.percent(match.fair)
    points = match.headline if match.advantage is None else match.points
    made.add_row(words.gettext("points a deal"), _signed(words, points.mean), _points_range(words, match, points), "0")
    if match.advantage is not None:
        ranged = _points_range(words, match, match.headline)
        made.add_row(words.gettext("by advantages"), _signed(words, match.headline.mean), ranged, "0")
    won = match.deals_won
    made.add_row(words.gettext("deals won"), words.percent(won.mean), _deals_range(words, match), fair)
    if match.games:
        ranged = _share_range(words, *match.games_interval)
        made.add_row(words.gettext("games won"), words.percent(match.games_won), ranged, fair)
    return made


def _signed(words: Translator, points: float) -> str:
    return words.number(points, 1, sign=True)


def _points_range(words: Translator, match: Match, points: Estimate) -> str:
    if match.duplicates < 2 or not isfinite(points.margin):
        return words.gettext("too few to say")
    low, high = points.mean - points.margin, points.mean + points.margin
    return words.gettext("{low} to {high}", low=_signed(words, low), high=_signed(words, high))


def _deals_range(words: Translator, match: Match) -> str:
    if match.duplicates < 2:
        return words.gettext("too few to say")
    won = match.deals_won
    return _share_range(words, won.mean - won.margin, won.mean + won.margin)


def _share_range(words: Translator, low: float, high: float) -> str:
    return words.gettext("{low} to {high}", low=words.percent(max(0.0, low)), high=words.percent(min(1.0, high)))


def _remarks(words: Translator, result: Match | Standings) -> Iterator[str]:
    for match in result.matches:
        found = [*_verdict(words, match), *_less_luck(words, match), *_faults(words, match)]
        if found and match.duplicates:
            yield ""
            if isinstance(result, Standings):
                yield words.gettext("{one} v {other}:", one=match.pairing.one, other=match.pairing.other)
            yield from found


def _verdict(words: Translator, match: Match) -> Iterator[str]:
    if match.sequence is None:
        return
    played = (_games if match.pairing.games else _deals)(words, match.duplicates)
    if match.decided:
        better = match.pairing.one if match.sequence.estimate().mean > 0 else match.pairing.other
        yield words.gettext("decided after {played}: {bot} is better", played=played, bot=better)
    else:
        yield words.gettext("not decided within {played}", played=played)


def _less_luck(words: Translator, match: Match) -> Iterator[str]:
    if match.variance_ratio is not None:
        worth = words.number(match.variance_ratio, 1)
        said = words.gettext("one deal by advantages is worth {number} by points", number=worth)
        # Two variances, each from as many numbers as there were duplicates: of few of them the ratio is a guess.
        if match.duplicates < MIN_NUMBERS:
            decks = _decks(words, match.duplicates)
            said = words.gettext("{said} (a rough guess, from {decks})", said=said, decks=decks)
        yield said


def _faults(words: Translator, match: Match) -> Iterator[str]:
    for (bot, kind), count in sorted(match.faults.items()):
        yield words.ngettext(
            "{bot} lost {number} decision ({kind}; first: {text})",
            "{bot} lost {number} decisions ({kind}; first: {text})",
            count,
            bot=bot,
            number=words.number(count),
            kind=words.gettext(FAULTS.get(kind, kind)),
            text=match.fault_texts[bot, kind],
        )


FAULTS = {"raised": N_("raised"), "stalled": N_("stalled"), "illegal": N_("illegal")}
"""What a bot did instead of choosing a legal move."""


# -- a round robin -----------------------------------------------------------------------------------------------


def _ladder(words: Translator, standings: Standings) -> Table:
    made = table("", words.gettext("bot"), "Elo", words.gettext("± 95 %"), right=(0, 2, 3))
    for number, (name, elo) in enumerate(standings.ladder, 1):
        made.add_row(str(number), name, words.number(elo.mean), words.number(elo.margin))
    return made


def _points(words: Translator, standings: Standings) -> Table:
    """List the points a deal of each bot against each other, in the order of the ladder."""
    names = [place.name for place in standings.ladder]
    numbers = [str(number) for number in range(1, len(names) + 1)]
    made = table("", words.gettext("points a deal against"), *numbers, right=(0, *range(2, len(names) + 2)))
    for number, one in zip(numbers, names, strict=True):
        cells = (standings.points(one, other) for other in names)
        made.add_row(number, one, *("" if cell is None else words.number(cell.mean, sign=True) for cell in cells))
    return made
