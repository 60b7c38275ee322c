"""The page that people see: one page behind every address, and its files under the version that they belong to."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bornes.server.http.static_files import DRAWINGS, FIRST_STYLES, FOLDER, SCREENS, PageFiles, page_files
from tests.support.web import Web

MODULES = sorted((FOLDER / "js").rglob("*.js"))
STYLES = sorted((FOLDER / "css").rglob("*.css"))
MOST_PARTS = 28
"""Of the drawing of a card."""


class References(HTMLParser):
    """What a page refers to, and what it has that a strict policy forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.forbidden: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note where an element leads, and whether it has script or style of its own."""
        values = dict(attributes)
        if tag in ("link", "script"):
            self.addresses.append(values.get("href") or values.get("src") or "")
        self.forbidden += [f"{tag} {name}" for name in values if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("address", SCREENS)
def test_behind_every_address_is_the_one_page_and_all_that_it_refers_to_is_there(web: Web, address: str) -> None:
    path = re.sub(r"\{\w+\}", "1", address)
    answer = web.get(path)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store", "the page is never an old one"
    found = References(answer.text)
    assert found.forbidden == []
    assert any(one.endswith("/js/main.js") for one in found.addresses)
    for reference in found.addresses:
        file = web.get(reference)
        assert (file.status, file.headers["cache-control"]) == (200, "public, max-age=31536000, immutable"), reference


def test_a_file_of_another_version_is_not_there(web: Web) -> None:
    """After an upgrade nobody gets files that do not belong together."""
    assert web.get(f"/web/{page_files().version}/js/main.js").status == 200
    assert web.get("/web/000000000000/js/main.js").status == 404
    for path in ("js/nothing.js", "page.html", "../server/app.py", "..%2f..%2fengine/state.py", ""):
        assert web.get(f"/web/{page_files().version}/{path}").status == 404, path


def test_every_answer_says_which_version_of_the_page_the_server_has(web: Web) -> None:
    for path in ("/", "/api/about", "/api/nowhere", "/healthz"):
        assert web.get(path).headers["bornes-page"] == page_files().version


def test_a_file_is_sent_compressed_to_who_understands_that(web: Web) -> None:
    path = f"/web/{page_files().version}/js/main.js"
    plain, small = web.get(path), web.get(path, Accept_Encoding="gzip")
    assert (plain.headers.get("content-encoding"), small.headers["content-encoding"]) == (None, "gzip")
    assert small.text == plain.text
    file = page_files().files["js/main.js"]
    assert gzip.decompress(file.compressed) == file.content


def test_comments_of_a_script_stay_at_home_and_every_line_keeps_its_number(tmp_path: Path) -> None:
    script = '/** Why. */\nlet a = 1; /* what */\n/**\n * More.\n */ let b = 2;\n// and why\nlet c = "// 3";\n'
    (tmp_path / "page.html").write_text("")
    (tmp_path / "a.js").write_text(script)
    sent = PageFiles(tmp_path).files["a.js"].content.decode()
    assert sent == '\nlet a = 1; /* what */\n\n\nlet b = 2;\n\nlet c = "// 3";\n'


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    def version(script: str) -> str:
        (tmp_path / "page.html").write_text("{version}")
        (tmp_path / "a.js").write_text(script)
        return PageFiles(tmp_path).version

    assert version("1") == version("1") != version("2")


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_module_imports_what_is_there_and_makes_no_markup(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    for reference in re.findall(
        r"""(?:from|import)\s*\(?\s*"(\.[^"]+)"\)?""", re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    ):
        assert (module.parent / reference).is_file(), reference
    for sink in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "DOMParser",
        "document.write",
        "createContextualFragment",
    ):
        assert not re.search(rf"\.{sink}\b|new {sink}\b", text), sink
    assert not re.search(r"https?://(?!www\.w3\.org/)", text), "nothing comes from elsewhere"


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_a_style_brings_nothing_from_elsewhere(style: Path) -> None:
    assert not re.search(r"@import|https?:|url\(", style.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [*DRAWINGS, "art/icon.svg"])
def test_drawings_are_whole_and_have_no_script_or_style_of_their_own(name: str) -> None:
    whole = ElementTree.fromstring((FOLDER / name).read_text(encoding="utf-8"))
    for element in whole.iter():
        assert element.tag.rpartition("}")[2] not in ("script", "style", "image", "foreignObject")
        assert not [key for key in element.attrib if key == "style" or key.startswith("on")]


def test_a_card_has_few_parts() -> None:
    """Each is styled, laid out and put together again whenever the card is laid somewhere."""
    drawn = ElementTree.fromstring((FOLDER / "art/cards.svg").read_text(encoding="utf-8"))
    cards = [one for one in drawn.iter("{http://www.w3.org/2000/svg}symbol") if one.attrib["id"].startswith("card-")]
    assert len(cards) == 20
    for card in cards:
        parts = list(card.iter())
        assert len(parts) <= MOST_PARTS, card.attrib["id"]
        assert not any("transform" in part.attrib for part in parts), card.attrib["id"]


def test_styles_of_the_table_look_neither_into_its_parts_nor_count_from_the_end() -> None:
    """They would be worked out anew with each move."""
    styles = (FOLDER / "css/table.css").read_text(encoding="utf-8")
    assert not re.findall(r":has\(|:nth-last-child", styles)


def test_no_two_drawings_have_the_same_name() -> None:
    found = [re.findall(r'\bid="([^"]+)"', (FOLDER / name).read_text(encoding="utf-8")) for name in DRAWINGS]
    names = [one for some in found for one in some]
    assert len(names) == len(set(names))


def test_the_order_of_the_styles_names_all_of_them_once() -> None:
    assert sorted(page_files()._style_order()) == [style.stem for style in STYLES]


def test_a_page_links_its_first_styles_in_the_order_that_its_script_keeps() -> None:
    linked = re.findall(r"/css/(\w+)\.css", page_files().page("").content.decode())
    assert sorted(linked) == sorted(FIRST_STYLES)
    assert linked == [name for name in page_files()._style_order() if name in FIRST_STYLES]
