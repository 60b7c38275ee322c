"""The new game screen: what is played, who sits where, house rules, and the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from ...bots.roster import bot_profiles, strength_rank
from ...client.protocol import PACES, OpenTable, PaceName
from ...i18n import N_
from ...rules.ruleset import parse_value
from ..phrases import as_sentence, bot_description, bot_place
from ..preferences import PlayOptions, Preferences, save_preferences
from ..waiting_room_text import pace_sentence
from .game_form import (
    FormRow,
    add_house_rule_row,
    ask_name,
    choice_row,
    edition_row,
    form_row,
    house_rule_row,
    pace_row,
    seat_row,
)
from .help_pages import HowToScreen
from .list_screens import FormScreen
from .pages import PickItem


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

    def make_rows(self) -> Iterator[FormRow]:
        """Return what can be chosen, and the start."""
        yield edition_row(self)
        yield form_row(self)
        yield from (seat_row(self, at) for at in range(self.choices.players))
        yield from (house_rule_row(self, field) for field, _ in self.choices.house)
        yield add_house_rule_row(self)
        yield pace_row(self)
        yield self._start_row()

    def _start_row(self) -> FormRow:
        words, people = self.words, self.choices.people
        if not people:
            return self.start_row(words.gettext("watch the bots"), words.gettext("Bots play, with open hands."))
        details = words.ngettext("{people} person plays here.", "{people} people play here.", people, people=people)
        return self.start_row(words.gettext("start"), details)

    def begin(self) -> None:
        """Leave with the game that was chosen, and remember the choices."""
        if not self.watching or self.choices.people:
            save_preferences(self.choices)
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


OPEN_SEAT = "open"
CLOCKS: dict[PaceName, str] = {
    "quick": N_("quick"),
    "relaxed": N_("relaxed"),
    "patient": N_("patient"),
    "days": N_("by correspondence"),
}
"""How long everything may take, as it is offered."""


class OpenTableScreen(FormScreen[OpenTable | None]):
    """Asks what is to be played at a new table; returns what to ask a server for, or None for the way back.

    ``choices`` is the game that is offered first, ``name`` what the player is called.
    """

    def __init__(self, choices: Preferences, lang: str, name: str = "") -> None:
        super().__init__(choices, lang)
        self.player = name
        self.clock: PaceName = "relaxed"
        self.public = False
        self.others: dict[int, str] = {}
        """Who sits on the seats that somebody chose for: FREE, or the name of a bot."""

    def heading(self) -> str:
        """Return what stands above the rows."""
        return self.words.gettext("Open a table")

    def keys(self) -> str:
        """Return what the keys of the screen do."""
        return self.words.gettext("↑ ↓ choose · ← → change · Enter show all · s open it · Esc back")

    def begin(self) -> None:
        """Leave with the table that is to be opened."""
        self.dismiss(self.wanted())

    def wanted(self) -> OpenTable:
        """Return the table that is described."""
        chosen = self.choices
        return OpenTable(
            edition=chosen.edition,
            players=chosen.players,
            partners=chosen.partners,
            short=chosen.short,
            house_rules={field: _as_sent(field, value) for field, value in chosen.house},
            name=self.player,
            seats=["me", *(self.others.get(at, OPEN_SEAT) for at in range(1, chosen.players))],
            pace=self.clock,
            public=self.public,
        )

    # -- the rows --------------------------------------------------------------------------------------------------

    def make_rows(self) -> Iterator[FormRow]:
        """Return what can be chosen, and the row that opens the table."""
        yield edition_row(self)
        yield form_row(self)
        yield from (self._seat_row(at) for at in range(1, self.choices.players))
        yield from (house_rule_row(self, field) for field, _ in self.choices.house)
        yield add_house_rule_row(self)
        yield self._clock_row()
        yield self._door_row()
        yield self._start_row()

    def _seat_row(self, at: int) -> FormRow:
        words = self.words
        details = words.gettext("Whoever has the code or the link can sit down here.")
        options = [PickItem(Text(words.gettext("free, for whoever comes"), "bold"), details, OPEN_SEAT)]
        for name, one in bot_profiles().items():
            if one.package is None:
                place = as_sentence(bot_place(strength_rank(one), words))
                said = "\n".join(filter(None, [bot_description(one, words), place]))
                options.append(PickItem(Text(one.title_in(words)), said, name))
        current = [one.value for one in options].index(self.others.get(at, OPEN_SEAT))

        def choose(value: str) -> None:
            self.others[at] = value
            self.show_rows()

        label = words.gettext("Seat {number}", number=at + 1)
        return choice_row(self, f"seat{at}", label, options, current, choose)

    def _clock_row(self) -> FormRow:
        words = self.words
        options = [
            PickItem(Text(words.gettext(text)), pace_sentence(PACES[name], words), name)
            for name, text in CLOCKS.items()
        ]

        def choose(name: PaceName) -> None:
            self.clock = name
            self.show_rows()

        return choice_row(self, "clock", words.gettext("Clock"), options, list(CLOCKS).index(self.clock), choose)

    def _door_row(self) -> FormRow:
        words = self.words
        hidden = words.gettext("Only whoever has the code or a link finds the table.")
        listed = words.gettext("Everybody sees the table in the lobby, and may sit down.")
        options = [
            PickItem(Text(words.gettext("by invitation")), hidden, "invitation"),
            PickItem(Text(words.gettext("everybody")), listed, "public"),
        ]

        def choose(value: str) -> None:
            self.public = value == "public"
            self.show_rows()

        return choice_row(self, "door", words.gettext("Who may come"), options, int(self.public), choose)

    def _start_row(self) -> FormRow:
        words = self.words
        free = sum(self.others.get(at, OPEN_SEAT) == OPEN_SEAT for at in range(1, self.choices.players))
        details = words.ngettext("{free} seat waits for somebody.", "{free} seats wait for somebody.", free, free=free)
        if not free:
            details = words.gettext("All other seats have bots; whoever comes takes one of theirs between deals.")
        return self.start_row(words.gettext("open the table"), details)


def _as_sent(field: str, text: str) -> bool | int | str:
    """Return the value of a house rule as it goes over the network."""
    value = parse_value(field, text)
    return value if isinstance(value, bool | int | str) else text
