"""A recorded game, move by move, with what the review has to say of each."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.timer import Timer

from ...game import Game
from ...moves import parse
from ...review import CARE, LABELS, MARKS, Label, remarks
from ...scores import GameSheet
from ...words import N_, Words
from ..drawing.look import Look
from ..drawing.scene import Key, Scene
from ..pacing import quicker, slower
from ..screen.help import SheetScreen
from ..table import Seat
from .grid import Chances, Remark, Sight
from .live_review import Reviewer
from .timeline import Moment, Timeline
from .watch import Onlooking

INKS = {Label.FINE: "soft", Label.INACCURACY: "warning", Label.MISTAKE: "warning", Label.BLUNDER: "attack"}
PACE = 0.8
"""Seconds between moves when it plays by itself, at first."""


class ReplayScreen(Onlooking):
    """Steps through a game; the review is worked out meanwhile, the deal that is looked at first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,enter", "go('after')"),
        ("left,backspace", "go('before')"),
        ("down,pagedown", "go('deal_after')"),
        ("up,pageup", "go('deal_before')"),
        ("home", "go('first')"),
        ("end", "go('last')"),
        ("m", "marked"),
    ]
    KEYS = (
        ("← →", N_("a move back, a move on")),
        (N_("↑ ↓, PgUp PgDn"), N_("a {deal} back, a {deal} on")),
        (N_("Home End"), N_("the beginning, the end")),
        ("m", N_("the next move that the review remarks on")),
        (N_("Space"), N_("plays by itself, and stops")),
        ("+ -", N_("faster, slower")),
        ("o", N_("all hands open, or covered")),
        ("l", N_("all that happened in this {deal}")),
        ("s", N_("the score sheet")),
        ("r", N_("the rules that are played, with their clauses")),
        (N_("q, Esc"), N_("leave")),
    )

    def __init__(
        self, game: Game, words: Words, look: Look | None = None, *, deal: int = 1, care: float = CARE
    ) -> None:
        super().__init__(words, look)
        self.tape = Timeline(game)
        self.at = Moment(deal, 0)
        self.pace = PACE
        self.reviewer = Reviewer(game, self.redraw, care=care)
        self.reviewer.deal = deal
        self._seats = tuple(Seat(words.seat(seat), here=True) for seat in range(game.rules.players))
        self._playing: Timer | None = None

    def on_mount(self) -> None:
        """Begin the review."""
        self.reviewer.start()

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        self.reviewer.stop()

    # -- what there is to see ------------------------------------------------------------------------------------

    def sight(self) -> Sight:
        """The present moment."""
        tape, at = self.tape, self.at
        scene = Scene(
            view=tape.view(at),
            seats=self._seats,
            words=self.words,
            look=self.look,
            number=at.deal,
            totals=tape.totals(at),
            keys=self._keys(),
        )
        hands = tape.hands(at) if self.opened else None
        return Sight(scene, self._heading(), hands, self._remarks(), self._chances())

    def _heading(self) -> str:
        words, deals = self.words, len(self.tape.game.deals)
        deal = words.gettext("Deal {number}", number=f"{self.at.deal}/{deals}")
        message, moves = N_("move {move} of {moves}"), self.tape.moves(self.at.deal)
        return f"{deal} · {words.gettext(message, move=self.at.moves, moves=moves)}"

    def _remarks(self) -> list[Remark]:
        """The move that was just made, and what is said of it."""
        words, verdict = self.words, self.reviewer.verdicts.get(self.at)
        if not self.at.moves:
            return [Remark(words.gettext(N_("Before the first move.")), "soft")]
        if verdict is None or verdict.label is None:
            mark, ink = "", "strong"
        else:
            mark = f" {MARKS[verdict.label]} {words.gettext(LABELS[verdict.label])}".replace("  ", " ")
            ink = INKS[verdict.label]
        told = [Remark(self._move() + mark, "strong" if ink == "soft" else ink)]
        if verdict is not None:
            return told + [Remark(line) for line in remarks(words, verdict)]
        return [*told, Remark(words.gettext(N_("The review is under way…")), "soft")]

    def _move(self) -> str:
        """Who made which move."""
        deal = self.tape.game.deals[self.at.deal - 1]
        _, seat, text = deal.moves[self.at.moves - 1]
        phase = self.tape.view(self.tape.before(self.at), seat).phase
        own = deal.rules.team_of(seat)
        move = parse(text, phase, [team for team in range(deal.rules.teams) if team != own])
        words = self.words
        return words.gettext(N_("{seat}: {move}"), seat=words.seat(seat), move=words.move(move, phase))

    def _chances(self) -> list[Chances]:
        """The course of every team's chances; of two teams one tells both."""
        moves = self.tape.moves(self.at.deal)
        teams = range(self.tape.rules.teams if self.tape.rules.teams > 2 else 1)
        if not moves:
            return []
        now, marks = min(self.at.moves, moves - 1), self._marks(moves)
        courses = [tuple(self.reviewer.chances(team, self.at.deal, moves)) for team in teams]
        return [Chances(team, course, now, self._percent(course[now]), marks) for team, course in enumerate(courses)]

    def _marks(self, moves: int) -> dict[int, str]:
        """Where the moves of this deal stand that are remarked on: behind them, as the chances then were."""
        known = ((number, self.reviewer.verdicts.get(Moment(self.at.deal, number))) for number in range(1, moves + 1))
        return {
            min(number, moves - 1): INKS[verdict.label]
            for number, verdict in known
            if verdict is not None and verdict.marked and verdict.label is not None
        }

    def _percent(self, chance: float | None) -> str:
        return "" if chance is None else self.words.percent(chance)

    def _keys(self) -> tuple[Key, ...]:
        play = N_("play by itself") if self._playing is None else N_("stop playing")
        return (
            self._key("←", N_("back"), "go('before')"),
            self._key("→", N_("forward"), "go('after')"),
            self._key("m", N_("next remark"), "marked"),
            self._key(N_("Space"), play, "pause"),
            self._key("?", N_("keys"), "keys"),
            self._key("q", N_("leave"), "leave"),
            self._key("o", N_("hands"), "open"),
            self._key("s", N_("sheet"), "sheet"),
            self._key("↓", N_("next {deal}"), "go('deal_after')"),
        )

    # -- what there is to do -------------------------------------------------------------------------------------

    def _go_to(self, at: Moment) -> None:
        self.at = at
        self.reviewer.deal = at.deal
        self.redraw()

    def action_go(self, where: str) -> None:
        """Wind the tape."""
        match where:
            case "after":
                self._go_to(self.tape.after(self.at))
            case "before":
                self._go_to(self.tape.before(self.at))
            case "deal_after":
                self._go_to(self.tape.deal_after(self.at))
            case "deal_before":
                self._go_to(self.tape.deal_before(self.at))
            case "first":
                self._go_to(self.tape.first)
            case "last":
                self._go_to(self.tape.last)

    def action_marked(self) -> None:
        """To the next move that the review remarks on; from the last of them to the first."""
        found = self.reviewer.marked_after(self.at)
        if found is not None:
            self._go_to(found)
            return
        done = N_("The review has nothing to remark.") if self.reviewer.done else N_("Nothing is remarked on yet.")
        self.notify(self.words.gettext(done), markup=False)

    def action_pause(self) -> None:
        """Play by itself, or stop."""
        if self._playing is not None:
            self._stop()
        else:
            self._playing = self.set_interval(max(0.05, self.pace), self._play_on)
        self.redraw()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def _play_on(self) -> None:
        self._go_to(self.tape.after(self.at))
        if self.at == self.tape.last:
            self._stop()
            self.redraw()

    def action_quicker(self) -> None:
        """Less time between the moves."""
        self._set_pace(quicker(self.pace))

    def action_slower(self) -> None:
        """More time between the moves."""
        self._set_pace(slower(self.pace))

    def _set_pace(self, pace: float) -> None:
        self.pace = pace
        if self._playing is not None:
            self._stop()
            self.action_pause()
        self.notify(self.words.gettext(N_("{seconds} s"), seconds=f"{pace:g}"), markup=False, timeout=1.5)

    def action_sheet(self) -> None:
        """The score sheet of the game so far."""
        deals = self.tape.game.score_sheet().deals[: self.at.deal]
        self.app.push_screen(SheetScreen(GameSheet(deals), self.words))
