"""Questions in a box over the screen: each is answered by its key, by arrows and Enter, or by a click.

Esc always gives the answer that does no harm.  Every dialog is a Textual screen that returns the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from ...engine.codes import COUP, Phase
from ...game.moves import TEAM_LETTERS, Move
from ...game.position import Window
from ...i18n import Translator
from ...rules.cards import Card
from ..drawing.theme import TEAM_STYLES
from ..local_server import LocalServer, ServerNotStarted
from ..phrases import error_sentence
from .widgets import BaseScreen, RowList, azerty_digit

T = TypeVar("T")


class DialogButton(NamedTuple, Generic[T]):
    """An answer that is offered: the key that gives it, what it says, what it means."""

    key: str
    label: str | Text
    value: T
    also: Sequence[str] = ()
    """Other keys that give it, and are not shown."""
    about: str = ""
    """What there is to know of it, to be read while it is marked."""


class Dialog(ModalScreen[T], BaseScreen[T]):
    """A question with answers to choose from.  Enter gives the one that is marked, at first the first."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel")]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 64; max-width: 96%; height: auto; max-height: 96%;
        border: round $primary; padding: 1 2; background: $surface;
    }
    Dialog .heading { text-style: bold; }
    Dialog .body { margin-bottom: 1; height: auto; }
    Dialog .about { margin-top: 1; height: 3; text-style: italic; }
    Dialog OptionList, Dialog OptionList:focus {
        height: auto; max-height: 12; border: none; padding: 0; background: $surface;
    }
    .-ascii Dialog > Vertical { border: ascii $primary; }
    """

    def __init__(self, heading: str, body: str | Text, choices: Sequence[DialogButton[T]], on_escape: T) -> None:
        super().__init__()
        self.heading = heading
        self.body = body
        self.choices = tuple(choices)
        self.on_escape = on_escape
        """What Esc answers: what does no harm."""

    def compose(self) -> ComposeResult:
        """Lay out the question, then the answers with their keys."""
        with Vertical():
            yield Static(Text(self.heading), classes="heading")
            if self.body:
                yield Static(self.body if isinstance(self.body, Text) else Text(self.body), classes="body")
            yield RowList(*(self._line(one) for one in self.choices))
            if any(one.about for one in self.choices):
                yield Static(classes="about")

    def _line(self, one: DialogButton[T]) -> Text:
        return Text.assemble((f" {one.key} ", "bold"), " ", one.label)

    def on_key(self, event: events.Key) -> None:
        """Give the answer that the key belongs to; no key goes through to what lies below."""
        if event.character is None:
            return
        for one in self.choices:
            if azerty_digit(event.character.lower()) in (one.key.lower(), *one.also):
                event.stop()
                self.dismiss(one.value)
                return

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what there is to know of the answer that is marked."""
        for about in self.query(".about").results(Static):
            about.update(Text(self.choices[event.option_index].about))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer that is marked or was clicked."""
        event.stop()
        self.dismiss(self.choices[event.option_index].value)

    def action_cancel(self) -> None:
        """Give the answer that does no harm (Esc)."""
        self.dismiss(self.on_escape)


class QuitDialog(Dialog[bool]):
    """Asks whether to leave the table; returns True to leave.  ``lost`` says that the game could not be saved."""

    def __init__(self, words: Translator, *, lost: bool = False) -> None:
        go_on = DialogButton(words.gettext("n"), words.gettext("No, play on"), False)
        yes = words.gettext("Yes, give it up") if lost else words.gettext("Yes, save and leave")
        leave = DialogButton(words.gettext("y"), yes, True)
        body = words.gettext("The game is saved after every move and can be continued at any time.")
        if lost:
            body = words.gettext("The game could not be saved: whoever leaves now cannot continue it.")
        super().__init__(words.gettext("Leave the table?"), body, [go_on, leave] if lost else [leave, go_on], False)


class ReadyDialog(Dialog[None]):
    """Hides everything until the next player at the keyboard is ready."""

    DEFAULT_CSS = """
    ReadyDialog, ReadyDialog:ansi { background: $background; }
    """

    def __init__(self, name: str, words: Translator) -> None:
        body = words.gettext("Nobody else should look now.")
        choices = [DialogButton(words.gettext("Enter"), words.gettext("I am ready"), None)]
        super().__init__(words.gettext("{seat}, press Enter when you are ready.", seat=name), body, choices, None)

    def action_cancel(self) -> None:
        """Keep the screen covered: Esc must not show anybody's hand."""


