"""The home screen: what there is to do, and beside each choice a few sentences about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from ...bots.roster import BotSpec, strength_rank
from ...guide.descriptions import edition_summary, form_summary
from ...i18n import N_, Translator
from ...i18n.catalogs import available_languages
from ...store.saved_games import SavedGame, has_played_before, saved_games
from ..drawing.canvas import wrap
from ..drawing.theme import TEAM_STYLES, Theme
from ..phrases import bot_description, bot_place, form_words
from ..preferences import PlayOptions, default_preferences, has_preferences, save_preferences
from .base_app import DamageFound
from .dialogs import BrowserDialog, Dialog, DialogButton
from .help_pages import HowToScreen
from .widgets import BaseScreen, KeyLine, RowList

CONTINUE, PLAY, JOIN, WATCH, GAMES, HOWTO, LANGUAGE, BROWSER, LEAVE = (
    "continue",
    "play",
    "join",
    "watch",
    "games",
    "howto",
    "language",
    "browser",
    "leave",
)
"""What there is to do."""
OFFERS: dict[str, tuple[str, str]] = {
    CONTINUE: ("c", N_("Continue")),
    PLAY: ("p", N_("Play")),
    JOIN: ("j", N_("Join a table")),
    WATCH: ("w", N_("Watch")),
    GAMES: ("g", N_("My games")),
    HOWTO: ("i", N_("How to play")),
    LANGUAGE: ("l", N_("Language")),
    BROWSER: ("b", N_("Open in the browser")),
    LEAVE: ("q", N_("Leave")),
}
"""The key and the name of each choice."""
LANGUAGES = {"en": "English", "fr": "Français"}
"""What languages call themselves."""
ROOMY_ROWS = 36
"""From this height on, there is an empty row below each choice."""
LIST_WIDTH = 30
"""Columns of the choices."""
SIDE_BY_SIDE = 76
"""From so many columns on the sentences stand beside the choices, else below them."""


@dataclass(frozen=True, slots=True)
class HomeAnswer:
    """What somebody chose, and the options as they are then: the language may be another."""

    what: str
    options: PlayOptions
    saved: SavedGame | None = None
    """The game to continue."""


class LanguageDialog(Dialog[str | None]):
    """Asks which language to speak, the present one last; returns its code, or None for no other."""

    def __init__(self, words: Translator) -> None:
        known = sorted(available_languages(), key=lambda code: code == words.language)
        choices: list[DialogButton[str | None]] = [
            DialogButton(code[0], LANGUAGES.get(code, code), code) for code in known
        ]
        super().__init__(words.gettext("Language"), words.gettext("It is remembered for the next time."), choices, None)


class HomeScreen(BaseScreen[HomeAnswer]):
    """Offers what there is to do; does some of it itself, and is dismissed with the rest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, f"choose('{what}')") for what, (key, _) in OFFERS.items()),
        ("escape", "choose('leave')"),
    ]
    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen > Vertical { width: 100; max-width: 100%; height: auto; max-height: 100%; padding: 0 2; }
    HomeScreen #title { height: auto; margin-top: 1; }
    HomeScreen #subtitle { height: 1; margin-top: 1; }
    HomeScreen #road { height: 1; margin-bottom: 1; }
    HomeScreen Horizontal { height: auto; }
    HomeScreen OptionList, HomeScreen OptionList:focus {
        width: 30; height: auto; border: none; padding: 0; background: $background;
    }
    HomeScreen OptionList > .option-list--option-highlighted,
    HomeScreen OptionList:focus > .option-list--option-highlighted {
        background: $background; color: $foreground; text-style: none;
    }
    HomeScreen #about { width: 1fr; height: 13; border-left: solid $primary; padding: 0 0 0 2; }
    HomeScreen .footer { margin-top: 1; }
    HomeScreen.-narrow Horizontal { layout: vertical; }
    HomeScreen.-narrow OptionList, HomeScreen.-narrow OptionList:focus { width: 100%; }
    HomeScreen.-narrow #about { width: 100%; height: 6; border-left: none; border-top: solid $primary; padding: 0; }
    HomeScreen.-tight #about { height: 9; }
    HomeScreen.-roomy #about { height: 18; }
    HomeScreen.-low #title { margin-top: 0; }
    HomeScreen.-low #subtitle { display: none; }
    HomeScreen.-low .footer { margin-top: 0; }
    HomeScreen.-low.-narrow #about { height: 5; }
    HomeScreen.-low.-narrow #road { margin-bottom: 0; }
    .-ascii HomeScreen #about { border-left: ascii $primary; }
    .-ascii HomeScreen.-narrow #about { border-left: none; border-top: ascii $primary; }
    """

    def __init__(self, options: PlayOptions, look: Theme, marked: str | None = None) -> None:
        super().__init__()
        self.options = options
        self.look = look
        self.marked = marked
        """The choice that is marked at first; None for what is most likely meant."""
        self.saves: list[SavedGame] = []
        self.offers: list[str] = []
        self.first_choice = not has_preferences()
        """Whether nobody has chosen anything here yet."""
        self.first_time = self.first_choice and not has_played_before()
        """Whether nobody has played here yet."""

    @property
    def words(self) -> Translator:
        """The words of the edition that was chosen last."""
        return Translator(self.options.lang, self.options.choices.edition)

    # -- the screen ----------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the title, the choices with the sentences beside them, and the keys."""
        with Vertical():
            yield Static(id="title")
            yield Static(id="subtitle")
            yield Static(id="road")
            with Horizontal():
                yield RowList()
                yield Static(id="about")
            yield KeyLine()

    def on_mount(self) -> None:
        """Look which games there are, and give the keys to the list."""
        self._look_at_saves()
        self._show(self.marked or self._most_likely())
        self.query_one(OptionList).focus()

    def _look_at_saves(self) -> None:
        found, damaged = saved_games()
        self.saves = [one for one in found if one.held_by is None]
        self.post_message(DamageFound(damaged, self.words))

    def _most_likely(self) -> str:
        if self.saves:
            return CONTINUE
        return HOWTO if self.first_time else PLAY

    def on_resize(self, event: events.Resize) -> None:
        """Put the sentences where there is room, and draw title and road as large as they can be."""
        self.set_class(event.size.width < SIDE_BY_SIDE, "-narrow")
        self.set_class(event.size.height < 24, "-low")
        self.set_class(event.size.height >= ROOMY_ROWS, "-roomy")
        tall_title = not self.look.boxes and event.size.height < ROOMY_ROWS
        self.set_class(tall_title and event.size.width >= SIDE_BY_SIDE, "-tight")
        self._show(self._marked() or self.marked or self._most_likely())

    def _draw_title(self, width: int, height: int) -> None:
        self.query_one("#title", Static).update(title(width, height, self.look))
        self.query_one("#road", Static).update(road(min(width, 100) - 4, self._ways(), self.look))

    def _ways(self) -> list[float]:
        """Return how far the cars of the game that waits have come; a car at the start where none does."""
        if not self.saves or self.saves[0].table.deal is None:
            return [0.0]
        table = self.saves[0].table
        view = table.view(None)
        assert view is not None
        return [one.miles / max(1, view.target) for one in view.tables]

    def _show(self, marked: str | None) -> None:
        """Write everything in the language that is chosen now."""
        words, listed = self.words, self.query_one(OptionList)
        self.offers = [what for what in OFFERS if what != CONTINUE or self.saves]
        listed.set_options(self._line(what) for what in self.offers)
        listed.highlighted = self.offers.index(marked) if marked in self.offers else 0
        self._stress_marked()
        subtitle = words.gettext("The card race of 1000 milestones, by five rulebooks.")
        self.query_one("#subtitle", Static).update(Text(subtitle, "italic"))
        footer = words.gettext("↑ ↓ choose · Enter or the letter: go there · Esc leave")
        self.query_one(KeyLine).update(footer)
        self._draw_title(*self.app.size)
        self._show_about()

    def _marked(self) -> str | None:
        at = self.query_one(OptionList).highlighted
        return self.offers[at] if at is not None and at < len(self.offers) else None

    def _line(self, what: str, marked: bool = False) -> Text:
        """Return a choice with its key; a marked one is turned around."""
        key, label = OFFERS[what]
        text = self.words.gettext(label)
        gap = "\n" if self.app.size.height >= ROOMY_ROWS else ""
        if marked:
            return Text.assemble((f" {key}  {text}".ljust(LIST_WIDTH - 2), "bold reverse"), gap)
        return Text.assemble((f" {key} ", self.look.style("key")), " ", text, gap)

    def _stress_marked(self) -> None:
        listed = self.query_one(OptionList)
        for at, what in enumerate(self.offers):
            listed.replace_option_prompt_at_index(at, self._line(what, marked=at == listed.highlighted))

    def _show_about(self) -> None:
        marked = self._marked()
        if marked is not None:
            width = self.app.size.width
            room = width - 4 if width < SIDE_BY_SIDE else min(width, 100) - 4 - LIST_WIDTH - 3
            lines = [Text(part, text.style) for text in self._about(marked) for part in wrap(text.plain, room)]
            self.query_one("#about", Static).update(Text("\n").join(lines))

    # -- what is said beside each choice -------------------------------------------------------------------------

    def _about(self, what: str) -> Iterator[Text]:
        words = self.words
        match what:
            case "continue":
                yield from self._about_saved(self.saves[0])
            case "play":
                yield from self._about_play()
            case "join":
                yield Text(words.gettext("Tables on a server, with people elsewhere."), "bold")
                yield Text(words.gettext("Come with a code or a link that you were given, or open a table yourself."))
            case "watch":
                yield Text(words.gettext("Bots play, with open hands."), "bold")
                yield Text(words.gettext("You choose who plays what; pause, go on step by step, faster or slower."))
            case "games":
                yield Text(words.gettext("What was played here."), "bold")
                yield Text(
                    words.gettext("Go on with a game, replay one move by move, see the better moves, delete one.")
                )
            case "howto":
                if self.first_time:
                    yield Text(words.gettext("New here? Begin with this."), "bold")
                yield Text(words.gettext("The aim, a turn, the cards, the coup fourré and an example: three minutes."))
            case "language":
                yield Text(" · ".join(LANGUAGES.get(one, one) for one in available_languages()), "bold")
                yield Text(words.gettext("It is remembered for the next time."))
            case "browser":
                yield Text(words.gettext("The same game with pictures, mouse and touch."), "bold")
                yield Text(
                    words.gettext("A server for this machine starts, and your browser opens; the terminal stays.")
                )
            case "leave":
                yield Text(words.gettext("Every game is saved already."))

    def _about_saved(self, saved: SavedGame) -> Iterator[Text]:
        table = saved.table
        you = table.people[0] if len(table.people) == 1 else None
        words = Translator.for_players(self.options.lang, table.rules, table.names, you)
        yield Text(f"{words.edition_title()}, {form_words(words, table.rules)}", "bold")
        yield Text(words.gettext("Deal {number}", number=table.state.deal))
        for team, total in enumerate(table.totals):
            yield Text(f"{words.whole(total):>6}  {words.team(team)}", TEAM_STYLES[team])
        yield Text(f"{saved.when:%Y-%m-%d %H:%M}", "dim")
        if len(self.saves) > 1:
            others = len(self.saves) - 1
            yield Text(
                words.ngettext(
                    "{number} more game can be continued: see My games.",
                    "{number} more games can be continued: see My games.",
                    others,
                    number=others,
                ),
                "dim",
            )

    def _about_play(self) -> Iterator[Text]:
        words, choices = self.words, self.options.choices
        yield Text(words.edition_title(choices.edition), "bold")
        yield Text(edition_summary(words, choices.edition))
        if choices.conflict() is None:
            yield Text(form_summary(words, choices.printed_rules()))
        bots = dict.fromkeys(seat.bot for seat in choices.seats() if seat.bot is not None)
        for spec in list(bots)[:2]:
            yield from self._about_bot(spec)

    def _about_bot(self, spec: str) -> Iterator[Text]:
        character = BotSpec.parse(spec).character
        place = bot_place(strength_rank(character), self.words)
        title = character.title_in(self.words) + (f", {place}" if place else "")
        yield Text(title, "bold")
        yield Text(bot_description(character, self.words))

    # -- what there is to do -------------------------------------------------------------------------------------

    def on_option_list_option_highlighted(self) -> None:
        """Say what there is to say of another choice."""
        self._stress_marked()
        self._show_about()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go where Enter or a click leads."""
        event.stop()
        self.action_choose(self.offers[event.option_index])

    def action_choose(self, what: str) -> None:
        """Do what was chosen: on a page over this one, or by leaving with it."""
        if what not in self.offers:
            return
        self.query_one(OptionList).highlighted = self.offers.index(what)
        match what:
            case "howto":
                self._show_howto()
            case "language":
                self._ask_language()
            case "browser":
                self.app.push_screen(BrowserDialog(self.words))
            case _:
                self.dismiss(HomeAnswer(what, self.options, self.saves[0] if what == CONTINUE else None))

    @work(exclusive=True, group="page")
    async def _show_howto(self) -> None:
        """Show how to play what was chosen last; after that, playing is next."""
        choices = self.options.choices
        rules = choices.rules() if choices.conflict() is None else choices.printed_rules()
        page: Screen[None] = HowToScreen(rules, self.words)
        await self.app.push_screen_wait(page)
        self.query_one(OptionList).highlighted = self.offers.index(PLAY)

    @work(exclusive=True, group="page")
    async def _ask_language(self) -> None:
        """Ask for the language, speak it at once, and remember it."""
        chosen = await self.app.push_screen_wait(LanguageDialog(self.words))
        if chosen is None:
            return
        choices = default_preferences(chosen) if self.first_choice else self.options.choices
        choices = replace(choices, lang=chosen)
        save_preferences(choices)
        self.options = replace(self.options, lang=chosen, choices=choices)
        self._show(LANGUAGE)


LETTERS = {
    "B": ("####.", "#...#", "####.", "#...#", "####."),
    "O": (".###.", "#...#", "#...#", "#...#", ".###."),
    "R": ("####.", "#...#", "####.", "#..#.", "#...#"),
    "N": ("#...#", "##..#", "#.#.#", "#..##", "#...#"),
    "E": ("#####", "#....", "####.", "#....", "#####"),
    "S": (".####", "#....", ".###.", "....#", "####."),
}
"""The letters of the name, five points wide and five high."""
NAME = "BORNES"
CAP = "attack"
"""The role of the upper part: a milestone has a red cap."""
LARGE = (110, 36)
"""From this size of the window on each point of a letter takes two columns and a row."""
LOW = 22
"""In a window lower than this letters of ASCII, which are five rows high, would take the room of the choices."""


def title(width: int, height: int, look: Theme) -> Text:
    """Return the name as large as there is room."""
    points = [" ".join(LETTERS[letter][row] for letter in NAME).replace(".", " ") for row in range(5)]
    if not look.boxes:
        return Text("\n".join(points) if height >= LOW else " ".join(NAME), look.style("strong"))
    if width >= LARGE[0] and height >= LARGE[1]:
        rows = ["".join("██" if point == "#" else "  " for point in row) for row in points]
        cap = 2
    else:
        rows = [_halves(above, below) for above, below in zip(points[::2], [*points[1::2], ""], strict=True)]
        cap = 1
    styles = [look.style(CAP) if at < cap else look.style("strong") for at in range(len(rows))]
    return Text("\n").join(Text(row, style) for row, style in zip(rows, styles, strict=True))


def _halves(above: str, below: str) -> str:
    """Return two rows of points as one row of half blocks."""
    blocks = {("#", "#"): "█", ("#", " "): "▀", (" ", "#"): "▄", (" ", " "): " "}
    return "".join(blocks[pair] for pair in zip(above, below.ljust(len(above)), strict=True)).rstrip()


def road(width: int, cars: Sequence[float], look: Theme) -> Text:
    """Return a road of this width, on which each team's car stands where it has come to, from 0 to 1."""
    car, finish = look.glyph("car"), look.glyph("finish")
    room = width - len(finish)
    drawn = Text(look.glyph("road") * room + finish, look.style("soft"))
    for team, way in reversed([*enumerate(cars)]):
        at = round(min(1.0, max(0.0, way)) * (room - len(car)))
        drawn = Text.assemble(drawn[:at], (car, look.style(f"team{team}", "strong")), drawn[at + len(car) :])
    return drawn
