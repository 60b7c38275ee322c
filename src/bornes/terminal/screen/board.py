"""The table on the screen: one widget that shows a scene, as large as there is room, and knows what a click means."""

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
    """Shows a table; a click on a card, a pile or a key is told as the action that stands there."""

    DEFAULT_CSS = """
    Board { width: 1fr; height: 1fr; }
    """

    class Clicked(Message):
        """Something was clicked that does something."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, scene: Scene | None = None, **options: str) -> None:
        super().__init__(id=options.get("id"), classes=options.get("classes"))
        self._scene = scene
        self._canvas: Canvas | None = None

    def show(self, scene: Scene) -> None:
        """Show this from now on."""
        self._scene = scene
        self._canvas = None
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        """The drawing in the present size."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            empty = self._scene is None or width < 1 or height < 1
            self._canvas = Canvas(width, height) if empty else draw_table(self._shown(), width, height)
        return self._canvas

    def _shown(self) -> Scene:
        assert self._scene is not None
        return self._scene

    def render_line(self, y: int) -> Strip:
        """One row."""
        canvas, base = self.canvas, self.rich_style
        if y >= canvas.height:
            return Strip.blank(self.size.width, base)
        segments = [Segment(part.text, base + (part.style or base)) for part in canvas.segments(y)]
        return Strip(segments, canvas.width)

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked."""
        action = self.canvas.action_at(event.x, event.y)
        if action is not None:
            self.post_message(self.Clicked(action))
