"""A view as bytes, for another process: its events, from which it is made anew there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec

from ...game.deal import View
from ...game.events import EVENTS, Event, Viewer
from ...rules.ruleset import Rules

_KINDS: tuple[type[Event], ...] = tuple(EVENTS.members.values())
"""All kinds of event, in an order that is written down: a number says which it is, at both ends of a pipe.

Not ``Event.__subclasses__()``: a dataclass with slots is made twice, and its first make stays there for a while.
"""
_NUMBER = {kind: number for number, kind in enumerate(_KINDS)}
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[tuple[int, msgspec.Raw]]).decode


@cache
def _reader(number: int) -> msgspec.msgpack.Decoder[Event]:
    """Return what reads the events of a kind; made only in the processes that read."""
    return msgspec.msgpack.Decoder(_KINDS[number])


@dataclass(frozen=True, slots=True, repr=False)
class PackedView:
    """What a seat knows, packed.

    The event loop packs, so that must be quick: this takes a fifth of the time of ``pickle``, whose work is mostly
    done in Python for such classes.
    """

    rules: Rules
    viewer: Viewer
    totals_before: tuple[int, ...]
    events: bytes

    @classmethod
    def of(cls, view: View) -> PackedView:
        """Pack a view as it is now."""
        events = [(_NUMBER[type(event)], event) for event in view.events]
        return cls(view.rules, view.viewer, view.totals_before, _pack(events))

    def unpacked(self) -> View:
        """Return the view, which shares nothing with any other."""
        events = [_reader(number).decode(event) for number, event in _unpack(self.events)]
        return View.fold(self.rules, self.viewer, events, self.totals_before)
