"""Who could cheat with the cards, and how: a test for each numbered line of the argument in ``docs/fair.md``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import count
from statistics import mean

import pytest

from bornes import Card, Family, Game, RecordError, Seeds, edition
from bornes.game.fair import CommitmentMismatch, OrderMismatch, SeedsError, shuffle, verify
from bornes.game.fairness_proof import ShuffleWeakness, proofs, public_values
from bornes.rules.cards import sorted_deck
from tests.support.paths import DOCS
from tests.support.shell import sealed

PAGE = DOCS / "fair.md"
DECK = sorted_deck(edition("parker-1962").rules(2).deck)
SERVER = Seeds.of("the server", 1)
ANN, BOB = (Seeds.of(name, 1).server[:16] for name in ("ann", "bob"))
PROMISE = bytes.fromhex(SERVER.commitment)
HONEST = SERVER.with_players([ANN, BOB])
WRITTEN = f"seeds: {ANN.hex()} {BOB.hex()}"


def dealt(*seeds: Seeds) -> Game:
    """A game whose deals were shuffled from these seeds; all but the last were played to their end."""
    game = Game("parker-1962", seeds=lambda number: seeds[number - 1])
    for _ in seeds[1:]:
        while not game.deal.over:
            game.play(list(game.deal.legal_moves)[-1])
        game.next_deal()
    return game


def luck(seeds: Seeds) -> int:
    """How many safeties the seeds deal to the first seat."""
    return sum(card.family is Family.SAFETY for card in shuffle(DECK, seeds, 1, 0)[:12:2])


def weaknesses(*seeds: Seeds) -> list[tuple[ShuffleWeakness, ...]]:
    return [proof.weaknesses for proof in proofs(Game.replay(dealt(*seeds).record))]


def looked_for(tries: Iterator[Seeds]) -> Seeds:
    """The first of these seeds that a cheat likes."""
    return next(seeds for seeds in tries if luck(seeds) > 1)


def test_1_the_server_is_bound_to_its_seed() -> None:
    other = looked_for(Seeds.of(seed, 1).with_players(HONEST.players) for seed in count())
    with pytest.raises(CommitmentMismatch):
        verify(SERVER.commitment, other, DECK, shuffle(DECK, other, 1, 0), 1, 0)
    text = dealt(other).record.replace(other.commitment, SERVER.commitment)
    with pytest.raises(RecordError, match="not the one committed to"):
        Game.replay(sealed(text))


@pytest.mark.parametrize("there", [[ANN], [ANN, BOB, b"ghost"]])
def test_2_nobody_sits_at_the_table_who_is_not_there(there: list[bytes]) -> None:
    with pytest.raises(SeedsError, match="for 2 seats; give one for each seat, or none at all"):
        dealt(SERVER.with_players(there))
    written = " ".join(seed.hex() for seed in there)
    with pytest.raises(RecordError, match="for 2 seats; give one for each seat, or none at all"):
        Game.replay(sealed(dealt(HONEST).record.replace(WRITTEN, f"seeds: {written}")))


@pytest.mark.parametrize("players", [[ANN, BOB[:-1] + b"b"], [BOB, ANN], [ANN, b""], []])
def test_3_every_seed_of_a_player_matters(players: list[bytes]) -> None:
    with pytest.raises(OrderMismatch):
        verify(SERVER.commitment, SERVER.with_players(players), DECK, shuffle(DECK, HONEST, 1, 0), 1, 0)
    record = dealt(HONEST).record
    assert WRITTEN in record, "where each player finds the own seed"


def test_4_a_deal_that_leaves_the_players_out_is_weak() -> None:
    second = Seeds.of("the server", 2)
    assert weaknesses(HONEST, second) == [(), (ShuffleWeakness.NO_PLAYER_SEED,)]
    assert weaknesses(HONEST, second.with_players([b"", b""])) == [(), (ShuffleWeakness.NO_PLAYER_SEED,)]
    assert weaknesses(SERVER, second) == [(), ()], "a game that never asked claims nothing"
    given = Game("parker-1962", deck=shuffle(DECK, HONEST, 1, 0))
    assert [proof.weaknesses for proof in proofs(given)] == [(ShuffleWeakness.DECK_GIVEN,)]


def test_5_a_seed_that_was_shown_is_worth_nothing() -> None:
    again, second = SERVER.with_players([b"other seeds", b"this time"]), Seeds.of("the server", 2)
    assert weaknesses(HONEST, again) == [(), (ShuffleWeakness.SERVER_SEED_REPEATED,)]
    promised = Seeds(PROMISE, again.players)
    assert weaknesses(HONEST, promised) == [(), (ShuffleWeakness.SERVER_SEED_REPEATED,)], "all have read the commitment"
    for known in (ANN, SERVER.server, SERVER.commitment.encode()):
        assert weaknesses(HONEST, second.with_players([b"new and long", known])) == [
            (),
            (ShuffleWeakness.PLAYER_SEED_REPEATED,),
        ]


def test_5_nor_in_another_game() -> None:
    first = dealt(HONEST)
    others = dict.fromkeys(public_values(first), first)
    second = dealt(Seeds.of("the server", 2).with_players([b"new and long", BOB]), SERVER.with_players([ANN, b""]))
    assert [proof.weaknesses for proof in proofs(second, others)] == [
        (ShuffleWeakness.PLAYER_SEED_REPEATED,),
        (ShuffleWeakness.SERVER_SEED_REPEATED, ShuffleWeakness.PLAYER_SEED_REPEATED),
    ]
    continued = dealt(HONEST, Seeds.of("the server", 2).with_players([b"new and long", b""]))
    assert [proof.weaknesses for proof in proofs(continued, others)] == [(), ()], "it is the first, played on"
    played_otherwise = dealt(HONEST)
    played_otherwise.play(next(iter(played_otherwise.deal.legal_moves)))
    assert [
        proof.weaknesses for proof in proofs(played_otherwise, dict.fromkeys(public_values(continued), continued))
    ] == [(ShuffleWeakness.SERVER_SEED_REPEATED, ShuffleWeakness.PLAYER_SEED_REPEATED)]


def test_6_the_server_s_seed_cannot_be_found_by_trying() -> None:
    short = Seeds(b"\x2a\x17", revealed=True)
    found = next(seed for seed in range(1 << 16) if _two_bytes(seed).commitment == short.commitment)
    assert _two_bytes(found) == short
    with pytest.raises(SeedsError, match="from 16 on it is secret"):
        Seeds(short.server)
    with pytest.raises(SeedsError, match="from 16 on it is secret"):
        Seeds(bytes(15))
    assert weaknesses(short) == [(ShuffleWeakness.SERVER_SEED_SHORT,)]


def _two_bytes(seed: int) -> Seeds:
    return Seeds(seed.to_bytes(2, "big"), revealed=True)


def test_7_a_player_s_choice_is_worth_nothing_without_the_server_s_seed() -> None:
    liked = looked_for(SERVER.with_players([str(seed).encode(), BOB]) for seed in count())
    elsewhere = mean(luck(Seeds.of(seed, 1).with_players(liked.players)) for seed in range(1000))
    fair = 6 * 4 / len(DECK)
    assert abs(elsewhere - fair) < 0.08, "five standard errors"


def test_8_no_two_stories_fit_one_deal() -> None:
    stories = [
        HONEST,
        SERVER.with_players([ANN + BOB[:1], BOB[1:]]),
        SERVER.with_players([b"", ANN + BOB]),
        Seeds(SERVER.server + ANN[:1], (ANN[1:], BOB)),
        Seeds(SERVER.server + ANN, (b"", BOB)),
    ]
    assert len({seeds.key for seeds in stories}) == len(stories)


def test_9_no_reshuffle_can_be_stacked() -> None:
    assert shuffle(DECK, HONEST, 1, 1) != shuffle(DECK, HONEST, 1, 0)
    cards = " ".join(card.notation for card in (Card.ROLL, Card.D100))
    text = dealt(HONEST).record
    with pytest.raises(RecordError, match="expected turn 1 or an empty line, found 'reshuffle: roll 100'"):
        Game.replay(sealed(text.replace(WRITTEN, f"{WRITTEN}\nreshuffle: {cards}")))


@pytest.mark.parametrize(
    "seed",
    [
        SERVER.server,
        SERVER.server[5:13],
        b"mine: " + SERVER.server,
        PROMISE,
        PROMISE + ANN[:7],
        SERVER.commitment.encode(),
        SERVER.commitment.encode()[:8],
        BOB,
    ],
    ids=[
        "the server's",
        "a part of it",
        "more than it",
        "commitment",
        "little more than it",
        "its text",
        "a part of its text",
        "another seat's",
    ],
)
def test_10_what_the_server_had_already_is_no_player_s_seed(seed: bytes) -> None:
    assert weaknesses(SERVER.with_players([seed, BOB])) == [(ShuffleWeakness.PLAYER_SEED_REPEATED,)]


@pytest.mark.parametrize("seed", [SERVER.server[5:12], PROMISE + ANN[:8]], ids=["7 bytes", "8 more"])
def test_10_what_may_be_chance_or_a_player_s_habit_is_no_fault(seed: bytes) -> None:
    assert weaknesses(SERVER.with_players([seed, BOB])) == [()]


def test_11_seeds_that_are_short_can_all_be_tried() -> None:
    chosen = looked_for(Seeds.of(seed, 1).with_players([b"ann", b"7 bytes"]) for seed in count())
    assert weaknesses(chosen) == [(ShuffleWeakness.PLAYER_SEEDS_SHORT,)]
    assert weaknesses(chosen.with_players([b"ann", b""])) == [(ShuffleWeakness.PLAYER_SEEDS_SHORT,)]
    assert weaknesses(chosen.with_players([b"ann", b"8 bytes."])) == [()], "one that is honest is enough"


def test_12_the_last_player_with_the_server_can_choose_and_nothing_shows_it() -> None:
    chosen = looked_for(SERVER.with_players([ANN, str(seed).encode()]) for seed in count())
    verify(SERVER.commitment, chosen, DECK, shuffle(DECK, chosen, 1, 0), 1, 0)
    assert weaknesses(chosen) == [()]
    last = looked_for(SERVER.with_players([str(seed).encode(), BOB]) for seed in count())
    after = [luck(last.with_players([last.players[0], str(bob).encode()])) for bob in range(300)]
    assert mean(after) < 0.6, "but if the honest one sends after them, they have chosen in vain"


def test_13_a_record_written_anew_is_right_but_for_the_commitment_that_was_seen() -> None:
    forged = Game.replay(dealt(Seeds.of("a forger", 1).with_players(HONEST.players)).record).seeds[0]
    assert forged is not None
    assert weaknesses(forged) == [()]
    with pytest.raises(CommitmentMismatch):
        verify(SERVER.commitment, forged, DECK, shuffle(DECK, forged, 1, 0), 1, 0)


def test_14_who_is_said_to_have_sent_nothing_is_not_named() -> None:
    absent = Game.replay(dealt(SERVER.with_players([ANN, b""])).record)
    (proof,) = proofs(absent)
    assert (proof.seats, proof.weaknesses) == ((0,), ())


def test_15_a_seed_that_can_be_guessed_lets_the_server_choose_its_own() -> None:
    chosen = looked_for(Seeds.of(seed, 1).with_players([b"alice1994", b"bob"]) for seed in count())
    assert weaknesses(chosen) == [()]
    random = [luck(chosen.with_players([Seeds.of(seed, 1).server[:16], b"bob"])) for seed in range(300)]
    assert mean(random) < 0.6, "with a seed that it did not know, its choice was in vain"


def test_each_line_of_the_argument_has_its_test() -> None:
    argument = PAGE.read_text(encoding="utf-8").split("## Ways to cheat, and what stops them")[1]
    lines = re.findall(r"^\| (\d+) \|", argument, re.MULTILINE)
    tests = [match[1] for name in vars(sys.modules[__name__]) if (match := re.match(r"test_(\d+)_", name))]
    assert lines == list(dict.fromkeys(tests)) == [str(number) for number in range(1, len(lines) + 1)]
