"""Spectators: bots against bots, and a recorded game with its review.  Every key, and the mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from bornes import Game, edition
from bornes.bots import bot
from bornes.client.table_client import Seat
from bornes.i18n import Translator
from bornes.review import Verdict
from bornes.rules.editions import all_forms
from bornes.tables.bot_runner import ThreadBotRunner
from bornes.terminal import review_timeline
from bornes.terminal.bot_pace import PACE_STEPS_SECONDS, faster, slower
from bornes.terminal.drawing.scene import Scene
from bornes.terminal.drawing.spectator_layout import (
    ASCII_LEVELS,
    BLOCK_LEVELS,
    UNKNOWN,
    ChancesCurve,
    ReviewRemark,
    SpectatorScene,
    curve_column,
    draw_curve,
    draw_spectator_table,
)
from bornes.terminal.drawing.theme import Theme
from bornes.terminal.local_table import LocalTable
from bornes.terminal.review_timeline import BackgroundReview, ReplayMoment, Timeline
from bornes.terminal.screens.base_app import OneScreenApp
from bornes.terminal.screens.dialogs import LEAVE, LOOK
from bornes.terminal.screens.help_pages import HowToScreen, KeysScreen, RulesScreen
from bornes.terminal.screens.pages import TextPage
from bornes.terminal.screens.replay_screen import ReplayScreen
from bornes.terminal.screens.score_pad_screen import NEXT, ScorePadScreen
from bornes.terminal.screens.spectator_screen import SpectatorBoard
from bornes.terminal.screens.watch_screen import WatchScreen
from bornes.terminal.seat_session import words_for
from tests.support.pilots import driven, until
from tests.support.scenes import rules_of
from tests.support.terminal_snapshots import game_of

NAMES = ("Ada", "Boris", "Chloé", "Denis", "Elsa", "Félix", "Gina", "Hugo")
Steps = Callable[[OneScreenApp, Pilot[int]], Awaitable[None]]


def text_of(app: Any) -> str:
    """What the screen shows, as plain text."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def visit(
    make: Callable[[Theme], Awaitable[Screen[None]]], steps: Steps, size: tuple[int, int] = (80, 24), **look: Any
) -> int | None:
    """Do something on a screen; what the shell would be told."""

    async def go() -> int | None:
        app = OneScreenApp(make, **look)
        async with driven(app, size) as pilot:
            await steps(app, pilot)
        return app.return_value

    return asyncio.run(go())


async def table_of(players: int = 2, name: str = "parker-1962", pace: float = 0.0, seed: int = 7) -> LocalTable:
    """A table of bots."""
    rules = edition(name).rules(players)
    return await LocalTable.new(rules, [Seat(one, "sunday-driver") for one in NAMES[:players]], seed=seed, pace=pace)


def watching(
    table: Callable[[], Awaitable[LocalTable]], deals: int | None = 1
) -> Callable[[Theme], Awaitable[Screen[None]]]:
    """Shows a table as it begins, paused."""

    async def show(look: Theme) -> WatchScreen:
        made = await table()
        made.pause()
        return WatchScreen(made, words_for(made, "en"), look, deals)

    return show


def on(app: OneScreenApp) -> WatchScreen:
    """The screen that was opened first."""
    screen = app.screen_stack[1]
    assert isinstance(screen, WatchScreen)
    return screen


@cache
def played(players: int = 2, name: str = "parker-1962", deals: int = 2) -> Game:
    """A game between Sunday drivers."""
    game = Game(edition(name).rules(players), seed=7, names=NAMES[:players])
    bots = [bot("sunday-driver", seed=seat) for seat in range(players)]
    while True:
        while (seat := game.deal.seat) is not None:
            game.play(bots[seat].choose(game.deal.view(seat)))
        if game.over or len(game.deals) == deals:
            return game
        game.next_deal()


# --- Watching ----------------------------------------------------------------------------------------------


def test_one_pauses_steps_and_goes_on() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        table = on(app).table
        assert table.view(None).turns == 1
        assert "Paused" in text_of(app)
        await _step(pilot, table, "right")
        await _step(pilot, table, "enter")
        await pilot.press("space")
        assert not table.paused
        await table.wait_for_decision()
        await pilot.pause()
        assert table.view(None).over
        assert "is over. Press n for the next one." in text_of(app)

    visit(watching(table_of), steps)


async def _step(pilot: Pilot[int], table: LocalTable, key: str) -> None:
    """A key makes exactly one move."""
    before = len(table.record.splitlines()), len(table.view(None).events)
    await pilot.press(key)
    await until(lambda: len(table.view(None).events) > before[1])
    assert table.paused


