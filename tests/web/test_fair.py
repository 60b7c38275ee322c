"""The proof of the shuffle in the browser says what the library says: same bytes, same cards, same faults."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from bornes import EDITIONS, Game, edition
from bornes.game.fair import PLAYERS_AND_SERVER, Seeds, cut, shuffle
from bornes.game.record import RECORD_HEADER
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import house_rules
from bornes.rules.ruleset import Rules, format_value
from tests.support.observed_tables import with_checksum

from .conftest import RunInNode

FORMS = [(name, form) for name in EDITIONS for form in edition(name).forms]


def form_of(name: str, which: int) -> Any:
    return list(edition(name).forms)[which]


def rules_of(name: str, form: Any) -> Rules:
    return edition(name).rules(form.players, partners=form.partners, short=form.short)


def shown(rules: Rules) -> dict[str, Any]:
    """Return the rules as a table's state shows them, as far as the proof reads them."""
    return {
        "edition": rules.edition,
        "players": rules.players,
        "teams": rules.teams,
        "deck": list(rules.deck),
        "hand_size": rules.hand_size,
        "empty_draw_pile": rules.empty_draw_pile,
        "dealer_rotation": rules.dealer_rotation,
        "house": {name: format_value(value) for name, value in house_rules(rules).items()},
        "scoring": rules.as_dict(),
    }


def random_seeds(luck: Random, players: int) -> Seeds:
    return Seeds(luck.randbytes(32), tuple(luck.randbytes(luck.choice((0, 8, 16, 64))) for _ in range(players)))


@cache
def play(name: str, form: Any, seed: int, deals: int = 1, **house: Any) -> Game:
    """Play a game at random, with seeds of the players in it."""
    luck = Random(f"{name} {form} {seed}")
    rules = rules_of(name, form).replace(**house)

    def seeds_of(number: int) -> Seeds:
        if number > 1:
            return Seeds(luck.randbytes(32), tuple(luck.randbytes(16) for _ in range(rules.players)))
        return first_seeds

    first_seeds = Seeds(luck.randbytes(32), tuple(luck.randbytes(16) for _ in range(rules.players)))
    starts = cut(first_seeds, rules.players)
    if rules.first_player == "youngest":
        game = Game(rules, seeds=seeds_of, first=starts)
    else:
        game = Game(rules, seeds=seeds_of, dealer=(starts - 1) % rules.players)
    game.scheme = PLAYERS_AND_SERVER
    while True:
        while not game.deal.over:
            moves = list(game.deal.legal_moves.notation)
            # Discards are rare: cards that are laid lead into more corners of the rules, and deals end.
            game.play(luck.choice([move for move in moves if move[0] != "-"] or moves))
        if game.over or len(game.deals) == deals:
            return game
        game.next_deal()


def test_sha256_and_hmac_of_any_length(node: RunInNode) -> None:
    luck = Random(1)
    texts = [luck.randbytes(length) for length in (*range(140), 1000, 4096)]
    keys = [luck.randbytes(luck.choice((0, 1, 31, 32, 63, 64, 65, 200))) for _ in texts]
    script = """
    import { fromHex, hmac, sha256, toHex } from "./js/fair/sha256.js";
    answer(data.map(([key, text]) => [toHex(sha256(fromHex(text))), toHex(hmac(fromHex(key), fromHex(text)))]));
    """
    found = node(script, [[key.hex(), text.hex()] for key, text in zip(keys, texts, strict=True)])
    assert found == [
        [hashlib.sha256(text).hexdigest(), hmac.digest(key, text, "sha256").hex()]
        for key, text in zip(keys, texts, strict=True)
    ]


def test_constants_do_not_hang_on_the_last_bit_of_a_root(node: RunInNode) -> None:
    """They come from square and cube roots, which engines may round differently in the last place."""
    script = """
    const isPrime = (n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0);
    const primes = Array.from({ length: 312 }, (_, n) => n).filter(isPrime);
    const away = (root) => {
      const bits = (root - Math.floor(root)) * 2 ** 32;
      return Math.min(bits % 1, 1 - (bits % 1));
    };
    const roots = [...primes.map(Math.cbrt), ...primes.slice(0, 8).map(Math.sqrt)];
    answer([primes.length, Math.min(...roots.map(away))]);
    """
    count, distance = node(script)
    assert count == 64
    assert distance > 2**-12  # the last place of such a root is 2**-18 of these bits


