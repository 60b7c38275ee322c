"""The score pad over the table: after a deal or a game who won and why, and what can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ...scores import GameSheet
from ...words import Words
from ..drawing.fitting import wrap
from ..pad import Pad
from .dialogs import AGAIN, HOME, LEAVE, LOOK
from .dismiss_once import DismissOnce

NEXT, REVIEW, REPLAY = "next", "review", "replay"
"""What can follow a deal, beside what can follow a game."""

GAP = 2
"""Columns from one key to the next."""


def player_answers(*, over: bool, can_look_back: bool, at_home: bool, can_go_on: bool = True) -> list[str]:
    """Return what can follow a deal, or with ``over`` a game, for whoever played in it, the most likely first.

    ``can_look_back`` says whether finished deals can be replayed here, ``at_home`` whether there is a home to go to,
    ``can_go_on`` whether another deal can begin at this table.
    """
    found = [AGAIN if over else NEXT, LOOK] if can_go_on else [LOOK]
    found += [REVIEW, REPLAY] if can_look_back else []
    found += [HOME] if at_home else []
    return [*found, LEAVE] if over or not can_go_on else found


class KeyLabel(Static):
    """A key and what it does; a click does the same."""

    DEFAULT_CSS = """
    KeyLabel { width: auto; height: 1; margin-right: 2; }
    """

    def __init__(self, key: str, label: str, answer: str) -> None:
        text = Text.assemble((key, "bold cyan"), " ", label)
        super().__init__(text)
        self.room = text.cell_len + GAP
        """Columns that it takes, with those to the next one."""
        self.answer = answer

    def on_click(self) -> None:
        """Give the answer."""
        screen = self.screen
        assert isinstance(screen, PadScreen)
        screen.action_answer(self.answer)


class PadScreen(ModalScreen[str], DismissOnce[str]):
    """Shows all sheets side by side; returns what is to follow, LOOK for the table below.

    ``result`` says who won and why, and is empty in the middle of a deal.  ``answers`` are what can follow; Enter gives
    the first of them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,s,t", "answer('look')"),
        ("n,enter,space", "go_on"),
        ("v", "answer('review')"),
        ("r", "answer('replay')"),
        ("h", "answer('home')"),
        ("q", "answer('leave')"),
        ("left", "turn(-1)"),
        ("right", "turn(1)"),
    ]
    DEFAULT_CSS = """
    PadScreen { align: center middle; }
    PadScreen > Vertical {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 2; background: $surface;
    }
    PadScreen #result { height: auto; text-style: bold; margin-bottom: 1; }
    PadScreen VerticalScroll { height: auto; width: auto; background: $surface; }
    PadScreen #pad { width: auto; height: auto; }
    PadScreen #turning { height: auto; text-style: dim; }
    PadScreen #keys { height: auto; margin-top: 1; width: auto; }
    PadScreen #keys.-several { margin-top: 0; }  /* in a window so small every row counts */
    PadScreen Horizontal { height: 1; width: auto; }
    .-ascii PadScreen > Vertical { border: ascii $primary; }
    """

    def __init__(
        self,
        sheet: GameSheet,
        result: str,
        words: Words,
        answers: Sequence[str] = (LOOK,),
    ) -> None:
        super().__init__()
        self.pad = Pad(sheet, words)
        self.result = result
        self.words = words
        self.answers = answers
        self.first: int | None = None
        """The first deal that is shown; None for the last ones that fit."""

    def compose(self) -> ComposeResult:
        """Lay out who won, the pad, and the keys."""
        with Vertical():
            yield Static(id="result")
            with VerticalScroll(can_focus=False):
                yield Static(id="pad")
            yield Static(id="turning")
            rows = self._label_rows()
            with Vertical(id="keys", classes="" if len(rows) == 1 else "-several"):
                yield from (Horizontal(*labels) for labels in rows)

    def _label_rows(self) -> list[list[KeyLabel]]:
        """Return the keys in as many rows as they need."""
        rows: list[list[KeyLabel]] = [[]]
        for label in map(self._label, self.answers):
            if sum(one.room for one in (*rows[-1], label)) > self._room + GAP:
                rows.append([])
            rows[-1].append(label)
        return rows

    def _label(self, answer: str) -> KeyLabel:
        words = self.words
        keys = {
            NEXT: ("n", words.gettext("next {deal}", deal=words.term("deal"))),
            AGAIN: ("n", words.gettext("new game")),
            LOOK: (words.gettext("Esc"), words.gettext("table")),
            REVIEW: ("v", words.gettext("review")),
            REPLAY: ("r", words.gettext("replay")),
            HOME: ("h", words.gettext("home")),
            LEAVE: ("q", words.gettext("leave")),
        }
        return KeyLabel(*keys[answer], answer)

    def on_mount(self) -> None:
        """Write the pad."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Write the pad anew, with as many deals as there is room for."""
        self._show()

    @property
    def _room(self) -> int:
        return self.app.size.width - 6

    @property
    def _lines(self) -> int:
        """Lines that are left for the pad: frame, result, keys and the line about other deals take the others."""
        keys = max(2, len(self._label_rows()))  # a single row of them has an empty one above it
        return self.app.size.height - 5 - len(wrap(self.result, self._room)) - keys

    def _show(self) -> None:
        deals, fit = len(self.pad.sheet.deals), self.pad.deals_that_fit(self._room)
        first = max(0, deals - fit) if self.first is None else min(self.first, max(0, deals - fit))
        pad = self.pad.text(self._room, self._lines, first)
        self.query_one("#pad", Static).update(pad)
        widest = max(line.cell_len for line in pad.split("\n"))
        keys = sum(label.room for label in self.query(KeyLabel))
        room = min(self._room, max(widest, keys, 50))
        heading = self.query_one("#result", Static)
        heading.styles.width = room
        heading.update(Text("\n".join(wrap(self.result or self.words.heading("score_sheet"), room))))
        hidden = deals > fit
        text = self.words.gettext("← → other deals") if hidden else ""
        self.query_one("#turning", Static).update(Text(text))
        self.query_one("#turning", Static).display = hidden

    def action_turn(self, by: int) -> None:
        """Show earlier or later deals (← →)."""
        last = max(0, len(self.pad.sheet.deals) - self.pad.deals_that_fit(self._room))
        self.first = min(last, max(0, (last if self.first is None else self.first) + by))
        self._show()

    def action_go_on(self) -> None:
        """Go on with what comes first: the next deal, or a new game (n, Enter)."""
        self.action_answer(self.answers[0])

    def action_answer(self, answer: str) -> None:
        """Say what is to follow, if it can."""
        if answer in self.answers:
            self.dismiss(answer)