def test_the_next_deal_comes_by_key_or_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bornes.terminal.screens.watch_screen.DEAL_PAUSE_SECONDS", 0.05)

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        table = on(app).table
        await pilot.press("n")
        assert table.number == 1  # it is not over
        table.resume()
        await until(lambda: table.number >= 2)

    visit(watching(table_of, deals=None), steps)


def test_after_the_last_deal_that_was_asked_for_none_begins_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[object] = []

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        monkeypatch.setattr(on(app), "set_timer", lambda *timer: timers.append(timer))
        table = on(app).table
        table.resume()
        await table.wait_for_decision()
        await pilot.pause()
        assert "The deal is over" in text_of(app)
        assert not timers
        await pilot.press("n")
        assert table.number == 2

    visit(watching(table_of, deals=1), steps)


def test_the_pace_is_changed_by_keys() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        table = on(app).table
        await pilot.press("minus")
        assert table.pace == 1.5
        await pilot.press("plus", "plus")
        assert table.pace == 0.4
        assert "0.4 s" in text_of(app)

    visit(watching(lambda: table_of(pace=0.8)), steps)


def test_paces_end_somewhere() -> None:
    assert slower(PACE_STEPS_SECONDS[-1]) == PACE_STEPS_SECONDS[-1]
    assert faster(PACE_STEPS_SECONDS[0]) == PACE_STEPS_SECONDS[0]
    assert faster(0.75) == 0.4


def test_hands_lie_open_or_covered() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        hand = on(app).table.open_view(0).hand
        names = {on(app).words.card(card) for card in hand}
        line = next(line for line in text_of(app).splitlines() if line.startswith((" ►Ada", "  Ada")))
        assert all(name[:4] in line for name in names)
        await pilot.press("o")
        covered = [line for line in text_of(app).splitlines() if line.startswith((" ►Ada", "  Ada"))]
        assert covered == [" ►Ada    " + " ".join(["▒▒"] * len(hand))]
        await pilot.press("o")
        assert line in text_of(app)

    visit(watching(table_of), steps)


@pytest.mark.parametrize(
    ("key", "page"),
    [("l", TextPage), ("s", ScorePadScreen), ("r", RulesScreen), ("i", HowToScreen), ("question_mark", KeysScreen)],
)
def test_pages_open_over_the_table_and_close_again(key: str, page: type[Screen[None]]) -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press(key)
        assert isinstance(app.screen, page)
        await pilot.press("escape")
        assert app.screen is on(app)

    visit(watching(table_of), steps)


def test_after_a_deal_the_pad_says_who_won_and_leads_back_or_out() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("end", "s")
        assert isinstance(app.screen, ScorePadScreen)
        assert app.screen.answers == (LOOK, LEAVE)
        text = " ".join(text_of(app).split())
        assert "The deal is over:" in text
        assert "most of it from" in text
        await pilot.press("left", "s")
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("s", "q")

    assert visit(replaying(played()), steps) == 0


async def until_over(app: OneScreenApp) -> None:
    """Let the bots play to the end of the deal."""
    table = on(app).table
    table.resume()
    await until(lambda: table.view(None).over)


def test_after_a_deal_that_is_watched_the_pad_leads_on() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await until_over(app)
        await pilot.press("s")
        assert isinstance(app.screen, ScorePadScreen)
        assert app.screen.answers == (NEXT, LOOK, LEAVE)
        await pilot.press("n")
        await until(lambda: on(app).table.number == 2)

    visit(watching(table_of), steps)


def test_after_what_was_watched_the_keys_and_the_pad_offer_what_can_be_done() -> None:
    async def short() -> LocalTable:
        rules = edition("parker-1962").rules(2).replace(game_goal=25)
        return await LocalTable.new(rules, [Seat(one, "sunday-driver") for one in NAMES[:2]], seed=7, pace=0.0)

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        assert "Space" in text_of(app).splitlines()[-1]
        await until_over(app)
        await pilot.pause()
        assert on(app).table.over
        last = text_of(app).splitlines()[-1]
        assert "Space" not in last
        assert "→" not in last
        assert "s sheet" in last
        assert "Press s for the score pad" in text_of(app)
        await pilot.press("s")
        assert isinstance(app.screen, ScorePadScreen)
        assert app.screen.answers == (LOOK, LEAVE)
        await pilot.press("q")

    assert visit(watching(short), steps, size=(100, 30)) == 0


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("escape", 0), ("ctrl+c", 130)])
def test_one_leaves(key: str, code: int) -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press(key)

    assert visit(watching(table_of), steps) == code


