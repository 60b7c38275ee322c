"""Walks through deals: random, but leaning towards what random players rarely come to.

Most legal moves are discards, so that a player who takes any of them alike hardly ever starts the car.  The
wanderer drives, attacks, answers, exchanges and takes often enough that every rule has its say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bornes import Card, Deal, Event, Phase, Position, Rules, Window
from bornes.engine.codes import NONE
from bornes.engine.state import THEN
from tests.support.house_rules import shuffled

WEIGHTS = {
    "draw": 8.0,
    "take": 4.0,
    "exchange": 0.5,
    "lay": 8.0,
    "attack": 6.0,
    "discard": 0.6,
    "coup": 6.0,
    "pass": 2.0,
    "extend": 1.0,
    "finish": 1.0,
}
"""How much the wanderer likes each sort of move."""


def sort_of(move: str) -> str:
    """Say what kind of thing a move is, from its notation."""
    if move in WEIGHTS:
        return move
    if ">" in move:
        return "attack"
    return {"-": "discard", "~": "exchange"}.get(move[0], "lay")


def wander(luck: Random, moves: Sequence[str]) -> str:
    """Choose one of these moves."""
    return luck.choices(moves, [WEIGHTS[sort_of(move)] for move in moves])[0]


def begin(rules: Rules, luck: Random) -> Deal:
    """Begin a fresh deal that stops wherever chance is needed."""
    return Deal(rules, shuffled(rules, luck), first=luck.randrange(rules.players))


def step(deal: Deal, luck: Random) -> tuple[Event, ...]:
    """Make one move, or the shuffle that is due."""
    if deal.phase is Phase.CHANCE:
        discards = [Card(card) for card in deal.state.discard_pile()]
        return deal.reshuffle(luck.sample(discards, len(discards)))
    return deal.play(wander(luck, deal.legal_moves.notation))


def walk(deal: Deal, luck: Random, steps: int) -> None:
    """Take so many steps, or go to the end."""
    for _ in range(steps):
        if not deal.over:
            step(deal, luck)


def moments(rules: Rules, luck: Random, apart: int) -> Iterator[Deal]:
    """Play a deal and yield it now and then, about so many steps apart, for the last time before its end."""
    deal = begin(rules, luck)
    while not deal.over:
        yield deal
        walk(deal, luck, luck.randint(1, 2 * apart))


def position_of(deal: Deal) -> Position:
    """Return the moment that a deal has come to."""
    now = deal.state.snapshot()
    waits = deal.phase is Phase.CHANCE
    window = None
    if deal.phase is Phase.REACT:
        window = Window(now["turn_seat"], now["target_team"], Card(now["hazard"]))
    return Position(
        rules=deal.rules,
        hands=tuple(tuple(map(Card, hand)) for hand in now["hands"]),
        tables=deal.view().tables,
        draw_pile=tuple(map(Card, now["draw_pile"])),
        discards=tuple(map(Card, now["discards"])),
        seat=now["drawer"] if waits else now["seat"],
        phase=deal.phase,
        turn=now["turn_seat"],
        turns=now["turns"],
        extra=now["extra"],
        taken=None if now["taken"] == NONE else Card(now["taken"]),
        given=now["given"],
        window=window,
        extended_by=None if now["extended_by"] == NONE else now["extended_by"],
        owed=now["owed"] if waits else 0,
        refill=waits and now["then"] == THEN["extra turn"],
    )
