"""``bornes arena``: bots against each other."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..base.marks import N_
from .group import INTERRUPTED_EXIT_CODE, TERMINATED_EXIT_CODE, NumberRange, WholeNumberRange, print_json
from .options import (
    FORM,
    bot_spec,
    complete_bot,
    deals_option,
    edition_option,
    form_options,
    jobs_option,
    json_option,
    lang_option,
    plot_option,
    rules_of,
    seed_option,
)
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from ..bots import BotSpec
    from ..lab.arena.standings import Match, Standings
    from ..rules.ruleset import Rules


@click.command()
@click.argument("bots", type=bot_spec, shell_complete=complete_bot, nargs=-1, required=True, metavar="BOT BOT...")
@edition_option
@form_options
@deals_option("How many decks to play.  [default: 1000]")
@click.option(
    "--games", "-g", type=WholeNumberRange(1), metavar="N", help="Play whole games instead; the bots see the totals."
)
@click.option("--until-decided", is_flag=True, help="Stop as soon as it is clear who is better.")
@click.option(
    "--low-variance", is_flag=True, help="Compare only the moves that differ: more work for each deal, less luck."
)
@click.option(
    "--playouts",
    type=WholeNumberRange(1),
    metavar="N",
    default=200,
    show_default=True,
    help="With --low-variance: play out each such move this often.",
)
@seed_option
@click.option(
    "--patience",
    type=NumberRange(0, min_open=True),
    metavar="SECONDS",
    help="Let a bot think this long about a move, then move for it.  [default: as long as it likes]",
)
@click.option("--anchor", metavar="BOT", help="Rate this bot 1500.  [default: rate the average 1500]")
@jobs_option
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: the address of its scheduler.")
@plot_option("Draw the result to a .png, .svg or .pdf file.")
@lang_option
@json_option
def arena(
    bots: tuple[BotSpec, ...],
    low_variance: bool,
    playouts: int,
    anchor: str | None,
    plot: Path | None,
    lang: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Measure which bot is stronger, and by how much.

    Every deck is played once for each team, with the first bot on that team and the second on the others, so that both
    get the same luck. Two bots play a match; three or more all play each other, and get a rating. Ctrl-C shows what was
    found so far.

    \b
    Examples:
      bornes arena tuned rule-of-thumb
      bornes arena tuned sunday-driver --until-decided
      bornes arena random sunday-driver tuned --edition dujardin --players 3
      bornes arena champion:playouts=50 tuned --deals 20 --low-variance
    """
    rules = rules_of(**{name: given.pop(name) for name in FORM})
    terms = {**given, "low_variance": playouts if low_variance else 0}
    with _sigterm_as_interrupt():
        run = _play(rules, [str(bot) for bot in bots], anchor, terms, lang)
    if as_json:
        print_json(run.as_dict())
    else:
        from .arena_output import print_result

        print_result(run.result, run.seconds, run.ended_by is not None, lang)
    if plot is not None:
        from ..lab.result_plots import plot_matches

        plot_matches(run.result, plot)
    if run.failure is not None:
        raise run.failure
    if run.ended_by is not None:
        click.get_current_context().exit(run.ended_by)


@dataclass
class ArenaRun:
    """What was played, and how that went."""

    result: Match | Standings
    seconds: float
    ended_by: int | None = None
    """The exit code, if an end was put to it before it was done."""
    failure: CommandFailure | None = None
    """What went wrong, if that put an end to it."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        from ..lab.arena.standings import question_as_dict

        matches = self.result.matches
        deals = sum(match.deals for match in matches)
        pace = {"seconds": round(self.seconds, 3), "deals_per_second": round(deals / self.seconds, 1)}
        return {
            **question_as_dict(matches[0].pairing),
            **self.result.as_dict(),
            "interrupted": self.ended_by is not None,
            "run": pace,
        }


def _play(rules: Rules, bots: list[str], anchor: str | None, terms: dict[str, Any], lang: str) -> ArenaRun:
    """Play, and if that is interrupted, make do with what was played so far."""
    from concurrent.futures.process import BrokenProcessPool

    from ..bots import BotError, BrokenBot
    from ..lab.arena import ArenaError
    from ..lab.arena.executor import ClusterError

    began, so_far = perf_counter(), _SoFar()
    ended_by, failure = CommandFailure.exit_code, None
    try:
        with _bar(terms, lang) as bar:
            result = _ask(rules, bots, anchor, terms, so_far.following(bar))
        return ArenaRun(result, perf_counter() - began)
    except KeyboardInterrupt as interrupt:
        ended_by = TERMINATED_EXIT_CODE if isinstance(interrupt, Terminated) else INTERRUPTED_EXIT_CODE
        if so_far.result is None:
            raise click.exceptions.Exit(ended_by) from None
    except ClusterError as error:
        failure = CommandFailure("{error}", error=error)
    except BrokenProcessPool:
        failure = CommandFailure(N_("a process that was playing died; was there enough memory?"))
    except BrokenBot as error:
        raise CommandFailure("{error}", error=error) from None
    except (ArenaError, BotError) as error:
        raise TranslatedUsageError("{error}", error=error) from None
    if so_far.result is None:
        assert failure is not None
        raise failure
    return ArenaRun(so_far.result, perf_counter() - began, ended_by, failure)


def _ask(
    rules: Rules, bots: list[str], anchor: str | None, terms: dict[str, Any], progress: Callable[..., None]
) -> Match | Standings:
    from ..lab.arena import ArenaError, match, round_robin

    if len(bots) == 1:
        raise ArenaError(N_("{bot} needs somebody to play against: name two bots or more"), bot=bots[0])
    if len(bots) == 2 and anchor is None:
        return match(rules, *bots, progress=progress, **terms)
    return round_robin(rules, bots, anchor=anchor, progress=progress, **terms)


class _SoFar:
    """Remembers what was played, for the case of an interruption."""

    def __init__(self) -> None:
        self.result: Match | Standings | None = None

    def following(self, tell: Callable[[Match | Standings], None]) -> Callable[[Match | Standings], None]:
        """Remember, then tell."""

        def heard(result: Match | Standings) -> None:
            self.result = result
            tell(result)

        return heard


@contextmanager
def _bar(terms: dict[str, Any], lang: str) -> Iterator[Callable[[Match | Standings], None]]:
    """Show a progress bar on a terminal, with the figure as it stands."""
    from ..i18n import Translator
    from ..lab.arena import DEFAULT_DEALS
    from .arena_output import figure
    from .output import progress_bar

    each = terms["games"] or terms["deals"] or DEFAULT_DEALS
    with progress_bar("") as move_on:

        def tell(result: Match | Standings) -> None:
            matches = result.matches
            done = sum(each if match.decided else match.duplicates for match in matches)
            move_on(completed=done, total=each * len(matches), description=figure(result, Translator(lang)))

        yield tell


class Terminated(KeyboardInterrupt):
    """SIGTERM came: end as Ctrl-C does, with what was found so far, but with an exit code of its own."""


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Raise Terminated on SIGTERM, whether processes are at work or threads."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated
