"""Colours that all screens share: sixteen do, and nothing is told by colour alone."""

from __future__ import annotations

TEAM_STYLES = ("cyan", "magenta", "yellow", "green")


def team_style(team: int) -> str:
    """The colour of a team."""
    return TEAM_STYLES[team]
