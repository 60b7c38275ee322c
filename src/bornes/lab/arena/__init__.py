"""The arena: bots against each other, and who is how much stronger.

>>> from bornes import edition
>>> from bornes.lab import arena
>>> found = arena.match(edition("parker-1962").rules(2), "sunday-driver", "random", deals=50, seed=1)
>>> found.points.mean > 0
True
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import TypedDict, Unpack

from ...base.translatable import N_, TranslatableError
from ...rules.ruleset import Rules
from ..simulation import SEEDS
from .duplicates import Pairing, policy_of, spec_of
from .executor import Executor
from .standings import Match, Standings

DEFAULT_DEALS = 1000


class ArenaError(TranslatableError, ValueError):
    """A question that the arena cannot answer."""


class MatchOptions(TypedDict, total=False):
    """How a match is played."""

    deals: int | None
    """Decks, each played once for every team; 1000 unless given."""
    games: int | None
    """Whole games instead, each played once for every team, by players who know the totals."""
    seed: int | None
    """The same seed gives the same result; without one a new one is chosen."""
    until_decided: bool
    """Stop as soon as it is clear who is better."""
    low_variance: int
    """Sum up advantages, with so many playouts for each move that differs; 0 for not."""
    patience: float | None
    """Seconds a bot may think about a move before it is lost; None waits for ever."""
    jobs: int | None
    """Threads or processes; as many as can work at once unless given."""
    cluster: str | None
    """The address of a Dask scheduler, to play there."""


def match(
    rules: Rules,
    one: str,
    other: str,
    *,
    progress: Callable[[Match], None] = lambda match: None,
    **options: Unpack[MatchOptions],
) -> Match:
    """Play a match; ``progress`` is called with it after every chunk."""
    found = Match(_pairing(rules, one, other, options), until_decided=options.get("until_decided", False))
    duplicates = _duplicates(options)
    with _executor(options) as executor:
        _play(executor, found, duplicates, lambda: progress(found))
    return found


def round_robin(
    rules: Rules,
    entrants: Sequence[str],
    *,
    anchor: str | None = None,
    progress: Callable[[Standings], None] = lambda standings: None,
    **options: Unpack[MatchOptions],
) -> Standings:
    """Play everybody against everybody, all on the same decks; ``progress`` is called after every chunk.

    With more than two teams each pair meets twice, since one among others is not the same as the other way round.
    """
    names, anchored = _entrants(entrants, anchor)
    options["seed"] = _seed(options)
    pairs = combinations(names, 2) if rules.teams == 2 else permutations(names, 2)
    matches = [
        Match(_pairing(rules, *pair, options), until_decided=options.get("until_decided", False)) for pair in pairs
    ]
    found = Standings(names, matches, anchored)
    duplicates = _duplicates(options)
    with _executor(options) as executor:
        for match in matches:
            _play(executor, match, duplicates, lambda: progress(found))
    return found


def _entrants(entrants: Sequence[str], anchor: str | None) -> tuple[list[str], str | None]:
    """Return the names of the entrants and of the anchor, or raise an error if one is there twice or not at all."""
    names = [str(spec_of(entrant)) for entrant in entrants]
    if len(names) < 2:
        raise ArenaError(N_("a round robin takes two entrants or more"))
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ArenaError(N_("{bot} is entered twice; a round robin takes everybody once"), bot=twice[0])
    if anchor is not None and str(spec_of(anchor)) not in names:
        text = N_("the anchor {anchor} is not among the entrants {names}")
        raise ArenaError(text, anchor=anchor, names=", ".join(names))
    return names, None if anchor is None else str(spec_of(anchor))


def _play(executor: Executor, match: Match, duplicates: int, progress: Callable[[], None]) -> None:
    for chunk in executor.play(match.pairing, duplicates):
        match.add(chunk)
        progress()
        if match.decided:
            return


def _executor(options: MatchOptions) -> Executor:
    jobs = options.get("jobs")
    if jobs is not None and jobs < 1:
        raise ArenaError("jobs must be 1 or more, not {jobs}", jobs=jobs)
    return Executor(jobs, options.get("cluster"))


def _pairing(rules: Rules, one: str, other: str, options: MatchOptions) -> Pairing:
    games, playouts = options.get("games") is not None, options.get("low_variance", 0)
    if playouts < 0:
        raise ArenaError("low_variance is a number of playouts, not {playouts}", playouts=playouts)
    if playouts and games:
        raise ArenaError(N_("advantages are summed up over deals; with whole games that cannot be done"))
    if playouts and policy_of(other) is None:
        text = N_(
            "advantages are measured against a compiled policy, and {bot} is none; "
            "sunday-driver is, for one: name it second"
        )
        raise ArenaError(text, bot=other)
    for bot in (one, other):
        spec_of(bot).bot(0)  # one that cannot be made is refused now, not by a worker far away
    names = str(spec_of(one)), str(spec_of(other))
    return Pairing(rules, *names, _seed(options), games, playouts, options.get("patience"))


def _seed(options: MatchOptions) -> int:
    seed = options.get("seed")
    if seed is None:
        return secrets.randbits(32)
    if not 0 <= seed < SEEDS:
        raise ArenaError("seed must be a whole number from 0 to 2**64 - 1, not {seed}", seed=seed)
    return seed


def _duplicates(options: MatchOptions) -> int:
    deals, games = options.get("deals"), options.get("games")
    if deals is not None and games is not None:
        raise ArenaError(N_("deals and games: give one of them"))
    name, number = ("games", games) if games is not None else ("deals", DEFAULT_DEALS if deals is None else deals)
    if number < 1:
        raise ArenaError("{name} must be 1 or more, not {number}", name=name, number=number)
    return number
