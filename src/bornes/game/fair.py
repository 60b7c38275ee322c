"""Shuffling that anyone can check, and the one way in which a deck comes from a seed.

Before a deal the server publishes the SHA-256 of its secret seed; then every player adds a seed of their own;
after the deal the server's seed is revealed, and whoever likes redoes the shuffle:

    seeds = Seeds.fresh()                       # the server's secret
    publish(seeds.commitment)                   # before it has heard from any player
    seeds = seeds.with_players(from_players)    # one seed for each seat
    deck = shuffle(sorted_deck, seeds, deal=1, shuffle=0)
    ...
    verify(commitment, seeds, sorted_deck, deck, deal=1, shuffle=0)

The algorithm works on text and bytes that any language can make; `docs/fair.md` gives it byte for byte, with
two short programs that redo it. Whatever changes an order must change the name `ALGORITHM` with it.

What can be wrong with a deal:

    FairnessError
    ├── CommitmentMismatch   the revealed seed is not the one that was promised
    ├── OrderMismatch        the seeds give another order than the one that was played
    └── SeedsError           seeds that prove nothing: too short, too long, or not one for each seat
"""

import hashlib
import hmac
import re
import secrets
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any, Self, TypeVar

from ..base.translatable import N_, TranslatableError

__all__ = [
    "ALGORITHM",
    "PLAYERS_AND_SERVER",
    "SCHEMES",
    "CommitmentMismatch",
    "FairnessError",
    "OrderMismatch",
    "Seeds",
    "SeedsError",
    "cut",
    "shuffle",
    "verify",
]

ALGORITHM = "bornes-hmac-sha256-1"
PLAYERS_AND_SERVER = "players+server"
"""The scheme of online tables: the server commits to its seed, each player adds one, and the cut says who starts."""
SCHEMES = (PLAYERS_AND_SERVER,)
"""The schemes that a record can name."""
SEED_BYTES = 32
MIN_SERVER_SEED_BYTES = 16
"""A shorter seed could be found from its commitment by trying."""
MAX_PLAYER_SEED_BYTES = 64
"""A longer seed is no more random, and has to be stored."""
SPAN = 1 << 32

T = TypeVar("T")

_eight_words = struct.Struct(">8I").unpack
_is_hex = re.compile(r"(?:[0-9a-fA-F]{2})*").fullmatch


class FairnessError(TranslatableError):
    """A deal is not what its commitment and its seeds say."""


class CommitmentMismatch(FairnessError):
    """The revealed seed of the server is not the one that was promised."""

    def __init__(self, published: str, revealed: str) -> None:
        text = "{published!r} was published, but the revealed seed has the commitment {revealed!r}"
        super().__init__(text, published=published, revealed=revealed)
        self.published = published
        self.revealed = revealed


class OrderMismatch(FairnessError):
    """The seeds give another order than the claimed one; `position` is the first that differs, from 0."""

    def __init__(self, expected: tuple[Any, ...], claimed: tuple[Any, ...]) -> None:
        shorter = min(len(expected), len(claimed))
        self.position = next((i for i in range(shorter) if expected[i] != claimed[i]), shorter)
        self.expected, self.claimed = expected, claimed
        there = [
            repr(order[self.position]) if self.position < len(order) else "nothing more"
            for order in (expected, claimed)
        ]
        text = "at position {position} (from 0) the seeds give {expected}, the claim is {claimed}"
        super().__init__(text, position=self.position, expected=there[0], claimed=there[1])


class SeedsError(FairnessError, ValueError):
    """Seeds that no fair deal is made from."""