def test_keys_can_be_clicked_and_piles_mean_nothing() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        screen = on(app)
        areas = {area.action: area for area in screen.query_one(SpectatorBoard).canvas.click_areas}
        await pilot.click(SpectatorBoard, offset=(areas["open"].x + 1, areas["open"].y))
        assert not screen.hands_open
        await pilot.click(SpectatorBoard, offset=(areas["draw"].x + 1, areas["draw"].y))
        assert screen.table.view(None).turns == 1

    visit(watching(table_of), steps)


def test_a_window_that_is_too_small_says_so_and_comes_back() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        before = text_of(app)
        await pilot.resize_terminal(20, 6)
        assert "Ada" not in text_of(app)
        await pilot.resize_terminal(80, 24)
        assert text_of(app) == before

    visit(watching(table_of), steps)


# --- The drawing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "form"), all_forms(), ids=str)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_nothing_is_written_outside_of_the_canvas_in_any_form_language_and_look(
    book: Any, form: Any, size: tuple[int, int]
) -> None:
    rules = book.rules(form.players, partners=form.partners, short=form.short)
    game = Game(rules, seed=7, names=NAMES[: form.players])
    driver = bot("sunday-driver", seed=1)
    for _ in range(25):
        if game.deal.seat is not None:
            game.play(driver.choose(game.deal.view(game.deal.seat)))
    for lang, look in (("en", Theme()), ("fr", Theme(colour=False, boxes=False))):
        canvas = draw_spectator_table(_spectator_scene(game, Translator.of(game, lang), look), *size)
        assert canvas.overflow == []
        assert look.boxes or str(canvas).isascii()


def _spectator_scene(game: Game, words: Translator, look: Theme) -> SpectatorScene:
    rules, timeline = game.rules, Timeline(game)
    scene = Scene(view=timeline.view(timeline.last), seats=(), words=words, look=look, totals=(0,) * rules.teams)
    said = [ReviewRemark("a sentence that is somewhat long " * number, "warning") for number in range(1, 6)]
    chances = [ChancesCurve(team, (0.5, None, 1.0), 1, "33.3 %", {2: "attack"}) for team in range(rules.teams)]
    return SpectatorScene(scene, "A heading", timeline.hands(timeline.last), said, chances)


def test_a_curve_fills_its_width_however_many_chances_there_are() -> None:
    assert draw_curve([0.0, 0.5, 1.0], 3) == "▁▅█"
    assert draw_curve([0.0, None, 1.0], 6) == f"▁▁{UNKNOWN}{UNKNOWN}██"
    assert draw_curve([0.0, 1.0], 2, ASCII_LEVELS) == "_#"
    many = [number / 100 for number in range(100)]
    assert len(draw_curve(many, 40)) == 40
    assert list(draw_curve(many, 40)) == sorted(draw_curve(many, 40), key=BLOCK_LEVELS.index)
    assert draw_curve([], 10) == ""


@pytest.mark.parametrize(("count", "width"), [(3, 10), (100, 40), (41, 40), (1, 1), (1, 9), (40, 40)])
def test_every_chance_has_its_place_on_the_curve(count: int, width: int) -> None:
    places = [curve_column(number, count, width) for number in range(count)]
    assert places == sorted(places)
    assert len(set(places)) == min(count, width)
    for number, place in enumerate(places):
        only = [1.0 if other == number else None for other in range(count)]
        assert count > width or draw_curve(only, width)[place] == BLOCK_LEVELS[-1]


# --- The timeline ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["parker-1962", "asmodee"])
def test_every_moment_of_the_timeline_is_what_the_deal_was_then(name: str) -> None:
    game = played(2, name, 1)
    timeline, deal = Timeline(game), game.deals[0]
    again = Game(game.rules, seed=7, names=game.names)
    at = timeline.first
    for number in range(len(deal.moves) + 1):
        assert at == ReplayMoment(1, number)
        assert timeline.view(at) == again.deal.view(None)
        assert timeline.hands(at) == tuple(again.deal.view(seat).hand for seat in range(2))
        assert timeline.totals(at) == timeline.sheet(at).totals == again.totals
        if number < len(deal.moves):
            again.play(deal.moves[number].notation)
        at = timeline.after(at)
    assert timeline.totals(timeline.last) == game.totals


