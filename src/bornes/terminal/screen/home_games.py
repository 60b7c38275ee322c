"""My games: what was played here, to be continued, replayed, reviewed or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from ...game import Game
from ...words import Words
from ..drawing.look import TEAM_STYLES, Look
from ..sentences import form_words
from ..storage.kept_games import KeptGame, kept_games
from ..storage.saves import SaveError
from .dialogs import DeleteDialog
from .dismiss_once import DismissOnce

if TYPE_CHECKING:
    from collections.abc import Callable


class GamesScreen(DismissOnce[KeptGame | None]):
    """Lists all games; dismissed with the one to continue, or None for the way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("c", "continue"),
        ("r", "replay"),
        ("v", "review"),
        ("delete,f", "delete"),
        ("escape,q", "leave"),
    ]
    DEFAULT_CSS = """
    GamesScreen { align: center middle; }
    GamesScreen > Vertical { width: 100; max-width: 100%; height: 100%; max-height: 32; padding: 0 1; }
    GamesScreen .heading { text-style: bold; height: 1; margin-bottom: 1; }
    GamesScreen OptionList, GamesScreen OptionList:focus {
        height: 1fr; border: none; padding: 0; background: $background;
    }
    GamesScreen OptionList > .option-list--option-highlighted,
    GamesScreen OptionList:focus > .option-list--option-highlighted {
        background: $background; color: $foreground; text-style: none;
    }
    GamesScreen .footer { height: 1; text-style: dim; }
    """

    def __init__(self, lang: str, look: Look) -> None:
        super().__init__()
        self.lang = lang
        self.words = Words(lang)
        self.look = look
        self.games: list[KeptGame] = []

    def compose(self) -> ComposeResult:
        """Lay out the list and the keys."""
        words = self.words
        with Vertical():
            yield Static(Text(words.gettext("My games")), classes="heading")
            yield OptionList()
            yield Static("", classes="empty")
            footer = words.gettext("Enter continue or replay · r replay · v review · Delete or f delete · Esc back")
            yield Static(Text(footer), classes="footer")

    def on_mount(self) -> None:
        """Look which games there are."""
        self.games, damaged = kept_games()
        for one in damaged:
            self.notify(self.words.say(one.message), severity="warning", markup=False)
        self._show()
        self.query_one(OptionList).focus()

    def _show(self, marked: int = 0) -> None:
        listed = self.query_one(OptionList)
        listed.set_options(game_text(one, self.lang) for one in self.games)
        listed.highlighted = min(marked, len(self.games) - 1) if self.games else None
        self._stress_marked()
        empty = "" if self.games else self.words.gettext("Nothing was played here yet.")
        self.query_one(".empty", Static).update(Text(empty))

    def _marked(self) -> KeptGame | None:
        at = self.query_one(OptionList).highlighted
        return self.games[at] if at is not None and at < len(self.games) else None

    def _stress_marked(self) -> None:
        """Turn the title of the marked game around."""
        listed = self.query_one(OptionList)
        for at, one in enumerate(self.games[: listed.option_count]):
            listed.replace_option_prompt_at_index(at, game_text(one, self.lang, marked=at == listed.highlighted))

    def on_option_list_option_highlighted(self) -> None:
        """Mark another game."""
        self._stress_marked()

    # -- what there is to do -------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Continue the game, or replay one that is over (Enter, or a click)."""
        event.stop()
        if self.games[event.option_index].over:
            self.action_replay()
        else:
            self.action_continue()

    def action_continue(self) -> None:
        """Go on with the marked game (c)."""
        marked = self._marked()
        if marked is None:
            return
        if marked.over:
            self._say(self.words.gettext("This game is over."))
        elif marked.saved.held_by is not None:
            self._say(self.words.gettext("This game is played in another terminal."))
        else:
            self.dismiss(marked)

    def action_replay(self) -> None:
        """Show the marked game move by move (r)."""
        from ..spectate.replay import ReplayScreen

        self._look_at(ReplayScreen)

    def action_review(self) -> None:
        """Show the better moves of the marked game (v)."""
        from ..spectate.review_screen import ReviewScreen

        self._look_at(ReviewScreen)

    def _look_at(self, screen: Callable[[Game, Words, Look], Screen[None]]) -> None:
        """Open a screen on the deals of the marked game that are over."""
        marked = self._marked()
        if marked is None:
            return
        try:
            game = marked.game()
        except SaveError as error:
            self._say(self.words.error(error))
            return
        self.app.push_screen(screen(game, marked.words(self.lang), self.look))

    @work(exclusive=True, group="dialog")
    async def action_delete(self) -> None:
        """Ask once whether the marked game may be deleted, and delete it (Delete, f)."""
        marked = self._marked()
        if marked is None or not await self.app.push_screen_wait(DeleteDialog(self.words)):
            return
        try:
            marked.delete()
        except SaveError as error:
            self._say(self.words.error(error))
            return
        at = self.games.index(marked)
        self.games.remove(marked)
        self._show(at)

    def _say(self, text: str) -> None:
        self.notify(text, severity="warning", markup=False)

    def action_leave(self) -> None:
        """Go back (Esc)."""
        self.dismiss(None)


def game_text(one: KeptGame, lang: str, marked: bool = False) -> Text:
    """Describe a game in two lines: what and how far; when, who, and the points."""
    words = one.words(lang)
    if one.over:
        how = words.gettext("The game is a draw.") if one.winner is None else words.wins_game(one.winner)
        state = Text(how, "bold")
    else:
        state = Text(words.gettext("Deal {number}", number=one.deal), "bold green")
    title = f"{words.edition_title()}, {form_words(words, one.rules)} · "
    score = Text(" · ").join(_scores(one, words))
    first = Text(f" {title}{state.plain} ", "bold reverse") if marked else Text.assemble(" ", title, state)
    lines = [first, Text.assemble((f"    {one.when:%Y-%m-%d %H:%M}  ", "dim"), score)]
    if one.saved.held_by is not None:
        lines[1].append(" · " + words.gettext("played in another terminal"), "bold")
    return Text("\n").join(lines)


def _scores(one: KeptGame, words: Words) -> Sequence[Text]:
    return [
        Text(f"{words.team(team)} {words.whole(total)}", TEAM_STYLES[team]) for team, total in enumerate(one.totals)
    ]
