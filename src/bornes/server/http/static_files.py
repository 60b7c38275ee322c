"""The files of the page that people see: read once, with a version that changes when any of them does.

They are served under ``/web/VERSION/…``, where a browser may keep them for ever; the page itself is never kept, so that
after an upgrade everybody gets the files that belong together.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from pathlib import Path, PurePosixPath

FOLDER = Path(__file__).resolve().parents[2] / "web"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What is served, by the end of its name; the page and whatever else lies there is not."""
DRAWINGS = ("art/cards.svg", "art/scenery.svg", "art/figures.svg")
"""The symbols that every screen may use: they are put into the page, since CSS reaches into them only there."""
FIRST_MODULE = "js/main.js"
FIRST_SCREENS = {"": "js/screens/home.js", "t": "js/screens/table.js", "open": "js/screens/new_table.js"}
"""The module of the screen that an address begins with, for those that people come to first."""
FIRST_STYLES = ("base", "home", "table")
"""Those of the screens that people come to first; others are fetched with their screens."""
SCREENS = (
    "/",
    "/open",
    "/t/{table}",
    "/t/{table}/replay/{game}/{deal}",
    "/learn",
    "/how-to-play",
    "/how-to-play/{edition}",
    "/rules",
    "/cards",
)
"""The addresses that people see; behind all of them is the one page."""
_STYLE_ORDER = ("js/core/stylesheets.js", re.compile(r"const ORDER = \[([^\]]*)\]"))
"""Which module has the order of the styles, and how it is found in there."""
_IMPORT = re.compile(r"""^(?:import|export)\s[^"';]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)";""", re.MULTILINE)


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    content: bytes
    media_type: str

    @cached_property
    def compressed(self) -> bytes:
        """The content as browsers take it; made when the first one asks, since all files take a third of a second."""
        return gzip.compress(self.content, 9, mtime=0)


class PageFiles:
    """All files of the page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, PageFile] = {}
        whole = hashlib.sha256()
        for path in sorted(folder.rglob("*")):
            if not path.is_file() or (path.suffix not in MEDIA_TYPES and path.suffix != ".html"):
                continue
            name, content = path.relative_to(folder).as_posix(), path.read_bytes()
            whole.update(f"{name} {len(content)} ".encode() + content)
            if path.suffix in MEDIA_TYPES:
                content = _without_comments(content) if path.suffix == ".js" else content
                self.files[name] = PageFile(content, MEDIA_TYPES[path.suffix])
        self.version = whole.hexdigest()[:12]
        self._page = (folder / "page.html").read_text(encoding="utf-8")

    @cache  # noqa: B019  there is one of these in a process
    def page(self, screen: str) -> PageFile:
        """Return the page for the screen that an address asks for, which lists the modules that it will need."""
        styles = [f"css/{name}.css" for name in self._style_order() if name in FIRST_STYLES]
        first = [FIRST_MODULE, *([FIRST_SCREENS[screen]] if FIRST_SCREENS.get(screen) in self.files else [])]
        values = {
            "{version}": self.version,
            "{styles}": self._links('<link rel="stylesheet" href="{}">', styles),
            "{modules}": self._links('<link rel="modulepreload" href="{}">', self._needed(first)),
            "{drawings}": "\n".join(self._drawing(name) for name in DRAWINGS if name in self.files),
        }
        text = self._page
        for gap, value in values.items():
            text = text.replace(gap, value)
        return PageFile(text.encode(), "text/html; charset=utf-8")

    def _links(self, form: str, names: list[str]) -> str:
        return "\n".join(form.format(escape(f"/web/{self.version}/{name}")) for name in names)

    def _drawing(self, name: str) -> str:
        text = self.files[name].content.decode()
        return re.sub(r"^<\?xml[^>]*\?>\s*", "", text).strip()

    def _style_order(self) -> list[str]:
        """Return the names of all styles, in the order in which they count."""
        module, order = _STYLE_ORDER
        file = self.files.get(module)
        found = order.search(file.content.decode()) if file else None
        return re.findall(r'"(\w+)"', found[1]) if found else []

    def _needed(self, names: list[str]) -> list[str]:
        """Return these modules and all that they import, each once."""
        found: list[str] = []
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in found and name in self.files:
                found.append(name)
                waiting += self._imports(name)
        return found

    def _imports(self, name: str) -> Iterator[str]:
        for match in _IMPORT.finditer(self.files[name].content.decode()):
            yield _joined(PurePosixPath(name).parent, match[1] or match[2])


def _without_comments(script: bytes) -> bytes:
    """Return a script without the lines that are only comments: they are a third of it, and for who reads the source.

    Their lines stay, empty, so that a fault is where its number says.
    """
    kept: list[bytes] = []
    inside = False
    for line in script.split(b"\n"):
        bare = line.strip()
        inside = inside or bare.startswith(b"/**")
        kept.append(b"" if inside or bare.startswith(b"//") else line)
        if inside and b"*/" in bare:
            # What stands behind the end of a comment would be lost.
            kept[-1] = line[line.index(b"*/") + 2 :].strip()
            inside = False
    return b"\n".join(kept)


def _joined(folder: PurePosixPath, reference: str) -> str:
    """Return the name of a file that another one refers to, such as ``../core/dom.js``."""
    parts = list(folder.parts)
    for part in PurePosixPath(reference).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


@cache
def page_files() -> PageFiles:
    """Return the files of the page, read once."""
    return PageFiles()
