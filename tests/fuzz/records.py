"""Forged and damaged records: whatever is done to the text, it is refused by line, or it is the record of its game.

    python -m tests.fuzz.records --runs 40000 --seed 1

takes valid records of many kinds, changes each in one to four places and, as a forger would, often mends the checksum.
A finding is a text that is accepted although it is not what the game would write, or any error but RecordError.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random

from bornes import Game, Phase, RecordError, Seeds, edition
from bornes.rules.ruleset import FIELDS, format_value

ODD = ["\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\ufeff", "\xa0", "\u0663", "²", "\0", "\ud800", "\t"]
"""Characters that one reader or another takes for a line end, a space, a digit or nothing at all."""
COMMON: list[str] = [*" \n:.-~>|=_+0123456789abcdefABCDEFgx", "  ", "\n\n", "\r\n", "00", "e0"]
NUMBERS = ["0", "00", "01", "-1", "+1", "1_0", "1e3", "1.0", " 1", "\u0663", "9" * 5000, "999999999", "4294967296"]
REPORT_EVERY = 1000

Mutation = Callable[[str, Random], str]


# -- what is attacked ------------------------------------------------------------------------------------------------


@cache
def originals() -> tuple[str, ...]:
    """Records of several editions, with and without players' seeds, given decks, house rules, finished and not."""
    asmodee = edition("asmodee").rules(2)
    house = edition("dujardin").rules(4, short=True).replace(free_discard=False, target=500, safety_points=75)
    small = asmodee.replace(hand_size=2, deck=(3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0))
    games = [
        _played(Game("parker-1962", seed=7, names=["Ann", "Zoë B"]), 1),
        _played(Game("parker-1988", 4, seeds=_with_players(4)), 2, decisions=25),
        _played(Game("game-cabinet", 3, seed=3, dealer=1), 3, deals=2),
        _played(Game("asmodee", 4, partners=True, seed=4, first=2), 4),
        _played(Game("dujardin", 2, seeds=_with_players(2)), 5, deals=2, decisions=90),
        _played(Game(house, seed="x", names=["A", "B", "C d", "É"]), 6, decisions=30),
        _played(Game(small, deck="25 roll 25 roll 25 roll out-of-gas", first=1), 7, decisions=60),
        Game("parker-1962", deck=Game("parker-1962", seed=1).deal.deck),
        Game("asmodee", seeds=lambda number: Seeds(b"short", (b"", b"x"), revealed=True)),
    ]
    return tuple(game.record for game in games)


def _with_players(players: int) -> Callable[[int], Seeds]:
    def seeds(number: int) -> Seeds:
        given = tuple(bytes([number, seat]) * 8 if seat else b"" for seat in range(players))
        return Seeds.of("fuzz", number).with_players(given)

    return seeds


def _played(game: Game, seed: int, *, deals: int = 1, decisions: int = 10_000) -> Game:
    luck = Random(seed)
    for _ in range(decisions):
        if game.deal.phase is Phase.CHANCE:
            game.deal.reshuffle(sorted(game.deal.view().discards))
        elif not game.deal.over:
            game.play(luck.choice(list(game.deal.legal_moves)))
        elif game.over or len(game.deals) == deals:
            break
        else:
            game.next_deal()
    return game


# -- what is done to it ----------------------------------------------------------------------------------------------


def _span(pattern: str, text: str, luck: Random) -> tuple[int, int]:
    """Find where something of this kind stands; at the beginning if there is none left."""
    return luck.choice([match.span() for match in re.finditer(pattern, text)] or [(0, 0)])


def _character(text: str, luck: Random) -> str:
    at = luck.randrange(len(text) + 1)
    new = luck.choice(ODD if luck.random() < 0.3 else COMMON)
    return text[:at] + new + text[at + luck.randrange(3) :]


