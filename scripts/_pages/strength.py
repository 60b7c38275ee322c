"""How strong the bots are: the matches of the ladder, and the page that tells of them.

``scripts/pages strength`` runs it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bornes import edition
from bornes.bots.weights import form_name
from bornes.lab import arena
from bornes.lab.arena.standings import Match
from bornes.rules.ruleset import Rules

DOCS = Path(__file__).parent.parent.parent / "docs"
SEED = 1962
DECKS = 20_000
"""Between compiled players, who play a hundred thousand deals a second."""


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of the ladder."""

    rules: Rules
    one: str
    other: str
    deals: int | None = None
    games: int | None = None
    low_variance: int = 0

    @property
    def key(self) -> str:
        """What the result is filed under."""
        return f"{form_name(self.rules)} {self.one} {self.other} {'games' if self.games else 'deals'}"

    def play(self) -> Match:
        """Play it."""
        return arena.match(
            self.rules,
            self.one,
            self.other,
            deals=self.deals,
            games=self.games,
            low_variance=self.low_variance,
            seed=SEED,
        )


FORMS = {
    "parker-1962, 2 players": edition("parker-1962").rules(2),
    "parker-1962, 3 players": edition("parker-1962").rules(3),
    "parker-1962, 4 partners": edition("parker-1962").rules(4),
    "parker-1962, 6 in pairs": edition("parker-1962").rules(6),
    "dujardin, 2 players": edition("dujardin").rules(2),
    "dujardin, 4 players": edition("dujardin").rules(4),
    "asmodee, 2 players": edition("asmodee").rules(2),
    "asmodee, 4 in pairs": edition("asmodee").rules(4, partners=True),
}


def ladder(scale: float) -> Iterator[Bout]:
    """All of it; ``scale`` is how many times as many decks as usual."""
    for rules in FORMS.values():
        yield from bouts(rules, scale)


def bouts(rules: Rules, scale: float) -> Iterator[Bout]:
    """Every rung against the one below; what most people ask about, two players of the first form, in more ways."""
    first = rules == next(iter(FORMS.values()))
    fast, slow = max(24, int(DECKS * scale)), max(2, int((600 if first else 200) * scale) // rules.teams)
    yield Bout(rules, "sunday-driver", "random", fast)
    yield Bout(rules, "rule-of-thumb", "sunday-driver", fast)
    yield Bout(rules, "tuned", "sunday-driver", fast)
    yield Bout(rules, "tuned", "rule-of-thumb", fast)
    if first:
        yield Bout(rules, "champion", "sunday-driver", slow, low_variance=200)
    yield Bout(rules, "champion", "tuned", slow, low_variance=200)
    if first:
        yield Bout(rules, "champion", "tuned", games=max(2, slow // 6))


def measure(kept: dict[str, Any], file: Path, wanted: list[Bout]) -> None:
    """Play what is not kept yet, keeping every result at once."""
    for number, bout in enumerate(wanted, 1):
        if bout.key in kept:
            continue
        print(f"{number} of {len(wanted)}: {bout.key}", file=sys.stderr, flush=True)
        kept[bout.key] = bout.play().as_dict()
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def page_of(kept: dict[str, Any]) -> str:
    """The tables, by form."""
    lines = [HEAD]
    for title, rules in FORMS.items():
        keys = [bout.key for bout in bouts(rules, 1) if bout.key in kept]
        if keys:
            lines += [f"## {title}", "", *TABLE, *(_row(kept[key], key) for key in keys), ""]
    return "\n".join(lines)


HEAD = """# How strong the bots are

Made by `scripts/pages strength`. Each match is played on duplicate decks: the first player sits on one team and the
second on all others, once for every team, on the same cards. The figure is the first player's points a deal less the
mean of the other teams, with its 95 % interval; a match of the champion gives the advantage sum as well
([arena](arena.md)), which says the same with less luck in it. Deals and games are the first player's share: among
equals half of them with two teams, a third with three, a quarter with four. Games go to 5000 where the edition
has games; in the row marked *games* the players know the totals, and the champion aims at winning the game instead of
at points.
"""
TABLE = [
    "| match | decks | points a deal | advantage sum | deals won | games won |",
    "|---|---|---|---|---|---|",
]


def _row(result: dict[str, Any], key: str) -> str:
    one, other = result["entrants"]
    mark = " *(games)*" if key.endswith("games") else ""
    points, low, games = result["points_per_deal"], result["low_variance"], result["games_won"]
    sum_of = f"{low['mean']:+.0f} ± {low['margin95']:.0f}" if low else ""
    won = f"{100 * games['mean']:.1f} % of {games['games']:,}" if games["games"] else ""
    return (
        f"| {one} v {other}{mark} | {result['duplicates']:,} | {points['mean']:+.0f} ± {points['margin95']:.0f} "
        f"| {sum_of} | {100 * result['deals_won']['mean']:.1f} % | {won} |"
    )


def main() -> None:
    """Measure what is missing and write the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--again", action="store_true", help="measure everything anew")
    options.add_argument("--only", metavar="FORM", help="a form by the name of its file of weights: parker-1962-2")
    options.add_argument("--scale", type=float, default=1.0, help="times as many decks as usual")
    options.add_argument("--folder", type=Path, default=DOCS, help="where strength.json and strength.md are")
    asked = options.parse_args()
    file = asked.folder / "strength.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() and not asked.again else {}
    measure(kept, file, [bout for bout in ladder(asked.scale) if asked.only in (None, form_name(bout.rules))])
    (asked.folder / "strength.md").write_text(page_of(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
