"""How fast views answer and go over a wire: each beside a move of a deal that keeps its events.

Ratios are measured in one run, in rounds that take turns, since the machine is noisy: `scripts/bench views`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from time import process_time_ns

from bornes import Card, Deal, Event, Rules, View, edition
from bornes.bots.weights import form_name, tuned_policy
from bornes.engine.playout import Rng, decide, deck_order
from bornes.game.position import compile_rules

FORMS = (
    edition("parker-1962").rules(2),
    edition("parker-1962").rules(4),
    edition("dujardin").rules(8),
    edition("asmodee").rules(2),
    edition("asmodee").rules(4, partners=False),
)
Moment = tuple[Deal, View]
"""A deal in which somebody is to decide, and what that seat knows of it."""
WORK: dict[str, Callable[[Moment], object]] = {
    "deal.legal_moves": lambda moment: moment[0].legal_moves,
    "view.legal_moves": lambda moment: moment[1].legal_moves,
    "view.why_not": lambda moment: moment[1].why_not("200"),
    "deal.why_unplayable": lambda moment: moment[0].why_unplayable(),
    "view.why_unplayable": lambda moment: moment[1].why_unplayable(),
    "event.as_dict": lambda moment: moment[0].events[-1].as_dict(),
    "Event.from_dict": lambda moment: Event.from_dict(moment[0].events[-1].as_dict()),
    "view.as_dict": lambda moment: moment[1].as_dict(),
    "View.from_dict": lambda moment: View.from_dict(moment[1].rules, moment[1].as_dict()),
    "view as JSON": lambda moment: json.dumps(moment[1].as_dict()),
}
"""What is measured, one moment at a time; reading includes the writing."""


def played(rules: Rules, deals: int) -> list[Deal]:
    """Return deals between tuned players, played to their end."""
    tuned, found = tuned_policy(rules), []
    for number in range(deals):
        deck = [Card(card) for card in deck_order(compile_rules(rules), 1, number)]
        deal = Deal(rules, deck, chance=lambda discards, _: discards)
        while deal.seat is not None:
            deal.play(decide(tuned, deal.state, Rng(0)))
        found.append(deal)
    return found


def moments(deals: list[Deal], apart: int) -> list[Moment]:
    """Return moments of these deals, so many moves apart."""
    found = []
    for deal in deals:
        for number, (now, move) in enumerate(deal.replay()):
            if number % apart == 0:
                found.append((now.clone(), now.view(move.seat)))
    return found


def a_move(deal: Deal) -> float:
    """Microseconds for a move of a deal that is played again."""
    again = deal.after(0)
    start = process_time_ns()
    for played_move in deal.moves:
        again.play(played_move.move)
    return (process_time_ns() - start) / 1000 / len(deal.moves)


def each(work: Callable[[Moment], object], at: list[Moment]) -> float:
    """Microseconds for one piece of work, over many moments."""
    start = process_time_ns()
    for moment in at:
        work(moment)
    return (process_time_ns() - start) / 1000 / len(at)


def measure(rules: Rules, deals: int, rounds: int) -> tuple[float, dict[str, float]]:
    """Return the microseconds of a move, and of each piece of work: the least of several rounds."""
    finished = played(rules, deals)
    at = moments(finished, 7)
    moves: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in WORK}
    for _ in range(rounds):
        moves.append(sum(map(a_move, finished)) / deals)
        for name, work in WORK.items():
            found[name].append(each(work, at))
    return min(moves), {name: min(times) for name, times in found.items()}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--quick", action="store_true", help="few of everything: to see that it runs")
    deals, rounds = (2, 1) if options.parse_args().quick else (20, 5)
    for rules in FORMS:
        move, found = measure(rules, deals, rounds)
        print(f"{form_name(rules)}: a move takes {move:.1f} µs")
        for name, spent in found.items():
            print(f"  {name:22}{spent:>9.2f} µs{spent / move:>9.2f} moves")


if __name__ == "__main__":
    main()
