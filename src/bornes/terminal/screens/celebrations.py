"""What is celebrated on a screen: a coup fourré, an arrival, who wins; and cars that roll.  Nothing waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from ...game.deal import View
from ...game.events import CoupFourre, DealOver, Event, Laid, TurnBegan
from ...i18n import N_, Translator
from ...rules.cards import SAFETIES
from ..drawing.scene import Banner

FRAME_SECONDS = 0.08
CAR_ANIMATION_SECONDS = 0.8
BANNER_SECONDS = 2.6
FLASH_SECONDS = 0.3
"""How long a banner is lit, and then dark."""


class Celebrations:
    """Follows the deal that a screen shows; the screen draws its banner and its cars, and is told when they change."""

    def __init__(self, screen: Screen[Any], redraw: Callable[[], None], *, calm: bool) -> None:
        self._screen = screen
        self._redraw = redraw
        self._calm = calm
        self._timer: Timer | None = None
        self._deal: int | None = None
        self._seen = 0
        """How many events of the deal have been celebrated."""
        self._banners: list[Banner] = []
        self._lit_for = 0.0
        self._start: tuple[float, ...] = ()
        self._goal: tuple[int, ...] = ()
        self._rolled = CAR_ANIMATION_SECONDS

    # -- what there is to see ------------------------------------------------------------------------------------

    @property
    def banner(self) -> Banner | None:
        """What is celebrated now."""
        if not self._banners:
            return None
        return self._banners[0].with_light(int(self._lit_for / FLASH_SECONDS) % 2 == 0)

    @property
    def cars(self) -> tuple[float, ...] | None:
        """How far the cars have rolled; None while they stand where they have got to."""
        if self._rolled >= CAR_ANIMATION_SECONDS or len(self._start) != len(self._goal):
            return None
        left = (1 - self._rolled / CAR_ANIMATION_SECONDS) ** 2
        return tuple(goal - (goal - start) * left for start, goal in zip(self._start, self._goal, strict=True))

    # -- following -----------------------------------------------------------------------------------------------

    def follow(self, view: View, deal: int, words: Translator, winner: int | None = None) -> None:
        """Take in what everybody sees of a deal now; what is new since the last time is celebrated."""
        if self._calm:
            return
        if deal != self._deal or self._seen > len(view.events):
            self.stand_at(view, deal)
            return
        new, standing = view.events[self._seen :], self.cars or self._goal
        self._see(view, deal)
        self._banners += banners(view, new, words, winner)
        if self._goal != standing:
            self._start, self._rolled = tuple(standing), 0.0
        if self._timer is None and (self._banners or self._rolled < CAR_ANIMATION_SECONDS):
            self._timer = self._screen.set_interval(FRAME_SECONDS, self._next_frame)

    def stand_at(self, view: View, deal: int) -> None:
        """Celebrate nothing any more, and take what led to this moment of a deal as known."""
        self._see(view, deal)
        self._banners, self._lit_for, self._start, self._rolled = [], 0.0, (), CAR_ANIMATION_SECONDS

    def _see(self, view: View, deal: int) -> None:
        self._deal, self._seen = deal, len(view.events)
        self._goal = tuple(map(view.progress, range(view.rules.teams)))

    def _next_frame(self) -> None:
        self._rolled = min(CAR_ANIMATION_SECONDS, self._rolled + FRAME_SECONDS)
        if self._banners:
            self._lit_for += FRAME_SECONDS
            if self._lit_for >= BANNER_SECONDS:
                self._banners, self._lit_for = self._banners[1:], 0.0
        if not self._banners and self._rolled >= CAR_ANIMATION_SECONDS and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._redraw()


def banners(view: View, new: Sequence[Event], words: Translator, winner: int | None) -> Iterator[Banner]:
    """Return what there is to celebrate in what happened."""
    rules = view.rules
    for at, event in enumerate(new):
        if isinstance(event, CoupFourre):
            again = any(isinstance(one, TurnBegan) and one.seat == event.seat and one.extra for one in new[at:])
            gain = _coup_gain(view, event, new[at + 1 :], words)
            message = N_("{points}, and you play again") if event.seat == words.you else N_("{points}, and plays again")
            told = words.gettext(message, points=gain) if again else gain
            role = f"team{rules.team_of(event.seat)}"
            yield Banner(words.gettext("Coup fourré!"), (words.seat(event.seat), told), role)
        elif isinstance(event, DealOver):
            if event.completer is not None:
                came = words.progress(view.progress(event.completer), rules)
                role = f"team{event.completer}"
                yield Banner(words.gettext("Arrival!"), (words.team(event.completer), came), role, flag=True)
            if winner is not None:
                yield Banner(words.gettext("Victory!"), (words.wins_game(winner),), f"team{winner}", flag=True)


def _coup_gain(view: View, coup: CoupFourre, later: Sequence[Event], words: Translator) -> str:
    """Say by how much a coup fourré raised the points of its team: its safety counts, too, and so may all four."""
    rules, team = view.rules, view.rules.team_of(coup.seat)
    laid = (one for one in later if isinstance(one, CoupFourre) or (isinstance(one, Laid) and one.card in SAFETIES))
    shown = len(view.tables[team].safeties) - sum(rules.team_of(one.seat) == team for one in laid)
    points = rules.coup_fourre_points + rules.safety_points
    if rules.all_safeties_points and shown == len(SAFETIES):
        together = words.points(points + rules.all_safeties_points)
        return words.gettext("+{points} with all four safeties", points=together)
    if rules.safety_points:
        return words.gettext("+{points} with the safety", points=words.points(points))
    return f"+{words.points(points)}"
