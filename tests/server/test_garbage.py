"""Python looks for what nothing leads to when connections and tables have gone, and never in the middle of play."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from bornes.server.garbage import ENOUGH, Garbage


class Knot:
    """Something that only it holds itself, as a connection that ended and its transport do each other."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave Python's own looks as they were."""
    yield
    gc.enable()


def test_a_look_is_taken_when_enough_have_gone_and_frees_them() -> None:
    gone = 0
    garbage = Garbage(lambda: gone)
    left = weakref.ref(Knot())
    gone = ENOUGH - 1
    assert not garbage.look()
    assert left() is not None, "Python's own looks are off"
    gone = ENOUGH
    assert garbage.look()
    assert left() is None
    assert not garbage.look(), "the next one only after as many again"
    gone = 2 * ENOUGH
    assert garbage.look()
