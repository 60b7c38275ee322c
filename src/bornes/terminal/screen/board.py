"""The board: one widget that shows a table as large as there is room, and knows what a click means."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..drawing.canvas import Canvas
from ..drawing.layout import draw_table
from ..drawing.scene import Scene


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
