"""Golden playthroughs: one deal of every form written out, decision by decision, and counts of move sequences.

Run as a program it writes the files anew: ``python -m tests.support.playthrough``.  Do so only when the rules were
meant to change, and read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from bornes import Deal, Edition, Form, Game
from bornes.engine.codes import DISCARD, Phase
from bornes.engine.playout import Rng
from bornes.engine.state import State
from bornes.game.fair import Seeds, shuffle
from bornes.game.moves import LegalMoves
from bornes.game.position import compile_rules
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import all_forms
from tests.support.paths import GOLDEN

COUNTS = GOLDEN / "counts.json"
DISCARDS = ((1 << 19) - 1) << DISCARD


def file_of(book: Edition, form: Form) -> Path:
    """Return where the playthrough of a form lies."""
    return GOLDEN / f"{book.name}-{str(form).replace(' ', '-')}.txt"


def game_of(book: Edition, form: Form) -> Game:
    """Begin a game that is always the same."""
    return Game(book.name, form.players, partners=form.partners, short=form.short, seed="golden")


def choose(legal: LegalMoves, rng: Rng) -> int:
    """Mostly plays, sometimes anything, so that a playthrough shows all kinds of moves."""
    plays = legal.mask & ~DISCARDS
    return rng.pick(plays if plays and rng.below(8) else legal.mask)


def playthrough(game: Game) -> str:
    """Write the first deal of a game as text: each decision with its legal moves, and what came of it."""
    return "\n".join([*_decisions(game.deal), "", str(game.deal.score_sheet()), "", game.record])


def _decisions(deal: Deal) -> Iterator[str]:
    rng = Rng(1962)
    told = 0
    while True:
        for event in deal.events[told:]:
            yield "    " + " ".join(str(value) for value in event.as_dict().values())
        told = len(deal.events)
        if deal.over:
            return
        legal = deal.legal_moves
        move = deal.parse(choose(legal, rng))
        yield f"seat {deal.seat} {deal.phase}: {legal}"
        yield f"  > {move.notation(deal.phase)}"
        deal.play(move)


def count(state: State, depth: int) -> int:
    """Count the sequences of so many moves; a shuffle that comes up keeps the discards in order."""
    while state.phase == Phase.CHANCE:
        state.reshuffle(sorted(state.discard_pile()))
    mask = state.legal()
    if depth == 1 or not mask:
        return mask.bit_count() if mask else 1
    total = 0
    while mask:
        twin = state.clone()
        twin.apply((mask & -mask).bit_length() - 1)
        total += count(twin, depth - 1)
        mask &= mask - 1
    return total


def counts(book: Edition, form: Form) -> list[int]:
    """Sequences of 1, 2, 3 … moves from the start of a fixed deck, then from later moments of the same deal."""
    rules = book.rules(form.players, partners=form.partners, short=form.short)
    state = State(compile_rules(rules))
    state.deal(shuffle(sorted_deck(rules.deck), Seeds.of("counts", 1), 1, 0), 0)
    found = [count(state, depth) for depth in (1, 2, 3, 4)]
    rng = Rng(1988)
    for _ in range(4):
        for _ in range(11):
            if state.phase == Phase.CHANCE:
                state.reshuffle(sorted(state.discard_pile()))
            elif state.legal():
                state.apply(choose(LegalMoves(state.legal()), rng))
        found += [count(state, depth) for depth in (1, 2, 3)]
    return found


def main() -> None:
    """Write all files anew."""
    table = {}
    for book, form in all_forms():
        file_of(book, form).write_text(playthrough(game_of(book, form)), encoding="utf-8")
        table[f"{book.name} {form}"] = counts(book, form)
    lines = ",\n".join(f'  "{name}": {json.dumps(row)}' for name, row in table.items())
    COUNTS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
