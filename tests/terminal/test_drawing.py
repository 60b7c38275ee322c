"""How the table is drawn, in every size and look, and that nothing is cut."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bornes import Card, Game, Phase
from bornes.client.table_client import Seat
from bornes.game.player_names import BOT_NAMES
from bornes.i18n import Translator
from bornes.rules.cards import Family
from bornes.rules.editions import EDITION_NAMES
from bornes.terminal.drawing import card_art as drawn
from bornes.terminal.drawing.canvas import ELLIPSIS, Canvas, card_label, fit, paragraph, share_width, wrap
from bornes.terminal.drawing.card_art import CAR, CardDrawer, CardSize
from bornes.terminal.drawing.event_log import draw_log
from bornes.terminal.drawing.layout import MIN_SIZE, draw_table
from bornes.terminal.drawing.progress import draw_road, draw_sheet
from bornes.terminal.drawing.scene import Banner, Scene, StatusLine
from bornes.terminal.drawing.short_names import card_name
from bornes.terminal.drawing.theme import FRAMES, TEAM_STYLES, Theme
from bornes.terminal.screens.prompts import playable_cards, prompt, useful_keys, why_not_playable
from tests.support.scenes import piles, rules_of, scene
from tests.support.terminal_snapshots import SNAPSHOTS, Shot, game_of, play_on, shots, some_game
from tests.support.terminal_states import StateShot, state_shots

LOOKS = (Theme(), Theme(colour=False), Theme(boxes=False), Theme(colour=False, boxes=False))
SIZES = ((60, 20), (64, 24), (80, 24), (100, 30), (100, 36), (120, 40), (140, 45), (200, 60))
FORMS = (("parker-1962", 2), ("parker-1962", 3), ("parker-1962", 4), ("asmodee", 4), ("dujardin", 6), ("dujardin", 8))


# -- cards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [drawn.LARGE, drawn.FULL, drawn.SMALL, drawn.SMALLEST])
@pytest.mark.parametrize("look", LOOKS)
def test_every_card_fits_its_frame_in_every_edition_and_language(size: CardSize, look: Theme) -> None:
    for edition, language, card in product(EDITION_NAMES, ("en", "fr"), Card):
        canvas = CardDrawer(look, Translator(language, edition)).card(card, size, key="[1]")
        assert not canvas.overflow
        assert [cell_len(line.plain) for line in canvas.lines()] == [size.width] * size.height
        assert look.boxes or str(canvas).isascii()


@pytest.mark.parametrize("boxes", [True, False])
def test_families_are_told_apart_without_colour(boxes: bool) -> None:
    drawer = CardDrawer(Theme(colour=False, boxes=boxes), Translator())
    one_of_each = (Card.D25, Card.STOP, Card.ROLL, Card.DRIVING_ACE)
    frames = {str(drawer.card(card, drawn.SMALL)).splitlines()[0] for card in one_of_each}
    chips = {drawer.chip(card)[:2] for card in one_of_each[1:]}
    assert len(frames) == len(FRAMES) == len(Family)
    assert len(chips) == 3


def test_a_card_without_colour_has_none() -> None:
    for card in Card:
        lines = CardDrawer(Theme(colour=False), Translator()).card(card, drawn.FULL).lines()
        assert all(span.style.color is None for line in lines for span in line.spans if not isinstance(span.style, str))


@pytest.mark.parametrize("room", [(6, 1), (7, 1), (8, 1), (12, 1), (6, 2), (9, 2), (11, 4)])
def test_no_two_cards_look_the_same_however_little_room_there_is(room: tuple[int, int]) -> None:
    named = [card for card in Card if card.family is not Family.DISTANCE]
    for edition, language in product(EDITION_NAMES, ("en", "fr")):
        words = Translator(language, edition)
        assert len({card_name(card, words, *room) for card in named}) == len(named), (edition, language)


def test_in_the_smallest_window_red_and_green_are_told_apart() -> None:
    tables = {team: piles("roll" if team % 2 else "roll stop", "", "200") for team in range(4)}
    view = scene(rules_of("dujardin", 4, partners=False), hand="25", tables=tables).view(0)
    shown = Scene(
        view=view, words=Translator("fr", "dujardin", ("Ann", "Bob", "Cid", "Dan")), look=Theme(), totals=(0,) * 4
    )
    battle = str(draw_table(shown, *MIN_SIZE)).splitlines()[2]
    assert [chip.strip() for chip in battle.replace("││", "│").split("│")[1:5]] == ["[!Feu Rouge]", "[+Feu Vert]"] * 2


def test_a_safety_is_not_cut_where_there_is_room() -> None:
    tables = {0: piles("roll", "", "25", "priority ace tank proof")}
    view = scene(rules_of("asmodee", 4), hand="25", tables=tables).view(0)
    shown = Scene(
        view=view, words=Translator("en", "asmodee", ("Ann", "Bob", "Cid", "Dan")), look=Theme(), totals=(0,) * 4
    )
    for size, name in (
        ((140, 24), "*Emergency Vehicle"),
        ((140, 45), "*Emergency Vehicle"),
        ((160, 30), "*Emergency "),
    ):
        text = str(draw_table(shown, *size))
        assert name in text, size


@given(st.sampled_from(list(Card)), st.sampled_from(EDITION_NAMES), st.sampled_from(["en", "fr"]), st.integers(6, 14))
def test_a_name_on_a_card_is_whole_or_ends_with_an_ellipsis(card: Card, edition: str, lang: str, width: int) -> None:
    name = Translator(lang, edition).card(card)
    lines = card_label(name, width, 3)
    assert all(cell_len(line) <= width for line in lines)
    letters = "".join(lines).replace("-", "").replace(" ", "")
    wanted = name.replace("-", "").replace(" ", "")
    cut = letters.removesuffix(ELLIPSIS)
    assert letters == wanted or any(ELLIPSIS in line for line in lines)
    assert wanted.startswith(cut) or ELLIPSIS in cut


@given(st.text(min_size=1), st.integers(1, 40))
def test_what_is_fitted_fits(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) <= max(width, 1)


@given(st.text("ab é漢", min_size=1), st.integers(2, 20), st.integers(1, 4))
def test_a_paragraph_keeps_to_its_lines(text: str, width: int, height: int) -> None:
    lines = paragraph(text, width, height)
    assert len(lines) <= height
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(wrap(text, width)).replace(" ", "") == text.replace(" ", "")


def test_room_is_taken_from_those_who_want_most() -> None:
    assert share_width([3, 9], 8) == [3, 5]
    assert share_width([3, 9], 20) == [3, 9]


# -- the whole table ---------------------------------------------------------------------------------------------


def scene_of(game: Game, look: Theme = LOOKS[0], lang: str = "en", viewer: int | None = 0) -> Scene:
    """What the seat, or a spectator, sees of a game."""
    view, words = game.deal.view(viewer), Translator.of(game, lang)
    seats = tuple(Seat(name, None, seat == 0) for seat, name in enumerate(game.names))
    return Scene(
        view=view,
        seats=seats,
        words=words,
        look=look,
        totals=game.totals,
        playable=playable_cards(view),
        message=prompt(view, seats, words, over=game.over, winner=game.winner),
        sheet=game.score_sheet() if view.over else None,
        pad=game.score_sheet(),
        keys=useful_keys(view, words, can_undo=True, over=game.over),
    )


def race(edition: str) -> Scene:
    """A race in which one team has more miles, and the other fewer but three safeties."""
    tables = {0: piles("roll", "", "200 200 100 100 100"), 1: piles("roll", "", "200 200 75 50 50", "ace tank proof")}
    view = scene(rules_of(edition), hand="25", tables=tables).view(0)
    return Scene(view=view, words=Translator("en", edition, ("Ann", "Bob")), look=Theme(), totals=(700, 875))


def test_the_road_follows_what_ends_the_race() -> None:
    by_points, by_miles = (str(draw_road(race(edition), 80, 2)).splitlines() for edition in ("asmodee", "dujardin"))
    assert [lane.split()[-1] for lane in by_points[1:]] == ["700", "875"]
    assert by_points[1].index("■") < by_points[2].index("■")
    assert [lane.split()[-1] for lane in by_miles[1:]] == ["700", "575"]
    assert by_miles[1].index("■") > by_miles[2].index("■")


@pytest.mark.parametrize("size", SIZES)
def test_frames_and_title_say_how_far_it_is_in_the_unit_of_the_race(size: tuple[int, int]) -> None:
    lines = str(draw_table(race("asmodee"), *size)).splitlines()
    assert "875 points" in lines[1] or size[0] < 80
    assert "1000 points" in lines[0] or size[0] < 80
    assert not any("mile" in line for line in lines[:2])


@pytest.mark.parametrize(("edition", "players"), FORMS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_overflows_in_any_size_or_look(edition: str, players: int, lang: str) -> None:
    game = some_game(edition, players)
    for look, (width, height) in product(LOOKS, SIZES):
        canvas = draw_table(scene_of(game, look, lang), width, height)
        assert not canvas.overflow
        assert look.boxes or str(canvas).isascii()
        assert len(str(canvas).splitlines()) <= height


def test_nothing_overflows_with_long_names_of_any_script() -> None:
    names = (
        "Maximiliane-Josephine von und zu",
        "漢字漢字漢字漢字漢字",
        "é" * 40,
        "x",
        "🚗🚗🚗",
        "a b c d e f",
        "q",
        "w",
    )
    for edition, players in FORMS:
        game = play_on(Game(edition, players, seed="names", names=names[:players]), lambda game, moves: moves > 60)
        for width, height in SIZES:
            for viewer in (0, None):
                assert not draw_table(scene_of(game, viewer=viewer), width, height).overflow


def test_nothing_overflows_once_the_deal_is_over() -> None:
    for edition, players in FORMS:
        game = play_on(Game(edition, players, seed="over"), lambda game, moves: False)
        for size in SIZES:
            canvas = draw_table(scene_of(game), *size)
            assert not canvas.overflow
            assert Translator.of(game).row("grand_total") in str(canvas)


def test_a_long_message_and_a_long_hint_stay_in_their_places() -> None:
    scene = scene_of(some_game("dujardin", 8))
    long = replace(scene, message="word " * 90, notice=StatusLine("Hint", ("reason " * 60, "and another " * 40)))
    for size in SIZES:
        assert not draw_table(long, *size).overflow


def test_a_small_window_is_asked_to_grow() -> None:
    scene = scene_of(some_game("parker-1962", 2))
    for width, height in ((1, 1), (20, 5), (MIN_SIZE[0] - 1, 40), (200, MIN_SIZE[1] - 1)):
        canvas = draw_table(scene, width, height)
        assert not canvas.overflow
        assert "7 cards" not in str(canvas)


def test_everything_is_there_for_two_in_80_by_24() -> None:
    game = some_game("parker-1962", 2)
    scene, text = scene_of(game), str(draw_table(scene_of(game), 80, 24))
    for team, laid in enumerate(scene.view.tables):
        assert f"{laid.miles} miles" in text
        assert f"{game.totals[team]} points" in text
    for place in range(len(scene.view.hand)):
        assert f"[{place + 1}]" in text or f" {place + 1} " in text
    assert f" {scene.view.draw_pile_size} " in text
    assert "Ada: play or discard" in text
    assert "Ada draws" in text


@pytest.mark.parametrize(("edition", "players"), FORMS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_that_the_others_did_can_be_read_in_80_by_24(edition: str, players: int, lang: str) -> None:
    game = some_game(edition, players)
    for _ in range(4):
        scene = scene_of(game, lang=lang)
        new = [told.sentence for told in scene.log() if told.new and not told.own]
        assert len(new) >= players - 1
        shown = " ".join(part for line in str(draw_table(scene, 80, 24)).splitlines() for part in line.split("│")[-1:])
        read = " ".join(shown.split()).replace("► ", "")
        for sentence in new:
            assert " ".join(sentence.split()) in read
        play_on(game, lambda game, moves: moves > 0 and game.deal.seat == 0 and game.deal.phase is Phase.PLAY)
        if game.deal.over:
            return


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_in_the_smallest_window_whole_sentences_are_shown_and_the_others_are_counted(lang: str) -> None:
    game, counted = Game("dujardin", 8, seed="a", names=BOT_NAMES), 0
    play_on(game, lambda game, moves: moves > 8 and game.deal.seat == 0 and game.deal.phase is Phase.PLAY)
    while not game.deal.over:
        scene = scene_of(game, lang=lang)
        new = [" ".join(told.sentence.split()) for told in scene.log() if told.new and not told.own][::-1]
        canvas = draw_table(scene, *MIN_SIZE)
        shown = " ".join(part for line in str(canvas).splitlines() for part in line.split("│")[-1:])
        read = " ".join(shown.split()).replace("► ", "")
        untold = [sentence for sentence in new if sentence not in read]
        assert untold == new[: len(untold)], "the oldest give way"
        if untold:
            counted += 1
            assert re.search(rf"… {len(untold)} (more before|de plus avant) \(\w+ l\)", shown)
            area = next(area for area in canvas.click_areas if area.action == "log")
            assert canvas.action_at(area.x, area.y) == "log"
        play_on(game, lambda game, moves: moves > 0 and game.deal.seat == 0 and game.deal.phase is Phase.PLAY)
    assert counted, "there was a moment with too much to tell"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40), (140, 45)])
def test_draw_pile_and_discards_can_be_clicked_in_any_size(size: tuple[int, int]) -> None:
    for edition, players in FORMS:
        canvas = draw_table(scene_of(some_game(edition, players)), *size)
        for action in ("draw", "discards"):
            area = next(area for area in canvas.click_areas if area.action == action)
            assert canvas.action_at(area.x, area.y) == action


def test_why_a_card_cannot_be_played_is_read_to_its_end_in_the_smallest_window() -> None:
    scene = scene_of(some_game("dujardin", 4), lang="fr")
    why = why_not_playable(scene.view, scene.view.hand[0], scene.words)
    assert "(DJ-" in why
    text = str(draw_table(replace(scene, message=why), *MIN_SIZE))
    assert why.split()[-1] in text


def test_names_in_the_log_have_the_colours_of_their_teams() -> None:
    scene = scene_of(some_game("parker-1962", 2))
    log = draw_log(scene, 60, 8)
    parts = [part for y in range(8) for part in log.segments(y)]
    for team, name in enumerate(("Ada", "Boris")):
        colours = {part.style.color.name for part in parts if part.text == name and part.style and part.style.color}
        assert colours == {TEAM_STYLES[team]}


def test_names_above_the_sheet_have_the_colours_of_their_teams() -> None:
    scene = scene_of(some_game("parker-1962", 4))
    header = draw_sheet(scene, scene.pad, 60, 20) if scene.pad else None
    assert header is not None
    parts = [part for y in range(20) for part in header.segments(y) if part.style and part.style.color]
    coloured = {part.text: part.style.color.name for part in parts if part.style and part.style.color}
    assert coloured == {"Ada & Chloé": "cyan", "Boris & Denis": "magenta"}


def test_a_card_that_cannot_be_played_stays_readable() -> None:
    drawer = CardDrawer(Theme(), Translator())
    lines = drawer.card(Card.STOP, drawn.SMALL, soft=True).lines()
    name = [span.style for line in lines for span in line.spans if "Stop" in line.plain[span.start : span.end]]
    assert name
    assert not any(getattr(style, "dim", None) for style in name)


def test_without_colour_nothing_has_a_colour() -> None:
    canvas = draw_table(scene_of(some_game("dujardin", 6), Theme(colour=False)), 120, 40)
    styles = [part.style for y in range(40) for part in canvas.segments(y)]
    assert all(style is not None and style.color is None and style.bgcolor is None for style in styles)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_the_drawing_shows_nothing_that_the_viewer_may_not_know(size: tuple[int, int]) -> None:
    rules = rules_of("parker-1962")
    games = [game_of(rules, "roll 100 25", hidden) for hidden in ("stop priority 200", "50 50 75")]
    for viewer in (0, None):
        drawn = {str(draw_table(scene_of(game, viewer=viewer), *size)) for game in games}
        assert len(drawn) == 1
    assert len({str(draw_table(scene_of(game, viewer=1), *size)) for game in games}) == 2


def test_in_a_large_window_cards_road_and_pad_grow() -> None:
    scene = scene_of(some_game("parker-1962", 2))
    small, large = (str(draw_table(scene, *size)) for size in ((80, 24), (140, 45)))
    assert CAR[0].strip() in large
    assert CAR[0].strip() not in small
    assert "┏━━┓" in large  # the figures of distances
    assert "┏━━┓" not in small
    for row in ("Milestones", "Coups fourrés", "Grand total"):
        assert row in large
        assert row not in small


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", LOOKS)
def test_a_banner_stays_over_road_and_log_in_any_size(size: tuple[int, int], look: Theme) -> None:
    for edition, players in FORMS:
        scene = scene_of(some_game(edition, players), look)
        plain = str(draw_table(scene, *size)).splitlines()
        banner = Banner("Coup fourré!", ("Maximiliane-Josephine von und zu", "+300 points"), "team0", flag=True)
        canvas = draw_table(replace(scene, banner=banner), *size)
        shown = str(canvas).splitlines()
        assert not canvas.overflow
        assert re.search("F ?O ?U ?R ?R", str(canvas))
        assert "+300 points" in str(canvas)
        assert shown[-5:] == plain[-5:]  # hand and message
        assert look.boxes or str(canvas).isascii()


def test_a_coup_fourre_is_marked() -> None:
    rules = rules_of("parker-1962")
    game = game_of(rules, "roll stop 25", "roll priority 25", draw="25 50 75 100 25 50")
    for move in ("roll", "roll", "stop>B", "coup"):
        game.play(move)
    assert "Right of Way ‡" in str(draw_table(scene_of(game), 80, 24))


@pytest.mark.parametrize("shot", tuple(shots()), ids=lambda shot: shot.file.stem)
def test_the_screen_looks_as_it_did(shot: Shot) -> None:
    golden = shot.file.read_text(encoding="utf-8")
    assert shot.take() == golden, "if the screen was meant to change: python -m tests.support.terminal_snapshots"


@pytest.mark.parametrize("shot", tuple(state_shots()), ids=lambda shot: shot.file.stem)
def test_every_state_looks_as_it_did(shot: StateShot) -> None:
    golden = shot.file.read_text(encoding="utf-8")
    assert shot.take() == golden, "if the screen was meant to change: python -m tests.support.terminal_states"


def test_the_golden_screens_are_all_of_shots() -> None:
    assert set(SNAPSHOTS.glob("*.txt")) == {shot.file for shot in shots()}
    assert set((SNAPSHOTS / "states").iterdir()) == {shot.file for shot in state_shots()}


def test_a_canvas_notices_what_does_not_fit() -> None:
    canvas = Canvas(4, 1)
    canvas.write(2, 0, "abc")
    assert canvas.overflow == ["abc"]
    assert str(canvas) == "  ab"


@pytest.mark.parametrize("width", [1, 0, -4])
def test_text_is_broken_into_lines_where_there_is_no_room_at_all(width: int) -> None:
    assert "".join(wrap("漢字 road", width)).replace(" ", "") == "漢字road"
