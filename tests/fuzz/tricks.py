"""Values that no door should take on trust: wrong kinds, numbers past every edge, containers that lie."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

KINDS = range(19)


class Trick(Exception):
    """Raised by values that fail while they are read."""


class LiarAboutLength(list[Any]):
    """Says that it is longer or shorter than it is."""

    def __init__(self, items: list[Any], told: int) -> None:
        super().__init__(items)
        self.told = told

    def __len__(self) -> int:
        return self.told


class Growing(list[Any]):
    """Grows while it is read, though not for ever."""

    def __iter__(self) -> Iterator[Any]:
        for at in range(300):
            if at >= list.__len__(self):
                return
            self.append(at % 19)
            yield self[at]


class Shrinking(list[Any]):
    """Loses its items while it is read."""

    def __iter__(self) -> Iterator[Any]:
        while list.__len__(self):
            yield self.pop()


class Fickle(dict[str, Any]):
    """Answers otherwise every second time."""

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        self.asked = not getattr(self, "asked", False)
        return value if self.asked else None

    def get(self, key: str, default: Any = None) -> Any:
        """Return what ``[]`` would."""
        return self[key] if key in self else default  # noqa: SIM401 - which would ask this again


class Number:
    """Something that can be asked for its number, and does something else first."""

    def __init__(self, number: int, first: Callable[[], object]) -> None:
        self.number, self.first = number, first

    def __index__(self) -> int:
        self.first()
        return self.number

    def __int__(self) -> int:
        return self.__index__()

    def __float__(self) -> float:
        return float(self.__index__())

    def __repr__(self) -> str:
        return f"Number({self.number})"


class Wordy(int):
    """A whole number of a class of its own."""


class Swindler(int):
    """A whole number that comes to nothing when it is reckoned with, and is on the right side of every bound."""

    def _nothing(self, other: Any) -> int:
        return 0

    def _true(self, other: Any) -> bool:
        return True

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __and__ = __rand__ = _nothing
    __lt__ = __le__ = __gt__ = __ge__ = _true

    def __repr__(self) -> str:
        return f"Swindler({int(self)})"


def swindling(given: Any) -> Any:
    """Return the same value, or the same list, with swindlers for its whole numbers."""
    if type(given) is list:
        return [swindling(one) for one in given]
    return Swindler(given) if type(given) is int else given


def failing(items: list[Any]) -> Iterator[Any]:
    """Yield some items and fail."""
    yield from items
    raise Trick


def fail() -> None:
    """Fail when asked."""
    raise Trick


NO_NUMBERS: tuple[Any, ...] = (
    None,
    True,
    False,
    1.5,
    float("nan"),
    float("inf"),
    "1",
    b"1",
    "",
    [],
    (),
    {},
    object(),
    Ellipsis,
    1j,
    int,
)
"""What is no whole number."""
FAR: tuple[Any, ...] = (2**31, 2**32, 2**63, 2**64, 10**30, -(2**31) - 1, -(2**63) - 1, -(10**30))
"""Whole numbers past the edges of machine integers."""
EDGES: tuple[Any, ...] = (
    *(-1, -2, -19, 4, 7, 8, 18, 19, 20, 63, 64, 65, 105, 106, 107, 127, 128, 255, 256, 1000, 10**6),
    *(2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1, -(2**31), -(2**63), True, False, Wordy(3), np.int64(2), np.int8(-1)),
    *(Swindler(2), Swindler(-1), Swindler(64), Swindler(10**6)),
)
"""Whole numbers at which somebody may have counted wrong."""
NO_OBJECTS: tuple[Any, ...] = (None, 0, 1, -1, "", "state", b"", object(), [], {}, float("nan"), int, Ellipsis, ())
"""What is no object of the engine."""


def row_of(luck: Random, wanted: int) -> Any:
    """Return a list-like thing of about so many small numbers, seldom an honest one."""
    size = max(0, wanted + luck.choice((0, 0, 0, -1, 1, 7, -wanted, 200)))
    items: list[Any] = luck.choices(KINDS, k=size)
    if items and luck.random() < 0.4:
        items[luck.randrange(size)] = luck.choice((*EDGES, *FAR, *NO_NUMBERS))
    made: Callable[[], Any] = luck.choice(
        (
            lambda: items,
            lambda: tuple(items),
            lambda: iter(items),
            lambda: failing(items),
            lambda: LiarAboutLength(items, luck.choice((0, 1, size + 1, 10**6, 2**40))),
            lambda: Growing(items),
            lambda: Shrinking(items),
            lambda: bytes(item % 256 if type(item) is int else 0 for item in items),
            lambda: bytearray(luck.randbytes(size)),
            lambda: array("i", [item % 19 if type(item) is int else 0 for item in items]),
            lambda: memoryview(luck.randbytes(size)),
            lambda: dict.fromkeys(map(str, items), 1),
            lambda: set(map(repr, items)),
            lambda: "".join(map(str, items)),
            lambda: np.arange(size) % 19,
            lambda: np.zeros((2, size)),
            lambda: None,
            lambda: size,
        )
    )
    return made()


def buffer_of(luck: Random, code: str, wanted: int) -> Any:
    """Return something to write numbers of a kind into, mostly with something wrong about it."""
    size = max(0, wanted + luck.choice((0, 0, 1, -1, 50, -wanted, -wanted // 2, 1 - wanted)))
    kind = np.dtype(code)
    made: Callable[[], Any] = luck.choice(
        (
            lambda: array(code, [0]) * size,
            lambda: memoryview(array(code, [0]) * size),
            lambda: memoryview(array(code, [0]) * size).toreadonly(),
            lambda: memoryview(array(code, [0]) * (2 * size))[::2],
            lambda: memoryview(array(code, [0]) * size)[::-1],
            lambda: np.zeros(size, kind),
            lambda: np.zeros((size, 1), kind),
            lambda: np.zeros((2, size), kind)[:, ::2],
            lambda: np.zeros(size, kind.newbyteorder()),
            lambda: np.zeros(size, np.float64),
            lambda: np.zeros(size, np.int64),
            lambda: np.array(0, kind),
            lambda: np.broadcast_to(np.zeros(1, kind), (max(1, size),)),
            lambda: bytes(size),
            lambda: bytearray(size),
            lambda: [0] * size,
            lambda: None,
        )
    )
    return made()
