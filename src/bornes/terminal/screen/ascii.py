"""ASCII for terminals that know nothing else: whatever a screen shows is turned into it, cell by cell."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ..ascii import plain


class Ascii(LineFilter):
    """Turns every line that is shown into ASCII of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in ASCII."""
        return [Segment(plain(text), style, control) for text, style, control in segments]
