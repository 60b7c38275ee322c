"""Write down what simulated tables log and say, so that two versions of the program can be compared.

``python -m tests.support.transcript --tables 500 --out FILE`` plays the tables of the seeds 0 to 499 in virtual time.
``scripts/compare`` runs it in each checkout, so its path and its options must not change; what it imports may.

The file has a section for each table, ``# table 17``.  A line is a label, a tab, and one line of text, byte for byte as
the program wrote it:

==================================  ===========================================================================
``log 3``                           the entry with the number 3 of the log
``command 2-14``                    the command with this id, as a client sent it: the 14th of person 2
``person 2 fr @4103``               what reached person 2, who reads French, 4.103 seconds after the beginning
``seat 1 en message 7 after 3``     message 7 of seat 1, which tells of entry 3; retold from the log alone
``seat 1 en state``                 everything that seat 1 may know at the end; ``all`` is a spectator
``seat 1 en moves``                 the moves of the last deal, as seat 1 is told
``listing``, ``record 1``           the table's line in the lobby, and the record of the finished deals of game 1
==================================  ===========================================================================
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bornes.game.events import Viewer
from bornes.tables import entries as log
from bornes.tables.commands import encode_command
from bornes.tables.message_writer import MessageWriter
from bornes.tables.public_view import encode_listing, finished_record, table_listing
from bornes.tables.table import Table
from tests.simulation import SimulationRun, SimulationScenario, TableSimulation, VirtualLoop, run_virtual

LANGUAGES = ("en", "fr")
PROGRESS_EVERY = 10
"""Tables between two lines of progress."""
Line = tuple[str, str]
"""A label and a text."""


class RecordedSimulation(TableSimulation):
    """A simulation that keeps everything that reached a person."""

    def __init__(self, loop: VirtualLoop, scenario: SimulationScenario) -> None:
        super().__init__(loop, scenario)
        self.heard: list[Line] = []

    def note(self, person: int, data: bytes) -> None:
        """Keep a message, with who received it and when."""
        super().note(person, data)
        self.heard.append((f"person {person} {self.people[person].language} @{self.loop.now}", data.decode()))


def transcript(seed: int) -> Iterator[Line]:
    """Play the table of a seed, and yield everything that it wrote."""
    heard: list[Line] = []

    async def play(loop: VirtualLoop) -> SimulationRun:
        simulation = RecordedSimulation(loop, SimulationScenario.of(seed))
        run = await simulation.run()
        heard.extend(simulation.heard)
        return run

    run = run_virtual(play)
    yield from ((f"log {number}", line.decode()) for number, line in enumerate(run.lines))
    for id, command in run.commands.items():
        yield f"command {id}", encode_command(command).decode()
    yield from heard
    yield from _retold(run.entries)


def _retold(entries: list[log.Entry]) -> Iterator[Line]:
    """Fold a log, and yield what it tells every viewer in both languages."""
    first, *others = entries
    assert isinstance(first, log.Opened)
    table = Table(first)
    writers = [MessageWriter(table, language) for language in LANGUAGES]
    told = table.first_news
    for number, entry in enumerate([first, *others]):
        if number:
            told = table.apply(entry)
        for writer in writers:
            for viewer, data in writer.write(told).items():
                label = f"{_name(viewer)} {writer.language} message {told[viewer].number} after {number}"
                yield label, data.decode()
    viewers: list[Viewer] = [*range(table.rules.players), None]
    for writer in writers:
        for viewer in viewers:
            yield f"{_name(viewer)} {writer.language} state", writer.write_state(viewer).decode()
            moves = msgspec.json.encode(writer.moves(viewer)).decode()
            yield f"{_name(viewer)} {writer.language} moves", moves
    yield "listing", encode_listing(table_listing(table)).decode()
    for game in range(1, table.state.game + 1):
        record = finished_record(entries, game) or ""
        yield from ((f"record {game}", line) for line in record.splitlines())


def _name(viewer: Viewer) -> str:
    return "all" if viewer is None else f"seat {viewer}"


def main() -> None:
    """Write the transcript that the command line asks for."""
    parser = argparse.ArgumentParser(description="Write down what simulated tables log and say.")
    parser.add_argument("--tables", type=int, default=500, metavar="N")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8", newline="\n") as file:
        for seed in range(options.tables):
            file.write(f"# table {seed}\n")
            file.writelines(f"{label}\t{text}\n" for label, text in transcript(seed))
            if (seed + 1) % PROGRESS_EVERY == 0 or seed + 1 == options.tables:
                print(f"{seed + 1} of {options.tables}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
