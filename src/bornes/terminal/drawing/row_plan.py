"""Who gets which rows of the player's table, so that it stays the same through a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...game.score_sheet import GameSheet
from ...i18n import N_
from .canvas import wrap
from .card_art import FULL, LARGE, SMALL, SMALLEST, CardSize
from .event_log import rows_for_news, typical_rows
from .pile_panels import panel_height
from .progress import pad_width, sheet_height, sheet_width
from .scene import Scene

WINDOWS = (((140, 45), LARGE), ((100, 36), FULL))
"""Columns and rows from which on cards are drawn so large."""
TALL_LOG_ROWS = 12
"""A log of this height is long enough: cars may have two rows each."""
MAX_MESSAGE_ROWS = 4
MIN_LOG_ROWS = 3
"""Rows for draw pile, discards and log beside a long message."""
LOG_WIDTH = 40
"""So many columns the points leave to the log beside them."""
LOG_BESIDE_SHEET = 34
"""With so many columns for the log the sheet of a deal that is over stands beside it, else below."""


@dataclass(frozen=True, slots=True)
class StockLayout:
    """How draw pile and discards are shown: as cards, in lines beside the log, or on one line above it."""

    width: int
    rows: int
    cards: CardSize | None = None

    def log_width(self, width: int) -> int:
        """Return how wide the log is in a window without points."""
        return width - 2 if self.is_line else width - self.width - 5

    @property
    def is_line(self) -> bool:
        """Whether it is one line above the log."""
        return self.rows == 1


CARDS = {size: StockLayout(2 * size.width, size.height + 1, size) for size in (LARGE, FULL, SMALL)}
LINES, NARROW_LINES, TWO_LINES, LINE, NO_STOCK = (
    StockLayout(20, 3),
    StockLayout(14, 3),
    StockLayout(24, 2),
    StockLayout(0, 1),
    StockLayout(0, 0),
)


@dataclass(frozen=True, slots=True)
class RowArrangement:
    """What is shown between piles and hand: how many rows each lane has, whether there is a scale, and the stock."""

    lane: int
    scale: bool
    spare: bool
    """Whether there is a second row for messages, so that a longer one moves nothing."""
    stock: StockLayout

    def road(self, teams: int) -> int:
        """Return how many rows the road takes."""
        return self.lane * teams + self.scale


@dataclass(frozen=True, slots=True)
class RowPlan:
    """How many rows each part gets, and how draw pile and discards are shown."""

    panels: int
    road: int
    scale: bool
    middle: int
    hand: CardSize
    message: int
    stock: StockLayout = NO_STOCK
    sheet: int = 0
    """Rows for the sheet of a deal that is over, below the log."""


def plan_rows(scene: Scene, width: int, height: int) -> RowPlan:
    """Share the rows out: piles, hand and message come first, then what is new, then the road; the log gets the rest.

    What is usual in such a window is kept through the whole deal.  Only where all that is new could not be read, draw
    pile and discards take less room, and then the road gives way.
    """
    if scene.sheet is not None:
        return _plan_ending(scene, scene.sheet, width, height)
    largest = largest_cards(width, height)
    cards, teams = hand_size(scene, width, largest), scene.view.rules.teams
    rest = height - 3 - cards.height
    panels = panel_height(scene, width // teams, largest)
    at_most = panel_height(scene, width // teams, largest, at_most=True)
    said = min(len(wrap(message_text(scene), width - 2)), MAX_MESSAGE_ROWS)
    possible = list(_arrangements(largest))
    usual = next((at for at, one in enumerate(possible) if _is_usual(scene, one, width, rest - at_most)), -1)
    later = possible[usual:] if usual >= 0 else possible[-1:]
    chosen = next((one for one in later if _shows_all(scene, one, width, rest - panels, said)), later[-1])
    free = rest - panels - chosen.road(teams)
    least = MIN_LOG_ROWS if chosen.stock.is_line else chosen.stock.rows
    message = max(1, min(max(said, 1 + chosen.spare), free - least))
    return RowPlan(panels, chosen.road(teams), chosen.scale, free - message, cards, message, chosen.stock)


def _arrangements(largest: CardSize) -> Iterator[RowArrangement]:
    """Return what there may be between piles and hand, from the most to the least."""
    cards = [stock for size, stock in CARDS.items() if size.width <= largest.width]
    if largest is LARGE:
        yield RowArrangement(2, True, True, cards[0])
    yield from (RowArrangement(1, True, True, stock) for stock in cards)
    yield from (RowArrangement(1, False, spare, cards[-1]) for spare in (True, False))
    yield from (RowArrangement(1, False, False, stock) for stock in (LINES, NARROW_LINES, TWO_LINES))
    yield from (RowArrangement(0, False, False, stock) for stock in (LINES, NARROW_LINES, LINE))


def _is_usual(scene: Scene, one: RowArrangement, width: int, free: int) -> bool:
    """Say whether there is room for the news of most turns, however many safeties are laid in the end."""
    log = free - one.road(scene.view.rules.teams) - 1 - one.spare
    if log < (TALL_LOG_ROWS if one.lane > 1 else one.stock.rows):
        return False
    return log - one.stock.is_line >= max(2, typical_rows(scene, log_columns(scene, one.stock, width)))


def _shows_all(scene: Scene, one: RowArrangement, width: int, free: int, said: int) -> bool:
    """Say whether all that is new now and the message can be read."""
    log = free - one.road(scene.view.rules.teams) - max(said, 1 + one.spare)
    news = rows_for_news(scene, log_columns(scene, one.stock, width))
    return log >= one.stock.rows and log - one.stock.is_line >= news


def _plan_ending(scene: Scene, sheet: GameSheet, width: int, height: int) -> RowPlan:
    """Share the rows out once a deal is over: the sheet comes first, then the last move, the road, and more of the log.

    The sheet stands beside the log where that leaves both wide enough, else below it.
    """
    largest, teams = largest_cards(width, height), scene.view.rules.teams
    panels = panel_height(scene, width // teams, largest)
    message = min(len(wrap(message_text(scene), width - 2)), MAX_MESSAGE_ROWS)
    free = height - 2 - panels - message
    beside = is_beside(scene, sheet, width)
    room = sheet_width(scene, sheet, width) if beside else width - 2
    whole, short = (sheet_height(scene, sheet, room, short=short) for short in (False, True))
    log = 0 if beside else MIN_LOG_ROWS
    possible = [(2, True, whole, TALL_LOG_ROWS)] if largest is LARGE else []
    possible += [(1, True, whole, log), (1, False, whole, log), (1, False, short, log), (1, False, short, min(1, log))]
    fitting = (one for one in possible if free - one[0] * teams - one[1] >= one[2] + one[3])
    lane, scale, rows, _ = next(fitting, (0, False, min(short, free - 1), 1))
    road, below = lane * teams + scale, 0 if beside else rows
    return RowPlan(panels, road, scale, free - road - below, hand_size(scene, width, largest), message, sheet=below)


def is_beside(scene: Scene, sheet: GameSheet, width: int) -> bool:
    """Say whether the sheet of a deal that is over stands beside the log."""
    return width - sheet_width(scene, sheet, width) - 5 >= LOG_BESIDE_SHEET


def pad_columns(scene: Scene, stock: StockLayout, width: int) -> int:
    """Return how many columns the points have beside the log; none in windows for small cards."""
    if stock.cards is None or stock.cards is SMALL:
        return 0
    return pad_width(scene, stock.log_width(width) - 2 - LOG_WIDTH, with_sheet=stock.cards is LARGE)


def log_columns(scene: Scene, stock: StockLayout, width: int) -> int:
    """Return how wide the log is beside draw pile and discards, and the points where there is room for them."""
    pad = pad_columns(scene, stock, width)
    return stock.log_width(width) - (pad + 3 if pad else 0)


def message_text(scene: Scene) -> str:
    """Return what the lines below the hand say: a notice such as a hint, or the message."""
    if scene.notice is None:
        return scene.look.text(scene.message)
    return scene.text(N_("{title}: {text}"), title=scene.notice.title, text=" ".join(scene.notice.lines))


def largest_cards(width: int, height: int) -> CardSize:
    """Return how large cards may be drawn in a window."""
    sizes = (size for least, size in WINDOWS if width >= least[0] and height >= least[1])
    return next(sizes, SMALL)


def hand_size(scene: Scene, width: int, largest: CardSize) -> CardSize:
    """Return how large the cards of a hand can be, so that a full one fits."""
    most = (width - 2) // (scene.view.rules.hand_size + 1)
    sizes = (size for size in (LARGE, FULL, SMALL) if size.width <= min(most, largest.width))
    return next(sizes, CardSize(max(SMALLEST.width, most), SMALLEST.height))
