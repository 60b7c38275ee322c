"""What the keys of a screen do, in a line at its foot; in a narrow window in several, and never cut."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

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
