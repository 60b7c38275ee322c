"""The ways to a table: play now, a code, a link, looking on; and what is said where there is none."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browsers import PHONE, Screens
from tests.support.page_players import MousePlayer, lay_table
from tests.support.servers import ServerProcess
from tests.support.web import Web
from tests.web.test_play import DRAW, HANDS, TWO


def path_of(screens: Screens, link: str) -> str:
    return link.removeprefix(screens.address)


def test_one_click_from_the_first_page_to_cards(screens: Screens) -> None:
    ann = screens.player("/")
    ann.play_now()
    assert len(ann.hand) in (6, 7)
    expect(ann.page).to_have_title(re.compile("· Bornes$"))


def test_a_french_reader_gets_the_french_box(screens: Screens) -> None:
    marc = screens.player("/", PHONE, language="fr")
    marc.play_now()
    expect(marc.page.locator(".bar")).to_contain_text("Dujardin")
    expect(marc.page.locator(".mine .km")).to_have_text(re.compile("km$"))


def test_the_secret_of_a_seat_leaves_the_address(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    ann = MousePlayer(screens.open(table.seat(0)))
    ann.see_cards()
    assert ann.page.url == f"{screens.address}/t/{table.id}"
    assert table.secrets[0] not in ann.page.content()
    ann.page.goto("/")  # and the way back stands on the first page
    ann.page.locator(f'a[href="/t/{table.id}"]').first.click()
    ann.see_cards()


def test_a_friend_comes_by_code_on_a_phone(screens: Screens, web: Web) -> None:
    seated = web.open_table(players=2)
    ann = screens.open(path_of(screens, seated["link"]))
    code = seated["invitation"]["code"]
    expect(ann.locator(".large-code")).to_contain_text(re.compile(r"\s*".join(code)))
    bob = screens.open("/", PHONE)
    bob.locator("#code").fill("000 000 000")
    bob.locator("#code").press("Enter")
    expect(bob.locator("#code-wrong")).to_be_visible()
    screens.watch.allow("404")
    bob.locator("#code").fill(f"{code[:3]}-{code[3:6]} {code[6:]}")
    bob.locator("#code").press("Enter")
    bob.locator(".joining input").first.fill("Bob")
    bob.locator(".joining .go").click()
    expect(ann.locator(".ring")).to_contain_text("Bob")
    for page in (ann, bob):
        page.locator(".off .go").click()
    for page in (ann, bob):
        page.locator(".held").first.wait_for()
    assert code not in bob.url


def test_a_full_table_and_one_that_is_not_there(screens: Screens, web: Web) -> None:
    screens.watch.allow("40[349]")
    seated = web.open_table(players=2)
    code, link = seated["invitation"]["code"], seated["invitation"]["join"]
    web.post("/api/join", {"code": code, "name": "Bob"})
    page = screens.open("/", PHONE)
    page.locator("#code").fill(code)
    page.locator("#code").press("Enter")
    expect(page.locator("#code-wrong")).to_contain_text("No seat is free at this table")
    page.goto(f"/t/{seated['table']}")
    expect(page.locator(".state-panel")).to_be_visible()
    page.goto(path_of(screens, link))  # the whole link, pasted over what was a part of it
    expect(page.locator("main")).to_contain_text("All seats of this table are taken")
    page.reload()
    expect(page.locator("main")).to_contain_text("All seats of this table are taken")
    page.goto("/t/home-nosuchtable")
    expect(page.locator(".state-panel")).to_be_visible()
    page.locator(".state-panel .ways-on a").first.click()
    expect(page.locator("#code")).to_be_visible()
    page.goto(f"/t/{seated['table']}#seat=not-the-secret-of-anybody")
    expect(page.locator(".state-panel")).to_be_visible()
    for path in ("/t/nothing/at/all", "/nowhere"):
        page.goto(path)
        expect(page.locator(".state-panel")).to_contain_text("There is nothing at this address")


def test_a_spectator_sees_no_hand(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    answer = web.get(f"/api/tables/{table.id}/invitation", secret=table.secrets[0])
    heard: list[str] = []
    page = screens.open("/")
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    page.goto(path_of(screens, answer.values["watch"]))
    expect(page.locator(".side")).to_contain_text("You are looking on")
    ann = MousePlayer(screens.open(table.seat(0)))
    ann.make("roll")
    expect(page.locator(".team-0 .battle .card").last).to_have_attribute("data-kind", "roll")
    expect(page.locator(".held")).to_have_count(0)
    page.keyboard.press("KeyR")
    expect(page.locator("#heard p").last).to_have_text("You are looking on: you have no hand.")
    assert not any('"question": {' in frame or '"question":{' in frame for frame in heard)
    page.reload()  # whoever looks on may do so again, and read what has happened
    expect(page.locator(".log")).to_contain_text("Ann plays Roll.")
    expect(page.locator(".held")).to_have_count(0)


FILL_STORAGE = """() => {
    for (const [key, text] of [["seats", "[]"], ["sound", "true"]]) localStorage.setItem(`bornes.${key}`, text);
    for (let text = "x".repeat(1 << 20), at = 0; text.length; at += 1) {
        try { localStorage.setItem(at, text); } catch { text = text.slice(0, text.length >> 1); }
    }
}"""


def test_a_browser_whose_memory_is_full_plays_all_the_same(screens: Screens) -> None:
    ann = screens.player("/")
    ann.page.evaluate(FILL_STORAGE)
    ann.page.reload()
    ann.play_now()
    sound = ann.page.locator(".tool-sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")


def test_the_page_can_be_installed_with_pictures_that_every_telephone_takes(screens: Screens, web: Web) -> None:
    page = screens.open("/")
    manifest = page.locator('link[rel="manifest"]').get_attribute("href") or ""
    icons = [f"{manifest.rsplit('/', 1)[0]}/{icon['src']}" for icon in web.get(manifest).values["icons"]]
    icons.append(page.locator('link[rel="apple-touch-icon"]').get_attribute("href") or "")
    sizes = page.evaluate(
        """(all) => Promise.all(all.map(async (src) => {
            const picture = Object.assign(new Image(), { src });
            await picture.decode();
            return picture.naturalWidth;
        }))""",
        icons,
    )
    assert sizes[1:] == [512, 180]


def test_words_that_mean_something_to_the_language_are_no_addresses(screens: Screens) -> None:
    screens.watch.allow("404")
    for word in ("constructor", "__proto__"):
        expect(screens.open(f"/{word}").locator("h1")).to_have_text("A road to nowhere")