def test_seeds_are_random_and_long_enough(node: RunInNode) -> None:
    script = """
    import { newSeed } from "./js/fair/shuffle.js";
    answer(Array.from({ length: 50 }, newSeed));
    """
    seeds = node(script)
    assert len(set(seeds)) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)


def test_example_of_the_documentation(node: RunInNode) -> None:
    script = """
    import { sealOf, shuffled } from "./js/fair/shuffle.js";
    const seeds = { server: data, players: ["616c696365", "", "626f62"] };
    const cards = [0, 0, 0, 1, 1, 2, 3, 3, 4, 4];
    const full = Array.from({ length: 106 }, (_, i) => i);
    const orders = [[1, 0], [1, 1], [2, 0]].map(([deal, number]) => shuffled(cards, seeds, deal, number));
    answer([sealOf(data), ...orders, shuffled(full, seeds, 2065825, 0)]);
    """
    server = bytes(range(32))
    seal, *orders, refused = node(script, server.hex())
    assert seal == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert orders == [[0, 3, 4, 1, 1, 0, 0, 3, 4, 2], [1, 4, 2, 0, 1, 0, 4, 3, 3, 0], [2, 1, 3, 3, 4, 0, 1, 4, 0, 0]]
    # In this deal a word is refused: whoever rounds instead gets another order.
    seeds = Seeds(server, (b"alice", b"", b"bob"))
    assert refused == list(shuffle(range(106), seeds, 2065825, 0))


def test_cut_is_that_of_the_library(node: RunInNode) -> None:
    luck = Random(4)
    cases = [(random_seeds(luck, players), players) for players in (2, 3, 4, 6, 8) for _ in range(20)]
    script = """
    import { cut } from "./js/fair/shuffle.js";
    answer(data.map((each) => cut(...each)));
    """
    data = [
        [{"server": seeds.server.hex(), "players": [seed.hex() for seed in seeds.players]}, players]
        for seeds, players in cases
    ]
    assert node(script, data) == [cut(seeds, players) for seeds, players in cases]


def test_decks_of_all_forms(node: RunInNode) -> None:
    luck = Random(2)
    cases, expected = [], []
    for name, form in FORMS:
        rules = rules_of(name, form)
        for _ in range(12):
            seeds, deal = random_seeds(luck, rules.players), luck.randint(1, 40)
            cases.append(
                [list(rules.deck), {"server": seeds.server.hex(), "players": [s.hex() for s in seeds.players]}, deal]
            )
            expected.append([card.notation for card in shuffle(sorted_deck(rules.deck), seeds, deal, 0)])
    script = """
    import { deckOf } from "./js/fair/shuffle.js";
    answer(data.map((each) => deckOf(...each)));
    """
    assert node(script, cases) == expected


VERIFY = """
import { openMove } from "./js/fair/card_trace.js";
import { verifyRecord } from "./js/fair/verify.js";
const withMoves = ({ events, ...deal }) => ({ ...deal, moves: events.map(openMove).filter((move) => move !== null) });
answer(data.map(([text, rules, known = {}]) => {
  const { observed } = known;
  const noted = observed && Object.entries(observed.deals).map(([number, deal]) => [number, withMoves(deal)]);
  return verifyRecord(text, rules, observed ? { observed: { ...observed, deals: Object.fromEntries(noted) } } : {});
}));
"""


def games() -> Iterator[Game]:
    for name, form in FORMS:
        yield from (play(name, form, seed, deals=2) for seed in range(3))
    form = form_of("asmodee", 0)
    yield play("asmodee", form, 7, exchange_min=0)
    yield play("parker-1962", form_of("parker-1962", 0), 8, empty_draw_pile="reshuffle", turn_cap=400)
    many = form_of("parker-1962", -1)
    yield play("parker-1962", many, 9, coup_fourre_scope="any", extra_turn="optional")


