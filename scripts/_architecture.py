"""Draw the packages of `docs/architecture.md` in import order, and the path of a move through them, as SVG."""

import re
from html import escape
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "architecture.md"

STEPS = (
    ("web", "click"),
    ("web", "send"),
    ("server", "command"),
    ("tables", "decide"),
    ("game", "play"),
    ("engine", "apply"),
    ("tables", "write"),
    ("store", "append"),
    ("tables", "tell"),
    ("server", "outbox"),
    ("web", "update"),
    ("web", "draw"),
)
"""What happens to a move from the browser, one column each: the package and a word."""
Step = tuple[str, str]
KEY, SAVE, DRAW = ("terminal", "key"), ("terminal", "save"), ("terminal", "draw")
ELSEWHERE: dict[str, dict[int, Step | None]] = {
    "terminal, online": {0: KEY, 1: ("client", "send"), 10: ("client", "replica"), 11: DRAW},
    "terminal, local": {0: KEY, 1: None, 2: None, 7: SAVE, 9: None, 10: None, 11: DRAW},
}
"""The columns in which other front ends take another way; None is a column that they skip."""


class Theme(NamedTuple):
    text: str
    faint: str
    band: str
    paths: tuple[str, str, str]


THEMES = {
    "light": Theme("#1b2230", "#565c6b", "#efe7d2", ("#17559c", "#b3202c", "#8a6a00")),
    "dark": Theme("#f4eddb", "#aab4c6", "#1a2436", ("#7ab3f5", "#ff8a80", "#f7c325")),
}
LEFT, COLUMN, ROW, TOP = 96, 66, 38, 34
"""Where the columns begin, and how large everything is, in pixels."""
APART = 5
"""Pixels between paths that run side by side."""


def packages() -> list[str]:
    """Return the packages in import order, as the first table of the page lists them."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## Packages\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)/` \|", section, re.M)


def paths() -> dict[str, list[tuple[int, str, str]]]:
    """Return each path as columns with a package and a word."""
    ways: dict[str, dict[int, Step | None]] = {"browser": {}, **ELSEWHERE}
    return {
        name: [(at, *step) for at, usual in enumerate(STEPS) if (step := other.get(at, usual)) is not None]
        for name, other in ways.items()
    }


def picture(theme: Theme) -> str:
    """Return the diagram as SVG."""
    rows = {name: TOP + at * ROW for at, name in enumerate(reversed(packages()))}
    width, height = LEFT + COLUMN * len(STEPS) + 8, TOP + ROW * len(rows) + 30
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    font = f'font-family="system-ui, sans-serif" font-size="12" fill="{theme.text}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        "<title>The packages in import order, and the path of a move</title>",
    ]
    for name, y in rows.items():
        parts.append(f'<rect x="4" y="{y + 2}" width="{width - 8}" height="{ROW - 4}" rx="5" fill="{theme.band}"/>')
        parts.append(f'<text x="14" y="{y + ROW / 2 + 5}" font-size="14" font-weight="600">{escape(name)}/</text>')
    words: dict[tuple[int, str], str] = {}
    for number, ((name, steps), color) in enumerate(zip(paths().items(), theme.paths, strict=True)):
        points = [(x(at), y_of(rows[package], number)) for at, package, _ in steps]
        line = " ".join(f"{px:g},{py:g}" for px, py in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{px:g}" cy="{py:g}" r="3" fill="{color}"/>' for px, py in points]
        start = 14 + number * 150
        parts.append(f'<rect x="{start}" y="14" width="20" height="3" fill="{color}"/>')
        parts.append(f'<text x="{start + 26}" y="20">{escape(name)}</text>')
        words.update({(at, package): word for at, package, word in steps})
    for (at, package), word in words.items():
        halo = f'paint-order="stroke" stroke="{theme.band}" stroke-width="4"'
        parts.append(f'<text x="{x(at):g}" y="{rows[package] + 14}" text-anchor="middle" {halo}>{escape(word)}</text>')
    text = "A Python package imports only packages below it. A move goes from left to right."
    parts.append(f'<text x="14" y="{height - 10}" fill="{theme.faint}">{text}</text>')
    return "\n".join([*parts, "</svg>", ""])


def x(column: int) -> float:
    """Return the middle of a column."""
    return LEFT + COLUMN * (column + 0.5)


def y_of(row: int, path: int) -> float:
    """Return where a path runs in a row, below the words."""
    return row + 20 + APART * path


def file_of(theme: str) -> Path:
    """Return the file of a theme's diagram."""
    return DOCS / "pictures" / f"architecture-{theme}.svg"


def main() -> None:
    """Write the diagram in every theme."""
    for name, theme in THEMES.items():
        file_of(name).write_text(picture(theme), encoding="utf-8")


if __name__ == "__main__":
    main()
