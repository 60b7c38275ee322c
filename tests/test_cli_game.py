"""``bornes watch``, ``replay`` and ``verify``: a game told, kept, told again, and proved."""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest

from bornes import Game, Seeds, edition
from bornes.cli.watch import PACE, play_game
from bornes.engine.codes import DRAW, PASS
from tests.scenes import rules_of
from tests.shell import record, refused, run, sealed, start


def turns(told: str) -> list[str]:
    """The paragraphs that begin with the number of a turn."""
    return [line for line in told.splitlines() if line[:3].strip().isdecimal()]


# -- watching ----------------------------------------------------------------------------------------------------


def test_bornes_alone_is_a_game_to_play(tmp_path: Path) -> None:
    """Without a terminal a conversation, which the end of the input ends."""
    shown = run(BORNES_DATA=str(tmp_path))
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Parker Brothers, 1962, 2 players.\n")
    assert "Player 1, what do you do?" in shown.stdout


def test_watching_tells_a_deal_and_what_else_there_is() -> None:
    shown = run("watch")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("A game between automatic players: Parker Brothers, 1962, 2 players, seed ")
    assert "bornes --help" in shown.stdout
    assert len(turns(shown.stdout)) > 5
    assert "Total for deal" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_seed_repeats_a_game() -> None:
    told = {seed: run("watch", "--seed", seed).stdout for seed in ("sunday", "monday")}
    assert run("watch", "--seed", "sunday").stdout == told["sunday"] != told["monday"]


@pytest.mark.parametrize("seed", ["", " ", "a\nb", "\udcff"])
def test_a_seed_that_cannot_be_typed_again_is_refused(seed: str) -> None:
    assert "a seed is printable text" in refused("watch", "--seed", seed)


def test_the_turns_told_are_those_of_the_record() -> None:
    arguments = ("watch", "--edition", "dujardin", "--players", "4", "--seed", "3")
    numbers = [int(line[:3]) for line in turns(run(*arguments).stdout)]
    game = Game.replay(run(*arguments, "--record", "-").stdout)
    assert numbers == list(range(1, game.deal.turns + 1))


def test_the_distance_told_is_that_of_the_score_sheet() -> None:
    game = play_game(edition("game-cabinet").rules(2), "5", 1)
    told = " ".join(run("watch", "-e", "game-cabinet", "--seed", "5").stdout.split())
    for team, name in enumerate(("Ada", "Boris")):
        last = told.rpartition(f"→ {name} ")[2].split()[0]
        assert int(last) == game.deal.score_sheet().rows["milestones"][team]


def test_a_game_ends_with_totals_and_the_winner() -> None:
    shown = run("watch", "--deals", "99", "--seed", "1").stdout.splitlines()
    game = play_game(edition("parker-1962").rules(2), "1", 99)
    assert game.over
    assert game.winner is not None
    assert shown[-2] == f"Grand total · Ada {game.totals[0]} · Boris {game.totals[1]}"
    assert shown[-1] == f"{('Ada', 'Boris')[game.winner]} wins the game."


def test_watching_in_french_with_the_words_of_the_edition() -> None:
    shown = run("watch", "--edition", "dujardin", "--lang", "fr", "--seed", "1").stdout
    assert shown.startswith("Une partie entre joueurs automatiques")
    assert "Ada pioche" in shown
    assert "Feu Vert" in shown


