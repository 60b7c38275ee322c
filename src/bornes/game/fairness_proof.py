"""What the seeds of a game prove, deal by deal: kept, weak or broken.  ``docs/fair.md`` gives the argument.

A record that can be read is consistent: each deck follows from its seeds, each seed from its commitment.  That alone
does not make the shuffle fair: a deal is *weak* where somebody could have known or chosen its order all the same, and
*broken* where a client observed something else than the record tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from .deal import Deal
from .fair import SCHEMES, Seeds
from .game import Game
from .observed_deal import ObservedDeal, ProofFault, check_record, observed_everything

__all__ = [
    "DealProof",
    "ObservedDeal",
    "ProofFault",
    "ProofVerdict",
    "ShuffleWeakness",
    "game_verdict",
    "missing_deals",
    "proofs",
    "public_values",
]

MIN_PLAYER_SEED_BYTES = 8
"""A shorter seed could be guessed; and no two secrets share this many bytes by chance."""


class ShuffleWeakness(StrEnum):
    """Why the shuffle of a deal proves less than it seems to."""

    DECK_GIVEN = "deck-given"
    """The record itself gives the order of the cards: about luck nothing is proved."""
    SERVER_SEED_SHORT = "server-seed-short"
    """The server's seed could be found from its commitment, by trying."""
    SERVER_SEED_REPEATED = "server-seed-repeated"
    """The server's seed was known from another deal: everybody could know the order."""
    PLAYER_SEED_REPEATED = "player-seed-repeated"
    """A player's seed was known from another deal, from another seat or from the server: it could be reckoned with."""
    PLAYER_SEEDS_SHORT = "player-seeds-short"
    """Players gave seeds, but none that is too long to be guessed: the server could choose its own to suit them."""
    NO_PLAYER_SEED = "no-player-seed"
    """Nobody gave a seed, in a game to which players give theirs: the server could choose the order."""
    NOT_OBSERVED = "not-observed"
    """Nothing was observed of the deal: the promise may have been made afterwards."""
    BEGINNING_UNSEEN = "beginning-unseen"
    """The client did not see the deal begin."""
    MOVES_UNSEEN = "moves-unseen"
    """The client did not see all of the play."""
    OWN_SEED_ABSENT = "own-seed-absent"
    """The client's own seed has no part in the shuffle: it came too late, was replaced or was never sent; a spectator
    has none."""


class ProofVerdict(StrEnum):
    """What a proof comes to."""

    KEPT = "kept"
    WEAK = "weak"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class DealProof:
    """What is known of the shuffle of one deal."""

    number: int
    seats: tuple[int, ...]
    """Whose seeds had a part in it."""
    weaknesses: tuple[ShuffleWeakness, ...] = ()
    faults: tuple[ProofFault, ...] = ()
    observed: ObservedDeal | None = None
    """What it was compared with."""

    @property
    def verdict(self) -> ProofVerdict:
        """Broken if there is any fault, else weak if there is any weakness, else kept."""
        return ProofVerdict.BROKEN if self.faults else ProofVerdict.WEAK if self.weaknesses else ProofVerdict.KEPT


def game_verdict(proved: Iterable[DealProof]) -> ProofVerdict:
    """Return the verdict of a game: that of its worst deal."""
    found = {proof.verdict for proof in proved}
    return next(
        (verdict for verdict in (ProofVerdict.BROKEN, ProofVerdict.WEAK) if verdict in found), ProofVerdict.KEPT
    )


def proofs(
    game: Game,
    others: Mapping[bytes, Game] = MappingProxyType({}),
    observed: Mapping[int, ObservedDeal] | None = None,
) -> tuple[DealProof, ...]:
    """Return what is proved of each deal, and of each that was observed and is missing in the record.

    A game without a shuffle scheme whose server asks no player for a seed, as every game of the library, is not weak
    for that: it does not claim that anybody else had a part.  Once a deal has players' seeds, each deal of the game
    must.

    ``others`` are the games that have shown what `public_values` says of them.  The same game at an earlier or a later
    move is no other one.  ``observed`` has the deals of a game at an online table that a client observed, by their
    numbers: an empty mapping where it observed none, None for a game that nobody could observe.
    """
    asked = bool(game.scheme) or any(seeds is not None and seeds.players for seeds in game.seeds)
    known = {secret for secret in public_values(game) if secret in others and not _same(game, others[secret])}
    found = []
    for number, seeds in enumerate(game.seeds, 1):
        proof = (
            DealProof(number, (), (ShuffleWeakness.DECK_GIVEN,))
            if seeds is None
            else _proof(number, seeds, known, asked or observed is not None)
        )
        found.append(proof if observed is None else _compared(proof, game, observed.get(number)))
        known |= set() if seeds is None else _shown(seeds)
    return (*found, *missing_deals(observed or {}, len(game.deals)))


