"""How fast the bots are: a move of the policies beside one at random, and a decision of the champion.

Ratios are measured in one run, since the machine is noisy: `scripts/bench bots`.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from itertools import islice
from statistics import mean
from time import perf_counter, process_time

from bornes import Deal, Rules, edition, play_deals
from bornes.bots.champion import Champion, default_playouts
from bornes.bots.heuristic import Heuristic
from bornes.bots.weights import form_name, tuned_policy
from bornes.engine.playout import Eager, Policy, Rng, decide, deck_order
from bornes.game.position import compile_rules
from bornes.rules.cards import Card

FORMS = (
    edition("parker-1962").rules(2),
    edition("parker-1962").rules(4),
    edition("dujardin").rules(4),
    edition("dujardin").rules(8),
    edition("asmodee").rules(2),
    edition("asmodee").rules(4, partners=False),
    edition("asmodee").rules(4, partners=True),
)


def a_move(rules: Rules, policy: Policy, deals: int) -> float:
    """Nanoseconds for a move, the deal's own work included."""
    start = perf_counter()
    played = play_deals(rules, deals, policy, seed=1)
    return 1e9 * (perf_counter() - start) / sum(played.moves)


def decisions(rules: Rules, count: int) -> list[float]:
    """Milliseconds of one core for decisions of the champion, spread over deals between tuned players."""
    champion, tuned = Champion(1), tuned_policy(rules)
    default_playouts(rules)  # worked out once for each form
    return [1000 * spent for spent in islice(_spent(rules, champion, tuned), count)]


def _spent(rules: Rules, champion: Champion, tuned: Policy) -> Iterator[float]:
    for number in itertools.count():
        deck = [Card(card) for card in deck_order(compile_rules(rules), 1, number)]
        deal = Deal(rules, deck, chance=lambda discards, _: discards)
        while deal.seat is not None:
            if deal.turns % 7 == 0 and len(deal.legal_moves) > 1:
                view = deal.view(deal.seat)
                start = process_time()
                champion.choose(view)
                yield process_time() - start
            deal.play(decide(tuned, deal.state, Rng(0)))


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--quick", action="store_true", help="few of everything: to see that it runs")
    quick = options.parse_args().quick
    deals, count = (24, 4) if quick else (2400, 60)
    print(f"{'form':22}{'random':>10}{'eager':>9}{'heuristic':>12}{'champion: playouts':>22}{'mean':>9}{'most':>9}")
    for rules in FORMS:
        random = a_move(rules, Policy(), deals)
        eager, heuristic = (a_move(rules, policy, deals) / random for policy in (Eager(), Heuristic()))
        spent = decisions(rules, count)
        print(
            f"{form_name(rules):22}{random:>7.0f} ns{eager:>7.1f} ×{heuristic:>10.1f} ×"
            f"{default_playouts(rules):>22,}{mean(spent):>6.1f} ms{max(spent):>6.1f} ms"
        )


if __name__ == "__main__":
    main()
