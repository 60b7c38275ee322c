"""The screens around the table: questions, pages to look things up, the new game.  Every key, and the mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList

from bornes import Card, Game, edition
from bornes.bots import ROSTER
from bornes.engine.codes import COUP
from bornes.game.deal import View
from bornes.game.moves import Move
from bornes.game.position import Window
from bornes.guide.descriptions import edition_summary, form_summary, rule_sentence
from bornes.i18n import Translator
from bornes.rules.editions import EDITION_NAMES, all_forms
from bornes.rules.ruleset import FIELDS, parse_value
from bornes.terminal.ascii_output import to_ascii
from bornes.terminal.phrases import as_sentence
from bornes.terminal.preferences import PlayOptions, Preferences, load_preferences
from bornes.terminal.screens.base_app import AsciiFilter
from bornes.terminal.screens.dialogs import Dialog, HazardAnswer, QuitDialog, ReadyDialog, TeamDialog, WindowDialog
from bornes.terminal.screens.game_form import ask_rule_value
from bornes.terminal.screens.help_pages import KEYS, HowToScreen, KeysScreen, RulesScreen, WhyScreen, why_entries
from bornes.terminal.screens.new_game_screen import NewGameScreen
from bornes.terminal.screens.pages import InputPage, ListPage, PickPage, TextPage
from bornes.terminal.screens.score_pad_screen import ScorePadScreen
from tests.support.hall import NOTHING, Hall, answer_of, shown_on, text_of, visit
from tests.support.pilots import driven
from tests.support.scenes import piles, rules_of, scene

WORDS = Translator("en", "parker-1962", ["Ada", "Bob"])


# --- Any window ---


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (3, 3), (5, 1), (2, 20), (40, 2)])
@pytest.mark.parametrize(
    "make",
    [
        lambda: WhyScreen(Game(seed=7).deal.view(0), WORDS),
        lambda: KeysScreen(WORDS),
        lambda: HowToScreen(rules_of("parker-1962"), WORDS),
        lambda: NewGameScreen(PlayOptions()),
        lambda: QuitDialog(WORDS),
    ],
    ids=["why", "keys", "how to play", "new game", "leaving"],
)
def test_pages_come_to_rest_in_a_window_that_shows_nothing(
    make: Callable[[], Screen[Any]], size: tuple[int, int]
) -> None:
    shown_on(make(), "down", size=size)


# --- Questions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "leaves"),
    [(["y"], True), (["enter"], True), (["n"], False), (["escape"], False), (["down", "enter"], False)],
)
def test_leaving_is_asked_about_and_escape_stays(keys: list[str], leaves: bool) -> None:
    assert answer_of(QuitDialog(WORDS), *keys) is leaves


def test_nobody_is_promised_a_game_that_could_not_be_saved() -> None:
    shown = shown_on(QuitDialog(WORDS, lost=True))
    assert "could not be saved" in shown
    assert "is saved" not in shown
    assert "save and leave" not in shown
    assert answer_of(QuitDialog(WORDS, lost=True), "enter") is False
    assert answer_of(QuitDialog(WORDS, lost=True), "y") is True


def test_a_key_that_means_nothing_answers_nothing() -> None:
    assert answer_of(QuitDialog(WORDS), "x", "7", "tab", "f5") is NOTHING


def test_a_click_answers() -> None:
    async def steps(app: Hall, pilot: Pilot[None]) -> Any:
        await pilot.click(OptionList, offset=(3, 1))
        return app.answer

    assert visit(QuitDialog(WORDS), steps) is False


@pytest.mark.parametrize("theme", ["textual-dark", "ansi-dark"])
def test_the_screen_is_covered_until_the_next_player_is_ready(theme: str) -> None:
    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        app.theme = theme
        await pilot.pause()
        assert "SECRET" in text_of(app)  # as other questions leave it
        app.push_screen(ReadyDialog("Bob", WORDS), app.got)
        await pilot.press("escape", "x")
        assert "Bob, press Enter when you are ready." in text_of(app)
        assert "SECRET" not in text_of(app)
        assert app.answer is NOTHING
        await pilot.press("enter")
        assert app.answer is None

    visit(QuitDialog(WORDS), steps)


def test_a_target_is_chosen_by_its_letter_or_seat_and_escape_hits_nobody() -> None:
    words = Translator("en", "parker-1962", ["Ada", "Bob", "Cid"])
    assert answer_of(TeamDialog(Card.STOP, [1, 2], words), "c") == 2
    assert answer_of(TeamDialog(Card.STOP, [1, 2], words), "enter") == 1
    assert answer_of(TeamDialog(Card.STOP, [1, 2], words), "escape") is None
    assert answer_of(TeamDialog(Card.STOP, [1, 2], words), "a") is NOTHING
    assert answer_of(TeamDialog(Card.STOP, [1, 2], words), "3") == 2  # by the seat, as elsewhere
    assert answer_of(TeamDialog(Card.STOP, [1, 2], words), "1") is NOTHING


WINDOW = Window(0, 1, Card.STOP)


COUPS = [HazardAnswer(1, Move(COUP))]


def test_a_hazard_is_asked_about_with_the_answers_that_are_possible_whoever_holds_what() -> None:
    dialog = WindowDialog(WINDOW, COUPS, WORDS)
    assert [one.key for one in dialog.choices] == ["p", "c"]
    assert answer_of(dialog, "c") == HazardAnswer(1, Move(COUP))
    for keys in (["p"], ["enter"], ["escape"]):
        assert answer_of(WindowDialog(WINDOW, COUPS, WORDS), *keys) is None


def test_where_play_is_fast_a_remedy_answers_too() -> None:
    dialog = WindowDialog(WINDOW, [*COUPS, HazardAnswer(1, Move.lay(Card.ROLL))], WORDS)
    assert answer_of(dialog, "2") == HazardAnswer(1, Move.lay(Card.ROLL))


def test_several_at_the_keyboard_answer_by_number() -> None:
    words = Translator("en", "parker-1962", ["Ada", "Bob", "Cid", "Dan"], 2)
    assert answer_of(WindowDialog(WINDOW, [*COUPS, HazardAnswer(3, Move(COUP))], words), "2") == (3, Move(COUP))


# --- Pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "key"),
    [
        (lambda: KeysScreen(WORDS), "question_mark"),
        (lambda: HowToScreen(rules_of("parker-1962"), WORDS), "i"),
        (lambda: RulesScreen(rules_of("parker-1962"), WORDS), "r"),
        (lambda: WhyScreen(Game(seed=7).deal.view(0), WORDS), "w"),
    ],
)
def test_escape_and_the_key_that_opened_a_page_close_it(page: Callable[[], Screen[None]], key: str) -> None:
    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        assert app.answer is NOTHING
        await pilot.press(key)
        assert app.answer is None
        app.answer = NOTHING
        app.push_screen(page(), app.got)
        await pilot.press("escape")
        assert app.answer is None

    visit(page(), steps)


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("fr", (120, 40))])
def test_all_keys_are_told_on_one_page(lang: str, size: tuple[int, int]) -> None:
    words = Translator(lang, "parker-1962")
    text = shown_on(KeysScreen(words), size=size)
    for _, meaning in KEYS:
        assert words.gettext(meaning, deal=words.term("deal"))[:30] in text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_in_a_narrow_window_what_a_key_does_stays_beside_it(lang: str) -> None:
    words = Translator(lang, "parker-1962")
    long = ("x", "word " * 20)
    text = shown_on(KeysScreen(words, (("left / right", "short"), long), mouse=None), size=(60, 20))
    columns = {line.index("word") for line in text.splitlines() if "word" in line}
    assert columns == {next(line.index("short") for line in text.splitlines() if "short" in line)}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", EDITION_NAMES)
def test_how_to_play_can_be_read_to_its_end(name: str, lang: str) -> None:
    words = Translator(lang, name)
    screen = HowToScreen(rules_of(name), words)
    beginning, end = shown_on(screen), shown_on(HowToScreen(rules_of(name), words), "end")
    assert words.edition_title(name) in beginning
    assert words.gettext("The aim") in beginning
    assert words.gettext("An example") in end


def test_the_page_of_keys_leads_to_how_to_play_where_a_game_is_on() -> None:
    assert "The aim" in shown_on(KeysScreen(WORDS, rules=rules_of("parker-1962")), "i")
    assert "The aim" not in shown_on(KeysScreen(WORDS), "i")


@pytest.mark.parametrize(("book", "form"), all_forms(), ids=str)
def test_every_rule_of_every_form_has_a_line_with_its_value_and_its_clause(book: Any, form: Any) -> None:
    rules = book.rules(form.players, partners=form.partners, short=form.short)
    words = Translator("en", book.name)
    page = RulesScreen(rules, words)
    assert len(page.entries) == len(FIELDS) - 1
    for field, entry in zip(FIELDS[1:], page.entries, strict=True):
        clause = book.source(rules, field)
        assert entry.line.plain.startswith(words.rule(field))
        assert entry.line.plain.endswith(clause)
        assert clause in entry.details


def test_a_house_rule_is_told_as_one() -> None:
    page = RulesScreen(
        rules_of("parker-1962", target=600, extension=False, extension_points=0, extension_fails_on_exhaustion=False),
        WORDS,
    )
    line = next(one for one in page.entries if one.line.plain.startswith("Length of the trip"))
    assert "600 miles" in line.line.plain
    assert line.line.plain.endswith("house rule")


def test_rules_are_searched() -> None:
    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        page = app.shown
        assert isinstance(page, ListPage)
        await pilot.press("slash", *"spare")
        assert 0 < len(page.shown) < len(page.entries)
        assert all("spare" in f"{one.line.plain} {one.details}".lower() for one in page.shown)
        await pilot.press(*"zzz")
        assert "Nothing found." in text_of(app)
        await pilot.press("enter", "escape")
        assert page.shown == page.entries
        assert app.answer is NOTHING
        await pilot.press("escape")
        assert app.answer is None

    visit(RulesScreen(rules_of("parker-1962"), WORDS), steps)


def test_letters_come_faster_than_a_search_can_show() -> None:
    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        assert app.shown is not None
        await pilot.press("slash")
        search = app.shown.query_one(Input)
        for typed in ("s", "sh", "shzq"):
            search.value = typed
        await pilot.pause()
        assert "Nothing found." in text_of(app)

    visit(RulesScreen(rules_of("parker-1962"), WORDS), steps)


def test_every_card_of_the_hand_says_what_it_can_do_or_why_not_with_the_clause() -> None:
    deal = scene(rules_of("parker-1962"), hand="200 stop roll gas", tables={1: piles("roll")})
    entries = {one.line.plain.splitlines()[0]: one for one in why_entries(deal.view(0), WORDS)}
    assert set(entries) == {"200", "Stop", "Roll", "Gasoline"}
    assert "✗ You cannot drive yet: you need a Roll card first (P62-33)." in entries["200"].line.plain
    assert entries["200"].details.startswith("P62-33  ")
    assert "✓ lay Stop on Bob · discard Stop" in entries["Stop"].line.plain
    assert "✓ play Roll · discard Roll" in entries["Roll"].line.plain
    assert "Out of Gas" in entries["Gasoline"].line.plain


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_why_is_told_at_every_decision_of_a_deal_and_agrees_with_what_is_legal(name: str) -> None:
    game = Game(name, seed=3)
    words = Translator("en", name)
    for _ in range(60):
        seat = game.deal.seat
        if seat is None:
            break
        view = game.deal.view(seat)
        _agrees(view, words)
        game.play(list(game.deal.legal_moves)[-1])


def _agrees(view: View, words: Translator) -> None:
    told = "\n".join(one.line.plain for one in why_entries(view, words))
    for move in view.legal_moves:
        assert words.move(move, view.phase) in told


def test_who_is_not_asked_is_told_so() -> None:
    game = Game(seed=7)
    other = 1 - (game.deal.seat or 0)
    assert all("not your turn" in one.details for one in why_entries(game.deal.view(other), WORDS))


def test_a_long_page_scrolls_to_its_end() -> None:
    text = Text("\n".join(f"line {number}" for number in range(1, 100)))
    assert "line 99" in shown_on(TextPage("long", text, WORDS), "end")
    assert "Esc back" in shown_on(TextPage("long", text, WORDS))


# --- A new game --------------------------------------------------------------------------------------------


def begun(*keys: str, choices: Preferences | None = None, lang: str = "en") -> Any:
    """What the new game screen gives after these keys."""
    return answer_of(NewGameScreen(PlayOptions(choices=choices or Preferences(), lang=lang)), *keys)


def chosen(*keys: str, choices: Preferences | None = None) -> Preferences:
    """What is chosen after these keys, and would be begun."""
    options = begun(*keys, "s", choices=choices)
    assert isinstance(options, PlayOptions)
    assert options.begin
    return options.choices


def test_enter_begins_what_was_played_the_last_time() -> None:
    last = Preferences(edition="dujardin", players=4).with_edition("dujardin")
    options = begun("enter", choices=last)
    assert options.begin
    assert options.choices == last
    assert load_preferences() == last


@pytest.mark.parametrize("key", ["escape", "q"])
def test_leaving_begins_nothing_and_remembers_nothing(key: str) -> None:
    assert begun("home", "right", key) is None
    assert load_preferences() == Preferences()


def test_arrows_go_through_the_editions_and_round_and_the_forms_follow() -> None:
    screen = NewGameScreen(PlayOptions(choices=Preferences(players=6, partners=True)))

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        for name in (*EDITION_NAMES, EDITION_NAMES[0]):
            assert screen.choices.edition == name
            counts = [form.players for form in screen.choices.forms()]
            assert screen.choices.players == min(counts, key=lambda many: abs(many - 6))
            screen.choices.rules()
            await pilot.press("right")
        await pilot.press("left", "left")
        assert screen.choices.edition == EDITION_NAMES[-1]

    visit(screen, steps)


def test_enter_offers_all_forms_and_takes_one() -> None:
    found = chosen("home", "down", "enter", "down", "enter")
    assert found.players == 3


def test_a_form_that_the_edition_does_not_know_becomes_the_nearest() -> None:
    assert chosen(choices=Preferences(edition="asmodee", players=8)).players == 6


def test_who_sits_where_is_picked_with_arrows_or_from_a_list() -> None:
    screen = NewGameScreen(PlayOptions())

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("home", "down", "down", "down", "right")
        assert screen.choices.seats()[1].bot == "tuned"
        await pilot.press("enter", "home", "enter")
        assert screen.choices.seats()[1].here
        await pilot.press("up", "left")
        assert screen.choices.seats()[0].bot is not None

    visit(screen, steps)


def test_a_list_of_players_tells_their_titles_and_characters() -> None:
    text = shown_on(NewGameScreen(PlayOptions()), "home", *["down"] * 3, "enter", "end", "up")
    assert "The Champion" in text
    assert "Imagines what cannot be seen" in text


def details(choices: Preferences, key: str, lang: str = "en", size: tuple[int, int] = (80, 24)) -> str:
    """What is said below the list while a row is marked, as it is shown."""
    screen = NewGameScreen(PlayOptions(choices=choices, lang=lang))

    async def steps(app: Hall, pilot: Pilot[None]) -> str:
        screen.change(screen.choices, key)
        await pilot.pause()
        return " ".join(text_of(app).split())

    return visit(screen, steps, size)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", EDITION_NAMES)
def test_the_marked_edition_and_form_say_what_they_are_like(name: str, lang: str) -> None:
    words = Translator(lang, name)
    for form in edition(name).forms:
        choices = Preferences(edition=name).with_form(form)
        assert _flat(edition_summary(words, name)) in details(choices, "edition", lang)
        assert _flat(form_summary(words, choices.rules())) in details(choices, "form", lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_marked_bot_says_what_it_is_like_and_how_strong(lang: str) -> None:
    words = Translator(lang)
    for place, one in enumerate(ROSTER, 1):
        said = details(Preferences(bots=(None, one.name)), "seat1", lang)
        assert _flat(words.gettext(one.line)) in said
        assert as_sentence(words.gettext("strength {place} of {count}", place=place, count=len(ROSTER))) in said


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_marked_house_rule_says_what_it_means(lang: str) -> None:
    words = Translator(lang)
    house = (("free_discard", "false"), ("hand_size", "5"), ("shut_out_rule", "stacked"))
    for field, value in house:
        said = details(Preferences(house=house), f"house-{field}", lang)
        assert _flat(rule_sentence(words, field, parse_value(field, value))) in said


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_i_shows_how_to_play_what_is_chosen_unless_it_cannot_be_played() -> None:
    house = (("hand_size", "5"),)
    text = shown_on(NewGameScreen(PlayOptions(choices=Preferences(edition="asmodee", house=house))), "i")
    assert "How to play: Asmodee, The Great Classic, 2 players" in text
    assert "everyone gets 5" in text
    wrong = Preferences(house=(("take_discard", "true"),))
    assert "How to play:" not in shown_on(NewGameScreen(PlayOptions(choices=wrong)), "i")


def test_a_seat_gets_a_name_and_a_wrong_one_is_refused() -> None:
    screen = NewGameScreen(PlayOptions())

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("home", "down", "down", "e", *"Zoe", "enter")
        assert screen.choices.seats()[0].name == "Zoe"
        await pilot.press("enter", "end", "enter")
        app.screen.query_one(Input).value = "Boris"
        await pilot.press("enter")
        assert "all different" in text_of(app)
        app.screen.query_one(Input).value = ""
        await pilot.press("enter")
        assert screen.choices.seats()[0].name == "Player 1"

    visit(screen, steps)


def test_a_bot_with_options_from_the_command_line_stays() -> None:
    given = Preferences(bots=(None, "champion:playouts=100"))
    assert chosen(choices=given).seats()[1].bot == "champion:playouts=100"


def test_the_pace_is_chosen() -> None:
    assert chosen("up", "right").pace == 1.5


def test_seconds_are_written_as_the_language_does() -> None:
    assert "0.8 s" in shown_on(NewGameScreen(PlayOptions()))
    assert "0,8\u202fs" in shown_on(NewGameScreen(PlayOptions(lang="fr")))


def test_without_people_the_bots_are_watched() -> None:
    text = shown_on(NewGameScreen(PlayOptions(choices=Preferences(bots=("random", "random")))))
    assert "watch the bots" in text


async def ask_for(app: Hall, pilot: Pilot[None], field: str) -> None:
    """Pick a rule from the list of those that can be changed; the mark is where house rules are added."""
    await pilot.press("enter")
    screen = app.screen_stack[-2]
    assert isinstance(screen, NewGameScreen)
    app.screen.query_one(OptionList).highlighted = screen.choices.unchanged_rules().index(field)
    await pilot.press("enter")


def test_a_house_rule_is_added_from_the_list_and_taken_away() -> None:
    screen = NewGameScreen(PlayOptions())

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("up", "up")
        await ask_for(app, pilot, "free_discard")
        await pilot.press("home", "enter")
        assert screen.choices.house == (("free_discard", "false"),)
        assert "Discarding while a card can be played: no" in text_of(app)
        await pilot.press("right")  # there is no other value that is a house rule
        assert screen.choices.house == (("free_discard", "false"),)
        await pilot.press("delete")
        assert not screen.choices.house

    visit(screen, steps)


def test_a_number_is_typed_and_what_is_wrong_with_it_is_said_on_the_spot() -> None:
    screen = NewGameScreen(PlayOptions())

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("up", "up")
        await ask_for(app, pilot, "game_goal")
        app.screen.query_one(Input).value = "many"
        await pilot.press("enter")
        assert "must be a whole number" in text_of(app)
        app.screen.query_one(Input).value = "3000"
        await pilot.press("enter")
        assert screen.choices.house == (("game_goal", "3000"),)
        await pilot.press("enter")
        assert app.screen.query_one(Input).value == "3000"

    visit(screen, steps)


def test_rules_that_cannot_be_played_together_are_told_and_not_begun() -> None:
    wrong = Preferences(house=(("take_discard", "true"),))
    text = shown_on(NewGameScreen(PlayOptions(choices=wrong)))
    assert "This cannot be played. Turns, at most: must be set" in text
    assert begun("enter", choices=wrong) is NOTHING
    assert begun("s", choices=wrong) is NOTHING
    right = Preferences(house=(("take_discard", "true"), ("turn_cap", "500")))
    assert isinstance(begun("enter", choices=right), PlayOptions)


def test_a_house_rule_that_says_what_is_printed_is_none() -> None:
    assert Preferences().with_house_rule("game_goal", "5000").house == ()
    changed = Preferences().with_house_rule("game_goal", "3000")
    assert changed.with_house_rule("game_goal", "5000").house == ()


class PrintedSetup:
    """A setup whose pages are answered with what they show first."""

    def __init__(self) -> None:
        self.choices = Preferences()
        self.words = Translator("en")
        self.asked: list[PickPage[Any] | InputPage] = []

    def change(self, choices: Preferences, key: str | None = None) -> None:
        """Keep them."""
        self.choices = choices

    def ask(self, page: Screen[Any], answered: Callable[[Any], None]) -> None:
        """Answer with what is marked or typed already."""
        assert isinstance(page, PickPage | InputPage)
        self.asked.append(page)
        answered(page.value if isinstance(page, InputPage) else list(page.values.values())[page.marked])


@pytest.mark.parametrize("field", Preferences().unchanged_rules())
def test_every_rule_can_be_asked_for_and_begins_as_it_is_printed(field: str) -> None:
    setup = PrintedSetup()
    ask_rule_value(setup, field)
    assert [page.heading for page in setup.asked] == [setup.words.rule(field)]
    assert setup.choices.house == ()
    page = setup.asked[0]
    if isinstance(page, InputPage):
        assert page.problem("nonsense") is not None
        assert page.problem(page.value) is None


def test_the_mouse_does_it_all() -> None:
    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        screen = app.shown
        assert isinstance(screen, NewGameScreen)
        await pilot.click(OptionList, offset=(20, 1))
        await pilot.click(app.screen.query_one(OptionList), offset=(5, 1))
        assert screen.choices.players == 3
        await pilot.click(
            screen.query_one(OptionList), offset=(20, screen.query_one(OptionList).virtual_size.height - 1)
        )
        assert isinstance(app.answer, PlayOptions)
        assert app.answer.choices.players == 3

    visit(NewGameScreen(PlayOptions()), steps)


@pytest.mark.parametrize(("lang", "size", "name"), [("en", (80, 24), "dujardin"), ("fr", (60, 20), "asmodee")])
def test_every_row_can_be_reached_in_every_size(lang: str, size: tuple[int, int], name: str) -> None:
    most = max(form.players for form in edition(name).forms)
    screen = NewGameScreen(PlayOptions(lang=lang, choices=Preferences(edition=name, players=most)))

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        words = screen.words
        assert words.edition_title(name) in text_of(app)
        await pilot.press("end")
        assert words.gettext("start") in text_of(app)

    visit(screen, steps, size)


# --- What all of them share --------------------------------------------------------------------------------


def every_dialog(words: Translator) -> list[Dialog[Any]]:
    """One of each kind."""
    return [
        QuitDialog(words),
        ReadyDialog("Bob", words),
        TeamDialog(Card.STOP, [0, 1], words),
        WindowDialog(WINDOW, COUPS, words),
    ]


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("fr", (40, 12))])
def test_questions_fit_whatever_the_window(lang: str, size: tuple[int, int]) -> None:
    for dialog in every_dialog(Translator(lang, "parker-1962", ["Ada", "Bob"])):
        heading = dialog.heading.split()[0]
        assert heading in shown_on(dialog, size=size)


def test_a_name_that_looks_like_markup_is_shown_as_it_is() -> None:
    words = Translator("en", "parker-1962", ["[red]Ada[/red]", "[b]"])
    assert "[b] wins the game." in shown_on(ScorePadScreen(Game(seed=7).score_sheet(), words.wins_game(1), words))
    assert "[b], press Enter" in shown_on(ReadyDialog("[b]", words))
    assert "[b]" in shown_on(TeamDialog(Card.STOP, [1], words))


def test_ascii_takes_as_many_cells_and_nothing_else() -> None:
    line = "╭─ Ada’s «hôte» … → ✓ œuf 100 % ≈ ▁▂█ ◂▸ 漢 ┃"
    assert to_ascii(line).isascii()
    assert len(to_ascii(line)) == len(line) + 1  # one character of double width
    assert to_ascii("Chloé") == "Chloe"


def test_a_screen_in_ascii_shows_nothing_else() -> None:
    class Plain(Hall):
        def get_line_filters(self) -> list[Any]:
            return [*super().get_line_filters(), AsciiFilter()]

    async def go() -> None:
        for screen in (
            NewGameScreen(PlayOptions(lang="fr")),
            RulesScreen(rules_of("dujardin"), Translator("fr", "dujardin")),
        ):
            async with driven(Plain(screen)) as pilot:
                assert text_of(pilot.app).isascii()

    asyncio.run(go())


def test_typing_into_a_line_takes_the_keys_of_the_page() -> None:
    def wrong(text: str) -> str | None:
        return "too long" if len(text) > 5 else None

    async def steps(app: Hall, pilot: Pilot[None]) -> None:
        await pilot.press(*"q s/")
        assert app.shown.query_one(Input).value == "q s/"
        await pilot.press(*"more")
        await pilot.press("enter")
        assert app.answer is NOTHING
        assert "too long" in text_of(app)
        await pilot.press(*["backspace"] * 4, "enter")
        assert app.answer == "q s/"

    visit(InputPage("A line", "", wrong, WORDS), steps)
