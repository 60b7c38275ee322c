"""The names of those who share a team's piles: whole where there is room, and never one without the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from ...words import Words
from .fitting import fit, share_room

TIGHT = "/"
"""What parts the names of partners where there is little room."""


def team_name(words: Words, team: int, width: int) -> str:
    """Return who shares a team's piles in so many cells; partners give way where their names are longest."""
    whole = words.team(team)
    seats = words.partners(team)
    if cell_len(whole) <= width or not seats:
        return fit(whole, width)
    names, between = shared_names([words.seat(seat) for seat in seats], joint(words), width)
    return fit(between.join(names), width)


def joint(words: Words) -> str:
    """Return what stands between the names of partners."""
    return words.gettext("{one} & {other}", one="", other="")


def shared_names(names: Sequence[str], between: str, width: int) -> tuple[list[str], str]:
    """Return names that fit side by side in so many cells, and what parts them."""
    for parting in (between, TIGHT):
        if sum(map(cell_len, names)) + cell_len(parting) * (len(names) - 1) <= width:
            return list(names), parting
    widths = share_room([cell_len(name) for name in names], width - len(TIGHT) * (len(names) - 1))
    return [fit(name, room) for name, room in zip(names, widths, strict=True)], TIGHT


# -- above the columns of a sheet ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heads:
    """The names above the columns of a sheet, line by line, and how wide the columns are."""

    lines: list[list[str]]
    widths: list[int]


def heads_above(words: Words, teams: int, least: int, room: int) -> Heads:
    """Return the names of all teams above columns of at least this width, which together have so much room.

    They stand on one line where that leaves them whole, else partners stand one below the other.
    """
    side_by_side = [[words.team(team)] for team in range(teams)]
    joined, bare = (
        [_below_each_other(words, team, between) for team in range(teams)] for between in (joint(words), "")
    )
    names = next((names for names in (side_by_side, joined) if sum(_widths(names, least)) <= room), bare)
    widths = [max(least, width) for width in share_room(_widths(names, least), room)]
    height = max(map(len, names))
    shown = [
        [""] * (height - len(lines)) + [fit(line, width) for line in lines]
        for lines, width in zip(names, widths, strict=True)
    ]
    return Heads([list(line) for line in zip(*shown, strict=True)], widths)


def _below_each_other(words: Words, team: int, between: str) -> list[str]:
    seats = words.partners(team)
    if len(seats) < 2:
        return [words.team(team)]
    return [f"{words.seat(seats[0])}{between}".rstrip(), words.seat(seats[1])]


def _widths(names: list[list[str]], least: int) -> list[int]:
    return [max(least, *map(cell_len, lines)) for lines in names]
