"""The review of a game as a list: every move that it comments on, while it is worked out; Enter shows the moment."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static

from ...game.game import Game
from ...i18n import Translator
from ...review import LABELS, MARKS, PLAYOUT_FACTOR, Verdict, remarks
from ..drawing.theme import TEAM_STYLES, Theme
from ..review_timeline import BackgroundReview, ReplayMoment
from .replay_screen import LABEL_ROLES, ReplayScreen
from .widgets import BaseScreen, KeyLine, RowList


class ReviewScreen(BaseScreen[None]):
    """The moves of a game that could have been better, the review being worked out meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [("r", "replay"), ("escape,q", "leave")]
    DEFAULT_CSS = """
    ReviewScreen { align: center top; }
    ReviewScreen > Vertical { width: 100; max-width: 100%; height: 100%; padding: 0 1; }
    ReviewScreen .heading { text-style: bold; height: 1; }
    ReviewScreen .progress { height: 1; margin-bottom: 1; text-style: dim; }
    ReviewScreen OptionList, ReviewScreen OptionList:focus {
        height: auto; max-height: 1fr; border: none; padding: 0; background: $background;
    }
    ReviewScreen OptionList > .option-list--option-highlighted,
    ReviewScreen OptionList:focus > .option-list--option-highlighted {
        background: $background; color: $foreground; text-style: none;
    }
    ReviewScreen VerticalScroll { height: 7; border-top: solid $primary; }
    ReviewScreen .footer { dock: bottom; padding: 0 1; }
    .-ascii ReviewScreen VerticalScroll { border-top: ascii $primary; }
    """

    def __init__(
        self, game: Game, words: Translator, look: Theme | None = None, *, care: float = PLAYOUT_FACTOR
    ) -> None:
        super().__init__()
        self.game = game
        self.words = words
        self.look = look or Theme()
        self.review = BackgroundReview(game, self._told, care=care)
        self.moments: list[ReplayMoment] = []
        """The moments that are listed."""
        self._decisions = sum(len(deal.moves) for deal in game.deals)

    def compose(self) -> ComposeResult:
        """Lay out how far the review is, the list, and what is said of the marked move."""
        words = self.words
        with Vertical():
            yield Static(Text(words.gettext("The better moves")), classes="heading")
            yield Static(classes="progress")
            yield RowList()
            with VerticalScroll(can_focus=False):
                yield Static(classes="remarks")
        footer = words.gettext("↑ ↓ choose · Enter show the moment · r replay from the beginning · Esc back")
        yield KeyLine(footer)

    def on_mount(self) -> None:
        """Begin the review."""
        self.review.start()
        self._show_progress()
        self.query_one(OptionList).focus()

    def on_unmount(self) -> None:
        """End the review."""
        self.review.stop()

    # -- what there is to see ------------------------------------------------------------------------------------

    def _told(self) -> None:
        """List what the review has found, in the order of the game; the mark stays where it is."""
        if not self.is_up:
            return
        self._show_progress()
        found = sorted(moment for moment, verdict in self.review.verdicts.items() if verdict.marked)
        if found == self.moments:
            return
        listed = self.query_one(OptionList)
        marked = self._marked()
        self.moments = found
        listed.set_options(self._line(self.review.verdicts[moment]) for moment in found)
        listed.highlighted = found.index(marked) if marked in found else 0
        self._stress_marked()
        self._show_remarks()

    def _show_progress(self) -> None:
        words = self.words
        if not self.review.done:
            judged = words.percent(len(self.review.verdicts) / max(1, self._decisions))
            text = words.gettext("The review is under way: {percent} …", percent=judged)
        elif self.moments:
            text = words.ngettext(
                "{number} move could have been better.",
                "{number} moves could have been better.",
                len(self.moments),
                number=len(self.moments),
            )
        else:
            text = words.gettext("The review has no comments.")
        self.query_one(".progress", Static).update(Text(text))

    def _line(self, verdict: Verdict) -> Text:
        words = self.words
        assert verdict.label is not None
        deal = words.gettext("Deal {number}", number=verdict.deal)
        turn = f"{deal}, {words.term('turn')} {verdict.turn}"
        team = verdict.seat % self.game.rules.teams
        mark = f"{MARKS[verdict.label]} {words.gettext(LABELS[verdict.label])}"
        return Text.assemble(
            (f"{turn:<18}", "dim"),
            (words.seat(verdict.seat), TEAM_STYLES[team]),
            f": {words.move(verdict.move, verdict.phase)}  ",
            (mark, self.look.style(LABEL_ROLES[verdict.label])),
        )

    def _marked(self) -> ReplayMoment | None:
        at = self.query_one(OptionList).highlighted
        return self.moments[at] if at is not None and at < len(self.moments) else None

    def _show_remarks(self) -> None:
        marked = self._marked()
        said = [] if marked is None else remarks(self.words, self.review.verdicts[marked])
        self.query_one(".remarks", Static).update(Text("\n".join(said)))

    def _stress_marked(self) -> None:
        """Turn the marked line around."""
        listed = self.query_one(OptionList)
        for at, moment in enumerate(self.moments[: listed.option_count]):
            line = self._line(self.review.verdicts[moment])
            marked = Text(line.plain, "bold reverse") if at == listed.highlighted else line
            listed.replace_option_prompt_at_index(at, marked)

    def on_option_list_option_highlighted(self) -> None:
        """Say what there is to say of another move."""
        self._stress_marked()
        self._show_remarks()

    # -- what there is to do -------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the table at that moment (Enter)."""
        event.stop()
        self._replay(self.moments[event.option_index])

    def action_replay(self) -> None:
        """Replay the game from its beginning (r)."""
        self._replay(ReplayMoment(1, 0))

    def _replay(self, at: ReplayMoment) -> None:
        screen = ReplayScreen(self.game, self.words, self.look, deal=at.deal)
        screen.at = at
        self.app.push_screen(screen)

    def action_leave(self) -> None:
        """Go back (Esc)."""
        self.dismiss(None)
