"""A game told in words, a paragraph for each turn, in the language and the words of its edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import sleep

from rich.console import Console
from rich.text import Text

from ..deal import Deal
from ..events import Asked, DealOver, Event, Laid, ShuffleNeeded, TurnBegan
from ..game import Game
from ..rules import Rules
from ..terminal.drawing.look import TEAM_STYLES
from ..words import Words
from .output import print_indented


def tell_deal(out: Console, words: Words, game: Game, number: int, pace: float = 0.0) -> None:
    """Tell what happened, all hands open, with a pause after each turn; then the score sheet."""
    deal = game.deals[number - 1]
    out.print(words.gettext("Deal {number}", number=number), style="bold")
    _tell_turns(out, words, deal, pace)
    out.print()
    out.print(words.score_sheet(deal.score_sheet()))
    out.print()


def tell_result(out: Console, words: Words, game: Game) -> None:
    """Tell who leads or has won, where there is more to say than the last deal's sheet did."""
    if len(game.deals) > 1:
        totals = [f"{words.team(team)} {total}" for team, total in enumerate(game.totals)]
        out.print(" · ".join([words.row("grand_total"), *totals]))
    if game.winner is not None:
        out.print(words.gettext("{team} wins the game.", team=words.team(game.winner)), style="bold")


def _tell_turns(out: Console, words: Words, deal: Deal, pace: float) -> None:
    miles = [0] * deal.rules.teams
    turn = 0
    for events in _paragraphs(deal.events):
        begins = isinstance(events[0], TurnBegan)
        turn += begins
        text = Text(" ".join(_sentences(words, events)))
        text.append(_progress(words, deal.rules, events, miles))
        _colour_names(text, words, deal.rules)
        if text:  # the last turn of an unfinished deal may hold nothing but a question
            print_indented(out, text, f"{turn:>3}  " if begins else "     ")
        if pace > 0:
            sleep(pace)


def _paragraphs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Cut the deal into how it began, turn by turn, and how it ended."""
    paragraph: list[Event] = []
    for event in events:
        if isinstance(event, TurnBegan | DealOver) and paragraph:
            yield paragraph
            paragraph = []
        paragraph.append(event)
    yield paragraph


def _sentences(words: Words, events: list[Event]) -> Iterator[str]:
    for event in events:
        sentence = None if _goes_without_saying(event) else words.event(event)
        if sentence is not None:
            yield sentence


def _goes_without_saying(event: Event) -> bool:
    """Say whether the next sentence of a finished deal tells it anyway: who is on turn, asked, about to shuffle."""
    return isinstance(event, Asked | ShuffleNeeded) or (isinstance(event, TurnBegan) and not event.extra)


def _progress(words: Words, rules: Rules, events: list[Event], miles: list[int]) -> str:
    """Say how far the team has come, where this turn brought it further."""
    driven = [event for event in events if isinstance(event, Laid) and event.card.miles]
    if not driven:
        return ""
    team = rules.team_of(driven[0].seat)
    miles[team] += sum(event.card.miles for event in driven)
    return f" → {words.team(team)} {miles[team]}"


def _colour_names(text: Text, words: Words, rules: Rules) -> None:
    for seat in range(rules.players):
        text.highlight_words([words.seat(seat)], TEAM_STYLES[rules.team_of(seat)])
