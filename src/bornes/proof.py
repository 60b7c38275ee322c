"""What the seeds of a game prove, deal by deal, and where the proof is weak.  ``docs/fair.md`` gives the argument.

A record that can be read is consistent: each deck follows from its seeds, each seed from its commitment.  That alone
does not make the shuffle fair: a deal is *weak* where somebody could have known or chosen its order all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .fair import Seeds
from .game import Game


class Weakness(StrEnum):
    """Why the shuffle of a deal proves less than it seems to."""

    DECK_GIVEN = "deck-given"
    """The record itself gives the order of the cards: about luck nothing is proved."""
    SERVER_SEED_SHORT = "server-seed-short"
    """The server's seed could be found from its commitment, by trying."""
    SERVER_SEED_REPEATED = "server-seed-repeated"
    """The server's seed had been revealed after an earlier deal: everybody could know the order."""
    PLAYER_SEED_REPEATED = "player-seed-repeated"
    """A player's seed was known from an earlier deal: the server could choose its own to suit it."""
    NO_PLAYER_SEED = "no-player-seed"
    """Nobody gave a seed, in a game to which players give theirs: the server could choose the order."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of the shuffle of one deal."""

    seats: tuple[int, ...]
    """Whose seeds had a part in it."""
    weaknesses: tuple[Weakness, ...]


def proofs(game: Game) -> tuple[Proof, ...]:
    """What is proved of each deal.

    A game whose server asks no player for a seed, as every game of the library, is not weak for that: it does not
    claim that anybody else had a part.  Once a deal has players' seeds, each deal of the game must.
    """
    asked = any(seeds is not None and seeds.players for seeds in game.seeds)
    known: set[bytes] = set()
    found = []
    for seeds in game.seeds:
        found.append(Proof((), (Weakness.DECK_GIVEN,)) if seeds is None else _proof(seeds, known, asked))
        known |= set() if seeds is None else {seeds.server, *seeds.players}
    return tuple(found)


def _proof(seeds: Seeds, known: set[bytes], asked: bool) -> Proof:
    seats = tuple(seat for seat, seed in enumerate(seeds.players) if seed)
    faults = {
        Weakness.SERVER_SEED_SHORT: seeds.guessable,
        Weakness.SERVER_SEED_REPEATED: seeds.server in known,
        Weakness.PLAYER_SEED_REPEATED: any(seeds.players[seat] in known for seat in seats),
        Weakness.NO_PLAYER_SEED: asked and not seats,
    }
    return Proof(seats, tuple(weakness for weakness, there in faults.items() if there))
