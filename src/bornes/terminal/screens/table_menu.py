"""What the table screen shows and says, and what all its keys but those for moves do: hints, pages, pace, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.screen import Screen

from ...client.table_client import HasPace, HasRecord, ReportsBotFaults, TableClient, TableError
from ...engine.codes import Phase
from ...game import Game, Move, View
from ...i18n import Translator
from ..bot_pace import faster, slower
from ..drawing.scene import KeyHint, LogNote, Scene, StatusLine
from ..drawing.theme import Theme
from ..phrases import error_sentence
from ..waiting_room_text import FULL
from .celebrations import Celebrations
from .dialogs import LEAVE, LOOK, QuitDialog, WindowDialog
from .help_pages import KEYS, HowToScreen, KeysScreen, RulesScreen, WhyScreen
from .keyboard import SharedKeyboard
from .pages import LogPage
from .prompts import (
    chosen_prompt,
    exchange_keys,
    exchange_prompt,
    hint_notice,
    hinted_move,
    pending_hint_notice,
    playable_cards,
    prompt,
    useful_keys,
    with_sentence,
)
from .replay_screen import ReplayScreen
from .review_screen import ReviewScreen
from .score_pad_screen import NEXT, REPLAY, REVIEW, ScorePadScreen, deal_result, game_result, player_answers
from .widgets import BaseScreen, Board

MAX_NOTES = 100
"""Notes of a deal that are kept, the last ones."""


class TableBase(BaseScreen[str]):
    """A screen with a table on it; dismissed with AGAIN or LEAVE of the dialogs."""

    def __init__(self, table: TableClient, words: Translator, look: Theme | None = None) -> None:
        super().__init__()
        self.table = table
        self.words = words
        self.look = look or Theme()
        self.keyboard = SharedKeyboard(table)
        self.selected: int | None = None
        """The card that the arrows or a click chose, from 0."""
        self.discarding = False
        """Whether the next card that is chosen is discarded, or cards are marked for an exchange."""
        self.marked: set[int] = set()
        """The cards that are marked for an exchange, from 0."""
        self.message = ""
        self.warning = False
        """Whether the message says why something cannot be done."""
        self.notice: StatusLine | None = None
        self.hinted: Move | None = None
        """The move that a hint recommends."""
        self.notes: list[LogNote] = []
        """What is told among the events of this deal."""
        self._noted_deal = 0
        self.ceremony = Celebrations(self, self.draw, calm=self.look.calm)
        self.changed = asyncio.Event()
        """Set after every change at the table."""
        self.asking: WindowDialog | None = None
        """The question about a hazard that lies over the table."""
        self.pad: ScorePadScreen | None = None
        """The score pad that lies over the table."""
        self._faulty: set[int] = set()
        """The seats of the bots whose faults have been told."""
        self.is_saved: Callable[[], bool] = lambda: True
        """Tells whether the game can be continued once it is left."""

    def compose(self) -> ComposeResult:
        """Fill the screen with the board."""
        yield Board()

    # -- drawing -------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What is shown: the view of the one at the keyboard, or what all may see."""
        return self.keyboard.view()

    def draw(self) -> None:
        """Show the present moment."""
        if self.pad is not None and self.pad.result and not self.view.over:  # somebody else has begun the next deal
            self.pad.dismiss(LOOK)
        if self.is_mounted and (board := self.query(Board)):
            board.first().show(self.scene())

    def scene(self) -> Scene:
        """Return what there is to see now."""
        table, view, words, sheet = self.table, self.view, self.words, self.table.sheet()
        enter = words.gettext("Enter follows the hint.") if self.enter_follows_hint else ""
        return Scene(
            view=view,
            seats=table.seats,
            words=words,
            look=self.look,
            number=table.number,
            totals=table.totals,
            playable=playable_cards(view, self.discarding),
            selected=self.selected,
            marked=frozenset(self.marked),
            hinted=self.hinted_card,
            message=f"{self.status()} {enter}".rstrip(),
            warning=self.warning,
            notice=None if self.notice is None else with_sentence(self.notice, enter),
            notes=tuple(self.notes) if self._noted_deal == table.number else (),
            banner=self.ceremony.banner,
            cars=self.ceremony.cars,
            sheet=sheet if view.over else None,
            pad=sheet if len(sheet.deals) == table.number else None,  # far away only deals that are over have one
            keys=self.key_bar(),
        )

    def status(self) -> str:
        """Return what the line below the table says: a message, or what is to be done now."""
        table = self.table
        if self.message:
            return self.message
        if self.exchanging:
            return exchange_prompt(len(self.marked), self.words)
        view = self.view
        if self.selected is not None and view.to_decide and view.phase is Phase.PLAY:
            return chosen_prompt(view, view.hand[self.selected], self.words)
        return prompt(view, table.seats, self.words, over=table.over, winner=table.winner)

    @property
    def hinted_card(self) -> int | None:
        """The card of the hand, from 0, that the recommended move lays or gives; None where it needs none."""
        hand = self.view.hand
        return None if self.hinted is None or self.hinted.card not in hand else hand.index(self.hinted.card)

    @property
    def enter_follows_hint(self) -> bool:
        """Whether Enter makes the recommended move: it raised a card, and nothing else was chosen since."""
        view, chosen = self.view, self.discarding or self.selected is not None
        raised = self.hinted_card is not None and view.phase is Phase.PLAY
        return raised and not chosen and self.hinted in view.legal_moves

    @property
    def exchanging(self) -> bool:
        """Whether cards are marked for an exchange now."""
        view = self.view
        return view.to_decide and (view.phase is Phase.EXCHANGE or (self.discarding and view.phase is Phase.DRAW))

    def key_bar(self) -> tuple[KeyHint, ...]:
        """Return the keys that do something now, the most useful first."""
        if self.exchanging:
            return exchange_keys(self.words)
        return useful_keys(self.view, self.words, can_undo=self.table.can_undo, over=self.table.over)

    async def settle(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something at the table, and wait for it: one in this process does it at once."""
        await doing

    def say(self, message: str, warning: bool = False) -> None:
        """Show a message until the next move."""
        self.message, self.warning, self.notice = message, warning, None
        self.draw()

    def warn(self, message: str) -> None:
        """Show why something cannot be done."""
        self.say(message, warning=True)

    def warn_not_to_decide(self) -> None:
        """Show that the person here has nothing to decide."""
        self.warn(self.words.gettext("It is not your turn to decide."))

    def reset(self) -> None:
        """Drop what was chosen or said for the last moment."""
        self.selected, self.discarding, self.notice = None, False, None
        self.marked, self.hinted = set(), None
        self.message, self.warning = "", False

    def note(self, text: str) -> None:
        """Tell something among what happened; once the deal is over, below its sheet."""
        if self.view.over:
            self.say(text)
            return
        if self._noted_deal != self.table.number:
            self._noted_deal, self.notes = self.table.number, []
        self.notes = [*self.notes[1 - MAX_NOTES :], LogNote(text, len(self.view.events))]
        self.draw()

    def celebrate(self) -> None:
        """Let cars roll and celebrate what is new, unless it is to be calm."""
        table = self.table
        self.ceremony.follow(table.view(None), table.number, self.words, table.winner if table.over else None)

    def notify_faults(self) -> None:
        """Say of each bot that made no legal move, once, that somebody else decides for it."""
        for seat, fault in self.table.faults if isinstance(self.table, ReportsBotFaults) else ():
            if seat not in self._faulty:
                self._faulty.add(seat)
                message = self.words.gettext(
                    "{seat} made no legal move ({fault}); a Sunday driver decides instead.",
                    seat=self.words.seat(seat),
                    fault=str(fault),
                )
                self.note(message)

    # -- help and the rest ---------------------------------------------------------------------------------------

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask the champion for a hint (h), without keeping anybody from playing on."""
        seat, moment = self.keyboard.seat, len(self.view.events)
        if seat is None or not self.view.to_decide:
            self.warn_not_to_decide()
            return
        self.message, self.hinted = "", None
        if not self.exchanging:  # which would lose its marks
            self.selected, self.discarding = None, False
        self.notice = pending_hint_notice(self.words)
        self.draw()
        try:
            found = await self.table.hint(seat, self.words)
        except TableError as error:
            self.notice = None
            self.warn(error_sentence(error, self.words))
            return
        if self.keyboard.seat == seat and len(self.view.events) == moment:
            self.hinted = hinted_move(found, self.view)
            self.notice = hint_notice(found, self.words)
            self.draw()

    def action_why(self) -> None:
        """Show what every card can do (w)."""
        if self.keyboard.seat is None:
            self.warn_not_to_decide()
        else:
            self.app.push_screen(WhyScreen(self.view, self.words))

    def action_log(self) -> None:
        """Show all that happened in this deal (l, the wheel, PgUp)."""
        self.app.push_screen(LogPage(self.scene()))

    @work(exclusive=True, group="dialog")
    async def action_sheet(self) -> None:
        """Show the score pad (s); once a deal is over, with who won and why, and what can follow."""
        await self._show_pad()

    async def _show_pad(self) -> None:
        """Show the score pad until something else is wanted, and do that."""
        number = self.table.number
        while True:
            self.pad = self._pad()
            chosen = await self.app.push_screen_wait(self.pad)
            self.pad = None
            if chosen not in (REVIEW, REPLAY):
                break
            await self.app.push_screen_wait(self._look_back(chosen))
        if chosen == LOOK or self.table.number != number or not self.is_up:
            return
        if chosen == NEXT:
            await self.settle(self.begin_next_deal())
        else:
            await self.leave_game(chosen)

    def _pad(self) -> ScorePadScreen:
        """Return the score pad as it is now."""
        table, view, sheet, words = self.table, self.view, self.table.sheet(), self.words
        if not view.over:
            return ScorePadScreen(sheet, "", words)
        result = game_result(table.winner, sheet, words) if table.over else deal_result(view, sheet, words)
        can_look_back = isinstance(table, HasRecord)
        answers = player_answers(
            over=table.over, can_look_back=can_look_back, at_home=self.at_home, can_go_on=not self.is_full
        )
        if self.is_full:
            result = f"{result} {words.gettext(FULL)}"
        return ScorePadScreen(sheet, result, words, answers)

    def _look_back(self, how: str) -> Screen[None]:
        """Return the screen on which the deals that are over are replayed or reviewed."""
        assert isinstance(self.table, HasRecord)
        game = Game.replay(self.table.record)
        if how == REVIEW:
            return ReviewScreen(game, self.words, self.look)
        return ReplayScreen(game, self.words, self.look, deal=len(game.deals))

    async def leave_game(self, how: str) -> None:
        """Leave a game between deals or at its end: for another one, for home, or for good."""
        lost = not self.table.over and not self.is_saved()
        if not lost or await self.app.push_screen_wait(QuitDialog(self.words, lost=True)):
            self.dismiss(how)

    @property
    def is_full(self) -> bool:
        """Whether no other deal can begin at this table."""
        return False

    @property
    def at_home(self) -> bool:
        """Whether there is a home to go to from the table."""
        return True

    def action_rules(self) -> None:
        """Show the rules with their clauses (r)."""
        self.app.push_screen(RulesScreen(self.table.rules, self.words))

    @property
    def keys(self) -> Sequence[tuple[str, str]]:
        """What the keys do, as the page of keys tells."""
        return KEYS

    def action_keys(self) -> None:
        """Show what the keys do (?)."""
        self.app.push_screen(KeysScreen(self.words, self.keys, rules=self.table.rules))

    def action_howto(self) -> None:
        """Show how to play (i)."""
        self.app.push_screen(HowToScreen(self.table.rules, self.words))

    async def action_undo(self) -> None:
        """Take back the last move (u)."""
        if not self.table.can_undo:
            self.warn(self.words.gettext("There is no move to take back."))
            return
        await self.settle(self._undo())

    async def _undo(self) -> None:
        try:
            await self.table.undo()
        except TableError as error:
            self.warn(error_sentence(error, self.words))

    def action_faster(self) -> None:
        """Let the bots play faster (+)."""
        self._set_pace(faster)

    def action_slower(self) -> None:
        """Let the bots play slower (-)."""
        self._set_pace(slower)

    def _set_pace(self, change: Callable[[float], float]) -> None:
        if isinstance(self.table, HasPace):
            self.table.pace = change(self.table.pace)
            pause = self.words.seconds(self.table.pace)
            self.say(self.words.gettext("{pause} between the moves of bots.", pause=pause))

    async def action_next(self) -> None:
        """Begin the next deal (n), or ask what comes after the game."""
        if self.table.over:
            self.action_sheet()
        elif self.view.over:
            await self.settle(self.begin_next_deal())
        else:
            self.warn(self.words.gettext("Not yet: this {deal} is not over.", deal=self.words.term("deal")))

    async def begin_next_deal(self) -> None:
        """Say that the next deal may begin."""
        await self.table.next_deal()

    @work(exclusive=True, group="dialog")
    async def action_leave(self) -> None:
        """Ask whether to leave (q), and leave; what was played is saved already."""
        if self.table.over or await self.app.push_screen_wait(QuitDialog(self.words, lost=not self.is_saved())):
            self.dismiss(LEAVE)