def missing_deals(observed: Mapping[int, ObservedDeal], recorded: int = 0) -> tuple[DealProof, ...]:
    """Return the proofs of deals that were not recorded.

    They were observed to their end, or followed by another, or something was wrong with them already.
    """
    last = max((number for number, deal in observed.items() if deal.began or deal.events), default=0)
    found = []
    for number, deal in sorted(observed.items()):
        missing = (ProofFault.DEAL_MISSING,) if number < last or (deal.over and not deal.may_be_undone) else ()
        if number > recorded and (missing or deal.faults):
            found.append(DealProof(number, (), (), (*missing, *deal.faults), deal))
    return tuple(found)


def _compared(proof: DealProof, game: Game, deal: ObservedDeal | None) -> DealProof:
    """Return a proof of a deal at an online table, with what a client observed of it."""
    faults = [] if game.scheme in SCHEMES else [ProofFault.UNKNOWN_SCHEME]
    if deal is None:
        return replace(proof, weaknesses=(*proof.weaknesses, ShuffleWeakness.NOT_OBSERVED), faults=tuple(faults))
    faults += [*deal.faults, *check_record(deal, game)]
    if not deal.began and not deal.events:  # only its promise was seen
        unseen_deal = (*proof.weaknesses, ShuffleWeakness.NOT_OBSERVED)
        return replace(proof, weaknesses=unseen_deal, faults=tuple(dict.fromkeys(faults)), observed=deal)
    unseen = {
        ShuffleWeakness.BEGINNING_UNSEEN: not (deal.began and deal.promised),
        ShuffleWeakness.MOVES_UNSEEN: not faults and not observed_everything(deal, game.deals[deal.number - 1]),
        ShuffleWeakness.OWN_SEED_ABSENT: not deal.seed,
    }
    weaknesses = (*proof.weaknesses, *(weakness for weakness, there in unseen.items() if there))
    return replace(proof, weaknesses=weaknesses, faults=tuple(dict.fromkeys(faults)), observed=deal)


def public_values(game: Game) -> set[bytes]:
    """Return all that a game shows to everybody and that is no secret in any other deal."""
    return set().union(*(_shown(seeds) for seeds in game.seeds if seeds is not None))


def _shown(seeds: Seeds) -> set[bytes]:
    return {seeds.server, *_published(seeds), *filter(None, seeds.players)}


def _published(seeds: Seeds) -> tuple[bytes, bytes]:
    """Return the commitment as bytes and as the text that everybody reads."""
    return bytes.fromhex(seeds.commitment), seeds.commitment.encode()


def _same(one: Game, other: Game) -> bool:
    """Return whether one game is the other, as far as both were played."""
    return (
        (one.rules, one.names, one.first) == (other.rules, other.names, other.first)
        and all(a == b for a, b in zip(one.seeds, other.seeds, strict=False))
        and all(_same_deal(a, b) for a, b in zip(one.deals, other.deals, strict=False))
    )


def _same_deal(one: Deal, other: Deal) -> bool:
    """Return whether one deal is the other, as far as both were played.

    What a move has led to is not compared: one of them may wait still, in a window or for a shuffle.
    """
    pairs = zip(one.moves, other.moves, strict=False)
    return one.deck == other.deck and all((a.turn, a.seat, a.move) == (b.turn, b.seat, b.move) for a, b in pairs)


def _proof(number: int, seeds: Seeds, known: set[bytes], asked: bool) -> DealProof:
    seats = tuple(seat for seat, seed in enumerate(seeds.players) if seed)
    given = [seeds.players[seat] for seat in seats]
    found = {
        ShuffleWeakness.SERVER_SEED_SHORT: seeds.guessable,
        ShuffleWeakness.SERVER_SEED_REPEATED: seeds.server in known,
        ShuffleWeakness.PLAYER_SEED_REPEATED: len(set(given)) < len(given)
        or any(seed in known or _known_to_the_server(seed, seeds) for seed in given),
        ShuffleWeakness.PLAYER_SEEDS_SHORT: bool(given) and max(map(len, given)) < MIN_PLAYER_SEED_BYTES,
        ShuffleWeakness.NO_PLAYER_SEED: asked and not seats,
    }
    return DealProof(number, seats, tuple(weakness for weakness, there in found.items() if there))


def _known_to_the_server(seed: bytes, seeds: Seeds) -> bool:
    """Return whether the server could know a player's seed when it committed to its own.

    A seed that goes on after the commitment may have been honestly made, if what follows is long enough for a secret.
    None can honestly hold the server's seed, which is secret itself.
    """
    own = _part(seeds.server, seed) or _part(seed, seeds.server)
    return own or any(
        _part(seed, public) or (public in seed and len(seed) - len(public) < MIN_PLAYER_SEED_BYTES)
        for public in _published(seeds)
    )


def _part(part: bytes, whole: bytes) -> bool:
    """Return whether one seed is the other, or a part of it that is too long for chance."""
    return part == whole or (len(part) >= MIN_PLAYER_SEED_BYTES and part in whole)
