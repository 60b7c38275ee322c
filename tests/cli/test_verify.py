"""``bornes verify``: what a record proves, where the proof is weak, and what is no record at all."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bornes import Game, Seeds, edition
from bornes.engine.codes import DRAW, PASS
from bornes.game.record import MAX_RECORD_BYTES
from bornes.store.saved_game_store import write_game
from tests.support.saves import entries_in
from tests.support.scenes import rules_of
from tests.support.shell import record, refused, run, sealed, start, watched


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record(), encoding="utf-8")
    return path


def verified(text: str) -> dict[str, Any]:
    """The report on a record; the exit code must fit it."""
    result = run("verify", "-", "--json", stdin=text)
    (report,) = json.loads(result.stdout)["files"]
    assert result.exit_code == (0 if report["ok"] else 1)
    strictly = run("verify", "-", "--json", "--strict", stdin=text).exit_code
    assert strictly == (1 if not report["ok"] else 3 if report["weak"] else 0)
    found: dict[str, Any] = report
    return found


def test_a_right_record_is_proved_deal_by_deal(kept: Path) -> None:
    shown = run("verify", str(kept), COLUMNS="200")
    assert shown.exit_code == 0
    assert shown.stdout.startswith(
        f"{kept}: everything is correct\nParker Brothers, 1962, 2 players\nAda and Boris\n\nDeal 1\n"
    )
    assert "weak" not in shown.stdout
    game = Game.replay(record())
    for deal, seeds in zip(game.deals, game.seeds, strict=True):
        assert seeds is not None
        assert seeds.commitment in shown.stdout
        assert f"{len(deal.moves)} moves in {deal.turns} turns, all legal" in shown.stdout
    for claim in ("matches the seed", "bornes-hmac-sha256-1", "in the order that the seeds give", "checksum fits"):
        assert claim in shown.stdout
    assert [line for line in shown.stdout.splitlines() if line != line.rstrip()] == []


def test_the_proof_for_programs() -> None:
    report = verified(record())
    game = Game.replay(record())
    assert (report["file"], report["ok"], report["edition"]) == ("-", True, "parker-1962")
    assert report["form"] == {"players": 2, "partners": False, "short": False}
    assert (report["names"], report["house_rules"]) == (["Ada", "Boris"], {})
    assert report["totals"] == dict(zip("AB", game.totals, strict=True))
    assert (report["over"], report["winner"], report["weak"]) == (False, None, False)
    deal, seeds = game.deals[0], game.seeds[0]
    assert seeds is not None
    assert report["deals"][0] == {
        "deal": 1,
        "verdict": "kept",
        "faults": [],
        "observed": None,
        "shuffled": True,
        "algorithm": "bornes-hmac-sha256-1",
        "commitment": seeds.commitment,
        "player_seeds": 0,
        "seats_with_seeds": [],
        "weaknesses": [],
        "cards": 101,
        "reshuffles": 0,
        "moves": len(deal.moves),
        "turns": deal.turns,
        "ending": str(deal.ending),
        "completer": None if deal.completer is None else "AB"[deal.completer],
        "scores": dict(zip("AB", deal.scores, strict=True)),
    }


def test_a_whole_game_has_a_winner() -> None:
    game = watched(edition("parker-1962").rules(2), "1", 99)
    assert game.winner is not None
    shown = run("verify", "-", stdin=game.record).stdout
    winner = ("Ada", "Boris")[game.winner]
    assert f"{winner} wins the game. Ada {game.totals[0]}, Boris {game.totals[1]}" in shown


def test_a_drawn_race_is_drawn() -> None:
    rules = rules_of("asmodee", 2, turn_cap=2)
    game = next(game for seed in range(99) if (game := watched(rules, str(seed), 1)).over and game.winner is None)
    shown = " ".join(run("verify", "-", stdin=game.record).stdout.split())
    assert "drawn, Ada 0, Boris 0" in shown
    assert "(the last turn has been played)" in shown
    assert "house rule turn_cap = 2" in shown


SERVER = bytes(range(32))


def dealt(*deals: Seeds | None, name: str = "parker-1962", players: int = 2) -> str:
    """The record of a game whose deals were shuffled from these seeds, None for a given deck; all but the last over."""
    rules = edition(name).rules(players)
    deck = Game(rules, seed=1).deal.deck

    def source(number: int) -> Seeds:
        seeds = deals[number - 1]
        assert seeds is not None
        return seeds

    game = Game(rules, seeds=source, deck=deck if deals[0] is None else None)
    for seeds in deals[1:]:
        while not game.deal.over:
            game.play(list(game.deal.legal_moves)[-1])
        game.next_deal(deck=deck if seeds is None else None)
    return game.record


def test_seeds_of_players_and_reshuffles_are_counted() -> None:
    game = Game(rules_of("asmodee", 2, turn_cap=300), seeds=lambda number: Seeds(SERVER, (b"one is long", b"two")))
    rng = random.Random(2)
    while not game.deal.over:
        game.play(rng.choice([move for move in game.deal.legal_moves if move.is_discard or move in (DRAW, PASS)]))
    shown = " ".join(run("verify", "-", stdin=game.record).stdout.split())
    assert "seeds from the server and 2 of 2 players: Player 1 and Player 2" in shown
    assert f"106 cards and {len(game.deal.reshuffles)} reshuffles, in the order that the seeds give" in shown
    assert verified(game.record)["weak"] is False


def test_who_gave_no_seed_is_not_counted() -> None:
    text = dealt(Seeds(SERVER, (b"", b"bob, and more", b"")), name="dujardin", players=3)
    assert "seeds from the server and 1 of 3 players: Player 2" in " ".join(
        run("verify", "-", stdin=text).stdout.split()
    )
    report = verified(text)
    assert report["weak"] is False
    assert (report["deals"][0]["player_seeds"], report["deals"][0]["seats_with_seeds"]) == (3, [1])


def old(server: bytes, *players: bytes) -> Seeds:
    return Seeds(server, players, revealed=True)


FRESH = [Seeds.of("verify", number) for number in range(1, 4)]
WEAK: dict[str, tuple[tuple[Seeds | None, ...], list[list[str]], str]] = {
    "a seed that can be guessed": ((old(b"server"),), [["server-seed-short"]], "too short to be a secret"),
    "players who were asked and gave nothing": (
        (FRESH[0].with_players([b"", b""]),),
        [["no-player-seed"]],
        "no player gave a seed",
    ),
    "a deal that leaves the players out": (
        (FRESH[0].with_players([b"a1a1a1a1", b"b1b1b1b1"]), FRESH[1], FRESH[2].with_players([b"a3a3a3a3", b""])),
        [[], ["no-player-seed"], []],
        "no player gave a seed",
    ),
    "a server's seed that was shown before": (
        (FRESH[0], FRESH[0]),
        [[], ["server-seed-repeated"]],
        "the server’s seed was already known from another deal",
    ),
    "a player's seed that was shown before": (
        (FRESH[0].with_players([b"a1a1a1a1", b"b1b1b1b1"]), FRESH[1].with_players([b"a2a2a2a2", b"a1a1a1a1"])),
        [[], ["player-seed-repeated"]],
        "a player’s seed was already known",
    ),
    "a player's seed that is the server's": (
        (FRESH[0].with_players([FRESH[0].server, b""]),),
        [["player-seed-repeated"]],
        "another player or the server had it too",
    ),
    "players' seeds that can be guessed": (
        (FRESH[0].with_players([b"ada", b"boris"]),),
        [["player-seeds-short"]],
        "the players’ seeds are too short to be secrets",
    ),
    "a given deck among shuffled ones": (
        (FRESH[0].with_players([b"a1a1a1a1", b"b1b1b1b1"]), None),
        [[], ["deck-given"]],
        "it proves nothing about luck",
    ),
    "all at once": (
        (old(b"x", b"a", b""), old(b"x", b"a", b"")),
        [
            ["server-seed-short", "player-seeds-short"],
            ["server-seed-short", "server-seed-repeated", "player-seed-repeated", "player-seeds-short"],
        ],
        "too short",
    ),
}


@pytest.mark.parametrize(("deals", "weaknesses", "said"), WEAK.values(), ids=WEAK)
def test_a_weak_proof_is_told_as_one(deals: tuple[Seeds | None, ...], weaknesses: list[list[str]], said: str) -> None:
    text = dealt(*deals)
    report = verified(text)
    assert (report["ok"], report["weak"]) == (True, True)
    assert [deal["weaknesses"] for deal in report["deals"]] == weaknesses
    shown = run("verify", "-", stdin=text, COLUMNS="300")
    assert (shown.exit_code, shown.stdout.split("\n")[0]) == (0, "-: everything is correct, but the proof is weak")
    assert said in " ".join(shown.stdout.split())
    assert run("verify", "-", "--strict", stdin=text).stdout.split() == run("verify", "-", stdin=text).stdout.split()


def test_a_game_that_asks_nobody_for_a_seed_is_not_weak_but_said_to_be_of_the_server_alone() -> None:
    text = dealt(*FRESH)
    assert verified(text)["weak"] is False
    assert "from the server’s seed alone: no player took part" in " ".join(
        run("verify", "-", stdin=text).stdout.split()
    )


def test_a_damaged_record_outweighs_a_weak_one(tmp_path: Path) -> None:
    weak, damaged = tmp_path / "weak.txt", tmp_path / "damaged.txt"
    weak.write_text(dealt(None), encoding="utf-8")
    damaged.write_text("hello\n", encoding="utf-8")
    assert run("verify", "--strict", str(weak)).exit_code == 3
    for files in ((weak, damaged), (damaged, weak)):
        assert run("verify", "--strict", *map(str, files)).exit_code == 1


def test_a_seed_that_another_file_has_shown_is_weak(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("first.txt", "same.txt", "later.txt", "other.txt")]
    for file, deals in zip(files, [FRESH[:1], FRESH[:1], FRESH[:2], [FRESH[2], FRESH[0]]], strict=True):
        file.write_text(dealt(*deals), encoding="utf-8")
    assert run("verify", "--strict", *map(str, files[:3])).exit_code == 0, "one game, as far as it was played"
    assert run("verify", "--strict", str(files[3])).exit_code == 0
    result = run("verify", "--strict", "--json", *map(str, files))
    assert result.exit_code == 3
    found = [[deal["weaknesses"] for deal in report["deals"]] for report in json.loads(result.stdout)["files"]]
    assert found == [[[]], [[]], [[], []], [[], ["server-seed-repeated"]]]
    assert "the server’s seed was already known from another deal" in " ".join(
        run("verify", *map(str, files), COLUMNS="300").stdout.split()
    )


def test_the_proof_in_french() -> None:
    text = dealt(old(b"x", b"a", b""), old(b"x", b"a", b""))
    told = run("verify", "-", "--lang", "fr", stdin=text, COLUMNS="300").stdout
    assert told.startswith("-\u202f: tout est correct, mais la preuve est faible\n")
    shown = " ".join(told.split())
    assert "la graine du serveur est trop courte pour être un secret" in shown
    assert "les graines des joueurs sont trop courtes" in shown
    assert "la graine d’un joueur était déjà connue" in shown
    assert "graines du serveur et de 1 des 2 joueurs" in shown
    assert not {"seed", "weak", "moves", "legal", "unfinished"} & set(shown.split())


def test_a_given_deck_proves_nothing_about_luck() -> None:
    deck = Game("dujardin", seed=1).deal.deck
    game = Game("dujardin", deck=deck)
    assert "it proves nothing about luck" in " ".join(run("verify", "-", stdin=game.record).stdout.split())
    report = verified(game.record)
    assert (report["deals"][0]["shuffled"], report["deals"][0]["commitment"]) == (False, None)
    assert (report["weak"], report["deals"][0]["weaknesses"]) == (True, ["deck-given"])


def test_an_unfinished_deal_has_no_score_yet() -> None:
    game = Game("parker-1962", seed=1)
    game.play(next(iter(game.deal.legal_moves)))
    shown = run("verify", "-", stdin=game.record).stdout
    assert "1 move in 2 turns, all legal" in shown
    assert "none yet: the deal is not over" in shown
    assert "unfinished" in shown


def changed(old: str, new: str) -> str:
    assert old in record()
    return record().replace(old, new, 1)


def test_a_changed_letter_breaks_the_checksum() -> None:
    report = verified(changed("Boris", "Doris"))
    assert "checksum" in report["reason"]
    assert report["line"] == len(record().splitlines())


def test_a_forged_seed_is_not_the_one_committed_to() -> None:
    server = next(line for line in record().splitlines() if line.startswith("server: "))
    report = verified(sealed(changed(server, "server: 00")))
    assert report["reason"] == "the server's seed is not the one committed to"


def test_a_seed_forged_together_with_its_commitment_no_longer_fits_the_moves() -> None:
    other, own = Seeds(b"forged, and long"), Game.replay(record()).seeds[0]
    assert own is not None
    text = changed(own.commitment, other.commitment).replace(own.server.hex(), other.server.hex(), 1)
    report = verified(sealed(text))
    assert "is not legal" in report["reason"]


def test_a_forged_score_is_not_what_the_moves_give() -> None:
    score = next(line for line in record().splitlines() if line.startswith("score: "))
    report = verified(sealed(changed(score, score.replace("A ", "A 9"))))
    assert report["reason"].startswith("the moves end with ")


def test_no_line_can_be_missing() -> None:
    lines = record().splitlines(keepends=True)
    for missing in range(len(lines)):
        if lines[missing].strip():
            report = verified("".join(lines[:missing] + lines[missing + 1 :]))
            assert not report["ok"]


@pytest.mark.parametrize("kept_lines", [0, 1, 5, 9, 15, 40])
def test_a_truncated_record_is_refused_where_it_ends(kept_lines: int) -> None:
    report = verified("".join(record().splitlines(keepends=True)[:kept_lines]))
    assert not report["ok"]
    assert report["line"] == kept_lines + 1


def test_what_is_no_text_is_no_record() -> None:
    said = refused("verify", "-", stdin=b"Bornes record 1\n\xff\xfe\n", status=1)
    assert said == "-: line 2: not text: a record is written in UTF-8\n"


@pytest.mark.parametrize("old", ["edition: ", "names: ", "shuffle: ", "1. 1: "])
def test_an_error_repeats_nothing_that_does_harm_on_a_terminal(old: str) -> None:
    for new in (f"\x1b]0;title\x07{old}", f"{old}\x1b[31m\u202e", f"rule: \x9b31m = 1\n{old}", f"{old}2:\x1b[2J "):
        said = refused("verify", "-", stdin=sealed(record().replace(old, new, 1)), status=1)
        assert said.rstrip("\n").isprintable()


def test_each_bad_file_is_named_with_line_and_reason(kept: Path, tmp_path: Path) -> None:
    bad, worse = tmp_path / "bad.txt", tmp_path / "worse.txt"
    bad.write_text(changed("edition: parker-1962", "edition: parker-1963"), encoding="utf-8")
    worse.write_text("hello\n", encoding="utf-8")
    result = run("verify", str(bad), str(kept), str(worse))
    assert result.exit_code == 1
    assert f"{kept}: everything is correct" in result.stdout
    first, second = result.stderr.splitlines()
    assert first.startswith(f"{bad}: line 2: edition: must be one of ")
    assert second == f"{worse}: line 1: a record begins with 'Bornes record 1', not with 'hello'"


def test_several_files_for_programs(kept: Path, tmp_path: Path) -> None:
    worse = tmp_path / "worse.txt"
    worse.write_text("hello\n", encoding="utf-8")
    result = run("verify", "--json", str(kept), str(worse))
    assert result.exit_code == 1
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert found["version"] == 1
    assert [(report["file"], report["ok"]) for report in found["files"]] == [(str(kept), True), (str(worse), False)]
    assert found["files"][1]["line"] == 1


def test_line_endings_of_another_system_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(record().replace("\n", "\r\n").encode())
    assert run("verify", str(path)).exit_code == 0


def test_no_more_is_read_than_a_record_can_have(tmp_path: Path) -> None:
    endless = tmp_path / "endless.txt"
    with endless.open("wb") as file:
        file.truncate(1 << 40)
    said = f"line 1: the text is too long: a record has {MAX_RECORD_BYTES:,} bytes at most\n"
    assert refused("verify", str(endless), status=1) == f"{endless}: {said}"
    with endless.open("rb") as stdin:
        process = start("verify", "-", stdin=stdin)
        assert process.communicate() == ("", f"-: {said}")
    assert process.returncode == 1


def test_an_input_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with (tmp_path / "written").open("wb") as stdin:
        process = start("verify", "-", stdin=stdin)
        assert process.communicate() == ("", "bornes: -: the standard input cannot be read: Bad file descriptor\n")
    assert process.returncode == 1


def test_a_file_that_fails_while_it_is_read_is_named() -> None:
    assert refused("verify", "/proc/self/mem", status=1) == "bornes: /proc/self/mem: Input/output error\n"


def test_a_saved_game_without_a_deal_is_told_as_what_it_is(tmp_path: Path) -> None:
    run("play", "--new", "--plain", stdin="q\n", BORNES_DATA=str(tmp_path))
    [path] = (tmp_path / "games").glob("*.game")
    early = tmp_path / "early.game"
    write_game(early, "t", None, entries_in(path)[:2])
    told = run("verify", str(early)).stderr
    assert told == f"{early}: the saved game ends before its first deal\n"
