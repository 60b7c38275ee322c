"""What a client knows, beside what the table would tell it."""

from __future__ import annotations

from bornes.client.replica import Replica
from bornes.game.events import Viewer
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import QuestionInfo


class BrokenInvariant(AssertionError):
    """A promise that was not kept."""


def demand(kept: bool, *what: object) -> None:
    """Raise Broken unless something is so."""
    if not kept:
        raise BrokenInvariant(" ".join(str(part) for part in what))


def check_mirror(mirror: Replica, viewer: Viewer, speaker: MessageWriter) -> None:
    """Demand that a client knows exactly what the table would tell it now, if it asked for everything."""
    state, table = speaker.state(viewer), speaker.table
    demand(mirror.viewer == viewer, f"the mirror shows {mirror.viewer}, not {viewer}")
    demand((mirror.number, mirror.at) == (state.number, state.at), viewer, "saw", mirror.number, "of", state.number)
    demand(mirror.view == table.view(viewer), "the view of", viewer, "is not what the messages make")
    demand(mirror.table == state.table, "the table of", viewer, _differences(mirror.table, state.table))
    demand(mirror.asked == state.question_number, "the question of", viewer, "differs")
    demand(_meaning(mirror.question) == _meaning(state.question), "the question of", viewer, "differs")
    demand(mirror.until == (state.clock and state.clock.deadline), "the clock of", viewer, "differs")


def _meaning(question: QuestionInfo | None) -> object:
    """Return what a question offers, without the words: somebody may have left since, who was called by name."""
    if question is None:
        return None
    return question.phase, [offer.move for offer in question.moves], [blocked.card for blocked in question.blocked]


def _differences(one: object, other: object) -> str:
    """Name the fields in which two of a kind differ."""
    names = getattr(one, "__struct_fields__", ())
    return ", ".join(
        f"{name}: {getattr(one, name)} instead of {getattr(other, name)}"
        for name in names
        if getattr(one, name) != getattr(other, name)
    )
