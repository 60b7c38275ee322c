"""Watching: bots against bots, as fast as one likes, with pause and step and all hands open or covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from ...client.table_client import Seat
from ...game.game import Seed
from ...i18n import N_, Translator
from ...rules.cards import Card
from ...rules.ruleset import Rules
from ..bot_pace import faster, slower
from ..drawing.scene import KeyHint, Scene
from ..drawing.spectator_layout import ReviewRemark, SpectatorScene
from ..drawing.theme import Theme
from ..local_table import LocalTable
from ..preferences import SCREEN_PACE_SECONDS
from ..seat_session import words_for
from .base_app import OneScreenApp, run_app
from .score_pad_screen import NEXT
from .spectator_screen import SpectatorScreen

DEAL_PAUSE_SECONDS = 4.0
"""The pause after a deal, unless paused."""


SaveRecord = Callable[[str], None]
"""Writes the record of a game somewhere; OSError where that cannot be done."""


def run(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    lang: str = "en",
    seed: Seed | None = None,
    pace: float = SCREEN_PACE_SECONDS,
    deals: int | None = None,
    save: SaveRecord | None = None,
    ascii: bool = False,
    colour: bool = True,
    calm: bool = False,
) -> int:
    """Show bots playing until somebody leaves; ``save`` is given the record after every move.

    Returns the exit code.
    """

    async def make(look: Theme) -> Screen[None]:
        table = await LocalTable.new(rules, seats, seed=seed, pace=pace)
        return WatchScreen(table, words_for(table, lang), look, deals, save)

    return run_app(OneScreenApp(make, ascii=ascii, colour=colour, calm=calm))


class WatchScreen(SpectatorScreen):
    """A table where only bots play."""

    BINDINGS: ClassVar[list[BindingType]] = [("right,enter", "step"), ("n", "next_deal"), ("pageup", "log")]
    KEYS = (
        (N_("Space"), N_("pause, or go on")),
        (N_("→, Enter"), N_("one move, then pause")),
        ("< >", N_("slower, faster")),
        ("o", N_("open or cover all hands")),
        ("n", N_("the next {deal}, once this one is over")),
        ("l", N_("all that happened in this {deal}")),
        ("s", N_("the score sheet")),
        ("i / r", N_("how to play; the rules of this game, with their clauses")),
        (N_("q, Esc"), N_("leave")),
    )

    def __init__(
        self,
        table: LocalTable,
        words: Translator,
        look: Theme | None = None,
        deals: int | None = None,
        save: SaveRecord | None = None,
    ) -> None:
        super().__init__(words, look)
        self.table = table
        self._save = save
        self._told_not_saved = False
        self.deals = deals
        """After how many deals no other begins by itself."""
        self._waiting = False
        """Whether the next deal is about to begin by itself."""

    def on_mount(self) -> None:
        """Begin to follow the game."""
        self.table.listen(self._changed)
        self._changed()

    async def on_unmount(self) -> None:
        """Leave the table."""
        await self.table.close()

    def _changed(self) -> None:
        if not self.is_attached:
            return
        table = self.table
        self.ceremony.follow(table.view(None), table.number, self.words, table.winner if table.over else None)
        self.redraw()
        self._save_record()
        if self.table.view(None).over and self._goes_on and not self._waiting:
            self._waiting = True
            self.set_timer(max(DEAL_PAUSE_SECONDS, self.table.pace), self._next_by_itself)

    def _save_record(self) -> None:
        """Write the record as it stands; where that cannot be done, say so once."""
        if self._save is None:
            return
        try:
            self._save(self.table.record)
        except OSError as error:
            if not self._told_not_saved:
                self._told_not_saved = True
                message = N_("The game cannot be saved ({reason}); it goes on all the same.")
                self.notify(self.words.gettext(message, reason=error.strerror), severity="warning", markup=False)

    @property
    def _goes_on(self) -> bool:
        return not self.table.over and (self.deals is None or self.table.number < self.deals)

    async def _next_by_itself(self) -> None:
        self._waiting = False
        if not self.table.paused and self.table.view(None).over and self._goes_on:
            await self.table.next_deal()

    # -- what there is to see ------------------------------------------------------------------------------------

    def scene(self) -> SpectatorScene:
        """Return the table as it stands."""
        table, view = self.table, self.table.view(None)
        scene = Scene(
            view=view,
            seats=table.seats,
            words=self.words,
            look=self.look,
            number=table.number,
            totals=table.totals,
            banner=self.ceremony.banner,
            cars=self.ceremony.cars,
            keys=self._keys(),
        )
        hands = self._hands() if self.hands_open else None
        deal = self.words.gettext("Deal {number}", number=table.number)
        return SpectatorScene(scene, f"{self.words.edition_title()} · {deal}", hands, self._remarks())

    def _hands(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(self.table.open_view(seat).hand for seat in range(self.table.rules.players))

    def _remarks(self) -> list[ReviewRemark]:
        """Say whether the game is paused, or over."""
        table, words = self.table, self.words
        if table.over:
            won = words.gettext("The game is a draw.") if table.winner is None else words.wins_game(table.winner)
            what_now = words.gettext("Press s for the score pad, with who won and why.")
            return [ReviewRemark(f"{won} {what_now}", "strong")]
        if table.view(None).over:
            message = words.gettext("The {deal} is over. Press n for the next one.", deal=words.term("deal"))
            return [ReviewRemark(message, "strong")]
        if table.paused:
            return [ReviewRemark(words.gettext("Paused: → makes one move, Space goes on."), "warning")]
        return []

    def _keys(self) -> tuple[KeyHint, ...]:
        """Return the keys that do something now: once the deal is over there is nothing to pause or to hurry."""
        over = self.table.view(None).over
        return (
            *(self._keys_between_deals() if over else self._keys_in_deal()),
            self._key("?", N_("keys"), "keys"),
            self._key("q", N_("leave"), "leave"),
            self._key("o", N_("hands"), "open"),
            self._key("l", N_("log"), "log"),
            *(() if over else (self._key("s", N_("sheet"), "sheet"),)),
        )

    def _keys_in_deal(self) -> Iterator[KeyHint]:
        yield self._key(N_("Space"), N_("go on") if self.table.paused else N_("pause"), "pause")
        yield self._key("→", N_("step"), "step")
        yield self._key("<", N_("slower"), "slower")
        yield KeyHint(">", f"{self.words.gettext('faster')} ({self.words.seconds(self.table.pace)})", "faster")

    def _keys_between_deals(self) -> Iterator[KeyHint]:
        if not self.table.over:
            yield self._key("n", N_("next {deal}"), "next_deal")
        yield self._key("s", N_("sheet"), "sheet")

    # -- what there is to do -------------------------------------------------------------------------------------

    async def action_pause(self) -> None:
        """Pause or go on (Space); after a deal, begin the next one."""
        if self.table.view(None).over:
            await self.action_next_deal()
        elif self.table.paused:
            self.table.resume()
        else:
            self.table.pause()
        self.redraw()

    async def action_step(self) -> None:
        """Let the bots make one move and pause (→); after a deal, begin the next one."""
        if self.table.view(None).over:
            await self.action_next_deal()
        else:
            self.table.step()
        self.redraw()

    async def action_next_deal(self) -> None:
        """Begin the next deal (n), if this one is over."""
        if self.table.over:
            self.tell(self.words.gettext("The game is over."))
        elif not self.table.view(None).over:
            self.tell(self.words.gettext("Not yet: this {deal} is not over.", deal=self.words.term("deal")))
        else:
            await self.table.next_deal()

    def action_faster(self) -> None:
        """Leave less time between the moves (+)."""
        self.table.pace = faster(self.table.pace)
        self.redraw()

    def action_slower(self) -> None:
        """Leave more time between the moves (-)."""
        self.table.pace = slower(self.table.pace)
        self.redraw()

    def action_sheet(self) -> None:
        """Show the score pad (s)."""
        self.show_pad(self.table.sheet(), self.table.winner, over=self.table.over)

    def pad_answers(self) -> Sequence[str]:
        """Return what the score pad offers: after a deal the next one, too."""
        goes_on = self.table.view(None).over and not self.table.over
        return (NEXT, *super().pad_answers()) if goes_on else super().pad_answers()

    async def begin_next_deal(self) -> None:
        """Begin the next deal, unless it began by itself meanwhile."""
        if self.table.view(None).over and not self.table.over:
            await self.table.next_deal()
