"""The results of the arena as they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from rich.console import Console
from rich.table import Table

from ..lab.arena.match import Match
from ..lab.arena.standings import Standings
from ..lab.tally import FEWEST, Estimate
from ..words import Words
from .output import console, print_rules, print_table, table

TOO_FEW = "too few to say"


def show(result: Match | Standings, seconds: float, interrupted: bool) -> None:
    """Print what came of it."""
    out = console()
    _show_question(out, result, seconds)
    if interrupted:
        out.print("interrupted; this is what was played so far")
    out.print()
    if isinstance(result, Match):
        print_table(out, _figures(result))
    else:
        print_table(out, _ladder(result))
        out.print()
        print_table(out, _points(result))
    for line in _remarks(result):
        out.print(line)


def figure(result: Match | Standings) -> str:
    """Say how the match stands that is being played, in a word, for a progress bar."""
    match = next(match for match in reversed(result.matches) if match.duplicates)
    names = "" if isinstance(result, Match) else f"{match.pairing.one} v {match.pairing.other} "
    return f"{names}{plus_minus(match.headline)}"


def plus_minus(points: Estimate) -> str:
    """Write a figure and its margin, where there is one."""
    margin = f" ± {points.margin:,.1f}" if isfinite(points.margin) else ""
    return f"{_signed(points.mean)}{margin}"


def _show_question(out: Console, result: Match | Standings, seconds: float) -> None:
    pairing = result.matches[0].pairing
    print_rules(out, Words("en", pairing.rules.edition), pairing.rules)
    duplicates = sum(match.duplicates for match in result.matches)
    deals = sum(match.deals for match in result.matches)
    what = _counted(duplicates, "game" if pairing.games else "deck")
    sides = "both sides" if pairing.rules.teams == 2 else "every side"
    who = f"{pairing.one} v {pairing.other}" if isinstance(result, Match) else _counted(len(result.matches), "match")
    out.print(f"{who}: {what} from {sides}, {_counted(deals, 'deal')}")
    out.print(f"seed {pairing.seed}, {deals / seconds:,.0f} deals/s", style="dim")


def _counted(number: int, what: str) -> str:
    plural = "es" if what.endswith("ch") else "s"
    return f"{number:,} {what}{'' if number == 1 else plural}"


# -- a match -----------------------------------------------------------------------------------------------------


def _figures(match: Match) -> Table:
    made = table("", match.pairing.one, "95 % interval", "if equal", right=(1, 2, 3))
    fair = _percent(match.fair)
    points = match.headline if match.advantage is None else match.points
    made.add_row("points a deal", _signed(points.mean), _points_range(match, points), "0")
    if match.advantage is not None:
        made.add_row("by advantages", _signed(match.headline.mean), _points_range(match, match.headline), "0")
    made.add_row("deals won", _percent(match.deals_won.mean), _deals_range(match), fair)
    if match.games:
        made.add_row("games won", _percent(match.games_won), _share_range(*match.games_interval), fair)
    return made


def _signed(points: float) -> str:
    return f"{points:+,.1f}"


def _points_range(match: Match, points: Estimate) -> str:
    if match.duplicates < 2 or not isfinite(points.margin):
        return TOO_FEW
    return f"{_signed(points.mean - points.margin)} to {_signed(points.mean + points.margin)}"


def _deals_range(match: Match) -> str:
    won = match.deals_won
    return TOO_FEW if match.duplicates < 2 else _share_range(won.mean - won.margin, won.mean + won.margin)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share_range(low: float, high: float) -> str:
    return f"{_percent(max(0.0, low))} to {_percent(min(1.0, high))}"


def _remarks(result: Match | Standings) -> Iterator[str]:
    for match in result.matches:
        found = [*_verdict(match), *_less_luck(match), *_faults(match)]
        if found and match.duplicates:
            yield ""
            who = [f"{match.pairing.one} v {match.pairing.other}:"] if isinstance(result, Standings) else []
            yield from (*who, *found)


def _verdict(match: Match) -> Iterator[str]:
    if match.sequence is None:
        return
    unit = "games" if match.pairing.games else "deals"
    if match.decided:
        better = match.pairing.one if match.sequence.estimate().mean > 0 else match.pairing.other
        yield f"decided after {match.duplicates:,} {unit}: {better} is better"
    else:
        yield f"not decided within {match.duplicates:,} {unit}"


def _less_luck(match: Match) -> Iterator[str]:
    if match.variance_ratio is not None:
        # Two variances, each from as many numbers as there were duplicates: of few of them the ratio is a guess.
        sure = "" if match.duplicates >= FEWEST else f" (a rough guess, from {_counted(match.duplicates, 'deck')})"
        yield f"one deal by advantages is worth {match.variance_ratio:,.1f} by points{sure}"


def _faults(match: Match) -> Iterator[str]:
    for (bot, kind), count in sorted(match.faults.items()):
        yield f"{bot} lost {_counted(count, 'decision')} ({kind}; first: {match.fault_texts[bot, kind]})"


# -- a round robin -----------------------------------------------------------------------------------------------


def _ladder(standings: Standings) -> Table:
    made = table("", "bot", "Elo", "± 95 %", right=(0, 2, 3))
    for number, (name, elo) in enumerate(standings.ladder, 1):
        made.add_row(str(number), name, f"{elo.mean:,.0f}", f"{elo.margin:,.0f}")
    return made


def _points(standings: Standings) -> Table:
    """List the points a deal of each bot against each other, in the order of the ladder."""
    names = [place.name for place in standings.ladder]
    numbers = [str(number) for number in range(1, len(names) + 1)]
    made = table("", "points a deal against", *numbers, right=(0, *range(2, len(names) + 2)))
    for number, one in zip(numbers, names, strict=True):
        cells = (standings.points(one, other) for other in names)
        made.add_row(number, one, *("" if cell is None else f"{cell.mean:+,.0f}" for cell in cells))
    return made
