"""What somebody chose to play: how one choice changes the others, and how they are remembered for the next time."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ..base.files import config_folder, read_text_file, write_atomically
from ..bots import BotError, BotSpec
from ..client.table_client import Seat
from ..game.game import Game
from ..game.player_names import BOT_NAMES, is_valid_name
from ..i18n.catalogs import available_languages
from ..rules.editions import Form, edition, first_game
from ..rules.ruleset import FIELDS, Rules, RulesError, format_value, parse_value

DEFAULT_BOT = "rule-of-thumb"
"""A good opponent that doesn't think long."""
SCREEN_PACE_SECONDS = 0.8
"""Slow enough to follow, and no slower."""
FIXED_RULES = ("edition", "players", "teams")
"""Rules that follow from the edition and the form, so that no house rule can change them."""
PREFERENCES_FILE = "choices.json"


@dataclass(frozen=True, slots=True)
class Preferences:
    """A game to be played, and how it is shown.

    ``bots`` and ``names`` may be shorter than the number of players: the seats that they leave out get the defaults, so
    that what was chosen for two players can be used for four.  A method ``with_…`` returns the choices after a change.
    """

    edition: str = "parker-1962"
    players: int = 2
    partners: bool | None = None
    short: bool = False
    house: tuple[tuple[str, str], ...] = ()
    """House rules as they are written: a field and its value."""
    bots: tuple[str | None, ...] = (None,)
    """Who plays, seat by seat: the spec of a bot, or None for a person here.  Further seats get ``DEFAULT_BOT``."""
    names: tuple[str, ...] = ()
    """Names, seat by seat; an empty or missing one is replaced by a default."""
    pace: float | None = None
    """Seconds between the moves of bots; None leaves it to the screen or the conversation."""
    ascii: bool = False
    colour: bool = True
    lang: str = ""
    """The language that was chosen on the home screen; empty for the system's."""
    calm: bool = False
    """Whether nothing rolls or flashes."""

    # -- the game that was chosen --------------------------------------------------------------------------------

    def rules(self) -> Rules:
        """Return the rules of the game; RulesError says what cannot be played."""
        return self.printed_rules().replace(**{field: parse_value(field, value) for field, value in self.house})

    def printed_rules(self) -> Rules:
        """Return the rules without house rules, as the edition prints them."""
        return edition(self.edition).rules(self.players, partners=self.partners, short=self.short)

    def conflict(self) -> RulesError | None:
        """Return what makes the choices unplayable; None if they can be played."""
        try:
            self.rules()
        except RulesError as error:
            return error
        return None

    def seats(self) -> tuple[Seat, ...]:
        """Return who sits where."""
        return tuple(self._seat(at) for at in range(self.players))

    def _seat(self, at: int) -> Seat:
        bot = self.bots[at] if at < len(self.bots) else DEFAULT_BOT
        name = self.given_name(at) or (f"Player {at + 1}" if bot is None else BOT_NAMES[at])
        return Seat(name, bot, here=bot is None)

    def given_name(self, at: int) -> str:
        """Return the name that was typed for a seat; empty if none was."""
        return self.names[at].strip() if at < len(self.names) else ""

    @property
    def people(self) -> int:
        """How many play at this keyboard."""
        return sum(seat.here for seat in self.seats())

    # -- edition, form and seats ---------------------------------------------------------------------------------

    def forms(self) -> tuple[Form, ...]:
        """Return the forms that the edition knows, by number of players."""
        return tuple(sorted(edition(self.edition).forms, key=lambda form: form.players))

    def nearest_form(self) -> Form:
        """Return the form that is chosen, or the one nearest to it that the edition knows."""

        def distance(form: Form) -> tuple[int, bool, bool]:
            other_seating = self.partners is not None and form.partners != self.partners
            return abs(form.players - self.players), other_seating, form.short != self.short

        return min(self.forms(), key=distance)

    def with_edition(self, name: str) -> Preferences:
        """Choose another rulebook, and its form that is nearest to the present one."""
        changed = replace(self, edition=name)
        return changed.with_form(changed.nearest_form())

    def with_form(self, form: Form) -> Preferences:
        """Choose another form; whoever sat there stays."""
        return replace(self, players=form.players, partners=form.partners, short=form.short)

    def with_seat(self, at: int, bot: str | None) -> Preferences:
        """Put a bot on a seat, or with None a person."""
        bots = [*self.bots, *[DEFAULT_BOT] * (at + 1 - len(self.bots))]
        bots[at] = bot
        return replace(self, bots=tuple(bots))

    def with_name(self, at: int, name: str) -> Preferences:
        """Name whoever sits on a seat; an empty name brings the default one back."""
        names = [*self.names, *[""] * (at + 1 - len(self.names))]
        names[at] = name.strip()
        return replace(self, names=tuple(names))

    def can_name(self, at: int, name: str) -> bool:
        """Say whether a name can be written in a record and is nobody else's."""
        others = {seat.name for other, seat in enumerate(self.seats()) if other != at}
        return _is_name(name) and name.strip() not in others

    # -- house rules ---------------------------------------------------------------------------------------------

    def unchanged_rules(self) -> list[str]:
        """Return the names of the rules that a house rule may change and that none changes yet."""
        changed = {field for field, _ in self.house}
        return [field for field in FIELDS if field not in FIXED_RULES and field not in changed]

    def with_house_rule(self, field: str, value: str | None) -> Preferences:
        """Add or change a house rule; None removes it, and so does the value that the edition prints."""
        rest = tuple(rule for rule in self.house if rule[0] != field)
        if value is None or parse_value(field, value) == getattr(self.printed_rules(), field):
            return replace(self, house=rest)
        at = next((number for number, rule in enumerate(self.house) if rule[0] == field), len(rest))
        return replace(self, house=(*rest[:at], (field, value), *rest[at:]))

    def rule_value(self, field: str) -> Any:
        """Return the value of a rule: that of the house rule if there is one, else the printed one."""
        house = dict(self.house)
        return parse_value(field, house[field]) if field in house else getattr(self.printed_rules(), field)

    def rule_text(self, field: str) -> str:
        """Return the value of a rule as somebody would type it."""
        return format_value(self.rule_value(field))

    def problem_with_rule(self, field: str, text: str) -> RulesError | None:
        """Return what is wrong with a value for a rule by itself; ``conflict`` finds what is wrong between rules."""
        try:
            parse_value(field, text)
            self.with_house_rule(field, text).rules()
        except RulesError as error:
            return error if error.field == field else None
        return None


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What ``bornes play`` was asked for."""

    choices: Preferences = Preferences()
    """The game to begin, or what the new game screen shows first."""
    begin: bool = False
    """Whether the game was described by options: begin it at once, without the new game screen."""
    resume: bool | None = None
    """True continues the last saved game, False does not offer it, None leaves it to the home screen or a question."""
    file: Path | None = None
    """The file of a record to continue."""
    game: Game | None = None
    """The game of that record, which is read once: the file may be a pipe."""
    seed: str | None = None
    lang: str = "en"

    @property
    def names_a_game(self) -> bool:
        """Whether it says which game to play; else the home screen asks."""
        return self.begin or self.resume is not None or self.file is not None


def default_preferences(language: str) -> Preferences:
    """Return what is offered to a reader of this language who has not chosen anything yet."""
    name, form = first_game(language)
    return Preferences(name, form.players, form.partners or None, form.short)


def has_preferences() -> bool:
    """Say whether somebody has chosen something here before."""
    return (config_folder() / PREFERENCES_FILE).exists()


def load_preferences(language: str = "en") -> Preferences:
    """Return the last choices; defaults replace whatever cannot be read or played.

    Who has not chosen anything yet is offered the first game of their language.
    """
    first = default_preferences(language)
    try:
        stored = json.loads(read_text_file(config_folder() / PREFERENCES_FILE))
    except (OSError, ValueError, RecursionError):
        return first
    return _from_json(stored, first) if isinstance(stored, dict) else first


def save_preferences(choices: Preferences) -> bool:
    """Remember the choices; returns False where they could not be written, which is no reason not to play."""
    try:
        write_atomically(
            config_folder() / PREFERENCES_FILE, json.dumps({"version": 1, **asdict(choices)}, indent=2) + "\n"
        )
    except OSError:
        return False
    return True


def _from_json(stored: dict[str, Any], first: Preferences) -> Preferences:
    """Return the choices that were stored, leaving out fields that make no sense."""
    sound: dict[str, Any] = {}
    for field in fields(Preferences):
        if field.name in stored and _CHECKS[field.name](stored[field.name]):
            value = stored[field.name]
            sound[field.name] = _as_tuple(value) if isinstance(value, list) else value
    choices = replace(first, **sound)
    return (
        choices
        if _can_be_played(choices)
        else replace(first, names=choices.names, pace=choices.pace, lang=choices.lang)
    )


def _as_tuple(value: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(item) if isinstance(item, list) else item for item in value)


def _can_be_played(choices: Preferences) -> bool:
    try:
        choices.rules()
        for name in choices.bots:
            if name is not None:
                BotSpec.parse(name)
    except (RulesError, BotError, ValueError):
        return False
    return True


def _is_list_of(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and (not value.strip() or is_valid_name(value))


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_house_rule(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2 and all(map(_is_text, value))


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "edition": _is_text,
    "players": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "partners": lambda value: value is None or _is_bool(value),
    "short": _is_bool,
    "house": _is_list_of(_is_house_rule),
    "bots": _is_list_of(lambda value: value is None or _is_text(value)),
    "names": _is_list_of(_is_name),
    "pace": lambda value: value is None or (isinstance(value, int | float) and 0 <= value <= 60),
    "ascii": _is_bool,
    "calm": _is_bool,
    "colour": _is_bool,
    "lang": lambda value: value == "" or value in available_languages(),
}
