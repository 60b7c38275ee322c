"""My games: what was played here, to be continued, replayed, reviewed or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.binding import BindingType
from textual.screen import Screen

from ...game.game import Game
from ...i18n import Translator
from ...store.saved_games import SavedGame, SaveError, SaveInUse, list_games
from ..drawing.theme import TEAM_STYLES, Theme
from ..phrases import error_sentence, form_words, saved_game_words
from .base_app import DamageFound
from .dialogs import DeleteDialog
from .list_screens import RowNote, RowsScreen
from .replay_screen import ReplayScreen
from .review_screen import ReviewScreen

if TYPE_CHECKING:
    from collections.abc import Callable


class GamesScreen(RowsScreen[SavedGame | None, SavedGame]):
    """Lists all games; dismissed with the one to continue, or None for the way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("c", "continue"),
        ("r", "replay"),
        ("v", "review"),
        ("delete,f", "delete"),
    ]

    def __init__(self, lang: str, look: Theme) -> None:
        super().__init__()
        self.lang = lang
        self.words = Translator(lang)
        self.look = look
        self.games: list[SavedGame] = []

    def heading(self) -> str:
        """Return what stands above the games."""
        return self.words.gettext("My games")

    def keys(self) -> str:
        """Return what the keys of the screen do."""
        return self.words.gettext("Enter continue or replay · r replay · v review · Delete or f delete · Esc back")

    def make_rows(self) -> Sequence[SavedGame]:
        """Return the games, the latest first."""
        return self.games

    def row_key(self, row: SavedGame) -> str:
        """Return what a game is called."""
        return str(row.path)

    def row_text(self, row: SavedGame, *, marked: bool, width: int) -> Text:
        """Return a game in two lines; the title of the marked one is turned around."""
        return game_text(row, self.lang, marked=marked)

    def remark(self) -> RowNote | None:
        """Say that there is nothing to show, if so."""
        return None if self.games else RowNote(self.words.gettext("Nothing was played here yet."))

    def on_mount(self) -> None:
        """Look which games there are; they are shown by what every screen of rows does."""
        self.games, damaged = list_games()
        self.post_message(DamageFound(damaged, self.words))

    # -- what there is to do -------------------------------------------------------------------------------------

    def press_row(self, row: SavedGame) -> None:
        """Continue the game, or replay one that is over (Enter, or a click)."""
        if row.over:
            self.action_replay()
        else:
            self.action_continue()

    def action_continue(self) -> None:
        """Go on with the marked game (c)."""
        marked = self.marked_row()
        if marked is None:
            return
        if marked.over:
            self._say(self.words.gettext("This game is over."))
        elif self._is_free(marked):
            self.dismiss(marked)

    def _is_free(self, game: SavedGame) -> bool:
        """Say whether nobody plays a game now; whoever did when it was listed may have left it since."""
        try:
            game.check_free()
        except SaveInUse:
            self._say(self.words.gettext("This game is played in another terminal."))
        except SaveError as error:
            self._say(error_sentence(error, self.words))
        else:
            return True
        return False

    def action_replay(self) -> None:
        """Show the marked game move by move (r)."""
        self._look_at(ReplayScreen)

    def action_review(self) -> None:
        """Show the better moves of the marked game (v)."""
        self._look_at(ReviewScreen)

    def _look_at(self, screen: Callable[[Game, Translator, Theme], Screen[None]]) -> None:
        """Open a screen on the deals of the marked game that are over."""
        marked = self.marked_row()
        if marked is None:
            return
        try:
            game = marked.game()
        except SaveError as error:
            self._say(error_sentence(error, self.words))
            return
        self.app.push_screen(screen(game, saved_game_words(marked, self.lang), self.look))

    @work(exclusive=True, group="dialog")
    async def action_delete(self) -> None:
        """Ask once whether the marked game may be deleted, and delete it (Delete, f); not one that is being played."""
        marked = self.marked_row()
        if marked is None:
            return
        try:
            marked.check_free()
            if not await self.app.push_screen_wait(DeleteDialog(self.words)):
                return
            marked.delete()
        except SaveError as error:
            self._say(error_sentence(error, self.words))
            return
        self.games.remove(marked)
        self.show_rows()

    def _say(self, text: str) -> None:
        self.notify(text, severity="warning", markup=False)


def game_text(one: SavedGame, lang: str, marked: bool = False) -> Text:
    """Describe a game in two lines: what and how far; when, who, and the points."""
    words = saved_game_words(one, lang)
    if one.over:
        how = words.gettext("The game is a draw.") if one.winner is None else words.wins_game(one.winner)
        state = Text(how, "bold")
    else:
        state = Text(words.gettext("Deal {number}", number=one.deal), "bold green")
    title = f"{words.edition_title()}, {form_words(words, one.rules)} · "
    score = Text(" · ").join(_scores(one, words))
    first = Text(f" {title}{state.plain} ", "bold reverse") if marked else Text.assemble(" ", title, state)
    lines = [first, Text.assemble((f"    {one.when:%Y-%m-%d %H:%M}  ", "dim"), score)]
    if one.held_by is not None:
        lines[1].append(" · " + words.gettext("played in another terminal"), "bold")
    return Text("\n").join(lines)


def _scores(one: SavedGame, words: Translator) -> Sequence[Text]:
    return [
        Text(f"{words.team(team)} {words.whole(total)}", TEAM_STYLES[team]) for team, total in enumerate(one.totals)
    ]
