"""The log as a page: all that happened in the deal, the newest at the bottom, names in colour."""

from __future__ import annotations

from textual.containers import VerticalScroll

from ..drawing.log import coloured_log
from ..drawing.scene import Scene
from .pages import TextPage


class LogPage(TextPage):
    """All that happened in a deal, as far as the viewer may know it."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene.words.gettext("What happened"), coloured_log(scene), scene.words, "l")

    def on_mount(self) -> None:
        """Begin at the end: what happened last."""
        self.call_after_refresh(self._to_the_end)

    def _to_the_end(self) -> None:
        for text in self.query(VerticalScroll):
            text.scroll_end(animate=False)
