"""What a table promises, demanded of a simulation that has run: each promise is a function."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bornes.client.replica import Replica
from bornes.game.events import Viewer
from bornes.game.game import Game
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import FullState, Update, decode_message, encode_message
from bornes.tables.table import Table, ViewerUpdate

from .knowledge import BrokenInvariant, check_mirror, demand
from .simulation import SentMessage, SimulationRun


@dataclass
class LogReplay:
    """What the log alone tells: every stream, and the table after each entry, as far as the checks need it."""

    run: SimulationRun
    thorough: bool
    """Whether every state after every entry is looked at, for every viewer."""
    sent: list[tuple[SentMessage, Update | FullState]]
    """What was sent and is part of a stream, with what it says."""
    table: Table
    """The table, in the end as the whole log makes it."""
    streams: dict[tuple[Viewer, str], dict[int, bytes]] = field(default_factory=dict)
    """For a viewer and a language the message of each number."""
    states: dict[tuple[Viewer, str, int], list[bytes]] = field(default_factory=dict)
    """For a viewer, a language and a number the whole state of that moment."""
    origin: dict[tuple[Viewer, int], int] = field(default_factory=dict)
    """For a viewer's message the number of the entry that it tells of."""
    moments: dict[str, int] = field(default_factory=dict)
    """For a bot's decision the entry after which it is due."""
    prints: list[tuple[Any, ...]] = field(default_factory=list)
    told: list[dict[Viewer, ViewerUpdate]] = field(default_factory=list)


def check_run(run: SimulationRun, *, thorough: bool = True) -> None:
    """Demand everything of a run; ``thorough`` looks at every viewer after every entry, which takes its time."""
    check_times(run)
    telling = retell(run, thorough)
    check_sent(telling)
    check_done(run)
    check_bots_asked(telling)
    check_record(telling.table)
    if thorough:
        check_cuts(telling)


def retell(run: SimulationRun, thorough: bool) -> LogReplay:
    """Fold the log once, and note what it tells; on the way look at what each entry was allowed to do."""
    first, *others = run.entries
    assert isinstance(first, log.Opened)
    table = Table(first, keep_deals=True)
    telling = LogReplay(run, thorough, _messages(run), table)
    wanted = {(message.viewer, sent.language) for sent, message in telling.sent}
    speakers = {
        language: MessageWriter(table, language) for language in sorted({language for _, language in wanted} | {"en"})
    }
    mirrors = {pair: Replica(pair[1]) for pair in wanted} if thorough else {}
    _note(telling, table, 0, table.first_news, speakers, wanted, mirrors)
    for number, entry in enumerate(others, 1):
        check_entry(run, table, entry)
        told = table.apply(entry)
        if isinstance(entry, log.WindowPassed):
            demand(set(told) <= {entry.seat}, f"others were told of {entry}")
        _note(telling, table, number, told, speakers, wanted, mirrors)
    return telling


def _messages(run: SimulationRun) -> list[tuple[SentMessage, Update | FullState]]:
    """Return what was sent and is part of a stream."""
    found = ((sent, decode_message(sent.data)) for sent in run.sent)
    return [(sent, message) for sent, message in found if isinstance(message, Update | FullState)]


def _note(
    telling: LogReplay,
    table: Table,
    number: int,
    told: dict[Viewer, ViewerUpdate],
    speakers: dict[str, MessageWriter],
    wanted: set[tuple[Viewer, str]],
    mirrors: dict[tuple[Viewer, str], Replica],
) -> None:
    for viewer, message in told.items():
        telling.origin[viewer, message.number] = number
    for viewer, language in wanted:
        if viewer in told:
            stream = telling.streams.setdefault((viewer, language), {})
            data = speakers[language].write({viewer: told[viewer]})[viewer]
            demand(told[viewer].number == len(stream) + 1, "a gap in the stream of", viewer)
            stream[told[viewer].number] = data
    for thought in table.bot_tasks():
        telling.moments.setdefault(thought.moment, number)
    if not telling.thorough:
        return
    telling.prints.append(fingerprint(table))
    telling.told.append(told)
    pairs = {(viewer, "en") for viewer in (None, *range(table.rules.players))} | wanted
    for viewer, language in sorted(pairs, key=str):
        open_to = not table.is_solo or viewer in table.people  # there nothing is hidden from anybody else
        _look(telling, viewer, speakers[language], open_to)
        if (viewer, language) in wanted:
            _reflect(telling, viewer, mirrors[viewer, language], speakers[language])
            if open_to:
                check_mirror(mirrors[viewer, language], viewer, speakers[language])


def _look(telling: LogReplay, viewer: Viewer, speaker: MessageWriter, stays: bool) -> None:
    """Demand that what a viewer could ask for stays as it is until the viewer is told something."""
    state = speaker.state(viewer)
    data = encode_message(state)
    known = telling.states.setdefault((viewer, speaker.language, state.number), [])
    if stays and known and data not in known:
        raise BrokenInvariant(f"viewer {viewer} was told nothing, but its state changed: {_apart(known[0], data)}")
    known.append(data)


