"""Whole deals in real browsers: by mouse and by keyboard, for two and for four, in French, and with cards exchanged."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.support.browsers import PHONE, Screens
from tests.support.page_players import (
    KeyboardPlayer,
    MousePlayer,
    at_seats,
    by_script,
    lay_table,
    play_story,
    told_moves,
)
from tests.support.scenes import rules_of
from tests.support.servers import ServerProcess
from tests.support.stage import Stage, record_deal
from tests.support.web import Values, Web

TWO = rules_of("parker-1962", 2)
HANDS = ("roll 200 200 100 100 priority", "roll stop 100 gas 100 25")
DRAW = "out-of-gas 50 100 roll 100 75 proof 25 limit"
DEAL = "roll roll 200 stop>A coup 200 100 out-of-gas>B gas 100 roll -25 proof 100 100 50 100 finish"
"""A whole deal for two in which everything happens once: a coup fourré, a remedy, a safety, a discard, a short trip."""


def test_two_play_a_deal_by_keys_and_by_mouse(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW)
    ann, bob = KeyboardPlayer(screens.open(table.seat(0))), MousePlayer(screens.open(table.seat(1)))
    play_story({0: ann, 1: bob}, told_moves(TWO, HANDS, DRAW, DEAL))
    for player in (ann, bob):
        expect(player.page.locator(".between-title")).to_have_text("Deal 1 is over")
        expect(player.page.locator('.deal-leaf [aria-label="700"]').first).to_be_visible()
    ann.tab_to(".between .go")
    ann.page.keyboard.press("Enter")
    expect(bob.page.locator(".waiting")).to_contain_text("ready")
    bob.page.locator(".between .go").click()
    for player in (ann, bob):
        player.see_cards()
        expect(player.page.locator(".bar")).to_contain_text("Deal 2")
    assert len(ann.hand) + len(bob.hand) == 13  # who begins has drawn


FOUR = rules_of("parker-1962", 4)
FOUR_HANDS = (
    "roll 200 100 100 100 100",
    "roll 25 25 25 50 50",
    "200 priority 100 100 100 75",
    "stop 25 25 25 50 50",
)
FOUR_DRAW = "gas spare repair gas end end end end"
FOUR_DEAL = "roll roll 200 stop>A coup 100 25 200 25 100 25 100 25 100 25 100 50 75 50 25"


SEE_MOMENT = """() => {
  const moment = document.querySelector(".moment");
  new MutationObserver(() => { window.momentSeen ||= !moment.hidden; }).observe(moment, { attributes: true });
}"""
"""Notes that the coup fourré is celebrated: it is over in a second and a half, which may be before a test looks."""


def test_four_play_a_deal_with_a_coup_fourre_from_a_third_seat(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, FOUR, FOUR_HANDS, draw=FOUR_DRAW)
    people = {seat: MousePlayer(screens.open(table.seat(seat), calm=True)) for seat in range(4)}
    moves = told_moves(FOUR, FOUR_HANDS, FOUR_DRAW, FOUR_DEAL)
    attack = moves.index((3, "stop>A"))
    play_story(people, moves[: attack + 1])
    for seat in (0, 2):  # both are of the team: the window is the same for them, whatever they hold
        expect(people[seat].page.locator(".window")).to_be_visible()
    cleo = people[2].page
    expect(cleo.locator(".coup-button")).to_have_text("Coup fourré!")
    box = cleo.locator(".coup-button").bounding_box()
    assert box is not None
    assert min(box["width"] / 3, box["height"]) >= 44, "the big button"
    for player in people.values():
        player.page.evaluate(SEE_MOMENT)
    cleo.locator(".coup-button").click()
    for player in people.values():
        expect(player.page.locator(".team-0 .safeties .coup")).to_have_count(1)
        player.page.wait_for_function("() => window.momentSeen")
    play_story(people, moves[attack + 2 :])
    for player in people.values():
        expect(player.page.locator(".between-title")).to_have_text("Deal 1 is over")


def test_five_quick_clicks_are_one_move(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, ("roll roll roll 100 100 100", "roll 25 50 75 100 200"), draw="100 25 100")
    ann = MousePlayer(screens.open(table.seat(0)))
    page = ann.page
    page.locator(".table.asked").wait_for()
    box = page.locator(".held.playable").first.bounding_box()
    assert box is not None
    for _ in range(5):  # on one place, whatever becomes of the card there
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(80)
    page.locator(".table.thinking").wait_for()
    with at_seats(web, table, {1: by_script("roll")}):
        page.locator(".table.asked").wait_for()
        ann.make("100")
        expect(page.locator(".mine .km")).to_contain_text("100")
    expect(page.locator(".mine .battle .card")).to_have_count(1)
    assert sorted(ann.hand) == sorted(["roll", "roll", "100", "100", "100", "100"])


TWICE_AT_ONCE = """(byKey) => {
  const table = document.querySelector(".table");
  const observer = new MutationObserver(() => {
    const card = table.querySelector(".held.playable");
    if (!card || !table.classList.contains("asked")) return;
    observer.disconnect();
    const code = `Digit${[...document.querySelectorAll(".held")].indexOf(card) + 1}`;
    const key = new KeyboardEvent("keydown", { code, bubbles: true });
    const press = () => (byKey ? document.body.dispatchEvent(key) : card.click());
    press();
    press();
    window.clicked = { chosen: card.classList.contains("chosen"), sent: table.querySelectorAll(".sent").length };
  });
  observer.observe(table, { attributes: true, subtree: true });
}"""
"""Clicks a card, or presses its key, twice in the very moment in which one can be played."""


def can_play(question: Values) -> bool:
    """Say whether a card can be laid, and not only discarded."""
    return question["phase"] == "play" and any(not offer.get("discard") for offer in question["moves"])


@pytest.mark.parametrize("by_key", [False, True], ids=["click", "key"])
def test_what_was_meant_for_the_last_turn_plays_nothing_in_the_next(screens: Screens, by_key: bool) -> None:
    state, told = record_deal(TWO)
    stage = Stage(screens, state, calm=True)
    stage.lay()
    page = stage.page
    questions = [json.loads(message).get("question") for message in told]
    first = next(at for at, question in enumerate(questions) if question and can_play(question))
    page.evaluate(TWICE_AT_ONCE, by_key)
    stage.say(*told[: first + 1])
    page.wait_for_function("() => window.clicked")
    assert page.evaluate("() => window.clicked") == {"chosen": True, "sent": 0}
    page.wait_for_timeout(500)  # by now somebody can have seen that it is their turn
    page.locator(".held.chosen").click()
    expect(page.locator(".held.sent")).to_have_count(1)


def test_a_double_click_on_a_move_opens_nothing_behind_it(screens: Screens, server: ServerProcess) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW, moves=DEAL.split()[:2])
    ann = MousePlayer(screens.open(table.seat(0)))
    ann.page.locator(".table.asked").wait_for()
    ann.choose("100")
    ann.page.locator(".bubble .way").first.dblclick(delay=40)
    expect(ann.page.locator(".mine .km")).to_contain_text("100")
    expect(ann.page.locator("dialog")).to_have_count(0)


def test_a_board_that_is_opened_large_follows_the_game(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, TWO, HANDS, draw=DRAW, moves=DEAL.split()[:2])
    ann = MousePlayer(screens.open(table.seat(0)))
    ann.see_cards()
    other = MousePlayer(screens.open(table.seat(0)))  # the same seat, in another browser
    other.page.locator("dialog.asking .go").click()  # which says that it is open elsewhere, too
    other.page.locator(".table.asked").wait_for()
    ann.page.locator(".mine .look").click()
    large = ann.page.locator("dialog.board-large")
    expect(large.locator(".state-line")).to_contain_text("0 of 700")
    other.make("200")
    expect(large.locator(".state-line")).to_contain_text("200 of 700")
    expect(large.locator(".close")).to_be_focused()


def test_a_hint_raises_its_card_and_says_why(screens: Screens) -> None:
    ann = screens.player()
    ann.play_now()
    ann.wait_until_asked()
    chosen = ann.page.locator('.held[aria-pressed="true"]')
    for _ in range(2):  # one that was put back is raised again
        ann.page.keyboard.press("KeyH")
        expect(chosen).to_have_count(1)
        expect(chosen).to_have_class(re.compile(r"\bchosen\b.*\bhinted\b|\bhinted\b.*\bchosen\b"))
        expect(ann.page.locator(".bubble .advice")).not_to_be_empty()
        ann.page.keyboard.press("Escape")
        expect(chosen).to_have_count(0)


ENGLISH = {
    "the",
    "your",
    "you",
    "hand",
    "card",
    "cards",
    "deal",
    "ready",
    "hint",
    "undo",
    "score",
    "moves",
    "plays",
    "draws",
}


def test_a_french_deal(screens: Screens, web: Web) -> None:
    """A deal as the cards fall, in the words of the French box; no English one is left anywhere."""
    seated = web.open_table(edition="dujardin", seats=["me", "sunday-driver"], name="Marc", pace={"bots": 0})
    marc = screens.player(seated["link"].removeprefix(screens.address), language="fr", calm=True)
    page = marc.page
    marc.see_cards()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".mine .km")).to_have_text(re.compile("km$"))
    for name in ("Conseil", "Annuler", "Feuille de marque", "Son", "Menu"):
        expect(page.locator(".bar")).to_contain_text(name)
    words: set[str] = set()

    def read() -> None:
        labels = page.evaluate(
            "() => [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel).join(' ')"
        )
        words.update(re.findall(r"[\w’']+", f"{page.locator('body').inner_text()} {labels}".lower()))

    marc.play_deal(before_move=read)
    expect(page.locator(".between .go")).to_have_text("Manche suivante")
    read()
    assert words & ENGLISH == set()


ASMODEE = rules_of("asmodee", 2)
ASMODEE_HANDS = ("roll 100 25 50 spare", "roll 100 flat 25 50")
ASMODEE_DRAW = "25 75 50 50 75"
ASMODEE_MOVES = "draw roll draw roll draw 100 draw flat>A spare ~25 ~50 draw draw -75 take 75"


def test_asmodee_takes_exchanges_and_answers_at_once(screens: Screens, server: ServerProcess, web: Web) -> None:
    table = lay_table(server.database, ASMODEE, ASMODEE_HANDS, draw=ASMODEE_DRAW)
    moves = told_moves(ASMODEE, ASMODEE_HANDS, ASMODEE_DRAW, ASMODEE_MOVES)
    with at_seats(web, table, {1: by_script(*(move for seat, move in moves if seat == 1))}):
        ann = MousePlayer(screens.open(table.seat(0), PHONE))
        page = ann.page
        mine = [move for seat, move in moves if seat == 0]
        for move in mine[:4]:
            ann.make(move)
        assert mine[4] == "spare"
        page.locator('.window button[data-move="spare"]:visible').wait_for()  # a remedy at once, before anything else
        ann.make("spare")
        expect(page.locator(".mine .battle .card").last).not_to_have_attribute("data-kind", "flat")
        expect(page.locator(".mine .km")).to_contain_text(re.compile(r"\d+ points?"))
        held = len(ann.hand)
        assert mine[5] == "~25"
        before = ann.question()
        ann.choose("25")  # it goes to the discards, which are lit, and not to a board
        expect(page.locator(".discards.target")).to_be_visible()
        expect(page.locator(".team.target")).to_have_count(0)
        page.locator(".discards").click()
        ann.wait_for_answer(before)
        expect(page.locator(".held")).to_have_count(held - 1)
        for move in mine[6:8]:
            ann.make(move)
        expect(page.locator(".held")).to_have_count(held)
        ann.make("take")
        assert "75" in ann.hand
        ann.make("75")
        expect(page.locator(".table.thinking")).to_be_visible()


def test_all_moves_go_on_while_they_are_read(screens: Screens) -> None:
    state, told = record_deal(TWO)
    stage = Stage(screens, state)
    stage.lay()
    stage.say(*told[:8])
    stage.page.keyboard.press("KeyL")
    lines = stage.page.locator(".log-dialog .whole-log li")
    lines.first.wait_for()
    before = lines.all_inner_texts()
    stage.say(*told[8:14])
    expect(lines.nth(len(before))).to_be_visible()
    assert lines.all_inner_texts()[: len(before)] == before