def test_the_timeline_goes_there_and_back() -> None:
    timeline = Timeline(played())
    seen = [timeline.first]
    while timeline.after(seen[-1]) != seen[-1]:
        seen.append(timeline.after(seen[-1]))
    assert seen[-1] == timeline.last
    assert len(seen) == sum(len(deal.moves) + 1 for deal in timeline.game.deals)
    for later, earlier in zip(reversed(seen), reversed(seen[:-1]), strict=False):
        assert timeline.before(later) == earlier
    assert timeline.before(timeline.first) == timeline.first


# --- Replaying ---------------------------------------------------------------------------------------------


def replaying(game: Game, lang: str = "en", *, review: bool = False) -> Callable[[Theme], Awaitable[Screen[None]]]:
    """Shows a game; the review is quick and rough, where it is wanted."""

    async def show(look: Theme) -> ReplayScreen:
        screen = ReplayScreen(game, Translator.of(game, lang), look, care=0.1)
        if not review:
            screen.review._pending.clear()
        return screen

    return show


def replay_on(app: OneScreenApp) -> ReplayScreen:
    """The screen that was opened first."""
    screen = app.screen_stack[1]
    assert isinstance(screen, ReplayScreen)
    return screen


def test_keys_go_by_move_and_by_deal_and_to_both_ends() -> None:
    game = played()
    first, second = (len(deal.moves) for deal in game.deals)
    way = [
        ("right", ReplayMoment(1, 1)),
        ("enter", ReplayMoment(1, 2)),
        ("left", ReplayMoment(1, 1)),
        ("backspace", ReplayMoment(1, 0)),
        ("left", ReplayMoment(1, 0)),
        ("down", ReplayMoment(2, 0)),
        ("left", ReplayMoment(1, first)),
        ("up", ReplayMoment(1, 0)),
        ("pagedown", ReplayMoment(2, 0)),
        ("pagedown", ReplayMoment(2, second)),
        ("right", ReplayMoment(2, second)),
        ("pageup", ReplayMoment(2, 0)),
        ("pageup", ReplayMoment(1, 0)),
        ("end", ReplayMoment(2, second)),
        ("home", ReplayMoment(1, 0)),
    ]

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        for key, at in way:
            await pilot.press(key)
            assert replay_on(app).at == at, key
        assert "Before the first move." in text_of(app)

    visit(replaying(game), steps)


@pytest.mark.parametrize("name", ["parker-1962", "asmodee"])
def test_a_replay_counts_the_points_as_the_game_did(name: str) -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press(*["right"] * 36)
        screen = replay_on(app)
        scene = screen.scene().scene
        counted = screen.timeline.totals(screen.at)
        assert any(counted)
        assert not scene.view.over
        lines = text_of(app).splitlines()
        for team, points in enumerate(counted):
            if scene.view.rules.game_goal:
                assert any(f" {points} points " in line for line in lines), team
            lanes = [line for line in lines if line.startswith(f" {NAMES[team]} ") and "■►" in line]
            assert [lane.split()[-1] for lane in lanes] == [str(scene.view.progress(team))]

    visit(replaying(played(2, name, 1)), steps)


def test_it_plays_by_itself_and_stops_at_the_end() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        screen = replay_on(app)
        await pilot.press("end", "left", "left", "left")
        assert screen.at != screen.timeline.last
        screen.pace = 0.0
        await pilot.press("space")
        await until(lambda: screen.at == screen.timeline.last)
        await pilot.press("home", "space")
        assert " stop" in text_of(app)
        await pilot.press("space")
        assert "autoplay" in text_of(app)
        await pilot.press("minus", "plus")

    visit(replaying(played()), steps)


def test_the_review_comes_beside_and_m_jumps_from_mark_to_mark() -> None:
    game = played()

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        screen = replay_on(app)
        await pilot.press("m")
        await until(lambda: screen.review.done)
        assert set(screen.review.verdicts) == {
            ReplayMoment(number, move + 1)
            for number, deal in enumerate(game.deals, 1)
            for move in range(len(deal.moves))
        }
        marked = [at for at, verdict in sorted(screen.review.verdicts.items()) if verdict.marked]
        assert marked, "Sunday drivers make mistakes"
        await pilot.press("home")
        for at in [*marked, marked[0]]:
            await pilot.press("m")
            assert screen.at == at
        _tells(text_of(app), screen.words, screen.review.verdicts[marked[0]])

    visit(replaying(game, review=True), steps, size=(100, 30))


def _tells(text: str, words: Translator, verdict: Verdict) -> None:
    assert words.seat(verdict.seat) + ": " + words.move(verdict.move, verdict.phase) in text
    assert words.percent(verdict.before) in text
    assert any(mark in text for mark in ("?!", "?", "??"))
    assert sum(text.count(block) for block in BLOCK_LEVELS) > 10


