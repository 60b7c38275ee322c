"""Questions in a box over the screen: each is answered by its key, by arrows and Enter, or by a click.

Esc always gives the answer that does no harm.  Every dialog is a Textual screen; its docstring says what it returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from ...cards import Card
from ...engine.codes import COUP, Phase
from ...moves import TEAM_LETTERS, Move
from ...position import Window
from ...rules import Rules
from ...scores import GameSheet
from ...words import N_, Words
from ..colours import team_style
from ..sentences import form_words
from .dismiss_once import Once

if TYPE_CHECKING:
    from ..storage.saves import Saved

T = TypeVar("T")


class Choice(NamedTuple, Generic[T]):
    """An answer that is offered: the key that gives it, what it says, what it means."""

    key: str
    label: str | Text
    value: T


class Dialog(ModalScreen[T], Once[T]):
    """A question with answers to choose from.  Enter gives the one that is marked, at first the first."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "harmless")]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 64; max-width: 96%; height: auto; max-height: 96%;
        border: round $primary; padding: 1 2; background: $surface;
    }
    Dialog .heading { text-style: bold; }
    Dialog .body { margin-bottom: 1; height: auto; }
    Dialog OptionList, Dialog OptionList:focus {
        height: auto; max-height: 12; border: none; padding: 0; background: $surface;
    }
    .-ascii Dialog > Vertical { border: ascii $primary; }
    """

    def __init__(self, heading: str, body: str | Text, choices: Sequence[Choice[T]], harmless: T) -> None:
        super().__init__()
        self.heading = heading
        self.body = body
        self.choices = tuple(choices)
        self.harmless = harmless
        """What Esc answers."""

    def compose(self) -> ComposeResult:
        """The question, then the answers with their keys."""
        with Vertical():
            yield Static(Text(self.heading), classes="heading")
            if self.body:
                yield Static(self.body if isinstance(self.body, Text) else Text(self.body), classes="body")
            yield OptionList(*(self._line(one) for one in self.choices))

    def _line(self, one: Choice[T]) -> Text:
        return Text.assemble((f" {one.key} ", "bold"), " ", one.label)

    def on_key(self, event: events.Key) -> None:
        """A key that belongs to an answer gives it; no other key goes through to what lies below."""
        for one in self.choices:
            if event.character is not None and event.character.lower() == one.key.lower():
                event.stop()
                self.dismiss(one.value)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.dismiss(self.choices[event.option_index].value)

    def action_harmless(self) -> None:
        """Esc."""
        self.dismiss(self.harmless)


class QuitDialog(Dialog[bool]):
    """Whether to leave the table; True saves and leaves."""

    def __init__(self, words: Words) -> None:
        go_on = Choice(words.gettext(N_("n")), words.gettext(N_("No, play on")), False)
        leave = Choice(words.gettext(N_("y")), words.gettext(N_("Yes, save and leave")), True)
        body = words.gettext(N_("The game is saved after every move and can be continued at any time."))
        super().__init__(words.gettext(N_("Leave the table?")), body, [leave, go_on], False)


class ReadyDialog(Dialog[None]):
    """Hides everything until the next player at the keyboard is ready."""

    DEFAULT_CSS = """
    ReadyDialog, ReadyDialog:ansi { background: $background; }
    """

    def __init__(self, name: str, words: Words) -> None:
        body = words.gettext(N_("Nobody else should look now."))
        choices = [Choice(words.gettext(N_("Enter")), words.gettext(N_("I am ready")), None)]
        super().__init__(words.gettext(N_("{name}, the screen is yours: press Enter."), name=name), body, choices, None)

    def action_harmless(self) -> None:
        """Esc shows nobody's hand: the screen stays covered."""


class ChooseTeam(Dialog[int | None]):
    """Which of these teams; None if none after all."""

    def __init__(self, card: Card, teams: Sequence[int], words: Words) -> None:
        named: list[Choice[int | None]] = [
            Choice(TEAM_LETTERS[team].lower(), Text(words.team(team), team_style(team)), team) for team in teams
        ]
        heading = words.gettext(N_("{card}: on whom?"), card=words.card(card))
        super().__init__(heading, words.gettext(N_("Esc: on nobody")), named, None)


class Answer(NamedTuple):
    """What somebody at the keyboard answers to a hazard."""

    seat: int
    move: Move


