"""What watching and replaying share: a board that shows what spectators see, and the keys that both have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from ...game.score_sheet import GameSheet
from ...i18n import Translator
from ..drawing.canvas import Canvas
from ..drawing.scene import KeyHint
from ..drawing.spectator_layout import SpectatorScene, draw_spectator_table
from ..drawing.theme import Theme
from .celebrations import Celebrations
from .dialogs import LEAVE, LOOK
from .help_pages import HowToScreen, KeysScreen, RulesScreen
from .pages import LogPage
from .score_pad_screen import NEXT, ScorePadScreen, deal_result, game_result
from .widgets import BaseScreen, Board

PLAYER_ACTIONS = ("draw", "discards", "drop")
"""What a click on the piles means to players, and not to spectators."""


class SpectatorBoard(Board):
    """Shows what spectators see, as large as there is room."""

    def __init__(self, scene: Callable[[], SpectatorScene]) -> None:
        super().__init__()
        self._current_scene = scene

    def _draw(self, width: int, height: int) -> Canvas:
        return draw_spectator_table(self._current_scene(), width, height)


class SpectatorScreen(BaseScreen[None]):
    """A screen to look at a game without playing in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "pause"),
        ("greater_than_sign,plus,equals_sign", "faster"),
        ("less_than_sign,minus", "slower"),
        ("o", "open"),
        ("l", "log"),
        ("s", "sheet"),
        ("r", "rules"),
        ("i", "howto"),
        ("question_mark", "keys"),
        ("q,escape", "leave"),
    ]
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What the keys of this screen do, for the page of keys."""

    def __init__(self, words: Translator, look: Theme | None = None) -> None:
        super().__init__()
        self.words = words
        self.look = look or Theme()
        self.ceremony = Celebrations(self, self.redraw, calm=self.look.calm)
        self.hands_open = True
        """Whether all hands lie open."""

    def compose(self) -> ComposeResult:
        """Fill the screen with the board."""
        yield SpectatorBoard(self.scene)

    def scene(self) -> SpectatorScene:
        """Return what there is to see now."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw what there is to see now."""
        for board in self.query(SpectatorBoard):  # none while the screen is taken down
            board.redraw()

    def tell(self, message: str) -> None:
        """Say something for a moment, in the place of what was said before."""
        self.app.clear_notifications()
        self.notify(message, markup=False, timeout=2.5)

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Do what was clicked."""
        event.stop()
        if event.action.partition("(")[0] not in PLAYER_ACTIONS:
            await self.run_action(event.action)

    def _key(self, key: str, label: str, action: str) -> KeyHint:
        return KeyHint(self.words.gettext(key), self.words.gettext(label, deal=self.words.term("deal")), action)

    def action_open(self) -> None:
        """Open or cover all hands (o)."""
        self.hands_open = not self.hands_open
        self.redraw()

    def action_log(self) -> None:
        """Show all that happened in this deal (l)."""
        self.app.push_screen(LogPage(self.scene().scene))

    @work(exclusive=True, group="pad")
    async def show_pad(self, sheet: GameSheet, winner: int | None, *, over: bool) -> None:
        """Show the score pad, once a deal is over, or the whole game, with who won and why; then do what is chosen."""
        view, result = self.scene().scene.view, ""
        if view.over:
            result = game_result(winner, sheet, self.words) if over else deal_result(view, sheet, self.words)
        chosen = await self.app.push_screen_wait(ScorePadScreen(sheet, result, self.words, self.pad_answers()))
        if self.is_up and chosen == LEAVE:
            self.action_leave()
        elif self.is_up and chosen == NEXT:
            await self.begin_next_deal()

    def pad_answers(self) -> Sequence[str]:
        """Return what the score pad offers now, what Enter does first."""
        return (LOOK, LEAVE)

    async def begin_next_deal(self) -> None:
        """Go on to the next deal, where the pad offers that."""

    def action_rules(self) -> None:
        """Show the rules with their clauses (r)."""
        self.app.push_screen(RulesScreen(self.scene().scene.view.rules, self.words))

    def action_keys(self) -> None:
        """Show what the keys do (?)."""
        rules = self.scene().scene.view.rules
        self.app.push_screen(KeysScreen(self.words, self.KEYS, mouse=None, rules=rules))

    def action_howto(self) -> None:
        """Show how to play (i)."""
        self.app.push_screen(HowToScreen(self.scene().scene.view.rules, self.words))

    def action_leave(self) -> None:
        """Leave the screen (q)."""
        self.dismiss(None)