@dataclass(frozen=True, slots=True, repr=False)
class Seeds:
    """The seeds of one deal: the server's, which is secret until the deal is over, and one for each seat.

    A library game has no players' seeds; a seat that sends none has an empty one.  The server's has 16 bytes or more,
    a player's 64 at most.
    """

    server: bytes
    players: tuple[bytes, ...] = ()
    revealed: bool = field(default=False, compare=False, kw_only=True)
    """They come from a record of whatever age, and are taken at any length: what was dealt was dealt."""

    def __post_init__(self) -> None:
        if not isinstance(self.server, bytes):
            raise TypeError(f"the server's seed must be bytes, not {type(self.server).__name__}")
        if not self.server:
            raise SeedsError(N_("the server's seed is empty; a fresh one has {bytes} bytes"), bytes=SEED_BYTES)
        if not isinstance(self.players, tuple):
            raise TypeError(f"the players' seeds must be a tuple, not {type(self.players).__name__}")
        for seat, seed in enumerate(self.players):
            if not isinstance(seed, bytes):
                raise TypeError(f"players[{seat}] must be bytes, not {type(seed).__name__}")
        if not self.revealed:
            self._check_lengths()

    def _check_lengths(self) -> None:
        if self.guessable:
            text = "the server's seed has {length}; from {least} on it is secret, a fresh one has {fresh}"
            raise SeedsError(text, length=_bytes(len(self.server)), least=MIN_SERVER_SEED_BYTES, fresh=SEED_BYTES)
        for seat, seed in enumerate(self.players):
            if len(seed) > MAX_PLAYER_SEED_BYTES:
                text = "players[{seat}] has {length}; a player's seed has {most} at most"
                raise SeedsError(text, seat=seat, length=_bytes(len(seed)), most=MAX_PLAYER_SEED_BYTES)

    def __repr__(self) -> str:
        # A seed that is printed is a deal that can be read: logs get the commitment.
        return f"<Seeds commitment={self.commitment} players={[seed.hex() for seed in self.players]}>"

    @classmethod
    def fresh(cls, players: Iterable[bytes] = ()) -> Self:
        """Make a new secret seed of the server, from the system's source of randomness."""
        return cls(secrets.token_bytes(SEED_BYTES), _seat_by_seat(players))

    @classmethod
    def of(cls, seed: int | str | bytes, deal: int) -> Self:
        """Make the seeds of one deal of a game that is to be repeatable: what `seed=` means in the library.

        A whole number is the same seed as its decimal digits, so that `7` in Python and a typed `7` are one
        game. Text and bytes are never the same seed.
        """
        text = f"{ALGORITHM} library deal {_number('deal', deal, 1)} {_written(seed)}"
        return cls(hashlib.sha256(text.encode()).digest())

    @classmethod
    def parse(cls, server: str, players: Iterable[str] = (), *, revealed: bool = False) -> Self:
        """Read seeds from the hexadecimal text in which a record keeps them."""
        return cls(
            _from_hex("the server's seed", server),
            tuple(_from_hex(f"players[{seat}]", text) for seat, text in enumerate(_seat_by_seat(players))),
            revealed=revealed,
        )

    def with_players(self, players: Iterable[bytes]) -> Self:
        """Return seeds with the same secret of the server and these seeds of the players; the commitment stays."""
        return replace(self, players=_seat_by_seat(players))

    def check_seats(self, seats: int) -> None:
        """Raise SeedsError unless there is one player's seed for each seat, or none at all.

        A seed that belongs to nobody at the table is one that the server may choose after all others are known.
        """
        if len(self.players) not in (0, seats):
            text = (
                N_("1 player's seed for {seats} seats; give one for each seat, or none at all")
                if len(self.players) == 1
                else N_("{seeds} players' seeds for {seats} seats; give one for each seat, or none at all")
            )
            raise SeedsError(text, seeds=len(self.players), seats=seats)

    @property
    def guessable(self) -> bool:
        """Whether the server's seed is so short that its commitment gives it away."""
        return len(self.server) < MIN_SERVER_SEED_BYTES

    @property
    def commitment(self) -> str:
        """SHA-256 of the server's seed, in hexadecimal: published before any player's seed is known."""
        return hashlib.sha256(self.server).hexdigest()

    @property
    def key(self) -> bytes:
        """What all shuffles of the deal are drawn from: no two different `Seeds` write the same text."""
        # The name comes first: a text that began with the seed could be continued from the commitment alone,
        # since SHA-256 lets anyone extend what it has hashed.
        written = (f"{len(seed)}:{seed.hex()}" for seed in (self.server, *self.players))
        return hashlib.sha256(" ".join((ALGORITHM, "seeds", *written)).encode()).digest()


def shuffle(items: Sequence[T], seeds: Seeds, deal: int, shuffle: int) -> tuple[T, ...]:
    """Return the order, top card first, in which the seeds bring `items` in one shuffle of one deal.

    Deals count from 1. Shuffle 0 is the deal itself, 1 and on are its reshuffles. The result depends on the
    order of `items`: a deck, or the discards that come back, must be sorted first.
    """
    order = list(_in_order("items", items))
    stream = random_words(_seeds(seeds), deal, shuffle)
    for left in range(len(order), 1, -1):
        pick = random_below(left, stream)
        order[left - 1], order[pick] = order[pick], order[left - 1]
    return tuple(order)


_shuffle = shuffle  # for `verify`, whose parameter has the same name


def verify(
    commitment: str,
    seeds: Seeds,
    items: Sequence[T],
    claimed_order: Sequence[T],
    deal: int,
    shuffle: int,
) -> None:
    """Raise `FairnessError` unless the seeds are the promised ones and give the claimed order."""
    if not isinstance(commitment, str):
        raise TypeError(f"the commitment must be text in hexadecimal, not {type(commitment).__name__}")
    if commitment.lower() != _seeds(seeds).commitment:
        raise CommitmentMismatch(commitment, seeds.commitment)
    expected, claimed = _shuffle(items, seeds, deal, shuffle), tuple(_in_order("claimed_order", claimed_order))
    if expected != claimed:
        raise OrderMismatch(expected, claimed)


