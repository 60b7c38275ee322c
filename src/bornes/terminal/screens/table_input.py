"""Keys and clicks as moves: cards are played, discarded, marked for an exchange, or dropped on the piles."""

from __future__ import annotations

from collections.abc import Awaitable

from textual import work

from ...client.table_client import TableError, exchange
from ...engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ...game.moves import DRAWING, IllegalMove, Move
from ...rules.cards import Card, Family
from ..phrases import error_sentence
from .dialogs import TeamDialog
from .prompts import legal_card_moves, why_not_playable
from .table_menu import TableBase
from .widgets import Board


class TableMoves(TableBase):
    """The table screen as far as it makes moves."""

    # -- cards ---------------------------------------------------------------------------------------------------

    async def action_card(self, number: int) -> None:
        """Play the card with this digit, or discard it after d."""
        view = self.view
        if number > len(view.hand):
            self.warn(self.words.gettext("There is no card {number}.", number=number))
        elif not view.to_decide:
            self.warn_not_to_decide()
        elif self.exchanging:
            self._mark(number - 1)
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
        await self.settle(self._make(self.table.play(seat, move)))

    async def _make(self, moves: Awaitable[None]) -> None:
        """Make moves, or show why one cannot be made."""
        try:
            await moves
        except IllegalMove as error:
            self.warn(self.words.reason(error.reason))
        except TableError as error:
            self.warn(error_sentence(error, self.words))

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
            self.say("")

    async def action_enter(self) -> None:
        """Play the chosen card (Enter), exchange those that are marked, draw where that comes next, or go on.

        With nothing chosen a hint is followed, if it raised a card.
        """
        view = self.view
        if view.over:
            self.action_sheet()
        elif self.exchanging and (self.marked or self.selected is None):
            await self._exchange_marked()
        elif view.to_decide and view.phase in DRAWING and not self.discarding:
            await self._play_cardless(DRAW)
        elif self.selected is not None:
            await self.action_card(self.selected + 1)
        elif self.enter_follows_hint and self.hinted is not None:
            await self._play(self.hinted)
        else:
            self.say(self.words.gettext("Choose a card with ← and →, or press its digit."))

    async def action_discard(self) -> None:
        """Discard the chosen card (d), or the one whose digit comes next."""
        if not self.view.to_decide:
            self.warn_not_to_decide()
        elif self.view.phase in DRAWING:
            await self.action_exchange()
        else:
            self.discarding = True
            if self.selected is not None:
                await self.action_card(self.selected + 1)
            else:
                self.say(self.words.gettext("Which card? Press its digit, or Esc to cancel."))

    # -- exchanging ----------------------------------------------------------------------------------------------

    async def action_exchange(self) -> None:
        """Begin to mark cards for an exchange (x), mark the chosen one, or exchange those that are marked."""
        view = self.view
        if not view.to_decide:
            self.warn_not_to_decide()
        elif view.phase not in DRAWING:
            self.warn(self.words.gettext("Cards can be exchanged only instead of drawing."))
        elif self.exchanging and self.marked and self.selected is None:
            await self._exchange_marked()
        else:
            self.discarding = True
            if self.selected is not None:
                self._mark(self.selected)
            else:
                self.say("")

    def _mark(self, at: int) -> None:
        """Mark a card for the exchange, or take its mark away."""
        view = self.view
        if not legal_card_moves(view, view.hand[at], discarding=True):
            self.warn(why_not_playable(view, view.hand[at], self.words, discarding=True))
            return
        self.marked ^= {at}
        self.say("")

    async def _exchange_marked(self) -> None:
        """Give the marked cards and draw as many; nothing is given before there are enough."""
        view, seat, fewest = self.view, self.keyboard.seat, self.view.rules.exchange_min
        if seat is None:
            self.warn_not_to_decide()
        elif view.phase is Phase.DRAW and len(self.marked) < max(1, fewest):
            message = self.words.ngettext(
                "Mark {number} card first: press its digit.",
                "Mark {number} cards first: press their digits.",
                max(1, fewest),
                number=max(1, fewest),
            )
            self.warn(message)
        else:
            cards = [view.hand[at] for at in sorted(self.marked)]
            await self.settle(self._make(exchange(self.table, seat, cards)))

    # -- moves without a card ------------------------------------------------------------------------------------

    async def action_draw(self) -> None:
        """Draw (Space), or exchange the marked cards."""
        if self.exchanging:
            await self._exchange_marked()
        else:
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
        """Put down what was chosen or marked (Esc), or with nothing chosen let a hazard pass."""
        chosen = self.discarding or self.marked or self.selected is not None
        if chosen or self.notice is not None or self.hinted is not None or self.message:
            self.reset()
            self.draw()
        elif self.view.to_decide and self.view.phase is Phase.REACT:
            await self._play_cardless(PASS)

    # -- the mouse -----------------------------------------------------------------------------------------------

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Choose the card that was clicked, or play it on the second click; what else was clicked acts as its key."""
        event.stop()
        name, _, rest = event.action.partition("(")
        if name == "card" and not self.discarding and not self.exchanging:
            number = int(rest.rstrip(")"))
            if self.selected != number - 1:
                self.selected = number - 1
                self.say("")
                return
        if name == "draw" and not (self.view.to_decide and self.view.phase in DRAWING):
            return  # a click on the draw pile means something only while drawing
        await self.run_action(event.action)

    async def action_discards(self) -> None:
        """Give up the chosen card (a click on the discards), or take the top one while drawing."""
        if not self.view.to_decide:
            return
        if self.view.phase not in DRAWING:
            if self.selected is not None:
                await self.action_discard()
        elif self.selected is not None or self.exchanging:
            await self.action_exchange()
        else:
            await self.action_take()

    async def action_drop(self, team: int) -> None:
        """Play the chosen card on a team's piles (a click there)."""
        view = self.view
        if self.selected is None or view.viewer is None or not view.to_decide:
            return
        card, own = view.hand[self.selected], view.rules.team_of(view.viewer)
        meant = [move for move in view.card_moves(card) if (own if move.team is None else move.team) == team]
        if not meant:
            self.warn(self._why_not_there(card))
        elif meant[0] in view.legal_moves:
            await self._play(meant[0])
        elif (reason := view.why_not(meant[0])) is not None:
            self.warn(self.words.reason(reason))

    def _why_not_there(self, card: Card) -> str:
        """Say on whose piles a card belongs."""
        if card.family is Family.HAZARD:
            return self.words.gettext("{card} is laid on an opponent.", card=self.words.card(card))
        return self.words.gettext("{card} goes on your own piles.", card=self.words.card(card))
