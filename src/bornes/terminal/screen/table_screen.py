"""The table screen: it shows what the person at the keyboard may know, and turns keys and clicks into moves.

It knows a ``Table``, so views and moves, and never a deal: the game may run anywhere.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events, work
from textual.binding import BindingType

from ...cards import Card
from ...engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ...moves import DRAWING, IllegalMove, Move
from ...words import N_
from ..table import TableError
from .board import Board
from .dialogs import ChooseTeam, ReadyDialog, WindowDialog
from .playing import legal_meanings, refusal
from .table_base import Tableside


class TableScreen(Tableside):
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
        ("question_mark", "keys"),
        ("plus,equals_sign", "faster"),
        ("minus", "slower"),
        ("n", "next"),
        ("q", "leave"),
    ]

    def on_mount(self) -> None:
        """Listen, and follow the game."""
        self.table.listen(self.stir.set)
        self.stir.set()
        self._follow()

    # -- following the game --------------------------------------------------------------------------------------

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """After every change: hand the keyboard to whoever it belongs to, and draw the table."""
        while True:
            await self.stir.wait()
            self.stir.clear()
            self.forget()
            self.tell_faults()
            await self._hand_over()
            self.draw()

    async def _hand_over(self) -> None:
        """Where several play here: ask all about a hazard, cover the hand, wait until the next one is ready."""
        while (window := self.keyboard.next_window()) is not None:
            self.draw()
            asked = self.keyboard.answerers(window)
            answer = await self.app.push_screen_wait(WindowDialog(window, asked, self.table.rules, self.words))
            self.keyboard.answered(answer)
            await self._answer()
        await self._answer()
        seat = self.keyboard.to_come()
        if seat is not None:
            self.draw()
            await self.app.push_screen_wait(ReadyDialog(self.words.seat(seat), self.words))
            self.keyboard.sit_down(seat)

    async def _answer(self) -> None:
        """Give the answer that was agreed on, or let the hazard pass, for all here who are asked."""
        while (made := self.keyboard.reaction()) is not None:
            await self.table.play(*made)
        failed = self.keyboard.broken_word()
        if failed is not None:
            said = N_("{seat} had no answer to {hazard}.")
            hazard = self.words.card(failed.hazard)
            self.notify(self.words.gettext(said, seat=self.words.seat(failed.seat), hazard=hazard), markup=False)

    # -- cards ---------------------------------------------------------------------------------------------------

    async def action_card(self, number: int) -> None:
        """A digit: play the card, or discard it after d."""
        view = self.view
        if number > len(view.hand):
            self.warn(self.words.gettext(N_("There is no card {number}."), number=number))
        elif not view.to_decide:
            self.not_now()
        else:
            await self._choose(view.hand[number - 1])

    async def _choose(self, card: Card) -> None:
        view = self.view
        moves = legal_meanings(view, card, self.discarding)
        if not moves:
            reason = refusal(view, card, self.words, self.discarding)
            self.discarding = False
            self.warn(reason)
        elif len(moves) == 1:
            await self._play(moves[0])
        else:
            self._choose_team(card, moves)

    @work(exclusive=True, group="dialog")
    async def _choose_team(self, card: Card, moves: list[Move]) -> None:
        """Ask whom a hazard is meant for."""
        teams = [move.team for move in moves if move.team is not None]
        team = await self.app.push_screen_wait(ChooseTeam(card, teams, self.words))
        if team is not None:
            await self._play(Move.attack(card, team))

    async def _play(self, move: Move) -> None:
        seat = self.keyboard.seat
        if seat is None:
            self.not_now()
            return
        try:
            await self.table.play(seat, move)
        except IllegalMove as error:
            self.warn(self.words.reason(error.reason))
        except TableError as error:
            self.warn(str(error))

    async def _word(self, code: int) -> None:
        """A move without a card, or why it cannot be made."""
        view, move = self.view, Move(code)
        if not view.to_decide:
            self.not_now()
        elif (reason := view.why_not(move)) is not None:
            self.warn(self.words.reason(reason))
        else:
            await self._play(move)

    def action_step(self, by: int) -> None:
        """An arrow: the next card that way."""
        count = len(self.view.hand)
        if count:
            start = -1 if by > 0 else count
            self.selected = ((start if self.selected is None else self.selected) + by) % count
            self.draw()

    async def action_enter(self) -> None:
        """Enter: play the chosen card; draw where that is what comes next; go on once the deal is over."""
        view = self.view
        if view.over:
            await self.action_next()
        elif view.to_decide and view.phase in DRAWING and not (self.discarding and self.selected is not None):
            await self._word(DRAW)
        elif self.selected is not None:
            await self.action_card(self.selected + 1)
        else:
            self.say(self.words.gettext(N_("Choose a card with ← and →, or press its digit.")))

    async def action_discard(self) -> None:
        """d: discard the chosen card, or the one whose digit comes next."""
        if not self.view.to_decide:
            self.not_now()
            return
        self.discarding = True
        if self.selected is not None:
            await self.action_card(self.selected + 1)
        else:
            self.say(self.words.gettext(N_("Which card? Press its digit; Esc for none.")))

    async def action_exchange(self) -> None:
        """x: the same where cards are exchanged."""
        if self.view.to_decide and self.view.phase not in DRAWING:
            self.warn(self.words.gettext(N_("Cards are exchanged only instead of drawing.")))
        else:
            await self.action_discard()

    async def action_draw(self) -> None:
        """Space: draw, or draw for the cards that were exchanged."""
        await self._word(DRAW)

    async def action_take(self) -> None:
        """t: take the top discard."""
        await self._word(TAKE)

    async def action_coup(self) -> None:
        """c: call a coup fourré."""
        await self._word(COUP)

    async def action_pass(self) -> None:
        """p: let a hazard pass, or the turn where the edition has that."""
        await self._word(PASS)

    async def action_extend(self) -> None:
        """e: extend the trip."""
        await self._word(EXTEND)

    async def action_finish(self) -> None:
        """f: end the trip here."""
        await self._word(FINISH)

    async def action_escape(self) -> None:
        """Esc: put down what was chosen; with nothing chosen, let a hazard pass."""
        if self.discarding or self.selected is not None or self.notice is not None or self.message:
            self.forget()
            self.draw()
        elif self.view.to_decide and self.view.phase is Phase.REACT:
            await self._word(PASS)

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """A click: choose a card, with the second one play it; whatever else, as its key."""
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
        """A key that does nothing says so."""
        if event.is_printable and event.character is not None and event.key not in self.active_bindings:
            said = N_("“{key}” does nothing here; ? shows the keys.")
            self.say(self.words.gettext(said, key=event.character))
