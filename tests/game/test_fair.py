"""A deal that can be proved fair: the promise, the players' part, the shuffle, and everyone's check of it."""

import doctest
import hmac
import logging
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes.game import fair
from bornes.game.fair import (
    ALGORITHM,
    CommitmentMismatch,
    FairnessError,
    OrderMismatch,
    Seeds,
    SeedsError,
    cut,
    shuffle,
    verify,
)
from tests.support.paths import DOCS

PAGE = DOCS / "fair.md"

SERVER = bytes(range(32))
SEEDS = Seeds(SERVER, (b"alice", b"", b"bob"))
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
CARDS = [0, 0, 0, 1, 1, 2, 3, 3, 4, 4]
DECK = range(106)

ORDERS = {
    (1, 0): "0 3 4 1 1 0 0 3 4 2",
    (1, 1): "1 4 2 0 1 0 4 3 3 0",
    (2, 0): "2 1 3 3 4 0 1 4 0 0",
}

# With these seeds a word is refused in this deal, when 47 cards are left: one deal in 1.6 million.
REFUSING_DEAL = 2065825
REFUSING_ORDER = (
    "104 91 17 66 37 59 51 2 53 90 35 69 21 99 16 79 77 71 22 60 34 9 24 18 50 39 0 76 78 38 20 4 26 1 61 "
    "83 11 65 57 30 5 23 102 85 49 54 7 67 42 33 52 96 36 82 29 58 48 62 92 101 75 25 6 14 95 41 44 100 94 "
    "87 45 12 63 84 73 74 10 81 43 72 47 31 13 93 28 103 68 46 56 40 80 19 98 3 70 15 32 8 105 55 88 89 97 "
    "27 86 64"
)

LIBRARY_SEEDS: dict[tuple[int | str | bytes, int], str] = {
    (7, 1): "7b122ada1a67b477b9e25ddce4f9aca328fbf39dea3c6a49bb5a87f73c34cfd3",
    (7, 2): "672cb45650ac665b747a6168c97eaa6f320b191a19242c0dbc3fcd5aa4ab40c7",
    (-7, 1): "a94407f4b3c9266ae8af7e1db9b2c612fb7f09a00c3ff89625fcebfebc04fa74",
    ("café", 1): "6372ef37991e5cde767d2f962290b4a3152be045889d123e528b5ef53436e143",
    (b"7", 1): "572fb79b0530e778d83d63bc10a38ac80a2bf055e43b8c0121d4fe0c84a442bb",
}

some_bytes = st.binary(max_size=40)
some_seeds = st.builds(Seeds, st.binary(min_size=16, max_size=40), st.lists(some_bytes, max_size=6).map(tuple))
deals = st.integers(1, 1000)
shuffles = st.integers(0, 9)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


# The promise, before anyone has said anything.


def test_the_commitment_is_the_sha256_of_the_servers_seed() -> None:
    assert SEEDS.commitment == COMMITMENT
    assert Seeds(b"abc", revealed=True).commitment == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_commitment_is_known_before_the_players_seeds_and_does_not_change_with_them() -> None:
    server = Seeds.fresh()
    promised = server.commitment
    seeds = server.with_players([b"alice", b"bob"])
    assert seeds.players == (b"alice", b"bob")
    assert seeds.server == server.server
    assert seeds.commitment == promised


def test_the_commitment_alone_does_not_settle_the_order() -> None:
    orders = {shuffle(DECK, Seeds(SERVER, (bytes([player]),)), 1, 0) for player in range(100)}
    assert len(orders) == 100


def test_fresh_seeds_are_32_bytes_and_never_the_same() -> None:
    seeds = {Seeds.fresh((b"alice",)) for _ in range(100)}
    assert len({one.server for one in seeds}) == 100
    assert {len(one.server) for one in seeds} == {32}
    assert {one.players for one in seeds} == {(b"alice",)}


def test_a_log_gets_the_commitment_and_not_the_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "table")  # whatever a server that ran here before has asked for
    logging.getLogger("table").warning("%s %r", SEEDS, [SEEDS])
    assert COMMITMENT in caplog.text
    assert SERVER.hex() not in caplog.text
    assert repr(SERVER) not in caplog.text


# The shuffle.


@pytest.mark.parametrize("domain", ORDERS)
def test_known_orders(domain: tuple[int, int]) -> None:
    assert shuffle(CARDS, SEEDS, *domain) == numbers(ORDERS[domain])