def test_the_deal_that_is_looked_at_is_judged_first() -> None:
    async def go() -> None:
        review = BackgroundReview(played(), lambda: None, care=0.1)
        review.start()
        await until(lambda: len(review.verdicts) >= 3)
        review.deal = 2
        await until(lambda: max(review.verdicts).deal == 2)
        assert sum(at.deal == 1 for at in review.verdicts) < len(played().deals[0].moves)
        review.stop()

    asyncio.run(go())


def test_leaving_stops_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played()
    thinkers = ThreadBotRunner()  # its own: what other tests left thinking is none of its business
    monkeypatch.setattr(review_timeline, "BOT_RUNNER", thinkers)

    async def go() -> None:
        calls: list[int] = []
        review = BackgroundReview(game, lambda: calls.append(1), care=0.1)
        review.start()
        await until(lambda: thinkers.busy > 0)
        review.stop()
        before = len(calls)
        await until(lambda: thinkers.busy == 0)  # what was under way has come to its end
        await asyncio.sleep(0)
        assert len(calls) == before
        assert not review.done

    asyncio.run(go())


def test_nothing_to_jump_to_is_told() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        screen = replay_on(app)
        screen.review.stop()
        screen.review.verdicts.clear()
        await pilot.press("m")
        assert screen.at == ReplayMoment(1, 0)

    visit(replaying(played()), steps)


@pytest.mark.parametrize(
    ("key", "page"),
    [("l", TextPage), ("s", ScorePadScreen), ("r", RulesScreen), ("i", HowToScreen), ("question_mark", KeysScreen)],
)
def test_pages_open_over_the_replay_too(key: str, page: type[Screen[None]]) -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("end", key)
        assert isinstance(app.screen, page)
        await pilot.press("escape", "o")
        assert not replay_on(app).hands_open

    visit(replaying(played(), "fr"), steps)


def test_what_is_told_takes_the_place_of_what_was_told_before() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("<", "<", "m")
        assert ["no comments" in str(note.message) for note in app._notifications] == [True]

    visit(replaying(played()), steps)


def with_a_coup() -> Game:
    """A game in which the fourth move is a coup fourré, and the fifth one drives."""
    game = game_of(rules_of("parker-1962"), "roll stop", "roll priority", draw="25 25 25 25 25", names=NAMES[:2])
    for move in ("roll", "roll", "stop>B", "coup", "25"):
        game.play(move)
    return game


def test_in_a_replay_too_a_coup_fourre_is_celebrated() -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("right", "right", "right", "right")
        assert "C O U P" in text_of(app)
        await until(lambda: "C O U P" not in text_of(app))

    visit(replaying(with_a_coup()), steps)


@pytest.mark.parametrize("key", ["right", "left", "end", "home"])
def test_a_replay_celebrates_only_the_step_that_was_just_made(key: str) -> None:
    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("right", "right", "right", "right")
        assert replay_on(app).scene().scene.banner is not None
        await pilot.press(key)
        assert replay_on(app).scene().scene.banner is None
        await pilot.press("home", "end")  # past the coup fourré, which is not what led there
        assert replay_on(app).scene().scene.banner is None

    visit(replaying(with_a_coup()), steps)


def test_the_first_step_of_a_replay_is_celebrated_too() -> None:
    """End at once shows who arrived last, and none of the coups fourrés on the way."""
    rules = rules_of("parker-1962", target=50)
    game = game_of(rules, "roll stop", "roll priority 25 25", draw="75 75 75 75 75", names=NAMES[:2])
    for move in ("roll", "roll", "stop>B", "coup", "25", "-75", "25", "finish"):
        game.play(move)

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("end")
        banner = replay_on(app).scene().scene.banner
        assert banner is not None
        assert banner.title == "Arrival!"
        assert banner.lit

    visit(replaying(game), steps)


def test_a_record_that_breaks_off_is_replayed_as_far_as_it_goes() -> None:
    game = Game(seed=7, names=("Ada", "Bob"))
    game.play(next(iter(game.deal.legal_moves)))
    again = Game.replay(game.record)

    async def steps(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("end")
        assert replay_on(app).at == ReplayMoment(1, 1)
        await pilot.press("down")
        assert replay_on(app).at == ReplayMoment(1, 1)

    visit(replaying(again), steps)
    empty = Game.replay(Game(seed=7, names=("Ada", "Bob")).record)

    async def nothing(app: OneScreenApp, pilot: Pilot[int]) -> None:
        await pilot.press("right", "down", "m", "space")
        assert replay_on(app).at == ReplayMoment(1, 0)

    visit(replaying(empty), nothing)
