"""Screens that are left once, however many keys come in a burst, and that keep still while the program ends."""

from __future__ import annotations

from typing import TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.await_complete import AwaitComplete
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

from ..drawing.canvas import Canvas
from ..drawing.layout import draw_table
from ..drawing.scene import Scene

T = TypeVar("T")


class BaseScreen(Screen[T]):
    """A screen that takes its first answer only: a second one would take away the screen below it.

    Name it behind ``ModalScreen``, since styles are inherited from the first base alone.
    """

    _dismissed = False

    @property
    def is_up(self) -> bool:
        """Whether the screen is shown or covered: neither taken down nor, as all are at the end, about to be."""
        return self.app.is_running and self in self.app.screen_stack

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Leave the screen, with whatever was opened over it meanwhile, unless it is left already."""
        if self._dismissed or not self.is_up:
            return AwaitComplete()
        self._dismissed = True
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """Handle a message; on a screen that is taken down, none whose handler could miss what is gone already.

        Those are the beginning, and whatever bubbles: what somebody typed, clicked or marked.
        """
        if self.is_up or not (message.bubble or isinstance(message, events.Mount)):
            await super()._on_message(message)


AZERTY_DIGITS = {"&": "1", "é": "2", '"': "3", "'": "4", "(": "5", "-": "6", "è": "7"}
"""What the keys below the digits write, and which digit each is meant for."""
AZERTY_KEYS = ("ampersand", "é", "quotation_mark", "apostrophe", "left_parenthesis", "minus", "è")
"""The same keys by the names that Textual gives them, from 1 to 7."""


def azerty_digit(character: str) -> str:
    """Return the digit that is meant by a character typed without Shift; any other character as it is."""
    return AZERTY_DIGITS.get(character, character)


class Board(Widget):
    """Shows a table; a click on a card, a pile or a key is posted as the action that stands there."""

    DEFAULT_CSS = """
    Board { width: 1fr; height: 1fr; }
    """

    class Clicked(Message):
        """Something was clicked that does something."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._canvas: Canvas | None = None

    def show(self, scene: Scene) -> None:
        """Show this scene from now on."""
        self._scene = scene
        self.redraw()

    def redraw(self) -> None:
        """Draw anew what there is to see."""
        self._canvas = None
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        """The drawing in the present size."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = self._draw(width, height)
        return self._canvas

    def _draw(self, width: int, height: int) -> Canvas:
        if self._scene is None or width < 1 or height < 1:
            return Canvas(width, height)
        return draw_table(self._scene, width, height)

    def render_line(self, y: int) -> Strip:
        """Return one row of the drawing."""
        canvas, base = self.canvas, self.rich_style
        if y >= canvas.height:
            return Strip.blank(self.size.width, base)
        segments = [Segment(part.text, base + (part.style or base)) for part in canvas.segments(y)]
        return Strip(segments, canvas.width)

    def on_mouse_scroll_up(self) -> None:
        """Show what happened before (the wheel)."""
        self.post_message(self.Clicked("log"))

    def on_click(self, event: events.Click) -> None:
        """Post the action of what was clicked."""
        action = self.canvas.action_at(event.x, event.y)
        if action is not None:
            self.post_message(self.Clicked(action))


BETWEEN = " · "
"""What stands between two keys."""


def wrap_keys(keys: str, width: int) -> list[str]:
    """Break what keys do into lines no wider than this, between two of them."""
    lines: list[str] = []
    for part in keys.split(BETWEEN):
        if lines and cell_len(f"{lines[-1]}{BETWEEN}{part}") <= width:
            lines[-1] += f"{BETWEEN}{part}"
        else:
            lines.append(part)
    return lines


class KeyLine(Widget):
    """What the keys do, such as ``Enter accept · Esc back``."""

    DEFAULT_CSS = """
    KeyLine { height: auto; text-style: dim; }
    """

    def __init__(self, keys: str = "") -> None:
        super().__init__(classes="footer")
        self.keys = keys

    def update(self, keys: str) -> None:
        """Say something else."""
        self.keys = keys
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines it takes."""
        return len(wrap_keys(self.keys, width))

    def render(self) -> Text:
        """Return the lines."""
        return Text("\n".join(wrap_keys(self.keys, self.content_size.width)))


class RowList(OptionList):
    """A list of which one row is marked; in a window without room for any, it goes no page further."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say whether a key does something: PgUp and PgDn only where rows have lines, among which Textual looks."""
        return bool(self.scrollable_content_region) or not action.startswith("page_")