def test_the_known_order_in_which_a_word_is_refused() -> None:
    stream = fair.random_words(SEEDS, REFUSING_DEAL, 0)
    refused = [n for n, word in zip(range(106, 46, -1), stream, strict=False) if word >= 2**32 - 2**32 % n]
    assert refused == [47]
    assert shuffle(DECK, SEEDS, REFUSING_DEAL, 0) == numbers(REFUSING_ORDER)


def test_known_key_and_words() -> None:
    assert ALGORITHM == "bornes-hmac-sha256-1"
    assert SEEDS.key.hex() == "5f6c18d61aa9d3d5b5f30f16d1eb415feb2c9336c8199c8ce9e60e041c4b4326"
    assert list(islice(fair.random_words(SEEDS, 1, 0), 2)) == [844609185, 571864649]


CUT_BLOCK = "29a9c80c3cce3fb70bf11952bdc3b863c6db872537ec87dd5a5f31bf928508c5"


def test_the_known_cut() -> None:
    """Written out once more, from the text on the page alone."""
    block = hmac.digest(SEEDS.key, b"bornes-hmac-sha256-1 deal 1 cut block 0", "sha256")
    assert block.hex() == CUT_BLOCK
    assert int.from_bytes(block[:4]) == 698992652
    assert cut(SEEDS, 3) == 698992652 % 3 == 2


def test_the_cut_has_a_domain_of_its_own() -> None:
    """If it were the first word of a shuffle it would reveal where a card lies."""
    many = [Seeds.of(f"cut {number}", 1) for number in range(64)]
    for deal, number in ((1, 0), (1, 1), (2, 0)):
        assert [cut(seeds, 8) for seeds in many] != [next(fair.random_words(seeds, deal, number)) % 8 for seeds in many]


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_each_seat_starts_about_equally_often(players: int) -> None:
    starts = Counter(cut(Seeds.of(f"start {number}", 1), players) for number in range(500 * players))
    assert all(400 < starts[seat] < 600 for seat in range(players))
    assert sum(starts.values()) == 500 * players


@pytest.mark.parametrize("part", [0, 1, 2, 3], ids=["server", "seat 0", "seat 1", "seat 2"])
def test_the_cut_depends_on_the_seed_of_every_player_and_of_the_server(part: int) -> None:
    found = set()
    for number in range(40):
        seeds = [SERVER, b"alice", b"", b"bob"]
        seeds[part] = number.to_bytes(16)
        found.add(cut(Seeds(seeds[0], tuple(seeds[1:])), 3))
    assert found == {0, 1, 2}


def test_a_cut_is_for_the_players_who_have_the_seeds() -> None:
    with pytest.raises(SeedsError, match="3 players' seeds for 4 seats"):
        cut(SEEDS, 4)
    with pytest.raises(SeedsError, match="players must be 2 or more, not 1"):
        cut(Seeds(SERVER), 1)
    assert cut(Seeds(SERVER), 4) in range(4)


@given(st.lists(st.integers(0, 18), max_size=120), some_seeds, deals, shuffles)
def test_a_shuffle_keeps_every_card_and_can_be_repeated(cards: list[int], seeds: Seeds, deal: int, number: int) -> None:
    before = list(cards)
    order = shuffle(cards, seeds, deal, number)
    assert sorted(order) == sorted(cards)
    assert cards == before
    assert shuffle(tuple(cards), seeds, deal, number) == order


def test_nothing_and_one_card_are_shuffled_too() -> None:
    assert shuffle((), SEEDS, 1, 0) == ()
    assert shuffle(["roll"], SEEDS, 1, 0) == ("roll",)


def test_each_deal_and_each_reshuffle_is_a_domain_of_its_own() -> None:
    domains = [(deal, number) for deal in range(1, 31) for number in range(30)]
    assert len({shuffle(DECK, SEEDS, *domain) for domain in domains}) == len(domains)
    assert len({tuple(islice(fair.random_words(SEEDS, *domain), 8)) for domain in domains}) == len(domains)


@given(some_seeds, st.data())
def test_every_seed_matters_to_its_last_bit(seeds: Seeds, data: st.DataObject) -> None:
    parts = [seeds.server, *seeds.players]
    which = data.draw(st.sampled_from([i for i, part in enumerate(parts) if part]))
    bit = data.draw(st.integers(0, 8 * len(parts[which]) - 1))
    flipped = int.from_bytes(parts[which], "big") ^ 1 << bit
    parts[which] = flipped.to_bytes(len(parts[which]), "big")
    other = Seeds(parts[0], tuple(parts[1:]))
    assert shuffle(DECK, other, 1, 0) != shuffle(DECK, seeds, 1, 0)


