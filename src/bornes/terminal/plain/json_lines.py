"""``bornes play --json``: one JSON object per line in both directions, so that another program can play.

Everything that is sent is what the seats here may know, and nothing else.  See ``docs/play.md``.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Any, NoReturn

from ...deal import View
from ...editions import edition, house_rules
from ...events import Viewer
from ...moves import IllegalMove, MoveError, parse
from ...position import Piles
from ...review.sentences import why_sentence
from ...rules import format_value
from ..storage.session import Session, words_for
from ..table import TableError
from .input import StdinLines

VERSION = 1
"""Changes when a message changes its meaning or goes, not when something is added."""
REQUESTS = ("move", "next", "hint", "undo", "quit")


class ProgramLeft(Exception):
    """The other program has left."""


class BadRequest(ValueError):
    """A line that is no request; says what is wrong with it."""


async def run(session: Session, lang: str) -> int:
    """Play until the game is over or the other program has left; returns the exit code.  The game is closed then."""
    try:
        await JsonGame(session, lang).play()
    except ProgramLeft:
        pass
    finally:
        await session.close()
    return 0


def send(kind: str, **values: Any) -> None:
    """Print one message on a line of its own; in ASCII, which gets through everywhere."""
    print(json.dumps({"type": kind, **values}), flush=True)


class JsonGame:
    """One game, as messages."""

    def __init__(self, session: Session, lang: str) -> None:
        self.table = session.table
        self.slot = session.slot
        self.resumed = session.resumed
        self.words = words_for(self.table, lang)
        self.requests = StdinLines()
        self.here = [at for at, seat in enumerate(self.table.seats) if seat.here]
        self._sent: dict[Viewer, int] = dict.fromkeys(self.here, 0) or {None: 0}
        """How many of the deal's events were sent, by who sees them."""
        self._faults = 0
        self._changed = asyncio.Event()

    async def play(self) -> None:
        """Hold the whole exchange."""
        self._send_hello()
        self.slot.on_failure(lambda reason: send("warning", text=f"the game cannot be saved: {reason}"))
        self.table.listen(self._changed.set)
        while True:
            self._changed.clear()
            self._send_news()
            seat = self._asked()
            if self.table.view(None).over:
                if not await self._after_deal():
                    return
            elif seat is not None:
                await self._decide(seat)
            elif self.table.asked:  # about a hazard, and nobody here holds an answer
                await self.table.let_pass()
            else:
                await self._changed.wait()

    def _send_hello(self) -> None:
        rules = self.table.rules
        send(
            "hello",
            version=VERSION,
            edition=rules.edition,
            form=asdict(edition(rules.edition).form_of(rules)),
            house={name: format_value(value) for name, value in house_rules(rules).items()},
            seats=[{**asdict(seat), "team": rules.team_of(at)} for at, seat in enumerate(self.table.seats)],
            game=self.slot.name,
            resumed=self.resumed,
        )

    # -- what happens --------------------------------------------------------------------------------------------

    def _send_news(self) -> None:
        for viewer, sent in self._sent.items():
            events = self.table.view(viewer).events
            for event in events[sent:]:
                send("event", deal=self.table.number, to=viewer, **event.as_dict())
            self._sent[viewer] = len(events)
        for seat, fault in self.table.faults[self._faults :]:
            send("warning", text=f"the bot of seat {seat} made no legal move, a Sunday driver decided: {fault}")
        self._faults = len(self.table.faults)

    def _asked(self) -> int | None:
        return next((seat for seat in self.table.asked if self.table.question(seat) is not None), None)

    # -- a decision ----------------------------------------------------------------------------------------------

    async def _decide(self, seat: int) -> None:
        send("decide", **self._situation(seat))
        while True:
            request, value = await self._request("move", "hint", "undo")
            if request == "hint":
                await self._hint(seat)
            elif request == "undo":
                if await self._undo():
                    return
            elif await self._move(seat, value):
                return

    def _situation(self, seat: int) -> dict[str, Any]:
        view = self.table.question(seat)
        assert view is not None
        return {
            "deal": self.table.number,
            "seat": seat,
            "phase": view.phase.name.lower(),
            "hand": [card.notation for card in view.hand],
            "moves": list(view.legal_moves.notation),
            "turn": view.turn,
            "turns": view.turns,
            "draw_pile": view.draw_pile_size,
            "discards": [card.notation for card in view.discards],
            "hand_sizes": list(view.hand_sizes),
            "tables": [_piles(laid) for laid in view.tables],
            "target": view.target,
            "window": _window(view),
            "totals": list(self.table.totals),
        }

    async def _move(self, seat: int, text: str) -> bool:
        view = self.table.question(seat) or self.table.view(seat)
        try:
            move = parse(text, view.phase, view.legal_moves.opponents)
            await self.table.play(seat, move)
        except IllegalMove as refusal:
            reason = refusal.reason
            text = refusal.move.notation(view.phase)
            sentence = self.words.reason(reason)
            send("refused", move=text, reason=type(reason).__name__, clause=reason.clause, text=sentence)
            return False
        except MoveError as error:
            send("error", text=str(error))
            return False
        return True

    async def _hint(self, seat: int) -> None:
        hint = await self.table.hint(seat)
        why = None if hint.why is None else why_sentence(hint.why, self.words)
        send("hint", chance=hint.chance, moves=[one.as_dict(hint.phase) for one in hint.moves], why=why)

    async def _undo(self) -> bool:
        try:
            await self.table.undo()
        except TableError as error:
            send("error", text=str(error))
            return False
        for viewer in self._sent:
            self._sent[viewer] = len(self.table.view(viewer).events)
        send("undone", deal=self.table.number, events=max(self._sent.values()))
        return True

    # -- between deals, and leaving ------------------------------------------------------------------------------

    async def _after_deal(self) -> bool:
        """Send the score sheet, then begin the next deal; returns False at the end of the game."""
        view, sheet = self.table.view(None), self.table.sheet().deals[-1]
        assert view.ending is not None
        send(
            "deal-over",
            deal=self.table.number,
            ending=view.ending.name.lower(),
            completer=view.completer,
            scores=list(view.scores),
            sheet={name: list(row) for name, row in sheet.rows.items()},
            totals=list(self.table.totals),
        )
        if self.table.over:
            send("game-over", winner=self.table.winner, totals=list(self.table.totals))
            return False
        request, _ = await self._request("next", "undo")
        while request == "undo" and not await self._undo():
            request, _ = await self._request("next", "undo")
        if request == "next":
            await self.table.next_deal()
            self._sent = dict.fromkeys(self._sent, 0)
        return True

    async def _request(self, *wanted: str) -> tuple[str, str]:
        """Return the next request of those that make sense now; whatever else comes is answered with an error."""
        while True:
            line = await self.requests.next()
            if line is None:
                self._leave()
            try:
                request, value = _parse_request(line)
                if request == "quit":
                    self._leave()
                if request in wanted:
                    return request, value
                raise BadRequest(f"{request} cannot be asked for now; possible are {', '.join((*wanted, 'quit'))}")
            except BadRequest as error:
                send("error", text=str(error))

    def _leave(self) -> NoReturn:
        if self.slot.failure is None:
            send("saved", game=self.slot.name, file=str(self.slot.path))
        raise ProgramLeft


def _parse_request(line: str) -> tuple[str, str]:
    """Return what a line asks for, and with which move; BadRequest says what is wrong with it."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"not JSON: {error}") from None
    if not isinstance(asked, dict) or len(asked) != 1 or next(iter(asked)) not in REQUESTS:
        keys = ", ".join(REQUESTS)
        raise BadRequest(f'a request is an object with one of the keys {keys}, such as {{"move": "roll"}}')
    request, value = next(iter(asked.items()))
    if request == "move" and not isinstance(value, str):
        raise BadRequest('a move is notation, such as {"move": "roll"}')
    if request != "move" and value is not True:
        raise BadRequest(f'{request} is asked for with true: {{"{request}": true}}')
    return request, value if isinstance(value, str) else ""


def _piles(laid: Piles) -> dict[str, Any]:
    piles = ("battle", "speed", "distances", "safeties", "coups")
    return {"miles": laid.miles, **{pile: [card.notation for card in getattr(laid, pile)] for pile in piles}}


def _window(view: View) -> dict[str, Any] | None:
    window = view.window
    if window is None:
        return None
    return {"attacker": window.attacker, "team": window.target, "hazard": window.hazard.notation}
