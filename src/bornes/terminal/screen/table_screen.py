"""The table screen: it shows what the person at the keyboard may know, and turns keys and clicks into moves.

It is given a ``Table``, which has views and moves but no deal, so the game may run anywhere.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events, work
from textual.binding import BindingType

from ...cards import Card
from ...client.table import TableError
from ...engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ...moves import DRAWING, IllegalMove, Move
from ...position import Window
from .board import Board
from .dialogs import HazardAnswer, ReadyDialog, TeamDialog, WindowDialog
from .prompts import legal_card_moves, why_not_playable
from .table_base import TableBase


class TableScreen(TableBase):
    """A game at the table; dismissed with AGAIN or LEAVE of the dialogs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(number), f"card({number})") for number in range(1, 9)),
        ("left", "step(-1)"),
        ("right", "step(1)"),
        ("enter", "enter"),
        ("space", "draw"),
        ("d,delete,backspace", "discard"),
        ("x", "exchange"),
        ("c", "coup"),
        ("p", "pass"),
        ("escape", "escape"),
        ("e", "extend"),
        ("f", "finish"),
        ("t", "take"),
        ("h", "hint"),
        ("w", "why"),
        ("u", "undo"),
        ("s", "sheet"),
        ("r", "rules"),
        ("i", "howto"),
        ("question_mark", "keys"),
        ("plus,equals_sign", "faster"),
        ("minus", "slower"),
        ("n", "next"),
        ("q", "leave"),
    ]

    def on_mount(self) -> None:
        """Begin to follow the game."""
        self.table.listen(self._hear)
        self._hear()
        self._follow()

    # -- following the game --------------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Note a change; where a bot has answered the hazard that people are asked about, ask no more."""
        if self.asking is not None and self.table.window is None:
            self.asking.dismiss(None)
        self.changed.set()

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """Pass the keyboard to whoever it belongs to, and draw the table, after every change."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            self.begin_moment()
            self.notify_faults()
            await self._pass_keyboard()
            self.draw()

    def begin_moment(self) -> None:
        """Drop what was chosen or said for the last moment: every change at this table is a new one."""
        self.reset()

    async def _pass_keyboard(self) -> None:
        """Ask all who play here about a hazard, cover the hand, and wait until the next player is ready.

        Where one person plays here there is nothing to ask and nobody to wait for.
        """
        while (window := self.keyboard.window()) is not None:
            self.draw()
            answer = await self._ask_all(window)
            if self.table.window == window:
                await self._give(answer, window)
        seat = self.keyboard.next_player()
        if seat is not None:
            self.draw()
            await self.app.push_screen_wait(ReadyDialog(self.words.seat(seat), self.words))
            self.keyboard.uncover(seat)

    async def _ask_all(self, window: Window) -> HazardAnswer | None:
        """Ask all who play here about a hazard; where a bot answers it first, nobody has to any more."""
        dialog = WindowDialog(window, self.keyboard.possible_answers(), self.words)
        self.asking = dialog
        try:
            return await self.app.push_screen_wait(dialog)
        finally:
            self.asking = None

    async def _give(self, answer: HazardAnswer | None, window: Window) -> None:
        """Give the answer that those here agreed on, or let the hazard pass."""
        if answer is not None:
            try:
                await self.table.play(answer.seat, answer.move)
                return
            except IllegalMove:
                seat, hazard = self.words.seat(answer.seat), self.words.card(window.hazard)
                message = self.words.gettext("{seat} had no answer to {hazard}.", seat=seat, hazard=hazard)
                self.notify(message, markup=False)
            except TableError:  # a bot was quicker
                return
        await self.table.let_pass()

    # -- cards ---------------------------------------------------------------------------------------------------

    async def action_card(self, number: int) -> None:
        """Play the card with this digit, or discard it after d."""
        view = self.view
        if number > len(view.hand):
            self.warn(self.words.gettext("There is no card {number}.", number=number))
        elif not view.to_decide:
            self.warn_not_to_decide()
        else:
            await self._play_card(view.hand[number - 1])

    async def _play_card(self, card: Card) -> None:
        view = self.view
        moves = legal_card_moves(view, card, self.discarding)
        if not moves:
            reason = why_not_playable(view, card, self.words, self.discarding)
            self.discarding = False
            self.warn(reason)
        elif len(moves) == 1:
            await self._play(moves[0])
        else:
            self._choose_team(card, moves)

    @work(exclusive=True, group="dialog")
    async def _choose_team(self, card: Card, moves: list[Move]) -> None:
        """Ask whom a hazard is meant for, and play it."""
        teams = [move.team for move in moves if move.team is not None]
        team = await self.app.push_screen_wait(TeamDialog(card, teams, self.words))
        if team is not None:
            await self._play(Move.attack(card, team))

    async def _play(self, move: Move) -> None:
        seat = self.keyboard.seat
        if seat is None:
            self.warn_not_to_decide()
            return
        await self.settle(self._make(seat, move))

    async def _make(self, seat: int, move: Move) -> None:
        """Make a move, or show why it cannot be made."""
        try:
            await self.table.play(seat, move)
        except IllegalMove as error:
            self.warn(self.words.reason(error.reason))
        except TableError as error:
            self.warn(self.words.error(error))

    async def _play_cardless(self, code: int) -> None:
        """Make a move that needs no card, or say why it cannot be made."""
        view, move = self.view, Move(code)
        if not view.to_decide:
            self.warn_not_to_decide()
        elif (reason := view.why_not(move)) is not None:
            self.warn(self.words.reason(reason))
        else:
            await self._play(move)

    def action_step(self, by: int) -> None:
        """Choose the next card to the left or right (an arrow)."""
        count = len(self.view.hand)
        if count:
            start = -1 if by > 0 else count
            self.selected = ((start if self.selected is None else self.selected) + by) % count
            self.draw()

    async def action_enter(self) -> None:
        """Play the chosen card (Enter), draw where that comes next, or go on once the deal is over."""
        view = self.view
        if view.over:
            await self.action_next()
        elif view.to_decide and view.phase in DRAWING and not (self.discarding and self.selected is not None):
            await self._play_cardless(DRAW)
        elif self.selected is not None:
            await self.action_card(self.selected + 1)
        else:
            self.say(self.words.gettext("Choose a card with ← and →, or press its digit."))

    async def action_discard(self) -> None:
        """Discard the chosen card (d), or the one whose digit comes next."""
        if not self.view.to_decide:
            self.warn_not_to_decide()
            return
        self.discarding = True
        if self.selected is not None:
            await self.action_card(self.selected + 1)
        else:
            self.say(self.words.gettext("Which card? Press its digit, or Esc to cancel."))

    async def action_exchange(self) -> None:
        """Give a card in exchange (x): the chosen one, or the one whose digit comes next."""
        if self.view.to_decide and self.view.phase not in DRAWING:
            self.warn(self.words.gettext("Cards can be exchanged only instead of drawing."))
        else:
            await self.action_discard()

    async def action_draw(self) -> None:
        """Draw (Space), or draw for the cards that were given in exchange."""
        await self._play_cardless(DRAW)

    async def action_take(self) -> None:
        """Take the top discard (t)."""
        await self._play_cardless(TAKE)

    async def action_coup(self) -> None:
        """Call a coup fourré (c)."""
        await self._play_cardless(COUP)

    async def action_pass(self) -> None:
        """Let a hazard pass (p), or the turn where the edition has that."""
        await self._play_cardless(PASS)

    async def action_extend(self) -> None:
        """Extend the trip (e)."""
        await self._play_cardless(EXTEND)

    async def action_finish(self) -> None:
        """End the trip here (f)."""
        await self._play_cardless(FINISH)

    async def action_escape(self) -> None:
        """Put down what was chosen (Esc), or with nothing chosen let a hazard pass."""
        if self.discarding or self.selected is not None or self.notice is not None or self.message:
            self.reset()
            self.draw()
        elif self.view.to_decide and self.view.phase is Phase.REACT:
            await self._play_cardless(PASS)

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Choose the card that was clicked, or play it on the second click; what else was clicked acts as its key."""
        event.stop()
        name, _, rest = event.action.partition("(")
        if name == "card" and not self.discarding:
            number = int(rest.rstrip(")"))
            if self.selected != number - 1:
                self.selected = number - 1
                self.draw()
                return
        if name in ("draw", "take") and not (self.view.to_decide and self.view.phase in DRAWING):
            return  # a click on the piles means something only while drawing
        await self.run_action(event.action)

    def on_key(self, event: events.Key) -> None:
        """Say so where a key does nothing."""
        if event.is_printable and event.character is not None and event.key not in self.active_bindings:
            self.say(self.words.gettext("“{key}” does nothing here; ? shows the keys.", key=event.character))
