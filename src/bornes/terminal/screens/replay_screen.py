"""Replaying: a recorded game, move by move, with what the review has to say of each."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.screen import Screen
from textual.timer import Timer

from ...client.table_client import Seat
from ...game.game import Game
from ...i18n import N_, Translator
from ...review import LABELS, MARKS, PLAYOUT_FACTOR, MoveLabel, remarks
from ..bot_pace import faster, slower
from ..drawing.scene import KeyHint, Scene
from ..drawing.spectator_layout import ChancesCurve, ReviewRemark, SpectatorScene
from ..drawing.theme import Theme
from ..preferences import SCREEN_PACE_SECONDS
from ..review_timeline import BackgroundReview, ReplayMoment, Timeline
from .base_app import OneScreenApp, run_app
from .spectator_screen import SpectatorScreen

LABEL_ROLES = {
    MoveLabel.FINE: "soft",
    MoveLabel.INACCURACY: "warning",
    MoveLabel.MISTAKE: "warning",
    MoveLabel.BLUNDER: "attack",
}
"""How the remark on a move with this label is drawn."""


def run(game: Game, *, lang: str = "en", deal: int = 1, ascii: bool = False, colour: bool = True) -> int:
    """Show a recorded game with its review until somebody leaves; returns the exit code."""

    async def make(look: Theme) -> Screen[None]:
        return ReplayScreen(game, Translator.of(game, lang), look, deal=deal)

    return run_app(OneScreenApp(make, ascii=ascii, colour=colour))


class ReplayScreen(SpectatorScreen):
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
        ("← →", N_("one move back, one move on")),
        (N_("↑ ↓, PgUp PgDn"), N_("one {deal} back, one {deal} on")),
        (N_("Home End"), N_("to the beginning, to the end")),
        ("m", N_("to the next move that the review comments on")),
        (N_("Space"), N_("play by itself, or stop")),
        ("< >", N_("slower, faster")),
        ("o", N_("open or cover all hands")),
        ("l", N_("all that happened in this {deal}")),
        ("s", N_("the score sheet")),
        ("i / r", N_("how to play; the rules of this game, with their clauses")),
        (N_("q, Esc"), N_("leave")),
    )

    def __init__(
        self, game: Game, words: Translator, look: Theme | None = None, *, deal: int = 1, care: float = PLAYOUT_FACTOR
    ) -> None:
        super().__init__(words, look)
        self.timeline = Timeline(game)
        self.at = ReplayMoment(deal, 0)
        """The moment that is shown."""
        self.pace = SCREEN_PACE_SECONDS
        """Seconds between moves when it plays by itself."""
        self.review = BackgroundReview(game, self.redraw, care=care)
        self.review.deal = deal
        self._seats = tuple(Seat(words.seat(seat), here=True) for seat in range(game.rules.players))
        self._playing: Timer | None = None

    def on_mount(self) -> None:
        """Begin the review."""
        self.review.start()

    def on_unmount(self) -> None:
        """End the review, since nobody waits for it any more."""
        self.review.stop()

    # -- what there is to see ------------------------------------------------------------------------------------

    def scene(self) -> SpectatorScene:
        """Return what there is to see of the present moment."""
        timeline, at = self.timeline, self.at
        scene = Scene(
            view=timeline.view(at),
            seats=self._seats,
            words=self.words,
            look=self.look,
            number=at.deal,
            totals=timeline.totals(at),
            banner=self.ceremony.banner,
            cars=self.ceremony.cars,
            keys=self._keys(),
        )
        hands = timeline.hands(at) if self.hands_open else None
        return SpectatorScene(scene, self._heading(), hands, self._remarks(), self._chances())

    def _heading(self) -> str:
        words, deals = self.words, len(self.timeline.game.deals)
        deal = words.gettext("Deal {number}", number=f"{self.at.deal}/{deals}")
        moves = self.timeline.moves(self.at.deal)
        move = words.gettext("move {move} of {moves}", move=self.at.moves, moves=moves)
        return f"{deal} · {move}"

    def _remarks(self) -> list[ReviewRemark]:
        """Return the move that was just made, and what the review says of it."""
        words, verdict = self.words, self.review.verdicts.get(self.at)
        if not self.at.moves:
            return [ReviewRemark(words.gettext("Before the first move."), "soft")]
        if verdict is None or verdict.label is None:
            mark, role = "", "strong"
        else:
            mark = f" · {MARKS[verdict.label]} {words.gettext(LABELS[verdict.label])}".replace("  ", " ")
            role = LABEL_ROLES[verdict.label]
        lines = [ReviewRemark(self._last_move() + mark, "strong" if role == "soft" else role)]
        if verdict is not None:
            return lines + [ReviewRemark(line) for line in remarks(words, verdict)]
        return [*lines, ReviewRemark(words.gettext("The review is under way…"), "soft")]

    def _last_move(self) -> str:
        """Say who made which move."""
        played = self.timeline.game.deals[self.at.deal - 1].moves[self.at.moves - 1]
        words = self.words
        move = words.move(played.move, played.phase)
        return words.gettext("{seat}: {move}", seat=words.seat(played.seat), move=move)

    def _chances(self) -> list[ChancesCurve]:
        """Return every team's chances over the deal; of two teams, only one's, which tells both."""
        moves = self.timeline.moves(self.at.deal)
        teams = range(self.timeline.rules.teams if self.timeline.rules.teams > 2 else 1)
        if not moves:
            return []
        now, marks = min(self.at.moves, moves - 1), self._marks(moves)
        values = [tuple(self.review.chances(team, self.at.deal, moves)) for team in teams]
        return [ChancesCurve(team, row, now, self._percent(row[now]), marks) for team, row in enumerate(values)]

    def _marks(self, moves: int) -> dict[int, str]:
        """Return where in the curve the moves stand that the review marks: behind them, as the chances then were."""
        known = (
            (number, self.review.verdicts.get(ReplayMoment(self.at.deal, number))) for number in range(1, moves + 1)
        )
        return {
            min(number, moves - 1): LABEL_ROLES[verdict.label]
            for number, verdict in known
            if verdict is not None and verdict.marked and verdict.label is not None
        }

    def _percent(self, chance: float | None) -> str:
        return "" if chance is None else self.words.percent(chance)

    def _keys(self) -> tuple[KeyHint, ...]:
        play = N_("autoplay") if self._playing is None else N_("stop")
        return (
            self._key("←", N_("back"), "go('before')"),
            self._key("→", N_("forward"), "go('after')"),
            self._key("m", N_("next comment"), "marked"),
            self._key(N_("Space"), play, "pause"),
            self._key("?", N_("keys"), "keys"),
            self._key("q", N_("leave"), "leave"),
            self._key("o", N_("hands"), "open"),
            self._key("l", N_("log"), "log"),
            self._key("s", N_("sheet"), "sheet"),
            self._key("<", N_("slower"), "slower"),
            self._key(">", N_("faster"), "faster"),
            self._key("↓", N_("next {deal}"), "go('deal_after')"),
        )

    # -- what there is to do -------------------------------------------------------------------------------------

    def _go_to(self, at: ReplayMoment) -> None:
        """Show another moment; where that is a later one, the move that led there is celebrated, and no other."""
        timeline, goes_on = self.timeline, at > self.at and at.moves > 0
        self.at = at
        self.review.deal = at.deal
        self.ceremony.stand_at(timeline.view(timeline.before(at) if goes_on else at), at.deal)
        winner = timeline.game.winner if at == timeline.last else None
        self.ceremony.follow(timeline.view(at), at.deal, self.words, winner)
        self.redraw()

    def action_go(self, where: str) -> None:
        """Go to another moment: a method or property of the timeline names it."""
        match where:
            case "after":
                self._go_to(self.timeline.after(self.at))
            case "before":
                self._go_to(self.timeline.before(self.at))
            case "deal_after":
                self._go_to(self.timeline.deal_after(self.at))
            case "deal_before":
                self._go_to(self.timeline.deal_before(self.at))
            case "first":
                self._go_to(self.timeline.first)
            case "last":
                self._go_to(self.timeline.last)

    def action_marked(self) -> None:
        """Go to the next move that the review comments on (m); from the last of them, to the first."""
        found = self.review.marked_after(self.at)
        if found is not None:
            self._go_to(found)
            return
        message = N_("The review has no comments.") if self.review.done else N_("The review has no comments yet.")
        self.tell(self.words.gettext(message))

    def action_pause(self) -> None:
        """Play by itself, or stop (Space)."""
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
        self._go_to(self.timeline.after(self.at))
        if self.at == self.timeline.last:
            self._stop()
            self.redraw()

    def action_faster(self) -> None:
        """Leave less time between the moves (+)."""
        self._set_pace(faster(self.pace))

    def action_slower(self) -> None:
        """Leave more time between the moves (-)."""
        self._set_pace(slower(self.pace))

    def _set_pace(self, pace: float) -> None:
        self.pace = pace
        if self._playing is not None:
            self._stop()
            self.action_pause()
        self.tell(self.words.seconds(pace))

    def action_sheet(self) -> None:
        """Show the score pad of the game so far (s)."""
        game = self.timeline.game
        self.show_pad(self.timeline.sheet(self.at), game.winner, over=game.over and self.at == self.timeline.last)
