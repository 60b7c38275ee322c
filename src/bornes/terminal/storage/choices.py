"""What somebody chose to play, remembered for the next time."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ...editions import edition
from ...names import is_name
from ...rules import Rules, RulesError, parse_value
from ..table import Seat
from .folders import config_folder, read_whole, write_whole

OLD_HAND = "rule-of-thumb"
"""Who plays unless another is named: a good opponent that does not think long."""
BOT_NAMES = ("Ada", "Boris", "Chloé", "Denis", "Elsa", "Félix", "Gina", "Hugo")
"""What bots are called, by seat."""
PACE = 0.8
"""Seconds between the moves of bots on a screen: one can follow, and does not wait."""
FILE = "choices.json"


@dataclass(frozen=True, slots=True)
class Choices:
    """A game to be played, and how it is shown.

    Whatever is shorter than the number of players goes on with its default, so that a choice for two is one for four.
    """

    edition: str = "parker-1962"
    players: int = 2
    partners: bool | None = None
    short: bool = False
    house: tuple[tuple[str, str], ...] = ()
    """House rules as they are written: a field and its value."""
    bots: tuple[str | None, ...] = (None,)
    """Who plays, seat by seat: the spec of a bot, or None for a person here.  Further seats get the old hand."""
    names: tuple[str, ...] = ()
    """Names, seat by seat; where one is empty or missing there is another for it."""
    pace: float | None = None
    """Seconds between the moves of bots; None is what suits the way of playing."""
    ascii: bool = False
    colour: bool = True

    def rules(self) -> Rules:
        """The rules of the game; RulesError says what cannot be played."""
        printed = edition(self.edition).rules(self.players, partners=self.partners, short=self.short)
        return printed.replace(**{field: parse_value(field, value) for field, value in self.house})

    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return tuple(self._seat(at) for at in range(self.players))

    def _seat(self, at: int) -> Seat:
        bot = self.bots[at] if at < len(self.bots) else OLD_HAND
        chosen = self.names[at].strip() if at < len(self.names) else ""
        name = chosen or (f"Player {at + 1}" if bot is None else BOT_NAMES[at])
        return Seat(name, bot, here=bot is None)

    @property
    def people(self) -> int:
        """How many play at this keyboard."""
        return sum(seat.here for seat in self.seats())


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What ``bornes play`` was asked for."""

    choices: Choices = Choices()
    """The game to begin, or what the new game screen shows first."""
    begin: bool = False
    """The game was described: begin it at once, without the new game screen."""
    resume: bool | None = None
    """Go on with the last saved game; False does not offer it; None asks, where there is one."""
    file: Path | None = None
    """A record to go on with."""
    seed: str | None = None
    lang: str = "en"


def load_choices() -> Choices:
    """The last choices; whatever cannot be read, or cannot be played, is as if nothing had been chosen."""
    try:
        kept = json.loads(read_whole(config_folder() / FILE))
    except (OSError, ValueError, RecursionError):
        return Choices()
    return _understood(kept) if isinstance(kept, dict) else Choices()


def save_choices(choices: Choices) -> bool:
    """Remember the choices; False where they could not be written, which is no reason not to play."""
    try:
        write_whole(config_folder() / FILE, json.dumps({"version": 1, **asdict(choices)}, indent=2) + "\n")
    except OSError:
        return False
    return True


def _understood(kept: dict[str, Any]) -> Choices:
    """Field by field, as far as it makes sense."""
    sound: dict[str, Any] = {}
    for field in fields(Choices):
        if field.name in kept and _CHECKS[field.name](kept[field.name]):
            value = kept[field.name]
            sound[field.name] = _frozen(value) if isinstance(value, list) else value
    chosen = Choices(**sound)
    return chosen if _playable(chosen) else replace(Choices(), names=chosen.names, pace=chosen.pace)


def _frozen(value: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(item) if isinstance(item, list) else item for item in value)


def _playable(chosen: Choices) -> bool:
    from ...bots import BotError, Spec

    try:
        chosen.rules()
        for name in chosen.bots:
            if name is not None:
                Spec.parse(name)
    except (RulesError, BotError, ValueError):
        return False
    return True


def _is_list_of(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and (not value.strip() or is_name(value))


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_house_rule(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2 and all(map(_is_text, value))


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "edition": _is_text,
    "players": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "partners": lambda value: value is None or _is_truth(value),
    "short": _is_truth,
    "house": _is_list_of(_is_house_rule),
    "bots": _is_list_of(lambda value: value is None or _is_text(value)),
    "names": _is_list_of(_is_name),
    "pace": lambda value: value is None or (isinstance(value, int | float) and 0 <= value <= 60),
    "ascii": _is_truth,
    "colour": _is_truth,
}
