"""Whoever has the record of a deal and its rules can redo every shuffle, with nothing of ours but a page of text.

What stands here is what a browser does: SHA-256 alone, HMAC by hand, lines of text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bornes import Game
from bornes.game.fair import Seeds
from bornes.rules.editions import EDITION_NAMES
from tests.server.test_replays import replayed
from tests.support.scenes import rules_of

KINDS = [
    *("25", "50", "75", "100", "200"),
    *("out-of-gas", "flat", "accident", "stop", "limit"),
    *("gas", "spare", "repair", "roll", "end"),
    *("tank", "proof", "ace", "priority"),
]
NAME = "bornes-hmac-sha256-1"


def sha256(data: bytes) -> bytes:
    """Hash."""
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, data: bytes) -> bytes:
    """Hash with a key, which is shorter than a block of 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + data)
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


def lines_of_deal(record: str, deal: int) -> dict[str, str]:
    """Return what the record says of how a deal was shuffled."""
    _, _, rest = record.partition(f"\ndeal {deal}\n")
    lines = (line.split(": ", 1) for line in rest.splitlines()[:4])
    return {line[0]: line[1] for line in lines if line[0] in ("shuffle", "commitment", "server", "seeds")}


def shuffled(cards: list[str], said: dict[str, str], deal: int, shuffle: int) -> list[str]:
    """Return the cards in the order in which the seeds bring them."""
    assert said["shuffle"] == NAME
    seeds = [said["server"], *("" if seed == "-" else seed for seed in said.get("seeds", "").split())]
    assert sha256(bytes.fromhex(seeds[0])).hex() == said["commitment"]
    key = sha256(" ".join([NAME, "seeds", *(f"{len(seed) // 2}:{seed}" for seed in seeds)]).encode())

    def words() -> Iterator[int]:
        block = 0
        while True:
            drawn = hmac_sha256(key, f"{NAME} deal {deal} shuffle {shuffle} block {block}".encode())
            yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    stream, order = words(), sorted(cards, key=KINDS.index)
    for left in range(len(order), 1, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % left:
            word = next(stream)
        pick = word % left
        order[left - 1], order[pick] = order[pick], order[left - 1]
    return order


def played(name: str, players: int, seeds: list[bytes]) -> Game:
    """Return a game of some deals, with seeds of the players where some are given."""

    def source(deal: int) -> Seeds:
        return Seeds.of(f"proof {name}", deal).with_players(seeds)

    game, luck = Game(rules_of(name, players), seeds=source, names=list("ABCDEFGH"[:players])), Random(name)
    while True:
        while not game.deal.over:
            moves = list(game.deal.legal_moves)
            game.play(luck.choice([one for one in moves if one.is_discard] or moves))
        if game.over or len(game.deals) == 3:
            return game
        game.next_deal()


@pytest.mark.parametrize("players", [[], [b"alice", b""]], ids=["no seeds of players", "one of them"])
@pytest.mark.parametrize("name", EDITION_NAMES)
def test_every_card_of_a_deal_follows_from_the_text_of_its_record(name: str, players: list[bytes]) -> None:
    record = played(name, 2, players).record
    first = int(record.split("\nfirst: ", 1)[1].split("\n", 1)[0]) - 1
    shuffles = 0
    for deal in range(1, record.count("\ndeal ") + 1):
        told = replayed(Game.replay(record), deal)
        rules, said = told.rules, lines_of_deal(record, deal)
        deck = [kind for kind, count in zip(KINDS, rules["deck"], strict=True) for _ in range(count)]
        order = shuffled(deck, said, deal, 0)
        starts = (first + (deal - 1) * (rules["dealer_rotation"] == "left")) % told.players
        dealt = order[: rules["hand_size"] * told.players]
        hands = [dealt[(seat - starts) % told.players :: told.players] for seat in range(told.players)]
        assert told.start.first == starts
        assert [sorted(hand, key=KINDS.index) for hand in hands] == told.start.hands
        shuffles += drawn_as_shuffled(told, said, order[len(dealt) :])
    assert (shuffles > 0) == (name == "asmodee"), "discards are shuffled there alone"


def drawn_as_shuffled(told: Any, said: dict[str, str], pile: list[str]) -> int:
    """Demand that all cards were drawn in the order of the seeds; returns how often discards were shuffled."""
    shuffles = 0
    for event in (one for part in (told.start, *told.steps) for one in part.events):
        if event["event"] == "Reshuffled":
            shuffles += 1
            pile = shuffled(event["order"], said, told.deal, shuffles)
            assert pile == event["order"]
        elif event["event"] == "Drew":
            assert event["card"] == pile.pop(0)
    return shuffles
