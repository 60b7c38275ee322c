"""Play seeded games through ``import bornes`` alone, and write down records, views, events, refusals and results.

Run inside a checkout by ``scripts/compare``.  Only the public names of ``bornes`` are used, since they stay.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bornes
from scripts._compare.writer import TranscriptWriter, tell_progress

SEEDS = range(4)
"""Of the games of each form."""
BOTS = ("sunday-driver", "random", "tuned", ("rule-of-thumb", "sunday-driver"))
"""Who plays the game of each seed: one for all, or one for each team; random players only where two play."""
MAX_DEALS = 2
"""Of a game; only the first of two players is played to its end, since many at a table take long."""
LOOKS = 8
"""How often the first deal of a form is looked at from every side."""
MADE_UP_MOVES = (
    "",
    "fly",
    "200",
    "roll",
    "stop>b",
    "stop",
    "coup",
    "pass",
    "draw",
    "-200",
    "~roll",
    "extend",
    "stop>z",
)
MADE_UP_GAMES: tuple[dict[str, Any], ...] = (
    {"rules": "parker-1961"},
    {"rules": "dujardin", "players": 9},
    {"rules": "asmodee", "players": 3, "partners": True},
    {"rules": "parker-1962", "short": True},
    {"names": ("Ann",)},
    {"names": ("Ann", "Ann")},
    {"deck": "roll 25"},
    {"seed": 1, "first": 5},
    {"seed": 1, "dealer": 2},
)
HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"target": 0},
    {"hand_size": 40},
    {"first_player": "tallest"},
    {"turn_cap": -1},
    {"target": 333},
    {"speed": 1},
)
"""Some of them are impossible, or no rules at all."""


def forms() -> Iterator[tuple[str, bornes.Rules]]:
    """Yield every form of every edition, with its rules."""
    for name in bornes.EDITIONS:
        book = bornes.edition(name)
        for form in book.forms:
            yield f"{name} {form}", book.rules(form.players, partners=form.partners, short=form.short)


def play(out: TranscriptWriter, rules: bornes.Rules, seed: int) -> bornes.Game:
    """Play a game of a seed, and write its record and its sheet."""
    spec = BOTS[seed % len(BOTS)]
    if spec == "random" and rules.players > 2:  # it would take a minute
        spec = "rule-of-thumb"
    bots = [spec[team % len(spec)] for team in range(rules.teams)] if isinstance(spec, tuple) else spec
    game = bornes.play_game(
        bots, rules, seed=f"compare {seed}", deals=None if (rules.players, seed) == (2, 0) else MAX_DEALS
    )
    out.text("record", game.record)
    out.text("sheet", f"{game.score_sheet()}\n")
    refuse(out, "again", bornes.Game.replay, game.record)
    return game


def look(out: TranscriptWriter, game: bornes.Game) -> None:
    """Walk through the first deal, and write what each viewer knows and may do."""
    deal = game.deals[0]
    viewers = (None, *range(game.rules.players))
    for viewer in viewers:
        for number, event in enumerate(deal.view(viewer).events):
            out.json(f"event {number} for {viewer}", event.as_dict())
    for number in range(0, len(deal.moves), len(deal.moves) // LOOKS + 1):
        before = deal.after(number)
        out.text(f"board {number}", f"{before}\n")
        out.line(f"legal {number}", str(before.legal_moves))
        for viewer in viewers:
            view = before.view(viewer)
            out.json(f"view {number} for {viewer}", view.as_dict())
            out.line(f"awaited {number} for {viewer}", str(view.awaited))
        reasons = {str(card): [one.as_dict() for one in why] for card, why in before.why_unplayable().items()}
        out.json(f"unplayable {number}", reasons)
        for move in MADE_UP_MOVES:
            refuse(out, f"move {number} {move}", before.clone().play, move)
    if deal.moves:
        middle = deal.after(len(deal.moves) // 2)
        if middle.seat is not None:
            out.line("world", str(middle.view(middle.seat).sample(random.Random(1))).replace("\n", " / "))
        results(out, "playouts", bornes.playouts(middle, 20, "rule-of-thumb", seed=5))


def results(out: TranscriptWriter, label: str, played: bornes.DealResults) -> None:
    """Write the results of many deals."""
    for one in played:
        out.json(label, [one.scores, one.moves, one.turns, int(one.ending), one.completer])


def refuse(out: TranscriptWriter, label: str, call: Any, *given: Any, **named: Any) -> None:
    """Call something that is mostly refused, and write the refusal."""
    try:
        call(*given, **named)
    except (ValueError, TypeError) as error:
        text, reason = str(error), getattr(error, "reason", None)
        if isinstance(reason, bornes.Reason):  # the text has its name, where no rename would find it
            values = reason.as_dict()
            out.json(f"{label} reason", values)
            text = text.replace(values["reason"], "<reason>")
        out.line(label, text)
    else:
        out.line(label, "done")


def show(out: TranscriptWriter, path: Path) -> None:
    """Write the score sheet of a recorded game."""
    out.text("sheet", f"{bornes.Game.replay(path.read_text(encoding='utf-8')).score_sheet()}\n")


def damaged(record: str) -> Iterator[tuple[str, str]]:
    """Yield records that something is wrong with."""
    lines = record.splitlines(keepends=True)
    for at in range(min(len(lines), 40)):
        yield f"without line {at + 1}", "".join(lines[:at] + lines[at + 1 :])
        yield f"twice line {at + 1}", "".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])
        yield f"changed line {at + 1}", "".join([*lines[:at], lines[at].swapcase(), *lines[at + 1 :]])
    yield "cut", record[: len(record) // 2]
    yield "empty", ""


def main() -> None:
    """Write the transcript that the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    chosen = [(name, rules, seed) for name, rules in forms() for seed in SEEDS][:: options.every]
    with TranscriptWriter(options.out / "records.txt") as out:
        for done, (name, rules, seed) in enumerate(chosen, 1):
            out.section(f"game {name} seed {seed}")
            game = play(out, rules, seed)
            if seed == 0:
                look(out, game)
                results(out, "deals", bornes.play_deals(rules, 20, seed=3))
            tell_progress(done, len(chosen) + 1)
        out.section("rules")
        for name, rules in forms():
            out.json(name, rules.as_dict())
        out.section("refusals")
        for given in MADE_UP_GAMES:
            refuse(out, f"game {json.dumps(given)}", bornes.Game, **given)
        for house in HOUSE_RULES:
            refuse(out, f"house rules {json.dumps(house)}", bornes.edition("parker-1962").rules(2).replace, **house)
        record = bornes.play_game("sunday-driver", "parker-1962", seed=7, deals=1).record
        for label, text in list(damaged(record))[:: options.every]:
            refuse(out, f"record {label}", bornes.Game.replay, text)
        for path in sorted(Path("tests/golden/records").glob("*.txt")):  # of the checkout, the working folder
            out.section(f"record {path.name}")
            refuse(out, "replay", show, out, path)
        tell_progress(len(chosen) + 1, len(chosen) + 1)


if __name__ == "__main__":
    main()
