"""What there is to say of a decision, in words."""

from __future__ import annotations

from ..words import N_, Words
from .scale import Label
from .sentences import why_sentence
from .verdict import Priced, Verdict

MARKS = {Label.FINE: "", Label.INACCURACY: "?!", Label.MISTAKE: "?", Label.BLUNDER: "??"}
"""As in the notation of other games."""


def remarks(words: Words, verdict: Verdict) -> list[str]:
    """What there is to say of a decision, a line each: the figures, the better moves, the reason."""
    if verdict.label is None:
        return [words.gettext(N_("There was no choice. Chance to win: {chance}"), chance=words.percent(verdict.before))]
    lines = [_figures(words, verdict)]
    if verdict.moves:
        lines.append(_moves(words, verdict))
    if verdict.why is not None:
        lines.append(why_sentence(verdict.why, words))
    return lines


def _figures(words: Words, verdict: Verdict) -> str:
    made = verdict.made
    if made is None or made.tied:
        return words.gettext(N_("Chance to win: {chance}"), chance=words.percent(verdict.before))
    chances = {"before": words.percent(verdict.before), "after": words.percent(verdict.after)}
    points = round(made.points)
    if points <= 0:
        return words.gettext(N_("Chance to win: {before} → {after}"), **chances)
    return words.ngettext(
        "Chance to win: {before} → {after}; it cost about {points} point.",
        "Chance to win: {before} → {after}; it cost about {points} points.",
        points,
        points=points,
        **chances,
    )


def _moves(words: Words, verdict: Verdict) -> str:
    """The best moves and those as good, then what the others cost."""
    best = [words.move(one.move, verdict.phase) for one in verdict.moves if one.tied]
    rest = [f"{words.move(one.move, verdict.phase)} ({_price(words, one)})" for one in verdict.moves if not one.tied]
    told = words.gettext(N_("Best: {moves}"), moves=" ≈ ".join(best))
    return "; ".join([told, *rest])


def _price(words: Words, one: Priced) -> str:
    """In points, or where it is not points that it costs, in chance."""
    return f"-{one.points:.0f}" if round(one.points) > 0 else f"-{words.percent(one.chance)}"