class WindowDialog(Dialog[Answer | None]):
    """Asks all who sit at this keyboard and could answer a hazard, whatever they hold; None lets it pass.

    It looks the same whoever holds what, so it gives nobody's cards away.  Whether the answer can be given is for the
    table to say.
    """

    def __init__(self, window: Window, seats: Sequence[int], rules: Rules, words: Words) -> None:
        hazard, team = words.card(window.hazard), words.team(window.target)
        heading = words.gettext(N_("{hazard} on {team}: does anybody answer?"), hazard=hazard, team=team)
        body = words.gettext(N_("This is asked after every hazard, whoever holds what."))
        answers: list[Choice[Answer | None]] = [Choice("p", words.gettext(N_("let it pass")), None)]
        for seat, move in self._moves(window, seats, rules):
            key = "c" if move == COUP and len(seats) == 1 else str(len(answers))
            answers.append(Choice(key, self._label(words, seat, move), Answer(seat, move)))
        super().__init__(heading, body, answers, None)

    @staticmethod
    def _moves(window: Window, seats: Sequence[int], rules: Rules) -> Iterator[tuple[int, Move]]:
        """The answers that the rules know, whether anybody holds the cards or not."""
        limit = window.hazard is Card.SPEED_LIMIT
        for seat in seats:
            if rules.coup_fourre_on_limit or not limit:
                yield seat, Move(COUP)
            if rules.fast_play and not limit and rules.team_of(seat) == window.target:
                yield seat, Move.lay(window.hazard.remedy)

    @staticmethod
    def _label(words: Words, seat: int, move: Move) -> str:
        return words.gettext(N_("{seat}: {move}"), seat=words.seat(seat), move=words.move(move, Phase.REACT))


AGAIN, LOOK, LEAVE = "again", "look", "leave"
"""What can follow a game: another one, a look at the table, the way out."""


class GameOverDialog(Dialog[str]):
    """Who has won, and what now: AGAIN, LOOK or LEAVE."""

    def __init__(self, sheet: GameSheet, winner: int | None, words: Words) -> None:
        if winner is None:
            heading = words.gettext(N_("The game is a draw."))
        else:
            heading = words.gettext(N_("{team} wins the game."), team=words.team(winner))
        choices = [
            Choice("n", words.gettext(N_("New game")), AGAIN),
            Choice("t", words.gettext(N_("Look at the table")), LOOK),
            Choice("q", words.gettext(N_("Leave")), LEAVE),
        ]
        super().__init__(heading, self._totals(sheet, words), choices, LOOK)

    @staticmethod
    def _totals(sheet: GameSheet, words: Words) -> Text:
        lines = sorted(enumerate(sheet.totals), key=lambda team: -team[1])
        return Text("\n").join(Text(f"{total:>6}  {words.team(team)}", team_style(team)) for team, total in lines)


class ForgetDialog(Dialog[bool]):
    """Whether a saved game may be deleted; True deletes it."""

    def __init__(self, words: Words) -> None:
        keep = Choice(words.gettext(N_("n")), words.gettext(N_("No, keep it")), False)
        forget = Choice(words.gettext(N_("y")), words.gettext(N_("Yes, forget it")), True)
        body = words.gettext(N_("It cannot be brought back."))
        super().__init__(words.gettext(N_("Forget this game?")), body, [keep, forget], False)


class ResumeDialog(Dialog["Saved | None"]):
    """Which saved game to go on with; None begins a new one.  Forgotten games are deleted here."""

    BINDINGS: ClassVar[list[BindingType]] = [("delete,f", "forget")]

    def __init__(self, saves: Sequence[Saved], words: Words) -> None:
        self.saves = list(saves)
        self.words = words
        heading = words.gettext(N_("Go on with a game?"))
        body = words.gettext(N_("Enter goes on; Delete or f forgets the marked game; Esc begins a new one."))
        super().__init__(heading, body, self._offered(), None)

    def _offered(self) -> list[Choice[Saved | None]]:
        """The saved games, the latest first, then a new one."""
        kept: list[Choice[Saved | None]] = [
            Choice(str(number) if number < 10 else " ", saved_words(one, self.words), one)
            for number, one in enumerate(self.saves, 1)
        ]
        return [*kept, Choice("n", self.words.gettext(N_("New game")), None)]

    def action_forget(self) -> None:
        """Ask whether the marked game may go."""
        marked = self.query_one(OptionList).highlighted
        if marked is not None and marked < len(self.saves):
            self.app.push_screen(ForgetDialog(self.words), partial(self._forget, self.saves[marked]))

    def _forget(self, saved: Saved, sure: bool | None) -> None:
        from ..storage.saves import SaveError, forget

        if not sure:
            return
        try:
            forget(saved.name)
        except SaveError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.saves.remove(saved)
        self.choices = tuple(self._offered())
        self.query_one(OptionList).set_options(self._line(one) for one in self.choices)


def saved_words(saved: Saved, words: Words) -> Text:
    """A saved game in two lines: what and when; who, with the points."""
    game = saved.game
    own = Words.of(game, words.language)
    when = f"{saved.when:%Y-%m-%d %H:%M}"
    what = f"{own.edition_title()}, {form_words(own, game.rules)} · {when}"
    totals = game.deal.totals_before if not game.deal.over else game.totals
    score = Text(" · ").join(Text(f"{own.team(team)} {total}", team_style(team)) for team, total in enumerate(totals))
    lines = [Text(what), Text.assemble("    ", score)]
    if saved.held_by is not None:
        lines[1].append(" · " + words.gettext(N_("played in another terminal")), "bold")
    return Text("\n").join(lines)