def cut(seeds: Seeds, players: int) -> int:
    """Return the seat, from 0, that starts a game whose first deal is shuffled from these seeds.

    Its words come from a domain of their own: the cut reveals nothing about the order of the cards.
    """
    _number("players", players, 2)
    _seeds(seeds).check_seats(players)
    return random_below(players, _words(seeds, "deal 1 cut"))


def random_words(seeds: Seeds, deal: int, shuffle: int) -> Iterator[int]:
    """Yield the endless stream of 32-bit words that drives one shuffle."""
    return _words(seeds, f"deal {_number('deal', deal, 1)} shuffle {_number('shuffle', shuffle, 0)}")


def _words(seeds: Seeds, domain: str) -> Iterator[int]:
    prefix, key = f"{ALGORITHM} {domain} block ", seeds.key
    blocks = (hmac.digest(key, f"{prefix}{block}".encode(), "sha256") for block in count())
    return chain.from_iterable(map(_eight_words, blocks))


def random_below(limit: int, stream: Iterator[int], span: int = SPAN) -> int:
    """Draw a number from 0 to `limit` - 1, all exactly as likely, from words that are below `span`."""
    # The words at the top that do not fill a whole round of `limit` would favour the small numbers.
    fair = span - span % limit
    while (word := next(stream)) >= fair:
        pass
    return word % limit


def _number(name: str, value: int, least: int) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if value < least:
        raise SeedsError(
            "{name} must be {least} or more, not {value}", name=name, least=least, value=_digits(name, value)
        )
    return _digits(name, value)


def _written(seed: int | str | bytes) -> str:
    if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
        raise TypeError(f"a seed is a whole number, text or bytes, not {type(seed).__name__}: {seed!r}")
    if not isinstance(seed, int) and not seed:
        raise SeedsError(N_("the seed is empty; Seeds.fresh() makes one that nobody can guess"))
    if isinstance(seed, bytes):
        return f"bytes {seed.hex()}"
    return f"text {_digits('the seed', seed) if isinstance(seed, int) else _encodable(seed)}"


def _digits(name: str, value: int) -> str:
    try:
        return f"{value:d}"
    except ValueError:  # Python writes no more digits than this
        most = sys.get_int_max_str_digits()
        raise SeedsError(N_("{name} is too large: a number has {most} digits at most"), name=name, most=most) from None


def _encodable(seed: str) -> str:
    try:
        seed.encode()
    except UnicodeEncodeError as error:
        odd = seed[error.start]
        text = N_("the seed holds {odd!r}, which is no character: text has no single surrogates")
        raise SeedsError(text, odd=odd) from None
    return seed


def _from_hex(name: str, text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be text in hexadecimal, not {type(text).__name__}")
    if not _is_hex(text):
        refusal = N_("{name} must be pairs of hexadecimal digits, such as '07f3', not {text!r}")
        raise SeedsError(refusal, name=name, text=text)
    return bytes.fromhex(text)


def _seat_by_seat(players: Iterable[T]) -> tuple[T, ...]:
    """Return the players' seeds as a tuple; refuse one text or one run of bytes, which would come apart."""
    if isinstance(players, str | bytes) or not isinstance(players, Iterable):
        raise TypeError(f"the players' seeds must be a sequence, one for each seat, not {type(players).__name__}")
    return tuple(players)


def _in_order(name: str, items: Sequence[T]) -> Sequence[T]:
    """Return items that have an order of their own; refuse others: the order of a set differs from run to run."""
    if not isinstance(items, Sequence):
        raise TypeError(f"{name} must be a sequence, such as a list, not {type(items).__name__}")
    return items


def _seeds(seeds: Seeds) -> Seeds:
    if not isinstance(seeds, Seeds):
        raise TypeError(f"seeds must be Seeds, not {type(seeds).__name__}")
    return seeds


def _bytes(number: int) -> str:
    return f"{number} byte{'' if number == 1 else 's'}"


# -- seeds for one deal after another ------------------------------------------------------------------------------

SeedSource = Callable[[int], Seeds]
"""Gives the seeds of deal number n; a server commits to each before the deal and reveals it after."""


def checked_source(name: str, source: SeedSource) -> SeedSource:
    """Return a source of seeds, if it is one that can be asked; ``name`` is what the caller calls it."""
    if not callable(source):
        raise TypeError(f"{name} must be a function that gives the seeds of deal n, not {type(source).__name__}")
    return source


def fresh_seeds(number: int) -> Seeds:
    """Return a secret seed for a deal, whatever its number."""
    return Seeds.fresh()
