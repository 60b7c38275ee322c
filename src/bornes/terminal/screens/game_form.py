"""The rows of the new game screen: each shows a choice, explains it, and changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from rich.text import Text
from textual.screen import Screen

from ...bots.roster import BotSpec, bot_profiles
from ...game.player_names import default_name
from ...guide.descriptions import edition_summary, form_summary, rule_sentence
from ...i18n import Translator
from ...rules.editions import EDITION_NAMES, Form, edition
from ...rules.ruleset import choices as rule_values
from ...rules.ruleset import format_value
from ..drawing.theme import TEAM_STYLES
from ..phrases import about_bot, error_sentence, form_name
from ..preferences import SCREEN_PACE_SECONDS, Preferences
from .help_pages import clause_text, rule_entry, rule_line
from .pages import InputPage, PickItem, PickPage

T = TypeVar("T")
PACE_CHOICES_SECONDS = (0.0, 0.2, 0.4, 0.8, 1.5, 3.0)
"""The pauses between moves of bots that are offered."""


@dataclass(frozen=True, slots=True)
class FormRow:
    """Something that can be chosen."""

    key: str
    label: str
    value: Text
    details: str
    """What is said below the list while the row is marked."""
    press: Callable[[], None]
    """What Enter or a click does."""
    cycle: Callable[[int], None] | None = None
    """What an arrow to the right (1) or left (-1) does."""
    remove: Callable[[], None] | None = None
    """What the key Delete does."""


class FormContext(Protocol):
    """A game that is being set up: what a row needs of the screen."""

    choices: Preferences

    @property
    def words(self) -> Translator:
        """The words of the edition that is chosen."""

    def change(self, choices: Preferences, key: str | None = None) -> None:
        """Replace the choices; the mark stays where it is, or goes to the row with this key."""

    def ask(self, page: Screen[T | None], answered: Callable[[T | None], None]) -> None:
        """Open a page to pick or type something, and pass on the answer, None if there is none."""


def choice_row(
    setup: FormContext,
    key: str,
    label: str,
    options: Sequence[PickItem[Any]],
    current: int,
    choose: Callable[[Any], None],
    shown: Text | None = None,
) -> FormRow:
    """Return a row whose value is one of several."""

    def press() -> None:
        def answered(value: Any) -> None:
            if value is not None:
                choose(value)

        setup.ask(PickPage(label, options, setup.words, marked=current), answered)

    def cycle(step: int) -> None:
        choose(options[(current + step) % len(options)].value)

    value = shown if shown is not None else options[current].line
    return FormRow(key, label, value, options[current].details, press, cycle)


# -- edition, form, pace -------------------------------------------------------------------------------------------


def edition_row(setup: FormContext) -> FormRow:
    """Return the row that chooses the rulebook."""
    words = setup.words
    options = [PickItem(Text(words.edition_title(name)), _about_edition(setup, name), name) for name in EDITION_NAMES]

    def choose(name: str) -> None:
        setup.change(setup.choices.with_edition(name))

    return choice_row(
        setup, "edition", words.rule("edition"), options, EDITION_NAMES.index(setup.choices.edition), choose
    )


def _about_edition(setup: FormContext, name: str) -> str:
    """Say what an edition is like, and on a line of its own for how many it is."""
    counts = sorted({form.players for form in edition(name).forms})
    players = ", ".join(map(str, counts))
    counted = setup.words.gettext("{edition}: for {players} players.", edition=name, players=players)
    return f"{edition_summary(setup.words, name)}\n{counted}"


def form_row(setup: FormContext) -> FormRow:
    """Return the row that chooses how many play, in pairs or not, and how far."""
    forms = setup.choices.forms()
    options = [PickItem(Text(form_name(setup.words, form)), _about_form(setup, form), form) for form in forms]

    def choose(form: Form) -> None:
        setup.change(setup.choices.with_form(form))

    current = forms.index(setup.choices.nearest_form())
    return choice_row(setup, "form", setup.words.rule("players"), options, current, choose)


def _about_form(setup: FormContext, form: Form) -> str:
    """Say what a form is like and how far it goes, and on a line of its own how long the game is."""
    rules = edition(setup.choices.edition).rules(form.players, partners=form.partners, short=form.short)
    return f"{form_summary(setup.words, rules)}\n{rule_line(setup.words, 'game_goal', rules.game_goal).plain}"


def pace_row(setup: FormContext) -> FormRow:
    """Return the row that chooses how fast the bots play."""
    words = setup.words
    current = SCREEN_PACE_SECONDS if setup.choices.pace is None else setup.choices.pace
    paces = sorted({*PACE_CHOICES_SECONDS, current})
    details = words.gettext("The pause between the moves of bots; + and - change it during the game.")
    options = [PickItem(Text(words.seconds(pace)), details, pace) for pace in paces]

    def choose(pace: float) -> None:
        setup.change(replace(setup.choices, pace=pace))

    return choice_row(setup, "pace", words.gettext("Pace"), options, paces.index(current), choose)


# -- seats ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _SeatChoice:
    """What was picked for a seat: a bot, a person, or that the name be changed."""

    bot: str | None
    rename: bool = False


def seat_row(setup: FormContext, at: int) -> FormRow:
    """Return the row that chooses who sits on a seat."""
    words, seat = setup.words, setup.choices.seats()[at]
    specs: list[str | None] = [None, *bot_profiles()]
    if seat.bot is not None and seat.bot not in specs:
        specs.append(seat.bot)  # with options, as the command line gave it
    options = [_seat_option(setup, spec) for spec in specs]
    current = specs.index(seat.bot)

    def choose(choice: _SeatChoice) -> None:
        if choice.rename:
            ask_name(setup, at)
        else:
            setup.change(setup.choices.with_seat(at, choice.bot))

    teams = setup.choices.printed_rules().teams
    shown = Text.assemble((_shown_name(setup, at), TEAM_STYLES[at % teams]), ", ", options[current].line)
    label = words.gettext("Seat {number}", number=at + 1)
    row = choice_row(setup, f"seat{at}", label, options, current, choose, shown)
    rename = PickItem(Text(words.gettext("Change the name…"), "italic"), "", _SeatChoice(None, rename=True))
    with_rename = choice_row(setup, "", label, [*options, rename], current, choose)
    e_renames = words.gettext("e changes the name.")
    details = f"{options[current].details}\n{_partner(setup, at, teams)}{e_renames}"
    return replace(row, press=with_rename.press, details=details)


def _partner(setup: FormContext, at: int, teams: int) -> str:
    if teams == setup.choices.players:
        return ""
    partner = _shown_name(setup, (at + teams) % setup.choices.players)
    return setup.words.gettext("Partner: {name}.", name=partner) + " "


def _seat_option(setup: FormContext, spec: str | None) -> PickItem[_SeatChoice]:
    words = setup.words
    if spec is None:
        details = words.gettext("Somebody at this keyboard.")
        return PickItem(Text(words.gettext("a person here"), "bold"), details, _SeatChoice(None))
    character = BotSpec.parse(spec).character
    title = character.title_in(words) + (f" ({spec})" if ":" in spec else "")
    return PickItem(Text(title), "\n".join(about_bot(character, words)), _SeatChoice(spec))


def _shown_name(setup: FormContext, at: int) -> str:
    """Return the name as it is shown: whoever was given none has a number, or is “You” where nobody else plays here."""
    seat = setup.choices.seats()[at]
    if seat.name != default_name(at):
        return seat.name
    alone = seat.here and setup.choices.people == 1
    return setup.words.gettext("You") if alone else setup.words.seat(at)


def ask_name(setup: FormContext, at: int) -> None:
    """Ask for a name for a seat."""
    words = setup.words

    def problem(name: str) -> str | None:
        if setup.choices.can_name(at, name):
            return None
        return words.gettext("Names must be printable, without |, and all different.")

    def answered(name: str | None) -> None:
        if name is not None:
            setup.change(setup.choices.with_name(at, name))

    heading = words.gettext("Name for seat {number}", number=at + 1)
    setup.ask(InputPage(heading, setup.choices.given_name(at), problem, words), answered)


# -- house rules ---------------------------------------------------------------------------------------------------


def house_rule_row(setup: FormContext, field: str) -> FormRow:
    """Return the row of a house rule that was chosen."""
    words = setup.words

    def remove() -> None:
        setup.change(setup.choices.with_house_rule(field, None))

    value = setup.choices.rule_value(field)
    removing = words.gettext("Delete removes the house rule.")
    details = f"{rule_sentence(words, field, value)}\n{removing} {_printed_rule(setup, field)}"
    return FormRow(
        f"house-{field}",
        words.gettext("House rule"),
        rule_line(words, field, value),
        details,
        partial(ask_rule_value, setup, field),
        partial(_cycle_house_rule, setup, field) if rule_values(field) else None,
        remove,
    )


def _printed_rule(setup: FormContext, field: str) -> str:
    """Return what the rulebook has there, and which clause says so."""
    rules = setup.choices.printed_rules()
    clause = edition(rules.edition).source(rules, field) or ""
    value = setup.words.rule_value(field, getattr(rules, field)).partition(":")[0].rstrip()
    printed = setup.words.gettext("In the rulebook: {value}.", value=value)
    return f"{printed} {clause_text(clause, setup.words)}"


def add_house_rule_row(setup: FormContext) -> FormRow:
    """Return the row that adds another house rule."""
    words = setup.words
    details = words.gettext(
        "Any rule of the edition can be changed; combinations that cannot be played are pointed out."
    )
    value = Text(words.gettext("add one…"), "italic")
    return FormRow("house", words.gettext("House rules"), value, details, partial(_ask_rule, setup))


def _ask_rule(setup: FormContext) -> None:
    """Ask which rule to change, then for its value."""
    rules, words = setup.choices.printed_rules(), setup.words
    options = [PickItem(*rule_entry(rules, field, words), field) for field in setup.choices.unchanged_rules()]

    def answered(field: str | None) -> None:
        if field is not None:
            ask_rule_value(setup, field)

    setup.ask(PickPage(words.gettext("House rules"), options, words), answered)


def ask_rule_value(setup: FormContext, field: str) -> None:
    """Ask for the value of a house rule: one of a list, or a number to type."""

    def answered(value: str | None) -> None:
        if value is not None:
            setup.change(setup.choices.with_house_rule(field, value), f"house-{field}")

    heading, current = setup.words.rule(field), setup.choices.rule_text(field)
    values = [format_value(value) for value in rule_values(field)]
    if not values:
        setup.ask(InputPage(heading, current, partial(_problem_with_rule, setup, field), setup.words), answered)
        return
    printed = _printed_rule(setup, field)
    lines = [Text(setup.words.rule_value(field, value)) for value in rule_values(field)]
    meant = [f"{rule_sentence(setup.words, field, value)}\n{printed}" for value in rule_values(field)]
    options = [PickItem(*parts) for parts in zip(lines, meant, values, strict=True)]
    setup.ask(PickPage(heading, options, setup.words, marked=values.index(current)), answered)


def _problem_with_rule(setup: FormContext, field: str, text: str) -> str | None:
    """Say what is wrong with a value that was typed for a rule."""
    error = setup.choices.problem_with_rule(field, text)
    return None if error is None else error_sentence(error, setup.words)


def _cycle_house_rule(setup: FormContext, field: str, step: int) -> None:
    """Change a house rule to its next value, passing over the printed one, which would be no house rule."""
    printed = format_value(getattr(setup.choices.printed_rules(), field))
    values = [text for value in rule_values(field) if (text := format_value(value)) != printed]
    current = values.index(setup.choices.rule_text(field))
    setup.change(setup.choices.with_house_rule(field, values[(current + step) % len(values)]))
