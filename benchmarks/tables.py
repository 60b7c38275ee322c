"""What a table costs: a move with all its messages, loading, memory; `scripts/bench tables`.

Times are of one core's CPU, beside a round of bare work (``Deal.play`` of the same moves) in the same run, since this
machine is noisy.  The bars: a move of two seats at most 300 µs, loading at most 5 ms, a live table at most 100 kB.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tracemalloc
from random import Random
from statistics import median
from time import process_time

from bornes import Deal, edition
from bornes.game.deal import View
from bornes.game.fair import Seeds
from bornes.rules.cards import sorted_deck
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from bornes.tables.table_state import Pace, SeatState, open_state

FORMS = {"two seats": 2, "eight seats": 8}


def secret(game: int, number: int) -> bytes:
    """Return the server's seed of a deal."""
    return Seeds.of(f"bench {game}", number).server


def seated(players: int) -> tuple[Table, list[log.Entry]]:
    """Return a table of people whose first deal has begun, and its log."""
    book = "dujardin" if players == 8 else "parker-1962"
    rules = edition(book).rules(players)
    seats = [SeatState("person", f"Player {at}") for at in range(players)]
    pace = Pace(decision=60_000, window=5_000)
    opened = log.Opened(at=0, table=open_state("bench", rules, seats, secret(1, 1), pace=pace))
    table = Table(opened)
    entries: list[log.Entry] = [opened]
    for seat in range(players):
        entries += make(table, ask.Ready(id=f"r{seat}"), seat, 0)
    return table, entries


def make(table: Table, command: ask.Command, seat: int | None, now: int) -> tuple[log.Entry, ...]:
    """Carry a command out, without a store."""
    decision = decide(table, command, seat, DecisionContext(now, secret))
    assert isinstance(decision, tuple), decision
    for entry in decision:
        table.apply(entry)
    return decision


def play(table: Table, speaker: MessageWriter, luck: Random, moves: int) -> tuple[int, float, list[log.Entry]]:
    """Play on with moves at random; return how many were made, the CPU seconds that they took, and their entries.

    From the command to the bytes for every seat and for spectators; closing windows is part of the time.
    """
    made, spent, now = 0, 0.0, table.state.at
    entries: list[log.Entry] = []
    while made < moves and table.playing:
        seat = min(table.asked) if table.asked else None
        command: ask.Command = ask.Tick()
        if seat is not None:
            question = table.question(seat)
            assert question is not None
            plays = [move for move in question.moves if not move.is_discard] or list(question.moves)
            text = luck.choice(plays).notation(question.phase)
            command = ask.Play(id=f"m{len(entries)}", move=text, question_number=table.asked[seat])
        else:
            now = table.due or now
        began = process_time()
        decision = decide(table, command, seat, DecisionContext(now, secret))
        assert isinstance(decision, tuple), decision
        for entry in decision:
            told = table.apply(entry)
            speaker.write(told)
        spent += process_time() - began
        entries += decision
        made += 1
    return made, spent, entries


def cost_of_a_move(players: int, deals: int) -> tuple[float, list[log.Entry]]:
    """Return the CPU microseconds of a move, and the longest log of a deal that was played."""
    times: list[float] = []
    longest: list[log.Entry] = []
    for number in range(deals):
        table, entries = seated(players)
        made, spent, more = play(table, MessageWriter(table), Random(number), 10_000)
        times.append(spent / made)
        longest = max(longest, [entries[-1], *more], key=len)
    return 1e6 * median(times), longest


def cost_of_bare_moves(players: int, deals: int) -> float:
    """Return the CPU microseconds of a move of a ``Deal`` alone, with its events."""
    times = []
    for number in range(deals):
        luck = Random(number)
        rules = edition("dujardin" if players == 8 else "parker-1962").rules(players)
        deck = list(sorted_deck(rules.deck))
        luck.shuffle(deck)
        deal, made, spent = Deal(rules, deck), 0, 0.0
        while not deal.over:
            move = luck.choice(list(deal.legal_moves))
            began = process_time()
            deal.play(move)
            spent += process_time() - began
            made += 1
        times.append(spent / made)
    return 1e6 * median(times)


def cost_of_loading(entries: list[log.Entry], times: int) -> float:
    """Return the CPU milliseconds of reading a log from the entry that began its deal, from its lines."""
    lines = [log.encode_entry(entry) for entry in entries]
    spent = []
    for _ in range(times):
        began = process_time()
        Table.fold(map(log.decode_entry, lines), before=3)
        spent.append(process_time() - began)
    return 1e3 * median(spent)


def memory_of(entries: list[log.Entry], tables: int) -> float:
    """Return the kilobytes of a live table near the end of a deal, with its entries and its speaker."""
    lines = [log.encode_entry(entry) for entry in entries[: len(entries) * 9 // 10]]
    gc.collect()
    tracemalloc.start()
    kept = []
    for _ in range(tables):
        deal = [log.decode_entry(line) for line in lines]
        table = Table.fold(deal, before=3)
        speaker = MessageWriter(table)
        speaker.state(0)
        kept.append((deal, table, speaker))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / tables / 1000


def cost_of_legal_moves(deals: int) -> tuple[float, float]:
    """Return the CPU microseconds of ``View.legal_moves``, and of the engine's own answer."""
    times, bare = [], []
    for number in range(deals):
        luck = Random(number)
        rules = edition("parker-1962").rules(2)
        deck = list(sorted_deck(rules.deck))
        luck.shuffle(deck)
        deal, views = Deal(rules, deck), []
        while not deal.over:
            views.append((deal.view(deal.seat), deal.state))
            deal.play(luck.choice(list(deal.legal_moves)))
        began = process_time()
        for view, _ in views:
            _look_at(view)
        times.append((process_time() - began) / len(views))
        began = process_time()
        for _, state in views:
            state.legal()
        bare.append((process_time() - began) / len(views))
    return 1e6 * median(times), 1e6 * median(bare)


def _look_at(view: View) -> None:
    view.legal_moves  # noqa: B018 - to work them out is what is measured


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="scripts/bench tables", description=__doc__)
    parser.add_argument("--deals", type=int, default=20, help="deals for each measurement (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    for form, players in FORMS.items():
        bare = cost_of_bare_moves(players, given.deals)
        move, longest = cost_of_a_move(players, given.deals)
        found[form] = {
            "move_us": move,
            "times_a_bare_move": move / bare,
            "entries": len(longest),
            "load_ms": cost_of_loading(longest, given.deals),
            "memory_kb": memory_of(longest, 10),
        }
    legal, engine = cost_of_legal_moves(given.deals)
    found["View.legal_moves"] = {"us": legal, "times_the_engine": legal / engine}
    if given.json:
        print(json.dumps(found))
        return 0
    for what, figures in found.items():
        print(what)
        for name, value in figures.items():
            print(f"  {name:<20}{value:10.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