def test_seeds_that_run_together_to_the_same_bytes_are_different_seeds() -> None:
    lookalikes = [
        Seeds(SERVER + b"ab"),
        Seeds(SERVER + b"ab\0"),
        Seeds(SERVER + b"ab", (b"",)),
        Seeds(SERVER + b"ab", (b"", b"")),
        Seeds(SERVER + b"a", (b"b",)),
        Seeds(SERVER + b"a", (b"", b"b")),
        Seeds(SERVER + b"a", (b"b", b"")),
        Seeds(b"a" * 64),
        Seeds(b"a" * 63, (b"a",)),
        Seeds(b"a" * 65),
    ]
    assert len({shuffle(DECK, seeds, 1, 0) for seeds in lookalikes}) == len(lookalikes)


@given(some_seeds, some_seeds)
def test_only_equal_seeds_have_the_same_key(one: Seeds, other: Seeds) -> None:
    assert (one.key == other.key) == (one == other)


# Every order is as likely as every other.


def test_each_number_comes_from_equally_many_words() -> None:
    span = 256
    for limit in range(1, span + 1):
        answers: Counter[int] = Counter()
        for word in range(span):
            accepted = fair.random_below(limit, iter([word, *range(span)]), span)
            if word < limit * (span // limit):
                answers[accepted] += 1
            else:
                assert accepted == 0, "a word of the last, broken round must be passed over"
        assert answers == Counter(dict.fromkeys(range(limit), span // limit))


@pytest.mark.parametrize("limit", [2, 3, 47, 101, 106])
def test_the_words_of_32_bits_are_refused_exactly_from_the_last_broken_round_on(limit: int) -> None:
    edge = limit * (2**32 // limit)
    assert fair.random_below(limit, iter([edge - 1])) == limit - 1
    for word in range(edge, 2**32):
        assert fair.random_below(limit, iter([word, 1])) == 1


def test_all_orders_of_four_cards_are_equally_frequent() -> None:
    rounds = 500 * 24
    seen = Counter(shuffle("abcd", SEEDS, deal, 0) for deal in range(1, rounds + 1))
    assert set(seen) == set(permutations("abcd"))
    chi_square = sum((times - 500) ** 2 / 500 for times in seen.values())
    assert chi_square < 49.7, "23 degrees of freedom: less than one chance in a thousand"


def test_each_card_of_a_deck_is_on_top_equally_often() -> None:
    rounds = 50 * 106
    seen = Counter(shuffle(DECK, SEEDS, 1, number)[0] for number in range(rounds))
    chi_square = sum((seen[card] - 50) ** 2 / 50 for card in DECK)
    assert chi_square < 154.3, "105 degrees of freedom: less than one chance in a thousand"


# The check, after the deal.


@given(some_seeds, deals, shuffles)
def test_an_honest_deal_passes(seeds: Seeds, deal: int, number: int) -> None:
    verify(seeds.commitment, seeds, CARDS, shuffle(CARDS, seeds, deal, number), deal, number)


def test_a_commitment_may_be_noted_in_capitals_and_the_order_in_a_list() -> None:
    verify(COMMITMENT.upper(), SEEDS, CARDS, list(numbers(ORDERS[1, 0])), 1, 0)


def test_a_seed_that_was_not_promised_is_found_out_even_if_the_order_fits() -> None:
    other = Seeds(b"a better hand for me", SEEDS.players)
    with pytest.raises(CommitmentMismatch) as caught:
        verify(COMMITMENT, other, CARDS, shuffle(CARDS, other, 1, 0), 1, 0)
    assert caught.value.published == COMMITMENT
    assert caught.value.revealed == other.commitment
    assert COMMITMENT in str(caught.value)
    assert other.commitment in str(caught.value)


def test_a_stacked_deck_is_found_out_at_its_first_wrong_card() -> None:
    honest = numbers(ORDERS[1, 0])
    stacked = (*honest[:2], honest[3], honest[2], *honest[4:])
    with pytest.raises(OrderMismatch) as caught:
        verify(COMMITMENT, SEEDS, CARDS, stacked, 1, 0)
    assert (caught.value.position, caught.value.expected, caught.value.claimed) == (2, honest, stacked)
    assert str(caught.value) == "at position 2 (from 0) the seeds give 4, the claim is 1"


@pytest.mark.parametrize(
    ("claimed", "position", "message"),
    [
        ("0 3 4 1 1 0 0 3 4", 9, "at position 9 (from 0) the seeds give 2, the claim is nothing more"),
        ("0 3 4 1 1 0 0 3 4 2 7", 10, "at position 10 (from 0) the seeds give nothing more, the claim is 7"),
        ("", 0, "at position 0 (from 0) the seeds give 0, the claim is nothing more"),
    ],
)
def test_a_missing_or_added_card_is_found_out(claimed: str, position: int, message: str) -> None:
    with pytest.raises(OrderMismatch) as caught:
        verify(COMMITMENT, SEEDS, CARDS, numbers(claimed), 1, 0)
    assert caught.value.position == position
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "seeds",
    [
        Seeds(SERVER, (b"alice", b"bob", b"")),
        Seeds(SERVER, (b"alice", b"", b"Bob")),
        Seeds(SERVER, (b"alice", b"bob")),
        Seeds(SERVER),
    ],
)
def test_a_players_seed_that_was_changed_moved_or_dropped_is_found_out(seeds: Seeds) -> None:
    with pytest.raises(OrderMismatch):
        verify(COMMITMENT, seeds, DECK, shuffle(DECK, SEEDS, 1, 0), 1, 0)


def test_an_order_of_another_deal_or_reshuffle_is_found_out() -> None:
    for domain in [(2, 0), (1, 1)]:
        with pytest.raises(OrderMismatch):
            verify(COMMITMENT, SEEDS, CARDS, numbers(ORDERS[1, 0]), *domain)


@pytest.mark.parametrize(
    "error", [CommitmentMismatch("aa", "bb"), OrderMismatch((1, 2), (1, 3)), SeedsError("too short")]
)
def test_the_errors_are_one_family_and_can_travel(error: FairnessError) -> None:
    assert isinstance(error, FairnessError)
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


# Seeds in records, and what is no seed.


@given(some_seeds)
def test_seeds_come_back_from_their_text(seeds: Seeds) -> None:
    text = seeds.server.hex(), [seed.hex() for seed in seeds.players]
    assert Seeds.parse(*text) == seeds
    assert Seeds.parse(text[0].upper(), (seed.upper() for seed in text[1])) == seeds


@pytest.mark.parametrize(
    ("server", "players", "message"),
    [
        ("0g", [], "the server's seed must be pairs of hexadecimal digits, such as '07f3', not '0g'"),
        ("00 01", [], "the server's seed must be pairs of hexadecimal digits, such as '07f3', not '00 01'"),
        ("00" * 16, ["", "abc"], "players[1] must be pairs of hexadecimal digits, such as '07f3', not 'abc'"),
        ("00" * 16, ["00\n"], r"players[0] must be pairs of hexadecimal digits, such as '07f3', not '00\n'"),
        ("", [], "the server's seed is empty; a fresh one has 32 bytes"),
        ("00" * 15, [], "the server's seed has 15 bytes; from 16 on it is secret, a fresh one has 32"),
        ("00", [], "the server's seed has 1 byte; from 16 on it is secret"),
        ("00" * 16, ["", "00" * 65], "players[1] has 65 bytes; a player's seed has 64 at most"),
    ],
)
def test_text_that_is_no_seed_says_which_and_what_would_be(server: str, players: list[str], message: str) -> None:
    with pytest.raises(SeedsError, match=re.escape(message)):
        Seeds.parse(server, players)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Seeds("secret"), "the server's seed must be bytes, not str"),  # type: ignore[arg-type]
        (lambda: Seeds(SERVER, [b"a"]), "the players' seeds must be a tuple, not list"),  # type: ignore[arg-type]
        (lambda: Seeds(SERVER, (b"a", "b")), "players[1] must be bytes, not str"),  # type: ignore[arg-type]
        (lambda: Seeds.parse(SERVER), "the server's seed must be text in hexadecimal, not bytes"),  # type: ignore[arg-type]
        (lambda: Seeds.parse("00", [None]), "players[0] must be text in hexadecimal, not NoneType"),  # type: ignore[list-item]
        (lambda: Seeds.parse("00", "abcd"), "one for each seat, not str"),
        (lambda: Seeds.parse("00", 7), "one for each seat, not int"),  # type: ignore[arg-type]
        (lambda: Seeds(bytearray(SERVER)), "the server's seed must be bytes, not bytearray"),  # type: ignore[arg-type]
        (lambda: Seeds(None), "the server's seed must be bytes, not NoneType"),  # type: ignore[arg-type]
        (lambda: Seeds(SERVER, ((b"a",),)), "players[0] must be bytes, not tuple"),  # type: ignore[arg-type]
        (lambda: SEEDS.with_players(b"alice"), "one for each seat, not bytes"),  # type: ignore[arg-type]
        (lambda: SEEDS.with_players(None), "one for each seat, not NoneType"),  # type: ignore[arg-type]
        (lambda: Seeds.fresh(None), "one for each seat, not NoneType"),  # type: ignore[arg-type]
        (lambda: Seeds.of(float("nan"), 1), "not float: nan"),  # type: ignore[arg-type]
        (lambda: Seeds.of([7], 1), "not list: [7]"),  # type: ignore[arg-type]
        (lambda: Seeds.of(7, 1.0), "deal must be a whole number, not float"),  # type: ignore[arg-type]
        (lambda: shuffle(None, SEEDS, 1, 0), "items must be a sequence, such as a list, not NoneType"),  # type: ignore[arg-type]
        (lambda: shuffle({1, 2}, SEEDS, 1, 0), "items must be a sequence, such as a list, not set"),  # type: ignore[arg-type]
        (lambda: shuffle(CARDS, SERVER, 1, 0), "seeds must be Seeds, not bytes"),  # type: ignore[arg-type]
        (lambda: verify(None, SEEDS, CARDS, CARDS, 1, 0), "the commitment must be text"),  # type: ignore[arg-type]
        (lambda: verify(b"6", SEEDS, CARDS, CARDS, 1, 0), "the commitment must be text"),  # type: ignore[arg-type]
        (lambda: verify(COMMITMENT, None, CARDS, CARDS, 1, 0), "seeds must be Seeds"),  # type: ignore[arg-type]
        (lambda: verify(COMMITMENT, SEEDS, CARDS, None, 1, 0), "claimed_order must be a sequence"),  # type: ignore[arg-type]
        (lambda: Seeds.of(True, 1), "a seed is a whole number, text or bytes, not bool: True"),
        (lambda: Seeds.of(7.0, 1), "a seed is a whole number, text or bytes, not float: 7.0"),  # type: ignore[arg-type]
        (lambda: Seeds.of(None, 1), "a seed is a whole number, text or bytes, not NoneType"),  # type: ignore[arg-type]
        (lambda: shuffle(CARDS, SEEDS, True, 0), "deal must be a whole number, not bool"),
        (lambda: cut(SERVER, 2), "seeds must be Seeds, not bytes"),  # type: ignore[arg-type]
        (lambda: cut(SEEDS, "3"), "players must be a whole number, not str"),  # type: ignore[arg-type]
        (lambda: shuffle(CARDS, SEEDS, 1, "0"), "shuffle must be a whole number, not str"),  # type: ignore[arg-type]
    ],
)
def test_values_of_the_wrong_type_are_refused_by_name(make: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        make()


@pytest.mark.parametrize(("deal", "number"), [(0, 0), (-1, 0), (1, -1)])
def test_deals_count_from_one_and_shuffles_from_zero(deal: int, number: int) -> None:
    with pytest.raises(ValueError, match=r"(deal must be 1|shuffle must be 0) or more"):
        shuffle(CARDS, SEEDS, deal, number)
    if deal < 1:
        with pytest.raises(ValueError, match="deal must be 1 or more"):
            Seeds.of(7, deal)


def test_seeds_that_a_record_reveals_are_taken_as_they_are_and_known_to_be_short() -> None:
    old = Seeds.parse("00", ["", "00" * 65], revealed=True)
    assert (old.guessable, SEEDS.guessable) == (True, False)
    assert Seeds.parse("00" * 16).guessable is False
    assert pickle.loads(pickle.dumps(old)) == old
    assert Seeds(SERVER, revealed=True) == Seeds(SERVER)
    assert hash(Seeds(SERVER, revealed=True)) == hash(Seeds(SERVER))


# A game from a seed goes the same way.


def test_known_seeds_of_the_library() -> None:
    for (seed, deal), server in LIBRARY_SEEDS.items():
        assert Seeds.of(seed, deal).server.hex() == server


def test_a_number_is_the_same_seed_as_its_digits_and_nothing_else_is() -> None:
    assert Seeds.of(7, 1) == Seeds.of("7", 1)
    different: list[int | str | bytes] = [7, -7, 70, "07", " 7", "7 ", b"7", "bytes 37", "37", b"\x37\x37"]
    assert len({Seeds.of(seed, deal) for seed in different for deal in (1, 2, 11)}) == 3 * len(different)


def test_every_deal_of_a_seeded_game_has_a_secret_of_its_own_and_no_players_seeds() -> None:
    game = [Seeds.of("sept", deal) for deal in range(1, 101)]
    assert len({seeds.commitment for seeds in game}) == 100
    assert {(len(seeds.server), seeds.players) for seeds in game} == {(32, ())}


def test_seeds_that_cannot_be_written_down_are_refused() -> None:
    with pytest.raises(SeedsError, match="the seed is too large: a number has 4300 digits at most"):
        Seeds.of(10**5000, 1)
    with pytest.raises(SeedsError, match="deal is too large"):
        Seeds.of(7, 10**5000)
    with pytest.raises(SeedsError, match="which is no character"):
        Seeds.of("\ud800", 1)


@pytest.mark.parametrize("seed", ["", b""])
def test_an_empty_seed_is_most_likely_a_mistake(seed: str | bytes) -> None:
    with pytest.raises(ValueError, match="the seed is empty"):
        Seeds.of(seed, 1)


# Anyone can redo it: the programs on the page about fair deals, as they are printed there.

CHECKERS = {"python": [sys.executable, "-I", "-W", "error"], "perl": ["perl", "-Mstrict", "-w"]}


def on_the_page(language: str) -> str:
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks, f"{PAGE} has no block in {language}"
    return "\n".join(blocks)


def check(tmp_path: Path, language: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    program = tmp_path / "check"
    program.write_text(on_the_page(language), "utf-8")
    return subprocess.run([*CHECKERS[language], program, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("language", CHECKERS)
@pytest.mark.parametrize(
    ("cards", "seeds", "deal", "number"),
    [
        *((CARDS, SEEDS, *domain) for domain in ORDERS),
        (DECK, SEEDS, REFUSING_DEAL, 0),
        (DECK, Seeds.of("sept", 12), 12, 3),
        (DECK, Seeds(b"x", (b"", b"", b"y" * 200), revealed=True), 10, 10),
    ],
    ids=["deal", "reshuffle", "second-deal", "refused-word", "library", "odd-seeds"],
)
def test_the_programs_on_the_page_agree(
    tmp_path: Path, language: str, cards: list[int], seeds: Seeds, deal: int, number: int
) -> None:
    in_text = [seed.hex() for seed in (seeds.server, *seeds.players)]
    written = " ".join(map(str, cards))
    done = check(tmp_path, language, seeds.commitment, str(deal), str(number), written, *in_text)
    assert (done.stderr, done.returncode) == ("", 0)
    assert numbers(done.stdout) == shuffle(cards, seeds, deal, number)


@pytest.mark.parametrize("language", CHECKERS)
def test_the_programs_on_the_page_refuse_a_seed_that_was_not_promised(tmp_path: Path, language: str) -> None:
    done = check(tmp_path, language, COMMITMENT, "1", "0", "0 1 2", "ff")
    assert done.returncode
    assert (done.stdout, done.stderr) == ("", "not the promised seed\n")


@pytest.mark.parametrize("language", CHECKERS)
def test_the_programs_on_the_page_are_short(language: str) -> None:
    imports, *program = filter(None, on_the_page(language).splitlines())
    assert imports.startswith(("import ", "use "))
    assert len(program) <= 11


def test_the_page_shows_the_known_values() -> None:
    page = PAGE.read_text("utf-8")
    cells = [ALGORITHM, SERVER.hex(), COMMITMENT, SEEDS.key.hex(), *ORDERS.values(), LIBRARY_SEEDS[7, 1], CUT_BLOCK]
    for cell in cells:
        assert cell in page
    assert f"deal {REFUSING_DEAL}" in page


def test_the_session_on_the_page_runs() -> None:
    session = doctest.DocTestParser().get_doctest(on_the_page("pycon"), {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) > 5
    assert doctest.DocTestRunner(verbose=False).run(session).failed == 0