def test_records_of_all_forms_hold(node: RunInNode) -> None:
    """Every card that was played in a record, and each that was drawn, is where the seeds put it."""
    played = list(games())
    found = node(VERIFY, [[game.record, shown(game.rules), {"observed": observed(game, 0)}] for game in played])
    for game, proof in zip(played, found, strict=True):
        assert proof["verdict"] == "kept", (game.record, proof)
        assert proof["names"] == list(game.names)
        assert [deal["deal"] for deal in proof["deals"]] == list(range(1, len(game.deals) + 1))
        for deal, seeds in zip(proof["deals"], game.seeds, strict=True):
            assert seeds is not None
            assert deal["commitment"] == deal["seal"] == seeds.commitment
            assert deal["seats"] == list(range(game.rules.players))
            assert deal["weaknesses"] == []
        for deal, dealt in zip(proof["deals"], game.deals, strict=True):
            assert deal["hands"] == [[card.notation for card in sorted(hand)] for hand in dealt.events[0].hands]  # type: ignore[attr-defined]
    assert any(deal.reshuffles for game in played for deal in game.deals), "no reshuffle was tried"


def observed(game: Game, seat: int) -> dict[str, Any]:
    """Return what the browser of a seat would have noted of a game."""
    deals = {}
    for number, (deal, seeds) in enumerate(zip(game.deals, game.seeds, strict=True), 1):
        assert seeds is not None
        events = [seen.as_dict() for event in deal.events if (seen := event.seen_by(seat)) is not None]
        deals[number] = {
            "seat": seat,
            "commitment": seeds.commitment,
            "promised": True,
            "began": True,
            "claim": None,
            "seeds": [seed.hex() for seed in seeds.players],
            "first": events[0]["first"],
            "hand": events[0]["hands"][seat],
            "events": events,
            "gaps": False,
            "over": True,
            "solo": False,
            "scores": list(deal.scores),
            "won": None,
            "own": [seeds.players[seat].hex()],
        }
    return {"deals": deals, "faults": [], "rules": None, "scheme": PLAYERS_AND_SERVER}


def test_a_turn_too_many_is_noticed(node: RunInNode) -> None:
    """Who draws next would be the server's choice."""
    rules = rules_of("parker-1962", form_of("parker-1962", 0))
    script = """
    import { followCards } from "./js/fair/card_trace.js";
    const [rules, deck] = data, hand = (seat) => deck[seat];
    const turns = (...seats) => seats.map((seat, at) => ({ turn: at + 1, moves: [{ seat, move: `-${hand(seat)}` }] }));
    const deal = { number: 1, server: "00", seeds: [] };
    const follow = (...seats) => followCards({ ...deal, turns: turns(...seats) }, rules, deck, 0).possible;
    answer([follow(0, 1), follow(0, 0), follow(1, 0), follow(0, 1, 1)]);
    """
    deck = ["25", "50", *["25", "50"] * 20]
    assert node(script, [shown(rules), deck]) == [True, False, False, False]


def test_a_turn_has_one_play_and_a_deal_one_end(node: RunInNode) -> None:
    """Nobody lays two cards in a turn, goes on when the deal is over, or extends a trip that is not complete."""
    rules = rules_of("parker-1962", form_of("parker-1962", 0))
    script = """
    import { followCards } from "./js/fair/card_trace.js";
    const [rules, deck, cases] = data;
    const turn = (words, at) => ({ turn: at + 1, moves: words.split(" ").map((move) => ({ seat: at % 2, move })) });
    const follow = ([turns, { empty_draw_pile = rules.empty_draw_pile, ...more }]) => {
      const deal = { number: 1, server: "00", seeds: [], turns: turns.map(turn) };
      return followCards(deal, { ...rules, empty_draw_pile, scoring: { ...rules.scoring, ...more } }, deck, 0).possible;
    };
    answer(cases.map(follow));
    """
    long, short, stop = {"target": 25}, {"target": 25, "extension": False}, {"empty_draw_pile": "stop"}
    right: list[tuple[list[str], dict[str, Any]]] = [
        (["25", "50"], {}),
        (["25", "50"], {"turn_cap": 2}),
        (["25"], short),
        (["25 extend", "50"], long),
        (["25 finish"], long),
        (["25", "50"] * 6, stop),
        (["25", "50"] * 7, {}),
    ]
    wrong: list[tuple[list[str], dict[str, Any]]] = [
        *(([turn], {}) for turn in ("25 25", "-25 25", "draw draw 25", "draw", "25 pass", "25 extend", "finish")),
        (["25", "50"], {"turn_cap": 1}),
        (["25", "50"], short),
        (["25", "50"], long),
        (["25 finish", "50"], long),
        (["25", "50"] * 7, stop),
    ]
    found = node(script, [shown(rules), ["25", "50"] * 12, [*right, *wrong]])
    assert found == [True] * len(right) + [False] * len(wrong)


