"""How many hints get a reason in words: random decisions of every edition, counted by the kind of their reason.

``python -m scripts._hint_reasons`` prints the table; with ``--read N`` it prints that many positions of every
edition with their hints, for somebody to read; ``--decisions``, ``--care`` and ``--lang`` are as they sound.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from bornes import Deal
from bornes.bots import bot
from bornes.game.deal import View
from bornes.i18n import Translator
from bornes.review import Hint, decisions, hint, hint_sentences
from bornes.review.reasons.kinds import NumericReason
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import EDITION_NAMES, edition

PLAYERS = ("random", "sunday-driver", "rule-of-thumb", "tuned")
"""Who plays the deals: good moves and bad ones lead to positions of all sorts."""
FROM_EACH_DEAL = 6
"""Decisions that are looked at, drawn at random."""


def random_views(name: str, count: int, seed: int = 0) -> Iterator[View]:
    """Yield what players know who are to decide, with a choice, in random deals of an edition."""
    luck = Random(f"{name}/{seed}")
    forms, found = list(edition(name).forms), 0
    while found < count:
        form = luck.choice(forms)
        deal = _played(name, form.players, form.partners, form.short, luck)
        views = [decision.view for decision in decisions(deal) if len(decision.view.legal_moves) > 1]
        for view in luck.sample(views, min(FROM_EACH_DEAL, len(views), count - found)):
            found += 1
            yield view


def _played(name: str, players: int, partners: bool, short: bool, luck: Random) -> Deal:
    rules = edition(name).rules(players, partners=partners, short=short)
    deck = list(sorted_deck(rules.deck))
    luck.shuffle(deck)
    deal = Deal(rules, deck, first=luck.randrange(players), chance=lambda cards, _: luck.sample(cards, len(cards)))
    seats = [bot(luck.choice(PLAYERS), seed=luck.getrandbits(32)) for _ in range(players)]
    while not deal.over:
        assert deal.seat is not None
        deal.play(seats[deal.seat].choose(deal.view(deal.seat)))
    return deal


def hints(name: str, count: int, care: float) -> list[tuple[View, Hint]]:
    """Return random views of an edition, each with its hint."""
    with ThreadPoolExecutor(2) as pool:
        views = list(random_views(name, count))
        return list(zip(views, pool.map(lambda view: hint(view, care=care), views), strict=True))


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, or print what is to be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--care", type=float, default=1.0)
    parser.add_argument("--read", type=int, default=0)
    parser.add_argument("--lang", default="en")
    asked = parser.parse_args(arguments)
    kinds: Counter[str] = Counter()
    for name in EDITION_NAMES:
        found = hints(name, asked.read or asked.decisions, asked.care)
        kinds.update(type(one.why).__name__ for _, one in found)
        if asked.read:
            _print(found, asked.lang)
        else:
            named = sum(not isinstance(one.why, NumericReason) for _, one in found)
            print(f"{name:14} {named} of {len(found)} get a reason that is not about numbers")
    for kind, times in kinds.most_common():
        print(f"{times:5}  {kind}")


def _print(found: Sequence[tuple[View, Hint]], lang: str) -> None:
    for view, one in found:
        words = Translator(
            lang, view.rules.edition, [f"P{seat + 1}" for seat in range(view.rules.players)], view.rules.teams
        )
        print(view)
        for priced in one.moves:
            cost, tied = 100 * priced.option.chance_cost.mean, " tied" if priced.tied else ""
            print(f"   {priced.move.notation(view.phase)}: {cost:.1f} %{tied}")
        print(">>", *hint_sentences(one, words))
        print()


if __name__ == "__main__":
    main()
