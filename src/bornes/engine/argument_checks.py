"""What the doors of the compiled modules ask of numbers that come from Python.

Behind the doors nothing is checked: arrays have no bounds there and numbers wrap around.
"""

from __future__ import annotations

from operator import index as as_whole

MASK64 = (1 << 64) - 1


def check_integer(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number within its bounds, or raise an error that names them."""
    number = as_integer(f"{name}: must be", value) if type(value) is not int else value
    if not least <= number <= most:
        raise ValueError(f"{name}: must be from {least} to {most}, not {_written(number).removeprefix('with ')}")
    return number


def check_index(name: str, value: object, count: int) -> int:
    """Return the number of a seat, a team, a card or a move, of which there are so many, or raise an error."""
    number = as_integer(f"a {name} is", value) if type(value) is not int else value
    try:
        small = number  # compiled, what no machine integer can hold is no number of anything
    except OverflowError:  # pragma: no cover - Python's integers hold all
        small = -1
    if not 0 <= small < count:
        raise ValueError(f"there is no {name} {_written(number)}; {name}s are 0 to {count - 1}")
    return small


def low_64_bits(name: str, value: object) -> int:
    """Return the lowest 64 bits of a whole number, as seeds and sets of moves are."""
    return as_integer(f"{name}: must be", value) & MASK64


def as_integer(what: str, value: object) -> int:
    """Return a whole number, asking once what is not a plain one, or raise an error that says what it should be."""
    try:
        if value is not True and value is not False:  # which Python takes for 1 and 0, and nobody means as a seat
            return as_whole(value)  # type: ignore[arg-type]  # what has no __index__ raises what is caught here
    except TypeError:
        pass
    raise TypeError(f"{what} a whole number, not {type(value).__name__}")


def _written(number: int) -> str:
    """Return the digits of a number, or say that they are too many to print."""
    return str(number) if -(10**20) < number < 10**20 else "with a number of more than twenty digits"
