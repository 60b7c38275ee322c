"""What is shown with the room that there is: whole names, all that is new, and a table that stays where it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from rich.cells import cell_len

from bornes import Card, Game, Phase
from bornes.game.player_names import BOT_NAMES
from bornes.game.score_sheet import DealSheet, GameSheet
from bornes.i18n import Translator
from bornes.rules.editions import EDITION_NAMES
from bornes.terminal.drawing import card_art as drawn
from bornes.terminal.drawing.canvas import ELLIPSIS
from bornes.terminal.drawing.card_art import CardDrawer
from bornes.terminal.drawing.event_log import draw_log
from bornes.terminal.drawing.layout import draw_table
from bornes.terminal.drawing.progress import draw_road
from bornes.terminal.drawing.row_plan import plan_rows
from bornes.terminal.drawing.scene import Banner, Scene
from bornes.terminal.drawing.short_names import card_name, team_name
from bornes.terminal.drawing.spectator_layout import SpectatorScene, draw_spectator_table
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.screens.prompts import prompt
from bornes.terminal.screens.score_pad_screen import ScorePad
from tests.support.scenes import piles, rules_of, scene
from tests.support.terminal_snapshots import play_on, some_game
from tests.terminal.test_drawing import FORMS, scene_of

LONG = ("Annabelle", "Maximilian", "Bartholomew", "Christina", "Alexandrine", "Jean-Baptiste", "Guillemette", "Théo")
SIZES = ((60, 20), (80, 24), (100, 30), (140, 45))


def named_game(edition: str, players: int, names: tuple[str, ...] = LONG) -> Game:
    """A game in the middle of its first deal."""
    game = Game(edition, players, seed="golden", names=names[:players])
    return play_on(game, lambda game, moves: moves >= 40 and game.deal.seat == 0 and game.deal.phase is Phase.PLAY)


def over_game(edition: str, players: int) -> Game:
    """A game whose first deal is over."""
    return play_on(Game(edition, players, seed="over", names=BOT_NAMES[:players]), lambda game, moves: False)


@cache
def turns(edition: str, players: int, lang: str, seed: str = "turns") -> tuple[Scene, ...]:
    """What the first player sees whenever there is something to decide, through a whole deal."""
    return tuple(_turns(edition, players, lang, seed))


def _turns(edition: str, players: int, lang: str, seed: str) -> Iterator[Scene]:
    game = Game(edition, players, seed=seed, names=BOT_NAMES[:players])
    words = Translator.for_players(lang, game.rules, game.names, 0)
    while True:
        play_on(game, lambda game, moves: moves > 0 and game.deal.seat == 0)
        if game.deal.over:
            return
        shown = scene_of(game, lang=lang)
        message = prompt(shown.view, shown.seats, words, over=False, winner=None)
        yield replace(shown, words=words, message=message)


def log_text(shown: Scene, size: tuple[int, int]) -> str:
    """What stands in the last column of the table, where the log is, as one text."""
    lines = str(draw_table(shown, *size)).splitlines()
    text = " ".join(line.split("│")[-1] for line in lines)
    return " ".join(text.replace("► ", "").split())


# -- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (200, 60)])
def test_the_road_names_both_partners(size: tuple[int, int]) -> None:
    shown = scene_of(named_game("parker-1962", 4))
    for team in range(2):
        assert shown.words.team(team) in str(draw_road(shown, size[0], 2))


@pytest.mark.parametrize(
    ("size", "players", "lang"),
    [((140, 45), 4, "en"), ((200, 60), 3, "fr"), ((160, 50), 8, "en"), ((140, 45), 8, "fr")],
)
def test_nobody_is_cut_on_the_sheet_beside_the_log_nor_on_the_pad(
    size: tuple[int, int], players: int, lang: str
) -> None:
    names = LONG if players < 8 else BOT_NAMES
    game = named_game("parker-1962" if players < 8 else "dujardin", players, names)
    shown = scene_of(game, lang=lang)
    lines = str(draw_table(shown, *size)).splitlines()
    sheet = [line.split("│")[-1] for line in lines if line.count("│") == 2 or "╯ │" in line]
    pad = ScorePad(game.score_sheet(), shown.words).text(size[0] - 6, 40).plain
    for name in names[:players]:
        assert any(name in line for line in sheet)
        assert name in pad


def test_where_names_must_be_cut_both_partners_are_still_named() -> None:
    words = Translator("en", "parker-1962", LONG[:4], 2)
    assert team_name(words, 0, 40) == "Annabelle & Bartholomew"
    assert team_name(words, 0, 22) == "Annabelle/Bartholomew"
    assert team_name(words, 0, 13) == "Annab…/Barth…"


def test_above_a_panel_partners_are_whole_in_the_smallest_window() -> None:
    text = str(draw_table(scene_of(some_game("dujardin", 8), lang="fr"), 60, 20))
    for names in ("Ada et Elsa", "Boris/Félix", "Chloé/Gina", "Denis/Hugo"):
        assert names in text


@pytest.mark.parametrize("width", [54, 74, 94, 134, 194])
def test_french_figures_do_not_run_together(width: int) -> None:
    sheet = GameSheet(tuple(DealSheet({"milestones": (200, 1000, 1000), "trip": (0, 1000, 9000)}) for _ in range(4)))
    text = ScorePad(sheet, Translator("fr", "parker-1962", ("Ada", "Bo", "Cléo"), 3)).text(width, 40).plain
    assert re.search(r"200  +1\u202f000  +1\u202f000", text)
    assert not re.search(r"\d \d", text)


# -- cards and piles -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [drawn.SMALLEST, drawn.SMALL, drawn.FULL, drawn.LARGE])
def test_an_empty_pile_is_never_taken_for_a_card(size: drawn.CardSize) -> None:
    for edition, language in product(EDITION_NAMES, ("en", "fr")):
        words = Translator(language, edition)
        drawer = CardDrawer(Theme(), words)
        faces = {_face(str(drawer.card(card, size))) for card in Card}
        for term in ("battle_pile", "speed_pile"):
            assert _face(str(drawer.empty(size, words.term(term)))) not in faces, (edition, language, term)


def _face(card: str) -> str:
    """The words on a card."""
    return " ".join(re.findall(r"\w+", card)).casefold()


def test_small_french_cards_use_both_lines() -> None:
    for edition, card in product(EDITION_NAMES, (Card.REPAIRS, Card.SPARE_TIRE, Card.OUT_OF_GAS, Card.SPEED_LIMIT)):
        for width in (6, 9):
            label = card_name(card, Translator("fr", edition), width, 2)
            assert not any(ELLIPSIS in line for line in label), label
    assert card_name(Card.REPAIRS, Translator("fr", "dujardin"), 6, 2) == ("Répar-", "ations")
    assert card_name(Card.SPARE_TIRE, Translator("fr", "dujardin"), 9, 2) == ("Roue de", "Secours")


def test_hazards_in_narrow_panels_are_named_whole() -> None:
    tables = {team: piles("roll gas" if team else "roll flat", "limit", "25") for team in range(4)}
    view = scene(rules_of("dujardin", 4, partners=False), hand="25", tables=tables).view(0)
    shown = Scene(view=view, words=Translator("en", "dujardin", BOT_NAMES[:4]), look=Theme(), totals=(0,) * 4)
    narrow = str(draw_table(shown, 60, 20))
    assert "[!Flat Tire]" in narrow
    assert narrow.count("!Speed Limit") == 4
    wide = str(draw_table(shown, 80, 24))
    assert wide.count("[!Speed Limit]") == 4
    assert all(f"{name} " in wide for name in BOT_NAMES[:4])


# -- the log -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "most"), [(6, 0.1), (8, 0.3)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_in_the_smallest_window_most_turns_can_be_read_whole(players: int, most: float, lang: str) -> None:
    scenes = [shown for shown in turns("dujardin", players, lang) if shown.view.phase is Phase.PLAY]
    cut = [shown for shown in scenes if re.search(r"… \d+ (more|de plus)", log_text(shown, (60, 20)))]
    assert len(cut) <= most * len(scenes)


def test_panels_are_no_higher_than_what_lies_there_while_the_log_needs_rows() -> None:
    for shown in turns("dujardin", 8, "fr"):
        lines = str(draw_table(shown, 60, 20)).splitlines()
        panels = plan_rows(shown, 60, 20).panels
        for line in lines[4 : panels - 1]:
            assert re.search(r"\w", line), "\n".join(lines)


def test_the_lanes_stay_in_80_by_24() -> None:
    gone = [shown for shown in turns("dujardin", 8, "fr", seed="a") if not plan_rows(shown, 80, 24).road]
    for shown in gone:
        told = sum(len(told.sentence) + 1 for told in shown.log() if told.new and not told.own)
        assert told > 5 * 60, "only what would not have fitted beside draw pile and discards takes their place"
    assert len(gone) < 3


def test_what_does_not_fit_names_the_key_that_shows_it() -> None:
    shown = next(
        shown for shown in turns("dujardin", 8, "en") if sum(told.new and not told.own for told in shown.log()) > 6
    )
    for lang, long, brief in (
        ("en", "more before (key l)", "more (l)"),
        ("fr", "de plus avant (touche l)", "de plus (l)"),
    ):
        told = replace(shown, words=Translator.for_players(lang, shown.view.rules, BOT_NAMES[:8], 0))
        assert long in str(draw_log(told, 50, 3))
        assert brief in str(draw_log(told, 24, 3))


def test_even_one_line_tells_the_last_move() -> None:
    shown = scene_of(some_game("dujardin", 8))
    newest = next(told.sentence for told in shown.log() if not told.own)
    assert newest in str(draw_log(shown, 70, 1))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_the_question_is_read_to_its_end(size: tuple[int, int], lang: str) -> None:
    for shown in turns("asmodee", 2, lang):
        text = " ".join(str(draw_table(shown, *size)).split())
        assert " ".join(shown.message.split()) in text


@pytest.mark.parametrize(("edition", "players"), [form for form in FORMS if form[0] != "asmodee"])
@pytest.mark.parametrize("size", SIZES)
def test_a_table_looks_the_same_from_turn_to_turn(edition: str, players: int, size: tuple[int, int]) -> None:
    plans = [plan_rows(shown, *size) for shown in turns(edition, players, "fr")]
    kinds = [(plan.road, plan.scale, plan.stock) for plan in plans]
    usual = max(kinds, key=kinds.count)
    assert kinds.count(usual) >= 0.9 * len(kinds)


def test_draw_pile_and_discards_have_their_names_in_the_smallest_window() -> None:
    for edition, players in FORMS:
        for shown in turns(edition, players, "en"):
            text = str(draw_table(shown, 60, 20))
            assert f"Draw pile {shown.view.draw_pile_size}" in text
            assert "Discard pile" in text


# -- the end of a deal ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "players"), FORMS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_once_a_deal_is_over_road_and_last_moves_stay(edition: str, players: int, lang: str) -> None:
    game = over_game(edition, players)
    shown = scene_of(game, lang=lang)
    newest = [" ".join(told.sentence.split()) for told in shown.log(ending=False)][:3]
    for size in SIZES:
        text = str(draw_table(shown, *size))
        assert shown.words.row("grand_total") in text
        assert (shown.look.glyph("finish") in text) or size == (60, 20)
        read = " ".join(" ".join(line.split("│")[0] for line in text.replace("► ", "").splitlines()).split())
        assert newest[0] in read, text
        if size[0] >= 100:
            assert all(sentence in read for sentence in newest), text


def test_the_title_of_a_deal_that_is_over_begins_with_a_capital() -> None:
    for edition, players in FORMS:
        for lang in ("en", "fr"):
            assert scene_of(over_game(edition, players), lang=lang).turn_line[0].isupper()


# -- banners -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_a_banner_leaves_what_is_new_readable(size: tuple[int, int]) -> None:
    banner = Banner("Coup fourré!", ("Boris", "+300 points, and plays again"), "team1")
    for edition, players in FORMS:
        shown = scene_of(some_game(edition, players))
        text = str(draw_table(replace(shown, banner=banner), *size))
        assert "plays again" in text
        assert "Boris" in text
        plain, covered = (
            [told.sentence for told in shown.log() if told.new and told.sentence in log_text(one, size)]
            for one in (shown, replace(shown, banner=banner))
        )
        assert plain == covered


def test_a_banner_leaves_the_log_of_spectators_readable() -> None:
    shown = scene_of(some_game("parker-1962", 4), viewer=None)
    banner = Banner("Coup fourré!", ("Boris", "+300 points"), "team1")
    for size in SIZES:
        plain, raised = (
            str(draw_spectator_table(SpectatorScene(one, "Watching"), *size)).splitlines()
            for one in (shown, replace(shown, banner=banner))
        )
        assert plain != raised
        newest = next(told.sentence for told in shown.log())
        assert any(newest in line for line in raised), "\n".join(raised)
        assert all(cell_len(line) <= size[0] for line in raised)