def _drop(text: str, luck: Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + text[at + luck.choice((1, 1, 2, 5, 40)) :]


def _swap_case(text: str, luck: Random) -> str:
    start, end = _span("[A-Za-z]+", text, luck)
    word = text[start:end]
    return text[:start] + luck.choice((word.upper(), word.capitalize(), word.swapcase())) + text[end:]


def _number(text: str, luck: Random) -> str:
    start, end = _span("[0-9]+", text, luck)
    near = str(int(text[start:end][:9] or "0") + luck.choice((-1, 1)))
    return text[:start] + (near if luck.random() < 0.6 else luck.choice(NUMBERS)) + text[end:]


def _line(text: str, luck: Random) -> str:
    lines = text.split("\n")
    at, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    what = luck.randrange(4)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(other, lines[at])
    elif what == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(at, luck.choice(("", " ", lines[at].strip() + " ", "\r")))
    return "\n".join(lines)


def _word(text: str, luck: Random) -> str:
    """Put a word of the record in the place of another."""
    (start, end), (first, last) = _span(r"[^ \n]+", text, luck), _span(r"[^ \n]+", text, luck)
    return text[:start] + text[first:last] + text[end:]


def _house_rule(text: str, luck: Random) -> str:
    """Write a rule too many: one that is printed in the edition, or another value of it."""
    name = luck.choice(FIELDS)
    rules = edition(luck.choice(("parker-1962", "asmodee", "dujardin"))).rules(2)
    before, names, after = text.partition("\nnames:")
    return f"{before}\nrule: {name} = {format_value(getattr(rules, name))}{names}{after}"


def _seeds(text: str, luck: Random) -> str:
    """Write a seed for somebody who does not sit at the table, one too few, or one in another way."""
    line = " ".join(luck.choice(("-", "00", "AB", "abc", "ff" * 70)) for _ in range(luck.randrange(1, 6)))
    if "\nseeds: " in text:
        return re.sub(r"\nseeds: .*", f"\nseeds: {line}", text, count=1)
    return re.sub(r"(\nserver: .*)", rf"\1\nseeds: {line}", text, count=1)


def _whole(text: str, luck: Random) -> str:
    """Do what editors and mails do to a whole text."""
    changes: list[Callable[[], str]] = [
        lambda: "\ufeff" + text,
        lambda: text.rstrip("\n"),
        lambda: text + "\n",
        lambda: text.replace("\n", "\r"),
        lambda: text.replace("\n", "\r\n", 3),
        lambda: text.replace("\n", " \n"),
        lambda: "> " + text.replace("\n", "\n> "),
        lambda: text.replace("\n\n", "\n"),
        lambda: text + text,
        lambda: text.replace(" ", "\xa0"),
    ]
    return luck.choice(changes)()


MUTATIONS: tuple[Mutation, ...] = (
    *(_character, _character, _drop, _swap_case, _number, _number),
    *(_line, _line, _word, _word, _house_rule, _seeds, _whole),
)


def mutated(luck: Random) -> str:
    """Return a record that was tampered with."""
    text = luck.choice(originals())
    for _ in range(luck.choice((1, 1, 1, 2, 4))):
        text = luck.choice(MUTATIONS)(text, luck)
    return sealed(text) if luck.random() < 0.7 else text


def sealed(text: str) -> str:
    """Return the text with a checksum that fits, where it has a line for one."""
    at = text.rfind("check: ")
    if at < 0:
        return text
    return f"{text[:at]}check: {hashlib.sha256(text[:at].encode(errors='replace')).hexdigest()}\n"


# -- what is demanded ------------------------------------------------------------------------------------------------


def judged(text: str) -> tuple[str, str]:
    """Say what became of a text: it was ``refused``, is the ``record`` of its game, or is a ``finding``, with why."""
    try:
        game = Game.replay(text)
    except RecordError as error:
        in_the_text = 1 <= error.line <= text.count("\n") + 2
        return ("refused", "") if in_the_text and len(error.reason) < 1200 else ("finding", f"a useless error: {error}")
    except Exception:  # whatever it is, it is what we look for
        return "finding", traceback.format_exc()
    return ("record", "") if game.record == text else ("finding", f"accepted, but written as:\n{game.record}")


def attack(runs: int, seed: int, tell: Callable[[str], None] = lambda line: None) -> tuple[Counter[str], list[str]]:
    """Try so many mutations: return how often each verdict was given, and the findings with their texts."""
    luck, counts, findings = Random(seed), Counter[str](), []
    for run in range(1, runs + 1):
        text = mutated(luck)
        verdict, why = judged(text)
        counts["untouched" if text in originals() and verdict == "record" else verdict] += 1
        if verdict == "finding":
            findings.append(f"{why}\n--- the text was ---\n{text!r}")
        if run % REPORT_EVERY == 0:
            tell(f"{run} of {runs}: {len(findings)} findings")
    return counts, findings


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack, and exit with 1 on a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.records", description="Attack the reader of records.")
    parser.add_argument("--runs", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    counts, findings = attack(given.runs, given.seed, lambda line: print(line, file=sys.stderr))
    _print(findings)
    print(f"{given.runs} mutations, seed {given.seed}: {len(findings)} findings; {dict(counts)}")
    return 1 if findings else 0


def _print(findings: Iterable[str]) -> None:
    for one in findings:
        print(one.encode(errors="backslashreplace").decode(), end="\n\n")


if __name__ == "__main__":
    sys.exit(main())
