"""The rows of the new game screen: each shows a choice, tells of it, and changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from rich.text import Text
from textual.screen import Screen

from ...bots.roster import Spec, characters
from ...editions import NAMES, Form, edition
from ...words import N_, Words
from ..colours import team_style
from ..sentences import form_name, line_of, title_of
from ..storage.choices import PACE, Choices
from . import setup_edit
from .help import rule_line
from .pages import Ask, Offer, Pick

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """Something that can be chosen."""

    key: str
    label: str
    value: Text
    more: str
    """What is told while the row is marked."""
    press: Callable[[], None]
    """Enter or a click."""
    turn: Callable[[int], None] | None = None
    """An arrow to the right (1) or left (-1)."""
    remove: Callable[[], None] | None = None
    """The key Delete."""


class Desk(Protocol):
    """Where choices are made: what a row needs of the screen."""

    chosen: Choices

    @property
    def words(self) -> Words:
        """The words of the edition that is chosen."""

    def choose(self, chosen: Choices, key: str | None = None) -> None:
        """From now on these; the mark stays, or goes to the row with this key."""

    def ask(self, page: Screen[T | None], taken: Callable[[T | None], None]) -> None:
        """Let something be picked or typed."""


def picked(
    desk: Desk,
    key: str,
    label: str,
    offers: Sequence[Offer[Any]],
    now: int,
    take: Callable[[Any], None],
    shown: Text | None = None,
) -> Row:
    """A row whose value is one of several."""

    def press() -> None:
        def taken(value: Any) -> None:
            if value is not None:
                take(value)

        desk.ask(Pick(label, offers, desk.words, marked=now), taken)

    def turn(step: int) -> None:
        take(offers[(now + step) % len(offers)].value)

    value = shown if shown is not None else offers[now].line
    return Row(key, label, value, offers[now].more, press, turn)


def edition_row(desk: Desk) -> Row:
    """Which rulebook."""
    words = desk.words
    offers = [Offer(Text(words.edition_title(name)), _forms_of(desk, name), name) for name in NAMES]
    now = NAMES.index(desk.chosen.edition)

    def take(name: str) -> None:
        desk.choose(setup_edit.with_edition(desk.chosen, name))

    return picked(desk, "edition", words.rule("edition"), offers, now, take)


def _forms_of(desk: Desk, name: str) -> str:
    counts = sorted({form.players for form in edition(name).forms})
    players = ", ".join(map(str, counts))
    return desk.words.gettext(N_("{edition}: for {players} players."), edition=name, players=players)


def form_row(desk: Desk) -> Row:
    """How many play, in pairs or not, and how far."""
    forms = setup_edit.forms(desk.chosen)
    offers = [Offer(Text(form_name(desk.words, form)), _trip_of(desk, form), form) for form in forms]

    def take(form: Form) -> None:
        desk.choose(setup_edit.with_form(desk.chosen, form))

    now = forms.index(setup_edit.form_of(desk.chosen))
    return picked(desk, "form", desk.words.rule("players"), offers, now, take)


def _trip_of(desk: Desk, form: Form) -> str:
    """The two lengths that tell forms apart."""
    rules = edition(desk.chosen.edition).rules(form.players, partners=form.partners, short=form.short)
    fields = ("target", "extension", "game_goal")
    return " · ".join(rule_line(desk.words, field, getattr(rules, field)).plain for field in fields)


def pace_row(desk: Desk) -> Row:
    """How fast the bots play."""
    words = desk.words
    now = PACE if desk.chosen.pace is None else desk.chosen.pace
    paces = sorted({*setup_edit.PACES, now})
    more = words.gettext(N_("So long is the pause between the moves of bots; + and - change it during the game."))
    offers = [Offer(Text(words.gettext(N_("{seconds} s"), seconds=f"{pace:g}")), more, pace) for pace in paces]

    def take(pace: float) -> None:
        desk.choose(replace(desk.chosen, pace=pace))

    return picked(desk, "pace", words.gettext(N_("Pace")), offers, paces.index(now), take)


# -- seats -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seated:
    """What was picked for a seat: a bot, a person, or that the name be changed."""

    bot: str | None
    rename: bool = False


def seat_row(desk: Desk, at: int) -> Row:
    """Who sits there."""
    words, seat = desk.words, desk.chosen.seats()[at]
    specs: list[str | None] = [None, *characters()]
    if seat.bot is not None and seat.bot not in specs:
        specs.append(seat.bot)  # with options, as the command line gave it
    offers = [_offered_seat(desk, spec) for spec in specs]
    now = specs.index(seat.bot)

    def take(picked: _Seated) -> None:
        if picked.rename:
            ask_name(desk, at)
        else:
            desk.choose(setup_edit.with_seat(desk.chosen, at, picked.bot))

    teams = setup_edit.printed(desk.chosen).teams
    shown = Text.assemble((_name_of(desk, at), team_style(at % teams)), ", ", offers[now].line)
    label = words.gettext(N_("Seat {number}"), number=at + 1)
    row = picked(desk, f"seat{at}", label, offers, now, take, shown)
    rename = Offer(Text(words.gettext(N_("Another name…")), "italic"), "", _Seated(None, rename=True))
    pressed = picked(desk, "", label, [*offers, rename], now, take)
    renamed = words.gettext(N_("e: another name."))
    more = f"{offers[now].more} {_partner(desk, at, teams)}{renamed}"
    return replace(row, press=pressed.press, more=more)


def _partner(desk: Desk, at: int, teams: int) -> str:
    if teams == desk.chosen.players:
        return ""
    partner = _name_of(desk, (at + teams) % desk.chosen.players)
    return desk.words.gettext(N_("Partner: {name}."), name=partner) + " "


def _offered_seat(desk: Desk, spec: str | None) -> Offer[_Seated]:
    words = desk.words
    if spec is None:
        told = words.gettext(N_("Somebody at this keyboard."))
        return Offer(Text(words.gettext(N_("a person here")), "bold"), told, _Seated(None))
    character = Spec.parse(spec).character
    title = title_of(character, words) + (f" ({spec})" if ":" in spec else "")
    return Offer(Text(title), line_of(character, words), _Seated(spec))


def _name_of(desk: Desk, at: int) -> str:
    """The name as it will be spoken: who was given none is numbered in the language."""
    name = desk.chosen.seats()[at].name
    return desk.words.seat(at) if name == f"Player {at + 1}" else name


def ask_name(desk: Desk, at: int) -> None:
    """Let a name be typed."""
    words = desk.words

    def wrong(name: str) -> str | None:
        if not setup_edit.wrong_name(desk.chosen, at, name):
            return None
        return words.gettext(N_("A name is printable text without |, and nobody else’s."))

    def taken(name: str | None) -> None:
        if name is not None:
            desk.choose(setup_edit.with_name(desk.chosen, at, name))

    given = desk.chosen.names[at] if at < len(desk.chosen.names) else ""
    heading = words.gettext(N_("Name of seat {number}"), number=at + 1)
    desk.ask(Ask(heading, given, wrong, words), taken)
