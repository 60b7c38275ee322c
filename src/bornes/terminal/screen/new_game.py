"""The new game screen: what is played, who sits where, house rules, and the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType

from ..storage.choices import PlayOptions, save_choices
from .form_screen import FormScreen
from .help import HowToScreen
from .setup_rows import (
    Row,
    add_house_rule_row,
    ask_name,
    edition_row,
    form_row,
    house_rule_row,
    pace_row,
    seat_row,
)


class NewGameScreen(FormScreen[PlayOptions | None]):
    """Asks what to play; returns the options with what was chosen, to be begun at once, or None to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [("e", "rename"), ("i", "howto")]

    def __init__(self, options: PlayOptions, *, watching: bool = False) -> None:
        super().__init__(options.choices, options.lang)
        self.options = options
        self.watching = watching
        """Whether it is a game to be watched: what is chosen for it says nothing about the next game to be played."""

    def heading(self) -> str:
        """Return what stands above the rows."""
        return self.words.gettext("Watch bots") if self.watching else self.words.gettext("New game")

    def keys(self) -> str:
        """Return what the keys of the screen do."""
        return self.words.gettext("↑ ↓ choose · ← → change · Enter show all · i how to play · s start · Esc leave")

    def make_rows(self) -> Iterator[Row]:
        """Return what can be chosen, and the start."""
        yield edition_row(self)
        yield form_row(self)
        yield from (seat_row(self, at) for at in range(self.choices.players))
        yield from (house_rule_row(self, field) for field, _ in self.choices.house)
        yield add_house_rule_row(self)
        yield pace_row(self)
        yield self._start_row()

    def _start_row(self) -> Row:
        words, people = self.words, self.choices.people
        if not people:
            return self.start_row(words.gettext("watch the bots"), words.gettext("Bots play, with open hands."))
        details = words.ngettext("{people} person plays here.", "{people} people play here.", people, people=people)
        return self.start_row(words.gettext("start"), details)

    def begin(self) -> None:
        """Leave with the game that was chosen, and remember the choices."""
        if not self.watching or self.choices.people:
            save_choices(self.choices)
        self.dismiss(replace(self.options, choices=self.choices, begin=True))

    def action_rename(self) -> None:
        """Ask for another name for the marked seat (e)."""
        row = self.marked_row()
        if row is not None and row.key.startswith("seat"):
            ask_name(self, int(row.key.removeprefix("seat")))

    def action_howto(self) -> None:
        """Show how to play what is chosen (i), if it can be played."""
        if self.choices.conflict() is None:
            self.app.push_screen(HowToScreen(self.choices.rules(), self.words))
