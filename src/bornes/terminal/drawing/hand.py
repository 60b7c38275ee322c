"""The hand: cards with the digits that play them; what can be played stands out, the selected one is raised."""

from __future__ import annotations

from .canvas import Canvas
from .cards import FULL, LEAST, SMALL, Size
from .scene import Scene


def hand_size(scene: Scene, width: int, roomy: bool) -> Size:
    """How large the cards of a hand can be, so that a full one fits."""
    most = (width - 2) // (scene.view.rules.hand_size + 1)
    size = FULL if roomy else SMALL
    return size if most >= size.width else Size(max(LEAST.width, most), LEAST.height)


def hand(scene: Scene, width: int, size: Size) -> Canvas:
    """The cards side by side; covered where nobody is to see them."""
    canvas = Canvas(width, size.height + 1)
    cards = scene.view.hand
    shown = len(cards) if scene.view.viewer is not None else scene.view.rules.hand_size
    left = (width - shown * size.width) // 2
    for place in range(shown):
        x, raised = left + place * size.width, place == scene.selected
        if scene.view.viewer is None:
            canvas.paste(x, 1, scene.artist.back(size))
            continue
        card = cards[place]
        plays = card in scene.playable
        key = f"[{place + 1}]" if plays else f" {place + 1} "
        drawn = scene.artist.card(card, size, soft=not plays, strong=raised, key=key)
        canvas.paste(x, 0 if raised else 1, drawn)
        canvas.clickable(x, 0, size.width, size.height + 1, f"card({place + 1})")
    return canvas