def _apart(one: bytes, other: bytes) -> str:
    """Return the places where two texts part, for the message of a promise that was not kept."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return " / ".join(text[max(0, at - 60) : at + 60].decode(errors="replace") for text in (one, other))


def _reflect(telling: LogReplay, viewer: Viewer, mirror: Replica, speaker: MessageWriter) -> None:
    """Let a client that sees everything take in what is new."""
    state = speaker.state(viewer)
    if mirror.number == 0:
        mirror.take(state)
    elif mirror.number < state.number:
        message = decode_message(telling.streams[viewer, mirror.language][state.number])
        assert isinstance(message, Update | FullState)
        mirror.take(message)


def fingerprint(table: Table) -> tuple[Any, ...]:
    """Return all that makes a table, to be compared."""
    deal = table.deal
    return (
        msgspec.json.encode(table.state),
        dict(table.asked),
        (table.since, tuple(sorted(table.passed)), table.late, table.undone, table.entries, table.names),
        table.due,
        table.bot_tasks(),
        None if deal is None else (deal.phase, deal.events[-1:], len(deal.events), deal.state.snapshot()),
    )


# -- the promises ------------------------------------------------------------------------------------------------------


def check_times(run: SimulationRun) -> None:
    """Demand that time in a log never runs back."""
    times = [entry.at for entry in run.entries]
    demand(times == sorted(times), "time runs back")


def check_entry(run: SimulationRun, table: Table, entry: log.Entry) -> None:
    """Demand that an answer is one to the question that was open, that bots keep their pace, and windows their time."""
    command = run.commands.get(entry.id)
    if isinstance(command, ask.Play) and entry.id:
        asked = table.asked.get(-1 if entry.seat is None else entry.seat)
        demand(
            asked == command.question_number, f"{entry} answers message {command.question_number}, but {asked} was open"
        )
    if isinstance(entry, log.MoveMade) and entry.by == "bot":
        demand(entry.at >= table.since + table.pace.bots, "a bot moved before its time:", entry)
    if isinstance(entry, log.WindowResolved) and not entry.move:
        ends = _least_end(table)
        demand(entry.at >= ends, f"a window was cut short: {entry} before {ends}")


def _least_end(table: Table) -> int:
    """Return when a window that nobody answers may close, judged by what everybody sees."""
    view = table.view(None)
    assert view is not None
    people = [seat for seat in view.answerers if not table.bot_decides(seat)]
    if table.is_solo or table.pace.window is None:
        return table.since
    if not people:
        return table.since + table.pace.bots
    return table.since if view.answerers == (table.next_seat,) else table.since + table.pace.window


def check_sent(telling: LogReplay) -> None:
    """Demand that what was said is what the log tells, without a gap, and was in the log before it was said."""
    for sent, message in telling.sent:
        viewer, number = message.viewer, message.number
        origin = telling.origin.get((viewer, number))
        demand(origin is not None, f"viewer {viewer} was sent message {number}, which the log does not have")
        demand(origin is not None and origin < sent.entries, f"message {number} of {viewer} was sent before its entry")
        right = [telling.streams[viewer, sent.language][number]]
        if isinstance(message, FullState):
            if not telling.thorough:
                continue
            right = telling.states[viewer, sent.language, number] + right
        if sent.data not in right:
            raise BrokenInvariant(
                f"message {number} of {viewer} is not what the log tells: {_apart(sent.data, right[0])}"
            )


def check_done(run: SimulationRun) -> None:
    """Demand that no command was carried out twice, and that what was answered as done was in the log by then."""
    times = Counter(entry.id for entry in run.entries if entry.id)
    twice = [id for id, count in times.items() if count > 1]
    demand(not twice, "carried out twice:", twice)
    for id, entries in run.done.items():
        demand(any(entry.id == id for entry in run.entries[:entries]), "answered as done but not in the log:", id)


def check_bots_asked(telling: LogReplay) -> None:
    """Demand that bots were asked only after the entries that made it their turn."""
    for asked in telling.run.asked:
        due = telling.moments.get(asked.moment)
        demand(due is not None and asked.entries > due, "a bot was asked early:", asked)


def check_record(table: Table) -> None:
    """Demand that the record of the table replays to the same game."""
    if table.deal is None:
        return
    game = Game.replay(table.record())
    if game.deal.over and not table.deal.over:  # the last window is still open at the table, and nobody can answer
        demand(table.window is not None, "the record ends a deal that goes on")
        return
    demand(game.totals == table.totals, "the record has", game.totals, "not", table.totals)
    demand((game.over, game.winner) == (table.game_over, table.winner), "the record has another winner")
    demand(len(game.deals) == table.state.deal, "the record has", len(game.deals), "deals")


def check_cuts(telling: LogReplay) -> None:
    """Demand that the log makes the same table, and tells the same, folded from any deal on."""
    entries = telling.run.entries
    for start, entry in enumerate(entries):
        if isinstance(entry, log.DealBegan):
            table = Table(entry, before=start)
            demand(table.first_news == telling.told[start], f"loaded at {start}, a deal tells something else")
            for number in range(start, len(entries)):
                if number > start:
                    told = table.apply(entries[number])
                    demand(told == telling.told[number], f"loaded at {start}, entry {number} tells something else")
                known = telling.prints[number]
                now = fingerprint(table)
                demand(now == known, f"loaded at {start}, the table differs after {number}:", now, known)