def test_the_pace_is_kept_after_each_paragraph(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("bornes.cli.telling.sleep", pauses.append)
    told = run("watch", "--pace", "0.5", "--seed", "1").stdout
    assert pauses == [0.5] * (len(turns(told)) + 2)
    pauses.clear()
    run("watch", "--seed", "1")
    assert pauses == []


def test_a_terminal_gets_colours_and_time_to_read() -> None:
    screen, end = os.openpty()
    began = time.monotonic()
    env = {"NO_COLOR": None, "TERM": "xterm"}
    process = start("watch", "--rule", "turn_cap=3", stdout=end, stderr=end, env=env)
    os.close(end)
    shown = b""
    with contextlib.suppress(OSError):  # which is how the end of a terminal looks
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    assert process.wait() == 0
    assert time.monotonic() - began > 5 * PACE
    assert b"\x1b[36mAda" in shown


def test_the_record_is_kept_beside_the_telling(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    shown = run("watch", "--seed", "7", "--deals", "2", "--record", str(kept))
    assert "Total for deal" in shown.stdout
    assert kept.read_text(encoding="utf-8") == record()


def test_the_record_alone_can_go_into_a_pipe() -> None:
    assert run("watch", "--seed", "7", "--deals", "2", "--record", "-").stdout == record()


def test_a_record_that_cannot_be_kept_is_a_failure(tmp_path: Path) -> None:
    said = refused("watch", "--record", str(tmp_path / "no" / "game.txt"), status=1)
    assert "game.txt: No such file" in said


@pytest.mark.parametrize("name", ["parker-1988", "asmodee"])
def test_every_form_can_be_watched_to_its_end(name: str) -> None:
    for form in edition(name).forms:
        rules = rules_of(name, form.players, partners=form.partners, short=form.short, turn_cap=60)
        assert play_game(rules, "1", 1).deal.over


# -- replaying ---------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record(), encoding="utf-8")
    return path


def test_a_record_is_told_as_it_was_watched(kept: Path) -> None:
    watched = run("watch", "--seed", "7", "--deals", "2").stdout
    assert run("replay", str(kept)).stdout.splitlines()[1:] == watched.splitlines()[3:]


def test_a_record_is_read_from_a_pipe(kept: Path) -> None:
    assert run("replay", "-", stdin=record()).stdout == run("replay", str(kept)).stdout


def test_one_deal_of_several(kept: Path) -> None:
    shown = run("replay", str(kept), "--deal", "2").stdout
    assert "Hand 2" in shown
    assert "Hand 1" not in shown
    assert "Grand total" not in shown


def test_a_deal_that_is_not_there(kept: Path) -> None:
    assert "there is no deal 3, the record has 2" in refused("replay", str(kept), "--deal", "3", status=1)


def test_a_record_in_french(kept: Path) -> None:
    assert "Ada pioche" in run("replay", str(kept), "--lang", "fr").stdout


def test_the_events_for_programs_are_all_there(kept: Path) -> None:
    lines = [json.loads(line) for line in run("replay", str(kept), "--json").stdout.splitlines()]
    deals = Game.replay(record()).deals
    assert lines == [{"deal": i, **event.as_dict()} for i, deal in enumerate(deals, 1) for event in deal.events]
    second = run("replay", str(kept), "--json", "--deal", "2").stdout.splitlines()
    assert [json.loads(line) for line in second] == [line for line in lines if line["deal"] == 2]


def test_names_are_text_and_not_markup() -> None:
    game = Game("parker-1962", seed=1, names=["[bold]Ann[/bold]", ":smile:"])
    assert "[bold]Ann[/bold] draws" in run("replay", "-", stdin=game.record).stdout


@pytest.mark.slow
def test_a_reshuffle_is_told_once() -> None:
    game = play_game(rules_of("asmodee", 6, turn_cap=300, hand_size=6, target=1000, max_200s=0), "1", 1)
    assert game.deal.reshuffles
    told = " ".join(run("replay", "-", stdin=game.record).stdout.split())
    assert told.count("shuffled and become the draw pile") == len(game.deal.reshuffles)
    assert "must be shuffled" not in told


def test_a_deal_that_waits_for_a_choice_is_told_as_far_as_it_came() -> None:
    game = play_game(rules_of("asmodee", 2, turn_cap=4), "1", 1)
    text = Game(game.rules, seed="1", names=game.names).record
    shown = run("replay", "-", stdin=text).stdout
    assert "Ada begins" in shown
    assert turns(shown) == []


def test_a_damaged_record_is_not_told() -> None:
    said = refused("replay", "-", stdin=record().replace("roll", "rol", 1), status=1)
    assert said.startswith("bornes: -: line 11: ")


# -- verifying ---------------------------------------------------------------------------------------------------


def verified(text: str) -> dict[str, Any]:
    """The report on a record; the exit code must fit it."""
    result = run("verify", "-", "--json", stdin=text)
    (report,) = json.loads(result.stdout)["files"]
    assert result.exit_code == (0 if report["ok"] else 1)
    found: dict[str, Any] = report
    return found


def test_a_right_record_is_proved_deal_by_deal(kept: Path) -> None:
    shown = run("verify", str(kept), COLUMNS="200")
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"{kept}: all is right\nparker-1962: Ada, Boris\n")
    game = Game.replay(record())
    for deal, seeds in zip(game.deals, game.seeds, strict=True):
        assert seeds is not None
        assert seeds.commitment in shown.stdout
        assert f"{len(deal.moves)} moves in {deal.turns} turns, all legal" in shown.stdout
    for claim in ("is that of the seed revealed", "bornes-hmac-sha256-1", "follows from the seeds", "checksum fits"):
        assert claim in shown.stdout


def test_the_proof_for_programs() -> None:
    report = verified(record())
    game = Game.replay(record())
    assert (report["file"], report["ok"], report["edition"]) == ("-", True, "parker-1962")
    assert report["form"] == {"players": 2, "partners": False, "short": False}
    assert (report["names"], report["house_rules"]) == (["Ada", "Boris"], {})
    assert report["totals"] == dict(zip("AB", game.totals, strict=True))
    assert (report["over"], report["winner"]) == (False, None)
    deal, seeds = game.deals[0], game.seeds[0]
    assert seeds is not None
    assert report["deals"][0] == {
        "deal": 1,
        "shuffled": True,
        "algorithm": "bornes-hmac-sha256-1",
        "commitment": seeds.commitment,
        "player_seeds": 0,
        "cards": 101,
        "reshuffles": 0,
        "moves": len(deal.moves),
        "turns": deal.turns,
        "ending": str(deal.ending),
        "completer": None if deal.completer is None else "AB"[deal.completer],
        "scores": dict(zip("AB", deal.scores, strict=True)),
    }


def test_a_whole_game_has_a_winner() -> None:
    game = play_game(edition("parker-1962").rules(2), "1", 99)
    assert game.winner is not None
    shown = run("verify", "-", stdin=game.record).stdout
    assert f"{'AB'[game.winner]} wins, A {game.totals[0]} B {game.totals[1]}" in shown


def test_a_drawn_race_is_drawn() -> None:
    rules = rules_of("asmodee", 2, turn_cap=2)
    game = next(game for seed in range(99) if (game := play_game(rules, str(seed), 1)).over and game.winner is None)
    shown = run("verify", "-", stdin=game.record).stdout
    assert "drawn, A 0 B 0" in shown
    assert "(capped)" in shown
    assert "house rule turn_cap = 2" in shown


def test_seeds_of_players_and_reshuffles_are_counted() -> None:
    game = Game(rules_of("asmodee", 2, turn_cap=300), seeds=lambda number: Seeds(b"server", (b"one", b"two")))
    rng = random.Random(2)
    while not game.deal.over:
        game.play(rng.choice([move for move in game.deal.legal_moves if move.is_discard or move in (DRAW, PASS)]))
    shown = " ".join(run("verify", "-", stdin=game.record).stdout.split())
    assert "seeds from the server and 2 players" in shown
    assert f"and so do {len(game.deal.reshuffles)} reshuffles" in shown


def test_a_given_deck_proves_nothing_about_luck() -> None:
    deck = Game("dujardin", seed=1).deal.deck
    game = Game("dujardin", deck=deck)
    assert "about luck nothing is proved" in " ".join(run("verify", "-", stdin=game.record).stdout.split())
    report = verified(game.record)
    assert (report["deals"][0]["shuffled"], report["deals"][0]["commitment"]) == (False, None)


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
    other, own = Seeds(b"forged"), Game.replay(record()).seeds[0]
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


def test_each_bad_file_is_named_with_line_and_reason(kept: Path, tmp_path: Path) -> None:
    bad, worse = tmp_path / "bad.txt", tmp_path / "worse.txt"
    bad.write_text(changed("edition: parker-1962", "edition: parker-1963"), encoding="utf-8")
    worse.write_text("hello\n", encoding="utf-8")
    result = run("verify", str(bad), str(kept), str(worse))
    assert result.exit_code == 1
    assert f"{kept}: all is right" in result.stdout
    first, second = result.stderr.splitlines()
    assert first.startswith(f"{bad}: line 2: edition: must be one of ")
    assert second == f"{worse}: line 1: a record begins with 'Bornes record 1'"


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


def test_scribbles_never_end_in_a_traceback() -> None:
    rng, text = random.Random(1), record("asmodee", 3, 1)
    for _ in range(60):
        at = rng.randrange(len(text))
        scribbled = sealed(text[:at] + rng.choice(" :.-~>|=\n07af²") + text[at + rng.randrange(3) :] + "check: ")
        result = run("verify", "-", stdin=scribbled)
        assert isinstance(result.exception, SystemExit | None), scribbled
        assert result.exit_code in (0, 1)