class TeamDialog(Dialog[int | None]):
    """Asks whom a hazard is meant for, by letter or by the number of a seat; returns the team, or None for nobody."""

    def __init__(self, card: Card, teams: Sequence[int], words: Translator) -> None:
        named: list[DialogButton[int | None]] = [
            DialogButton(
                TEAM_LETTERS[team].lower(),
                Text.assemble(("■ ", TEAM_STYLES[team]), words.team(team)),  # readable in the marked line, too
                team,
                [str(seat + 1) for seat in words.partners(team)],
            )
            for team in teams
        ]
        heading = words.gettext("{card}: on whom?", card=words.card(card))
        super().__init__(heading, words.gettext("Esc: nobody after all"), named, None)


class HazardAnswer(NamedTuple):
    """What somebody at the keyboard answers to a hazard."""

    seat: int
    move: Move


class WindowDialog(Dialog[HazardAnswer | None]):
    """Asks all who sit at this keyboard and could answer a hazard; returns their answer, or None to let it pass.

    It looks the same whoever holds what, so it gives nobody's cards away.  Whether the answer can be given is for the
    table to say.
    """

    def __init__(self, window: Window, possible: Sequence[HazardAnswer], words: Translator) -> None:
        hazard, team = words.card(window.hazard), words.whom(window.target)
        heading = words.gettext("{hazard} on {team}: does anybody answer?", hazard=hazard, team=team)
        body = words.gettext("This is asked after every hazard, whatever cards anybody holds.")
        answers: list[DialogButton[HazardAnswer | None]] = [DialogButton("p", words.gettext("let it pass"), None)]
        alone = len({answer.seat for answer in possible}) == 1
        for answer in possible:
            key = "c" if answer.move == COUP and alone else str(len(answers))
            answers.append(DialogButton(key, self._label(words, answer), answer))
        super().__init__(heading, body, answers, None)

    @staticmethod
    def _label(words: Translator, answer: HazardAnswer) -> str:
        seat, move = words.seat(answer.seat), words.move(answer.move, Phase.REACT)
        return words.gettext("{seat}: {move}", seat=seat, move=move)


AGAIN, LOOK, HOME, LEAVE = "again", "look", "home", "leave"
"""What can follow a game: another one, a look at the table, the home screen, the way out."""


class DeleteDialog(Dialog[bool]):
    """Asks whether a saved game may be deleted; returns True to delete it."""

    def __init__(self, words: Translator) -> None:
        keep = DialogButton(words.gettext("n"), words.gettext("No, keep it"), False)
        delete = DialogButton(words.gettext("y"), words.gettext("Yes, delete it"), True)
        body = words.gettext("It cannot be brought back.")
        super().__init__(words.gettext("Delete this game?"), body, [keep, delete], False)


@runtime_checkable
class HasBrowserServer(Protocol):
    """An app with a server for the browser, which ends with the app."""

    browser_server: LocalServer


class BrowserDialog(Dialog[None]):
    """Opens the page in the browser and says where it is."""

    DEFAULT_CSS = """
    BrowserDialog > Vertical { width: 70; }
    """

    def __init__(self, words: Translator) -> None:
        self.words = words
        back = DialogButton(words.gettext("Esc"), words.gettext("back to the terminal"), None)
        super().__init__(words.gettext("In the browser"), words.gettext("One moment …"), [back], None)

    def on_mount(self) -> None:
        """Begin to look for a server."""
        self._open()

    @work(exclusive=True)
    async def _open(self) -> None:
        words = self.words
        assert isinstance(self.app, HasBrowserServer)
        server = self.app.browser_server
        try:
            address = await server.open(words.language)
        except (ServerNotStarted, OSError) as error:
            self._say(Text(error_sentence(error, words), "bold red"))
            return
        lines = [Text(words.gettext("Your browser opens this page:")), Text(address, "bold")]
        if server.started_here:
            lines.append(Text(words.gettext("It is there as long as this program runs; nothing is lost when it ends.")))
        self._say(Text("\n").join(lines))

    def _say(self, text: Text) -> None:
        if self.is_up:
            self.query_one(".body", Static).update(text)
