"""Looking on: bots against bots, as fast as one likes, with pause and step and all hands open or covered."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from ...cards import Card
from ...words import N_, Words
from ..drawing.canvas import Canvas
from ..drawing.look import Look
from ..drawing.scene import Key, Scene
from ..local import LocalTable
from ..pacing import quicker, slower
from ..screen.board import Board
from ..screen.dismiss_once import Once
from ..screen.help import KeysScreen, RulesScreen, SheetScreen
from ..screen.pages import TextPage
from ..table import TableError
from .grid import Remark, Sight, draw_sight

REST = 4.0
"""Seconds from the end of a deal to the next one, while nothing is paused."""
OF_PLAYERS = ("draw", "take")
"""What a click on the piles means to players, and not to onlookers."""


class Picture(Board):
    """Shows what onlookers see, as large as there is room."""

    def __init__(self, sight: Callable[[], Sight]) -> None:
        super().__init__()
        self._sight = sight
        self._drawn: Canvas | None = None

    def look_again(self) -> None:
        """Draw what there is to see now."""
        self._drawn = None
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        """The drawing in the present size."""
        width, height = self.size
        if self._drawn is None or (self._drawn.width, self._drawn.height) != (width, height):
            self._drawn = draw_sight(self._sight(), width, height)
        return self._drawn


class Onlooking(Once[None]):
    """What watching and replaying share."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "pause"),
        ("plus,equals_sign", "quicker"),
        ("minus", "slower"),
        ("o", "open"),
        ("l", "log"),
        ("s", "sheet"),
        ("r", "rules"),
        ("question_mark", "keys"),
        ("q,escape", "leave"),
    ]
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What the keys of this screen do, for the page of keys."""

    def __init__(self, words: Words, look: Look | None = None) -> None:
        super().__init__()
        self.words = words
        self.look = look or Look()
        self.opened = True
        """Whether all hands lie open."""

    def compose(self) -> ComposeResult:
        """One picture."""
        yield Picture(self.sight)

    def sight(self) -> Sight:
        """What there is to see now."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Look again."""
        for picture in self.query(Picture):  # none while the screen is taken down
            picture.look_again()

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Do what was clicked."""
        event.stop()
        if event.action not in OF_PLAYERS:
            await self.run_action(event.action)

    def _key(self, key: str, label: str, action: str) -> Key:
        return Key(self.words.gettext(key), self.words.gettext(label, deal=self.words.term("deal")), action)

    def action_open(self) -> None:
        """Turn the hands over."""
        self.opened = not self.opened
        self.redraw()

    def action_log(self) -> None:
        """All that happened in this deal."""
        lines = "\n".join(reversed([sentence for sentence, _ in self.sight().scene.log()]))
        self.app.push_screen(TextPage(self.words.gettext(N_("What happened")), Text(lines), self.words, "l"))

    def action_rules(self) -> None:
        """What is played."""
        self.app.push_screen(RulesScreen(self.sight().scene.view.rules, self.words))

    def action_keys(self) -> None:
        """What the keys do."""
        self.app.push_screen(KeysScreen(self.words, self.KEYS, mouse=None))

    def action_leave(self) -> None:
        """Enough."""
        self.dismiss(None)


class WatchScreen(Onlooking):
    """A table without people."""

    BINDINGS: ClassVar[list[BindingType]] = [("right,enter", "step"), ("n", "next_deal")]
    KEYS = (
        (N_("Space"), N_("pause, and go on")),
        (N_("→, Enter"), N_("one move, while paused")),
        ("+ -", N_("faster, slower")),
        ("o", N_("all hands open, or covered")),
        ("n", N_("the next {deal}, once one is over")),
        ("l", N_("all that happened in this {deal}")),
        ("s", N_("the score sheet")),
        ("r", N_("the rules that are played, with their clauses")),
        (N_("q, Esc"), N_("leave")),
    )

    def __init__(self, table: LocalTable, words: Words, look: Look | None = None, deals: int | None = None) -> None:
        super().__init__(words, look)
        self.table = table
        self.deals = deals
        """After so many deals no other begins by itself."""
        self._waiting = False

    def on_mount(self) -> None:
        """Look again after every change."""
        self.table.listen(self._changed)

    async def on_unmount(self) -> None:
        """Leave the table."""
        await self.table.close()

    def _changed(self) -> None:
        if not self.is_attached:
            return
        self.redraw()
        if self.table.view(None).over and self._goes_on and not self._waiting:
            self._waiting = True
            self.set_timer(max(REST, self.table.pace), self._next_by_itself)

    @property
    def _goes_on(self) -> bool:
        return not self.table.over and (self.deals is None or self.table.number < self.deals)

    async def _next_by_itself(self) -> None:
        self._waiting = False
        if not self.table.paused and self.table.view(None).over and self._goes_on:
            await self.table.next_deal()

    # -- what there is to see ------------------------------------------------------------------------------------

    def sight(self) -> Sight:
        """The table as it stands."""
        table, view = self.table, self.table.view(None)
        scene = Scene(
            view=view,
            seats=table.seats,
            words=self.words,
            look=self.look,
            number=table.number,
            totals=table.totals,
            keys=self._keys(),
        )
        hands = self._hands() if self.opened else None
        heading = f"{self.words.edition_title()} · {self.words.gettext('Deal {number}', number=table.number)}"
        return Sight(scene, heading, hands, self._remarks())

    def _hands(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(self.table.open_view(seat).hand for seat in range(self.table.rules.players))

    def _remarks(self) -> list[Remark]:
        """Whether it is paused, or over."""
        table, words = self.table, self.words
        if table.winner is not None:
            text = words.gettext(N_("{team} wins the game."), team=words.team(table.winner))
            return [Remark(text, "strong")]
        if table.view(None).over:
            return [
                Remark(
                    words.gettext(N_("The {deal} is over. n begins the next one."), deal=words.term("deal")), "strong"
                )
            ]
        if table.paused:
            return [Remark(words.gettext(N_("Paused: → makes one move, Space goes on.")), "warning")]
        return []

    def _keys(self) -> tuple[Key, ...]:
        pause, pace = N_("go on") if self.table.paused else N_("pause"), self.words.gettext(N_("pace"))
        return (
            self._key(N_("Space"), pause, "pause"),
            self._key("→", N_("step"), "step"),
            Key("+ -", f"{pace} {self.table.pace:g} s", "quicker"),
            self._key("?", N_("keys"), "keys"),
            self._key("q", N_("leave"), "leave"),
            self._key("o", N_("hands"), "open"),
            self._key("l", N_("log"), "log"),
            self._key("s", N_("sheet"), "sheet"),
        )

    # -- what there is to do -------------------------------------------------------------------------------------

    async def action_pause(self) -> None:
        """Pause, or go on; after a deal that is the next one."""
        if self.table.view(None).over:
            await self.action_next_deal()
        elif self.table.paused:
            self.table.go_on()
        else:
            self.table.pause()
        self.redraw()

    async def action_step(self) -> None:
        """One move; a table that plays is paused by it."""
        if self.table.view(None).over:
            await self.action_next_deal()
        else:
            self.table.step()
        self.redraw()

    async def action_next_deal(self) -> None:
        """The next deal, if this one is over."""
        try:
            await self.table.next_deal()
        except TableError as error:
            self.notify(str(error), markup=False)

    def action_quicker(self) -> None:
        """Less time between the moves."""
        self.table.pace = quicker(self.table.pace)
        self.redraw()

    def action_slower(self) -> None:
        """More time between the moves."""
        self.table.pace = slower(self.table.pace)
        self.redraw()

    def action_sheet(self) -> None:
        """The score sheet."""
        self.app.push_screen(SheetScreen(self.table.sheet(), self.words))