def forge(record: str, old: str, new: str) -> str:
    """Return a record in which something else stands, with the right checksum."""
    assert old in record
    return with_checksum(record.replace(old, new, 1))


def test_records_alone_are_weak(node: RunInNode) -> None:
    """Without anything observed there is no proof, whatever the record says."""
    game = play("dujardin", form_of("dujardin", 0), 5)
    (proof,) = node(VERIFY, [[game.record, shown(game.rules)]])
    assert (proof["verdict"], proof["deals"][0]["weaknesses"]) == ("weak", ["not-observed"])


def test_weak_proofs_are_called_weak(node: RunInNode) -> None:
    """The same names as `bornes verify` has."""
    game = play("parker-1962", form_of("parker-1962", 0), 6, deals=2)
    rules, first, second = shown(game.rules), game.seeds[0], game.seeds[1]
    assert first is not None
    assert second is not None
    plain = Game("parker-1962", players=2, seed=7)
    given = Game("parker-1962", players=2, deck=sorted_deck(plain.rules.deck))
    record = game.record
    one, other = (seed.hex() for seed in first.players)
    cases = {
        "nobody cut": (plain.record, 0, "no-player-seed"),
        "the deck was written down": (given.record, 0, "deck-given"),
        "the same seed at two seats": (forge(record, other, one), 0, "player-seed-repeated"),
        "a seed of an earlier deal": (forge(record, second.players[1].hex(), one), 1, "player-seed-repeated"),
        "a secret of an earlier deal": (
            forge(record, second.server.hex(), first.server.hex()),
            1,
            "server-seed-repeated",
        ),
        "a seed with the server's in it": (forge(record, one, first.server.hex() + "00"), 0, "player-seed-repeated"),
        "a part of the commitment": (forge(record, one, first.commitment[:32]), 0, "player-seed-repeated"),
        "short seeds": (forge(forge(record, one, "-"), other, "abcd"), 0, "player-seeds-short"),
        "a short secret": (forge(record, first.server.hex(), "ab" * 15), 0, "server-seed-short"),
    }
    found = node(VERIFY, [[text, rules] for text, _, _ in cases.values()])
    for (what, (_, deal, weakness)), proof in zip(cases.items(), found, strict=True):
        assert weakness in proof["deals"][deal]["weaknesses"], what


def test_a_record_that_was_damaged_says_so(node: RunInNode) -> None:
    record = play("asmodee", form_of("asmodee", 0), 1).record
    script = """
    import { readRecord, RecordProblem } from "./js/fair/record_reader.js";
    const tryToRead = (text) => {
      try {
        return readRecord(text).whole;
      } catch (problem) {
        if (problem instanceof RecordProblem) return "no record";
        throw problem;
      }
    };
    answer(data.map(tryToRead));
    """
    texts = [
        record,
        record.replace("\n", "\r\n"),
        record.replace("1.", "2.", 1),
        record[:-1],
        "",
        "hello",
        f"{RECORD_HEADER}\n",
    ]
    assert node(script, texts) == [True, True, False, False, "no record", "no record", False]


def test_the_header_of_a_record_is_read(node: RunInNode) -> None:
    game = Game("parker-1962", players=4, names=["Ann", "Bob: the 2nd", "Zoé", "D = E"], seed=3)
    game = Game(game.rules.replace(free_discard=False), names=game.names, seed=3)
    script = """
    import { readRecord } from "./js/fair/record_reader.js";
    answer(readRecord(data));
    """
    found = node(script, game.record)
    assert (found["edition"], found["form"], found["names"]) == ("parker-1962", "4 pairs", list(game.names))
    assert found["house"] == {"free_discard": "false"}
    assert (found["first"], found["result"]) == (game.first, "unfinished")
